// SPDX-License-Identifier: GPL-2.0
/*
 * For each reason that can be caused in a guest: a call that is refused for it, the reason that
 * the module gives, and the call with the fix applied, which must pass that check.
 *
 *   why_table [--try] [--alone | --ibs | --hybrid]
 *
 * With --try perfattr is asked to try each of these calls, and what it says is made here, too.
 *
 * Needs the module loaded, debugfs and tracefs mounted, and root.
 */
#include "try_call.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include "doctor/doctor.h"

static int tests;
static int failed;
static const struct pa_rule *reached[512];
static unsigned int nreached;
static int leader;		/* a software event of this task */
static int member;		/* of its group */
static int wide;		/* a software event on cpu 0 */
static int file_fd;		/* no perf event, no cgroup */
static int child;		/* a task of root's */
static struct answer ans;
static bool was_certain;	/* the reason of the last refused() */
static bool trying;

static bool was_reached(const struct pa_rule *rule)
{
	unsigned int i;

	for (i = 0; i < nreached; i++)
		if (reached[i] == rule)
			return true;
	return false;
}

static void is_reached(const struct pa_rule *rule)
{
	if (!was_reached(rule))
		reached[nreached++] = rule;
}

static void tap(bool ok, const char *what, const char *rule)
{
	printf("%s %d - %s: %s\n", ok ? "ok" : "not ok", ++tests, rule, what);
	failed += !ok;
}

static void show(const char *what, const struct answer *a)
{
	printf("# %s: ret %d rule %s text \"%s\" fix {%s}\n", what, a->ret, a->rule, a->text,
	       a->fix);
}

static bool knows(enum pa_field_id id)
{
	struct call call = call_dummy();
	int fd;

	call.attr.inherit = id == PA_FIELD_INHERIT_THREAD;
	call.attr.remove_on_exec = id == PA_FIELD_SIGTRAP;
	if (pa_fields[id].offset >= kernel_attr_size)
		return false;
	call_set(&call, pa_fields[id].name, 1);
	fd = answer_to(&call, &ans);
	if (fd >= 0)
		close(fd);
	return fd != -EINVAL;
}

/*
 * The call must be refused with what @rule says, as root or as nobody; its fix must lead to a
 * descriptor or to another reason. Without a fix, @fixed is the call that is allowed.
 */
static void refused(const char *id, struct call *call, unsigned int uid, struct call *fixed)
{
	const struct pa_rule *rule = rule_find(id);
	struct call again = *call;
	bool right;
	int fd;

	if (!rule)
		errx(1, "there is no rule %s", id);
	become(uid);
	fd = answer_to(call, &ans);
	was_certain = ans.certain;
	right = fd < 0 && !strcmp(ans.rule, id) && pa_rule_returns(rule, -fd);
	tap(right, "is the reason, with its errno", id);
	if (right)
		is_reached(rule);
	if (!right)
		show("got", &ans);
	if (fd >= 0)
		close(fd);
	if (right && trying)
		try_refused(call, uid, &ans, id, tap);
	if (fixed)
		again = *fixed;
	if (ans.has_fix || fixed) {
		bool applied = fixed || call_fix(&again, ans.fix);
		struct answer before = ans;

		fd = answer_to(&again, &ans);
		right = applied && (fd >= 0 || (!before.opens && ans.has_why &&
						strcmp(ans.rule, id)));
		tap(right, fixed ? "a call that heeds it gets past the check" :
				   "the fix gets past the check", id);
		if (!right) {
			show("before", &before);
			show("fixed", &ans);
		}
		if (fd >= 0)
			close(fd);
	}
	become(0);
}

#define REFUSED(id, uid, ...) do { \
	struct call c = call_dummy(); \
	__VA_ARGS__; \
	refused(id, &c, uid, NULL); \
} while (0)

/* Where the kernel does not know the bit yet, that is the reason. */
#define REFUSED_IF(known, id, uid, ...) \
	REFUSED((known) ? id : "flag-not-known-to-kernel", uid, __VA_ARGS__)

/* Every kernel refuses these calls, which perfattr doctor makes, too. */
static void everywhere(void)
{
	const struct doctor_test *test;
	size_t i;

	for (test = doctor_tests; test->rule; test++) {
		struct call c = call_dummy();

		for (i = 0; i < ARRAY_SIZE(test->set) && test->set[i].field; i++)
			if (!call_set(&c, test->set[i].field, test->set[i].value))
				errx(1, "there is no %s", test->set[i].field);
		refused(test->rule, &c, 0, NULL);
	}
}

