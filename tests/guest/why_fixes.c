// SPDX-License-Identifier: GPL-2.0
/*
 * Tests plans: makes each refused call again with all changes of why.fix.
 *
 *   why_fixes CALLS [SEED]
 *
 * First typical calls of programs, each as root and as users with and without privileges and
 * namespaces; then random calls, until CALLS of them were refused. A plan with "opens" must open
 * the call. If there is no plan, every change of one argument that keeps the event is
 * tried: none may succeed. The loss of a plan is also computed here, by the fields. What opens is
 * enabled while something happens: with a plan that is void nothing may be counted, with any other
 * something must be, and sampled, where there is something of the event.
 */
#include "why_count.h"
#include "why_programs.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>

/* Calls by a task of this name are not recorded. */
#define SILENT	"why_silent"

enum verdict { NOTHING, SAME, LESS, OTHER };

/* Who makes a call. */
struct who {
	const char *name;
	unsigned int uid;
	int level;		/* kernel.perf_event_paranoid */
	int cap;		/* the one capability that is left, 0: all, or what the uid has */
	int unshare;		/* a namespace that is entered first */
	int descriptors;	/* RLIMIT_NOFILE, 0: as it is */
};

#define CAP_PERFMON_NUMBER	38

static const struct who whos[] = {
	{ "root", 0, 2, 0, 0, 0 },
	{ "user at -1", NOBODY, -1, 0, 0, 0 },
	{ "user at 0", NOBODY, 0, 0, 0, 0 },
	{ "user at 1", NOBODY, 1, 0, 0, 0 },
	{ "user at 2", NOBODY, 2, 0, 0, 0 },
	{ "user at 3", NOBODY, 3, 0, 0, 0 },
	{ "user at 4", NOBODY, 4, 0, 0, 0 },
	{ "CAP_PERFMON at 2", 0, 2, CAP_PERFMON_NUMBER, 0, 0 },
	{ "CAP_PERFMON at 4", 0, 4, CAP_PERFMON_NUMBER, 0, 0 },
	{ "pid namespace", 0, 2, 0, CLONE_NEWPID, 0 },
	{ "user namespace", 0, 2, 0, CLONE_NEWUSER, 0 },
	{ "RLIMIT_NOFILE", 0, 2, 0, 0, 1 },
};

/* Shared by all processes. */
static struct sum {
	unsigned long refused, explained, plans, promised, opened, kept, again, circles;
	unsigned long garbage, unsafe, no_help, false_no, missed, single;
	unsigned long kinds, wrong_kinds;
	unsigned long counting, sampling, voids, offered, not_void;
} *sum;

static struct answer ans, then;
static const struct who *who;

static void show(const char *what, const struct call *call)
{
	printf("# %s (%s)\n", what, who->name);
	printf("#   pid %d cpu %d group_fd %d flags %#lx type %u config %#llx period %llu "
	       "exclude %d%d%d\n", call->pid, call->cpu, call->group_fd, call->flags,
	       call->attr.type, (unsigned long long)call->attr.config,
	       (unsigned long long)call->attr.sample_period, call->attr.exclude_user,
	       call->attr.exclude_kernel, call->attr.exclude_hv);
	printf("#   ret %d %s \"%s\" fix {%s} %s opens %d needs \"%s\"\n", ans.ret, ans.rule,
	       ans.text, ans.fix, ans.kind, ans.opens, ans.needs);
	printf("#   then ret %d %s \"%s\" fix {%s}\n", then.ret, then.rule, then.text, then.fix);
}

static bool is_zero(const u8 *p, size_t n)
{
	while (n && !*p) {
		p++;
		n--;
	}
	return !n;
}

/* By the fields alone: a second opinion, which knows no rules. */
static enum verdict field_verdict(const struct call *call, unsigned int id, u64 old, u64 now)
{
	bool sampled_user = call->attr.sample_type & PERF_SAMPLE_REGS_USER;
	bool sampled_intr = call->attr.sample_type & PERF_SAMPLE_REGS_INTR;

