// SPDX-License-Identifier: GPL-2.0
/*
 * What doctor finds on machines that are folders: each finding from the files that it rests on, and
 * "unknown" where they are not there. Nothing is opened: these machines say that a filter is on us.
 */
#include "env_tree.h"

#include <sys/resource.h>

#include "doctor/doctor.h"
#include "host/parts.h"
#include "rules/ask.h"
#include "rules/traits.h"
#include "rules/rule.h"

#define SELF	"proc/77/"
#define CAPS(eff)	"Uid:\t1000\nCapEff:\t" eff "\nCapBnd:\t000001ffffffffff\nNoNewPrivs:\t0\n"
#define NOTHING	"0000000000000000"
#define HAS_PERFMON	"0000004000000000"
#define FILTER	"Seccomp:\t2\n"

static struct doctor d;
static struct doctor_finding f;

static void tree_link(const char *to, const char *path)
{
	tree_folder(path);
	unlink(tree_path(path));
	must(!symlink(to, tree_path(path)), path);
}

/* A caller in the initial user namespace, with a filter so that nothing is tried. */
static void caller(const char *status)
{
	char text[256];

	snprintf(text, sizeof(text), "%s%s", status, FILTER);
	tree_file(SELF "status", text);
}

static void machine(void)
{
	tree_begin();
	tree_link("77", "proc/self");
	tree_link("77/task/77", "proc/thread-self");
	tree_link(ENV_INITIAL_USER_NS, SELF "ns/user");
	tree_file("proc/sys/kernel/perf_event_paranoid", "2\n");
	tree_file("proc/sys/kernel/perf_event_max_sample_rate", "100000\n");
	tree_file("proc/sys/kernel/perf_event_mlock_kb", "516\n");
	tree_file("sys/devices/system/cpu/online", "0-3\n");
	tree_file("sys/devices/system/cpu/present", "0-3\n");
	tree_file("sys/devices/system/cpu/possible", "0-7\n");
	tree_file("sys/module/other/x", "");
	tree_folder("sys/kernel/");
	tree_file(DEVICES "software/type", "1\n");
	caller(CAPS(NOTHING));
}

/* Looks again, and returns the finding of this name. */
static const struct doctor_finding *found(const char *name)
{
	u32 n;

	doctor_begin(&d, here, NULL, false);
	d.version = "1.2.3";
	for (n = 0; doctor_find(&d, n, &f); n++)
		if (!strcmp(f.name, name))
			return &f;
	f.text[0] = '\0';
	return &f;
}

static void is(const char *name, enum doctor_state state, const char *text, const char *mend)
{
	const struct doctor_finding *got = found(name);
	bool right = got->state == state && strstr(got->text, text) && strstr(got->mend, mend) &&
		     (*mend || !*got->mend);

	ok(right, "%s, %s: %s", name, doctor_states[state], text);
	if (!right)
		printf("# %s: %s -> %s\n", doctor_states[got->state], got->text, got->mend);
}

/* No /proc, no /sys: what is still known needs neither. */
static void test_nothing(void)
{
	static const char * const known[] = { "kernel", "descriptors" };
	unsigned int n, i, wrong = 0;

	tree_begin();
	tree_remove("sys");
	tree_remove("proc");
	tree_open();
	doctor_begin(&d, here, NULL, false);
	ok(d.untried && d.npmus == 1 && !d.cpus,
	   "on a machine of which nothing is known nothing is tried");
	for (n = 0; doctor_find(&d, n, &f); n++) {
		bool may = false;

		for (i = 0; i < ARRAY_SIZE(known); i++)
			may |= !strcmp(f.name, known[i]);
		if (!may && *f.text && f.state != DOCTOR_UNKNOWN) {
			printf("# %s: %s\n", f.name, f.text);
			wrong++;
		}
	}
	ok(n > 20 && !wrong, "... and %u findings say so", n);
	ok(d.opens == 0, "no call was made");
}

/* No descriptor is left: nothing can be read any more, and that is said. */
static void test_no_descriptors(void)
{
	struct rlimit none = { .rlim_cur = 0 }, before;
	unsigned int n, broken = 0, named = 0;

	machine();
	getrlimit(RLIMIT_NOFILE, &before);
	none.rlim_max = before.rlim_max;
	must(!setrlimit(RLIMIT_NOFILE, &none), "setrlimit");
	doctor_begin(&d, here, NULL, false);
	for (n = 0; doctor_find(&d, n, &f); n++) {
		broken += f.state == DOCTOR_BROKEN;
		named += !strcmp(f.name, "descriptors") && f.state == DOCTOR_BROKEN;
	}
	must(!setrlimit(RLIMIT_NOFILE, &before), "setrlimit");
	ok(broken == 1 && named == 1, "without a free descriptor that is what is broken");
}

