// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Writes raw records. A record has stale data of earlier calls around what is valid, so each part
 * is copied into zeros only if the record says that it is valid.
 */
#include "core/raw.h"

#include "core/attr.h"
#include "core/facts.h"
#include "core/op.h"
#include "core/out.h"

/* A program may be of another architecture than the kernel, and of another version. */
#define SIZE(type, size)	static_assert(sizeof(struct type) == (size))
#define LAYOUT(type, size, one, at_one, two, at_two) \
	static_assert(sizeof(struct type) == (size) && \
		      offsetof(struct type, one) == (at_one) && \
		      offsetof(struct type, two) == (at_two))

SIZE(pa_raw_entry, 8);
SIZE(pa_raw_hidden, 16);
SIZE(pa_raw_pmu, 152);
SIZE(pa_raw_name, 72);
SIZE(pa_raw_firing, 24);
SIZE(pa_step, 8);
SIZE(pa_holder, 24);
LAYOUT(pa_kernel, 200, task_size, 72, arch, 192);
LAYOUT(pa_raw_head, 224, followed, 16, kernel, 24);
LAYOUT(pa_leader, 48, config, 8, siblings, 46);
LAYOUT(pa_facts, 104, cap_effective, 16, leader, 56);
LAYOUT(pa_health, 56, tail, 40, siblings, 54);
LAYOUT(pa_op_facts, 120, map, 40, map.cpus, 108);
LAYOUT(pa_op_facts, 120, output.revoked, 51, trace.hash, 116);
LAYOUT(pa_op, 104, len, 48, flags, 80);
LAYOUT(pa_kview, 560 + 8 * PA_STEPS, id, 24, leader, 64);
LAYOUT(pa_kview, 560 + 8 * PA_STEPS, kattr, 144, steps, 560);
LAYOUT(pa_record, 616 + 560 + 8 * PA_STEPS, arg_pid, 64, attr_len, 96);
LAYOUT(pa_record, 616 + 560 + 8 * PA_STEPS, attr, 128, str, 384);
LAYOUT(pa_raw_call, 16 + 616 + 560 + 8 * PA_STEPS, r.facts, 16 + 512, r.kv, 16 + 616);
LAYOUT(pa_event_now, 496, have, 88, attr, 332);
LAYOUT(pa_raw_event, 520, hidden, 8, now, 24);
static_assert(sizeof(struct pa_raw_event) + PA_HOLDERS * sizeof(struct pa_holder) <= PA_RAW_MAX);
static_assert(sizeof(struct pa_raw_call) <= PA_RAW_MAX);

/**
 * pa_raw_begin() - begin an entry
 * @s:    a buffer that is aligned to 8 bytes, and has only entries in it
 * @kind: enum pa_raw_kind
 * @size: its bytes, a multiple of 8
 *
 * Context: any.
 * Return: zeros, to be filled in; NULL if the buffer is full.
 */
void *pa_raw_begin(struct out *s, u32 kind, u32 size)
{
	struct pa_raw_entry *entry = (void *)(s->buffer + s->len);

	if (out_overflowed(s) || s->size - s->len < sizeof(*entry) + size) {
		s->len = s->size + 1;
		return NULL;
	}
	entry->kind = kind;
	entry->size = size;
	s->len += sizeof(*entry) + size;
	return memset(entry + 1, 0, size);
}

/* --- what is valid of a struct --- */

static void string_copy(char *to, const char *from, size_t size)
{
	memcpy(to, from, strnlen(from, size));
}

/* memcpy() of a size that is not known here costs 20 instructions, for each fact of a refusal. */
static __always_inline void number_copy(void *to, const void *from, u8 width)
{
	if (width == 1)
		memcpy(to, from, 1);
	else if (width == 4)
		memcpy(to, from, 4);
	else if (width == 8)
		memcpy(to, from, 8);
	else
		memcpy(to, from, 2);
}

