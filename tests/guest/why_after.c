// SPDX-License-Identifier: GPL-2.0
/*
 * Calls on open events that are refused, or that disappoint: for each the reason that the module
 * gives is compared with the true one.
 *
 * Needs the module loaded with calls=1, debugfs and tracefs mounted, and root.
 */
#include "why_after.h"

#include <linux/bpf.h>

static int sched_switch;

static void mmap_rules(void)
{
	static const int wrong[] = { 4, 6, 7, 8, 10, 16, 32, 64, 100, 128 };
	int fd = SOFTWARE(a.sample_period = 1), other, redirected;
	size_t i;
	void *at;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		MMAP("mmap-data-pages", SURE, EINVAL, try_map(fd, wrong[i], 0));
	MMAP("mmap-not-shared", SURE, EINVAL, mmap(NULL, 9 * PAGE, PROT_READ, MAP_PRIVATE, fd, 0));
	MMAP("mmap-not-shared", SURE, EINVAL,
	     mmap(NULL, 9 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0));
	MMAP("mmap-offset", SURE, EINVAL, try_map(fd, 8, 9));
	tap(fix_number("offset") < 0, "mmap-offset: no fix, as 8 pages are refused at 0, too");
	MMAP("mmap-offset", SURE, EINVAL, try_map(fd, 9, 9));
	tap(!fix_number("offset"), "mmap-offset: its fix for 9 pages is 0");
	MMAP("mmap-no-memory", SURE, ENOMEM, try_map(fd, 1 + (1 << 20), 0));
	MMAP("mmap-too-long", SURE, ENOMEM, try_map(fd, 1 + (1UL << 31), 0));
	at = map(fd, 9);
	MMAP("mmap-other-size", SURE, EINVAL, try_map(fd, 5, 0));
	MMAP("mmap-other-size", SURE, EINVAL, try_map(fd, 17, 0));
	MMAP("mmap-other-size", SURE, EINVAL, try_map(fd, 1, 0));
	MMAP("mmap-data-pages", SURE, EINVAL, try_map(fd, 8, 0));
	tap(fix_number("length") == 9 * PAGE, "mmap-data-pages: its fix is the buffer that exists");
	redirected = SOFTWARE(a.sample_period = 1);
	if (ioctl(redirected, PERF_EVENT_IOC_SET_OUTPUT, fd))
		err(1, "SET_OUTPUT");
	MMAP("mmap-output-size", PROBABLE, EINVAL, try_map(redirected, 17, 0));
	close(redirected);
	munmap(at, 9 * PAGE);
	other = SOFTWARE(a.inherit = 1; a.sample_period = 1);
	MMAP("mmap-inherited-any-cpu", SURE, EINVAL, try_map(other, 9, 0));
	close(other);
	close(fd);
}

static void aux_rules(void)
{
	int fd = SOFTWARE(a.sample_period = 1);
	u64 *control = map(fd, 9);

	control[DATA_TAIL] = 0;
	MMAP("mmap-aux-offset-unset", SURE, EINVAL, try_map(fd, 8, 16));
	control[AUX_OFFSET] = 8 * PAGE;
	control[AUX_SIZE] = 8 * PAGE;
	MMAP("mmap-aux-offset-unset", SURE, EINVAL, try_map(fd, 8, 8));
	control[AUX_OFFSET] = 32 * PAGE;
	MMAP("mmap-aux-offset-differs", SURE, EINVAL, try_map(fd, 8, 16));
	MMAP("mmap-aux-size-differs", SURE, EINVAL, try_map(fd, 4, 32));
	control[AUX_SIZE] = 3 * PAGE;
	MMAP("mmap-aux-pages", SURE, EINVAL, try_map(fd, 3, 32));
	control[AUX_SIZE] = 8 * PAGE;
	MMAP("mmap-no-aux", SURE, EOPNOTSUPP, try_map(fd, 8, 32));
	munmap(control, 9 * PAGE);
	close(fd);
}

