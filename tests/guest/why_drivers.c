// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that the kernel's own PMU drivers refuse, on a machine of scripts/vm --machine, or of Arm:
 * is the reason the check of the driver's source, and does the fix help?
 *
 *   why_drivers [--try] [RANDOM [SEED]]
 *
 * With --try perfattr is asked to try each of these calls, and what it says is made here, too.
 * For each PMU there is a call that opens, and a table of changes, each with the rule that must be
 * found. Then RANDOM random changes of these calls: what was refused must not be refused for the
 * same reason with its fix, and no rule may hold for what succeeded. The last line has the sums.
 */
#include "why_drivers.h"
#include "why_sound.h"
#include "try_call.h"

#define DEVICES	"/sys/bus/event_source/devices/"

static struct {
	unsigned int tests, failed;
	unsigned int refused, right, by_name, wrong, fixes, passed;
} sum;

static struct answer ans, then;
static bool trying;

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

static void tap_tried(bool good, const char *what, const char *of)
{
	sum.failed += !good;
	printf("%sok %u - %s: %s\n", good ? "" : "not ", ++sum.tests, of, what);
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
	if (trying)
		try_refused(c, 0, &ans, what, tap_tried);
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
	printf("#   type %u period %llu sample_type %#llx read_format %#llx precise_ip %u\n",
	       c.attr.type, c.attr.sample_period, c.attr.sample_type, c.attr.read_format,
	       c.attr.precise_ip);
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

	trying = argc > 1 && !strcmp(argv[1], "--try");
	argc -= trying;
	argv += trying;
	state = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x9e3779b97f4a7c15ULL;
	prepare();
	json_open();
	for (i = 1; i < npmus; i++)
		test_pmu(&pmus[i]);
	test_hybrid();
	if (argc > 1 && ntested)
		random_changes(strtoul(argv[1], NULL, 0));
	kill(child, SIGKILL);
	if (trying)
		try_counts(tap_tried);
	printf("1..%u\n", sum.tests);
	printf("# drivers: refused %u, right %u, by name only %u, wrong %u, ", sum.refused,
	       sum.right, sum.by_name, sum.wrong);
	printf("fixes applied %u, passed %u\n", sum.fixes, sum.passed);
	return sum.failed != 0;
}
