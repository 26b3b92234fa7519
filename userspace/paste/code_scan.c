// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Words and signs of source code, without comments, and what of it is never compiled. */
#include "paste/code_parts.h"
#include "paste/span.h"

/* A longer string is a quotation mark that stands alone, as in prose. */
#define STRING_MAX	1024

static inline bool here(const struct code_scan *c, size_t at, const char *text)
{
	size_t len = strlen(text);

	return at < c->end && c->s[at] == *text && c->end - at >= len &&
	       !memcmp(c->s + at, text, len);
}

static size_t line_end(const struct code_scan *c, size_t at)
{
	const char *end = memchr(c->s + at, '\n', c->end - at);

	return end ? (size_t)(end - c->s) : c->end;
}

/* Is this a line of the preprocessor, not an attribute of Rust? */
static bool is_directive(const struct code_scan *c)
{
	size_t at = c->at;

	if (here(c, at, "#[") || here(c, at, "#!") || !here(c, at, "#"))
		return false;
	while (at && (c->s[at - 1] == ' ' || c->s[at - 1] == '\t'))
		at--;
	return !at || c->s[at - 1] == '\n';
}

static size_t comment_end(const struct code_scan *c, size_t at)
{
	const char *end = memmem(c->s + at + 2, c->end - at - 2, "*/", 2);

	return end ? (size_t)(end - c->s) + 2 : c->end;
}

/* A line of the preprocessor with those that continue it. */
static size_t directive_end(const struct code_scan *c, size_t at)
{
	while (at < c->end && c->s[at] != '\n') {
		if (here(c, at, "/*"))
			at = comment_end(c, at);
		else if (here(c, at, "\\\r\n"))
			at += 3;
		else
			at += here(c, at, "\\\n") ? 2 : 1;
	}
	return at;
}

/* Reads blanks and comments. Returns how many lines end among these, at most 2 of each run. */
static unsigned int skip(struct code_scan *c)
{
	unsigned int lines = 0, most = 0;

	while (c->at < c->end) {
		char x = c->s[c->at];

		if (here(c, c->at, "//")) {
			c->at = line_end(c, c->at);
		} else if (here(c, c->at, "/*")) {
			c->at = comment_end(c, c->at);
			lines = 0;
		} else if (is_blank(x) || !x) {
			lines += x == '\n';
			most = lines > most ? lines : most;
			c->at++;
		} else {
			break;
		}
	}
	return most;
}

/* Bytes of a string, or of a character; 0 if that is a mark that stands alone. */
static size_t string_len(const struct code_scan *c)
{
	char mark = c->s[c->at];
	size_t i, max = mark == '"' ? STRING_MAX : 10;

	for (i = 1; i < max; i++) {
		char x;

		/* The text was cut within a string. */
		if (c->at + i >= c->end)
			return mark == '"' ? c->end - c->at : 0;
		x = c->s[c->at + i];
		if (x == mark)
			return i + 1;
		if (x == '\n')
			return 0;
		if (x == '\\')
			i++;
		/* Rust has lifetimes, prose has apostrophes. */
		else if (mark == '\'' && i > 4 && c->s[c->at + 1] != '\\')
			return 0;
	}
	return 0;
}

static size_t sign_len(const struct code_scan *c)
{
	static const char * const signs[] = {
		"<<=", ">>=", "&^=", "...", "->", "::", ":=", "|=", "+=", "-=", "*=", "/=", "&=",
		"^=", "%=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "=>", "..",
	};
	size_t i;

	if (c->at + 1 == c->end || !strchr("<>&.-:|+*/^%=!", c->s[c->at]) ||
	    !strchr("<>&.:|=+-^", c->s[c->at + 1]))
		return 1;
	for (i = 0; i < ARRAY_SIZE(signs); i++)
		if (here(c, c->at, signs[i]))
			return strlen(signs[i]);
	return 1;
}

