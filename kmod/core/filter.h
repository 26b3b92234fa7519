/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The filter: selects the calls that are recorded. It is parsed once, and matched at the end of
 * each call; terms that are decidable when the call begins are matched then, too.
 */
#ifndef PERFATTR_FILTER_H
#define PERFATTR_FILTER_H

#include "core/env.h"
#include "core/setting.h"

#define PA_FILTER_TERMS	16
#define PA_FILTER_TEXT	256

/*
 * X(word, WHAT, has a value, accepted values): all words of a filter. The last column is the text
 * of the answer to a wrong value.
 */
#define PA_LIST_FILTER_WORDS(X) \
	X(uid, UID, 1, "uid= takes a user id, 0 to 4294967295, such as uid=$(id -u NAME)") \
	X(pid, PID, 1, "pid= takes a process id from 1 to 2147483647") \
	X(comm, COMM, 1, "comm= takes a name of 1 to 15 bytes as the log prints it, " \
		"without quotes; ? is any byte, such as a space, and * at the end is any rest") \
	X(type, TYPE, 1, "type= takes hardware, software, tracepoint, hw_cache, raw, breakpoint, " \
		"PERF_TYPE_..., a number up to 4294967295, or a name in " \
		"/sys/bus/event_source/devices") \
	X(failed, FAILED, 0, "failed takes no value")

#define PA_FILTER_ENUM(word, what, has_value, takes)	PA_FILTER_##what,

enum pa_filter_what { PA_LIST_FILTER_WORDS(PA_FILTER_ENUM) };

/**
 * struct pa_filter_term - one condition
 * @what:   enum pa_filter_what
 * @negate: the condition must not hold
 * @value:  UID, PID, TYPE: the number
 * @name:   COMM: the pattern; TYPE: the PMU's name, empty for a number or a static type
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
		    struct pa_refused *no);
bool pa_filter_excludes(const struct pa_filter *f, const struct pa_record *r,
			const struct pa_env *env, bool begun);

#endif /* PERFATTR_FILTER_H */
