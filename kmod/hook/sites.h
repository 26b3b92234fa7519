/* SPDX-License-Identifier: GPL-2.0 */
/* Sites: instructions that only the system call passes, in functions that forks pass, too. */
#ifndef PERFATTR_SITES_H
#define PERFATTR_SITES_H

#include <linux/types.h>

#define PA_SITES_TRIES	4

/**
 * struct pa_site - an instruction to probe
 * @addr: its address
 * @reg:  where the arguments are there, as offsets in struct pt_regs
 */
struct pa_site {
	void *addr;
	u16 reg[2];
};

/**
 * struct pa_sites - what was found
 * @copied:    perf_event_open() goes on here if perf_copy_attr() has returned 0; NULL: not found
 * @allocated: perf_event_alloc() has returned to perf_event_open(); NULL: not found
 * @tries:     calls of perf_try_init_event(pmu, event), but for the one that forks make
 * @ntries:    how many; 0: not found
 * @failed:    where it goes on if that has returned an error other than -ENOENT
 * @nfailed:   how many
 */
struct pa_sites {
	void *copied;
	void *allocated;
	struct pa_site tries[PA_SITES_TRIES];
	unsigned int ntries;
	void *failed[PA_SITES_TRIES];
	unsigned int nfailed;
};

void pa_sites_find(struct pa_sites *to);

#endif /* PERFATTR_SITES_H */
