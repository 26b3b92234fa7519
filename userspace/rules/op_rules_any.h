/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The rules of op_rules_any.c, in the kernel's order; see rules/rule_table.h. */

	/* security_perf_event_read() and security_perf_event_write(), security/security.c */

	RULE("read-security-module", ON("security_perf_event_read", MMAP) | PA_ON_READ, EACCES,
	     policy(c),
	     .text = "a security module (SELinux or a BPF program) does not let the caller read "
		     "this event")

	RULE("ioctl-security-module", ON("security_perf_event_write", IOCTL), EACCES, policy(c),
	     .text = "a security module (SELinux or a BPF program) does not let the caller change "
		     "this event")

	RULE("ioctl-pmu-gone", ON("_perf_ioctl", IOCTL) | PA_ON_LINK, ENODEV, gone(c),
	     .since = "7.2", .sole = true,
	     .text = "the PMU of the event was unregistered: the event counts nothing any more")

	RULE("mmap-pmu-gone", ON("perf_mmap", MMAP), ENODEV, gone(c),
	     .since = "7.2", .sole = true,
	     .text = "the PMU of the event was unregistered: it has no buffer any more")
