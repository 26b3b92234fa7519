// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The names of events: as C expressions, and as perf writes them. */
#include "core/event_name.h"
#include "core/out.h"

#define GENERIC(value, name, perf)	[value] = PA_NAME(perf),
#define ACCESSES(value, name, accesses, misses)	[value] = PA_NAME(accesses),
#define MISSES(value, name, accesses, misses)	[value] = PA_NAME(misses),

/* perf's names of the generic events: evsel__hw_names and evsel__sw_names of tools/perf. */
PA_OWN_NAMES_OF(generic_hw, PA_LIST_HW(GENERIC, GENERIC));
PA_OWN_NAMES_OF(generic_sw, PA_LIST_SW(GENERIC, GENERIC));
PA_OWN_NAMES_OF(generic_cache, PA_LIST_CACHES(GENERIC, GENERIC));

/* The operation is singular before -misses, else plural: L1-dcache-load-misses, L1-dcache-loads. */
PA_OWN_NAMES_OF(generic_misses, PA_LIST_CACHE_OPS(MISSES, MISSES));
PA_OWN_NAMES_OF(generic_accesses, PA_LIST_CACHE_OPS(ACCESSES, ACCESSES));

static void put_cache(struct out *s, const struct pa_name *id, const struct pa_name *op,
		      const struct pa_name *result)
{
	pa_put_name(s, id);
	out_lit(s, " | (");
	pa_put_name(s, op);
	out_lit(s, " << 8) | (");
	pa_put_name(s, result);
	out_lit(s, " << 16)");
}

/* The lower half of a HARDWARE or HW_CACHE config, which selects the event. */
static bool put_hw_event(struct out *s, u32 type, u32 event)
{
	const struct pa_name *id;
	const struct pa_name *op;
	const struct pa_name *result;

	if (type == PA_TYPE_HARDWARE) {
		id = pa_name_of(&pa_hw_events, event);
		if (id)
			pa_put_name(s, id);
		return id;
	}
	id = pa_name_of(&pa_cache_ids, event & 0xff);
	op = pa_name_of(&pa_cache_ops, (event >> 8) & 0xff);
	result = pa_name_of(&pa_cache_results, event >> 16);
	if (!id || !op || !result)
		return false;
	put_cache(s, id, op, result);
	return true;
}

/**
 * pa_put_config() - write attr.config as a C expression of UAPI symbols
 * @s:      the buffer
 * @type:   attr.type
 * @config: attr.config
 *
 * An extended type (the upper half of config) is appended as in (4ULL << PERF_PMU_TYPE_SHIFT).
 * Context: any.
 * Return: false, and nothing is written, if the UAPI has no symbol for it.
 */
bool pa_put_config(struct out *s, u32 type, u64 config)
{
	const struct pa_name *name;

	switch (type) {
	case PA_TYPE_SOFTWARE:
		name = pa_name_of(&pa_sw_events, config);
		if (name)
			pa_put_name(s, name);
		return name;
	case PA_TYPE_HARDWARE:
	case PA_TYPE_HW_CACHE:
		if (!put_hw_event(s, type, (u32)config))
			return false;
		if (config >> PA_PMU_TYPE_SHIFT) {
			out_number(s, " | (", config >> PA_PMU_TYPE_SHIFT,
				   "ULL << PERF_PMU_TYPE_SHIFT)");
		}
		return true;
	default:
		return false;
	}
}

static bool put_generic_cache(struct out *s, u32 event)
{
	const struct pa_name *id = pa_name_of(&generic_cache, event & 0xff);
	const struct pa_name *op = NULL;

	if (event >> 16 == 0)
		op = pa_name_of(&generic_accesses, (event >> 8) & 0xff);
	else if (event >> 16 == 1)
		op = pa_name_of(&generic_misses, (event >> 8) & 0xff);
	if (!id || !op)
		return false;
	pa_put_name(s, id);
	pa_put_name(s, op);
	return true;
}

/**
 * pa_put_generic() - write perf's name of a generic event
 * @s:      the buffer
 * @type:   attr.type
 * @config: attr.config; the upper half is ignored for HARDWARE and HW_CACHE
 *
 * Context: any.
 * Return: false, and nothing is written, if perf has no name for it.
 */
bool pa_put_generic(struct out *s, u32 type, u64 config)
{
	const struct pa_name *name = NULL;

	if (type == PA_TYPE_HW_CACHE)
		return put_generic_cache(s, (u32)config);
	if (type == PA_TYPE_HARDWARE)
		name = pa_name_of(&generic_hw, (u32)config);
	else if (type == PA_TYPE_SOFTWARE)
		name = pa_name_of(&generic_sw, config);
	if (name)
		pa_put_name(s, name);
	return name;
}

static void put_probe(struct out *s, const struct pa_record *r, const struct pa_attr *a)
{
	u64 offset = pa_bits(a->word, &pa_fields[PA_FIELD_PROBE_OFFSET]);
	u32 len = r->str_len < PA_STR_LEN ? r->str_len : PA_STR_LEN;

	if (a->kind == PA_KIND_KPROBE)
		out_lit(s, "kprobe:");
	else
		out_lit(s, "uprobe:");
	if (r->str_kind)
		out_mem(s, r->str, strnlen(r->str, len));
	else
		out_char(s, '?');
	if (offset && a->member[PA_UNION_CONFIG2] == PA_FIELD_PROBE_OFFSET) {
		out_char(s, '+');
		out_hex(s, offset);
	}
}

