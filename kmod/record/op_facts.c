// SPDX-License-Identifier: GPL-2.0
/*
 * Facts that explain why an op failed or did nothing. They are taken only then, when the op
 * returns: its caller still holds the file, and so the event.
 */
#include "record/op_record.h"

#include <linux/cpumask.h>
#include <linux/file.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mm_types.h>
#include <linux/resource.h>
#include <linux/sched/signal.h>
#include <linux/trace_events.h>
#include <linux/user_namespace.h>

#include "kernel/compat.h"
#include "kernel/kvar.h"
#include "kernel/policy.h"
#include "record/caller.h"
#include "record/event.h"
#include "record/facts.h"
#include "record/lookups.h"
#include "record/opened.h"

/* The flag word of struct perf_event_attr. */
#define ATTR_FLAGS	40

/* Capabilities of the PMU. It may be unregistered right now: read nofault. */
static u32 __kprobes pmu_bits(const struct perf_event *event)
{
	const struct pmu *pmu = READ_ONCE(event->pmu);
	unsigned int filters;
	void *setup_aux;

	if (!pmu || get_kernel_nofault(setup_aux, (void **)&pmu->setup_aux) ||
	    get_kernel_nofault(filters, &pmu->nr_addr_filters))
		return 0;
	return PA_OF_PMU | (setup_aux ? PA_OF_AUX : 0) | (filters ? PA_OF_ADDR_FILTERS : 0);
}

static u32 __kprobes event_bits(const struct perf_event *event)
{
	u32 bits = pmu_bits(event);

	if (event->attr.sample_period)
		bits |= PA_OF_SAMPLING;
	if (event->attach_state & PERF_ATTACH_TASK)
		bits |= PA_OF_TASK;
	if (READ_ONCE(event->rb))
		bits |= PA_OF_BUFFER;
	if (compat_mmap_count(event))
		bits |= PA_OF_MAPPED;
	if (!list_empty(&event->child_list))
		bits |= PA_OF_CHILDREN;
	if (compat_has_program(event))
		bits |= PA_OF_PROG;
	if (compat_trace_event(event))
		bits |= PA_OF_TRACING;
#ifdef CONFIG_EVENT_TRACING
	if (READ_ONCE(event->filter))
		bits |= PA_OF_FILTER;
#endif
	return bits;
}

static void __kprobes event_facts(struct pa_op_facts *f, const struct perf_event *event)
{
	f->have |= event_bits(event);
	f->cpu = event->cpu;
	f->read_size = event->read_size;
	f->state = compat_state(event);
	f->siblings = min_t(u32, READ_ONCE(event->group_leader)->nr_siblings, U16_MAX);
	memcpy(&f->flags, (const u8 *)&event->attr + ATTR_FLAGS, sizeof(f->flags));
	f->flags = pa_le_flags(f->flags);
}

static u8 __kprobes may_refuse(enum pa_record_kind kind)
{
	if (kind == PA_RECORD_BPF)
		return pa_policy_may_refuse(PA_HOOK_BPF) | pa_policy_may_refuse(PA_HOOK_PROG);
	return pa_policy_may_refuse(kind == PA_RECORD_IOCTL ? PA_HOOK_WRITE : PA_HOOK_READ);
}

static void __kprobes caller_facts(struct pa_op_facts *f, u8 lsm)
{
	const struct cred *cred = current_cred();

	f->cap_effective = compat_cap_bits(cred->cap_effective);
	if (cred->user_ns == &init_user_ns)
		f->have |= PA_OF_INIT_NS;
	if (lsm & PA_LSM_SELINUX)
		f->have |= PA_OF_SELINUX;
	if (lsm & PA_LSM_BPF)
		f->have |= PA_OF_BPF_LSM;
	if (pa_kvar_read(PA_KVAR_PARANOID, &f->paranoid))
		f->have |= PA_OF_PARANOID;
	if (pa_kvar_read(PA_KVAR_MAX_RATE, &f->max_sample_rate))
		f->have |= PA_OF_MAX_RATE;
}

/* Offset and size of the AUX area that the process has written into its control page. */
static void __kprobes control_facts(struct pa_op_facts *f, const struct pa_mapping *map)
{
	const size_t at = offsetof(struct perf_event_mmap_page, aux_offset);
	u64 words[2];

	BUILD_BUG_ON(offsetof(struct perf_event_mmap_page, aux_size) != at + sizeof(words[0]));
	if (!map->data_len || map->tgid != current->tgid ||
	    !pa_caller_copy(words, map->data_at + at, sizeof(words)))
		return;
	f->map.aux_offset = words[0];
	f->map.aux_size = words[1];
	f->have |= PA_OF_CONTROL;
}

