// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Structs of entries, with nothing in them that the module would not write. */
#include "core/arch.h"
#include "core/attr.h"
#include "core/facts.h"
#include "core/op.h"
#include "raw/raw.h"

/**
 * raw_read() - copy the struct of an entry
 * @to:   receives it; what a shorter one lacks is 0
 * @size: bytes of the struct
 * @e:    the entry
 */
void raw_read(void *to, size_t size, const struct raw_entry *e)
{
	memset(to, 0, size);
	memcpy(to, e->bytes, e->size < size ? e->size : size);
}

static void end(char *string, size_t size)
{
	string[size - 1] = '\0';
}

static void byte_clamp(u8 *v, u8 most)
{
	if (*v > most)
		*v = most;
}

/* A value that has no name is not known. */
static void fact_check(const struct pa_fact *f, void *of, u32 *have)
{
	u8 *at = (u8 *)of + f->offset;

	if (f->kind == PA_FACT_BOOL)
		byte_clamp(at, 1);
	else if (f->kind == PA_FACT_TRI)
		byte_clamp(at, 2);
	else if (f->kind == PA_FACT_STRING)
		end((char *)at, f->width);
	if (f->kind != PA_FACT_NAME || pa_name_of(f->names, pa_fact_value(f, of)))
		return;
	memset(at, 0, f->width);
	if (have)
		*have &= ~f->have;
}

static void facts_check(const struct pa_fact_list *list, void *of)
{
	u32 *have = list->have == PA_FACTS_NO_HAVE ? NULL : (u32 *)((u8 *)of + list->have);
	u32 i;

	for (i = 0; i < list->count; i++)
		fact_check(&list->fact[i], of, have);
}

/**
 * raw_head() - read what the head of a stream says of its kernel
 * @k:        receives it
 * @followed: receives what is followed, as in struct pa_env
 * @e:        the head
 */
void raw_head(struct pa_kernel *k, u32 *followed, const struct raw_entry *e)
{
	struct pa_raw_head head;

	raw_read(&head, sizeof(head), e);
	*k = head.kernel;
	facts_check(&pa_facts_of_kernel, k);
	end(k->module, sizeof(k->module));
	end(k->release, sizeof(k->release));
	if (head.hidden)
		k->task_size = 1ULL << 63;
	*followed = head.followed;
}

/**
 * raw_pmu() - read a PMU
 * @to: receives it
 * @e:  the entry
 *
 * Return: false if the entry is not a valid PMU.
 */
bool raw_pmu(struct pa_raw_pmu *to, const struct raw_entry *e)
{
	raw_read(to, sizeof(*to), e);
	end(to->name, sizeof(((struct pa_pmu_name *)NULL)->name));
	end(to->symbol, sizeof(to->symbol));
	end(to->module, sizeof(to->module));
	byte_clamp(&to->have_caps, 1);
	byte_clamp(&to->gone, 1);
	return to->id && to->id < PA_PMUS && to->name[0];
}

/**
 * raw_pmu_name() - a PMU as struct pa_env has it, but for its driver
 * @to:  receives it
 * @pmu: from raw_pmu()
 */
void raw_pmu_name(struct pa_pmu_name *to, const struct pa_raw_pmu *pmu)
{
	memset(to, 0, sizeof(*to));
	to->type = pmu->type;
	to->caps = pmu->caps;
	to->task_ctx_nr = pmu->task_ctx_nr;
	to->have_caps = pmu->have_caps;
	memcpy(to->name, pmu->name, sizeof(to->name));
}

/* Drops a path that has an unknown step: that step may be the one that refused the call. */
static void path_check(struct pa_kview *kv)
{
	u32 i;

	if (kv->nsteps > PA_STEPS)
		kv->have &= ~(u32)PA_KV_STAGES;
	for (i = 0; i < kv->nsteps && i < PA_STEPS; i++) {
		const struct pa_step *step = &kv->steps[i];

		if (!step->fn || step->fn >= PA_FN_MAX || !pa_functions[step->fn].name.text)
			kv->have &= ~(u32)PA_KV_STAGES;
	}
	if (!(kv->have & PA_KV_STAGES))
		kv->nsteps = 0;
}

static void kview_check(struct pa_kview *kv)
{
	if (kv->kattr_len > PA_KATTR_KEEP)
		kv->kattr_len = PA_KATTR_KEEP;
	end(kv->task_comm, sizeof(kv->task_comm));
	end(kv->name, sizeof(kv->name));
	end(kv->leader_name, sizeof(kv->leader_name));
	end(kv->cgroup, sizeof(kv->cgroup));
	facts_check(&pa_facts_of_leader, &kv->leader);
	path_check(kv);
}

