// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Derives the facts that the rules of ops need from the record. */
#include "rules/rule.h"

static u32 on_of(const struct pa_record *r)
{
	static const u32 on[] = {
		[PA_RECORD_MMAP] = PA_ON_MMAP, [PA_RECORD_READ] = PA_ON_READ,
		[PA_RECORD_POLL] = PA_ON_POLL, [PA_RECORD_PRCTL] = PA_ON_PRCTL,
	};

	if (r->kind == PA_RECORD_IOCTL)
		return PA_ON_IOC(ENABLE) << pa_ioc_of(r);
	if (r->kind == PA_RECORD_BPF)
		return r->op.cmd == PA_BPF_LINK_UPDATE ? PA_ON_UPDATE : PA_ON_LINK;
	return r->kind < ARRAY_SIZE(on) ? on[r->kind] : 0;
}

/* The kernel's parser gets all of a filter; the record may have only its beginning. */
static void filter_look(struct pa_case *c)
{
	const struct pa_record *r = c->r;
	const struct pa_trace_facts *t = &c->of->trace;
	u32 len = r->attr_len < PA_ATTR_KEEP ? r->attr_len : PA_ATTR_KEEP;
	struct pa_filter_seen seen = {
		.known = pa_op_has(c, PA_OF_LOOKUPS) && t->looked < U8_MAX,
		.missing = t->missing, .hash = t->hash, .count = t->looked,
	};

	/* The function tracer's own event has another grammar. */
	if (c->sites != PA_ON_IOC(SET_FILTER) || !(c->op->have & PA_OP_STR) ||
	    len == PA_ATTR_KEEP || !strncmp(t->name, "ftrace:", 7))
		return;
	pa_filter_look(&c->fault, (const char *)r->attr, strnlen((const char *)r->attr, len),
		       &seen);
}

/**
 * pa_op_case_look() - prepare an op for the rules
 * @c:   filled in
 * @r:   the record
 * @env: further input
 *
 * Context: any. Return: false if there is nothing to explain.
 */
bool pa_op_case_look(struct pa_case *c, const struct pa_record *r, const struct pa_env *env)
{
	static const struct pa_op_facts no_facts;
	u32 page = env->kernel ? env->kernel->page_size : 0;

	memset(c, 0, sizeof(*c));
	c->r = r;
	c->env = env;
	c->op = &r->op;
	c->of = r->op.have & PA_OP_FACTS ? &r->op_facts : &no_facts;
	c->pmu = pa_pmu_by_index(env, r->op.pmu);
	c->sites = on_of(r);
	c->path_whole = true;
	c->k_known = page;
	c->page = page ? page : 4096;
	/* mmap() rounds the length up to whole pages. */
	c->pages = r->op.len ? pa_div(r->op.len - 1, c->page) + 1 : 0;
	if (r->ret < 0)
		c->err = r->ret < -4095 ? 0 : (u32)-r->ret;
	/* A read that returns something needs no reason. */
	if (!c->sites || (r->ret < 0 && !c->err) || (c->sites == PA_ON_READ && r->ret > 0))
		return false;
	filter_look(c);
	return true;
}
