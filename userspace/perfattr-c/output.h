/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_OUTPUT_H
#define PERFATTR_C_OUTPUT_H

#include <stddef.h>

void write_output(const char *path, const char *text, size_t len);

#endif /* PERFATTR_C_OUTPUT_H */
