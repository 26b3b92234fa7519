// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Finds the error in the filter of a trace event, as the kernel's parser does: calc_stack(),
 * predicate_parse() and parse_pred() of kernel/trace/trace_events_filter.c. Their errnos
 * distinguish the errors: some internal numbers reach the caller as EPERM, ENOENT and ESRCH.
 *
 * The fields of an event are not known, but a probe may have seen which names the kernel's parser
 * has looked up, and whether the last one was found. Otherwise every name may be the error.
 */
#include "rules/op_filter.h"

/* MAX_FILTER_STR_VAL, and the buffer for a number in parse_pred(). */
#define STRING_MAX	256
#define NUMBER_MAX	24

struct parser {
	struct pa_filter_fault *fault;
	const char *text;
	u32 len;
	u32 at;
	u32 names;
	bool known;
	const struct pa_filter_seen *seen;
};

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The character at an index; NUL beyond the end. */
static char peek(const struct parser *p, u32 at)
{
	return at < p->len ? p->text[at] : '\0';
}

static void skip_blanks(struct parser *p)
{
	while (is_blank(peek(p, p->at)))
		p->at++;
}

/* Return true if the filter has this text at the current position. */
static bool next_is(const struct parser *p, const char *text)
{
	u32 len = strlen(text);

	return p->at + len <= p->len && !memcmp(p->text + p->at, text, len);
}

/* A fault of the token from @at to the current place. Always returns false. */
static bool fails(struct parser *p, u32 err, const char *what, u32 at)
{
	p->fault->err = err;
	p->fault->what = what;
	p->fault->at = at;
	p->fault->len = p->at - at;
	return false;
}

/* Fails at the rest of the word at the current position, or at the character there. */
static bool fails_here(struct parser *p, u32 err, const char *what)
{
	u32 at = p->at;

	while (p->at < p->len && !is_blank(p->text[p->at]) && p->at - at < STRING_MAX)
		p->at++;
	return fails(p, err, what, at);
}

/* calc_stack(): quotes and parentheses. Returns the number of predicates, -1 after a fault. */
static int look_at_pairs(struct parser *p)
{
	u32 open = 0, quoted = 0, i, first = 0;
	char quote = '\0';
	bool in_pred = false;
	int preds = 0;

	for (i = 0; i < p->len; i++) {
		char c = p->text[i];

		if (is_blank(c))
			continue;
		if (quote) {
			quote = c == quote ? '\0' : quote;
			continue;
		}
		if (c == '\'' || c == '"') {
			quote = c;
			quoted = i;
		} else if ((c == '|' || c == '&') && peek(p, i + 1) == c) {
			in_pred = false;
			continue;
		} else if (c == '(') {
			in_pred = false;
			first = open++ ? first : i;
			continue;
		} else if (c == ')') {
			in_pred = false;
			p->at = i + 1;
			if (!open--) {
				fails(p, EPERM, "closes no parenthesis", i);
				return -1;
			}
			continue;
		}
		preds += !in_pred;
		in_pred = true;
	}
	p->at = p->len;
	if (quote) {
		fails(p, ESRCH, "has no second quote", quoted);
		return -1;
	}
	if (open) {
		p->at = first + 1;
		fails(p, ENOENT, "is not closed", first);
		return -1;
	}
	return preds;
}

/* As ops[] of the kernel, in its order: <= before <. */
static const char *const operators[] = { "~", "!=", "==", "<=", "<", ">=", ">", "&" };

static const char *take_operator(struct parser *p)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(operators); i++) {
		if (next_is(p, operators[i])) {
			p->at += strlen(operators[i]);
			return operators[i];
		}
	}
	return NULL;
}

static bool take_string(struct parser *p, const char *op)
{
	u32 from = p->at;
	char quote = p->text[p->at++];

	while (p->at < p->len && p->text[p->at] != quote)
		p->at++;
	p->at++;
	if (strcmp(op, "~") && strcmp(op, "!=") && strcmp(op, "=="))
		return fails(p, EINVAL, "is a string, which only ==, != and ~ can compare", from);
	if (p->at - from - 2 >= STRING_MAX)
		return fails(p, EINVAL, "is longer than 255 bytes", from);
	return true;
}

/* kstrtoull() with base 0: 0x and hexadecimal digits, 0 and octal ones, or decimal ones. */
static bool is_number(const char *text, u32 len)
{
	bool hex = len > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
	bool octal = !hex && len > 1 && text[0] == '0';
	u32 i;

	for (i = hex ? 2 : 0; i < len; i++) {
		char c = text[i];
		bool is_hex = is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');

		if (hex ? !is_hex : !is_digit(c) || (octal && c > '7'))
			return false;
	}
	return len > 0;
}

static bool take_number(struct parser *p, const char *op)
{
	u32 from = p->at;
	bool minus = p->text[p->at] == '-';

	p->at += minus;
	while (is_word(peek(p, p->at)))
		p->at++;
	if (!strcmp(op, "~"))
		return fails(p, EINVAL, "is a number, which ~ cannot match", from);
	if (p->at - from >= NUMBER_MAX)
		return fails(p, EINVAL, "has too many digits for a number", from);
	if (!is_number(p->text + from + minus, p->at - from - minus))
		return fails(p, EINVAL, "is not a number", from);
	return true;
}

