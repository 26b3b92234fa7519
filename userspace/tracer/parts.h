/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the files of the tracer call of each other. */
#ifndef PERFATTR_TRACER_PARTS_H
#define PERFATTR_TRACER_PARTS_H

#include <linux/filter.h>
#include <linux/seccomp.h>

#include "tracer/tracer.h"

/* Which call it is: the data of the action of our filter, with a number of ours before. */
enum what {
	NOTHING,
	OPEN,
	IOCTL,
	MMAP,
	MUNMAP,
	PRCTL,
	FILTER,		/* a program puts a seccomp filter on itself */
	READ,		/* from here on only where all calls are asked for */
	POLL,
	PPOLL,
	CLOSE,
	N_WHAT,
};

/* A program may have a filter that stops for a tracer, too: this is in the data of ours. */
#define OUR_DATA	0x5a00

/* Whether another filter than ours has taken a call, so that the kernel was not asked. */
enum passed {
	TAKEN,
	PASSED,
	NOT_KNOWN,
};

/* How a call has ended. */
enum ended {
	RETURNED,
	TRAPPED,	/* a filter has sent SIGSYS in its place */
	BY_SIGSYS,	/* a filter has killed its thread */
	KILLED,		/* its thread is gone */
};

/**
 * struct call - a call that has begun and not returned
 * @what:   which one
 * @passed: has another filter taken it?
 * @trapped: a filter has sent SIGSYS in its place
 * @args:   its arguments
 * @n:      how many events it polls
 * @polled: they, and where they stand in what was passed
 * @t:      what is reported of it
 */
struct call {
	enum what what;
	enum passed passed;
	bool trapped;
	u64 args[6];
	unsigned int n;
	struct {
		u64 id;
		s32 fd;
		unsigned int at;
	} polled[16];
	struct traced t;
};

/**
 * struct how - how programs are traced
 * @all:  calls that programs make all the time, too
 * @slow: each system call stops: a filter that is in force may refuse opens
 * @own:  our filter is on the program
 * @nnp:  ... and it had to promise that no program that it executes gets more rights
 * @attach: to what runs already, and is left again
 * @mapped: an event was mapped
 * @sharing: processes share memory or descriptors with each other
 * @here: this machine
 * @fn:   gets what is reported
 * @arg:  the same
 */
struct how {
	bool all;
	bool slow;
	bool own;
	bool nnp;
	bool attach;
	bool sharing;
	bool mapped;
	struct env_here *here;
	traced_fn fn;
	void *arg;
};

/* calls.c */
unsigned int calls_filter(struct sock_filter *f, u32 action, bool all);
enum what calls_what(u32 arch, u64 nr, u8 *abi);

#define FILTER_MAX	512

/* call.c */
bool call_begin(struct call *c, const struct how *how, s32 tid, bool slow);
void call_end(struct call *c, const struct how *how, s32 tid, s64 ret, enum ended ended);
void call_exec(const struct how *how, s32 tid);

/* engine.c */
void engine_begin(const struct how *how, pid_t root);
bool engine_seize(pid_t tid);
bool engine_attach(pid_t pid);
void engine_leave(void);

#endif /* PERFATTR_TRACER_PARTS_H */
