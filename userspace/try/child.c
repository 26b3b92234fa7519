// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Makes calls in a child that has no descriptors but theirs, may be another user, and ends at once.
 * It answers through memory, because there may be no descriptor left for a pipe.
 */
#include <grp.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "try/try.h"

/* The kernel refuses an attr larger than a page without reading it. */
#define ATTR_ROOM	65536

#ifndef CAP_PERFMON
#define CAP_PERFMON	38
#endif

/* Capabilities that perf_event_open() asks for. */
#define CAP(name)	(1ULL << (CAP_##name))
#define CAPS_ASKED	(CAP(SYS_ADMIN) | CAP(PERFMON) | CAP(SYS_PTRACE))

/* Shared by parent and child. */
struct answer {
	struct try_result res;
	bool done;
};

static void answer_not(struct answer *a, const char *why, int err)
{
	a->res.how = TRY_NOT;
	a->res.why = why;
	a->res.err = err;
}

/* Descriptors of ours, which a group_fd might name, and which the calls may lack. */
static void close_all(void)
{
	struct rlimit limit;
	rlim_t fd;

#ifdef SYS_close_range
	if (!syscall(SYS_close_range, 0U, ~0U, 0U))
		return;
#endif
	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur > ATTR_ROOM)
		limit.rlim_cur = ATTR_ROOM;
	for (fd = 0; fd < limit.rlim_cur; fd++)
		close((int)fd);
}

/* Drops all capabilities but these. Returns false if one is missing that may decide. */
static bool limit_caps(struct answer *a, u64 caps)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];
	u64 permitted;

	if (syscall(SYS_capget, &head, data)) {
		answer_not(a, "capabilities cannot be read here", errno);
		return false;
	}
	permitted = data[0].permitted | (u64)data[1].permitted << 32;
	if (caps & ~permitted & CAPS_ASKED) {
		answer_not(a, "the caller had capabilities that perfattr lacks", 0);
		return false;
	}
	caps &= permitted;
	memset(data, 0, sizeof(data));
	data[0].permitted = (u32)caps;
	data[1].permitted = (u32)(caps >> 32);
	data[0].effective = data[0].permitted;
	data[1].effective = data[1].permitted;
	if (syscall(SYS_capset, &head, data)) {
		answer_not(a, "capabilities cannot be dropped here", errno);
		return false;
	}
	return true;
}

static bool become(struct answer *a, const struct try_as *as)
{
	if (as->user) {
		/* Without this the capabilities are lost with the user. */
		if (as->limited)
			prctl(PR_SET_KEEPCAPS, 1);
		if (setgroups(0, NULL) || setresgid(as->gid, as->gid, as->gid) ||
		    setresuid(as->uid, as->uid, as->uid)) {
			answer_not(a, "only root can try it as the caller's user", errno);
			return false;
		}
	}
	return !as->limited || limit_caps(a, as->caps);
}

static long make(const struct try_call *call, int first)
{
	static union {
		u8 bytes[ATTR_ROOM];
		struct perf_event_attr attr;
	} room;

	memcpy(room.bytes, call->attr, sizeof(call->attr));
	/* No driver counts disabled members of a group, and none runs without its leader. */
	room.attr.disabled = !call->member;
	room.attr.enable_on_exec = 0;
	return syscall(SYS_perf_event_open, &room.attr, call->pid, call->cpu,
		       call->member ? first : call->group_fd, (unsigned long)call->flags);
}

static void refused(struct answer *a, int err)
{
	if (err == EMFILE || err == ENFILE) {
		answer_not(a, "no descriptor is free here", err);
		return;
	}
	a->res.how = TRY_REFUSED;
	a->res.err = err;
}

/* Ends the child if its parent is killed. */
static void end_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
}

/* Runs in the child. */
static void __attribute__((noreturn)) child(struct answer *a, const struct try_call *calls, u32 n,
					    const struct try_as *as, pid_t parent)
{
	int first = -1;
	u32 i;

	end_with(parent);
	close_all();
	if (!as || become(a, as)) {
		/* The kernel forgets it with a change of the user. */
		end_with(parent);
		for (i = 0; i < n; i++) {
			long fd = make(&calls[i], first);

			if (fd < 0) {
				refused(a, errno);
				break;
			}
			if (!i)
				first = (int)fd;
			a->res.opened++;
		}
	}
	a->done = true;
	_exit(0);
}

/**
 * try_clock() - the clock of time limits, in ms
 */
u64 try_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

/*
 * Waits without a signal or a descriptor, which a library's caller may not want to lose. Returns
 * false if it has not ended in time.
 */
static bool wait_end(pid_t pid, int *status, u32 ms)
{
	struct timespec nap = { .tv_nsec = 50000 };
	u64 end = try_clock() + ms;
	pid_t got;

	for (;;) {
		got = waitpid(pid, status, WNOHANG);
		if (got == pid)
			return true;
		/* If SIGCHLD is ignored, wait() fails once the child has ended. */
		if (got < 0 && errno != EINTR) {
			*status = 0;
			return true;
		}
		if (try_clock() >= end)
			return false;
		nanosleep(&nap, NULL);
		if (nap.tv_nsec < 2000000)
			nap.tv_nsec += nap.tv_nsec / 2;
	}
}

static void watch(struct answer *a, pid_t pid, u32 ms)
{
	int status;

	if (!wait_end(pid, &status, ms)) {
		kill(pid, SIGKILL);
		wait_end(pid, &status, TRY_CHILD_MS);
		answer_not(a, "the call did not return in time", 0);
	} else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) {
		answer_not(a, "a seccomp filter kills a process that makes this call", 0);
	} else if (!a->done) {
		answer_not(a, "the process that made the call has ended", 0);
	}
}

/**
 * try_calls() - make calls in a child, and close them at once
 * @res:   receives what became of them
 * @calls: one call, or several, the first of which may lead a group
 * @n:     how many; at most TRY_CALLS
 * @m:     this machine
 * @as:    the user; NULL: our own
 * @ms:    how long they may take
 *
 * The caller decides by try_filtered() whether a call may be made at all. errno is left as it was.
 */
void try_calls(struct try_result *res, const struct try_call *calls, u32 n,
	       const struct try_machine *m, const struct try_as *as, u32 ms)
{
	struct answer *a;
	int was = errno;
	pid_t parent = getpid(), pid;
	u32 i;

	memset(res, 0, sizeof(*res));
	for (i = 0; i < n; i++) {
		res->why = try_never(&calls[i], m);
		if (res->why) {
			res->how = TRY_NEVER;
			errno = was;
			return;
		}
	}
	a = mmap(NULL, sizeof(*a), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (a == MAP_FAILED) {
		*res = (struct try_result){ .how = TRY_NOT, .err = errno, .why = "no memory" };
		errno = was;
		return;
	}
	pid = fork();
	if (!pid)
		child(a, calls, n, as, parent);
	if (pid < 0)
		answer_not(a, "no child can be forked", errno);
	else
		watch(a, pid, ms);
	*res = a->res;
	munmap(a, sizeof(*a));
	errno = was;
}

/**
 * try_open() - make a call in a child: try_run.make
 * @run:  the calls of a record
 * @call: the call
 * @res:  receives what became of it
 */
void try_open(const struct try_run *run, const struct try_call *call, struct try_result *res)
{
	u64 now = try_clock();
	u64 left = now < run->end ? run->end - now : 0;

	*res = (struct try_result){ .how = TRY_NOT, .why = "2 seconds are over" };
	if (left > TRY_CHILD_MS)
		left = TRY_CHILD_MS;
	if (left)
		try_calls(res, call, 1, run->m, run->as, (u32)left);
}
