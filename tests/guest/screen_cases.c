// SPDX-License-Identifier: GPL-2.0
/*
 * Calls on open events that are refused, or that disappoint, each by a process of the name of its
 * case, for screen.t. With tracefs mounted; it makes the calls and looks at no result.
 */
#include "peo.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "../host/uapi_ioctl.h"

#define PAGE	4096UL
#define NOBODY	65534

/* An event of this task; the last arguments are statements about the attr, "a". */
#define EVENT_OF(pid, cpu, group, config_, ...) ({ \
	struct perf_event_attr a = { .type = PERF_TYPE_SOFTWARE, .size = PERF_ATTR_SIZE_VER5, \
				     .config = config_, .exclude_kernel = 1, .exclude_hv = 1 }; \
	__VA_ARGS__; \
	must(peo(&a, pid, cpu, group, 0)); \
})
#define EVENT(config, ...)	EVENT_OF(0, -1, -1, config, ##__VA_ARGS__)
#define DUMMY(...)		EVENT(PERF_COUNT_SW_DUMMY, ##__VA_ARGS__)
#define CLOCK(...)		EVENT(PERF_COUNT_SW_TASK_CLOCK, ##__VA_ARGS__)
#define FAULTS(...)		EVENT(PERF_COUNT_SW_PAGE_FAULTS, a.sample_period = 1, ##__VA_ARGS__)

static int must(int fd)
{
	if (fd < 0)
		errx(1, "perf_event_open: %s", strerror(-fd));
	return fd;
}

static void read_it(int fd)
{
	char values[512];

	if (read(fd, values, sizeof(values)) <= 0)
		err(1, "read");
}

static void *map(int fd, size_t pages)
{
	return mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

/* A program looks at its buffer by data_tail of struct perf_event_mmap_page. */
static void look_at(void *control)
{
	unsigned long long tail = 0;

	memcpy((char *)control + 1032, &tail, sizeof(tail));
}

static void run_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		err(1, "sched_setaffinity");
}

static void touch_pages(int n)
{
	char *at = mmap(NULL, n * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	madvise(at, n * PAGE, MADV_NOHUGEPAGE);
	for (i = 0; i < n; i++)
		at[i * PAGE] = 1;
}

/* A child that sleeps. */
static int sleeper(void)
{
	int pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	until_asleep(pid);
	return pid;
}

static void end(int pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static int tracepoint(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_TRACEPOINT, .size = PERF_ATTR_SIZE_VER5 };
	FILE *f = fopen("/sys/kernel/tracing/events/sched/sched_switch/id", "r");
	unsigned long long id;

	if (!f || fscanf(f, "%llu", &id) != 1)
		err(1, "sched_switch");
	fclose(f);
	a.config = id;
	return must(peo(&a, 0, -1, -1, 0));
}

static int poll_it(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 0);
}

/* --- What a read or a close tells --- */

static void counts(void)
{
	int fd = CLOCK();

	spin(20);
	read_it(fd);
}

static void waits_for_exec(void)
{
	read_it(CLOCK(a.disabled = 1, a.enable_on_exec = 1));
}

static void never_enabled(void)
{
	read_it(CLOCK(a.disabled = 1));
}

static void leader_is_off(void)
{
	int leader = DUMMY(a.disabled = 1);

	read_it(EVENT_OF(0, -1, leader, PERF_COUNT_SW_TASK_CLOCK));
}

static void group_is_read(void)
{
	int leader = CLOCK(a.read_format = PERF_FORMAT_GROUP);

	EVENT_OF(0, -1, leader, PERF_COUNT_SW_DUMMY);
	EVENT_OF(0, -1, leader, PERF_COUNT_SW_DUMMY);
	spin(20);
	read_it(leader);
}

static void on_another_cpu(void)
{
	int fd;

	run_on(0);
	fd = EVENT_OF(0, 1, -1, PERF_COUNT_SW_TASK_CLOCK);
	spin(20);
	read_it(fd);
}

