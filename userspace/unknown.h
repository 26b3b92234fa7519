/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What is not known of a call that a text tells of. */
#ifndef PERFATTR_UNKNOWN_H
#define PERFATTR_UNKNOWN_H

#include "core/attr.h"

/* Bits of pa_unknown.args. */
#define PA_UNKNOWN_PID		0x01
#define PA_UNKNOWN_CPU		0x02
#define PA_UNKNOWN_GROUP_FD	0x04
#define PA_UNKNOWN_FLAGS	0x08

/**
 * struct pa_unknown - what is not known of a call
 * @word: bits of the attr, in words as pa_attr.word has them
 * @args: PA_UNKNOWN_*
 */
struct pa_unknown {
	u64 word[PA_WORDS];
	u8 args;
};

#endif /* PERFATTR_UNKNOWN_H */
