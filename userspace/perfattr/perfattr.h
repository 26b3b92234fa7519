/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFATTR_H
#define PERFATTR_H

#include "input/input.h"

/* The name by which this program is "perfattr c", with options of its own. */
#define C_NAME		"perfattr-c"

int options_parse(struct options *opt, int argc, char **argv, const char *more);
void options_of_c(struct options *opt, int argc, char **argv);
void options_done(struct options *opt);

#endif /* PERFATTR_H */
