// SPDX-License-Identifier: GPL-2.0
/*
 * Reasons of calls that texts tell of: those that the kernel's source has for such a call. Nothing
 * is certain that rests on a PMU, on a privilege, or on the machine: no text tells of these.
 */
#include <dirent.h>

#include "paste_line.h"
#include "paste_text.h"
#include "call/explain.h"
#include "call/pasted.h"
#include "tap.h"
#include "rules/rule.h"
#include "told.h"

/* What is said of a rule. */
enum say {
	NONE,	/* no reason at all: this call is not refused with this errno */
	NOT,	/* it is none of the reasons: what is known of the call passes this check */
	MAY,	/* it is among the reasons */
	ONLY,	/* it is the only one */
	SURE,	/* ... and certain */
};

/**
 * struct row - a call, and a reason of the kernel's source for its errno
 * @err:  the errno
 * @attr: fields of a line of strace -v that are not as usual; NULL: the attr is NULL
 * @args: of the line; NULL: those of a task
 * @rule: the reason
 * @say:  how sure that is
 */
struct row {
	const char *err;
	const char *attr;
	const char *args;
	const char *rule;
	enum say say;
};

static const struct row rows[] = {
	/* perf_event_open() before all else: `flags & ~PERF_FLAG_ALL`. */
	{ "EINVAL", "", "0, -1, -1, 0x100000", "flags-not-known", SURE },
	{ "EINVAL", "type=4", "-1, 0, 3, PERF_FLAG_FD_CLOEXEC|0x10", "flags-not-known", SURE },
	{ "EACCES", "", "0, -1, -1, 0x100000", NULL, NONE },
	/* perf_copy_attr() */
	{ "EFAULT", NULL, NULL, "attr-not-readable", MAY },
	{ "E2BIG", "size=0x20000", NULL, "size-above-page", ONLY },
	{ "E2BIG", "size=0x90", NULL, "size-beyond-kernel", MAY },
	{ "EINVAL", "sample_type=0x10000000000", NULL, "sample-type-not-known", ONLY },
	{ "EINVAL", "sample_type=PERF_SAMPLE_IP|0x80000000", NULL, "sample-type-not-known", ONLY },
	{ "EINVAL", "read_format=0x100000", NULL, "read-format-not-known", ONLY },
	{ "EINVAL", "__reserved_2=1", NULL, "reserved-not-zero", MAY },
	{ "EINVAL", "sample_type=0x800 branch_sample_type=0x80000000", NULL,
	  "branch-type-not-known", ONLY },
	{ "EINVAL", "sample_type=0x800 branch_sample_type=PERF_SAMPLE_BRANCH_USER", NULL,
	  "branch-type-without-kind", MAY },
	{ "EINVAL", "sample_type=0x2000 sample_stack_user=0x10000", NULL, "user-stack-too-large",
	  MAY },
	{ "EINVAL", "sample_type=0x2000 sample_stack_user=0xc", NULL, "user-stack-unaligned", MAY },
	{ "EINVAL", "sample_type=PERF_SAMPLE_WEIGHT|PERF_SAMPLE_WEIGHT_STRUCT", NULL, "two-weights",
	  MAY },
	{ "EINVAL", "enable_on_exec=1 remove_on_exec=1", NULL, "two-on-exec", MAY },
	{ "EINVAL", "inherit_thread=1", NULL, "inherit-thread-alone", MAY },
	{ "EINVAL", "sigtrap=1", NULL, "sigtrap-without-remove", MAY },
	/* perf_event_open() up to perf_event_alloc() */
	{ "EACCES", "type=0", NULL, "kernel-not-excluded", MAY },
	{ "EACCES", "type=1", NULL, "kernel-not-excluded", MAY },
	{ "EACCES", "exclude_kernel=1 namespaces=1", NULL, "namespaces-not-allowed", MAY },
	{ "EACCES", "exclude_kernel=1 sample_type=0x80000", NULL, "phys-addr-not-allowed", MAY },
	{ "EACCES", "exclude_kernel=1", "-1, 0, -1, 0", "cpu-wide-not-allowed", MAY },
	{ "EACCES", "exclude_kernel=1", "1, -1, -1, 0", "task-not-allowed", MAY },
	{ "EINVAL", "freq=1 sample_freq=1000000", NULL, "sample-freq-above-max", MAY },
	{ "EINVAL", "sample_period=9223372036854775808", NULL, "sample-period-negative", ONLY },
	{ "EINVAL", "", "-1, 0, -1, PERF_FLAG_PID_CGROUP", "cgroup-without-fd", ONLY },
	{ "EINVAL", "", "5, -1, -1, PERF_FLAG_PID_CGROUP", "cgroup-without-cpu", ONLY },
	{ "EBADF", "", "5, 0, -1, PERF_FLAG_PID_CGROUP", "cgroup-fd-not-open", MAY },
	{ "EBADF", "", "0, -1, 77, 0", "group-fd-not-open", MAY },
	{ "EBADF", "", "0, -1, 2</dev/null>, 0", "group-fd-no-event", MAY },
	{ "EMFILE", "", NULL, "no-free-descriptor", ONLY },
	{ "ESRCH", "", "9999999, -1, -1, 0", "no-such-task", MAY },
	/* perf_event_alloc() */
	{ "EINVAL", "", "-1, -1, -1, 0", "no-task-no-cpu", ONLY },
	{ "EINVAL", "type=5 bp_type=3", "-1, -1, -1, 0", "no-task-no-cpu", ONLY },
	{ "EINVAL", "", "0, 4096, -1, 0", "no-such-cpu", MAY },
	{ "EINVAL", "inherit=1 sample_type=PERF_SAMPLE_READ sample_period=1", NULL,
	  "inherit-with-read",
	  MAY },
	{ "EINVAL", "use_clockid=1 clockid=99", NULL, "clock-not-known", MAY },
	/* The PMUs */
	{ "ENOENT", "type=0", NULL, "hw-pmu-missing", MAY },
	{ "ENOENT", "type=1 config=99", NULL, "sw-event-not-known", MAY },
	{ "ENOENT", "type=99", NULL, "pmu-type-missing", MAY },
	{ "EINVAL", "type=2 config=99999", NULL, "tracepoint-missing", MAY },
	{ "EINVAL", "type=5 bp_type=3 bp_addr=0x1000 bp_len=3", NULL, "breakpoint-length-refused",
	  MAY },
	{ "EINVAL", "type=5 bp_type=3 bp_addr=0x1001 bp_len=4", NULL, "breakpoint-unaligned", MAY },
	{ "ENOSPC", "type=5 bp_type=3 bp_addr=0x1000 bp_len=4", NULL, "breakpoint-slots-taken",
	  MAY },
	{ "EOPNOTSUPP", "type=0 precise_ip=3 sample_period=1000", NULL, "precise-not-supported",
	  MAY },
	{ "EOPNOTSUPP", "type=0 sample_type=0x800 branch_sample_type=0x8 sample_period=1", NULL,
	  "branch-stack-no-hardware", MAY },
	{ "EOVERFLOW", "sample_type=PERF_SAMPLE_CALLCHAIN sample_max_stack=2000", NULL,
	  "max-stack-above-limit", MAY },
	/* Which PMU it is does not matter: the call passes their checks, or may not. */
	{ "EINVAL", "type=4", NULL, "precise-counting", NOT },
	{ "EINVAL", "type=0 precise_ip=2", NULL, "precise-counting", MAY },
	{ "EINVAL", "type=4 config=0x8000", NULL, "hw-event-not-known", NOT },
	{ "EINVAL", "type=4 config=0x8000", NULL, "topdown-without-slots", MAY },
	{ "EINVAL", "type=4 sample_type=1 sample_period=99", NULL, "branch-stack-limited", NOT },
	{ "EINVAL", "type=4 sample_type=0x800 branch_sample_type=9 sample_period=99", NULL,
	  "branch-stack-limited", MAY },
	{ "EINVAL", "type=4 sample_period=100000", NULL, "period-too-short", NOT },
	{ "EINVAL", "type=4 sample_period=4", NULL, "period-too-short", MAY },
	{ "EINVAL", "type=0 sample_regs_user=0xff", NULL, "xmm-in-user-regs", NOT },
	{ "EOPNOTSUPP", "type=0 exclude_idle=1", NULL, "idle-not-excludable", MAY },
	{ "EOPNOTSUPP", "type=0 sample_period=9", NULL, "idle-not-excludable", NOT },
	{ "EACCES", "type=0 exclude_kernel=1", NULL, "any-thread-not-allowed", NOT },
	{ "EACCES", "type=4 config=0x200000 exclude_kernel=1", NULL, "any-thread-not-allowed",
	  MAY },
	{ "EACCES", "type=0 exclude_kernel=1", NULL, "pmu-kernel-not-allowed", NOT },
	{ "EACCES", "type=20 exclude_kernel=1", NULL, "pmu-kernel-not-allowed", MAY },
	{ "EINVAL", "type=20", NULL, "pmu-only-counts", NOT },
	{ "EINVAL", "type=20 sample_period=9", NULL, "pmu-only-counts", MAY },
	{ "EINVAL", "type=20", NULL, "pmu-for-cpus", MAY },
	{ "EINVAL", "type=20", "-1, 0, -1, 0", "pmu-for-cpus", NOT },
	{ "EINVAL", "type=4", NULL, "pmu-without-task-context", NOT },
	{ "EINVAL", "type=20", NULL, "pmu-without-task-context", MAY },
	/* The first types that are free are those of probes; no other is. */
	{ "EINVAL", "type=8 bp_addr=0x7ffd1000", NULL, "kprobe-refused", MAY },
	{ "EINVAL", "type=8", NULL, "kprobe-without-address", MAY },
	{ "EINVAL", "type=36", NULL, "kprobe-refused", NOT },
	{ "ENOENT", "type=8 bp_addr=0x7ffd1000", NULL, "kprobe-func-missing", MAY },
	{ "ENOENT", "type=36", NULL, "kprobe-func-missing", NOT },
	{ "ENOENT", "type=36", NULL, "pmu-type-missing", MAY },
	/* The PMU that the upper half of config selects need not be one of a cpu. */
	{ "ENOENT", "type=0 config=0xb00000000", NULL, "kprobe-func-missing", NOT },
	{ "ENOENT", "type=0 config=0xb00000000", NULL, "extended-type-refused", MAY },
	{ "ENOENT", "type=0 config=0xb00000000", NULL, "hw-pmu-missing", MAY },
	/* There is always a cpu 0. */
	{ "EINVAL", "", "0, 0, -1, 0", "no-such-cpu", NOT },
	{ "EINVAL", "", "0, 3, -1, 0", "no-such-cpu", MAY },
	/* These come to no check that returns this. */
	{ "EACCES", "exclude_kernel=1", "-1, -1, -1, 0x100000", NULL, NONE },
	{ "ENOSPC", "sample_type=0x10000000000", NULL, NULL, NONE },
	{ "ENOENT", "sample_period=9223372036854775808", NULL, NULL, NONE },
};

