/* SPDX-License-Identifier: GPL-2.0 */
/* Calls that the module cannot see, because a seccomp filter refuses them before. */
#ifndef PERFATTR_SECCOMP_H
#define PERFATTR_SECCOMP_H

#include <stdbool.h>
#include <stdio.h>

int seccomp_tell(FILE *to, unsigned long pid);
bool seccomp_warn(const char *filter);

#endif /* PERFATTR_SECCOMP_H */
