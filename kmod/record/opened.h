/* SPDX-License-Identifier: GPL-2.0 */
/* Links event ids to the records of their opens. */
#ifndef PERFATTR_OPENED_H
#define PERFATTR_OPENED_H

#include <linux/jump_label.h>

#include "core/record.h"

/**
 * struct pa_opened - remembered facts about an event
 * @seq:  number of the record of its open, 0 when not known
 * @fd:   the descriptor that the open returned, valid if @seq
 * @tgid: the process that opened it, valid if @seq
 */
struct pa_opened {
	u64 seq;
	s32 fd;
	s32 tgid;
};

/**
 * struct pa_mapping - remembered facts about the mappings of an event's file
 * @data_at:  user address of the data area that was mapped first
 * @data_len: its bytes, 0 when not known
 * @aux_at:   file offset of the AUX area
 * @aux_len:  its bytes, 0 when not known
 * @tgid:     the process that has mapped the data area
 */
struct pa_mapping {
	u64 data_at;
	u64 data_len;
	u64 aux_at;
	u64 aux_len;
	s32 tgid;
};

int pa_opened_init(void);
void pa_opened_destroy(void);
void pa_opened_get(u64 id, struct pa_opened *what);
bool pa_opened_polled(u64 id, u32 mask);
void pa_opened_mapped(const struct pa_op *op);
void pa_opened_unmapped(const struct pa_op *op);
bool pa_opened_mapping(u64 id, struct pa_mapping *map);
void pa_opened_forget(u64 id);
void pa_opened_switch(bool on);
void pa_opened_remember_slow(const struct pa_record *rec);

DECLARE_STATIC_KEY_FALSE(pa_opened_wanted);

/**
 * pa_opened_remember() - remember an open, so that later ops on its event can name it
 * @rec: the record, committed; its seq is set
 *
 * Context: probe handler.
 */
static __always_inline void pa_opened_remember(const struct pa_record *rec)
{
	if (static_branch_unlikely(&pa_opened_wanted))
		pa_opened_remember_slow(rec);
}

#endif /* PERFATTR_OPENED_H */
