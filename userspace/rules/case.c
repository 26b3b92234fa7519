// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Derives the facts that all rules need from the record of a refused call. */
#include "rules/case.h"

static bool name_is_arm(const char *name)
{
	return !strncmp(name, "armv8", 5) || !strncmp(name, "armv9", 5);
}

/*
 * Indexed by PMU name; kernel/pmu.c gives names to the clock PMUs of kernels that do not. The
 * drivers of several architectures have given their cpu's PMU the same name.
 */
static enum pa_pmu_kind kind_of_name(u8 arch, const char *name)
{
	static const struct {
		const char *name;
		u8 kind;
		u8 families;	/* bits; 0: all */
	} kinds[] = {
		{ "software", PA_PMU_SOFTWARE, 0 },
		{ "cpu_clock", PA_PMU_CLOCK, 0 },
		{ "task_clock", PA_PMU_CLOCK, 0 },
		{ "tracepoint", PA_PMU_TRACEPOINT, 0 },
		{ "kprobe", PA_PMU_KPROBE, 0 },
		{ "uprobe", PA_PMU_UPROBE, 0 },
		{ "breakpoint", PA_PMU_BREAKPOINT, 0 },
		{ "ibs_fetch", PA_PMU_IBS, 0 },
		{ "ibs_op", PA_PMU_IBS, 0 },
		{ "cpu", PA_PMU_X86, 1 << PA_FAMILY_X86 },
		{ "cpu", PA_PMU_POWER, 1 << PA_FAMILY_POWER },
		{ "cpu", PA_PMU_RISCV, 1 << PA_FAMILY_RISCV },
		{ "cpu_core", PA_PMU_X86, 1 << PA_FAMILY_X86 },
		{ "cpu_atom", PA_PMU_X86, 1 << PA_FAMILY_X86 },
		{ "cpu_lowpower", PA_PMU_X86, 1 << PA_FAMILY_X86 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (*name == *kinds[i].name && !strcmp(name, kinds[i].name) &&
		    (!kinds[i].families || kinds[i].families >> pa_arch_of(arch)->family & 1))
			return kinds[i].kind;
	return name_is_arm(name) ? PA_PMU_ARMV8 : PA_PMU_OTHER;
}

/* Ranks of PMUs that declined the event: the reason is about the last one of the highest rank. */
enum pmu_rank {
	PMU_NOT_KNOWN,
	PMU_ANY,
	PMU_HARDWARE,	/* in the hardware context, such as IBS */
	PMU_OF_CPU,	/* counts generic hardware events, judging by its name */
	PMU_OWN,	/* has the type that the call asked for */
};

static enum pmu_rank pmu_rank(const struct pa_case *c, const struct pa_pmu_name *pmu,
			      bool hardware)
{
	enum pa_pmu_kind kind;

	if (!pmu)
		return PMU_NOT_KNOWN;
	kind = kind_of_name(c->arch, pmu->name);
	/* Up to 6.1 the clock PMUs have no type of their own, so they are not the requested PMU. */
	if (pmu->type == c->type && (kind != PA_PMU_CLOCK || c->type >= PA_TYPE_DYNAMIC))
		return PMU_OWN;
	if (1u << kind & PA_OF_CPUS)
		return PMU_OF_CPU;
	return hardware ? PMU_HARDWARE : PMU_ANY;
}

/* Summary of the path: the last step of each stage. */
struct case_path {
	const struct pa_step *last[PA_FN_MAX];
	u32 followed;
	enum pmu_rank rank;	/* of pa_case.pmu */
};

/* The stages that stages=1 follows. With fewer the path may not show where the call failed. */
#define FN(name)	(1u << PA_FN_##name)
#define FOLLOWED_ALL	(FN(COPY_ATTR) | FN(ALLOC) | FN(TRY_INIT) | FN(SET_OUTPUT))

static void pmu_set(struct pa_case *c, const struct pa_pmu_name *pmu)
{
	c->pmu = pmu;
	c->kind = pmu ? kind_of_name(c->arch, pmu->name) : PA_PMU_UNKNOWN;
	c->traits = pa_traits_of(pmu);
}

/* Handles one step of perf_try_init_event(). */
static void path_try(struct case_path *path, struct pa_case *c, const struct pa_step *step)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(c->env, step->pmu);
	enum pmu_rank rank = pmu_rank(c, pmu, step->hardware);

	c->tries++;
	c->hardware |= step->hardware;
	c->all_asked &= !!pmu;
	if (rank < path->rank)
		return;
	path->rank = rank;
	pmu_set(c, pmu);
}

static void path_read(struct case_path *path, struct pa_case *c)
{
	const struct pa_kview *kv = &c->r->kv;
	unsigned int i;

	memset(path, 0, sizeof(*path));
	if (!c->r->have_kview || !(kv->have & PA_KV_STAGES))
		return;
	path->followed = kv->followed;
	c->path_whole = (kv->followed & FOLLOWED_ALL) == FOLLOWED_ALL && !kv->steps_lost;
	c->all_asked = c->path_whole;
	for (i = 0; i < kv->nsteps && i < PA_STEPS; i++) {
		const struct pa_step *step = &kv->steps[i];

		if (step->fn >= PA_FN_MAX)
			continue;
		path->last[step->fn] = step;
		if (step->fn == PA_FN_TRY_INIT)
			path_try(path, c, step);
	}
}

/**
 * pa_case_has_ibs() - return true if this machine has AMD's IBS
 * @c: the case
 *
 * Context: any.
 */
bool pa_case_has_ibs(const struct pa_case *c)
{
	return pa_pmu_by_name(c->env, "ibs_op");
}

/**
 * pa_case_serves_all() - return true if the PMU of the case certainly serves all cpus
 * @c: the case
 *
 * Hybrid x86 (x86_pmu_event_init()) and big.LITTLE (armpmu_event_init()) have one PMU for each kind
 * of cpu, which declines events on other cpus. The cpus of a PMU are not recorded, but some PMUs
 * certainly serve all: "cpu" on x86, POWER and RISC-V, and an Arm cpu PMU if there is only one.
 *
 * Context: any.
 */
bool pa_case_serves_all(const struct pa_case *c)
{
	unsigned int i, n = 0;

	if (c->kind == PA_PMU_X86)
		return !strcmp(c->pmu->name, "cpu");
	if (c->kind != PA_PMU_ARMV8)
		return c->kind == PA_PMU_POWER || c->kind == PA_PMU_RISCV;
	for (i = 1; i < c->env->npmus; i++)
		n += name_is_arm(c->env->pmus[i].name);
	return n == 1;
}

/**
 * struct path_mark - the sites where the call may have been refused, as far as a stage shows it
 * @fn:     enum pa_fn
 * @absent: the sites if the function was not entered
 * @failed: the sites if it returned an error
 * @passed: the sites if it returned 0
 */
struct path_mark {
	u8 fn;
	u32 absent;
	u32 failed;
	u32 passed;
};

static const struct path_mark path_marks[] = {
	{ PA_FN_COPY_ATTR, PA_AT(ENTRY), PA_AT(COPY), PA_FROM(OPEN) },
	{ PA_FN_ALLOC, PA_BEFORE(ALLOC), PA_BEFORE(EVENT) & PA_FROM(ALLOC), PA_FROM(EVENT) },
	{ PA_FN_TRY_INIT, PA_BEFORE(INIT), PA_AT(INIT), PA_FROM(ALLOCATED) },
	{ PA_FN_FIND_CONTEXT, PA_BEFORE(CONTEXT), PA_AT(CONTEXT), PA_FROM(GROUP) },
	{ PA_FN_SET_OUTPUT, PA_AT_ALL & ~PA_AT(OUTPUT), PA_AT(OUTPUT), PA_FROM(INSTALL) },
};

static u32 sites_of(const struct pa_case *c, const struct case_path *path)
{
	u32 sites = PA_AT_ALL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(path_marks); i++) {
		const struct path_mark *mark = &path_marks[i];
		const struct pa_step *step = path->last[mark->fn];

		if (!(path->followed >> mark->fn & 1))
			continue;
		if (!step)
			sites &= mark->absent;
		else if (step->ret == PA_RET_PENDING)
			continue;
		else if (!step->ret)
			sites &= mark->passed;
		else if (mark->fn == PA_FN_TRY_INIT && step->ret == -ENOENT)
			sites &= path->rank == PMU_OWN ? PA_AT(CHOOSE) | PA_AT(INIT) :
							 PA_AT(CHOOSE);
		else if (step->ret == -(s32)c->err)
			sites &= mark->failed;
	}
	/* With FD_OUTPUT, perf_event_set_output() comes before the site INSTALL. */
	if (c->output && path->followed >> PA_FN_SET_OUTPUT & 1 && !path->last[PA_FN_SET_OUTPUT])
		sites &= ~PA_AT(INSTALL);
	return sites;
}

