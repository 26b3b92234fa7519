// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that the kernel's own PMU drivers refuse, on a machine of scripts/vm --machine: is the
 * reason the check of the driver's source, and does the fix help?
 *
 *   why_drivers [RANDOM [SEED]]
 *
 * For each PMU there is a call that opens, and a table of changes, each with the rule that must be
 * found. Then RANDOM random changes of these calls: what was refused must not be refused for the
 * same reason with its fix. The last line has the sums.
 */
#include "why_random_call.h"

#define DEVICES	"/sys/bus/event_source/devices/"
#define SAMPLES	"pmu-only-counts|sampling-not-supported"
#define NO_TASK	"pmu-without-task|pmu-without-task-context"
#define REGS	"1099511627776"	/* bit 40: an XMM register */

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
 * @has:     they have this event; NULL: any
 * @opens:   arguments of a call that opens
 * @common:  also what all PMUs that count for cpus refuse
 * @full:    a group that is large enough is refused
 * @changes: ends with a row without set
 */
struct family {
	const char *name;
	const char *has;
	const char *opens;
	bool common;
	bool full;
	const struct change *changes;
};

static const struct change for_cpus[] = {
	{ "pid=0 cpu=-1", "pmu-for-cpus" },
	{ "pid=0 cpu=-1 inherit=1 read_format=7", "pmu-for-cpus" },
	{ "pid=0 cpu=-1 freq=1 sample_freq=4000 sample_type=7", "pmu-for-cpus|" SAMPLES },
	{ "pid=0 cpu=0", NO_TASK },
	{ "sample_period=100000", SAMPLES },
	{ "freq=1 sample_freq=1000 sample_type=7", SAMPLES },
	{ "exclude_user=1", "exclude-not-supported" },
	{ "exclude_kernel=1", "exclude-not-supported" },
	{ "exclude_hv=1", "exclude-not-supported" },
	{ "exclude_idle=1", "exclude-not-supported" },
	{ "exclude_host=1", "exclude-not-supported" },
	{ "exclude_guest=1", "exclude-not-supported" },
	{ "cpu=5000", "no-such-cpu" },
	{ "cpu=-1", "no-task-no-cpu" },
	{ "sample_regs_user=" REGS, "regs-not-supported" },
	{ "aux_output=1", "aux-output-not-supported" },
	{ "use_clockid=1 clockid=100", "clock-not-known" },
	{ NULL, NULL },
};

static const struct change rapl[] = {
	{ "config=0", "pmu-event-not-known" },
	{ "config=6", "pmu-event-not-known" },
	{ "config=255", "pmu-event-not-known" },
	{ "config=258", "pmu-config-bits" },
	{ "config=4294967298", "pmu-config-bits" },
	{ "config=1", "pmu-event-absent", "energy-cores" },
	{ "config=3", "pmu-event-absent", "energy-ram" },
	{ "config=4", "pmu-event-absent", "energy-gpu" },
	{ "config=5", "pmu-event-absent", "energy-psys" },
	{ NULL, NULL },
};

static const struct change rapl_core[] = {
	{ "config=0", "pmu-event-not-known" },
	{ "config=2", "pmu-event-not-known" },
	{ "config=257", "pmu-config-bits" },
	{ NULL, NULL },
};

static const struct change amd_power[] = {
	{ "config=0", "pmu-event-not-known" },
	{ "config=2", "pmu-event-not-known" },
	{ NULL, NULL },
};

static const struct change cstate_core[] = {
	{ "config=4", "pmu-event-not-known" },
	{ "config=4294967297", "pmu-event-not-known" },
	{ "config=0", "pmu-event-absent", "c1-residency" },
	{ "config=1", "pmu-event-absent", "c3-residency" },
	{ "config=3", "pmu-event-absent", "c7-residency" },
	{ NULL, NULL },
};

static const struct change cstate_pkg[] = {
	{ "config=7", "pmu-event-not-known" },
	{ "config=4294967297", "pmu-event-not-known" },
	{ "config=0", "pmu-event-absent", "c2-residency" },
	{ "config=4", "pmu-event-absent", "c8-residency" },
	{ "config=6", "pmu-event-absent", "c10-residency" },
	{ NULL, NULL },
};

static const struct change uncore[] = {
	{ "config=65535", "pmu-event-absent" },
	{ NULL, NULL },
};

