// SPDX-License-Identifier: GPL-2.0
/* Renders the contents of a view: entries about the machine, and records, raw or as text. */
#include "file/view.h"

#include "core/endian.h"
#include "core/render.h"
#include "file/files.h"
#include "hook/stages.h"
#include "kernel/symbol.h"
#include "record/facts.h"

/*
 * Writes the symbol of a code address to @name, where it stays for the next record: a lookup costs
 * thousands of instructions. @addr_of_name: the address whose symbol is there.
 */
static void symbol_lookup(struct view_file *vf, enum pa_raw_of of, char *name, u64 *addr_of_name,
			  u64 addr)
{
	if (*addr_of_name == addr)
		return;
	*addr_of_name = addr;
	vf->named &= ~(1U << of);
	name[0] = '\0';
	if (!addr)
		return;
	pa_symbol_code(vf->symbol, addr);
	strscpy(name, vf->symbol, PA_NAME_LEN);
}

/* For a breakpoint on a kernel address, look up the symbol, as the address must not be shown. */
static void breakpoint_symbol(struct view_file *vf)
{
	const struct pa_record *rec = &vf->rec;
	u32 type;
	u64 addr;

	if (rec->attr_len < PERF_ATTR_SIZE_VER0)
		return;
	memcpy(&type, rec->attr, sizeof(type));
	memcpy(&addr, rec->attr + offsetof(struct perf_event_attr, bp_addr), sizeof(addr));
	addr = pa_le64(addr);
	if (pa_le32(type) != PERF_TYPE_BREAKPOINT || !pa_in_kernel_half(addr))
		return;
	sprint_symbol(vf->symbol, addr);
	if (!strncmp(vf->symbol, "0x", 2))
		return;
	/* "jiffies+0x0/0x40": cut off the size of the symbol. */
	vf->symbol[strcspn(vf->symbol, "/")] = '\0';
	strscpy(vf->env.symbol, vf->symbol, sizeof(vf->env.symbol));
}

/* Facts about the machine, fixed so that all readers of one open file get the same. */
static void machine_env(struct view_file *vf)
{
	struct pa_env *env = &vf->env;

	pa_pmu_env(env);
	env->kernel = pa_facts_kernel();
	env->npmus = min(env->npmus, vf->npmus);
	env->pmu_gone = vf->gone;
}

/**
 * pa_view_machine() - look at the machine as a view that is opened now shows it
 * @vf: the view
 *
 * A snapshot shows the table of PMUs as it was when it was opened, a stream as it is.
 *
 * Context: process; nobody else has @vf yet.
 */
void pa_view_machine(struct view_file *vf)
{
	struct pa_env *env = &vf->env;
	u32 i;

	pa_pmu_env(env);
	vf->npmus = env->npmus;
	vf->leaves = pa_pmu_leaves();
	env->followed = pa_stages_followed();
	for (i = 0; i < env->npmus; i++)
		vf->gone[i] = READ_ONCE(env->pmu_gone[i]);
}

/* The next entry about the machine: 0 is the head, else the index of a PMU. -1: none. */
static int machine_next(struct view_file *vf)
{
	u32 leaves = pa_pmu_leaves();
	struct pa_env *env = &vf->env;
	u32 i;

	if (vf->told < vf->npmus || !(vf->flags & VIEW_STREAM))
		return vf->told < vf->npmus ? (int)vf->told++ : -1;
	pa_pmu_env(env);
	if (vf->npmus < env->npmus) {
		vf->npmus = env->npmus;
		vf->gone[vf->told] = READ_ONCE(env->pmu_gone[vf->told]);
		return (int)vf->told++;
	}
	for (i = 1; vf->leaves != leaves && i < vf->told; i++) {
		if (vf->gone[i] == READ_ONCE(env->pmu_gone[i]))
			continue;
		vf->gone[i] ^= 1;
		return (int)i;
	}
	vf->leaves = leaves;
	return -1;
}

/**
 * pa_view_tell() - render the next entry about the machine
 * @vf: the view; its lock is held
 * @s:  receives it
 *
 * Return: false if this view has none, or all was told.
 * Context: process.
 */