static void test_machine(void)
{
	machine();
	is("cpus", DOCTOR_FINE, "4, all", "");
	tree_file("sys/devices/system/cpu/online", "0,2-3\n");
	is("cpus", DOCTOR_LIMITED, "cpu 1 as a whole", "cpu1/online");
	is("lockdown", DOCTOR_UNKNOWN, "not known", "");
	tree_file("sys/kernel/security/lsm", "lockdown,capability,yama");
	tree_file("sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
	is("lockdown", DOCTOR_FINE, "lockdown,capability,yama", "");
	tree_file("sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
	is("lockdown", DOCTOR_LIMITED, "integrity", "tracer");
	tree_file("sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
	is("lockdown", DOCTOR_LIMITED, "kprobes", "");
	tree_file("sys/kernel/security/lockdown", "none\n");
	is("lockdown", DOCTOR_FINE, "no lockdown", "");
	is("sample-rate", DOCTOR_FINE, "100000", "");
	tree_file("proc/sys/kernel/perf_event_max_sample_rate", "2000\n");
	is("sample-rate", DOCTOR_LIMITED, "at most 2000", "=100000");
	tree_file("proc/sys/kernel/perf_event_max_sample_rate", "lots\n");
	is("sample-rate", DOCTOR_UNKNOWN, "not known", "");
	is("proc-sys", DOCTOR_FINE, "set sysctls", "");
	tree_file("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor sse\n");
	is("place", DOCTOR_FINE, "in a virtual machine, not in a container", "");
	tree_file(SELF "root/.dockerenv", "");
	is("place", DOCTOR_FINE, "container: docker", "");
}

static void test_module(void)
{
	machine();
	is("module", DOCTOR_LIMITED, "takes no modules, it is built without them", "");
	tree_file("proc/modules", "x 4096 0 - Live 0x0\n");
	is("module", DOCTOR_LIMITED, "not loaded: perfattr run traces", "modprobe");
	tree_file("proc/sys/kernel/modules_disabled", "0\n");
	is("module", DOCTOR_LIMITED, "not loaded", "modprobe");
	tree_file("proc/sys/kernel/modules_disabled", "1\n");
	is("module", DOCTOR_LIMITED, "takes no modules, until the next boot", "");
	is("version", DOCTOR_UNKNOWN, "", "");
	tree_file("sys/module/perfattr_dump/version", "1.2.3\n");
	is("module", DOCTOR_FINE, "only root can see", "");
	tree_file("sys/module/perfattr_dump/parameters/firing", "1\n");
	is("module", DOCTOR_FINE, "its probes fire", "");
	is("version", DOCTOR_FINE, "have version 1.2.3", "");
	tree_file("sys/module/perfattr_dump/parameters/firing", "0\n");
	is("module", DOCTOR_BROKEN, "do not fire", "ftrace_enabled");
	tree_file("sys/module/perfattr_dump/version", "1.2.4\n");
	is("version", DOCTOR_LIMITED, "module is 1.2.4, perfattr is 1.2.3", "rmmod");
}

static void test_caller(void)
{
	machine();
	is("seccomp", DOCTOR_LIMITED, "--force tries", "seccomp");
	ok(d.untried, "under a filter nothing is tried");
	is("user-namespace", DOCTOR_FINE, "initial", "");
	is("capabilities", DOCTOR_LIMITED, "effective: none; cannot be gained: none", "setcap");
	is("paranoid", DOCTOR_LIMITED, "2, and", "sysctl kernel.perf_event_paranoid=1");
	caller(CAPS(HAS_PERFMON));
	is("capabilities", DOCTOR_FINE, "effective: perfmon;", "");
	is("paranoid", DOCTOR_FINE, "2, which CAP_PERFMON overrides", "");
	tree_file("proc/sys/kernel/perf_event_paranoid", "4\n");
	is("paranoid", DOCTOR_LIMITED, "Debian refuses all events above 2",
	   "sysctl kernel.perf_event_paranoid=1");
	tree_link("user:[4026532000]", SELF "ns/user");
	is("user-namespace", DOCTOR_LIMITED, "do not count", "");
	is("capabilities", DOCTOR_LIMITED, "but not for perf: perfmon", "");
	tree_file("proc/sys/kernel/perf_event_paranoid", "-1\n");
	is("paranoid", DOCTOR_FINE, "everybody", "");
	unlink(tree_path(SELF "ns/user"));
	tree_file("proc/sys/kernel/perf_event_paranoid", "2\n");
	is("paranoid", DOCTOR_UNKNOWN, "capabilities are not known", "");
	tree_file(SELF "status", "Seccomp:\t0\n");
	is("seccomp", DOCTOR_FINE, "no filter", "");
}

static void test_files(void)
{
	machine();
	is("addresses", DOCTOR_UNKNOWN, "not known", "");
	tree_file("proc/sys/kernel/kptr_restrict", "1\n");
	tree_file("proc/kallsyms",
		  "0000000000000000 A fixed_percpu_data\n0000000000000000 T _stext\n");
	is("addresses", DOCTOR_LIMITED, "(kptr_restrict 1)",
	   "kptr_restrict=0 kernel.perf_event_paranoid=1");
	tree_file("proc/sys/kernel/kptr_restrict", "0\n");
	is("addresses", DOCTOR_LIMITED, "(perf_event_paranoid 2)",
	   "sysctl kernel.perf_event_paranoid=1");
	unlink(tree_path("proc/sys/kernel/kptr_restrict"));
	is("addresses", DOCTOR_LIMITED, "have no symbols (kptr_restrict is not known)",
	   "kptr_restrict=0 kernel.perf_event_paranoid=1");
	tree_file("proc/kallsyms",
		  "0000000000000000 A fixed_percpu_data\nffffffff81000000 T _stext\n");
	is("addresses", DOCTOR_FINE, "have addresses", "");
	is("tracefs", DOCTOR_LIMITED, "not mounted", "mount -t tracefs");
	tree_file("sys/kernel/debug/tracing/events/enable", "0");
	is("tracefs", DOCTOR_FINE, "readable: tracepoints", "");
	is("buffers", DOCTOR_FINE, "516 KiB per cpu", "");
	tree_file("proc/sys/kernel/perf_event_mlock_kb", "4\n");
	is("buffers", DOCTOR_LIMITED, "4 KiB per cpu", "mlock_kb=516");
	caller(CAPS("0000000000004000"));
	is("buffers", DOCTOR_FINE, "by CAP_IPC_LOCK", "");
}

/* What may be opened is told by the rules; that a filter may refuse it, too. */
static void test_opens(void)
{
	machine();
	is("own-programs", DOCTOR_UNKNOWN, "a seccomp filter may refuse it", "");
	is("in-kernel", DOCTOR_LIMITED, "EACCES: exclude_kernel is not set",
	   "sysctl kernel.perf_event_paranoid=1");
	is("cpu-wide", DOCTOR_LIMITED, "EACCES", "sysctl kernel.perf_event_paranoid=0");
	tree_file("proc/sys/kernel/perf_event_paranoid", "0\n");
	is("cpu-wide", DOCTOR_UNKNOWN, "a seccomp filter may refuse it", "");
	tree_file("proc/sys/kernel/perf_event_paranoid", "3\n");
	is("own-programs", DOCTOR_UNKNOWN, "not known", "");
	is("hardware", DOCTOR_LIMITED, "no PMU of a cpu", "");
	ok(d.no_cycles, "... so something is to be used in its place");
	tree_file("proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n");
	tree_file("sys/class/dmi/id/sys_vendor", "VMware, Inc.\n");
	is("hardware", DOCTOR_LIMITED, "no PMU of a cpu", "vpmc.enable = \"TRUE\"");
	tree_file("sys/class/dmi/id/sys_vendor", "innotek GmbH\n");
	is("hardware", DOCTOR_LIMITED, "no PMU of a cpu", "VirtualBox has no PMU");
	tree_file("sys/class/dmi/id/sys_vendor", "somebody\n");
	is("hardware", DOCTOR_LIMITED, "no PMU of a cpu", "");
	is("nmi-watchdog", DOCTOR_UNKNOWN, "", "");
	tree_file(DEVICES "cpu/type", "4\n");
	is("hardware", DOCTOR_UNKNOWN, "lists a CPU PMU", "");
	tree_file("proc/sys/kernel/nmi_watchdog", "1\n");
	is("nmi-watchdog", DOCTOR_LIMITED, "takes one of these", "nmi_watchdog=0");
	tree_file("proc/sys/kernel/nmi_watchdog", "0\n");
	is("nmi-watchdog", DOCTOR_FINE, "takes no counter", "");
}

static u32 pmu_id(const char *name)
{
	u32 i;

	for (i = 1; i < d.npmus; i++)
		if (!strcmp(d.pmus[i].name, name))
			return i;
	return 0;
}

static bool refuses(const struct doctor_pmu *p, enum doctor_take take, u32 err)
{
	return p->answer[take].foreseen.as == PA_FORESEEN_REFUSED &&
	       p->answer[take].foreseen.err == err;
}

static void test_pmus(void)
{
	static struct pa_pmu_name known[2];
	const struct pa_env by_module = { .pmus = known, .npmus = 2 };
	struct doctor_pmu p;

	machine();
	tree_file(DEVICES "msr/type", "9\n");
	tree_file(DEVICES "msr/format/event", "config:0-63\n");
	tree_file(DEVICES "msr/events/tsc", "event=0x00\n");
	tree_file(DEVICES "cpu/type", "4\n");
	tree_file(DEVICES "cpu/caps/max_precise", "2\n");
	tree_file(DEVICES "power/type", "11\n");
	tree_file(DEVICES "power/cpumask", "0\n");
	tree_file(DEVICES "ibs_op/type", "12\n");
	doctor_begin(&d, here, NULL, false);
	doctor_pmu(&d, pmu_id("msr"), false, &p);
	ok(!strcmp(p.event, "tsc") && p.answer[DOCTOR_COUNTS].foreseen.as == PA_FORESEEN_OPENS,
	   "an event that sysfs names is the one that is asked for");
	ok(refuses(&p, DOCTOR_SAMPLES, EINVAL) && refuses(&p, DOCTOR_NO_KERNEL, EINVAL) &&
	   p.aux == PA_SYSFS_LACKS, "by the traits of its driver it only counts");
	ok(!p.answer[DOCTOR_PRECISE_1].asked, "... so nothing is asked of how it samples");
	doctor_pmu(&d, pmu_id("cpu"), false, &p);
	ok(!refuses(&p, DOCTOR_PRECISE_2, EOPNOTSUPP) &&
	   refuses(&p, DOCTOR_PRECISE_3, EOPNOTSUPP) &&
	   refuses(&p, DOCTOR_BRANCHES, EOPNOTSUPP), "what a cpu can sample sysfs says");
	doctor_pmu(&d, pmu_id("power"), false, &p);
	ok(refuses(&p, DOCTOR_SAMPLES, EINVAL), "a driver may be known by the name of its PMU");
	doctor_pmu(&d, pmu_id("ibs_op"), false, &p);
	ok(p.answer[DOCTOR_SAMPLES].foreseen.as == PA_FORESEEN_UNKNOWN &&
	   p.aux == PA_SYSFS_UNKNOWN,
	   "of a PMU whose driver its name does not tell nothing is known");
	known[1] = (struct pa_pmu_name){ .type = 11, .name = "power", .have_caps = true,
		.task_ctx_nr = -1, .caps = PA_CAP_NO_EXCLUDE };
	known[1].driver = pa_traits_find("rapl_pmu_event_init", "", "power");
	doctor_begin(&d, here, &by_module, false);
	doctor_pmu(&d, pmu_id("power"), false, &p);
	ok(refuses(&p, DOCTOR_SAMPLES, EINVAL) && refuses(&p, DOCTOR_TASKS, EINVAL) &&
	   refuses(&p, DOCTOR_NO_USER, EINVAL), "... the module tells it, too");
	ok(p.answer[DOCTOR_COUNTS].foreseen.as == PA_FORESEEN_OPENS, "it counts for its cpu");
}

#define EVENTS	"sys/kernel/tracing/events/"

/* In which mode the event of this number happens, for a call that was refused with this errno. */
static u8 trace_mode(u64 id, s64 ret)
{
	static struct pa_record r;
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .config = id };

	r = (struct pa_record){ .kind = PA_RECORD_OPEN, .ret = ret, .attr_len = sizeof(attr),
				.attr_state = PA_ATTR_ENTRY };
	attr.exclude_kernel = ret == -E2BIG;
	memcpy(r.attr, &attr, sizeof(attr));
	return pa_ask_trace(&r) ? env_trace_mode(here, &r) : PA_TRACE_UNKNOWN;
}

/* What a call with this number would do, if it were made. */
static void test_trace(void)
{
	machine();
	tree_file(EVENTS "enable", "0\n");
	tree_file(EVENTS "sched/enable", "0\n");
	tree_file(EVENTS "sched/sched_switch/id", "300\n");
	tree_file(EVENTS "sched/sched_switch/format", "\tfield:pid_t prev_pid;\n");
	tree_file(EVENTS "syscalls/sys_enter_read/id", "400\n");
	tree_file(EVENTS "syscalls/sys_enter_read/format", "\tfield:int __syscall_nr;\n");
	tree_file(EVENTS "probes/mine/id", "1500\n");
	tree_file(EVENTS "probes/mine/format", "\tfield:unsigned long __probe_ip;\n");
	tree_file(EVENTS "user_events/theirs/id", "1600\n");
	tree_file(EVENTS "user_events/theirs/format", "\tfield:int x;\n");
	ok(env_here_trace(here, 300) == ENV_TRACE_STATIC, "an event of the kernel has no effect");
	ok(env_here_trace(here, 1500) == ENV_TRACE_ARMS, "a probe is armed");
	ok(env_here_trace(here, 1600) == ENV_TRACE_ARMS, "programs of user_events are told");
	ok(env_here_trace(here, 7) == ENV_TRACE_NONE, "no event has this number");
	is_num(trace_mode(300, -EACCES), PA_TRACE_KERNEL, "one of the kernel happens there");
	is_num(trace_mode(400, -EPERM), PA_TRACE_CALL, "... but for those of system calls");
	is_num(trace_mode(1500, -EACCES), PA_TRACE_UNKNOWN, "... a probe anywhere");
	is_num(trace_mode(7, -EACCES), PA_TRACE_UNKNOWN, "... one that is not there nowhere");
	is_num(trace_mode(300, -E2BIG), PA_TRACE_KERNEL, "of a call that excludes the kernel, too");
	is_num(trace_mode(300, -EINVAL), PA_TRACE_UNKNOWN, "it is not asked for nothing");
	/* As who may list folders and read no file of them. */
	unlink(tree_path(EVENTS "probes/mine/id"));
	mkdir(tree_path(EVENTS "probes/mine/id"), 0700);
	ok(env_here_trace(here, 1500) == ENV_TRACE_UNKNOWN,
	   "a number that cannot be read may be this one");
}

/* The rules foresee which of the calls every kernel refuses; here no kernel is asked. */
static void test_selftest(void)
{
	unsigned int n, known = 0, open = 0;
	const struct doctor_test *test;
	struct doctor_answer a;
	char text[128];

	machine();
	tree_file("proc/sys/kernel/perf_event_max_stack", "127\n");
	tree_open();
	doctor_begin(&d, here, NULL, false);
	for (test = doctor_tests, n = 0; test->rule; test++, n++) {
		const char *id;

		doctor_selftest(&d, test, &a, text, sizeof(text));
		known += a.foreseen.as == PA_FORESEEN_REFUSED;
		id = a.foreseen.as == PA_FORESEEN_REFUSED ? a.foreseen.why.rule->id :
							    "pmu-type-missing";
		if (strcmp(id, test->rule))
			ok(false, "%s: %s, not %s", text, id, test->rule);
	}
	ok(n > 20 && known >= n - 1, "%u of %u calls: the rule that refuses each is foreseen",
	   known, n);
	for (; test->set[0].field; test++) {
		doctor_selftest(&d, test, &a, text, sizeof(text));
		open += a.foreseen.as == PA_FORESEEN_OPENS;
		if (!strcmp(text, "pid=-1 cpu=0"))
			is_str(a.foreseen.why.rule->id, "cpu-wide-not-allowed",
			       "what needs a privilege is refused without it");
	}
	ok(open > 2, "what needs none opens");
	ok(d.opens == 0, "... under a filter none is made");
}

int main(void)
{
	test_nothing();
	test_no_descriptors();
	test_machine();
	test_module();
	test_caller();
	test_files();
	test_opens();
	test_trace();
	test_pmus();
	test_selftest();
	tree_end();
	return tap_end();
}