static void copy_attr_rules(void)
{
	bool sigtrap = knows(PA_FIELD_SIGTRAP);

	REFUSED("attr-not-readable", 0, c.pointer = (void *)1);
	REFUSED("size-above-page", 0, c.attr.size = (__u32)getpagesize() + 1);
	REFUSED("size-beyond-kernel", 0, c.attr.size += 8; c.raw[c.attr.size - 1] = 1);
	REFUSED("flag-not-known-to-kernel", 0, c.raw[47] |= PA_BIG_ENDIAN ? 1 : 0x80);
	paranoid(2);
	REFUSED("branch-kernel-not-allowed", NOBODY,
		c.attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
		c.attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY; c.attr.exclude_hv = 0);
	REFUSED(sigtrap ? "two-weights" : "sample-type-not-known", 0,
		c.attr.sample_type = PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT);
	REFUSED_IF(sigtrap, "inherit-thread-alone", 0, c.attr.inherit_thread = 1);
	REFUSED_IF(sigtrap, "two-on-exec", 0, c.attr.remove_on_exec = 1;
		   c.attr.enable_on_exec = 1);
	REFUSED_IF(sigtrap, "sigtrap-without-remove", 0, c.attr.sigtrap = 1);
	REFUSED_IF(sigtrap, "sigtrap-without-task", 0, c.attr.sigtrap = 1;
		   c.attr.remove_on_exec = 1; c.pid = -1; c.cpu = 0);
}

static void open_rules(void)
{
	struct call c = call_dummy();
	int level, fd;

	/* A patch of Debian, at 3, and of Ubuntu, at 4: whether it is there is seen by asking. */
	for (level = 3, fd = 0; level <= 4 && fd >= 0; level++) {
		paranoid(level);
		become(NOBODY);
		fd = answer_to(&c, &ans);
		become(0);
		if (fd >= 0)
			close(fd);
	}
	if (fd < 0)
		REFUSED("paranoid-refuses-all", NOBODY, (void)0);
	paranoid(2);
	REFUSED("kernel-not-excluded", NOBODY, c.attr.exclude_kernel = 0);
	REFUSED("phys-addr-not-allowed", NOBODY, c.attr.sample_type = PERF_SAMPLE_PHYS_ADDR);
	paranoid(1);
	REFUSED("namespaces-not-allowed", NOBODY, c.attr.namespaces = 1);
	REFUSED("cgroup-without-fd", 0, c.flags = PERF_FLAG_PID_CGROUP; c.pid = -1; c.cpu = 0);
	REFUSED("cgroup-without-cpu", 0, c.flags = PERF_FLAG_PID_CGROUP; c.pid = file_fd);
	REFUSED("group-fd-not-open", 0, c.group_fd = 999);
	REFUSED("group-fd-no-event", 0, c.group_fd = file_fd);
	REFUSED("no-such-task", 0, c.pid = 0x3fffffff);
	REFUSED("inherit-differs", 0, c.attr.inherit = 1; c.group_fd = leader);
}

/* A task that is there, but not in the pid namespace of the caller: 1 when that is said. */
static int named_namespace(void)
{
	struct call c = call_dummy();

	c.pid = 4711;
	answer_to(&c, &ans);
	return ans.certain && !strcmp(ans.rule, "no-such-task") &&
	       strstr(ans.text, "task 4711 in the caller's pid namespace");
}

static void namespace_rule(void)
{
	int status, pid = fork();

	if (!pid) {
		if (unshare(CLONE_NEWPID))
			err(1, "unshare");
		pid = fork();
		if (!pid)
			_exit(named_namespace());
		waitpid(pid, &status, 0);
		_exit(WEXITSTATUS(status));
	}
	waitpid(pid, &status, 0);
	tap(WEXITSTATUS(status) == 1, "names the namespace that it speaks of", "no-such-task");
}

/* Every descriptor in use: the limit is set to what is open. */
static void descriptor_rule(void)
{
	struct rlimit old, few;
	struct call c = call_dummy();

	getrlimit(RLIMIT_NOFILE, &old);
	few = old;
	few.rlim_cur = dup(0);
	close(few.rlim_cur);
	setrlimit(RLIMIT_NOFILE, &few);
	refused("no-free-descriptor", &c, 0, NULL);
	setrlimit(RLIMIT_NOFILE, &old);
}

/* The task of the leader is over: 6.12 and later say so, older ones refuse later. */
static void dead_leader_rule(void)
{
	struct call c = call_dummy();
	int fd, pid = fork();

	if (!pid) {
		pause();
		_exit(0);
	}
	c.pid = pid;
	fd = answer_to(&c, &ans);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	c.pid = 0;
	c.group_fd = fd;
	answer_to(&c, &ans);
	refused(ans.ret == -ENODEV ? "leader-dead" : "group-task-differs", &c, 0, NULL);
	close(fd);
}

static void alloc_rules(void)
{
	bool pause = knows(PA_FIELD_AUX_START_PAUSED);

	REFUSED(pause ? "aux-pause-and-resume" : "reserved-not-zero", 0,
		c.attr.aux_pause = 1; c.attr.aux_resume = 1);
	REFUSED(pause ? "aux-start-paused-not-supported" : "reserved-not-zero", 0,
		c.attr.aux_start_paused = 1);
	REFUSED("cgroup-fd-no-cgroup", 0, c.flags = PERF_FLAG_PID_CGROUP; c.cpu = 0;
		c.pid = file_fd);
	REFUSED("cgroup-fd-not-open", 0, c.flags = PERF_FLAG_PID_CGROUP; c.cpu = 0; c.pid = 999);
}

