// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* An open as JSON: what the caller passed, what the kernel made of it, and facts. */
#include "core/event_name.h"
#include "json/writer.h"

/**
 * pa_json_asked() - write what the caller passed
 * @j: in an object; j->a becomes valid
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_asked(struct pa_json *j)
{
	const struct pa_record *r = j->r;

	pa_attr_look(&j->a, r, j->env);
	pa_json_attr(j);
	pa_json_symbols(j);
	pa_json_strings(j);
	json_object(j, "args");
	json_put_s32_if(j, "pid", !json_unknown_arg(j, PA_UNKNOWN_PID), r->arg_pid);
	json_put_s32_if(j, "cpu", !json_unknown_arg(j, PA_UNKNOWN_CPU), r->arg_cpu);
	json_put_s32_if(j, "group_fd", !json_unknown_arg(j, PA_UNKNOWN_GROUP_FD), r->arg_group_fd);
	json_put_wide_if(j, "flags", !json_unknown_arg(j, PA_UNKNOWN_FLAGS), r->flags);
	json_end(j, '}');
	/* The PMU that had the dynamic type of the attr at the call; 0, which no PMU has: none. */
	json_put_count_if(j, "type_pmu", r->type_pmu, r->type_pmu == PA_PMU_NONE ? 0 : r->type_pmu);
}

static void put_event(struct pa_json *j)
{
	char buf[PA_EVENT_LEN];
	struct out name;

	out_init(&name, buf, sizeof(buf));
	pa_put_event_name(&name, j->r, j->env, &j->a);
	pa_json_string_or_null(json_key(j, "event"), name.len ? buf : NULL, name.len);
}

/* A name may be that of two PMUs, so the index says which; the rest if its line says another. */
static void put_kernel_pmu_more(struct pa_json *j, const struct pa_pmu_name *pmu)
{
	const struct pa_kview *kv = &j->r->kv;

	json_put_count_if(j, "pmu_id", kv->pmu, kv->pmu);
	if (!kv->pmu || (pmu && pmu->have_caps && pmu->caps == kv->pmu_caps &&
			 pmu->task_ctx_nr == kv->pmu_task_ctx_nr))
		return;
	json_put_s32(j, "task_ctx_nr", kv->pmu_task_ctx_nr);
	json_key(j, "caps");
	pa_json_bits(j, &pa_cap_names, kv->pmu_caps & ((1U << pa_cap_names.count) - 1), false);
}

static void put_kernel_pmu(struct pa_json *j)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(j->env, j->r->kv.pmu);

	pa_json_pmu_name(json_key(j, "pmu"), pmu);
	json_key(j, "pmu_type");
	/* Up to 6.1 the clock PMUs have no type of their own. */
	if (pmu)
		out_u64(j->s, pmu->type == ~0U ? j->a.type : pmu->type);
	else
		json_null(j);
	put_kernel_pmu_more(j, pmu);
}

/* The event itself; all null if none was created. */
static void put_kernel_event(struct pa_json *j)
{
	const struct pa_kview *kv = &j->r->kv;
	bool is = kv->have & PA_KV_EVENT;

	json_put_wide_if(j, "id", is, kv->id);
	json_key(j, "overflow_handler");
	pa_json_string_or_null(j, is ? j->env->handler : NULL, sizeof(j->env->handler));
	json_key(j, "clock");
	pa_json_string_or_null(j, is ? pa_clock_symbol(j->r, j->env) : NULL, PA_NAME_LEN);
	json_put_s32_if(j, "cpu", is, kv->cpu);
	json_put_wide_if(j, "sample_period", is, kv->sample_period);
	/* The hardware configuration that the driver made of the event. */
	json_put_wide_if(j, "hw_config", kv->have & PA_KV_HWCONFIG, kv->hw_config);
	if (kv->have & PA_KV_HWBASE)
		json_put_bool(j, "hw_config_base", true);
}

static void put_leader(struct pa_json *j)
{
	const struct pa_leader *l = &j->r->kv.leader;
	char buf[PA_EVENT_LEN];
	struct out name;
	bool named;

	if (!json_object_if(j, "leader", j->r->kv.have & PA_KV_LEADER))
		return;
	json_put_s32(j, "fd", j->r->arg_group_fd);
	json_put_wide(j, "id", l->id);
	json_put_count(j, "type", l->type);
	json_put_wide(j, "config", l->config);
	json_put_count_if(j, "pmu_id", l->pmu, l->pmu);
	out_init(&name, buf, sizeof(buf));
	named = pa_put_leader_name(&name, &j->r->kv);
	pa_json_string_or_null(json_key(j, "event"), named ? buf : NULL, name.len);
	json_end(j, '}');
}

