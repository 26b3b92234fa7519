/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random calls, most of them a valid one with a few arguments changed, and what a program can
 * learn about its kernel: features, PMUs, policies.
 */
#ifndef PERFATTR_TEST_WHY_RANDOM_CALL_H
#define PERFATTR_TEST_WHY_RANDOM_CALL_H

#include "why_call.h"
#include "rnd.h"

#include <dirent.h>
#include <sys/wait.h>

#define LEADERS	9

struct leader {
	int fd;
	struct call call;
	bool is_leader;
	bool mapped;
};

static struct leader leaders[LEADERS];
static int nleaders;
static int file_fd, cgroup_fd = -1, child;
/* Read once: looking at a file takes longer than the call. */
static int kprobe_type, uprobe_type, sched_switch;
static long max_rate, max_stack;
static u64 watched;
static struct pa_kernel kernel;
static struct pa_pmu_name pmus[64];
static int npmus = 1;
static uint64_t state;
/* The kernel.perf_event_paranoid that refuses everybody: 3 on Debian, 4 on Ubuntu. */
static int level_any = 2;

#define PICK(array)	((array)[rnd(&state) % (sizeof(array) / sizeof((array)[0]))])

static int try(struct call *call)
{
	int fd = peo(call->raw, call->pid, call->cpu, call->group_fd, call->flags);

	if (fd >= 0)
		close(fd);
	return fd;
}

static bool field_taken(enum pa_field_id id, u64 value)
{
	struct call call = call_dummy();

	call.attr.inherit = id == PA_FIELD_INHERIT_THREAD;
	call.attr.remove_on_exec = id == PA_FIELD_SIGTRAP;
	call_set(&call, pa_fields[id].name, value);
	return pa_fields[id].offset < (unsigned int)kernel_attr_size && try(&call) != -EINVAL;
}

static u64 bits_taken(enum pa_field_id id, int from, int to)
{
	u64 known = (1ULL << from) - 1;
	int bit;

	for (bit = from; bit < to; bit++)
		if (field_taken(id, 1ULL << bit))
			known |= 1ULL << bit;
	return known;
}

#ifdef __x86_64__
/* With five levels of page tables user space ends later, and only then is there a page here. */
static u64 x86_task_size(void)
{
	void *far = (void *)(1UL << 50);
	void *got = mmap(far, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (got == MAP_FAILED)
		err(1, "mmap");
	munmap(got, 4096);
	return (1ULL << (got == far ? 56 : 47)) - 4096;
}
#endif

/* What the kernel knows, by asking it. */
static void find_kernel(void)
{
	struct call call = call_dummy();
	unsigned int id;
	int bit;

	kernel.attr_size = kernel_attr_size;
	kernel.known_flags = (1ULL << 34) - 1;
	for (id = PA_FIELD_BUILD_ID; id < PA_FIELD_RESERVED_1; id++)
		if (field_taken(id, 1))
			kernel.known_flags |= 1ULL << pa_fields[id].shift;
	for (id = PA_FIELD_AUX_START_PAUSED; id <= PA_FIELD_AUX_RESUME; id++)
		if (field_taken(id, 1))
			kernel.known_aux |= 1 << (id - PA_FIELD_AUX_START_PAUSED);
	kernel.known_sample = bits_taken(PA_FIELD_SAMPLE_TYPE, 21, 26);
	kernel.known_format = bits_taken(PA_FIELD_READ_FORMAT, 3, 8);
	kernel.known_branch = (1 << 17) - 1;
	call.attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	for (bit = 17; bit < 24; bit++) {
		call.attr.branch_sample_type = 1ULL << bit | PERF_SAMPLE_BRANCH_ANY;
		if (try(&call) != -EINVAL)
			kernel.known_branch |= 1 << bit;
	}
	kernel.hw_max = 10;
	call = call_dummy();
	for (kernel.sw_max = 10; kernel.sw_max < 40; kernel.sw_max++) {
		call.attr.config = kernel.sw_max;
		if (try(&call) == -ENOENT)
			break;
	}
	kernel.page_size = sysconf(_SC_PAGESIZE);
	kernel.ksym_len = 128;
	kernel.has = PA_K_CGROUP_PERF;
#ifdef __x86_64__
	kernel.arch = PA_ABI_X86_64;
	kernel.task_size = x86_task_size();
	kernel.regs_extended = ~0ULL << 32;
#else
	kernel.arch = PA_ABI_ARM64;
	kernel.task_size = 1ULL << 52;
#endif
}

/* Checks of some kernels only, seen by what nobody may do. */
static void find_policies(void)
{
	struct call call = call_dummy();

	while (level_any < 4 && !(kernel.has & PA_K_PARANOID_ANY)) {
		paranoid(++level_any);
		become(NOBODY);
		if (try(&call) == -EACCES)
			kernel.has |= PA_K_PARANOID_ANY;
		become(0);
	}
	paranoid(2);
	become(NOBODY);
	call.attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	if (try(&call) == -EACCES)
		kernel.has |= PA_K_ALLOW_CALLCHAIN;
	become(0);
}

static void find_pmus(void)
{
	DIR *dir = opendir("/sys/bus/event_source/devices");
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) && npmus < 64) {
		if (entry->d_name[0] == '.')
			continue;
		pmus[npmus].type = pmu_type(entry->d_name);
		snprintf(pmus[npmus].name, sizeof(pmus[npmus].name), "%.35s", entry->d_name);
		npmus++;
	}
	if (dir)
		closedir(dir);
}

