// SPDX-License-Identifier: GPL-2.0
/*
 * libperfattr, as profilers call it: whatever pointers, sizes and errors they pass, there is an
 * answer or none, errno and the descriptors stay as they were, and the answer is that of perfattr
 * run, which has it by a record of JSON. FUZZ=N: so many random calls.
 */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "core/op.h"
#include "core/out.h"
#include "json/json.h"
#include "env_tree.h"
#include "lib_random.h"
#include "libperfattr/found.h"
#include "call/explain.h"
#include "rules/rule.h"
#include "told.h"

static struct perfattr_why answer;
static struct perfattr *handle;
static u64 seed = 0x2545f4914f6cdd1dULL;

static int asked(const struct perfattr_call *call)
{
	return perfattr_explain(handle, call, 0, &answer);
}

static int planned(const struct perfattr_call *call, struct perfattr_call *plan, void *attr,
		   size_t size)
{
	return perfattr_plan(handle, call, 0, plan, attr, size);
}

/* A machine of which all is known, of a user without privileges. */
static void machine(void)
{
	static const char * const types[][2] = {
		{ "software", "1" }, { "tracepoint", "2" }, { "cpu", "4" }, { "breakpoint", "5" },
		{ "kprobe", "6" }, { "uprobe", "7" }, { "msr", "9" }, { "power", "10" },
		{ "intel_pt", "11" },
	};
	char path[64], own[64] = "";
	size_t i;

	tree_begin();
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		snprintf(path, sizeof(path), DEVICES "%s/type", types[i][0]);
		tree_file(path, types[i][1]);
	}
	tree_file("sys/devices/system/cpu/possible", "0-3");
	tree_file("sys/devices/system/cpu/online", "0,2-3");
	tree_file("proc/sys/kernel/perf_event_paranoid", "2");
	tree_file("proc/sys/kernel/perf_event_max_sample_rate", "100000");
	tree_file("proc/sys/kernel/perf_event_max_stack", "127");
	tree_file("proc/77/status", "Tgid:\t77\nThreads:\t1\nUid:\t5\t5\t5\t5\nNSpid:\t77\n"
		  "CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nSeccomp:\t0\n");
	tree_folder("proc/77/ns/");
	tree_folder("proc/77/fd/");
	must(readlink("/proc/self/ns/pid", own, sizeof(own) - 1) > 0, "readlink");
	must(!symlink("77/task/77", tree_path("proc/thread-self")) &&
	     !symlink(ENV_INITIAL_USER_NS, tree_path("proc/77/ns/user")) &&
	     !symlink(own, tree_path("proc/77/ns/pid")) &&
	     !symlink("/dev/null", tree_path("proc/77/fd/0")), "symlink");
}

/* The line of limits of which only the page is known. */
static cJSON *limits_line(const struct pa_limits *limits)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "{\"v\":1,\"limits\":{\"load\":\"00000000\",\"attr_size\":null,\"known_flags\":null,"
		 "\"known_sample\":null,\"known_format\":null,\"known_branch\":null,"
		 "\"known_aux\":null,\"page_size\":%u,\"cgroup_perf\":null,"
		 "\"pmu_ctx\":null,\"regs_extended\":null,\"paranoid_opens\":null,"
		 "\"paranoid_refuses\":null}}", limits->k.page_size);
	return json_load(text, strlen(text), NULL);
}

static void take(struct explainer *e, cJSON *line)
{
	explain_take(e, line);
	cJSON_Delete(line);
}

static void take_pmus(struct explainer *e, const struct pa_env *env)
{
	static char text[1024];
	struct out s;
	u32 i;

	for (i = 1; !env->pmus_lost && i < env->npmus; i++) {
		out_init(&s, text, sizeof(text));
		pa_json_pmu(&s, env, i);
		take(e, json_load(text, s.len, NULL));
	}
}

