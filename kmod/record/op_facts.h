/* SPDX-License-Identifier: GPL-2.0 */
/* Facts that explain why an op failed, or did nothing. */
#ifndef PERFATTR_OP_FACTS_H
#define PERFATTR_OP_FACTS_H

#include <linux/types.h>

#include "record/op_record.h"

void pa_op_facts_fill(struct pa_op_inflight *call);

#endif /* PERFATTR_OP_FACTS_H */
