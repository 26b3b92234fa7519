// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The facts on which a reason rests, as JSON: of the machine in a line of its own, of a PMU
 * likewise, and of a call in its record. What is not known is null.
 */
#include "json/writer.h"

#include <stdio.h>

#include "json/json.h"

/**
 * pa_json_steps() - write functions of a path, as an array of their names
 * @j:     the writer
 * @steps: a bit for each enum pa_fn
 *
 * Context: any.
 */
void pa_json_steps(struct pa_json *j, u32 steps)
{
	u32 fn;

	json_begin(j, '[');
	for (fn = 0; fn < PA_FN_MAX; fn++) {
		if (!(steps >> fn & 1) || !pa_functions[fn].name.text)
			continue;
		json_element(j);
		pa_json_symbol(j, &pa_functions[fn].name);
	}
	json_end(j, ']');
}

/* Bits as ranges: of a mask in hexadecimal, one could think that it is an address. */
static void put_ranges(struct pa_json *j, u64 bits)
{
	u32 first, last;

	json_begin(j, '[');
	for (first = 0; first < 64; first = last + 1) {
		last = first;
		if (!(bits >> first & 1))
			continue;
		while (last < 63 && bits >> (last + 1) & 1)
			last++;
		json_element(j);
		out_number(j->s, "\"", first, "-");
		out_number(j->s, "", last, "\"");
	}
	json_end(j, ']');
}

static void put_value(struct pa_json *j, const struct pa_fact *f, u64 v)
{
	switch (f->kind) {
	case PA_FACT_SIGNED:
		out_s64(j->s, (s64)v);
		break;
	case PA_FACT_CALLERS:
		if (pa_is_kernel_address(v)) {
			out_lit(j->s, "\"" PA_KERNEL_MARK "\"");
			break;
		}
		pa_json_wide(j, v);
		break;
	case PA_FACT_WIDE:
		pa_json_wide(j, v);
		break;
	case PA_FACT_BOOL:
		json_bool(j, v);
		break;
	case PA_FACT_TRI:
		json_bool_if(j, v <= 1, v);
		break;
	case PA_FACT_NAME:
		pa_json_symbol(j, pa_name_of(f->names, v));
		break;
	case PA_FACT_NAMES:
		pa_json_bits(j, f->names, v & ((1ULL << f->names->count) - 1), false);
		break;
	case PA_FACT_RANGES:
		put_ranges(j, v);
		break;
	case PA_FACT_PMU:
		json_count_if(j, v, v);
		break;
	default:
		json_count(j, v);
	}
}

/* Return true if a text lacks a member of the facts of an op; the last ones no text has. */
static bool is_unknown(const struct pa_json *j, const struct pa_fact_list *list, u32 i)
{
	static const char never[] =
		",\"memlock\":,\"pinned\":,\"charged\":,\"cpus\":,\"kind\":,\"name\":";

	if (!j->told || !j->told->unknown)
		return false;
	if (list == &pa_facts_of_op)
		return j->told->facts >> i & 1;
	return (list == &pa_facts_of_map || list == &pa_facts_of_trace) &&
	       strstr(never, list->fact[i].key);
}

/**
 * pa_json_facts() - write the members of a list
 * @j:    in an object
 * @list: the members
 * @of:   the struct that has them
 *
 * Context: any.
 */
void pa_json_facts(struct pa_json *j, const struct pa_fact_list *list, const void *of)
{
	u32 have = ~0U;
	u32 i;

	if (list->have != PA_FACTS_NO_HAVE)
		have = *(const u32 *)((const u8 *)of + list->have);
	for (i = 0; i < list->count; i++) {
		const struct pa_fact *f = &list->fact[i];

		json_key_mem(j, f->key, f->key_len);
		if ((f->have && !(have & f->have)) || is_unknown(j, list, i))
			json_null(j);
		else if (f->kind == PA_FACT_FLAG)
			json_bool(j, have & f->flag);
		else if (f->kind == PA_FACT_STRING)
			pa_json_string(j, (const char *)of + f->offset, f->width);
		else
			put_value(j, f, pa_fact_value(f, of));
	}
}

/**
 * pa_json_load() - write the number of this load, so that records are not taken for those of
 *                  another machine or boot
 * @j: in an object
 *
 * Context: any.
 */
void pa_json_load(struct pa_json *j)
{
	char load[9];

	snprintf(load, sizeof(load), "%08x", j->env->kernel ? j->env->kernel->load : 0);
	json_put_string(j, "load", j->told && j->told->load ? j->told->load : load);
}

