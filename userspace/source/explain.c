// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Makes the reason of a record that was read from a stream or a file. What is "now" is asked of
 * this machine if the record is of the module that is loaded here, or taken from the recording.
 */
#include "core/out.h"
#include "source/explain.h"

#include <stdlib.h>
#include <string.h>

#include "env/env.h"
#include "source/values.h"
#include "why/ask.h"
#include "why/json.h"

/**
 * explain_take() - take a line that is about the machine, not a call
 * @e:    who explains
 * @line: a line of a stream
 *
 * Return: false if it is another line.
 */
bool explain_take(struct explainer *e, json_t *line)
{
	if (json_is_object(json_object_get(line, "now"))) {
		if (!e->told)
			e->told = calloc(1, sizeof(*e->told));
		if (e->told && !env_told_read(e->told, line))
			memset(e->told, 0, sizeof(*e->told));
		return true;
	}
	return machine_line(&e->machines, line);
}

/* What was "now" when the record was shown to whoever has saved it, or is for us. */
static void look_now(struct explainer *e, json_t *line, struct explained *x)
{
	const char *load = str(line, "load");

	e->used = NULL;
	if (e->told && e->told->seq == x->r.seq && load && !strcmp(e->told->load, load))
		env_apply(&x->env, &x->now, e->told);
	else if (e->here && load && env_is_here(e->here, load))
		env_now(e->here, &x->env, &x->r);
	else
		return;
	e->used = e->told && x->env.now == &x->now ? e->told : env_told_last(e->here);
	if (!e->used->asked)
		e->used = NULL;
}

/**
 * explain_read() - read a record with all that is known besides it
 * @e:    who explains
 * @line: the record
 * @x:    receives it; valid until the next line is taken
 *
 * Return: false if it is no call, or of a version before facts.
 */
bool explain_read(struct explainer *e, json_t *line, struct explained *x)
{
	if (!record_read(&x->r, &x->env, line, machine_of(e->machines, line), &x->missing))
		return false;
	look_now(e, line, x);
	if (!x->env.now && pa_ask_any(&x->r, &x->env))
		missing_add(&x->missing, NULL, "now");
	return true;
}

/* A value that a function of why/json.h writes; NULL if there is no memory. */
static json_t *value_of(const struct explained *x,
			void (*put)(struct out *s, const struct pa_record *r,
				    const struct pa_env *env))
{
	static char text[WHY_JSON_MAX];
	struct out s;

	out_init(&s, text, sizeof(text));
	put(&s, &x->r, &x->env);
	if (out_overflowed(&s))
		return json_null();
	return json_loadb(text, s.len, JSON_DECODE_ANY, NULL);
}

/**
 * explain_why() - the reason of a record as JSON
 * @x: from explain_read()
 *
 * Return: the object, or null; NULL if there is no memory.
 */
json_t *explain_why(const struct explained *x)
{
	return value_of(x, why_json);
}

/**
 * explain_put() - add to a record what the module does not say
 * @x:    from explain_read()
 * @line: the record; receives the member why, of an open kernel.hw_event and kernel.counted_by, of
 *        an op health.never_ran; and lacks, the keys that it should have, if some are missing
 */
void explain_put(const struct explained *x, json_t *line)
{
	json_t *kernel = json_object_get(line, "kernel"), *health = json_object_get(line, "health");

	if (json_is_object(kernel)) {
		json_object_set_new(kernel, "hw_event", value_of(x, why_json_hw_event));
		json_object_set_new(kernel, "counted_by", value_of(x, why_json_counted_by));
	}
	if (json_is_object(health))
		json_object_set_new(health, "never_ran", value_of(x, why_json_never));
	json_object_set_new(line, "why", explain_why(x));
	if (x->missing.n)
		json_object_set_new(line, "lacks", json_string(x->missing.text));
}

/**
 * explain_add() - read a record, and add to it what the module does not say
 * @e:    who explains
 * @line: the record; one of an older version, which came with its reason, stays as it is
 *
 * Return: false if it is no call.
 */
bool explain_add(struct explainer *e, json_t *line)
{
	static struct explained x;

	if (!explain_read(e, line, &x))
		return num(line, "v") < READ_VERSION && num(line, "v");
	explain_put(&x, line);
	return true;
}

/**
 * explain_line() - the same of a line of text
 * @e:    who explains
 * @line: a line of a stream
 * @out:  receives the record with its reason, without a newline
 * @size: bytes there
 *
 * Return: false if it is no call.
 */
bool explain_line(struct explainer *e, const char *line, char *out, size_t size)
{
	json_t *o = json_loads(line, 0, NULL);
	bool call = o && !explain_take(e, o) && explain_add(e, o);
	size_t len = call ? json_dumpb(o, out, size - 1, JSON_COMPACT) : 0;

	json_decref(o);
	if (!call || len >= size)
		return false;
	out[len] = '\0';
	return true;
}

/**
 * explain_free() - forget what was seen
 * @e: who explains
 */
void explain_free(struct explainer *e)
{
	machine_free(&e->machines);
	free(e->told);
	e->told = NULL;
}
