/* SPDX-License-Identifier: GPL-2.0 */
/* Sites: instructions that only the system call passes, in functions that forks pass, too. */
#ifndef PERFATTR_SITES_H
#define PERFATTR_SITES_H

#include <linux/types.h>

#include "kernel/probe.h"

/**
 * struct pa_sites - instructions that are probed instead of a function
 * @at: the instructions
 * @n:  how many; 0: the running kernel has none that are certain
 */
struct pa_sites {
	struct pa_probe_site at[PA_HOOKS_MAX];
	unsigned int n;
};

void pa_sites_find(struct pa_sites *copy, struct pa_sites *alloc, struct pa_sites *tries);

#endif /* PERFATTR_SITES_H */