static void open_check(struct pa_record *r)
{
	if (r->str_len > PA_STR_LEN)
		r->str_len = PA_STR_LEN;
	facts_check(&pa_facts_of_open, &r->facts);
	facts_check(&pa_facts_of_leader, &r->facts.leader);
	kview_check(&r->kv);
}

static void op_check(struct pa_record *r)
{
	struct pa_op_facts *f = &r->op_facts;

	r->str_kind = 0;
	r->have_facts = 0;
	r->have_kview = 0;
	if (r->op.fd_from > PA_FD_OPEN)
		r->op.fd_from = PA_FD_UNKNOWN;
	facts_check(&pa_facts_of_op, f);
	if (f->have & PA_OF_MMAPS)
		facts_check(&pa_facts_of_map, f);
	else if (f->have & PA_OF_OUTPUT)
		facts_check(&pa_facts_of_output, f);
	else if (f->have & PA_OF_TRACE)
		facts_check(&pa_facts_of_trace, f);
	if (!(f->have & PA_OF_MMAPS))
		f->have &= ~(PA_OF_CONTROL | PA_OF_MLOCK);
	if (!(f->have & PA_OF_TRACE))
		f->have &= ~(PA_OF_PROG_FD | PA_OF_LOOKUPS);
}

/**
 * raw_call() - read a call
 * @to: receives it; raw_unhide() must follow
 * @e:  the entry
 *
 * Return: false if it is of a kind that is not known.
 */
bool raw_call(struct pa_raw_call *to, const struct raw_entry *e)
{
	struct pa_record *r = &to->r;

	raw_read(to, sizeof(*to), e);
	if (r->kind >= PA_RECORD_MAX)
		return false;
	end(r->comm, sizeof(r->comm));
	byte_clamp(&r->abi, PA_ABI_MAX);
	byte_clamp(&r->have_facts, 1);
	byte_clamp(&r->have_kview, 1);
	byte_clamp(&r->have_size, 1);
	if (r->attr_state > PA_ATTR_PART)
		r->attr_state = PA_ATTR_UNREADABLE;
	if (r->str_kind > 2)
		r->str_kind = 0;
	if (r->attr_len > PA_ATTR_KEEP)
		r->attr_len = PA_ATTR_KEEP;
	if (r->kind == PA_RECORD_OPEN)
		open_check(r);
	else
		op_check(r);
	return true;
}

/**
 * raw_event() - read an open event
 * @to:  receives it
 * @e:   the entry
 * @env: has its PMUs
 *
 * Return: false if the entry is not a valid event.
 */
bool raw_event(struct raw_event *to, const struct raw_entry *e, const struct pa_env *env)
{
	struct pa_event_now *now = &to->raw.now;
	struct raw_entry own = *e;
	u32 size, type, i;
	u64 addr;

	/* The holders follow the struct, which may be that of another version. */
	raw_read(&size, sizeof(size), e);
	if (size < sizeof(size) || size > e->size)
		return false;
	own.size = size;
	raw_read(&to->raw, sizeof(to->raw), &own);
	end(now->comm, sizeof(now->comm));
	end(now->name, sizeof(now->name));
	end(now->cgroup, sizeof(now->cgroup));
	if (now->attr_len > PA_KATTR_KEEP)
		now->attr_len = PA_KATTR_KEEP;
	if (now->nholders > PA_HOLDERS || now->nholders * sizeof(*to->holders) > e->size - size)
		return false;
	memcpy(to->holders, e->bytes + size, now->nholders * sizeof(*to->holders));
	/* It is named as one of the kernel. */
	addr = pa_le64(raw_stand_in(to->raw.hidden.low[0]));
	memcpy(&type, now->attr, sizeof(type));
	if (to->raw.hidden.what & PA_RAW_CONFIG1 && pa_le32(type) == PA_TYPE_BREAKPOINT)
		memcpy(now->attr + pa_fields[PA_FIELD_BP_ADDR].offset, &addr, sizeof(addr));
	for (i = 0; i < now->nholders; i++)
		end(to->holders[i].comm, sizeof(to->holders[i].comm));
	to->view = (struct pa_event_view){ .e = now, .holders = to->holders, .env = env };
	pa_event_now_record(&to->view);
	return true;
}
