// SPDX-License-Identifier: GPL-2.0
/*
 * What sysfs says about a PMU: the terms that make up its config ("config:0-7,32-35"), its named
 * events ("event=0x3c,umask=0x1") and its type; see sysfs-bus-event_source-devices-* in
 * Documentation/ABI/testing.
 */
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "perfattr.h"

#define CONFIGS		4
#define MAX_FORMATS	128

/**
 * struct format - a term
 * @name:  its name
 * @word:  which config word: 0 is config, 1 is config1, ...
 * @mask:  its bits there
 */
struct format {
	char name[64];
	unsigned int word;
	uint64_t mask;
};

static bool pmu_path(char path[PATH_MAX], const char *sysfs, const char *pmu, const char *rest)
{
	/* The name comes from a record, which may be forged: it must not leave the directory. */
	if (!sysfs || !*pmu || strchr(pmu, '/') || *pmu == '.')
		return false;
	return snprintf(path, PATH_MAX, "%s/bus/event_source/devices/%s/%s", sysfs, pmu, rest) <
		PATH_MAX;
}

/* "config1:0-7,32" */
static bool parse_format(struct format *f, const char *text)
{
	unsigned int from, to;
	int n;

	if (strncmp(text, "config", 6))
		return false;
	text += 6;
	f->word = *text >= '1' && *text < '0' + CONFIGS ? *text++ - '0' : 0;
	f->mask = 0;
	do {
		text++;
		if (sscanf(text, "%u%n", &from, &n) != 1)
			return false;
		text += n;
		to = from;
		if (*text == '-') {
			if (sscanf(text, "-%u%n", &to, &n) != 1)
				return false;
			text += n;
		}
		if (from > to || to > 63)
			return false;
		f->mask |= (~0ULL >> (63 - to + from)) << from;
	} while (*text == ',');
	return !*text;
}

