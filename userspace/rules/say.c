// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Writes the sentence of a rule, with the values of one call. */
#include "rules/parts.h"

/* A list leaves this much room for "and N more" and for the rest of the sentence. */
#define LIST_RESERVE	72

/* The next field of a list that the sentence may name. */
static unsigned int next_told(const struct pa_case *c, const struct pa_var_list *list,
			      unsigned int id)
{
	do
		id = pa_var_list_next(c, list, id);
	while (id != PA_FIELD_MAX && c->unknown && pa_unknown_of(c->unknown, id) && ++id);
	return id;
}

static bool put_list(struct out *s, const struct pa_case *c, const struct pa_var_list *list,
		     bool all)
{
	unsigned int id = next_told(c, list, list->from);
	unsigned int more = 0;

	/* A sentence about one field describes what happens if it is set. */
	if (id == PA_FIELD_MAX && !all)
		id = pa_var_list_next(c, list, list->from);
	if (id == PA_FIELD_MAX)
		return false;
	out_str(s, pa_fields[id].name);
	while (all && (id = next_told(c, list, id + 1)) != PA_FIELD_MAX) {
		if (more || s->len + strlen(pa_fields[id].name) + LIST_RESERVE > s->size) {
			more++;
			continue;
		}
		out_lit(s, ", ");
		out_str(s, pa_fields[id].name);
	}
	if (more) {
		out_lit(s, " and ");
		out_u64(s, more);
		out_lit(s, " more");
	}
	return true;
}

/**
 * struct sentence - a sentence while it is written
 * @s:     receives it
 * @c:     the call or op
 * @whole: its length before the first piece that did not fit
 */
struct sentence {
	struct out *s;
	const struct pa_case *c;
	size_t whole;
};

/* Writes the value of the variable of this name; returns false if it is not known. */
static bool put_variable(struct sentence *to, struct pa_word w)
{
	const struct pa_var_list *list;
	const struct pa_var *var;
	struct pa_number n;
	bool all, hex = w.at[0] == '#';

	w.at += hex;
	w.len -= hex;
	if (pa_var_unknown(to->c, &w))
		return false;
	var = pa_var_find(to->c, &w);
	if (var && var->put)
		return var->put(to->s, to->c);
	list = to->c->op ? NULL : pa_var_list_find(&w, &all);
	if (list)
		return put_list(to->s, to->c, list, all);
	if (!pa_var_number(&n, to->c, &w))
		return false;
	if (pa_var_is_address(to->c, &n))
		out_lit(to->s, "(kernel)");
	else if (hex)
		out_hex(to->s, n.value);
	else if (n.is_signed)
		out_s64(to->s, (s64)n.value);
	else
		out_u64(to->s, n.value);
	return true;
}

/* Return true if the text so far ends with a word, or words. */
static bool ends_with(const struct out *s, const char *end)
{
	size_t len = strlen(end);

	return s->len >= len && !memcmp(s->buffer + s->len - len, end, len) &&
	       (s->len == len || s->buffer[s->len - len - 1] == ' ' || strchr(" :,", *end));
}