/* The same of texts of other kinds. */
static const struct row texts[] = {
	{ NULL, "EACCES cycles\n", NULL, "kernel-not-excluded", MAY },
	{ NULL, "ENOENT cycles\n", NULL, "hw-pmu-missing", MAY },
	{ NULL, "ENOENT cycles pid=0 cpu=-1\n", NULL, "hw-event-not-counted", NOT },
	{ NULL, "ENOENT L1-icache-loads\n", NULL, "hw-event-not-counted", MAY },
	{ NULL, "ENOENT L1-icache-loads\n", NULL, "hw-pmu-missing", MAY },
	{ NULL, "ENOENT r1a8\n", NULL, "hw-event-not-counted", NOT },
	{ NULL, "EPERM sched:sched_switch\n", NULL, "raw-not-allowed", MAY },
	{ NULL, "EOVERFLOW\n", NULL, "max-stack-above-limit", MAY },
	{ NULL, "ENFILE cycles\n", NULL, "no-file", ONLY },
	{ NULL, "ENOSYS cycles\n", NULL, "call-absent", MAY },
	{ NULL, "ENOSYS cycles\n", NULL, "seccomp-refused", MAY },
	{ NULL, "EINVAL cycles pinned=1 group_fd=3\n", NULL, "member-pinned", MAY },
	{ NULL, "EINVAL cycles freq=1 sample_freq=1\n", NULL, "sample-freq-above-max", NOT },
	{ NULL, "EACCES page-faults pid=-1 cpu=0 exclude_kernel=1\n", NULL,
	  "cpu-wide-not-allowed", MAY },
	{ NULL, "EINVAL cs flags=0x100000\n", NULL, "flags-not-known", SURE },
	{ NULL, "errno 22 cpu-clock pid=-1 cpu=-1\n", NULL, "no-task-no-cpu", MAY },
	{ NULL, "ESRCH task-clock pid=4194305\n", NULL, "no-such-task", MAY },
	{ NULL, "EMFILE cycles\n", NULL, "no-free-descriptor", MAY },
	{ NULL, "E2BIG size=32\n", NULL, "size-too-small", MAY },
	/* What this asks for is in two fields. */
	{ NULL, "EOPNOTSUPP cpu-clock:u\n", NULL, "branch-stack-not-supported", MAY },
	{ NULL, "EINVAL cs pid=-1 cpu=-1\n", NULL, "no-task-no-cpu", MAY },
	{ "EINVAL",
	  "struct perf_event_attr attr = {\n.size = sizeof(attr),\n.sample_period = 1ULL << 63,\n};\n",
	  NULL, "sample-period-negative", MAY },
	{ "EACCES", "attr.type = PERF_TYPE_HARDWARE;\nattr.size = sizeof(attr);\n", NULL,
	  "kernel-not-excluded", MAY },
};

