/* SPDX-License-Identifier: GPL-2.0 */
/* Whether all probes of the machine are being switched off or on. */
#ifndef PERFATTR_SWITCHES_H
#define PERFATTR_SWITCHES_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/types.h>

extern atomic_t pa_switches;
extern int pa_switches_settled;

void pa_switches_watch(void);
void pa_switches_unwatch(void);

/**
 * pa_switches_begin() - remember the state of the switches when a call is entered
 *
 * Context: any. Return: for pa_switches_steady().
 */
static __always_inline int pa_switches_begin(void)
{
	return READ_ONCE(pa_switches_settled);
}

/**
 * pa_switches_steady() - return true if all armed probes have been in the code since a given time
 * @since: the value of pa_switches_begin() at that time
 *
 * Context: any.
 * Return: false if a switch was written since, or just before.
 */
static __always_inline bool pa_switches_steady(int since)
{
	return likely(since == atomic_read(&pa_switches) &&
		      since == READ_ONCE(pa_switches_settled));
}

#endif /* PERFATTR_SWITCHES_H */
