// SPDX-License-Identifier: GPL-2.0
/*
 * Records without the limits of their kernel (struct pa_kernel): the rules that read them are
 * marked, and none of these decides; all others say the same whatever the limits are.
 */
#include <stdio.h>

#include "why_random.h"
#include "rules/rule.h"
#include "rules/rules.h"

/* The rarest of the rules that limits decide differs in 10 of them. */
#define RECORDS	50000
#define RULES	256

/* How often the verdict of a rule has changed with the limits. */
static unsigned int changed[RULES];
static struct pa_kernel other;

static u64 any_number(void)
{
	return rec_random() >> rec_random() % 64;
}

/* Any limits; of the architecture the record tells the family, and nothing else. */
static void other_kernel(void)
{
	static const u8 same[][3] = {
		{ PA_ABI_X86_64, PA_ABI_I386, PA_ABI_X32 }, { PA_ABI_ARM64, PA_ABI_ARM },
		{ PA_ABI_PPC64, PA_ABI_PPC }, { PA_ABI_RISCV64, PA_ABI_RISCV32 },
	};
	unsigned int i, family = pa_arch_of(rec.abi)->family;

	other = (struct pa_kernel){
		.attr_size = (u32)any_number(), .known_aux = (u32)any_number(),
		.known_flags = any_number(), .known_sample = any_number(),
		.known_format = any_number(), .known_branch = any_number(),
		.hw_max = (u32)any_number(), .sw_max = (u32)any_number(),
		.page_size = (u32)any_number(), .ksym_len = (u32)any_number(),
		.has = (u32)rec_random(), .paranoid_max = (s32)any_number(),
		.tp_counting = maybe(2) ? 300 : (u32)any_number(), .task_size = any_number(),
		.regs_extended = any_number(),
	};
	for (i = 0; i < ARRAY_SIZE(same); i++)
		if (pa_arch_of(same[i][0])->family == family)
			break;
	other.arch = i < ARRAY_SIZE(same) ? same[i][rec_random() % 2] : rec.abi;
}

static void another_machine(void)
{
	switch (rec_random() % 12) {
	case 0:
		arm();
		break;
	case 1:
		arm32();
		break;
	case 2:
		power();
		break;
	case 3:
		riscv();
		break;
	default:
		break;
	}
}

static void any_attr(int pmu)
{
	static const u32 of_cpu[] = { PA_TYPE_HARDWARE, PA_TYPE_HW_CACHE, PA_TYPE_RAW };

	attr->type = pmu == CPU || pmu == ARM || pmu == ATOM ? of_cpu[rec_random() % 3] :
		     pmu == CLOCK ? PA_TYPE_SOFTWARE : pmus[pmu].type;
	if (maybe(2))
		attr->config = any_number();
	if (maybe(3))
		attr->sample_type = any_number();
	if (maybe(3))
		attr->read_format = any_number();
	if (maybe(4))
		attr->sample_period = any_number();
	if (maybe(8))
		attr->sample_regs_user = any_number();
	if (maybe(8))
		attr->sample_regs_intr = any_number();
	if (pmu == BP)
		breakpoint(rec_random() % 9, any_number(), rec_random() % 12);
	if (pmu == UPROBE)
		attr->config2 = any_number();
}

/* A call about any PMU, which has failed anywhere. */
static void any_open(void)
{
	int pmu = (int)(1 + rec_random() % (PMUS - 1));
	unsigned int changes = rec_random() % 4;

	start();
	random_machine();
	random_event();
	another_machine();
	any_attr(pmu);
	while (changes--)
		random_change();
	if (maybe(8))
		rec.attr_size = (u32)rec_random() % 5000;
	if (maybe(4))
		cgroup();
	if (maybe(4))
		rec.facts.have &= (u32)rec_random();
	rec.facts.leader.state = (s32)(rec_random() % 6) - 4;
	rec.facts.cgroup_file = (u8)(rec_random() % 6);
	rec.ret = -EINVAL;
	if (!maybe(5))
		path(rec_random() % PA_SITE_MAX, pmu, EINVAL);
	memcpy(rec.attr, attr, sizeof(*attr));
	rec.attr_len = (u16)(maybe(8) ? PA_ATTR_KEEP : sizeof(*attr));
}

