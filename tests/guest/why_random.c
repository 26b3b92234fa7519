// SPDX-License-Identifier: GPL-2.0
/*
 * Random calls, most of them a valid one with a few arguments changed, as root and as nobody
 * under kernel.perf_event_paranoid 0 to 3.
 *
 *   why_random CALLS SILENT [SEED]
 *
 * CALLS calls are asked about: each refusal should have a reason. The reason is wrong when its
 * rule is about another errno, or when the fix (for a reason without one that speaks of a
 * capability: being root) leads to the same reason again. SILENT calls more are only made. Of all
 * calls, none that succeeded may be one that a rule refuses: the rules run here too, over a record
 * that is put together from what this program knows.
 */
#include "why_call.h"
#include "why_refuses.h"

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
static unsigned int uid;
static int level;
static struct answer ans, again;
static unsigned long calls, refused, explained, wrong, uncertain, successes, unsound;
static u64 state;

static u64 rnd(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1dULL;
}

#define PICK(array)	((array)[rnd() % (sizeof(array) / sizeof((array)[0]))])

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

	paranoid(3);
	become(NOBODY);
	if (try(&call) == -EACCES)
		kernel.has |= PA_K_PARANOID_ANY;
	become(0);
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
	switch (rnd() % 40 ? rnd() % 8 : 8 + rnd() % 2) {
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
		call.attr.type = pmus[1 + rnd() % (npmus - 1)].type;
		call.attr.config = rnd() % 4;
		break;
	case 5:
		call.pid = -1;
		call.cpu = rnd() % 2;
		break;
	case 6:
		call.group_fd = leaders[rnd() % nleaders].fd;
		break;
	}
	return call;
}

static u64 some_value(void)
{
	switch (rnd() % 6) {
	case 0:
		return 0;
	case 1:
		return rnd() % 16;
	case 2:
		return 1ULL << rnd() % 64;
	case 3:
		return rnd() % 70000;
	case 4:
		return 0xffff888000000000ULL + rnd() % 4096;
	default:
		return rnd();
	}
}

static void mutate_argument(struct call *call)
{
	const int pids[] = { 0, -1, child, 1, 0x3fffffff, file_fd, cgroup_fd };
	const int cpus[] = { -1, 0, 1, 0, 1, 5000, -3 };

	switch (rnd() % 6) {
	case 0:
		call->pid = PICK(pids);
		break;
	case 1:
		call->cpu = PICK(cpus);
		break;
	case 2:
		call->group_fd = rnd() % 8 ? leaders[rnd() % nleaders].fd :
				 rnd() % 2 ? file_fd : 999;
		break;
	case 3:
		call->flags = rnd() % 16;
		break;
	case 4:
		if (rnd() % 8 == 0)
			call->flags |= 1 << rnd() % 8;
		break;
	default:
		if (rnd() % 8 == 0)
			call->pointer = (void *)(rnd() % 4096);
	}
}

static struct call random_call(void)
{
	struct call call = base();
	int changes = rnd() % 4;
	unsigned int id;

