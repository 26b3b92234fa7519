/* SPDX-License-Identifier: GPL-2.0 */
/* skeleton.c is embedded into perfattr-c as text: see there. */
#ifndef PERFATTR_C_SKELETON_H
#define PERFATTR_C_SKELETON_H

#include <stdio.h>

/*
 * The parts of skeleton.c that a program may need, by the words of its markers. "always", "never"
 * mark parts of all programs and of none.
 */
#define NEEDS(N)			\
	N(ALWAYS, "always")		\
	N(PMU, "pmu")			\
	N(TRACEPOINT, "tracepoint")	\
	N(CGROUP, "cgroup")		\
	N(OTHERS, "others")		\
	N(RINGS, "rings")		\
	N(READ, "read")			\
	N(PREPARED, "prepared")		\
	N(ID, "id")			\
	N(LOOP, "loop")			\
	N(CPUS, "cpus")			\
	N(ERRORS, "errors")		\
	N(IOCTL, "ioctl")		\
	N(PRCTL, "prctl")		\
	N(BREAKPOINT, "breakpoint")	\
	N(NEVER, "never")

enum need_bit {
#define NEED_BIT(name, word)	NEED_BIT_##name,
	NEEDS(NEED_BIT)
#undef NEED_BIT
};

enum need {
#define NEED(name, word)	NEED_##name = 1U << NEED_BIT_##name,
	NEEDS(NEED)
#undef NEED
};

/* The text that replaces a line "insert WORD" of skeleton.c. */
struct insert {
	const char *word;
	const char *text;
};

/* skeleton_text.S */
extern const char skeleton_text[];

void skeleton_put(FILE *out, unsigned int needs, const struct insert *inserts, size_t n);

#endif /* PERFATTR_C_SKELETON_H */
