/* SPDX-License-Identifier: GPL-2.0 */
/* Facts about a refused call, taken when it returns; as kmod/record/facts.c, which says why. */
#ifndef PERFATTR_BPF_FACTS_H
#define PERFATTR_BPF_FACTS_H

#include "bpf/take_event.h"

#define RLIMIT_NOFILE	7
#define MODE_FORMAT	0170000	/* S_IFMT, S_IFDIR */
#define MODE_FOLDER	0040000
#define REF_DEAD	2	/* __PERCPU_REF_DEAD */
#define LEADER_NEAR	64	/* as in the module */
#define HOOK_BYTES	12

/* Variables and functions of the kernel; where kallsyms has none, their address is 0. */
extern const void __x64_sys_perf_event_open __ksym __weak;
extern const void sysctl_perf_event_paranoid __ksym __weak;
extern const void sysctl_perf_event_sample_rate __ksym __weak;
extern const void sysctl_perf_event_max_stack __ksym __weak;
extern const void kernel_locked_down __ksym __weak;
extern const void __cpu_online_mask __ksym __weak;
extern const void bpf_lsm_perf_event_open __ksym __weak;

static __always_inline bool read_s32(s32 *to, const void *from)
{
	return from && !bpf_probe_read_kernel(to, sizeof(*to), from);
}

/* Return true if a program is attached: the hook then begins with a call instead of a nop. */
static __always_inline bool bpf_program_attached(void)
{
	u8 code[HOOK_BYTES];
	u32 at = 0;

	if (!&bpf_lsm_perf_event_open)
		return false;
	if (bpf_probe_read_kernel(code, sizeof(code), &bpf_lsm_perf_event_open))
		return true;
	if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa)
		at = 4;
	if (at)
		return !(code[4] == 0x0f && code[5] == 0x1f && code[6] == 0x44 && !code[7] &&
			 !code[8]);
	return !(code[0] == 0x0f && code[1] == 0x1f && code[2] == 0x44 && !code[3] && !code[4]);
}

static __noinline void system_facts(struct pa_facts *f)
{
	s32 value;
	u64 lockdown;

	/* If kallsyms has addresses, functions that it lacks do not exist. */
	if (&__x64_sys_perf_event_open) {
		f->lsm = (selinux ? PA_LSM_SELINUX : 0) |
			 (bpf_program_attached() ? PA_LSM_BPF : 0);
		f->have |= PA_F_LSM;
	}
	if (read_s32(&f->paranoid, &sysctl_perf_event_paranoid))
		f->have |= PA_F_PARANOID;
	if (read_s32(&f->max_sample_rate, &sysctl_perf_event_sample_rate))
		f->have |= PA_F_MAX_RATE;
	if (read_s32(&f->max_stack, &sysctl_perf_event_max_stack))
		f->have |= PA_F_MAX_STACK;
	if (read_s32(&value, &kernel_locked_down)) {
		lockdown = (u32)value;
		f->lockdown =
			lockdown >= bpf_core_enum_value(enum lockdown_reason,
							LOCKDOWN_CONFIDENTIALITY_MAX) ? 2 :
			lockdown >= bpf_core_enum_value(enum lockdown_reason,
							LOCKDOWN_INTEGRITY_MAX) ? 1 : 0;
		f->have |= PA_F_LOCKDOWN;
	} else if (f->have & PA_F_PARANOID && !&kernel_locked_down) {
		/* kallsyms has variables, and not this one. */
		f->have |= PA_F_LOCKDOWN;
	}
}

static __noinline void own_facts(struct pa_facts *f, s32 cpu)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	const struct cred *cred = BPF_CORE_READ(task, cred);
	u64 word = 0;

	bpf_core_read(&f->cap_effective, sizeof(f->cap_effective), &cred->cap_effective);
	f->init_userns = !BPF_CORE_READ(cred, user_ns, level);
	f->own_pidns = !!BPF_CORE_READ(task, thread_pid, level);
	f->have |= PA_F_CRED | PA_F_PIDNS;
	f->this_cpu = bpf_get_smp_processor_id();
	if (!cpus || !&__cpu_online_mask)
		return;
	f->nr_cpu_ids = cpus;
	if (cpu >= 0 && (u32)cpu < cpus)
		bpf_probe_read_kernel(&word, sizeof(word),
				      (const u64 *)&__cpu_online_mask + (u32)cpu / 64);
	f->cpu_online = word >> (cpu & 63) & 1;
	f->have |= PA_F_CPU;
}

