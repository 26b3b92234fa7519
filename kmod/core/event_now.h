/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A perf event that is open now, and its holders, as the files events and events_raw show them.
 *
 * Plain data, as a record is: no pointer in it leads to an object of the kernel.
 */
#ifndef PERFATTR_CORE_EVENT_NOW_H
#define PERFATTR_CORE_EVENT_NOW_H

#include "core/env.h"

struct out;

/* At most 32 holders of one event are named; further ones are only counted. */
#define PA_HOLDERS	32

/* Bits of pa_event_now.have. */
#define PA_N_TIMES	0x001	/* enabled, running */
#define PA_N_EXACT	0x002	/* count is the value now, not that of the kernel's last update */
#define PA_N_CHILDREN	0x004	/* children count for it, too: count and times are without theirs */
#define PA_N_TASK	0x008	/* pid, tid, comm: it counts for this task */
#define PA_N_CGROUP	0x010	/* it counts for a cgroup */
#define PA_N_MEMBER	0x020	/* another event leads its group */
#define PA_N_BUFFER	0x040	/* it has a buffer, its own or that of another event */
#define PA_N_BPF	0x080	/* a BPF program is attached */
#define PA_N_OPEN	0x100	/* seq, time_ns, wall_ns: the record of its open is in the ring */

/**
 * struct pa_holder - a descriptor of an event
 * @pid:  the process, in the initial namespace
 * @fd:   the descriptor
 * @comm: the process's name
 */
struct pa_holder {
	s32 pid;
	s32 fd;
	char comm[PA_COMM_LEN];
};

/**
 * struct pa_event_now - an open event
 * @id:        what PERF_EVENT_IOC_ID returns
 * @leader:    id of the event that leads its group, 0 if not known; valid with PA_N_MEMBER
 * @enabled:   ns for which it was enabled
 * @running:   ns for which it was counting
 * @count:     its value
 * @period:    its sampling period now, 0 if it does not sample
 * @data_len:  bytes of the data area that are mapped, 0 if not known
 * @aux_len:   bytes of its AUX area that are mapped, 0 if none or not known
 * @seq:       number of the record of its open
 * @time_ns:   when it was opened: boot clock
 * @wall_ns:   the time of the open as wall clock
 * @have:      PA_N_*
 * @cpu:       event->cpu, -1: any
 * @pid:       the process that it counts for
 * @tid:       its thread
 * @siblings:  other members of the group that it leads
 * @maps:      how many areas of its file are mapped
 * @held:      descriptors that refer to it
 * @nholders:  how many of these are in @holders
 * @attr_len:  bytes in @attr
 * @pmu:       index of its PMU, 0 = not known
 * @state:     enum pa_state; the state of the group leader if that is off
 * @attached:  the last record of a program being attached: PA_RECORD_BPF (by a link),
 *             PA_RECORD_IOCTL; 0 = none is known
 * @comm:      name of the task
 * @name:      of its trace event, as system:name; else empty
 * @cgroup:    path of its cgroup; empty if not known
 * @attr:      the kernel's copy of its attr
 * @unused:    0
 */
struct pa_event_now {
	u64 id;
	u64 leader;
	u64 enabled;
	u64 running;
	u64 count;
	u64 period;
	u64 data_len;
	u64 aux_len;
	u64 seq;
	u64 time_ns;
	u64 wall_ns;
	u32 have;
	s32 cpu;
	s32 pid;
	s32 tid;
	u32 siblings;
	u32 maps;
	u32 held;
	u16 nholders;
	u16 attr_len;
	u16 pmu;
	s8 state;
	u8 attached;
	char comm[PA_COMM_LEN];
	char name[PA_NAME_LEN];
	char cgroup[PA_STR_LEN];
	u8 attr[PA_KATTR_KEEP];
	u32 unused;
};

/**
 * struct pa_event_view - an event that is being rendered
 * @e:       the event
 * @holders: some of the descriptors that refer to it
 * @env:     PMUs
 * @now:     boot clock when the events were looked for
 * @rec:     scratch: a record with the attr of @e, so that it is named as in the log
 */
struct pa_event_view {
	const struct pa_event_now *e;
	const struct pa_holder *holders;
	const struct pa_env *env;
	u64 now;
	struct pa_record rec;
};

/* Upper bound of the bytes that any event needs (tested by tests/host). */
#define PA_EVENT_NOW_MAX	12288

void pa_event_now_record(struct pa_event_view *v);
void pa_event_now_name(struct out *s, struct pa_event_view *v);
u32 pa_event_now_freq(const struct pa_event_view *v);
const char *pa_event_now_bpf_by(const struct pa_event_view *v);

void pa_text_event_head(struct out *s);
void pa_text_event(struct out *s, struct pa_event_view *v);

#endif /* PERFATTR_CORE_EVENT_NOW_H */
