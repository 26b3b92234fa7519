/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs under ptrace, where the module is not: their calls of perf_event_open() and on its
 * descriptors. start.c says which processes there are, engine.c when a thread is stopped. A
 * finished call goes through a pipe to capture/traced.c; both ends are one program, so that the
 * bytes are not a format.
 */
#ifndef PERFATTR_TRACER_H
#define PERFATTR_TRACER_H

#include <sys/types.h>

#include "parse/parse.h"
#include "facts/place.h"

/* Kinds of events that the engine reports. */
enum traced_what {
	TRACED_OPEN,	/* perf_event_open() */
	TRACED_OP,	/* a call on a descriptor of an event, or a prctl() about all */
	TRACED_EXEC,	/* another program is executed */
};

/**
 * struct traced - a call that has ended, on its way through a pipe
 * @what:  enum traced_what
 * @lost:  so many calls before it nobody has taken in time
 * @place: of a refused call: where it was made
 * @op:    the call, an open or one on a descriptor
 */
struct traced {
	u8 what;
	u32 lost;
	struct pa_place place;
	struct paste_call op;
};

/* Called with each. */
typedef void (*traced_fn)(struct traced *t, void *arg);

struct env_here;

/* --- start.c --- */

int tracer_begin(struct env_here *here, bool all, const char *attach);
int tracer_join(void);
void tracer_left(void);
pid_t tracer_engine(void);
void tracer_take_over(traced_fn fn, void *arg);

/* --- engine.c --- */

pid_t engine_wait(int *status);

#endif /* PERFATTR_TRACER_H */
