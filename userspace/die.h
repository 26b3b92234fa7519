/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_CAT_DIE_H
#define PERFATTR_CAT_DIE_H

void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif /* PERFATTR_CAT_DIE_H */
