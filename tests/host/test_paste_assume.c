// SPDX-License-Identifier: GPL-2.0
/*
 * What this machine says of the PMU of a call that strace has shown: with the driver that the PMU
 * has by its name a reason is single, and never certain. A recording has what was asked.
 */

#include "env_tree.h"
#include "paste_live.h"
#include "facts/limits.h"
#include "rules/rule.h"

#define PMU_LINE(name, type) \
	"{\"v\":1,\"pmu\":{\"load\":\"00000000\",\"id\":1,\"name\":\"" name "\",\"type\":" #type \
	",\"task_ctx_nr\":null,\"caps\":null,\"event_init\":null,\"module\":null,\"gone\":false}}"
#define LIMITS(pmu_ctx, regs) \
	"{\"v\":1,\"limits\":{\"load\":\"00000000\",\"attr_size\":128,\"known_flags\":" \
	"\"274877906943\",\"known_sample\":\"33554431\",\"known_format\":\"31\"," \
	"\"known_branch\":\"524287\",\"known_aux\":0,\"page_size\":4096,\"cgroup_perf\":true," \
	"\"pmu_ctx\":" pmu_ctx ",\"regs_extended\":" regs "}}\n"
#define NEW		LIMITS("true", "[\"32-63\"]")
#define OLD		LIMITS("false", "[\"32-63\"]")
#define NOT_ASKED	LIMITS("null", "null")
#define CSTATE_LINE	PMU_LINE("cstate_core", 9)
#define IBS_LINE	PMU_LINE("ibs_op", 9)
#define CPU_LINE	PMU_LINE("cpu", 4)

/* Refused on cpu 0, which is there. */
static struct paste_call on_cpu(u32 type, u64 config, unsigned int err)
{
	struct paste_call call = call_of(err, true);

	paste_set(&call, PA_FIELD_TYPE, type);
	paste_set(&call, PA_FIELD_CONFIG, config);
	call.r.arg_pid = -1;
	call.r.arg_cpu = 0;
	call.r.facts.nr_cpu_ids = 2;
	call.r.facts.cpu_online = 1;
	call.r.facts.have |= PA_F_CPU;
	return call;
}

static void test_event(void)
{
	struct paste_call call = on_cpu(9, 1, EINVAL);
	cJSON *line;

	paste_set(&call, PA_FIELD_EXCLUDE_USER, 1);
	expect(&call, NEW CSTATE_LINE, "", false, "an event that the PMU may lack");
	asked = here;
	expect(&call, NEW CSTATE_LINE, "", false, "... of which sysfs does not tell");
	tree_file(DEVICES "cstate_core/events/c3-residency", "event=0x01\n");
	expect(&call, NEW CSTATE_LINE, "exclude-not-supported", false, "one that sysfs has");
	line = record_of(&call, NEW CSTATE_LINE);
	ok(cJSON_IsArray(json_get(line, "assumed")), "... by the driver that is assumed");
	cJSON_Delete(line);
	paste_set(&call, PA_FIELD_EXCLUDE_USER, 0);
	paste_set(&call, PA_FIELD_CONFIG, 3);
	expect(&call, NEW CSTATE_LINE, "pmu-event-absent", false, "one that it has not");
	memset(call.unknown, 0xff, sizeof(call.unknown[0]) * 2);
	expect(&call, NEW CSTATE_LINE, "", false, "of an unknown event nothing is asked");
	asked = NULL;
}

/* The line that stands before a record in a recording is as good as to ask. */
static void test_recorded(void)
{
	struct paste_call call = on_cpu(9, 3, EINVAL);
	static const char told[] =
		"{\"v\":1,\"now\":{\"seq\":1,\"load\":\"00000000\",\"wall_ns\":\"1\",\"pmu\":{\"id\":1,"
		"\"event\":\"lacks\",\"cpu\":null,\"branches\":null,\"precise\":null,\"other_cpu\":0,\"model\":null},"
		"\"probe_name\":null,\"formats\":null,\"holders\":null}}";
	char machine[2048];

	snprintf(machine, sizeof(machine), "%s\n%s\n", NEW CSTATE_LINE, told);
	expect(&call, machine, "pmu-event-absent", false, "what a recording tells of sysfs");
}

static void test_contexts(void)
{
	struct paste_call call = on_cpu(9, 1, EINVAL);

	asked = here;
	call.r.arg_pid = 0;
	expect(&call, OLD CSTATE_LINE, "pmu-without-task-context", false,
	       "a task, an older kernel");
	expect(&call, NEW CSTATE_LINE, "pmu-without-task", false, "... a newer one");
	expect(&call, NOT_ASKED CSTATE_LINE, "", false, "... one of which that is not known");
	asked = NULL;
}

