/* SPDX-License-Identifier: GPL-2.0 */
/* Commands that act: run a program and record it. */
#ifndef PERFATTR_COMMANDS_H
#define PERFATTR_COMMANDS_H

#include "ui/ui.h"

/* --- run.c --- */

/* Exit status if the program does not exist, or cannot be executed, as shells have it. */
#define RUN_NOT_FOUND	127
#define RUN_NOT_RUN	126

void run_check(const struct options *opt);
int cmd_run(struct options *opt, int argc, char **argv);

/* --- child.c: the user that the program runs as --- */

uid_t child_user(const char *word);
bool child_become(const struct options *opt);

/* --- trace.c: the program is traced where the module is not --- */

bool trace_instead(const struct options *opt);
const char *trace_note(const struct options *opt);
void trace_say_rights(pid_t pid);
void trace_die(const char *pid, int err) __attribute__((noreturn));

/* --- prove.c: calls that the module needs --- */

int cmd_prove(struct options *opt, int argc, char **argv);

/* --- doctor_cmd.c, pmus_cmd.c: the commands doctor and pmus --- */

int cmd_doctor(struct options *opt, int argc, char **argv);
int cmd_pmus(struct options *opt, int argc, char **argv);

#endif /* PERFATTR_COMMANDS_H */
