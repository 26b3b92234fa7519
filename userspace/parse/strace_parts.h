/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Shared by the files that read lines of strace. */
#ifndef PERFATTR_PARSE_STRACE_PARTS_H
#define PERFATTR_PARSE_STRACE_PARTS_H

#include "parse/parse.h"
#include "parse/span.h"

/**
 * struct scan - a line that is being read
 * @at:  the rest of it
 * @end: its end
 */
struct scan {
	const char *at;
	const char *end;
};

static inline bool take(struct scan *c, const char *text)
{
	size_t len = strlen(text);

	if ((size_t)(c->end - c->at) < len || memcmp(c->at, text, len))
		return false;
	c->at += len;
	return true;
}

/* Takes a word; its length is 0 if there is none. */
static inline struct span take_word(struct scan *c)
{
	struct span word = word_at(c->at, c->end);

	c->at += word.len;
	return word;
}

/* strace.c */
void strace_field(struct paste_call *call, const struct span *name, const struct span *value);
bool strace_attr(struct paste_call *call, struct scan *c);
void strace_caller(struct paste_call *call, const char *s, const char *name);

/* strace_arg.c */
bool strace_item(struct scan *c, struct span *p);
u8 strace_file(const char *path, const char *end);
bool strace_arg(struct scan *c, struct span *p, u8 *file);
bool strace_number_of(const struct span *p, u64 *v);
bool strace_number(struct scan *c, u64 *v);
bool strace_descriptor(struct scan *c, s32 *fd, u8 *file);
bool strace_skip(struct scan *c);
bool strace_result(struct paste_call *call, struct scan *c);

/* strace_ioctl.c */
bool strace_string(struct scan *c, struct pa_record *r);
bool strace_ioctl(struct paste_call *op, struct scan *c);

#endif /* PERFATTR_PARSE_STRACE_PARTS_H */
