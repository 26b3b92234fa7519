/* SPDX-License-Identifier: GPL-2.0 */
/* Wakes readers when there are new records. */
#ifndef PERFATTR_NOTIFY_H
#define PERFATTR_NOTIFY_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/wait.h>

/* Readers of the streams wait here for pa_notify_record(). */
extern wait_queue_head_t pa_notify_wait;
/* Reads of the parameter "next" since the last notification. */
extern atomic_t pa_notify_polled;
/* A wakeup is pending: records committed until then need not cause another. */
extern atomic_t pa_notify_due;

void pa_notify_init(void);
void pa_notify_exit(void);
void pa_notify_wake(void);

/**
 * pa_notify_record() - there is a new record
 *
 * Context: probe handler.
 */
static __always_inline void pa_notify_record(void)
{
	/*
	 * Orders the commit of the record before the checks for waiters. Pairs with the barriers of
	 * prepare_to_wait_event(), view_poll() and next_get(); waitqueue_active() needs that. Pairs
	 * with the one of notify_all() for pa_notify_due.
	 */
	smp_mb();
	if (!waitqueue_active(&pa_notify_wait) && !atomic_read(&pa_notify_polled)) /* see above */
		return;
	if (!atomic_read(&pa_notify_due))
		pa_notify_wake();
}

#endif /* PERFATTR_NOTIFY_H */