	switch (id) {
	case PA_FIELD_SIZE:
		/* What is beyond the buffer of a call was not written by anybody. */
		old = old < sizeof(call->raw) ? old : sizeof(call->raw);
		return is_zero(call->raw + now, old > now ? old - now : 0) ? SAME : LESS;
	case PA_FIELD_RESERVED_1:
	case PA_FIELD_RESERVED_2:
	case PA_FIELD_RESERVED_3:
		return SAME;
	case PA_FIELD_SAMPLE_TYPE:
		return old & ~now & ((1 << 25) - 1) ? LESS : SAME;
	case PA_FIELD_READ_FORMAT:
		return old & ~now & 0x1f ? LESS : SAME;
	case PA_FIELD_BRANCH_SAMPLE_TYPE:
		return call->attr.sample_type & PERF_SAMPLE_BRANCH_STACK &&
		       old & ~now & 0xfffff ? LESS : SAME;
	case PA_FIELD_SAMPLE_REGS_USER:
		return sampled_user ? LESS : SAME;
	case PA_FIELD_SAMPLE_REGS_INTR:
		return sampled_intr ? LESS : SAME;
	case PA_FIELD_CLOCKID:
		return LESS;
	case PA_FIELD_SAMPLE_PERIOD:
		return now ? OTHER : LESS;
	case PA_FIELD_TYPE:
	case PA_FIELD_FREQ:
	case PA_FIELD_BP_TYPE:
	case PA_FIELD_BP_LEN:
	case PA_FIELD_ENABLE_ON_EXEC:
	case PA_FIELD_WRITE_BACKWARD:
	case PA_FIELD_INHERIT_THREAD:
		return OTHER;
	case PA_FIELD_CONFIG:
		return call->attr.type == (u32)uprobe_type && (u32)old == (u32)now ? LESS : OTHER;
	case PA_FIELD_INHERIT:
		return !now ? LESS : call->attr.inherit_thread ? SAME : OTHER;
	case PA_FIELD_REMOVE_ON_EXEC:
		return now ? LESS : OTHER;
	case PA_FIELD_EXCLUDE_USER:
	case PA_FIELD_EXCLUDE_KERNEL:
	case PA_FIELD_EXCLUDE_HV:
	case PA_FIELD_EXCLUDE_IDLE:
	case PA_FIELD_EXCLUDE_HOST:
	case PA_FIELD_EXCLUDE_GUEST:
		return now ? LESS : OTHER;
	case PA_FIELD_EXCLUDE_CALLCHAIN_KERNEL:
	case PA_FIELD_EXCLUDE_CALLCHAIN_USER:
		return call->attr.sample_type & PERF_SAMPLE_CALLCHAIN ? LESS : SAME;
	default:
		return LESS;
	}
}

static enum verdict worse(enum verdict a, enum verdict b)
{
	return a > b ? a : b;
}

static enum verdict argument_verdict(const struct call *call, const struct call *fixed)
{
	bool flag = fixed->flags & ~call->flags & PERF_FLAG_PID_CGROUP;
	u64 gone = call->flags & ~fixed->flags & 0xf;

	if ((call->pid != fixed->pid && !flag) || call->cpu != fixed->cpu || gone)
		return OTHER;
	if (call->group_fd != fixed->group_fd && fixed->group_fd == -1)
		return OTHER;
	return memcmp(call, fixed, sizeof(*call)) ? SAME : NOTHING;
}

/* The clock of an event that uses none, before or then, is no loss. */
static bool clock_unused(const struct call *call, const struct call *fixed, unsigned int id)
{
	return id == PA_FIELD_CLOCKID && !call->attr.use_clockid && !fixed->attr.use_clockid;
}

static bool named_in_fix(unsigned int id)
{
	char key[64];

	snprintf(key, sizeof(key), "\"%s\":", pa_fields[id].name);
	return strstr(ans.fix, key);
}

