// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The page of a rule, made from its members. */
#include "rules/page.h"

#include "rules/parts.h"
#include "rules/rules.h"

/* Leaves out parts that depend on a call: "[ {value}]", the value in "field {field}". */
static size_t left_out(struct out *s, const char *text)
{
	size_t name = strcspn(text + 1, "}"), len = s->len;

	if (*text == '[')
		return strcspn(text, "]");
	if (*text != '{' || len <= name || memcmp(s->buffer + len - 1 - name, text + 1, name))
		return 0;
	s->len--;
	return name + 1;
}

/* Writes a sentence, or a part of it, with the names of values in angle brackets. */
static void put_words(struct out *s, const char *text, size_t len)
{
	const char *end = text + len;
	bool constant = false;
	size_t skip;

	for (; text < end && *text; text++) {
		skip = left_out(s, text);
		if (skip) {
			text += skip;
		} else if (*text == '{') {
			/* {PERF_TYPE_SOFTWARE} has the value of its name. */
			constant = text[1] >= 'A' && text[1] <= 'Z';
			out_str(s, constant ? "" : "<");
			text += text[1] == '#';
		} else if (*text == '}') {
			out_str(s, constant ? "" : ">");
		} else {
			out_char(s, *text);
		}
	}
}

/* One change: field=value, field&~bits, field&mask, field|bits. */
static void put_change(struct out *s, const char *change, size_t len)
{
	size_t n = strcspn(change, "=&|");
	bool clear = change[n + 1] == '~', bits = change[n] == '|' || clear;
	const char *value = change + n + 1 + clear;

	if (!bits) {
		put_words(s, change, n);
		out_str(s, change[n] == '=' ? " = " : " & ");
	}
	put_words(s, value, len - (size_t)(value - change));
	if (bits) {
		out_str(s, clear ? " taken out of " : " added to ");
		put_words(s, change, n);
	}
}

static void put_fix(struct out *s, const char *fix)
{
	const char *sep = "help: ";
	size_t len;

	for (; *fix; fix += len + strspn(fix + len, " ")) {
		len = strcspn(fix, " ");
		if (*fix == '/') {
			sep = "; or ";
			continue;
		}
		out_str(s, sep);
		put_change(s, fix, len);
		sep = ", ";
	}
	out_char(s, '\n');
}

/* The function that refuses, and since when. */
static void put_place(struct out *s, const struct pa_rule *rule, bool op)
{
	out_str(s, "note: checked by ");
	out_str(s, rule->in);
	out_str(s, "()");
	if (rule->since) {
		out_lit(s, ", since ");
		out_str(s, rule->since);
	}
	if (!op && rule->or_err) {
		out_lit(s, "; some drivers return ");
		out_str(s, pa_errno_name(rule->or_err)->text);
	}
	out_char(s, '\n');
}

/**
 * pa_rule_sentence() - the sentence of a rule about a call of which nothing else is known
 * @s:    receives it
 * @rule: the rule
 *
 * Context: any.
 */
void pa_rule_sentence(struct out *s, const struct pa_rule *rule)
{
	const struct pa_env env = { .kernel = NULL };
	struct pa_record r = { .kind = PA_RECORD_OPEN, .attr_len = sizeof(r.attr) };
	struct pa_why why = { .rule = rule };
	struct pa_unknown unknown;

	if (rule->sites & PA_ON_ANY || !rule->holds) {
		put_words(s, rule->text, strlen(rule->text));
		return;
	}
	memset(&unknown, 0xff, sizeof(unknown));
	r.ret = -(s64)rule->err;
	pa_candidate_say(&r, &env, &unknown, &why);
	out_str(s, why.text);
}

/**
 * pa_rule_page() - the page of a rule, without its title: lines of a diagnostic, the sentence first
 * @s:    receives it
 * @rule: the rule; one without a check of the kernel has no place and no change
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_rule_page(struct out *s, const struct pa_rule *rule)
{
	bool op = rule->sites & PA_ON_ANY;

	pa_rule_sentence(s, rule);
	out_char(s, '\n');
	if (rule->holds)
		put_place(s, rule, op);
	if (rule->sole)
		out_str(s, "note: no other check there returns this error\n");
	if (rule->fix)
		put_fix(s, rule->fix);
	else if (rule->holds && !op)
		out_str(s, "help: no change of the arguments avoids this\n");
	if ((op || !rule->holds) && rule->needs) {
		out_str(s, rule->holds ? "help: or " : "help: have ");
		put_words(s, rule->needs, strlen(rule->needs));
		out_char(s, '\n');
	}
	if (!op && rule->held)
		out_str(s, "note: perfattr show names the processes that hold it\n");
}

/**
 * pa_rule_named() - the rule that has this name
 * @id: the name
 *
 * Return: NULL if none has it.
 */
const struct pa_rule *pa_rule_named(const char *id)
{
	static const struct pa_rule *const *const tables[] = { pa_open_tables, pa_op_tables };
	const struct pa_rule *rule = NULL;
	struct pa_walk walk;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tables) && !rule; i++) {
		walk = pa_walk_tables(tables[i]);
		while ((rule = pa_walk_next(&walk)) && strcmp(rule->id, id))
			;
	}
	return rule;
}
