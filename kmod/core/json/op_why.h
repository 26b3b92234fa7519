/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_JSON_OP_WHY_H
#define PERFATTR_JSON_OP_WHY_H

#include "core/json/writer.h"

void pa_json_op_outcome(struct pa_json *j);

#endif /* PERFATTR_JSON_OP_WHY_H */
