// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Reads back what the kernel made of an open: its PMU, its event, and the path of the call. */

#include "core/attr.h"
#include "core/op.h"
#include "call/parts.h"

static u16 pmu_id(const cJSON *object, const char *key)
{
	uint64_t id = num(object, key);

	return id < PA_PMU_NONE ? (u16)id : 0;
}

static void read_pmu(struct pa_kview *kv, const cJSON *kernel, struct pa_env *env)
{
	const struct pa_pmu_name *pmu;
	const cJSON *caps = json_get(kernel, "caps");

	kv->pmu = pmu_id(kernel, "pmu_id");
	pmu = pa_pmu_by_index(env, kv->pmu);
	if (cJSON_IsArray(caps)) {
		kv->pmu_caps = (u32)names_read(caps, &pa_cap_names);
		kv->pmu_task_ctx_nr = (s32)snum(kernel, "task_ctx_nr", 0);
	} else if (pmu && pmu->have_caps) {
		kv->pmu_caps = pmu->caps;
		kv->pmu_task_ctx_nr = pmu->task_ctx_nr;
	} else {
		/* Do not use a PMU whose capabilities no line has. */
		env->pmus_lost |= kv->pmu && !pmu;
		kv->pmu = 0;
	}
}

static void read_event(struct pa_kview *kv, struct pa_env *env, const cJSON *kernel)
{
	int64_t cpu;

	if (get_bytes(kernel, "overflow_handler", env->handler, sizeof(env->handler) - 1))
		kv->overflow_handler = 1;
	if (get_bytes(kernel, "clock", env->clock, sizeof(env->clock) - 1))
		kv->clock = 1;
	if (get_u64(kernel, "id", (uint64_t *)&kv->id) &&
	    value_s64(json_get(kernel, "cpu"), &cpu) &&
	    get_u64(kernel, "sample_period", (uint64_t *)&kv->sample_period)) {
		kv->have |= PA_KV_EVENT;
		kv->cpu = (s32)cpu;
	}
	if (get_u64(kernel, "hw_config", (uint64_t *)&kv->hw_config))
		kv->have |= PA_KV_HWCONFIG;
	if (json_true(kernel, "hw_config_base"))
		kv->have |= PA_KV_HWBASE;
}

static void read_leader(struct pa_kview *kv, const cJSON *leader)
{
	struct pa_leader *l = &kv->leader;

	if (!cJSON_IsObject(leader))
		return;
	kv->have |= PA_KV_LEADER;
	l->id = num(leader, "id");
	l->type = (u32)num(leader, "type");
	l->config = num(leader, "config");
	l->pmu = pmu_id(leader, "pmu_id");
	if (l->type == PA_TYPE_TRACEPOINT &&
	    get_bytes(leader, "event", kv->leader_name, sizeof(kv->leader_name)))
		kv->have |= PA_KV_LEADER_NAME;
}

static void read_target(struct pa_kview *kv, const cJSON *kernel)
{
	const cJSON *target = json_get(kernel, "target");

	if (cJSON_IsObject(target)) {
		kv->have |= PA_KV_TASK;
		kv->task_tgid = (s32)snum(target, "pid", 0);
		kv->task_pid = (s32)snum(target, "tid", 0);
		get_bytes(target, "comm", kv->task_comm, sizeof(kv->task_comm));
	}
	if (str(kernel, "cgroup")) {
		kv->have |= PA_KV_CGROUP;
		get_bytes(kernel, "cgroup", kv->cgroup, sizeof(kv->cgroup));
	}
}

