// SPDX-License-Identifier: GPL-2.0
/* A reason, and what to pass instead, in words. */
#include <stdlib.h>

#include "why/rule.h"

#include "show/show.h"

/**
 * fix_value_put() - what to pass in one argument, as C
 * @t:   receives it
 * @fix: the change
 */
void fix_value_put(struct text *t, const struct pa_fix *fix)
{
	if (fix->is_signed)
		text_printf(t, "%jd", (intmax_t)(int64_t)fix->value);
	else
		u64_put(t, fix->field, fix->value);
}

/**
 * fix_put() - changes of arguments, and what is lost with them: "cpu=0 (on this cpu only)"
 * @t:    receives it; safe to print
 * @why:  has the changes
 * @lost: write what is lost, too
 */
void fix_put(struct text *t, const struct pa_why *why, bool lost)
{
	unsigned int i;

	for (i = 0; i < why->nfix; i++) {
		text_add(t, i ? ", " : "");
		text_add(t, why->fix[i].field);
		text_char(t, '=');
		fix_value_put(t, &why->fix[i]);
	}
	if (i && lost && why->lost[0]) {
		text_add(t, " (");
		text_safe(t, why->lost);
		text_char(t, ')');
	}
}

/**
 * plan_is_void() - does the kernel never count or sample what a plan opens?
 * @why: the reason; NULL: there is none
 */
bool plan_is_void(const struct pa_why *why)
{
	return why && why->plan == PA_PLAN_VOID;
}

static const char *fix_word(const struct pa_why *why)
{
	if (plan_is_void(why))
		return "void: ";
	return why->plan > PA_PLAN_NONE && !why->opens ? "try " : "pass ";
}

/**
 * fix_of() - the changes of the arguments that help
 * @why: the reason; NULL: there is none
 *
 * Return: "pass ..."; "try ..." where that is only likely; "void: ..." of those that open, and are
 * of no use; to be freed.
 */
char *fix_of(const struct pa_why *why)
{
	struct text t = { 0 };

	if (why && why->nfix) {
		text_add(&t, fix_word(why));
		fix_put(&t, why, true);
	}
	return text_taken(&t);
}

/**
 * sentence_put() - write the sentence of a reason, with "probably" unless the reason is certain
 * @t:       receives the sentence, safe to print
 * @text:    the sentence
 * @certain: the reason is certain
 */
void sentence_put(struct text *t, const char *text, bool certain)
{
	text_add(t, certain ? "" : "probably ");
	text_safe(t, text);
}

static void rule_put(struct text *t, const char *rule)
{
	text_printf(t, " (%s)", rule);
}

/**
 * may_be_put() - one of several reasons that a call may have; that none is certain is said there
 * @t:   receives it
 * @why: the reason
 */
void may_be_put(struct text *t, const struct pa_why *why)
{
	text_safe(t, why->text);
	rule_put(t, why->rule->id);
}

/**
 * after_put() - what a call runs into after its reason is gone
 * @t:   receives it
 * @why: the next reason
 */
void after_put(struct text *t, const struct pa_why *why)
{
	char *fix = fix_of(why);

	may_be_put(t, why);
	if (*fix) {
		text_add(t, ": ");
		text_add(t, fix);
	}
	free(fix);
}

/* Several reasons that a call may have: the first two, and how many more. */
static void put_all(struct text *t, const struct pasted_reasons *all)
{
	unsigned int i;

	for (i = 0; i < all->n && i < 2; i++) {
		text_add(t, i ? ", or " : "it may be that ");
		may_be_put(t, &all->why[i]);
	}
	if (i < all->n)
		text_printf(t, ", or %u more", all->n - i);
}

/* Where only a privilege helps, sentences say which: those of opens, whose rules have no .needs. */
static bool says_needs(const struct pa_why *why)
{
	return why->rule->need.cap && !why->rule->needs;
}

/**
 * reason_put() - the reason, the privilege that helps, and the rule as in docs/refusals.md
 * @t: receives them
 * @r: the record; of several reasons that it may have the first two
 */
void reason_put(struct text *t, const struct record *r)
{
	const struct pa_why *why = r->why;

	if (!why) {
		if (r->explanation)
			put_all(t, &r->explanation->reasons);
		return;
	}
	sentence_put(t, why->text, why->certain);
	if (why->needs[0] && !says_needs(why)) {
		text_add(t, why->nfix && !plan_is_void(why) ? "; or have " : "; needs ");
		text_safe(t, why->needs);
	}
	rule_put(t, why->rule->id);
}

/* A plan that is of no use comes last. */
static void put_void(struct text *t, const struct record *r)
{
	char *fix;

	if (!plan_is_void(r->why))
		return;
	fix = fix_of(r->why);
	text_add(t, "; ");
	text_add(t, fix);
	free(fix);
}

/* Of a call that has succeeded, one after the other. */
static void put_notes(struct text *t, const struct pa_explanation *e)
{
	u32 i;

	for (i = 0; i < e->n_notes; i++) {
		text_add(t, t->len ? "; " : "");
		text_safe(t, e->notes[i].text);
		rule_put(t, e->notes[i].rule);
	}
}

/**
 * note_of() - the reason of a call, and what the call would run into next; or notes
 * @r: the record
 *
 * Return: empty if there are none; to be freed.
 */
char *note_of(const struct record *r)
{
	const struct pa_explanation *e = r->explanation;
	struct text t = { 0 };
	u32 i;

	reason_put(&t, r);
	put_void(&t, r);
	for (i = 0; e && i < e->after.n; i++) {
		text_add(&t, "; after that: ");
		after_put(&t, &e->after.why[i]);
	}
	if (e)
		put_notes(&t, e);
	return text_taken(&t);
}
