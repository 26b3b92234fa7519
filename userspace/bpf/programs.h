/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by all programs: their maps, the current task's call, the PMUs. */
#ifndef PERFATTR_BPF_PROGRAMS_H
#define PERFATTR_BPF_PROGRAMS_H

#include "bpf/wire.h"
#include "bpf/kernel.h"

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

/* Each object uses only a part of the shared functions. */
#define __maybe_unused	__attribute__((unused))

#define TYPE_MAX	6	/* PERF_TYPE_MAX: larger types are those of PMUs */
#define FLAG_CGROUP	0x4	/* PERF_FLAG_PID_CGROUP */

/* The calls in flight, by the tid of their caller. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, BPF_CALLS);
	__type(key, u32);
	__type(value, struct bpf_call);
} calls SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, BPF_RING);
} ring SEC(".maps");

/* The table of PMUs; entry 0 stays empty. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, PA_PMUS);
	__type(key, u32);
	__type(value, struct bpf_pmu);
} pmus SEC(".maps");

/* The index of a PMU by its address, which is compared and never followed. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, PA_PMUS);
	__type(key, u64);
	__type(value, u32);
} pmu_at SEC(".maps");

/* Type of a registered PMU to its index in the table. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, PA_PMUS);
	__type(key, u32);
	__type(value, u32);
} pmu_types SEC(".maps");

/* The names of functions and variables, by their addresses. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, BPF_NAMES);
	__type(key, u64);
	__type(value, struct bpf_name);
} names SEC(".maps");

/* Set before the programs are loaded. */
const volatile u32 kprobe_type = 0;
const volatile u32 uprobe_type = 0;
const volatile u32 trace_tracepoint = 0;	/* TRACE_EVENT_FL_TRACEPOINT */
const volatile u32 trace_custom = 0;	/* TRACE_EVENT_FL_CUSTOM */
const volatile u32 cpus = 0;		/* nr_cpu_ids */
const volatile bool selinux = false;
const volatile struct bpf_call no_call = {};

/* Looked at by perfattr-bpf. */
u64 lost = 0;		/* calls */
u32 npmus = 1;		/* entries of the table */
u32 leaves = 0;		/* PMUs that were unregistered */
u32 adding = 0;		/* somebody adds an entry */
u32 ready = 0;		/* all programs are attached: calls that are entered now are followed */

static __always_inline struct bpf_call *call_now(void)
{
	u32 tid = (u32)bpf_get_current_pid_tgid();

	return bpf_map_lookup_elem(&calls, &tid);
}

static __always_inline u32 pmu_index(const struct pmu *pmu)
{
	u64 key = (u64)pmu;
	u32 *index = bpf_map_lookup_elem(&pmu_at, &key);

	return index ? *index : 0;
}

/* Looks up the name of what is at an address, once: a lookup costs thousands of instructions. */
static __noinline __maybe_unused void name_take(u64 addr)
{
	struct bpf_name name = {};

	if (!addr || bpf_map_lookup_elem(&names, &addr))
		return;
	BPF_SNPRINTF(name.text, sizeof(name.text), "%pS", addr);
	bpf_map_update_elem(&names, &addr, &name, BPF_ANY);
}

/* Adds a PMU to the table. One at a time: while another is added, this one is added later. */
static __noinline __maybe_unused u32 pmu_add(struct pmu *pmu)
{
	u64 key = (u64)pmu;
	struct bpf_pmu *to;
	u32 index, type;

	if (__sync_val_compare_and_swap(&adding, 0, 1))
		return 0;
	index = npmus;
	to = bpf_map_lookup_elem(&pmus, &index);
	if (!to || bpf_map_update_elem(&pmu_at, &key, &index, BPF_ANY))
		goto out;
	type = (u32)BPF_CORE_READ(pmu, type);
	to->name.type = type;
	to->init = (u64)BPF_CORE_READ(pmu, event_init);
	/* The function of another module may have been there. */
	bpf_map_delete_elem(&names, &to->init);
	name_take(to->init);
	to->caps = (u32)BPF_CORE_READ(pmu, capabilities);
	to->name.task_ctx_nr = (s16)BPF_CORE_READ(pmu, task_ctx_nr);
	bpf_probe_read_kernel_str(to->name.name, sizeof(to->name.name),
				  BPF_CORE_READ(pmu, name));
	if (type >= TYPE_MAX && type != ~0U)
		bpf_map_update_elem(&pmu_types, &type, &index, BPF_ANY);
	__sync_fetch_and_add(&npmus, 1);
	__sync_val_compare_and_swap(&adding, 1, 0);
	return index;
out:
	__sync_val_compare_and_swap(&adding, 1, 0);
	return 0;
}

#endif /* PERFATTR_BPF_PROGRAMS_H */