static void choose_rules(void)
{
	if (pmu_type("cpu") < 0 && pmu_type("armv8_pmuv3") < 0)
		REFUSED("hw-pmu-missing", 0, c.attr.type = PERF_TYPE_HARDWARE; c.attr.config = 0);
#if defined(__x86_64__) || defined(__aarch64__) || defined(_ARCH_PPC64)
	/* XMM of x86, VG of arm64; others have no further registers. */
	REFUSED("regs-not-supported", 0, c.attr.sample_regs_user = 1ULL << 40 | 1ULL << 46);
#endif
}

/* Up to 5.10 an extended type is nothing special. */
static void extended_type_rule(void)
{
	struct call c = call_dummy();
	u64 type;

	c.attr.type = PERF_TYPE_HARDWARE;
	/* Not every architecture has breakpoints. */
	type = pmu_type("breakpoint") < 0 ? PERF_TYPE_TRACEPOINT : PERF_TYPE_BREAKPOINT;
	c.attr.config = type << 32;
	if (knows(PA_FIELD_SIGTRAP))
		refused("extended-type-refused", &c, 0, NULL);
}

/* x86 has one trace event that not even root may sample. */
static void counting_event_rule(void)
{
	int id = tracepoint_id("irq_vectors/irq_work_exit");

	if (id < 0)
		return;
	REFUSED("trace-event-not-sampled", 0, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = id; c.attr.sample_period = 1;
		c.attr.sample_type = PERF_SAMPLE_RAW);
	tap(was_certain, "and is certain", "trace-event-not-sampled");
}

/* A trace event that is there: its uprobe lies beyond the end of its file. */
static void broken_event_rule(void)
{
	const char *events = "/sys/kernel/tracing/uprobe_events";
	int id;

	write_file(events, "p:why/beyond /bin/bash:0x7ffff000\n");
	id = tracepoint_id("why/beyond");
	if (id < 0)
		errx(1, "no trace event why/beyond");
	REFUSED("trace-event-not-usable", 0, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = id);
	tap(!was_certain, "is not certain that there is no such event", "trace-event-not-usable");
	write_file(events, "-:why/beyond\n");
}

static void tracepoint_rules(void)
{
	int sched_switch = tracepoint_id("sched/sched_switch");

	REFUSED("tracepoint-missing", 0, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = 0xffffff);
	tap(was_certain, "is certain of an id that is too large", "tracepoint-missing");
	REFUSED("trace-event-not-usable", 0, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = 0xfffe);
	counting_event_rule();
	broken_event_rule();
	paranoid(1);
	REFUSED("raw-not-allowed", NOBODY, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = sched_switch; c.attr.sample_type = PERF_SAMPLE_RAW);
}

/* A call that the kernel allows where the reason has no fix to offer. */
#define REFUSED_NOT(id, uid, heed, ...) do { \
	struct call c = call_dummy(); \
	struct call d; \
	__VA_ARGS__; \
	d = c; \
	{ \
		struct call c = d; \
		heed; \
		d = c; \
	} \
	refused(id, &c, uid, &d); \
} while (0)

/* 5.10.223, for one, still takes the first function of that name. */
static void ambiguous_rule(int kprobe)
{
	struct call c = call_dummy();
	struct call unique;
	int fd;

	c.attr.type = kprobe;
	c.attr.kprobe_func = (uintptr_t)"name_show";
	unique = c;
	unique.attr.kprobe_func = (uintptr_t)"vfs_read";
	fd = answer_to(&c, &ans);
	if (fd < 0)
		refused("kprobe-func-ambiguous", &c, 0, &unique);
	else
		close(fd);
}

/* Up to 5.10 an address outside of the kernel's text is refused with EINVAL, and later. */
static void address_rule(int kprobe)
{
	struct call c = call_dummy();
	bool late;

	c.attr.type = kprobe;
	c.attr.config2 = 4096;
	answer_to(&c, &ans);
	late = ans.ret == -EINVAL;
	refused(late ? "kprobe-addr-no-kernel" : "kprobe-addr-outside", &c, 0, NULL);
	tap(was_certain == late, "is certain if the address itself is looked at",
	    "kprobe-addr-outside");
}

/* An offset that leads out of all functions: the same. */
static void far_rule(int kprobe)
{
	struct call c = call_dummy();
	struct call near;

	c.attr.type = kprobe;
	c.attr.kprobe_func = (uintptr_t)"vfs_read";
	near = c;
	c.attr.probe_offset = 1 << 30;
	answer_to(&c, &ans);
	refused(ans.ret == -EINVAL ? "kprobe-offset-no-code" : "kprobe-offset-outside", &c, 0,
		&near);
	tap(!was_certain, "and is not certain", "kprobe-offset-outside");
}

/*
 * Finds the first function that gcc has changed and that may be probed. Its only suffix is .isra.0:
 * perfattr looks up names as in the source, which have no dot, and prefers .isra.0.
 */
