// SPDX-License-Identifier: GPL-2.0
/* perf_uprobe_event_init(), except its check of privilege, which is in rules_trace.c. */
#include "core/why/rule.h"

/* perf_uprobe_event_init() */

static enum pa_verdict uprobe_no_path(const struct pa_case *c)
{
	return yes_if(!get(c, PA_FIELD_CONFIG1));
}

static const struct pa_rule uprobe_path_null_rule = {
	.id = "uprobe-path-null", .in = "perf_uprobe_init", .err = EINVAL, .sites = PA_AT(INIT),
	.kinds = PA_OF(UPROBE), .holds = uprobe_no_path, .field = "uprobe_path",
	.text = "uprobe_path is NULL",
};

static const struct pa_rule uprobe_path_unreadable_rule = {
	.id = "uprobe-path-unreadable", .in = "perf_uprobe_init", .err = EFAULT,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = probe_no_string, .sole = true,
	.field = "uprobe_path",
	.text = "uprobe_path points to no readable string",
};

static const struct pa_rule uprobe_path_too_long_rule = {
	.id = "uprobe-path-too-long", .in = "perf_uprobe_init", .err = E2BIG,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = probe_no_string, .sole = true,
	.field = "uprobe_path",
	.text = "uprobe_path is longer than 4095 characters",
};

static enum pa_verdict uprobe_path_empty(const struct pa_case *c)
{
	if (!get(c, PA_FIELD_CONFIG1))
		return PA_NO;
	return c->r->str_kind ? yes_if(!c->r->str_len) : PA_MAYBE;
}

static const struct pa_rule uprobe_path_empty_rule = {
	.id = "uprobe-path-empty", .in = "perf_uprobe_init", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_path_empty,
	.field = "uprobe_path",
	.text = "uprobe_path is an empty string",
};

static enum pa_verdict uprobe_no_file(const struct pa_case *c)
{
	return maybe_if(pmu_is_own(c));
}

static const struct pa_rule uprobe_path_missing_rule = {
	.id = "uprobe-path-missing", .in = "create_local_trace_uprobe", .err = ENOENT,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_no_file, .sole = true,
	.field = "uprobe_path",
	.text = "there is no file[ {string}]",
};

static const struct pa_rule uprobe_path_not_dir_rule = {
	.id = "uprobe-path-not-dir", .in = "create_local_trace_uprobe", .err = ENOTDIR,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = always_maybe, .sole = true,
	.field = "uprobe_path",
	.text = "a part of the path[ {string}] is no directory",
};

static const struct pa_rule uprobe_path_denied_rule = {
	.id = "uprobe-path-denied", .in = "create_local_trace_uprobe", .err = EACCES,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = always_maybe,
	.field = "uprobe_path",
	.text = "no permission to look up[ {string}]",
};

static const struct pa_rule uprobe_path_loop_rule = {
	.id = "uprobe-path-loop", .in = "create_local_trace_uprobe", .err = ELOOP,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = always_maybe, .sole = true,
	.field = "uprobe_path",
	.text = "too many symbolic links in[ {string}]",
};

static bool uprobe_has_path(const struct pa_case *c)
{
	return c->r->str_kind && c->r->str_len;
}

static u64 ref_ctr_offset(const struct pa_case *c)
{
	return c->config >> 32;
}

static enum pa_verdict uprobe_not_file(const struct pa_case *c)
{
	return maybe_if(uprobe_has_path(c) && !get(c, PA_FIELD_CONFIG2) && !ref_ctr_offset(c));
}

static const struct pa_rule uprobe_not_a_file_rule = {
	.id = "uprobe-not-a-file", .in = "create_local_trace_uprobe", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_not_file,
	.field = "uprobe_path",
	.text = "{string} is no regular file",
};

static enum pa_verdict uprobe_not_file_offset(const struct pa_case *c)
{
	return maybe_if(uprobe_has_path(c) && get(c, PA_FIELD_CONFIG2) && !ref_ctr_offset(c));
}

static const struct pa_rule uprobe_file_or_offset_rule = {
	.id = "uprobe-file-or-offset", .in = "uprobe_register", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_not_file_offset,
	.field = "uprobe_path",
	.text = "{string} is no regular file, or probe_offset {#probe_offset} is beyond its end",
};

static const struct pa_rule uprobe_file_unreadable_rule = {
	.id = "uprobe-file-unreadable", .in = "uprobe_register", .err = EIO,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = always_maybe, .luck = true,
	.field = "uprobe_path",
	.text = "the file system of[ {string}] cannot read its pages",
};

static enum pa_verdict uprobe_unaligned(const struct pa_case *c)
{
	u32 align = pa_arch_of(c->k->arch)->uprobe_align;

	return yes_if(align && get(c, PA_FIELD_CONFIG2) & (align - 1));
}

static const struct pa_rule uprobe_offset_unaligned_rule = {
	.id = "uprobe-offset-unaligned", .in = "uprobe_register", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_unaligned,
	.field = "probe_offset",
	.text = "probe_offset {#probe_offset} is no multiple of 4",
	.fix = "probe_offset&~3",
};

static enum pa_verdict uprobe_ref_odd(const struct pa_case *c)
{
	return yes_if(ref_ctr_offset(c) & 1);
}

static const struct pa_rule uprobe_ref_ctr_unaligned_rule = {
	.id = "uprobe-ref-ctr-unaligned", .in = "uprobe_register", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_ref_odd,
	.field = "config",
	.text = "the reference counter's offset, the upper half of config, is odd",
	.fix = "config&1",
};

/* alloc_uprobe(): all uprobes at one address must have the same reference counter offset. */
static enum pa_verdict uprobe_ref_differs(const struct pa_case *c)
{
	if (!uprobe_has_path(c))
		return PA_NO;
	return ref_ctr_offset(c) ? PA_MAYBE : PA_RARE;
}

static const struct pa_rule uprobe_ref_ctr_differs_rule = {
	.id = "uprobe-ref-ctr-differs", .in = "uprobe_register", .err = EINVAL,
	.sites = PA_AT(INIT), .kinds = PA_OF(UPROBE), .holds = uprobe_ref_differs,
	.field = "config",
	.text = "a uprobe is there with another reference counter than config has, or {string} "
		"is no regular file, or probe_offset {#probe_offset} is beyond its end",
};

/* In the order in which the kernel checks. */
const struct pa_rule *const pa_rules_uprobe[] = {
	&uprobe_path_null_rule,
	&uprobe_path_unreadable_rule,
	&uprobe_path_too_long_rule,
	&uprobe_path_empty_rule,
	&uprobe_path_missing_rule,
	&uprobe_path_not_dir_rule,
	&uprobe_path_denied_rule,
	&uprobe_path_loop_rule,
	&uprobe_not_a_file_rule,
	&uprobe_file_or_offset_rule,
	&uprobe_file_unreadable_rule,
	&uprobe_offset_unaligned_rule,
	&uprobe_ref_ctr_unaligned_rule,
	&uprobe_ref_ctr_differs_rule,
	NULL
};
