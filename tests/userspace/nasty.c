// SPDX-License-Identifier: GPL-2.0
/*
 * nasty CASE: programs that are hard to trace. What they print must be the same when they are
 * traced; of some also what they have called is written to descriptor 9, as the kernel was asked.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

extern char **environ;
static char *self;

static int peo(void *attr, int pid, int cpu, int group, unsigned long flags)
{
	long r = syscall(SYS_perf_event_open, attr, pid, cpu, group, flags);

	return r < 0 ? -errno : r;
}

/* A call, written to descriptor 9: 256 bytes of the attr as they are passed, arguments, result. */
static int told(unsigned char *attr, int pid, int cpu, int group, unsigned long flags)
{
	char hex[513];
	int i, r;

	for (i = 0; i < 256; i++)
		sprintf(hex + 2 * i, "%02x", attr[i]);
	r = peo(attr, pid, cpu, group, flags);
	dprintf(9, "%s %d %d %d %lu %d\n", hex, pid, cpu, group, flags, r);
	return r;
}

/* Random calls: hardly two are alike. */
static void any_calls(int n)
{
	static unsigned char attr[4096];
	static const unsigned int sizes[] = { 0, 1, 8, 63, 64, 72, 100, 112, 128, 136, 200, 300,
					      4096, 5000 };
	int leader = -1, i, fd;
	unsigned int size;
	size_t k;

	srand(1);
	for (i = 0; i < n; i++) {
		memset(attr, 0, sizeof(attr));
		/* No address of the kernel, which no view shows. */
		for (k = 0; k < 128; k++)
			attr[k] = rand() % 12 || k % 8 == 7 ? 0 : rand();
		size = sizes[rand() % (sizeof(sizes) / sizeof(*sizes))];
		memcpy(attr + 4, &size, sizeof(size));
		if (rand() % 2)
			memset(attr, 0, 4);
		attr[0] = rand() % 8;
		fd = told(attr, rand() % 4 ? 0 : rand() % 3 - 1, rand() % 2 - 1,
			  rand() % 4 ? -1 : rand() % 2 ? leader : rand() % 40,
			  rand() % 4 ? 0 : 1UL << rand() % 6);
		if (fd >= 0 && leader < 0 && rand() % 2)
			leader = fd;
		else if (fd >= 0)
			close(fd);
	}
}

static struct perf_event_attr dummy(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(a),
		.config = PERF_COUNT_SW_DUMMY, .exclude_kernel = 1, .exclude_hv = 1 };
	return a;
}

static int open1(void)
{
	struct perf_event_attr a = dummy();

	return peo(&a, 0, -1, -1, 0);
}

/* opens and closes; returns 0 or -errno */
static int try1(void)
{
	int fd = open1();

	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

static void report(const char *who, int status)
{
	if (WIFEXITED(status))
		printf("%s exit %d\n", who, WEXITSTATUS(status));
	else if (WIFSIGNALED(status))
		printf("%s signal %d core %d\n", who, WTERMSIG(status), !!WCOREDUMP(status));
	else if (WIFSTOPPED(status))
		printf("%s stopped %d\n", who, WSTOPSIG(status));
	else
		printf("%s continued\n", who);
	fflush(stdout);
}

static void wait_report(const char *who, pid_t pid)
{
	int status = 0;

	waitpid(pid, &status, 0);
	report(who, status);
}

static volatile sig_atomic_t ticks, eintrs;
static void tick(int sig) { ticks++; }

static void timer(int flags)
{
	struct sigaction sa = { .sa_handler = tick, .sa_flags = flags };
	struct itimerval it = { { 0, 1000 }, { 0, 1000 } };
	int i, bad = 0, r;

	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &it, NULL);
	for (i = 0; i < 3000; i++) {
		r = try1();
		bad += r != 0;
	}
	memset(&it, 0, sizeof(it));
	setitimer(ITIMER_REAL, &it, NULL);
	printf("bad %d ticked %d\n", bad, ticks > 0);
}

/* 1000 queued real-time signals, in order, while events are opened */
static int got_n, got_bad;
static void queued(int sig, siginfo_t *si, void *uc)
{
	if (si->si_value.sival_int != got_n || si->si_code != SI_QUEUE)
		got_bad++;
	got_n++;
}

static void *queue(void *arg)
{
	int i;

	for (i = 0; i < 1000; i++) {
		while (sigqueue(getpid(), SIGRTMIN, (union sigval){ .sival_int = i }))
			sched_yield();
		usleep(60);
	}
	return NULL;
}

