// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Members that user space adds to the JSON of a record. A reason has one form for opens and ops. */
#include "rules/json.h"

#include "json/writer.h"
#include "rules/health.h"
#include "rules/hw_event.h"
#include "rules/rule.h"

/* A number has the type that its argument has in args: the argument of an ioctl is wide. */
static void put_fix_value(struct pa_json *j, const struct pa_fix *fix)
{
	unsigned int id = pa_field_find(fix->field, strlen(fix->field));

	if (id < PA_FIELD_MAX)
		pa_json_field_value(j, &pa_fields[id], fix->value);
	else if (fix->is_signed && strcmp(fix->field, "arg"))
		json_s32(j, (s32)fix->value);
	else if (!strcmp(fix->field, "cmd") || !strcmp(fix->field, "ids_len"))
		json_count(j, fix->value);
	else
		pa_json_wide(j, fix->value);
}

/* The changes of the arguments after which the call succeeds. */
static void put_fix(struct pa_json *j, const struct pa_why *why)
{
	u32 n = why->nfix < PA_FIX_MAX ? why->nfix : PA_FIX_MAX;
	u32 i;

	if (!json_object_if(j, "fix", n))
		return;
	for (i = 0; i < n; i++) {
		json_element(j);
		pa_json_string(j, why->fix[i].field, ~(size_t)0);
		out_char(j->s, ':');
		put_fix_value(j, &why->fix[i]);
	}
	json_end(j, '}');
}

/* The loss that these changes cause. */
static void put_loss(struct pa_json *j, const struct pa_why *why)
{
	static const char * const kinds[PA_PLAN_MAX] = {
		[PA_PLAN_SAME] = "same", [PA_PLAN_LESS] = "less", [PA_PLAN_OTHER] = "other",
		[PA_PLAN_VOID] = "void",
	};

	json_put_string(j, "kind", kinds[why->plan]);
	json_put_string(j, "lost", why->lost);
	if (why->check)
		json_put_string(j, "check", why->check);
}

/* The plan, and what else would help. */
static void put_plan(struct pa_json *j, const struct pa_why *why)
{
	if (json_object_if(j, "plan", why->plan > PA_PLAN_NONE && why->plan < PA_PLAN_MAX)) {
		put_loss(j, why);
		json_put_bool(j, "opens", why->opens);
		json_end(j, '}');
	}
	json_put_string(j, "needs", why->needs);
	json_put_bool(j, "not_zeroed", why->garbage);
}

/* The holders, at the time of reading, of what the call could not get. */
static void put_held(struct pa_json *j, const struct pa_held *h)
{
	u32 i;

	if (!h) {
		json_put_null(j, "holders_now");
		return;
	}
	json_begin(json_key(j, "holders_now"), '[');
	for (i = 0; i < h->n && i < PA_HELD_NAMED; i++) {
		json_element(j);
		json_begin(j, '{');
		pa_json_holder(j, &h->by[i].who);
		json_put_wide(j, "id", h->by[i].id);
		json_end(j, '}');
	}
	json_end(j, ']');
}

/**
 * why_json_of() - write a reason: an object
 * @s:   the buffer; WHY_JSON_MAX bytes always suffice
 * @env: the environment in which the reason was found
 * @why: the reason
 */
void why_json_of(struct out *s, const struct pa_env *env, const struct pa_why *why)
{
	struct pa_json j = { .s = s, .env = env };

	json_begin(&j, '{');
	json_put_string(&j, "rule", why->rule->id);
	json_put_string(&j, "in", why->in);
	json_put_string(&j, "field", why->field);
	pa_json_string(json_key(&j, "text"), why->text, sizeof(why->text));
	put_fix(&j, why);
	json_put_bool(&j, "certain", why->certain);
	put_plan(&j, why);
	put_held(&j, env->now ? env->now->held : NULL);
	json_end(&j, '}');
}

/**
 * why_json_found() - write changes that were found to open: an object
 * @s:   the buffer; WHY_JSON_MAX bytes always suffice
 * @why: fix, nfix, plan and lost are valid, and it has a plan
 */
void why_json_found(struct out *s, const struct pa_why *why)
{
	struct pa_json j = { .s = s };

	json_begin(&j, '{');
	put_fix(&j, why);
	put_loss(&j, why);
	json_end(&j, '}');
}

/**
 * why_json_never() - write why the event of an op never ran: an object, or null
 * @s:   the buffer; WHY_JSON_MAX bytes always suffice
 * @r:   the record; any byte pattern is safe
 * @env: further input
 */
void why_json_never(struct out *s, const struct pa_record *r, const struct pa_env *env)
{
	struct pa_json j = { .s = s };
	struct why_never never;

	if (!why_never_look(&never, r, env)) {
		json_null(&j);
		return;
	}
	json_begin(&j, '{');
	json_put_string(&j, "why", never.id);
	pa_json_string(json_key(&j, "text"), never.text, sizeof(never.text));
	json_put_bool(&j, "certain", never.certain);
	json_end(&j, '}');
}

/**
 * why_json_more() - write the members that only user space adds to "kernel" of an open, or to
 * "health" of an op; used as pa_json_told.more
 * @j: the writer, inside that object
 */
void why_json_more(struct pa_json *j)
{
	char buf[PA_HW_EVENT_LEN];
	struct out event;
	u64 rest;

	if (j->r->kind != PA_RECORD_OPEN) {
		why_json_never(json_key(j, "never_ran")->s, j->r, j->env);
		return;
	}
	pa_attr_look(&j->a, j->r, j->env);
	/* The driver's configuration of an event in terms of the PMU. */
	out_init(&event, buf, sizeof(buf));
	if (pa_put_hw_event(&event, &rest, j->r, j->env, &j->a))
		pa_json_string(json_key(j, "hw_event"), buf, event.len);
	else
		json_put_null(j, "hw_event");
	json_put_string(j, "counted_by", pa_hw_counted_by(j->r, j->env, &j->a));
}
