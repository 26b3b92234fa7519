// SPDX-License-Identifier: GPL-2.0
/*
 * Calls that were traced as they were made: what was read of their callers while they stood still
 * is of the call, so that a reason may be certain by it, and what was read later is not. What
 * the kernel was asked for leaves one of several reasons. What was assumed is never certain.
 */
#include <unistd.h>

#include "core/attr.h"
#include "core/facts.h"
#include "host/host.h"
#include "paste_live.h"
#include "paste_text.h"
#include "tap.h"
#include "facts/limits.h"
#include "rules/rule.h"
#include "told.h"

/* Limits of a kernel that knows what 6.1 does, as the line that stands before its calls. */
#define LIMITS_OF(page) \
	"{\"v\":1,\"limits\":{\"load\":\"00000000\",\"attr_size\":128,\"known_flags\":" \
	"\"274877906943\",\"known_sample\":\"33554431\",\"known_format\":\"31\"," \
	"\"known_branch\":\"524287\",\"known_aux\":0,\"page_size\":" #page ",\"cgroup_perf\":true}}"
#define LIMITS		LIMITS_OF(4096)
#define NO_LIMITS	"{\"v\":1,\"lost\":1}"
#define MSR \
	"{\"v\":1,\"pmu\":{\"load\":\"00000000\",\"id\":1,\"name\":\"msr\",\"type\":9," \
	"\"task_ctx_nr\":null,\"caps\":null,\"event_init\":null,\"module\":null,\"gone\":false}}"
#define RAPL \
	"{\"v\":1,\"pmu\":{\"load\":\"00000000\",\"id\":1,\"name\":\"power\",\"type\":9," \
	"\"task_ctx_nr\":null,\"caps\":null,\"event_init\":null,\"module\":null,\"gone\":false}}"
#define ARMV8 \
	"{\"v\":1,\"pmu\":{\"load\":\"00000000\",\"id\":1,\"name\":\"armv8_pmuv3\",\"type\":9," \
	"\"task_ctx_nr\":null,\"caps\":null,\"event_init\":null,\"module\":null,\"gone\":false}}"
#define UPROBE \
	"{\"v\":1,\"pmu\":{\"load\":\"00000000\",\"id\":1,\"name\":\"uprobe\",\"type\":8," \
	"\"task_ctx_nr\":1,\"caps\":[],\"event_init\":null,\"module\":null,\"gone\":false}}"

static void test_limits(void)
{
	struct paste_call call = call_of(EINVAL, true);

	paste_set(&call, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_WEIGHT | PA_SAMPLE_WEIGHT_STRUCT);
	expect(&call, NO_LIMITS, "", false, "a kernel that may not know the bit");
	expect(&call, LIMITS, "two-weights", true, "a kernel that knows it");
	call = call_of(EINVAL, true);
	paste_set(&call, PA_FIELD_SAMPLE_TYPE, 1ULL << 25);
	expect(&call, LIMITS, "sample-type-not-known", true, "a bit behind those that it knows");
	call = call_of(EINVAL, true);
	call.r.attr[116] = 3;
	expect(&call, LIMITS, "reserved-not-zero", true, "bits of newer kernels");
}

static void test_held(void)
{
	struct paste_call call = call_of(EACCES, true);
	struct pa_facts *f = &call.r.facts;

	f->have = PA_F_CRED | PA_F_PARANOID;
	f->init_userns = 1;
	f->paranoid = 2;
	expect(&call, LIMITS, "kernel-not-excluded", false, "security modules return EACCES, too");
	call = call_of(EBADF, true);
	call.r.arg_group_fd = 7;
	f->have = PA_F_GROUP_FD;
	f->group_file = PA_FILE_NONE;
	expect(&call, LIMITS, "group-fd-not-open", true, "a descriptor while its caller is held");
	call.shared = true;
	expect(&call, LIMITS, "group-fd-not-open", false, "... that another thread has, too");
	call.shared = false;
	call.held = false;
	expect(&call, LIMITS, "group-fd-not-open", false, "the same read later");
	call.held = true;
	call.filtered = true;
	expect(&call, LIMITS, "group-fd-not-open", false, "... and under a seccomp filter");
	call = call_of(ESRCH, true);
	call.r.arg_pid = 4711;
	f->have = PA_F_TARGET;
	f->target_exists = 0;
	expect(&call, LIMITS, "no-such-task", false, "a task may have ended since");
	f->target_exists = 1;
	expect(&call, LIMITS, "task-exiting", false, "one that is still there");
}