static void caps_look(struct pa_case *c, const struct case_path *path)
{
	const struct pa_kview *kv = &c->r->kv;

	if (!c->r->have_kview || !kv->pmu)
		return;
	if (!(kv->have & PA_KV_EVENT) && !path->last[PA_FN_TRY_INIT])
		return;
	pmu_set(c, pa_pmu_by_index(c->env, kv->pmu));
	c->caps = kv->pmu_caps;
	c->ctx_nr = kv->pmu_task_ctx_nr;
	c->has_caps = true;
}

/**
 * pa_case_cpu_pmu() - the PMU of this machine's cpu; any of them on a hybrid machine
 * @c: the case of a generic or raw event
 *
 * Context: any.
 * Return: NULL if the table of PMUs has none, or if config selects another PMU by its type.
 */
const struct pa_pmu_name *pa_case_cpu_pmu(const struct pa_case *c)
{
	unsigned int i;

	if (c->config >> PA_PMU_TYPE_SHIFT)
		return NULL;
	for (i = 1; i < c->env->npmus; i++) {
		enum pa_pmu_kind kind = kind_of_name(c->arch, c->env->pmus[i].name);

		if (1u << kind & PA_OF_CPUS &&
		    !(c->env->pmu_gone && c->env->pmu_gone[i]))
			return &c->env->pmus[i];
	}
	return NULL;
}