/* The reasons of the same call by way of its record as JSON. */
static void by_json(struct pasted_reasons *all, const struct found *f)
{
	static struct pasted_work room;
	static struct pa_call x;
	const struct pasted *p = &f->x.pasted;
	struct paste_call call = {
		.r = f->x.r, .form = PASTE_STRACE, .here = true, .live = p->live,
		.held = p->held, .shared = p->shared, .filtered = p->filtered,
		.args = PASTE_PID | PASTE_CPU | PASTE_GROUP_FD | PASTE_FLAGS | PASTE_RET,
	};
	struct explainer e = { 0 };
	cJSON *line;

	memcpy(call.unknown, p->unknown.word, sizeof(call.unknown));
	take_pmus(&e, &f->x.env);
	take(&e, limits_line(&f->limits));
	pasted_call(&x, &call, 1);
	line = call_written(&x, NULL);
	memset(all, 0, sizeof(*all));
	if (explain_read(&e, line, &x)) {
		explain_now(&e, &x);
		pasted_reasons(all, &x, &room);
	}
	cJSON_Delete(line);
	explain_free(&e);
}

static bool is_same_why(const struct pa_why *a, const struct pa_why *b)
{
	u32 i;

	for (i = 0; i < a->nfix && i < b->nfix; i++)
		if (strcmp(a->fix[i].field, b->fix[i].field) || a->fix[i].value != b->fix[i].value)
			return false;
	return a->rule == b->rule && a->certain == b->certain && a->plan == b->plan &&
	       a->opens == b->opens && a->nfix == b->nfix && !strcmp(a->text, b->text);
}

static bool is_same(const struct pasted_reasons *a, const struct pasted_reasons *b)
{
	u32 i;

	for (i = 0; i < a->n && i < b->n; i++)
		if (!is_same_why(&a->why[i], &b->why[i]))
			return false;
	return a->n == b->n && a->more == b->more;
}

static void tell(const char *who, const struct pasted_reasons *all)
{
	u32 i;

	for (i = 0; i < all->n; i++)
		diag("%s: %s%s, %u fixes: %s", who, all->why[i].rule->id,
		     all->why[i].certain ? ", certain" : "", all->why[i].nfix, all->why[i].text);
	diag("%s: %u%s", who, all->n, all->more ? " and more" : "");
}

static void test_same_engine(unsigned int rounds)
{
	unsigned int i, reasons = 0, certain = 0, differ = 0;
	static struct pasted_reasons other;
	struct found *f = calloc(1, sizeof(*f));
	struct lib_call c;

	for (i = 0; i < rounds; i++) {
		lib_random_call(&c, &seed);
		memset(f, 0, sizeof(*f));
		found_look(f, &c.call, lib_random(&seed) % 4 ? 0 : PERFATTR_LATER, here);
		by_json(&other, f);
		reasons += f->reasons.n > 0;
		certain += f->reasons.n == 1 && f->reasons.why[0].certain;
		if (is_same(&f->reasons, &other))
			continue;
		if (!differ++) {
			tell("directly", &f->reasons);
			tell("by JSON", &other);
		}
	}
	free(f);
	is_num(differ, 0, "%u random calls have the same reasons as by a record of JSON", rounds);
	ok(reasons > rounds / 10 && certain > rounds / 50,
	   "... and these were looked at: %u with reasons, %u certain", reasons, certain);
}

static bool has_rule(const char *rule)
{
	const char *at = strstr(answer.others, rule);
	size_t len = strlen(rule);

	return !strcmp(answer.rule, rule) ||
	       (at && (at == answer.others || at[-1] == ' ') && (!at[len] || at[len] == ' '));
}

/* A page that can be read, and behind it one that cannot. */
static u8 *edge(void)
{
	u8 *at = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(at != MAP_FAILED && !mprotect(at + 4096, 4096, PROT_NONE), "mmap");
	return at + 4096;
}

