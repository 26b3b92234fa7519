// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Reads the present facts for a record from a line of a recording, which anybody may have written.
 * Values that are not understood are not known.
 */

#include "host/parts.h"
#include "host/values.h"
#include "json/json.h"

static u8 get_verdict(const cJSON *object, const char *key)
{
	return get_name(object, key, env_verdicts, ENV_VERDICTS);
}

static s32 get_or_not(const cJSON *object, const char *key, s32 max)
{
	s64 value;

	return get_integer(object, key, 0, max, &value) ? (s32)value : -1;
}

static void take_pmu(struct pa_pmu_now *now, const cJSON *object)
{
	const char *model = str(object, "model");
	s64 id;

	*now = (struct pa_pmu_now){ .precise = -1, .other_cpu = -1 };
	if (!get_integer(object, "id", 1, PA_PMU_NONE - 1, &id))
		return;
	now->pmu = (u16)id;
	now->event = get_verdict(object, "event");
	now->cpu = get_verdict(object, "cpu");
	now->branches = get_verdict(object, "branches");
	now->precise = (s8)get_or_not(object, "precise", S8_MAX);
	now->other_cpu = get_or_not(object, "other_cpu", S32_MAX);
	if (model && env_is_model(model))
		strscpy(now->model, model, sizeof(now->model));
}

/*
 * Copies a function name, cut or emptied if it is not a valid one: it becomes part of a sentence.
 */
static void take_name(char *to, const char *name)
{
	static const char chars[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$:";

	memset(to, 0, PA_NAME_LEN);
	if (name && strlen(name) < PA_NAME_LEN && strspn(name, chars) == strlen(name))
		strscpy(to, name, PA_NAME_LEN);
}

/* Members that the line lacks are unknown. */
static void take_kprobe(struct pa_kprobe_now *now, const cJSON *object)
{
	s64 symbols, offset;

	memset(now, 0, sizeof(*now));
	if (!get_integer(object, "symbols", 0, U8_MAX, &symbols) ||
	    !get_integer(object, "offset", 0, U32_MAX, &offset))
		return;
	now->known = true;
	now->symbols = (u8)symbols;
	now->offset = (u32)offset;
	now->module = get_verdict(object, "module");
	now->text = get_verdict(object, "text");
	now->boot = get_verdict(object, "boot");
	now->traced = get_verdict(object, "traced");
	now->barred = get_verdict(object, "barred");
	take_name(now->at, str(object, "at"));
}

/* Any bytes may be in it. */
static void take_path(char *to, const char *path)
{
	if (path && path[0] == '/' && strlen(path) < PA_STR_LEN)
		strscpy(to, path, PA_STR_LEN);
}

static void take_formats(struct pa_formats *f, const cJSON *object)
{
	const cJSON *terms = json_get(object, "terms");
	const cJSON *format;
	s64 id;
	u32 n;

	memset(f, 0, sizeof(*f));
	if (!cJSON_IsObject(terms) || !get_integer(object, "id", 1, PA_PMU_NONE - 1, &id))
		return;
	f->pmu = (u16)id;
	cJSON_ArrayForEach(format, terms) {
		n = f->n;
		if (!pa_formats_name(f, format->string, strlen(format->string)))
			break;
		if (f->n > n && cJSON_IsString(format))
			pa_format_parse(&f->term[n], format->valuestring);
	}
	pa_formats_sort(f);
}

static bool take_held(struct pa_held *held, const cJSON *now)
{
	const cJSON *list = json_get(now, "holders");
	const cJSON *holder;
	s64 more;

	memset(held, 0, sizeof(*held));
	if (!cJSON_IsArray(list) || json_size(list) > PA_HELD_NAMED ||
	    !get_integer(now, "holders_more", 0, U32_MAX, &more) ||
	    !cJSON_IsBool(json_get(now, "holders_cut")))
		return false;
	held->more = (u32)more;
	held->cut = json_true(now, "holders_cut");
	json_each(holder, list)
		if (!get_u64(holder, "id", (uint64_t *)&held->by[held->n].id) ||
		    !env_holder_read(&held->by[held->n++].who, holder))
			return false;
	return true;
}

/**
 * env_told_read() - read the present facts for a record
 * @told: receives the facts
 * @line: a line of a recording
 *
 * Return: false if the line does not have them, or does not say for which record.
 */
bool env_told_read(struct env_told *told, const cJSON *line)
{
	const cJSON *now = json_get(line, "now");
	const char *load = str(now, "load");
	s64 v, seq;

	memset(told, 0, sizeof(*told));
	if (!cJSON_IsObject(now) || !get_integer(line, "v", PA_JSON_VERSION, PA_JSON_VERSION, &v) ||
	    !get_integer(now, "seq", 0, INT64_MAX, &seq))
		return false;
	if (load && strlen(load) != ENV_LOAD_LEN)
		return false;
	told->asked = true;
	told->seq = (u64)seq;
	if (load)
		memcpy(told->load, load, sizeof(told->load));
	get_u64(now, "wall_ns", (uint64_t *)&told->wall_ns);
	take_pmu(&told->now.pmu, json_get(now, "pmu"));
	take_name(told->now.probe_name, str(now, "probe_name"));
	take_kprobe(&told->now.kprobe, json_get(now, "kprobe"));
	told->now.trace = get_name(now, "trace", env_traces, PA_TRACE_MAX);
	take_path(told->now.cgroup, str(now, "cgroup"));
	take_formats(&told->formats, json_get(now, "formats"));
	told->looked = take_held(&told->held, now);
	return true;
}
