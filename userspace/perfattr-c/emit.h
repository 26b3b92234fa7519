/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_EMIT_H
#define PERFATTR_C_EMIT_H

#include "session.h"

char *program_text(struct session *s, size_t *len);

#endif /* PERFATTR_C_EMIT_H */
