// SPDX-License-Identifier: GPL-2.0
/* The words by which perf knows the events that every kernel has: the core's names, and others. */
#include <string.h>

#include "core/event_name.h"
#include "core/out.h"

#include "show/show.h"

/* Names that perf accepts, too, and those that we print instead: tools/perf/util/parse-events.c. */
static const char * const aliases[][2] = {
	{ "cpu-cycles", "cycles" }, { "branch-instructions", "branches" },
	{ "idle-cycles-frontend", "stalled-cycles-frontend" },
	{ "idle-cycles-backend", "stalled-cycles-backend" }, { "faults", "page-faults" },
	{ "cs", "context-switches" }, { "migrations", "cpu-migrations" },
};

/**
 * generic_name() - perf's name of an event that every kernel has
 * @t:      receives it
 * @type:   attr.type
 * @config: attr.config, without the type of a PMU in its upper half
 *
 * Return: false if perf has no name for it.
 */
bool generic_name(struct text *t, uint32_t type, uint64_t config)
{
	char name[PA_EVENT_LEN];
	struct out s;

	out_init(&s, name, sizeof(name));
	if (!pa_put_generic(&s, type, config))
		return false;
	text_mem(t, name, s.len);
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

static bool is_generic(const char *word, uint32_t type, uint64_t config)
{
	struct text t = { 0 };
	bool same = generic_name(&t, type, config) && !strcmp(text_str(&t), word);

	text_free(&t);
	return same;
}

static bool cache_word(const char *word)
{
	uint64_t cache, op, result;

	for (cache = 0; cache < pa_cache_ids.count; cache++)
		for (op = 0; op < pa_cache_ops.count; op++)
			for (result = 0; result < pa_cache_results.count; result++)
				if (is_generic(word, PA_TYPE_HW_CACHE,
					       cache | op << 8 | result << 16))
					return true;
	return false;
}

static bool is_one_of(const char *word, uint32_t type, const struct pa_names *events)
{
	uint32_t i;

	for (i = 0; i < events->count; i++)
		if (is_generic(word, type, i))
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

	if (is_one_of(name, PA_TYPE_HARDWARE, &pa_hw_events) ||
	    is_one_of(name, PA_TYPE_SOFTWARE, &pa_sw_events))
		return true;
	if (word[0] == 'r' && word[1] && word[1 + strspn(word + 1, "0123456789abcdef")] == '\0')
		return true;
	return cache_word(word);
}

static void put_names(FILE *to, uint32_t type, const struct pa_names *events)
{
	struct text t = { 0 };
	uint32_t i;

	for (i = 0; i < events->count; i++) {
		generic_name(&t, type, i);
		text_char(&t, ' ');
	}
	fprintf(to, "%s\n", text_str(&t));
	text_free(&t);
}

/* From the rows of core/lists.h. */
#define CACHE(value, name, perf)		perf,
#define ENDS(value, name, accesses, misses)	accesses, misses,

/**
 * event_words() - list the names that event_word() accepts
 * @to: where to
 */
void event_words(FILE *to)
{
	static const char * const caches[] = { PA_LIST_CACHES(CACHE, CACHE) };
	static const char * const ends[] = { PA_LIST_CACHE_OPS(ENDS, ENDS) };
	size_t i;

	put_names(to, PA_TYPE_HARDWARE, &pa_hw_events);
	put_names(to, PA_TYPE_SOFTWARE, &pa_sw_events);
	for (i = 0; i < ARRAY_SIZE(caches); i++)
		fprintf(to, "%s-* ", caches[i]);
	fputs(" with", to);
	/* Without the hyphen. */
	for (i = 0; i < ARRAY_SIZE(ends); i++)
		fprintf(to, " %s", ends[i] + 1);
	fputc('\n', to);
}