/* Goes on with a sentence where a value is not known: "PMU" becomes "the PMU". */
static void put_not_known(struct out *s)
{
	static const struct {
		const char *before;
		const char *instead;
	} words[] = {
		{ "PMU ", "the PMU" }, { "no cpu ", "no such cpu" },
		{ " leader's cpu ", " leader's" }, { "cpu ", "that cpu" },
		{ "task ", "another task" }, { "no PMU has type ", "no PMU has that type" },
		{ "for ", "for this event" }, { ": ", ": a newer field" },
		{ "that of descriptor ", "the other" },
		{ "event of descriptor ", "other event" }, { "cgroup of descriptor ", "cgroup" },
		{ "with id ", "with that id" }, { "the id ", "that id" }, { ", not ", "" },
		{ ", not at ", "" }, { "leads from ", "leads from there" },
		{ "the instruction at ", "the instruction there" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (!ends_with(s, words[i].before))
			continue;
		s->len -= strlen(words[i].before);
		out_str(s, words[i].instead);
		return;
	}
	if (!s->len)
		out_lit(s, "it");
	else if (s->buffer[s->len - 1] == ' ')
		s->len--;
}

/*
 * Writes a part of a sentence and returns its end: @stop, or the point at which the room ran out.
 * @known receives false if a variable in it is not known; see put_not_known().
 */
static const char *put_part(struct sentence *to, const char *text, char stop, bool *known)
{
	struct pa_word w;

	*known = true;
	while (*text && *text != stop && !out_overflowed(to->s)) {
		to->whole = to->s->len;
		if (*text != '{') {
			out_char(to->s, *text++);
			continue;
		}
		w.at = text + 1;
		w.len = pa_word_end(w.at, '}');
		text = w.at + w.len + 1;
		if (!put_variable(to, w)) {
			if (stop == '[')
				put_not_known(to->s);
			*known = false;
		}
	}
	return text;
}

/*
 * Writes a sentence behind what @s has already. A part in [] is left out if a variable in it is not
 * known, or if it does not fit; what else does not fit is cut.
 */
static void put_sentence(struct out *s, const struct pa_case *c, const char *text)
{
	struct sentence to = { .s = s, .c = c };
	size_t start;
	bool known;

	while (*text && !out_overflowed(s)) {
		text = put_part(&to, text, '[', &known);
		if (*text != '[' || out_overflowed(s))
			break;
		start = s->len;
		text = put_part(&to, text + 1, ']', &known);
		if (!known || out_overflowed(s))
			s->len = start;
		text += pa_word_end(text, ']');
		text += *text == ']';
	}
	if (out_overflowed(s))
		s->len = to.whole;
}

/* The field at fault; for a list its first field. */
static const char *field_name(const struct pa_case *c, const char *field)
{
	const struct pa_var_list *list;
	struct pa_word w;
	unsigned int id;
	bool all;

	if (!field || field[0] != '{')
		return field;
	if (c->op)
		return pa_op_differs(c);
	w.at = field + 1;
	w.len = pa_word_end(w.at, '}');
	list = pa_var_list_find(&w, &all);
	id = list ? pa_var_list_next(c, list, list->from) : PA_FIELD_MAX;
	return id == PA_FIELD_MAX ? NULL : pa_fields[id].name;
}

/* The function with the check. */
static const char *function_name(const struct pa_case *c, const struct pa_rule *rule)
{
	static const char * const init[] = {
		[PA_PMU_SOFTWARE] = "perf_swevent_init",
		[PA_PMU_TRACEPOINT] = "perf_tp_event_init",
		[PA_PMU_KPROBE] = "perf_kprobe_event_init",
		[PA_PMU_UPROBE] = "perf_uprobe_event_init",
		[PA_PMU_BREAKPOINT] = "hw_breakpoint_event_init",
		[PA_PMU_X86] = "x86_pmu_event_init",
		[PA_PMU_ARMV8] = "armpmu_event_init",
		[PA_PMU_POWER] = "power_pmu_event_init",
		[PA_PMU_RISCV] = "riscv_pmu_event_init",
	};

	if (!rule->of_pmu || (c->unknown && pa_unknown_of(c->unknown, PA_FIELD_TYPE)))
		return rule->in;
	if (c->kind == PA_PMU_CLOCK && c->pmu)
		return c->pmu->name[0] == 'c' ? "cpu_clock_event_init" : "task_clock_event_init";
	if (c->kind < ARRAY_SIZE(init) && init[c->kind])
		return init[c->kind];
	if (c->traits)
		return c->traits->init;
	return rule->in;
}

/**
 * pa_why_say_needs() - write the privilege that a call lacks
 * @c:   the call; its needs is set
 * @why: receives needs and need
 *
 * Context: any.
 */
void pa_why_say_needs(const struct pa_case *c, struct pa_why *why)
{
	struct out s;

	why->need = c->needs;
	out_init(&s, why->needs, sizeof(why->needs) - 1);
	why->needs[pa_why_put_needs(&s, c) && s.len < s.size ? s.len : 0] = '\0';
}

/**
 * pa_why_put() - write a sentence about a call or op
 * @to:   receives it
 * @size: its room
 * @c:    the call
 * @text: the sentence, as in struct pa_rule
 *
 * Context: any.
 */
void pa_why_put(char *to, size_t size, const struct pa_case *c, const char *text)
{
	struct out s;

	out_init(&s, to, (unsigned int)size);
	put_sentence(&s, c, text);
	to[s.len < size ? s.len : size - 1] = '\0';
}

/**
 * pa_why_name() - name the reason of a rule about a call or op, without its sentence
 * @c:    the call
 * @rule: the rule that refused it
 * @why:  receives rule, in, field and needs
 *
 * Context: any.
 */
void pa_why_name(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why)
{
	why->rule = rule;
	why->in = function_name(c, rule);
	why->field = field_name(c, rule->field);
	if (rule->needs)
		pa_why_put(why->needs, sizeof(why->needs), c, rule->needs);
	else
		pa_why_say_needs(c, why);
}

/**
 * pa_why_say() - write the sentence of a rule about a call or op
 * @c:    the call
 * @rule: the rule that refused it
 * @why:  receives rule, in, field, text and needs
 *
 * Context: any.
 */
void pa_why_say(const struct pa_case *c, const struct pa_rule *rule, struct pa_why *why)
{
	struct out s;

	pa_why_name(c, rule, why);
	out_init(&s, why->text, sizeof(why->text));
	put_sentence(&s, c, rule->text);
	/* Nobody expects the limits to be known for a call in a text. */
	if (rule->limits && !c->k_known && !c->unknown)
		put_sentence(&s, c, PA_LIMITS_NOT_KNOWN);
	why->text[s.len < sizeof(why->text) ? s.len : sizeof(why->text) - 1] = '\0';
}