static void storm(void)
{
	struct sigaction sa = { .sa_sigaction = queued, .sa_flags = SA_SIGINFO | SA_RESTART };
	pthread_t t;
	sigset_t set;
	int bad = 0, n = 0;

	sigaction(SIGRTMIN, &sa, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, queue, NULL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	while (got_n < 1000 && n++ < 100000)
		bad += try1() != 0;
	pthread_join(t, NULL);
	printf("got %d bad order %d bad opens %d\n", got_n, got_bad, bad);
}

static void do_vfork(void)
{
	pid_t pid = vfork();

	if (!pid) {
		execl(self, self, "one", NULL);
		_exit(9);
	}
	wait_report("vforked", pid);
}

static void spawn(void)
{
	char *argv[] = { self, "one", NULL };
	pid_t pid;
	int i;

	for (i = 0; i < 20; i++) {
		int r = posix_spawn(&pid, self, NULL, NULL, argv, environ);

		wait_report("spawned", pid);
		printf("spawn %d\n", r);
		fflush(stdout);
	}
}

static void *exec_one(void *arg)
{
	execl(self, self, "one", NULL);
	return NULL;
}

static void *opens(void *arg)
{
	for (;;)
		try1();
	return NULL;
}

static void thread_exec(int busy)
{
	pthread_t t;
	int i;

	fflush(stdout);
	for (i = 0; i < busy; i++)
		pthread_create(&t, NULL, opens, NULL);
	if (busy)
		usleep(20000);
	pthread_create(&t, NULL, exec_one, NULL);
	for (;;)
		busy ? (void)try1() : (void)pause();
}

static pid_t tracer_of_self(void)
{
	char text[4096] = "", *at;
	int fd = open("/proc/self/status", O_RDONLY), n = (int)read(fd, text, sizeof(text) - 1);

	close(fd);
	at = n > 0 ? strstr(text, "TracerPid:") : NULL;
	return at ? atoi(at + 10) : 0;
}

static void *waits(void *arg)
{
	for (;;)
		pause();
	return NULL;
}

/* It is the last thread that a tracer seizes. */
static void *exec_when_seized(void *any)
{
	pid_t by;

	do {
		by = tracer_of_self();
	} while (!by || (!any && by != getppid()));
	return exec_one(NULL);
}

/*
 * Executes when a tracer has seized the first thread, but not yet all: execve() waits until the
 * tracer has reaped those that it has, and PTRACE_SEIZE of the next one waits for execve().
 */
static void exec_while_seized(int any)
{
	pthread_attr_t small;
	pthread_t t;
	int i;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (i = 0; i < 500; i++)
		if (pthread_create(&t, &small, waits, NULL))
			exit(5);
	puts("up");
	fflush(stdout);
	pthread_create(&t, NULL, exec_when_seized, any ? &t : NULL);
	waits(NULL);
}

static void stop_child(void)
{
	volatile int *end = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
				 -1, 0);
	int status, i;
	pid_t pid = fork();

	if (!pid) {
		while (!*end)
			if (try1())
				_exit(1);
		raise(SIGSTOP);
		_exit(try1() ? 2 : 7);
	}
	for (i = 0; i < 3; i++) {
		usleep(2000);
		kill(pid, SIGSTOP);
		waitpid(pid, &status, WUNTRACED);
		report("child", status);
		kill(pid, SIGCONT);
		waitpid(pid, &status, WCONTINUED);
		report("child", status);
	}
	*end = 1;
	waitpid(pid, &status, WUNTRACED);
	report("child", status);
	usleep(5000);
	printf("nothing %d\n", waitpid(pid, &status, WNOHANG | WUNTRACED));
	kill(pid, SIGCONT);
	wait_report("child", pid);
}

/* A stopped process of 4 threads: nobody goes on */
static volatile unsigned long count;
static void *counts(void *arg)
{
	for (;;) {
		count++;
		try1();
	}
	return NULL;
}

static void stop_threads(void)
{
	unsigned long *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned long before;
	int status;
	pid_t pid = fork();
	pthread_t t;
	int i;

	if (!pid) {
		for (i = 0; i < 4; i++)
			pthread_create(&t, NULL, counts, NULL);
		for (;;) {
			*shared = count;
			sched_yield();
		}
	}
	usleep(20000);
	kill(pid, SIGSTOP);
	waitpid(pid, &status, WUNTRACED);
	report("child", status);
	before = *(volatile unsigned long *)shared;
	usleep(20000);
	printf("still %d\n", before == *(volatile unsigned long *)shared);
	kill(pid, SIGCONT);
	for (i = 0; i < 100 && before == *(volatile unsigned long *)shared; i++)
		usleep(20000);
	printf("runs %d\n", before != *(volatile unsigned long *)shared);
	kill(pid, SIGKILL);
	wait_report("child", pid);
}

