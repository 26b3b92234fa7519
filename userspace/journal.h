/* SPDX-License-Identifier: GPL-2.0 */
/* Records as entries of the systemd journal. Built with libsystemd and Jansson, or no_journal.c. */
#ifndef PERFATTR_CAT_JOURNAL_H
#define PERFATTR_CAT_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

bool journal_begin(void);
void journal_write(const char *p, size_t n);

#endif /* PERFATTR_CAT_JOURNAL_H */
