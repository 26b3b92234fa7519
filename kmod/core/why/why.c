// SPDX-License-Identifier: GPL-2.0
/*
 * Why a call was refused: from the path to the stretch of the call, from there to the rule.
 *
 * The path says in which function the call was refused, so only the rules of that stretch are
 * asked, in the kernel's order, and only those that return this errno. The first that surely
 * holds is the reason; it is uncertain when one that cannot be decided stands before it. When
 * none surely holds and a single one cannot be excluded, that one is the reason.
 */
#include "core/why/rules.h"

/**
 * pa_case_get() - a field as the caller passed it
 * @c:  the call
 * @id: the field
 *
 * Context: any.
 */
u64 pa_case_get(const struct pa_case *c, enum pa_field_id id)
{
	return pa_attr_get(c->r, id);
}

/**
 * pa_case_flag() - a bit of the flag word as the caller passed it
 * @c:  the call
 * @id: the field
 *
 * Context: any.
 */
bool pa_case_flag(const struct pa_case *c, enum pa_field_id id)
{
	return pa_attr_get(c->r, id);
}

/* Names as kernels give them, and pmu.c to those that have none. */
static enum pa_pmu_kind kind_of_name(const char *name)
{
	static const struct {
		const char *name;
		u8 kind;
	} kinds[] = {
		{ "software", PA_PMU_SOFTWARE },
		{ "cpu_clock", PA_PMU_CLOCK },
		{ "task_clock", PA_PMU_CLOCK },
		{ "tracepoint", PA_PMU_TRACEPOINT },
		{ "kprobe", PA_PMU_KPROBE },
		{ "uprobe", PA_PMU_UPROBE },
		{ "breakpoint", PA_PMU_BREAKPOINT },
		{ "msr", PA_PMU_MSR },
		{ "cpu", PA_PMU_X86 },
		{ "cpu_core", PA_PMU_X86 },
		{ "cpu_atom", PA_PMU_X86 },
		{ "cpu_lowpower", PA_PMU_X86 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(name, kinds[i].name))
			return kinds[i].kind;
	return strncmp(name, "armv8", 5) && strncmp(name, "armv9", 5) ? PA_PMU_OTHER :
									  PA_PMU_ARMV8;
}

/* The stages that the path has: how each ended, and the last PMU that was asked. */
struct case_path {
	const struct pa_step *last[PA_FN_MAX];
	u32 followed;
};

/*
 * Of all PMUs that were asked and declined, which is of interest? The one that the type names,
 * else one that counts hardware events, else the last.
 */
static unsigned int pmu_rank(const struct pa_case *c, const struct pa_pmu_name *pmu)
{
	enum pa_pmu_kind kind;

	if (!pmu)
		return 0;
	kind = kind_of_name(pmu->name);
	/* Up to 6.1 the clocks have no type of their own: the software PMU is asked first. */
	if (pmu->type == c->type && (kind != PA_PMU_CLOCK || c->type >= PA_TYPE_DYNAMIC))
		return 3;
	return kind == PA_PMU_X86 || kind == PA_PMU_ARMV8 ? 2 : 1;
}

static void pmu_set(struct pa_case *c, const struct pa_pmu_name *pmu)
{
	c->pmu = pmu;
	c->kind = pmu ? kind_of_name(pmu->name) : PA_PMU_UNKNOWN;
}

static void path_read(struct case_path *path, struct pa_case *c)
{
	const struct pa_kview *kv = &c->r->kv;
	unsigned int i;

	memset(path, 0, sizeof(*path));
	if (!c->r->have_kview || !(kv->have & PA_KV_STAGES))
		return;
	path->followed = kv->followed;
	for (i = 0; i < kv->nsteps && i < PA_STEPS; i++) {
		const struct pa_step *step = &kv->steps[i];
		const struct pa_pmu_name *pmu;

		if (step->fn >= PA_FN_MAX)
			continue;
		path->last[step->fn] = step;
		if (step->fn != PA_FN_TRY_INIT)
			continue;
		c->tries++;
		pmu = pa_pmu_by_index(c->env, step->pmu);
		if (pmu_rank(c, pmu) >= pmu_rank(c, c->pmu))
			pmu_set(c, pmu);
	}
}

/* Everything before, or from, a stretch. */
#define BEFORE(site)	(PA_AT(site) - 1)
#define FROM(site)	(PA_AT_ALL & ~BEFORE(site))

/**
 * struct path_mark - what a stage tells about where the call was refused
 * @fn:     enum pa_fn
 * @absent: it was not entered: refused in one of these
 * @failed: it returned an error: in one of these
 * @passed: it returned 0: in one of these
 */
struct path_mark {
	u8 fn;
	u32 absent;
	u32 failed;
	u32 passed;
};

static const struct path_mark path_marks[] = {
	{ PA_FN_COPY_ATTR, PA_AT(ENTRY), PA_AT(COPY), FROM(OPEN) },
	{ PA_FN_ALLOC, BEFORE(ALLOC), BEFORE(EVENT) & FROM(ALLOC), FROM(EVENT) },
	{ PA_FN_TRY_INIT, BEFORE(INIT), PA_AT(INIT), FROM(ALLOCATED) },
	{ PA_FN_FIND_CONTEXT, BEFORE(CONTEXT), PA_AT(CONTEXT), FROM(GROUP) },
	{ PA_FN_SET_OUTPUT, PA_AT_ALL & ~PA_AT(OUTPUT), PA_AT(OUTPUT), FROM(INSTALL) },
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
			sites &= pmu_rank(c, c->pmu) == 3 ? PA_AT(CHOOSE) | PA_AT(INIT) :
							    PA_AT(CHOOSE);
		else if (step->ret == -(s32)c->err)
			sites &= mark->failed;
	}
	/* Its output would have been redirected before the rest of the call. */
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

/* Without a path: the PMU that has the type. */
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

static void args_look(struct pa_case *c)
{
	const struct pa_record *r = c->r;

	c->cgroup = r->flags & PA_FLAG_PID_CGROUP;
	c->task = r->arg_pid != -1 && !c->cgroup;
	c->member = r->arg_group_fd != -1 && !(r->flags & 1);
	c->output = r->arg_group_fd != -1 && r->flags & 2;
	if (c->f->have & PA_F_GROUP_FD && c->f->group_file == PA_FILE_PERF)
		c->leader = &c->f->leader;
}

/* The flag word whole: fields of it that no kernel has named yet count too. */
static u64 flag_word(const struct pa_record *r)
{
	u32 have = pa_attr_passed(r);
	u64 word = 0;

	if (have > PA_OFF_FLAGS)
		memcpy(&word, r->attr + PA_OFF_FLAGS,
		       have - PA_OFF_FLAGS < 8 ? have - PA_OFF_FLAGS : 8);
	return word;
}

/**
 * pa_case_look() - prepare a call for the rules
 * @c:   filled
 * @r:   the record
 * @env: what else may be looked at
 *
 * Context: any.
 * Return: false when nothing can be said: the running kernel is not known.
 */
bool pa_case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env)
{
	static const struct pa_facts no_facts;
	struct case_path path;

	memset(c, 0, sizeof(*c));
	if (!env->kernel)
		return false;
	c->r = r;
	c->env = env;
	c->k = env->kernel;
	c->f = r->have_facts ? &r->facts : &no_facts;
	c->err = r->ret < 0 ? -r->ret : 0;
	c->blind = !pa_attr_passed(r);
	c->flag_word = flag_word(r);
	c->type = pa_attr_get(r, PA_FIELD_TYPE);
	c->config = pa_attr_get(r, PA_FIELD_CONFIG);
	c->sample_type = pa_attr_get(r, PA_FIELD_SAMPLE_TYPE);
	c->period = pa_attr_get(r, PA_FIELD_SAMPLE_PERIOD);
	c->branch = pa_attr_get(r, PA_FIELD_BRANCH_SAMPLE_TYPE);
	c->sampling = c->period;
	args_look(c);
	path_read(&path, c);
	caps_look(c, &path);
	pmu_by_type(c);
	c->sites = sites_of(c, &path);
	return true;
}

