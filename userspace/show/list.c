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

enum column {
	COL_SEQ, COL_WHEN, COL_WHO, COL_EVENT, COL_MODE, COL_TARGET, COL_RESULT, COL_NOTE, COLS
};

/*
 * @least: to so many columns it may shrink if space is short; 0: it may not
 */
static const struct {
	const char *title;
	size_t least;
} column_info[COLS] = {
	{ "#", 0 }, { "WHEN", 0 }, { "WHO", 10 }, { "EVENT", 12 }, { "HOW", 9 }, { "WHAT", 9 },
	{ "RESULT", 12 }, { "WHY", 0 },
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
	size_t width[COLS];
	unsigned int terminal;
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
	l->terminal = term_width(opt);
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
	for (i = 0; i < COL_NOTE; i++) {
		size_t n = columns(cell[i]);

		if (!l->terminal && n > PAD_MOST)
			n = PAD_MOST;
		if (n > l->width[i])
			l->width[i] = n;
	}
	for (i = 0; i < 4; i++)
		text_free(&made[i]);
}

static size_t total(const struct list *l)
{
	size_t sum = 0;
	int i;

	for (i = 0; i < COL_NOTE; i++)
		sum += l->width[i] ? l->width[i] + 2 : 0;
	return sum;
}

/* The widest of the columns that may be narrower; COLS if none may. */
static int widest(const struct list *l)
{
	int i, found = COLS;

	for (i = 0; i < COL_NOTE; i++)
		if (column_info[i].least && l->width[i] > column_info[i].least &&
		    (found == COLS || l->width[i] > l->width[found]))
			found = i;
	return found;
}

/*
 * If the columns have no room, the widest give some; the time does so last. A reason takes room
 * from none of them: it can stand below.
 */
static void squeeze(struct list *l)
{
	size_t most = l->terminal + 2;
	int i;

	while (l->terminal && total(l) > most && (i = widest(l)) < COLS)
		l->width[i]--;
	while (l->terminal && total(l) > most && l->width[COL_WHEN] > WHEN_LEAST)
		l->width[COL_WHEN]--;
}

/**
 * put_cell() - print at most so many columns of a string, marked if it was cut
 * @s:    the string
 * @room: columns
 */
void put_cell(const char *s, size_t room)
{
	const char *cut = utf8 ? "…" : "~";
	size_t i;

	if (columns(s) <= room) {
		fputs(s, stdout);
	} else if (room) {
		for (i = 0; i + 1 < room || (*s & 0xc0) == 0x80; s++) {
			i += (s[1] & 0xc0) != 0x80;
			putchar(*s);
		}
		fputs(cut, stdout);
	}
}

/**
 * line_of() - the bytes of a text that fit into a line
 * @s:    the text
 * @room: columns of the line
 *
 * It ends before a blank, if there is one.
 */
size_t line_of(const char *s, size_t room)
{
	size_t i, n = 0, blank = 0;

	for (i = 0; s[i]; i++) {
		n += (s[i] & 0xc0) != 0x80;
		if (n > room)
			return blank ? blank : i;
		if (s[i] == ' ')
			blank = i;
	}
	return i;
}

/* Writes a reason that does not fit beside the columns below them, cut to a few lines. */
static void put_below(const struct list *l, const char *note)
{
	size_t room = l->terminal - strlen(BELOW);
	int i;

	for (i = 1; i < BELOW_LINES && columns(note) > room; i++) {
		size_t n = line_of(note, room);

		printf("\n" BELOW "%.*s", (int)n, note);
		note += n + (note[n] == ' ');
	}
	fputs("\n" BELOW, stdout);
	put_cell(note, room);
}

/* Where the next column begins that is not empty in this line. */
static size_t next_start(const struct list *l, const char *cell[COLS], int i, size_t start)
{
	do {
		start += l->width[i] ? l->width[i] + 2 : 0;
		i++;
	} while (i < COL_NOTE && !*cell[i]);
	return i < COL_NOTE ? start : SIZE_MAX;
}

/* Columns from @used to @to, at least two between two cells. */
static size_t pad(size_t used, size_t to)
{
	if (used && to < used + 2)
		to = used + 2;
	for (; used < to; used++)
		putchar(' ');
	return used;
}

/* The cells of a line but the last; one that is too long takes what empty ones behind it have. */
static size_t put_cells(const struct list *l, const char *cell[COLS])
{
	size_t start = 0, used = 0, room, next;
	int i;

	for (i = 0; i < COL_NOTE; i++) {
		if (l->terminal && (start >= l->terminal || used + 2 >= l->terminal))
			break;
		if (*cell[i]) {
			used = pad(used, start);
			next = next_start(l, cell, i, start);
			room = next > used + 2 ? next - used - 2 : 0;
			if (l->terminal && room > l->terminal - used)
				room = l->terminal - used;
			put_cell(cell[i], l->terminal ? room : SIZE_MAX);
			used += columns(cell[i]) < room ? columns(cell[i]) : room;
		}
		if (l->width[i])
			start += l->width[i] + 2;
	}
	return used;
}

/* The last column may begin before its place, if its text fits only so. */
static void put_line(const struct list *l, const char *cell[COLS], enum style style)
{
	size_t n = columns(cell[COL_NOTE]), used;

	fputs(term_on(style), stdout);
	used = put_cells(l, cell);
	if (n && l->terminal && used + 2 + n > l->terminal) {
		put_below(l, cell[COL_NOTE]);
	} else if (n) {
		pad(used, l->terminal && total(l) + n > l->terminal ? l->terminal - n : total(l));
		fputs(cell[COL_NOTE], stdout);
	}
	printf("%s\n", term_off(style));
}

static void put_title(struct list *l)
{
	const char *cell[COLS];
	int i;

	for (i = 0; i < COLS; i++) {
		cell[i] = column_info[i].title;
		if (i < COL_NOTE && l->width[i] && l->width[i] < strlen(cell[i]))
			l->width[i] = strlen(cell[i]);
	}
	if (l->terminal && total(l) + strlen(cell[COL_NOTE]) > l->terminal)
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
	size_t start = 0;
	int i;

	for (i = 0; i < COL_RESULT; i++)
		start += l->width[i] ? l->width[i] + 2 : 0;
	return !l->terminal || start + columns(result) <= l->terminal;
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
