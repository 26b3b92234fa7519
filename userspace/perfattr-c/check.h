/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_CHECK_H
#define PERFATTR_C_CHECK_H

#include <jansson.h>

char *check_version(json_t *line);
char *check_record(json_t *r);

#endif /* PERFATTR_C_CHECK_H */
