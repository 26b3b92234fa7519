// SPDX-License-Identifier: GPL-2.0
/*
 * Notes on calls that succeed: a call that has the note, one that is near and has it not, and what
 * the kernel makes of both.
 *
 * Needs the module loaded with calls=1, debugfs and tracefs mounted, and root.
 */
#include "why_after.h"

static u64 touched;

/* Has the last record a note of this rule? */
static bool noted(const char *rule)
{
	const char *notes = strstr(line, "\"notes\":["), *end = notes ? strchr(notes, ']') : NULL;
	char want[64];
	const char *at;

	snprintf(want, sizeof(want), "\"rule\":\"%s\"", rule);
	at = notes ? strstr(notes, want) : NULL;
	return at && end && at < end;
}

/* Opens an event, as EVENT() does; the record of that is the last one then. */
#define OPEN(pid, cpu, type, config, ...) ({ \
	int fd_; \
	json_drain(); \
	fd_ = EVENT(pid, cpu, type, config, ##__VA_ARGS__); \
	told("open"); \
	fd_; \
})

static u64 read_value(int fd)
{
	u64 value[4] = { 0 };

	json_drain();
	if (read(fd, value, sizeof(value)) < 8)
		err(1, "read");
	told("read");
	return value[0];
}

static u64 read_enabled(int fd)
{
	u64 value[4] = { 0 };

	if (read(fd, value, sizeof(value)) < 16)
		err(1, "read of times");
	return value[1];
}

static void enable(int fd)
{
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "ENABLE");
}

static void switch_often(void)
{
	int i;

	for (i = 0; i < 5; i++) {
		char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				  -1, 0);

		if (page == MAP_FAILED)
			err(1, "mmap");
		*(volatile char *)page = 1;
		munmap(page, PAGE);
		usleep(1000);
	}
}

/* Opens, has the note or not, and counts nothing or something. */
static void counts(unsigned int type, u64 config, bool exclude_kernel, bool exclude_user, bool has,
		   const char *what)
{
	int fd = OPEN(0, -1, type, config, a.exclude_kernel = exclude_kernel;
		      a.exclude_user = exclude_user);
	u64 value;

	tap(noted("never-counts") == has, "never-counts: %s: %s", what,
	    has ? "noted" : "not noted");
	enable(fd);
	switch_often();
	value = read_value(fd);
	tap(!value == has, "... and %llu is counted", (unsigned long long)value);
	close(fd);
}

static void never_counts(void)
{
	int sched_switch = tracepoint_id("sched/sched_switch");
	int sleep = tracepoint_id("syscalls/sys_enter_clock_nanosleep");

	counts(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, true, false, true,
	       "context switches without the kernel");
	counts(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, false, false, false,
	       "with it");
	counts(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, true, false, false,
	       "page faults without the kernel");
	counts(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, true, true, true, "without both");
	counts(PERF_TYPE_TRACEPOINT, sched_switch, true, false, true,
	       "sched_switch without the kernel");
	counts(PERF_TYPE_TRACEPOINT, sched_switch, false, false, false, "with it");
	if (sleep >= 0)
		counts(PERF_TYPE_TRACEPOINT, sleep, true, false, false,
		       "a system call without the kernel");
}

static void clock_floor(void)
{
	close(OPEN(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, a.sample_period = 1000));
	tap(noted("clock-floor"), "clock-floor: a period of 1 us");
	close(OPEN(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, a.sample_period = 10000));
	tap(!noted("clock-floor"), "... not one of 10 us");
	close(OPEN(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, a.sample_period = 1000));
	tap(!noted("clock-floor"), "... nor of what is no clock");
	close(OPEN(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK));
	tap(!noted("clock-floor"), "... nor of one that only counts");
}

static void exec_true(void)
{
	int status, pid = fork();

	if (!pid) {
		execl("/bin/true", "true", NULL);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	if (status)
		errx(1, "/bin/true: status %#x", status);
}

static void exec_of_a_cpu(void)
{
	int fd = OPEN(-1, 0, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, a.enable_on_exec = 1;
		      a.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED);
	int inherited;

	tap(noted("exec-of-a-cpu"), "exec-of-a-cpu: enable_on_exec of a cpu");
	inherited = OPEN(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, a.enable_on_exec = 1;
			 a.inherit = 1; a.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED);
	tap(!noted("exec-of-a-cpu"), "... not of a task");
	exec_true();
	tap(!read_enabled(fd), "... and exec has not enabled the first");
	tap(read_enabled(inherited), "... but the second");
	close(fd);
	close(inherited);
}

static void reset(int fd)
{
	json_drain();
	if (ioctl(fd, PERF_EVENT_IOC_RESET, 0))
		err(1, "RESET");
	told("ioctl");
}

static void reset_keeps_times(void)
{
	int fd = EVENT(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK,
		       a.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED);
	u64 before;

	enable(fd);
	switch_often();
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	before = read_enabled(fd);
	reset(fd);
	tap(noted("reset-keeps-times"), "reset-keeps-times: RESET");
	tap(before && read_enabled(fd) == before && !read_value(fd),
	    "... and the times are as they were, the count is 0");
	json_drain();
	enable(fd);
	told("ioctl");
	tap(!noted("reset-keeps-times"), "... which ENABLE has not");
	close(fd);
}

static int watch(bool inherit)
{
	int fd = EVENT(0, -1, PERF_TYPE_BREAKPOINT, 0, a.bp_type = HW_BREAKPOINT_W;
		       a.bp_addr = (unsigned long)&touched; a.bp_len = HW_BREAKPOINT_LEN_8;
		       a.inherit = inherit);

	enable(fd);
	return fd;
}

static void touch(void)
{
	*(volatile u64 *)&touched += 1;
}

static void touch_in_child(void)
{
	int pid = fork();

	if (!pid) {
		touch();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static void zeros(void)
{
	int fd = watch(false);

	touch_in_child();
	tap(!read_value(fd) && noted("never-hit"), "never-hit: a breakpoint that nothing has hit");
	touch();
	tap(read_value(fd) && !noted("never-hit"), "... not once it was hit");
	close(fd);
	fd = watch(true);
	touch_in_child();
	tap(read_value(fd) && !noted("never-hit"), "... nor where a child has hit it");
	close(fd);
	fd = EVENT(0, -1, PERF_TYPE_BREAKPOINT, 0, a.bp_type = HW_BREAKPOINT_W;
		   a.bp_addr = (unsigned long)&touched; a.bp_len = HW_BREAKPOINT_LEN_8);
	tap(!read_value(fd) && !noted("never-hit"), "... nor where it never ran");
	close(fd);
}

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	find_attr_size();
	json_open();
	never_counts();
	clock_floor();
	exec_of_a_cpu();
	reset_keeps_times();
	zeros();
	printf("1..%d\n", tests);
	return failed != 0;
}