/* Rules that look at nothing but the call, and at what every kernel has. */
static const char * const by_call[] = {
	"flags-not-known", "size-too-small", "size-above-page", "attr-not-readable",
	"sample-type-not-known", "read-format-not-known", "branch-type-not-known",
	"reserved-not-zero", "flag-not-known-to-kernel", "branch-type-without-kind",
	"user-stack-too-large", "user-stack-unaligned", "two-weights", "two-on-exec",
	"inherit-thread-alone", "sigtrap-without-remove", "sample-period-negative",
	"cgroup-without-fd", "cgroup-without-cpu", "no-task-no-cpu",
};

static bool is_among(const char *rule, const char * const *names, size_t n)
{
	while (n--)
		if (!strcmp(rule, names[n]))
			return true;
	return false;
}

static const char *rule_of(cJSON *why)
{
	return str(why, "rule") ?: "";
}

static bool is_certain(cJSON *why)
{
	return json_true(why, "certain");
}

/* The record of a call with its reasons, as perfattr explain makes it. */
static cJSON *record_of(struct paste_call *call)
{
	struct explainer e = { 0 };
	cJSON *told;

	if (!(call->args & PASTE_RET))
		return NULL;
	told = told_pasted(&e, call);
	explain_free(&e);
	return told;
}

