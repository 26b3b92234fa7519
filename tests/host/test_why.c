// SPDX-License-Identifier: GPL-2.0
/*
 * The rules on records: each is found on a record that it refuses, and no longer on the record
 * with the fix; a call that succeeded has no reason, whatever its record holds.
 *
 * The path of a record is built from the rule's site, so that each test covers the
 * rule's own condition, and that no other rule of that site comes first.
 */
#include <stdio.h>

#include "tap.h"
#include "why_rec.h"

/* The PMU that the rules of a place are for. */
static int pmu_of(const struct pa_rule *rule)
{
	static const int of_kind[] = {
		[PA_PMU_OTHER] = OTHER, [PA_PMU_SOFTWARE] = SOFT, [PA_PMU_CLOCK] = CLOCK,
		[PA_PMU_TRACEPOINT] = TP, [PA_PMU_KPROBE] = KPROBE, [PA_PMU_UPROBE] = UPROBE,
		[PA_PMU_BREAKPOINT] = BP, [PA_PMU_IBS] = IBS, [PA_PMU_X86] = CPU,
		[PA_PMU_ARMV8] = ARM, [PA_PMU_POWER] = CPU, [PA_PMU_RISCV] = CPU,
	};
	const u32 cpus = PA_OF(X86) | PA_OF(ARMV8);
	u32 kinds = rule->kinds & cpus ? rule->kinds & cpus : rule->kinds;
	unsigned int kind;

	for (kind = 0; kind < sizeof(of_kind) / sizeof(of_kind[0]); kind++)
		if (kinds >> kind & 1)
			return of_kind[kind];
	return SOFT;
}

static enum pa_site site_of(const struct pa_rule *rule)
{
	unsigned int site;

	for (site = 0; site < PA_SITE_MAX; site++)
		if (rule->sites == PA_AT_ALL ? site == PA_SITE_ALLOCATED : rule->sites >> site & 1)
			break;
	/* Those of two places are tested at the later one. */
	if (rule->sites >> PA_SITE_INSTALL & 1 && rule->sites != PA_AT_ALL)
		return PA_SITE_INSTALL;
	return site;
}

/* Sets the record up so that the rule refuses it; beside the rule's PMU as the type. */
struct test {
	const char *id;
	void (*set)(void);
};

/* The call is about this PMU. */
static void driver(int pmu)
{
	attr->type = pmus[pmu].type;
	attr->config = 0;
	rec.kv.steps[2].pmu = (u16)pmu;
	rec.kv.pmu = rec.kv.pmu ? (u16)pmu : 0;
	rec.kv.pmu_task_ctx_nr = pmus[pmu].task_ctx_nr;
}

static void on_cpu(void)
{
	rec.arg_pid = -1;
	rec.arg_cpu = 0;
}

#define SET(name, ...) static void set_##name(void) { __VA_ARGS__; }
SET(flags, rec.flags = 0x10)
SET(unreadable, rec.attr_state = PA_ATTR_UNREADABLE; rec.attr_len = 0; rec.have_size = 0)
SET(size_small, rec.attr_size = 63)
SET(size_large, rec.attr_size = 4097)
SET(tail, rec.attr_size = sizeof(*attr) + 8; rec.attr_len = rec.attr_size;
	memset(rec.attr + sizeof(*attr), 0, 8); rec.attr[sizeof(*attr) + 6] = 1)
SET(unknown_flag, kernel.known_flags = (1ULL << 34) - 1; attr->sigtrap = 1; attr->build_id = 1)
SET(reserved, attr->__reserved_2 = 1)
SET(sample, attr->sample_type = 1ULL << 40)
SET(format, attr->read_format = 1 << 20)
SET(branch, attr->sample_type = PERF_SAMPLE_BRANCH_STACK; attr->branch_sample_type = 1 << 30 | 8)
SET(branch_kind, attr->sample_type = PERF_SAMPLE_BRANCH_STACK; attr->branch_sample_type = 1)
SET(branch_kernel, nobody(); attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = 8; attr->exclude_kernel = 1)
SET(regs_user, attr->sample_type = PERF_SAMPLE_REGS_USER; attr->sample_regs_user = 1 << 12)
SET(stack_user, attr->sample_type = PERF_SAMPLE_STACK_USER)
SET(stack_large, attr->sample_type = PERF_SAMPLE_STACK_USER; attr->sample_stack_user = 65535)
SET(stack_odd, attr->sample_type = PERF_SAMPLE_STACK_USER; attr->sample_stack_user = 12)
SET(regs_intr, attr->sample_type = PERF_SAMPLE_REGS_INTR)
SET(cgroup_sample, kernel.has &= ~PA_K_CGROUP_PERF; attr->sample_type = PERF_SAMPLE_CGROUP)
SET(weights, attr->sample_type = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT)
SET(inherit_thread, attr->inherit_thread = 1)
SET(two_exec, attr->remove_on_exec = 1; attr->enable_on_exec = 1)
SET(sigtrap, attr->sigtrap = 1)
SET(paranoid, nobody(); rec.facts.paranoid = 3)
SET(selinux, rec.facts.lsm = PA_LSM_SELINUX | PA_LSM_BPF; attr->exclude_kernel = 1)
SET(kernel, nobody(); attr->exclude_kernel = 0)
SET(namespaces, nobody(); attr->exclude_kernel = 1; attr->namespaces = 1)
SET(freq, attr->freq = 1; attr->sample_freq = 50001)
SET(period, attr->sample_period = 1ULL << 63)
SET(phys, nobody(); attr->exclude_kernel = 1; attr->sample_type = PERF_SAMPLE_PHYS_ADDR)
SET(locked, attr->sample_type = PERF_SAMPLE_REGS_INTR; rec.facts.lockdown = 2)
SET(cgroup_no_fd, cgroup(); rec.arg_pid = -1)
SET(cgroup_no_cpu, cgroup(); rec.arg_cpu = -1)
SET(group_closed, leader(); rec.facts.group_file = PA_FILE_NONE)
SET(group_other, leader(); rec.facts.group_file = PA_FILE_OTHER)
SET(leader_dead, leader(); rec.facts.leader.state = -4)
SET(no_task, rec.arg_pid = 4711; rec.facts.target_exists = 0)
SET(inherit, leader(); attr->inherit = 1)
SET(no_cpu, rec.arg_pid = -1)
SET(cpu, rec.arg_cpu = 2)
SET(sigtrap_wide, attr->sigtrap = 1; rec.arg_pid = -1; rec.arg_cpu = 0)
SET(inherit_read, attr->inherit = 1; attr->sample_type = PERF_SAMPLE_READ)
SET(extended, attr->type = PERF_TYPE_HARDWARE; attr->config = 16ULL << 32; rec.kv.nsteps--)
SET(sw_event, attr->config = 12)
SET(hw_event, attr->type = PERF_TYPE_HARDWARE; rec.kv.steps[2].pmu = CPU)
SET(hw_pmu, attr->type = PERF_TYPE_HARDWARE; attr->config = 0)
SET(no_type, attr->type = 99)
SET(rapl, driver(RAPL); attr->config = 2)
SET(own_type, attr->type = 20; rec.kv.steps[2].pmu = OTHER)
SET(nobody, nobody())
SET(branch_stack, attr->sample_type = PERF_SAMPLE_BRANCH_STACK)
SET(tp, attr->config = 70000)
SET(function, nobody(); attr->config = 1)
SET(function_chain, attr->config = 1; attr->sample_period = 1)
SET(function_stack, attr->config = 1; attr->sample_period = 1; attr->exclude_callchain_user = 1;
	attr->sample_type = PERF_SAMPLE_STACK_USER)