bool pa_view_tell(struct view_file *vf, struct out *s)
{
	int next;

	if (!(vf->flags & VIEW_RAW))
		return false;
	next = machine_next(vf);
	if (next < 0)
		return false;
	machine_env(vf);
	if (next)
		pa_raw_pmu(s, &vf->env, next);
	else
		pa_raw_head(s, &vf->env);
	vf->of_ring = false;
	return true;
}

static void env_fill(struct view_file *vf)
{
	const struct pa_record *rec = &vf->rec;
	struct pa_env *env = &vf->env;
	bool event;

	machine_env(vf);
	env->symbol[0] = '\0';
	vf->named &= ~(1U << PA_RAW_OF_SYMBOL);
	event = rec->have_kview && (rec->kv.have & PA_KV_EVENT);
	symbol_lookup(vf, PA_RAW_OF_HANDLER, env->handler, &vf->handler,
		      event ? rec->kv.overflow_handler : 0);
	symbol_lookup(vf, PA_RAW_OF_CLOCK, env->clock, &vf->clock, event ? rec->kv.clock : 0);
	/* rec->attr of an op holds an attr only with PA_OP_ATTR. */
	if (rec->kind == PA_RECORD_OPEN || rec->op.have & PA_OP_ATTR)
		breakpoint_symbol(vf);
}

/* Renders a record that says that probes have started or stopped firing. */
static void firing_render(struct out *s, const struct pa_record *rec)
{
	out_number(s, "/* #", rec->seq, " at ");
	out_point(s, rec->time_ns, 9);
	out_str(s, rec->ret ? " s: probes fire again */\n" :
		" s: probes do not fire, calls are not seen; the kernel log says why */\n");
}

static bool is_brief(const struct view_file *vf)
{
	return vf->flags & VIEW_STREAM ? pa_setting(PA_SET_BRIEF) : vf->brief;
}

/* Renders a symbol of the record that comes next, unless that was the last one that was. */
static void name_render(struct view_file *vf, struct out *s, enum pa_raw_of of, const char *name)
{
	if (!name[0] || vf->named & 1U << of)
		return;
	vf->named |= 1U << of;
	pa_raw_name(s, of, name);
}

static void raw_render(struct view_file *vf, struct out *s)
{
	struct pa_env *env = &vf->env;

	if (vf->what == PA_RING_LOST) {
		pa_raw_lost(s, vf->lost);
		/* A reader that seeks back to here needs symbols again: all get them. */
		view_forget_names(vf);
	} else if (vf->rec.kind == PA_RECORD_FIRING) {
		pa_raw_firing(s, &vf->rec);
	} else {
		env_fill(vf);
		name_render(vf, s, PA_RAW_OF_HANDLER, env->handler);
		name_render(vf, s, PA_RAW_OF_CLOCK, env->clock);
		name_render(vf, s, PA_RAW_OF_SYMBOL, env->symbol);
		pa_raw_call(s, &vf->rec, env);
	}
}

static void text_render(struct view_file *vf, struct out *s)
{
	if (vf->what == PA_RING_LOST) {
		out_number(s, "/* ", vf->lost, " records lost */\n");
	} else if (vf->rec.kind == PA_RECORD_FIRING) {
		firing_render(s, &vf->rec);
	} else {
		env_fill(vf);
		pa_text_record(s, &vf->rec, &vf->env, is_brief(vf) ? PA_TEXT_BRIEF : 0);
	}
}

/**
 * pa_view_render() - render what was read last: a record, or that records were lost
 * @vf: the view; its lock is held
 * @s:  receives it
 *
 * Context: process, may sleep.
 */
void pa_view_render(struct view_file *vf, struct out *s)
{
	vf->pending = false;
	vf->of_ring = true;
	if (vf->flags & VIEW_RAW)
		raw_render(vf, s);
	else
		text_render(vf, s);
	if (vf->what != PA_RING_LOST)
		return;
	/* Discard nothing more after a loss: the reader must not get half a record. */
	vf->p.skip = 0;
	vf->lost_end = vf->p.pos + out_used(s);
	vf->lost_next = vf->cursor;
}
