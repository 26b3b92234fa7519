/* SPDX-License-Identifier: GPL-2.0 */
/* The ring of records: fixed memory, lock-free bounded writers, any number of readers. */
#ifndef PERFATTR_RING_H
#define PERFATTR_RING_H

#include "core/counters.h"
#include "core/record.h"

#define PA_RING_MIN	1U
#define PA_RING_MAX	1048576U

enum pa_ring_read {
	PA_RING_EMPTY,		/* no complete record at the cursor yet */
	PA_RING_RECORD,		/* *out is a complete record, the cursor is past it */
	PA_RING_LOST,		/* *lost records are gone, the cursor is past them */
};

int pa_ring_init(unsigned int records);
void pa_ring_destroy(void);
void pa_ring_commit(struct pa_record *rec);
int pa_ring_resize(unsigned int records);
void pa_ring_clear(void);
u64 pa_ring_oldest(void);
u64 pa_ring_next(void);
unsigned int pa_ring_capacity(void);
enum pa_ring_read pa_ring_read(u64 *cursor, u64 end, struct pa_record *out, u64 *lost);
void pa_ring_stats(struct pa_counters *c);

#endif /* PERFATTR_RING_H */
