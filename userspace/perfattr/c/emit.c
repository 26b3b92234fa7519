// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr c: generates, from the records of one process, a C program that makes the same calls in
 * the same order.
 *
 *	read.c		takes the records; check.c says which are accepted
 *	probes.c	removes opens that only test what the kernel supports
 *	places.c	assigns descriptors to fd[]; finds opens that are repeated on each cpu
 *	steps.c		turns records into steps; go.c finds where the command ran
 *	attrs.c		collects the attrs, which calls may share
 *	loops.c		turns steps into statements and loops
 *
 * This file inserts all of it into skeleton.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attrs.h"
#include "c.h"
#include "loops.h"
#include "places.h"
#include "probes.h"
#include "read.h"
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
	      " * The comments say when each call began, the number of its record, and its event.\n",
	      out);
	if (s->needs & NEED_CPUS)
		fprintf(out,
			" * Opens on cpus 0 to %d, which were all, are on all that are there now.\n",
			s->cpus - 1);
	if (s->left_out)
		fprintf(out,
			" * Left out: %d opens, refused or closed unused (perfattr-c --probes).\n",
			s->left_out);
	fputs(" */\n", out);
	free(comm);
}

static void put_usage(FILE *out, struct session *s)
{
	char *comm = remark(string(member(json_array_get(s->records, 0), "comm", NULL)));
	char *quoted = literal(comm);

	/* Without its quotes, because it is inserted into a literal. */
	quoted[strlen(quoted) - 1] = '\0';
	fputs("static const char usage[] =\n\t\"usage: %s", out);
	if (s->nothers)
		fputs(" PID... [--]", out);
	fprintf(out, " [COMMAND [ARG]...]\\n\"\n"
		"\t\"Opens the perf events that %s opened, runs COMMAND, and ends as it does.\\n\";\n\n",
		quoted + 1);
	free(quoted);
	free(comm);
}

static void put_body(FILE *out, struct session *s)
{
	put_steps(out, s, 0, s->go_at);
	fprintf(out, "\n\t/* Here the original waited for %lld.%03lld s. */\n\twatch(%lldLL);\n\n",
		s->pause_ns / 1000000000, s->pause_ns % 1000000000 / 1000000, s->pause_ns);
	put_steps(out, s, s->go_at, s->nsteps);
}

/* Returns what @put writes, as a string; the caller frees it. */
static char *text_of(void (*put)(FILE *out, struct session *s), struct session *s)
{
	char *text = NULL;
	size_t len;
	FILE *f = must(open_memstream(&text, &len));

	put(f, s);
	if (fclose(f))
		die("out of memory");
	return text;
}

/* First tries fd[] by cpu; if a step treats cpus differently, uses their original number. */
static char *body_text(struct session *s)
{
	unsigned int needs;
	char *body;

	make_opens(s);
	make_places(s, false);
	if (!s->exact) {
		gather_ends(s);
		make_opens(s);
		make_places(s, false);
	}
	needs = s->needs;
	make_steps(s);
	body = text_of(put_body, s);
	if (!s->cpus_in_use)
		return body;
	free(body);
	s->needs = needs;
	make_places(s, true);
	make_steps(s);
	return text_of(put_body, s);
}

static char *program_text(struct session *s, size_t *len)
{
	char *body, *places, *attrs, *prepare, *usage;
	char *text = NULL;
	FILE *f;

	body = body_text(s);
	places = text_of(put_places, s);
	usage = text_of(put_usage, s);
	attrs = text_of(put_attrs, s);
	prepare = text_of(put_prepare, s);
	f = must(open_memstream(&text, len));
	put_intro(f, s);
	skeleton_put(f, s->needs, (struct insert[]) {
		{ "usage", usage },
		{ "places", places },
		{ "attrs", attrs },
		{ "prepare", prepare },
		{ "body", body },
	}, 5);
	if (fclose(f))
		die("out of memory");
	free(body);
	free(places);
	free(usage);
	free(attrs);
	free(prepare);
	return text;
}

/**
 * session_program() - generate a program that makes the calls of a session
 * @opt: options, which select the records
 * @len: receives the length
 *
 * Return: the text of the program, which the caller frees; NULL if there are no records, which is
 * said then.
 */
char *session_program(const struct options *opt, size_t *len)
{
	struct session session = { .exact = opt->probes };
	char *text;

	session.records = read_records(opt);
	if (!session.records)
		return NULL;
	if (!opt->probes)
		session.left_out = drop_probes(session.records);
	text = program_text(&session, len);
	session_free(&session);
	return text;
}
