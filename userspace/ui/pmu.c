// SPDX-License-Identifier: GPL-2.0
/* Events of PMUs in the terms of perf -e PMU/TERM=VALUE,.../, or by the name that sysfs has. */

#include "ui/ui.h"

/* The machine of the sysfs that was used last; the two calls of diff may be from two machines. */
static struct env_here *here_of(const char *sysfs)
{
	static struct env_here *here;
	static const char *of;

	if (sysfs != of) {
		env_here_close(here);
		here = must(env_here_open(sysfs, ""));
		of = sysfs;
	}
	return here;
}

/* The name that a PMU has for an event. */
struct event_name {
	const u64 *word;
	struct text *to;
};

static bool take_name(void *arg, const char *name, const u64 *word)
{
	const struct event_name *event = arg;

	if (memcmp(word, event->word, PA_FORMAT_WORDS * sizeof(*word)))
		return false;
	text_safe(event->to, name);
	return true;
}

static void put_term(struct text *t, const char *name, uint64_t value)
{
	const char *comma = t->len && t->s[t->len - 1] != '/' ? "," : "";

	text_printf(t, value < 10 ? "%s%s=%ju" : "%s%s=0x%jx", comma, name, (uintmax_t)value);
}

/* The terms of one config; the whole number if they do not cover all its bits. */
static void put_config(struct text *t, const struct pa_formats *f, const u64 *words,
		       unsigned int word)
{
	static const char * const names[PA_FORMAT_WORDS] = {
		"config", "config1", "config2", "config3", "config4",
	};
	size_t before = t->len;
	u64 value = words[word], left = value;
	unsigned int i;

	/* Two passes: of terms that share bits the event's own term is first. */
	for (i = 0; i < 2 * f->n; i++) {
		const struct pa_format *term = &f->term[i % f->n];

		if (i < f->n && !pa_format_is_of_event(term, words[0]))
			continue;
		if (term->word != word || !(left & term->mask) || (value & term->mask & ~left))
			continue;
		put_term(t, term->name, pa_format_get(term, value));
		left &= ~term->mask;
	}
	if (!left)
		return;
	t->len = before;
	t->s[before] = '\0';
	put_term(t, names[word], value);
}

/* The term for an event with all bits zero. */
static const char *first_term(const struct pa_formats *f)
{
	static const char event[] = "event";
	unsigned int i;

	for (i = 0; i < f->n && !f->term[i].mask; i++)
		;
	return i < f->n && !f->term[i].word && !strcmp(f->term[i].name, event) ? event : "config";
}

/**
 * pmu_terms() - the text between the slashes of PMU/.../
 * @t:     receives it
 * @sysfs: directory of sysfs; NULL: the PMU is not of this machine, write numbers
 * @pmu:   its name
 * @word:  PA_FORMAT_WORDS of them: config, config1, ...
 */
void pmu_terms(struct text *t, const char *sysfs, const char *pmu, const u64 *word)
{
	struct event_name event = { word, t };
	struct pa_formats f = { .n = 0 };
	size_t before = t->len;
	unsigned int i;

	if (sysfs && env_formats_here(here_of(sysfs), pmu, &f) && f.n &&
	    env_pmu_events(here_of(sysfs), pmu, &f, take_name, &event))
		return;
	for (i = 0; i < PA_FORMAT_WORDS; i++)
		put_config(t, &f, word, i);
	if (t->len == before)
		put_term(t, first_term(&f), 0);
}

/**
 * pmu_of_type() - the PMU that has this type
 * @t:     receives its name
 * @sysfs: folder of sysfs, or NULL
 * @type:  attr.type
 */
bool pmu_of_type(struct text *t, const char *sysfs, uint64_t type)
{
	static struct pa_pmu_name pmus[PA_PMUS];
	size_t n = sysfs ? env_here_pmus(here_of(sysfs), pmus, PA_PMUS) : 0, i;

	for (i = 0; i < n && pmus[i].type != type; i++)
		;
	if (i < n)
		text_safe(t, pmus[i].name);
	return i < n;
}
