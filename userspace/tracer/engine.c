// SPDX-License-Identifier: GPL-2.0
/*
 * Threads under ptrace. Most are never stopped but by what the kernel reports to a tracer: a new
 * thread, an exec, a signal. A call that is looked at stops its thread twice:
 *
 *	         event of our filter                 exit
 *	RUNS  ------------------------->  CALLS  ------------->  RUNS
 *	      or entry, if it is slow
 *
 * Only threads with a call that has not returned, and slow ones, have an entry in the table. Slow
 * is one that another filter may refuse opens, which ours does not report: it stops at each
 * system call. An open that has no event of our filter was taken by another one.
 *
 * ptrace() fails with ESRCH at any time: a thread was killed, and waitpid() reports that.
 */
#include <dirent.h>
#include <linux/kcmp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/host.h"
#include "common/text.h"
#include "tracer/parts.h"

#define BUCKETS		1024
#define TICK_US		10000

/**
 * struct task - a thread
 * @next: in its bucket
 * @tid:  its number
 * @slow: it stops at each system call
 * @call: that has not returned; NULL: none
 */
struct task {
	struct task *next;
	pid_t tid;
	bool slow;
	struct call *call;
};

static struct {
	struct how how;
	struct task *table[BUCKETS];
	unsigned int n_slow;
	int base;	/* number of filters of a thread that is not slow */
	bool leaving;
	bool listener;	/* a supervisor may let calls pass that our filter has not seen */
	pid_t root;	/* of those that are not yet seized; 0: all are */
	unsigned int n_seized;
	bool late;	/* a thread could not be seized without waiting */
} engine;

static sigjmp_buf too_late;
/* 1: no tick has come since PTRACE_SEIZE began; 2: one has. */
static volatile sig_atomic_t seizing;

static struct task **slot(pid_t tid)
{
	struct task **at = &engine.table[(unsigned int)tid % BUCKETS];

	while (*at && (*at)->tid != tid)
		at = &(*at)->next;
	return at;
}

static struct task *task_add(pid_t tid)
{
	struct task **at = slot(tid);

	if (!*at) {
		*at = must(calloc(1, sizeof(**at)));
		(*at)->tid = tid;
	}
	return *at;
}

static void task_drop(pid_t tid)
{
	struct task **at = slot(tid), *t = *at;

	if (!t)
		return;
	engine.n_slow -= t->slow;
	*at = t->next;
	free(t->call);
	free(t);
}

static bool is_slow(pid_t tid)
{
	return engine.n_slow && *slot(tid) && (*slot(tid))->slow;
}

static void set_slow(pid_t tid)
{
	struct task *t = task_add(tid);

	engine.n_slow += !t->slow;
	t->slow = true;
}

static void go_on(pid_t tid, int sig)
{
	if (engine.leaving) {
		ptrace(PTRACE_DETACH, tid, 0, sig);
		task_drop(tid);
		return;
	}
	/* After an event of our filter this leads to the exit, since Linux 4.8. */
	ptrace(*slot(tid) ? PTRACE_SYSCALL : PTRACE_CONT, tid, 0, sig);
}

static void call_done(pid_t tid, s64 ret, enum ended ended)
{
	struct task *t = *slot(tid);

	if (!t || !t->call)
		return;
	/* Only SIGSYS says that a filter has killed it. */
	if ((ended == KILLED || engine.listener) && t->call->passed == TAKEN)
		t->call->passed = NOT_KNOWN;
	if (t->call->what != FILTER)
		call_end(t->call, &engine.how, tid, ret, ended);
	engine.how.mapped |= t->call->what == MMAP;
	free(t->call);
	t->call = NULL;
	if (!t->slow)
		task_drop(tid);
}

static void each_thread(pid_t pid, void (*fn)(pid_t tid))
{
	char path[32];
	struct dirent *e;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	while (dir && !engine.late && (e = readdir(dir)))
		if (e->d_name[0] != '.')
			fn((pid_t)atoi(e->d_name));
	if (dir)
		closedir(dir);
}

