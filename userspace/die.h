/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_DIE_H
#define PERFATTR_DIE_H

void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
void die_view(const char *debugfs, const char *path, int err, const char *hint)
	__attribute__((noreturn));

#endif /* PERFATTR_DIE_H */