SET(raw, nobody(); attr->config = 100; attr->sample_type = PERF_SAMPLE_RAW; rec.arg_pid = -1)
SET(kprobe, string("vfs_read", 1))
SET(kprobe_locked, rec.facts.lockdown = 2; string("vfs_read", 1))
SET(other_task, rec.arg_pid = 1)
SET(uprobe, string("/tmp/x", 2))
SET(uprobe_empty, string("", 2))
SET(uprobe_offset, string("/tmp/x", 2); attr->config2 = 4096)
SET(uprobe_odd, string("/tmp/x", 2); attr->config2 = 6; arm())
SET(uprobe_ref, string("/tmp/x", 2); attr->config = 1ULL << 32)
SET(bp_arm, arm(); breakpoint(1, 4096, 4))
SET(bp_power, power(); breakpoint(3, 4096, 8))
SET(bp_monitor, arm32(); breakpoint(3, 4096, 4))
SET(bp_exec_arm, arm32(); breakpoint(4, 4096, 8))
SET(bp_kernel_arm, arm32(); breakpoint(3, 0xc0000000, 4))
SET(bp_cpu_wide, arm32(); breakpoint(3, 4096, 4); rec.arg_pid = -1; rec.arg_cpu = 0)
SET(bp_access, arm32(); breakpoint(2, 4096, 4))
SET(bp_empty, breakpoint(7, 4096, 4))
SET(bp_taken, breakpoint(3, 4096, 4))
SET(bp_wraps, breakpoint(3, 0xffffffffffffe001ULL, 0x4000))
SET(bp_entry, breakpoint(3, 0, 0))
SET(bp_black, breakpoint(4, 0xffffffff81000000ULL, 8); attr->exclude_kernel = 0)
SET(bp_type, breakpoint(1, 4096, 4))
SET(bp_exec, breakpoint(4, 4096, 4))
SET(bp_len, breakpoint(3, 4096, 3))
SET(bp_range, breakpoint(3, 4096, 16))
SET(bp_unaligned, breakpoint(3, 0xffffffff81000002ULL, 4))
SET(bp_kernel_task, arm(); breakpoint(3, 0xffff800000000000ULL, 8))
SET(bp_kernel, arm(); breakpoint(3, 0xffff800000000000ULL, 8); attr->exclude_kernel = 1;
	rec.arg_pid = -1)
SET(bp_capable, nobody(); breakpoint(3, 0xffff888000000000ULL, 8); rec.arg_pid = -1)
SET(sampling, attr->sample_period = 1)
SET(msr_samples, driver(MSR); attr->sample_period = 1)
SET(msr_large, driver(MSR); attr->config = 99)
SET(going, attr->type = pmus[STRANGE].type; path(PA_SITE_INIT, STRANGE, ENODEV))
SET(msr_absent, driver(MSR); attr->config = 1; sysfs(MSR, PA_SYSFS_LACKS, PA_SYSFS_UNKNOWN, -1))
SET(dsu_branches, driver(DSU); on_cpu(); attr->sample_type = PERF_SAMPLE_BRANCH_STACK)
SET(rapl_bits, driver(RAPL); on_cpu(); attr->config = 0x102)
SET(dsu_cpu, driver(DSU); on_cpu(); sysfs(DSU, PA_SYSFS_UNKNOWN, PA_SYSFS_LACKS, 1))
SET(ibs_counts, driver(IBS); attr->config = 0)
SET(ibs_periods, driver(IBS); attr->config = 0x100; attr->sample_period = 100000)
SET(ibs_idle, driver(IBS); attr->sample_period = 100000; attr->exclude_idle = 1)
SET(spe_freq, driver(SPE); attr->freq = 1; attr->sample_freq = 4000)
SET(bts_user, driver(BTS); nobody(); attr->exclude_kernel = 1)
SET(spe_private, driver(SPE); nobody(); attr->config = 2)
SET(precise, no_ibs(); attr->precise_ip = 2; attr->sample_period = 1)
SET(bts, no_ibs(); attr->type = PERF_TYPE_HARDWARE; attr->config = 4; attr->sample_period = 1)
SET(topdown, no_ibs(); attr->config = 0x8000)
SET(brs, attr->sample_type = PERF_SAMPLE_BRANCH_STACK; attr->branch_sample_type = 8;
	attr->sample_period = 1000)
