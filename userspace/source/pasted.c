// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A call that a text tells of, and the same read back from a recording. */
#include "source/pasted.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/attr.h"
#include "core/out.h"
#include "core/render.h"
#include "source/place.h"
#include "env/values.h"

const char *const pasted_forms[PASTED_FORMS] = {
	[PASTE_STRACE] = "strace", [PASTE_PERF] = "perf", [PASTE_CODE] = "code",
	[PASTE_WORDS] = "words",
};

/* An error of the kernel has no word. */
const char *const pasted_by[PASTED_BY] = {
	[PASTE_BY_PROGRAM] = "program", [PASTE_BY_STRACE] = "strace",
};

/* Is nothing known of a field? */
static bool is_unknown(const u64 *word, const struct pa_field *f)
{
	return pa_bits(word, f) == f->mask;
}

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

/* The bytes of an op may also be those of a filter, or what a read returned. */
static bool has_attr(const struct pa_record *r)
{
	return r->attr_len && (r->kind == PA_RECORD_OPEN || r->op.have & PA_OP_ATTR);
}

/**
 * pasted_unknown_names() - name what is not known of a call
 * @r:       the call
 * @unknown: what is not known
 * @take:    gets "sample_type", or "sample_type&0x20000" if only these bits are not known; "pid"
 * @arg:     is passed to @take
 */
void pasted_unknown_names(const struct pa_record *r, const struct pa_unknown *unknown,
			  void (*take)(void *arg, const char *name), void *arg)
{
	char name[64];
	size_t i;

	for (i = 0; i < PA_FIELD_MAX && has_attr(r); i++) {
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

/* Fields beyond the end of the attr were not passed. */
static void unknown_fill(struct pa_unknown *to, const struct paste_call *call)
{
	static const u8 open = PASTE_PID | PASTE_CPU | PASTE_GROUP_FD | PASTE_FLAGS;
	const struct pa_field *f;

	for (f = pa_fields; has_attr(&call->r) && f < pa_fields + PA_FIELD_MAX; f++)
		if (f->offset < call->r.attr_len)
			to->word[f->word] |= call->unknown[f->word] & f->mask << f->shift;
	if (call->r.kind == PA_RECORD_OPEN)
		to->args = open & ~call->args;
	else if (call->r.kind == PA_RECORD_IOCTL ||
		 (call->r.kind == PA_RECORD_READ && call->form != PASTE_STRACE))
		to->args = PASTE_ARG & ~call->args;
}

/* What the answers may depend on; the argument of an ioctl is a fact of its own. */
static bool is_some(const struct pa_unknown *unknown)
{
	bool some = unknown->args & ~PA_UNKNOWN_ARG;
	size_t i;

	for (i = 0; i < PA_WORDS; i++)
		some |= unknown->word[i] != 0;
	return some;
}

/**
 * pasted_call() - a call that a text tells of
 * @x:    receives it
 * @call: the call, with its result
 * @seq:  its number
 */
void pasted_call(struct pa_call *x, const struct paste_call *call, u64 seq)
{
	struct pasted *p = &x->pasted;

	memset(x, 0, sizeof(*x));
	x->r = call->r;
	x->r.seq = seq;
	/* Calls on this machine are of no load of the module. */
	if (call->here)
		strcpy(x->load, "00000000");
	p->is = true;
	p->live = call->live;
	p->form = call->form;
	p->told_by = call->by;
	p->stopped = call->stopped;
	p->filtered = call->filtered || call->stopped;
	p->held = call->held;
	p->shared = call->shared;
	p->release = call->release;
	memcpy(p->rule, call->rule, sizeof(p->rule));
	memcpy(p->pmu, call->pmu, sizeof(p->pmu));
	unknown_fill(&p->unknown, call);
	if (is_unknown(p->unknown.word, &pa_fields[PA_FIELD_SIZE])) {
		x->r.have_size = 0;
		x->r.attr_size = 0;
	}
	p->some = is_some(&p->unknown);
}

static void unknown_field(struct pasted *p, const char *name)
{
	size_t len = strcspn(name, "&"), i;
	u64 bits = name[len] ? strtoull(name + len + 1, NULL, 16) : U64_MAX;

	for (i = 0; i < PA_FIELD_MAX; i++) {
		const struct pa_field *f = &pa_fields[i];

		if (strlen(f->name) == len && !memcmp(f->name, name, len))
			p->unknown.word[f->word] |= (bits & f->mask) << f->shift;
	}
	for (i = 0; i < PASTE_N_ARGS; i++)
		if (!strcmp(paste_names[i].name, name))
			p->unknown.args |= paste_names[i].arg;
}

/* Which field it is of those that there are. */
static const char *changed_named(const char *name)
{
	size_t i;

	for (i = 0; name && i < PA_FIELD_MAX; i++)
		if (!strcmp(pa_fields[i].name, name))
			return pa_fields[i].name;
	for (i = 0; name && i < PASTE_N_ARGS; i++)
		if (!strcmp(paste_names[i].name, name))
			return paste_names[i].name;
	return NULL;
}

/* Who has told the error, and what the program has found out. */
static void evidence_read(struct pasted *p, const cJSON *line)
{
	const cJSON *retry = json_get(line, "retry");
	const char *value = str(retry, "value");

	p->form = get_name(line, "form", pasted_forms, PASTED_FORMS);
	p->told_by = get_name(line, "error_by", pasted_by, PASTED_BY);
	p->line = num(line, "line");
	p->retry_line = num(retry, "line");
	p->changed = value ? changed_named(str(retry, "field")) : NULL;
	if (p->changed)
		p->value = *value == '-' ? (u64)strtoll(value, NULL, 10) :
					   strtoull(value, NULL, 10);
}

/* Reads what the text says near the call. */
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
 * pasted_read() - read what is not known of a call
 * @p:    receives it; all 0 if the record is no such call
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
	evidence_read(p, line);
	context_read(p, json_get(line, "context"));
	p->is = cJSON_IsString(json_get(line, "source"));
	p->live = p->is && !strcmp(str(line, "source"), "tracer");
	json_each(name, names) {
		if (!cJSON_IsString(name))
			continue;
		unknown_field(p, name->valuestring);
		p->no_arg |= !strcmp(name->valuestring, "arg");
	}
	p->some = is_some(&p->unknown);
}
