/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_READ_H
#define PERFATTR_C_READ_H

#include <jansson.h>

struct options;
json_t *read_records(const struct options *opt);

#endif /* PERFATTR_C_READ_H */