SET(precise_count, no_ibs(); attr->precise_ip = 2)
SET(xmm_user, attr->sample_regs_user = 1ULL << 40)
SET(xmm_intr, attr->sample_regs_intr = 1ULL << 40)
SET(hw_large, attr->type = PERF_TYPE_HARDWARE; attr->config = 10)
SET(cache_large, attr->type = PERF_TYPE_HW_CACHE; attr->config = 0x3ff)
SET(cache, attr->type = PERF_TYPE_HW_CACHE; attr->config = 0)
SET(config1, attr->config = 0x1b7; attr->config1 = 2)
SET(precise_event, no_ibs(); attr->precise_ip = 1; attr->sample_period = 1000)
SET(aux_output, attr->aux_output = 1)
SET(any_thread, nobody(); attr->config = 1 << 21)
SET(idle, attr->exclude_idle = 1)
SET(chain, attr->config = 0x1e)
SET(power_event, power(); attr->type = PERF_TYPE_HARDWARE; attr->config = 100)
SET(power_code, power(); attr->config = 0xffffff)
SET(user_wide, attr->config1 = 2; rec.arg_pid = -1)
SET(user_long, attr->config1 = 3)
SET(threshold, attr->config1 = 0x100)
SET(member, leader())
SET(group, leader(); rec.facts.leader.siblings = 3)
SET(regs_extended, attr->sample_regs_user = 1ULL << 40)
SET(exclude, attr->exclude_user = 1; rec.kv.pmu_caps = PA_CAP_NO_EXCLUDE)
SET(pt, attr->type = 20; rec.kv.steps[2].pmu = OTHER; rec.kv.pmu = OTHER)
SET(uncore, rec.kv.pmu_task_ctx_nr = -1)
SET(uncore_old, rec.kv.pmu_task_ctx_nr = -1; kernel.has &= ~PA_K_PMU_CTX)
SET(pause_both, attr->aux_pause = 1; attr->aux_resume = 1)
SET(start_paused, attr->aux_start_paused = 1)
SET(cgroup_closed, cgroup(); rec.facts.cgroup_file = PA_FILE_NONE)
SET(cgroup_other, cgroup(); rec.facts.cgroup_file = PA_FILE_OTHER)
SET(cgroup_removed, cgroup(); rec.facts.cgroup_file = PA_FILE_CGROUP_GONE)
SET(cgroup_bare, cgroup(); rec.facts.cgroup_file = PA_FILE_CGROUP_BARE)
SET(cgroup_unbuilt, cgroup(); kernel.has &= ~PA_K_CGROUP_PERF)
SET(cgroup_member, cgroup(); leader())
SET(exclusive, rec.kv.pmu_caps = PA_CAP_EXCLUSIVE)
SET(max_stack, attr->sample_type = PERF_SAMPLE_CALLCHAIN; attr->sample_max_stack = 128)
SET(vpmu, rec.kv.pmu_caps = PA_CAP_MEDIATED_VPMU)
SET(no_interrupt, rec.kv.pmu_caps = PA_CAP_NO_INTERRUPT; attr->sample_period = 1)
SET(clock, attr->use_clockid = 1; attr->clockid = 100)
SET(clock_nmi, attr->use_clockid = 1; attr->clockid = CLOCK_REALTIME)
SET(foreign, nobody(); rec.arg_pid = 1; rec.facts.target_same_creds = 0)
SET(sigtrap_foreign, set_foreign(); attr->sigtrap = 1; attr->remove_on_exec = 1)
SET(wide, nobody(); rec.arg_pid = -1; rec.arg_cpu = 0)
SET(cgroup_nobody, cgroup(); nobody())
SET(offline, rec.arg_pid = -1; rec.arg_cpu = 1; rec.kv.cpu = 1; rec.facts.cpu_online = 0)
SET(leader_member, leader(); rec.facts.leader.is_leader = 0)
SET(leader_clock, leader(); attr->use_clockid = 1; attr->clockid = 1)
SET(leader_cpu, leader(); rec.facts.leader.cpu = 1)
SET(leader_no_cpu, leader(); rec.arg_pid = -1; rec.arg_cpu = 0; rec.kv.cpu = 0)
SET(leader_task, leader(); rec.facts.leader.ctx_same = 0)
SET(pinned, leader(); attr->pinned = 1)
SET(leader_pmu, leader(); rec.facts.leader.pmu = OTHER; rec.facts.leader.task_ctx_nr = 0;
	rec.kv.pmu = CPU; rec.kv.pmu_task_ctx_nr = 0)
SET(leader_moved, leader(); rec.facts.leader.moved = 1; rec.kv.pmu = CPU;
	rec.kv.pmu_task_ctx_nr = 0)
SET(output_cpu, output(); rec.facts.leader.cpu = 1)
SET(output_task, output(); rec.facts.leader.ctx_same = 0)
SET(output_clock, output(); rec.facts.leader.use_clockid = 1; rec.facts.leader.clockid = 4)
SET(output_backward, output(); attr->write_backward = 1)
SET(output_pmu, output(); rec.facts.leader.pmu = OTHER; rec.kv.pmu = CPU;
	rec.kv.pmu_task_ctx_nr = 0)
