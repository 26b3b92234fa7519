// SPDX-License-Identifier: GPL-2.0
/*
 * The template of the programs, sampler.c.in: a program in which some lines have a condition. "@if
 * WORD !WORD", "@else" and "@end" are lines of their own, "?WORD !WORD|" begins one line that has a
 * condition, "@word@" is a value, "@WORD?A:B@" one of two, "@part NAME" begins a piece that is used
 * more than once or in another order.
 */

#include "write/write.h"

/**
 * words_put() - write words, and begin another line before one that does not fit
 * @t:      receives them, behind what its last line has
 * @s:      the words, with a space between two
 * @indent: begins another line
 */
void words_put(struct text *t, const char *s, const char *indent)
{
	const char *line = strrchr(text_str(t), '\n');
	/* Seven columns more for a tab at the beginning, and something for what follows. */
	size_t tabs = line ? strspn(line + 1, "\t") : strspn(text_str(t), "\t"), len;
	size_t used = t->len - (line ? line - t->s : 0) + 7 * tabs;
	bool first = true;

	for (; *s; s += len + strspn(s + len, " "), first = false) {
		len = strcspn(s, " ");
		/* An operator stays at the end of its line. */
		if (*s != '|' && used + len + 2 > 100) {
			text_add(t, indent);
			used = strlen(indent) - 1 + 7 * strspn(indent + 1, "\t");
		} else if (!first) {
			text_char(t, ' ');
		}
		text_mem(t, s, len);
		used += len + 1;
	}
}

static bool condition_is(const struct program *p, const char *word, size_t len)
{
	const char *at = text_str(&p->is);

	while ((at = memmem(at, strlen(at), word, len)) && (at[-1] != ' ' || at[len] != ' '))
		at++;
	return at;
}

/**
 * program_is() - return true if a condition of the template holds
 * @p:    the program
 * @word: the condition
 */
bool program_is(const struct program *p, const char *word)
{
	return condition_is(p, word, strlen(word));
}

static struct text *blank_of(struct program *p, const char *word, size_t len)
{
	unsigned int i;

	for (i = 0; i < p->blanks; i++)
		if (strlen(p->blank[i].word) == len && !memcmp(p->blank[i].word, word, len))
			return &p->blank[i].text;
	return NULL;
}

/**
 * program_blank() - the value of a word of the template
 * @p:    the program
 * @word: the word
 *
 * Return: its text, which is empty if it is new.
 */
struct text *program_blank(struct program *p, const char *word)
{
	struct text *known = blank_of(p, word, strlen(word));

	if (known)
		return known;
	p->blank[p->blanks].word = word;
	return &p->blank[p->blanks++].text;
}

/* "WORD !WORD" up to the end of the line or "|": all of them. */
static bool all_true(const struct program *p, const char *s)
{
	bool no, yes = true;
	size_t len;

	for (; !strchr("\n|", *s); s += len + (s[len] == ' ')) {
		no = *s == '!';
		s += no;
		len = strcspn(s, "\n |");
		yes &= condition_is(p, s, len) != no;
	}
	return yes;
}

/* "WORD?A:B", between @ and @: A may have colons. */
static void choice_put(struct text *to, const struct program *p, const char *s, const char *end)
{
	const char *mark = memchr(s, '?', end - s), *colon = memrchr(s, ':', end - s);

	if (condition_is(p, s, mark - s))
		text_mem(to, mark + 1, colon - mark - 1);
	else
		text_mem(to, colon + 1, end - colon - 1);
}

/* A line with its values. A line that is one value without text is left out. */
static void line_put(struct text *to, struct program *p, const char *s, const char *end)
{
	const char *first, *second, *begin = s;
	const struct text *value = NULL;

	while ((first = memchr(s, '@', end - s)) &&
	       (second = memchr(first + 1, '@', end - first - 1))) {
		value = blank_of(p, first + 1, second - first - 1);
		text_mem(to, s, first - s);
		if (memchr(first, '?', second - first))
			choice_put(to, p, first + 1, second);
		else if (value)
			text_add(to, text_str(value));
		s = second + 1;
		if (first == begin && s == end && (!value || !value->len))
			return;
	}
	text_mem(to, s, end - s);
	text_char(to, '\n');
}

/**
 * template_put() - write a piece of the template
 * @to:   receives it
 * @p:    the program
 * @part: name of the piece
 */
void template_put(struct text *to, struct program *p, const char *part)
{
	const char *line, *end;
	char head[40];
	u64 on = 1;	/* a bit for each condition around the line, the innermost lowest */

	snprintf(head, sizeof(head), "@part %s\n", part);
	line = strstr(write_template, head);
	for (line = line ? line + strlen(head) : ""; *line; line = end + 1) {
		end = strchr(line, '\n');
		if (!strncmp(line, "@part ", 6))
			break;
		if (!strncmp(line, "@if ", 4))
			on = on << 1 | ((on & 1) && all_true(p, line + 4));
		else if (!strncmp(line, "@else\n", 6))
			on ^= on >> 1 & 1;
		else if (!strncmp(line, "@end\n", 5))
			on >>= 1;
		else if (*line != '?' && (on & 1))
			line_put(to, p, line, end);
		else if ((on & 1) && all_true(p, line + 1))
			line_put(to, p, strchr(line, '|') + 1, end);
	}
}