static void traceme(void)
{
	pid_t pid = fork();

	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, 0, 0))
			_exit(errno == EPERM ? 40 : 41);
		_exit(0);
	}
	wait_report("child", pid);
}

static int filter(unsigned int action, int flags, int by_prctl)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 4, f };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (by_prctl)
		return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
}

static void on_sys(int sig, siginfo_t *si, void *uc)
{
	ucontext_t *u = uc;

	printf("SIGSYS code %d nr %d\n", si->si_code, si->si_syscall);
#ifdef __x86_64__
	u->uc_mcontext.gregs[REG_RAX] = -EACCES;
#endif
}

static void trap(void)
{
	struct sigaction sa = { .sa_sigaction = on_sys, .sa_flags = SA_SIGINFO };
	int i;

	sigaction(SIGSYS, &sa, NULL);
	filter(SECCOMP_RET_TRAP, 0, 0);
	for (i = 0; i < 3; i++)
		printf("open %d\n", try1());
}

static void *dies(void *arg)
{
	filter(SECCOMP_RET_KILL_THREAD, 0, 0);
	try1();
	printf("not reached\n");
	return NULL;
}

static void kill_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, dies, NULL);
	usleep(100000);
	printf("goes on %d\n", try1());
}

static void *sync_filter(void *arg)
{
	printf("filter %d\n", filter(SECCOMP_RET_ERRNO | EPERM, SECCOMP_FILTER_FLAG_TSYNC, 0));
	return NULL;
}

static void tsync(void)
{
	pthread_t t;

	printf("before %d\n", try1());
	pthread_create(&t, NULL, sync_filter, NULL);
	pthread_join(t, NULL);
	printf("after %d\n", try1());
}

static void notif(unsigned int how)
{
	int sv[2], listener, i;
	struct seccomp_notif req;
	struct seccomp_notif_resp resp;
	pid_t pid;

	socketpair(AF_UNIX, SOCK_STREAM, 0, sv);
	pid = fork();
	if (!pid) {
		listener = filter(SECCOMP_RET_USER_NOTIF, SECCOMP_FILTER_FLAG_NEW_LISTENER, 0);
		if (listener < 0)
			listener = -errno;
		if (write(sv[1], &listener, 4) != 4 || read(sv[1], &i, 4) != 4)
			_exit(1);
		for (i = 0; i < 3; i++)
			printf("open %d\n", try1());
		fflush(stdout);
		_exit(0);
	}
	if (read(sv[0], &listener, 4) != 4)
		exit(1);
	printf("listener %d\n", listener >= 0 ? 0 : listener);
	if (listener >= 0)
		listener = syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, pid, 0), listener, 0);
	fflush(stdout);
	if (write(sv[0], &listener, 4) != 4)
		exit(1);
	for (i = 0; i < 3 && listener >= 0; i++) {
		memset(&req, 0, sizeof(req));
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &req))
			break;
		memset(&resp, 0, sizeof(resp));
		resp.id = req.id;
		resp.error = how ? -(int)how : 0;
		resp.flags = how ? 0 : SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &resp);
	}
	wait_report("child", pid);
}

static void forks(void)
{
	int i, status, sum = 0;

	for (i = 0; i < 500; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(i % 256);
		waitpid(pid, &status, 0);
		sum += WEXITSTATUS(status) == i % 256;
	}
	printf("right %d\n", sum);
}

static void *ten(void *arg)
{
	int i, *bad = arg;

	for (i = 0; i < 10; i++)
		if (try1())
			__sync_fetch_and_add(bad, 1);
	return NULL;
}

static void threads(void)
{
	pthread_t t[200];
	int i, bad = 0;

	for (i = 0; i < 200; i++)
		pthread_create(&t[i], NULL, ten, &bad);
	for (i = 0; i < 200; i++)
		pthread_join(t[i], NULL);
	printf("bad %d\n", bad);
}

static void do_clone3(uint64_t flags)
{
	struct clone_args args = { .flags = flags, .exit_signal = SIGCHLD };
	pid_t pid = syscall(SYS_clone3, &args, sizeof(args));

	if (!pid)
		_exit(try1() ? 1 : 0);
	if (pid < 0)
		printf("errno %d\n", errno);
	else
		wait_report("cloned", pid);
}