/* As nobody, whose locked memory is limited; then with the fix. */
static void locked_rules(void)
{
	struct rlimit old, limit = { 8 * PAGE, 8 * PAGE };
	int fd, second;
	long fits;
	void *at;

	paranoid(2);
	getrlimit(RLIMIT_MEMLOCK, &old);
	become(NOBODY);
	setrlimit(RLIMIT_MEMLOCK, &limit);
	fd = SOFTWARE(a.sample_period = 1);
	second = SOFTWARE(a.sample_period = 1);
	MMAP("mmap-locked-memory", SURE, EPERM, try_map(fd, 1 + 4096, 0));
	fits = fix_number("length");
	at = mmap(NULL, fits, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	tap(at != MAP_FAILED, "mmap-locked-memory: its fix, %ld bytes, is accepted", fits);
	MMAP("mmap-locked-memory", SURE, EPERM, try_map(second, 1 + 256, 0));
	if (at != MAP_FAILED)
		munmap(at, fits);
	limit.rlim_cur = 0;
	setrlimit(RLIMIT_MEMLOCK, &limit);
	MMAP("mmap-locked-memory", SURE, EPERM, try_map(second, 1 + 2048, 0));
	close(second);
	close(fd);
	become(0);
	setrlimit(RLIMIT_MEMLOCK, &old);
}

static void command_rules(void)
{
	int counting = SOFTWARE(), sampling = SOFTWARE(a.sample_period = 1000);
	int inherited = SOFTWARE(a.sample_period = 1000; a.inherit = 1);
	/* Not a clock: those turn a frequency into a period (perf_swevent_init_hrtimer()). */
	int frequency = EVENT(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS,
			      a.freq = 1; a.sample_freq = 100);
	unsigned long long value = 1000, zero = 0, huge = 1ULL << 63, fast = 1000000000;

	IOCTL("ioctl-not-known", SURE, ENOTTY, counting, 0x5401, 0);
	IOCTL("ioctl-not-known", SURE, ENOTTY, counting, _IO('$', 12), 0);
	IOCTL("ioctl-not-known", SURE, ENOTTY, counting, _IO('$', 99), 0);
	IOCTL("ioctl-not-known", SURE, ENOTTY, counting, _IO('T', 0), 0);
	IOCTL("ioctl-size", SURE, ENOTTY, counting, _IOW('$', 4, __u32), &value);
	IOCTL("ioctl-size", SURE, ENOTTY, counting, _IO('$', 4), &value);
	IOCTL("ioctl-size", SURE, ENOTTY, counting, _IOR('$', 0, __u64), 0);
	IOCTL("refresh-not-sampling", SURE, EINVAL, counting, PERF_EVENT_IOC_REFRESH, 1);
	IOCTL("refresh-inherited", SURE, EINVAL, inherited, PERF_EVENT_IOC_REFRESH, 1);
	IOCTL("period-not-readable", SURE, EFAULT, sampling, PERF_EVENT_IOC_PERIOD, 0);
	IOCTL("period-not-readable", SURE, EFAULT, sampling, PERF_EVENT_IOC_PERIOD, 1000);
	IOCTL("period-not-sampling", SURE, EINVAL, counting, PERF_EVENT_IOC_PERIOD, &value);
	IOCTL("period-zero", SURE, EINVAL, sampling, PERF_EVENT_IOC_PERIOD, &zero);
	IOCTL("period-too-large", SURE, EINVAL, sampling, PERF_EVENT_IOC_PERIOD, &huge);
	IOCTL("period-freq-above-max", SURE, EINVAL, frequency, PERF_EVENT_IOC_PERIOD, &fast);
	IOCTL("id-not-writable", SURE, EFAULT, counting, PERF_EVENT_IOC_ID, 0);
	IOCTL("id-not-writable", SURE, EFAULT, counting, PERF_EVENT_IOC_ID, 8);
	close(counting);
	close(sampling);
	close(inherited);
	close(frequency);
}

static void output_rules(int child)
{
	int fd = SOFTWARE(a.sample_period = 1), mapped = SOFTWARE(a.sample_period = 1);
	int cpu0 = EVENT(0, 0, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, a.sample_period = 1);
	int foreign = EVENT(child, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY,
			    a.sample_period = 1);
	int clocked = SOFTWARE(a.sample_period = 1; a.use_clockid = 1; a.clockid = CLOCK_MONOTONIC);
	int backward = SOFTWARE(a.sample_period = 1; a.write_backward = 1);
	int plain = SOFTWARE(a.sample_period = 1), file = open("/dev/null", O_RDONLY);
	void *at = map(mapped, 9), *control;

	IOCTL("set-output-half", SURE, EBADF, fd, PERF_EVENT_IOC_SET_OUTPUT, 0xffffffffUL);
	IOCTL("set-output-not-open", SURE, EBADF, fd, PERF_EVENT_IOC_SET_OUTPUT, 999);
	IOCTL("set-output-no-event", SURE, EBADF, fd, PERF_EVENT_IOC_SET_OUTPUT, file);
	IOCTL("set-output-no-event", SURE, EBADF, fd, PERF_EVENT_IOC_SET_OUTPUT, json_fd);
	IOCTL("set-output-itself", SURE, EINVAL, fd, PERF_EVENT_IOC_SET_OUTPUT, fd);
	IOCTL("set-output-cpu-differs", SURE, EINVAL, fd, PERF_EVENT_IOC_SET_OUTPUT, cpu0);
	IOCTL("set-output-cpu-differs", SURE, EINVAL, cpu0, PERF_EVENT_IOC_SET_OUTPUT, mapped);
	IOCTL("set-output-task-differs", SURE, EINVAL, foreign, PERF_EVENT_IOC_SET_OUTPUT, mapped);
	IOCTL("set-output-clock-differs", SURE, EINVAL, clocked, PERF_EVENT_IOC_SET_OUTPUT, mapped);
	IOCTL("set-output-direction-differs", SURE, EINVAL, backward, PERF_EVENT_IOC_SET_OUTPUT,
	      mapped);
	IOCTL("set-output-not-mapped", SURE, EINVAL, fd, PERF_EVENT_IOC_SET_OUTPUT, plain);
	IOCTL("set-output-mapped", SURE, EINVAL, mapped, PERF_EVENT_IOC_SET_OUTPUT, plain);
	munmap(at, 9 * PAGE);
	at = map(fd, 9);
	control = map(mapped, 1);
	IOCTL("pause-no-data", SURE, EINVAL, mapped, PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
	IOCTL("set-output-mapped", SURE, EINVAL, mapped, PERF_EVENT_IOC_SET_OUTPUT, fd);
	IOCTL("set-output-mapped", SURE, EINVAL, fd, PERF_EVENT_IOC_SET_OUTPUT, -1L);
	IOCTL("pause-no-buffer", SURE, EINVAL, cpu0, PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
	munmap(control, PAGE);
	munmap(at, 9 * PAGE);
	close(fd);
	close(plain);
	close(mapped);
	close(cpu0);
	close(foreign);
	close(clocked);
	close(backward);
	close(file);
}

#define FILTER(rule, sure, err, text) do { \
	int fd_ = EVENT(0, -1, PERF_TYPE_TRACEPOINT, sched_switch); \
	IOCTL(rule, sure, err, fd_, PERF_EVENT_IOC_SET_FILTER, text); \
	close(fd_); \
} while (0)

static void filter_rules(void)
{
	int fd = SOFTWARE();

	IOCTL("filter-not-supported", SURE, EINVAL, fd, PERF_EVENT_IOC_SET_FILTER, "a > 1");
	close(fd);
	FILTER("filter-not-readable", SURE, EFAULT, 8L);
	FILTER("filter-condition", SURE, EINVAL, "");
	FILTER("filter-condition", SURE, EINVAL, " ");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid >");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid > x");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid ^ 3");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid > 08");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid > 12abc");
	FILTER("filter-condition", SURE, EINVAL, "prev_comm > \"a\"");
	FILTER("filter-condition", SURE, EINVAL, "no_such_field > 1");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid > 1 && no_such_field > 1");
	FILTER("filter-condition", SURE, EINVAL, "prev_pid > 1 && next_pid ! 1");
	FILTER("filter-type", PROBABLE, EINVAL, "prev_comm == 5");
	FILTER("filter-type", PROBABLE, EINVAL, "prev_pid == \"a\"");
	FILTER("filter-type", PROBABLE, EINVAL, "prev_pid > 1 && prev_comm == 5 && next_pid > 1");
	FILTER("filter-syntax", SURE, EPERM, "prev_pid > 1 next_pid > 2");
	FILTER("filter-syntax", SURE, EPERM, "prev_pid > 1 & next_pid > 2");
	FILTER("filter-syntax", SURE, EPERM, "prev_pid > 1)");
	FILTER("filter-syntax", SURE, EPERM, "> 1");
	FILTER("filter-syntax", SURE, EPERM, "prev_pid > 1 || || next_pid > 1");
	FILTER("filter-parenthesis", SURE, ENOENT, "(prev_pid > 1");
	FILTER("filter-parenthesis", SURE, ENOENT, "((prev_pid > 1)");
	FILTER("filter-quote", SURE, ESRCH, "prev_comm == \"x");
	fd = EVENT(0, -1, PERF_TYPE_TRACEPOINT, sched_switch);
	if (ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "prev_pid > 1"))
		err(1, "SET_FILTER");
	IOCTL("filter-exists", SURE, EEXIST, fd, PERF_EVENT_IOC_SET_FILTER, "prev_pid > 2");
	close(fd);
}