static void compare_open(void)
{
	const struct pa_rule *rule;
	struct pa_case a, b;
	unsigned int i;

	any_open();
	other_kernel();
	env.kernel = &kernel;
	pa_case_look(&a, &rec, &env);
	env.kernel = &other;
	pa_case_look(&b, &rec, &env);
	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)) && i < RULES; i++)
		changed[i] += pa_kinds_have(rule->kinds, &a) && rule->holds(&a) != rule->holds(&b);
}

static void test_rule(bool limits, unsigned int n, const char *id)
{
	if (limits)
		ok(n, "%s depends on a limit", id);
	else
		ok(!n, "%s says the same whatever the limits are", id);
}

static void test_opens(void)
{
	const struct pa_rule *rule;
	unsigned int i;

	for (i = 0; i < RECORDS; i++)
		compare_open();
	for (i = 0; (rule = pa_rule_number(pa_open_tables, i)) && i < RULES; i++)
		test_rule(rule->limits, changed[i], rule->id);
}

/* An op about pages: of an mmap, or of a buffer. */
static void any_op(void)
{
	struct pa_map_facts *m = &rec.op_facts.map;

	start();
	rec.kind = maybe(2) ? PA_RECORD_MMAP : PA_RECORD_IOCTL;
	rec.op = (struct pa_op){ .have = PA_OP_FACTS, .cmd = pa_ioc_number(rec.abi,
					(u32)(rec_random() % PA_IOC_MAX)) };
	memset(&rec.op_facts, 0, sizeof(rec.op_facts));
	rec.op_facts.have = (u32)rec_random();
	rec.op_facts.paranoid = (s32)(rec_random() % 3) - 1;
	rec.op.flags = 1;
	rec.op.len = (1 + rec_random() % 17) << (12 + rec_random() % 5);
	rec.op.len <<= maybe(8) ? 31 : 0;
	rec.op.offset = maybe(2) ? 0 : 1 << 18;
	m->data_len = maybe(2) ? 0 : 4096ULL << rec_random() % 5;
	m->mlock_kb = (s32)(rec_random() % 600);
	m->memlock = (rec_random() % 32) << 12;
	m->cpus = 1 + (u32)(rec_random() % 4);
	rec.ret = -EINVAL;
}

static void test_ops(void)
{
	static const u32 sizes[] = { 4096, 16384, 65536 };
	const struct pa_rule *rule;
	struct pa_case a, b;
	unsigned int i, n;

	memset(changed, 0, sizeof(changed));
	for (n = 0; n < RECORDS; n++) {
		any_op();
		other_kernel();
		other.page_size = sizes[rec_random() % ARRAY_SIZE(sizes)];
		env.kernel = &kernel;
		pa_op_case_look(&a, &rec, &env);
		env.kernel = &other;
		pa_op_case_look(&b, &rec, &env);
		for (i = 0; (rule = pa_rule_number(pa_op_tables, i)) && i < RULES; i++)
			changed[i] += rule->sites & a.sites && rule->holds(&a) != rule->holds(&b);
	}
	for (i = 0; (rule = pa_rule_number(pa_op_tables, i)) && i < RULES; i++)
		test_rule(rule->limits, changed[i], rule->id);
}

/* Refused calls, explained without the limits of the kernel that refused them. */
static void test_unknown(void)
{
	unsigned int i, wrong = 0, by_limit = 0, said = 0, certain = 0, same = 0, closed = 0;
	const struct pa_rule *rule;
	const char *id;

	for (i = 0; i < 20000; i++) {
		if (!random_refusal())
			continue;
		id = why_refuses(&rec, &env);
		env.kernel = NULL;
		if (!id || !explain())
			continue;
		env.kernel = &kernel;
		rule = why.rule;
		same += !strcmp(why.rule->id, id);
		certain += why.certain;
		wrong += why.certain && strcmp(why.rule->id, id);
		by_limit += why.certain && rule->limits && !rule->sole;
		said += rule->limits && !strstr(why.text, PA_LIMITS_NOT_KNOWN);
		if (why.opens) {
			apply();
			closed += !!why_refuses(&rec, &env);
			take_back();
		}
	}
	ok(certain > 1000 && same > certain, "without limits there are reasons: %u, certain %u",
	   same, certain);
	is_num(wrong, 0, "... and none that is certain is wrong");
	is_num(by_limit, 0, "... nor rests on a limit");
	is_num(said, 0, "... those that do say what is missing");
	is_num(closed, 0, "... and what must open does not meet a limit");
}

int main(void)
{
	test_opens();
	test_ops();
	test_unknown();
	return tap_end();
}
