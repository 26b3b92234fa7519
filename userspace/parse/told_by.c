// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The origin of an error. strace and perf print the kernel's; a program may print a -1 of its own
 * as an errno, and strace can inject errors.
 */
#include "parse/parse.h"

/* Return true if the error is only in the words of a program. */
static bool is_hearsay(const struct paste_call *call)
{
	if (call->form == PASTE_STRACE)
		return false;
	/* perf has printed a -95 of its own behind calls; its sentences have the kernel's. */
	if (call->form == PASTE_PERF)
		return call->r.ret == -EOPNOTSUPP && call->args & PASTE_FLAGS;
	return call->r.ret == -EPERM;
}

/**
 * paste_told_by() - note the origin of the error of a call
 * @call:   the call, with its result
 * @behind: the text behind it in its line, for strace; else empty
 * @len:    its length
 */
void paste_told_by(struct paste_call *call, const char *behind, size_t len)
{
	static const char name[] = "perf_event_open", injected[] = "(INJECTED)";
	/* Two calls may share a line. */
	const char *next = memmem(behind, len, name, sizeof(name) - 1);

	len = next ? (size_t)(next - behind) : len;
	call->by = PASTE_BY_KERNEL;
	if (call->r.ret < 0 && is_hearsay(call))
		call->by = PASTE_BY_PROGRAM;
	if (memmem(behind, len, injected, sizeof(injected) - 1))
		call->by = PASTE_BY_STRACE;
}
