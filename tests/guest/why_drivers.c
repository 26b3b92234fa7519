// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that the kernel's own PMU drivers refuse, on a machine of scripts/vm --machine, or of Arm:
 * is the reason the check of the driver's source, and does the fix help?
 *
 *   why_drivers [RANDOM [SEED]]
 *
 * For each PMU there is a call that opens, and a table of changes, each with the rule that must be
 * found. Then RANDOM random changes of these calls: what was refused must not be refused for the
 * same reason with its fix, and no rule may hold for what succeeded. The last line has the sums.
 */
#include "why_sound.h"

#define DEVICES	"/sys/bus/event_source/devices/"
#define SAMPLES	"pmu-only-counts|sampling-not-supported"
#define NO_TASK	"pmu-without-task|pmu-without-task-context"
#define REGS	"1099511627776"	/* bit 40: an XMM register */
#define PRECISE_3 "precise_ip=3 sample_period=100000"

/**
 * struct change - a call that is refused
 * @set:   what differs from the call that opens
 * @rules: the rules that may be found, separated by |
 * @lacks: only if the PMU does not have this event
 */
struct change {
	const char *set;
	const char *rules;
	const char *lacks;
};

/**
 * struct family - PMUs of one driver
 * @name:    how their names begin
 * @init:    their event_init(), NULL if it differs between kernels
 * @has:     they have this event; NULL: any
 * @opens:   arguments of a call that opens
 * @common:  also what all PMUs that count for cpus refuse
 * @full:    a group that is large enough is refused
 * @changes: ends with a row without set
 */
struct family {
	const char *name;
	const char *init;
	const char *has;
	const char *opens;
	bool common;
	bool full;
	const struct change *changes;
};

#define REFUSED(set, rules)	{ set, rules, NULL }
#define ABSENT(set, event)	{ set, "pmu-event-absent", event }
#define END			{ NULL, NULL, NULL }