/* Skips syntax of newer kernels: FIELD.function, CPUS{LIST}. The text behind it is not checked. */
static bool take_unknown(struct parser *p)
{
	p->at = p->len;
	return true;
}

static bool take_value(struct parser *p, const char *op)
{
	char c;

	skip_blanks(p);
	c = peek(p, p->at);
	if (next_is(p, "CPUS"))
		return take_unknown(p);
	if (c == '\'' || c == '"')
		return take_string(p, op);
	if (is_digit(c) || c == '-')
		return take_number(p, op);
	if (!c)
		return fails(p, EINVAL, "ends where a value is expected", 0);
	return fails_here(p, EINVAL, "is neither a number nor a string in quotes");
}

/*
 * Checks the name from @from to here as the kernel's parser did. Returns false if it is the error,
 * or if the parser did not come so far.
 */
static bool was_seen(struct parser *p, u32 from)
{
	if (p->names < p->seen->count)
		return true;
	if (p->names > p->seen->count)
		return false;
	if (p->seen->missing)
		return fails(p, EINVAL, "is not a field of this event", from);
	return true;
}

/*
 * The name of a field. If the kernel was not seen to look it up, it may be the error, too. Returns
 * false if it is the error, or if there is no name here.
 */
static bool take_field(struct parser *p)
{
	u32 from = p->at;

	while (is_word(peek(p, p->at)) || peek(p, p->at) == '_')
		p->at++;
	if (p->at == from)
		return fails_here(p, EPERM, "is where the name of a field is expected");
	p->names++;
	/* The name differs from the one that the kernel found: the text has changed since. */
	if (p->names == p->seen->count &&
	    pa_name_hash(p->text + from, p->at - from) != p->seen->hash)
		p->known = false;
	if (p->known)
		return was_seen(p, from);
	if (!p->fault->names++) {
		p->fault->name_at = from;
		p->fault->name_len = p->at - from;
	}
	return true;
}

/* parse_pred(): FIELD OPERATOR VALUE. */
static bool take_predicate(struct parser *p)
{
	u32 from = p->at;
	const char *op;
	bool whole;

	if (!take_field(p))
		return false;
	if (next_is(p, ".ustring"))
		p->at += strlen(".ustring");
	if (next_is(p, ".function"))
		return take_unknown(p);
	skip_blanks(p);
	op = take_operator(p);
	if (!op && p->at >= p->len)
		return fails(p, EINVAL, "ends where an operator is expected", 0);
	if (!op)
		return fails_here(p, EINVAL, "is not an operator");
	whole = take_value(p, op);
	/* The kernel found the name, and looked up no further one: it stopped after it. */
	if (whole && p->known && p->names == p->seen->count) {
		p->fault->last_at = from;
		p->fault->last_len = p->at - from;
	}
	return whole;
}

/* is_not(): a ! that inverts the predicate behind it. */
static bool is_not(const struct parser *p)
{
	char next = peek(p, p->at + 1);

	return peek(p, p->at) == '!' && next != '=' && next != ' ' && next != '\t' && next != '\n';
}

/* Takes && or || behind a predicate. Returns false at the end, or on a fault. */
static bool take_link(struct parser *p)
{
	char c;

	for (;;) {
		skip_blanks(p);
		c = peek(p, p->at);
		if (!c)
			return false;
		if ((c == '&' || c == '|') && peek(p, p->at + 1) == c) {
			p->at += 2;
			return true;
		}
		if (c != ')')
			return fails_here(p, EPERM, "is where && or || is expected");
		p->at++;
	}
}

/* Parentheses and ! before a predicate. */
static void skip_prefix(struct parser *p)
{
	for (;;) {
		skip_blanks(p);
		if (peek(p, p->at) != '(' && !is_not(p))
			return;
		p->at++;
	}
}

/**
 * pa_filter_look() - find the error in the filter of a trace event
 * @fault: receives it
 * @text:  the filter
 * @len:   its bytes, all of it
 * @seen:  the names that the kernel's parser has looked up
 *
 * Context: any; bounded by @len.
 */
void pa_filter_look(struct pa_filter_fault *fault, const char *text, u32 len,
		    const struct pa_filter_seen *seen)
{
	struct parser p = { .fault = fault, .text = text, .len = len, .seen = seen,
			    .known = seen->known };
	int preds;

	memset(fault, 0, sizeof(*fault));
	preds = look_at_pairs(&p);
	if (preds < 0)
		return;
	p.at = 0;
	if (!preds) {
		fails(&p, EINVAL, "has no condition", 0);
		return;
	}
	do {
		skip_prefix(&p);
		if (p.at >= p.len) {
			fails(&p, EINVAL, "ends where a condition is expected", 0);
			return;
		}
		if (!take_predicate(&p))
			return;
	} while (take_link(&p));
}