/* Three events of the PMU that screen.t has loaded, which has one counter. */
static void a_third(unsigned long long format)
{
	FILE *file = fopen("/sys/bus/event_source/devices/alpha0/type", "r");
	int fd, i, type;

	if (!file || fscanf(file, "%d", &type) != 1)
		errx(1, "no PMU alpha0");
	for (i = 0; i < 3; i++)
		fd = EVENT(1, a.type = type, a.read_format = format);
	spin(500);
	read_it(fd);
}

/*
 * An event of a task and a cpu counts what its task does there: that it does more elsewhere is no
 * fault.
 */
static void half_elsewhere(void)
{
	int fd;

	run_on(0);
	fd = EVENT_OF(0, 1, -1, PERF_COUNT_SW_TASK_CLOCK);
	spin(100);
	run_on(1);
	spin(100);
	read_it(fd);
}

static void a_third_unscaled(void)
{
	a_third(0);
}

static void a_third_scaled(void)
{
	a_third(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING);
}

static void samples_are_lost(void)
{
	int fd = FAULTS(a.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME);

	look_at(map(fd, 2));
	touch_pages(1024);
	read_it(fd);
}

static void nobody_reads(void)
{
	int fd = FAULTS(a.sample_type = PERF_SAMPLE_IP);

	look_at(map(fd, 9));
	touch_pages(4);
	read_it(fd);
}

static void nobody_looks(void)
{
	int fd = FAULTS(a.sample_type = PERF_SAMPLE_IP);

	map(fd, 9);
	touch_pages(4);
	read_it(fd);
}

static void closed_unread(void)
{
	int fd = FAULTS(a.disabled = 1);

	/* Without this it would be a probe. */
	map(fd, 9);
	close(fd);
}

static void task_sleeps(void)
{
	int pid = sleeper();

	read_it(EVENT_OF(pid, -1, -1, PERF_COUNT_SW_TASK_CLOCK));
	end(pid);
}

static void task_is_gone(void)
{
	int pid = sleeper();
	int fd = EVENT_OF(pid, -1, -1, PERF_COUNT_SW_TASK_CLOCK, a.disabled = 1);

	end(pid);
	read_it(fd);
}

static void trials(void)
{
	int i;

	for (i = 0; i < 3; i++)
		close(DUMMY(a.exclude_idle = i));
	counts();
}

/* --- What is refused --- */

static void mmap_513(void)
{
	struct rlimit limit = { 8 * PAGE, 8 * PAGE };
	int fd;

	setrlimit(RLIMIT_MEMLOCK, &limit);
	/* In a user namespace nobody is no user, and root may not do it either. */
	if (setresuid(NOBODY, NOBODY, NOBODY) && errno != EINVAL)
		err(1, "setresuid");
	fd = DUMMY(a.sample_period = 1);
	map(fd, 513);
}

static void mmap_private(void)
{
	mmap(NULL, 9 * PAGE, PROT_READ, MAP_PRIVATE, DUMMY(a.sample_period = 1), 0);
}

static void mmap_odd(void)
{
	map(DUMMY(a.sample_period = 1), 7);
}

static void mmap_inherit(void)
{
	map(DUMMY(a.sample_period = 1, a.inherit = 1), 9);
}

static void mmap_again(void)
{
	int fd = DUMMY(a.sample_period = 1);

	map(fd, 9);
	map(fd, 5);
}

static void read_small(void)
{
	char values[8];
	int fd = DUMMY(a.read_format = 3);

	if (read(fd, values, sizeof(values)) >= 0)
		errx(1, "it is read");
}

static void period_zero(void)
{
	unsigned long long zero = 0;

	ioctl(DUMMY(a.sample_period = 1000), PERF_EVENT_IOC_PERIOD, &zero);
}

static void period_counts(void)
{
	unsigned long long period = 1000;

	ioctl(DUMMY(), PERF_EVENT_IOC_PERIOD, &period);
}

