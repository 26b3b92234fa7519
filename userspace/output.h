/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_OUTPUT_H
#define PERFATTR_OUTPUT_H

#include <stddef.h>

void write_output(const char *path, const char *text, size_t len);

#endif /* PERFATTR_OUTPUT_H */
