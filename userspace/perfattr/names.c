// SPDX-License-Identifier: GPL-2.0
/* perf's names of the events that every kernel has: tools/perf/util/parse-events.c, evsel.c. */
#include <string.h>

#include "perfattr.h"

static const char * const hw_names[] = {
	"cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses",
	"bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
};

static const char * const sw_names[] = {
	"cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations",
	"minor-faults", "major-faults", "alignment-faults", "emulation-faults", "dummy",
	"bpf-output", "cgroup-switches",
};

/* Other names that perf accepts, and those that we print instead. */
static const char * const aliases[][2] = {
	{ "cpu-cycles", "cycles" }, { "branch-instructions", "branches" },
	{ "idle-cycles-frontend", "stalled-cycles-frontend" },
	{ "idle-cycles-backend", "stalled-cycles-backend" }, { "faults", "page-faults" },
	{ "cs", "context-switches" }, { "migrations", "cpu-migrations" },
};

static const char * const cache_names[] = {
	"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node",
};

static const char * const cache_access[] = { "loads", "stores", "prefetches" };
static const char * const cache_miss[] = { "load-misses", "store-misses", "prefetch-misses" };

/**
 * hw_name() - an event of PERF_TYPE_HARDWARE
 * @config: its number
 *
 * Return: perf's name, NULL if it has none.
 */
const char *hw_name(uint64_t config)
{
	return config < ARRAY_SIZE(hw_names) ? hw_names[config] : NULL;
}

/**
 * sw_name() - an event of PERF_TYPE_SOFTWARE
 * @config: its number
 */
const char *sw_name(uint64_t config)
{
	return config < ARRAY_SIZE(sw_names) ? sw_names[config] : NULL;
}

/**
 * cache_name() - an event of PERF_TYPE_HW_CACHE
 * @t:      receives perf's name
 * @config: cache, operation and result, one byte each
 *
 * Return: false if perf has no name for it.
 */
bool cache_name(struct text *t, uint64_t config)
{
	uint64_t cache = config & 0xff, op = (config >> 8) & 0xff, result = config >> 16;

	if (cache >= ARRAY_SIZE(cache_names) || op >= ARRAY_SIZE(cache_access) || result > 1)
		return false;
	text_printf(t, "%s-%s", cache_names[cache], result ? cache_miss[op] : cache_access[op]);
	return true;
}

/**
 * event_alias() - the name that we print for an alias that perf accepts
 * @word: any word
 *
 * Return: that name, or @word.
 */
const char *event_alias(const char *word)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(aliases); i++)
		if (!strcmp(word, aliases[i][0]))
			return aliases[i][1];
	return word;
}

static bool cache_word_is(const char *word, uint64_t config)
{
	struct text t = { 0 };
	bool same = cache_name(&t, config) && !strcmp(text_str(&t), word);

	text_free(&t);
	return same;
}

static bool cache_word(const char *word)
{
	uint64_t cache, op;

	for (cache = 0; cache < ARRAY_SIZE(cache_names); cache++)
		for (op = 0; op < ARRAY_SIZE(cache_access); op++)
			if (cache_word_is(word, cache | op << 8) ||
			    cache_word_is(word, cache | op << 8 | 0x10000))
				return true;
	return false;
}

static bool in_list(const char *word, const char * const *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(word, list[i]))
			return true;
	return false;
}

/**
 * event_word() - is this a valid name of an event, without colon or slash?
 * @word: as somebody typed it
 */
bool event_word(const char *word)
{
	const char *name = event_alias(word);

	if (in_list(name, hw_names, ARRAY_SIZE(hw_names)) ||
	    in_list(name, sw_names, ARRAY_SIZE(sw_names)))
		return true;
	if (word[0] == 'r' && word[1] && word[1 + strspn(word + 1, "0123456789abcdef")] == '\0')
		return true;
	return cache_word(word);
}

/**
 * event_words() - list the names that event_word() accepts
 * @to: where to
 */
void event_words(FILE *to)
{
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(hw_names); i++)
		fprintf(to, "%s ", hw_names[i]);
	fputc('\n', to);
	for (i = 0; i < ARRAY_SIZE(sw_names); i++)
		fprintf(to, "%s ", sw_names[i]);
	fputc('\n', to);
	for (i = 0; i < ARRAY_SIZE(cache_names); i++)
		fprintf(to, "%s-* ", cache_names[i]);
	fputs(" with", to);
	for (j = 0; j < ARRAY_SIZE(cache_access); j++)
		fprintf(to, " %s %s", cache_access[j], cache_miss[j]);
	fputc('\n', to);
}