SET(output_unmapped, output(); rec.facts.leader.has_rb = 0)
SET(output, output())
SET(moved, leader(); kernel.has &= ~PA_K_PMU_CTX)
SET(tp_counting, attr->config = 77; attr->sample_period = 1)
SET(tp_broken, attr->config = 319)
SET(kprobe_offset, string("vfs_read", 1); attr->config2 = 0x100000)
SET(kprobe_addr, attr->config2 = ~0xfffULL)
SET(uprobe_counter, string("/tmp/x", 2); attr->config = 8ULL << 32)
SET(lbr, attr->sample_type = PERF_SAMPLE_BRANCH_STACK; attr->sample_period = 1000)
SET(ibs, set_hw_event(); attr->config = PERF_COUNT_HW_CACHE_MISSES; attr->precise_ip = 2)
SET(not_served, set_hw_event(); rec.kv.steps[2].pmu = ATOM; rec.arg_cpu = 1)
SET(aux_size, attr->aux_sample_size = 8)

/* What the lists of the kernel say of a kprobe. */
static void listed(struct pa_kprobe_now is)
{
	now.kprobe = is;
	now.kprobe.known = true;
	now.kprobe.symbols = 1;
	if (is.text == PA_SYSFS_HAS)
		strcpy(now.kprobe.at, "vfs_read");
}

#define HAS	PA_SYSFS_HAS
#define LACKS	PA_SYSFS_LACKS
#define CODE	.text = HAS, .boot = LACKS

SET(offset_outside, set_kprobe_offset(); listed((struct pa_kprobe_now){ 0 }))
SET(user_addr, attr->config2 = 4096)
SET(kprobe_data, set_kprobe(); listed((struct pa_kprobe_now){ .text = LACKS }))
SET(kprobe_far, set_kprobe_offset(); listed((struct pa_kprobe_now){ .text = LACKS }))
SET(kprobe_boot, set_kprobe(); listed((struct pa_kprobe_now){ .text = HAS, .boot = HAS }))
SET(kprobe_notrace, set_kprobe(); listed((struct pa_kprobe_now){ CODE, .traced = LACKS }))
SET(kretprobe, set_kprobe_offset(); attr->config = 1;
	listed((struct pa_kprobe_now){ CODE, .traced = HAS, .barred = HAS, .offset = 16 }))
SET(kprobe_place, set_kprobe_offset(); arm(); attr->config = 0;
	listed((struct pa_kprobe_now){ CODE, .traced = HAS, .barred = HAS, .offset = 4 }))
SET(kprobe_barred, set_kprobe();
	listed((struct pa_kprobe_now){ CODE, .traced = HAS, .barred = HAS }))
SET(kprobe_odd, set_kprobe_offset(); attr->config2 = 6; arm(); attr->config = 0;
	listed((struct pa_kprobe_now){ CODE, .traced = HAS, .barred = LACKS, .offset = 6 }))
SET(kprobe_kept, set_kprobe_offset(); attr->config = 0;
	listed((struct pa_kprobe_now){ CODE, .traced = HAS, .barred = LACKS, .offset = 16 }))

SET(uprobe_arm, set_uprobe(); arm())