/* The kernel's copy: the caller's attr with the fields in which it differs. */
static void read_kattr(struct pa_record *r, const struct pa_env *env, const cJSON *attr)
{
	u64 word[PA_WORDS] = { 0 };
	u32 len = pa_attr_passed(r);
	unsigned int id;
	uint64_t u;
	int64_t s;

	if (!cJSON_IsObject(attr))
		return;
	memcpy(word, r->attr, len < sizeof(word) ? len : sizeof(word));
	pa_le_words(word, PA_WORDS);
	if (len && r->have_size)
		pa_put_size(word, r->attr_size);
	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];
		const cJSON *v = json_get(attr, f->name);

		if (value_s64(v, &s))
			u = (uint64_t)s;
		else if (!value_u64(v, &u))
			continue;
		word[f->word] &= ~(f->mask << f->shift);
		word[f->word] |= (u & f->mask) << f->shift;
	}
	r->kv.have |= PA_KV_ATTR;
	len = env->kernel ? env->kernel->attr_size : PA_ATTR_NEWEST;
	r->kv.kattr_len = (u16)(len < PA_ATTR_NEWEST ? len : PA_ATTR_NEWEST);
	pa_le_words(word, PA_WORDS);
	memcpy(r->kv.kattr, word, sizeof(word));
}

/* A function of the path. Returns false if it is none that is known. */
static bool read_step(struct pa_step *step, const cJSON *v)
{
	const char *fn = str(v, "fn");
	const cJSON *ret = json_get(v, "ret");
	int64_t n;

	for (step->fn = 1; fn && step->fn < PA_FN_MAX; step->fn++)
		if (pa_functions[step->fn].name.text &&
		    !strcmp(fn, pa_functions[step->fn].name.text))
			break;
	if (!fn || step->fn == PA_FN_MAX || !ret)
		return false;
	step->pmu = pmu_id(v, "id");
	step->hardware = json_true(v, "hardware");
	step->ret = value_s64(ret, &n) ? (s32)n : PA_RET_PENDING;
	return true;
}

/* Each of these hands on the errno with which it failed. */
static bool contradicts(const struct pa_record *r, const struct pa_step *step)
{
	return step->ret < 0 && step->ret != PA_RET_PENDING && step->fn != PA_FN_TRY_INIT &&
	       step->fn != PA_FN_SECURITY && step->ret != r->ret;
}

/* Drop a path if one of its steps is not understood: that step may be the one that refused. */
static void read_path(struct pa_record *r, const struct pa_env *env, const cJSON *kernel,
		      struct missing *missing)
{
	const cJSON *path = json_get(kernel, "path");
	const cJSON *followed = json_get(kernel, "followed");
	struct pa_kview *kv = &r->kv;
	const cJSON *v;
	u16 n = 0;

	if (!path)
		missing_add(missing, "kernel", "path");
	if (!cJSON_IsArray(path))
		return;
	json_each(v, path) {
		if (n == PA_STEPS || !read_step(&kv->steps[n], v) ||
		    contradicts(r, &kv->steps[n])) {
			missing_add(missing, "kernel", "path");
			return;
		}
		n++;
	}
	kv->nsteps = n;
	kv->steps_lost = (u16)num(kernel, "path_lost");
	kv->followed = cJSON_IsArray(followed) ? steps_read(followed) : env->followed;
	kv->have |= PA_KV_STAGES;
}

static void read_name(struct pa_record *r, const cJSON *line)
{
	if (pa_attr_get(r, PA_FIELD_TYPE) == PA_TYPE_TRACEPOINT &&
	    get_bytes(json_get(line, "symbols"), "config", r->kv.name,
		      sizeof(r->kv.name)))
		r->kv.have |= PA_KV_NAME;
}

/**
 * read_kernel() - read back what the kernel made of an open
 * @r:       receives it; its attr and result are read
 * @env:     receives symbols
 * @line:    the record
 * @missing: receives the names of keys that are absent
 */
void read_kernel(struct pa_record *r, struct pa_env *env, const cJSON *line,
		 struct missing *missing)
{
	const cJSON *kernel = json_get(line, "kernel");

	if (!kernel)
		missing_add(missing, NULL, "kernel");
	if (!cJSON_IsObject(kernel))
		return;
	r->have_kview = 1;
	read_pmu(&r->kv, kernel, env);
	read_event(&r->kv, env, kernel);
	read_leader(&r->kv, json_get(kernel, "leader"));
	read_target(&r->kv, kernel);
	read_kattr(r, env, json_get(kernel, "attr"));
	read_path(r, env, kernel, missing);
	read_name(r, line);
}
