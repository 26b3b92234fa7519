/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the event of a descriptor. */
#ifndef PERFATTR_CAPTURE_OPENED_H
#define PERFATTR_CAPTURE_OPENED_H

#include "call/pasted.h"

struct opened;

struct opened *opened_new(bool by_id);
void opened_add(struct opened *o, const struct paste_call *call, u64 seq);
bool opened_event(struct opened *o, s32 tid, s32 fd, u64 id, struct pasted_event *e);
bool opened_by(const struct opened *o, s32 tid);
bool opened_unmaps(struct opened *o, const struct paste_call *op, struct pasted_event *e);
void opened_exec(struct opened *o, s32 pid);
void opened_op(struct opened *o, const struct paste_call *op);

#endif /* PERFATTR_CAPTURE_OPENED_H */