/* mem:ADDRESS/LENGTH:ACCESS, as in perf -e; for a kernel address its symbol. */
static void put_breakpoint(struct out *s, const struct pa_record *r,
			   const struct pa_env *env, const struct pa_attr *a)
{
	u64 addr = pa_attr_get(r, PA_FIELD_BP_ADDR);
	u64 len = pa_bits(a->word, &pa_fields[PA_FIELD_BP_LEN]);
	u64 access = pa_attr_get(r, PA_FIELD_BP_TYPE);

	out_lit(s, "mem:");
	if (env->symbol[0])
		out_mem(s, env->symbol, strnlen(env->symbol, sizeof(env->symbol)));
	else if (pa_in_kernel_half(addr))
		out_lit(s, "(kernel)");
	else
		out_hex(s, addr);
	if (len) {
		out_char(s, '/');
		out_u64(s, len);
	}
	out_char(s, ':');
	if (access & 1)
		out_char(s, 'r');
	if (access & 2)
		out_char(s, 'w');
	if (access & 4)
		out_char(s, 'x');
}

/* pmu/config=0x1,config1=0x2/, as in perf -e. */
static void put_pmu_event(struct out *s, const struct pa_record *r,
			  const struct pa_pmu_name *pmu)
{
	static const u8 more[] = { PA_FIELD_CONFIG1, PA_FIELD_CONFIG2, PA_FIELD_CONFIG3,
				   PA_FIELD_CONFIG4 };
	u32 i;
	u64 v;

	out_mem(s, pmu->name, strnlen(pmu->name, sizeof(pmu->name)));
	out_lit(s, "/config=");
	out_hex(s, pa_attr_get(r, PA_FIELD_CONFIG));
	for (i = 0; i < sizeof(more); i++) {
		v = pa_attr_get(r, more[i]);
		if (!v)
			continue;
		out_char(s, ',');
		out_mem(s, pa_fields[more[i]].name, pa_fields[more[i]].name_len);
		out_char(s, '=');
		out_hex(s, v);
	}
	out_char(s, '/');
}

/* A generic event; with an extended type (hybrid machines) as pmu/event/. */
static bool put_generic(struct out *s, const struct pa_record *r, const struct pa_env *env,
			const struct pa_attr *a)
{
	u64 config = pa_attr_get(r, PA_FIELD_CONFIG);
	const struct pa_pmu_name *pmu = NULL;

	if (a->type != PA_TYPE_SOFTWARE && config >> PA_PMU_TYPE_SHIFT)
		pmu = pa_pmu_of_type(r, env, config >> PA_PMU_TYPE_SHIFT);
	if (pmu) {
		out_mem(s, pmu->name, strnlen(pmu->name, sizeof(pmu->name)));
		out_char(s, '/');
	}
	if (!pa_put_generic(s, a->type, config))
		return false;
	if (pmu)
		out_char(s, '/');
	return true;
}

/**
 * pa_put_event_name() - write the name of the event that a call asks for
 * @s:   an empty buffer of PA_EVENT_LEN bytes
 * @r:   the record
 * @env: PMUs, symbols
 * @a:   from pa_attr_look()
 *
 * Writes the kernel's name of the event if it was captured, else perf's name, else nothing. The
 * name may hold any byte, so it must go through out_escaped() or its JSON counterpart.
 * Context: any.
 */
void pa_put_event_name(struct out *s, const struct pa_record *r, const struct pa_env *env,
		       const struct pa_attr *a)
{
	const struct pa_pmu_name *pmu;

	if (r->have_kview && (r->kv.have & PA_KV_NAME) && r->kv.name[0]) {
		out_mem(s, r->kv.name, strnlen(r->kv.name, sizeof(r->kv.name)));
	} else if (!a->passed) {
		return;
	} else if (a->type == PA_TYPE_TRACEPOINT) {
		out_number(s, "tracepoint ", pa_attr_get(r, PA_FIELD_CONFIG), "");
	} else if (a->type == PA_TYPE_RAW) {
		out_lit(s, "raw ");
		out_hex(s, pa_attr_get(r, PA_FIELD_CONFIG));
	} else if (a->kind == PA_KIND_BREAKPOINT) {
		put_breakpoint(s, r, env, a);
	} else if (a->kind != PA_KIND_OTHER) {
		put_probe(s, r, a);
	} else if (a->type < PA_TYPE_DYNAMIC) {
		if (!put_generic(s, r, env, a))
			out_clear(s);
	} else {
		pmu = pa_pmu_of_type(r, env, a->type);
		if (pmu)
			put_pmu_event(s, r, pmu);
	}
}

/**
 * pa_put_leader_name() - write the name of the event that leads the group
 * @s:  an empty buffer of PA_EVENT_LEN bytes
 * @kv: holds the leader
 *
 * Like pa_put_event_name(), for a leader, about which less is known.
 * Context: any.
 * Return: false, and nothing is written, if there is no name.
 */
bool pa_put_leader_name(struct out *s, const struct pa_kview *kv)
{
	if (!(kv->have & PA_KV_LEADER_NAME))
		return pa_put_generic(s, kv->leader.type, kv->leader.config);
	out_mem(s, kv->leader_name, strnlen(kv->leader_name, sizeof(kv->leader_name)));
	return true;
}