static void untraced(void)
{
	pid_t pid = syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, 0, 0, 0, 0);

	if (!pid)
		_exit(-try1());
	wait_report("untraced", pid);
}

static void userns(void)
{
	int r = unshare(CLONE_NEWUSER);

	printf("unshare %d open %d\n", r, try1());
}

static void pidns(void)
{
	int r = unshare(CLONE_NEWPID);
	struct perf_event_attr a = dummy();
	pid_t pid;

	printf("unshare %d\n", r);
	fflush(stdout);
	pid = fork();
	if (!pid) {
		printf("pid %d open %d none %d\n", getpid(), peo(&a, 1, -1, -1, 0) >= 0,
		       peo(&a, 4711, -1, -1, 0));
		fflush(stdout);
		pid = fork();
		if (!pid)
			_exit(try1() ? 1 : 3);
		wait_report("in it", pid);
		fflush(stdout);
		_exit(5);
	}
	wait_report("init", pid);
}

static void daemonize(void)
{
	pid_t pid = fork();
	int p[2];

	if (pid) {
		wait_report("first", pid);
		return;
	}
	setsid();
	if (pipe(p))
		_exit(1);
	if (fork())
		_exit(0);
	usleep(200000);
	if (try1()) {
		FILE *f = fopen("./daemon.bad", "w");

		fclose(f);
	}
	_exit(0);
}

static void chld(int sig, siginfo_t *si, void *uc)
{
	if (si->si_code == CLD_EXITED && si->si_status == 42)
		ticks++;
}

static void sigchld(void)
{
	struct sigaction sa = { .sa_sigaction = chld, .sa_flags = SA_SIGINFO | SA_RESTART };
	siginfo_t si;
	pid_t pid;
	int i;

	sigaction(SIGCHLD, &sa, NULL);
	for (i = 0; i < 50; i++) {
		pid = fork();
		if (!pid)
			_exit(try1() ? 1 : 42);
		memset(&si, 0, sizeof(si));
		while (waitid(P_PID, pid, &si, WEXITED) && errno == EINTR)
			;
		if (si.si_code != CLD_EXITED || si.si_status != 42)
			printf("bad\n");
	}
	printf("signals %d\n", ticks);
	pid = fork();
	if (!pid)
		abort();
	waitid(P_PID, pid, &si, WEXITED);
	printf("code %d status %d\n", si.si_code == CLD_KILLED || si.si_code == CLD_DUMPED,
	       si.si_status);
}

static void trapped(int sig, siginfo_t *si, void *uc)
{
	ticks++;
	printf("SIGTRAP code %d\n", si->si_code);
}

static void sigtrap(void)
{
	struct sigaction sa = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO };

	sigaction(SIGTRAP, &sa, NULL);
	raise(SIGTRAP);
#ifdef __x86_64__
	asm volatile("int3");
#endif
	kill(getpid(), SIGTRAP);
	printf("open %d ticks %d\n", try1(), ticks);
	signal(SIGTRAP, SIG_DFL);
	fflush(stdout);
	raise(SIGTRAP);
}

static void segv(int sig, siginfo_t *si, void *uc)
{
	printf("SIGSEGV code %d addr %p\n", si->si_code, si->si_addr);
	fflush(stdout);
	_exit(try1() ? 1 : 3);
}

static void sigsegv(void)
{
	struct sigaction sa = { .sa_sigaction = segv, .sa_flags = SA_SIGINFO };

	sigaction(SIGSEGV, &sa, NULL);
	*(volatile int *)0x1234 = 1;
}

static void blocking(void)
{
	struct sigaction sa = { .sa_handler = tick };
	struct timespec ts = { 10, 0 }, left = { 0 };
	int p[2], e = epoll_create1(0);
	char c;
	ssize_t n;
	struct epoll_event ev;

	if (pipe(p))
		return;
	sigaction(SIGALRM, &sa, NULL);
	ualarm(20000, 0);
	n = read(p[0], &c, 1);
	printf("read %zd errno %d\n", n, errno);
	ualarm(20000, 0);
	n = nanosleep(&ts, &left);
	printf("nanosleep %zd left %d\n", n, left.tv_sec == 9);
	ualarm(20000, 0);
	n = epoll_wait(e, &ev, 1, 10000);
	printf("epoll %zd errno %d\n", n, errno);
	sa.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &sa, NULL);
	ualarm(20000, 0);
	if (!fork()) {
		usleep(50000);
		if (write(p[1], "x", 1) != 1)
			_exit(1);
		_exit(0);
	}
	n = read(p[0], &c, 1);
	printf("restarted read %zd\n", n);
}

