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
#include "source/pasted.h"
#include "source/pasted_op.h"
#include "source/values.h"
#include "why/ask.h"
#include "why/json.h"

/* For calls that a text tells of. */
static struct pasted_work work;

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
	else if (!e->here || !pasted_now(x, e->here, &work))
		return;
	e->used = e->told && x->env.now == &x->now ? e->told : env_told_last(e->here);
	if (!e->used->asked)
		e->used = NULL;
}

/* Facts of an op that a text does not tell have a value for the reader, and are noted. */
static bool read_filled(struct explainer *e, json_t *line, struct explained *x)
{
	json_t *filled = json_copy(line);
	bool is;

	if (!filled)
		return false;
	json_object_set_new(filled, "facts", pasted_op_facts(json_object_get(line, "facts")));
	is = record_read(&x->r, &x->env, filled, machine_of(e->machines, line), &x->missing);
	json_decref(filled);
	return is;
}

static bool is_pasted_op(json_t *line)
{
	const char *call = str(line, "call");

	return str(line, "source") && call && strcmp(call, "open");
}

/**
 * explain_read() - read a record with all that is known besides it
 * @e:    who explains
 * @line: the record
 * @x:    receives it; valid until the next line is taken
 *
 * Return: false if it is not a call, or of another version.
 */
bool explain_read(struct explainer *e, json_t *line, struct explained *x)
{
	bool op = is_pasted_op(line);

	if (op ? !read_filled(e, line, x) :
		 !record_read(&x->r, &x->env, line, machine_of(e->machines, line), &x->missing))
		return false;
	pasted_read(&x->pasted, line);
	x->pasted.facts = op ? pasted_op_unknown(line) : 0;
	look_now(e, line, x);
	if (x->pasted.is) {
		memset(&x->missing, 0, sizeof(x->missing));
		pasted_env(&x->env);
	} else if (!x->env.now && pa_ask_any(&x->r, &x->env)) {
		missing_add(&x->missing, NULL, "now");
	}
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

static json_t *reason_of(const struct explained *x, const struct pa_why *why)
{
	static char text[WHY_JSON_MAX];
	struct out s;

	out_init(&s, text, sizeof(text));
	why_json_of(&s, &x->env, why);
	return out_overflowed(&s) ? json_null() : json_loadb(text, s.len, 0, NULL);
}

/* What comes after the reason, and how the call is allowed. */
static void put_after(const struct explained *x, const struct pasted_reasons *reasons, json_t *line)
{
	static struct pasted_after all;
	json_t *after = json_array(), *how = json_array(), *way;
	u32 i;

	pasted_after(&all, x, reasons);
	for (i = 0; i < all.n; i++)
		json_array_append_new(after, reason_of(x, &all.why[i]));
	for (i = 0; i < all.n_how; i++) {
		way = json_object();
		json_object_set_new(way, "where", json_string(all.how[i].where));
		json_object_set_new(way, "what", json_string(all.how[i].what));
		json_array_append_new(how, way);
	}
	if (all.n)
		json_object_set(line, "after", after);
	if (all.n_how)
		json_object_set(line, "how", how);
	json_decref(after);
	json_decref(how);
}

/* Of a call that a text tells of there may be several reasons, by what it does not tell. */
static json_t *reason_of_pasted(const struct explained *x, json_t *line)
{
	static struct pasted_reasons all;
	unsigned int i;
	json_t *may_be;

	if (x->r.kind == PA_RECORD_OPEN)
		pasted_reasons(&all, x, &work);
	else
		pasted_op_reasons(&all, x);
	if (x->r.ret >= 0 && !all.n)
		return json_null();
	if (all.assumed)
		json_object_set_new(line, "assumed", json_pack("[s]", "driver"));
	put_after(x, &all, line);
	if (all.n == 1)
		return reason_of(x, &all.why[0]);
	may_be = json_array();
	for (i = 0; i < all.n; i++)
		json_array_append_new(may_be, reason_of(x, &all.why[i]));
	json_object_set_new(line, "may_be", may_be);
	if (all.more)
		json_object_set_new(line, "may_be_more", json_true());
	return json_null();
}

/* Of a call of which not all is known they would not be certain. */
static void put_notes(const struct explained *x, json_t *line)
{
	json_t *notes = value_of(x, why_json_notes);

	if (json_is_array(notes))
		json_object_set_new(line, "notes", notes);
	else
		json_decref(notes);
}

/**
 * explain_put() - add to a record what the module does not say
 * @x:    from explain_read()
 * @line: the record; receives the member why, of an open kernel.hw_event and kernel.counted_by, of
 *        an op health.never_ran; notes, if there are some; and lacks, the keys that it should have,
 *        if some are missing
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
	json_object_set_new(line, "why", x->pasted.is ? reason_of_pasted(x, line) :
			    value_of(x, why_json));
	if (!x->pasted.some)
		put_notes(x, line);
	if (x->missing.n)
		json_object_set_new(line, "lacks", json_string(x->missing.text));
}

/**
 * explain_add() - read a record, and add to it what the module does not say
 * @e:    who explains
 * @line: the record
 *
 * Return: false if it is no call.
 */
bool explain_add(struct explainer *e, json_t *line)
{
	static struct explained x;

	if (!explain_read(e, line, &x))
		return false;
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
 * explain_env() - what the lines at the head of a stream say of its machine
 * @e:   who has taken them
 * @env: receives it; its pointers are valid until explain_free()
 *
 * Return: false if there was no such line.
 */
bool explain_env(const struct explainer *e, struct pa_env *env)
{
	machine_env(e->machines, env);
	return e->machines;
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