/* Copies the facts that are known. Returns a bit for each of PA_FACT_CALLERS that is hidden. */
static u32 facts_copy(void *to, const struct pa_fact_list *list, const void *from)
{
	u32 have = ~0U, hidden = 0, nth = 0;
	u32 i;

	if (list->have != PA_FACTS_NO_HAVE) {
		have = *(const u32 *)((const u8 *)from + list->have);
		*(u32 *)((u8 *)to + list->have) = have;
	}
	for (i = 0; i < list->count; i++) {
		const struct pa_fact *f = &list->fact[i];
		const u8 *at = (const u8 *)from + f->offset;
		bool known = !f->have || have & f->have;

		if (f->kind < PA_FACT_CALLERS) {
			if (known)
				number_copy((u8 *)to + f->offset, at, f->width);
		} else if (f->kind == PA_FACT_CALLERS) {
			if (known && pa_is_kernel_address(pa_fact_value(f, from)))
				hidden |= 1U << nth;
			else if (known)
				number_copy((u8 *)to + f->offset, at, f->width);
			nth++;
		} else if (f->kind == PA_FACT_STRING && known) {
			string_copy((char *)to + f->offset, (const char *)at, f->width);
		}
	}
	return hidden;
}

/* --- the attr --- */

static void low_put(struct pa_raw_hidden *h, u32 what, u64 addr)
{
	h->what |= what;
	h->low[__builtin_ctz(what)] = addr & 0xfff;
}

/* Hides an address of the attr at @attr. @i: 0 for config1, 1 for config2 */
static void word_hide(struct pa_raw_hidden *h, u8 *attr, const struct pa_attr *a, u32 i)
{
	if (!(a->hidden & 1 << i))
		return;
	low_put(h, PA_RAW_CONFIG1 << i, a->kept[i]);
	memset(attr + pa_fields[a->member[PA_UNION_CONFIG1 + i]].offset, 0, sizeof(u64));
}

/* If the caller's attr or the kernel's copy has an address here, both count as the same. */
static void copies_hide(struct pa_record *r, u32 hidden)
{
	u32 i, at = pa_fields[PA_FIELD_CONFIG1].offset;
	u64 word;

	for (i = 0; i < 2; i++, at += sizeof(word)) {
		memcpy(&word, r->kv.kattr + at, sizeof(word));
		if (hidden & 1 << i || pa_is_kernel_address(pa_le64(word)))
			memcpy(r->kv.kattr + at, r->attr + at, sizeof(word));
	}
}

/* The type is the first member; pa_attr_get() costs 30 instructions. @attr: as copied, else 0 */
static u32 type_of(const u8 *attr)
{
	u32 type;

	memcpy(&type, attr, sizeof(type));
	return pa_le32(type);
}

/* Only events of these types have addresses in their fields; most calls have other types. */
static bool may_have_addresses(u32 type)
{
	return type == PA_TYPE_BREAKPOINT || type >= PA_TYPE_DYNAMIC;
}

/* How the range of a breakpoint lies, of which an end is hidden: rules need it. */
static void range_put(struct pa_raw_hidden *h, const struct pa_attr *a)
{
	u64 addr = a->hidden & 1 ? a->kept[0] : pa_bits(a->word, &pa_fields[PA_FIELD_BP_ADDR]);
	u64 len = a->hidden & 2 ? a->kept[1] : pa_bits(a->word, &pa_fields[PA_FIELD_BP_LEN]);

	if (!(addr & (len - 1)))
		h->what |= PA_RAW_ALIGNED;
	if (addr + len - 1 < addr)
		h->what |= PA_RAW_WRAPS;
}

static void addresses_hide(struct pa_raw_call *to, const struct pa_record *r,
			   const struct pa_env *env)
{
	bool copied = r->have_kview && to->r.kv.kattr_len;
	struct pa_attr a;

	if (copied && type_of(to->r.kv.kattr) == PA_TYPE_BREAKPOINT)
		copies_hide(&to->r, 0);
	if (!may_have_addresses(type_of(to->r.attr)))
		return;
	pa_attr_look(&a, r, env);
	if (a.kind == PA_KIND_OTHER)
		return;
	word_hide(&to->hidden, to->r.attr, &a, 0);
	word_hide(&to->hidden, to->r.attr, &a, 1);
	if (a.kind == PA_KIND_BREAKPOINT && a.hidden)
		range_put(&to->hidden, &a);
	if (copied)
		copies_hide(&to->r, a.hidden);
}

