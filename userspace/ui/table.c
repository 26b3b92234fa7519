// SPDX-License-Identifier: GPL-2.0
/* Lines in columns: all that perfattr prints as a table. */

#include "ui/ui.h"

/**
 * put_cell() - print at most a number of columns of a string, marked if it was cut
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

/*
 * Return true if a line may end before this blank. Assignments, and an option with its value, stay
 * together.
 */
static bool may_break(const char *s, size_t i)
{
	if (s[i] != ' ' || s[i + 1] == '=' || (i && s[i - 1] == '='))
		return false;
	return i < 3 || s[i - 3] != '(' || s[i - 2] != '-';
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
		if (may_break(s, i))
			blank = i;
	}
	return i;
}

/**
 * table_measure() - make columns wide enough for a line
 * @t:    the table
 * @cell: the cells of the line
 */
void table_measure(struct table *t, const char * const *cell)
{
	size_t i, n;

	for (i = 0; i < t->n; i++) {
		n = columns(cell[i]);
		if (!t->room && n > PAD_MOST)
			n = PAD_MOST;
		if (n > t->width[i])
			t->width[i] = n;
	}
}

/**
 * table_start() - where a column begins
 * @t: the table
 * @i: the column; @t->n: the text behind all columns
 */
size_t table_start(const struct table *t, size_t i)
{
	size_t k, sum = 0;

	for (k = 0; k < i; k++)
		sum += t->width[k] ? t->width[k] + 2 : 0;
	return sum;
}

/* The widest of the columns that may be narrower; -1 if none may. */
static int widest(const struct table *t)
{
	int i, found = -1;

	for (i = 0; i < (int)t->n; i++)
		if (t->column[i].least && t->width[i] > t->column[i].least &&
		    (found < 0 || t->width[i] > t->width[found]))
			found = i;
	return found;
}

/**
 * table_fit() - make columns narrower, or leave some out, where the line has no room for all
 * @t: the table, measured
 */
void table_fit(struct table *t)
{
	size_t most = t->room + 2, order, i;
	int k;

	for (order = 1; t->room && order <= t->n; order++)
		for (i = 0; i < t->n; i++)
			if ((t->column[i].leaves & ~COLUMN_RIGHT) == order &&
			    table_start(t, t->n) > most)
				t->width[i] = 0;
	while (t->room && table_start(t, t->n) > most && (k = widest(t)) >= 0)
		t->width[k]--;
}

/**
 * table_pad() - print blanks up to a column, at least two between two cells
 * @used: columns of the line that are printed
 * @to:   where to
 *
 * Return: columns that are printed then.
 */
size_t table_pad(size_t used, size_t to)
{
	if (used && to < used + 2)
		to = used + 2;
	for (; used < to; used++)
		putchar(' ');
	return used;
}

/* Return true if the cell of this column has text. The last column needs no width. */
static bool has_cell(const struct table *t, const char * const *cell, size_t i)
{
	return *cell[i] && (t->width[i] || i + 1 == t->n);
}

/* Columns from @used on that a cell may take, including those of empty cells behind it. */
static size_t room_of(const struct table *t, const char * const *cell, size_t i, size_t used)
{
	size_t end = SIZE_MAX, next = i + 1;

	while (next < t->n && !has_cell(t, cell, next))
		next++;
	if (next < t->n)
		end = table_start(t, next);
	if (t->room && end > t->room + 2)
		end = t->room + 2;
	return end > used + 2 ? end - used - 2 : 0;
}

/* Blanks before a cell whose column is aligned at its right. */
static size_t right_of(const struct table *t, size_t i, size_t n)
{
	bool right = t->column && t->column[i].leaves & COLUMN_RIGHT;

	return right && n < t->width[i] ? t->width[i] - n : 0;
}

/**
 * table_cells() - print the cells of a line, and no end of the line
 * @t:    the table
 * @cell: a string for each column
 *
 * Return: columns that are printed.
 */
size_t table_cells(const struct table *t, const char * const *cell)
{
	size_t used = 0, room, i, n;
	enum style style;

	for (i = 0; i < t->n; i++) {
		if (t->room && (table_start(t, i) >= t->room || used + 2 >= t->room))
			break;
		if (!has_cell(t, cell, i))
			continue;
		n = columns(cell[i]);
		used = table_pad(used, table_start(t, i) + right_of(t, i, n));
		room = room_of(t, cell, i, used);
		style = i && i == t->styled ? t->style : PLAIN;
		fputs(term_on(style), stdout);
		put_cell(cell[i], t->room ? room : SIZE_MAX);
		fputs(term_off(style), stdout);
		/* A cell that is too wide moves the rest of its line. */
		used += n < room ? n : room;
	}
	return used;
}

/**
 * table_line() - print a line
 * @t:     the table
 * @cell:  a string for each column
 * @style: how
 */
void table_line(const struct table *t, const char * const *cell, enum style style)
{
	fputs(term_on(style), stdout);
	table_cells(t, cell);
	printf("%s\n", term_off(style));
}

/**
 * table_titles() - the titles of columns that are not empty, which become wide enough for them
 * @t:    the table
 * @cell: receives them
 */
void table_titles(struct table *t, const char **cell)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		cell[i] = t->width[i] ? t->column[i].title : "";
		if (t->width[i] && t->width[i] < strlen(cell[i]))
			t->width[i] = strlen(cell[i]);
	}
}
