// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A call in a text, and the same call read back from a recording. */
#include "call/pasted.h"

#include <stdlib.h>
#include <unistd.h>

#include "core/render.h"
#include "call/parts.h"
#include "rules/parts.h"

const char *const pasted_forms[PASTED_FORMS] = {
	[PASTE_STRACE] = "strace", [PASTE_PERF] = "perf", [PASTE_CODE] = "code",
	[PASTE_WORDS] = "words",
};

/* An error of the kernel has no word. */
const char *const pasted_by[PASTED_BY] = {
	[PASTE_BY_PROGRAM] = "program", [PASTE_BY_STRACE] = "strace",
};

/* Fields that share their bytes have one name here, the most general one. */
static bool is_named_otherwise(enum pa_field_id id)
{
	switch (pa_fields[id].group) {
	case PA_UNION_PERIOD:
		return id != PA_FIELD_SAMPLE_PERIOD;
	case PA_UNION_WAKEUP:
		return id != PA_FIELD_WAKEUP_EVENTS;
	case PA_UNION_CONFIG1:
		return id != PA_FIELD_CONFIG1;
	case PA_UNION_CONFIG2:
		return id != PA_FIELD_CONFIG2;
	}
	return false;
}

/**
 * pasted_unknown_names() - name the unknown parts of a call
 * @r:       the call
 * @unknown: the unknown parts
 * @take:    gets "sample_type", or "sample_type&0x20000" if only these bits are not known; "pid"
 * @arg:     is passed to @take
 */
void pasted_unknown_names(const struct pa_record *r, const struct pa_unknown *unknown,
			  void (*take)(void *arg, const char *name), void *arg)
{
	char name[64];
	size_t i;

	for (i = 0; i < PA_FIELD_MAX && pasted_has_attr(r); i++) {
		const struct pa_field *f = &pa_fields[i];
		u64 bits = pa_bits(unknown->word, f);

		if (!bits || f->offset >= r->attr_len || is_named_otherwise((enum pa_field_id)i))
			continue;
		snprintf(name, sizeof(name), bits == f->mask ? "%s" : "%s&0x%llx", f->name, bits);
		take(arg, name);
	}
	for (i = 0; i < PASTE_N_ARGS && r->kind == PA_RECORD_OPEN; i++)
		if (unknown->args & paste_names[i].arg)
			take(arg, paste_names[i].name);
	if (unknown->args & PA_UNKNOWN_ARG)
		take(arg, "arg");
}

const char *const pasted_stops[PASTED_STOPS] = {
	[PASTE_REFUSED] = "refused", [PASTE_KILLED] = "killed", [PASTE_TRAPPED] = "trapped",
};

/* The field or argument that has this name, up to @end: enum pa_field_id or enum pa_arg_id. */
static unsigned int part_named(const char *name, const char *end)
{
	return pa_fix_id(&(struct pa_word){ name, strcspn(name, end) });
}

static void unknown_field(struct pasted *p, const char *name)
{
	unsigned int id = part_named(name, "&");
	const char *mask = strchr(name, '&');
	u64 bits = mask ? strtoull(mask + 1, NULL, 16) : U64_MAX;
	const struct pa_field *f = id < PA_FIELD_MAX ? &pa_fields[id] : NULL;

	if (f)
		p->unknown.word[f->word] |= (bits & f->mask) << f->shift;
	else if (id < PA_ARG_MAX)
		p->unknown.args |= (u8)(1 << (id - PA_FIELD_MAX));
}

/* The call that has opened with one thing changed. */
static void retry_read(struct pasted *p, const cJSON *retry)
{
	const char *name = str(retry, "field"), *value = str(retry, "value");
	unsigned int id = name && value ? part_named(name, "") : PA_ARG_MAX;

	p->retry_line = num(retry, "line");
	if (id == PA_ARG_MAX)
		return;
	p->changed.field = pa_fix_name(id);
	p->changed.is_signed = pa_fix_is_signed(id);
	p->changed.value = *value == '-' ? (u64)strtoll(value, NULL, 10) :
					   strtoull(value, NULL, 10);
}

/* Reads facts from the text near the call. */
static void context_read(struct pasted *p, const cJSON *context)
{
	const char *rule = str(context, "rule"), *pmu = str(context, "pmu");
	const char *release = str(context, "release");
	unsigned int major, minor;

	if (rule)
		paste_name(p->rule, sizeof(p->rule), rule, strlen(rule));
	if (pmu)
		paste_name(p->pmu, sizeof(p->pmu), pmu, strlen(pmu));
	if (release && sscanf(release, "%2u.%3u", &major, &minor) == 2 && minor <= 0xff)
		p->release = (u16)(major << 8 | minor);
}

/**
 * pasted_read() - read the unknown parts of a call
 * @p:    receives them; all 0 if the record is not such a call
 * @line: its line
 */
void pasted_read(struct pasted *p, const cJSON *line)
{
	const cJSON *names = json_get(line, "unknown"), *name;

	memset(p, 0, sizeof(*p));
	p->stopped = get_name(line, "seccomp", pasted_stops, PASTED_STOPS);
	p->filtered = p->stopped || json_true(line, "seccomp");
	place_read(&p->place, json_get(line, "place"));
	p->held = json_true(line, "held");
	p->shared = json_true(line, "threads");
	p->form = get_name(line, "form", pasted_forms, PASTED_FORMS);
	p->told_by = get_name(line, "error_by", pasted_by, PASTED_BY);
	p->line = num(line, "line");
	retry_read(p, json_get(line, "retry"));
	context_read(p, json_get(line, "context"));
	p->is = cJSON_IsString(json_get(line, "source"));
	p->live = p->is && !strcmp(str(line, "source"), "tracer");
	json_each(name, names) {
		if (!cJSON_IsString(name))
			continue;
		unknown_field(p, name->valuestring);
		p->no_arg |= !strcmp(name->valuestring, "arg");
	}
	p->some = pasted_is_some(&p->unknown);
}