static void attr_copy(struct pa_raw_call *to, const struct pa_record *r, const struct pa_env *env)
{
	u32 len = pa_attr_passed(r);

	to->r.attr_state = r->attr_state;
	to->r.attr_len = (u16)len;
	to->r.attr_more = r->attr_more;
	to->r.have_size = r->have_size;
	if (r->have_size)
		to->r.attr_size = r->attr_size;
	memcpy(to->r.attr, r->attr, len);
	addresses_hide(to, r, env);
	if (env->symbol[0])
		to->hidden.what |= PA_RAW_SYMBOL;
	if (len)
		return;
	if (pa_is_kernel_address(r->attr_ptr))
		to->hidden.what |= PA_RAW_PTR;
	else
		to->r.attr_ptr = r->attr_ptr;
}

/* --- an open --- */

static void event_copy(struct pa_kview *to, const struct pa_kview *from, const struct pa_env *env)
{
	if (!(from->have & PA_KV_EVENT))
		return;
	to->cpu = from->cpu;
	to->id = from->id;
	to->sample_period = from->sample_period;
	to->overflow_handler = env->handler[0] != '\0';
	to->clock = env->clock[0] != '\0';
}

static void path_copy(struct pa_kview *to, const struct pa_kview *from)
{
	if (!(from->have & PA_KV_STAGES))
		return;
	to->followed = from->followed;
	to->nsteps = from->nsteps < PA_STEPS ? from->nsteps : PA_STEPS;
	to->steps_lost = from->steps_lost;
	memcpy(to->steps, from->steps, to->nsteps * sizeof(*to->steps));
}

static void names_copy(struct pa_kview *to, const struct pa_kview *from)
{
	if (from->have & PA_KV_NAME)
		string_copy(to->name, from->name, sizeof(to->name));
	if (from->have & PA_KV_LEADER_NAME)
		string_copy(to->leader_name, from->leader_name, sizeof(to->leader_name));
	if (from->have & PA_KV_CGROUP)
		string_copy(to->cgroup, from->cgroup, sizeof(to->cgroup));
	if (!(from->have & PA_KV_TASK))
		return;
	to->task_pid = from->task_pid;
	to->task_tgid = from->task_tgid;
	string_copy(to->task_comm, from->task_comm, sizeof(to->task_comm));
}

static void kview_copy(struct pa_kview *to, const struct pa_kview *from, const struct pa_env *env)
{
	to->have = from->have;
	to->pmu = from->pmu;
	to->pmu_caps = from->pmu_caps;
	to->pmu_task_ctx_nr = from->pmu_task_ctx_nr;
	if (from->have & PA_KV_HWCONFIG)
		to->hw_config = from->hw_config;
	if (from->have & PA_KV_LEADER) {
		facts_copy(&to->leader, &pa_facts_of_leader, &from->leader);
		to->leader.id = from->leader.id;
	}
	if (from->have & (PA_KV_ATTR | PA_KV_COPIED)) {
		to->kattr_len = from->kattr_len < PA_KATTR_KEEP ? from->kattr_len : PA_KATTR_KEEP;
		memcpy(to->kattr, from->kattr, to->kattr_len);
	}
	event_copy(to, from, env);
	names_copy(to, from);
	path_copy(to, from);
}

static void open_copy(struct pa_raw_call *to, const struct pa_record *r, const struct pa_env *env)
{
	to->r.flags = r->flags;
	to->r.arg_pid = r->arg_pid;
	to->r.arg_cpu = r->arg_cpu;
	to->r.arg_group_fd = r->arg_group_fd;
	to->r.type_pmu = r->type_pmu;
	to->r.have_facts = r->have_facts;
	to->r.have_kview = r->have_kview;
	to->r.str_kind = r->str_kind;
	if (r->str_kind) {
		to->r.str_len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;
		memcpy(to->r.str, r->str, to->r.str_len);
	}
	if (r->have_facts) {
		facts_copy(&to->r.facts, &pa_facts_of_open, &r->facts);
		if (r->facts.have & PA_F_GROUP_FD && r->facts.group_file == PA_FILE_PERF)
			facts_copy(&to->r.facts.leader, &pa_facts_of_leader, &r->facts.leader);
	}
	if (r->have_kview)
		kview_copy(&to->r.kv, &r->kv, env);
	attr_copy(to, r, env);
}