static void attrs(void)
{
	static const unsigned int sizes[] = { 0, 1, 63, 64, 72, 128, 136, 200, 4096, 4097, 1 << 20,
					      ~0U };
	char *two = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct perf_event_attr a = dummy();
	unsigned int i;
	char *at;
	int fd;

	munmap(two + 4096, 4096);
	printf("null %d\n", peo(NULL, 0, -1, -1, 0));
	printf("one %d\n", peo((void *)1, 0, -1, -1, 0));
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		static char big[16384];

		memcpy(big, &a, sizeof(a));
		((struct perf_event_attr *)big)->size = sizes[i];
		fd = peo(big, 0, -1, -1, 0);
		printf("size %u: %d now %u\n", sizes[i], fd < 0 ? fd : 0,
		       ((struct perf_event_attr *)big)->size);
		if (fd >= 0)
			close(fd);
		at = two + 4096 - sizeof(a);
		memcpy(at, &a, sizeof(a));
		((struct perf_event_attr *)at)->size = sizes[i];
		fd = peo(at, 0, -1, -1, 0);
		printf("at end %u: %d\n", sizes[i], fd < 0 ? fd : 0);
		if (fd >= 0)
			close(fd);
	}
	at = two + 4096 - 40;
	memcpy(at, &a, 40);
	printf("across %d\n", peo(at, 0, -1, -1, 0));
	at = two + 4096 - 4;
	memcpy(at, &a, 4);
	printf("size unreadable %d\n", peo(at, 0, -1, -1, 0));
	printf("flags %d\n", peo(&a, 0, -1, -1, 0xffff0000UL));
	mprotect(two, 4096, PROT_NONE);
	printf("no access %d\n", peo(two, 0, -1, -1, 0));
}

static volatile struct perf_event_attr racy;
static void *change(void *arg)
{
	for (;;)
		racy.config = racy.config == PERF_COUNT_SW_DUMMY ? 99 : PERF_COUNT_SW_DUMMY;
	return NULL;
}

static void race(void)
{
	pthread_t t;
	int i, fd, n = 0;

	racy = dummy();
	pthread_create(&t, NULL, change, NULL);
	for (i = 0; i < 1000; i++) {
		fd = peo((void *)&racy, 0, -1, -1, 0);
		if (fd >= 0)
			close(fd);
		n += fd >= 0 || fd == -ENOENT;
	}
	printf("all %d\n", n);
}

static void *open_at(void *attr)
{
	return (void *)(long)peo(attr, 0, -1, -1, 0);
}

/*
 * The attr is in memory that userfaultfd provides when another process has opened an event: who
 * reads it earlier waits until then.
 */
static void provided_late(void)
{
	static unsigned char page[4096] __attribute__((aligned(4096)));
	void *at = mmap(NULL, sizeof(page), PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct uffdio_register area = { { (uintptr_t)at, sizeof(page) },
					UFFDIO_REGISTER_MODE_MISSING, 0 };
	struct uffdio_copy copy = { (uintptr_t)at, (uintptr_t)page, sizeof(page), 0, 0 };
	struct uffdio_api api = { .api = UFFD_API };
	struct perf_event_attr a = dummy();
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC), status;
	struct uffd_msg fault;
	pthread_t t;
	void *got;

	alarm(120);
	memcpy(page, &a, sizeof(a));
	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &area)) {
		printf("no userfaultfd\n");
		return;
	}
	pthread_create(&t, NULL, open_at, at);
	if (read(fd, &fault, sizeof(fault)) != sizeof(fault))
		return;
	if (!fork())
		_exit(-try1());
	wait(&status);
	report("child", status);
	ioctl(fd, UFFDIO_COPY, &copy);
	pthread_join(t, &got);
	printf("open %d\n", (long)got >= 0);
}

/* The filter is in a page that nobody has touched before. */
static void untouched_filter(void)
{
	int file = memfd_create("filter", 0);

	if (write(file, "pid", 4) == 4)
		ioctl(open1(), PERF_EVENT_IOC_SET_FILTER,
		      mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0));
}