static int by_place(const void *a, const void *b)
{
	const struct format *x = a, *y = b;
	uint64_t xl = x->mask & -x->mask, yl = y->mask & -y->mask;

	if (x->word != y->word)
		return x->word < y->word ? -1 : 1;
	if (xl != yl)
		return xl < yl ? -1 : 1;
	/* If two terms begin at the same bit, prefer the wider one. */
	if (x->mask != y->mask)
		return x->mask > y->mask ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* The terms of a PMU, in the order of their bits. */
static size_t read_formats(struct format *f, const char *sysfs, const char *pmu)
{
	char path[PATH_MAX], file[PATH_MAX + 300];
	struct dirent *e;
	size_t n = 0;
	DIR *dir;

	if (!pmu_path(path, sysfs, pmu, "format"))
		return 0;
	dir = opendir(path);
	while (dir && n < MAX_FORMATS && (e = readdir(dir))) {
		char *text;

		if (e->d_name[0] == '.' || strlen(e->d_name) >= sizeof(f->name))
			continue;
		snprintf(file, sizeof(file), "%s/%s", path, e->d_name);
		text = read_line_of(file);
		strcpy(f[n].name, e->d_name);
		if (text && parse_format(&f[n], text))
			n++;
		free(text);
	}
	if (dir)
		closedir(dir);
	qsort(f, n, sizeof(*f), by_place);
	return n;
}

/* Extracts the bits of a mask into the low bits, like pext. */
static uint64_t extract(uint64_t value, uint64_t mask)
{
	uint64_t out = 0;
	unsigned int n = 0;

	for (; mask; mask &= mask - 1, n++)
		if (value & mask & -mask)
			out |= 1ULL << n;
	return out;
}

static uint64_t deposit(uint64_t value, uint64_t mask)
{
	uint64_t out = 0;

	for (; mask; mask &= mask - 1, value >>= 1)
		if (value & 1)
			out |= mask & -mask;
	return out;
}

static void put_term(struct text *t, const char *name, uint64_t value)
{
	const char *comma = t->len && t->s[t->len - 1] != '/' ? "," : "";

	text_printf(t, value < 10 ? "%s%s=%ju" : "%s%s=0x%jx", comma, name, (uintmax_t)value);
}

/* The terms of one config; the whole number if they do not cover all its bits. */
static void put_config(struct text *t, const struct format *f, size_t n, unsigned int word,
		       uint64_t value)
{
	static const char * const names[CONFIGS] = { "config", "config1", "config2", "config3" };
	uint64_t left = value;
	size_t i, before = t->len;

	for (i = 0; i < n; i++) {
		if (f[i].word != word || !(left & f[i].mask) || (value & f[i].mask & ~left))
			continue;
		put_term(t, f[i].name, extract(value, f[i].mask));
		left &= ~f[i].mask;
	}
	if (!left)
		return;
	t->len = before;
	t->s[before] = '\0';
	put_term(t, names[word], value);
}

/* Parses a named event, "event=0x3c,umask=0x1", into configs. Returns false for other terms. */
static bool parse_event(char *text, const struct format *f, size_t n, uint64_t config[CONFIGS])
{
	char *term, *save;

	memset(config, 0, CONFIGS * sizeof(*config));
	for (term = strtok_r(text, ",", &save); term; term = strtok_r(NULL, ",", &save)) {
		char *value = strchr(term, '=');
		size_t i;

		if (value)
			*value++ = '\0';
		for (i = 0; i < n && strcmp(f[i].name, term); i++)
			;
		if (i == n)
			return false;
		config[f[i].word] |= deposit(value ? strtoull(value, NULL, 0) : 1, f[i].mask);
	}
	return true;
}

/* Finds the named event of this PMU with these configs. */
static bool named_event(struct text *t, const char *sysfs, const char *pmu, const struct format *f,
			size_t n, const uint64_t config[CONFIGS])
{
	char path[PATH_MAX], file[PATH_MAX + 300];
	uint64_t have[CONFIGS];
	bool found = false;
	struct dirent *e;
	DIR *dir;

	if (!pmu_path(path, sysfs, pmu, "events"))
		return false;
	dir = opendir(path);
	while (dir && !found && (e = readdir(dir))) {
		char *text;

		/* Skip attributes such as "energy-pkg.scale" and "energy-pkg.unit". */
		if (strchr(e->d_name, '.'))
			continue;
		snprintf(file, sizeof(file), "%s/%s", path, e->d_name);
		text = read_line_of(file);
		found = text && parse_event(text, f, n, have) &&
			!memcmp(have, config, sizeof(have));
		if (found)
			text_safe(t, e->d_name);
		free(text);
	}
	if (dir)
		closedir(dir);
	return found;
}

/**
 * pmu_terms() - the text between the slashes of PMU/.../
 * @t:      receives it
 * @sysfs:  directory of sysfs; NULL: the PMU is not of this machine, write numbers
 * @pmu:    its name
 * @config: config, config1, config2, config3
 *
 * Return: true for a named event.
 */
bool pmu_terms(struct text *t, const char *sysfs, const char *pmu, const uint64_t config[CONFIGS])
{
	static struct format f[MAX_FORMATS];
	static const char *last_sysfs;
	static char last[64];
	static size_t n;
	size_t before = t->len;
	unsigned int i;

	/* The two calls of diff may be of two machines. */
	if (strcmp(last, pmu) || !*last || sysfs != last_sysfs) {
		n = read_formats(f, sysfs, pmu);
		last_sysfs = sysfs;
		snprintf(last, sizeof(last), "%s", pmu);
	}
	if (n && named_event(t, sysfs, pmu, f, n, config))
		return true;
	for (i = 0; i < CONFIGS; i++)
		put_config(t, f, n, i, config[i]);
	if (t->len == before)
		put_term(t, n && !f[0].word && !strcmp(f[0].name, "event") ? "event" : "config", 0);
	return false;
}

/**
 * pmu_of_type() - the PMU that has this type
 * @t:     receives its name
 * @sysfs: where sysfs is, or NULL
 * @type:  attr.type
 */
bool pmu_of_type(struct text *t, const char *sysfs, uint64_t type)
{
	char path[PATH_MAX], file[PATH_MAX + 300];
	bool found = false;
	struct dirent *e;
	DIR *dir;

	if (!sysfs)
		return false;
	snprintf(path, sizeof(path), "%s/bus/event_source/devices", sysfs);
	dir = opendir(path);
	while (dir && !found && (e = readdir(dir))) {
		uint64_t have;
		char *text;

		snprintf(file, sizeof(file), "%s/%s/type", path, e->d_name);
		text = e->d_name[0] == '.' ? NULL : read_line_of(file);
		found = text && parse_u64(text, &have) && have == type;
		if (found)
			text_safe(t, e->d_name);
		free(text);
	}
	if (dir)
		closedir(dir);
	return found;
}
