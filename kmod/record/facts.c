// SPDX-License-Identifier: GPL-2.0
/*
 * Facts about the system at the moment of a call.
 *
 * pa_facts_fill() runs only when a call was refused. It takes no sleeping lock; RCU protects the
 * tasks that it looks at, a reference the files.
 */
#include "record/facts.h"

#include <linux/cgroup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/fdtable.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/kernfs.h>
#include <linux/magic.h>
#include <linux/nospec.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/trace_events.h>
#include <linux/random.h>
#include <linux/utsname.h>
#include <linux/user_namespace.h>

#include "core/attr.h"
#include "kernel/compat.h"
#include "kernel/kvar.h"
#include "kernel/policy.h"
#include "record/caller.h"
#include "record/event.h"

static struct pa_kernel facts_kernel;
static u32 facts_kprobe_type;
static u32 facts_uprobe_type;

/*
 * irq_work_exit is the only trace event whose TRACE_EVENT_PERF_PERM() forbids sampling: a sample
 * raises an irq_work, which would hit the event again (arch/x86/include/asm/trace/irq_vectors.h).
 * Its id is assigned at boot. -EINVAL means that there is no such event.
 */
static void counting_event_init(struct pa_kernel *k)
{
	struct trace_event_file *file;

	k->has |= PA_K_TP_COUNTING;
	if (!IS_ENABLED(CONFIG_X86_64) || !IS_ENABLED(CONFIG_EVENT_TRACING))
		return;
	file = trace_get_event_file(NULL, "irq_vectors", "irq_work_exit");
	if (!IS_ERR(file)) {
		k->tp_counting = file->event_call->event.type;
		trace_put_event_file(file);
	} else if (PTR_ERR(file) != -EINVAL) {
		k->has &= ~PA_K_TP_COUNTING;
	}
}

static void kernel_init_facts(struct pa_kernel *k)
{
	union {
		struct perf_event_attr attr;
		u64 words[sizeof(struct perf_event_attr) / 8];
	} u;

	/* All bits of the flag word are defined except those of __reserved_1. */
	memset(&u, 0, sizeof(u));
	u.attr.__reserved_1--;
	k->known_flags = ~pa_le_flags(u.words[40 / 8]);
	k->known_aux = compat_known_aux();
	k->attr_size = sizeof(struct perf_event_attr);
	k->known_sample = PERF_SAMPLE_MAX - 1;
	k->known_format = PERF_FORMAT_MAX - 1;
	k->known_branch = PERF_SAMPLE_BRANCH_MAX - 1;
	k->hw_max = PERF_COUNT_HW_MAX;
	k->sw_max = PERF_COUNT_SW_MAX;
	k->page_size = PAGE_SIZE;
	k->ksym_len = KSYM_NAME_LEN;
	k->has = compat_checks();
	k->paranoid_max = compat_paranoid_max();
	k->task_size = COMPAT_TASK_SIZE;
	k->regs_extended = COMPAT_REGS_EXTENDED;
	k->arch = COMPAT_ARCH;
	k->load = get_random_u32();
	strscpy(k->module, PERFATTR_VERSION, sizeof(k->module));
	strscpy(k->release, init_utsname()->release, sizeof(init_utsname()->release));
}

/* Returns U32_MAX when there is no such PMU. */
static u32 type_of_pmu(const char *name)
{
	struct pa_env env = {};
	u32 index;

	pa_pmu_env(&env);
	index = pa_pmu_by_name(&env, name);
	return index ? env.pmus[index].type : U32_MAX;
}

/**
 * pa_facts_init() - capture the facts that do not change while we are loaded; after pa_pmu_init()
 *
 * Context: process, may sleep.
 */
void pa_facts_init(void)
{
	kernel_init_facts(&facts_kernel);
	facts_kprobe_type = type_of_pmu("kprobe");
	facts_uprobe_type = type_of_pmu("uprobe");
	pa_policy_init();
	counting_event_init(&facts_kernel);
}

/**
 * pa_facts_kernel() - limits and features of the running kernel, for pa_env
 *
 * Context: any.
 */
const struct pa_kernel *pa_facts_kernel(void)
{
	return &facts_kernel;
}

/**
 * pa_facts_strings() - copy the string that a kprobe's or uprobe's attr points to
 * @rec: the record; its attr is set
 *
 * Runs at return: by then the kernel has read the string and so made its page resident.
 *
 * Context: probe handler.
 */
