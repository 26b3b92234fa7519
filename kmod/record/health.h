/* SPDX-License-Identifier: GPL-2.0 */
/* Facts about an event's running time and losses, taken when it is read or closed. */
#ifndef PERFATTR_HEALTH_H
#define PERFATTR_HEALTH_H

#include "core/record.h"

struct perf_event;

void pa_health_read(struct pa_op *op, const struct perf_event *event);
void pa_health_close(struct pa_op *op, const struct perf_event *event);

#endif /* PERFATTR_HEALTH_H */
