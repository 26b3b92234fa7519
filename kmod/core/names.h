/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Tables from value to name: all UAPI symbols of the arguments that a call can pass. */
#ifndef PERFATTR_CORE_NAMES_H
#define PERFATTR_CORE_NAMES_H

#include "core/lists.h"
#include "core/record.h"

/* The writer: "core/out.h". */
struct out;

#define PA_TYPE_VALUE(value, name)	PA_TYPE_##name = (value),
#define PA_SW_VALUE(value, name, perf)	PA_SW_##name = (value),
#define PA_SAMPLE_BIT(bit, name)	PA_SAMPLE_##name = 1 << (bit),
#define PA_FORMAT_BIT(bit, name)	PA_FORMAT_##name = 1 << (bit),
#define PA_BRANCH_BIT(bit, name)	PA_BRANCH_##name = 1 << (bit),
#define PA_OPEN_FLAG_BIT(bit, name)	PA_FLAG_##name = 1 << (bit),
#define PA_ATTR_VERSION(version, bytes)	PA_ATTR_VER##version = (bytes),

/* The UAPI's symbols with our prefix, because the target kernel's header may lack the newest. */
enum {
	PA_LIST_TYPES(PA_TYPE_VALUE, PA_TYPE_VALUE)
	PA_TYPE_DYNAMIC,	/* the smallest dynamic type */
};

enum { PA_LIST_SW(PA_SW_VALUE, PA_SW_VALUE) };
enum { PA_LIST_SAMPLE(PA_SAMPLE_BIT, PA_SAMPLE_BIT) };
enum { PA_LIST_FORMAT(PA_FORMAT_BIT, PA_FORMAT_BIT) };
enum { PA_LIST_BRANCH(PA_BRANCH_BIT, PA_BRANCH_BIT) };
enum { PA_LIST_OPEN_FLAGS(PA_OPEN_FLAG_BIT, PA_OPEN_FLAG_BIT) };

enum {
	PA_LIST_SIZES(PA_ATTR_VERSION, PA_ATTR_VERSION)
	PA_ATTR_AFTER_NEWEST,
	/* Bytes of the newest attr that we know. */
	PA_ATTR_NEWEST = PA_ATTR_AFTER_NEWEST - 1,
	/* Bytes of the smallest attr; a size of 0 means this size. */
	PA_ATTR_OLDEST = PA_ATTR_VER0,
};

/* The upper half of config is a PMU type for HARDWARE and HW_CACHE (since 5.13). */
#define PA_PMU_TYPE_SHIFT	32

/* Errnos below this have a name, with few exceptions; above it only the next one has. */
#define PA_ERRNOS		134
/* Kernel-internal (linux/errno.h), but some PMU drivers return it to user space. */
#define PA_ENOTSUPP		524

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

/* Initialisers of a row and of a table. */
#define PA_NAME(str)		{ .text = str, .len = sizeof(str) - 1 }
#define PA_NAMES(array)	{ .name = array, .count = sizeof(array) / sizeof((array)[0]) }

/* A table of these rows, for other files and for this one alone. */
#define PA_NAMES_OF(table, ...) \
	static const struct pa_name table##_rows[] = { __VA_ARGS__ }; \
	const struct pa_names table = PA_NAMES(table##_rows)
#define PA_OWN_NAMES_OF(table, ...) \
	static const struct pa_name table##_rows[] = { __VA_ARGS__ }; \
	static const struct pa_names table = PA_NAMES(table##_rows)

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

/**
 * struct pa_function - a function that can be a step of the path
 * @name:  its symbol
 * @depth: its call depth below the system call; used for the indentation only
 */
struct pa_function {
	struct pa_name name;
	u32 depth;
};

extern const struct pa_function pa_functions[PA_FN_MAX];

const struct pa_name *pa_name_of(const struct pa_names *names, u64 value);
const struct pa_name *pa_size_name(u64 size);
const struct pa_name *pa_errno_name(u64 err);

void pa_put_name(struct out *s, const struct pa_name *name);

#endif /* PERFATTR_CORE_NAMES_H */