void __kprobes pa_facts_strings(struct pa_record *rec)
{
	u32 type;
	u64 ptr;
	int len;

	if (rec->attr_len < PERF_ATTR_SIZE_VER0)
		return;
	memcpy(&type, rec->attr, sizeof(type));
	type = pa_le32(type);
	if (type < PERF_TYPE_MAX || (type != facts_kprobe_type && type != facts_uprobe_type))
		return;
	memcpy(&ptr, rec->attr + offsetof(struct perf_event_attr, config1), sizeof(ptr));
	ptr = pa_le64(ptr);
	if (!ptr)
		return;
	len = pa_caller_string(rec->str, PA_STR_LEN, ptr);
	rec->str_len = max(len, 0);
	if (len >= 0)
		rec->str_kind = type == facts_kprobe_type ? 1 : 2;
}

static void __kprobes system_facts(struct pa_facts *f)
{
	s32 lockdown;

	f->lsm = pa_policy_may_refuse(PA_HOOK_OPEN);
	f->have |= PA_F_LSM;
	if (pa_kvar_read(PA_KVAR_PARANOID, &f->paranoid))
		f->have |= PA_F_PARANOID;
	if (pa_kvar_read(PA_KVAR_MAX_RATE, &f->max_sample_rate))
		f->have |= PA_F_MAX_RATE;
	if (pa_kvar_read(PA_KVAR_MAX_STACK, &f->max_stack))
		f->have |= PA_F_MAX_STACK;
	if (pa_kvar_read(PA_KVAR_LOCKDOWN, &lockdown)) {
		f->lockdown = lockdown >= LOCKDOWN_CONFIDENTIALITY_MAX ? 2 :
			      lockdown >= LOCKDOWN_INTEGRITY_MAX ? 1 : 0;
		f->have |= PA_F_LOCKDOWN;
	}
}

static void __kprobes cred_facts(struct pa_facts *f)
{
	const struct cred *cred = current_cred();

	f->cap_effective = compat_cap_bits(cred->cap_effective);
	f->init_userns = cred->user_ns == &init_user_ns;
	f->own_pidns = task_active_pid_ns(current) != &init_pid_ns;
	f->have |= PA_F_CRED | PA_F_PIDNS;
}

/**
 * pa_facts_file_is() - return true if this file is on the anonymous inode and has this name
 * @file: the file, held
 * @name: "[perf_event]" (kernel/events/core.c) or "bpf-prog" (kernel/bpf/syscall.c)
 *
 * Their file operations are not exported, so this compares the name, which only the kernel gives
 * (anon_inode_getfile()). A user's file of that name is on another file system.
 *
 * Context: any, atomic.
 */
bool __kprobes pa_facts_file_is(const struct file *file, const char *name)
{
	const struct dentry *dentry = file->f_path.dentry;

	return dentry->d_sb->s_magic == ANON_INODE_FS_MAGIC && !strcmp(dentry->d_name.name, name);
}

/**
 * pa_facts_get() - the file of a descriptor of the caller, if it is on the anonymous inode
 * @fd:   the descriptor
 * @name: the name that it must have there
 * @kind: receives PA_FILE_NONE or PA_FILE_OTHER, may be NULL
 *
 * Context: probe handler. Return: the file, to be put by fput(); NULL if it is not such a file.
 */
struct file __kprobes *pa_facts_get(unsigned int fd, const char *name, u8 *kind)
{
	struct file *file = fget(fd);

	if (kind)
		*kind = file ? PA_FILE_OTHER : PA_FILE_NONE;
	if (!file || pa_facts_file_is(file, name))
		return file;
	fput(file);
	return NULL;
}

/*
 * Return true if @leader monitors the task that the call names (for pid 0 the caller), or no task.
 * Another call may exchange the leader's context (move_group), but that is freed by RCU and
 * preemption is off here. ctx->task is compared, never dereferenced; a dead context has
 * TASK_TOMBSTONE, which matches none.
 */
