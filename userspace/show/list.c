// SPDX-License-Identifier: GPL-2.0
/* The list: one line per call, in columns that fit the terminal. */
#include <stdlib.h>
#include <string.h>

#include "show/show.h"

/* So many lines wait for further calls that match them; then the older half is printed. */
#define WINDOW	512

/* Indentation of a reason below its line, and its maximum number of lines: a file may say more. */
#define BELOW		"    "
#define BELOW_LINES	12
/* The time of day without its fraction. */
#define WHEN_LEAST	8
/* So many reasons are remembered, of which each is said once. */
#define REASONS		64

enum {
	COL_SEQ, COL_WHEN, COL_WHO, COL_EVENT, COL_MODE, COL_TARGET, COL_RESULT, COL_NOTE, COLS
};

static const struct column list_columns[COL_NOTE] = {
	{ "#", 0, 0 }, { "WHEN", 0, 0 }, { "WHO", 10, 0 }, { "EVENT", 12, 0 }, { "HOW", 9, 0 },
	{ "WHAT", 9, 0 }, { "RESULT", 12, 0 },
};

/* A reason that was printed, with the arguments that help, and of which call. */
struct said {
	char *note;
	char *fix;
	uint64_t seq;
};

struct list {
	const struct options *opt;
	struct fold fold;
	struct table table;
	struct said said[REASONS];	/* a ring */
	size_t next_said;
	bool titled;
	unsigned long printed;
};

/**
 * list_begin() - begin a list
 * @opt: options; they must outlive it
 */
struct list *list_begin(const struct options *opt)
{
	struct list *l = must(calloc(1, sizeof(*l)));

	l->opt = opt;
	l->table = (struct table){ list_columns, COL_NOTE, .room = term_width(opt) };
	return l;
}

static void put_numbers(struct text *t, const struct row *row)
{
	text_printf(t, "#%ju", (uintmax_t)row->seq);
}

/* The cells of a line; @made holds those that are not strings of the row. */
static void cells(const struct row *row, const char *cell[COLS], struct text made[4])
{
	put_numbers(&made[0], row);
	row_mode(&made[1], row);
	row_target(&made[2], row);
	row_result(&made[3], row);
	cell[COL_SEQ] = text_str(&made[0]);
	cell[COL_WHEN] = row->when;
	cell[COL_WHO] = row->who;
	cell[COL_EVENT] = row->event;
	cell[COL_MODE] = text_str(&made[1]);
	cell[COL_TARGET] = text_str(&made[2]);
	cell[COL_RESULT] = text_str(&made[3]);
	cell[COL_NOTE] = "";
}

static void measure(struct list *l, const struct row *row)
{
	struct text made[4] = { 0 };
	const char *cell[COLS];
	int i;

	cells(row, cell, made);
	table_measure(&l->table, cell);
	for (i = 0; i < 4; i++)
		text_free(&made[i]);
}

/* A reason takes room from no column: it can stand below. The time gives some last. */
static void squeeze(struct list *l)
{
	struct table *t = &l->table;

	table_fit(t);
	while (t->room && table_start(t, t->n) > t->room + 2 && t->width[COL_WHEN] > WHEN_LEAST)
		t->width[COL_WHEN]--;
}

/* Writes a reason that does not fit beside the columns below them, cut to a few lines. */
static void put_below(const struct list *l, const char *note)
{
	size_t room = l->table.room - strlen(BELOW);
	int i;

	for (i = 1; i < BELOW_LINES && columns(note) > room; i++) {
		size_t n = line_of(note, room);

		printf("\n" BELOW "%.*s", (int)n, note);
		note += n + (note[n] == ' ');
	}
	fputs("\n" BELOW, stdout);
	put_cell(note, room);
}

/* The last column may begin before its place, if its text fits only so. */
static void put_line(const struct list *l, const char *cell[COLS], enum style style)
{
	size_t n = columns(cell[COL_NOTE]), room = l->table.room, used;
	size_t at = table_start(&l->table, COL_NOTE);

	fputs(term_on(style), stdout);
	used = table_cells(&l->table, cell);
	if (n && room && used + 2 + n > room) {
		put_below(l, cell[COL_NOTE]);
	} else if (n) {
		table_pad(used, room && at + n > room ? room - n : at);
		fputs(cell[COL_NOTE], stdout);
	}
	printf("%s\n", term_off(style));
}

static void put_title(struct list *l)
{
	const char *cell[COLS];

	table_titles(&l->table, cell);
	cell[COL_NOTE] = "WHY";
	if (l->table.room && table_start(&l->table, COL_NOTE) + strlen("WHY") > l->table.room)
		cell[COL_NOTE] = "";
	put_line(l, cell, BOLD);
	l->titled = true;
}

