/* SPDX-License-Identifier: GPL-2.0 */
/* Copies the shown facts about an open event. */
#ifndef PERFATTR_NOW_EVENT_NOW_H
#define PERFATTR_NOW_EVENT_NOW_H

#include "core/event_now.h"

struct perf_event;

/**
 * struct pa_event_link - relates an event to others; addresses are compared only
 * @self:   its address
 * @leader: address of the event that leads its group
 */
struct pa_event_link {
	const void *self;
	const void *leader;
};

void pa_event_now_fill(struct pa_event_now *to, struct pa_event_link *link,
		       const struct perf_event *event);
void pa_event_now_join(struct pa_event_now *to, const struct pa_event_now *leader);

#endif /* PERFATTR_NOW_EVENT_NOW_H */