static void __kprobes leader_task(struct pa_leader *to, const struct perf_event *leader,
				  const struct pa_record *rec)
{
	const struct perf_event_context *ctx = READ_ONCE(leader->ctx);
	const struct task_struct *watched, *task = NULL;

	if (!ctx)
		return;
	rcu_read_lock();
	if (rec->arg_pid != -1 && !(rec->flags & PERF_FLAG_PID_CGROUP))
		task = pa_facts_task(rec->arg_pid);
	watched = READ_ONCE(ctx->task);
	to->ctx_same = watched == task;
	to->ctx_own = watched == current;
	to->ctx_cpu = !watched;
	rcu_read_unlock();
}

/**
 * pa_facts_private() - the private data of the file of a descriptor of the caller
 * @fd: the descriptor
 *
 * Holds no reference to the file: if another thread closed it in between, the last reference would
 * be put in the handler. On x86 a handler may run as an NMI does, and the file would be released
 * later, by a kernel thread. The file may be of any kind, and may be replaced at any time.
 *
 * Context: probe handler, on x86 also as an NMI.
 * Return: an address to compare, never to dereference; NULL: no file.
 */
const void __kprobes *pa_facts_private(unsigned int fd)
{
	const struct files_struct *files = current->files;
	const struct fdtable *table;
	const struct file *file = NULL;
	const void *data;

	if (!files)
		return NULL;
	rcu_read_lock();
	table = files_fdtable(files);
	if (fd < table->max_fds)
		file = rcu_dereference_raw(table->fd[array_index_nospec(fd, table->max_fds)]);
	data = file ? READ_ONCE(file->private_data) : NULL;
	rcu_read_unlock();
	return data;
}

/* How many descriptors below and above group_fd are searched for the leader. */
#define LEADER_NEAR	64

/*
 * group_fd names a group member: find the caller's descriptor of that group's leader. Most often it
 * was opened just before the member. The leader pointer is compared, never dereferenced.
 */
static void __kprobes find_leader_fd(struct pa_facts *f, const struct perf_event *member, int fd)
{
	const struct perf_event *leader = READ_ONCE(member->group_leader);
	int at;

	for (at = fd - 1; at >= 0 && at >= fd - LEADER_NEAR; at--) {
		if (pa_facts_private(at) == leader)
			goto found;
	}
	for (at = fd + 1; at < fd + LEADER_NEAR; at++) {
		if (pa_facts_private(at) == leader)
			goto found;
	}
	return;
found:
	f->leader_fd = at;
	f->have |= PA_F_LEADER_FD;
}

static void __kprobes group_facts(struct pa_facts *f, const struct pa_record *rec)
{
	struct file *file = pa_facts_get(rec->arg_group_fd, PA_FILE_NAME_PERF, &f->group_file);

	f->have |= PA_F_GROUP_FD;
	if (!file)
		return;
	f->group_file = PA_FILE_PERF;
	pa_event_leader(&f->leader, file->private_data);
	leader_task(&f->leader, file->private_data, rec);
	if (!f->leader.is_leader)
		find_leader_fd(f, file->private_data, rec->arg_group_fd);
	fput(file);
}

/*
 * What css_tryget_online_from_dir() finds (kernel/cgroup/cgroup.c): the directory's node has its
 * cgroup until that is freed, after a grace period.
 */
static u8 __kprobes cgroup_kind(const struct file *dir)
{
#ifdef CONFIG_CGROUP_PERF
	const struct kernfs_node *kn = file_inode(dir)->i_private;
	const struct cgroup_subsys_state *css = NULL;
	struct cgroup *cgrp;
	u8 kind = PA_FILE_CGROUP;

	rcu_read_lock();
	cgrp = rcu_dereference(*(void __rcu **)&kn->priv);
	if (cgrp)
		css = rcu_dereference(cgrp->subsys[perf_event_cgrp_id]);
	if (!cgrp || percpu_ref_is_dying(&cgrp->self.refcnt))
		kind = PA_FILE_CGROUP_GONE;
	else if (!css)
		kind = PA_FILE_CGROUP_BARE;
	rcu_read_unlock();
	return kind;
#else
	return PA_FILE_CGROUP;
#endif
}

static void __kprobes cgroup_facts(struct pa_facts *f, int fd)
{
	struct file *file = fget(fd);
	unsigned long magic;

	f->have |= PA_F_CGROUP_FD;
	f->cgroup_file = PA_FILE_NONE;
	if (!file)
		return;
	magic = file->f_path.dentry->d_sb->s_magic;
	f->cgroup_file = PA_FILE_OTHER;
	if ((magic == CGROUP_SUPER_MAGIC || magic == CGROUP2_SUPER_MAGIC) &&
	    S_ISDIR(file_inode(file)->i_mode))
		f->cgroup_file = cgroup_kind(file);
	fput(file);
}

