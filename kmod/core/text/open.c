// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * A record as text. An op is one line; an open a block of lines: the call and its arguments as C,
 * its result, and the event as the kernel made it.
 */
#include "core/arch.h"
#include "core/event_name.h"
#include "core/out.h"
#include "core/text/text.h"

/* The columns of the kernel: section. */
#define LABEL(str)	"    " str
#define PATH_MARGIN	"                   "

static void put_attr(struct pa_text *t)
{
	out_lit(t->s, "arg[0]:\n");
	if (!t->a.passed) {
		out_lit(t->s, "    struct perf_event_attr *attr = ");
		pa_text_address(t->s, t->r->attr_ptr);
		if (t->r->ret == -EFAULT)
			out_lit(t->s, " /* not readable: EFAULT */;\n");
		else
			out_lit(t->s, " /* not readable */;\n");
		return;
	}
	out_lit(t->s, "    struct perf_event_attr attr = {\n");
	pa_text_fields(t);
	out_lit(t->s, "    };\n");
}

static void put_call(struct pa_text *t)
{
	const struct pa_record *r = t->r;
	const struct pa_name *abi = pa_name_of(&pa_abis, r->abi);

	out_number(t->s, "call:\n    #", r->seq, " at ");
	out_point(t->s, r->time_ns, 9);
	out_lit(t->s, " s, ");
	pa_text_comm(t->s, r->comm, r->pid);
	out_signed(t->s, " tid ", r->tid, "");
	out_number(t->s, " uid ", r->uid, ", ");
	if (abi)
		pa_put_name(t->s, abi);
	else
		out_lit(t->s, "unknown ABI");
	out_lit(t->s, ", took ");
	out_point(t->s, r->duration_ns, 3);
	out_lit(t->s, " us\n");
}

static void put_args(struct pa_text *t)
{
	const struct pa_record *r = t->r;

	out_signed(t->s, "arg[1]:\n    pid_t pid = ", r->arg_pid, "");
	if (r->flags & PA_FLAG_PID_CGROUP)
		out_lit(t->s, " /* descriptor of a cgroup */");
	else if (r->arg_pid == -1)
		out_lit(t->s, " /* every process */");
	else if (r->arg_pid == 0)
		out_lit(t->s, " /* the calling thread */");
	out_signed(t->s, ";\narg[2]:\n    int cpu = ", r->arg_cpu, "");
	if (r->arg_cpu == -1)
		out_lit(t->s, " /* every cpu */");
	out_signed(t->s, ";\narg[3]:\n    int group_fd = ",
		   r->arg_group_fd, ";\narg[4]:\n    unsigned long flags = ");
	pa_text_mask(t->s, &pa_flag_bits, r->flags);
	out_lit(t->s, ";\n");
}

/* The log says which kernel function refused; the reason is made in user space. */
static void put_refused(struct pa_text *t)
{
	const struct pa_pmu_name *pmu;
	const char *fn = pa_refused_by(t->r, t->env, &pmu);

	if (!fn)
		return;
	out_lit(t->s, ": refused by ");
	if (pmu)
		out_lit(t->s, "the ");
	out_str(t->s, fn);
	out_lit(t->s, "()");
	if (!pmu)
		return;
	out_lit(t->s, " of PMU ");
	out_escaped(t->s, pmu->name, sizeof(pmu->name));
}

static void put_return(struct pa_text *t)
{
	out_lit(t->s, "return:\n    int fd = ");
	if (t->r->ret >= 0) {
		out_s64(t->s, t->r->ret);
		out_lit(t->s, ";\n");
		return;
	}
	out_lit(t->s, "-1 /* ");
	pa_text_errno(t->s, 0 - (u64)t->r->ret);
	put_refused(t);
	out_lit(t->s, " */;\n");
}

static void put_pmu(struct pa_text *t)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(t->env, t->r->kv.pmu);

	if (!pmu)
		return;
	out_lit(t->s, LABEL("pmu            "));
	out_escaped(t->s, pmu->name, sizeof(pmu->name));
	out_lit(t->s, ", type ");
	/* Up to 6.1 the clock PMUs have no type of their own. */
	out_u64(t->s, pmu->type == ~0U ? t->a.type : pmu->type);
	out_char(t->s, '\n');
}

