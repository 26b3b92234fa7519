// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * perf_kprobe_event_init(), except its check of privilege, which is in rules_trace.c.
 *
 * The kernel looks at its own lists. Files show these lists at the time when the record is shown: a
 * reason that depends on them may be wrong (PA_NOW), as a module may have come or gone since.
 */
#include "rules/rule.h"

#define RETPROBE	1	/* config: the format "retprobe" of the PMU */
#define BTI_SITE	8	/* arm64: the tracer's place is behind one instruction, or two */

/* perf_kprobe_init() treats an empty name as no name, and uses kprobe_addr. */
static bool kprobe_has_name(const struct pa_case *c)
{
	return get(c, PA_FIELD_CONFIG1) && !(c->r->str_kind && !c->r->str_len);
}

/* All 0 if nothing is known. */
static const struct pa_kprobe_now *kprobe_now(const struct pa_case *c)
{
	static const struct pa_kprobe_now nothing;
	const struct pa_kprobe_now *now = c->planned ? NULL : pa_probe_kprobe(c);

	return now ? now : &nothing;
}

/* Return true if the offset leads out of the named symbol. */
static bool kprobe_moved(const struct pa_case *c)
{
	return kprobe_now(c)->known && get(c, PA_FIELD_CONFIG2);
}

/*
 * Without an offset nothing but the name can be at fault. With one it depends on whether there is a
 * symbol.
 */
static enum pa_verdict func_missing(const struct pa_case *c)
{
	const struct pa_kprobe_now *now = kprobe_now(c);

	if (!pmu_is_own(c) || !kprobe_has_name(c))
		return PA_NO;
	if (!get(c, PA_FIELD_CONFIG2))
		return PA_MAYBE;
	return now_if(now->known && !now->symbols);
}

/* On x86 kprobes are there; on arm64 the place follows `bti c` or is the second instruction. */
static bool on_ftrace_place(const struct pa_case *c)
{
	const struct pa_kprobe_now *now = kprobe_now(c);

	return c->arch == PA_ABI_ARM64 && now->traced == PA_SYSFS_HAS && now->offset &&
	       now->offset <= BTI_SITE && !(now->offset & 3);
}

#define RULES	rules_kprobe
#include "rules/rule_table.h"
