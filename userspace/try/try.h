/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Makes a call of perf_event_open(2) on this machine to see its result. Nothing is left behind:
 * each call is made in a child, with disabled=1 and enable_on_exec=0, is never mapped, and is
 * closed at once. Calls that have effects by opening are not made at all: never.c.
 */
#ifndef PERFATTR_TRY_H
#define PERFATTR_TRY_H

#include <sys/types.h>

#include "host/host.h"
#include "rules/case.h"

/* Limits for one record: calls, and ms for all of them. */
#define TRY_OPENS	200
#define TRY_MS		2000
/* How long one child may take. */
#define TRY_CHILD_MS	500
/* Calls that one child makes. */
#define TRY_CALLS	16

/* No task has a larger number: PID_MAX_LIMIT. */
#define TRY_PID_MOST	(4 << 20)

/**
 * struct try_call - the arguments of a call
 * @attr:     the caller's memory of the attr, attr.size included; the bytes behind it are zero
 * @pid:      -1 or 0, which is the child that makes the call; see try_never()
 * @cpu:      as passed
 * @group_fd: as passed; a number that is not a descriptor, since the child has none
 * @member:   its group_fd is the descriptor of the first call of the same child, which is disabled
 * @flags:    as passed
 */
struct try_call {
	u8 attr[PA_ATTR_KEEP];
	s32 pid;
	s32 cpu;
	s32 group_fd;
	bool member;
	u64 flags;
};

/* The result of a call. */
enum try_how {
	TRY_OPENED,
	TRY_REFUSED,	/* refused by the kernel */
	TRY_NEVER,	/* it was not made, because it must not */
	TRY_NOT,	/* it was not made, or its answer is not known */
};

/**
 * struct try_result - the results of the calls of a child
 * @how:    enum try_how, of the first that did not open
 * @opened: how many had opened before
 * @err:    TRY_REFUSED: the errno; TRY_NOT: the errno of the obstacle, 0 if there is none
 * @why:    TRY_NEVER, TRY_NOT: why it was not made, half a sentence; never freed
 */
struct try_result {
	u8 how;
	u32 opened;
	s32 err;
	const char *why;
};

/**
 * struct try_as - the user as whom a child makes its calls
 * @user:      be @uid and @gid, without other groups; else who we are
 * @limited:   have the capabilities @caps, and no others
 */
struct try_as {
	bool user;
	bool limited;
	uid_t uid;
	gid_t gid;
	u64 caps;
};

/**
 * struct try_machine - facts about a machine that are needed before anything is tried
 * @pmus:  its PMUs, as sysfs has them
 * @npmus: entries of @pmus; 0: they cannot be read, and no dynamic type is tried
 * @here:  knows its trace events; NULL: these are not known
 */
struct try_machine {
	const struct pa_pmu_name *pmus;
	u32 npmus;
	struct env_here *here;
};

struct try_run;

/* Makes a call that may be made, and stores its result. */
typedef void (*try_fn)(const struct try_run *run, const struct try_call *call,
		       struct try_result *res);

/**
 * struct try_run - the children that make calls, for one record or for several
 * @m:     the machine
 * @make:  makes them
 * @as:    the user; NULL: our own
 * @end:   until when, from try_clock()
 * @opens: how many were made
 */
struct try_run {
	const struct try_machine *m;
	try_fn make;
	const struct try_as *as;
	u64 end;
	u32 opens;
};

/**
 * struct try_told - the results of trying a refused call
 * @again:    as it was
 * @same:     it was refused with the same errno
 * @own_task: a task of our own replaced the one that it named
 * @planned:  its reason has a plan: @plan is valid
 * @plan:     the call as the plan has it
 * @next:     why that was refused, without a plan; its rule is NULL if that is not known
 * @searched: one field after the other was changed
 * @over:     the search has ended early: why; else NULL
 * @found:    the change that opens: fix, nfix, plan and lost are valid; nfix is 0 if none does
 */
struct try_told {
	struct try_result again;
	bool same;
	bool own_task;
	bool planned;
	struct try_result plan;
	struct pa_why next;
	bool searched;
	const char *over;
	struct pa_why found;
};

/* --- again.c --- */

void try_again(struct try_told *told, struct try_run *run, const struct pa_case *c,
	       const struct pa_unknown *unknown, const struct pa_why *why);

/* --- never.c --- */

const char *try_never(const struct try_call *call, const struct try_machine *m);

/* --- child.c --- */

void try_calls(struct try_result *res, const struct try_call *calls, u32 n,
	       const struct try_machine *m, const struct try_as *as, u32 ms);

u64 try_clock(void);
void try_open(const struct try_run *run, const struct try_call *call, struct try_result *res);

/* --- seccomp.c --- */

const char *try_filtered(const struct env_here *here);

#endif /* PERFATTR_TRY_H */
