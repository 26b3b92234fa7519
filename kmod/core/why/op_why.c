// SPDX-License-Identifier: GPL-2.0
/*
 * Why an op was refused, or did nothing. The rules of this op that return this errno are evaluated
 * in the kernel's order, as in why.c.
 */
#include "core/why/op_why.h"

#include "core/div.h"
#include "core/why/op_rule.h"
#include "core/why/say.h"

static u32 on_of(const struct pa_record *r)
{
	switch (r->kind) {
	case PA_RECORD_MMAP:
		return PA_ON_MMAP;
	case PA_RECORD_READ:
		return PA_ON_READ;
	case PA_RECORD_POLL:
		return PA_ON_POLL;
	case PA_RECORD_PRCTL:
		return PA_ON_PRCTL;
	case PA_RECORD_IOCTL:
		return PA_ON_IOC(ENABLE) << pa_ioc_of(r);
	default:
		return 0;
	}
}

/* The kernel's parser gets all of a filter; the record may have only its beginning. */
static void filter_look(struct pa_op_case *c)
{
	const struct pa_record *r = c->r;
	const struct pa_trace_facts *t = &c->f->trace;
	u32 len = r->attr_len < PA_ATTR_KEEP ? r->attr_len : PA_ATTR_KEEP;
	struct pa_filter_seen seen = {
		.known = pa_op_has(c, PA_OF_LOOKUPS) && t->looked < U8_MAX,
		.missing = t->missing, .hash = t->hash, .count = t->looked,
	};

	/* The function tracer's own event has another grammar. */
	if (c->on != PA_ON_IOC(SET_FILTER) || !(c->op->have & PA_OP_STR) ||
	    len == PA_ATTR_KEEP || !strncmp(t->name, "ftrace:", 7))
		return;
	pa_filter_look(&c->fault, (const char *)r->attr, strnlen((const char *)r->attr, len),
		       &seen);
}

/* Returns false if there is nothing to explain. */
static bool case_look(struct pa_op_case *c, const struct pa_record *r, const struct pa_env *env)
{
	static const struct pa_op_facts no_facts;
	u32 page = env->kernel ? env->kernel->page_size : 0;

	memset(c, 0, sizeof(*c));
	c->r = r;
	c->env = env;
	c->op = &r->op;
	c->f = r->op.have & PA_OP_FACTS ? &r->op_facts : &no_facts;
	c->pmu = pa_pmu_by_index(env, r->op.pmu);
	c->on = on_of(r);
	c->page = page ? page : 4096;
	c->pages = pa_div(r->op.len, c->page);
	if (r->ret < 0)
		c->err = r->ret < -4095 ? 0 : (u32)-r->ret;
	/* A read that returns something needs no reason. */
	if (!c->on || (r->ret < 0 && !c->err) || (c->on == PA_ON_READ && r->ret > 0))
		return false;
	filter_look(c);
	return true;
}

/* The combined verdicts of the rules. */
struct outcome {
	const struct pa_op_rule *maybe;
	const struct pa_op_rule *rare;
	const struct pa_op_rule *otherwise;
	unsigned int maybes;
};

/* Adds the verdict of @rule. Returns true if it surely holds, which ends the search. */
static bool outcome_add(struct outcome *o, const struct pa_op_case *c,
			const struct pa_op_rule *rule)
{
	switch (rule->holds(c)) {
	case PA_YES:
		return true;
	case PA_MAYBE:
		if (!o->maybes++)
			o->maybe = rule;
		return false;
	case PA_RARE:
		o->rare = o->rare ? o->rare : rule;
		return false;
	case PA_ELSE:
		o->otherwise = rule;
		return false;
	default:
		return false;
	}
}

/* No rule surely holds. What is left is certain only where nothing else returns this errno. */
static const struct pa_op_rule *outcome_left(const struct outcome *o, bool *certain)
{
	*certain = false;
	if (o->maybes == 1) {
		*certain = o->maybe->sole && !o->rare;
		return o->maybe;
	}
	if (o->otherwise || o->maybes)
		return o->otherwise;
	return o->rare;
}

static const struct pa_op_rule *find_rule(const struct pa_op_case *c, bool *certain)
{
	const struct pa_op_rule *rule;
	struct outcome o = {};
	unsigned int i;

	for (i = 0; (rule = pa_op_rule_number(i)); i++) {
		if (!(rule->on & c->on) || rule->err != c->err)
			continue;
		if (outcome_add(&o, c, rule)) {
			*certain = !o.maybes;
			return rule;
		}
	}
	return outcome_left(&o, certain);
}

/* SELinux refuses with EACCES, a BPF program with any errno. */
static bool may_be_policy(const struct pa_op_case *c)
{
	if (!c->err || !pa_op_known(c))
		return c->err;
	return pa_op_has(c, PA_OF_BPF_LSM) || (c->err == EACCES && pa_op_has(c, PA_OF_SELINUX));
}

/* The first rule at these sites of an open that surely refuses an attr with this errno. */
static const struct pa_rule *attr_rule(const struct pa_case *c)
{
	const struct pa_rule *rule;
	unsigned int i;

	for (i = 0; (rule = pa_rule_number(i)); i++)
		if (pa_rule_is_here(c, rule) && rule->err == c->err &&
		    pa_rule_ask(c, rule) == PA_YES)
			return rule;
	return NULL;
}

/*
 * MODIFY_ATTRIBUTES: perf_copy_attr() checks the attr as in an open, and so does
 * hw_breakpoint_parse(), once the type is right.
 */
static noinline_for_stack bool attr_reason(const struct pa_op_case *op, struct pa_why *why)
{
	const struct pa_rule *rule;
	struct pa_case c;

	if (op->on != PA_ON_IOC(MODIFY_ATTRIBUTES) || !op->err ||
	    !pa_case_look(&c, op->r, op->env))
		return false;
	c.call.flags = 0;
	c.call.pid = pa_op_has(op, PA_OF_TASK) ? 0 : -1;
	c.call.cpu = op->f->cpu;
	c.call.group_fd = -1;
	pa_case_refresh(&c);
	c.sites = PA_AT(COPY);
	rule = attr_rule(&c);
	if (!rule && c.type == op->op->type && c.type == PA_TYPE_BREAKPOINT) {
		c.sites = PA_AT(INIT);
		c.kind = PA_PMU_BREAKPOINT;
		rule = attr_rule(&c);
	}
	if (!rule)
		return false;
	why->rule = rule->id;
	why->certain = !may_be_policy(op);
	pa_why_say(&c, rule, why);
	return true;
}

bool pa_op_explain(const struct pa_record *r, const struct pa_env *env, struct pa_why *why)
{
	const struct pa_op_rule *rule;
	struct pa_op_case c;
	bool certain;

	if (!case_look(&c, r, env))
		return false;
	memset(why, 0, sizeof(*why));
	if (attr_reason(&c, why))
		return true;
	rule = find_rule(&c, &certain);
	if (!rule)
		return false;
	why->certain = certain && !may_be_policy(&c);
	pa_op_say(&c, rule, why);
	/* If another check has refused the op, that is still there. */
	why->opens = why->opens && why->certain;
	return true;
}