static void test_pointers(void)
{
	static const uintptr_t wild[] = { 0, 1, 4095, 0x7fffffffffff, (uintptr_t)-1, (uintptr_t)-8,
					  (uintptr_t)1 << 63 };
	struct perfattr_call call = { .cpu = -1, .group_fd = -1, .error = EFAULT };
	u8 *end = edge();
	u32 word[2] = { 1, 128 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wild); i++) {
		call.attr = (const struct perf_event_attr *)wild[i];
		asked(&call);
		ok(answer.n == 1 && has_rule("attr-not-readable"), "attr %#jx", (uintmax_t)wild[i]);
	}
	call.attr = (const struct perf_event_attr *)(end - 8);
	memcpy(end - 8, word, sizeof(word));
	asked(&call);
	ok(answer.n == 1 && has_rule("attr-not-readable"), "an attr that its size leads out of");
	call.attr = (const struct perf_event_attr *)(end - 4);
	asked(&call);
	ok(answer.n == 1 && has_rule("attr-not-readable"), "one whose size is not there");
	memset(end - 64, 0, 64);
	word[1] = 64;
	memcpy(end - 64, word, sizeof(word));
	call.attr = (const struct perf_event_attr *)(end - 64);
	call.error = EINVAL;
	asked(&call);
	ok(!has_rule("attr-not-readable"), "one that ends where the page does");
	munmap(end - 4096, 8192);
}

/* The kernel writes its own size into an attr that it refuses with E2BIG. */
static void test_size(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = -1, .error = E2BIG } };

	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_SIZE, 128);
	asked(&c.call);
	ok(answer.n > 1 || answer.certainty < PERFATTR_CERTAIN,
	   "E2BIG: what was passed is not known");
	c.call.attr_size = 8;
	asked(&c.call);
	ok(answer.n == 1 && answer.certainty == PERFATTR_CERTAIN &&
	   has_rule("size-too-small"), "... it is if the caller says it");
	c.call.attr_size = 0;
	lib_field(&c, PA_FIELD_SIZE, 8);
	asked(&c.call);
	ok(answer.n == 1 && answer.certainty == PERFATTR_CERTAIN,
	   "a size that no kernel writes was passed");
	perfattr_explain(handle, &c.call, PERFATTR_LATER, &answer);
	ok(answer.n > 1 || answer.certainty < PERFATTR_CERTAIN,
	   "... but later it may have been written since");
}

static void test_arguments(void)
{
	struct perfattr_call call = { .error = EINVAL }, to;
	u8 attr[8];
	size_t i;

	is_num(perfattr_explain(handle, NULL, 0, &answer), -EINVAL, "no call");
	is_num(perfattr_explain(handle, &call, 0, NULL), -EINVAL, "no answer");
	is_num(perfattr_explain(handle, &call, 0x100, &answer), -EINVAL, "an option");
	is_num(planned(&call, NULL, attr, sizeof(attr)), -EINVAL, "no plan");
	is_num(planned(&call, &to, NULL, sizeof(attr)), -EINVAL, "no buffer");
	is_num(planned(&call, &to, attr, SIZE_MAX), -EINVAL, "a buffer without end");
	for (i = 0; i < ARRAY_SIZE(call.reserved); i++) {
		call.reserved[i] = 1;
		is_num(asked(&call), -EINVAL, "what only a later version may know, %zu", i);
		call.reserved[i] = 0;
	}
	call.error = 0;
	is_num(asked(&call), 0, "a call that has not failed");
	is_str(answer.text, "no reason is known\n", "... has no errno to show");
	call.error = INT32_MIN;
	is_num(asked(&call), 0, "an errno that is none");
	call.error = 5000;
	is_num(asked(&call), 0, "one that no kernel returns");
	is_str(answer.text, "errno 5000: no reason is known\n", "... is shown as it is");
}