/* What is never compiled, up to the line that ends it. */
static size_t dead_end(const struct code_scan *c, size_t at)
{
	struct code_scan line = *c;
	struct code_token t = { .kind = CODE_LINE }, word;
	unsigned int open = 0;

	for (; at < c->end; at = line_end(c, at) + 1) {
		line.at = at;
		while (line.at < c->end && (c->s[line.at] == ' ' || c->s[line.at] == '\t'))
			line.at++;
		if (line.at == c->end || c->s[line.at] != '#')
			continue;
		t.at = line.at;
		t.len = line_end(c, line.at) - line.at;
		code_directive(c->s, &t, &word);
		if (word.len >= 2 && !memcmp(c->s + word.at, "if", 2))
			open++;
		else if (code_is(c->s, &word, "endif") && open--)
			;
		else if (code_is(c->s, &word, "endif") || (!open && word.len >= 4 &&
							   !memcmp(c->s + word.at, "el", 2)))
			return at;
	}
	return c->end;
}

static void directive(struct code_scan *c, struct code_token *t)
{
	struct code_token word;
	size_t rest;

	t->kind = CODE_LINE;
	c->at = directive_end(c, c->at);
	t->len = c->at - t->at;
	rest = code_directive(c->s, t, &word);
	if (!code_is(c->s, &word, "if") || rest >= c->at || c->s[rest] != '0')
		return;
	if (rest + 1 == c->at || !is_word(c->s[rest + 1]))
		c->at = dead_end(c, c->at < c->end ? c->at + 1 : c->at);
}

static void word(struct code_scan *c, struct code_token *t)
{
	/* r#type of Rust. */
	if (here(c, c->at, "r#") && c->at + 2 < c->end && is_word(c->s[c->at + 2]))
		c->at += 2;
	t->at = c->at;
	t->kind = is_digit(c->s[c->at]) ? CODE_NUMBER : CODE_WORD;
	while (c->at < c->end && is_word(c->s[c->at]))
		c->at++;
}

static void sign(struct code_scan *c, struct code_token *t)
{
	char x = c->s[c->at];
	size_t len = x == '"' || x == '\'' ? string_len(c) : 0;

	t->kind = len ? CODE_STRING : CODE_SIGN;
	/* The end of a comment, or of a macro, or of a program in prose. */
	if (here(c, c->at, "*/") || here(c, c->at, "\\\n") || here(c, c->at, "\\\r\n"))
		t->kind = CODE_CUT;
	else if (here(c, c->at, "```") && (!c->at || c->s[c->at - 1] == '\n'))
		t->kind = CODE_CUT;
	if (here(c, c->at, "```"))
		c->at = line_end(c, c->at);
	else
		c->at += t->kind == CODE_CUT ? 2 : len ? len : sign_len(c);
}

/* Does Go end a statement where a line ends behind the last token? */
static bool ends(const struct code_scan *c)
{
	return c->last.kind == CODE_WORD || c->last.kind == CODE_NUMBER ||
	       c->last.kind == CODE_STRING || c->last.c == ')' || c->last.c == ']' ||
	       c->last.c == '}';
}

/**
 * code_next() - read a token
 * @c: the text
 * @t: receives it
 *
 * Return: false at the end of the text.
 */
bool code_next(struct code_scan *c, struct code_token *t)
{
	unsigned int lines = skip(c);

	*t = (struct code_token) { .at = c->at, .blank = lines > 1 };
	if (c->go && lines && c->last.kind != CODE_BREAK && ends(c)) {
		t->kind = CODE_BREAK;
		c->last.kind = CODE_BREAK;
		c->last.c = 0;
		return true;
	}
	if (c->at >= c->end)
		return false;
	if (is_directive(c))
		directive(c, t);
	else if (is_word(c->s[c->at]))
		word(c, t);
	else
		sign(c, t);
	if (t->kind != CODE_LINE)
		t->len = c->at - t->at;
	c->last.kind = t->kind;
	c->last.c = c->s[c->at - 1];
	return true;
}

/**
 * code_is() - is it that word or sign?
 * @s:    the text
 * @t:    the token
 * @text: the word or sign
 */
bool code_is(const char *s, const struct code_token *t, const char *text)
{
	if ((t->kind != CODE_WORD && t->kind != CODE_SIGN) || !t->len || s[t->at] != *text)
		return false;
	return t->len == strlen(text) && !memcmp(s + t->at, text, t->len);
}