/* The state of the search for a free descriptor. */
struct search {
	unsigned long *words;
	u64 from;
	u64 end;
	u32 free;
};

static long search_word(u32 i, void *arg)
{
	struct search *s = arg;
	u64 at = s->from / 64 + i, word = ~0ULL;

	if (at * 64 >= s->end)
		return 1;
	bpf_probe_read_kernel(&word, sizeof(word), s->words + at);
	if (!i)
		word |= (1ULL << (s->from & 63)) - 1;
	if (s->end - at * 64 < 64)
		word |= ~0ULL << (s->end - at * 64);
	if (word == ~0ULL)
		return 0;
	s->free = 1;
	return 1;
}

static __noinline void descriptor_facts(struct pa_facts *f)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	u64 limit = BPF_CORE_READ(task, signal, rlim[RLIMIT_NOFILE].rlim_cur), max;
	struct files_struct *files = BPF_CORE_READ(task, files);
	struct fdtable *table = BPF_CORE_READ(files, fdt);
	struct search s = { .from = BPF_CORE_READ(files, next_fd) };
	u32 words;

	f->nofile = limit > 0xffffffff ? 0xffffffff : (u32)limit;
	if (!table)
		return;
	max = BPF_CORE_READ(table, max_fds);
	s.words = BPF_CORE_READ(table, open_fds);
	s.end = limit < max ? limit : max;
	words = s.from < s.end ? (u32)((s.end - s.from) / 64 + 2) : 0;
	/* A full table can grow until it reaches the limit. */
	if (s.end < limit)
		s.free = 1;
	else if (bpf_loop(words, search_word, &s, 0) < 0)
		return;
	f->fd_free = s.free;
	f->have |= PA_F_FD_FREE;
}

/* Compares the task that the leader monitors with the call's target and with the caller. */
static __always_inline void leader_task(struct pa_leader *to, struct perf_event *leader,
					const struct pa_record *rec)
{
	struct perf_event_context *ctx = BPF_CORE_READ(leader, ctx);
	struct task_struct *watched, *task = NULL;

	if (!ctx)
		return;
	watched = BPF_CORE_READ(ctx, task);
	if (rec->arg_pid != -1 && !(rec->flags & FLAG_CGROUP))
		task = task_of(rec->arg_pid);
	to->ctx_same = watched == task;
	to->ctx_own = watched == (struct task_struct *)bpf_get_current_task();
	to->ctx_cpu = !watched;
}

static __always_inline bool fd_is_event(s32 fd, struct perf_event *event)
{
	struct file *file = fd >= 0 ? file_of(fd) : NULL;

	return file && BPF_CORE_READ(file, private_data) == event && file_is_perf(file);
}

struct near {
	struct perf_event *leader;
	s32 fd;
	s32 found;
};

/* Looks for a descriptor of the leader, below the member's and then above it. */
static long search_near(u32 i, void *arg)
{
	struct near *n = arg;
	s32 at = i < LEADER_NEAR ? n->fd - 1 - (s32)i : n->fd + 1 + (s32)i - LEADER_NEAR;

	if (!fd_is_event(at, n->leader))
		return 0;
	n->found = at;
	return 1;
}

