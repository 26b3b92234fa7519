/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Builds a record of a refused call for tests of the reasons: first a call that nothing refuses, as
 * root on the newest kernel, then the path, then the subject of the test.
 */
#ifndef PERFATTR_TEST_WHY_REC_H
#define PERFATTR_TEST_WHY_REC_H

#include "rec.h"
#include "why_refuses.h"
#include "rules/ask.h"
#include "facts/now.h"
#include "rules/traits.h"
#include "rules/rules.h"

/* Every function but what is stages=2 only for LSMs. */
static const u32 all_followed = 1U << PA_FN_COPY_ATTR | 1U << PA_FN_ALLOC | 1U << PA_FN_TRY_INIT |
				1U << PA_FN_FIND_CONTEXT | 1U << PA_FN_SET_OUTPUT;

/* Indexes and types of the PMUs here: the type is the index but for those of the UAPI. */
enum { SOFT = 1, CLOCK, TP, BP, KPROBE, UPROBE, MSR, CPU, ARM, OTHER, IBS, ATOM, RAPL,
	CSTATE, UNCORE, DSU, CCI, SPE, BTS, PT, STRANGE, PMUS };

#define PMU(number, text, can, context) \
	{ .type = (number), .name = (text), .caps = (can), .task_ctx_nr = (context), \
	  .have_caps = true }

static struct pa_pmu_name pmus[PMUS] = {
	[SOFT] = PMU(PERF_TYPE_SOFTWARE, "software", PA_CAP_NO_NMI, 1),
	[CLOCK] = PMU(~0U, "cpu_clock", PA_CAP_NO_NMI, 1),
	[TP] = PMU(PERF_TYPE_TRACEPOINT, "tracepoint", 0, 1),
	[BP] = PMU(PERF_TYPE_BREAKPOINT, "breakpoint", 0, 1),
	[KPROBE] = PMU(16, "kprobe", 0, 1),
	[UPROBE] = PMU(17, "uprobe", 0, 1),
	[MSR] = PMU(18, "msr", PA_CAP_NO_INTERRUPT | PA_CAP_NO_EXCLUDE, 1),
	[CPU] = PMU(PERF_TYPE_RAW, "cpu", 0, 0),
	[ARM] = PMU(19, "armv8_pmuv3", 0, 0),
	[OTHER] = PMU(20, "intel_pt", PA_CAP_EXCLUSIVE | PA_CAP_ITRACE, 0),
	[IBS] = PMU(21, "ibs_op", 0, 0),
	[ATOM] = PMU(22, "cpu_atom", 0, 0),
	[RAPL] = PMU(23, "power", PA_CAP_NO_EXCLUDE, -1),
	[CSTATE] = PMU(24, "cstate_core", PA_CAP_NO_INTERRUPT | PA_CAP_NO_EXCLUDE, -1),
	[UNCORE] = PMU(25, "uncore_cbox_0", PA_CAP_NO_EXCLUDE, -1),
	[DSU] = PMU(26, "arm_dsu_0", PA_CAP_NO_EXCLUDE, -1),
	[CCI] = PMU(27, "CCI_400", PA_CAP_NO_EXCLUDE, -1),
	[SPE] = PMU(28, "arm_spe_0", PA_CAP_EXCLUSIVE | PA_CAP_ITRACE, 1),
	[BTS] = PMU(29, "intel_bts", PA_CAP_EXCLUSIVE | PA_CAP_ITRACE, 1),
	[PT] = PMU(30, "intel_pt", PA_CAP_EXCLUSIVE | PA_CAP_ITRACE, 1),
	[STRANGE] = PMU(31, "a_strange_pmu", PA_CAP_NO_EXCLUDE, -1),
};

/* Whose event_init() the kernel would name; of OTHER and STRANGE it is in no table. */
static const struct {
	int pmu;
	const char *init;
	const char *module;
} drivers[] = {
	{ MSR, "msr_event_init", "" }, { IBS, "perf_ibs_init", "" },
	{ RAPL, "rapl_pmu_event_init", "rapl" },
	{ CSTATE, "cstate_pmu_event_init", "intel_cstate" },
	{ UNCORE, "uncore_pmu_event_init", "intel_uncore" },
	{ DSU, "dsu_pmu_event_init", "arm_dsu_pmu" }, { CCI, "cci_pmu_event_init", "" },
	{ SPE, "arm_spe_pmu_event_init", "arm_spe_pmu" }, { BTS, "bts_event_init", "" },
	{ PT, "pt_event_init", "" },
};