/* --- an op --- */

static void health_copy(struct pa_op *to, const struct pa_op *from)
{
	const struct pa_health *h = &from->health;

	if (!(from->have & PA_OP_HEALTH))
		return;
	facts_copy(&to->health, &pa_facts_of_health, h);
	to->health.bits = h->bits;
	to->health.state = h->state;
	if (h->bits & PA_H_TIMES) {
		to->health.enabled = h->enabled;
		to->health.running = h->running;
	}
	if (h->bits & PA_H_LOST)
		to->health.lost = h->lost;
	if (from->have & PA_OP_LOOKED) {
		to->health.head = h->head;
		to->health.tail = h->tail;
	}
}

static void op_facts_copy(struct pa_raw_call *to, const struct pa_record *r)
{
	const struct pa_op_facts *f = &r->op_facts;
	struct pa_op_facts *copy = &to->r.op_facts;

	if (!(r->op.have & PA_OP_FACTS))
		return;
	facts_copy(copy, &pa_facts_of_op, f);
	if (f->have & PA_OF_MMAPS)
		to->hidden.what |= facts_copy(copy, &pa_facts_of_map, f) << PA_RAW_FACTS;
	else if (f->have & PA_OF_OUTPUT)
		facts_copy(copy, &pa_facts_of_output, f);
	else if (f->have & PA_OF_TRACE)
		facts_copy(copy, &pa_facts_of_trace, f);
	else if (f->have & PA_OF_CHANGE)
		facts_copy(copy, &pa_facts_of_change, f);
}

/* The argument, or what it points at, unless it is an address of the kernel. */
static u64 number_of(struct pa_raw_hidden *h, u32 what, u64 v)
{
	if (!pa_is_kernel_address(v))
		return v;
	low_put(h, what, v);
	return 0;
}

/* The members that ops of this kind have. */
static void args_copy(struct pa_raw_call *to, const struct pa_record *r)
{
	bool ioctl = r->kind == PA_RECORD_IOCTL, bpf = r->kind == PA_RECORD_BPF;
	bool map = r->kind == PA_RECORD_MMAP || r->kind == PA_RECORD_MUNMAP;
	const struct pa_op *from = &r->op;
	struct pa_op *op = &to->r.op;

	if (ioctl)
		op->arg = number_of(&to->hidden, PA_RAW_ARG, from->arg);
	else if (r->kind != PA_RECORD_POLL && r->kind != PA_RECORD_CLOSE)
		op->arg = bpf ? (u32)from->arg : from->arg;
	if (ioctl || bpf)
		op->cmd = from->cmd;
	if (map || bpf)
		op->len = from->len;
	if (map)
		op->offset = number_of(&to->hidden, PA_RAW_VALUE, from->offset);
	if (r->kind == PA_RECORD_MMAP || bpf) {
		op->prot = from->prot;
		op->flags = from->flags;
	}
	/* The value of QUERY_BPF is two numbers of 32 bits. */
	if ((ioctl || bpf) && from->have & PA_OP_VALUE)
		op->value = ioctl && pa_ioc_of(r) == PA_IOC_QUERY_BPF ? from->value :
			    number_of(&to->hidden, PA_RAW_VALUE, from->value);
}

/* Copies the values that a read returned, or the data that the argument of an ioctl points at. */
static void data_copy(struct pa_raw_call *to, const struct pa_record *r, const struct pa_env *env)
{
	u32 len = r->attr_len < PA_ATTR_KEEP ? r->attr_len : PA_ATTR_KEEP;
	bool string = r->kind == PA_RECORD_IOCTL && r->op.have & PA_OP_STR;

	if (r->kind == PA_RECORD_READ || string)
		to->r.attr_len = (u16)len;
	if (string)
		pa_op_mask_digits((char *)to->r.attr, (const char *)r->attr, len,
				  len == PA_ATTR_KEEP);
	else if (r->kind == PA_RECORD_READ)
		memcpy(to->r.attr, r->attr, len);
	else if (r->kind == PA_RECORD_IOCTL && pa_ioc_of(r) == PA_IOC_MODIFY_ATTRIBUTES)
		attr_copy(to, r, env);
}

