// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Writes a call as a line of JSON: the record as the module writes it, with null for what is not
 * known, where a call of a text comes from, and the reasons.
 */
#include "call/write.h"

#include <unistd.h>

#include "json/writer.h"
#include "call/parts.h"

static void put_name(void *arg, const char *name)
{
	struct pa_json *j = arg;

	json_element(j);
	pa_json_string_or_null(j, name, ~(size_t)0);
}

static void put_unknown(struct pa_json *j, const struct pa_call *x)
{
	json_begin(json_key(j, "unknown"), '[');
	pasted_unknown_names(&x->r, &x->pasted.unknown, put_name, j);
	json_end(j, ']');
}

static void put_place(struct pa_json *j, const struct pa_place *place)
{
	json_begin(json_key(j, "place"), '{');
	json_put_string(j, "container", pa_runs_in_names[place->in]);
	pa_json_facts(j, &place_facts, place);
	json_end(j, '}');
}

/* The call that has opened with one thing changed. */
static void put_retry(struct pa_json *j, const struct pasted *p)
{
	char digits[24];

	snprintf(digits, sizeof(digits), p->changed.is_signed ? "%lld" : "%llu", p->changed.value);
	json_begin(json_key(j, "retry"), '{');
	json_put_count(j, "line", p->retry_line);
	json_put_string(j, "field", p->changed.field);
	json_put_string(j, "value", digits);
	json_end(j, '}');
}

/* Writes what the text says near the call. */
static void put_context(struct pa_json *j, const struct pasted *p)
{
	char release[8];

	if (!*p->rule && !*p->pmu && !p->release)
		return;
	json_begin(json_key(j, "context"), '{');
	if (*p->rule)
		json_put_string(j, "rule", p->rule);
	if (*p->pmu)
		json_put_string(j, "pmu", p->pmu);
	if (p->release) {
		snprintf(release, sizeof(release), "%d.%d", p->release >> 8, p->release & 0xff);
		json_put_string(j, "release", release);
	}
	json_end(j, '}');
}

/* Where a call of a text comes from, and what the text shows besides it. */
static void put_text(struct pa_json *j, const struct pa_call *x)
{
	const struct pasted *p = &x->pasted;

	json_put_string(j, "source", p->live ? "tracer" : "text");
	if (!p->live)
		json_put_string(j, "form", pasted_forms[p->form]);
	if (p->stopped)
		json_put_string(j, "seccomp", pasted_stops[p->stopped]);
	else if (p->filtered)
		json_put_bool(j, "seccomp", true);
	if (p->held)
		json_put_bool(j, "held", true);
	if (p->shared)
		json_put_bool(j, "threads", true);
	if (pasted_by[p->told_by])
		json_put_string(j, "error_by", pasted_by[p->told_by]);
	put_unknown(j, x);
	if (p->place.in)
		put_place(j, &p->place);
	put_context(j, p);
	if (p->line)
		json_put_count(j, "line", p->line);
	if (p->changed.field)
		put_retry(j, p);
}

static void put_reasons(struct pa_json *j, const struct pa_why *why, u32 n)
{
	u32 i;

	json_begin(j, '[');
	for (i = 0; i < n; i++) {
		json_element(j);
		why_json_of(j->s, j->env, &why[i]);
	}
	json_end(j, ']');
}

/* Writes "after", the refusals after the reason, and "how", the ways to allow the call. */
static void put_after(struct pa_json *j, const struct pasted_after *all)
{
	u32 i;

	if (all->n)
		put_reasons(json_key(j, "after"), all->why, all->n);
	if (!all->allow.n)
		return;
	json_begin(json_key(j, "how"), '[');
	for (i = 0; i < all->allow.n; i++) {
		json_element(j);
		json_begin(j, '{');
		json_put_string(j, "where", all->allow.how[i].where);
		json_put_string(j, "what", all->allow.how[i].what);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void put_notes(struct pa_json *j, const struct pa_explanation *e)
{
	u32 i;

	if (!e->n_notes)
		return;
	json_begin(json_key(j, "notes"), '[');
	for (i = 0; i < e->n_notes; i++) {
		json_element(j);
		json_begin(j, '{');
		json_put_string(j, "rule", e->notes[i].rule);
		json_put_string(j, "in", e->notes[i].in);
		json_put_string(j, "text", e->notes[i].text);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void put_explanation(struct pa_json *j, const struct pa_call *x,
			    const struct pa_explanation *e)
{
	const struct pasted_reasons *all = &e->reasons;

	if (all->assumed)
		out_lit(json_key(j, "assumed")->s, "[\"driver\"]");
	put_after(j, &e->after);
	if (all->n > 1 || (!all->n && x->pasted.is && x->r.ret < 0))
		put_reasons(json_key(j, "may_be"), all->why, all->n);
	if (all->n > 1 && all->likely)
		json_put_bool(j, "may_be_likely", true);
	if (all->n != 1 && all->more)
		json_put_bool(j, "may_be_more", true);
	json_key(j, "why");
	if (all->n == 1)
		why_json_of(j->s, j->env, all->why);
	else
		json_null(j);
	put_notes(j, e);
}

/**
 * call_json() - write a call as JSON: an object, without the end of its line
 * @s: the buffer; CALL_JSON_MAX bytes always suffice
 * @x: the call
 * @e: why it had its result; NULL: that was not looked for
 */
void call_json(struct out *s, const struct pa_call *x, const struct pa_explanation *e)
{
	const struct pa_kernel here = { .page_size = (u32)sysconf(_SC_PAGESIZE) };
	struct pa_json j = { .s = s, .comma = true, .r = &x->r, .env = &x->env };
	struct pa_env env = x->env;
	struct pa_json_told told = { .load = x->load, .more = e ? why_json_more : NULL };

	if (x->pasted.is) {
		told.unknown = &x->pasted.unknown;
		told.facts = x->pasted.facts;
		told.errname = x->pasted.stopped > PASTE_REFUSED ? "SIGSYS" : NULL;
	}
	/* A call of a text was made here if it has a load. */
	if (x->pasted.is && *x->load)
		env.kernel = &here;
	pa_json_record(s, &x->r, &env, &told);
	if (out_overflowed(s) || s->len < 2)
		return;
	/* The end of the object, and of the line. */
	s->len -= 2;
	if (x->pasted.is)
		put_text(&j, x);
	if (e)
		put_explanation(&j, x, e);
	if (x->missing.n)
		json_put_string(&j, "lacks", x->missing.text);
	json_end(&j, '}');
}
