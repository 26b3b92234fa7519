// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Looks for the compiler's name of a function that a refused kprobe names.
 *
 * gcc adds a suffix to the name of a function whose arguments it has changed, or that it has split.
 * Then kallsyms does not have the name that the source uses. To read all of kallsyms takes a while,
 * so this is done when the first such record is shown, and only such names are kept.
 */
#include <errno.h>
#include <stdlib.h>

#include "env/parts.h"
#include "why/ask.h"

/* Names of symbols have up to 511 characters, those of modules 55. */
#define LINE_LEN	1024
/* Far more than any kernel has: lines of a file, bytes of names that are kept. */
#define LINES_MAX	4000000
#define NAMES_MAX	(8 << 20)

/* What the compiler adds, at the end of a word or of the name. */
static const char * const words[] = { "isra.", "constprop.", "part.", "cold" };

/* What it has added; NULL if nothing. */
static const char *suffix(const char *name)
{
	const char *dot = strchr(name, '.');
	size_t i;

	for (i = 0; dot && i < ARRAY_SIZE(words); i++)
		if (!strncmp(dot + 1, words[i], strlen(words[i])))
			return dot;
	return NULL;
}

static bool keep(struct env_names *names, const char *name)
{
	size_t len = strlen(name) + 1;
	char *more;

	if (names->len + len > names->room) {
		names->room = names->room ? 2 * names->room : 65536;
		more = names->room <= NAMES_MAX ? realloc(names->text, names->room) : NULL;
		if (!more)
			return false;
		names->text = more;
	}
	memcpy(names->text + names->len, name, len);
	names->len += len;
	names->n++;
	return true;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char * const *)a, *(const char * const *)b);
}

static bool sort(struct env_names *names)
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

/* The first entry that does not come before @name. */
static size_t find(const struct env_names *names, const char *name)
{
	size_t from = 0, to = names->n, mid;

	while (from < to) {
		mid = from + (to - from) / 2;
		if (strcmp(names->name[mid], name) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

static bool has(const struct env_names *names, const char *name)
{
	size_t at = find(names, name);

	return at < names->n && !strcmp(names->name[at], name);
}

/* "ffffffff81000000 t name.isra.0\t[module]"; NULL if it is no code. */
static char *in_kallsyms(char *line)
{
	char *type = strchr(line, ' ');

	return type && type[1] && type[2] == ' ' && strchr("tTwW", type[1]) ? type + 3 : NULL;
}

/* "0x0000000000000000-0x0000000000000000\tname.isra.0 [module]" */
static char *in_blacklist(char *line)
{
	char *tab = strchr(line, '\t');

	return tab ? tab + 1 : NULL;
}

/* Of a longer line only the beginning is read, for its name is too long for a record. */
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

static bool read_lines(struct env_names *names, FILE *file, char *(*in)(char *line))
{
	char line[LINE_LEN];
	char *name;
	unsigned int n;

	for (n = 0; next_line(line, file); n++) {
		if (n == LINES_MAX)
			return false;
		name = in(line);
		if (!name)
			continue;
		name[strcspn(name, " \t\n")] = '\0';
		if (suffix(name) && strlen(name) < PA_NAME_LEN && !keep(names, name))
			return false;
	}
	return !ferror(file);
}

static bool read_names(struct env_names *names, const struct env_root *root, const char *path,
		       char *(*in)(char *line))
{
	FILE *file = env_lines(root, path);
	bool done;

	if (!file)
		return false;
	done = read_lines(names, file, in) && sort(names);
	fclose(file);
	return done;
}

static bool look(struct env_here *here)
{
	struct env_symbols *s = &here->symbols;

	if (s->looked)
		return s->known;
	s->looked = true;
	/* The short file first: who may not read it need not read the long one. */
	s->known = read_names(&s->barred, &here->debugfs, "kprobes/blacklist", in_blacklist) &&
		   read_names(&s->all, &here->proc, "kallsyms", in_kallsyms);
	if (!s->known)
		env_symbols_free(s);
	return s->known;
}

/* The whole function before a part of it, and that before what is rarely run. */
static u32 rank(const char *added)
{
	static const char * const usual[] = { ".isra.0", ".constprop.0", ".part.0" };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(usual); i++)
		if (!strcmp(added, usual[i]))
			return i;
	return strstr(added, ".cold") ? i + 1 : i;
}

/* The best name that begins with @prefix, a name and a dot. */
static const char *choose(const struct env_symbols *s, const char *prefix)
{
	size_t len = strlen(prefix);
	size_t i = find(&s->all, prefix);
	const char *best = NULL;

	for (; i < s->all.n && !strncmp(s->all.name[i], prefix, len); i++) {
		const char *name = s->all.name[i];

		if (has(&s->barred, name))
			continue;
		if (!best || rank(name + len - 1) < rank(best + len - 1))
			best = name;
	}
	return best;
}

/**
 * env_probe_name() - find the compiler's name of the function that a refused kprobe names
 * @here: this machine
 * @to:   receives it, PA_NAME_LEN bytes; empty if there is none, or that is not known
 * @r:    the record
 */
void env_probe_name(struct env_here *here, char *to, const struct pa_record *r)
{
	char prefix[PA_NAME_LEN];
	const char *name;

	to[0] = '\0';
	if (!pa_ask_probe_name(r) || !look(here))
		return;
	snprintf(prefix, sizeof(prefix), "%.*s.", r->str_len, r->str);
	name = choose(&here->symbols, prefix);
	if (name)
		strscpy(to, name, PA_NAME_LEN);
}

static void names_free(struct env_names *names)
{
	free(names->text);
	free(names->name);
	memset(names, 0, sizeof(*names));
}

/**
 * env_symbols_free() - free what was read
 * @symbols: of env_here
 */
void env_symbols_free(struct env_symbols *symbols)
{
	names_free(&symbols->all);
	names_free(&symbols->barred);
}
