/* SPDX-License-Identifier: GPL-2.0 */
/* Typical calls of programs that are refused. */
#ifndef PERFATTR_TEST_WHY_PROGRAMS_H
#define PERFATTR_TEST_WHY_PROGRAMS_H

#include "why_random_call.h"

static int msr_type, target;

static void perf_record(struct call *c)
{
	c->attr.type = PERF_TYPE_HARDWARE;
	c->attr.config = PERF_COUNT_HW_CPU_CYCLES;
	c->attr.freq = 1;
	c->attr.sample_freq = 4000;
	c->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
	c->attr.inherit = 1;
	c->attr.exclude_kernel = 0;
	c->attr.exclude_hv = 0;
	c->attr.mmap = 1;
	c->attr.comm = 1;
}

static void perf_record_precise(struct call *c)
{
	perf_record(c);
	c->attr.precise_ip = 3;
}

static void perf_record_wide(struct call *c)
{
	perf_record(c);
	c->attr.type = PERF_TYPE_SOFTWARE;
	c->pid = -1;
	c->cpu = 0;
	c->attr.sample_type |= PERF_SAMPLE_CALLCHAIN;
}

static void profiler(struct call *c)
{
	perf_record_wide(c);
	c->attr.sample_freq = 1000000;
	c->attr.sample_max_stack = 1000;
}

static void perf_stat_wide(struct call *c)
{
	c->attr.config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	c->attr.exclude_kernel = 0;
	c->pid = -1;
	c->cpu = 1;
}

static void perf_stat(struct call *c)
{
	c->attr.config = PERF_COUNT_SW_CONTEXT_SWITCHES;
	c->attr.exclude_kernel = 0;
}

static void perf_stat_kernel(struct call *c)
{
	c->attr.config = PERF_COUNT_SW_PAGE_FAULTS;
	c->attr.exclude_kernel = 0;
	c->attr.exclude_user = 1;
}

static void cycles_kernel(struct call *c)
{
	c->attr.type = PERF_TYPE_HARDWARE;
	c->attr.config = PERF_COUNT_HW_CPU_CYCLES;
	c->attr.exclude_kernel = 0;
	c->attr.exclude_user = 1;
}

static void perf_trace(struct call *c)
{
	c->attr.type = PERF_TYPE_TRACEPOINT;
	c->attr.config = sched_switch;
	c->attr.sample_period = 1;
	c->attr.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TIME;
	c->attr.exclude_kernel = 0;
}

static void mem_sampler(struct call *c)
{
	c->attr.config = PERF_COUNT_SW_PAGE_FAULTS;
	c->attr.sample_period = 1;
	c->attr.sample_type = PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_DATA_SRC;
}

static void bcc_kprobe(struct call *c)
{
	c->attr.type = kprobe_type;
	c->attr.config = 0;
	c->attr.kprobe_func = (uintptr_t)"vfs_read";
}

static void bcc_uprobe(struct call *c)
{
	c->attr.type = uprobe_type;
	c->attr.config = 0;
	c->attr.uprobe_path = (uintptr_t)"/bin/bash";
	c->attr.probe_offset = 0x1000;
}

static void garbage_counter(struct call *c)
{
	bcc_uprobe(c);
	c->attr.config = 0x12345679ULL << 32;
}

static void watchpoint(struct call *c)
{
	c->attr.type = PERF_TYPE_BREAKPOINT;
	c->attr.config = 0;
	c->attr.bp_type = HW_BREAKPOINT_W;
	c->attr.bp_addr = (uintptr_t)&watched + 1;
	c->attr.bp_len = 8;
}

static void msr_counter(struct call *c)
{
	if (msr_type < 0)
		return;
	c->attr.type = msr_type;
	c->attr.config = 0;
}

static void msr_sampler(struct call *c)
{
	msr_counter(c);
	c->attr.exclude_kernel = 0;
	c->attr.sample_period = 100000;
}

static void cgroup_forgotten(struct call *c)
{
	c->pid = cgroup_fd;
}

static void cgroup_any_cpu(struct call *c)
{
	c->pid = cgroup_fd;
	c->flags = PERF_FLAG_PID_CGROUP;
}

static void member_as_leader(struct call *c)
{
	c->group_fd = leaders[2].fd;
}

static void group_inherits(struct call *c)
{
	c->group_fd = leaders[0].fd;
	c->attr.inherit = 1;
}

static void group_wide(struct call *c)
{
	c->group_fd = leaders[0].fd;
	c->pid = -1;
	c->cpu = 0;
}

static void redirect(struct call *c)
{
	c->group_fd = leaders[0].fd;
	c->flags = PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP;
	c->attr.sample_period = 1;
}

static void other_task(struct call *c)
{
	c->pid = target;
}

static void no_task(struct call *c)
{
	c->pid = 0x3ffffff;
}

static void system_wide(struct call *c)
{
	c->pid = -1;
}

static void sigtrap(struct call *c)
{
	c->attr.sigtrap = 1;
	c->attr.enable_on_exec = 1;
}

static void inherit_read(struct call *c)
{
	c->attr.inherit = 1;
	c->attr.sample_type = PERF_SAMPLE_READ;
	c->attr.sample_period = 1;
}

static void records_of_all(struct call *c)
{
	c->attr.namespaces = 1;
	c->attr.text_poke = 1;
	c->attr.use_clockid = 1;
	c->attr.clockid = CLOCK_PROCESS_CPUTIME_ID;
}

static void not_zeroed(struct call *c)
{
	memset(&c->attr, 0x5a, sizeof(c->attr));
	c->attr.type = PERF_TYPE_SOFTWARE;
	c->attr.size = kernel_attr_size;
	c->attr.config = PERF_COUNT_SW_DUMMY;
}

static void newer_header(struct call *c)
{
	c->attr.size = kernel_attr_size + 16;
	c->raw[kernel_attr_size] = 1;
}

static void (* const programs[])(struct call *c) = {
	perf_record, perf_record_precise, perf_record_wide, profiler, perf_stat_wide, perf_trace,
	mem_sampler, bcc_kprobe, bcc_uprobe, garbage_counter, watchpoint, msr_counter,
	perf_stat, perf_stat_kernel, cycles_kernel, msr_sampler, cgroup_forgotten, cgroup_any_cpu,
	member_as_leader, group_inherits,
	group_wide, redirect, other_task, no_task, system_wide, sigtrap, inherit_read,
	records_of_all, not_zeroed, newer_header,
};

#endif /* PERFATTR_TEST_WHY_PROGRAMS_H */
