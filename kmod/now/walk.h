/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the perf events that processes hold open. */
#ifndef PERFATTR_WALK_H
#define PERFATTR_WALK_H

#include "core/event_now.h"
#include "now/event_now.h"

/**
 * typedef pa_walk_fn - called for each descriptor of a perf event
 * @arg:  passed on
 * @who:  the process and its descriptor
 * @now:  the event, from pa_event_now_fill()
 * @link: its relation to other events, from pa_event_now_fill()
 *
 * May sleep. Return: 0; a negative errno ends the walk.
 */
typedef int (*pa_walk_fn)(void *arg, const struct pa_holder *who, const struct pa_event_now *now,
			  const struct pa_event_link *link);

int pa_walk(pa_walk_fn fn, void *arg);

#endif /* PERFATTR_WALK_H */
