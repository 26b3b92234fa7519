// SPDX-License-Identifier: GPL-2.0
/*
 * Shares of the kretprobe instances on the system call.
 *
 * A call holds its instance until it returns, and a process can make it wait for as long as it
 * likes: for a page of its attr, which it provides itself by FUSE or userfaultfd, before the kernel
 * checks any permission. Without a limit any user could take all instances, and no call of anybody
 * would be recorded.
 *
 * So all callers but root of the initial user namespace hold at most three quarters together, and
 * those of one uid at most a quarter: user namespaces give a user many uids, hence the first limit.
 * The probes on the 64-bit and on the 32-bit entry have instances each, which are counted together.
 */
#include "hook/share.h"

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/random.h>

#include "record/count.h"

/* Marks the shares of this load: above the bits of a slot; never 0 there. */
u32 pa_share_tag;

static u32 share_factor;
static unsigned int share_of_users;
static unsigned int share_of_uid;
static atomic_t share_held;
static atomic_t share_held_by[PA_SHARE_SLOTS];
static u32 share_last_uid = (u32)-1;

/**
 * pa_share_init() - set the limits, before any probe is registered
 * @calls: instances of each probe on the system call
 *
 * Each limit is at least 1. Which uids share a slot differs in each load.
 *
 * Context: process.
 */
void pa_share_init(unsigned int calls)
{
	share_of_users = max(calls * 3 / 4, 1U);
	share_of_uid = max(calls / 4, 1U);
	share_factor = get_random_u32() | 1;
	pa_share_tag = (get_random_u32() | PA_SHARE_SLOTS) & ~(PA_SHARE_SLOTS - 1);
}

static bool __kprobes share_refused(u32 uid)
{
	WRITE_ONCE(share_last_uid, uid);
	this_cpu_inc(pa_count_tally.over_share);
	return false;
}

/**
 * pa_share_take_of_user() - slow path of pa_share_take(): the caller is not root
 * @call: the open
 *
 * Context: probe handler, lock-free.
 * Return: as pa_share_take(). If false, the call is counted with its uid.
 */
bool __kprobes pa_share_take_of_user(struct pa_open *call)
{
	u32 slot = call->rec.uid * share_factor >> (32 - ilog2(PA_SHARE_SLOTS));

	if (atomic_inc_return(&share_held) > share_of_users) {
		atomic_dec(&share_held);
		return share_refused(call->rec.uid);
	}
	if (atomic_inc_return(&share_held_by[slot]) > share_of_uid) {
		atomic_dec(&share_held_by[slot]);
		atomic_dec(&share_held);
		return share_refused(call->rec.uid);
	}
	call->share = pa_share_tag | slot;
	return true;
}

/**
 * pa_share_give_back() - slow path of pa_share_give(): the caller was not root
 * @call: the open
 *
 * Context: probe handler, lock-free.
 */
void __kprobes pa_share_give_back(struct pa_open *call)
{
	atomic_dec(&share_held_by[call->share % PA_SHARE_SLOTS]);
	atomic_dec(&share_held);
	call->share = 0;
}

/**
 * pa_share_last_uid() - the uid of the last call that was above its share
 *
 * Context: any. Return: its uid in the initial user namespace; (u32)-1 if there was none.
 */
u64 pa_share_last_uid(void)
{
	return READ_ONCE(share_last_uid);
}
