/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Calls on descriptors in a text: which of their facts may be unknown. */
#ifndef PERFATTR_CALL_PASTED_OP_H
#define PERFATTR_CALL_PASTED_OP_H

#include "core/record.h"

struct cJSON;

enum pasted_fact_id {
	PASTED_CAPS,
	PASTED_NS,
	PASTED_SELINUX,
	PASTED_BPF_LSM,
	PASTED_CPU,
	PASTED_STATE,
	PASTED_FLAGS,
	PASTED_SIBLINGS,
	PASTED_READ_SIZE,
	PASTED_SAMPLING,
	PASTED_BUFFER,
	PASTED_MAPPED,
	PASTED_TRACING,
	PASTED_PROG,
	PASTED_FILTER,
	PASTED_TASK,
	PASTED_CHILDREN,
	PASTED_FACTS,
};

#define PASTED_VALUES	6

/**
 * struct pasted_fact - a fact of an op that the rules take as it is, known or not
 * @key:    its key in the record
 * @offset: its offset in struct pa_op_facts, unless it is a flag
 * @width:  its bytes there
 * @flag:   PA_OF_*
 * @n:      entries of @value
 * @value:  values that it may have
 */
struct pasted_fact {
	const char *key;
	u32 offset;
	u32 width;
	u32 flag;
	u8 n;
	s64 value[PASTED_VALUES];
};

extern const struct pasted_fact pasted_facts[PASTED_FACTS];

u32 pasted_op_unknown(const struct cJSON *line);
struct cJSON *pasted_op_facts(const struct cJSON *facts);

#endif /* PERFATTR_CALL_PASTED_OP_H */