/* An event is the leader whose open was seen only if it has its id. */
static void test_group(void)
{
	struct paste_call leader = call_of(EINVAL, true), call = call_of(EINVAL, true);

	leader.r.ret = 3;
	leader.r.tid = 7;
	paste_set(&call, PA_FIELD_INHERIT, 1);
	call.r.tid = 7;
	call.r.arg_group_fd = 3;
	call.group = PASTE_FILE_PERF;
	pasted_group(&call, NULL, &leader.r);
	expect(&call, LIMITS, "inherit-differs", true, "a leader that is what was opened");
	call.r.facts.leader.is_leader = 0;
	expect(&call, LIMITS, "inherit-differs", true, "... and was a member then");
	paste_set(&call, PA_FIELD_INHERIT, 0);
	expect(&call, LIMITS, "leader-is-member", false, "a member may lead now");
	paste_set(&call, PA_FIELD_INHERIT, 1);
	pasted_group(&call, NULL, &leader.r);
	call.shared = true;
	expect(&call, LIMITS, "inherit-differs", false, "one that another thread may have changed");
}

/* A filter may return any errno, also for what the call alone would be refused for. */
static void test_filter(void)
{
	struct paste_call call = call_of(EINVAL, false);

	call.r.flags = 1 << 10;
	expect(&call, LIMITS, "flags-not-known", true, "by the call alone");
	call.filtered = true;
	expect(&call, LIMITS, "flags-not-known", false, "... not under a filter");
	call.stopped = PASTE_REFUSED;
	expect(&call, LIMITS, "seccomp-refused", true, "... which has taken the call");
}

/* A leader whose task has gone; the number of that is one that no task has. */
static void test_dead_leader(void)
{
	struct paste_call leader = call_of(EINVAL, true), call = call_of(ENODEV, true);
	struct env_here *here = env_here_open(NULL, NULL);

	leader.r.ret = 3;
	leader.r.tid = (s32)getpid();
	leader.r.pid = 0x3fffffff;
	leader.r.arg_pid = 0x3fffffff;
	call.r.tid = (s32)getpid();
	call.r.arg_group_fd = 3;
	call.group = PASTE_FILE_PERF;
	pasted_group(&call, here, &leader.r);
	expect(&call, LIMITS, "leader-dead", false, "a leader whose task has gone");
	call.r.facts.have = 0;
	leader.r.arg_pid = 0x3ffffffe;
	pasted_group(&call, here, &leader.r);
	expect(&call, LIMITS, "", false, "... another task may have another number now");
	leader.r.arg_pid = 0;
	leader.r.tid = 0x3ffffffe;
	pasted_group(&call, here, &leader.r);
	expect(&call, LIMITS, "", false, "... as a thread that has executed a program");
	leader.r.arg_pid = (s32)getpid();
	pasted_group(&call, here, &leader.r);
	expect(&call, LIMITS, "", false, "... or is there");
	env_here_close(here);
}

/* A uprobe of which the path could not be read may be refused for anything. */
static void test_string(void)
{
	struct paste_call call = call_of(EINVAL, false);

	paste_set(&call, PA_FIELD_TYPE, 8);
	paste_set(&call, PA_FIELD_CONFIG, 0);
	paste_set(&call, PA_FIELD_CONFIG1, 0x1000);
	expect(&call, UPROBE, "", false, "a uprobe whose path was not read");
}

