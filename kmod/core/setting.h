/* SPDX-License-Identifier: GPL-2.0 */
/* What the settings take, and the line that answers what they do not take. */
#ifndef PERFATTR_SETTING_H
#define PERFATTR_SETTING_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include "shim.h"
#endif

struct seq_buf;

/*
 * Bytes of the longest line that answers. With the prefix of the module and the time it stays
 * below 976, where kernels up to 5.x cut a line of the log.
 */
#define PA_ANSWER_LEN	896

/**
 * struct pa_refused - a word that is not taken
 * @word:      as it was written
 * @len:       its length
 * @other:     an earlier word with which it can never hold, or NULL
 * @other_len: its length
 * @takes:     what is allowed: the end of a sentence, a constant
 */
struct pa_refused {
	const char *word;
	u32 len;
	const char *other;
	u32 other_len;
	const char *takes;
};

/**
 * struct pa_range - a setting that is a number
 * @name: of the setting
 * @min:  smallest value
 * @max:  largest value; 1 makes it a switch
 */
struct pa_range {
	const char *name;
	u32 min;
	u32 max;
};

bool pa_is_space(char c);
bool pa_parse_number(const char *p, u32 len, u32 *value);
bool pa_range_parse(const struct pa_range *range, const char *text, u32 *value);
void pa_answer(struct seq_buf *s, const char *setting, const struct pa_refused *no,
	       const char *stays);
void pa_answer_range(struct seq_buf *s, const struct pa_range *range, const char *text, u32 stays);

#endif /* PERFATTR_SETTING_H */