static const struct change for_cpus[] = {
	REFUSED("pid=0 cpu=-1", "pmu-for-cpus"),
	REFUSED("pid=0 cpu=-1 inherit=1 read_format=7", "pmu-for-cpus"),
	REFUSED("pid=0 cpu=-1 freq=1 sample_freq=4000 sample_type=7", "pmu-for-cpus|" SAMPLES),
	REFUSED("pid=0 cpu=0", NO_TASK),
	REFUSED("sample_period=100000", SAMPLES),
	REFUSED("freq=1 sample_freq=1000 sample_type=7", SAMPLES),
	REFUSED("exclude_user=1", "exclude-not-supported"),
	REFUSED("exclude_kernel=1", "exclude-not-supported"),
	REFUSED("exclude_hv=1", "exclude-not-supported"),
	REFUSED("exclude_idle=1", "exclude-not-supported"),
	REFUSED("exclude_host=1", "exclude-not-supported"),
	REFUSED("exclude_guest=1", "exclude-not-supported"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("cpu=-1", "no-task-no-cpu"),
	REFUSED("sample_regs_user=" REGS, "regs-not-supported"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	REFUSED("use_clockid=1 clockid=100", "clock-not-known"),
	END,
};

static const struct change rapl[] = {
	REFUSED("config=0", "pmu-event-not-known"),
	REFUSED("config=6", "pmu-event-not-known"),
	REFUSED("config=255", "pmu-event-not-known"),
	REFUSED("config=258", "pmu-config-bits"),
	REFUSED("config=4294967298", "pmu-config-bits"),
	ABSENT("config=1", "energy-cores"),
	ABSENT("config=3", "energy-ram"),
	ABSENT("config=4", "energy-gpu"),
	ABSENT("config=5", "energy-psys"),
	END,
};

static const struct change rapl_core[] = {
	REFUSED("config=0", "pmu-event-not-known"),
	REFUSED("config=2", "pmu-event-not-known"),
	REFUSED("config=257", "pmu-config-bits"),
	END,
};

static const struct change amd_power[] = {
	REFUSED("config=0", "pmu-event-not-known"),
	REFUSED("config=2", "pmu-event-not-known"),
	END,
};

static const struct change cstate_core[] = {
	REFUSED("config=4", "pmu-event-not-known"),
	REFUSED("config=4294967297", "pmu-event-not-known"),
	ABSENT("config=0", "c1-residency"),
	ABSENT("config=1", "c3-residency"),
	ABSENT("config=3", "c7-residency"),
	END,
};

static const struct change cstate_pkg[] = {
	REFUSED("config=7", "pmu-event-not-known"),
	REFUSED("config=4294967297", "pmu-event-not-known"),
	ABSENT("config=0", "c2-residency"),
	ABSENT("config=4", "c8-residency"),
	ABSENT("config=6", "c10-residency"),
	END,
};

static const struct change uncore[] = {
	REFUSED("config=65535", "pmu-event-absent"),
	END,
};

static const struct change msr[] = {
	REFUSED("config=8", "pmu-event-not-known"),
	REFUSED("config=99", "pmu-event-not-known"),
	ABSENT("config=1", "aperf"),
	ABSENT("config=3", "pperf"),
	ABSENT("config=5", "ptsc"),
	REFUSED("sample_period=100000", SAMPLES),
	REFUSED("freq=1 sample_freq=1000 sample_type=7", SAMPLES),
	REFUSED("exclude_user=1", "exclude-not-supported"),
	REFUSED("exclude_kernel=1", "exclude-not-supported"),
	REFUSED("exclude_idle=1", "exclude-not-supported"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	END,
};

static const struct change ibs[] = {
	REFUSED("sample_period=0", "pmu-needs-period"),
	REFUSED("config=1099511627776", "pmu-config-bits"),
	REFUSED("config=256", "pmu-two-periods"),
	REFUSED("exclude_idle=1", "exclude-not-supported|pmu-exclude-refused"),
	REFUSED("exclude_host=1", "exclude-not-supported|pmu-exclude-refused"),
	REFUSED("exclude_guest=1", "exclude-not-supported|pmu-exclude-refused"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("cpu=-1", "no-task-no-cpu"),
	REFUSED("sample_regs_user=" REGS, "regs-not-supported"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	END,
};

static const struct change cpu[] = {
	REFUSED("precise_ip=1", "precise-counting|precise-not-supported|precise-not-forwarded"),
	REFUSED(PRECISE_3, "precise-not-supported"),
	REFUSED("type=0 config=10", "hw-event-not-known"),
	REFUSED("type=3 config=7", "cache-event-not-known"),
	REFUSED("type=3 config=768", "cache-event-not-known"),
	REFUSED("type=3 config=131072", "cache-event-not-known"),
	REFUSED("type=3 config=66053", "cache-event-invalid|cache-event-not-known|hw-event-not-counted"),
	REFUSED("sample_regs_user=" REGS, "xmm-in-user-regs"),
	REFUSED("sample_regs_intr=" REGS, "xmm-in-intr-regs"),
	REFUSED("cpu=5000", "no-such-cpu"),
	END,
};

/* armpmu_event_init(), armv8_pmuv3's map_event() and set_event_filter() */
static const struct change armv8[] = {
	REFUSED("exclude_idle=1", "idle-not-excludable"),
	REFUSED("exclude_idle=1 freq=1 sample_freq=1000 sample_type=7", "idle-not-excludable"),
	REFUSED("sample_type=2048 branch_sample_type=8 sample_period=100000",
		"branch-stack-no-hardware"),
	REFUSED("type=0 config=10", "hw-event-not-known"),
	REFUSED("type=0 config=99", "hw-event-not-known"),
	REFUSED("type=0 config=9", "hw-event-not-counted"),
	REFUSED("type=3 config=7", "cache-event-not-known"),
	REFUSED("type=3 config=768", "cache-event-not-known"),
	REFUSED("type=3 config=131072", "cache-event-not-known"),
	REFUSED("type=3 config=518", "hw-event-not-counted"),
	REFUSED("type=3 config=65542", "hw-event-not-counted"),
	REFUSED("pid=-1 cpu=0 config1=2", "user-access-cpu-wide"),
	REFUSED("pid=-1 cpu=0 config1=3", "user-access-cpu-wide"),
	REFUSED("aux_output=1", "aux-output-not-supported"),
	REFUSED("use_clockid=1 clockid=0", "clock-not-nmi-safe"),
	REFUSED("use_clockid=1 clockid=100", "clock-not-known"),
	REFUSED("cpu=5000", "no-such-cpu"),
	REFUSED("pid=-1 cpu=-1", "no-task-no-cpu"),
	END,
};

#define ON_CPU	"pid=-1 cpu=0 "

/* The first one that fits. */
static const struct family families[] = {
	{ "power_core", "rapl_pmu_event_init", NULL,
	  ON_CPU "config=1", true, false, rapl_core },
	{ "power", "rapl_pmu_event_init", "energy-pkg",
	  ON_CPU "config=2", true, false, rapl },
	{ "power", NULL, NULL,
	  ON_CPU "config=1", true, false, amd_power },
	{ "cstate_core", "cstate_pmu_event_init", NULL,
	  ON_CPU "config=2", true, false, cstate_core },
	{ "cstate_pkg", "cstate_pmu_event_init", NULL,
	  ON_CPU "config=2", true, false, cstate_pkg },
	{ "uncore_imc_free_running", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=8447", true, false, uncore },
	{ "uncore_iio_free_running", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=4351", true, false, uncore },
	{ "uncore_clock", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=255", true, false, uncore },
	{ "uncore_", NULL, NULL,
	  ON_CPU "config=0", true, true, uncore },
	{ "uncore", "uncore_pmu_event_init", NULL,
	  ON_CPU "config=0", true, true, uncore },
	{ "amd_df", NULL, NULL,
	  ON_CPU "config=0", true, true, NULL },
	{ "amd_l3", NULL, NULL,
	  ON_CPU "config=4", true, true, NULL },
	{ "msr", "msr_event_init", NULL,
	  "config=0", false, false, msr },
	{ "ibs_", "perf_ibs_init", NULL,
	  ON_CPU "config=0 sample_period=100000", false, false, ibs },
	{ "cpu", NULL, NULL,
	  "config=192", false, true, cpu },
	{ "armv8_pmuv3", NULL, NULL,
	  "config=17", false, true, armv8 },
};

static struct {
	unsigned int tests, failed;
	unsigned int refused, right, by_name, wrong, fixes, passed;
} sum;

static struct answer ans, then;

/* PMUs that have a call that opens. */
static const char *tested[64];
static unsigned int ntested;

static bool pmu_has(const char *pmu, const char *event)
{
	char path[256];

	snprintf(path, sizeof(path), DEVICES "%s/events/%s", pmu, event);
	return !access(path, F_OK);
}

static const struct family *family_of(const char *pmu)
{
	unsigned int i;

	for (i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		const struct family *f = &families[i];

		if (!strncmp(pmu, f->name, strlen(f->name)) && (!f->has || pmu_has(pmu, f->has)))
			return f;
	}
	return NULL;
}

/* "pid=0 config=2" */
static void set_all(struct call *c, const char *text)
{
	char name[64];
	char *end;

	while (*text) {
		size_t len = strcspn(text, "=");

		snprintf(name, sizeof(name), "%.*s", (int)len, text);
		text += len + 1;
		if (!call_set(c, name, *text == '-' ? (u64)strtoll(text, &end, 0) :
						      strtoull(text, &end, 0)))
			errx(1, "there is no %s", name);
		text = end + strspn(end, " ");
	}
}

static struct call call_of(const struct family *f, const char *pmu)
{
	struct call c = call_dummy();

	c.attr.type = pmu_type(pmu);
	c.attr.exclude_kernel = 0;
	c.attr.exclude_hv = 0;
	c.attr.disabled = 1;
	set_all(&c, f->opens);
	return c;
}

static bool is_one_of(const char *rule, const char *rules)
{
	size_t len = strlen(rule);
	const char *at;

	for (at = rules; len && (at = strstr(at, rule)); at += len)
		if ((at == rules || at[-1] == '|') && (!at[len] || at[len] == '|'))
			return true;
	return false;
}

/* Past the check, and opened if that was promised. */
static bool fix_helps(const struct call *c)
{
	struct call fixed = *c;
	int fd;

	if (!call_fix(&fixed, ans.fix))
		return false;
	fd = answer_to(&fixed, &then);
	if (fd >= 0)
		close(fd);
	return fd >= 0 || (!ans.opens && then.has_why && strcmp(then.rule, ans.rule));
}

static void tap(bool good, const char *pmu, const char *what)
{
	sum.failed += !good;
	printf("%sok %u - %s: %s\n", good ? "" : "not ", ++sum.tests, pmu, what);
	if (good)
		return;
	printf("#   ret %d, %s, certain %d: %s, fix {%s} %s opens %d\n", ans.ret, ans.rule,
	       ans.certain, ans.text, ans.fix, ans.kind, ans.opens);
	printf("#   then ret %d, %s: %s\n", then.ret, then.rule, then.text);
}

static void judge(const char *pmu, const struct call *c, const char *what, const char *rules)
{
	bool right, helps = true;
	int fd = answer_to(c, &ans);

	memset(&then, 0, sizeof(then));
	if (fd >= 0) {
		close(fd);
		tap(false, pmu, what);
		return;
	}
	sum.refused++;
	right = is_one_of(ans.rule, rules);
	sum.right += right;
	sum.by_name += !strcmp(ans.rule, "pmu-refused");
	sum.wrong += !right && ans.rule[0] && strcmp(ans.rule, "pmu-refused");
	if (ans.has_fix) {
		helps = fix_helps(c);
		sum.fixes++;
		sum.passed += helps;
	}
	tap(right && helps, pmu, what);
}

/* Does this machine accept the change? */
static bool is_accepted(const char *pmu, const struct change *change)
{
	char path[256];

	if (change->lacks && pmu_has(pmu, change->lacks))
		return true;
	snprintf(path, sizeof(path), DEVICES "%s/caps/max_precise", pmu);
	return !strcmp(change->set, PRECISE_3) && read_number(path) >= 3;
}

static void all_changes(const struct family *f, const char *pmu, const struct change *changes)
{
	for (; changes && changes->set; changes++) {
		struct call c = call_of(f, pmu);

		if (is_accepted(pmu, changes))
			continue;
		set_all(&c, changes->set);
		judge(pmu, &c, changes->set, changes->rules);
	}
}

/* More members than the PMU has counters. */
static void full_group(const struct family *f, const char *pmu)
{
	struct call c = call_of(f, pmu);
	int fds[40], n;

	for (n = 0; n < 40; n++) {
		fds[n] = peo(c.raw, c.pid, c.cpu, n ? fds[0] : -1, 0);
		if (fds[n] < 0)
			break;
		fcntl(fds[n], F_SETFD, FD_CLOEXEC);
		json_line(ans.json, sizeof(ans.json));
	}
	if (n && n < 40) {
		json_line(ans.json, sizeof(ans.json));
		c.group_fd = fds[0];
		judge(pmu, &c, "a group that is too large", "group-not-countable");
	}
	while (n-- > 0)
		close(fds[n]);
}

/* The call that opens must do so, or else nothing below means anything. */
static bool opens(const struct family *f, const char *pmu)
{
	struct call c = call_of(f, pmu);
	int fd = answer_to(&c, &ans);

	if (fd >= 0)
		close(fd);
	else
		printf("# %s: %s does not open: %s\n", pmu, f->opens, ans.text);
	return fd >= 0;
}

static void test_pmu(struct pa_pmu_name *entry)
{
	const char *pmu = entry->name;
	const struct family *f = family_of(pmu);

	if (!f || !opens(f, pmu))
		return;
	tested[ntested++] = pmu;
	if (f->init)
		entry->driver = pa_traits_find(f->init, "", pmu);
	if (f->common)
		all_changes(f, pmu, for_cpus);
	all_changes(f, pmu, f->changes);
	if (f->full)
		full_group(f, pmu);
}

/* Each kind of cpu has a PMU: which refuses the cpus of the other one. */
static void test_hybrid(void)
{
	static const char * const kinds[] = { "cpu_core", "cpu_atom" };
	unsigned int i, n;

	for (i = 0; i < 2; i++) {
		const struct family *f = family_of(kinds[i]);

		if (pmu_type(kinds[i]) < 0)
			continue;
		for (n = 0; n < 2; n++) {
			struct call c = call_of(f, kinds[i]);
			int fd;

			c.pid = -1;
			c.cpu = n;
			fd = try(&c);
			json_line(ans.json, sizeof(ans.json));
			if (fd == -ENOENT)
				judge(kinds[i], &c, n ? "cpu 1" : "cpu 0", "cpu-not-served");
		}
	}
}

static struct {
	unsigned int refused, by_name, certain, wrong, fixes, passed;
} rsum;

static void random_change(const struct family *f, const char *pmu)
{
	struct call c = call_of(f, pmu);
	int changes = 1 + rnd(&state) % 3;
	int fd;

	while (changes--) {
		unsigned int id = rnd(&state) % PA_FIELD_MAX;

		if (rnd(&state) % 3 == 0)
			mutate_argument(&c);
		else if (id != PA_FIELD_TYPE && id != PA_FIELD_SIZE)
			call_set(&c, pa_fields[id].name, some_value());
	}
	fd = answer_to(&c, &ans);
	if (fd >= 0) {
		close(fd);
		rsum.wrong += ans.has_why;
		if (!c.pointer)
			rsum.wrong += !is_sound(&c, &(struct caller){ .level = 2 });
		return;
	}
	rsum.refused++;
	rsum.by_name += !strcmp(ans.rule, "pmu-refused") || !ans.rule[0];
	rsum.certain += ans.certain;
	if (!ans.has_fix)
		return;
	rsum.fixes++;
	if (fix_helps(&c)) {
		rsum.passed++;
		return;
	}
	rsum.wrong += !strcmp(then.rule, ans.rule);
	printf("# %s: fix {%s} of %s (%s) leads to ret %d %s (%s)\n", pmu, ans.fix, ans.rule,
	       ans.text, then.ret, then.rule, then.text);
	printf("#   pid %d cpu %d group_fd %d flags %#lx config %#llx\n", c.pid, c.cpu, c.group_fd,
	       c.flags, c.attr.config);
}

static void random_changes(unsigned int n)
{
	while (n--) {
		const char *pmu = tested[rnd(&state) % ntested];

		random_change(family_of(pmu), pmu);
	}
	sum.failed += rsum.wrong != 0;
	printf("%sok %u - random calls: no reason is refuted\n", rsum.wrong ? "not " : "",
	       ++sum.tests);
	printf("# random: refused %u, certain %u, by name only %u, wrong %u, fixes %u, passed %u\n",
	       rsum.refused, rsum.certain, rsum.by_name, rsum.wrong, rsum.fixes, rsum.passed);
}

int main(int argc, char **argv)
{
	int i;

	state = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x9e3779b97f4a7c15ULL;
	prepare();
	json_open();
	for (i = 1; i < npmus; i++)
		test_pmu(&pmus[i]);
	test_hybrid();
	if (argc > 1 && ntested)
		random_changes(strtoul(argv[1], NULL, 0));
	kill(child, SIGKILL);
	printf("1..%u\n", sum.tests);
	printf("# drivers: refused %u, right %u, by name only %u, wrong %u, ", sum.refused,
	       sum.right, sum.by_name, sum.wrong);
	printf("fixes applied %u, passed %u\n", sum.fixes, sum.passed);
	return sum.failed != 0;
}
