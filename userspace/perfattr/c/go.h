/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_GO_H
#define PERFATTR_C_GO_H

#include <jansson.h>

size_t go_record(json_t *records);

#endif /* PERFATTR_C_GO_H */