static void pass_fd(void)
{
	struct msghdr m = { 0 };
	struct iovec io = { "x", 1 };
	char control[CMSG_SPACE(4)], buf[1];
	struct cmsghdr *c;
	int sv[2], fd;
	pid_t pid;

	socketpair(AF_UNIX, SOCK_STREAM, 0, sv);
	pid = fork();
	m.msg_iov = &io;
	m.msg_iovlen = 1;
	m.msg_control = control;
	m.msg_controllen = sizeof(control);
	if (!pid) {
		uint64_t id = 0;

		io.iov_base = buf;
		recvmsg(sv[1], &m, 0);
		c = CMSG_FIRSTHDR(&m);
		memcpy(&fd, CMSG_DATA(c), 4);
		_exit(ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || ioctl(fd, PERF_EVENT_IOC_ID, &id) ||
		      !id);
	}
	fd = open1();
	fd = dup2(fd, 99);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	c = CMSG_FIRSTHDR(&m);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(4);
	memcpy(CMSG_DATA(c), &fd, 4);
	sendmsg(sv[0], &m, 0);
	close(fd);
	wait_report("child", pid);
}

static void *own_files(void *arg)
{
	struct perf_event_attr a = dummy();
	int fd;

	unshare(CLONE_FILES);
	close(50);
	a.config = PERF_COUNT_SW_TASK_CLOCK;
	fd = peo(&a, 0, -1, -1, 0);
	dup2(fd, 50);
	printf("ioctl %d\n", ioctl(50, PERF_EVENT_IOC_RESET, 0));
	return NULL;
}

static void files(void)
{
	pthread_t t;
	int fd = open1();

	dup2(fd, 50);
	pthread_create(&t, NULL, own_files, NULL);
	pthread_join(t, NULL);
	printf("ioctl %d\n", ioctl(50, PERF_EVENT_IOC_RESET, 0));
}

static void undumpable(void)
{
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	printf("open %d\n", try1());
}

static void pdeath(void)
{
	int p[2];
	char c;
	pid_t pid;

	if (pipe(p))
		return;
	pid = fork();
	if (!pid) {
		if (!fork()) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			close(p[0]);
			try1();
			if (write(p[1], "r", 1) != 1)
				_exit(1);
			pause();
			_exit(1);
		}
		close(p[1]);
		if (read(p[0], &c, 1) != 1)
			_exit(1);
		_exit(0);
	}
	close(p[1]);
	wait_report("child", pid);
	/* its end is known when the last writer is gone */
	printf("eof %zd\n", read(p[0], &c, 1));
}

/* As many opens as for 40 events on each of 32 cpus: a half is refused, for two reasons. */
static void many(void)
{
	int i, k;

	for (i = 0; i < 40; i++) {
		struct perf_event_attr attr = {
			.type = i < 30 ? PERF_TYPE_SOFTWARE : 0x7fffff00, .size = sizeof(attr),
			.config = i % 10, .disabled = 1, .inherit = i >= 10 && i < 20,
		};

		if (i >= 20 && i < 30) {
			attr.freq = 1;
			attr.sample_freq = 100000000;
		}
		for (k = 0; k < 32; k++)
			syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0UL);
	}
}

