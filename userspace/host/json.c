// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The present facts for a record, as a line of JSON in a recording; it is directly before the
 * record. Uses the same writer as records.
 */
#include "json/writer.h"
#include "json/json.h"
#include "host/parts.h"

/* Names of enum pa_sysfs; unknown is null. */
const char * const env_verdicts[ENV_VERDICTS] = { NULL, "has", "lacks" };

static void put_verdict(struct pa_json *j, u8 verdict)
{
	pa_json_string_or_null(j, verdict < ENV_VERDICTS ? env_verdicts[verdict] : NULL, 8);
}

/* Indexed by enum pa_trace. */
const char * const env_traces[PA_TRACE_MAX] = { NULL, "kernel", "system_call" };

static void put_pmu(struct pa_json *j, const struct pa_pmu_now *now)
{
	if (!json_object_if(j, "pmu", now->pmu))
		return;
	json_put_count(j, "id", now->pmu);
	put_verdict(json_key(j, "event"), now->event);
	put_verdict(json_key(j, "cpu"), now->cpu);
	put_verdict(json_key(j, "branches"), now->branches);
	json_put_s32_if(j, "precise", now->precise >= 0, now->precise);
	json_put_s32_if(j, "other_cpu", now->other_cpu >= 0, now->other_cpu);
	pa_json_string_or_null(json_key(j, "model"), now->model, sizeof(now->model));
	json_end(j, '}');
}

static void put_kprobe(struct pa_json *j, const struct pa_kprobe_now *now)
{
	if (!json_object_if(j, "kprobe", now->known))
		return;
	json_put_count(j, "symbols", now->symbols);
	put_verdict(json_key(j, "module"), now->module);
	put_verdict(json_key(j, "text"), now->text);
	put_verdict(json_key(j, "boot"), now->boot);
	put_verdict(json_key(j, "traced"), now->traced);
	put_verdict(json_key(j, "barred"), now->barred);
	pa_json_string_or_null(json_key(j, "at"), now->at, sizeof(now->at));
	json_put_count(j, "offset", now->offset);
	json_end(j, '}');
}

/* "config1:0-7,32", as sysfs has it; null if its text was no format. */
static void put_format(struct pa_json *j, const struct pa_format *term)
{
	u64 mask = term->mask;
	char mark = ':';
	u32 first, last;

	if (!mask) {
		json_null(j);
		return;
	}
	out_lit(j->s, "\"config");
	if (term->word)
		out_u64(j->s, term->word);
	while (mask) {
		first = (u32)__builtin_ctzll(mask);
		for (last = first; last < 63 && mask >> (last + 1) & 1; last++)
			;
		mask &= ~(~0ULL >> (63 - last + first) << first);
		out_char(j->s, mark);
		out_u64(j->s, first);
		if (last > first) {
			out_char(j->s, '-');
			out_u64(j->s, last);
		}
		mark = ',';
	}
	out_char(j->s, '"');
}

static void put_formats(struct pa_json *j, const struct pa_formats *f)
{
	u32 i;

	if (!json_object_if(j, "formats", f->pmu))
		return;
	json_put_count(j, "id", f->pmu);
	json_object(j, "terms");
	for (i = 0; i < f->n && i < PA_FORMATS; i++) {
		json_element(j);
		pa_json_string(j, f->term[i].name, PA_FORMAT_NAME);
		out_char(j->s, ':');
		put_format(j, &f->term[i]);
	}
	json_end(j, '}');
	json_end(j, '}');
}

static void put_holder(struct pa_json *j, const struct pa_held_event *e)
{
	json_element(j);
	json_begin(j, '{');
	pa_json_holder(j, &e->who);
	json_put_wide(j, "id", e->id);
	json_end(j, '}');
}

static void put_held(struct pa_json *j, const struct env_told *told)
{
	u32 i;

	if (!told->looked) {
		json_put_null(j, "holders");
		return;
	}
	json_begin(json_key(j, "holders"), '[');
	for (i = 0; i < told->held.n && i < PA_HELD_NAMED; i++)
		put_holder(j, &told->held.by[i]);
	json_end(j, ']');
	json_put_count(j, "holders_more", told->held.more);
	json_put_bool(j, "holders_cut", told->held.cut);
}

/**
 * env_told_json() - write the present facts for a record as a line of JSON
 * @s:    the buffer; ENV_TOLD_MAX bytes always suffice
 * @told: the facts; any byte pattern is safe
 *
 * Return: false if the line does not fit; then the buffer must not be used.
 */
bool env_told_json(struct out *s, const struct env_told *told)
{
	struct pa_json j = { .s = s };

	json_begin(&j, '{');
	json_put_count(&j, "v", PA_JSON_VERSION);
	json_object(&j, "now");
	json_put_count(&j, "seq", told->seq);
	pa_json_string_or_null(json_key(&j, "load"), told->load, sizeof(told->load));
	json_put_wide(&j, "wall_ns", told->wall_ns);
	put_pmu(&j, &told->now.pmu);
	json_key(&j, "probe_name");
	pa_json_string_or_null(&j, told->now.probe_name, sizeof(told->now.probe_name));
	put_kprobe(&j, &told->now.kprobe);
	put_formats(&j, &told->formats);
	if (told->now.trace && told->now.trace < PA_TRACE_MAX)
		pa_json_string(json_key(&j, "trace"), env_traces[told->now.trace], 16);
	if (told->now.cgroup[0])
		pa_json_string(json_key(&j, "cgroup"), told->now.cgroup, sizeof(told->now.cgroup));
	put_held(&j, told);
	json_end(&j, '}');
	json_end(&j, '}');
	out_char(s, '\n');
	return !out_overflowed(s);
}