/* A plan without room, one with it, and one in the place of the call. */
static void test_plan(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = -1, .error = EINVAL, .flags = 8 } };
	struct perfattr_call plan;
	u64 attr[PA_WORDS], most;
	int loss;

	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	lib_field(&c, PA_FIELD_SIZE, PA_ATTR_VER6);
	lib_field(&c, PA_FIELD_SAMPLE_PERIOD, 1 << 30);
	lib_field(&c, PA_FIELD_FREQ, 1);
	is_num(planned(&c.call, &plan, attr, PA_ATTR_VER6 - 1), -ENOSPC, "no room");
	loss = planned(&c.call, &plan, attr, sizeof(attr));
	most = attr[pa_fields[PA_FIELD_SAMPLE_PERIOD].word];
	ok(loss > 0 && most < 1 << 30 && plan.flags == 8 && plan.attr == (const void *)attr &&
	   !plan.error, "a plan has the highest frequency, and all else as it was");
	asked(&c.call);
	ok(answer.n == 1 && answer.n_change == 1 &&
	   !strcmp(answer.change[0].name, "sample_freq") &&
	   answer.change[0].value == most, "... which is the change of the answer");
	loss = perfattr_plan(handle, &c.call, 0, &c.call, c.word, sizeof(c.word));
	ok(loss > 0 && !memcmp(c.word, attr, PA_ATTR_VER6), "a plan in the place of the call");
	c.call.error = EINVAL;
	c.call.flags = 1 << 10;
	c.call.attr = (const struct perf_event_attr *)c.word;
	ok(planned(&c.call, &plan, attr, sizeof(attr)) > 0 && !plan.flags,
	   "a plan without a flag that no kernel knows");
	lib_field(&c, PA_FIELD_CONFIG, PERF_COUNT_SW_CONTEXT_SWITCHES);
	lib_field(&c, PA_FIELD_EXCLUDE_KERNEL, 1);
	asked(&c.call);
	ok(answer.n == 1 && answer.loss == PERFATTR_VOID &&
	   answer.n_change == 1 &&
	   strstr(answer.fix, "void: flags = ") == answer.fix,
	   "what never counts is void: %s", answer.fix);
	ok(!planned(&c.call, &plan, attr, sizeof(attr)), "... and not a plan");
	lib_field(&c, PA_FIELD_EXCLUDE_KERNEL, 0);
	lib_field(&c, PA_FIELD_CONFIG, 0);
	lib_field(&c, PA_FIELD_TYPE, 0x7ffffffe);
	asked(&c.call);
	ok(answer.n == 1 && !planned(&c.call, &plan, attr, sizeof(attr)),
	   "... there is none where it is known that no PMU has this type");
}

/* A pipe with one byte: what reads of it would take that. */
static int full_pipe(void)
{
	int ends[2];

	must(!pipe(ends) && write(ends[1], "x", 1) == 1, "pipe");
	close(ends[1]);
	return ends[0];
}

static bool is_why(int n, const char *rule)
{
	return n == 1 && answer.n == 1 && !strcmp(answer.rule, rule);
}

/* The same where procfs does not say what the descriptor is. */
static int op_elsewhere(const struct perfattr_call *open, u8 kind, struct pa_op op, int error)
{
	const struct lib_op q = { .open = open, .kind = kind, .error = error, .op = op };
	struct found *f = calloc(1, sizeof(*f));
	struct env_here *bare = env_here_open("/nonexistent", "");
	int n;

	proc_at(bare, "/nonexistent");
	op_look(f, &q, bare);
	n = told_put(&answer, f);
	env_here_close(bare);
	free(f);
	return n;
}

