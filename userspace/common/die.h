/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_DIE_H
#define PERFATTR_DIE_H

/* This folder exists while the module is loaded. */
#define MODULE_DIR	"/sys/module/perfattr_dump"
#define SETTINGS_DIR	MODULE_DIR "/parameters"
/* Where debugfs is mounted, unless --debugfs says otherwise. */
#define DEBUGFS_DIR	"/sys/kernel/debug"

void put_printable(const char *s);
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void standard_files(void);
void end_output(void) __attribute__((noreturn));
void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
void die_view(const char *debugfs, const char *path, int err, const char *hint)
	__attribute__((noreturn));

void die_option(char **argv, int c) __attribute__((noreturn));
char *read_line_of(const char *path);
char *module_setting(const char *name);
void say_empty(void);

#endif /* PERFATTR_DIE_H */
