// SPDX-License-Identifier: GPL-2.0
/*
 * The processes of a run that is traced. The program is our child, as without the tracer: its
 * status, its stops and its parent are what they are alone. The engine is another child of ours, in
 * a session of its own: what is typed at the terminal is not for it, and nothing of the program's
 * stays open because of it. It goes on as long as anybody has our filter, without which that one's
 * calls would fail; should it be killed, we go on in its place.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/host.h"
#include "common/text.h"
#include "tracer/parts.h"

/* At most 64 MB are queued for a reader that does not read. */
#define QUEUE_MAX	(64 << 20)

static struct {
	struct how how;
	pid_t engine;
	int go;		/* to the engine, from the program before it is that */
} tracer;

/* Calls that the pipe has no room for. */
static struct {
	struct text text;
	size_t at;
	u32 lost;
	int to;
} queue;

static volatile sig_atomic_t leave;

static long filter_put(bool all, bool *nnp)
{
	struct sock_filter f[FILTER_MAX];
	struct sock_fprog prog = {
		.len = (unsigned short)calls_filter(f, SECCOMP_RET_TRACE, all), .filter = f,
	};
	long ret = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog);

	/* A user other than root has to promise that no program gets more rights. */
	*nnp = ret < 0 && errno == EACCES && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (*nnp)
		ret = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog);
	/* A filter may refuse that system call, but not this one. */
	return ret < 0 ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog, 0, 0) : ret;
}

/* The answer of a child; -1: a filter has killed it for that. */
static int child_says(int (*what)(void))
{
	int status = -1;
	pid_t pid = fork();

	if (!pid)
		_exit(what());
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The attr cannot be read: if the kernel is asked it says so. */
static int opens(void)
{
	return syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0) < 0 && errno == EFAULT &&
	       syscall(SYS_perf_event_open, NULL, INT32_MAX, 0, -1, PA_FLAG_PID_CGROUP) < 0 &&
	       errno == EFAULT;
}

static int filters(void)
{
	bool nnp;

	return filter_put(false, &nnp) ? 0 : 1 + nnp;
}

/* Finds the limits that a filter on us already sets. */
static void look(struct how *how)
{
	int own = child_says(filters);

	if (env_here_seccomp(how->here) > 0)
		how->slow = child_says(opens) != 1;
	env_here_passes(how->here, !how->slow);
	/* A branch, as QEMU 7.2 loses the store of a comparison if it is the first after fork(). */
	if (own > 0)
		how->own = true;
	how->nnp = own > 1;
	how->slow |= own <= 0;
}

/* Writes as much as there is room for; drops it if there is no reader. */
static void queue_flush(void)
{
	size_t len = queue.text.len - queue.at;
	ssize_t n = len ? write(queue.to, queue.text.s + queue.at, len) : 0;

	if (n < 0 && errno != EAGAIN && errno != EINTR) {
		n = (ssize_t)len;
		leave = 1;
	}
	queue.at += n > 0 ? (size_t)n : 0;
	if (queue.at < queue.text.len)
		return;
	queue.at = 0;
	text_clear(&queue.text);
}

static void queue_put(struct traced *t, void *arg)
{
	if (queue.text.len > QUEUE_MAX) {
		queue.lost++;
		return;
	}
	t->lost = queue.lost;
	queue.lost = 0;
	text_mem(&queue.text, (const char *)t, sizeof(*t));
	queue_flush();
}

static void on_signal(int sig)
{
	leave |= sig != SIGCHLD;
}

/* No signal ends it; those of @waits come while it waits. */
static void engine_alone(sigset_t *waits)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int fd;

	setsid();
	for (fd = 0; fd < 3; fd++)
		dup2(null, fd);
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	signal(SIGCHLD, on_signal);
	sigfillset(waits);
	sigprocmask(SIG_SETMASK, waits, NULL);
	sigdelset(waits, SIGINT);
	sigdelset(waits, SIGTERM);
	sigdelset(waits, SIGCHLD);
}

