/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Sentences by rows of a table, as row.c describes them. */
#ifndef PERFATTR_PARSE_ROW_H
#define PERFATTR_PARSE_ROW_H

#include "parse/parse.h"
#include "parse/span.h"

/**
 * struct paste_row - a sentence
 * @text:  its format
 * @means: its meaning
 * @form:  enum paste_form
 */
struct paste_row {
	const char *text;
	const char *means;
	u8 form;
};

/* at most 6 conversions in a format */
#define PASTE_CONVERSIONS	6

/**
 * struct paste_matched - a sentence that was found in a line
 * @row: its row
 * @n:   entries of @arg
 * @arg: the output of each of its conversions
 */
struct paste_matched {
	const struct paste_row *row;
	size_t n;
	struct span arg[PASTE_CONVERSIONS];
};

extern const struct paste_row paste_rows[];
extern const size_t paste_n_rows;

bool paste_row_find(struct paste_matched *m, const char *s, const char *end);
bool paste_row_has(const struct paste_row *row, const char *word);
struct span paste_row_put(struct paste_call *call, const struct paste_matched *m,
			  unsigned int *err);

#endif /* PERFATTR_PARSE_ROW_H */
