/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef PERFATTR_H
#define PERFATTR_H

#include "capture/capture.h"

/* The commands; the first one is the default. */
enum command { CMD_LIST, CMD_RUN, CMD_SHOW, CMD_TRY, CMD_EXPLAIN, CMD_DIFF, CMD_WRITE, CMD_EVENTS,
	CMD_DOCTOR, CMD_PMUS, CMD_HELP, COMMANDS };

extern const char * const command_names[COMMANDS];

enum command command_of(const char *word);
int cmd_help(struct options *opt, int argc, char **argv);

int options_parse(struct options *opt, int argc, char **argv, const char *more);
void options_check(const struct options *opt, enum command command, const char *word);
void options_done(struct options *opt);

#endif /* PERFATTR_H */