static const struct test tests[] = {
	{ "kprobe-offset-outside", set_offset_outside }, { "kprobe-addr-no-kernel", set_user_addr },
	{ "kprobe-not-code", set_kprobe_data }, { "kprobe-offset-no-code", set_kprobe_far },
	{ "kprobe-boot-code", set_kprobe_boot }, { "kprobe-notrace", set_kprobe_notrace },
	{ "kretprobe-inside", set_kretprobe }, { "kprobe-ftrace-place", set_kprobe_place },
	{ "kprobe-blacklisted", set_kprobe_barred }, { "kprobe-offset-unaligned", set_kprobe_odd },
	{ "kprobe-reserved", set_kprobe_kept }, { "kprobe-not-emulated", set_kprobe },
	{ "uprobe-insn-refused", set_uprobe }, { "uprobe-insn-unknown", set_uprobe },
	{ "uprobe-32-bit", set_uprobe_arm },
	{ "flags-not-known", set_flags }, { "attr-not-readable", set_unreadable },
	{ "size-too-small", set_size_small }, { "size-above-page", set_size_large },
	{ "size-beyond-kernel", set_tail }, { "flag-not-known-to-kernel", set_unknown_flag },
	{ "reserved-not-zero", set_reserved }, { "sample-type-not-known", set_sample },
	{ "read-format-not-known", set_format }, { "branch-type-not-known", set_branch },
	{ "branch-type-without-kind", set_branch_kind },
	{ "branch-kernel-not-allowed", set_branch_kernel },
	{ "user-regs-without-support", set_regs_user }, { "user-regs-invalid", set_regs_user },
	{ "user-stack-without-support", set_stack_user },
	{ "user-stack-too-large", set_stack_large }, { "user-stack-unaligned", set_stack_odd },
	{ "intr-regs-invalid", set_regs_intr }, { "sample-cgroup-not-built", set_cgroup_sample },
	{ "two-weights", set_weights }, { "inherit-thread-alone", set_inherit_thread },
	{ "two-on-exec", set_two_exec }, { "sigtrap-without-remove", set_sigtrap },
	{ "paranoid-refuses-all", set_paranoid }, { "security-module", set_selinux },
	{ "kernel-not-excluded", set_kernel }, { "namespaces-not-allowed", set_namespaces },
	{ "sample-freq-above-max", set_freq }, { "sample-period-negative", set_period },
	{ "phys-addr-not-allowed", set_phys }, { "regs-intr-locked-down", set_locked },
	{ "cgroup-without-fd", set_cgroup_no_fd }, { "cgroup-without-cpu", set_cgroup_no_cpu },
	{ "group-fd-not-open", set_group_closed }, { "group-fd-no-event", set_group_other },
	{ "leader-dead", set_leader_dead }, { "no-such-task", set_no_task },
	{ "inherit-differs", set_inherit }, { "no-task-no-cpu", set_no_cpu },
	{ "no-such-cpu", set_cpu }, { "sigtrap-without-task", set_sigtrap_wide },
	{ "inherit-with-read", set_inherit_read }, { "extended-type-refused", set_extended },
	{ "sw-event-not-known", set_sw_event }, { "hw-event-not-counted", set_hw_event },
	{ "hw-pmu-missing", set_hw_pmu }, { "pmu-type-missing", set_no_type },
	{ "pmu-event-missing", set_own_type }, { "kprobe-not-allowed", set_nobody },
	{ "uprobe-not-allowed", set_nobody }, { "branch-stack-not-supported", set_branch_stack },
	{ "tracepoint-missing", set_tp }, { "function-trace-not-allowed", set_function },
	{ "function-trace-callchain", set_function_chain },
	{ "function-trace-stack", set_function_stack }, { "raw-not-allowed", set_raw },
	{ "kprobe-func-unreadable", set_kprobe }, { "kprobe-func-too-long", set_kprobe },
	{ "kprobe-func-ambiguous", set_kprobe }, { "kprobe-func-missing", set_kprobe },
	{ "kprobe-locked-down", set_kprobe_locked }, { "kprobe-refused", set_kprobe },
	{ "kprobe-unaligned", set_kprobe }, { "uprobe-path-not-dir", set_uprobe },
	{ "uprobe-path-denied", set_uprobe }, { "uprobe-path-loop", set_uprobe },
	{ "uprobe-file-unreadable", set_uprobe }, { "config1-register-absent", set_config1 },
	{ "task-exiting", set_other_task }, { "context-dead", set_other_task },
	{ "uprobe-path-unreadable", set_uprobe }, { "uprobe-path-too-long", set_uprobe },
	{ "uprobe-path-empty", set_uprobe_empty }, { "uprobe-path-missing", set_uprobe },
	{ "uprobe-not-a-file", set_uprobe }, { "uprobe-file-or-offset", set_uprobe_offset },
	{ "uprobe-offset-unaligned", set_uprobe_odd },
	{ "uprobe-ref-ctr-unaligned", set_uprobe_ref },
	{ "breakpoint-no-slots", set_bp_arm }, { "breakpoint-type-empty", set_bp_empty },
	{ "breakpoint-slots-taken", set_bp_taken }, { "breakpoint-range-wraps", set_bp_wraps },
	{ "breakpoint-on-cpu-entry", set_bp_entry },
	{ "breakpoint-no-register", set_bp_power },
	{ "breakpoint-no-monitor", set_bp_monitor },
	{ "breakpoint-exec-length-arm", set_bp_exec_arm },
	{ "breakpoint-kernel-not-stepped", set_bp_kernel_arm },
	{ "breakpoint-cpu-wide", set_bp_cpu_wide },
	{ "breakpoint-access-not-told", set_bp_access },
	{ "breakpoint-type-refused", set_bp_type }, { "breakpoint-exec-length", set_bp_exec },
	{ "breakpoint-length-refused", set_bp_len },
	{ "breakpoint-range-not-supported", set_bp_range },
	{ "breakpoint-unaligned", set_bp_unaligned },
	{ "breakpoint-kernel-per-task", set_bp_kernel_task },
	{ "breakpoint-kernel-excluded", set_bp_kernel },
	{ "breakpoint-kernel-not-allowed", set_bp_capable }, { "pmu-only-counts", set_msr_samples },
	{ "pmu-event-not-known", set_msr_large }, { "pmu-event-absent", set_msr_absent },
	{ "pmu-no-branch-stack", set_dsu_branches }, { "pmu-config-bits", set_rapl_bits },
	{ "pmu-cpu-not-served", set_dsu_cpu }, { "pmu-needs-period", set_ibs_counts },
	{ "pmu-two-periods", set_ibs_periods }, { "pmu-no-frequency", set_spe_freq },
	{ "pmu-exclude-refused", set_ibs_idle },
	{ "pmu-kernel-not-allowed", set_bts_user },
	{ "pmu-config-not-allowed", set_spe_private },
	{ "bts-refused", set_bts }, { "topdown-without-slots", set_topdown },
	{ "precise-not-supported", set_precise }, { "branch-stack-no-hardware", set_branch_stack },
	{ "branch-stack-limited", set_brs },
	{ "precise-event-not-supported", set_precise_event },
	{ "precise-counting", set_precise_count }, { "period-too-short", set_sampling },
	{ "xmm-in-user-regs", set_xmm_user }, { "xmm-in-intr-regs", set_xmm_intr },
	{ "hw-event-not-known", set_hw_large }, { "cache-event-not-known", set_cache_large },
	{ "cache-event-invalid", set_cache }, { "config1-refused", set_config1 },
	{ "aux-output-not-precise", set_aux_output }, { "any-thread-not-allowed", set_any_thread },
	{ "idle-not-excludable", set_idle }, { "chain-event", set_chain },
	{ "hw-event-not-on-power", set_power_event }, { "event-code-refused", set_power_code },
	{ "user-access-cpu-wide", set_user_wide }, { "user-access-long", set_user_long },
	{ "threshold-too-large", set_threshold }, { "group-not-countable", set_group },
	{ "regs-not-supported", set_regs_extended }, { "exclude-not-supported", set_exclude },
	{ "pmu-going", set_going },
	{ "pmu-refused", set_pt }, { "pmu-for-cpus", set_rapl }, { "pmu-without-task", set_uncore },
	{ "aux-output-not-supported", set_aux_output }, { "aux-pause-and-resume", set_pause_both },
	{ "aux-start-paused-not-supported", set_start_paused },
	{ "cgroup-fd-not-open", set_cgroup_closed }, { "cgroup-fd-no-cgroup", set_cgroup_other },
	{ "cgroup-gone", set_cgroup_removed }, { "cgroup-no-controller", set_cgroup_bare },
	{ "cgroup-not-built", set_cgroup_unbuilt },
	{ "cgroup-differs", set_cgroup_member }, { "pmu-exclusive", set_exclusive },
	{ "max-stack-above-limit", set_max_stack }, { "guest-not-excluded", set_vpmu },
	{ "sampling-not-supported", set_no_interrupt }, { "clock-not-known", set_clock },
	{ "clock-not-nmi-safe", set_clock_nmi }, { "task-not-allowed", set_foreign },
	{ "sigtrap-not-allowed", set_sigtrap_foreign },
	{ "cpu-wide-not-allowed", set_wide }, { "cgroup-not-allowed", set_cgroup_nobody },
	{ "pmu-without-task-context", set_uncore_old }, { "cpu-offline", set_offline },
	{ "leader-is-member", set_leader_member }, { "group-clock-differs", set_leader_clock },
	{ "group-cpu-differs", set_leader_cpu }, { "group-leader-on-no-cpu", set_leader_no_cpu },
	{ "group-task-differs", set_leader_task }, { "leader-died", set_member },
	{ "member-pinned", set_pinned }, { "group-pmu-differs", set_leader_pmu },
	{ "group-moved", set_leader_moved },
	{ "output-cpu-differs", set_output_cpu }, { "output-task-differs", set_output_task },
	{ "output-clock-differs", set_output_clock },
	{ "output-direction-differs", set_output_backward },
	{ "output-pmu-differs", set_output_pmu }, { "output-not-mapped", set_output_unmapped },
	{ "output-being-unmapped", set_output }, { "group-read-too-large", set_member },
	{ "moved-group-raced", set_moved }, { "no-aux-event", set_aux_size },
	{ "pmu-in-use", set_exclusive }, { "trace-event-not-sampled", set_tp_counting },
	{ "trace-event-not-usable", set_tp_broken }, { "kprobe-func-or-offset", set_kprobe_offset },
	{ "kprobe-addr-outside", set_kprobe_addr },
	{ "uprobe-ref-ctr-differs", set_uprobe_counter },
	{ "lbr-in-use", set_lbr }, { "precise-not-forwarded", set_ibs },
	{ "cpu-not-served", set_not_served },
	/* Looked for under an errno that has other meanings at that place, so never alone. */
	{ "breakpoint-blacklisted", set_bp_black },
};