static void put_target(struct pa_json *j)
{
	const struct pa_kview *kv = &j->r->kv;

	if (json_object_if(j, "target", kv->have & PA_KV_TASK)) {
		json_put_s32(j, "pid", kv->task_tgid);
		json_put_s32(j, "tid", kv->task_pid);
		pa_json_string(json_key(j, "comm"), kv->task_comm, sizeof(kv->task_comm));
		json_end(j, '}');
	}
	json_string_if(json_key(j, "cgroup"), kv->have & PA_KV_CGROUP, kv->cgroup,
		       sizeof(kv->cgroup));
}

/* Return true if the kernel's copy uses this member of its union: it may have changed freq. */
static bool kernel_uses(const struct pa_json *j, int id)
{
	u64 freq;

	if (pa_fields[id].group == PA_UNION_PERIOD &&
	    pa_kattr_get(j->r, PA_FIELD_FREQ, &freq))
		return id == (freq ? PA_FIELD_SAMPLE_FREQ : PA_FIELD_SAMPLE_PERIOD);
	return !pa_fields[id].group || j->a.member[pa_fields[id].group] == id;
}

/* The fields in which the kernel's copy differs; those that were not passed count as zero. */
static void put_kernel_attr(struct pa_json *j)
{
	const struct pa_field *f;
	unsigned int id;

	if (!json_object_if(j, "attr", j->r->kv.have & (PA_KV_ATTR | PA_KV_COPIED)))
		return;
	for (id = 0; id < PA_FIELD_MAX; id++) {
		f = &pa_fields[id];
		if (!pa_bits(j->a.differs, f) || !kernel_uses(j, id))
			continue;
		json_field_key(j, f);
		pa_json_field_value(j, f, pa_bits(j->a.word, f) ^ pa_bits(j->a.differs, f));
	}
	json_end(j, '}');
}

static void put_step(struct pa_json *j, const struct pa_step *step)
{
	const struct pa_name *fn = step->fn < PA_FN_MAX ? &pa_functions[step->fn].name : NULL;

	json_element(j);
	json_begin(j, '{');
	pa_json_symbol(json_key(j, "fn"), fn && fn->text ? fn : NULL);
	if (step->fn == PA_FN_TRY_INIT) {
		pa_json_pmu_name(json_key(j, "pmu"), pa_pmu_by_index(j->env, step->pmu));
		json_put_count_if(j, "id", step->pmu, step->pmu);
		if (step->hardware)
			json_put_bool(j, "hardware", true);
	}
	json_put_s32_if(j, "ret", step->ret != PA_RET_PENDING, step->ret);
	json_end(j, '}');
}

static void put_path(struct pa_json *j)
{
	const struct pa_kview *kv = &j->r->kv;
	u32 n = kv->nsteps < PA_STEPS ? kv->nsteps : PA_STEPS;
	u32 i;

	if (!(kv->have & PA_KV_STAGES)) {
		json_put_null(j, "path");
		return;
	}
	if (kv->followed != j->env->followed)
		pa_json_steps(json_key(j, "followed"), kv->followed);
	json_begin(json_key(j, "path"), '[');
	for (i = 0; i < n; i++)
		put_step(j, &kv->steps[i]);
	json_end(j, ']');
	if (kv->steps_lost)
		json_put_count(j, "path_lost", kv->steps_lost);
}

static void put_kernel(struct pa_json *j)
{
	if (!json_object_if(j, "kernel", j->r->have_kview && j->r->kv.have))
		return;
	put_kernel_pmu(j);
	put_event(j);
	put_kernel_event(j);
	put_leader(j);
	put_target(j);
	put_kernel_attr(j);
	put_path(j);
	if (j->told && j->told->more)
		j->told->more(j);
	json_end(j, '}');
}

/**
 * pa_json_outcome() - write what the kernel made of the call, and facts about a refused one
 * @j: in an object; after pa_json_asked()
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_json_outcome(struct pa_json *j)
{
	put_kernel(j);
	pa_json_open_facts(j);
}
