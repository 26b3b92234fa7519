/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFATTR_H
#define PERFATTR_H

#include "input/input.h"

/* The commands; the first one is the default. */
enum command { CMD_LIST, CMD_SHOW, CMD_DIFF, CMD_COUNT, CMD_C, CMD_EVENTS, CMD_EXPLAIN, CMD_TRY,
	CMD_DOCTOR, CMD_PMUS, CMD_PROVE, CMD_RUN, COMMANDS };

extern const char * const command_names[COMMANDS];

int options_parse(struct options *opt, int argc, char **argv, const char *more);
void options_check(const struct options *opt, enum command command);
void options_done(struct options *opt);

#endif /* PERFATTR_H */
