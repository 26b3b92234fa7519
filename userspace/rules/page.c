// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The page of a rule, made from its members. */
#include "rules/page.h"

#include "rules/parts.h"
#include "rules/rules.h"

/**
 * struct page - a page that is being written
 * @s:        receives it
 * @markdown: names of values are in italics; else in angle brackets
 */
struct page {
	struct out *s;
	bool markdown;
};

/* Plain text leaves out parts that depend on a call: "[ {value}]", the value in "field {field}". */
static size_t left_out(const struct page *p, const char *text)
{
	size_t name = strcspn(text + 1, "}"), len = p->s->len;

	if (p->markdown)
		return 0;
	if (*text == '[')
		return strcspn(text, "]");
	if (*text != '{' || len <= name || memcmp(p->s->buffer + len - 1 - name, text + 1, name))
		return 0;
	p->s->len--;
	return name + 1;
}

static void put_words(struct page *p, const char *text, size_t len)
{
	const char *end = text + len;
	bool constant = false;
	size_t skip;

	for (; text < end && *text; text++) {
		skip = left_out(p, text);
		if (skip) {
			text += skip;
		} else if (*text == '{') {
			/* {PERF_TYPE_SOFTWARE} has the value of its name. */
			constant = text[1] >= 'A' && text[1] <= 'Z';
			out_str(p->s, constant ? "" : p->markdown ? "*" : "<");
			text += text[1] == '#';
		} else if (*text == '}') {
			out_str(p->s, constant ? "" : p->markdown ? "*" : ">");
		} else {
			if (p->markdown && (*text == '*' || *text == '<' || *text == '|'))
				out_char(p->s, '\\');
			out_char(p->s, *text);
		}
	}
}

static void put_all(struct page *p, const char *text)
{
	put_words(p, text, strlen(text));
}

/* One change: field=value, field&~bits, field&mask, field|bits. */
static void put_change(struct page *p, const char *change, size_t len)
{
	size_t n = strcspn(change, "=&|");
	bool clear = change[n + 1] == '~';
	const char *value = change + n + 1 + clear;
	size_t room = len - (size_t)(value - change);

	if (change[n] == '|' || clear) {
		put_words(p, value, room);
		out_str(p->s, clear ? " taken out of " : " added to ");
		put_words(p, change, n);
		return;
	}
	put_words(p, change, n);
	out_str(p->s, change[n] == '=' ? " = " : " & ");
	put_words(p, value, room);
}

static void put_fix(struct page *p, const char *fix)
{
	const char *sep = p->markdown ? "Fix: " : "help: ";
	size_t len;

	for (; *fix; fix += len + strspn(fix + len, " ")) {
		len = strcspn(fix, " ");
		if (*fix == '/') {
			sep = "; or ";
			continue;
		}
		out_str(p->s, sep);
		put_change(p, fix, len);
		sep = ", ";
	}
	out_str(p->s, p->markdown ? ".\n" : "\n");
}

/* "needs {needs}" as it reads if only this check asks for a privilege. */
static void put_sentence(struct page *p, const struct pa_rule *rule)
{
	const char *needs = strstr(rule->text, "{needs}");

	if (!needs || !rule->need.cap || rule->needs) {
		put_all(p, rule->text);
		return;
	}
	put_words(p, rule->text, (size_t)(needs - rule->text));
	out_str(p->s, rule->need.cap == PA_NEED_PERFMON ? "CAP_PERFMON" : "CAP_SYS_ADMIN");
	if (rule->need.leveled && rule->need.level == PA_LEVEL_ANY) {
		out_lit(p->s, " (on some kernels CAP_PERFMON is enough)");
		put_all(p, " or kernel.perf_event_paranoid <= {paranoid_max}");
	} else if (rule->need.leveled) {
		put_all(p, " or kernel.perf_event_paranoid <= ");
		out_s64(p->s, rule->need.level);
	}
	put_all(p, needs + strlen("{needs}"));
}

/* The function that refuses, and since when. */
static void put_place(struct page *p, const struct pa_rule *rule, bool op)
{
	if (op && rule->err && p->markdown) {
		out_str(p->s, pa_errno_name(rule->err)->text);
		out_lit(p->s, ", ");
	}
	out_str(p->s, p->markdown ? "`" : "note: checked by ");
	out_str(p->s, rule->in);
	out_str(p->s, p->markdown ? "`" : "()");
	if (rule->since) {
		out_lit(p->s, ", since ");
		out_str(p->s, rule->since);
	}
	if (!op && rule->or_err) {
		out_lit(p->s, "; some drivers return ");
		out_str(p->s, pa_errno_name(rule->or_err)->text);
	}
	out_str(p->s, p->markdown ? "\n\n" : "\n");
}

/* The fix, the privilege, the holders. */
static void put_help(struct page *p, const struct pa_rule *rule, bool op)
{
	const char *line = p->markdown ? "\n" : "";

	if (rule->fix) {
		out_str(p->s, line);
		put_fix(p, rule->fix);
	} else if (!op) {
		out_str(p->s, line);
		out_str(p->s, p->markdown ? "No" : "help: no");
		out_str(p->s, " change of the arguments avoids this");
		out_str(p->s, p->markdown ? ".\n" : "\n");
	}
	if (op && rule->needs) {
		out_str(p->s, p->markdown ? "\nOr: " : "help: or ");
		put_all(p, rule->needs);
		out_str(p->s, p->markdown ? ".\n" : "\n");
	}
	if (op || !rule->held)
		return;
	out_str(p->s, p->markdown ?
		"\n`perfattr show` and `why.holders_now` name the processes that hold it.\n" :
		"note: perfattr show names the processes that hold it\n");
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
	struct page p = { .s = s };
	struct pa_unknown unknown;

	if (rule->sites & PA_ON_ANY) {
		put_sentence(&p, rule);
		return;
	}
	memset(&unknown, 0xff, sizeof(unknown));
	r.ret = -(s64)rule->err;
	pa_candidate_say(&r, &env, &unknown, &why);
	out_str(s, why.text);
}

/**
 * pa_rule_page() - the page of a rule, without its title
 * @s:        receives it
 * @rule:     the rule
 * @markdown: as Markdown; else as lines of a diagnostic, the sentence first
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_rule_page(struct out *s, const struct pa_rule *rule, bool markdown)
{
	struct page p = { s, markdown };
	bool op = rule->sites & PA_ON_ANY;

	if (!markdown) {
		pa_rule_sentence(s, rule);
		out_char(s, '\n');
	}
	put_place(&p, rule, op);
	if (rule->sole)
		out_str(s, markdown ? "**The only one there.** " :
			"note: no other check there returns this error\n");
	if (markdown) {
		put_sentence(&p, rule);
		out_lit(s, ".\n");
	}
	put_help(&p, rule, op);
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
