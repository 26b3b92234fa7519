// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A call on the descriptor of an event in a text, as a record. Facts come from the open of the
 * event and the calls since then; all others are null.
 */
#include "call/pasted.h"

#include <unistd.h>

#include "core/facts.h"

/* An event whose kind every kernel knows, so that its attr determines it. */
static bool is_plain(u32 type)
{
	return type <= PA_TYPE_BREAKPOINT;
}

static u64 attr_get(const struct pasted_event *e, enum pa_field_id id)
{
	return paste_get(e->open, id);
}

static bool is_told(const struct pasted_event *e, enum pa_field_id id)
{
	return !pa_bits(e->open->unknown, &pa_fields[id]);
}

static u32 type_of(const struct pasted_event *e)
{
	return (u32)attr_get(e, PA_FIELD_TYPE);
}

/* bytes of a read: __perf_event_read_size() */
static u32 read_size(u64 format, u32 siblings)
{
	u32 entry = 8, size = 0, n = 1;

	size += format & PA_FORMAT_TOTAL_TIME_ENABLED ? 8 : 0;
	size += format & PA_FORMAT_TOTAL_TIME_RUNNING ? 8 : 0;
	entry += format & PA_FORMAT_ID ? 8 : 0;
	entry += format & PA_FORMAT_LOST ? 8 : 0;
	if (format & PA_FORMAT_GROUP) {
		n += siblings;
		size += 8;
	}
	return size + entry * n;
}

static void known(u32 *unknown, enum pasted_fact_id id)
{
	*unknown &= ~(1U << id);
}

static void flag(struct pa_op_facts *f, u32 *unknown, enum pasted_fact_id id, bool is)
{
	u32 bit = pa_facts_of_op.fact[id].flag;

	known(unknown, id);
	f->have = is ? f->have | bit : f->have & ~bit;
}

/* Fills in the facts that follow from the attr with which the event was opened. */
static void attr_facts(struct pa_op_facts *f, u32 *unknown, const struct pasted_event *e)
{
	const u64 format = attr_get(e, PA_FIELD_READ_FORMAT);
	const struct paste_call *open = e->open;
	u64 word;

	memcpy(&word, open->r.attr + PA_OFF_FLAGS, sizeof(word));
	f->flags = pa_le64(word);
	if (!open->unknown[PA_OFF_FLAGS / 8])
		known(unknown, PASTED_FLAGS);
	if (is_told(e, PA_FIELD_SAMPLE_PERIOD))
		flag(f, unknown, PASTED_SAMPLING, attr_get(e, PA_FIELD_SAMPLE_PERIOD));
	if (e->grouped) {
		f->siblings = (u16)e->siblings;
		known(unknown, PASTED_SIBLINGS);
	}
	f->read_size = read_size(format, f->siblings);
	if (is_told(e, PA_FIELD_READ_FORMAT) && (e->grouped || !(format & PA_FORMAT_GROUP)))
		known(unknown, PASTED_READ_SIZE);
	if (!is_told(e, PA_FIELD_INHERIT) || attr_get(e, PA_FIELD_INHERIT))
		return;
	flag(f, unknown, PASTED_CHILDREN, false);
}

static void type_facts(struct pa_op_facts *f, u32 *unknown, const struct pasted_event *e,
		       const struct pa_env *env)
{
	/* Kprobes and uprobes have types of their own, which differ between machines. */
	bool probe = pasted_is_type_of(env, type_of(e), "kprobe") ||
		     pasted_is_type_of(env, type_of(e), "uprobe");

	if (!is_told(e, PA_FIELD_TYPE) || (!is_plain(type_of(e)) && !probe))
		return;
	/* None of these has an AUX area, or address filters. */
	f->have |= PA_OF_PMU;
	flag(f, unknown, PASTED_TRACING, probe || type_of(e) == PA_TYPE_TRACEPOINT);
	if (!(e->open->args & PASTE_CPU))
		return;
	f->cpu = e->open->r.arg_cpu;
	known(unknown, PASTED_CPU);
}

/* Fills in the facts that later calls on the event may have changed. */
static void since_facts(struct pa_op_facts *f, u32 *unknown, const struct pasted_event *e)
{
	flag(f, unknown, PASTED_PROG, e->prog);
	flag(f, unknown, PASTED_FILTER, e->filter);
	if (e->open->args & PASTE_PID)
		flag(f, unknown, PASTED_TASK, e->open->r.arg_pid != -1 &&
		     !(e->open->r.flags & PA_FLAG_PID_CGROUP));
	if (!e->sure)
		return;
	flag(f, unknown, PASTED_BUFFER, e->buffer);
	flag(f, unknown, PASTED_MAPPED, e->mapped);
}

