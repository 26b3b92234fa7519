/* SPDX-License-Identifier: GPL-2.0 */
/* perfattr c: the attr of a call as C, or a program that makes the calls of a session. */
#ifndef PERFATTR_C_H
#define PERFATTR_C_H

#include <stddef.h>

struct options;

char *session_program(const struct options *opt, size_t *len);
int cmd_c(struct options *opt, int argc, char **argv);

#endif /* PERFATTR_C_H */
