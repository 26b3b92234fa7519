// SPDX-License-Identifier: GPL-2.0
/* perf's names for events that every kernel has: the core's names, and others. */

#include "core/event_name.h"

#include "ui/ui.h"

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
 * event_alias() - the name that we print for an event that every kernel has
 * @word: any of the names that perf accepts for it, without colon or slash
 *
 * Return: that name, valid until the next call; or @word.
 */
const char *event_alias(const char *word)
{
	static struct text t;
	struct paste_call call;

	paste_begin(&call, PASTE_WORDS);
	paste_all_unknown(&call);
	text_clear(&t);
	if (strpbrk(word, ":/") || !paste_event(&call, word, strlen(word)) ||
	    !generic_name(&t, (uint32_t)paste_get(&call, PA_FIELD_TYPE),
			  paste_get(&call, PA_FIELD_CONFIG)))
		return word;
	return text_str(&t);
}

/**
 * event_word() - return true for a valid name of an event, without colon or slash
 * @word: as the user typed it
 */
bool event_word(const char *word)
{
	return event_alias(word) != word ||
	       (word[0] == 'r' && word[1] && !word[1 + strspn(word + 1, "0123456789abcdef")]);
}
