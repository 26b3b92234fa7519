/* SPDX-License-Identifier: GPL-2.0 */
/* What does something: runs a program and records it, passes records on. */
#ifndef PERFATTR_ACT_H
#define PERFATTR_ACT_H

#include "show/show.h"

/* --- run.c --- */

/**
 * struct ran - a program to run and record
 * @argv:   its name and arguments
 * @to:     descriptors for its standard output and error; NULL: ours
 * @fn:     called with its records
 * @arg:    passed on
 * @status: its wait status, as from waitpid()
 * @shown:  how many records @fn got
 */
struct ran {
	char **argv;
	const int *to;
	record_fn fn;
	void *arg;
	int status;
	unsigned long shown;
};

void run_begin(struct source *src, const struct options *opt);
bool run_program(struct source *src, struct ran *ran, void (*started)(void *arg));

int cmd_run(struct options *opt, int argc, char **argv);

/* --- prove.c: calls that the module needs --- */

int cmd_prove(struct options *opt, int argc, char **argv);

/* --- perf.c: perf is run, to see what it passes --- */

int cmd_diff_perf(struct options *opt, int argc, char **argv);

/* --- follow.c; journal.c, or no_journal.c where libsystemd is missing --- */

void follow(const struct options *opt);
bool journal_begin(void);
void journal_send(const struct record *r, const char *line, size_t len);

#endif /* PERFATTR_ACT_H */
