// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reads kallsyms, and finds symbols by name and by address. perfattr-bpf uses this file alone. */
#include "host/kallsyms.h"

#include <stdlib.h>

/* Names of symbols have up to 511 characters, names of modules 55. */
#define LINE_LEN	1024
/* Far more than any kernel has: lines of a file, bytes of names that are kept. */
#define LINES_MAX	4000000
#define NAMES_MAX	(16 << 20)

/**
 * env_text_grow() - make room for more bytes
 * @text: the buffer, of malloc()
 * @len:  bytes in it
 * @room: bytes for which it has room
 * @more: how many more are needed
 *
 * Return: false if there is no memory, or if that is more than any kernel has.
 */
bool env_text_grow(char **text, size_t len, size_t *room, size_t more)
{
	char *larger;

	if (len + more <= *room)
		return true;
	*room = *room ? 2 * *room : 65536;
	larger = *room <= NAMES_MAX ? realloc(*text, *room) : NULL;
	if (!larger)
		return false;
	*text = larger;
	return true;
}

/* Reads the beginning of a longer line, whose name would be too long for a record. */
static bool next_line(char *line, FILE *file)
{
	int c;

	if (!fgets(line, LINE_LEN, file))
		return false;
	if (strchr(line, '\n'))
		return true;
	do {
		c = getc(file);
	} while (c != '\n' && c != EOF);
	return true;
}

/**
 * env_each_line() - read a file line by line
 * @file: the file, which is closed; NULL: it could not be opened
 * @fn:   called for each line; returns false if it ran out of room
 * @to:   first argument of @fn
 *
 * Return: false if not all lines could be read.
 */
bool env_each_line(FILE *file, env_line_fn fn, void *to)
{
	char line[LINE_LEN];
	bool done = true;
	unsigned int n;

	if (!file)
		return false;
	for (n = 0; done && next_line(line, file); n++)
		done = n < LINES_MAX && fn(to, line);
	done &= !ferror(file);
	fclose(file);
	return done;
}

/* Programs and trampolines are in kallsyms as if they were of a module of this name. */
static bool is_made(const char *module)
{
	return !strncmp(module, "bpf", 3) || !strncmp(module, "__builtin__", 11);
}

/* "ffffffff81000000 t name\t[module]" */
static bool symbol_line(void *to, char *line)
{
	struct env_symbols *s = to;
	struct env_symbol *more;
	char *type = strchr(line, ' ');
	char *name = type && type[1] && type[2] == ' ' ? type + 3 : "";
	size_t len = strcspn(name, " \t\n"), module_len;
	const char *module = name + len;

	module = *module == '\t' && module[1] == '[' ? module + 2 : "";
	module_len = strcspn(module, "]\n");
	if (!type || !len || (is_made(module) && !s->made))
		return true;
	if (s->n == s->max) {
		s->max = s->max ? 2 * s->max : 4096;
		more = realloc(s->sym, s->max * sizeof(*more));
		if (!more)
			return false;
		s->sym = more;
	}
	if (!env_text_grow(&s->text, s->len, &s->room, len + module_len + 2))
		return false;
	s->sym[s->n++] = (struct env_symbol){ strtoull(line, NULL, 16), (u32)s->len, type[1] };
	memcpy(s->text + s->len, name, len);
	s->text[s->len + len] = '\0';
	memcpy(s->text + s->len + len + 1, module, module_len);
	s->len += len + module_len + 2;
	s->text[s->len - 1] = '\0';
	return true;
}

static int by_symbol(const void *a, const void *b, void *text)
{
	const struct env_symbol *x = a, *y = b;
	int order = strcmp((char *)text + x->name, (char *)text + y->name);

	/* Keep the order of the file: the kernel's own symbols before those of modules. */
	return order ? order : x->name < y->name ? -1 : 1;
}

/**
 * env_kallsyms() - read kallsyms
 * @s:    receives the symbols, sorted by name; zeroed before, except @s->made
 * @file: kallsyms, which is closed; NULL: it could not be opened
 *
 * Return: false if it could not be read, or is empty.
 */
bool env_kallsyms(struct env_symbols *s, FILE *file)
{
	if (!env_each_line(file, symbol_line, s) || !s->n)
		return false;
	qsort_r(s->sym, s->n, sizeof(*s->sym), by_symbol, s->text);
	return true;
}

/**
 * env_symbol_find() - the first symbol that does not come before a name
 * @s:    all
 * @name: the name
 *
 * Return: its index, or the number of all.
 */
size_t env_symbol_find(const struct env_symbols *s, const char *name)
{
	size_t from = 0, to = s->n, mid;

	while (from < to) {
		mid = from + (to - from) / 2;
		if (strcmp(env_symbol_name(s, &s->sym[mid]), name) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

static int by_address(const void *a, const void *b, void *of)
{
	const struct env_symbol *sym = of;
	u64 x = sym[*(const u32 *)a].at, y = sym[*(const u32 *)b].at;

	return x < y ? -1 : x > y;
}

static bool sort_by_address(struct env_symbols *s)
{
	size_t i;

	if (s->by_at)
		return true;
	s->by_at = malloc((s->n + 1) * sizeof(*s->by_at));
	if (!s->by_at)
		return false;
	for (i = 0; i < s->n; i++)
		s->by_at[i] = (u32)i;
	qsort_r(s->by_at, s->n, sizeof(*s->by_at), by_address, s->sym);
	return true;
}

/**
 * env_symbol_at() - symbols at the highest address that is not above another
 * @all: all; their addresses are sorted if they are not yet
 * @at:  the other address
 * @n:   which of those with the same address, from 0; receives the next one's number
 *
 * Return: NULL if there are no more.
 */
const struct env_symbol *env_symbol_at(const struct env_symbols *all, u64 at, size_t *n)
{
	struct env_symbols *s = (struct env_symbols *)all;
	size_t from = 0, to = s->n, mid, last;

	if (!at || !sort_by_address(s))
		return NULL;
	while (from < to) {
		mid = from + (to - from) / 2;
		if (s->sym[s->by_at[mid]].at <= at)
			from = mid + 1;
		else
			to = mid;
	}
	if (from <= *n)
		return NULL;
	last = s->by_at[from - 1];
	mid = s->by_at[from - 1 - *n];
	if (!s->sym[mid].at || s->sym[mid].at != s->sym[last].at)
		return NULL;
	++*n;
	return &s->sym[mid];
}

/**
 * env_kallsyms_free() - free the symbols
 * @s: from env_kallsyms()
 */
void env_kallsyms_free(struct env_symbols *s)
{
	free(s->text);
	free(s->sym);
	free(s->by_at);
}