static bool part_of_function(char name[128])
{
	FILE *list = fopen("/proc/kallsyms", "r");
	char line[512], type, *dot;
	bool found = false;

	while (list && !found && fgets(line, sizeof(line), list)) {
		struct call c = call_dummy();
		int fd;

		if (sscanf(line, "%*s %c %127s", &type, name) != 2 || type != 't')
			continue;
		dot = strchr(name, '.');
		if (!dot || strcmp(dot, ".isra.0"))
			continue;
		c.attr.type = pmu_type("kprobe");
		c.attr.kprobe_func = (uintptr_t)name;
		fd = answer_to(&c, &ans);
		if (fd >= 0)
			close(fd);
		found = fd >= 0;
	}
	if (list)
		fclose(list);
	return found;
}

static void part_rule(int kprobe)
{
	char name[128], whole[160];
	struct call c = call_dummy();

	if (!part_of_function(name)) {
		printf("# no function here has a name with .isra.0\n");
		return;
	}
	snprintf(whole, sizeof(whole), "but there is %s", name);
	*strstr(name, ".isra") = 0;
	c.attr.type = kprobe;
	c.attr.kprobe_func = (uintptr_t)name;
	answer_to(&c, &ans);
	tap(!strcmp(ans.rule, "kprobe-func-missing") && strstr(ans.text, whole),
	    "names the function as gcc has called it", "kprobe-func-missing");
}

static void kprobe_rules(void)
{
	static char long_name[601];
	int kprobe = pmu_type("kprobe");

	memset(long_name, 'a', 600);
	paranoid(1);
	REFUSED("kprobe-not-allowed", NOBODY, c.attr.type = kprobe);
#define FUNC(name)	(c.attr.kprobe_func = (uintptr_t)(name))
	REFUSED_NOT("kprobe-func-missing", 0, FUNC("vfs_read"), c.attr.type = kprobe;
		    FUNC("no_such_symbol"));
	tap(was_certain, "and is certain without an offset", "kprobe-func-missing");
	far_rule(kprobe);
	REFUSED_NOT("kprobe-func-too-long", 0, FUNC("vfs_read"), c.attr.type = kprobe;
		    FUNC(long_name));
	REFUSED_NOT("kprobe-func-unreadable", 0, FUNC("vfs_read"), c.attr.type = kprobe; FUNC(16));
	REFUSED_NOT("kprobe-without-address", 0, FUNC("vfs_read"), c.attr.type = kprobe);
	REFUSED_NOT("kprobe-blacklisted", 0, FUNC("vfs_read"), c.attr.type = kprobe;
		    FUNC("get_kprobe"));
	tap(!was_certain, "what a list says now is not certain", "kprobe-blacklisted");
	part_rule(kprobe);
#undef FUNC
	address_rule(kprobe);
	ambiguous_rule(kprobe);
}

/* All uprobes of one place share a reference counter. */
static void counter_rule(int uprobe)
{
	struct call c = call_dummy();
	struct call same;
	int fd;

	c.attr.type = uprobe;
	c.attr.uprobe_path = (uintptr_t)"/bin/bash";
	c.attr.probe_offset = 0x1000;
	c.attr.config = 16ULL << 32;
	same = c;
	fd = answer_to(&c, &ans);
	c.attr.config = 32ULL << 32;
	refused("uprobe-ref-ctr-differs", &c, 0, &same);
	tap(!was_certain, "and is not certain", "uprobe-ref-ctr-differs");
	close(fd);
}

static void uprobe_rules(void)
{
	static char long_path[5001];
	int uprobe = pmu_type("uprobe");

	memset(long_path, 'a', 5000);
	REFUSED("uprobe-not-allowed", NOBODY, c.attr.type = uprobe);
#define PATH(name)	(c.attr.uprobe_path = (uintptr_t)(name))
	REFUSED_NOT("uprobe-path-null", 0, PATH("/bin/bash"), c.attr.type = uprobe);
	REFUSED_NOT("uprobe-path-unreadable", 0, PATH("/bin/bash"), c.attr.type = uprobe;
		    PATH(16));
	REFUSED_NOT("uprobe-path-empty", 0, PATH("/bin/bash"), c.attr.type = uprobe; PATH(""));
	REFUSED_NOT("uprobe-path-empty", 0, (PATH("/bin/bash"), c.attr.config = 0),
		    c.attr.type = uprobe; PATH(""); c.attr.config = 1ULL << 32);
	REFUSED_NOT("uprobe-path-too-long", 0, PATH("/bin/bash"), c.attr.type = uprobe;
		    PATH(long_path));
	REFUSED_NOT("uprobe-path-missing", 0, PATH("/bin/bash"), c.attr.type = uprobe;
		    PATH("/nonexistent"));
	REFUSED_NOT("uprobe-path-not-dir", 0, PATH("/bin/bash"), c.attr.type = uprobe;
		    PATH("/bin/bash/x"));
	REFUSED_NOT("uprobe-not-a-file", 0, PATH("/bin/bash"), c.attr.type = uprobe;
		    PATH("/tmp"));
	REFUSED_NOT("uprobe-file-or-offset", 0, c.attr.probe_offset = 0x1000,
		    c.attr.type = uprobe; PATH("/bin/bash"); c.attr.probe_offset = 1 << 30);
	REFUSED("uprobe-ref-ctr-unaligned", 0, c.attr.type = uprobe; PATH("/bin/bash");
		c.attr.config = 1ULL << 32);
	counter_rule(uprobe);
#undef PATH
}

