/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Shared by the files that read perf -vv, and sentences. */
#ifndef PERFATTR_PARSE_PERF_PARTS_H
#define PERFATTR_PARSE_PERF_PARTS_H

#include "parse/parse.h"
#include "parse/span.h"

#define PERF_HEADER	"perf_event_attr:"
#define PERF_CALL	"perf_event_open:"
/* perf's rulers have 60 dashes. */
#define PERF_RULER	"--------------------"

/* So far behind its block a call is looked for: a line for each of several hundred CPUs. */
#define WINDOW		(32u << 10)
#define NEAR		4
/* Bytes of a line; the rest is ignored. */
#define LINE_LEN	1024
#define UNITS		16

/**
 * struct line - a line of the text
 * @s:   its beginning
 * @end: its end, without the newline
 * @cut: the line may continue there
 */
struct line {
	const char *s;
	const char *end;
	bool cut;
};

/* The state of knowledge about a field. */
enum state {
	MISSING,
	SEEN,
	TWICE,		/* with different values */
};

/**
 * struct block - an attr that is being read
 * @call:    the call
 * @prefix:  words before a field in each line
 * @whole:   it has its first line and its end, and nothing is missing between them
 * @newer:   perf knows a field that is not known here
 * @foreign: lines that are not perf's
 * @names:   bits of fields that were printed as symbols, see masks[]
 * @state:   enum state of each field
 */
struct block {
	struct paste_call *call;
	size_t prefix;
	bool whole;
	bool newer;
	size_t foreign;
	unsigned int names;
	u8 state[PA_FIELD_MAX];
};

/* perf_line.c */
const char *perf_find(const char *s, const char *end, const char *text);
const char *perf_line_get(struct line *l, const char *s, const char *end);
const char *perf_skip(const char *s, const char *end);
bool perf_word_take(struct line *l, struct span *t);
bool perf_is_cut(const struct line *l, const struct span *t);
bool perf_number(const struct span *t, u64 *value);
bool perf_is_call(const struct line *l, struct line *args);
size_t perf_units_get(const struct line *l, struct span *unit);
bool perf_is_header(const struct line *l, size_t *units);

/* perf_attr.c */
const char *perf_block_read(struct block *b, const char *s, const char *end, bool at_call);
void perf_block_end(struct block *b);
void perf_attr_before(struct paste_call *call, const char *text, const char *at);

/* beside.c */
struct span paste_level(const char *s, const char *end, bool cut);

#endif /* PERFATTR_PARSE_PERF_PARTS_H */
