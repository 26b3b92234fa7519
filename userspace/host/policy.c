// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Finds out whether a security module may refuse perf_event_open(). Among the kernel's own, SELinux
 * has a policy for it, and a BPF program may be attached there, as to any function that may refuse.
 */
#include <linux/bpf.h>
#include <sys/syscall.h>

#include "host/parts.h"

/* Reads about the program or link of an id. Returns false with errno ENOENT if there is none. */
static bool info_of(int get, u32 id, void *info, u32 size)
{
	union bpf_attr attr = { .prog_id = id };
	long fd = syscall(SYS_bpf, get, &attr, sizeof(attr));
	bool told;

	if (fd < 0)
		return false;
	attr = (union bpf_attr){ .info.bpf_fd = (u32)fd };
	attr.info.info_len = size;
	attr.info.info = (u64)(uintptr_t)info;
	told = !syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr));
	close((int)fd);
	errno = EIO;
	return told;
}

/* Return true if the link is of a program that runs before or after a function, read-only. */
static bool only_looks(u32 id, u32 program)
{
	struct bpf_link_info info = { .type = BPF_LINK_TYPE_UNSPEC };

	return info_of(BPF_LINK_GET_FD_BY_ID, id, &info, sizeof(info)) &&
	       info.type == BPF_LINK_TYPE_TRACING && info.prog_id == program &&
	       (info.tracing.attach_type == BPF_TRACE_FENTRY ||
		info.tracing.attach_type == BPF_TRACE_FEXIT);
}

/* Hands out the ids of programs or links until @fn returns true; errno says why they end. */
static bool any_id(int next, bool (*fn)(u32 id, u32 program), u32 program)
{
	union bpf_attr attr = { .start_id = 0 };
	u32 id;

	while (!syscall(SYS_bpf, next, &attr, sizeof(attr))) {
		id = attr.next_id;
		if (fn(id, program))
			return true;
		memset(&attr, 0, sizeof(attr));
		attr.start_id = id;
	}
	return false;
}

/*
 * Return true unless this program surely cannot refuse: it does not change the result of a
 * function, or only looks, as perfattr-bpf's do, which its links show.
 */
static bool is_harmful(u32 id, u32 unused)
{
	struct bpf_prog_info info = { .type = BPF_PROG_TYPE_LSM };

	if (!info_of(BPF_PROG_GET_FD_BY_ID, id, &info, sizeof(info)))
		return errno != ENOENT;
	return info.type == BPF_PROG_TYPE_LSM ||
	       (info.type == BPF_PROG_TYPE_TRACING &&
		!any_id(BPF_LINK_GET_NEXT_ID, only_looks, info.id));
}

static bool no_program(void)
{
	/* Only root may know; a kernel that does not have this has no programs. */
	return !any_id(BPF_PROG_GET_NEXT_ID, is_harmful, 0) &&
	       (errno == ENOENT || errno == ENOSYS);
}

/**
 * env_no_policy() - return true if surely no policy refuses perf_event_open()
 * @here: this machine
 *
 * It is looked for again after a second.
 */
bool env_no_policy(struct env_here *here)
{
	u64 now = env_clock();
	bool selinux;

	if (here->policy_at && now - here->policy_at < ENV_OLD_NS)
		return here->no_policy;
	here->policy_at = now;
	here->no_policy = env_here_selinux(here, &selinux) && !selinux && no_program();
	return here->no_policy;
}
