// SPDX-License-Identifier: GPL-2.0
/* The program: what is particular to a session, in the frame that skeleton.c is. */
#include "emit.h"

#include <stdio.h>
#include <stdlib.h>

#include "attrs.h"
#include "loops.h"
#include "record.h"
#include "steps.h"
#include "util.h"

static void put_intro(FILE *out, const struct session *s)
{
	json_t *first = json_array_get(s->records, 0);
	char *comm = remark(string(member(first, "comm", NULL)));
	int i;

	fprintf(out, "/*\n * The perf events of %s[%lld], call by call, as recorded.\n *\n", comm,
		(long long)number(member(first, "pid", NULL)));
	fprintf(out, " *\tcc -Wall session.c -o session\n *\t./session%s [COMMAND [ARG]...]\n *\n",
		s->nothers ? " PID... --" : "");
	for (i = 0; i < s->nothers; i++)
		fprintf(out, " * PID %d was process %" JSON_INTEGER_FORMAT ".\n", i + 1,
			s->others[i]);
	fputs(" * COMMAND runs where the original waited; without one the program waits as long.\n"
	      " * The comments say when each call began, the number of its record, and its event.\n */\n",
	      out);
	free(comm);
}

static void put_body(FILE *out, struct session *s)
{
	put_steps(out, s, 0, s->go_at);
	fprintf(out, "\n\t/* Here the original waited for %lld.%03lld s. */\n\twatch(%lldLL);\n\n",
		s->pause_ns / 1000000000, s->pause_ns % 1000000000 / 1000000, s->pause_ns);
	put_steps(out, s, s->go_at, s->nsteps);
}

/* What @put writes, as a string that the caller frees. */
static char *text_of(void (*put)(FILE *out, struct session *s), struct session *s)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		die("no memory");
	put(f, s);
	if (fclose(f))
		die("no memory");
	return text;
}

/**
 * program_text() - make the whole program
 * @s:   the session; its records must have passed check_record()
 * @len: receives the length
 *
 * Return: the text of the program, which the caller frees.
 */
char *program_text(struct session *s, size_t *len)
{
	char *body, *enumerators, *attrs, *prepare;
	char *text = NULL;
	FILE *f;

	make_steps(s);
	body = text_of(put_body, s);
	enumerators = text_of(put_enumerators, s);
	attrs = text_of(put_attrs, s);
	prepare = text_of(put_prepare, s);
	f = open_memstream(&text, len);
	if (!f)
		die("no memory");
	put_intro(f, s);
	skeleton_put(f, s->needs, (struct insert[]) {
		{ "enumerators", enumerators },
		{ "attrs", attrs },
		{ "prepare", prepare },
		{ "body", body },
	}, 4);
	if (fclose(f))
		die("no memory");
	free(body);
	free(enumerators);
	free(attrs);
	free(prepare);
	return text;
}