static inline void drivers_find(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(drivers) / sizeof(drivers[0]); i++) {
		struct pa_pmu_name *pmu = &pmus[drivers[i].pmu];

		pmu->driver = pa_traits_find(drivers[i].init, drivers[i].module, pmu->name);
	}
}

static struct pa_env env;
static struct pa_kernel kernel;
static struct pa_record rec;
/* What is put into the record; its own bytes are not aligned. */
static struct perf_event_attr passed;
static struct perf_event_attr *const attr = &passed;
static struct pa_why why;
static struct pa_now now;

static inline void step(enum pa_fn fn, int pmu, int ret)
{
	struct pa_step *s = &rec.kv.steps[rec.kv.nsteps++];

	s->fn = (u8)fn;
	s->pmu = (u16)pmu;
	s->ret = ret;
}

/* What the probes would have seen of a call that ended in @site. */
static inline void path(enum pa_site site, int pmu, int err)
{
	rec.have_kview = 1;
	rec.kv.have = PA_KV_STAGES;
	rec.kv.followed = all_followed;
	if (site == PA_SITE_ENTRY)
		return;
	step(PA_FN_COPY_ATTR, 0, site == PA_SITE_COPY ? -err : 0);
	if (site <= PA_SITE_OPEN)
		return;
	step(PA_FN_ALLOC, 0, site <= PA_SITE_ALLOCATED ? -err : 0);
	if (site == PA_SITE_ALLOC)
		return;
	step(PA_FN_TRY_INIT, pmu, site == PA_SITE_CHOOSE ? -ENOENT :
	     site == PA_SITE_INIT ? -err : 0);
	if (site == PA_SITE_CHOOSE)
		return;
	rec.kv.pmu = site == PA_SITE_INIT && err == ENOENT ? 0 : (u16)pmu;
	rec.kv.pmu_task_ctx_nr = pmu < PMUS ? pmus[pmu].task_ctx_nr : 1;
	if (site <= PA_SITE_ALLOCATED)
		return;
	rec.kv.have |= PA_KV_EVENT;
	rec.kv.cpu = rec.arg_cpu;
	if (site == PA_SITE_EVENT)
		return;
	step(PA_FN_FIND_CONTEXT, 0, site == PA_SITE_CONTEXT ? -err : 0);
	if (site >= PA_SITE_OUTPUT && rec.flags & PERF_FLAG_FD_OUTPUT)
		step(PA_FN_SET_OUTPUT, 0, site == PA_SITE_OUTPUT ? -err : 0);
}

static inline bool explain(void)
{
	memcpy(rec.attr, attr, sizeof(*attr));
	return pa_explain(&rec, &env, &why);
}

/* A dummy event of this task, as root, on the newest kernel of an x86 with two cpus. */
static inline void start(void)
{
	memset(attr, 0, sizeof(*attr));
	attr->type = PERF_TYPE_SOFTWARE;
	attr->size = sizeof(*attr);
	attr->config = PERF_COUNT_SW_DUMMY;
	rec_init(&rec, attr, sizeof(*attr));
	memset(&rec.facts, 0, sizeof(rec) - offsetof(struct pa_record, facts));
	rec.have_facts = 1;
	rec.facts.have = PA_F_PARANOID | PA_F_MAX_RATE | PA_F_MAX_STACK | PA_F_CRED | PA_F_CPU |
			 PA_F_TARGET | PA_F_LOCKDOWN | PA_F_LSM;
	rec.facts.paranoid = 2;
	rec.facts.max_sample_rate = 50000;
	rec.facts.max_stack = 127;
	rec.facts.cap_effective = ~0ULL;
	rec.facts.init_userns = 1;
	rec.facts.nr_cpu_ids = 2;
	rec.facts.cpu_online = 1;
	rec.facts.target_exists = 1;
	rec.facts.target_same_creds = 1;
	rec.facts.nofile = 1024;
	rec.facts.have |= PA_F_FD_FREE;
	rec.facts.fd_free = 1;
	kernel = rec_kernel_new;
	kernel.has = PA_K_PARANOID_ANY | PA_K_PMU_CTX | PA_K_ALLOW_CALLCHAIN | PA_K_CGROUP_PERF |
		     PA_K_PARANOID_MAX | PA_K_TP_COUNTING;
	kernel.paranoid_max = 2;
	kernel.tp_counting = 77;
	kernel.task_size = (1ULL << 47) - 4096;
	kernel.regs_extended = ~0ULL << 32;
	drivers_find();
	env.kernel = &kernel;
	env.pmus = pmus;
	env.npmus = PMUS;
	memset(&now, 0, sizeof(now));
	now.pmu = (struct pa_pmu_now){ .other_cpu = -1, .precise = -1 };
	env.now = &now;
}

