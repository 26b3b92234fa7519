/* SPDX-License-Identifier: GPL-2.0 */
/* Random calls on random machines, as the kernel of the rules answers them. */
#ifndef PERFATTR_TEST_WHY_RANDOM_H
#define PERFATTR_TEST_WHY_RANDOM_H

#include "why_plan.h"

static inline bool maybe(unsigned int one_in)
{
	return rec_random() % one_in == 0;
}

static inline void random_machine(void)
{
	static const u64 caps[] = { 0, ~0ULL, 1ULL << 38, 0 };

	rec.facts.cap_effective = caps[rec_random() % 4];
	rec.facts.paranoid = (int)(rec_random() % 6) - 1;
	rec.facts.init_userns = !maybe(6);
	if (maybe(4))
		kernel.known_flags = (1ULL << 34) - 1;
	if (maybe(4))
		kernel.has &= ~(PA_K_PARANOID_ANY | PA_K_PMU_CTX | PA_K_ALLOW_CALLCHAIN);
}

static inline void random_event(void)
{
	static const int all[] = { SOFT, SOFT, SOFT, TP, BP, KPROBE, UPROBE, MSR, RAPL };
	int pmu = all[rec_random() % (sizeof(all) / sizeof(all[0]))];

	attr->type = pmus[pmu].type;
	attr->config = pmu == SOFT ? 2 + rec_random() % 10 : pmu == TP ? 300 : 0;
	attr->exclude_kernel = maybe(2);
	if (pmu == BP)
		breakpoint(3, 4096 + rec_random() % 8, 1 << rec_random() % 4);
	if (pmu == KPROBE)
		string("vfs_read", 1);
	if (pmu == UPROBE)
		string("/bin/bash", 2);
	if (maybe(3))
		leader();
	else if (maybe(6))
		cgroup();
	if (rec.arg_group_fd != -1) {
		rec.facts.leader.inherit = maybe(2);
		rec.facts.leader.is_leader = !maybe(4);
		rec.facts.leader.use_clockid = maybe(4);
		rec.facts.leader.clockid = (int)(rec_random() % 2) * 4;
		rec.facts.leader.cpu = maybe(4) ? 0 : -1;
		rec.facts.leader.has_rb = maybe(2);
		rec.facts.leader_fd = 3;
		rec.facts.have |= maybe(2) ? PA_F_LEADER_FD : 0;
		if (maybe(3))
			rec.flags |= rec_random() % 4;
	}
}

static inline void random_change(void)
{
	static const int pids[] = { 0, -1, 1, 4711 };
	u64 value = maybe(3) ? rec_random() % 16 : maybe(2) ? 1ULL << rec_random() % 40 : 1;
	int id = (int)(rec_random() % PA_FIELD_MAX);

	if (maybe(3)) {
		rec.arg_pid = pids[rec_random() % 4];
		rec.facts.target_exists = rec.arg_pid < 2;
		rec.facts.target_same_creds = !rec.arg_pid;
	} else if (maybe(3)) {
		rec.arg_cpu = (int)(rec_random() % 4) - 1;
	} else if (pa_fields[id].group < PA_UNION_CONFIG1 && id != PA_FIELD_TYPE &&
		   id != PA_FIELD_SIZE) {
		set_field(pa_fields[id].name, value);
	}
}

/* The leader watches the caller, a cpu or task 1. */
static inline void random_leader_task(void)
{
	struct pa_leader *l = &rec.facts.leader;
	bool task = rec.arg_pid != -1 && !(rec.flags & PERF_FLAG_PID_CGROUP);

	l->ctx_own = maybe(2);
	l->ctx_cpu = !l->ctx_own && l->cpu != -1 && maybe(2);
	l->ctx_same = !task ? l->ctx_cpu : !rec.arg_pid ? l->ctx_own :
		      rec.arg_pid == 1 && !l->ctx_own && !l->ctx_cpu;
}

/* A call as the kernel of the rules answers it: false when none of them refuses. */
static inline bool random_refusal(void)
{
	const struct pa_rule *rule;
	const char *id;
	unsigned int i, changes = 1 + rec_random() % 5;

	start();
	random_machine();
	random_event();
	while (changes--)
		random_change();
	record_as_opened();
	random_leader_task();
	id = why_refuses(&rec, &env);
	if (!id)
		return false;
	for (i = 0; strcmp((rule = pa_rule_number(pa_open_tables, i))->id, id); i++)
		;
	rec.ret = -(rule->err ? rule->err : EINVAL);
	if (maybe(2))
		rec.have_kview = 0;
	return true;
}

#endif /* PERFATTR_TEST_WHY_RANDOM_H */