static enum verdict verdict(const struct call *call, const struct call *fixed)
{
	enum verdict v = argument_verdict(call, fixed);
	unsigned int id;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];
		u64 old = pa_bits(call->word, f), now = pa_bits(fixed->word, f);

		if (old == now || !named_in_fix(id) || clock_unused(call, fixed, id))
			continue;
		v = worse(v, field_verdict(call, id, old, now));
	}
	return v;
}

static void check_kind(const struct call *call, const struct call *fixed)
{
	static const char * const names[] = { "", "same", "less", "other" };

	/* What the kernel counts is not in the fields: it is counted. */
	if (!strcmp(ans.kind, "void"))
		return;
	sum->kinds++;
	if (!strcmp(ans.kind, names[verdict(call, fixed)]))
		return;
	sum->wrong_kinds++;
	printf("# I would say: %s\n", names[verdict(call, fixed)]);
	show("kind wrong", call);
}

/* Bits that no header has a name for, in what a plan would have passed. */
static bool is_unsafe(const struct call *call)
{
	return pa_bits(call->word, &pa_fields[PA_FIELD_RESERVED_1]) ||
	       pa_bits(call->word, &pa_fields[PA_FIELD_RESERVED_2]) ||
	       call->attr.sample_type >> 25 || call->attr.read_format >> 5 ||
	       (call->attr.type == (u32)uprobe_type && ans.has_fix && strstr(ans.fix, "config\"") &&
		call->attr.config >> 32);
}

/* Does the plan for what was made of the call lead back to it? */
static bool leads_back(const struct call *call, const struct call *fixed)
{
	struct call back = *fixed;

	return then.has_fix && call_fix(&back, then.fix) && !memcmp(&back, call, sizeof(back));
}

/* What was passed: neither a plan nor the kernel knows what lies behind the announced size. */
static struct call as_passed(const struct call *call)
{
	struct call passed = *call;
	size_t size = call->attr.size ? call->attr.size : PERF_ATTR_SIZE_VER0;

	if (size < 8)
		size = 8;	/* type and size are always there */
	if (size < sizeof(passed.raw))
		memset(passed.raw + size, 0, sizeof(passed.raw) - size);
	return passed;
}

static void judge_plan(const struct call *call)
{
	const struct call passed = as_passed(call);
	struct call fixed = passed;

	if (!call_fix(&fixed, ans.fix))
		return;
	if (is_unsafe(&fixed)) {
		sum->unsafe++;
		show("unsafe", call);
	}
	check_kind(&passed, &fixed);
}

/* Is what is said of a plan that is void refuted? */
static bool is_refuted(const struct counted *got)
{
	return ans.lost_all ? got->value : got->sampled && got->samples;
}

static void count_plan(const struct call *call, const struct call *fixed, int fd)
{
	const struct call passed = as_passed(call);
	bool is_void = !strcmp(ans.kind, "void");
	struct counted got;

	/* What the caller has behind the size that it passed is not what the plan was made of. */
	if (!is_void && (memcmp(passed.raw, call->raw, sizeof(passed.raw)) || !has_some(fixed)))
		return;
	/* Others than root cannot read tracefs, which tells where a trace event happens. */
	if (!is_void && who->uid && fixed->attr.type == PERF_TYPE_TRACEPOINT)
		return;
	/* A user may not lock a buffer. */
	if (who->uid)
		become(0);
	got = count_with(fd, fixed);
	if (who->uid)
		become(who->uid);
	sum->voids += is_void;
	sum->counting += !is_void;
	sum->sampling += !is_void && has_sample(fixed, &got);
	if (is_void && is_refuted(&got)) {
		sum->not_void++;
		show("it was said to be void", call);
	} else if (!is_void && !got.value) {
		sum->offered++;
		show("it opens, and counts nothing", call);
	} else if (!is_void && !got.samples && has_sample(fixed, &got)) {
		sum->offered++;
		show("it opens, counts, and samples nothing", call);
	} else {
		return;
	}
	printf("#   counted %llu, %llu samples\n", (unsigned long long)got.value,
	       (unsigned long long)got.samples);
}