static const char *reason(void)
{
	return explain() ? why.rule->id : "none";
}

static void type_of_pmu(int pmu)
{
	attr->type = pmu == CLOCK ? PERF_TYPE_SOFTWARE : pmus[pmu].type;
}

static const struct test *test_of(const char *id)
{
	unsigned int i;

	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (!strcmp(tests[i].id, id))
			return &tests[i];
	return NULL;
}

/* A reason that no single check is: two that cannot be decided say the PMU only. */
static bool only_among_others(const struct pa_rule *rule)
{
	return !strcmp(rule->id, "breakpoint-blacklisted");
}

/* One sentence, on one line. */
static bool is_sentence(const char *text)
{
	size_t len = strnlen(text, PA_WHY_TEXT);

	return len && len < PA_WHY_TEXT && !strchr(text, '\n') && text[len - 1] != '.';
}

/*
 * A check of kernel.perf_event_paranoid refuses above the level that its need names, and not at
 * that level.
 */
static void test_level(const struct pa_rule *rule)
{
	const struct pa_need *need = &rule->need;
	int level = rec.facts.paranoid;
	struct pa_case c;

	if (!need->leveled || need->level == PA_LEVEL_ANY)
		return;
	rec.facts.paranoid = need->level;
	pa_case_look(&c, &rec, &env);
	ok(rule->holds(&c) == PA_NO, "%s does not hold at paranoid %d", rule->id, need->level);
	rec.facts.paranoid = need->level + 1;
	pa_case_look(&c, &rec, &env);
	ok(rule->holds(&c) != PA_NO, "%s may hold at paranoid %d", rule->id, need->level + 1);
	rec.facts.paranoid = level;
}

static void test_rule(const struct pa_rule *rule)
{
	const struct test *test = test_of(rule->id);
	int err = rule->err ? rule->err : EINVAL;
	struct pa_case c;
	char name[128];
	unsigned int i;

	start();
	rec.ret = -err;
	if (rule->sites == PA_AT(OUTPUT))
		output();
	path(site_of(rule), pmu_of(rule), err);
	if (rule->sites == PA_AT(INIT) && rule->kinds)
		type_of_pmu(pmu_of(rule));
	if (test)
		test->set();
	if (only_among_others(rule)) {
		snprintf(name, sizeof(name), "%s is not singled out", rule->id);
		is_str(reason(), "pmu-refused", name);
		return;
	}
	snprintf(name, sizeof(name), "%s is found", rule->id);
	if (!is_str(reason(), rule->id, name)) {
		if (!test)
			diag("tests[] of test_why.c has no record for %s", rule->id);
		return;
	}
	ok(why.text[0], "%s has a text", rule->id);
	ok(is_sentence(why.text), "%s says it in one sentence", rule->id);
	ok(!strpbrk(why.text, "?{}[]"), "%s has its values: %s", rule->id, why.text);
	test_level(rule);
	if (!rule->fix)
		return;
	ok(why.nfix, "%s has a fix", rule->id);
	for (i = 0; i < why.nfix; i++)
		set_field(why.fix[i].field, why.fix[i].value);
	explain();
	pa_case_look(&c, &rec, &env);
	ok(rule->holds(&c) != PA_YES, "%s does not hold with its fix", rule->id);
}

