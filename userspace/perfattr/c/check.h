/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_C_CHECK_H
#define PERFATTR_C_CHECK_H

#include <stdbool.h>

struct record;
struct text;
bool check_record(const struct record *r, struct text *what);

#endif /* PERFATTR_C_CHECK_H */