/* A program of two instructions, r0 = 0 and exit; or one that reads its context at @ctx first. */
static int load_program(unsigned int type, int ctx)
{
	struct bpf_insn insns[] = {
		{ .code = BPF_LDX | BPF_MEM | BPF_DW, .dst_reg = 0, .src_reg = 1, .off = ctx },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = type,
		.insns = (unsigned long)(insns + !ctx),
		.insn_cnt = 3 - !ctx,
		.license = (unsigned long)"GPL",
	};
	int fd = syscall(__NR_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));

	if (fd < 0)
		err(1, "a BPF program of type %u", type);
	return fd;
}

static void bpf_rules(void)
{
	int tp = EVENT(0, -1, PERF_TYPE_TRACEPOINT, sched_switch);
	int again = EVENT(0, -1, PERF_TYPE_TRACEPOINT, sched_switch);
	int clock = EVENT(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK,
			  a.sample_period = 1000000);
	int file = open("/dev/null", O_RDONLY);
	int on_tp = load_program(BPF_PROG_TYPE_TRACEPOINT, 0);
	int on_probe = load_program(BPF_PROG_TYPE_KPROBE, 0);
	int on_event = load_program(BPF_PROG_TYPE_PERF_EVENT, 0);
	int on_socket = load_program(BPF_PROG_TYPE_SOCKET_FILTER, 0);
	int far = load_program(BPF_PROG_TYPE_TRACEPOINT, 1024);
	struct { __u32 ids_len, prog_cnt, ids[64]; } query = { .ids_len = 65 };

	IOCTL("bpf-not-open", SURE, EBADF, tp, PERF_EVENT_IOC_SET_BPF, 999);
	IOCTL("bpf-no-program", SURE, EINVAL, tp, PERF_EVENT_IOC_SET_BPF, file);
	IOCTL("bpf-no-program", SURE, EINVAL, tp, PERF_EVENT_IOC_SET_BPF, tp);
	IOCTL("bpf-program-type", SURE, EINVAL, tp, PERF_EVENT_IOC_SET_BPF, on_probe);
	IOCTL("bpf-program-type", SURE, EINVAL, tp, PERF_EVENT_IOC_SET_BPF, on_event);
	IOCTL("bpf-program-type", SURE, EINVAL, tp, PERF_EVENT_IOC_SET_BPF, on_socket);
	IOCTL("bpf-program-type", SURE, EINVAL, clock, PERF_EVENT_IOC_SET_BPF, on_tp);
	IOCTL("bpf-program-type", SURE, EINVAL, clock, PERF_EVENT_IOC_SET_BPF, on_probe);
	IOCTL("bpf-context", SURE, EACCES, tp, PERF_EVENT_IOC_SET_BPF, far);
	if (ioctl(tp, PERF_EVENT_IOC_SET_BPF, on_tp) ||
	    ioctl(clock, PERF_EVENT_IOC_SET_BPF, on_event))
		err(1, "SET_BPF");
	IOCTL("bpf-exists", SURE, EEXIST, tp, PERF_EVENT_IOC_SET_BPF, on_tp);
	IOCTL("bpf-exists", SURE, EEXIST, clock, PERF_EVENT_IOC_SET_BPF, on_event);
	IOCTL("bpf-same-program", SURE, EEXIST, again, PERF_EVENT_IOC_SET_BPF, on_tp);
	IOCTL("query-no-tracepoint", SURE, EINVAL, clock, PERF_EVENT_IOC_QUERY_BPF, &query);
	IOCTL("query-not-readable", SURE, EFAULT, tp, PERF_EVENT_IOC_QUERY_BPF, 0);
	IOCTL("query-too-many", SURE, E2BIG, tp, PERF_EVENT_IOC_QUERY_BPF, &query);
	become(NOBODY);
	IOCTL("query-not-allowed", SURE, EPERM, tp, PERF_EVENT_IOC_QUERY_BPF, &query);
	become(0);
	close(far);
	far = load_program(BPF_PROG_TYPE_TRACEPOINT, 0);
	if (ioctl(again, PERF_EVENT_IOC_SET_BPF, far))
		err(1, "SET_BPF of another program");
	query.ids_len = 1;
	IOCTL("query-short", SURE, ENOSPC, tp, PERF_EVENT_IOC_QUERY_BPF, &query);
	close(tp);
	close(again);
	close(clock);
	close(file);
	close(on_tp);
	close(on_probe);
	close(on_event);
	close(on_socket);
	close(far);
}