static void __kprobes map_facts(struct pa_op_facts *f, const struct pa_op *op)
{
	struct pa_map_facts *m = &f->map;
	struct pa_mapping map;

	f->have |= PA_OF_MMAPS;
	m->memlock = rlimit(RLIMIT_MEMLOCK);
	m->pinned = current->mm ? atomic64_read(&current->mm->pinned_vm) : 0;
	m->charged = compat_perf_pages(current_user());
	m->cpus = num_online_cpus();
	if (pa_kvar_read(PA_KVAR_MLOCK, &m->mlock_kb))
		f->have |= PA_OF_MLOCK;
	if (!pa_opened_mapping(op->id, &map))
		return;
	m->data_len = map.data_len;
	m->aux_len = map.aux_len;
	m->aux_at = map.aux_at;
	if (op->offset)
		control_facts(f, &map);
}

/* has_aux() of kernel/events/internal.h for both, and another PMU; 2: not known. */
static u8 __kprobes aux_differs(const struct perf_event *event, const struct perf_event *output)
{
	u32 both = pmu_bits(event) & pmu_bits(output);

	if (!(both & PA_OF_PMU))
		return 2;
	return both & PA_OF_AUX && READ_ONCE(event->pmu) != READ_ONCE(output->pmu);
}

static void __kprobes output_event_facts(struct pa_output_facts *o, const struct perf_event *event,
					 const struct perf_event *output)
{
	o->file = PA_FILE_PERF;
	o->cpu = output->cpu;
	o->itself = output == event;
	/* The pointers are only compared: a task that exits is no longer a target. */
	o->task = output->hw.target == event->hw.target;
	o->clock = output->clock == event->clock;
	o->backward = output->attr.write_backward == event->attr.write_backward;
	o->aux = aux_differs(event, output);
	o->buffer = !!READ_ONCE(output->rb);
	o->revoked = compat_state(output) == PA_STATE_REVOKED;
}

static void __kprobes output_facts(struct pa_op_facts *f, const struct perf_event *event, u64 arg)
{
	struct file *file;

	f->have |= PA_OF_OUTPUT;
	f->output.file = PA_FILE_NONE;
	if (arg == U64_MAX)
		return;
	file = pa_facts_get(arg, PA_FILE_NAME_PERF, &f->output.file);
	if (!file)
		return;
	output_event_facts(&f->output, event, file->private_data);
	fput(file);
}

/* The distinctions of __perf_event_set_bpf_prog(), kernel/events/core.c. */
static u8 __kprobes trace_kind(const struct perf_event *event)
{
	const struct trace_event_call *trace = compat_trace_event(event);

	if (!trace)
		return PA_TRACE_NONE;
	if (trace->flags & TRACE_EVENT_FL_KPROBE)
		return PA_TRACE_KPROBE;
	if (trace->flags & TRACE_EVENT_FL_UPROBE)
		return PA_TRACE_UPROBE;
	if (trace->flags & TRACE_EVENT_FL_TRACEPOINT)
		return PA_TRACE_TRACEPOINT;
	if (trace->class && trace->class->system && !strcmp(trace->class->system, "syscalls"))
		return PA_TRACE_SYSCALL;
	return PA_TRACE_OTHER;
}

static void __kprobes trace_facts(struct pa_op_facts *f, const struct perf_event *event)
{
	f->have |= PA_OF_TRACE;
	f->trace.kind = trace_kind(event);
	if (f->trace.kind != PA_TRACE_NONE)
		pa_event_trace_name(f->trace.name, event);
}

/* The file holds the program. */
static void __kprobes prog_facts(struct pa_trace_facts *t, const struct bpf_prog *prog)
{
#ifdef CONFIG_BPF_SYSCALL
	t->file = PA_FILE_BPF;
	t->prog_type = prog->type;
	t->max_ctx = prog->aux->max_ctx_offset;
	t->prog = (compat_prog_sleepable(prog) ? PA_PROG_SLEEPABLE : 0) |
		  (prog->kprobe_override ? PA_PROG_OVERRIDE : 0) |
		  (prog->call_get_stack ? PA_PROG_STACK : 0) |
		  (prog->expected_attach_type ? PA_PROG_MULTI : 0);
#endif
}

