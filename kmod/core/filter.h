/* SPDX-License-Identifier: GPL-2.0 */
/* The filter: which calls are recorded. Parsed once, matched at the end of each call. */
#ifndef PERFATTR_FILTER_H
#define PERFATTR_FILTER_H

#include "core/record.h"

#define PA_FILTER_TERMS	16
#define PA_FILTER_TEXT	256

enum pa_filter_what {
	PA_FILTER_PID,
	PA_FILTER_UID,
	PA_FILTER_COMM,
	PA_FILTER_TYPE,
	PA_FILTER_FAILED,
	PA_FILTER_OK,
};

/**
 * struct pa_filter_term - one condition
 * @what:   enum pa_filter_what
 * @negate: the condition must not hold
 * @value:  PID, UID, TYPE: the number
 * @name:   COMM: the name; TYPE: the PMU's name, empty for a number or a static type
 */
struct pa_filter_term {
	u8 what;
	u8 negate;
	u32 value;
	char name[36];
};

/**
 * struct pa_filter - a conjunction of terms
 * @nterms: number of terms; 0 matches every call
 * @term:   the terms
 */
struct pa_filter {
	u32 nterms;
	struct pa_filter_term term[PA_FILTER_TERMS];
};

int pa_filter_parse(struct pa_filter *f, const char *text, const struct pa_env *env,
		    const char **bad, u32 *bad_len);
bool pa_filter_match(const struct pa_filter *f, const struct pa_record *r,
		     const struct pa_env *env);

#endif /* PERFATTR_FILTER_H */
