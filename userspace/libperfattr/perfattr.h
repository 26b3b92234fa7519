/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * libperfattr: why the kernel refused a call of perf_event_open(2) that this thread has just made,
 * and which call would open. See libperfattr(3).
 *
 * Any number of threads may call these functions at once. They print nothing, send no signal, keep
 * nothing, and leave errno as it is. They are not for signal handlers.
 */
#ifndef PERFATTR_H
#define PERFATTR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_event_attr;

/* Options; 0 is what most callers want. */
#define PERFATTR_LATER		0x1	/* the call was made a while ago: see below */
#define PERFATTR_SYMBOLS	0x2	/* look for a kprobe's function in /proc/kallsyms, too */
#define PERFATTR_LIMITS		0x4	/* ask the kernel for its limits: about 320 refused calls */

/**
 * struct perfattr_call - a refused call of perf_event_open()
 * @attr:      as it was passed: any pointer. Memory that is not readable is not read
 * @flags:     as it was passed, as the next three
 * @pid:       process or thread
 * @cpu:       cpu
 * @group_fd:  descriptor
 * @error:     errno of the call
 * @attr_size: attr->size as it was passed, 0: as it is there now. Where the kernel returns E2BIG
 *             it has written its own size there
 * @reserved:  all 0
 *
 * The functions assume that attr, descriptors and the calling thread are as they were at the call.
 * If they may have changed since, or another thread has made the call, set PERFATTR_LATER.
 */
struct perfattr_call {
	const struct perf_event_attr *attr;
	uint64_t flags;
	int32_t pid;
	int32_t cpu;
	int32_t group_fd;
	int32_t error;
	uint32_t attr_size;
	uint32_t reserved[7];
};

/* How sure a reason is. */
enum perfattr_certainty {
	PERFATTR_NOT_KNOWN,	/* there is none */
	PERFATTR_MAY_BE,	/* one of several */
	PERFATTR_PROBABLE,	/* the only one that is known, but not proven */
	PERFATTR_CERTAIN,	/* proven by the call and its caller */
};

/* The loss of a plan, compared with the request. */
enum perfattr_loss {
	PERFATTR_NO_PLAN,
	PERFATTR_SAME,		/* nothing */
	PERFATTR_LESS,		/* a part: the kernel, precision, a part of the sample */
	PERFATTR_OTHER,		/* it measures another task, cpu or event, or not in the group */
	PERFATTR_VOID,		/* all: it opens, and the kernel never counts or samples it */
};

#define PERFATTR_CHANGES	12

/**
 * struct perfattr_change - one argument to change
 * @name:  field of the attr, or "pid", "cpu", "group_fd", "flags"
 * @value: the value to pass instead; a negative number is sign-extended
 */
struct perfattr_change {
	char name[32];
	uint64_t value;
};

/**
 * struct perfattr_why - facts about a refused call, in 4096 bytes. Strings are printable ASCII
 * @n:         number of reasons; 0: none is known. All members but @others and @text describe the
 *             likeliest
 * @more:      1: there are more than @n
 * @certainty: enum perfattr_certainty
 * @loss:      enum perfattr_loss of the plan
 * @n_change:  entries of @change
 * @reserved:  all 0
 * @change:    the plan: all of these
 * @rule:      name of the check, as in refusals.md: it does not change
 * @function:  of the kernel, which has the check
 * @field:     the field or argument at fault; empty if it is not one alone
 * @others:    names of the checks of the other reasons, separated by spaces
 * @reason:    the reason, one sentence, as if the reason were certain
 * @lost:      the loss by the plan
 * @needs:     the privilege or setting with which the call would pass; empty if none helps
 * @fix:       plan and needs, one sentence; empty if nothing is known to help
 * @text:      all reasons, to be printed: lines that end with a newline
 */
struct perfattr_why {
	uint32_t n;
	uint32_t more;
	uint32_t certainty;
	uint32_t loss;
	uint32_t n_change;
	uint32_t reserved[11];
	struct perfattr_change change[PERFATTR_CHANGES];
	char rule[48];
	char function[48];
	char field[32];
	char others[144];
	char reason[768];
	char lost[128];
	char needs[144];
	char fix[768];
	char text[1472];
};

/*
 * A handle keeps what seldom changes (PMUs for a second, limits, cpus), four descriptors with
 * O_CLOEXEC and memory, so that an explanation costs fewer system calls. NULL works everywhere in
 * its place. Threads may share a handle: while one uses it, others are answered without it.
 */
struct perfattr;

/**
 * perfattr_open() - make a handle
 *
 * Return: NULL if there is no memory.
 */
struct perfattr *perfattr_open(void);

/**
 * perfattr_close() - free a handle
 * @p: from perfattr_open(), or NULL
 */
void perfattr_close(struct perfattr *p);

/**
 * perfattr_explain() - say why a call was refused
 * @p:       a handle, or NULL
 * @call:    the call
 * @options: PERFATTR_LATER, ...
 * @why:     receives the reasons; all of it is written
 *
 * Return: how many reasons there are, 0 if none is known; -EINVAL if an option is not known, a
 * pointer is NULL, or reserved is not 0; -ENOMEM.
 */
int perfattr_explain(struct perfattr *p, const struct perfattr_call *call, unsigned int options,
		     struct perfattr_why *why);