static void __kprobes bpf_facts(struct pa_op_facts *f, const struct perf_event *event, u64 arg)
{
	struct file *file = pa_facts_get(arg, PA_FILE_NAME_BPF, &f->trace.file);

	trace_facts(f, event);
	f->have |= PA_OF_PROG_FD;
	if (!file)
		return;
	prog_facts(&f->trace, file->private_data);
	fput(file);
}

/* Members that hw_breakpoint_copy_attr(), or perf_event_modify_copy_attr() since 5.13, copies. */
static bool __kprobes may_change(size_t at)
{
	if (at >= offsetof(struct perf_event_attr, bp_type) &&
	    at < offsetofend(struct perf_event_attr, bp_len))
		return true;
	/* sig_data */
	return at >= 120 && at < 128;
}

/*
 * The first byte in which an attr differs from the event's, and may not:
 * modify_user_hw_breakpoint_check(), kernel/events/hw_breakpoint.c, compares all of it.
 */
static void __kprobes change_facts(struct pa_op_facts *f, const struct perf_event *event,
				   const struct pa_record *rec)
{
	struct perf_event_attr attr;
	const u8 *now = (const u8 *)&event->attr;
	size_t end = min_t(size_t, rec->attr_len, sizeof(event->attr));
	size_t at;

	if (PA_BIG_ENDIAN) {
		attr = event->attr;
		now = (const u8 *)&attr;
		pa_le_attr((u8 *)&attr, sizeof(attr), sizeof(attr));
	}
	f->have |= PA_OF_CHANGE;
	f->change.differs = U16_MAX;
	for (at = 0; at < end; at++) {
		/* Bit 0 of the flags is disabled. */
		u8 mask = at == ATTR_FLAGS ? 0xfe : 0xff;

		/* A size of 0 means the oldest one. */
		if (at == offsetof(struct perf_event_attr, size) && !rec->attr_size &&
		    event->attr.size == PERF_ATTR_SIZE_VER0)
			at += sizeof(event->attr.size);
		if (may_change(at) || !((now[at] ^ rec->attr[at]) & mask))
			continue;
		f->change.differs = at;
		return;
	}
}

static void __kprobes ioctl_facts(struct pa_op_facts *f, const struct perf_event *event,
				  const struct pa_record *rec)
{
	if (_IOC_TYPE(rec->op.cmd) != '$')
		return;
	switch (_IOC_NR(rec->op.cmd)) {
	case _IOC_NR(PERF_EVENT_IOC_SET_OUTPUT):
		output_facts(f, event, rec->op.arg);
		break;
	case _IOC_NR(PERF_EVENT_IOC_SET_BPF):
		bpf_facts(f, event, rec->op.arg);
		break;
	case _IOC_NR(PERF_EVENT_IOC_SET_FILTER):
		trace_facts(f, event);
		if (pa_lookups_end(&f->trace))
			f->have |= PA_OF_LOOKUPS;
		break;
	case _IOC_NR(PERF_EVENT_IOC_MODIFY_ATTRIBUTES):
		change_facts(f, event, rec);
		break;
	case _IOC_NR(PERF_EVENT_IOC_PAUSE_OUTPUT):
		map_facts(f, &rec->op);
		break;
	}
}

/**
 * pa_op_facts_fill() - capture the facts that explain why an op failed or did nothing
 * @call: an op on the file of an event, about to return; not a munmap or close
 *
 * Context: probe handler, at return: the caller holds the file until the function has returned.
 */
void __kprobes pa_op_facts_fill(struct pa_op_inflight *call)
{
	const struct perf_event *event = call->file->private_data;
	struct pa_record *rec = &call->rec;
	struct pa_op_facts *f = &rec->op_facts;

	BUILD_BUG_ON(sizeof(rec->op_facts) > sizeof(rec->str));
	memset(f, 0, sizeof(*f));
	event_facts(f, event);
	caller_facts(f, may_refuse(rec->kind));
	if (rec->kind == PA_RECORD_MMAP)
		map_facts(f, &rec->op);
	else if (rec->kind == PA_RECORD_IOCTL)
		ioctl_facts(f, event, rec);
	else if (rec->kind == PA_RECORD_BPF)
		bpf_facts(f, event, rec->op.arg);
	if (rec->kind == PA_RECORD_BPF && call->user)
		f->trace.prog |= PA_PROG_SHARED;
	/* The ring copies that much of the union. */
	rec->str_len = sizeof(*f);
	rec->op.have |= PA_OP_FACTS;
}