static void ops(void)
{
	struct perf_event_attr a = dummy();
	struct pollfd pfd = { .events = POLLIN };
	uint64_t v = 0, id = 0;
	char *m;
	int fd;

	a.config = PERF_COUNT_SW_TASK_CLOCK;
	fd = peo(&a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	m = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	printf("mmap %d\n", m == MAP_FAILED ? -errno : 0);
	m = mmap(NULL, 9 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	printf("mmap %d\n", m == MAP_FAILED ? -errno : 0);
	m = mmap(NULL, 9 * 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	printf("mmap %d\n", m == MAP_FAILED ? -errno : 0);
	printf("read %zd\n", read(fd, &v, sizeof(v)));
	printf("read %zd\n", read(fd, &v, 4));
	printf("id %d\n", ioctl(fd, PERF_EVENT_IOC_ID, &id));
	printf("bad ioctl %d %d\n", ioctl(fd, _IO('$', 200), 0), errno);
	printf("period %d %d\n", ioctl(fd, PERF_EVENT_IOC_PERIOD, &v), errno);
	pfd.fd = fd;
	printf("poll %d\n", poll(&pfd, 1, 10));
	printf("prctl %d\n", prctl(PR_TASK_PERF_EVENTS_DISABLE));
	printf("ioctl not %d\n", ioctl(0, PERF_EVENT_IOC_ENABLE, 0));
	munmap(m, 9 * 4096);
	printf("close %d\n", close(fd));
}

/* A pipe end that the last close of an event does not keep: order of closes */
static void close_order(void)
{
	int i, fd, bad = 0;

	for (i = 0; i < 2000; i++) {
		fd = open1();
		if (fd < 0 || fd > 10)
			bad++;
		ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
		close(fd);
	}
	printf("bad %d\n", bad);
}

/* Breakpoint slots are 4: if a close were late, the next open would be refused with ENOSPC. */
static void slots(void)
{
	struct perf_event_attr a = dummy();
	static long word;
	int i, j, fds[4], bad = 0;

	a.type = PERF_TYPE_BREAKPOINT;
	a.config = 0;
	a.bp_type = 3;
	a.bp_addr = (uintptr_t)&word;
	a.bp_len = 8;
	for (j = 0; j < 100; j++) {
		for (i = 0; i < 4; i++) {
			fds[i] = peo(&a, 0, -1, -1, 0);
			bad += fds[i] < 0;
			ioctl(fds[i], PERF_EVENT_IOC_ENABLE, 0);
		}
		bad += peo(&a, 0, -1, -1, 0) != -ENOSPC;
		for (i = 0; i < 4; i++)
			close(fds[i]);
	}
	printf("bad %d\n", bad);
}

static void rlimit(void)
{
	struct rlimit few = { 3, 3 };

	setrlimit(RLIMIT_NOFILE, &few);
	printf("open %d\n", try1());
}

static void *kills(void *arg)
{
	usleep(30000);
	kill(getpid(), SIGKILL);
	return NULL;
}

static void killed_busy(void)
{
	pid_t pid = fork();
	pthread_t t;
	int i;

	if (!pid) {
		pthread_create(&t, NULL, kills, NULL);
		for (i = 0; i < 8; i++)
			pthread_create(&t, NULL, opens, NULL);
		opens(NULL);
	}
	wait_report("busy", pid);
}

static void own_trace(void)
{
	printf("filter %d\n", filter(SECCOMP_RET_TRACE | 77, 0, 0));
	printf("open %d\n", try1());
}

static void strict(void)
{
	long r = prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);

	if (r && write(1, "refused\n", 8) != 8)
		syscall(SYS_exit, 2);
	if (write(1, "alive\n", 6) != 6)
		syscall(SYS_exit, 1);
	syscall(SYS_exit, 0);
}

static void privs(void)
{
	printf("euid %d nnp %d caps ", geteuid(), prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];

	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, "CapEff", 6))
			printf("%s", line);
	fclose(f);
}

static int leader_fd;
static void *flips(void *arg)
{
	for (;;) {
		dup2(leader_fd, 60);
		close(60);
	}
	return NULL;
}

static void fdrace(void)
{
	struct perf_event_attr a = dummy();
	pthread_t t;
	int i, fd, n = 0;

	leader_fd = open1();
	pthread_create(&t, NULL, flips, NULL);
	for (i = 0; i < 2000; i++) {
		fd = peo(&a, 0, -1, 60, 0);
		n += fd == -EBADF;
		if (fd >= 0)
			close(fd);
	}
	printf("some %d\n", n > 0);
}