/* Any record of a call that succeeded. */
static void test_success(void)
{
	unsigned int i, reasons = 0;

	for (i = 0; i < 200000; i++) {
		unsigned int j;

		start();
		path(rec_random() % PA_SITE_MAX, (int)(1 + rec_random() % (PMUS - 1)), 22);
		for (j = 0; j < 8; j++)
			rec.attr[rec_random() % sizeof(struct perf_event_attr)] = (u8)rec_random();
		rec.ret = (s64)(rec_random() % 1000);
		reasons += pa_explain(&rec, &env, &why);
	}
	ok(!reasons, "200000 random calls that succeeded have no reason");
}

/* Bytes that nobody wrote: no reason may be wrong in memory, whatever it says. */
static void test_garbage(void)
{
	unsigned int i, j, long_texts = 0, others = 0, wrong = 0;
	struct pa_why again;

	for (i = 0; i < 50000; i++) {
		start();
		for (j = 0; j < sizeof(rec); j += 8) {
			u64 v = rec_random();

			memcpy((u8 *)&rec + j, &v, sizeof(rec) - j < 8 ? sizeof(rec) - j : 8);
		}
		rec.ret = -(s64)(rec_random() % 120);
		rec.have_kview &= 1;
		rec.have_facts &= 1;
		if (rec_random() & 1)
			rec.kv.nsteps %= PA_STEPS;
		if (pa_explain(&rec, &env, &why)) {
			long_texts += strnlen(why.text, sizeof(why.text)) == sizeof(why.text);
			wrong += !pa_rule_returns(why.rule, (u32)-rec.ret);
			pa_explain(&rec, &env, &again);
			others += !!memcmp(&why, &again, sizeof(why));
		}
		why_refuses(&rec, &env);
	}
	ok(!wrong, "each reason is a rule that returns the errno");
	ok(!long_texts, "50000 records of random bytes are read safely, and texts end");
	ok(!others, "... and a record that is read again has the same reason");
}

/* The memory changed under the call: what we copied would have been refused before. */
static void test_contradiction(void)
{
	start();
	path(PA_SITE_ALLOCATED, SOFT, EOVERFLOW);
	rec.ret = -EOVERFLOW;
	set_max_stack();
	rec.arg_cpu = 77;
	ok(explain(), "a refusal is explained where the path shows it");
	start();
	rec.ret = -EACCES;
	nobody();
	attr->sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = 1 << 30;
	ok(!explain(), "no reason when an earlier check would have refused");
}

/* riscv_pmu_event_init(): it checks the number of the event, and no groups. */
static void test_riscv(void)
{
	start();
	riscv();
	path(PA_SITE_INIT, CPU, EINVAL);
	rec.ret = -EINVAL;
	attr->type = PERF_TYPE_HARDWARE;
	attr->config = 77;
	ok(explain() && !strcmp(why.rule->id, "hw-event-not-known"),
	   "RISC-V: an event that is none");
	start();
	riscv();
	path(PA_SITE_INIT, CPU, EINVAL);
	rec.ret = -EINVAL;
	attr->type = PERF_TYPE_RAW;
	attr->config = 0x11;
	rec.arg_group_fd = 5;
	ok(!explain() || strcmp(why.rule->id, "group-not-countable"),
	   "RISC-V: a group is not what its driver refuses");
}

/* SELinux returns EACCES, and nothing else. */
static void test_selinux(void)
{
	start();
	path(PA_SITE_OPEN, SOFT, EPERM);
	rec.ret = -EPERM;
	attr->sample_type = PERF_SAMPLE_REGS_INTR;
	rec.facts.have |= PA_F_LOCKDOWN;
	rec.facts.lockdown = 2;
	rec.facts.lsm = PA_LSM_SELINUX;
	is_str(reason(), "regs-intr-locked-down", "a refusal by lockdown beside SELinux");
	ok(why.certain, "... and certain");
	rec.facts.lsm = PA_LSM_BPF;
	is_str(reason(), "regs-intr-locked-down", "... beside a BPF program on the hook");
	ok(!why.certain, "... and probable");
}

static void test_uncertain(void)
{
	start();
	path(PA_SITE_OPEN, SOFT, EACCES);
	rec.ret = -EACCES;
	nobody();
	rec.facts.lsm = PA_LSM_SELINUX;
	is_str(reason(), "kernel-not-excluded", "with SELinux a refusal by paranoid is explained");
	ok(!why.certain, "... not as certain");
	ok(strncmp(why.text, "probably ", 9), "... and its sentence does not say so: %s", why.text);
	rec.facts.lsm = 0;
	is_str(reason(), "kernel-not-excluded", "without SELinux it is the same");
	ok(why.certain, "... and certain");
	attr->exclude_kernel = 1;
	attr->text_poke = 1;
	kernel.has |= PA_K_ALLOW_CALLCHAIN;
	is_str(reason(), "kernel-not-excluded", "text_poke where callchains are asked for, too");
	ok(why.certain, "... is certain");
	kernel.has &= ~PA_K_ALLOW_CALLCHAIN;
	is_str(reason(), "kernel-not-excluded", "text_poke where they are not");
	ok(!why.certain, "... is probable: only some of these kernels ask for it");
	rec.ret = 3;
	ok(!explain(), "... and not known as a rule that a success breaks");
	rec.ret = -EACCES;
	attr->exclude_kernel = 0;
	attr->text_poke = 0;
	rec.facts.have &= ~PA_F_PARANOID;
	attr->namespaces = 1;
	is_str(reason(), "namespaces-not-allowed", "a check before it that cannot be decided");
	ok(!why.certain, "... makes a reason uncertain");
}

