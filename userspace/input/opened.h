/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which event a descriptor is, as far as lines of strace prove that: each process has descriptors
 * of its own, which dup, close, fork and exec change.
 */
#ifndef PERFATTR_INPUT_OPENED_H
#define PERFATTR_INPUT_OPENED_H

#include "paste/paste.h"
#include "source/pasted.h"

struct opened;

struct opened *opened_new(bool text, bool whole);
void opened_free(struct opened *o);
bool opened_whole(struct opened *o, const char **line, size_t *len);
void opened_add(struct opened *o, const struct paste_call *call, u64 seq);
bool opened_event(struct opened *o, s32 tid, s32 fd, struct pasted_event *e);
bool opened_by(struct opened *o, s32 tid);
bool opened_closes(struct opened *o, const struct paste_op *op);
bool opened_unmaps(struct opened *o, const struct paste_op *op, struct pasted_event *e);
void opened_op(struct opened *o, const struct paste_op *op);
void opened_exit(struct opened *o, s32 tid);

#endif /* PERFATTR_INPUT_OPENED_H */