static void op_copy(struct pa_raw_call *to, const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_op *op = &r->op;

	to->r.op.type = op->type;
	to->r.op.format = op->format;
	to->r.op.fd_from = op->fd_from;
	to->r.op.have = op->have;
	if (op->fd_from != PA_FD_UNKNOWN)
		to->r.op.fd = op->fd;
	if (op->type != PA_OP_NO_TYPE) {
		to->r.op.id = op->id;
		to->r.op.open_seq = op->open_seq;
		to->r.op.pmu = op->pmu;
	}
	args_copy(to, r);
	data_copy(to, r, env);
	if (r->kind == PA_RECORD_READ || r->kind == PA_RECORD_CLOSE)
		health_copy(&to->r.op, op);
	op_facts_copy(to, r);
}

/**
 * pa_raw_call() - write a call
 * @s:   the buffer, from pa_raw_begin()
 * @r:   the record; any byte pattern is safe
 * @env: PMUs, and symbols, which pa_raw_name() has written
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_raw_call(struct out *s, const struct pa_record *r, const struct pa_env *env)
{
	size_t size = offsetof(struct pa_raw_call, r.kv);
	struct pa_raw_call *to;

	if (r->kind == PA_RECORD_OPEN && r->have_kview) {
		size = offsetof(struct pa_raw_call, r.kv.steps);
		if (r->kv.have & PA_KV_STAGES)
			size += (r->kv.nsteps < PA_STEPS ? r->kv.nsteps : PA_STEPS) *
				sizeof(struct pa_step);
	}
	to = pa_raw_begin(s, PA_RAW_CALL, (u32)size);
	if (!to)
		return;
	to->r.seq = r->seq;
	to->r.time_ns = r->time_ns;
	to->r.wall_ns = r->wall_ns;
	to->r.duration_ns = r->duration_ns;
	to->r.ret = r->ret;
	to->r.pid = r->pid;
	to->r.tid = r->tid;
	to->r.uid = r->uid;
	to->r.kind = r->kind;
	to->r.abi = r->abi;
	string_copy(to->r.comm, r->comm, sizeof(to->r.comm));
	if (r->kind == PA_RECORD_OPEN)
		open_copy(to, r, env);
	else
		op_copy(to, r, env);
}

/* --- other entries --- */

/**
 * pa_raw_head() - write the begin of a stream
 * @s:   the buffer; PA_RAW_MAX bytes suffice
 * @env: its kernel is not NULL
 *
 * Context: any.
 */
void pa_raw_head(struct out *s, const struct pa_env *env)
{
	const struct pa_kernel *k = env->kernel;
	struct pa_raw_head head = { .order = PA_RAW_ORDER, .size = sizeof(head) };

	memcpy(head.magic, PA_RAW_MAGIC, sizeof(head.magic));
	head.followed = env->followed;
	head.hidden = facts_copy(&head.kernel, &pa_facts_of_kernel, k);
	head.kernel.load = k->load;
	string_copy(head.kernel.module, k->module, sizeof(k->module) - 1);
	string_copy(head.kernel.release, k->release, sizeof(k->release) - 1);
	out_mem(s, (const char *)&head, sizeof(head));
}

/**
 * pa_raw_pmu() - write what is known of a PMU
 * @s:     the buffer, from pa_raw_begin()
 * @env:   has the table of PMUs
 * @index: its index there, from 1
 *
 * Context: any.
 */
void pa_raw_pmu(struct out *s, const struct pa_env *env, u32 index)
{
	struct pa_raw_pmu *to = pa_raw_begin(s, PA_RAW_PMU, sizeof(*to));
	const struct pa_pmu_name *pmu = &env->pmus[index];

	if (!to)
		return;
	to->id = index;
	to->type = pmu->type;
	string_copy(to->name, pmu->name, sizeof(pmu->name));
	to->gone = env->pmu_gone && env->pmu_gone[index];
	to->have_caps = pmu->have_caps;
	if (pmu->have_caps) {
		to->caps = pmu->caps;
		to->task_ctx_nr = pmu->task_ctx_nr;
	}
	if (pmu->init && pmu->init < env->ninits) {
		const struct pa_event_init *init = &env->inits[pmu->init];

		string_copy(to->symbol, init->symbol, sizeof(to->symbol));
		string_copy(to->module, init->module, sizeof(to->module));
	}
}

