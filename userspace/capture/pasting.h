/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the files that turn texts into calls share. */
#ifndef PERFATTR_CAPTURE_PASTING_H
#define PERFATTR_CAPTURE_PASTING_H

#include "capture/capture.h"
#include "capture/opened.h"
#include "capture/retry.h"

/**
 * struct pasting - a text as it becomes calls
 * @text:    the text
 * @at:      how far it was read
 * @line:    number of the line there, from 1
 * @here:    this machine, if the calls were made on it; else NULL
 * @err:     the errno that the user named in addition, 0: none
 * @to:      the calls, and the lines between them
 * @calls:   number of calls found
 * @results: number of calls with a known result
 * @tried:   all calls of a text, once they were looked for
 * @told:    number of opens that did not become records
 * @looking: only look for calls: make no records yet
 * @opened:  the events of descriptors
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
	struct retries tried;
	size_t told;
	bool looking;
	struct opened *opened;
};

size_t pasting_line(const struct pasting *p);
void pasting_go_on(struct pasting *p, size_t len);
void pasting_open(struct pasting *p, struct paste_call *call, unsigned long line);
void pasting_said(struct pasting *p, struct paste_call *call);
bool pasting_strace(struct pasting *p, const char *line, size_t len);
void pasting_op(struct pasting *p, struct paste_op *op);

#endif /* PERFATTR_CAPTURE_PASTING_H */