static void *alone(void *arg)
{
	int fd;

	usleep(20000);
	fd = open1();
	printf("leader gone: open %d ioctl %d\n", fd >= 0, ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	fflush(stdout);
	if (arg)
		execl(self, self, "one", NULL);
	exit(6);
}

static void leader_exit(void)
{
	pthread_t t;

	pthread_create(&t, NULL, alone, NULL);
	pthread_exit(NULL);
}

static void leader_exec(void)
{
	pthread_t t;

	pthread_create(&t, NULL, alone, self);
	pthread_exit(NULL);
}

/* Opens that any kernel refuses, each for another reason, and a mmap of 7 pages of data. */
static void refused(void)
{
	struct perf_event_attr a = dummy();
	int fd;

	for (fd = 0; fd < 5; fd++)
		peo(&a, -1, -1, -1, 0);
	peo(&a, 0, -1, -1, 1UL << 40);
	a.freq = 1;
	a.sample_freq = 1000000000;
	peo(&a, 0, -1, -1, 0);
	a = dummy();
	a.size = 12;
	peo(&a, 0, -1, -1, 0);
	fd = open1();
	if (fd < 0 || mmap(NULL, 8 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED)
		exit(1);
}

/* Calls that need a privilege: more locked memory, other levels of perf_event_paranoid. */
static void not_allowed(void)
{
	const struct rlimit none = { 0, 0 };
	struct perf_event_attr a = dummy();
	int fd = open1();

	setrlimit(RLIMIT_MEMLOCK, &none);
	if (fd >= 0)
		mmap(NULL, 16385 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	peo(&a, -1, 0, -1, 0);
	peo(&a, 1, -1, -1, 0);
	a.exclude_kernel = 0;
	peo(&a, 0, -1, -1, 0);
	peo(&a, -1, 0, -1, 0);
}

static const struct {
	const char *name;
	void (*fn)(void);
} cases[] = {
	{ "fdrace", fdrace }, { "leader_exit", leader_exit }, { "leader_exec", leader_exec },
	{ "storm", storm }, { "vfork", do_vfork }, { "spawn", spawn }, { "stop", stop_child },
	{ "stop_threads", stop_threads }, { "traceme", traceme }, { "trap", trap },
	{ "kill_thread", kill_thread }, { "tsync", tsync }, { "forks", forks },
	{ "threads", threads }, { "untraced", untraced }, { "userns", userns }, { "pidns", pidns },
	{ "daemon", daemonize }, { "sigchld", sigchld }, { "sigtrap", sigtrap },
	{ "sigsegv", sigsegv }, { "blocking", blocking }, { "attrs", attrs }, { "race", race },
	{ "pass_fd", pass_fd }, { "files", files }, { "undumpable", undumpable },
	{ "pdeath", pdeath }, { "ops", ops }, { "close_order", close_order }, { "slots", slots },
	{ "rlimit", rlimit }, { "killed_busy", killed_busy }, { "own_trace", own_trace },
	{ "strict", strict }, { "privs", privs }, { "many", many }, { "refused", refused },
	{ "not_allowed", not_allowed },
	{ "provided_late", provided_late }, { "untouched_filter", untouched_filter },
};

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int n = argc > 2 ? atoi(argv[2]) : 1, i, fd;
	size_t k;

	self = argv[0];
	setvbuf(stdout, NULL, _IOFBF, 65536);
	if (!strcmp(what, "one")) {
		printf("one %d\n", try1());
	} else if (!strcmp(what, "timer")) {
		timer(0);
	} else if (!strcmp(what, "timer_restart")) {
		timer(SA_RESTART);
	} else if (!strcmp(what, "thread_exec")) {
		thread_exec(0);
	} else if (!strcmp(what, "thread_exec_busy")) {
		thread_exec(6);
	} else if (!strcmp(what, "exec_while_seized")) {
		exec_while_seized(argc > 2);
	} else if (!strcmp(what, "errno_prctl")) {
		printf("filter %d open %d\n", filter(SECCOMP_RET_ERRNO | EPERM, 0, 1), try1());
		printf("open %d\n", try1());
	} else if (!strcmp(what, "errno_fork")) {
		printf("filter %d open %d\n", filter(SECCOMP_RET_ERRNO | 77, 0, 0), try1());
		fflush(stdout);
		if (!fork())
			_exit(-try1());
		wait(&i);
		report("child", i);
	} else if (!strcmp(what, "errno_exec")) {
		filter(SECCOMP_RET_ERRNO | EPERM, 0, 0);
		execl(self, self, "one", NULL);
	} else if (!strcmp(what, "kill_process")) {
		filter(SECCOMP_RET_KILL_PROCESS, 0, 0);
		try1();
	} else if (!strcmp(what, "allow")) {
		printf("filter %d open %d\n", filter(SECCOMP_RET_ALLOW, 0, 0), try1());
	} else if (!strcmp(what, "notif_errno")) {
		notif(EXDEV);
	} else if (!strcmp(what, "notif_continue")) {
		notif(0);
	} else if (!strcmp(what, "clone3")) {
		do_clone3(0);
	} else if (!strcmp(what, "any")) {
		any_calls(n);
	} else if (!strcmp(what, "loop")) {
		/* for so many ms: count errors */
		int sys = 0, ok = 0;
		struct timespec t0, t;

		clock_gettime(CLOCK_MONOTONIC, &t0);
		do {
			fd = try1();
			sys += fd == -ENOSYS;
			ok += !fd;
			clock_gettime(CLOCK_MONOTONIC, &t);
		} while ((t.tv_sec - t0.tv_sec) * 1000 + (t.tv_nsec - t0.tv_nsec) / 1000000 < n);
		printf("ok %d enosys %d\n", ok, sys);
	} else {
		for (k = 0; k < sizeof(cases) / sizeof(*cases); k++)
			if (!strcmp(what, cases[k].name)) {
				cases[k].fn();
				return 0;
			}
		return 99;
	}
	return 0;
}