static void engine_loop(const sigset_t *waits)
{
	struct pollfd to = { .fd = queue.to, .events = POLLOUT };
	int status;
	pid_t tid;

	while ((tid = engine_wait(&status)) >= 0) {
		if (tid)
			continue;
		if (leave && tracer.how.attach)
			engine_leave();
		leave = 0;
		queue_flush();
		ppoll(&to, queue.text.len > 0, NULL, waits);
	}
	while (queue.text.len) {
		ppoll(&to, 1, NULL, waits);
		queue_flush();
	}
}

static void __attribute__((noreturn)) engine_run(int go, const char *attach)
{
	sigset_t waits;
	pid_t program;
	bool ok;
	int err;

	engine_alone(&waits);
	engine_begin(&tracer.how, 0);
	if (attach)
		ok = engine_attach((pid_t)strtol(attach, NULL, 10));
	else if (read(go, &program, sizeof(program)) == sizeof(program))
		ok = engine_seize(program);
	else
		_exit(1);
	err = ok ? 0 : errno;
	if (write(go, &err, sizeof(err)) != sizeof(err) || err)
		_exit(1);
	close(go);
	engine_loop(&waits);
	_exit(0);
}

static int read_error(void)
{
	int err;

	/* The child was killed, as by a seccomp filter that refuses ptrace(). */
	return read(tracer.go, &err, sizeof(err)) == sizeof(err) ? err : EPERM;
}

/**
 * tracer_begin() - start the engine
 * @here:   this machine
 * @all:    calls that programs make all the time, too
 * @attach: number of the process that is to be traced; NULL: one that is going to be started
 *
 * The engine comes before the program, which names it as its tracer: Yama wants that.
 *
 * Return: a descriptor from which struct traced are read; -errno: @attach may not be traced.
 */
int tracer_begin(struct env_here *here, bool all, const char *attach)
{
	int records[2], go[2], err;

	tracer.how = (struct how){
		.all = all, .slow = attach, .attach = attach, .here = here, .fn = queue_put,
	};
	if (!attach)
		look(&tracer.how);
	if (pipe2(records, O_CLOEXEC | O_NONBLOCK) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, go))
		die("no pipe: %s", strerror(errno));
	fcntl(records[0], F_SETPIPE_SZ, 1 << 20);
	tracer.engine = fork();
	if (tracer.engine < 0)
		die("cannot fork: %s", strerror(errno));
	if (!tracer.engine) {
		close(go[1]);
		close(records[0]);
		queue.to = records[1];
		engine_run(go[0], attach);
	}
	close(go[0]);
	close(records[1]);
	tracer.go = go[1];
	err = attach ? read_error() : 0;
	return err ? -err : records[0];
}

/**
 * tracer_join() - let the engine trace the calling process, which is going to be the program
 *
 * Only then it gets our filter: whom nobody traces gets ENOSYS by that.
 *
 * Return: 0, or why it may not be traced: an errno.
 */
int tracer_join(void)
{
	pid_t pid = getpid();
	bool nnp;
	int err;

	prctl(PR_SET_PTRACER, tracer.engine, 0, 0, 0);
	err = write(tracer.go, &pid, sizeof(pid)) == sizeof(pid) ? read_error() : EPERM;
	prctl(PR_SET_PTRACER, 0, 0, 0, 0);
	if (!err && tracer.how.own && filter_put(tracer.how.all, &nnp))
		err = errno;
	return err;
}

/**
 * tracer_left() - the program is traced, or will not be
 */
void tracer_left(void)
{
	close(tracer.go);
}

/**
 * tracer_engine() - the engine, a child of ours
 */
pid_t tracer_engine(void)
{
	return tracer.engine;
}

/**
 * tracer_take_over() - the engine was killed: trace in its place
 * @fn:  gets what it would have reported
 * @arg: passed on
 *
 * From here on engine_wait() takes the place of waitpid(). Another child could not do it: Yama lets
 * ancestors trace.
 */
void tracer_take_over(traced_fn fn, void *arg)
{
	tracer.how.fn = fn;
	tracer.how.arg = arg;
	engine_begin(&tracer.how, getpid());
}