/*
 * It is running, and must be stopped once for that. The interrupt makes epoll_wait(), semop() and
 * sigtimedwait() return EINTR, as every attach does: nowhere else is one.
 */
static void slow_down(pid_t tid)
{
	if (!is_slow(tid) && !ptrace(PTRACE_INTERRUPT, tid, 0, 0))
		set_slow(tid);
}

/* The process of a thread, and how many filters it is under. */
static pid_t process_of(pid_t tid, int *filters)
{
	struct pa_record r = { .tid = tid };
	struct env_task task;

	env_here_task(engine.how.here, &r, &task);
	*filters = task.filters;
	return r.pid;
}

static bool is_filtered(pid_t tid)
{
	int filters;

	process_of(tid, &filters);
	return filters != engine.base;
}

/* A thread has put a filter on itself, or on all of its process. */
static void filter_set(pid_t tid, const struct call *c, s64 ret)
{
	bool by_call = c->args[0] == SECCOMP_SET_MODE_FILTER;
	int filters;

	/* With a listener a descriptor is returned. */
	if (ret < 0)
		return;
	set_slow(tid);
	engine.listener |= by_call && c->args[1] & SECCOMP_FILTER_FLAG_NEW_LISTENER;
	if (by_call && c->args[1] & SECCOMP_FILTER_FLAG_TSYNC)
		each_thread(process_of(tid, &filters), slow_down);
}

static void enter(pid_t tid, enum what what, enum passed passed, u8 abi, const u64 *args)
{
	struct task *t = *slot(tid);
	struct call *c;

	if (t && t->call) {
		/* The call was seen at its entry; now our filter has reported it. */
		t->call->passed = PASSED;
		return;
	}
	c = must(calloc(1, sizeof(*c)));
	c->what = what;
	c->passed = passed;
	c->t.op.r.abi = abi;
	memcpy(c->args, args, sizeof(c->args));
	if (!call_begin(c, &engine.how, tid, is_slow(tid))) {
		free(c);
		return;
	}
	task_add(tid)->call = c;
}

/*
 * Has a filter sent SIGSYS in place of the call? What is then in the place of its result is none:
 * its number on x86, its first argument on arm64.
 */
static bool is_trapped(pid_t tid)
{
	struct __ptrace_peeksiginfo_args from = { .nr = 1 };
	siginfo_t si;
	bool is = false;

	while (!is && ptrace(PTRACE_PEEKSIGINFO, tid, &from, &si) == 1) {
		is = si.si_signo == SIGSYS && si.si_code == 1; /* SYS_SECCOMP */
		from.off++;
	}
	return is;
}

static void leave(pid_t tid, s64 ret)
{
	struct task *t = *slot(tid);
	struct call *c = t ? t->call : NULL;

	if (!c)
		return;
	if (c->what == FILTER)
		filter_set(tid, c, ret);
	/* If the signal kills, it is not shown to us before. */
	c->trapped = c->passed != PASSED && is_trapped(tid);
	if (!c->trapped)
		call_done(tid, ret, RETURNED);
}

/* A slow thread enters a call. Calls that our filter reports are seen then, but for opens. */
static void at_entry(pid_t tid, const struct __ptrace_syscall_info *info)
{
	u8 abi;
	enum what what = calls_what(info->arch, info->entry.nr, &abi);

	if (what == OPEN || (!engine.how.own && what && (what < READ || engine.how.all)))
		enter(tid, what, engine.how.own ? TAKEN : NOT_KNOWN, abi,
		      (const u64 *)info->entry.args);
}

/*
 * A stop at a system call: by our filter, or because the thread is slow, or at its exit. Which one
 * it is the kernel says, since Linux 5.3; nothing is counted.
 */
