// SPDX-License-Identifier: GPL-2.0
/* The list: one line per call, in columns that fit the terminal. */

#include "ui/ui.h"

/* At most 512 lines wait for further calls that match them; then the older half is printed. */
#define WINDOW	512

/* Indentation and maximum number of lines of a note that does not fit next to the columns. */
#define BELOW		"    "
#define BELOW_LINES	12
/* Maximum number of causes that have a letter of their own. */
#define CAUSES_MOST	(26 * 27)

enum {
	COL_SEQ, COL_WHEN, COL_WHO, COL_EVENT, COL_MODE, COL_TARGET, COL_RESULT, COL_NOTE, COLS
};

static const struct column list_columns[COL_NOTE] = {
	{ "#", 0, COLUMN_RIGHT }, { "TIME", 0, 1 }, { "CALLER", 10, 0 }, { "EVENT", 12, 0 },
	{ "MODE", 9, 0 }, { "TARGET", 9, 0 }, { "RESULT", 22, 0 },
};

struct list {
	const struct options *opt;
	struct fold fold;
	struct table table;
	struct causes *causes;
	bool titled;
	bool said;		/* the last that was printed is a diagnostic */
	unsigned long printed;
	unsigned long calls, refused, reasons;
	uint64_t first;		/* the first call with a diagnostic */
	uint64_t helped;	/* the first refused open with help */
};

/**
 * list_begin() - begin a list
 * @opt: options; they must outlive it
 */
struct list *list_begin(const struct options *opt)
{
	struct list *l = must(calloc(1, sizeof(*l)));

	l->opt = opt;
	l->causes = causes_begin();
	l->table = (struct table){
		list_columns, COL_NOTE, .room = term_width(opt), .styled = COL_RESULT,
	};
	return l;
}

/*
 * The cells of a line; @made holds strings that do not belong to the row. @mark: the letter of the
 * cause, printed behind the result; NULL: none.
 */
static void cells(const struct row *row, const char *mark, const char *cell[COLS],
		  struct text made[4])
{
	text_printf(&made[0], "%ju", (uintmax_t)row->seq);
	row_mode(&made[1], row);
	row_target(&made[2], row);
	row_result(&made[3], row);
	if (mark)
		text_printf(&made[3], "%s[%s]", made[3].len ? " " : "", mark);
	cell[COL_SEQ] = text_str(&made[0]);
	cell[COL_WHEN] = row->when;
	cell[COL_WHO] = row->who;
	cell[COL_EVENT] = row->event;
	cell[COL_MODE] = text_str(&made[1]);
	cell[COL_TARGET] = text_str(&made[2]);
	cell[COL_RESULT] = text_str(&made[3]);
	cell[COL_NOTE] = "";
}

/* @mark: a letter as wide as that of its cause, which is not known before the line is printed */
static void measure(struct list *l, const struct row *row, const char *mark)
{
	struct text made[4] = { 0 };
	const char *cell[COLS];
	int i;

	cells(row, row->why ? mark : NULL, cell, made);
	table_measure(&l->table, cell);
	for (i = 0; i < 4; i++)
		text_free(&made[i]);
}

/* Writes a note that does not fit next to the columns below them, cut to a few lines. */
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
	cell[COL_NOTE] = "";
	put_line(l, cell, BOLD);
	l->titled = true;
}

/* Adds the cause of a call; returns its letter. */
static const char *add_cause(struct list *l, struct diagnostic *d, uint64_t seq)
{
	if (!l->first)
		l->first = seq;
	return causes_add(l->causes, d, seq);
}

/* A call on an event that failed, on the line of the event's open. */
static void put_faults(struct list *l, struct row *row, struct text *t)
{
	struct fault *f;
	size_t i;

	for (i = 0; i < row->n_faults; i++) {
		f = &row->fault[i];
		text_printf(t, "%s%s", t->len ? "; " : "", f->what);
		if (f->why)
			text_printf(t, " [%s]", add_cause(l, f->why, f->seq));
		f->why = NULL;
	}
}

/* The last column. */
static void put_note(struct list *l, struct row *row, struct text *t)
{
	struct diagnostic *never = row->fare.never;

	text_add(t, row->note);
	put_faults(l, row, t);
	fare_put(t, &row->fare, row->count);
	row->fare.never = NULL;
	if (never)
		text_printf(t, " [%s]", add_cause(l, never, row->seq));
}

static void count_row(struct list *l, const struct row *row)
{
	l->calls += row->calls;
	l->refused += row->refused;
	if (!l->helped && row->open && row->result && row->why && *row->why->help)
		l->helped = row->seq;
}

static void put_row(struct list *l, struct row *row)
{
	struct text made[5] = { 0 };
	const char *cell[COLS];
	int i;

	cells(row, row->why ? add_cause(l, row->why, row->seq) : NULL, cell, made);
	row->why = NULL;
	put_note(l, row, &made[4]);
	cell[COL_NOTE] = text_str(&made[4]);
	l->table.style = row->result ? RED : PLAIN;
	put_line(l, cell, row->probe ? GREY : PLAIN);
	for (i = 0; i < 5; i++)
		text_free(&made[i]);
	l->printed++;
}

/* Return true if another window may have more causes than there are letters. */
static bool is_full(const struct list *l)
{
	return causes_count(l->causes) + WINDOW > CAUSES_MOST;
}