static __noinline void group_facts(struct pa_facts *f, const struct pa_record *rec)
{
	struct near n = { .fd = rec->arg_group_fd, .found = -1 };
	struct file *file = file_of(rec->arg_group_fd);
	struct perf_event *event;

	f->have |= PA_F_GROUP_FD;
	f->group_file = file ? PA_FILE_OTHER : PA_FILE_NONE;
	if (!file || !file_is_perf(file))
		return;
	event = BPF_CORE_READ(file, private_data);
	f->group_file = PA_FILE_PERF;
	leader_fill(&f->leader, event);
	leader_task(&f->leader, event, rec);
	if (f->leader.is_leader)
		return;
	n.leader = BPF_CORE_READ(event, group_leader);
	bpf_loop(2 * LEADER_NEAR - 1, search_near, &n, 0);
	if (n.found < 0)
		return;
	f->leader_fd = n.found;
	f->have |= PA_F_LEADER_FD;
}

static __always_inline u8 cgroup_kind(struct inode *folder)
{
	struct kernfs_node *node = BPF_CORE_READ(folder, i_private);
	struct cgroup *cgrp = node ? BPF_CORE_READ(node, priv) : NULL;
	struct cgroup_subsys_state *css = NULL;

	if (!bpf_core_enum_value_exists(enum cgroup_subsys_id, perf_event_cgrp_id))
		return PA_FILE_CGROUP;
	if (!cgrp || BPF_CORE_READ(cgrp, self.refcnt.percpu_count_ptr) & REF_DEAD)
		return PA_FILE_CGROUP_GONE;
	bpf_probe_read_kernel(&css, sizeof(css),
			      &cgrp->subsys[bpf_core_enum_value(enum cgroup_subsys_id,
								perf_event_cgrp_id) & 15]);
	return css ? PA_FILE_CGROUP : PA_FILE_CGROUP_BARE;
}

static __noinline void cgroup_facts(struct pa_facts *f, s32 fd)
{
	struct file *file = file_of(fd);
	struct inode *inode;

	f->have |= PA_F_CGROUP_FD;
	f->cgroup_file = PA_FILE_NONE;
	if (!file)
		return;
	inode = BPF_CORE_READ(file, f_inode);
	f->cgroup_file = PA_FILE_OTHER;
	if (is_cgroup_magic(BPF_CORE_READ(file, f_path.dentry, d_sb, s_magic)) &&
	    (BPF_CORE_READ(inode, i_mode) & MODE_FORMAT) == MODE_FOLDER)
		f->cgroup_file = cgroup_kind(inode);
}

static __always_inline bool same_creds(const struct cred *mine, const struct cred *theirs)
{
	u32 uid = BPF_CORE_READ(mine, uid.val), gid = BPF_CORE_READ(mine, gid.val);

	return uid == BPF_CORE_READ(theirs, euid.val) && uid == BPF_CORE_READ(theirs, suid.val) &&
	       uid == BPF_CORE_READ(theirs, uid.val) && gid == BPF_CORE_READ(theirs, egid.val) &&
	       gid == BPF_CORE_READ(theirs, sgid.val) && gid == BPF_CORE_READ(theirs, gid.val);
}

static __noinline void target_facts(struct pa_facts *f, s32 pid)
{
	struct task_struct *mine = (struct task_struct *)bpf_get_current_task();
	struct task_struct *task = task_of(pid);

	f->have |= PA_F_TARGET;
	f->target_exists = !!task;
	if (task)
		f->target_same_creds = task == mine || same_creds(BPF_CORE_READ(mine, cred),
								  BPF_CORE_READ(task, real_cred));
}

static __always_inline void facts_fill(struct pa_record *rec)
{
	struct pa_facts *f = &rec->facts;

	system_facts(f);
	own_facts(f, rec->arg_cpu);
	descriptor_facts(f);
	if (rec->arg_group_fd != -1)
		group_facts(f, rec);
	if (rec->flags & FLAG_CGROUP)
		cgroup_facts(f, rec->arg_pid);
	else if (rec->arg_pid != -1)
		target_facts(f, rec->arg_pid);
	if (f->have & PA_F_TARGET && !f->target_exists && rec->arg_pid > 0)
		cgroup_facts(f, rec->arg_pid);
	rec->have_facts = 1;
}

#endif /* PERFATTR_BPF_FACTS_H */
