/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Ops, the calls on the descriptor of an event: names and values that both renderers need.
 */
#ifndef PERFATTR_CORE_OP_H
#define PERFATTR_CORE_OP_H

#include "core/names.h"

/* _IOC_NR() of the PERF_EVENT_IOC_* commands. */
enum pa_ioc {
	PA_IOC_ENABLE,
	PA_IOC_DISABLE,
	PA_IOC_REFRESH,
	PA_IOC_RESET,
	PA_IOC_PERIOD,
	PA_IOC_SET_OUTPUT,
	PA_IOC_SET_FILTER,
	PA_IOC_ID,
	PA_IOC_SET_BPF,
	PA_IOC_PAUSE_OUTPUT,
	PA_IOC_QUERY_BPF,
	PA_IOC_MODIFY_ATTRIBUTES,
	PA_IOC_MAX,
};

/* Commands of enum bpf_cmd in include/uapi/linux/bpf.h that are about links of events. */
enum pa_bpf {
	PA_BPF_LINK_CREATE = 28,
	PA_BPF_LINK_UPDATE = 29,
};

/**
 * struct pa_values - layout of the words that a read returned
 * @have:    words that are in the record
 * @group:   PERF_FORMAT_GROUP: word 0 is the number of members
 * @enabled: index of time_enabled, 0 if absent
 * @running: index of time_running, 0 if absent
 * @first:   index of the first member's value
 * @id:      offset of a member's id from its value, 0 if absent
 * @lost:    offset of a member's lost count from its value, 0 if absent
 * @step:    words from one member to the next
 * @members: members that are completely in the record
 * @more:    members that are not
 */
struct pa_values {
	u32 have;
	u32 enabled;
	u32 running;
	u32 first;
	u32 id;
	u32 lost;
	u32 step;
	u32 members;
	u64 more;
	bool group;
};

extern const struct pa_names pa_kind_names;
extern const struct pa_names pa_poll_bits;
extern const struct pa_names pa_prot_bits;
extern const struct pa_names pa_map_bits;
extern const struct pa_names pa_ioc_flags;

/* No view shows a kernel address, not even one that the caller passed. */
static inline bool pa_arg_hidden(const struct pa_op *op)
{
	return pa_is_kernel_address(op->arg);
}

u32 pa_op_mask(char *to, const char *text, u32 len, bool cut);
void pa_op_mask_digits(char *to, const char *text, u32 len, bool cut);
u32 pa_op_string(char *to, const struct pa_record *r);
u32 pa_ioc_of(const struct pa_record *r);
u32 pa_ioc_number(u8 abi, u32 ioc);
bool pa_ioc_points(u32 ioc);
const struct pa_name *pa_ioc_name(u32 ioc);
const struct pa_name *pa_prctl_name(u64 option);
const struct pa_name *pa_bpf_name(u32 cmd);
void pa_values_look(struct pa_values *v, const struct pa_record *r);
u64 pa_values_word(const struct pa_record *r, u32 index);

#endif /* PERFATTR_CORE_OP_H */