static void at_call(pid_t tid)
{
	struct __ptrace_syscall_info info;
	u32 data;
	u8 abi;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(info), &info) < 0)
		return;
	switch (info.op) {
	case PTRACE_SYSCALL_INFO_ENTRY:
		at_entry(tid, &info);
		break;
	case PTRACE_SYSCALL_INFO_SECCOMP:
		data = info.seccomp.ret_data - OUR_DATA;
		/* Data of another filter that asks for a tracer: its call fails, as without us. */
		calls_what(info.arch, info.seccomp.nr, &abi);
		if (data > NOTHING && data < N_WHAT)
			enter(tid, (enum what)data, PASSED, abi, (const u64 *)info.seccomp.args);
		break;
	case PTRACE_SYSCALL_INFO_EXIT:
		leave(tid, info.exit.rval);
		break;
	}
}

/*
 * Another thread than the first may execute: then it gets that one's number, and its own is no
 * more. The call of the first one, and its own, end here.
 */
static void at_exec(pid_t tid)
{
	unsigned long former = 0;
	bool slow;

	if (engine.how.mapped)
		call_exec(&engine.how, tid);
	ptrace(PTRACE_GETEVENTMSG, tid, 0, &former);
	if (!former || (pid_t)former == tid)
		return;
	slow = is_slow((pid_t)former);
	call_done(tid, 0, KILLED);
	task_drop((pid_t)former);
	task_drop(tid);
	if (slow)
		set_slow(tid);
}

/* Notes that a process shares memory or descriptors with the one that has made it. */
static void at_child(pid_t tid, int event)
{
	unsigned long child = 0;
	int filters;
	pid_t of;

	if (engine.how.sharing || ptrace(PTRACE_GETEVENTMSG, tid, 0, &child) || !child)
		return;
	of = process_of((pid_t)child, &filters);
	if (of == (pid_t)child)
		engine.how.sharing = !syscall(SYS_kcmp, tid, of, KCMP_FILES, 0, 0) ||
				 (event == PTRACE_EVENT_CLONE &&
				  syscall(SYS_kcmp, tid, of, KCMP_VM, 0, 0) <= 0);
}

/*
 * The first stop of a thread: it has the filters of who has made it. It may come before the event
 * of that one, which may never come: nothing waits for it.
 */
static void at_begin(pid_t tid)
{
	if (engine.how.slow || (engine.n_slow && is_filtered(tid)))
		set_slow(tid);
}

static void stopped(pid_t tid, int sig, int event)
{
	const struct task *t = *slot(tid);

	switch (event) {
	case 0:
		/* A plain SIGTRAP is the program's own. */
		if (sig != (SIGTRAP | 0x80)) {
			if (t && t->call && t->call->trapped)
				call_done(tid, 0, TRAPPED);
			go_on(tid, sig);
			return;
		}
		__attribute__((fallthrough));
	case PTRACE_EVENT_SECCOMP:
		at_call(tid);
		break;
	case PTRACE_EVENT_EXEC:
		at_exec(tid);
		break;
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_CLONE:
		at_child(tid, event);
		break;
	case PTRACE_EVENT_STOP:
		/* The whole thread group is stopped, until SIGCONT. SIGTRAP: it is not. */
		if (sig != SIGTRAP && !engine.leaving) {
			ptrace(PTRACE_LISTEN, tid, 0, 0);
			return;
		}
		at_begin(tid);
		break;
	}
	go_on(tid, 0);
}

/**
 * engine_begin() - before all else
 * @how:  how programs are traced
 * @root: trace all descendants of this process, as who has traced them was killed; 0: nobody yet
 *
 * Yama lets an ancestor trace. Processes that are made at the same time are found when all are
 * looked at again. Until then calls that our filter reports fail with ENOSYS.
 */
void engine_begin(const struct how *how, pid_t root)
{
	engine.how = *how;
	engine.root = root;
	env_here_keep(how->here);
	process_of(getpid(), &engine.base);
	engine.base += how->own;
}

/**
 * engine_seize() - trace a thread that is not ours yet
 * @tid: the thread
 *
 * Not so that it is killed with us: what it does then is its own.
 *
 * Return: false if that may not be; errno says why.
 */
