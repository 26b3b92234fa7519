// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* perf_uprobe_event_init(), except its check of privilege, which is in rules_trace.c. */
#include "core/names.h"
#include "why/probe.h"
#include "why/rule.h"

static bool uprobe_has_path(const struct pa_case *c)
{
	return c->r->str_kind && c->r->str_len;
}

static u64 ref_ctr_offset(const struct pa_case *c)
{
	return c->config >> 32;
}

static enum pa_verdict uprobe_unaligned(const struct pa_case *c)
{
	u32 align = pa_arch_of(c->arch)->uprobe_align;

	return yes_if(align && get(c, PA_FIELD_CONFIG2) & (align - 1));
}

/* The file as it is now; NULL: not known. */
static const struct pa_uprobe_now *uprobe_now(const struct pa_case *c)
{
	return c->planned ? NULL : pa_probe_uprobe(c);
}

static bool is_regular(const struct pa_case *c)
{
	const struct pa_uprobe_now *now = uprobe_now(c);

	return now && now->kind == PA_KIND_REGULAR;
}

static enum pa_sysfs file_pages(const struct pa_case *c)
{
	const struct pa_uprobe_now *now = uprobe_now(c);

	return now ? now->pages : PA_SYSFS_UNKNOWN;
}

/* Of a regular file. */
static u64 file_size(const struct pa_case *c)
{
	const struct pa_uprobe_now *now = uprobe_now(c);

	return now ? now->size : U64_MAX;
}

static bool lacks_code(const struct pa_case *c)
{
	const struct pa_uprobe_now *now = uprobe_now(c);

	return now && now->code == PA_SYSFS_LACKS;
}

/* Where nothing is there any more, it may have been anything. */
static enum pa_verdict not_a_file(const struct pa_case *c)
{
	const struct pa_uprobe_now *now = uprobe_now(c);

	if (!uprobe_has_path(c) || is_regular(c))
		return PA_NO;
	if (now && !now->error)
		return PA_NOW;
	return maybe_if(!get(c, PA_FIELD_CONFIG2) && !ref_ctr_offset(c));
}

static bool insn_is(const struct pa_case *c, enum pa_insn_why why)
{
	struct pa_insn insn;

	pa_probe_insn(&insn, c);
	return !c->planned && insn.why == why;
}

static bool insn_refused(const struct pa_case *c)
{
	struct pa_insn insn;

	pa_probe_insn(&insn, c);
	return !c->planned && insn.why > PA_INSN_TRAP;
}

#define RULES	"why/rules_uprobe.h"
#define TABLE	pa_rules_uprobe
#include "why/rule_table.h"
