// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The table of facts. Keys are the names that the kernel or its documentation uses. */
#include "core/facts.h"

#include "core/arch.h"

#define N(str)	PA_NAME(str)

PA_OWN_NAMES_OF(file_kinds,
		[PA_FILE_NONE] = N("none"), [PA_FILE_OTHER] = N("other"),
		[PA_FILE_PERF] = N("perf_event"), [PA_FILE_CGROUP] = N("cgroup"),
		[PA_FILE_CGROUP_GONE] = N("cgroup_removed"),
		[PA_FILE_CGROUP_BARE] = N("cgroup_without_perf_event"),
		[PA_FILE_BPF] = N("bpf_prog"));

PA_OWN_NAMES_OF(lockdowns, N("none"), N("integrity"), N("confidentiality"));

PA_OWN_NAMES_OF(lsms, N("selinux"), N("bpf"));

PA_OWN_NAMES_OF(checks, N("paranoid_any"), N("pmu_ctx"), N("allow_callchain"), N("cgroup_perf"));

PA_OWN_NAMES_OF(trace_kinds,
		[PA_TRACE_NONE] = N("none"), [PA_TRACE_TRACEPOINT] = N("tracepoint"),
		[PA_TRACE_SYSCALL] = N("syscall"), [PA_TRACE_KPROBE] = N("kprobe"),
		[PA_TRACE_UPROBE] = N("uprobe"), [PA_TRACE_OTHER] = N("other"));

PA_OWN_NAMES_OF(progs, N("sleepable"), N("override_return"), N("stack"), N("multi"),
		N("shared"));

/* PERF_PMU_CAP_* */
PA_NAMES_OF(pa_cap_names,
	    N("no_interrupt"), N("no_nmi"), N("aux_no_sg"), N("extended_regs"), N("exclusive"),
	    N("itrace"), N("no_exclude"), N("aux_output"), N("extended_hw_type"), N("aux_pause"),
	    N("mediated_vpmu"));

PA_NAMES_OF(pa_attr_states,
	    [PA_ATTR_UNREADABLE] = N("unreadable"), [PA_ATTR_ENTRY] = N("entry"),
	    [PA_ATTR_RETURN] = N("return"), [PA_ATTR_PART] = N("part"));

/* A flag fact has no struct member: its value is a bit of the mask of known facts. */
#define FLAG(flag_, key_, ...) { \
	.key = ",\"" key_ "\":", .key_len = sizeof(key_) + 3, .kind = PA_FACT_FLAG, \
	.flag = (flag_), __VA_ARGS__ }

#define LIST(of, have_) { .fact = of, .count = ARRAY_SIZE(of), .have = have_ }

#define KERNEL(member, kind, ...)	PA_FACT(pa_kernel, member, #member, kind, __VA_ARGS__)

static const struct pa_fact of_kernel[] = {
	KERNEL(arch, NAME, .names = &pa_abis),
	KERNEL(attr_size, COUNT),
	KERNEL(known_flags, WIDE),
	KERNEL(known_sample, WIDE),
	KERNEL(known_format, WIDE),
	KERNEL(known_branch, WIDE),
	KERNEL(known_aux, COUNT),
	KERNEL(hw_max, COUNT),
	KERNEL(sw_max, COUNT),
	KERNEL(page_size, COUNT),
	KERNEL(ksym_len, COUNT),
	KERNEL(has, NAMES, .names = &checks),
	KERNEL(paranoid_max, SIGNED, .have = PA_K_PARANOID_MAX),
	KERNEL(tp_counting, COUNT, .have = PA_K_TP_COUNTING),
	KERNEL(task_size, CALLERS),
	KERNEL(regs_extended, RANGES),
};

const struct pa_fact_list pa_facts_of_kernel = LIST(of_kernel, offsetof(struct pa_kernel, has));

