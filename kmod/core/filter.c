// SPDX-License-Identifier: GPL-2.0
/*
 * The filter: space-separated terms that must all hold, see docs/INTERFACE.md, "Filter".
 *
 *	pid=1234 comm=perf uid=1000 type=software failed ok, and ! before any of them
 */
#include "core/filter.h"

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#endif

#include "core/attr.h"
#include "core/names.h"

/* Terms with a value; the words are those of the interface. */
static const struct {
	const char *word;
	u8 len;
	u8 what;
	u8 has_value;
} filter_words[] = {
	{ "pid=", 4, PA_FILTER_PID, 1 },
	{ "uid=", 4, PA_FILTER_UID, 1 },
	{ "comm=", 5, PA_FILTER_COMM, 1 },
	{ "type=", 5, PA_FILTER_TYPE, 1 },
	{ "failed", 6, PA_FILTER_FAILED, 0 },
	{ "ok", 2, PA_FILTER_OK, 0 },
};

/* Types that every kernel has, by the names that sysfs and perf use for them. */
static const char * const filter_types[] = {
	"hardware", "software", "tracepoint", "hw_cache", "raw", "breakpoint",
};

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

static bool parse_number(const char *p, u32 len, u32 *value)
{
	u64 v = 0;
	u32 i;

	if (!len || len > 10)
		return false;
	for (i = 0; i < len; i++) {
		if (p[i] < '0' || p[i] > '9')
			return false;
		v = v * 10 + (p[i] - '0');
	}
	*value = v;
	return v <= U32_MAX;
}

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* A name as the views show it: \ooo stands for a byte, so that any comm can be named. */
static bool parse_name(char *to, u32 room, const char *p, u32 len)
{
	u32 i, n = 0;

	for (i = 0; i < len; i++) {
		char c = p[i];

		if (c == '\\' && i + 3 < len && is_octal(p[i + 1]) && is_octal(p[i + 2]) &&
		    is_octal(p[i + 3])) {
			c = (p[i + 1] - '0') << 6 | (p[i + 2] - '0') << 3 | (p[i + 3] - '0');
			i += 3;
		}
		if (n + 1 >= room || !c)
			return false;
		to[n++] = c;
	}
	to[n] = '\0';
	return n > 0;
}

static bool parse_type(struct pa_filter_term *t, const char *p, u32 len, const struct pa_env *env)
{
	u32 i;

	if (parse_number(p, len, &t->value))
		return true;
	if (!parse_name(t->name, sizeof(t->name), p, len))
		return false;
	for (i = 0; i < ARRAY_SIZE(filter_types); i++) {
		if (!strcmp(t->name, filter_types[i])) {
			t->name[0] = '\0';
			t->value = i;
			return true;
		}
	}
	i = pa_pmu_by_name(env, t->name);
	if (!i)
		return false;
	t->value = env->pmus[i].type;
	/* A clock's PMU shares the type of all software events. */
	if (t->value < PA_TYPE_DYNAMIC)
		t->value = U32_MAX;
	return true;
}

static bool parse_term(struct pa_filter_term *t, const char *p, u32 len, const struct pa_env *env)
{
	u32 i;

	memset(t, 0, sizeof(*t));
	if (len && *p == '!') {
		t->negate = 1;
		p++;
		len--;
	}
	for (i = 0; i < ARRAY_SIZE(filter_words); i++) {
		u32 n = filter_words[i].len;

		if (len < n || strncmp(p, filter_words[i].word, n))
			continue;
		t->what = filter_words[i].what;
		if (!filter_words[i].has_value)
			return len == n;
		p += n;
		len -= n;
		if (t->what == PA_FILTER_TYPE)
			return parse_type(t, p, len, env);
		if (t->what == PA_FILTER_COMM)
			return parse_name(t->name, PA_COMM_LEN, p, len);
		return parse_number(p, len, &t->value);
	}
	return false;
}

/**
 * pa_filter_parse() - read a filter
 * @f:       receives it; not valid on error
 * @text:    NUL terminated
 * @env:     the PMUs that a type may name
 * @bad:     on error, receives the word that is not understood
 * @bad_len: on error, receives its length
 *
 * Context: any; no allocation. Return: 0; -EINVAL; -E2BIG when there are too many terms.
 */
int pa_filter_parse(struct pa_filter *f, const char *text, const struct pa_env *env,
		    const char **bad, u32 *bad_len)
{
	const char *end;

	f->nterms = 0;
	for (;;) {
		while (is_space(*text))
			text++;
		if (!*text)
			return 0;
		for (end = text; *end && !is_space(*end); end++)
			;
		*bad = text;
		*bad_len = end - text;
		if (f->nterms == PA_FILTER_TERMS)
			return -E2BIG;
		if (!parse_term(&f->term[f->nterms], text, end - text, env))
			return -EINVAL;
		f->nterms++;
		text = end;
	}
}

/*
 * A type is a PMU's by number, or by name: a number passes to another PMU when that of the filter
 * is gone. @index: the PMU that had the number then, 0 when that is not known, or PA_PMU_NONE.
 */
static bool type_is(const struct pa_filter_term *t, u32 type, u32 index, const struct pa_env *env)
{
	const struct pa_pmu_name *pmu;

	if (type != t->value || (t->name[0] && index == PA_PMU_NONE))
		return false;
	pmu = t->name[0] ? pa_pmu_by_index(env, index) : NULL;
	return !pmu || pmu->type != type || !strcmp(pmu->name, t->name);
}

static bool pmu_is(const struct pa_filter_term *t, u32 index, const struct pa_env *env)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(env, index);

	return t->name[0] && pmu && !strcmp(pmu->name, t->name);
}

/* A call on an event has the type of that event: its whole life passes, or nothing of it. */
static bool match_op_type(const struct pa_filter_term *t, const struct pa_op *op,
			  const struct pa_env *env)
{
	if (op->type == PA_OP_NO_TYPE)
		return false;
	return type_is(t, op->type, op->pmu, env) || pmu_is(t, op->pmu, env);
}

static bool match_type(const struct pa_filter_term *t, const struct pa_record *r,
		       const struct pa_env *env)
{
	u32 type;

	if (r->kind != PA_RECORD_OPEN)
		return match_op_type(t, &r->op, env);
	if (r->attr_len >= sizeof(type)) {
		memcpy(&type, r->attr, sizeof(type));
		if (type_is(t, type, r->type_pmu, env))
			return true;
	}
	/* The PMU that answered: clock PMUs have no type of their own that a caller could pass. */
	return r->have_kview && pmu_is(t, r->kv.pmu, env);
}

static bool match_term(const struct pa_filter_term *t, const struct pa_record *r,
		       const struct pa_env *env)
{
	switch (t->what) {
	case PA_FILTER_PID:
		return (u32)r->pid == t->value;
	case PA_FILTER_UID:
		return r->uid == t->value;
	case PA_FILTER_COMM:
		return !strncmp(r->comm, t->name, PA_COMM_LEN);
	case PA_FILTER_TYPE:
		return match_type(t, r, env);
	case PA_FILTER_FAILED:
		return r->ret < 0;
	default:
		return r->ret >= 0;
	}
}

/**
 * pa_filter_match() - is this call to be recorded?
 * @f:   the filter
 * @r:   the call, finished
 * @env: the PMUs
 *
 * Context: any, atomic; bounded.
 */
bool pa_filter_match(const struct pa_filter *f, const struct pa_record *r,
		     const struct pa_env *env)
{
	u32 i;

	for (i = 0; i < f->nterms; i++) {
		if (match_term(&f->term[i], r, env) == f->term[i].negate)
			return false;
	}
	return true;
}