static void modify_rules(void)
{
	struct perf_event_attr attr = attr_of(PERF_TYPE_BREAKPOINT, 0), b;
	int software = SOFTWARE(), fd;

	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (unsigned long)&tests;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	b = attr_of(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	IOCTL("modify-no-breakpoint", SURE, EOPNOTSUPP, software, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
	      &b);
	IOCTL("modify-type", SURE, EINVAL, software, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr);
	tap(fix_number("type") < 0, "modify-type: no fix, as nothing but breakpoints is modified");
	fd = must(peo(&attr, 0, -1, -1, 0), "a breakpoint");
	IOCTL("modify-type", SURE, EINVAL, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &b);
	b = attr;
	b.sample_type = PERF_SAMPLE_IP;
	IOCTL("modify-field", SURE, EINVAL, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &b);
	b = attr;
	b.pinned = 1;
	IOCTL("modify-field", SURE, EINVAL, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &b);
	b = attr;
	b.bp_len = 16;
	IOCTL("breakpoint-length-refused", SURE, EINVAL, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &b);
	b = attr;
	b.size = 5000;
	IOCTL("size-above-page", SURE, E2BIG, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &b);
	b = attr;
	b.sample_type = 1ULL << 40;
	IOCTL("sample-type-not-known", SURE, EINVAL, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &b);
	close(fd);
	close(software);
}

static void read_rules(void)
{
	unsigned long long values[64];
	struct perf_event_attr attr = attr_of(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	void *closed = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = SOFTWARE(), leader, member, times = SOFTWARE(a.read_format = 3);

	attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	leader = must(peo(&attr, 0, -1, -1, 0), "a leader");
	member = must(peo(&attr, 0, -1, leader, 0), "a member");
	READ("read-too-small", SURE, ENOSPC, fd, values, 0);
	READ("read-too-small", SURE, ENOSPC, fd, values, 7);
	READ("read-too-small", SURE, ENOSPC, times, values, 8);
	READ("read-too-small", SURE, ENOSPC, times, values, 23);
	READ("read-too-small", SURE, ENOSPC, leader, values, 24);
	tap(fix_number("count") == 40, "read-too-small: its fix is what two members need");
	READ("read-not-writable", SURE, EFAULT, fd, closed, 64);
	READ("read-not-writable", SURE, EFAULT, leader, closed, 64);
	munmap(closed, PAGE);
	close(member);
	close(leader);
	close(times);
	close(fd);
}

static int poll_once(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 0);
}

/* A child that lives until it is told, or for ever. */
static int child_start(void)
{
	int pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	return pid;
}

static void child_end(int pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void poll_rules(void)
{
	int child = child_start();
	int fd = SOFTWARE(a.sample_period = 1), gone;
	void *at;

	AFTER("poll", "poll-no-buffer", SURE, 0, poll_once(fd));
	at = map(fd, 9);
	AFTER("poll", "poll-event-off", SURE, 0, poll_once(fd));
	munmap(at, 9 * PAGE);
	gone = EVENT(child, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY, a.sample_period = 1);
	at = map(gone, 9);
	child_end(child);
	AFTER("poll", "poll-task-exited", SURE, 0, poll_once(gone));
	IOCTL("enable-task-exited", SURE, 0, gone, PERF_EVENT_IOC_ENABLE, 0);
	munmap(at, 9 * PAGE);
	close(gone);
	close(fd);
}

/* A process that has just been forked has opened nothing. */
static void prctl_rules(int option)
{
	int pid;

	json_drain();
	pid = fork();
	if (!pid)
		_exit(prctl(option));
	waitpid(pid, NULL, 0);
	answers("prctl", "prctl-no-events", SURE, 0, 0, 0, "prctl() in a process without events");
}

/* --- Health --- */

static void never_is(const char *why, const char *what)
{
	char said[64] = "";
	char *at = strstr(line, "\"never_ran\":{");

	if (at)
		member_of(at, "\"why\":\"", said, sizeof(said));
	answered++;
	tap(!strcmp(said, why), "health: %s: %s", what, why);
}

static void read_health(int fd)
{
	unsigned long long values[16];

	json_drain();
	if (read(fd, values, sizeof(values)) <= 0)
		err(1, "read");
	told("read");
}

static void close_health(int fd)
{
	json_drain();
	close(fd);
	told("close");
}

#define CLOCK_EVENT(pid, cpu, ...) \
	EVENT(pid, cpu, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, ##__VA_ARGS__)

static void health_of_times(void)
{
	unsigned long long begin = now_ns();
	int fd = CLOCK_EVENT(0, -1, a.disabled = 0);
	long long enabled;

	spin(20);
	read_health(fd);
	tap(number("percent") >= 99 && number("enabled_ns") > 20000000 &&
	    strstr(line, "\"state\":\"active\"") && strstr(line, "\"never_ran\":null") &&
	    strstr(line, "\"unscaled\":false"), "health: a read of an event that always ran");
	spin(20);
	close_health(fd);
	/* Of two clocks. */
	tap(number("percent") >= 99 && number("enabled_ns") > 40000000 &&
	    number("enabled_ns") < 2 * (long long)(now_ns() - begin),
	    "health: its close has the time up to the close");
	fd = CLOCK_EVENT(0, -1, a.disabled = 0; a.read_format = 3);
	spin(10);
	read_health(fd);
	tap(number("enabled_ns") == number("time_enabled") &&
	    number("running_ns") == number("time_running"), "health: as the read says, if it does");
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	read_health(fd);
	enabled = number("enabled_ns");
	spin(30);
	close_health(fd);
	tap(strstr(line, "\"state\":\"off\"") && enabled > 10000000 &&
	    number("enabled_ns") == enabled, "health: after DISABLE time stands still");
}

static void health_of_never(void)
{
	int fd = CLOCK_EVENT(0, -1), child;
	cpu_set_t old, zero;

	read_health(fd);
	never_is("not-enabled", "an event that nobody enabled");
	close_health(fd);
	never_is("not-enabled", "its close");
	fd = CLOCK_EVENT(0, -1, a.enable_on_exec = 1);
	read_health(fd);
	never_is("not-exec", "an event that waits for exec");
	close(fd);
	sched_getaffinity(0, sizeof(old), &old);
	CPU_ZERO(&zero);
	CPU_SET(0, &zero);
	sched_setaffinity(0, sizeof(zero), &zero);
	fd = CLOCK_EVENT(0, 1, a.disabled = 0);
	spin(20);
	read_health(fd);
	never_is("task-elsewhere", "an event of a task on a cpu where it does not run");
	close(fd);
	sched_setaffinity(0, sizeof(old), &old);
	child = child_start();
	until_asleep(child);
	fd = CLOCK_EVENT(child, -1, a.disabled = 0);
	read_health(fd);
	never_is("task-not-run", "an event of a task that sleeps");
	close(fd);
	fd = CLOCK_EVENT(child, -1);
	child_end(child);
	read_health(fd);
	never_is("task-exited", "an event of a task that has exited");
	close_health(fd);
	never_is("task-exited", "its close");
}

/* More samples than one page has room for, which nobody reads. */
static void health_of_buffer(void)
{
	int fd = EVENT(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, a.sample_period = 1;
		       a.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME);
	u64 *control = map(fd, 2);
	char *memory = mmap(NULL, 1024 * PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	/* A fault a page, please. */
	madvise(memory, 1024 * PAGE, MADV_NOHUGEPAGE);
	control[DATA_TAIL] = 0;
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 1024; i++)
		memory[i * PAGE] = 1;
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	read_health(fd);
	tap(number("lost") > 800 && number("lost") <= 1100, "health: %lld samples are lost",
	    number("lost"));
	munmap(control, 2 * PAGE);
	munmap(memory, 1024 * PAGE);
	close_health(fd);
	tap(number("lost") > 800 && strstr(line, "\"buffer\":null"),
	    "health: its close knows that, too");
	fd = EVENT(0, -1, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, a.sample_period = 1);
	control = map(fd, 2);
	control[DATA_TAIL] = 0;
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	memory = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	*memory = 1;
	read_health(fd);
	tap(strstr(line, "\"buffer\":{") && number("written") > 0 && number("read") == 0,
	    "health: what is in the buffer, and that nothing was read");
	munmap(control, 2 * PAGE);
	close(fd);
}

int main(void)
{
	const struct pa_rule *rule;
	int child = child_start();
	unsigned int i;

	setvbuf(stdout, NULL, _IOLBF, 0);
	find_attr_size();
	sched_switch = tracepoint_id("sched/sched_switch");
	json_open();
	mmap_rules();
	aux_rules();
	locked_rules();
	command_rules();
	output_rules(child);
	filter_rules();
	bpf_rules();
	modify_rules();
	read_rules();
	poll_rules();
	prctl_rules(PR_TASK_PERF_EVENTS_ENABLE);
	prctl_rules(PR_TASK_PERF_EVENTS_DISABLE);
	health_of_times();
	health_of_never();
	health_of_buffer();
	child_end(child);
	for (i = 0; (rule = pa_rule_number(pa_op_tables, i)); i++)
		if (!reached[i])
			printf("# not caused here: %s\n", rule->id);
	tap(answered >= 80, "%d calls were answered", answered);
	printf("1..%d\n", tests);
	return failed > 0;
}
