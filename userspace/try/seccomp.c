// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* A filter may kill the caller, or hand the call to a supervisor, which may do anything. */
#include "try/try.h"

/**
 * try_filtered() - return whether a seccomp filter may intercept the calls that we make
 * @here: this machine
 *
 * Return: why nothing should be tried, half a sentence; NULL: each call arrives.
 */
const char *try_filtered(const struct env_here *here)
{
	switch (env_here_seccomp(here)) {
	case 0:
		return NULL;
	case -1:
		return "/proc does not say whether a seccomp filter would take the call";
	default:
		return "a seccomp filter is on this process, and may kill it or ask a supervisor";
	}
}
