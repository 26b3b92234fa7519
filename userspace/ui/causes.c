// SPDX-License-Identifier: GPL-2.0
/*
 * The diagnostics of a list: one for each cause, with the calls that have it. Lines of the list
 * refer to it by a letter.
 */

#include "ui/ui.h"

/* Maximum number of calls whose numbers are printed, followed by how many more there are. */
#define NUMBERS_MOST	6

/**
 * struct calls - calls that the same help is for
 * @help: owned
 * @seq:  the numbers of the first of them
 * @last: the number of the last one
 * @n:    how many there are
 */
struct calls {
	char *help;
	uint64_t seq[NUMBERS_MOST];
	uint64_t last;
	size_t n;
};

struct cause {
	struct diagnostic *d;
	char mark[4];
	struct calls all;	/* the calls of all causes; help is NULL */
	struct calls *calls;	/* sorted by help */
	size_t n;
	size_t said;		/* entries of @calls that were printed */
	unsigned long line;	/* number of lines of the list when it was last printed */
};

/**
 * struct allowed - remedies that some causes have in common
 * @allow: they
 * @said:  their lines as they were last printed; NULL: not yet
 */
struct allowed {
	struct pasted_allow allow;
	char *said;
};

struct causes {
	struct cause *cause;
	size_t n, room;
	struct allowed *allowed;
	size_t n_allowed;
};

/**
 * causes_begin() - no causes yet
 */
struct causes *causes_begin(void)
{
	return must(calloc(1, sizeof(struct causes)));
}

/**
 * causes_free() - free them
 * @c: from causes_begin()
 */
void causes_free(struct causes *c)
{
	size_t i, k;

	for (i = 0; i < c->n; i++) {
		diagnostic_free(c->cause[i].d);
		for (k = 0; k < c->cause[i].n; k++)
			free(c->cause[i].calls[k].help);
		free(c->cause[i].calls);
	}
	for (i = 0; i < c->n_allowed; i++)
		free(c->allowed[i].said);
	free(c->allowed);
	free(c->cause);
	free(c);
}

/**
 * causes_count() - number of causes
 * @c: from causes_begin()
 */
size_t causes_count(const struct causes *c)
{
	return c->n;
}

/* "a" to "z", "aa" to "zz", then again from "a". */
static void put_mark(char mark[4], size_t n)
{
	size_t i = 0;

	n %= 26 * 27;
	if (n >= 26)
		mark[i++] = (char)('a' + n / 26 - 1);
	mark[i++] = (char)('a' + n % 26);
	mark[i] = '\0';
}

static void add_allowed(struct causes *c, const struct pasted_allow *allow)
{
	size_t i;

	for (i = 0; i < c->n_allowed; i++)
		if (pasted_allow_both(&c->allowed[i].allow, allow))
			return;
	c->allowed = must(realloc(c->allowed, (i + 1) * sizeof(*c->allowed)));
	c->allowed[c->n_allowed++] = (struct allowed){ .allow = *allow };
}

static struct cause *cause_of(struct causes *c, struct diagnostic *d)
{
	struct cause *cause;
	size_t i;

	for (i = c->n; i-- > 0;) {
		if (!diagnostic_is(c->cause[i].d, d))
			continue;
		diagnostic_free(d);
		return &c->cause[i];
	}
	c->cause = one_more(c->cause, c->n, &c->room, sizeof(*c->cause));
	cause = &c->cause[c->n];
	memset(cause, 0, sizeof(*cause));
	put_mark(cause->mark, c->n++);
	cause->d = d;
	if (d->allow.n)
		add_allowed(c, &d->allow);
	return cause;
}

static void add_number(struct calls *calls, uint64_t seq)
{
	if (calls->n && calls->last == seq)
		return;
	calls->last = seq;
	if (calls->n < NUMBERS_MOST)
		calls->seq[calls->n] = seq;
	calls->n++;
}