static void test_registers(void)
{
	struct paste_call call = on_cpu(4, 192, EINVAL);

	paste_set(&call, PA_FIELD_SAMPLE_REGS_USER, 1ULL << 40);
	expect(&call, NEW CPU_LINE, "xmm-in-user-regs", false,
	       "registers that a PMU must be made for");
	expect(&call, NOT_ASKED CPU_LINE, "xmm-in-user-regs", false,
	       "... where it is not known which these are");
	paste_set(&call, PA_FIELD_SAMPLE_REGS_USER, 1ULL << 5);
	expect(&call, NOT_ASKED CPU_LINE, "", false, "... one that is none of these");
	paste_set(&call, PA_FIELD_SAMPLE_REGS_USER, 1ULL << 40);
	paste_set(&call, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	paste_set(&call, PA_FIELD_CONFIG, 9);
	paste_errno(&call, EOPNOTSUPP);
	expect(&call, LIMITS("true", "[\"32-63\"]"), "regs-not-supported", true,
	       "... which the software PMU is not, certainly");
	expect(&call, NOT_ASKED, "regs-not-supported", false,
	       "... and probably, if nobody was asked");
	paste_errno(&call, EINVAL);
	paste_set(&call, PA_FIELD_SAMPLE_REGS_USER, 0);
	paste_set(&call, PA_FIELD_TYPE, PA_TYPE_HW_CACHE);
	paste_set(&call, PA_FIELD_CONFIG, 0x10205);
	call.r.arg_pid = 0;
	expect(&call, NOT_ASKED CPU_LINE, "cache-event-invalid", false,
	       "a cpu has a context for tasks, and its driver is known");
}

/* Its capabilities have changed with the kernel. */
static void test_ibs(void)
{
	struct paste_call call = on_cpu(9, 0, EINVAL);

	paste_set(&call, PA_FIELD_SAMPLE_PERIOD, 100000);
	paste_set(&call, PA_FIELD_EXCLUDE_IDLE, 1);
	asked = here;
	expect(&call, OLD IBS_LINE, "", false, "IBS, without its formats");
	tree_file(DEVICES "ibs_op/format/cnt_ctl", "config:19\n");
	expect(&call, OLD IBS_LINE, "exclude-not-supported", false, "... of an older kernel");
	expect(&call, NOT_ASKED IBS_LINE, "", false, "... of one of which nothing is known");
	tree_file(DEVICES "ibs_op/format/swfilt", "config2:0\n");
	tree_open();
	asked = here;
	expect(&call, NEW IBS_LINE, "pmu-exclude-refused", false, "... of a newer one");
	paste_set(&call, PA_FIELD_EXCLUDE_IDLE, 0);
	paste_set(&call, PA_FIELD_CONFIG, 1ULL << 40);
	expect(&call, NEW IBS_LINE, "pmu-config-bits", false, "bits that its driver does not take");
	asked = NULL;
}

/* Whatever the rule, and whatever sysfs says. */
static void test_no_rule(void)
{
	static const char * const machines[] = {
		NEW CSTATE_LINE, OLD CSTATE_LINE, NEW IBS_LINE, OLD IBS_LINE, NEW CPU_LINE,
	};
	unsigned int i, k, m, wrong = 0, reasons = 0;
	const struct pa_rule *rule;
	cJSON *line;

	asked = here;
	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)); i++) {
		for (k = 0; k < 5 * ARRAY_SIZE(machines); k++) {
			struct paste_call call = on_cpu(9, k % 5, rule->err ?: EINVAL);

			m = k / 5;
			if (m == 4)
				paste_set(&call, PA_FIELD_TYPE, 4);
			paste_set(&call, PA_FIELD_SAMPLE_PERIOD, k % 5 == 1 || m == 2);
			paste_set(&call, PA_FIELD_PRECISE_IP, k % 5 == 2 ? 3 : 0);
			paste_set(&call, PA_FIELD_EXCLUDE_HOST, k % 5 == 3);
			line = record_of(&call, machines[m]);
			reasons += *rule_of(line) != '\0';
			wrong += is_certain(line);
			cJSON_Delete(line);
		}
	}
	asked = NULL;
	ok(reasons > 2 * i, "reasons are single by what is assumed");
	is_num(wrong, 0, "of %u rules none is certain by it", i);
}

static bool finds(const char *what, size_t len, bool *found)
{
	return env_finds(&here->sysfs, "kernel/btf/vmlinux", what, len, found);
}

/* A file that is read in pieces. */
static void test_types(void)
{
	static char types[200000];
	static const char name[] = "\0perf_event_pmu_context";
	const struct pa_limits *l;
	unsigned int i, wrong = 0;
	bool found;

	ok(!finds(name, sizeof(name), &found) && !found, "types: without the file it is not known");
	for (i = 65536 - sizeof(name); i <= 65536; i++) {
		memset(types, 'x', sizeof(types));
		memcpy(types + i, name, sizeof(name));
		tree_bytes("sys/kernel/btf/vmlinux", types, sizeof(types));
		wrong += !finds(name, sizeof(name), &found) || !found;
	}
	is_num(wrong, 0, "types: a name that lies across two pieces is found");
	l = env_here_limits(here);
	ok(l->have & PA_L_PMU_CTX && l->pmu_ctx, "... and tells of the kernel's contexts");
	types[i - 1] = 'x';
	tree_bytes("sys/kernel/btf/vmlinux", types, sizeof(types));
	ok(finds(name, sizeof(name), &found) && !found, "types: a longer name is another one");
	tree_open();
	l = env_here_limits(here);
	ok(l->have & PA_L_PMU_CTX && !l->pmu_ctx, "... so an older kernel is known");
}

int main(void)
{
	tree_begin();
	test_event();
	test_recorded();
	test_contexts();
	test_registers();
	test_ibs();
	test_no_rule();
	test_types();
	tree_end();
	return tap_end();
}
