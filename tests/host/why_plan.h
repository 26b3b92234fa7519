/* SPDX-License-Identifier: GPL-2.0 */
/* Applies a plan to its record, which then describes a successful call. */
#ifndef PERFATTR_TEST_WHY_PLAN_H
#define PERFATTR_TEST_WHY_PLAN_H

#include "tap.h"
#include "why_rec.h"

static struct perf_event_attr attr_before;
static struct pa_record rec_before;

/* A call of this kind, refused with @err at @site. */
static inline void refused(enum pa_site site, int pmu, int err)
{
	path(site, pmu, err);
	rec.ret = -err;
}

/* The record as of a call that has opened: what its PMU can do is known. */
static inline void record_as_opened(void)
{
	unsigned int i;

	memset(&rec.kv, 0, sizeof(rec.kv));
	rec.have_kview = 1;
	rec.kv.cpu = rec.arg_cpu;
	for (i = 1; i < env.npmus; i++) {
		if (env.pmus[i].type != attr->type)
			continue;
		rec.kv.have = PA_KV_EVENT;
		rec.kv.pmu = (u16)i;
		rec.kv.pmu_caps = env.pmus[i].caps;
		rec.kv.pmu_task_ctx_nr = env.pmus[i].task_ctx_nr;
	}
	rec.attr_len = rec.attr_size && rec.attr_size < sizeof(*attr) ?
		       (u16)rec.attr_size : sizeof(*attr);
	rec.attr_more = 0;
	attr->size = rec.attr_size;
	memcpy(rec.attr, attr, sizeof(*attr));
}

/* Makes all changes of the plan but one of them; PA_FIX_MAX: all. */
static inline void apply_but(unsigned int one)
{
	unsigned int i;

	attr_before = *attr;
	rec_before = rec;
	for (i = 0; i < why.nfix; i++)
		if (i != one)
			set_field(why.fix[i].field, why.fix[i].value);
	record_as_opened();
}

static inline void apply(void)
{
	apply_but(PA_FIX_MAX);
}

static inline void take_back(void)
{
	*attr = attr_before;
	rec = rec_before;
}

static inline bool change_is(const char *field, u64 value)
{
	unsigned int i;

	for (i = 0; i < why.nfix; i++)
		if (!strcmp(why.fix[i].field, field))
			return why.fix[i].value == value;
	return false;
}

static inline void show(void)
{
	unsigned int i;

	diag("%s, certain %d: %s", why.rule->id, why.certain, why.text);
	for (i = 0; i < why.nfix; i++)
		diag("  %s = %#llx", why.fix[i].field, why.fix[i].value);
	diag("  plan %d, opens %d, garbage %d, lost \"%s\", needs \"%s\"", why.plan, why.opens,
	     why.garbage, why.lost, why.needs);
}

#endif /* PERFATTR_TEST_WHY_PLAN_H */
