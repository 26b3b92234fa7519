/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFATTR_H
#define PERFATTR_H

#include "input/input.h"

int options_parse(struct options *opt, int argc, char **argv, const char *more);
void options_done(struct options *opt);

#endif /* PERFATTR_H */
