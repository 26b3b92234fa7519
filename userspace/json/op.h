/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* An op as JSON. */
#ifndef PERFATTR_JSON_OP_H
#define PERFATTR_JSON_OP_H

#include "json/writer.h"

void pa_json_op(struct pa_json *j);

#endif /* PERFATTR_JSON_OP_H */
