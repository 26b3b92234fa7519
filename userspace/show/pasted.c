// SPDX-License-Identifier: GPL-2.0
/* Of a call that a text tells of: which reasons it may have, and what the text does not tell. */
#include <stdlib.h>
#include <string.h>

#include "paste/paste.h"

#include "show/show.h"

/* So many names of fields are told of which nothing is known. */
#define NAMES_MOST	8

static void put_may_be(FILE *to, const struct record *r)
{
	const struct pasted_reasons *all = r->explanation ? &r->explanation->reasons : NULL;
	struct text t = { 0 };
	unsigned int i;

	if (!all || !all->n) {
		if (r->x->pasted.told_by != PASTE_BY_STRACE)
			fputs("    no reason is known from this text alone\n", to);
		return;
	}
	fputs("    it may be one of these, by what the text does not tell:\n", to);
	for (i = 0; i < all->n; i++) {
		text_clear(&t);
		may_be_put(&t, &all->why[i]);
		fprintf(to, "    - %s\n", text_str(&t));
	}
	if (all->more)
		fputs("    - or another one: there are more\n", to);
	text_free(&t);
}

/* The first names, and how many there are. */
struct names {
	struct text t;
	u32 n;
	size_t len;	/* of those that are printed if there are too many */
};

static void take_name(void *arg, const char *name)
{
	struct names *names = arg;

	text_printf(&names->t, names->n ? ", %s" : "%s", name);
	if (++names->n == NAMES_MOST)
		names->len = names->t.len;
}

static void put_unknown(FILE *to, const struct pa_call *x)
{
	struct names names = { .n = 0 };

	pasted_unknown_names(&x->r, &x->pasted.unknown, take_name, &names);
	if (names.n > NAMES_MOST + 1)
		fprintf(to, "    not told: %.*s and %u more\n", (int)names.len, names.t.s,
			names.n - NAMES_MOST);
	else if (names.n)
		fprintf(to, "    not told: %s\n", names.t.s);
	text_free(&names.t);
}

/* Is a number of this argument signed? */
static bool is_signed(const char *name)
{
	return !strcmp(name, "pid") || !strcmp(name, "cpu") || !strcmp(name, "group_fd");
}

/* What else the text shows: whose word the error is, and what the program has found out. */
static void put_evidence(FILE *to, const struct record *r)
{
	const struct pasted *p = &r->x->pasted;

	if (p->told_by == PASTE_BY_STRACE)
		fputs("    strace has made this error itself (inject): the kernel was not asked\n",
		      to);
	else if (p->told_by == PASTE_BY_PROGRAM && r->ret == -1)
		fputs("    EPERM is also what a -1 of the program itself is taken for\n", to);
	else if (p->told_by == PASTE_BY_PROGRAM)
		fputs("    this number may be one of the program itself\n", to);
	if (p->changed)
		fprintf(to, is_signed(p->changed) ?
			"    line %ju opened with %s=%jd, and nothing else changed\n" :
			"    line %ju opened with %s=%ju, and nothing else changed\n",
			(uintmax_t)p->retry_line, p->changed, (uintmax_t)p->value);
}

/* What it would run into next. */
static void put_after(FILE *to, const struct pasted_after *all)
{
	struct text t = { 0 };
	u32 i;

	for (i = 0; i < all->n; i++) {
		text_clear(&t);
		after_put(&t, &all->why[i]);
		fprintf(to, "    after that: %s\n", text_str(&t));
	}
	text_free(&t);
}

/* How it is allowed: said once of calls that follow each other. */
static void put_how(FILE *to, const struct pasted_after *all)
{
	struct text told = { 0 };
	static char *last;
	u32 i;

	for (i = 0; i < all->n_how; i++) {
		text_safe(&told, all->how[i].where);
		/* The same is said of both. */
		if (i + 1 < all->n_how && !strcmp(all->how[i].what, all->how[i + 1].what)) {
			text_add(&told, ", ");
			continue;
		}
		text_add(&told, ": ");
		text_safe(&told, all->how[i].what);
		text_add(&told, i + 1 < all->n_how ? "\n           " : "\n");
	}
	if (!told.len)
		return;
	if (!last || strcmp(told.s, last))
		fprintf(to, "    allow: %s", told.s);
	free(last);
	last = told.s;
}

/**
 * pasted_put() - say which reasons a refused call may have, what comes next, and what is not
 *                known of it
 * @to: where to
 * @r:  a call that a text tells of, explained
 */
void pasted_put(FILE *to, const struct record *r)
{
	if (r->ret >= 0)
		return;
	if (!r->why)
		put_may_be(to, r);
	put_evidence(to, r);
	if (r->explanation) {
		put_after(to, &r->explanation->after);
		put_how(to, &r->explanation->after);
	}
	put_unknown(to, r->x);
}