/**
 * pa_case_leads_other_cpu() - return true if the group leader is an event of another kind of cpu of
 * a hybrid x86
 * @c: the case
 *
 * Context: any. Return: false also if the leader is not known.
 */
bool pa_case_leads_other_cpu(const struct pa_case *c)
{
	const struct pa_pmu_name *pmu;

	if (!c->leader || c->kind != PA_PMU_X86)
		return false;
	pmu = pa_pmu_by_index(c->env, c->leader->pmu);
	return pmu && pmu != c->pmu && kind_of_name(c->arch, pmu->name) == PA_PMU_X86;
}

/* Without a path, take the PMU that has the type. */
static void pmu_by_type(struct pa_case *c)
{
	if (c->pmu || c->tries)
		return;
	c->kind = PA_PMU_UNKNOWN;
	if (c->type == PA_TYPE_SOFTWARE && c->config < 2) {
		c->kind = PA_PMU_CLOCK;
		return;
	}
	pmu_set(c, pa_pmu_of_type(c->r, c->env, c->type));
}

/**
 * pa_case_refresh() - recompute what depends on the arguments of the call
 * @c: its call has changed
 *
 * Context: any.
 */
void pa_case_refresh(struct pa_case *c)
{
	c->flag_word = c->call.word[PA_OFF_FLAGS / 8];
	c->type = pa_case_get(c, PA_FIELD_TYPE);
	c->config = pa_case_get(c, PA_FIELD_CONFIG);
	c->sample_type = pa_case_get(c, PA_FIELD_SAMPLE_TYPE);
	c->period = pa_case_get(c, PA_FIELD_SAMPLE_PERIOD);
	c->branch = pa_case_get(c, PA_FIELD_BRANCH_SAMPLE_TYPE);
	c->sampling = c->period;
	c->cgroup = c->call.flags & PA_FLAG_PID_CGROUP;
	c->task = c->call.pid != -1 && !c->cgroup;
	c->member = c->call.group_fd != -1 && !(c->call.flags & PA_FLAG_FD_NO_GROUP);
	c->output = c->call.group_fd != -1 && c->call.flags & PA_FLAG_FD_OUTPUT;
	if (c->f->have & PA_F_GROUP_FD && c->f->group_file == PA_FILE_PERF)
		c->leader = &c->f->leader;
}

/* Replaces an unknown kernel. Rules that would depend on it have .limits. */
static const struct pa_kernel any_kernel = {
	.attr_size = PA_WORDS * 8,
	.known_aux = U32_MAX,
	.known_flags = U64_MAX,
	.known_sample = U64_MAX,
	.known_format = U64_MAX,
	.known_branch = U64_MAX,
	.hw_max = U32_MAX,
	.sw_max = U32_MAX,
	.page_size = 4096,
	.ksym_len = U32_MAX,
	.task_size = U64_MAX,
};

/**
 * pa_case_record() - the record of a call that was changed
 * @r:    the record of the call as it was; receives the arguments, and keeps only facts about
 *        arguments that did not change
 * @call: the call
 *
 * Context: any.
 */
void pa_case_record(struct pa_record *r, const struct pa_args *call)
{
	u64 word[PA_WORDS];

	if (r->arg_pid != call->pid || (r->flags ^ call->flags) & PA_FLAG_PID_CGROUP)
		r->facts.have &= ~(u32)(PA_F_TARGET | PA_F_CGROUP_FD);
	if (r->arg_cpu != call->cpu)
		r->facts.have &= ~(u32)PA_F_CPU;
	if (r->arg_group_fd != call->group_fd)
		r->facts.have &= ~(u32)PA_F_GROUP_FD;
	memcpy(word, call->word, sizeof(word));
	pa_put_size(word, call->size);
	pa_le_words(word, PA_WORDS);
	memcpy(r->attr, word, sizeof(word));
	r->attr_size = call->size;
	r->attr_len = (u16)(call->passed < sizeof(r->attr) ? call->passed : sizeof(r->attr));
	r->attr_more = (u32)call->more;
	r->arg_pid = (s32)call->pid;
	r->arg_cpu = (s32)call->cpu;
	r->arg_group_fd = (s32)call->group_fd;
	r->flags = call->flags;
}