static const struct change msr[] = {
	{ "config=8", "pmu-event-not-known" },
	{ "config=99", "pmu-event-not-known" },
	{ "config=1", "pmu-event-absent", "aperf" },
	{ "config=3", "pmu-event-absent", "pperf" },
	{ "config=5", "pmu-event-absent", "ptsc" },
	{ "sample_period=100000", SAMPLES },
	{ "freq=1 sample_freq=1000 sample_type=7", SAMPLES },
	{ "exclude_user=1", "exclude-not-supported" },
	{ "exclude_kernel=1", "exclude-not-supported" },
	{ "exclude_idle=1", "exclude-not-supported" },
	{ "cpu=5000", "no-such-cpu" },
	{ "aux_output=1", "aux-output-not-supported" },
	{ NULL, NULL },
};

static const struct change ibs[] = {
	{ "sample_period=0", "pmu-needs-period" },
	{ "config=1099511627776", "pmu-config-bits" },
	{ "config=256", "pmu-two-periods" },
	{ "exclude_idle=1", "exclude-not-supported" },
	{ "cpu=5000", "no-such-cpu" },
	{ "cpu=-1", "no-task-no-cpu" },
	{ "sample_regs_user=" REGS, "regs-not-supported" },
	{ "aux_output=1", "aux-output-not-supported" },
	{ NULL, NULL },
};

static const struct change cpu[] = {
	{ "precise_ip=1", "precise-counting|precise-not-supported|precise-not-forwarded" },
	{ "precise_ip=3 sample_period=100000", "precise-not-supported", "mem-loads" },
	{ "type=0 config=10", "hw-event-not-known" },
	{ "type=3 config=7", "cache-event-not-known" },
	{ "type=3 config=768", "cache-event-not-known" },
	{ "type=3 config=131072", "cache-event-not-known" },
	{ "type=3 config=66053", "cache-event-invalid|cache-event-not-known|hw-event-not-counted" },
	{ "sample_regs_user=" REGS, "xmm-in-user-regs" },
	{ "sample_regs_intr=" REGS, "xmm-in-intr-regs" },
	{ "cpu=5000", "no-such-cpu" },
	{ NULL, NULL },
};

#define ON_CPU	"pid=-1 cpu=0 "

/* The first one that fits. */
static const struct family families[] = {
	{ "power_core", NULL, ON_CPU "config=1", true, false, rapl_core },
	{ "power", "energy-pkg", ON_CPU "config=2", true, false, rapl },
	{ "power", NULL, ON_CPU "config=1", true, false, amd_power },
	{ "cstate_core", NULL, ON_CPU "config=2", true, false, cstate_core },
	{ "cstate_pkg", NULL, ON_CPU "config=2", true, false, cstate_pkg },
	{ "uncore_imc_free_running", NULL, ON_CPU "config=8447", true, false, uncore },
	{ "uncore_iio_free_running", NULL, ON_CPU "config=4351", true, false, uncore },
	{ "uncore_clock", NULL, ON_CPU "config=255", true, false, uncore },
	{ "uncore_", NULL, ON_CPU "config=0", true, true, uncore },
	{ "uncore", NULL, ON_CPU "config=0", true, true, uncore },
	{ "amd_df", NULL, ON_CPU "config=0", true, true, NULL },
	{ "amd_l3", NULL, ON_CPU "config=4", true, true, NULL },
	{ "msr", NULL, "config=0", false, false, msr },
	{ "ibs_", NULL, ON_CPU "config=0 sample_period=100000", false, false, ibs },
	{ "cpu", NULL, "config=192", false, true, cpu },
};

static struct {
	unsigned int tests, failed;
	unsigned int refused, right, by_name, wrong, fixes, passed;
} sum;

static struct answer ans, then;

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

static void all_changes(const struct family *f, const char *pmu, const struct change *changes)
{
	for (; changes && changes->set; changes++) {
		struct call c = call_of(f, pmu);

		if (changes->lacks && pmu_has(pmu, changes->lacks))
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

static void test_pmu(const char *pmu)
{
	const struct family *f = family_of(pmu);

	if (!f || !opens(f, pmu))
		return;
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
		const char *pmu = pmus[1 + rnd(&state) % (npmus - 1)].name;
		const struct family *f = family_of(pmu);

		if (f)
			random_change(f, pmu);
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
		test_pmu(pmus[i].name);
	test_hybrid();
	if (argc > 1)
		random_changes(strtoul(argv[1], NULL, 0));
	kill(child, SIGKILL);
	printf("1..%u\n", sum.tests);
	printf("# drivers: refused %u, right %u, by name only %u, wrong %u, ", sum.refused,
	       sum.right, sum.by_name, sum.wrong);
	printf("fixes applied %u, passed %u\n", sum.fixes, sum.passed);
	return sum.failed != 0;
}
