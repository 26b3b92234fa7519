/* SPDX-License-Identifier: GPL-2.0 */
/* Calls as C: one call as a function, or a whole program. */
#ifndef PERFATTR_WRITE_H
#define PERFATTR_WRITE_H

#include "show/show.h"

/* --- attr.c --- */

void write_check(const struct record *r);
void write_attr(const struct options *opt, uint64_t seq);

/* --- write_cmd.c --- */

int cmd_write(struct options *opt, int argc, char **argv);

#endif /* PERFATTR_WRITE_H */
