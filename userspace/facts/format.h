/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The format of a PMU: which bits of attr.config are which term of perf -e PMU/TERM=VALUE,.../. */
#ifndef PERFATTR_FACTS_FORMAT_H
#define PERFATTR_FACTS_FORMAT_H

#include "core/record.h"

struct out;

/* Terms that are kept, and the length of their names with a NUL. */
#define PA_FORMATS	40
#define PA_FORMAT_NAME	28
/* config, config1, ..., config4 */
#define PA_FORMAT_WORDS	5

/**
 * struct pa_format - a term
 * @mask: its bits; 0 if the format was not understood
 * @word: the config word
 * @name: letters, digits, and "_-." only
 */
struct pa_format {
	u64 mask;
	u8 word;
	char name[PA_FORMAT_NAME];
};

/**
 * struct pa_formats - the terms of a PMU, as sysfs has them
 * @pmu:    index of the PMU; 0: none
 * @n:      entries of @term
 * @term:   in the order of their bits, after pa_formats_sort()
 */
struct pa_formats {
	u16 pmu;
	u16 n;
	struct pa_format term[PA_FORMATS];
};

bool pa_formats_name(struct pa_formats *f, const char *name, size_t len);
bool pa_span_parse(const char **text, u32 end, u32 *from, u32 *to);
void pa_format_parse(struct pa_format *term, const char *text);
void pa_formats_sort(struct pa_formats *f);
const struct pa_format *pa_formats_find(const struct pa_formats *f, const char *name);
bool pa_number_parse(const char *text, size_t len, u64 *value);
bool pa_format_is_of_event(const struct pa_format *term, u64 config);
u64 pa_format_get(const struct pa_format *term, u64 word);
bool pa_terms_parse(const struct pa_formats *f, const char *text, u64 *word);
u64 pa_put_terms(struct out *s, const struct pa_formats *f, const u64 *word);

#endif /* PERFATTR_FACTS_FORMAT_H */