/* Calls on an event whose open is known, by a descriptor of which only /proc says what it is. */
static void test_ops(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = -1 } };
	struct perfattr_why *w = &answer;
	int pipe = full_pipe();
	struct pa_op op;
	u64 period = 0;

	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	lib_field(&c, PA_FIELD_SIZE, PA_ATTR_VER6);
	lib_field(&c, PA_FIELD_SAMPLE_PERIOD, 1000);
	ok(is_why(perfattr_explain_mmap(NULL, &c.call, pipe, 4096, 1, 0, EINVAL, w),
		  "descriptor-other"), "mmap() of a pipe");
	ok(is_why(perfattr_explain_read(NULL, &c.call, 999, 8, EBADF, w), "descriptor-missing"),
	   "read() of what is not open");
	op = (struct pa_op){ .fd = 5, .prot = 1, .flags = 1 };
	op.len = 7 * (u64)sysconf(_SC_PAGESIZE);
	ok(is_why(op_elsewhere(&c.call, PA_RECORD_MMAP, op, EINVAL),
		  "mmap-data-pages"), "mmap() of 6 data pages: %s", w->text);
	op = (struct pa_op){ .fd = 5, .arg = 4 };
	ok(is_why(op_elsewhere(&c.call, PA_RECORD_READ, op, ENOSPC), "read-too-small"),
	   "read() of 4 bytes: %s", w->text);
	op.arg = (uintptr_t)&period;
	op.cmd = pa_ioc_number(HERE_ABI, PA_IOC_PERIOD);
	ok(is_why(op_elsewhere(&c.call, PA_RECORD_IOCTL, op, EINVAL), "period-zero"),
	   "a period of 0: %s", w->text);
	op.arg = (uintptr_t)"pid == 1";
	op.cmd = pa_ioc_number(HERE_ABI, PA_IOC_SET_FILTER);
	ok(is_why(op_elsewhere(&c.call, PA_RECORD_IOCTL, op, EINVAL), "filter-not-supported"),
	   "a filter: %s", w->text);
	lib_field(&c, PA_FIELD_SIZE, 200);
	op.arg = (uintptr_t)c.word;
	op.cmd = pa_ioc_number(HERE_ABI, PA_IOC_MODIFY_ATTRIBUTES);
	ok(op_elsewhere(&c.call, PA_RECORD_IOCTL, op, EINVAL) == 0,
	   "the same attr, larger than that of any kernel: %s", w->text);
	is_num(perfattr_explain_read(NULL, &c.call, pipe, 8, EBADF, NULL), -EINVAL, "no answer");
	close(pipe);
}

static void test_check(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = -1, .attr = NULL } };
	char text[32];

	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	lib_field(&c, PA_FIELD_SIZE, PA_ATTR_VER6);
	lib_field(&c, PA_FIELD_CONFIG, PERF_COUNT_SW_CONTEXT_SWITCHES);
	lib_field(&c, PA_FIELD_EXCLUDE_KERNEL, 1);
	is_num(perfattr_check(NULL, &c.call, &answer), PERFATTR_NEVER_COUNTS,
	       "without the kernel no switch is counted: %s", answer.text);
	lib_field(&c, PA_FIELD_CONFIG, 1);
	is_num(perfattr_check(NULL, &c.call, &answer), PERFATTR_OPENS, "a clock opens");
	lib_field(&c, PA_FIELD_SAMPLE_TYPE, 1ULL << 60);
	ok(perfattr_check(NULL, &c.call, &answer) == PERFATTR_REFUSED &&
	   has_rule("sample-type-not-known"), "what no kernel knows is refused: %s", answer.text);
	c.call.attr = (const struct perf_event_attr *)8;
	is_num(perfattr_check(NULL, &c.call, &answer), PERFATTR_UNDECIDED, "no attr: not decided");
	c.call.attr = (const struct perf_event_attr *)c.word;
	ok(perfattr_format(&c.call, -EINVAL, text, sizeof(text)) > 300 &&
	   !strncmp(text, "================perf_event_open()", sizeof(text) - 1) &&
	   strlen(text) == sizeof(text) - 1, "a text is cut to fit");
	is_num(perfattr_format(&c.call, 3, NULL, 1), -EINVAL, "no buffer");
	ok(perfattr_format(&c.call, 3, NULL, 0) > 300, "... none is needed to know the length");
}

/* The times that read() gives of an event that was never enabled. */
static void test_health(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = -1 } };
	struct perfattr_health h;
	int fd;

	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	lib_field(&c, PA_FIELD_SIZE, PA_ATTR_VER6);
	lib_field(&c, PA_FIELD_CONFIG, 1);
	lib_field(&c, PA_FIELD_READ_FORMAT, 3);
	lib_field(&c, PA_FIELD_DISABLED, 1);
	lib_field(&c, PA_FIELD_EXCLUDE_KERNEL, 1);
	fd = (int)syscall(SYS_perf_event_open, c.word, 0, -1, -1, 0);
	is_num(perfattr_health(NULL, &c.call, 0, &h), -EBADF, "the health of no event");
	if (fd < 0) {
		/* Containers refuse the call; the guest test has events. */
		is_num(perfattr_health(NULL, &c.call, fd, &h), -EBADF, "... of none");
		return;
	}
	ok(!perfattr_health(NULL, &c.call, fd, &h) && h.state == PERFATTR_NEVER_RAN &&
	   strstr(h.text, "never enabled"), "%s", h.text);
	close(fd);
}