bool engine_seize(pid_t tid)
{
	unsigned long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK |
		PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;

	if (ptrace(PTRACE_SEIZE, tid, 0, options))
		return false;
	/* The thread runs, and has to stop once before it can be slow. */
	if (engine.how.slow)
		ptrace(PTRACE_INTERRUPT, tid, 0, 0);
	return true;
}

static void on_tick(int sig)
{
	if (seizing > 1) {
		seizing = 0;
		siglongjmp(too_late, 1);
	}
	seizing *= 2;
}

/*
 * PTRACE_SEIZE waits while a thread of the process executes a program. execve() waits until the
 * other threads are gone: those that we have seized we must reap. So reap after two ticks, and
 * try again.
 */
static bool seize(pid_t tid)
{
	bool done;

	if (sigsetjmp(too_late, 1)) {
		engine.late = true;
		return false;
	}
	seizing = 1;
	done = engine_seize(tid);
	/* It is gone: it has ended, or has executed and has the tid of the first thread now. */
	engine.late |= !done && errno == ESRCH;
	seizing = 0;
	engine.n_seized += done;
	return done;
}

/* One that was seized before may be gone: who executes takes the tid of the first thread. */
static void attach_one(pid_t tid)
{
	if (!seize(tid))
		return;
	call_done(tid, 0, KILLED);
	task_drop(tid);
	set_slow(tid);
}

static void adopt_children(pid_t tid);

static void adopt_one(pid_t tid)
{
	seize(tid);
	if (!engine.late && is_filtered(tid))
		slow_down(tid);
	adopt_children(tid);
}

static void adopt_children(pid_t tid)
{
	char path[64];
	pid_t child;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", tid, tid);
	in = fopen(path, "re");
	while (in && fscanf(in, "%d", &child) == 1)
		each_thread(child, adopt_one);
	if (in)
		fclose(in);
}

/* Seize the threads of @engine.root, or its descendants. If it is late, the next call goes on. */
static void seize_all(void)
{
	unsigned int before;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	signal(SIGALRM, on_tick);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	ualarm(TICK_US, TICK_US);
	do {
		before = engine.n_seized;
		each_thread(engine.root, engine.how.attach ? attach_one : adopt_children);
	} while (engine.n_seized != before);
	ualarm(0, 0);
	if (!engine.late)
		engine.root = 0;
	engine.late = false;
}

/**
 * engine_attach() - trace all threads of a process; those that they make then are ours at once
 * @pid: the process
 *
 * Return: false if that may not be; errno says why.
 */
bool engine_attach(pid_t pid)
{
	if (!engine_seize(pid))
		return false;
	set_slow(pid);
	engine.root = pid;
	return true;
}

/**
 * engine_wait() - as waitpid(-1, @status, WNOHANG), but for what happens to who is traced
 * @status: receives how it has ended
 *
 * Return: who has ended; 0: nobody; -1: there is nobody left.
 */
pid_t engine_wait(int *status)
{
	pid_t tid;

	while ((tid = waitpid(-1, status, __WALL | WNOHANG)) > 0 || engine.root) {
		/*
		 * A program that is busy always has somebody who has stopped. All who are seized
		 * may be gone by an execve() of a thread that is not yet.
		 */
		if (engine.root && (tid <= 0 || WIFSTOPPED(*status)))
			seize_all();
		if (tid > 0 && WIFSTOPPED(*status))
			stopped(tid, WSTOPSIG(*status), *status >> 16);
		if (tid <= 0 || WIFSTOPPED(*status))
			continue;
		call_done(tid, 0, WIFSIGNALED(*status) && WTERMSIG(*status) == SIGSYS ? BY_SIGSYS :
				  KILLED);
		task_drop(tid);
		break;
	}
	return tid;
}

/**
 * engine_leave() - trace nobody any more; who is stopped stays so
 */
void engine_leave(void)
{
	const struct task *t;
	size_t i;

	engine.leaving = true;
	for (i = 0; i < BUCKETS; i++)
		for (t = engine.table[i]; t; t = t->next)
			ptrace(PTRACE_INTERRUPT, t->tid, 0, 0);
}
