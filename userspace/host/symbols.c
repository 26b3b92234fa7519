// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The symbols of the kernel and its modules, and which functions may not be probed.
 *
 * Reading all of kallsyms takes a while, so it is done when the first record is shown that needs a
 * symbol, and once for all records: again only if modules have come or gone.
 */

#include "host/parts.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char * const *)a, *(const char * const *)b);
}

static bool names_sort(struct env_names *names)
{
	const char *at = names->text;
	size_t i;

	names->name = malloc((names->n + 1) * sizeof(*names->name));
	if (!names->name)
		return false;
	for (i = 0; i < names->n; i++, at += strlen(at) + 1)
		names->name[i] = at;
	qsort(names->name, names->n, sizeof(*names->name), by_name);
	return true;
}

/**
 * env_names_has() - return true if a name is in a list
 * @names: the list
 * @name:  the name
 */
bool env_names_has(const struct env_names *names, const char *name)
{
	return names->n && bsearch(&name, names->name, names->n, sizeof(*names->name), by_name);
}

static bool names_add(struct env_names *names, const char *name)
{
	size_t len = strlen(name) + 1;

	if (!env_text_grow(&names->text, names->len, &names->room, len))
		return false;
	memcpy(names->text + names->len, name, len);
	names->len += len;
	names->n++;
	return true;
}

/* "name" or "name [module]", and maybe more, of available_filter_functions. */
static bool traced_line(void *to, char *line)
{
	char *end = line + strcspn(line, "\n ");

	if (end[0] == ' ' && end[1] == '[')
		end += strcspn(end, "]\n") + 1;
	*end = '\0';
	return names_add(to, line);
}

/* "0x0000000000000000-0x0000000000000000\tname [module]" */
static bool barred_line(void *to, char *line)
{
	char *tab = strchr(line, '\t');

	return !tab || traced_line(to, tab + 1);
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

	env_each_line(env_lines(&here->proc, "modules"), module_line, &sum);
	return sum;
}

static bool names_read(struct env_names *names, const struct env_root *root, const char *path,
		       env_line_fn fn)
{
	return env_each_line(env_lines(root, path), fn, names) && names_sort(names);
}

static bool symbols_read(struct env_symbols *s, const struct env_here *here)
{
	/* Read the short file first: without permission for it the long one is not needed. */
	if (!names_read(&s->barred, &here->debugfs, "kprobes/blacklist", barred_line) ||
	    !env_kallsyms(s, env_lines(&here->proc, "kallsyms")))
		return false;
	find_code(s);
	return true;
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
	if (s->known)
		return s;
	env_symbols_free(s);
	s->looked = true;
	s->modules = modules;
	return NULL;
}

/**
 * env_symbols_traced() - the functions that the function tracer has
 * @here: this machine; its symbols are known
 *
 * Return: NULL if they cannot be read.
 */
const struct env_names *env_symbols_traced(struct env_here *here)
{
	static const char file[] = "available_filter_functions";
	struct env_symbols *s = &here->symbols;
	struct env_root root;

	if (!s->looked_traced) {
		s->looked_traced = true;
		env_tracefs(&root, here, "");
		s->known_traced = names_read(&s->traced, &root, file, traced_line);
		env_tracefs_close(&root);
	}
	return s->known_traced ? &s->traced : NULL;
}

static void names_free(struct env_names *names)
{
	free(names->text);
	free(names->name);
}

/**
 * env_symbols_free() - free the symbols
 * @symbols: the symbols of env_here
 */
void env_symbols_free(struct env_symbols *symbols)
{
	names_free(&symbols->barred);
	names_free(&symbols->traced);
	env_kallsyms_free(symbols);
	memset(symbols, 0, sizeof(*symbols));
}
