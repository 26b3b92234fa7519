// SPDX-License-Identifier: GPL-2.0
/*
 * A program that links libperfattr, for what is asked of it besides its answers:
 *
 *   time     the longest of 200 answers and the median, in microseconds of a cpu
 *   stack    bytes of stack that the longest way takes
 *   calls    system calls of the first explanation, and the median of the last 100 of 1,000: PMUs
 *            are read again by one of them a second
 *   filter   an answer under a seccomp filter that ends who makes another system call than those
 *            of which libperfattr(3) tells
 *   answers  all that is said of these calls
 *   threads  64 threads with one handle ask for the same at once, THREADS_N times each, and must
 *            get the same
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "libperfattr/perfattr.h"

#define N(array)	(sizeof(array) / sizeof((array)[0]))

/* A refused call of each kind: of an argument, a privilege, a PMU, a descriptor, and one of two. */
static struct {
	struct perf_event_attr attr;
	struct perfattr_call call;
} calls[] = {
	{ { .type = 1, .size = 128, .freq = 1, .sample_freq = 1 << 30 }, { .error = EINVAL } },
	{ { .type = 1, .size = 128, .config = 9 }, { .error = EACCES } },
	{ { .type = 0, .size = 128 }, { .error = ENOENT } },
	{ { .type = 4, .size = 128, .precise_ip = 3 }, { .error = EOPNOTSUPP } },
	{ { .type = 1, .size = 128 }, { .error = EBADF, .group_fd = 900 } },
	{ { .type = 1, .size = 128 }, { .error = E2BIG } },
	{ { .type = 1, .size = 128, .sample_type = 3ULL << 40 }, { .error = EINVAL } },
	{ { .type = 1, .size = 128 }, { .error = EPERM, .pid = 1 } },
	{ { .type = 2, .size = 128, .config = 99999 }, { .error = ENOENT } },
};

/* NULL: each call is answered alone. */
static struct perfattr *handle;

static void prepare(void)
{
	size_t i;

	for (i = 0; i < N(calls); i++) {
		calls[i].call.attr = &calls[i].attr;
		calls[i].call.cpu = -1;
		if (!calls[i].call.group_fd)
			calls[i].call.group_fd = -1;
	}
}

static int order(const void *a, const void *b)
{
	const double *one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

static int test_time(void)
{
	static struct perfattr_why answer;
	struct timespec from, to;
	double us[200];
	size_t i;

	for (i = 0; i < N(us); i++) {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
		perfattr_explain(handle, &calls[i % N(calls)].call, 0, &answer);
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
		us[i] = (double)(to.tv_sec - from.tv_sec) * 1e6 +
			(double)(to.tv_nsec - from.tv_nsec) / 1e3;
	}
	qsort(us, N(us), sizeof(us[0]), order);
	printf("%.0f %.0f\n", us[N(us) - 1], us[N(us) / 2]);
	return 0;
}

#define STACK	(512 << 10)

#define MODIFY	PERF_EVENT_IOC_MODIFY_ATTRIBUTES

/* Frame of the thread: the stack is measured from here. */
static unsigned char *entered;

static void *all_calls(void *arg)
{
	static struct perfattr_why answer;
	static struct perfattr_health health;
	static struct perfattr_call plan;
	static char attr[4096];
	size_t i;

	entered = __builtin_frame_address(0);

	for (i = 0; i < N(calls); i++) {
		perfattr_explain(handle, &calls[i].call, PERFATTR_SYMBOLS, &answer);
		perfattr_plan(handle, &calls[i].call, 0, &plan, attr, sizeof(attr));
		perfattr_check(handle, &calls[i].call, &answer);
		perfattr_format(&calls[i].call, -1, attr, sizeof(attr));
		perfattr_health(handle, &calls[i].call, 0, &health);
		perfattr_explain_read(handle, &calls[i].call, 0, 4, ENOSPC, &answer);
		perfattr_explain_mmap(handle, NULL, 900, 7, 1, 0, EINVAL, &answer);
		perfattr_explain_ioctl(handle, NULL, 900, MODIFY, (uintptr_t)&calls[i].attr,
				       EINVAL, &answer);
	}
	return arg;
}

static int test_stack(void)
{
	unsigned char *stack = aligned_alloc(4096, STACK);
	pthread_attr_t attr;
	pthread_t thread;
	size_t i;

	if (!stack)
		return 1;
	memset(stack, 0xa5, STACK);
	pthread_attr_init(&attr);
	if (pthread_attr_setstack(&attr, stack, STACK) ||
	    pthread_create(&thread, &attr, all_calls, NULL) || pthread_join(thread, NULL))
		return 1;
	for (i = 0; i < STACK && stack[i] == 0xa5; i++)
		;
	printf("%zu\n", (size_t)(entered - stack) - i);
	return 0;
}

/* A system call that only says where an explanation begins and ends. */
#define MARK	(-77)

static void explain_marked(int n)
{
	static struct perfattr_why answer;

	handle = perfattr_open();
	while (n--) {
		close(MARK);
		perfattr_explain(handle, &calls[(size_t)n % N(calls)].call, 0, &answer);
	}
	close(MARK);
}

/* Return true if the stopped process enters close(MARK): a system call has two stops. */
static int is_mark(pid_t pid)
{
	struct __ptrace_syscall_info info;

	return ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) > 0 &&
	       info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_close &&
	       (int)info.entry.args[0] == MARK;
}