static bool __kprobes same_creds(const struct cred *mine, const struct cred *theirs)
{
	return uid_eq(mine->uid, theirs->euid) && uid_eq(mine->uid, theirs->suid) &&
	       uid_eq(mine->uid, theirs->uid) && gid_eq(mine->gid, theirs->egid) &&
	       gid_eq(mine->gid, theirs->sgid) && gid_eq(mine->gid, theirs->gid);
}

static void __kprobes target_facts(struct pa_facts *f, int pid)
{
	const struct task_struct *task;

	f->have |= PA_F_TARGET;
	f->target_same_creds = 0;
	rcu_read_lock();
	task = pa_facts_task(pid);
	f->target_exists = !!task;
	if (task) {
		f->target_same_creds = task == current ||
				       same_creds(current_cred(), __task_cred(task));
	}
	rcu_read_unlock();
}

/**
 * pa_facts_of_call() - capture the task and the leader that a call names
 * @rec: the call; its path is followed
 *
 * For a call that perf_event_alloc() refused before these facts were seen in an event: look them up
 * once more. Another thread may have replaced the leader's file in between.
 *
 * Context: the return handler of the system call: it holds a file for a moment, see
 * pa_facts_private().
 */
void __kprobes pa_facts_of_call(struct pa_record *rec)
{
	const struct task_struct *task;
	struct file *file;

	if (rec->arg_pid != -1 && !(rec->flags & PERF_FLAG_PID_CGROUP)) {
		rcu_read_lock();
		task = pa_facts_task(rec->arg_pid);
		if (task)
			pa_event_task(&rec->kv, task);
		rcu_read_unlock();
	}
	if (rec->arg_group_fd == -1 || rec->flags & PERF_FLAG_FD_NO_GROUP)
		return;
	file = pa_facts_get(rec->arg_group_fd, PA_FILE_NAME_PERF, NULL);
	if (!file)
		return;
	pa_event_leads(&rec->kv, file->private_data);
	fput(file);
}

static void __kprobes cpu_facts(struct pa_facts *f, int cpu)
{
	f->nr_cpu_ids = nr_cpu_ids;
	f->this_cpu = raw_smp_processor_id();
	f->cpu_online = cpu >= 0 && cpu < nr_cpu_ids && cpu_online(cpu);
	f->have |= PA_F_CPU;
}

/* Return true if alloc_fd() would find a descriptor. A full table can grow up to the limit. */
static void __kprobes descriptor_facts(struct pa_facts *f)
{
	unsigned long limit = rlimit(RLIMIT_NOFILE);
	const struct files_struct *files = current->files;
	const struct fdtable *table;
	unsigned long end;

	f->nofile = min_t(unsigned long, limit, U32_MAX);
	if (!files)
		return;
	rcu_read_lock();
	table = files_fdtable(files);
	end = min_t(unsigned long, limit, table->max_fds);
	f->fd_free = end < limit ||
		     find_next_zero_bit(table->open_fds, end, READ_ONCE(files->next_fd)) < end;
	rcu_read_unlock();
	f->have |= PA_F_FD_FREE;
}

/**
 * pa_facts_fill() - capture the facts that the rules need to explain a refusal
 * @rec: the record of a call that failed
 *
 * Context: probe handler, at the return of the call, on the caller's cpu.
 */
void __kprobes pa_facts_fill(struct pa_record *rec)
{
	struct pa_facts *f = &rec->facts;

	memset(f, 0, sizeof(*f));
	system_facts(f);
	cred_facts(f);
	cpu_facts(f, rec->arg_cpu);
	descriptor_facts(f);
	if (rec->arg_group_fd != -1)
		group_facts(f, rec);
	if (rec->flags & PERF_FLAG_PID_CGROUP)
		cgroup_facts(f, rec->arg_pid);
	else if (rec->arg_pid != -1)
		target_facts(f, rec->arg_pid);
	/* No such task: the caller may have passed a cgroup fd without PERF_FLAG_PID_CGROUP. */
	if (f->have & PA_F_TARGET && !f->target_exists && rec->arg_pid > 0)
		cgroup_facts(f, rec->arg_pid);
	rec->have_facts = 1;
}
