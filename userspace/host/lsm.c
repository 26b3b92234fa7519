// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Finds the active security modules: they may refuse calls that perf itself would not. */
#include "host/parts.h"

#define LIST_MAX	512

static bool has_name(const char *list, const char *name)
{
	size_t len = strlen(name);
	const char *at;

	for (at = list; (at = strstr(at, name)); at += len)
		if ((at == list || at[-1] == ',') && (at[len] == ',' || !at[len]))
			return true;
	return false;
}

/**
 * env_here_selinux() - return true if SELinux is active: its policy decides who may use events
 * @here:   this machine
 * @active: receives the answer
 *
 * When it starts it makes a folder, and mounts a file system of its own there.
 *
 * Return: false if that is not known.
 */
bool env_here_selinux(const struct env_here *here, bool *active)
{
	const struct env_root any = { .fd = here->sysfs.fd };
	bool is_sysfs;

	/* If /sys is not a sysfs, a missing fs/selinux proves nothing. */
	if (!env_exists(&here->sysfs, "fs", &is_sysfs) || !is_sysfs)
		return false;
	return env_exists(&any, "fs/selinux", active);
}

/**
 * env_here_bpf() - return true if BPF programs may refuse calls as a security module does
 * @here: this machine
 * @may:  receives the answer
 *
 * Return: false if that is not known.
 */
bool env_here_bpf(const struct env_here *here, bool *may)
{
	/* A file system of its own is mounted there. */
	const struct env_root any = { .fd = here->sysfs.fd };
	char list[LIST_MAX];

	if (env_read(&any, "kernel/security/lsm", list, sizeof(list)))
		return false;
	*may = has_name(env_trim(list), "bpf");
	return true;
}