static void add_leader(struct call call, bool is_leader, bool mapped)
{
	struct leader *l = &leaders[nleaders];

	l->fd = peo(call.raw, call.pid, call.cpu, call.group_fd, call.flags);
	if (l->fd < 0)
		return;
	fcntl(l->fd, F_SETFD, FD_CLOEXEC);
	if (mapped && mmap(NULL, 2 * kernel.page_size, PROT_READ | PROT_WRITE, MAP_SHARED, l->fd,
			   0) == MAP_FAILED)
		err(1, "mmap of an event");
	l->call = call;
	l->is_leader = is_leader;
	l->mapped = mapped;
	nleaders++;
}

static void make_leaders(void)
{
	struct call call = call_dummy();

	add_leader(call, true, false);
	add_leader(call, true, true);
	call.group_fd = leaders[0].fd;
	add_leader(call, false, false);
	call = call_dummy();
	call.attr.inherit = 1;
	add_leader(call, true, false);
	call = call_dummy();
	call.pid = -1;
	call.cpu = 0;
	add_leader(call, true, false);
	call.cpu = 1;
	add_leader(call, true, true);
	call = call_dummy();
	call.attr.use_clockid = 1;
	call.attr.clockid = CLOCK_MONOTONIC;
	add_leader(call, true, true);
	call = call_dummy();
	call.pid = child;
	add_leader(call, true, false);
	call = call_dummy();
	call.attr.type = PERF_TYPE_TRACEPOINT;
	call.attr.config = sched_switch;
	call.attr.disabled = 1;
	add_leader(call, true, false);
}

/* The first and the last event of a kind make the kernel patch its text: one is always there. */
static void hold_software_events(void)
{
	struct call call = call_dummy();

	call.attr.disabled = 1;
	for (call.attr.config = 0; call.attr.config < kernel.sw_max; call.attr.config++)
		peo(call.raw, call.pid, call.cpu, call.group_fd, call.flags);
}

/*
 * A valid call of one of the kinds that a machine without a hardware PMU has. Making and
 * removing a probe takes the kernel milliseconds, so there are few of them.
 */
static struct call base(void)
{
	static const char * const probes[] = { "vfs_read", "do_sys_openat2", "no_such_symbol" };
	static const char * const paths[] = { "/bin/bash", "/bin/bash", "/tmp", "/nonexistent" };
	struct call call = call_dummy();