static u64 watched;

static struct call breakpoint(void)
{
	struct call c = call_dummy();

	c.attr.type = PERF_TYPE_BREAKPOINT;
	c.attr.config = 0;
	c.attr.bp_type = HW_BREAKPOINT_RW;
	c.attr.bp_addr = (uintptr_t)&watched;
	c.attr.bp_len = 8;
	return c;
}

#define REFUSED_BP(id, uid, ...) do { \
	struct call c = breakpoint(); \
	__VA_ARGS__; \
	refused(id, &c, uid, NULL); \
} while (0)

static void breakpoint_rules(void)
{
#ifdef __x86_64__
	const u64 kernel = 0xffff888000000000ULL;
#elif defined(_ARCH_PPC64)
	const u64 kernel = 0xc000000000000000ULL;
#elif defined(__arm__)
	const u64 kernel = 0xc0100000;
#else
	const u64 kernel = 0xffff800080000000ULL;
#endif
	struct call c = breakpoint();
	int fds[32], n;

	if (pmu_type("breakpoint") < 0)
		return;
	paranoid(1);
	REFUSED_BP("breakpoint-type-empty", 0, c.attr.bp_type = HW_BREAKPOINT_INVALID);
#ifdef _ARCH_PPC64
	REFUSED_BP("breakpoint-no-slots", 0, c.attr.bp_type = HW_BREAKPOINT_X);
	REFUSED_BP("breakpoint-length-refused", 0, c.attr.bp_len = 0);
	fds[0] = answer_to(&c, &ans);
	if (fds[0] < 0) {
		/* QEMU's POWER9: the other checks come after this one. */
		refused("breakpoint-no-register", &c, 0, NULL);
		return;
	}
	close(fds[0]);
	REFUSED_BP("breakpoint-length-refused", 0, c.attr.bp_len = 1024);
#endif
#ifdef __arm__
	REFUSED_BP("breakpoint-kernel-not-stepped", 0, c.attr.bp_addr = kernel;
		   c.attr.exclude_kernel = 0);
	REFUSED_BP("breakpoint-cpu-wide", 0, c.pid = -1; c.cpu = 0);
	/* QEMU's Cortex-A15 is older than ARMv8. */
	REFUSED_BP("breakpoint-access-not-told", 0, c.attr.bp_type = HW_BREAKPOINT_W;
		   c.attr.bp_len = 4);
	REFUSED_BP("breakpoint-exec-length-arm", 0, c.attr.bp_type = HW_BREAKPOINT_X);
	REFUSED_BP("breakpoint-length-refused", 0, c.attr.bp_len = 3);
#else
	REFUSED_BP("breakpoint-kernel-not-allowed", NOBODY, c.attr.bp_addr = kernel;
		   c.attr.exclude_kernel = 0; paranoid(-1); c.pid = -1; c.cpu = 0);
	paranoid(1);
	REFUSED_BP("breakpoint-kernel-excluded", 0, c.attr.bp_addr = kernel; c.pid = -1;
		   c.cpu = 0);
#endif
#ifndef _ARCH_PPC64
	REFUSED_BP("breakpoint-unaligned", 0, c.attr.bp_addr++);
#endif
#ifdef __x86_64__
	REFUSED_BP("breakpoint-type-refused", 0, c.attr.bp_type = HW_BREAKPOINT_R);
	REFUSED_BP("breakpoint-range-wraps", 0, c.attr.bp_len = 0);
	REFUSED_BP("breakpoint-on-cpu-entry", 0, c.attr.bp_addr = 0; c.attr.bp_len = 0);
	REFUSED_BP("breakpoint-exec-length", 0, c.attr.bp_type = HW_BREAKPOINT_X;
		   c.attr.bp_len = 1);
	REFUSED_BP("breakpoint-on-cpu-entry", 0, c.attr.bp_addr = 0xfffffe0000000000ULL;
		   c.attr.exclude_kernel = 0; c.pid = -1; c.cpu = 0);
	REFUSED_BP("breakpoint-length-refused", 0, c.attr.bp_len = 3);
	REFUSED_BP("breakpoint-range-not-supported", 0, c.attr.bp_addr = 4096;
		   c.attr.bp_len = 16);
#elif defined(__aarch64__)
	REFUSED_BP("breakpoint-length-refused", 0, c.attr.bp_len = 9);
	REFUSED_BP("breakpoint-kernel-per-task", 0, c.attr.bp_addr = kernel;
		   c.attr.exclude_kernel = 0);
#endif
	for (n = 0; n < 32; n++) {
		fds[n] = answer_to(&c, &ans);
		if (fds[n] < 0)
			break;
	}
	refused("breakpoint-slots-taken", &c, 0, NULL);
	while (n-- > 0)
		close(fds[n]);
}

