/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_TEXT_OP_WHY_H
#define PERFATTR_TEXT_OP_WHY_H

#include "core/text/attr.h"
#include "core/why/reason.h"

bool pa_text_op_why(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env,
		    struct pa_why *why);
void pa_text_op_advice(struct seq_buf *s, const struct pa_why *why);
void pa_text_op_health(struct seq_buf *s, const struct pa_record *r, const struct pa_env *env);

#endif /* PERFATTR_TEXT_OP_WHY_H */
