/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Values of settings: parsing, and the line in the log that explains a refused value. */
#ifndef PERFATTR_SETTING_H
#define PERFATTR_SETTING_H

#include "core/base.h"

struct out;

/* Characters that separate words. */
#define PA_SPACES	" \t\n"

/*
 * Bytes of the longest answer. With timestamp and module name it is shorter than 976, where
 * kernels up to 5.x split a line of the log.
 */
#define PA_ANSWER_LEN	896

/**
 * struct pa_refused - a word that is refused
 * @word:  the word as it was written
 * @len:   length of @word
 * @takes: the reason of the refusal, or the accepted values
 */
struct pa_refused {
	const char *word;
	u32 len;
	const char *takes;
};

/**
 * struct pa_range - a numeric setting
 * @name: name of the setting
 * @min:  smallest value
 * @max:  largest value; 1 makes it a switch
 */
struct pa_range {
	const char *name;
	u32 min;
	u32 max;
};

bool pa_parse_number(const char *p, u32 len, u32 *value);
bool pa_range_parse(const struct pa_range *range, const char *text, u32 *value);
void pa_answer(struct out *s, const char *setting, const struct pa_refused *no,
	       const char *stays);
void pa_answer_range(struct out *s, const struct pa_range *range, const char *text,
		     const char *takes, u32 stays);

#endif /* PERFATTR_SETTING_H */