	call.attr.disabled = 1;
	switch (rnd(&state) % 40 ? rnd(&state) % 8 : 8 + rnd(&state) % 2) {
	case 0:
		call.attr.config = PERF_COUNT_SW_CPU_CLOCK;
		call.attr.freq = 1;
		call.attr.sample_freq = 1000;
		break;
	case 1:
		call.attr.config = PERF_COUNT_SW_TASK_CLOCK;
		call.attr.sample_period = 1000000;
		call.attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
		break;
	case 2:
		call.attr.type = PERF_TYPE_TRACEPOINT;
		call.attr.config = sched_switch;
		break;
	case 8:
		call.attr.type = kprobe_type;
		call.attr.config = 0;
		call.attr.kprobe_func = (uintptr_t)PICK(probes);
		break;
	case 9:
		call.attr.type = uprobe_type;
		call.attr.config = 0;
		call.attr.uprobe_path = (uintptr_t)PICK(paths);
		break;
	case 3:
		call.attr.type = PERF_TYPE_BREAKPOINT;
		call.attr.config = 0;
		call.attr.bp_type = HW_BREAKPOINT_RW;
		call.attr.bp_addr = (uintptr_t)&watched;
		call.attr.bp_len = 8;
		break;
	case 4:
		call.attr.type = pmus[1 + rnd(&state) % (npmus - 1)].type;
		call.attr.config = rnd(&state) % 4;
		break;
	case 5:
		call.pid = -1;
		call.cpu = rnd(&state) % 2;
		break;
	case 6:
		call.group_fd = leaders[rnd(&state) % nleaders].fd;
		break;
	}
	return call;
}

static u64 some_value(void)
{
	switch (rnd(&state) % 6) {
	case 0:
		return 0;
	case 1:
		return rnd(&state) % 16;
	case 2:
		return 1ULL << rnd(&state) % 64;
	case 3:
		return rnd(&state) % 70000;
	case 4:
		return 0xffff888000000000ULL + rnd(&state) % 4096;
	default:
		return rnd(&state);
	}
}

static void mutate_argument(struct call *call)
{
	const int pids[] = { 0, -1, child, 1, 0x3fffffff, file_fd, cgroup_fd };
	const int cpus[] = { -1, 0, 1, 0, 1, 5000, -3 };

	switch (rnd(&state) % 6) {
	case 0:
		call->pid = PICK(pids);
		break;
	case 1:
		call->cpu = PICK(cpus);
		break;
	case 2:
		call->group_fd = rnd(&state) % 8 ? leaders[rnd(&state) % nleaders].fd :
				 rnd(&state) % 2 ? file_fd : 999;
		break;
	case 3:
		call->flags = rnd(&state) % 16;
		break;
	case 4:
		if (rnd(&state) % 8 == 0)
			call->flags |= 1 << rnd(&state) % 8;
		break;
	default:
		if (rnd(&state) % 8 == 0)
			call->pointer = (void *)(uintptr_t)(rnd(&state) % 4096);
	}
}

static inline struct call random_call(void)
{
	struct call call = base();
	int changes = rnd(&state) % 4;
	unsigned int id;

	while (changes--) {
		if (rnd(&state) % 3 == 0) {
			mutate_argument(&call);
			continue;
		}
		id = rnd(&state) % PA_FIELD_MAX;
		/* Most of the 0s and 1s of the flag word are harmless; addresses are not. */
		if (id == PA_FIELD_KPROBE_ADDR && call.attr.type == (u32)kprobe_type)
			continue;
		call_set(&call, pa_fields[id].name, some_value());
	}
	call.attr.disabled = 1;
	/* ftrace:function has every function of the kernel patched: see why_table.c. */
	if (call.attr.type == PERF_TYPE_TRACEPOINT && call.attr.config == 1)
		call.attr.config = sched_switch;
	return call;
}

static void on_trap(int sig)
{
}

static void prepare(void)
{
	struct rlimit many = { 1024, 1024 };

	signal(SIGTRAP, on_trap);
	signal(SIGIO, on_trap);
	setrlimit(RLIMIT_NOFILE, &many);
	setvbuf(stdout, NULL, _IOLBF, 0);
	find_attr_size();
	find_kernel();
	find_policies();
	find_pmus();
	kprobe_type = pmu_type("kprobe");
	uprobe_type = pmu_type("uprobe");
	sched_switch = tracepoint_id("sched/sched_switch");
	max_rate = read_number("/proc/sys/kernel/perf_event_max_sample_rate");
	max_stack = read_number("/proc/sys/kernel/perf_event_max_stack");
	file_fd = open("/bin/bash", O_RDONLY);
	cgroup_fd = open("/sys/fs/cgroup", O_RDONLY);
	child = fork();
	if (!child) {
		pause();
		_exit(0);
	}
	make_leaders();
	hold_software_events();
}

#endif /* PERFATTR_TEST_WHY_RANDOM_CALL_H */