/* rr's and lo2s's case: msr/aperf/ for a process. */
static void msr_rules(void)
{
	int msr = pmu_type("msr");

	if (msr < 0)
		return;
#define MSR(n)	(c.attr.type = msr, c.attr.config = (n), c.attr.exclude_kernel = 0, \
		 c.attr.exclude_hv = 0)
	REFUSED("pmu-only-counts", 0, MSR(0); c.attr.sample_period = 1);
	REFUSED("pmu-event-not-known", 0, MSR(99));
	REFUSED("pmu-event-absent", 0, MSR(1));
	REFUSED("pmu-event-absent", 0, MSR(1); c.attr.exclude_kernel = 1);
	tap(was_certain, "and is certain, whatever is excluded", "pmu-event-absent");
	REFUSED("exclude-not-supported", 0, MSR(0); c.attr.exclude_kernel = 1);
#undef MSR
}

static void armv8_rules(void)
{
	int pmu = pmu_type("armv8_pmuv3");

	if (pmu < 0)
		pmu = pmu_type("armv8_pmuv3_0");
	if (pmu < 0)
		pmu = pmu_type("armv8_cortex_a57");
	if (pmu < 0)
		return;
	REFUSED("hw-event-not-counted", 0, c.attr.type = PERF_TYPE_HARDWARE; c.attr.config = 9);
	REFUSED("idle-not-excludable", 0, c.attr.type = pmu; c.attr.config = 0x11;
		c.attr.exclude_idle = 1);
	REFUSED("branch-stack-no-hardware", 0, c.attr.type = pmu; c.attr.config = 0x11;
		c.attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
		c.attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY);
	REFUSED("hw-event-not-known", 0, c.attr.type = PERF_TYPE_HARDWARE; c.attr.config = 77);
	REFUSED("cache-event-not-known", 0, c.attr.type = PERF_TYPE_HW_CACHE;
		c.attr.config = 0xff);
	REFUSED("user-access-cpu-wide", 0, c.attr.type = pmu; c.attr.config = 0x11;
		c.attr.config1 = 2; c.pid = -1; c.cpu = 0);
}

static void event_rules(void)
{
	REFUSED("clock-not-nmi-safe", 0, c.attr.use_clockid = 1; c.attr.clockid = CLOCK_REALTIME;
		c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = tracepoint_id("sched/sched_switch"));
	paranoid(1);
	REFUSED("task-not-allowed", NOBODY, c.pid = child);
	REFUSED_IF(knows(PA_FIELD_SIGTRAP), "sigtrap-not-allowed", NOBODY, c.pid = child;
		   c.attr.sigtrap = 1; c.attr.remove_on_exec = 1);
	REFUSED("cpu-wide-not-allowed", NOBODY, c.pid = -1; c.cpu = 0);
}

/* A task that has ended and that nobody has waited for. */
static void zombie_rule(void)
{
	struct call c = call_dummy();
	siginfo_t info;
	int pid = fork();

	if (!pid)
		_exit(0);
	waitid(P_PID, pid, &info, WEXITED | WNOWAIT);
	c.pid = pid;
	refused("task-exiting", &c, 0, NULL);
	waitpid(pid, NULL, 0);
}

/* No file for anybody but root. */
static void file_rule(void)
{
	const char *path = "/proc/sys/fs/file-max";
	char old[32];
	struct call c = call_dummy();

	snprintf(old, sizeof(old), "%ld", read_number(path));
	write_file(path, "1");
	refused("no-file", &c, NOBODY, NULL);
	write_file(path, old);
}

/* A hierarchy of version 1 that has a name and nothing else. */
static void cgroup_without_controller(struct call c)
{
	const char *dir = "/tmp/why-named";

	mkdir(dir, 0700);
	if (mount("none", dir, "cgroup", 0, "none,name=why"))
		err(1, "a named cgroup hierarchy");
	c.pid = open(dir, O_RDONLY);
	refused("cgroup-no-controller", &c, 0, NULL);
	close(c.pid);
	umount(dir);
	rmdir(dir);
}

/* Does the last reason name this cgroup? */
static void names_cgroup(const char *path, const char *id)
{
	tap(strstr(ans.text, path), "names its cgroup", id);
	if (!strstr(ans.text, path))
		show("got", &ans);
}

/* Is there a hierarchy of version 1 that has the controller? */
static bool has_controller(void)
{
	FILE *f = fopen("/proc/self/cgroup", "r");
	char text[4096];
	size_t n;

	if (!f)
		err(1, "/proc/self/cgroup");
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	return strstr(text, ":perf_event:");
}

/* The kernel removes a hierarchy with its mount only if none of its cgroups is being removed. */
static void unmount_controller(const char *dir)
{
	int i;

	for (i = 0; i < 100; i++) {
		umount(dir);
		if (!has_controller())
			return;
		usleep(100000);
		mount("none", dir, "cgroup", 0, "perf_event");
	}
	printf("# the perf_event controller stays in a hierarchy of its own\n");
	umount(dir);
}

