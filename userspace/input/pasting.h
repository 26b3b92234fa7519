/* SPDX-License-Identifier: GPL-2.0 */
/* What the files call of each other that make calls of a text. */
#ifndef PERFATTR_INPUT_PASTING_H
#define PERFATTR_INPUT_PASTING_H

#include "input/input.h"
#include "input/opened.h"
#include "input/retry.h"

/**
 * struct pasting - a text as it becomes calls
 * @text:    the text; of a program that runs what strace has written and is not a line yet
 * @at:      how far it was read
 * @line:    number of the line there, from 1
 * @here:    this machine, if the calls were made on it; else NULL
 * @err:     the errno that was given besides, 0: none
 * @to:      the calls, and lines that stand between them
 * @calls:   how many calls it has told of
 * @results: of how many the result is known
 * @live:    the calls are made just now, by a program that strace runs
 * @own:     strace has put a seccomp filter on it
 * @program: its process; 0: it was not started by us
 * @whole:   strace has told of its end
 * @filter:  it has set a seccomp filter: calls that this refuses are not seen
 * @odd:     lines of calls that are not understood
 * @tried:   all calls of a text, once they were looked for
 * @told:    how many opens there were that are no records
 * @looking: they are looked for: nothing is made of them yet
 * @opened:  the events of descriptors
 * @opens:   how many opens of events were seen
 * @execs:   how many programs were executed, or could not be
 * @stopped: an open that has not returned; a signal may tell why
 * @limits:  the kernel was asked for its limits
 * @hold_ns: so long strace holds the caller of a call
 * @late:    refused calls whose callers were not held until all was read
 * @failed:  which file could not be opened, or program executed, that events need
 * @rights:  which program was executed that has lost the rights of its file
 */
struct pasting {
	struct text text;
	size_t at;
	unsigned long line;
	struct env_here *here;
	unsigned int err;
	struct queue *to;
	unsigned long calls;
	unsigned long results;
	bool live;
	bool own;
	bool whole;
	bool filter;
	pid_t program;
	unsigned long odd;
	struct retries tried;
	size_t told;
	bool looking;
	struct opened *opened;
	unsigned long opens;
	unsigned long execs;
	struct paste_call stopped;
	unsigned int limits;
	u64 hold_ns;
	unsigned long late;
	struct text failed;
	struct text rights;
};

void pasting_machine(struct pasting *p, const struct options *opt);
size_t pasting_line(const struct pasting *p);
void pasting_go_on(struct pasting *p, size_t len);
void pasting_open(struct pasting *p, struct paste_call *call, unsigned long line);
void pasting_said(struct pasting *p, struct paste_call *call);
bool pasting_strace(struct pasting *p, const char *line, size_t len);
void pasting_op(struct pasting *p, struct paste_op *op);

#endif /* PERFATTR_INPUT_PASTING_H */