/* The diagnostics of the lines since the last time. */
static void put_causes(struct list *l)
{
	if (causes_put(l->causes, l->printed, term_height(), l->table.room, &l->reasons))
		l->said = true;
	if (!is_full(l))
		return;
	causes_free(l->causes);
	l->causes = causes_begin();
}

/* If a refused call is the only line of a list, its diagnostic is printed without a table. */
static bool put_alone(struct list *l, struct row *row)
{
	struct text from = { 0 };

	if (l->titled || row->gone || !row->why || !row->result)
		return false;
	row_from(&from, row);
	diagnostic_put(row->why, from.s, l->table.room);
	text_free(&from);
	l->reasons++;
	l->printed++;
	l->first = row->seq;
	return true;
}

static void put_rows(struct list *l, size_t n)
{
	const char *mark = causes_count(l->causes) + n > 26 ? "aa" : "a";
	const char *title[COLS];
	size_t i;

	for (i = 0; i < n; i++)
		if (!l->fold.row[i].gone)
			measure(l, &l->fold.row[i], mark);
	table_titles(&l->table, title);
	table_fit(&l->table);
	if (l->said)
		putchar('\n');
	l->said = false;
	if (!l->titled)
		put_title(l);
	for (i = 0; i < n; i++) {
		struct row *row = &l->fold.row[i];

		if (!row->gone) {
			put_row(l, row);
		} else if (row->why) {
			add_cause(l, row->why, row->seq);
			row->why = NULL;
		}
	}
}

/* Prints the first @n lines. @last: no further ones come. */
static void flush(struct list *l, size_t n, bool last)
{
	size_t i;

	if (!n)
		return;
	fold_trials(&l->fold, n);
	fold_others(&l->fold, n);
	for (i = 0; i < n; i++)
		count_row(l, &l->fold.row[i]);
	if (!last || n > 1 || !put_alone(l, l->fold.row))
		put_rows(l, n);
	for (i = 0; i < n; i++)
		row_free(&l->fold.row[i]);
	l->fold.n -= n;
	memmove(l->fold.row, l->fold.row + n, l->fold.n * sizeof(*l->fold.row));
}

/**
 * list_flush() - print lines
 * @l:   the list
 * @all: all of them; otherwise the older half
 */
void list_flush(struct list *l, bool all)
{
	flush(l, all ? l->fold.n : l->fold.n / 2, false);
	if (l->opt->follow || is_full(l))
		put_causes(l);
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
 * list_amiss() - add a call on a descriptor that shows a fault, without -c
 * @l:     the list
 * @r:     the record
 * @never: a better reason why its event never ran; NULL: none
 *
 * It is said on the line of the open, if that is not printed yet.
 */
void list_amiss(struct list *l, const struct record *r, const struct why_never *never)
{
	struct row row;

	fold_op(&l->fold, r);
	row_fill(&row, r, l->opt);
	if (never && row.fare.never) {
		diagnostic_free(row.fare.never);
		row.fare.never = diagnostic_never(never);
	}
	if (!fold_amiss(&l->fold, r, &row))
		add_row(l, &row);
}

/* The next command to type, if the calls can be found again, each in a line. */
static void put_next(struct text *t, const struct list *l)
{
	const struct options *opt = l->opt;
	struct text file = { 0 };

	if (!l->first || ((opt->traced || opt->bpf) && !opt->kept))
		return;
	if (opt->input && strcmp(opt->input, "-")) {
		text_add(&file, "-i ");
		text_safe(&file, opt->input);
		text_char(&file, ' ');
	}
	if (!opt->input || file.len)
		text_printf(t, "\nIn full: perfattr %sshow %ju.", text_str(&file),
			    (uintmax_t)l->first);
	if (l->helped && (!opt->input || file.len))
		text_printf(t, "\nTry what helps: perfattr %stry %ju.", text_str(&file),
			    (uintmax_t)l->helped);
	text_free(&file);
}

/* The number of calls and the next command, on one line: a command must not be broken. */
static void put_sum(const struct list *l, const char *note)
{
	size_t room = l->table.room, i;
	struct text t = { 0 };
	bool fits;

	text_printf(&t, l->calls == 1 ? "%lu call" : "%lu calls", l->calls);
	if (!l->refused)
		text_add(&t, l->calls == 1 ? ", not refused" : ", none refused");
	else if (l->refused == l->calls)
		text_add(&t, l->calls == 1 ? ", refused" : ", all refused");
	else
		text_printf(&t, ", %lu refused", l->refused);
	if (l->refused > 1 && l->reasons)
		text_printf(&t, l->reasons == 1 ? " for %lu reason" : " for %lu reasons",
			    l->reasons);
	text_add(&t, note ? ". " : ".");
	text_add(&t, note ? note : "");
	put_next(&t, l);
	fits = !room || columns(t.s) <= room;
	for (i = 0; fits && i < t.len; i++)
		if (t.s[i] == '\n')
			t.s[i] = ' ';
	fputs(term_on(GREY), stdout);
	wrap_put(t.s, 0, 0, room);
	fputs(term_off(GREY), stdout);
	text_free(&t);
}

/**
 * list_end() - print the rest and free the list
 * @l:    the list
 * @note: a sentence for its last line; NULL: none
 *
 * Return: how many lines were printed.
 */
unsigned long list_end(struct list *l, const char *note)
{
	unsigned long printed;

	flush(l, l->fold.n, true);
	put_causes(l);
	printed = l->printed;
	if (printed) {
		putchar('\n');
		put_sum(l, note);
	}
	causes_free(l->causes);
	free(l->fold.row);
	free(l);
	return printed;
}