/* The only call of a text. */
static cJSON *record_of_text(const char *text, const char *err)
{
	struct paste_text t = { .s = text, .len = strlen(text), .line = 1 };
	struct paste_call call;
	bool found = paste_next_strace(&t, &call);

	if (!found) {
		t.at = 0;
		found = paste_next_fields(&t, &call) || paste_words(&call, t.s, t.len);
	}
	if (found && err && !(call.args & PASTE_RET))
		paste_errno(&call, paste_errno_of(err, strlen(err)));
	return found ? record_of(&call) : NULL;
}

/* Among several reasons none is certain. */
static bool may_be(cJSON *all, const char *rule)
{
	bool there = false, certain = false;
	cJSON *why;

	json_each(why, all) {
		there |= rule && !strcmp(rule_of(why), rule);
		certain |= is_certain(why);
	}
	return there && !certain;
}

static bool is_told(cJSON *all, cJSON *why, const char *rule)
{
	cJSON *other;

	json_each(other, all)
		if (!strcmp(rule_of(other), rule))
			return true;
	return cJSON_IsObject(why) && !strcmp(rule_of(why), rule);
}

static bool is_as_said(cJSON *line, const struct row *row)
{
	cJSON *why = json_get(line, "why"), *all = json_get(line, "may_be");

	if (!line)
		return false;
	if (row->say == NONE)
		return !cJSON_IsObject(why) && !json_size(all);
	if (row->say == NOT)
		return !is_told(all, why, row->rule);
	if (row->say == MAY && may_be(all, row->rule))
		return true;
	if (!cJSON_IsObject(why) || strcmp(rule_of(why), row->rule))
		return false;
	if (is_certain(why))
		return is_among(row->rule, by_call, ARRAY_SIZE(by_call));
	return row->say != SURE;
}

