/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the perf events that processes hold open. */
#ifndef PERFATTR_WALK_H
#define PERFATTR_WALK_H

#include "core/event_now.h"

struct perf_event;

/**
 * typedef pa_walk_fn - called for each descriptor of a perf event
 * @arg:   passed on
 * @who:   the process and its descriptor
 * @event: its file is held during the call, which may sleep
 *
 * Return: 0; a negative errno ends the walk.
 */
typedef int (*pa_walk_fn)(void *arg, const struct pa_holder *who, const struct perf_event *event);

int pa_walk(pa_walk_fn fn, void *arg);

#endif /* PERFATTR_WALK_H */