static void test_assumed(void)
{
	struct paste_call call = call_of(EINVAL, true);
	cJSON *line, *assumed;

	paste_set(&call, PA_FIELD_TYPE, 9);
	paste_set(&call, PA_FIELD_CONFIG, 99);
	expect(&call, MSR, "pmu-event-not-known", false, "the driver that a PMU has by its name");
	line = record_of(&call, MSR);
	assumed = json_get(line, "assumed");
	ok(json_size(assumed) == 1 &&
	   !strcmp(cJSON_GetStringValue(json_first(assumed)) ?: "", "driver"),
	   "... which is marked as assumed");
	cJSON_Delete(line);
	call = call_of(EOPNOTSUPP, true);
	paste_set(&call, PA_FIELD_TYPE, 9);
	paste_set(&call, PA_FIELD_SAMPLE_PERIOD, 1000);
	paste_set(&call, PA_FIELD_SAMPLE_TYPE, PA_SAMPLE_BRANCH_STACK);
	paste_set(&call, PA_FIELD_BRANCH_SAMPLE_TYPE, PA_BRANCH_ANY);
	expect(&call, ARMV8, "branch-stack-no-hardware", false, "that of cpus by their models");
	paste_set(&call, PA_FIELD_SAMPLE_TYPE, 0);
	expect(&call, ARMV8, "", false, "... which may have no interrupt");
	call = call_of(EINVAL, true);
	call.r.arg_pid = -1;
	call.r.arg_cpu = 0;
	call.r.facts.nr_cpu_ids = 2;
	call.r.facts.cpu_online = 1;
	call.r.facts.have |= PA_F_CPU;
	paste_set(&call, PA_FIELD_TYPE, 9);
	paste_set(&call, PA_FIELD_CONFIG, 6);
	expect(&call, RAPL, "pmu-event-not-known", false, "... also where there was none");
	call.r.arg_cpu = -1;
	paste_set(&call, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	paste_set(&call, PA_FIELD_CONFIG, 9);
	line = record_of(&call, MSR);
	ok(is_certain(line) && !json_get(line, "assumed"),
	   "a reason that stands without it is certain, and assumes nothing");
	cJSON_Delete(line);
}

/* No rule is certain by a PMU that is only assumed, whatever the errno. */
static void test_no_rule_by_assumption(void)
{
	const struct pa_rule *rule;
	unsigned int i, k, wrong = 0, assumed = 0;
	cJSON *line;

	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++) {
		for (k = 0; k < 14; k++) {
			struct paste_call call = call_of(rule->err ?: EINVAL, true);

			paste_set(&call, PA_FIELD_TYPE, 9);
			paste_set(&call, PA_FIELD_CONFIG, k / 2 == 1 ? 99 : k / 2 == 2);
			paste_set(&call, PA_FIELD_SAMPLE_PERIOD, k / 2 == 3);
			paste_set(&call, PA_FIELD_EXCLUDE_KERNEL, k / 2 == 4);
			paste_set(&call, PA_FIELD_AUX_OUTPUT, k / 2 == 5);
			paste_set(&call, PA_FIELD_CONFIG1, k / 2 == 6 ? 3 : 0);
			line = record_of(&call, k & 1 ? ARMV8 : MSR);
			assumed += !!json_get(line, "assumed");
			wrong += json_get(line, "assumed") && is_certain(line);
			cJSON_Delete(line);
		}
	}
	ok(assumed > i, "drivers are assumed");
	is_num(wrong, 0, "of %u rules none is certain by what was assumed", i);
}

/* The record of a refused mmap() of an event on a machine of Arm. */
static cJSON *mmap_record(const char *text, const char *machine)
{
	struct paste_call open = call_of(EINVAL, true);
	/* An AUX area comes behind the data area, which is mapped. */
	bool aux = strstr(text, ", 0x2");
	const struct pasted_event e = {
		.open = &open, .seq = 1, .grouped = true, .sure = true, .buffer = aux,
		.mapped = aux, .data_len = aux ? 1 << 17 : 0,
	};
	const struct pasted_event none = { .open = NULL };
	struct explainer explainer = { 0 };
	cJSON *told, *about = json_load(machine, strlen(machine), NULL);
	static struct pa_call x;
	struct paste_call op;

	open.r.ret = 7;
	if (!paste_strace_op(&op, text, strlen(text)))
		return NULL;
	op.r.abi = PA_ABI_ARM64;
	op.live = true;
	op.here = true;
	pasted_op(&x, &op, 2, &e, &none, NULL, pasted_machine());
	explain_take(&explainer, about);
	explain_machine(&explainer, &x);
	told = told_call(&explainer, &x);
	explain_free(&explainer);
	cJSON_Delete(about);
	return told;
}

static void is_mmap(const char *text, const char *machine, const char *rule, const char *what)
{
	cJSON *line = mmap_record(text, machine);

	if (!ok(!strcmp(rule_of(line), rule), "%s: %s", what, *rule ? rule : "nothing"))
		diag("%s", rule_of(line));
	cJSON_Delete(line);
}

