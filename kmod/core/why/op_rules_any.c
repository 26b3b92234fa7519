// SPDX-License-Identifier: GPL-2.0
/* What every op on an event checks first, and what the others have in common. */
#include "core/why/op_rule.h"

/* security_perf_event_read() and security_perf_event_write(), security/security.c */

static enum pa_verdict policy(const struct pa_op_case *c)
{
	return maybe_if(!pa_op_known(c) || pa_op_has(c, PA_OF_SELINUX) ||
			pa_op_has(c, PA_OF_BPF_LSM));
}

static const struct pa_op_rule policy_rule = {
	.id = "read-security-module", .err = EACCES, .in = "security_perf_event_read",
	.on = PA_ON_MMAP | PA_ON_READ, .holds = policy,
	.text = "a security module (SELinux or a BPF program) does not let the caller read this "
		"event",
};

static const struct pa_op_rule policy_write_rule = {
	.id = "ioctl-security-module", .err = EACCES, .in = "security_perf_event_write",
	.on = PA_ON_IOCTL, .holds = policy,
	.text = "a security module (SELinux or a BPF program) does not let the caller change "
		"this event",
};

static enum pa_verdict gone(const struct pa_op_case *c)
{
	return pa_op_if(c, c->f->state <= PA_STATE_REVOKED);
}

static const struct pa_op_rule gone_rule = {
	.id = "ioctl-pmu-gone", .err = ENODEV, .in = "_perf_ioctl", .on = PA_ON_IOCTL,
	.holds = gone, .sole = true, .since = "7.2",
	.text = "the PMU of the event was unregistered: the event counts nothing any more",
};

static const struct pa_op_rule gone_map_rule = {
	.id = "mmap-pmu-gone", .err = ENODEV, .in = "perf_mmap", .on = PA_ON_MMAP,
	.holds = gone, .sole = true, .since = "7.2",
	.text = "the PMU of the event was unregistered: it has no buffer any more",
};

const struct pa_op_rule *const pa_op_rules_any[] = {
	&policy_rule,
	&policy_write_rule,
	&gone_rule,
	&gone_map_rule,
	NULL
};