static void refresh_counts(void)
{
	ioctl(DUMMY(), PERF_EVENT_IOC_REFRESH, 1);
}

static void output_cpu(void)
{
	int other = EVENT_OF(0, 0, -1, PERF_COUNT_SW_DUMMY, a.sample_period = 1);

	ioctl(DUMMY(a.sample_period = 1), PERF_EVENT_IOC_SET_OUTPUT, other);
}

static void output_half(void)
{
	ioctl(DUMMY(a.sample_period = 1), PERF_EVENT_IOC_SET_OUTPUT, 0xffffffffUL);
}

static void output_plain(void)
{
	ioctl(DUMMY(a.sample_period = 1), PERF_EVENT_IOC_SET_OUTPUT, DUMMY(a.sample_period = 1));
}

static void filter_field(void)
{
	ioctl(tracepoint(), PERF_EVENT_IOC_SET_FILTER, "no_such_field > 1");
}

static void filter_dummy(void)
{
	ioctl(DUMMY(), PERF_EVENT_IOC_SET_FILTER, "a > 1");
}

static void bpf_not_open(void)
{
	ioctl(tracepoint(), PERF_EVENT_IOC_SET_BPF, 999);
}

static void poll_no_buffer(void)
{
	poll_it(DUMMY(a.sample_period = 1));
}

static void poll_off(void)
{
	int fd = DUMMY(a.sample_period = 1, a.disabled = 1);

	map(fd, 9);
	poll_it(fd);
}

static void prctl_alone(void)
{
	prctl(PR_TASK_PERF_EVENTS_ENABLE);
}

static void ioctl_tty(void)
{
	ioctl(DUMMY(), 0x5401, 0);
}

static void id_null(void)
{
	ioctl(DUMMY(), PERF_EVENT_IOC_ID, 0);
}

static void enable_gone(void)
{
	int pid = sleeper();
	int fd = EVENT_OF(pid, -1, -1, PERF_COUNT_SW_DUMMY, a.disabled = 1);

	end(pid);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

static void pause_nothing(void)
{
	ioctl(DUMMY(), PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
}

static void modify_dummy(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_SOFTWARE, .size = PERF_ATTR_SIZE_VER5 };

	ioctl(DUMMY(), PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &a);
}

#define CASE(fn)	{ #fn, fn }

static const struct {
	const char *name;
	void (*make)(void);
} cases[] = {
	CASE(counts), CASE(waits_for_exec), CASE(never_enabled), CASE(leader_is_off),
	CASE(group_is_read), CASE(on_another_cpu), CASE(a_third_unscaled), CASE(a_third_scaled),
	CASE(half_elsewhere),
	CASE(samples_are_lost), CASE(nobody_reads), CASE(nobody_looks), CASE(closed_unread),
	CASE(task_sleeps), CASE(task_is_gone), CASE(trials), CASE(mmap_513), CASE(mmap_private),
	CASE(mmap_odd), CASE(mmap_inherit), CASE(mmap_again), CASE(read_small), CASE(period_zero),
	CASE(period_counts), CASE(refresh_counts), CASE(output_cpu), CASE(output_half),
	CASE(output_plain), CASE(filter_field), CASE(filter_dummy), CASE(bpf_not_open),
	CASE(poll_no_buffer), CASE(poll_off), CASE(prctl_alone), CASE(ioctl_tty), CASE(id_null),
	CASE(enable_gone), CASE(pause_nothing), CASE(modify_dummy),
};

int main(void)
{
	int status, failed = 0;
	size_t i;

	/* The first event of a kernel switches perf on, and was seen not to run. */
	counts();
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int pid = fork();

		if (!pid) {
			prctl(PR_SET_NAME, cases[i].name);
			cases[i].make();
			_exit(0);
		}
		waitpid(pid, &status, 0);
		if (status)
			printf("%s: status %d\n", cases[i].name, status);
		failed |= status;
	}
	return failed != 0;
}