static bool rule_is_here(const struct pa_case *c, const struct pa_rule *rule)
{
	if (!(rule->sites & c->sites))
		return false;
	return !rule->kinds || rule->kinds >> c->kind & 1;
}

static enum pa_verdict rule_ask(const struct pa_case *c, const struct pa_rule *rule)
{
	return c->blind && !rule->blind ? PA_MAYBE : rule->holds(c);
}

/* What the rules say together. */
struct outcome {
	const struct pa_rule *maybe;
	const struct pa_rule *rare;
	const struct pa_rule *otherwise;
	unsigned int maybes;
};

/* No candidate yet. */
static bool outcome_is_open(const struct outcome *o)
{
	return !o->maybes && !o->rare && !o->otherwise;
}

/* Returns true when @rule decides: it surely holds, and the search ends. */
static bool outcome_add(struct outcome *o, const struct pa_case *c, const struct pa_rule *rule)
{
	switch (rule_ask(c, rule)) {
	case PA_YES:
		return true;
	case PA_ELSE:
		o->otherwise = rule;
		return false;
	case PA_MAYBE:
		if (!o->maybes++)
			o->maybe = rule;
		return false;
	case PA_RARE:
		if (!o->rare)
			o->rare = rule;
		return false;
	default:
		return false;
	}
}