/**
 * pa_case_look() - prepare a call for the rules
 * @c:   filled in
 * @r:   the record
 * @env: further input
 *
 * Context: any.
 */
void pa_case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env)
{
	static const struct pa_facts no_facts;
	struct pa_args *call = &c->call;
	u32 passed = pa_attr_passed(r);
	struct case_path path;

	memset(c, 0, sizeof(*c));
	c->r = r;
	c->env = env;
	c->k_known = env->kernel;
	c->k = env->kernel ? env->kernel : &any_kernel;
	c->arch = env->kernel ? env->kernel->arch : r->abi;
	/* The facts of an op are in op_facts. */
	c->f = r->have_facts && r->kind == PA_RECORD_OPEN ? &r->facts : &no_facts;
	c->err = r->ret < 0 && r->ret >= -4095 ? (u32)-r->ret : 0;
	c->blind = !passed;
	call->passed = passed;
	memcpy(call->word, r->attr, passed < sizeof(call->word) ? passed : sizeof(call->word));
	pa_le_words(call->word, PA_WORDS);
	if (r->have_size)
		pa_put_size(call->word, r->attr_size);
	call->size = r->attr_size;
	call->more = r->attr_more;
	call->flags = r->flags;
	call->pid = r->arg_pid;
	call->cpu = r->arg_cpu;
	call->group_fd = r->arg_group_fd;
	pa_case_refresh(c);
	path_read(&path, c);
	caps_look(c, &path);
	pmu_by_type(c);
	c->sites = sites_of(c, &path);
}

static const struct pa_pmu_name *pmu_planned(const struct pa_case *c)
{
	u32 index = 0;

	if (c->type == PA_TYPE_SOFTWARE && c->config < 2)
		index = pa_pmu_by_name(c->env, c->config ? "task_clock" : "cpu_clock");
	else if (c->type == PA_TYPE_HARDWARE || c->type == PA_TYPE_HW_CACHE ||
		 c->type == PA_TYPE_RAW)
		return pa_case_cpu_pmu(c);
	return index ? &c->env->pmus[index] : pa_pmu_of_type(c->r, c->env, c->type);
}

/* Capabilities of the PMU from the table of drivers, if the record lacks them. */
static void caps_by_pmu(struct pa_case *c)
{
	if (c->has_caps || !c->pmu || !c->pmu->have_caps)
		return;
	c->caps = c->pmu->caps;
	c->ctx_nr = c->pmu->task_ctx_nr;
	c->has_caps = true;
}

/**
 * pa_case_assume_pmu() - without a path, take the PMU that the kernel usually asks for such an
 * event
 * @c: the case; nothing is certain by it then
 *
 * Context: any.
 */
void pa_case_assume_pmu(struct pa_case *c)
{
	const struct pa_pmu_name *pmu = c->pmu;

	if (c->tries || c->has_caps)
		return;
	if (!pmu)
		pmu = pmu_planned(c);
	if (!pmu)
		return;
	pmu_set(c, pmu);
	caps_by_pmu(c);
}

/**
 * pa_case_plan() - treat the call as one that was not made yet, not as a refused one
 * @c: the case as it was passed, except its call, which may have changed
 *
 * The path of the record shows which PMUs were tried. If the call failed before that, or if the
 * plan opens another event, take the PMU that has the type, with the facts that the table has.
 *
 * Context: any.
 */
void pa_case_plan(struct pa_case *c)
{
	const struct pa_pmu_name *pmu;
	u64 config = c->config;
	u32 type = c->type;

	pa_case_refresh(c);
	c->planned = true;
	if (c->type != type || c->config >> PA_PMU_TYPE_SHIFT != config >> PA_PMU_TYPE_SHIFT) {
		/* The PMUs of the path say nothing about another event. */
		c->tries = 0;
		c->path_whole = false;
		c->all_asked = false;
		c->hardware = false;
		c->has_caps = false;
		pmu_set(c, NULL);
	} else if (c->sites == PA_AT(CHOOSE) && !(1u << c->kind & PA_OF_CPUS)) {
		c->kind = PA_PMU_UNKNOWN;	/* no PMU accepted it */
	}
	if (!c->tries && !c->has_caps) {
		pmu = pmu_planned(c);
		/* A clock has its kind without a PMU, too. */
		if (pmu != c->pmu || c->kind == PA_PMU_UNKNOWN)
			pmu_set(c, pmu);
	}
	caps_by_pmu(c);
}