/* Of a long attr of which the end is not there anymore nothing is written. */
static void test_plan_cut(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = -1, .error = EINVAL } };
	u8 attr[1000], *end = edge();
	struct perfattr_call plan;
	unsigned int i, changed = 0;

	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	lib_field(&c, PA_FIELD_SIZE, sizeof(attr));
	lib_field(&c, PA_FIELD_SAMPLE_PERIOD, 1 << 30);
	lib_field(&c, PA_FIELD_FREQ, 1);
	memcpy(end - sizeof(attr), c.word, sizeof(c.word));
	c.call.attr = (const struct perf_event_attr *)(end - sizeof(attr));
	ok(planned(&c.call, &plan, attr, sizeof(attr)) > 0, "the plan of a long attr");
	memmove(end - 500, end - sizeof(attr), 500);
	c.call.attr = (const struct perf_event_attr *)(end - 500);
	memset(attr, 0xaa, sizeof(attr));
	is_num(planned(&c.call, &plan, attr, sizeof(attr)), 0, "... none if it is cut");
	for (i = 0; i < sizeof(attr); i++)
		changed += attr[i] != 0xaa;
	is_num(changed, 0, "... and nothing is written");
	munmap(end - 4096, 8192);
}

static unsigned int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

/* Is it text of one kind, whatever the caller has passed? */
static bool is_printable(const char *text, size_t size, bool lines)
{
	size_t len = strnlen(text, size), i;

	for (i = 0; i < len; i++)
		if ((text[i] < ' ' || text[i] > '~') && !(lines && text[i] == '\n'))
			return false;
	return len < size;
}

static bool is_sound(int n)
{
	const struct perfattr_why *a = &answer;

	if (n < 0 || n != (int)a->n || a->more > 1 || a->certainty > PERFATTR_CERTAIN ||
	    !is_printable(a->text, sizeof(a->text), true) ||
	    a->text[strlen(a->text) - 1] != '\n')
		return false;
	return !a->certainty == !n && !a->rule[0] == !n && !a->others[0] == (n < 2) &&
	       is_printable(a->reason, sizeof(a->reason), false) &&
	       is_printable(a->fix, sizeof(a->fix), false);
}

/* Pointers and numbers of all kinds, now and then. */
static void wild(struct lib_call *c, u8 *end)
{
	switch (lib_random(&seed) % 8) {
	case 0:
		c->call.attr = (const void *)(uintptr_t)lib_random(&seed);
		break;
	case 1:
		c->call.attr = (const void *)(end - lib_random(&seed) % 300);
		break;
	case 2:
		c->call.error = (int32_t)lib_random(&seed);
		break;
	case 3:
		c->call.attr_size = (u32)lib_random(&seed);
		break;
	case 4:
		c->call.flags = lib_random(&seed);
		c->call.pid = (int32_t)lib_random(&seed);
		break;
	case 5:
		lib_field(c, PA_FIELD_TYPE, LIB_ONE_OF(&seed, 6, 7));
		lib_field(c, PA_FIELD_CONFIG1, (uintptr_t)(end - lib_random(&seed) % 300));
		break;
	}
}

static int any_error(void)
{
	return (int)LIB_ONE_OF(&seed, EINVAL, EINVAL, EPERM, EBADF, EFAULT, ENOSPC, ENODEV, EACCES,
			       EOPNOTSUPP, ENOTTY, EEXIST, ENOMEM, 0, -3, 5000, INT32_MIN);
}

