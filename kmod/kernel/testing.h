/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A build for tests (PA_TEST, see Kbuild) pretends to run on another kernel, as its parameters say:
 * without a function, with a second copy of one, or with other prototypes.
 */
#ifndef PERFATTR_TESTING_H
#define PERFATTR_TESTING_H

#ifdef PA_TEST
/* Handlers look in the wrong place. */
enum {
	PA_SHUFFLE_TASK = 1,	/* task and leader */
	PA_SHUFFLE_LEADER,	/* leader and parent_event */
	PA_SHUFFLE_ATTR,	/* the attr is elsewhere on the stack */
	PA_SHUFFLE_PMU,		/* the PMU for the event */
	PA_SHUFFLE_EVENT,	/* a pointer into the event */
	PA_SHUFFLE_OUTPUT,	/* event and output event */
	PA_SHUFFLE_CALLER,	/* the two pointers to attrs */
	PA_SHUFFLE_FILE,	/* the file of an op */
};

extern unsigned int pa_testing_shuffle;

#define PA_SHUFFLED(usual, by, other)	(pa_testing_shuffle == PA_SHUFFLE_##by ? (other) : (usual))

int perfattr_never_called(int value);
const char *pa_testing_symbol(const char *symbol);
#else
#define PA_SHUFFLED(usual, by, other)	(usual)

/**
 * pa_testing_symbol() - which function is probed for this one
 * @symbol: the function
 *
 * Context: any. Return: the same; in a build for tests perhaps another, or NULL: it is absent.
 */
static inline const char *pa_testing_symbol(const char *symbol)
{
	return symbol;
}
#endif

#endif /* PERFATTR_TESTING_H */
