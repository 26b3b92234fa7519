/* SPDX-License-Identifier: GPL-2.0 */
/* Compares the calls of a part of a text with those of the whole text. */
#ifndef PERFATTR_TEST_PASTE_CUT_H
#define PERFATTR_TEST_PASTE_CUT_H

#include "paste_text.h"
#include "call/explain.h"
#include "call/pasted.h"
#include "rules/rule.h"

typedef bool (*next_fn)(struct paste_text *t, struct paste_call *call);

#define CALLS	128

/**
 * struct found - the calls of a text
 * @n:    how many
 * @call: the calls
 * @end:  where they end
 */
struct found {
	size_t n;
	struct paste_call call[CALLS];
	size_t end[CALLS];
};

static struct found whole, part;
static unsigned int compared, cut_reasons;

/* Of @len bytes at @s, which stand at @at of the whole text. */
static inline void find(struct found *to, next_fn next, const char *s, size_t len, size_t at)
{
	struct paste_text t = { .line = 1, .len = len };
	char *copy = paste_exact(s, len);

	t.s = copy;
	for (to->n = 0; to->n < CALLS && next(&t, &to->call[to->n]); to->n++)
		to->end[to->n] = at + t.end;
	free(copy);
}

/* What is known of the attr of a part must be so in the whole one. */
static const char *attr_differs(const struct paste_call *a, const struct paste_call *b)
{
	u64 is[PA_WORDS], was[PA_WORDS], size = pa_bits(a->unknown, &pa_fields[PA_FIELD_SIZE]);
	unsigned int i;
	u64 v, u;

	memcpy(is, a->r.attr, sizeof(is));
	memcpy(was, b->r.attr, sizeof(was));
	pa_le_words(is, PA_WORDS);
	pa_le_words(was, PA_WORDS);
	for (i = 0; i < PA_FIELD_MAX; i++) {
		const struct pa_field *f = &pa_fields[i];

		if (f->offset >= a->r.attr_len || (size && f->offset >= b->r.attr_len))
			continue;
		u = pa_bits(a->unknown, f);
		v = f->mask & ~u;
		if (pa_bits(b->unknown, f) & v || (pa_bits(is, f) ^ pa_bits(was, f)) & v)
			return f->name;
		if (pa_bits(is, f) & u)
			return "a bit that is not known, and set";
	}
	return NULL;
}

static const char *differs(const struct paste_call *a, const struct paste_call *b)
{
	if (a->args & ~b->args)
		return "an argument";
	if (a->args & PASTE_PID && a->r.arg_pid != b->r.arg_pid)
		return "pid";
	if (a->args & PASTE_CPU && a->r.arg_cpu != b->r.arg_cpu)
		return "cpu";
	if (a->args & PASTE_GROUP_FD && a->r.arg_group_fd != b->r.arg_group_fd)
		return "group_fd";
	if (a->args & PASTE_FLAGS && a->r.flags != b->r.flags)
		return "flags";
	if (a->args & PASTE_RET && a->r.ret != b->r.ret)
		return "result";
	return attr_differs(a, b);
}

static void look_for_reasons(struct pasted_reasons *to, const struct paste_call *call)
{
	static struct pasted_work room;
	static struct pa_call x;
	struct explainer e = { 0 };

	pasted_call(&x, call, 1);
	explain_machine(&e, &x);
	explain_now(&e, &x);
	pasted_reasons(to, &x, &room);
}

/* A reason that is told as the only one must be possible for the whole call, too. */
static const char *reason_differs(const struct paste_call *a, const struct paste_call *b)
{
	static struct pasted_reasons of_part, of_whole;
	unsigned int i;

	if (!(a->args & PASTE_RET) || a->r.ret >= 0)
		return NULL;
	look_for_reasons(&of_part, a);
	if (of_part.n != 1)
		return NULL;
	look_for_reasons(&of_whole, b);
	cut_reasons++;
	for (i = 0; i < of_whole.n; i++)
		if (of_whole.why[i].rule == of_part.why[0].rule)
			break;
	if (i == of_whole.n && !of_whole.more)
		return of_part.why[0].rule->id;
	return of_part.why[0].certain && (of_whole.n != 1 || !of_whole.why[0].certain) ?
	       "certain" : NULL;
}

/* The call of the whole text that ends there, or next. Behind the last one may be its error. */
static const struct paste_call *call_at(size_t end)
{
	size_t i;

	for (i = 0; i + 1 < whole.n && whole.end[i] < end; i++)
		;
	return whole.n ? &whole.call[i] : NULL;
}

/* Returns what is wrong, and of which call, or NULL. */
static const char *compare(bool ask)
{
	const char *what = NULL;
	size_t i;

	for (i = 0; i < part.n && !what; i++) {
		const struct paste_call *of = call_at(part.end[i]);

		compared++;
		what = of ? differs(&part.call[i], of) : "there is no such call";
		if (!what && ask)
			what = reason_differs(&part.call[i], of);
	}
	return what;
}

/* How a text is read of which a part says no more; NULL: it contradicts itself, or is no such. */
static inline next_fn paste_monotone(const char *name)
{
	if (!strncmp(name, "strace-", 7))
		return paste_next_strace;
	if (!strncmp(name, "perf-", 5) && !strstr(name, "dirty"))
		return paste_next_perf;
	return NULL;
}

#endif /* PERFATTR_TEST_PASTE_CUT_H */