/* In a sentence with "needs" the subject is in the singular. */
static void test_grammar(void)
{
	start();
	set_kernel();
	attr->exclude_kernel = 1;
	attr->sample_type = PERF_SAMPLE_CALLCHAIN;
	kernel.has |= PA_K_ALLOW_CALLCHAIN;
	path(PA_SITE_OPEN, SOFT, EACCES);
	rec.ret = -EACCES;
	reason();
	ok(strstr(why.text, "not set: a callchain of the kernel needs CAP_PERFMON"),
	   "one callchain: %s", why.text);
	start();
	set_namespaces();
	path(PA_SITE_OPEN, SOFT, EACCES);
	rec.ret = -EACCES;
	reason();
	is_str(why.text, "namespaces=1 always needs CAP_PERFMON",
	       "one bit of the attr");
	start();
	set_leader_member();
	path(PA_SITE_GROUP, SOFT, EINVAL);
	rec.ret = -EINVAL;
	reason();
	ok(strstr(why.text, " is itself a member of a group: pass its leader"),
	   "one member: %s", why.text);
}

/* Once the kernel has made the event, the record has the path of its cgroup. */
static void test_cgroup_path(void)
{
	start();
	set_cgroup_nobody();
	path(PA_SITE_CONTEXT, SOFT, EACCES);
	rec.ret = -EACCES;
	is_str(reason(), "cgroup-not-allowed", "a cgroup that is not named");
	ok(!strncmp(why.text, "watching a cgroup needs ", 24), "... is not named: %s", why.text);
	rec.kv.have |= PA_KV_CGROUP;
	strcpy(rec.kv.cgroup, "/user.slice/a\n*/b");
	reason();
	ok(strstr(why.text, "; it is /user.slice/a\n*/b"),
	   "... and named where its path is known: %s", why.text);
	memset(rec.kv.cgroup, 'a', sizeof(rec.kv.cgroup) - 1);
	rec.kv.cgroup[sizeof(rec.kv.cgroup) - 1] = '\0';
	reason();
	ok(!strstr(why.text, "; it is") && strstr(why.text, "perf_event_paranoid <= 0"),
	   "... and not where there is no room: %s", why.text);
	start();
	set_cgroup_removed();
	path(PA_SITE_ALLOCATED, SOFT, ENOENT);
	rec.ret = -ENOENT;
	strcpy(now.cgroup, "/c/a (deleted)");
	is_str(reason(), "cgroup-gone", "a cgroup that was removed");
	is_str(why.text, "the cgroup of descriptor 7 was removed; fd 7 is now /c/a (deleted)",
	       "... and where its caller has it now");
	now.cgroup[0] = '\0';
}

/* From 6.12 on the clocks have types of their own, which can be asked for directly. */
static struct pa_pmu_name clock_pmus[2];

static void test_clock_type(void)
{
	start();
	attr->type = 20;
	attr->config = 310;
	path(PA_SITE_CHOOSE, OTHER, ENOENT);
	rec.ret = -ENOENT;
	clock_pmus[1] = (struct pa_pmu_name){ .type = 20, .name = "cpu_clock" };
	env.pmus = clock_pmus;
	env.npmus = 2;
	rec.kv.steps[2].pmu = 1;
	is_str(reason(), "pmu-event-missing", "a clock asked for by its own type lacks the event");
	is_str(why.text, "PMU cpu_clock has no event 0x136", "and is named");
}

/* More flags at fault than a sentence has room for. */
static void test_long_list(void)
{
	start();
	kernel.known_flags = 1;
	memset((u8 *)attr + PA_OFF_FLAGS, 0xff, 8);
	path(PA_SITE_COPY, SOFT, EINVAL);
	rec.ret = -EINVAL;
	is_str(reason(), "flag-not-known-to-kernel", "all flags at once are explained");
	is_str(why.field, "inherit", "... by the first that is at fault");
	ok(!strncmp(why.text, "this kernel does not know these bits of the attr: inherit, pinned, "
		    "exclusive, ", 78),
	   "... in a sentence that names them: %s", why.text);
	ok(strstr(why.text, " more"),
	   "... and counts those it has no room for");
	ok(!why.nfix, "... without a fix, which would have to change more than it can hold");
}

static void test_no_path(void)
{
	start();
	rec.ret = -EINVAL;
	attr->freq = 1;
	attr->sample_freq = 100000;
	is_str(reason(), "sample-freq-above-max", "without the path the whole order is searched");
	is_str(why.text, "sample_freq 100000 is above kernel.perf_event_max_sample_rate 50000",
	       "the text has the two numbers");
	is_num(why.nfix, 1, "the fix is one field");
	is_str(why.fix[0].field, "sample_freq", "... which is sample_freq");
	is_num(why.fix[0].value, 50000, "... to the limit");
	rec.facts.have &= ~PA_F_MAX_RATE;
	path(PA_SITE_OPEN, SOFT, EINVAL);
	is_str(reason(), "sample-freq-above-max", "without the limit the reason is the same");
	ok(!why.certain, "... but probable only");
	is_num(why.nfix, 0, "... and without a fix");
	is_str(why.text, "sample_freq 100000 is above kernel.perf_event_max_sample_rate",
	       "and its text has no number");
}

static unsigned int times_used(const char *id)
{
	const struct pa_rule *rule;
	unsigned int i, n = 0;

	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++)
		n += !strcmp(rule->id, id);
	return n;
}

int main(void)
{
	const struct pa_rule *rule;
	unsigned int i;

	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++) {
		test_rule(rule);
		if (times_used(rule->id) != 1)
			ok(false, "the name %s is used twice", rule->id);
	}
	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (!times_used(tests[i].id))
			ok(false, "there is no rule %s", tests[i].id);
	test_success();
	test_garbage();
	test_contradiction();
	test_riscv();
	test_selinux();
	test_uncertain();
	test_grammar();
	test_cgroup_path();
	test_clock_type();
	test_long_list();
	test_no_path();
	return tap_end();
}