static void test_row(const char *text, const struct row *row)
{
	static const char * const says[] = {
		"has no reason", "is not", "may be", "is", "is certainly",
	};
	cJSON *line = record_of_text(text, row->err);
	const char *of = row->attr ?: "NULL";
	char *json;

	if (!ok(is_as_said(line, row), "%s %.*s %s: %s %s", row->err ?: "",
		(int)strcspn(of, "\n"), of, row->args ?: "", says[row->say], row->rule ?: "")) {
		json = json_text(line);
		diag("%s", json ?: "no call");
		free(json);
	}
	cJSON_Delete(line);
}

static void test_rows(void)
{
	size_t i;
	char *line;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		line = line_of(rows[i].err, rows[i].attr, rows[i].args);
		test_row(line, &rows[i]);
		free(line);
	}
	for (i = 0; i < ARRAY_SIZE(texts); i++)
		test_row(texts[i].attr, &texts[i]);
}

static bool is_message(const char *message, unsigned int err)
{
	bool is = paste_errno_in(message, strlen(message)) == err;

	if (!is)
		diag("not known: %s", message);
	return is;
}

/* Every error that a check of an open returns has a reason, and a message that is known. */
static void test_errors(void)
{
	const struct pa_rule *rule;
	bool reason = true, message = true;
	char words[64];
	unsigned int i;
	cJSON *line;

	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++) {
		if (!rule->err || rule->sites & PA_ON_ANY)
			continue;
		snprintf(words, sizeof(words), "%.40s\n", pa_errno_name(rule->err)->text);
		line = record_of_text(words, NULL);
		if (!cJSON_IsObject(json_get(line, "why")) &&
		    !json_size(json_get(line, "may_be"))) {
			diag("no reason: %s", words);
			reason = false;
		}
		cJSON_Delete(line);
		if (rule->err < PA_ENOTSUPP && !is_message(strerror(rule->err), rule->err))
			message = false;
	}
	ok(reason, "every error that a check returns has a reason");
	ok(message, "... and is known by its message");
}

/* What surely refuses the call comes before what only may. */
static void test_sure(void)
{
	cJSON *line = record_of_text("EINVAL cycles pid=0 cpu=-1 group_fd=3 flags=0 pinned=1\n",
				      NULL);

	ok(!strcmp(rule_of(json_first(json_get(line, "may_be"))), "member-pinned"),
	   "what surely refuses comes first");
	cJSON_Delete(line);
}

/* What strace before 5.13 prints without -v. */
#define ABBREVIATED \
	"perf_event_open({type=PERF_TYPE_HARDWARE, size=PERF_ATTR_SIZE_VER5, " \
	"config=PERF_COUNT_HW_CPU_CYCLES, ...}, 0, -1, -1, 0) = -1 EACCES (Permission denied)\n"

/* The first reason, the sysctl and the capability that allow an abbreviated call. */
static void test_allowed(s32 level, const char *first)
{
	struct paste_call call;
	const char *sysctl, *program;
	cJSON *line, *how;

	paste_strace(&call, ABBREVIATED, sizeof(ABBREVIATED) - 1);
	if (level >= 0) {
		call.r.have_facts = 1;
		call.r.facts.have |= PA_F_PARANOID;
		call.r.facts.paranoid = level;
	}
	line = record_of(&call);
	how = json_get(line, "how");
	sysctl = str(json_first(how), "what") ?: "";
	program = str(cJSON_GetArrayItem(how, 1), "what") ?: "";
	is_str(rule_of(json_first(json_get(line, "may_be"))), first,
	       level < 0 ? "no level: what comes first" : "a level: what comes first");
	is_str(sysctl, "kernel.perf_event_paranoid=1", "... the sysctl passes all that is likely");
	ok(!strncmp(program, "setcap cap_perfmon+ep", 21), "... and so does CAP_PERFMON");
	cJSON_Delete(line);
}

