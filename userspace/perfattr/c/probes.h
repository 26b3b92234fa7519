/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_PROBES_H
#define PERFATTR_C_PROBES_H

#include <jansson.h>

int drop_probes(json_t *records);

#endif /* PERFATTR_C_PROBES_H */
