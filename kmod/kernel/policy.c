// SPDX-License-Identifier: GPL-2.0
/*
 * Security modules that may refuse calls. Only SELinux and BPF have hooks for perf events, and
 * their policies can refuse anything, SELinux's with EACCES: there a reason is only probable.
 */
#include "kernel/policy.h"

#include <linux/fs.h>
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/sysfs.h>

#include "kernel/compat.h"
#include "kernel/symbol.h"

static bool policy_selinux;

/*
 * When active, SELinux creates /sys/fs/selinux as a mount point (init_sel_fs(),
 * security/selinux/selinuxfs.c). get_fs_type() would run modprobe if there were no selinuxfs.
 * Without sysfs assume that it is active.
 */
static bool selinux_is_active(void)
{
	struct kernfs_node *folder;

	if (!IS_ENABLED(CONFIG_SYSFS))
		return true;
	folder = sysfs_get_dirent(fs_kobj->sd, "selinux");
	sysfs_put(folder);
	return folder;
}

/*
 * Addresses of the BPF LSM's empty functions, NULL without BPF LSM. A BPF program that is attached
 * to one can refuse calls; attaching turns the nop at its entry into a call.
 */
static const void *policy_bpf[PA_HOOK_MAX];

/* Their code cannot be read: assume a program, so reasons are only probable, never wrong. */
static bool policy_unreadable;

/* Kernel code, which is always there; the kernel may patch it right now. */
static bool __kprobes bpf_program_attached(enum pa_hook hook)
{
	return policy_bpf[hook] && !compat_entry_is_nop(policy_bpf[hook]);
}

static void find_hook(enum pa_hook hook, const char *symbol)
{
	u8 code[COMPAT_HOOK_BYTES];

	policy_bpf[hook] = pa_symbol_address(symbol);
	if (policy_bpf[hook] && copy_from_kernel_nofault(code, policy_bpf[hook], sizeof(code)))
		policy_unreadable = true;
}

/**
 * pa_policy_init() - find out which security modules there are
 *
 * Context: process, may sleep.
 */
void pa_policy_init(void)
{
	policy_selinux = selinux_is_active();
	find_hook(PA_HOOK_OPEN, "bpf_lsm_perf_event_open");
	find_hook(PA_HOOK_READ, "bpf_lsm_perf_event_read");
	find_hook(PA_HOOK_WRITE, "bpf_lsm_perf_event_write");
	find_hook(PA_HOOK_BPF, "bpf_lsm_bpf");
	find_hook(PA_HOOK_PROG, "bpf_lsm_bpf_prog");
}

/**
 * pa_policy_may_refuse() - the security modules that may refuse a call right now
 * @hook: the LSM hook
 *
 * Context: any, atomic.
 * Return: PA_LSM_*.
 */
u8 __kprobes pa_policy_may_refuse(enum pa_hook hook)
{
	u8 lsm = policy_selinux ? PA_LSM_SELINUX : 0;

	if (policy_unreadable || bpf_program_attached(hook))
		lsm |= PA_LSM_BPF;
	return lsm;
}
