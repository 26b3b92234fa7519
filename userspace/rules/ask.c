// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Lists the facts about its PMU that would help to explain a refused call. */
#include "rules/ask.h"

#include "rules/hw_event.h"
#include "rules/rule.h"

static void ask_cpus(struct pa_ask *ask, const struct pa_case *c)
{
	ask->exact = true;
	/* On a hybrid machine each kind of cpu has a PMU of its own. */
	if (1u << c->kind & PA_OF_CPUS && !pa_case_serves_all(c)) {
		ask->cpus = "cpus";
	} else if (c->traits && c->traits->not_served) {
		ask->cpus = c->traits->cpus;
	} else if (c->has_caps && c->ctx_nr == CTX_INVALID) {
		ask->cpus = "cpumask";
		ask->exact = false;
	}
}

/**
 * pa_why_ask() - list what should be looked up before pa_explain()
 * @ask: filled in
 * @c:   the call, as pa_case_look() sees it, and pa_case_assume_pmu() if its path is not known
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: false if nothing would help.
 */
bool pa_why_ask(struct pa_ask *ask, const struct pa_case *c)
{
	memset(ask, 0, sizeof(*ask));
	ask->pmu = pa_case_pmu(c);
	if (!ask->pmu)
		return false;
	ask_cpus(ask, c);
	if (c->traits && c->traits->usual != (s64)(c->config & c->traits->id))
		ask->event = pa_traits_event(c->traits, c->config);
	ask->caps = c->kind == PA_PMU_X86 && (pa_case_get(c, PA_FIELD_PRECISE_IP) ||
					      c->sample_type & PA_SAMPLE_BRANCH_STACK);
	return ask->event || ask->cpus || ask->caps;
}

/**
 * pa_ask_probe_name() - return true if the name helps that the compiler has given a function
 * @r: any record
 *
 * Return: true for a kprobe whose function has no symbol; @r->str is its name.
 */
bool pa_ask_probe_name(const struct pa_record *r)
{
	return r->kind == PA_RECORD_OPEN && r->ret == -ENOENT && r->str_kind == 1 && r->str_len &&
	       r->str_len < PA_NAME_LEN - sizeof(".constprop.0") &&
	       !memchr(r->str, ':', r->str_len) && !memchr(r->str, '.', r->str_len);
}

/**
 * pa_ask_kprobe() - return true if it helps to know where a kprobe would be
 * @c: the call
 *
 * Return: true for a refused kprobe; its str is the name of its function.
 */
bool pa_ask_kprobe(const struct pa_case *c)
{
	const struct pa_record *r = c->r;

	return c->kind == PA_PMU_KPROBE && c->sites & PA_AT(INIT) && r->str_kind == 1 &&
	       r->str_len && r->str_len < PA_STR_LEN &&
	       (c->err == ENOENT || c->err == EINVAL || c->err == EADDRNOTAVAIL ||
		c->err == EOPNOTSUPP);
}

/**
 * pa_ask_trace() - return true if it helps to know in which mode the trace event of a call happens
 * @r: any record
 *
 * Return: true if the call, or the plan for a call that lacks a privilege, excludes the kernel. For
 * a call that has opened, only if the event is known by its name.
 */
bool pa_ask_trace(const struct pa_record *r)
{
	if (r->kind != PA_RECORD_OPEN || r->attr_len < PA_OFF_FLAGS + sizeof(u64) ||
	    (r->ret >= 0 && !(r->have_kview && r->kv.have & PA_KV_NAME)))
		return false;
	return pa_attr_get(r, PA_FIELD_TYPE) == PA_TYPE_TRACEPOINT &&
	       (r->ret == -EACCES || r->ret == -EPERM ||
		pa_attr_get(r, PA_FIELD_EXCLUDE_KERNEL));
}

/**
 * pa_ask_cgroup() - return true if it helps to know the path of a cgroup
 * @r: any record
 *
 * Return: true for a refused call whose pid was the descriptor of a cgroup, unless the kernel made
 * an event first: then the record has the path.
 */
bool pa_ask_cgroup(const struct pa_record *r)
{
	if (r->kind != PA_RECORD_OPEN || r->ret >= 0 || r->arg_pid < 0 || !r->have_facts ||
	    !(r->facts.have & PA_F_CGROUP_FD) ||
	    (r->have_kview && r->kv.have & PA_KV_CGROUP))
		return false;
	if (r->facts.cgroup_file == PA_FILE_CGROUP)
		return true;
	return r->flags & PA_FLAG_PID_CGROUP && (r->facts.cgroup_file == PA_FILE_CGROUP_GONE ||
						 r->facts.cgroup_file == PA_FILE_CGROUP_BARE);
}

/**
 * pa_held_asks() - return true if the refusal of an open depends on other open events
 * @ask: receives on which
 * @r:   the record
 * @env: further input
 *
 * Costs as much as a reason for the errnos of such rules, else nothing.
 *
 * Context: any; no allocation, no locks, bounded time.
 * Return: also false if the event that the call asked for is not known.
 */
bool pa_held_asks(struct pa_held_ask *ask, const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_rule *rule;
	struct pa_case c;
	bool certain;

	if (r->kind != PA_RECORD_OPEN || (r->ret != -EBUSY && r->ret != -ENOSPC))
		return false;
	rule = pa_why_rule(&c, r, env, &certain);
	if (!rule || !rule->held)
		return false;
	memset(ask, 0, sizeof(*ask));
	ask->kind = rule->held;
	ask->pmu = (u16)pa_case_pmu(&c);
	ask->bp_type = (u8)pa_case_get(&c, PA_FIELD_BP_TYPE);
	ask->mixed = c.arch == PA_ABI_X86_64;
	ask->task = c.task;
	if (c.task)
		ask->tid = r->have_kview && r->kv.have & PA_KV_TASK ? r->kv.task_pid :
			   r->arg_pid ? 0 : r->tid;
	if (ask->kind != PA_HELD_REGISTERS && !ask->pmu)
		return false;
	if (ask->kind == PA_HELD_OTHER_WAY)
		return true;
	return pa_case_event_cpu(&c, &ask->cpu) && (!c.task || ask->tid);
}

/**
 * pa_ask_any() - return true if any member of struct pa_now would help to explain a record
 * @r:   any record
 * @env: further input
 */
bool pa_ask_any(const struct pa_record *r, const struct pa_env *env)
{
	struct pa_held_ask held;
	struct pa_ask ask;
	struct pa_case c;

	if (r->kind != PA_RECORD_OPEN)
		return false;
	if (pa_ask_trace(r))
		return true;
	if (r->ret >= 0)
		return pa_hw_wants_format(r, env);
	if (pa_ask_probe_name(r) || pa_ask_cgroup(r))
		return true;
	pa_case_look(&c, r, env);
	return pa_ask_kprobe(&c) || (r->have_kview && pa_why_ask(&ask, &c)) ||
	       pa_held_asks(&held, r, env);
}
