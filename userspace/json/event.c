// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Open events as JSON Lines: an object each. What is not known, or does not apply, is null. */
#include "core/event_name.h"
#include "core/health.h"
#include "json/json.h"
#include "json/writer.h"

static void put_sampling(struct pa_json *j, struct pa_event_view *v)
{
	u32 freq = pa_event_now_freq(v);

	if (!json_object_if(j, "sampling", v->e->period))
		return;
	json_put_count_if(j, "freq", freq, freq);
	json_put_wide(j, "period", v->e->period);
	json_end(j, '}');
}

/* Writes what is counted; pmu_id distinguishes PMUs that have the same name. */
static void put_event(struct pa_json *j, struct pa_event_view *v)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(v->env, v->e->pmu);
	char buf[PA_EVENT_LEN];
	struct out name;

	out_init(&name, buf, sizeof(buf));
	pa_event_now_name(&name, v);
	pa_json_string_or_null(json_key(j, "event"),
			       name.len && name.len <= sizeof(buf) ? buf : NULL, name.len);
	put_sampling(j, v);
	pa_json_pmu_name(json_key(j, "pmu"), pmu);
	json_put_count_if(j, "pmu_id", pmu, v->e->pmu);
	/* Breakpoints of one type compete for the same registers. */
	json_put_count_if(j, "bp_type",
			  pa_attr_get(&v->rec, PA_FIELD_TYPE) == PA_TYPE_BREAKPOINT,
			  pa_attr_get(&v->rec, PA_FIELD_BP_TYPE));
}

/* The task, and the cpu: null is any. */
static void put_target(struct pa_json *j, const struct pa_event_now *e)
{
	bool task = e->have & PA_N_TASK;

	json_object(j, "target");
	json_put_s32_if(j, "pid", task, e->pid);
	json_put_s32_if(j, "tid", task, e->tid);
	json_string_if(json_key(j, "comm"), task, e->comm, sizeof(e->comm));
	json_put_count_if(j, "cpu", e->cpu >= 0, (u32)e->cpu);
	json_end(j, '}');
	json_string_if(json_key(j, "cgroup"), e->have & PA_N_CGROUP, e->cgroup, sizeof(e->cgroup));
}

static void put_group(struct pa_json *j, const struct pa_event_now *e)
{
	bool member = e->have & PA_N_MEMBER;

	if (!json_object_if(j, "group", member || e->siblings))
		return;
	json_put_bool(j, "leads", !member);
	json_put_wide_if(j, "leader", member && e->leader, e->leader);
	json_put_count(j, "siblings", e->siblings);
	json_end(j, '}');
}

static void put_count(struct pa_json *j, const struct pa_event_now *e)
{
	bool times = e->have & PA_N_TIMES;

	pa_json_string_or_null(json_key(j, "state"), pa_state_name(e->state), ~(size_t)0);
	json_put_wide_if(j, "enabled_ns", times, e->enabled);
	json_put_wide_if(j, "running_ns", times, e->running);
	json_put_count_if(j, "percent", times && e->enabled, pa_percent(e->running, e->enabled));
	json_object(j, "count");
	json_put_wide(j, "value", e->count);
	json_put_bool(j, "exact", e->have & PA_N_EXACT);
	json_put_bool(j, "children_missing", e->have & PA_N_CHILDREN);
	json_end(j, '}');
}

static void put_buffer(struct pa_json *j, const struct pa_event_now *e)
{
	if (!json_object_if(j, "buffer", e->have & PA_N_BUFFER))
		return;
	json_put_count(j, "maps", e->maps);
	json_put_count_if(j, "data_len", e->data_len, e->data_len);
	json_put_count_if(j, "aux_len", e->aux_len, e->aux_len);
	json_end(j, '}');
}

static void put_opened(struct pa_json *j, const struct pa_event_now *e)
{
	if (!json_object_if(j, "opened", e->have & PA_N_OPEN))
		return;
	json_put_count(j, "seq", e->seq);
	json_put_wide(j, "time_ns", e->time_ns);
	json_put_wide(j, "wall_ns", e->wall_ns);
	json_end(j, '}');
}

/**
 * pa_json_holder() - write the members pid, comm and fd
 * @j:   in an object
 * @who: a descriptor
 *
 * Context: any.
 */
void pa_json_holder(struct pa_json *j, const struct pa_holder *who)
{
	json_put_s32(j, "pid", who->pid);
	pa_json_string(json_key(j, "comm"), who->comm, sizeof(who->comm));
	json_put_s32(j, "fd", who->fd);
}

static void put_holders(struct pa_json *j, const struct pa_event_view *v)
{
	u32 i;

	json_put_count(j, "held", v->e->held);
	json_begin(json_key(j, "holders"), '[');
	for (i = 0; i < v->e->nholders && i < PA_HOLDERS; i++) {
		json_element(j);
		json_begin(j, '{');
		pa_json_holder(j, &v->holders[i]);
		json_end(j, '}');
	}
	json_end(j, ']');
}

void pa_json_event(struct out *s, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;
	struct pa_json j;

	j.s = s;
	j.told = NULL;
	json_begin(&j, '{');
	json_put_count(&j, "v", PA_JSON_VERSION);
	json_put_wide(&j, "id", e->id);
	put_event(&j, v);
	put_target(&j, e);
	put_group(&j, e);
	put_count(&j, e);
	put_buffer(&j, e);
	json_put_bool(&j, "bpf", e->have & PA_N_BPF);
	json_put_string(&j, "bpf_by", pa_event_now_bpf_by(v));
	put_opened(&j, e);
	put_holders(&j, v);
	json_end(&j, '}');
	out_char(s, '\n');
}