#define OPEN(member, kind, bit, ...) \
	PA_FACT(pa_facts, member, #member, kind, .have = PA_F_##bit, __VA_ARGS__)
#define SYSCTL(member, bit) \
	PA_FACT(pa_facts, member, "perf_event_" #member, SIGNED, .have = PA_F_##bit)

static const struct pa_fact of_open[] = {
	OPEN(cap_effective, WIDE, CRED),
	OPEN(init_userns, BOOL, CRED),
	OPEN(own_pidns, BOOL, PIDNS),
	SYSCTL(paranoid, PARANOID),
	SYSCTL(max_sample_rate, MAX_RATE),
	SYSCTL(max_stack, MAX_STACK),
	OPEN(lockdown, NAME, LOCKDOWN, .names = &lockdowns),
	OPEN(lsm, NAMES, LSM, .names = &lsms),
	PA_FACT(pa_facts, this_cpu, "this_cpu", COUNT),
	OPEN(nr_cpu_ids, COUNT, CPU),
	OPEN(cpu_online, BOOL, CPU),
	OPEN(nofile, COUNT, FD_FREE),
	OPEN(fd_free, BOOL, FD_FREE),
	OPEN(target_exists, BOOL, TARGET),
	OPEN(target_same_creds, BOOL, TARGET),
	OPEN(cgroup_file, NAME, CGROUP_FD, .names = &file_kinds),
	OPEN(group_file, NAME, GROUP_FD, .names = &file_kinds),
	OPEN(leader_fd, SIGNED, LEADER_FD),
};

const struct pa_fact_list pa_facts_of_open = LIST(of_open, offsetof(struct pa_facts, have));

#define LEADER(member, kind, ...)	PA_FACT(pa_leader, member, #member, kind, __VA_ARGS__)

static const struct pa_fact of_leader[] = {
	LEADER(type, COUNT),
	LEADER(config, WIDE),
	LEADER(pmu, PMU),
	LEADER(task_ctx_nr, SIGNED),
	LEADER(cpu, SIGNED),
	LEADER(state, SIGNED),
	LEADER(siblings, COUNT),
	LEADER(inherit, BOOL),
	LEADER(is_leader, BOOL),
	LEADER(moved, BOOL),
	LEADER(ctx_same, TRI),
	LEADER(ctx_own, TRI),
	LEADER(ctx_cpu, TRI),
	LEADER(write_backward, BOOL),
	LEADER(has_rb, TRI),
	LEADER(use_clockid, BOOL),
	LEADER(clockid, SIGNED),
};

const struct pa_fact_list pa_facts_of_leader = LIST(of_leader, PA_FACTS_NO_HAVE);

#define OP(member, key, kind, ...)	PA_FACT(pa_op_facts, member, key, kind, __VA_ARGS__)
#define IF(bit)				.have = PA_OF_##bit

static const struct pa_fact of_op[] = {
	OP(cap_effective, "cap_effective", WIDE),
	FLAG(PA_OF_INIT_NS, "init_userns"),
	OP(paranoid, "perf_event_paranoid", SIGNED, IF(PARANOID)),
	OP(max_sample_rate, "perf_event_max_sample_rate", SIGNED, IF(MAX_RATE)),
	FLAG(PA_OF_SELINUX, "selinux"),
	FLAG(PA_OF_BPF_LSM, "bpf_lsm"),
	OP(cpu, "cpu", SIGNED),
	OP(state, "state", SIGNED),
	OP(flags, "attr_flags", WIDE),
	OP(siblings, "siblings", COUNT),
	OP(read_size, "read_size", COUNT),
	FLAG(PA_OF_SAMPLING, "sampling"),
	FLAG(PA_OF_BUFFER, "buffer"),
	FLAG(PA_OF_MAPPED, "mapped"),
	FLAG(PA_OF_TRACING, "tracing"),
	FLAG(PA_OF_AUX, "aux", IF(PMU)),
	FLAG(PA_OF_ADDR_FILTERS, "addr_filters", IF(PMU)),
	FLAG(PA_OF_PROG, "prog"),
	FLAG(PA_OF_FILTER, "filter"),
	FLAG(PA_OF_TASK, "task"),
	FLAG(PA_OF_CHILDREN, "children"),
};

const struct pa_fact_list pa_facts_of_op = LIST(of_op, offsetof(struct pa_op_facts, have));

#define MAP(member, kind, bit)	OP(map.member, #member, kind, IF(bit))

static const struct pa_fact of_map[] = {
	MAP(memlock, WIDE, MMAPS),
	MAP(pinned, WIDE, MMAPS),
	MAP(charged, WIDE, MMAPS),
	OP(map.mlock_kb, "perf_event_mlock_kb", SIGNED, IF(MLOCK)),
	MAP(cpus, COUNT, MMAPS),
	MAP(data_len, WIDE, MMAPS),
	MAP(aux_len, WIDE, MMAPS),
	MAP(aux_at, CALLERS, MMAPS),
	MAP(aux_offset, CALLERS, CONTROL),
	MAP(aux_size, CALLERS, CONTROL),
};

const struct pa_fact_list pa_facts_of_map = LIST(of_map, offsetof(struct pa_op_facts, have));

#define OUTPUT(member, kind, ...) \
	OP(output.member, #member, kind, IF(OUTPUT), __VA_ARGS__)

static const struct pa_fact of_output[] = {
	OUTPUT(file, NAME, .names = &file_kinds),
	OUTPUT(cpu, SIGNED),
	OUTPUT(itself, BOOL),
	OUTPUT(task, BOOL),
	OUTPUT(clock, BOOL),
	OUTPUT(backward, BOOL),
	OUTPUT(aux, COUNT),
	OUTPUT(buffer, BOOL),
	OUTPUT(revoked, BOOL),
};

const struct pa_fact_list pa_facts_of_output = LIST(of_output, offsetof(struct pa_op_facts, have));

#define TRACE(member, kind, bit, ...) \
	OP(trace.member, #member, kind, IF(bit), __VA_ARGS__)

static const struct pa_fact of_trace[] = {
	TRACE(kind, NAME, TRACE, .names = &trace_kinds),
	TRACE(name, STRING, TRACE),
	TRACE(file, NAME, PROG_FD, .names = &file_kinds),
	TRACE(prog_type, COUNT, PROG_FD),
	TRACE(max_ctx, COUNT, PROG_FD),
	TRACE(prog, NAMES, PROG_FD, .names = &progs),
	TRACE(looked, COUNT, LOOKUPS),
	TRACE(hash, COUNT, LOOKUPS),
	TRACE(missing, BOOL, LOOKUPS),
};

const struct pa_fact_list pa_facts_of_trace = LIST(of_trace, offsetof(struct pa_op_facts, have));

static const struct pa_fact of_change[] = {
	OP(change.differs, "differs", COUNT, IF(CHANGE)),
};

const struct pa_fact_list pa_facts_of_change = LIST(of_change, offsetof(struct pa_op_facts, have));

#define HEALTH(member, key, kind)	PA_FACT(pa_health, member, key, kind)

/* Times, lost samples and the buffer are written for people, see json/op.c. */
static const struct pa_fact of_health[] = {
	HEALTH(flags, "attr_flags", WIDE),
	HEALTH(cpu, "cpu", SIGNED),
	HEALTH(siblings, "siblings", COUNT),
};

const struct pa_fact_list pa_facts_of_health = LIST(of_health, PA_FACTS_NO_HAVE);

/**
 * pa_fact_value() - the value of a fact
 * @f:  any kind but FLAG and STRING
 * @of: the struct that has it
 *
 * Context: any. Return: the number; sign-extended if it is of kind SIGNED.
 */
u64 pa_fact_value(const struct pa_fact *f, const void *of)
{
	const void *at = (const u8 *)of + f->offset;
	bool is_signed = f->kind == PA_FACT_SIGNED;

	switch (f->width) {
	case 8:
		return *(const u64 *)at;
	case 4:
		return is_signed ? (u64)*(const s32 *)at : *(const u32 *)at;
	case 2:
		return is_signed ? (u64)*(const s16 *)at : *(const u16 *)at;
	default:
		return is_signed ? (u64)*(const s8 *)at : *(const u8 *)at;
	}
}