static void put_event(struct pa_text *t)
{
	const struct pa_kview *kv = &t->r->kv;
	char buf[PA_EVENT_LEN];
	struct out name;

	out_init(&name, buf, sizeof(buf));
	pa_put_event_name(&name, t->r, t->env, &t->a);
	if (!name.len && !(kv->have & PA_KV_EVENT))
		return;
	out_lit(t->s, LABEL("event          "));
	if (name.len)
		out_escaped(t->s, buf, name.len);
	else
		out_lit(t->s, "no name");
	if (kv->have & PA_KV_EVENT) {
		out_number(t->s, ", id ", kv->id, "");
		if (kv->cpu != t->r->arg_cpu)
			out_signed(t->s, ", moved to cpu ", kv->cpu, "");
	}
	out_char(t->s, '\n');
}

/* The hardware configuration that the driver made of the event. */
static void put_hw(struct pa_text *t)
{
	const struct pa_told *told = t->env->told;
	const struct pa_kview *kv = &t->r->kv;

	if (!(kv->have & PA_KV_HWCONFIG))
		return;
	if (kv->have & PA_KV_HWBASE)
		out_lit(t->s, LABEL("hw.config_base "));
	else
		out_lit(t->s, LABEL("hw.config      "));
	out_hex(t->s, kv->hw_config);
	if (told && told->hw_event) {
		out_lit(t->s, " = ");
		out_str(t->s, told->hw_event);
	}
	out_char(t->s, '\n');
	if (!told || !told->counted_by)
		return;
	out_lit(t->s, LABEL("counted by     "));
	out_str(t->s, told->counted_by);
	out_char(t->s, '\n');
}

static bool counts_nanoseconds(const struct pa_text *t)
{
	return t->a.type == PA_TYPE_SOFTWARE &&
	       pa_bits(t->a.word, &pa_fields[PA_FIELD_CONFIG]) <= 1;
}

static void put_sampling(struct pa_text *t)
{
	u64 asked = pa_bits(t->a.word, &pa_fields[PA_FIELD_SAMPLE_PERIOD]);
	u64 freq = 0;

	pa_kattr_get(t->r, PA_FIELD_FREQ, &freq);
	if (!asked) {
		if (!t->brief)
			out_lit(t->s, LABEL("sampling       no, it counts\n"));
		return;
	}
	out_lit(t->s, LABEL("sampling       period "));
	out_u64(t->s, t->r->kv.sample_period);
	if (freq)
		out_number(t->s, " at first, adjusted to ", asked, " Hz");
	else if (counts_nanoseconds(t))
		out_number(t->s, ", every ", t->r->kv.sample_period, " ns");
	out_char(t->s, '\n');
}

/* Symbols of the event's two callbacks, without local_clock and, if brief, the usual handler. */
static void put_callbacks(struct pa_text *t)
{
	const struct pa_env *env = t->env;
	const char *clock = pa_clock_symbol(t->r, env);

	if (env->handler[0] &&
	    (!t->brief || strcmp(env->handler, "perf_event_output_forward"))) {
		out_lit(t->s, LABEL("overflow       "));
		out_escaped(t->s, env->handler, sizeof(env->handler));
		out_char(t->s, '\n');
	}
	if (clock[0] && strcmp(clock, "local_clock")) {
		out_lit(t->s, LABEL("clock          "));
		out_escaped(t->s, clock, PA_NAME_LEN);
		out_char(t->s, '\n');
	}
}

static void put_leader(struct pa_text *t)
{
	const struct pa_leader *l = &t->r->kv.leader;
	const struct pa_pmu_name *pmu = pa_pmu_by_index(t->env, l->pmu);
	char buf[PA_EVENT_LEN];
	struct out name;

	out_lit(t->s, LABEL("leader         "));
	out_init(&name, buf, sizeof(buf));
	if (pa_put_leader_name(&name, &t->r->kv)) {
		out_escaped(t->s, buf, name.len);
	} else {
		out_number(t->s, "type ", l->type, "");
		if (pmu) {
			out_lit(t->s, " (");
			out_escaped(t->s, pmu->name, sizeof(pmu->name));
			out_char(t->s, ')');
		}
		out_lit(t->s, " config ");
		out_hex(t->s, l->config);
	}
	out_number(t->s, ", id ", l->id, ", fd ");
	out_s64(t->s, t->r->arg_group_fd);
	out_char(t->s, '\n');
}

