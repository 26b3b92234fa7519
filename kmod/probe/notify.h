/* SPDX-License-Identifier: GPL-2.0 */
/* Wakes readers when there are new records. */
#ifndef PERFATTR_NOTIFY_H
#define PERFATTR_NOTIFY_H

#include <linux/wait.h>

/* Readers of the streams wait here for pa_notify_record(). */
extern wait_queue_head_t pa_notify_wait;

void pa_notify_init(void);
void pa_notify_exit(void);
void pa_notify_record(void);

#endif /* PERFATTR_NOTIFY_H */
