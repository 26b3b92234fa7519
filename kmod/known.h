/* SPDX-License-Identifier: GPL-2.0 */
/* Events whose open was recorded, by their id. */
#ifndef PERFATTR_KNOWN_H
#define PERFATTR_KNOWN_H

#include <linux/types.h>

/**
 * struct pa_known - what is remembered of an event
 * @seq:  number of the record of its open, 0 when that was not seen
 * @fd:   the descriptor that the open returned, valid if @seq
 * @tgid: the process that opened it, valid if @seq
 */
struct pa_known {
	u64 seq;
	s32 fd;
	s32 tgid;
};

int pa_known_init(void);
void pa_known_destroy(void);
void pa_known_add(u64 id, const struct pa_known *what);
void pa_known_get(u64 id, struct pa_known *what);
bool pa_known_polled(u64 id, u32 mask);
void pa_known_forget(u64 id);

#endif /* PERFATTR_KNOWN_H */