static struct calls *calls_of(struct cause *cause, const char *help)
{
	size_t i;

	for (i = 0; i < cause->n; i++)
		if (!strcmp(cause->calls[i].help, help))
			return &cause->calls[i];
	cause->calls = must(realloc(cause->calls, (cause->n + 1) * sizeof(*cause->calls)));
	cause->calls[cause->n] = (struct calls){ .help = must(strdup(help)) };
	return &cause->calls[cause->n++];
}

/**
 * causes_add() - add a call
 * @c:   from causes_begin()
 * @d:   its diagnostic; taken
 * @seq: the number of the call
 *
 * Return: the letter of its cause.
 */
const char *causes_add(struct causes *c, struct diagnostic *d, uint64_t seq)
{
	char *help = must(strdup(d->help));
	struct cause *cause = cause_of(c, d);

	add_number(&cause->all, seq);
	add_number(calls_of(cause, help), seq);
	free(help);
	return cause->mark;
}

static void put_numbers(struct text *t, const struct calls *calls)
{
	size_t i;

	for (i = 0; i < calls->n && i < NUMBERS_MOST; i++)
		text_printf(t, "%s#%ju", i ? ", " : "", (uintmax_t)calls->seq[i]);
	if (calls->n > NUMBERS_MOST)
		text_printf(t, " and %zu more", calls->n - NUMBERS_MOST);
}

/* Help that is not for all calls names the calls that it is for. */
static void put_helps(const struct cause *cause, size_t room)
{
	struct text t = { 0 };
	size_t i, n = 0;

	for (i = 0; i < cause->n; i++)
		n += !!cause->calls[i].n;
	for (i = 0; i < cause->n; i++) {
		const struct calls *calls = &cause->calls[i];

		text_clear(&t);
		if (!calls->n)
			continue;
		if (n == 1) {
			text_add(&t, calls->help);
		} else if (!*calls->help) {
			text_add(&t, "help: for ");
			put_numbers(&t, calls);
			text_add(&t, " no change of the arguments helps");
		} else {
			text_add(&t, "help: for ");
			put_numbers(&t, calls);
			text_printf(&t, ": %s", calls->help + strlen("help: "));
		}
		body_put(text_str(&t), room);
	}
	text_free(&t);
}

static void put_cause(const struct cause *cause, size_t room)
{
	struct text calls = { 0 };

	text_add(&calls, cause->all.n == 1 ? "call " : "calls ");
	put_numbers(&calls, &cause->all);
	putchar('\n');
	diagnostic_head(cause->d, cause->mark, calls.s, room);
	body_put(cause->d->notes, room);
	put_helps(cause, room);
	text_free(&calls);
}

/**
 * causes_put() - print the causes of the calls that were added, and forget these calls
 * @c:    from causes_begin()
 * @line: lines of the list so far: a cause whose diagnostic is still on the screen is not repeated
 * @far:  lines after which it has left the screen
 * @room: columns of a line; 0: no limit
 * @reasons: becomes larger by the causes of refused calls that are printed for the first time
 *
 * Return: how many were printed.
 */
size_t causes_put(struct causes *c, unsigned long line, unsigned long far, size_t room,
		  unsigned long *reasons)
{
	size_t i, k, n = 0;

	for (i = 0; i < c->n; i++) {
		struct cause *cause = &c->cause[i];

		if (!cause->all.n)
			continue;
		if (cause->said < cause->n || line - cause->line > far) {
			put_cause(cause, room);
			*reasons += cause->d->refused && !cause->said;
			cause->said = cause->n;
			cause->line = line;
			n++;
		}
		cause->all.n = 0;
		for (k = 0; k < cause->n; k++)
			cause->calls[k].n = 0;
	}
	for (i = 0; i < c->n_allowed; i++)
		allow_put(&c->allowed[i].allow, &c->allowed[i].said, "\n", room);
	return n;
}
