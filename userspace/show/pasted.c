// SPDX-License-Identifier: GPL-2.0
/* Of a call that a text tells of: which reasons it may have, and what the text does not tell. */
#include <stdlib.h>
#include <string.h>

#include "show/show.h"

/* So many names of fields are told of which nothing is known. */
#define NAMES_MOST	8

/* Has strace made the error up? */
static bool is_injected(const struct record *r)
{
	const char *by = str(r->json, "error_by");

	return by && !strcmp(by, "strace");
}

static void put_may_be(FILE *to, const struct record *r)
{
	const struct pasted_reasons *all = r->explanation ? &r->explanation->reasons : NULL;
	struct text t = { 0 };
	unsigned int i;

	if (!all || !all->n) {
		if (!is_injected(r))
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

static void put_unknown(FILE *to, const struct record *r)
{
	json_t *names = json_object_get(r->json, "unknown"), *name;
	size_t n = json_array_size(names), i;
	struct text t = { 0 };

	json_array_foreach(names, i, name) {
		if (i == NAMES_MOST && n > NAMES_MOST + 1)
			break;
		text_add(&t, i ? ", " : "");
		text_safe(&t, json_string_value(name));
	}
	if (i < n)
		text_printf(&t, " and %zu more", n - i);
	if (n)
		fprintf(to, "    not told: %s\n", text_str(&t));
	text_free(&t);
}

/* What else the text shows: whose word the error is, and what the program has found out. */
static void put_evidence(FILE *to, const struct record *r)
{
	json_t *retry = json_object_get(r->json, "retry");
	const char *by = str(r->json, "error_by");
	struct text t = { 0 };

	if (is_injected(r))
		fputs("    strace has made this error itself (inject): the kernel was not asked\n",
		      to);
	else if (by && r->ret == -1)
		fputs("    EPERM is also what a -1 of the program itself is taken for\n", to);
	else if (by)
		fputs("    this number may be one of the program itself\n", to);
	if (!str(retry, "field") || !str(retry, "value"))
		return;
	text_printf(&t, "    line %ju opened with ", (uintmax_t)num(retry, "line"));
	text_safe(&t, str(retry, "field"));
	text_char(&t, '=');
	text_safe(&t, str(retry, "value"));
	fprintf(to, "%s, and nothing else changed\n", text_str(&t));
	text_free(&t);
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
	put_unknown(to, r);
}