static void remember(struct list *l, const struct row *row, const char *note)
{
	struct said *said = &l->said[l->next_said++ % REASONS];

	free(said->note);
	free(said->fix);
	said->note = must(strdup(note));
	said->fix = must(strdup(row->fix));
	said->seq = row->seq;
}

static const struct said *said_before(const struct list *l, const char *note)
{
	size_t i;

	for (i = 0; i < REASONS; i++)
		if (l->said[i].note && !strcmp(l->said[i].note, note))
			return &l->said[i];
	return NULL;
}

/* The last column. A reason is said once: further calls that have it refer to the first. */
static void put_note(struct list *l, const struct row *row, struct text *t)
{
	const struct said *before, *said;
	struct text note = { 0 };

	text_add(&note, row->note);
	fare_put(&note, &row->fare, row->count);
	if (t->len && (note.len || *row->fix))
		text_add(t, ": ");
	before = said_before(l, text_str(&note));
	said = row->reasoned ? before : NULL;
	if (*row->fix && (!said || strcmp(row->fix, said->fix)))
		text_printf(t, "%s: ", row->fix);
	if (!said)
		text_add(t, text_str(&note));
	else
		text_printf(t, "as #%ju%s", (uintmax_t)said->seq,
			    *said->fix && !*row->fix ? ", but nothing to pass helps" : "");
	if (!before && (row->reasoned || row->fare.never))
		remember(l, row, text_str(&note));
	text_free(&note);
}

/* Has the terminal room for all of the result, behind the columns before it? */
static bool has_room(const struct list *l, const char *result)
{
	return !l->table.room ||
	       table_start(&l->table, COL_RESULT) + columns(result) <= l->table.room;
}

static void put_row(struct list *l, const struct row *row)
{
	struct text made[5] = { 0 };
	const char *cell[COLS];
	int i;

	cells(row, cell, made);
	/* An error is never cut: with its reason it stands below the line. */
	if (row->result && !has_room(l, cell[COL_RESULT])) {
		text_add(&made[4], cell[COL_RESULT]);
		cell[COL_RESULT] = "";
	}
	put_note(l, row, &made[4]);
	cell[COL_NOTE] = text_str(&made[4]);
	put_line(l, cell, row->probe ? GREY : row->result ? RED : PLAIN);
	for (i = 0; i < 5; i++)
		text_free(&made[i]);
	l->printed++;
}

/**
 * list_flush() - print lines
 * @l:   the list
 * @all: all of them; otherwise the older half
 */
void list_flush(struct list *l, bool all)
{
	size_t n = all ? l->fold.n : l->fold.n / 2;
	size_t i;

	if (!n)
		return;
	fold_trials(&l->fold, n);
	for (i = 0; i < n; i++)
		if (!l->fold.row[i].gone)
			measure(l, &l->fold.row[i]);
	squeeze(l);
	if (!l->titled)
		put_title(l);
	for (i = 0; i < n; i++) {
		if (!l->fold.row[i].gone)
			put_row(l, &l->fold.row[i]);
		row_free(&l->fold.row[i]);
	}
	l->fold.n -= n;
	memmove(l->fold.row, l->fold.row + n, l->fold.n * sizeof(*l->fold.row));
	fflush(stdout);
}

static void add_row(struct list *l, struct row *row)
{
	fold_add(&l->fold, row);
	if (l->fold.n >= WINDOW)
		list_flush(l, false);
}

/**
 * list_record() - add a record to the list
 * @l: the list
 * @r: the record
 */
void list_record(struct list *l, const struct record *r)
{
	uint64_t close_of = 0;
	struct row row;

	if (!record_is_open(r)) {
		close_of = fold_op(&l->fold, r);
		if (!filter_shows(l->opt, r))
			return;
	}
	row_fill(&row, r, l->opt);
	row.close_of = close_of;
	add_row(l, &row);
}

/**
 * list_amiss() - add a call on a descriptor which tells that something is amiss, without -c
 * @l:     the list
 * @r:     the record
 * @never: a better reason why its event never ran; NULL: none
 *
 * It is said on the line of the open, if that is not printed yet.
 */
void list_amiss(struct list *l, const struct record *r, const char *never)
{
	struct row row;

	fold_op(&l->fold, r);
	row_fill(&row, r, l->opt);
	if (never && row.fare.never) {
		free(row.fare.never);
		row.fare.never = must(strdup(never));
	}
	if (!fold_amiss(&l->fold, r, &row))
		add_row(l, &row);
}

/**
 * list_end() - print the rest and free the list
 * @l: the list
 *
 * Return: how many lines were printed.
 */
unsigned long list_end(struct list *l)
{
	unsigned long printed;
	size_t i;

	list_flush(l, true);
	printed = l->printed;
	free(l->fold.row);
	for (i = 0; i < REASONS; i++) {
		free(l->said[i].note);
		free(l->said[i].fix);
	}
	free(l);
	return printed;
}
