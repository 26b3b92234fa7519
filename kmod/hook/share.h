/* SPDX-License-Identifier: GPL-2.0 */
/* Limits how many instances of the system call's kretprobes one user may hold. */
#ifndef PERFATTR_SHARE_H
#define PERFATTR_SHARE_H

#include "hook/inflight.h"

/* Number of slots in which uids are counted, by a hash; a power of two. */
#define PA_SHARE_SLOTS	1024U

extern u32 pa_share_tag;

void pa_share_init(unsigned int calls);
bool pa_share_take_of_user(struct pa_open *call);
void pa_share_give_back(struct pa_open *call);
u64 pa_share_last_uid(void);

/**
 * pa_share_take() - return true if this open may hold its kretprobe instance until it returns
 * @call: the open; its record is begun
 *
 * Root of the initial user namespace always may. If the last user of the instance died in an oops,
 * the share of that open is given back now: its return handler has not run.
 *
 * Context: probe handler, lock-free.
 * Return: true: pa_share_give() must follow at its return.
 */
static __always_inline bool pa_share_take(struct pa_open *call)
{
	/* Any bytes at the first use of an instance; a tag of an earlier load does not match. */
	if (unlikely((call->share ^ pa_share_tag) < PA_SHARE_SLOTS))
		pa_share_give_back(call);
	call->share = 0;
	return !call->rec.uid || pa_share_take_of_user(call);
}

/**
 * pa_share_give() - an open returns, and with it its kretprobe instance
 * @call: the open
 *
 * Context: probe handler, lock-free.
 */
static __always_inline void pa_share_give(struct pa_open *call)
{
	if (call->share)
		pa_share_give_back(call);
}

#endif /* PERFATTR_SHARE_H */