/* Pages of 4, 16 or 64 KiB: that of this machine is known. */
static void test_pages(void)
{
#define MMAP(len, at) "12 mmap(NULL, " len ", 0x3, 0x1, 7<anon_inode:[perf_event]>, " at ")" \
		      " = -1 EINVAL (Invalid argument)\n"
	is_mmap(MMAP("53248", "0"), LIMITS, "mmap-data-pages", "1 + 12 pages");
	is_mmap(MMAP("53248", "0"), LIMITS_OF(65536), "", "the same where that is one page");
	is_mmap(MMAP("49152", "0x20000"), LIMITS, "mmap-aux-pages", "12 pages for AUX");
	is_mmap(MMAP("49152", "0x20000"), LIMITS_OF(65536), "", "the same where that is one page");
}

/* What is refused for locked memory is allowed by a capability, or by more of it. */
static void test_locked(void)
{
	static const char text[] = "12 mmap(NULL, 36864, 0x3, 0x1, 7<anon_inode:[perf_event]>, 0)"
				   " = -1 EPERM (Operation not permitted)\n";
	cJSON *line = mmap_record(text, LIMITS), *how, *way;
	bool limit = false;

	how = json_get(line, "how");
	json_each(way, how) {
		limit |= !strcmp(str(way, "where") ?: "", "limit");
	}
	ok(!strcmp(rule_of(line), "mmap-locked-memory") && limit,
	   "a mmap that locks too much memory: how it is allowed");
	cJSON_Delete(line);
}

/* What tries at a level have shown of a kernel. */
#define TRIED(opens, refuses) \
	"{\"v\":1,\"limits\":{\"load\":\"00000000\",\"attr_size\":128,\"known_flags\":" \
	"\"274877906943\",\"known_sample\":\"33554431\",\"known_format\":\"31\"," \
	"\"known_branch\":\"524287\",\"known_aux\":0,\"page_size\":4096,\"cgroup_perf\":true," \
	"\"pmu_ctx\":true,\"regs_extended\":[\"32-63\"],\"paranoid_opens\":" opens \
	",\"paranoid_refuses\":" refuses "}}"

/* Levels above 2 have a meaning in kernels of distributions only. */
static void test_levels(void)
{
	struct paste_call call = call_of(EACCES, true);
	struct pa_facts *f = &call.r.facts;
	cJSON *line;

	f->init_userns = 1;
	f->paranoid = 3;
	f->have = PA_F_CRED | PA_F_PARANOID | PA_F_LSM;
	expect(&call, TRIED("null", "null"), "", false, "a level whose meaning is not known");
	expect(&call, TRIED("null", "3"), "paranoid-refuses-all", true, "one that refuses all");
	line = record_of(&call, TRIED("null", "3"));
	ok(strstr(str(json_get(line, "why"), "text") ?: "",
		  "kernel.perf_event_paranoid <= 2 (it is 3)"), "... above which level");
	cJSON_Delete(line);
	expect(&call, TRIED("3", "null"), "kernel-not-excluded", true, "one that does not");
	expect(&call, TRIED("3", "4"), "kernel-not-excluded", true, "... but a higher one");
	expect(&call, TRIED("null", "4"), "", false, "only a higher one was tried");
	expect(&call, TRIED("4", "3"), "", false, "tries that contradict each other");
	f->cap_effective = 1ULL << 38;
	expect(&call, TRIED("null", "3"), "paranoid-refuses-all", true,
	       "CAP_PERFMON is not enough");
	f->cap_effective = 0;
	f->paranoid = 4;
	expect(&call, TRIED("3", "4"), "paranoid-refuses-all", true, "the level of another kernel");
	expect(&call, TRIED("3", "null"), "", false, "a level above those that were tried");
	f->have &= ~PA_F_LSM;
	expect(&call, TRIED("3", "4"), "paranoid-refuses-all", false, "policies return it, too");
	paste_set(&call, PA_FIELD_EXCLUDE_KERNEL, 1);
	f->have |= PA_F_LSM;
	expect(&call, TRIED("3", "4"), "paranoid-refuses-all", true, "a call that needs nothing");
	expect(&call, TRIED("4", "null"), "", false, "... which no level refuses that is known");
	f->paranoid = 2;
	paste_set(&call, PA_FIELD_EXCLUDE_KERNEL, 0);
	expect(&call, TRIED("null", "3"), "kernel-not-excluded", true, "a lower level does not");
}

int main(void)
{
	test_limits();
	test_held();
	test_group();
	test_filter();
	test_dead_leader();
	test_string();
	test_assumed();
	test_no_rule_by_assumption();
	test_pages();
	test_locked();
	test_levels();
	return tap_end();
}
