/* SPDX-License-Identifier: GPL-2.0 */
/* Text that grows. Strings that a process controls are added by text_safe() only. */
#ifndef PERFATTR_TEXT_H
#define PERFATTR_TEXT_H

#include <stddef.h>

#include "common/die.h"

/**
 * struct text - a string that grows
 * @s:    NUL terminated; NULL as long as it is empty
 * @len:  without the NUL
 * @room: bytes allocated at @s
 */
struct text {
	char *s;
	size_t len;
	size_t room;
};

void *must(void *p);
void *one_more(void *array, size_t n, size_t *room, size_t size);
void text_mem(struct text *t, const char *s, size_t len);
void text_add(struct text *t, const char *s);
void text_char(struct text *t, char c);
void text_printf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_safe(struct text *t, const char *s);
void text_comment(struct text *t, struct text *s);
void text_clear(struct text *t);
void text_free(struct text *t);
const char *text_str(const struct text *t);
char *text_taken(struct text *t);

#endif /* PERFATTR_TEXT_H */