/**
 * perfattr_plan() - find a call that would open instead
 * @p:       a handle, or NULL
 * @call:    the refused call
 * @options: PERFATTR_LATER, ...
 * @plan:    receives its arguments; its attr is @attr. May be @call
 * @attr:    receives its attr; may be that of @call
 * @size:    bytes there, at most 1 MiB; as many are needed as the attr of the plan has
 *
 * The plan passes all known checks; if a known check refuses every change, there is no plan.
 * PERFATTR_VOID does not count as a plan here. It was not tried.
 *
 * Return: 0 if there is no plan, and then nothing is written; else enum perfattr_loss; -ENOSPC if
 * @size is too small; else as perfattr_explain().
 */
int perfattr_plan(struct perfattr *p, const struct perfattr_call *call, unsigned int options,
		  struct perfattr_call *plan, void *attr, size_t size);

/* Whether a call would open. */
enum perfattr_outcome {
	PERFATTR_UNDECIDED,	/* a check depends on unknown facts */
	PERFATTR_OPENS,		/* it passes all known checks */
	PERFATTR_REFUSED,
	PERFATTR_NEVER_COUNTS,	/* it opens, and the kernel never counts or samples it */
};

/**
 * perfattr_check() - say whether a call would open here
 * @p:    a handle, or NULL
 * @call: the call; its error is not looked at
 * @why:  receives why it is refused, or has no effect; all of it is written
 *
 * The call is not made. Under a seccomp filter nothing is decided.
 *
 * Return: enum perfattr_outcome; else as perfattr_explain().
 */
int perfattr_check(struct perfattr *p, const struct perfattr_call *call,
		   struct perfattr_why *why);

/**
 * perfattr_explain_mmap() - say why mmap() of an event was refused
 * @p:      a handle, or NULL
 * @open:   the call that has opened the event, with its attr; NULL: not known. With it the reason
 *          is surer
 * @fd:     its descriptor
 * @length: as it was passed, as the next two
 * @prot:   PROT_READ, ...
 * @offset: bytes
 * @error:  errno of the call
 * @why:    receives the reasons; all of it is written
 *
 * Return: as perfattr_explain(). A descriptor proves no reason: its file at the call is not known.
 */
int perfattr_explain_mmap(struct perfattr *p, const struct perfattr_call *open, int fd,
			  size_t length, int prot, uint64_t offset, int error,
			  struct perfattr_why *why);

/**
 * perfattr_explain_ioctl() - say why ioctl() on an event was refused
 * @p:       as of perfattr_explain_mmap(), as the next two
 * @open:    the call that has opened the event
 * @fd:      its descriptor
 * @request: PERF_EVENT_IOC_...
 * @arg:     its argument, a number or a pointer of any kind
 * @error:   errno of the call
 * @why:     receives the reasons; all of it is written
 *
 * Return: as perfattr_explain().
 */
int perfattr_explain_ioctl(struct perfattr *p, const struct perfattr_call *open, int fd,
			   unsigned long request, uintptr_t arg, int error,
			   struct perfattr_why *why);

/**
 * perfattr_explain_read() - say why read() of an event was refused
 * @p:     as of perfattr_explain_mmap(), as the next two
 * @open:  the call that has opened the event
 * @fd:    its descriptor
 * @size:  requested bytes
 * @error: errno of the call
 * @why:   receives the reasons; all of it is written
 *
 * Return: as perfattr_explain().
 */
int perfattr_explain_read(struct perfattr *p, const struct perfattr_call *open, int fd,
			  size_t size, int error, struct perfattr_why *why);

/* The state of an event. */
enum perfattr_fare {
	PERFATTR_NO_TIMES,	/* not known: its read_format has no times, or @open is NULL */
	PERFATTR_NEVER_RAN,
	PERFATTR_SCALED,	/* a part of the time: others had its counter */
	PERFATTR_RAN,
};

/**
 * struct perfattr_health - times, losses and state of an event
 * @state:    enum perfattr_fare
 * @percent:  running of enabled, rounded down
 * @enabled:  ns for which it was enabled
 * @running:  ns for which it was counting
 * @reserved: all 0
 * @text:     these facts in one sentence; if it never ran, with the likeliest reason
 */
struct perfattr_health {
	uint32_t state;
	uint32_t percent;
	uint64_t enabled;
	uint64_t running;
	uint32_t reserved[10];
	char text[192];
};

/**
 * perfattr_health() - say whether an event has run
 * @p:      a handle, or NULL
 * @open:   the call that has opened it, whose read_format has both times; NULL: not known
 * @fd:     its descriptor, which is passed to read()
 * @health: receives it; all of it is written
 *
 * Return: 0; -EBADF: it is not an event, or that is not known; another errno of read(); -EINVAL: a
 * pointer is NULL; -ENOMEM.
 */
int perfattr_health(struct perfattr *p, const struct perfattr_call *open, int fd,
		    struct perfattr_health *health);

/**
 * perfattr_format() - write a call as text: arguments, fields of the attr that are not 0, result
 * @call:   the call; its error is not looked at
 * @result: its result: a descriptor, or a negative errno
 * @buf:    receives the text, cut to fit, and a NUL
 * @size:   bytes there; 0: nothing is written
 *
 * Return: as snprintf(): bytes of the whole text; -EINVAL, -ENOMEM.
 */
int perfattr_format(const struct perfattr_call *call, int result, char *buf, size_t size);

/**
 * perfattr_version() - the version of the library: three numbers with dots between them
 */
const char *perfattr_version(void);

#ifdef __cplusplus
}
#endif

#endif /* PERFATTR_H */
