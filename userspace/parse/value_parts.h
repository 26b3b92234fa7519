/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Symbols in constants, and how wide their values are. */
#ifndef PERFATTR_PARSE_VALUE_PARTS_H
#define PERFATTR_PARSE_VALUE_PARTS_H

#include "core/record.h"
#include "parse/span.h"

/*
 * C's arithmetic: an int has 32 bits, and 1 << 31 is negative. Tools print constants as wide as
 * necessary.
 */
enum width {
	INT,
	UNSIGNED,
	WIDE,	/* 64 bits */
};

enum width value_width(u64 v, bool decimal);
bool paste_symbol(const struct span *w, u64 *value);
enum width value_symbol_width(const struct span *w, u64 v);

#endif /* PERFATTR_PARSE_VALUE_PARTS_H */