static void put_target(struct pa_text *t)
{
	const struct pa_kview *kv = &t->r->kv;

	if (kv->have & PA_KV_TASK) {
		out_lit(t->s, LABEL("target         "));
		pa_text_comm(t->s, kv->task_comm, kv->task_tgid);
		out_signed(t->s, " tid ", kv->task_pid, "\n");
	}
	if (kv->have & PA_KV_CGROUP) {
		out_lit(t->s, LABEL("cgroup         "));
		out_escaped(t->s, kv->cgroup, sizeof(kv->cgroup));
		out_char(t->s, '\n');
	}
}

static u32 step_depth(const struct pa_step *step)
{
	return step->fn < PA_FN_MAX ? pa_functions[step->fn].depth : 0;
}

/* @calls: the next step is a call made by this one. */
static void put_step(struct pa_text *t, const struct pa_step *step, bool calls)
{
	const struct pa_pmu_name *pmu;

	if (step_depth(step))
		out_lit(t->s, "    ");
	if (step->fn < PA_FN_MAX && pa_functions[step->fn].name.text)
		pa_put_name(t->s, &pa_functions[step->fn].name);
	else
		out_char(t->s, '?');
	if (step->fn == PA_FN_TRY_INIT) {
		pmu = pa_pmu_by_index(t->env, step->pmu);
		out_char(t->s, '(');
		if (pmu)
			out_escaped(t->s, pmu->name, sizeof(pmu->name));
		else
			out_char(t->s, '?');
		out_char(t->s, ')');
	}
	if (step->ret == PA_RET_PENDING) {
		out_lit(t->s, " = ?");
	} else if (step->ret < 0) {
		out_lit(t->s, " = -");
		pa_text_errno(t->s, 0 - (u64)step->ret);
	} else if (!calls) {
		out_lit(t->s, " = 0");
	}
	out_char(t->s, '\n');
}

static void put_path(struct pa_text *t)
{
	const struct pa_kview *kv = &t->r->kv;
	u32 n = kv->nsteps < PA_STEPS ? kv->nsteps : PA_STEPS;
	bool calls;
	u32 i;

	for (i = 0; i < n; i++) {
		if (i)
			out_lit(t->s, PATH_MARGIN);
		else
			out_lit(t->s, LABEL("path           "));
		calls = i + 1 < n && step_depth(&kv->steps[i + 1]) > step_depth(&kv->steps[i]);
		put_step(t, &kv->steps[i], calls);
	}
	if (kv->steps_lost) {
		out_lit(t->s, PATH_MARGIN "and ");
		out_u64(t->s, kv->steps_lost);
		out_lit(t->s, " more that were not kept\n");
	}
}

static noinline_for_stack void put_kernel(struct pa_text *t)
{
	u32 have = t->r->kv.have;

	if (!t->r->have_kview || !have)
		return;
	out_lit(t->s, "kernel:\n");
	put_pmu(t);
	put_event(t);
	put_hw(t);
	if (have & PA_KV_EVENT) {
		put_sampling(t);
		put_callbacks(t);
	}
	if (have & PA_KV_LEADER)
		put_leader(t);
	put_target(t);
	if (have & PA_KV_STAGES)
		put_path(t);
}

/**
 * pa_text_open() - write an open as text, see docs/INTERFACE.md
 * @s:     the buffer
 * @r:     a record of kind PA_RECORD_OPEN; any byte pattern is safe
 * @env:   further input
 * @flags: PA_TEXT_*
 *
 * Context: any; no allocation, no locks, bounded time.
 */
void pa_text_open(struct out *s, const struct pa_record *r, const struct pa_env *env,
		  unsigned int flags)
{
	struct pa_text t;

	pa_text_look(&t, s, r, env, flags);
	out_lit(s, "================perf_event_open() DUMP===================\n");
	/* A call that the module has not recorded has no number, time and caller. */
	if (r->seq)
		put_call(&t);
	put_attr(&t);
	put_args(&t);
	put_return(&t);
	put_kernel(&t);
	if (r->ret >= 0 || env->told)
		return;
	out_number(s, "/* why, and what would work: perfattr show ", r->seq, " */\n");
}

void pa_text_record(struct out *s, const struct pa_record *r, const struct pa_env *env,
		    unsigned int flags)
{
	if (r->kind == PA_RECORD_OPEN)
		pa_text_open(s, r, env, flags);
	else
		pa_text_op(s, r, env, flags);
}
