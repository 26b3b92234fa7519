// SPDX-License-Identifier: GPL-2.0
/* The list: one line per call, in columns that fit the terminal. */
#include <stdlib.h>
#include <string.h>

#include "show/show.h"

/* So many lines wait for further calls that match them; then the older half is printed. */
#define WINDOW	512

/* Desired width of a reason. */
#define NOTE_WIDTH	40
/* Minimum width: "a trial" fits. */
#define NOTE_LEAST	8

/* Indentation of a reason below its line, and its maximum number of lines. */
#define BELOW		"    "
#define BELOW_LINES	3

enum column {
	COL_SEQ, COL_WHEN, COL_WHO, COL_EVENT, COL_MODE, COL_TARGET, COL_RESULT, COL_NOTE, COLS
};

/*
 * @most: maximum width of a column if space is short; the last column takes the rest.
 */
static const struct {
	const char *title;
	size_t most;
} column_info[COLS] = {
	{ "#", 9 }, { "WHEN", 26 }, { "WHO", 18 }, { "EVENT", 30 }, { "HOW", 12 }, { "WHAT", 24 },
	{ "RESULT", 16 }, { "WHY", 0 },
};

struct list {
	const struct options *opt;
	struct fold fold;
	size_t width[COLS];
	unsigned int terminal;
	char *reason;		/* the last that was printed, and of which call */
	uint64_t reason_of;
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
static void cells(const struct row *row, const char *cell[COLS], struct text made[3])
{
	put_numbers(&made[0], row);
	row_target(&made[1], row);
	row_result(&made[2], row);
	cell[COL_SEQ] = text_str(&made[0]);
	cell[COL_WHEN] = row->when;
	cell[COL_WHO] = row->who;
	cell[COL_EVENT] = row->event;
	cell[COL_MODE] = row->mode;
	cell[COL_TARGET] = text_str(&made[1]);
	cell[COL_RESULT] = text_str(&made[2]);
	cell[COL_NOTE] = row->note;
}

static void measure(struct list *l, const struct row *row)
{
	struct text made[3] = { 0 };
	const char *cell[COLS];
	int i;

	cells(row, cell, made);
	for (i = 0; i < COLS; i++) {
		size_t n = columns(cell[i]);

		if (!l->terminal && n > PAD_MOST)
			n = PAD_MOST;
		if (n > l->width[i])
			l->width[i] = n;
	}
	for (i = 0; i < 3; i++)
		text_free(&made[i]);
}

static size_t total(const struct list *l)
{
	size_t sum = 0;
	int i;

	for (i = 0; i < COL_NOTE; i++)
		sum += l->width[i] + 2;
	return sum;
}

/* If the reason has no room, shrink the columns to their usual width, and then further. */
static void squeeze(struct list *l)
{
	static const enum column can[] = { COL_EVENT, COL_WHO, COL_TARGET, COL_WHEN };
	static const size_t least[] = { 12, 10, 9, 5 };
	size_t i;

	for (i = 0; l->terminal && i < COL_NOTE; i++)
		while (total(l) + NOTE_WIDTH > l->terminal && l->width[i] > column_info[i].most)
			l->width[i]--;
	for (i = 0; l->terminal && i < ARRAY_SIZE(can); i++)
		while (total(l) + NOTE_LEAST > l->terminal && l->width[can[i]] > least[i])
			l->width[can[i]]--;
}

/* At most @room columns of a string, marked if it was cut; padded to @width. */
static void put_cell(const char *s, size_t room, size_t width)
{
	const char *cut = utf8 ? "…" : "~";
	size_t n = columns(s), i;

	if (n <= room) {
		fputs(s, stdout);
	} else if (room) {
		for (i = 0; i + 1 < room || (*s & 0xc0) == 0x80; s++) {
			i += (s[1] & 0xc0) != 0x80;
			putchar(*s);
		}
		fputs(cut, stdout);
		n = room;
	} else {
		n = 0;
	}
	for (; n < width; n++)
		putchar(' ');
}

/* Length of the next line of at most @room columns; breaks at a blank if possible. */
static size_t line_of(const char *s, size_t room)
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
	put_cell(note, room, 0);
}

static bool note_fits(const struct list *l, const char *note)
{
	return !l->terminal || total(l) + columns(note) <= l->terminal;
}

static void put_line(const struct list *l, const char *cell[COLS], enum style style)
{
	bool below = (style == PLAIN || style == RED) && *cell[COL_NOTE] &&
		     !note_fits(l, cell[COL_NOTE]);
	int i, last = below ? COL_NOTE - 1 : COLS - 1;
	size_t used = 0;

	while (last && !*cell[last])
		last--;
	fputs(term_on(style), stdout);
	for (i = 0; i <= last; i++) {
		size_t width = i == COL_NOTE ? SIZE_MAX : l->width[i];

		if (i < COL_NOTE && !width)
			continue;
		if (used) {
			fputs("  ", stdout);
			used += 2;
		}
		if (l->terminal && width > l->terminal - used)
			width = l->terminal > used ? l->terminal - used : 0;
		put_cell(cell[i], l->terminal ? width : SIZE_MAX, i == last ? 0 : width);
		used += width;
		if (l->terminal && used + 2 >= l->terminal)
			break;
	}
	if (below)
		put_below(l, cell[COL_NOTE]);
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
	put_line(l, cell, BOLD);
	l->titled = true;
}

/* The reason of a refused call; further calls with the same reason refer to the first. */
static const char *say_once(struct list *l, const struct row *row, struct text *t)
{
	if (*row->note && l->reason && !strcmp(l->reason, row->note)) {
		text_printf(t, "as #%ju", (uintmax_t)l->reason_of);
		return text_str(t);
	}
	free(l->reason);
	l->reason = must(strdup(row->note));
	l->reason_of = row->seq;
	return row->note;
}

static void put_row(struct list *l, const struct row *row)
{
	struct text made[4] = { 0 };
	const char *cell[COLS];
	int i;

	cells(row, cell, made);
	if (row->result)
		cell[COL_NOTE] = say_once(l, row, &made[3]);
	put_line(l, cell, row->probe ? GREY : row->result ? RED : PLAIN);
	for (i = 0; i < 4; i++)
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
	for (i = 0; i < n; i++)
		measure(l, &l->fold.row[i]);
	squeeze(l);
	if (!l->titled)
		put_title(l);
	for (i = 0; i < n; i++) {
		put_row(l, &l->fold.row[i]);
		row_free(&l->fold.row[i]);
	}
	l->fold.n -= n;
	memmove(l->fold.row, l->fold.row + n, l->fold.n * sizeof(*l->fold.row));
	fflush(stdout);
}

/**
 * list_record() - add a record to the list
 * @l: the list
 * @r: the record
 */
void list_record(struct list *l, const struct record *r)
{
	struct row row;

	if (!record_is_open(r)) {
		fold_op(&l->fold, r);
		if (!l->opt->calls)
			return;
	}
	row_fill(&row, r, l->opt);
	fold_add(&l->fold, &row);
	if (l->fold.n >= WINDOW)
		list_flush(l, false);
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

	list_flush(l, true);
	printed = l->printed;
	free(l->fold.row);
	free(l->reason);
	free(l);
	return printed;
}