static void cgroup_rules(void)
{
	const char *dir = "/tmp/why-cgroup";
	struct call c = call_dummy();
	int a, gone, fd;

	mkdir(dir, 0700);
	if (mount("none", dir, "cgroup", 0, "perf_event")) {
		printf("# the perf_event controller cannot be mounted here\n");
		return;
	}
	mkdir("/tmp/why-cgroup/why-a", 0700);
	mkdir("/tmp/why-cgroup/why-b", 0700);
	a = open("/tmp/why-cgroup/why-a", O_RDONLY);
	gone = open("/tmp/why-cgroup/why-b", O_RDONLY);
	c.flags = PERF_FLAG_PID_CGROUP;
	c.pid = a;
	c.cpu = 0;
	paranoid(1);
	refused("cgroup-not-allowed", &c, NOBODY, NULL);
	names_cgroup("; it is /why-a", "cgroup-not-allowed");
	fd = answer_to(&c, &ans);
	c.group_fd = fd;
	c.pid = gone;
	refused("cgroup-differs", &c, 0, NULL);
	c.group_fd = -1;
	rmdir("/tmp/why-cgroup/why-b");
	refused("cgroup-gone", &c, 0, NULL);
	names_cgroup("is now /tmp/why-cgroup/why-b (deleted)", "cgroup-gone");
	cgroup_without_controller(c);
	close(fd);
	close(a);
	close(gone);
	rmdir("/tmp/why-cgroup/why-a");
	unmount_controller(dir);
}

static void offline_rule(void)
{
	struct call c = call_dummy();
	int fd = open("/sys/devices/system/cpu/cpu1/online", O_WRONLY);

	if (fd < 0 || write(fd, "0", 1) != 1) {
		printf("# cpu 1 cannot be put offline here\n");
		return;
	}
	c.pid = -1;
	c.cpu = 1;
	refused("cpu-offline", &c, 0, NULL);
	if (write(fd, "1", 1) != 1)
		err(1, "cpu1/online");
	close(fd);
}

static void group_rules(void)
{
	int clocked;
	struct call other = call_dummy();

	REFUSED("leader-is-member", 0, c.group_fd = member);
	REFUSED("group-clock-differs", 0, c.group_fd = leader; c.attr.use_clockid = 1;
		c.attr.clockid = CLOCK_MONOTONIC);
	REFUSED("group-cpu-differs", 0, c.group_fd = leader; c.cpu = 0);
	REFUSED("group-cpu-differs", 0, c.group_fd = wide; c.pid = -1; c.cpu = 1);
	REFUSED("group-leader-on-no-cpu", 0, c.group_fd = leader; c.pid = -1; c.cpu = 0);
	REFUSED("group-task-differs", 0, c.group_fd = leader; c.pid = child);
	REFUSED("member-pinned", 0, c.group_fd = leader; c.attr.pinned = 1);
	REFUSED("no-aux-event", 0, c.attr.aux_sample_size = 8);
	REFUSED("no-aux-event", 0, c.group_fd = leader; c.attr.aux_sample_size = 8);
	other.attr.use_clockid = 1;
	other.attr.clockid = CLOCK_MONOTONIC_RAW;
	clocked = answer_to(&other, &ans);
	REFUSED("output-clock-differs", 0, c.group_fd = clocked;
		c.flags = PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP);
	close(clocked);
	REFUSED("output-not-mapped", 0, c.group_fd = leader; c.flags = PERF_FLAG_FD_OUTPUT);
	REFUSED("output-cpu-differs", 0, c.group_fd = leader; c.cpu = 0;
		c.flags = PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP);
	REFUSED("output-task-differs", 0, c.group_fd = leader; c.pid = child;
		c.flags = PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP);
	REFUSED("output-direction-differs", 0, c.group_fd = leader; c.attr.write_backward = 1;
		c.flags = PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP);
}

/* A group so large that read() of it would not fit into 16 KiB. */
static void large_group_rule(void)
{
	struct rlimit many = { 4096, 4096 };
	struct call c = call_dummy();
	static int fds[1100];
	int n, first;

	setrlimit(RLIMIT_NOFILE, &many);
	c.attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST;
	first = answer_to(&c, &ans);
	if (first < 0)
		c.attr.read_format &= ~PERF_FORMAT_LOST; /* of 6.0: without it more members fit */
	else
		close(first);
	for (n = 0; n < 1100; n++) {
		fds[n] = answer_to(&c, &ans);
		if (fds[n] < 0)
			break;
		c.group_fd = fds[0];
	}
	refused("group-read-too-large", &c, 0, NULL);
	while (n-- > 0)
		close(fds[n]);
}

static void prepare(void)
{
	struct call c = call_dummy();

	find_attr_size();
	json_open();
	c = call_dummy();
	leader = answer_to(&c, &ans);
	c.group_fd = leader;
	member = answer_to(&c, &ans);
	c.group_fd = -1;
	c.pid = -1;
	c.cpu = 0;
	wide = answer_to(&c, &ans);
	if (leader < 0 || member < 0 || wide < 0)
		errx(1, "no software events: %d %d %d", leader, member, wide);
	file_fd = open("/bin/bash", O_RDONLY);
	child = fork();
	if (!child) {
		pause();
		_exit(0);
	}
}

