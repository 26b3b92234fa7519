/* SPDX-License-Identifier: GPL-2.0 */
/* What is said of a refused call. */
#ifndef PERFATTR_WHY_REASON_H
#define PERFATTR_WHY_REASON_H

#include "core/record.h"

/* Arguments that the smallest change may touch at once: all exclude_* flags. */
#define PA_FIX_MAX	8
#define PA_WHY_TEXT	192

/**
 * struct pa_fix - one argument to change
 * @field:     C name of the attr field, or "pid", "cpu", "group_fd", "flags"
 * @value:     what to pass instead
 * @is_signed: @value is an s64
 */
struct pa_fix {
	const char *field;
	u64 value;
	bool is_signed;
};

/**
 * struct pa_why - the reason of a refusal
 * @rule:    name of the rule, for machines
 * @in:      the kernel function that refused
 * @field:   C name of the field or argument at fault, or NULL
 * @text:    one sentence without a newline; may hold bytes of the caller's, so it is escaped
 *           by who prints it
 * @fix:     the smallest change after which this check passes
 * @nfix:    entries of @fix; 0 when no change to the arguments can
 * @certain: the reason is proved by the record, see below
 *
 * A reason is certain when
 *
 * - its check was decided from the record alone, and refuses, and no check that returns the same
 *   errno and cannot be decided stands before it; or
 * - the errno was measured where only this check returns it: every stage of stages=1 was followed
 *   and no step was lost, the path ends at the places of this check, and in the kernels that were
 *   read no other check there, nor any PMU's driver, returns this errno (pa_rule.sole).
 *
 * To be the only check that could not be excluded is no proof: there may be one that is not in
 * the table. Nor is the reason that is given when there are several, "pmu-refused".
 */
struct pa_why {
	const char *rule;
	const char *in;
	const char *field;
	char text[PA_WHY_TEXT];
	struct pa_fix fix[PA_FIX_MAX];
	u8 nfix;
	bool certain;
};

#endif /* PERFATTR_WHY_REASON_H */