/* By exclusion: nothing surely holds. */
static const struct pa_rule *outcome_left(const struct outcome *o, const struct pa_case *c,
					  bool *certain)
{
	/* Only where the path was followed is it known that there is no other candidate. */
	*certain = c->r->have_kview && c->r->kv.followed;
	if (o->maybes == 1)
		return o->maybe;
	if (o->otherwise || o->maybes)
		return o->otherwise;
	*certain = false;
	return o->rare;
}

/*
 * A rule of another errno that surely holds and stands before all candidates means that the
 * record is not what the kernel saw: the caller's memory has changed. Then nothing is said.
 */
static const struct pa_rule *find_rule(const struct pa_case *c, bool *certain)
{
	struct outcome o = {};
	unsigned int i;

	for (i = 0; i < pa_rules_count; i++) {
		const struct pa_rule *rule = &pa_rules[i];

		if (!rule_is_here(c, rule))
			continue;
		if (rule->err && rule->err != c->err) {
			if (outcome_is_open(&o) && rule->sites < PA_AT(EVENT) &&
			    rule_ask(c, rule) == PA_YES)
				return NULL;
			continue;
		}
		if (outcome_add(&o, c, rule)) {
			*certain = !o.maybes;
			return rule;
		}
	}
	return outcome_left(&o, c, certain);
}

bool pa_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	const struct pa_rule *rule;
	struct pa_case c;
	bool certain;

	if (r->ret >= 0 || r->ret < -4095 || !pa_case_look(&c, r, env))
		return false;
	rule = find_rule(&c, &certain);
	if (!rule)
		return false;
	memset(why, 0, sizeof(*why));
	why->rule = rule->id;
	why->certain = certain;
	pa_why_write(&c, rule, why);
	return true;
}

const char *pa_why_refuses(const struct pa_record *r, const struct pa_env *env)
{
	struct pa_case c;
	unsigned int i;

	if (!pa_case_look(&c, r, env))
		return NULL;
	for (i = 0; i < pa_rules_count; i++) {
		const struct pa_rule *rule = &pa_rules[i];

		if (rule_is_here(&c, rule) && rule_ask(&c, rule) == PA_YES)
			return rule->id;
	}
	return NULL;
}
