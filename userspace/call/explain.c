// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Makes the reason of a record that was read from a stream or a file. Present facts are looked up
 * on this machine if the record is of the module that is loaded here, or taken from the recording.
 */
#include "call/explain.h"

#include <stdlib.h>

#include "call/now.h"
#include "call/parts.h"
#include "rules/ask.h"

/* For calls in a text. */
static struct pasted_work work;

/**
 * explain_take() - read a line about a machine, or with present facts
 * @e:    the explainer
 * @line: a line of a stream
 *
 * Return: false if it is another line.
 */
bool explain_take(struct explainer *e, const cJSON *line)
{
	if (cJSON_IsObject(json_get(line, "now"))) {
		if (!e->told)
			e->told = calloc(1, sizeof(*e->told));
		if (e->told && !env_told_read(e->told, line))
			memset(e->told, 0, sizeof(*e->told));
		return true;
	}
	return machine_line(&e->machines, line);
}

/**
 * explain_entry() - take an entry of raw records that is about the machine
 * @e:     who explains
 * @in:    the stream that it is of
 * @entry: the entry
 *
 * Return: the machine; NULL: it is not taken.
 */
struct machine *explain_entry(struct explainer *e, const struct raw_in *in,
			      const struct raw_entry *entry)
{
	return machine_entry(&e->machines, in, entry);
}

/* The present facts: of the time when the record was saved, or of this machine now. */
static void look_now(struct explainer *e, struct pa_call *x)
{
	struct env_told *told = &work.told;

	e->used = NULL;
	if (e->told && e->told->seq == x->r.seq && *x->load && !strcmp(e->told->load, x->load)) {
		told = e->told;
		now_apply(&x->env, told);
	} else if (e->here && *x->load && env_is_here(e->here, x->load)) {
		now_begin(told, &x->r, x->load);
		now_look(e->here, told, &x->env, &x->r);
	} else if (!e->here || !pasted_now(x, e->here, &work)) {
		return;
	}
	if (told->asked)
		e->used = told;
}

/**
 * explain_read() - read a call from a line
 * @e:    has taken the lines about the machine
 * @line: the record
 * @x:    receives the call; its pointers into @e stay valid until explain_free()
 *
 * Return: false if it is not a call, or of another version; if @x->missing.partial is set, no
 * reason can be found.
 */
bool explain_read(struct explainer *e, const cJSON *line, struct pa_call *x)
{
	const char *load = str(line, "load");

	if (!record_read(&x->r, &x->env, line, machine_of(e->machines, load), &x->missing))
		return false;
	x->load[0] = '\0';
	if (load && strlen(load) < sizeof(x->load))
		strcpy(x->load, load);
	pasted_read(&x->pasted, line);
	if (x->pasted.is && x->r.kind != PA_RECORD_OPEN)
		x->pasted.facts = x->missing.nulls;
	return true;
}

/**
 * explain_machine() - give a call the facts about its machine that came before it
 * @e: has taken these
 * @x: of a text, or from call_raw(); its pointers into @e stay valid until explain_free()
 */
void explain_machine(struct explainer *e, struct pa_call *x)
{
	const struct machine *m = machine_of(e->machines, x->load);

	if (x->raw)
		call_machine(x, m);
	else
		machine_env(m, &x->env);
}

/**
 * explain_now() - look up the present facts for a call
 * @e: the explainer
 * @x: from explain_read(); receives it, valid until the next call or line
 */
void explain_now(struct explainer *e, struct pa_call *x)
{
	/* Facts of another moment point at data that has changed since. */
	x->env.now = NULL;
	look_now(e, x);
	if (x->pasted.is) {
		memset(&x->missing, 0, sizeof(x->missing));
		pasted_env(&x->env);
	} else if (!x->env.now && pa_ask_any(&x->r, &x->env)) {
		missing_add(&x->missing, NULL, "now");
	}
}

/**
 * explain_find() - find out why a call had its result
 * @e: receives it
 * @x: from explain_now()
 *
 * A call parsed from text can have several possible reasons, because some fields are unknown.
 */
void explain_find(struct pa_explanation *e, const struct pa_call *x)
{
	const struct pa_record *r = &x->r;

	memset(e, 0, sizeof(*e));
	if (!x->pasted.is)
		e->reasons.n = pa_explain(r, &x->env, &e->reasons.why[0]);
	else
		pasted_reasons(&e->reasons, x, &work);
	if (x->pasted.is)
		pasted_after(&e->after, x, &e->reasons);
	if (r->kind != PA_RECORD_OPEN)
		why_never_look(&e->never, r, &x->env);
	/* For a partly known call notes would not be certain. */
	if (!x->pasted.some)
		e->n_notes = pa_notes(e->notes, r, &x->env);
}

/**
 * explain_env() - the facts about its machine from the head of a stream
 * @e:   the explainer that has taken them
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
 * explain_free() - free the machines that were seen
 * @e: the explainer
 */
void explain_free(struct explainer *e)
{
	machine_free(&e->machines);
	free(e->told);
	e->told = NULL;
}
