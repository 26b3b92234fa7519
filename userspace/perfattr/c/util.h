/* SPDX-License-Identifier: GPL-2.0 */
/* Memory, and text that is safe in C. */
#ifndef PERFATTR_C_UTIL_H
#define PERFATTR_C_UTIL_H

#include "show/show.h"

void *grow(void *array, long n, size_t size);
char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *literal(const char *s);
char *remark(const char *s);
void identifier(char *to, size_t room, const char *from, bool upper);

#endif /* PERFATTR_C_UTIL_H */
