// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Open events as JSON Lines: an object each. What is not known, or does not apply, is null. */
#include "core/event_name.h"
#include "core/event_now.h"
#include "core/health.h"
#include "json/json.h"
#include "json/attr.h"
#include "json/event.h"

static void put_id(struct pa_json *j, struct pa_event_view *v)
{
	pa_json_wide(j, v->e->id);
}

static void put_event(struct pa_json *j, struct pa_event_view *v)
{
	char buf[PA_EVENT_LEN];
	struct out name;

	out_init(&name, buf, sizeof(buf));
	pa_event_now_name(&name, v);
	if (name.len && name.len <= sizeof(buf))
		pa_json_string(j, buf, name.len);
	else
		json_null(j);
}

static void put_sampling(struct pa_json *j, struct pa_event_view *v)
{
	u32 freq = pa_event_now_freq(v);

	if (!json_object_known(j, v->e->period))
		return;
	json_put_count_if(j, "freq", freq, freq);
	json_put_wide(j, "period", v->e->period);
	json_end(j, '}');
}

static void put_pmu(struct pa_json *j, struct pa_event_view *v)
{
	pa_json_pmu_name(j, pa_pmu_by_index(v->env, v->e->pmu));
}

/* Another PMU may have the same name. */
static void put_pmu_id(struct pa_json *j, struct pa_event_view *v)
{
	json_count_if(j, pa_pmu_by_index(v->env, v->e->pmu), v->e->pmu);
}

/* On which registers it takes depends the refusal of another breakpoint. */
static void put_bp_type(struct pa_json *j, struct pa_event_view *v)
{
	json_count_if(j, pa_attr_get(&v->rec, PA_FIELD_TYPE) == PA_TYPE_BREAKPOINT,
		      pa_attr_get(&v->rec, PA_FIELD_BP_TYPE));
}

/* The task, and the cpu: null is any. */
static void put_target(struct pa_json *j, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;
	bool task = e->have & PA_N_TASK;

	json_begin(j, '{');
	if (task) {
		json_put_s32(j, "pid", e->pid);
		json_put_s32(j, "tid", e->tid);
		json_key(j, "comm");
		pa_json_string(j, e->comm, sizeof(e->comm));
	} else {
		json_put_null(j, "pid");
		json_put_null(j, "tid");
		json_put_null(j, "comm");
	}
	if (e->cpu >= 0)
		json_put_s32(j, "cpu", e->cpu);
	else
		json_put_null(j, "cpu");
	json_end(j, '}');
}

static void put_cgroup(struct pa_json *j, struct pa_event_view *v)
{
	if (v->e->have & PA_N_CGROUP)
		pa_json_string(j, v->e->cgroup, sizeof(v->e->cgroup));
	else
		json_null(j);
}

static void put_group(struct pa_json *j, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	if (!json_object_known(j, e->have & PA_N_MEMBER || e->siblings))
		return;
	json_put_bool(j, "leads", !(e->have & PA_N_MEMBER));
	json_put_wide_if(j, "leader", e->have & PA_N_MEMBER && e->leader, e->leader);
	json_put_count(j, "siblings", e->siblings);
	json_end(j, '}');
}

static void put_state(struct pa_json *j, struct pa_event_view *v)
{
	pa_json_string_or_null(j, pa_state_name(v->e->state), ~(size_t)0);
}

static void put_enabled_ns(struct pa_json *j, struct pa_event_view *v)
{
	json_wide_if(j, v->e->have & PA_N_TIMES, v->e->enabled);
}

static void put_running_ns(struct pa_json *j, struct pa_event_view *v)
{
	json_wide_if(j, v->e->have & PA_N_TIMES, v->e->running);
}

static void put_percent(struct pa_json *j, struct pa_event_view *v)
{
	json_count_if(j, v->e->have & PA_N_TIMES && v->e->enabled,
		      pa_percent(v->e->running, v->e->enabled));
}

static void put_count(struct pa_json *j, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	json_begin(j, '{');
	json_put_wide(j, "value", e->count);
	json_put_bool(j, "exact", e->have & PA_N_EXACT);
	json_put_bool(j, "children_missing", e->have & PA_N_CHILDREN);
	json_end(j, '}');
}

static void put_buffer(struct pa_json *j, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	if (!json_object_known(j, e->have & PA_N_BUFFER))
		return;
	json_put_count(j, "maps", e->maps);
	json_put_count_if(j, "data_len", e->data_len, e->data_len);
	json_put_count_if(j, "aux_len", e->aux_len, e->aux_len);
	json_end(j, '}');
}

static void put_bpf(struct pa_json *j, struct pa_event_view *v)
{
	json_bool(j, v->e->have & PA_N_BPF);
}

static void put_bpf_by(struct pa_json *j, struct pa_event_view *v)
{
	pa_json_string_or_null(j, pa_event_now_bpf_by(v), ~(size_t)0);
}

static void put_opened(struct pa_json *j, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;

	if (!json_object_known(j, e->have & PA_N_OPEN))
		return;
	json_put_count(j, "seq", e->seq);
	json_put_wide(j, "time_ns", e->time_ns);
	json_put_wide(j, "wall_ns", e->wall_ns);
	json_end(j, '}');
}

static void put_held(struct pa_json *j, struct pa_event_view *v)
{
	json_count(j, v->e->held);
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
	json_key(j, "comm");
	pa_json_string(j, who->comm, sizeof(who->comm));
	json_put_s32(j, "fd", who->fd);
}

static void put_holders(struct pa_json *j, struct pa_event_view *v)
{
	const struct pa_event_now *e = v->e;
	u32 i;

	json_begin(j, '[');
	for (i = 0; i < e->nholders && i < PA_HOLDERS; i++) {
		json_element(j);
		json_begin(j, '{');
		pa_json_holder(j, &v->holders[i]);
		json_end(j, '}');
	}
	json_end(j, ']');
}

/* A member: its key with the comma before it, and the function that writes its value. */
struct member {
	const char *key;
	void (*put)(struct pa_json *j, struct pa_event_view *v);
};

#define MEMBER(member, title, width)	{ ",\"" #member "\":", put_##member },

static const struct member members[] = { PA_LIST_EVENT_FIELDS(MEMBER) };

void pa_json_event(struct out *s, struct pa_event_view *v)
{
	struct pa_json j;
	unsigned int i;

	j.s = s;
	j.told = NULL;
	json_begin(&j, '{');
	json_put_count(&j, "v", PA_JSON_VERSION);
	for (i = 0; i < ARRAY_SIZE(members); i++)
		members[i].put(json_key_mem(&j, members[i].key, strlen(members[i].key)), v);
	json_end(&j, '}');
	out_char(s, '\n');
}