/* One call on a descriptor, or another question, with arguments of all kinds. */
static bool fuzz_op(const struct lib_call *c, int fd, u8 *end)
{
	const struct perfattr_call *open = lib_random(&seed) % 3 ? &c->call : NULL;
	u64 any = lib_value(&seed), at = (uintptr_t)(end - lib_random(&seed) % 300);
	int error = any_error(), outcome;
	struct perfattr_health health;
	char text[200];

	switch (lib_random(&seed) % 6) {
	case 0:
		return is_sound(perfattr_explain_mmap(handle, open, fd, any, (int)any,
						      any << 12, error, &answer));
	case 1:
		return is_sound(perfattr_explain_ioctl(handle, open, fd,
						       pa_ioc_number(HERE_ABI, any % PA_IOC_MAX),
						       any & 64 ? at : any, error, &answer));
	case 2:
		return is_sound(perfattr_explain_read(handle, open, fd, any, error, &answer));
	case 3:
		outcome = perfattr_check(handle, &c->call, &answer);
		return (outcome == PERFATTR_REFUSED) == (answer.n == 1) &&
		       is_sound((int)answer.n);
	case 4:
		outcome = perfattr_health(handle, open, fd, &health);
		return outcome <= 0 && is_printable(health.text, sizeof(health.text), false);
	}
	outcome = perfattr_format(&c->call, (int)any, text, any % sizeof(text));
	return outcome > 200 && (!(any % sizeof(text)) || is_printable(text, sizeof(text), true) ||
				 strchr(text, '\t'));
}

static void fuzz(unsigned long rounds)
{
	unsigned long unsound = 0, moved = 0, plans = 0;
	int fds[] = { -1, 0, 999, INT32_MIN, full_pipe() };
	char byte;
	unsigned int before;
	u8 *end = edge();
	struct perfattr_call to;
	struct lib_call c;
	u8 attr[300];

	/* With the pipe, which is closed at the end. */
	memset(end - 4096, '\033', 4096);
	before = descriptors();
	for (; rounds; rounds--) {
		int number = (int)(lib_random(&seed) % 100);
		int option = lib_random(&seed) % 5 ? 0 : PERFATTR_LATER;

		lib_random_call(&c, &seed);
		wild(&c, end);
		errno = number;
		unsound += !is_sound(perfattr_explain(handle, &c.call, option, &answer));
		plans += perfattr_plan(handle, &c.call, option, &to, attr,
				       lib_random(&seed) % 300) > 0;
		unsound += !fuzz_op(&c, fds[lib_random(&seed) % ARRAY_SIZE(fds)], end);
		moved += errno != number;
	}
	ok(read(fds[4], &byte, 1) == 1 && byte == 'x', "only events are read");
	close(fds[4]);
	is_num(unsound, 0, "answers to random calls are whole and printable");
	is_num(moved, 0, "... errno is what it was");
	is_num(descriptors() + 1, before, "... and so are the descriptors");
	ok(plans, "... %lu of them have plans", plans);
	munmap(end - 4096, 8192);
}

static const struct perfattr_call too_many = { .error = EMFILE, .cpu = -1, .group_fd = -1 };

/* A handle has the answers of a single call, and they do not depend on those before. */
static void test_handle(unsigned int rounds)
{
	static struct perfattr_why other;
	unsigned int i, differ = 0;
	struct lib_call c;

	for (i = 0; i < rounds; i++) {
		lib_random_call(&c, &seed);
		asked(&c.call);
		perfattr_explain(NULL, &c.call, 0, &other);
		differ += memcmp(&answer, &other, sizeof(answer)) != 0;
	}
	is_num(differ, 0, "%u answers of a handle are those without it", rounds);
}

static void close_from(int fd)
{
	for (; fd < 1024; fd++)
		close(fd);
}

/*
 * The program closes all descriptors, as daemons do, and opens files of its own, one of which the
 * handle would read as a setting.
 */
static int all_closed(void)
{
	unsigned int kept;
	struct perfattr *p;
	struct stat st;
	int i, own[4];

	close_from(3);
	kept = descriptors();
	p = perfattr_open();
	if (!p || descriptors() - kept > 4)
		return 2;
	for (i = 3; i < 3 + 4; i++)
		if (fcntl(i, F_GETFD) != -1 && !(fcntl(i, F_GETFD) & FD_CLOEXEC))
			return 3;
	close_from(3);
	for (i = 0; i < 4; i++)
		own[i] = open("/dev/null", O_RDWR);
	if (perfattr_explain(p, &too_many, 0, &answer) < 1)
		return 4;
	perfattr_close(p);
	for (i = 0; i < 4; i++)
		if (fstat(own[i], &st) || !S_ISCHR(st.st_mode))
			return 5;
	return descriptors() != kept + 4;
}