	while (changes--) {
		if (rnd() % 3 == 0) {
			mutate_argument(&call);
			continue;
		}
		id = rnd() % PA_FIELD_MAX;
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

static void record_leader(struct pa_leader *to, const struct leader *l, const struct call *call)
{
	to->cpu = l->call.cpu;
	to->inherit = l->call.attr.inherit;
	to->is_leader = l->is_leader;
	to->use_clockid = l->call.attr.use_clockid;
	to->clockid = l->call.attr.clockid;
	to->write_backward = l->call.attr.write_backward;
	to->has_rb = l->mapped;
	to->task_ctx_nr = 1;	/* perf_sw_context */
	to->ctx_same = (call->flags & PERF_FLAG_PID_CGROUP ? -1 : call->pid) == l->call.pid;
}

static void record_facts(struct pa_facts *f, const struct call *call)
{
	int i;

	f->have = PA_F_PARANOID | PA_F_MAX_RATE | PA_F_MAX_STACK | PA_F_CRED | PA_F_CPU | PA_F_LSM;
	f->paranoid = level;
	f->max_sample_rate = max_rate;
	f->max_stack = max_stack;
	f->cap_effective = uid ? 0 : ~0ULL;
	f->init_userns = 1;
	f->nr_cpu_ids = sysconf(_SC_NPROCESSORS_CONF);
	f->cpu_possible = 1;
	f->cpu_online = 1;
	f->target_exists = 1;
	f->have |= PA_F_TARGET;
	f->target_same_creds = call->pid == 0;
	for (i = 0; i < nleaders; i++) {
		if (leaders[i].fd != call->group_fd)
			continue;
		f->have |= PA_F_GROUP_FD;
		f->group_file = PA_FILE_PERF;
		record_leader(&f->leader, &leaders[i], call);
	}
}

/* The rules over a call that succeeded: none may hold. */
static void check_sound(const struct call *call)
{
	static struct pa_record rec;
	static struct pa_env env;
	const char *rule;
	u32 size = call->attr.size;
	int i;

	successes++;
	memset(&rec, 0, sizeof(rec));
	env.kernel = &kernel;
	env.pmus = pmus;
	env.npmus = npmus;
	rec.arg_pid = call->pid;
	rec.arg_cpu = call->cpu;
	rec.arg_group_fd = call->group_fd;
	rec.flags = call->flags;
	rec.abi = kernel.arch;
	rec.attr_state = PA_ATTR_ENTRY;
	rec.have_size = 1;
	rec.attr_size = size;
	rec.attr_len = !size ? 64 : size < PA_ATTR_KEEP ? size : PA_ATTR_KEEP;
	rec.attr_more = size > rec.attr_len ? size - rec.attr_len : 0;
	memcpy(rec.attr, call->raw, rec.attr_len);
	rec.have_facts = 1;
	record_facts(&rec.facts, call);
	rule = why_refuses(&rec, &env);
	if (!rule)
		return;
	unsound++;
	printf("# a rule holds for a call that succeeded: %s (uid %u, paranoid %d)\n", rule, uid,
	       level);
	printf("#   pid %d cpu %d group_fd %d flags %#lx attr", call->pid, call->cpu,
	       call->group_fd, call->flags);
	for (i = 0; i < 18; i++)
		printf(" %llx", call->word[i]);
	printf("\n");
}

static void complain(const char *what)
{
	wrong++;
	printf("# wrong: %s (uid %u, paranoid %d)\n", what, uid, level);
	printf("#   ret %d %s \"%s\" fix {%s}\n", ans.ret, ans.rule, ans.text, ans.fix);
	printf("#   then ret %d %s \"%s\"\n", again.ret, again.rule, again.text);
	printf("#   %.1200s\n", ans.json);
}

/* The reason says what to do: it must help. */
static void check_fix(const struct call *call)
{
	struct call fixed = *call;
	bool as_root = !ans.has_fix && uid && strstr(ans.text, "needs CAP_");
	int fd;

	if (!ans.has_fix && !as_root)
		return;
	if (ans.has_fix && !call_fix(&fixed, ans.fix)) {
		complain("the fix names a field that there is not");
		return;
	}
	if (as_root)
		become(0);
	fd = answer_to(&fixed, &again);
	if (as_root)
		become(uid);
	if (fd >= 0)
		close(fd);
	else if (!strcmp(again.rule, ans.rule) || (!again.has_why && fd == ans.ret))
		complain("the fix does not change the outcome");
}

static void judge(const struct call *call)
{
	const struct pa_rule *rule;

	refused++;
	if (!ans.has_why) {
		printf("# not explained (uid %u, paranoid %d): %.1500s\n", uid, level, ans.json);
		return;
	}
	explained++;
	uncertain += !ans.certain;
	rule = rule_find(ans.rule);
	if (!rule || (rule->err && rule->err != -ans.ret)) {
		complain("the rule is about another errno");
		return;
	}
	check_fix(call);
}

static void one_call(bool asked)
{
	struct call call = random_call();
	struct call used = call;
	int fd;

	calls++;
	fd = asked ? answer_to(&call, &ans) :
		     peo(call.pointer ? call.pointer : used.raw, call.pid, call.cpu,
			 call.group_fd, call.flags);
	if (fd >= 0) {
		close(fd);
		if (asked && ans.has_why) {
			unsound++;
			printf("# a success with a reason: %.900s\n", ans.json);
		}
		if (!call.pointer)
			check_sound(&call);
	} else if (asked) {
		judge(&call);
	}
}

static void some_calls(unsigned long n, bool asked)
{
	static const struct { unsigned int uid; int level; } who[] = {
		{ 0, 2 }, { NOBODY, 0 }, { NOBODY, 1 }, { NOBODY, 2 }, { NOBODY, 3 },
	};
	unsigned long i;
	int w;

	for (w = 0; w < 5; w++) {
		become(0);
		level = who[w].level;
		paranoid(level);
		uid = who[w].uid;
		become(uid);
		for (i = 0; i < n / 5; i++)
			one_call(asked);
	}
	become(0);
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

int main(int argc, char **argv)
{
	unsigned long asked, silent;

	if (argc < 3)
		errx(1, "usage: why_random CALLS SILENT [SEED]");
	asked = strtoul(argv[1], NULL, 0);
	silent = strtoul(argv[2], NULL, 0);
	state = argc > 3 ? strtoull(argv[3], NULL, 0) : 0x9e3779b97f4a7c15ULL;
	prepare();
	json_open();
	some_calls(asked, true);
	write_file(DBG "enable", "0");
	some_calls(silent, false);
	kill(child, SIGKILL);
	printf("# %lu calls, %lu successes, %lu of them with a rule that holds\n", calls,
	       successes, unsound);
	printf("explained %lu of %lu (%lu.%lu %%), wrong %lu, uncertain %lu\n", explained, refused,
	       refused ? explained * 100 / refused : 0,
	       refused ? explained * 1000 / refused % 10 : 0, wrong, uncertain);
	return wrong || unsound || explained * 100 < refused * 99;
}
