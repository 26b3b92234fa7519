/* SPDX-License-Identifier: GPL-2.0 */
/* Where perfattr-cat writes records to: standard output, a file, or the journal. */
#ifndef PERFATTR_CAT_OUTPUT_H
#define PERFATTR_CAT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct output - where records go
 * @file:     its name; NULL: standard output, or the journal
 * @journal:  to the journal
 * @lossless: there is a cursor: a reader that leaves is an error, and a file is appended to
 * @fd:       its reader is needed: if it goes, we end. For the journal, standard error or -1
 */
struct output {
	const char *file;
	bool journal;
	bool lossless;
	int fd;
};

void output_open(struct output *out);
void output_check(const struct output *out);
void output_write(const struct output *out, const char *p, size_t n);
void output_leave(const struct output *out) __attribute__((noreturn));
void output_close(const struct output *out);

#endif /* PERFATTR_CAT_OUTPUT_H */