/**
 * pa_raw_name() - write the symbol of a code address
 * @s:    the buffer, from pa_raw_begin()
 * @of:   what it is the symbol of
 * @name: the symbol
 *
 * Context: any.
 */
void pa_raw_name(struct out *s, enum pa_raw_of of, const char *name)
{
	struct pa_raw_name *to = pa_raw_begin(s, PA_RAW_NAME, sizeof(*to));

	if (!to)
		return;
	to->of = of;
	string_copy(to->name, name, sizeof(to->name) - 1);
}

/**
 * pa_raw_lost() - write that records were lost
 * @s:    the buffer, from pa_raw_begin()
 * @lost: how many
 *
 * Context: any.
 */
void pa_raw_lost(struct out *s, u64 lost)
{
	struct pa_raw_lost *to = pa_raw_begin(s, PA_RAW_LOST, sizeof(*to));

	if (to)
		to->lost = lost;
}

/**
 * pa_raw_firing() - write that probes fire, or do not
 * @s: the buffer, from pa_raw_begin()
 * @r: a record of the kind PA_RECORD_FIRING
 *
 * Context: any.
 */
void pa_raw_firing(struct out *s, const struct pa_record *r)
{
	struct pa_raw_firing *to = pa_raw_begin(s, PA_RAW_FIRING, sizeof(*to));

	if (!to)
		return;
	to->seq = r->seq;
	to->time_ns = r->time_ns;
	to->firing = r->ret != 0;
}

/* The members that bits of @have make valid. @to: zeroed */
static void now_copy(struct pa_event_now *to, const struct pa_event_now *from)
{
	memcpy(to, from, offsetof(struct pa_event_now, comm));
	if (!(from->have & PA_N_TIMES)) {
		to->enabled = 0;
		to->running = 0;
	}
	if (!(from->have & PA_N_MEMBER))
		to->leader = 0;
	string_copy(to->name, from->name, sizeof(to->name));
	if (from->have & PA_N_CGROUP)
		string_copy(to->cgroup, from->cgroup, sizeof(to->cgroup));
	if (from->have & PA_N_TASK) {
		string_copy(to->comm, from->comm, sizeof(to->comm));
	} else {
		to->pid = 0;
		to->tid = 0;
	}
}

/**
 * pa_raw_event() - write an open event
 * @s: the buffer, from pa_raw_begin()
 * @v: the event; any byte pattern of it is safe
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_raw_event(struct out *s, struct pa_event_view *v)
{
	u32 n = v->e->nholders < PA_HOLDERS ? v->e->nholders : PA_HOLDERS;
	u32 attr_len = v->e->attr_len < PA_KATTR_KEEP ? v->e->attr_len : PA_KATTR_KEEP;
	struct pa_raw_event *to = pa_raw_begin(s, PA_RAW_EVENT,
					       (u32)(sizeof(*to) + n * sizeof(*v->holders)));
	struct pa_holder *holder;
	struct pa_attr a;
	u32 i;

	if (!to)
		return;
	to->size = sizeof(*to);
	now_copy(&to->now, v->e);
	to->now.nholders = (u16)n;
	to->now.attr_len = (u16)attr_len;
	memcpy(to->now.attr, v->e->attr, attr_len);
	pa_event_now_record(v);
	pa_attr_look(&a, &v->rec, v->env);
	word_hide(&to->hidden, to->now.attr, &a, 0);
	word_hide(&to->hidden, to->now.attr, &a, 1);
	for (i = 0, holder = (void *)(to + 1); i < n; i++, holder++) {
		holder->pid = v->holders[i].pid;
		holder->fd = v->holders[i].fd;
		string_copy(holder->comm, v->holders[i].comm, sizeof(holder->comm));
	}
}
