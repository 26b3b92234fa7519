/* SPDX-License-Identifier: GPL-2.0 */
/* Value and name: every symbol that the UAPI has for what a call passes. */
#ifndef PERFATTR_CORE_NAMES_H
#define PERFATTR_CORE_NAMES_H

#include "core/out.h"
#include "core/record.h"

/* attr.type: PERF_TYPE_* */
#define PA_TYPE_HARDWARE	0
#define PA_TYPE_SOFTWARE	1
#define PA_TYPE_TRACEPOINT	2
#define PA_TYPE_HW_CACHE	3
#define PA_TYPE_RAW		4
#define PA_TYPE_BREAKPOINT	5
#define PA_TYPE_DYNAMIC		6	/* the first number that PMUs get at run time */

/* PERF_FLAG_* that change what the other arguments mean. */
#define PA_FLAG_PID_CGROUP	0x4

/* The upper half of config is a PMU type for HARDWARE and HW_CACHE (since 5.13). */
#define PA_PMU_TYPE_SHIFT	32

/**
 * struct pa_name - a symbol
 * @text: NULL where the value or bit has no name
 * @len:  length of @text
 */
struct pa_name {
	const char *text;
	u32 len;
};

/**
 * struct pa_names - symbols of consecutive values, or of consecutive bits
 * @name:  by value, or by bit number
 * @count: entries of @name
 */
struct pa_names {
	const struct pa_name *name;
	u32 count;
};

extern const struct pa_names pa_types;
extern const struct pa_names pa_hw_events;
extern const struct pa_names pa_sw_events;
extern const struct pa_names pa_cache_ids;
extern const struct pa_names pa_cache_ops;
extern const struct pa_names pa_cache_results;
extern const struct pa_names pa_sample_bits;
extern const struct pa_names pa_format_bits;
extern const struct pa_names pa_branch_bits;
extern const struct pa_names pa_flag_bits;
extern const struct pa_names pa_bp_types;
extern const struct pa_names pa_bp_lens;
extern const struct pa_names pa_clocks;
extern const struct pa_names pa_clock_functions;
extern const struct pa_names pa_precise;
extern const struct pa_names pa_abis;
extern const struct pa_names pa_cap_bits;

/**
 * struct pa_function - a function of the path
 * @name:  its symbol
 * @depth: how deep it stands under the system call
 */
struct pa_function {
	struct pa_name name;
	u32 depth;
};

extern const struct pa_function pa_functions[PA_FN_MAX];

const struct pa_name *pa_name_of(const struct pa_names *names, u64 value);
const struct pa_name *pa_size_name(u64 size);
const struct pa_name *pa_errno_name(u64 err);
const struct pa_names *pa_reg_names(u8 abi);

void pa_put_name(struct seq_buf *s, const struct pa_name *name);
bool pa_put_config(struct seq_buf *s, u32 type, u64 config);
bool pa_put_generic(struct seq_buf *s, u32 type, u64 config);

#endif /* PERFATTR_CORE_NAMES_H */