/* As on a machine of Intel's: with IBS, the rules know that the cpu is AMD's. */
static inline void no_ibs(void)
{
	static struct pa_pmu_name intel[PMUS];

	memcpy(intel, pmus, sizeof(intel));
	strcpy(intel[IBS].name, "i915");
	env.pmus = intel;
}

/* What sysfs says of a PMU. */
static inline void sysfs(int pmu, enum pa_sysfs event, enum pa_sysfs cpu, int other_cpu)
{
	now.pmu.pmu = (u16)pmu;
	now.pmu.event = (u8)event;
	now.pmu.cpu = (u8)cpu;
	now.pmu.other_cpu = other_cpu;
}

static inline void leader(void)
{
	rec.arg_group_fd = 7;
	rec.facts.have |= PA_F_GROUP_FD;
	rec.facts.group_file = PA_FILE_PERF;
	rec.facts.leader = (struct pa_leader){
		.cpu = rec.arg_cpu, .is_leader = 1, .ctx_same = 1, .has_rb = 1, .task_ctx_nr = 1,
		.pmu = SOFT, .type = PA_TYPE_SOFTWARE,
	};
}

static inline void nobody(void)
{
	rec.facts.cap_effective = 0;
}

static inline void output(void)
{
	leader();
	rec.flags = PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP;
}

static inline void cgroup(void)
{
	rec.flags = PERF_FLAG_PID_CGROUP;
	rec.arg_pid = 7;
	rec.arg_cpu = 0;
	rec.facts.have |= PA_F_CGROUP_FD;
	rec.facts.cgroup_file = PA_FILE_CGROUP;
}

static inline void string(const char *text, int kind)
{
	rec.str_kind = (u8)kind;
	rec.str_len = (u16)strlen(text);
	memcpy(rec.str, text, rec.str_len);
	attr->config1 = 4096;
}

static inline void breakpoint(u64 type, u64 addr, u64 len)
{
	attr->bp_type = (u32)type;
	attr->bp_addr = addr;
	attr->bp_len = len;
}

static inline void arm(void)
{
	kernel.arch = PA_ABI_ARM64;
	rec.abi = PA_ABI_ARM64;
	kernel.task_size = 1ULL << 48;
}

static inline void arm32(void)
{
	kernel.arch = PA_ABI_ARM;
	rec.abi = PA_ABI_ARM;
	kernel.task_size = 0xbf000000;
}

/* Its cpu's PMU has the name of x86's. */
static inline void power(void)
{
	kernel.arch = PA_ABI_PPC64;
	rec.abi = PA_ABI_PPC64;
	kernel.task_size = 0xc000000000000000ULL;
}

static inline void riscv(void)
{
	kernel.arch = PA_ABI_RISCV64;
	rec.abi = PA_ABI_RISCV64;
	kernel.task_size = 1ULL << 56;
}

/* Puts one change of a fix into the call. */
static inline void set_field(const char *name, u64 value)
{
	u64 word;
	int id;

	/* This task and this cpu are always there. */
	if (!strcmp(name, "pid")) {
		rec.arg_pid = (s32)value;
		rec.facts.target_exists = !value;
		rec.facts.target_same_creds = !value;
		rec.facts.leader.ctx_same = value ? rec.facts.leader.ctx_cpu :
						    rec.facts.leader.ctx_own;
	} else if (!strcmp(name, "cpu")) {
		rec.arg_cpu = (s32)value;
		rec.kv.cpu = (s32)value;
		rec.facts.cpu_online = !value;
	}
	if (!strcmp(name, "group_fd")) {
		rec.arg_group_fd = (s32)value;
		/* Whatever other descriptor is passed is that of the leader. */
		rec.facts.leader.is_leader = 1;
	}
	if (!strcmp(name, "flags"))
		rec.flags = value;
	for (id = 0; id < PA_FIELD_MAX; id++) {
		const struct pa_field *f = &pa_fields[id];

		if (strcmp(f->name, name))
			continue;
		memcpy(&word, (u8 *)attr + 8 * f->word, 8);
		word = (word & ~(f->mask << f->shift)) | (value & f->mask) << f->shift;
		memcpy((u8 *)attr + 8 * f->word, &word, 8);
		if (id == PA_FIELD_SIZE)
			rec.attr_size = (u32)value;
	}
}

#endif /* PERFATTR_TEST_WHY_REC_H */
