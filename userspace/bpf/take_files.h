/* SPDX-License-Identifier: GPL-2.0 */
/* Looks up the object of a descriptor or task number, as the kernel does. */
#ifndef PERFATTR_BPF_FILES_H
#define PERFATTR_BPF_FILES_H

#include "bpf/programs.h"

#define ANON_INODE_MAGIC	0x09041934
#define CGROUP_MAGIC		0x27e0eb
#define CGROUP2_MAGIC		0x63677270
#define MODE_PATH		0x4000	/* FMODE_PATH: fget() rejects such a descriptor */

/* The file of a descriptor of the caller, who keeps it open; NULL: there is none. */
static __always_inline struct file *file_of(s32 fd)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	struct fdtable *table = BPF_CORE_READ(task, files, fdt);
	struct file **fds, *file = NULL;

	if ((u32)fd >= BPF_CORE_READ(table, max_fds))
		return NULL;
	fds = BPF_CORE_READ(table, fd);
	bpf_probe_read_kernel(&file, sizeof(file), fds + (u32)fd);
	if (file && BPF_CORE_READ(file, f_mode) & MODE_PATH)
		return NULL;
	return file;
}

/* As pa_facts_file_is() of the module: only the kernel gives this name. */
static __always_inline bool file_is_perf(struct file *file)
{
	static const char perf[13] = "[perf_event]";
	struct dentry *dentry = BPF_CORE_READ(file, f_path.dentry);
	char name[16] = "";
	u32 i;

	if (BPF_CORE_READ(dentry, d_sb, s_magic) != ANON_INODE_MAGIC)
		return false;
	bpf_probe_read_kernel_str(name, sizeof(name), BPF_CORE_READ(dentry, d_name.name));
	for (i = 0; i < sizeof(perf); i++)
		if (name[i] != perf[i])
			return false;
	return true;
}

static __always_inline bool is_node(u64 entry)
{
	return (entry & 3) == 2 && entry > 4096;
}

/* The entry of an IDR for a number; NULL: none. */
static __noinline void *idr_entry(struct idr *idr, u32 id)
{
	u64 entry = (u64)BPF_CORE_READ(idr, idr_rt.xa_head);
	u32 index = id - BPF_CORE_READ(idr, idr_base), i;
	bool top = true;

	if (!is_node(entry) && index)
		return NULL;
	for (i = 0; i < 7 && is_node(entry); i++) {
		struct xa_node *node = (struct xa_node *)(entry - 2);
		u32 at = index >> (BPF_CORE_READ(node, shift) & 31);

		if (top && at > 63)
			return NULL;
		top = false;
		bpf_probe_read_kernel(&entry, sizeof(entry), &node->slots[at & 63]);
	}
	return entry & 3 || is_node(entry) ? NULL : (void *)entry;
}

/* pid_task(find_vpid(nr), PIDTYPE_PID): the task with a number in the caller's pid namespace. */
static __noinline __maybe_unused struct task_struct *task_of(s32 nr)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();
	struct pid *own = BPF_CORE_READ(task, thread_pid), *pid;
	struct pid_namespace *ns = NULL;
	struct hlist_node *link;
	u64 at;

	if (!nr)
		return task;
	at = BPF_CORE_READ(own, level);
	at *= bpf_core_type_size(struct upid);
	at += (u64)own + bpf_core_field_offset(struct pid, numbers) +
	      bpf_core_field_offset(struct upid, ns);
	bpf_probe_read_kernel(&ns, sizeof(ns), (void *)at);
	pid = ns ? idr_entry((void *)((u64)ns + bpf_core_field_offset(struct pid_namespace, idr)),
			     (u32)nr) : NULL;
	link = pid ? BPF_CORE_READ(pid, tasks[0].first) : NULL;
	if (!link)
		return NULL;
	return (void *)((u64)link - bpf_core_field_offset(struct task_struct, pid_links));
}

#endif /* PERFATTR_BPF_FILES_H */