/* An object of a list, or null. */
static void put_list(struct pa_json *j, const struct pa_fact_list *list, const void *of, bool known)
{
	if (!json_object_known(j, known))
		return;
	pa_json_facts(j, list, of);
	json_end(j, '}');
}

/**
 * pa_json_open_facts() - write the facts of a refused open
 * @j: in an object
 *
 * Context: any.
 */
void pa_json_open_facts(struct pa_json *j)
{
	const struct pa_facts *f = &j->r->facts;

	if (!json_object_if(j, "facts", j->r->have_facts))
		return;
	pa_json_facts(j, &pa_facts_of_open, f);
	put_list(json_key(j, "leader"), &pa_facts_of_leader, &f->leader,
		 f->have & PA_F_GROUP_FD && f->group_file == PA_FILE_PERF);
	json_end(j, '}');
}

/* Facts that only some kinds of ops have; the members share their memory. */
static void put_special(struct pa_json *j, const struct pa_op_facts *f)
{
	if (f->have & PA_OF_MMAPS)
		put_list(json_key(j, "map"), &pa_facts_of_map, f, true);
	else if (f->have & PA_OF_OUTPUT)
		put_list(json_key(j, "output"), &pa_facts_of_output, f, true);
	else if (f->have & PA_OF_TRACE)
		put_list(json_key(j, "trace"), &pa_facts_of_trace, f, true);
	else if (f->have & PA_OF_CHANGE)
		put_list(json_key(j, "change"), &pa_facts_of_change, f, true);
}

/**
 * pa_json_op_facts() - write the facts of an op that failed or did nothing
 * @j: in an object
 *
 * Context: any.
 */
void pa_json_op_facts(struct pa_json *j)
{
	const struct pa_op_facts *f = &j->r->op_facts;

	if (!json_object_if(j, "facts", j->r->op.have & PA_OP_FACTS))
		return;
	pa_json_facts(j, &pa_facts_of_op, f);
	put_special(j, f);
	json_end(j, '}');
}

static void line_begin(struct pa_json *j, struct out *s, const struct pa_env *env)
{
	j->s = s;
	j->told = NULL;
	j->r = NULL;
	j->env = env;
	json_begin(j, '{');
	json_put_count(j, "v", PA_JSON_VERSION);
}

static void line_end(struct pa_json *j)
{
	json_end(j, '}');
	json_end(j, '}');
	out_char(j->s, '\n');
}

void pa_json_env(struct out *s, const struct pa_env *env)
{
	const struct pa_kernel *k = env->kernel;
	struct pa_json j;

	line_begin(&j, s, env);
	json_object(&j, "env");
	pa_json_load(&j);
	/* Without a module the records are from perfattr-bpf. */
	json_put_string(&j, "source", k->module[0] ? "module" : "bpf");
	pa_json_string_or_null(json_key(&j, "module"), k->module, sizeof(k->module));
	pa_json_string_or_null(json_key(&j, "release"), k->release, sizeof(k->release));
	pa_json_steps(json_key(&j, "followed"), env->followed);
	pa_json_facts(&j, &pa_facts_of_kernel, k);
	line_end(&j);
}

void pa_json_pmu(struct out *s, const struct pa_env *env, u32 index)
{
	const struct pa_pmu_name *pmu = &env->pmus[index];
	static const struct pa_event_init none;
	const struct pa_event_init *init = &none;
	struct pa_json j;

	if (pmu->init && pmu->init < env->ninits)
		init = &env->inits[pmu->init];
	line_begin(&j, s, env);
	json_object(&j, "pmu");
	pa_json_load(&j);
	json_put_count(&j, "id", index);
	pa_json_pmu_name(json_key(&j, "name"), pmu);
	json_put_count(&j, "type", pmu->type);
	if (pmu->have_caps) {
		json_put_s32(&j, "task_ctx_nr", pmu->task_ctx_nr);
		json_key(&j, "caps");
		pa_json_bits(&j, &pa_cap_names,
			     pmu->caps & ((1U << pa_cap_names.count) - 1), false);
	} else {
		json_put_null(&j, "task_ctx_nr");
		json_put_null(&j, "caps");
	}
	pa_json_string_or_null(json_key(&j, "event_init"), init->symbol, sizeof(init->symbol));
	pa_json_string_or_null(json_key(&j, "module"), init->module, sizeof(init->module));
	json_put_bool(&j, "gone", env->pmu_gone && env->pmu_gone[index]);
	line_end(&j);
}