static int test_calls(void)
{
	int status, stops = 0, first = 0, n = 0;
	double last[100] = { 0 };
	pid_t pid = fork();

	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		explain_marked(1000);
		_exit(0);
	}
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_TRACESYSGOOD);
		stops++;
		if (is_mark(pid)) {
			/* The mark itself has two stops, and the first of the next is counted. */
			if (n == 1)
				first = (stops - 2) / 2;
			if (n > 900 && n <= 1000)
				last[n - 901] = (stops - 2) / 2;
			stops = 0;
			n++;
		}
		ptrace(PTRACE_SYSCALL, pid, NULL, NULL);
	}
	qsort(last, N(last), sizeof(last[0]), order);
	printf("%d %.0f\n", first, last[N(last) / 2]);
	return n != 1001;
}

/* Those of which the manual page tells, malloc()'s, and what a program needs to end. */
static const int allowed[] = {
	SYS_openat, SYS_read, SYS_pread64, SYS_write, SYS_close, SYS_fstat, SYS_fstatfs,
#ifdef SYS_newfstatat
	SYS_newfstatat,
#endif
	SYS_fcntl, SYS_lseek, SYS_readlinkat,
#ifdef SYS_readlink
	SYS_readlink,
#endif
	SYS_getdents64, SYS_pipe2, SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_getrandom,
	SYS_clock_gettime, SYS_exit_group,
};

static int filter_on(void)
{
	struct sock_filter code[N(allowed) + 4] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog prog = { .len = N(code), .filter = code };
	size_t i, n = N(allowed);

	for (i = 0; i < n; i++)
		code[1 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
							   (unsigned int)allowed[i],
							   (unsigned char)(n - i), 0);
	code[1 + n] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
	code[2 + n] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	prog.len = (unsigned short)(3 + n);
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

static int test_filter(void)
{
	static struct perfattr_why answer;
	size_t i, certain = 0;

	if (filter_on())
		return 2;
	for (i = 0; i < N(calls); i++) {
		perfattr_explain(handle, &calls[i].call, PERFATTR_LIMITS | PERFATTR_SYMBOLS,
				 &answer);
		certain += answer.n == 1 && answer.certainty == PERFATTR_CERTAIN;
	}
	printf("%zu calls, %zu certain\n", N(calls), certain);
	fflush(stdout);
	_exit(0);
}

/* What was asked for first, by one thread. */
static struct perfattr_why first[N(calls)];
static int rounds = 50;

static void *same_answers(void *arg)
{
	struct perfattr_why *answer = malloc(sizeof(*answer));
	size_t i, k, wrong = !answer;
	int n;

	for (k = 0; answer && k < (size_t)rounds; k++) {
		for (i = 0; i < N(calls); i++) {
			errno = (int)i;
			perfattr_explain(handle, &calls[i].call, 0, answer);
			wrong += errno != (int)i ||
				 memcmp(answer, &first[i], sizeof(*answer)) != 0;
			n = perfattr_explain_mmap(handle, &calls[0].call, 0, 7 << 12, 1, 0,
						  EINVAL, answer);
			wrong += n != 1 || errno != (int)i;
		}
	}
	free(answer);
	return (char *)arg + wrong;
}

static void *waits(void *arg)
{
	pause();
	return arg;
}

static int test_threads(void)
{
	const char *n = getenv("THREADS_N");
	pthread_t thread[64], other;
	size_t i, wrong = 0;
	void *got;

	if (n)
		rounds = atoi(n);
	/* A process of one thread is surer of its descriptors. */
	if (pthread_create(&other, NULL, waits, NULL))
		return 2;
	handle = perfattr_open();
	for (i = 0; i < N(calls); i++)
		perfattr_explain(NULL, &calls[i].call, 0, &first[i]);
	for (i = 0; i < N(thread); i++)
		if (pthread_create(&thread[i], NULL, same_answers, NULL))
			return 2;
	for (i = 0; i < N(thread); i++) {
		pthread_join(thread[i], &got);
		wrong += (size_t)got;
	}
	perfattr_close(handle);
	printf("%zu of %zu differ\n", wrong, N(thread) * (size_t)rounds * N(calls));
	return wrong != 0;
}

static int test_answers(void)
{
	static struct perfattr_why answer;
	static char text[4096];
	size_t i;

	for (i = 0; i < N(calls); i++) {
		perfattr_explain(NULL, &calls[i].call, 0, &answer);
		printf("%s %s\n%s", answer.rule, answer.fix, answer.text);
		printf("%d %s", perfattr_check(NULL, &calls[i].call, &answer), answer.text);
		perfattr_format(&calls[i].call, -1, text, sizeof(text));
		fputs(text, stdout);
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*test)(void);
	} tests[] = {
		{ "time", test_time }, { "stack", test_stack }, { "filter", test_filter },
		{ "threads", test_threads },
		{ "calls", test_calls }, { "answers", test_answers },
	};
	size_t i;

	prepare();
	for (i = 0; argc > 1 && i < N(tests); i++)
		if (!strcmp(argv[1], tests[i].name))
			return tests[i].test();
	return 2;
}
