// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The symbols of the kernel and its modules, and which functions may not be probed.
 *
 * Reading all of kallsyms takes a while, so it is done when the first record is shown that needs a
 * symbol, and once for all records: again only if modules have come or gone.
 */

#include "host/parts.h"

/* Far more than any kernel has: lines of a file, bytes of names that are kept. */
#define LINES_MAX	4000000
#define NAMES_MAX	(16 << 20)

/* Makes room for more bytes. Returns false if there is no memory, or more than any kernel has. */
static bool text_grow(char **text, size_t len, size_t *room, size_t more)
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

/* Handles a line; returns false if there is no room for it. */
typedef bool (*line_fn)(void *to, char *line);

/* Reads a file, and closes it. Returns false if not all lines could be read. */
static bool each_line(FILE *file, line_fn fn, void *to)
{
	char *line = NULL;
	size_t room = 0;
	bool done = true;
	unsigned int n;

	if (!file)
		return false;
	for (n = 0; done && getline(&line, &room, file) > 0; n++)
		done = n < LINES_MAX && fn(to, line);
	done &= !ferror(file);
	fclose(file);
	free(line);
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
	if (!type || !len || is_made(module))
		return true;
	if (s->n == s->max) {
		s->max = s->max ? 2 * s->max : 4096;
		more = realloc(s->sym, s->max * sizeof(*more));
		if (!more)
			return false;
		s->sym = more;
	}
	if (!text_grow(&s->text, s->len, &s->room, len + module_len + 2))
		return false;
	s->sym[s->n++] = (struct env_symbol){ strtoull(line, NULL, 16), (u32)s->len, type[1], 0 };
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

/* Marks the symbols of a line "name" or "name [module]", and maybe more, of a list. */
static void mark(struct env_symbols *s, char *name, u8 as)
{
	char *end = name + strcspn(name, "\n ");
	const char *module = "";
	size_t i;

	if (end[0] == ' ' && end[1] == '[') {
		module = end + 2;
		end[strcspn(end, "]\n")] = '\0';
	}
	*end = '\0';
	for (i = env_symbol_find(s, name); i < s->n; i++) {
		if (strcmp(env_symbol_name(s, &s->sym[i]), name))
			break;
		if (!strcmp(env_symbol_module(s, &s->sym[i]), module))
			s->sym[i].marks |= as;
	}
}

static bool traced_line(void *to, char *line)
{
	mark(to, line, ENV_TRACED);
	return true;
}

/* "0x0000000000000000-0x0000000000000000\tname [module]" */
static bool barred_line(void *to, char *line)
{
	char *tab = strchr(line, '\t');

	if (tab)
		mark(to, tab + 1, ENV_BARRED);
	return true;
}

/* The address of a symbol; 0: not known. */
static u64 address_of(const struct env_symbols *s, const char *name)
{
	size_t i = env_symbol_find(s, name);

	return i < s->n && !strcmp(env_symbol_name(s, &s->sym[i]), name) ? s->sym[i].at : 0;
}

/* Finds the ranges of the kernel's code, and of init code, which is freed after boot. */
static void find_code(struct env_symbols *s)
{
	s->code[0] = address_of(s, "_stext");
	s->code[1] = address_of(s, "_etext");
	s->boot[0] = address_of(s, "_sinittext");
	s->boot[1] = address_of(s, "_einittext");
}

/* Names and addresses of modules, without how many use them. */
static bool module_line(void *to, char *line)
{
	u32 *sum = to;
	char *word;

	for (word = line; *word && *word != ' '; word++)
		*sum = *sum * 33 + (u8)*word;
	word = strstr(line, " 0x");
	for (; word && *word && *word != '\n'; word++)
		*sum = *sum * 33 + (u8)*word;
	return true;
}

static u32 modules_sum(const struct env_here *here)
{
	u32 sum = 5381;

	each_line(env_lines(&here->proc, "modules"), module_line, &sum);
	return sum;
}

static bool symbols_read(struct env_symbols *s, const struct env_here *here)
{
	FILE *barred = env_lines(&here->debugfs, "kprobes/blacklist");

	/* Without permission for the short file the long one is not needed. */
	if (barred && each_line(env_lines(&here->proc, "kallsyms"), symbol_line, s) && s->n) {
		qsort_r(s->sym, s->n, sizeof(*s->sym), by_symbol, s->text);
		find_code(s);
		return each_line(barred, barred_line, s);
	}
	if (barred)
		fclose(barred);
	return false;
}

/**
 * env_symbols() - the symbols of the kernel
 * @here: this machine
 *
 * Return: NULL if they cannot be read.
 */
const struct env_symbols *env_symbols(struct env_here *here)
{
	struct env_symbols *s = &here->symbols;
	u32 modules = !s->looked || here->stream ? modules_sum(here) : s->modules;

	if (s->looked && s->modules == modules)
		return s->known ? s : NULL;
	env_symbols_free(s);
	s->looked = true;
	s->modules = modules;
	s->known = symbols_read(s, here);
	return s->known ? s : NULL;
}

/**
 * env_symbols_traced() - return true if it is known which functions the function tracer has
 * @here: this machine; its symbols are known
 */
bool env_symbols_traced(struct env_here *here)
{
	static const char file[] = "available_filter_functions";
	struct env_symbols *s = &here->symbols;
	struct env_root root;

	if (!s->looked_traced) {
		s->looked_traced = true;
		env_tracefs(&root, here, "");
		s->known_traced = each_line(env_lines(&root, file), traced_line, s);
		env_tracefs_close(&root);
	}
	return s->known_traced;
}

/**
 * env_symbols_free() - free the symbols
 * @symbols: the symbols of env_here
 */
void env_symbols_free(struct env_symbols *symbols)
{
	free(symbols->text);
	free(symbols->sym);
	free(symbols->by_at);
	memset(symbols, 0, sizeof(*symbols));
}