static void map_facts(struct pa_op_facts *f, const struct pasted_event *e)
{
	if (!e->sure)
		return;
	f->have |= PA_OF_MMAPS;
	f->map.data_len = e->data_len;
	f->map.aux_len = e->aux_len;
	f->map.aux_at = e->aux_at;
}

/* The clock of an event: use_clockid, and which. */
static s64 clock_of(const struct pasted_event *e)
{
	return attr_get(e, PA_FIELD_USE_CLOCKID) ? (s32)attr_get(e, PA_FIELD_CLOCKID) : S64_MAX;
}

static s32 target_of(const struct pasted_event *e)
{
	return e->open->r.arg_pid ? e->open->r.arg_pid : e->open->r.tid;
}

/* Return true if all facts about an event that SET_OUTPUT compares are known. */
static bool is_compared(const struct pasted_event *e)
{
	return is_told(e, PA_FIELD_TYPE) && is_plain(type_of(e)) &&
	       is_told(e, PA_FIELD_WRITE_BACKWARD) && is_told(e, PA_FIELD_USE_CLOCKID) &&
	       (!attr_get(e, PA_FIELD_USE_CLOCKID) || is_told(e, PA_FIELD_CLOCKID)) && e->sure &&
	       !(~e->open->args & (PASTE_PID | PASTE_CPU));
}

/* With -y an open descriptor has its path, and one without a path is not open. */
static bool is_closed(const struct paste_call *op)
{
	return op->file != PASTE_FILE_UNKNOWN && op->group == PASTE_FILE_UNKNOWN;
}

static void output_facts(struct pa_op_facts *f, const struct paste_call *op,
			 const struct pasted_event *e, const struct pasted_event *to)
{
	struct pa_output_facts *o = &f->output;

	if (is_closed(op)) {
		o->file = PA_FILE_NONE;
	} else if (op->group == PASTE_FILE_OTHER || op->group == PASTE_FILE_BPF) {
		o->file = PA_FILE_OTHER;
	} else {
		if (!e->open || !to->open || !is_compared(e) || !is_compared(to))
			return;
		o->file = PA_FILE_PERF;
		o->cpu = to->open->r.arg_cpu;
		o->itself = to->id == e->id;
		o->task = target_of(e) == target_of(to);
		o->clock = clock_of(e) == clock_of(to);
		o->backward = attr_get(e, PA_FIELD_WRITE_BACKWARD) ==
			      attr_get(to, PA_FIELD_WRITE_BACKWARD);
		o->buffer = to->buffer;
	}
	f->have |= PA_OF_OUTPUT;
}

/* The descriptor is not a BPF program. If it is one, only the kernel knows its type. */
static void prog_facts(struct pa_op_facts *f, const struct paste_call *op)
{
	if (is_closed(op))
		f->trace.file = PA_FILE_NONE;
	else if (op->group == PASTE_FILE_OTHER || op->group == PASTE_FILE_PERF)
		f->trace.file = PA_FILE_OTHER;
	else
		return;
	f->have |= PA_OF_PROG_FD | PA_OF_TRACE;
}

/* Bits of a byte of an attr that a text has. Behind the newest field there are none. */
static u8 told_bits(const struct paste_call *call, u32 at)
{
	return at / 8 < PA_WORDS ? (u8)~(call->unknown[at / 8] >> 8 * (at % 8)) : 0;
}

static bool is_of(u32 at, enum pa_field_id id)
{
	const struct pa_field *f = &pa_fields[id];

	return at >= f->offset && at < (u32)f->offset + f->width;
}

/* MODIFY_ATTRIBUTES: bits that must equal those of the event. The lowest flag is disabled. */
static u8 fixed_bits(u32 at)
{
	if (is_of(at, PA_FIELD_BP_TYPE) || is_of(at, PA_FIELD_BP_ADDR) ||
	    is_of(at, PA_FIELD_BP_LEN) || is_of(at, PA_FIELD_SIG_DATA))
		return 0;
	return at == PA_OFF_FLAGS ? 0xfe : 0xff;
}

