// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Strings that user space adds to the record of the kernel; core/text places them. */
#include "rules/text.h"

#include "core/out.h"
#include "core/text/text.h"

/* Ends a string; a string that was longer than its buffer becomes empty. */
static const char *finish(struct out *s)
{
	if (out_overflowed(s) || s->len == s->size)
		return NULL;
	s->buffer[s->len] = '\0';
	return s->buffer;
}

/* One change of a plan: a C assignment; arguments of ops are numbers. */
static void put_change(struct pa_text *t, const struct pa_fix *fix)
{
	bool open = t->r->kind == PA_RECORD_OPEN;
	unsigned int id = open ? pa_field_find(fix->field, strlen(fix->field)) : PA_FIELD_MAX;

	if (id < PA_FIELD_MAX) {
		out_char(t->s, '.');
		out_str(t->s, fix->field);
		out_lit(t->s, " = ");
		pa_text_value(t, &pa_fields[id], fix->value);
		return;
	}
	out_str(t->s, fix->field);
	out_lit(t->s, " = ");
	if (fix->is_signed)
		out_s64(t->s, (s64)fix->value);
	else if (open)
		pa_text_mask(t->s, &pa_flag_bits, fix->value);
	else if (!strcmp(fix->field, "flags"))
		out_hex(t->s, fix->value);
	else
		out_u64(t->s, fix->value);
}

static u32 fixes(const struct pa_why *why)
{
	return why->nfix < PA_FIX_MAX ? why->nfix : PA_FIX_MAX;
}

static void put_assignments(struct pa_text *t, const struct pa_why *why)
{
	u32 i;

	for (i = 0; i < fixes(why); i++) {
		if (i)
			out_lit(t->s, ", ");
		put_change(t, &why->fix[i]);
	}
}

static void put_changes(struct pa_text *t, const struct pa_why *why)
{
	put_assignments(t, why);
	if (why->lost[0]) {
		out_lit(t->s, " (");
		out_str(t->s, why->lost);
		if (why->check) {
			out_lit(t->s, ": ");
			out_str(t->s, why->check);
		}
		out_char(t->s, ')');
	}
}

/* Take the type that a plan passes: the symbol of a config depends on it. */
static bool take_type(struct pa_text *t, const struct pa_why *why)
{
	bool config = false, type = false;
	u32 i;

	for (i = 0; t->r->kind == PA_RECORD_OPEN && i < fixes(why); i++) {
		const char *name = why->fix[i].field;
		unsigned int id = pa_field_find(name, strlen(name));

		config |= id == PA_FIELD_CONFIG;
		type |= id == PA_FIELD_TYPE;
		if (id == PA_FIELD_TYPE)
			t->a.type = (u32)why->fix[i].value;
	}
	return type && !config;
}

/**
 * why_changes_text() - the arguments that a plan passes, as C assignments
 * @to:   receives them; empty if there are none, or they do not fit
 * @size: bytes there
 * @r:    the record
 * @env:  further input
 * @why:  has the plan
 *
 * If the plan changes the type, the config is printed too: it means another event then.
 */
void why_changes_text(char *to, size_t size, const struct pa_record *r, const struct pa_env *env,
		      const struct pa_why *why)
{
	struct pa_text text;
	struct out s;
	bool config;

	out_init(&s, to, size);
	pa_text_look(&text, &s, r, env, 0);
	config = take_type(&text, why);
	put_assignments(&text, why);
	if (config) {
		out_lit(&s, ", .config = ");
		pa_text_value(&text, &pa_fields[PA_FIELD_CONFIG], pa_attr_get(r, PA_FIELD_CONFIG));
	}
	if (!finish(&s))
		to[0] = '\0';
}

/* A plan that opens but measures nothing is not advice: it comes last. */
static void put_plan(struct pa_text *t, const struct pa_why *why)
{
	bool nil = why->plan == PA_PLAN_VOID;

	if (nil && why->needs[0]) {
		out_lit(t->s, "have ");
		out_str(t->s, why->needs);
		out_lit(t->s, "; ");
	}
	out_str(t->s, nil ? "void: " : why->opens ? "pass " : "try ");
	put_changes(t, why);
	if (!nil && why->needs[0]) {
		out_lit(t->s, ", or have ");
		out_str(t->s, why->needs);
	}
}

/* The remedy; nothing if none is known. */
static void put_what(struct pa_text *t, const struct pa_why *why)
{
	if (why->garbage) {
		out_lit(t->s, "probably not zeroed: memset(&attr, 0, sizeof(attr))");
	} else if (why->nfix) {
		put_plan(t, why);
	} else if (why->needs[0]) {
		out_str(t->s, t->r->kind == PA_RECORD_OPEN ? "no argument helps: " : "needs ");
		out_str(t->s, why->needs);
	}
}

/**
 * why_fix_text() - the remedy for a refused open, as in the text of a record
 * @to:   receives it; empty if nothing is known, or it does not fit
 * @size: bytes there
 * @r:    the record
 * @env:  further input
 * @why:  its reason
 */
void why_fix_text(char *to, size_t size, const struct pa_record *r, const struct pa_env *env,
		  const struct pa_why *why)
{
	struct pa_text text;
	struct out s;

	out_init(&s, to, size);
	pa_text_look(&text, &s, r, env, 0);
	put_what(&text, why);
	if (!finish(&s))
		to[0] = '\0';
}

/* The event in terms of the PMU, if they are known. */
static void tell_hw(struct why_told_text *t, const struct pa_text *text)
{
	char buf[PA_HW_EVENT_LEN];
	struct out event, s;
	u64 rest;

	t->told.counted_by = pa_hw_counted_by(text->r, text->env, &text->a);
	out_init(&event, buf, sizeof(buf));
	if (!pa_put_hw_event(&event, &rest, text->r, text->env, &text->a))
		return;
	out_init(&s, t->hw_event, sizeof(t->hw_event));
	out_escaped(&s, buf, event.len);
	if (rest) {
		out_lit(&s, " | ");
		pa_text_mask(&s, pa_hw_bits(text->r, text->env), rest);
	}
	t->told.hw_event = finish(&s);
}

/**
 * why_told() - write the strings that user space adds to a record
 * @t:   filled in
 * @r:   the record; any byte pattern is safe
 * @env: further input; its strings are not used
 */
void why_told(struct why_told_text *t, const struct pa_record *r, const struct pa_env *env)
{
	struct why_never never;
	struct pa_text text;
	struct out s;

	memset(&t->told, 0, sizeof(t->told));
	pa_text_look(&text, NULL, r, env, 0);
	if (r->kind == PA_RECORD_OPEN) {
		tell_hw(t, &text);
	} else if (why_never_look(&never, r, env)) {
		out_init(&s, t->never, sizeof(t->never));
		out_str(&s, never.certain ? "" : "probably ");
		out_str(&s, never.text);
		t->told.never = finish(&s);
	}
}
