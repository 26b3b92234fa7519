/* SPDX-License-Identifier: GPL-2.0 */
/* The saved position in the stream, for --cursor. */
#ifndef PERFATTR_CAT_CURSOR_H
#define PERFATTR_CAT_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

uint64_t cursor_begin(const char *file, uint64_t next);
bool cursor_due(void);
void cursor_save(const char *file, uint64_t at);
int cursor_stop_fd(void);
bool cursor_stopping(void);

#endif /* PERFATTR_CAT_CURSOR_H */
