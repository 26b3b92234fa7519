// SPDX-License-Identifier: GPL-2.0
/* perfattr count: number of calls by program, event and result. */
#include <search.h>

#include "rules/rule.h"
#include "ui/ui.h"

#define COUNT_COLUMNS	5

static const struct column count_columns[COUNT_COLUMNS] = {
	{ "    calls usecs/call", 0, 0 }, { "name", 0, 0 }, { "event", 0, 0 }, { "result", 0, 0 },
	{ "why", 0, 0 },
};

struct kind {
	char *comm, *event;
	const char *result, *why;
	uint64_t calls;
	uint64_t took_ns;
};

struct counts {
	void *tree;
	struct kind **list;
	size_t n, room;
};

static int by_words(const void *a, const void *b)
{
	const struct kind *x = a, *y = b;
	int d = strcmp(x->comm, y->comm);

	if (!d)
		d = strcmp(x->event, y->event);
	if (!d)
		d = strcmp(x->result, y->result);
	return d ? d : strcmp(x->why, y->why);
}

static int by_calls(const void *a, const void *b)
{
	const struct kind *x = *(struct kind * const *)a, *y = *(struct kind * const *)b;

	if (x->calls != y->calls)
		return x->calls < y->calls ? 1 : -1;
	return by_words(x, y);
}

static struct kind *kind_of(struct counts *c, const struct kind *like)
{
	struct kind **found = must(tsearch(like, &c->tree, by_words)), *k;

	if (*found != like)
		return *found;
	k = must(calloc(1, sizeof(*k)));
	*k = *like;
	k->comm = must(strdup(like->comm));
	k->event = must(strdup(like->event));
	*found = k;
	c->list = one_more(c->list, c->n, &c->room, sizeof(*c->list));
	c->list[c->n++] = k;
	return k;
}

static bool count_record(struct record *r, void *arg)
{
	struct counts *c = arg;
	struct text comm = { 0 }, call = { 0 };
	struct kind like = { .calls = 0 }, *k;
	const struct why_never *never = NULL;

	if (!r)
		return true;
	if (r->x->r.kind == PA_RECORD_READ)
		never = never_of(r);
	text_safe(&comm, r->comm);
	if (!record_is_open(r))
		op_words(&call, r, false);
	like.comm = (char *)text_str(&comm);
	like.result = r->errname ? r->errname : "ok";
	/* The rule, as in docs/refusals.md; for a read the reason why its event never ran. */
	like.why = r->why ? r->why->rule->id : never ? never->id : "";
	like.event = record_is_open(r) ? r->event : (char *)text_str(&call);
	k = kind_of(c, &like);
	k->calls++;
	k->took_ns += r->x->r.duration_ns;
	text_free(&comm);
	text_free(&call);
	return true;
}

/* The cells of a line; calls and the time that each took are one. */
static void cells(const struct kind *k, const char *cell[COUNT_COLUMNS], struct text *numbers)
{
	text_clear(numbers);
	text_printf(numbers, "%9ju ", (uintmax_t)k->calls);
	/* Durations are not measured by strace, nor in a text. */
	if (k->took_ns)
		text_printf(numbers, "%10.1f", k->took_ns / 1e3 / k->calls);
	else
		text_printf(numbers, "%10s", "-");
	cell[0] = text_str(numbers);
	cell[1] = k->comm;
	cell[2] = k->event;
	cell[3] = k->result;
	cell[4] = k->why;
}

static void put_counts(struct counts *c)
{
	struct table table = { count_columns, COUNT_COLUMNS, .width = { 20, 4, 5, 6 } };
	uint64_t calls = 0, refused = 0;
	const char *cell[COUNT_COLUMNS];
	struct text numbers = { 0 };
	size_t i;

	qsort(c->list, c->n, sizeof(*c->list), by_calls);
	for (i = 0; i < c->n; i++) {
		const struct kind *k = c->list[i];

		cells(k, cell, &numbers);
		table_measure(&table, cell);
		calls += k->calls;
		refused += strcmp(k->result, "ok") ? k->calls : 0;
	}
	table_titles(&table, cell);
	table_line(&table, cell, BOLD);
	for (i = 0; i < c->n; i++) {
		cells(c->list[i], cell, &numbers);
		table_line(&table, cell, strcmp(c->list[i]->result, "ok") ? RED : PLAIN);
	}
	text_free(&numbers);
	printf("%9ju %10s  in all, %ju refused\n", (uintmax_t)calls, "", (uintmax_t)refused);
}

static void free_kind(void *p)
{
	struct kind *k = p;

	free(k->comm);
	free(k->event);
	free(k);
}

int cmd_count(struct options *opt, int argc, char **argv)
{
	struct counts c = { 0 };

	if (opt->follow)
		die("count cannot be combined with -f");
	term_pager(opt);
	say_left_out(stdout, opt);
	if (each_record(opt, count_record, &c))
		put_counts(&c);
	tdestroy(c.tree, free_kind);
	free(c.list);
	return 0;
}