static void try_plan(const struct call *call)
{
	struct call fixed = *call;
	int fd;

	sum->plans++;
	sum->promised += ans.opens;
	if (!call_fix(&fixed, ans.fix)) {
		sum->again++;
		show("the fix names a field that there is not", call);
		return;
	}
	judge_plan(call);
	fd = answer_to(&fixed, &then);
	if (fd >= 0) {
		count_plan(call, &fixed, fd);
		close(fd);
		sum->opened++;
		sum->kept += ans.opens;
		sum->single += !strchr(ans.fix, ',');
		return;
	}
	if (leads_back(call, &fixed)) {
		sum->circles++;
		show("circle", call);
	}
	if (!ans.opens)
		return;
	sum->again++;
	show("refused again", call);
}

static bool opens_with(const struct call *call, const char *name, u64 value)
{
	struct call changed = *call;

	return call_set(&changed, name, value) && try(&changed) >= 0;
}

static const char *single_argument(const struct call *call)
{
	static const struct { const char *name; s64 value; } args[] = {
		{ "pid", 0 }, { "pid", -1 }, { "cpu", 0 }, { "cpu", -1 }, { "group_fd", -1 },
	};
	u64 flags = call->flags & PERF_FLAG_PID_CGROUP;
	unsigned int i;

	for (i = 0; i < sizeof(args) / sizeof(args[0]); i++)
		if (opens_with(call, args[i].name, args[i].value))
			return args[i].name;
	return opens_with(call, "flags", flags) ? "flags" : NULL;
}

/* The fields that say which event is asked for; a random type or address is no answer. */
static bool is_event(const struct call *call, unsigned int id)
{
	if (id == PA_FIELD_BP_LEN)
		return call->attr.type != PERF_TYPE_BREAKPOINT;
	return id == PA_FIELD_TYPE || id == PA_FIELD_CONFIG ||
	       pa_fields[id].group >= PA_UNION_CONFIG1;
}

static const char *single_field(const struct call *call)
{
	unsigned int id, bit;

	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];
		u64 old = pa_bits(call->word, f);
		bool flag = f->mask == 1 && !old;

		if (is_event(call, id))
			continue;
		if (id == PA_FIELD_SIZE && opens_with(call, f->name, kernel_attr_size))
			return f->name;
		if ((old || flag) && opens_with(call, f->name, flag))
			return f->name;
		for (bit = 0; f->mask > 1 && bit < 64; bit++)
			if (old >> bit & 1 && opens_with(call, f->name, old & ~(1ULL << bit)))
				return f->name;
	}
	return NULL;
}

/* There is no plan: does a single change help? */
static void try_singles(const struct call *call)
{
	const char *name;

	prctl(PR_SET_NAME, SILENT);
	name = single_argument(call);
	if (!name)
		name = single_field(call);
	prctl(PR_SET_NAME, "why_fixes");
	sum->no_help += ans.needs[0] != 0;
	if (!name)
		return;
	sum->single++;
	sum->missed++;
	sum->false_no += ans.needs[0] != 0;
	printf("# %s helps, and there is no plan\n", name);
	show(ans.needs[0] ? "no argument was said to help" : "missed", call);
}

static bool judge(const struct call *call)
{
	int fd = answer_to(call, &ans);

	memset(&then, 0, sizeof(then));
	if (fd >= 0) {
		close(fd);
		return false;
	}
	sum->refused++;
	sum->explained += ans.has_why;
	if (ans.garbage)
		sum->garbage++;
	else if (ans.has_fix)
		try_plan(call);
	else if (ans.has_why && !call->pointer)
		try_singles(call);
	return true;
}

/* The effective capabilities: one, or all that there are. */
static void capabilities(int only)
{
	struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct data[2];

	if (syscall(SYS_capget, &head, data))
		err(1, "capget");
	data[0].effective = only ? 0 : data[0].permitted;
	data[1].effective = only ? 1U << (only - 32) : data[1].permitted;
	if (syscall(SYS_capset, &head, data))
		err(1, "capset");
}