/**
 * code_among() - is it one of these words?
 * @s:     the text
 * @t:     the token
 * @words: the words
 * @n:     how many
 */
bool code_among(const char *s, const struct code_token *t, const char * const *words, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (code_is(s, t, words[i]))
			return true;
	return false;
}

/**
 * code_same() - are these the same?
 * @s: the text
 * @a: a token
 * @b: another one
 */
bool code_same(const char *s, const struct code_token *a, const struct code_token *b)
{
	return a->kind == b->kind && a->len == b->len && !memcmp(s + a->at, s + b->at, a->len);
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/**
 * code_folds() - is it that word, as some language writes it? SampleType is sample_type
 * @s:    the word
 * @len:  its length
 * @text: the other one
 */
bool code_folds(const char *s, size_t len, const char *text)
{
	size_t i = 0;

	for (;;) {
		while (i < len && s[i] == '_')
			i++;
		while (*text == '_')
			text++;
		if (i == len || !*text)
			return i == len && !*text;
		if (lower(s[i++]) != lower(*text++))
			return false;
	}
}

/**
 * code_stops() - does it end a statement?
 * @s: the text
 * @t: the token
 */
bool code_stops(const char *s, const struct code_token *t)
{
	return t->kind == CODE_BREAK || code_is(s, t, ";");
}

/**
 * code_sets() - does what stands before it become another value?
 * @s: the text
 * @t: the token
 */
bool code_sets(const char *s, const struct code_token *t)
{
	static const char * const signs[] = {
		"=", ":=", "|=", "+=", "-=", "*=", "/=", "&=", "^=", "%=", "<<=", ">>=", "&^=",
		"++", "--",
	};

	return t->kind == CODE_SIGN && code_among(s, t, signs, ARRAY_SIZE(signs));
}

/**
 * code_close() - read up to the sign that closes what was opened last
 * @c: the text, behind the opening sign
 *
 * Return: false if there is none.
 */
bool code_close(struct code_scan *c)
{
	unsigned int open = 1;
	struct code_token t;

	while (open && code_next(c, &t)) {
		if (t.kind == CODE_CUT)
			return false;
		if (t.kind == CODE_SIGN && t.len == 1 && strchr("([{", c->s[t.at]))
			open++;
		else if (t.kind == CODE_SIGN && t.len == 1 && strchr(")]}", c->s[t.at]))
			open--;
	}
	return !open;
}

/**
 * code_item() - read an item of a list, or an expression
 * @c:    the text
 * @from: receives where it begins
 * @to:   receives where it ends
 * @end:  receives what ends it: a comma, what closes the list, or the end of the statement
 *
 * Return: false if the text ends first.
 */
bool code_item(struct code_scan *c, size_t *from, size_t *to, struct code_token *end)
{
	bool any = false;

	*from = *to = c->at;
	while (code_next(c, end)) {
		const char *s = c->s + end->at;

		if (end->kind == CODE_CUT)
			return false;
		if (code_stops(c->s, end) || (end->kind == CODE_SIGN && end->len == 1 &&
					      strchr(",)]}", *s)))
			return true;
		if (end->kind == CODE_SIGN && end->len == 1 && strchr("([{", *s) && !code_close(c))
			return false;
		if (!any)
			*from = end->at;
		any = true;
		*to = c->at;
	}
	return false;
}

/**
 * code_directive() - what a line of the preprocessor is
 * @s:    the text
 * @t:    the line
 * @word: receives the word behind its sign
 *
 * Return: where what follows that word begins.
 */
size_t code_directive(const char *s, const struct code_token *t, struct code_token *word)
{
	size_t at = t->at + 1, end = t->at + t->len;

	while (at < end && (s[at] == ' ' || s[at] == '\t'))
		at++;
	*word = (struct code_token) { .at = at, .kind = CODE_WORD };
	while (at < end && is_word(s[at]))
		at++;
	word->len = at - word->at;
	while (at < end && (s[at] == ' ' || s[at] == '\t'))
		at++;
	return at;
}
