/* SPDX-License-Identifier: GPL-2.0 */
/* Looks up kernel symbols by name. */
#ifndef PERFATTR_SYMBOL_H
#define PERFATTR_SYMBOL_H

#include "core/record.h"

const void *pa_symbol_address(const char *name);
void pa_symbol_code(char *to, u64 addr);
bool pa_symbol_function(const char *name, u64 *addr, u32 *size);

#endif /* PERFATTR_SYMBOL_H */