/* In a child whose surroundings are changed: 0 if all is well. */
static void in_child(int (*test)(void), const char *what)
{
	int status = -1;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid)
		_exit(test());
	must(pid > 0 && waitpid(pid, &status, 0) == pid, "fork");
	is_num(status, 0, "%s", what);
}

static int without_descriptors(void)
{
	const struct rlimit none = { 0, 0 };

	if (setrlimit(RLIMIT_NOFILE, &none))
		return 2;
	errno = 42;
	asked(&too_many);
	return !is_sound((int)answer.n) || errno != 42 || !answer.n;
}

/* Nothing is there but an empty folder. */
static int without_files(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = 700, .error = EBADF } };

	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_SIZE, 128);
	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	handle = NULL;
	if (unshare(CLONE_NEWUSER) || chroot(tree_path("empty")) || chdir("/"))
		return geteuid() ? 0 : 2;
	asked(&c.call);
	return !is_sound((int)answer.n) || !has_rule("group-fd-not-open") ||
	       answer.certainty == PERFATTR_CERTAIN;
}

static int as_it_is(void)
{
	struct lib_call c = { .call = { .cpu = -1, .group_fd = 700, .error = EBADF } };

	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_SIZE, 128);
	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	asked(&c.call);
	return !has_rule("group-fd-not-open") || answer.certainty != PERFATTR_CERTAIN;
}

static void *waits(void *arg)
{
	pause();
	return arg;
}

static int among_threads(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, waits, NULL))
		return 2;
	as_it_is();
	return !has_rule("group-fd-not-open") || answer.certainty == PERFATTR_CERTAIN;
}

/*
 * The library's own descriptors take the numbers that the program has closed: those are not open
 * for that.
 */
static int lowest_closed(void)
{
	struct lib_call c = { .call = { .cpu = -1, .error = EBADF } };
	int fd, i;

	/* Descriptors that this program was started with may be any. */
	close_from(3);
	fd = dup(0);
	c.call.attr = (const struct perf_event_attr *)c.word;
	lib_field(&c, PA_FIELD_SIZE, 128);
	lib_field(&c, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	if (fd < 0 || close(fd))
		return 2;
	for (i = 0; i < 8; i++) {
		/* A handle opens its files again in the call, after which they are there. */
		if (i == 4)
			handle = NULL;
		close_from(3);
		c.call.group_fd = fd + i % 4;
		asked(&c.call);
		if (!has_rule("group-fd-not-open") ||
		    answer.certainty != PERFATTR_CERTAIN)
			return 3 + i;
		c.call.group_fd = -1;
		c.call.pid = fd + i % 4;
		c.call.flags = PA_FLAG_PID_CGROUP;
		c.call.cpu = 0;
		asked(&c.call);
		if (!handle && has_rule("cgroup-fd-no-cgroup"))
			return 13 + i;
		c.call.pid = 0;
		c.call.flags = 0;
		c.call.cpu = -1;
	}
	return 0;
}

int main(void)
{
	const char *rounds = getenv("FUZZ");

	machine();
	/* What hangs is a failure; so many calls take longer. */
	alarm(rounds ? 0 : 300);
	handle = perfattr_open();
	test_handle(300);
	test_same_engine(600);
	unlink(tree_path("proc/thread-self"));
	test_same_engine(100);
	tree_folder("empty/");
	test_pointers();
	test_size();
	test_arguments();
	test_plan();
	test_plan_cut();
	test_ops();
	test_check();
	test_health();
	fuzz(rounds ? strtoul(rounds, NULL, 10) : 1500);
	in_child(without_descriptors, "no descriptor is left: an answer all the same");
	in_child(as_it_is, "a descriptor that is not open is certain, by /proc");
	in_child(among_threads, "... not where another thread may have closed it since");
	in_child(lowest_closed, "... also if the library opens its own files there");
	in_child(without_files, "without /proc and sysfs it is not");
	in_child(all_closed, "a handle whose descriptors the program has closed");
	perfattr_close(handle);
	tree_end();
	return tap_end();
}
