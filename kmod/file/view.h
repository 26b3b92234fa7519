/* SPDX-License-Identifier: GPL-2.0 */
/* An open view, and how it is rendered. */
#ifndef PERFATTR_VIEW_H
#define PERFATTR_VIEW_H

#include <linux/kallsyms.h>

#include "core/raw.h"
#include "file/pieces.h"
#include "kernel/pmu.h"
#include "record/ring.h"

enum view_flags {
	VIEW_RAW = 1,
	VIEW_STREAM = 2,
	VIEW_RUN = 4,
};

/**
 * struct view_file - an open view
 * @p:       lock, position, and the record as rendered; the lock is not held while waiting for
 *           records
 * @flags:   enum view_flags
 * @run:     from pa_runs_add(), valid with VIEW_RUN
 * @cursor:  number of the next record to read
 * @begin:   number of the first record
 * @end:     number after the last record of a snapshot; U64_MAX for a stream
 * @handler: the overflow handler whose symbol is in @env, 0: none
 * @clock:   the clock, as @handler
 * @named:   raw: a bit for each enum pa_raw_of whose symbol is that which was rendered last
 * @lost_end:  snapshot: file offset behind the last note that records were lost; 0: there was none
 * @lost_next: number of the record there
 * @told:    raw: how many entries about the machine were given out: 1 for the head, one for each
 *           PMU
 * @npmus:   entries of the table of PMUs that this file knows
 * @leaves:  pa_pmu_leaves() when @gone was last compared with the table
 * @pending: @what was read and is not given out yet: entries about the machine come first
 * @of_ring: @p has what was read from the ring, no entry about the machine
 * @brief:   snapshot: the setting when it was opened, as lines must stay as long as they were
 * @what:    what pa_ring_read() has read last
 * @lost:    how many records were lost, valid if @what says so
 * @gone:    of each PMU, whether it was gone when its entry was given out
 * @env:     further input of the renderers
 * @rec:     the record that was read last
 * @symbol:  scratch for symbol lookups: KSYM_SYMBOL_LEN is too much for a stack
 */
struct view_file {
	struct pa_pieces p;
	unsigned int flags;
	int run;
	u64 cursor;
	u64 begin;
	u64 end;
	u64 lost_end;
	u64 lost_next;
	u64 handler;
	u64 clock;
	u32 named;
	u32 told;
	u32 npmus;
	u32 leaves;
	bool pending;
	bool of_ring;
	bool brief;
	enum pa_ring_read what;
	u64 lost;
	u8 gone[PA_PMUS];
	struct pa_env env;
	struct pa_record rec;
	char symbol[KSYM_SYMBOL_LEN];
};

/* pa_pieces_free() frees the struct by it. */
static_assert(!offsetof(struct view_file, p));

/* The symbols are looked up and rendered again: a reader goes on somewhere else. */
static inline void view_forget_names(struct view_file *vf)
{
	vf->named = 0;
	vf->handler = 0;
	vf->clock = 0;
	vf->env.handler[0] = '\0';
	vf->env.clock[0] = '\0';
}

void pa_view_machine(struct view_file *vf);
bool pa_view_tell(struct view_file *vf, struct out *s);
void pa_view_render(struct view_file *vf, struct out *s);

#endif /* PERFATTR_VIEW_H */
