/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The facts on which reasons rest: one table says how each is written as JSON, and how it is read
 * back. A fact that has no row here can be neither shown nor read.
 */
#ifndef PERFATTR_CORE_FACTS_H
#define PERFATTR_CORE_FACTS_H

#include "core/env.h"
#include "core/names.h"

/* How a fact is written. */
enum pa_fact_kind {
	PA_FACT_COUNT,	/* a number of at most 32 bits */
	PA_FACT_SIGNED,	/* a signed number */
	PA_FACT_WIDE,	/* 64 bits, as a string of digits */
	PA_FACT_BOOL,
	PA_FACT_TRI,	/* 0 or 1; null for 2: not known */
	PA_FACT_NAME,	/* the name of a value */
	PA_FACT_NAMES,	/* the names of bits, as an array; bits without one are not written */
	PA_FACT_RANGES,	/* bits, as an array such as ["0-3","7-7"] */
	PA_FACT_PMU,	/* index of a PMU; null for 0 */
	/* All bytes of the kinds above may be shown: they are numbers. */
	PA_FACT_CALLERS,/* a number that a process wrote: "(kernel)" if it is a kernel address */
	PA_FACT_FLAG,	/* a bool that is a bit in the word of have bits */
	PA_FACT_STRING,
};

/**
 * struct pa_fact - a member of an object
 * @key:     its start in JSON, with the comma after the previous one: ,"KEY":
 * @names:   of NAME and NAMES
 * @have:    the fact is known if one of these bits of the word of have bits is set; 0: always
 * @flag:    of FLAG: the bit
 * @offset:  of the value in the struct
 * @width:   of the value in bytes
 * @kind:    enum pa_fact_kind
 * @key_len: length of @key
 */
struct pa_fact {
	const char *key;
	const struct pa_names *names;
	u32 have;
	u32 flag;
	u16 offset;
	u8 width;
	u8 kind;
	u8 key_len;
};

/* A row, of any kind but FLAG. */
#define PA_FACT(struct_, member, key_, kind_, ...) { \
	.key = ",\"" key_ "\":", .key_len = sizeof(key_) + 3, .kind = PA_FACT_##kind_, \
	.offset = offsetof(struct struct_, member), \
	.width = sizeof(((struct struct_ *)NULL)->member), __VA_ARGS__ }

#define PA_FACTS_NO_HAVE	U16_MAX

/**
 * struct pa_fact_list - the members of an object
 * @fact:  in the order in which they are written
 * @count: entries of @fact
 * @have:  offset of the word of have bits in the struct, or PA_FACTS_NO_HAVE
 */
struct pa_fact_list {
	const struct pa_fact *fact;
	u16 count;
	u16 have;
};

/* The facts of struct pa_kernel, pa_facts, pa_leader, pa_health. */
extern const struct pa_fact_list pa_facts_of_kernel;
extern const struct pa_fact_list pa_facts_of_open;
extern const struct pa_fact_list pa_facts_of_leader;
extern const struct pa_fact_list pa_facts_of_health;
/* The facts of struct pa_op_facts: facts of all ops, and the members of its union. */
extern const struct pa_fact_list pa_facts_of_op;
extern const struct pa_fact_list pa_facts_of_map;
extern const struct pa_fact_list pa_facts_of_output;
extern const struct pa_fact_list pa_facts_of_trace;
extern const struct pa_fact_list pa_facts_of_change;

extern const struct pa_names pa_cap_names;
extern const struct pa_names pa_attr_states;

#define PA_KERNEL_MARK	"(kernel)"

u64 pa_fact_value(const struct pa_fact *f, const void *of);

#endif /* PERFATTR_CORE_FACTS_H */