/* What one reason needs is not said of the next one. */
static void test_needs(void)
{
	cJSON *line = record_of_text("EPERM type=2 config=1 sample_type=0x400 "
				     "sample_period=1\n", NULL), *why;
	bool asks = false, none = false;

	json_each(why, json_get(line, "may_be")) {
		bool needs = cJSON_IsString(json_get(why, "needs"));

		asks |= needs && !strcmp(rule_of(why), "raw-not-allowed");
		none |= !needs && !strcmp(rule_of(why), "trace-event-not-sampled");
	}
	ok(asks && none, "a check without a privilege does not need that of another check");
	cJSON_Delete(line);
}

/* Nor does any sentence tell a value that the text does not tell. */
static void test_values(void)
{
	cJSON *line = record_of_text("EINVAL type=1 config=9 group_fd=3\n", NULL), *why;
	bool there = false, told = false;
	const char *text;

	json_each(why, json_get(line, "may_be")) {
		text = str(why, "text") ?: "";
		there |= !strcmp(rule_of(why), "group-cpu-differs");
		told |= strstr(text, "cpu -1") || strstr(text, "cpu 0");
	}
	ok(there && !told, "a cpu that is not told has no number");
	cJSON_Delete(line);
}

/* Is this in the sentence of a reason of these words? */
static bool tells(const char *words, const char *rule, const char *what)
{
	cJSON *line = record_of_text(words, NULL), *why;
	bool there = false;

	json_each(why, json_get(line, "may_be"))
		there |= !strcmp(rule_of(why), rule) &&
			 strstr(str(why, "text") ?: "", what);
	cJSON_Delete(line);
	return there;
}

/* Lists have the fields that the text tells, not those that were tried. */
static void test_lists(void)
{
	ok(tells("EINVAL type=20 config=1 exclude_idle=1\n", "exclude-not-supported",
		 "and exclude_idle is set"), "a field is in a list if it is told");
	ok(tells("EINVAL type=20 config=1\n", "pmu-event-absent", "config 0x1") &&
	   tells("EINVAL type=20 config=2\n", "pmu-event-absent", "config 0x2"),
	   "a PMU that is not known may lack any event");
	ok(tells("EINVAL cycles disabled=1 sigtrap=1\n", "flag-not-known-to-kernel",
		 ": sigtrap"), "which flag it may be that a kernel does not know");
}

/* Of all texts of the folder. */
static unsigned int certain, probable;

static bool rests_on_call(struct paste_call *call)
{
	cJSON *line = record_of(call), *why = json_get(line, "why");
	bool fine = true;

	if (cJSON_IsObject(why) && is_certain(why)) {
		certain++;
		fine = is_among(rule_of(why), by_call, ARRAY_SIZE(by_call));
		if (!fine)
			diag("line %lu: %s is no reason that is certain", call->line, rule_of(why));
	}
	probable += json_size(json_get(line, "may_be"));
	cJSON_Delete(line);
	return fine;
}

static void test_file(const char *name)
{
	static bool (*const next[])(struct paste_text *t, struct paste_call *call) = {
		paste_next_strace, paste_next_perf, paste_next_fields,
	};
	struct paste_call call;
	char path[512], *s;
	bool fine = true;
	size_t len, i;

	snprintf(path, sizeof(path), "paste/%s", name);
	s = paste_file(path, &len);
	for (i = 0; s && i < ARRAY_SIZE(next); i++) {
		struct paste_text t = { .s = s, .len = len, .line = 1 };

		while (next[i](&t, &call)) {
			if (!(call.args & PASTE_RET))
				paste_errno(&call, EINVAL);
			fine &= rests_on_call(&call);
		}
		if (t.calls)
			break;
	}
	free(s);
	ok(fine, "what is certain in %s rests on the call alone", name);
}

int main(void)
{
	struct dirent **files;
	int i, n = scandir("paste", &files, NULL, alphasort);

	test_rows();
	test_errors();
	test_sure();
	test_allowed(-1, "paranoid-refuses-all");
	test_allowed(2, "kernel-not-excluded");
	test_needs();
	test_values();
	test_lists();
	for (i = 0; i < n; i++) {
		if (strstr(files[i]->d_name, ".txt"))
			test_file(files[i]->d_name);
		free(files[i]);
	}
	free(files);
	diag("%u certain, %u probable", certain, probable);
	ok(certain && probable > 100, "there are certain reasons, and others");
	return tap_end();
}
