// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The findings, in the order in which they are printed. The one about the paranoid level makes a
 * call whose result the later ones use.
 */
#include "doctor/parts.h"

static const struct {
	const char *name;
	void (*find)(struct doctor *d, struct doctor_finding *f);
} looks[] = {
	{ "kernel", find_kernel },
	{ "place", find_place },
	{ "lockdown", find_lockdown },
	{ "cpus", find_cpus },
	{ "seccomp", find_seccomp },
	{ "user-namespace", find_userns },
	{ "capabilities", find_capabilities },
	{ "paranoid", find_paranoid },
	{ "proc-sys", find_proc_sys },
	{ "own-programs", find_own },
	{ "in-kernel", find_in_kernel },
	{ "cpu-wide", find_cpu_wide },
	{ "hardware", find_hardware },
	{ "counters", find_counters },
	{ "nmi-watchdog", find_watchdog },
	{ "sample-rate", find_sample_rate },
	{ "buffers", find_buffers },
	{ "descriptors", find_descriptors },
	{ "addresses", find_addresses },
	{ "tracefs", find_tracefs },
	{ "module", find_module },
	{ "version", find_version },
};

/**
 * doctor_find() - a finding
 * @d: the examination of this machine
 * @n: its number, from 0
 * @f: receives it; without a text there is nothing to say
 *
 * Return: false if there are no more.
 */
bool doctor_find(struct doctor *d, u32 n, struct doctor_finding *f)
{
	memset(f, 0, sizeof(*f));
	if (n >= ARRAY_SIZE(looks))
		return false;
	f->name = looks[n].name;
	looks[n].find(d, f);
	return true;
}