static void be(const struct who *w)
{
	who = w;
	paranoid(w->level);
	if (w->cap)
		capabilities(w->cap);
	become(w->uid);
}

static void be_root(void)
{
	become(0);
	if (who->cap)
		capabilities(0);
}

static void all_programs(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		struct call c = call_dummy();

		c.attr.disabled = 1;
		programs[i](&c);
		judge(&c);
	}
}

/* Every descriptor in use: the limit is set to what is open. */
static void few_descriptors(void)
{
	struct rlimit few = { 0, 1024 };

	few.rlim_cur = dup(0);
	close(few.rlim_cur);
	setrlimit(RLIMIT_NOFILE, &few);
}

/* In a process of its own, as a namespace cannot be left again. */
static void realistic(const struct who *w)
{
	int status, pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		paranoid(w->level);
		if (w->unshare && unshare(w->unshare))
			err(1, "unshare");
		who = w;
		if (w->unshare == CLONE_NEWPID) {
			pid = fork();
			if (pid) {
				waitpid(pid, &status, 0);
				_exit(WEXITSTATUS(status));
			}
		}
		if (w->unshare != CLONE_NEWUSER)
			be(w);
		if (w->descriptors)
			few_descriptors();
		all_programs();
		fflush(stdout);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (status)
		errx(1, "%s: status %#x", w->name, status);
}

static void random_refusals(unsigned long wanted)
{
	unsigned int i, n = sizeof(whos) / sizeof(whos[0]) - 3;
	unsigned long share = wanted / n + 1, got;

	for (i = 0; i < n; i++) {
		be(&whos[i]);
		for (got = 0; got < share; )
			got += judge((const struct call[]){ random_call() });
		be_root();
	}
}

static bool report(unsigned long realistic)
{
	printf("# %lu refused, %lu of them realistic, %lu explained, %lu not zeroed\n",
	       sum->refused, realistic, sum->explained, sum->garbage);
	printf("# %lu plans, %lu opened; %lu promised, %lu of them kept\n", sum->plans,
	       sum->opened, sum->promised, sum->kept);
	printf("# %lu open with one change, %lu of them have no plan\n", sum->single, sum->missed);
	printf("# %lu times no argument helps\n", sum->no_help);
	printf("# %lu count what there is, %lu of them sample it; %lu are void\n", sum->counting,
	       sum->sampling, sum->voids);
	printf("plans %lu, opened %lu, refused again %lu, circles %lu, unsafe %lu, "
	       "false \"no argument helps\" %lu, kind wrong %lu, void offered %lu, "
	       "not void %lu\n", sum->plans, sum->opened, sum->again, sum->circles, sum->unsafe,
	       sum->false_no, sum->wrong_kinds, sum->offered, sum->not_void);
	return realistic >= 60 && sum->promised >= sum->plans / 3 &&
	       sum->counting && sum->voids && !sum->offered &&
	       !sum->not_void && !sum->again && !sum->circles && !sum->unsafe &&
	       !sum->false_no && !sum->wrong_kinds &&
	       sum->missed * 20 <= sum->single;
}

int main(int argc, char **argv)
{
	unsigned long realistic_ones;
	unsigned int i;

	if (argc < 2)
		errx(1, "usage: why_fixes CALLS [SEED]");
	state = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x9e3779b97f4a7c15ULL;
	sum = mmap(NULL, sizeof(*sum), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (sum == MAP_FAILED)
		err(1, "mmap");
	prepare();
	msr_type = pmu_type("msr");
	target = child;
	write_file(PARAMETERS "filter", "!comm=" SILENT);
	json_open();
	for (i = 0; i < sizeof(whos) / sizeof(whos[0]); i++)
		realistic(&whos[i]);
	paranoid(2);
	realistic_ones = sum->refused;
	random_refusals(strtoul(argv[1], NULL, 0));
	kill(child, SIGKILL);
	return !report(realistic_ones);
}