static void change_facts(struct pa_op_facts *f, const struct paste_call *call,
			 const struct pasted_event *e)
{
	u32 end = call->r.attr_len < e->open->r.attr_len ? call->r.attr_len : e->open->r.attr_len;
	u32 at;

	for (at = 0; at < end; at++) {
		u8 bits = fixed_bits(at) & told_bits(call, at) & told_bits(e->open, at);

		if (!((call->r.attr[at] ^ e->open->r.attr[at]) & bits))
			continue;
		f->have |= PA_OF_CHANGE;
		f->change.differs = (u16)at;
		return;
	}
}

static void ioctl_facts(struct pa_op_facts *f, const struct paste_call *op,
			const struct pasted_event *e, const struct pasted_event *other)
{
	switch (pa_ioc_of(&op->r)) {
	case PA_IOC_SET_OUTPUT:
		output_facts(f, op, e, other);
		break;
	case PA_IOC_SET_BPF:
		prog_facts(f, op);
		break;
	case PA_IOC_PAUSE_OUTPUT:
		if (e->open)
			map_facts(f, e);
		break;
	case PA_IOC_MODIFY_ATTRIBUTES:
		if (e->open && op->r.op.have & PA_OP_ATTR)
			change_facts(f, op, e);
		break;
	}
}

/* Facts of a call that was refused. Returns a bit for each that is not known. */
static u32 facts_fill(struct paste_call *op, struct env_here *here,
		      const struct pasted_event *e, const struct pasted_event *other,
		      const struct pa_env *env)
{
	struct pa_op_facts *f = &op->r.op_facts;
	u32 unknown = PASTED_ALL_FACTS;
	struct pa_facts settings = { .have = 0 };
	bool is;

	memset(f, 0, sizeof(*f));
	f->cpu = -1;
	if (here) {
		env_here_settings(here, &settings, true);
		f->paranoid = settings.paranoid;
		f->max_sample_rate = settings.max_sample_rate;
		f->have |= settings.have & PA_F_PARANOID ? PA_OF_PARANOID : 0;
		f->have |= settings.have & PA_F_MAX_RATE ? PA_OF_MAX_RATE : 0;
	}
	if (here && env_here_selinux(here, &is))
		flag(f, &unknown, PASTED_SELINUX, is);
	/* If BPF LSM is active, it is not known whether a program is attached. */
	if (here && env_here_bpf(here, &is) && !is)
		flag(f, &unknown, PASTED_BPF_LSM, false);
	if (e->open) {
		attr_facts(f, &unknown, e);
		type_facts(f, &unknown, e, env);
		since_facts(f, &unknown, e);
	} else if (op->r.op.type == PA_TYPE_TRACEPOINT) {
		flag(f, &unknown, PASTED_TRACING, true);
	}
	if (op->r.kind == PA_RECORD_MMAP && e->open)
		map_facts(f, e);
	if (op->r.kind == PA_RECORD_IOCTL)
		ioctl_facts(f, op, e, other);
	op->r.op.have |= PA_OP_FACTS;
	return unknown;
}

/**
 * pasted_op() - a call on the descriptor of an event
 * @x:     receives it
 * @op:    the call, with its result
 * @seq:   its number
 * @e:     the event; its member open is NULL if that is not known
 * @other: the event of the descriptor that SET_OUTPUT names; from the same text
 * @here:  this machine, if the call was made on it; else NULL
 * @env:   PMUs of this machine
 */
void pasted_op(struct pa_call *x, struct paste_call *op, u64 seq, const struct pasted_event *e,
	       const struct pasted_event *other, struct env_here *here, const struct pa_env *env)
{
	u32 unknown = PASTED_ALL_FACTS;
	struct pa_op *o = &op->r.op;

	if (op->r.kind != PA_RECORD_PRCTL) {
		o->open_seq = e->seq;
		/* A sentence may have named a tracepoint. */
		if (o->type != PA_TYPE_TRACEPOINT)
			o->type = PA_OP_NO_TYPE;
		if (e->open && is_told(e, PA_FIELD_TYPE))
			o->type = type_of(e);
		if (e->open) {
			o->format = attr_get(e, PA_FIELD_READ_FORMAT);
			o->pmu = pasted_pmu_of(env, e->open);
		}
	}
	/* The number of programs is the cause of the refusal, and not known. */
	if (pa_ioc_of(&op->r) == PA_IOC_QUERY_BPF && op->r.ret == -ENOSPC)
		op->r.op.have &= (u8)~PA_OP_VALUE;
	if (op->r.ret < 0)
		unknown = facts_fill(op, here, e, other, env);
	pasted_call(x, op, seq);
	x->pasted.facts = unknown;
}
