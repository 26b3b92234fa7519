/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the files that turn texts into calls share. */
#ifndef PERFATTR_CAPTURE_PASTING_H
#define PERFATTR_CAPTURE_PASTING_H

#include "capture/capture.h"
#include "capture/opened.h"

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
 * @open:    the opens among them
 * @n_open:  how many
 * @open_room: entries of @open
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
	struct pa_call **open;
	size_t n_open;
	size_t open_room;
	struct opened *opened;
};

size_t pasting_line(const struct pasting *p);
void pasting_go_on(struct pasting *p, size_t len);
void pasting_open(struct pasting *p, struct paste_call *call, unsigned long line);
void pasting_said(struct pasting *p, struct paste_call *call);
bool pasting_strace(struct pasting *p, const char *line, size_t len);
void pasting_op(struct pasting *p, struct paste_call *op);

/* --- retry.c: calls that were made again with one thing changed --- */

void retries_find(struct pa_call **x, size_t n);

#endif /* PERFATTR_CAPTURE_PASTING_H */