/*
 * Whoever opens ftrace:function has every function of the kernel patched. With two cpus the
 * emulator at times runs into a breakpoint that the kernel has just taken back.
 */
static void function_rules(void)
{
	int function = tracepoint_id("ftrace/function");

	if (function < 0)
		return;
	paranoid(1);
	REFUSED("function-trace-not-allowed", NOBODY, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = function);
	REFUSED("function-trace-callchain", 0, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = function; c.attr.sample_period = 1);
	REFUSED("function-trace-stack", 0, c.attr.type = PERF_TYPE_TRACEPOINT;
		c.attr.config = function; c.attr.sample_period = 1;
		c.attr.exclude_callchain_user = 1; c.attr.sample_type = PERF_SAMPLE_STACK_USER;
		c.attr.sample_stack_user = 8);
}

/* There is no way back: last. */
static void lockdown_rules(void)
{
	const char *path = "/sys/kernel/security/lockdown";

	mount("none", "/sys/kernel/security", "securityfs", 0, NULL);
	if (access(path, W_OK)) {
		printf("ok %d - the rules of lockdown # SKIP this kernel cannot be locked down\n",
		       ++tests);
		return;
	}
	write_file(path, "confidentiality");
	REFUSED("regs-intr-locked-down", 0, c.attr.sample_type = PERF_SAMPLE_REGS_INTR;
		c.attr.sample_regs_intr = 1);
	REFUSED("kprobe-locked-down", 0, c.attr.type = pmu_type("kprobe");
		c.attr.kprobe_func = (uintptr_t)"vfs_read");
}

/* A PMU of the cpu that forwards what is precise, as AMD's does to IBS. */
static void ibs_rules(void)
{
	REFUSED("precise-not-forwarded", 0, c.attr.type = PERF_TYPE_HARDWARE;
		c.attr.config = PERF_COUNT_HW_CACHE_MISSES; c.attr.sample_period = 100000;
		c.attr.precise_ip = 1);
	tap(was_certain, "and is certain", "precise-not-forwarded");
	REFUSED_NOT("hw-event-not-counted", 0, c.attr.config = PERF_COUNT_HW_CPU_CYCLES,
		    c.attr.type = PERF_TYPE_HARDWARE; c.attr.config = PERF_COUNT_HW_REF_CPU_CYCLES);
	tap(!was_certain, "and is not certain", "hw-event-not-counted");
}

/* A PMU of one kind of cpu, which serves cpu 0 only and has all events but ref-cycles. */
static void hybrid_rules(void)
{
#define HARDWARE(n)	(c.attr.type = PERF_TYPE_HARDWARE, c.attr.config = (n))
	REFUSED("cpu-not-served", 0, HARDWARE(PERF_COUNT_HW_CPU_CYCLES); c.cpu = 1);
	tap(!was_certain, "and is not certain", "cpu-not-served");
	REFUSED_NOT("hw-event-not-counted", 0, HARDWARE(PERF_COUNT_HW_CPU_CYCLES),
		    HARDWARE(PERF_COUNT_HW_REF_CPU_CYCLES));
	tap(!was_certain, "and is not certain", "hw-event-not-counted");
#undef HARDWARE
}

static void not_reached(void)
{
	const struct pa_rule *rule;
	unsigned int i;

	printf("# not reached here:\n");
	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++)
		if (!was_reached(rule))
			printf("#   %s\n", rule->id);
	printf("# %u of %u rules reached\n", nreached, i);
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 1 && !strcmp(argv[1], "--try")) {
		trying = true;
		argv[1] = argv[0];
		argc--;
		argv++;
	}
	prepare();
	if (argc > 1 && !strcmp(argv[1], "--alone")) {
		function_rules();
		lockdown_rules();
		kill(child, SIGKILL);
		printf("1..%d\n", tests);
		return failed != 0;
	}
	if (argc > 1) {
		if (strcmp(argv[1], "--ibs"))
			hybrid_rules();
		else
			ibs_rules();
		kill(child, SIGKILL);
		printf("1..%d\n", tests);
		return failed != 0;
	}
	everywhere();
	copy_attr_rules();
	open_rules();
	descriptor_rule();
	tap(was_certain, "is measured, and certain", "no-free-descriptor");
	namespace_rule();
	dead_leader_rule();
	alloc_rules();
	choose_rules();
	extended_type_rule();
	tracepoint_rules();
	kprobe_rules();
	uprobe_rules();
	breakpoint_rules();
	msr_rules();
	armv8_rules();
	event_rules();
	zombie_rule();
	file_rule();
	cgroup_rules();
	offline_rule();
	group_rules();
	large_group_rule();
	kill(child, SIGKILL);
	not_reached();
	if (trying)
		try_counts(tap);
	printf("1..%d\n", tests);
	return failed != 0;
}
