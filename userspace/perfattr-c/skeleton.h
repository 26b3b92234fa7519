/* SPDX-License-Identifier: GPL-2.0 */
/* skeleton.c, which is a part of perfattr-c as text: see there. */
#ifndef PERFATTR_C_SKELETON_H
#define PERFATTR_C_SKELETON_H

#include <stdio.h>

/*
 * What a program may need beside its calls, with the words of skeleton.c's markers. Parts that
 * come with every program or with none have "always" and "never".
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

/* Text for a line "insert WORD" of skeleton.c. */
struct insert {
	const char *word;
	const char *text;
};

/* skeleton_text.S */
extern const char skeleton_text[];

void skeleton_put(FILE *out, unsigned int needs, const struct insert *inserts, size_t n);

#endif /* PERFATTR_C_SKELETON_H */
