/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_READ_H
#define PERFATTR_C_READ_H

#include <stdio.h>

#include <jansson.h>

json_t *read_records(FILE *in, const char *name);
void choose_process(json_t *records, json_int_t pid);

#endif /* PERFATTR_C_READ_H */
