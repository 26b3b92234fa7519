/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's structs, as far as the programs look at them. Only names count: libbpf puts in the
 * place of each member the offset that the running kernel's BTF has for it, and refuses the program
 * if there is none.
 */
#ifndef PERFATTR_BPF_KERNEL_H
#define PERFATTR_BPF_KERNEL_H

/* With this macro libbpf uses the kernel's own names of registers. */
#define __VMLINUX_H__

enum perf_event_state {
	PERF_EVENT_STATE_OFF = -1,
};

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

/* x86_64: the registers that a function gets at its entry. */
struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di;
	unsigned long orig_ax, ip, cs, flags, sp, ss;
};

struct rlimit {
	unsigned long rlim_cur;
};

struct signal_struct {
	struct rlimit rlim[16];
};

struct hlist_node {
	struct hlist_node *next;
};

struct hlist_head {
	struct hlist_node *first;
};

struct xarray {
	void *xa_head;
};

struct xa_node {
	unsigned char shift;
	void *slots[64];
};

struct idr {
	struct xarray idr_rt;
	unsigned int idr_base;
};

struct pid_namespace {
	struct idr idr;
};

struct upid {
	int nr;
	struct pid_namespace *ns;
};

struct pid {
	unsigned int level;
	struct hlist_head tasks[4];
	struct upid numbers[1];
};

typedef struct {
	u32 val;
} kuid_t;

typedef struct {
	u32 val;
} kgid_t;

/* Up to 6.2 this was two 32-bit words, the lower one first: the same bytes. */
typedef struct {
	u64 val;
} kernel_cap_t;

struct user_namespace {
	int level;
};

struct cred {
	kuid_t uid, suid, euid;
	kgid_t gid, sgid, egid;
	kernel_cap_t cap_effective;
	struct user_namespace *user_ns;
};

struct super_block {
	unsigned long s_magic;
};

struct inode {
	unsigned short i_mode;
	void *i_private;
};

struct qstr {
	const unsigned char *name;
};

struct dentry {
	struct dentry *d_parent;
	struct qstr d_name;
	struct inode *d_inode;
	struct super_block *d_sb;
};

struct path {
	struct dentry *dentry;
};

struct file {
	struct path f_path;
	struct inode *f_inode;
	unsigned int f_mode;
	void *private_data;
};

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
	unsigned long *open_fds;
};

struct files_struct {
	struct fdtable *fdt;
	unsigned int next_fd;
};

struct task_struct {
	int pid;
	int tgid;
	char comm[16];
	const struct cred *cred;
	const struct cred *real_cred;
	struct files_struct *files;
	struct signal_struct *signal;
	struct pid *thread_pid;
	struct hlist_node pid_links[4];
};

struct percpu_ref {
	unsigned long percpu_count_ptr;
};

struct cgroup_subsys_state {
	struct cgroup *cgroup;
	struct percpu_ref refcnt;
};

struct cgroup {
	struct cgroup_subsys_state self;
	struct kernfs_node *kn;
	struct cgroup_subsys_state *subsys[16];
};

struct kernfs_node {
	void *priv;
};

struct tracepoint {
	const char *name;
};

struct trace_event_class {
	const char *system;
};

struct trace_event_call {
	struct trace_event_class *class;
	union {
		char *name;
		struct tracepoint *tp;
	};
	int flags;
};

struct perf_event;

struct pmu {
	const char *name;
	int type;
	int capabilities;
	int task_ctx_nr;
	int (*event_init)(struct perf_event *event);
};

struct hw_perf_event {
	union {
		struct {
			u64 config;
		};
	};
	u64 sample_period;
};

/* The UAPI fixes the offsets of the members; only the size of the struct differs. */
struct perf_event_attr {
	u32 type;
};

struct perf_event_context {
	struct task_struct *task;
};

struct perf_cgroup {
	struct cgroup_subsys_state css;
};

struct perf_event {
	int nr_siblings;
	int group_caps;
	struct perf_event *group_leader;
	struct pmu *pmu;
	enum perf_event_state state;
	struct perf_event_attr attr;
	struct hw_perf_event hw;
	struct perf_event_context *ctx;
	int cpu;
	void *rb;
	u64 id;
	void *clock;
	void *overflow_handler;
	struct trace_event_call *tp_event;
	struct perf_cgroup *cgrp;
};

#pragma clang attribute pop

enum cgroup_subsys_id {
	perf_event_cgrp_id = 8,
};

enum lockdown_reason {
	LOCKDOWN_INTEGRITY_MAX = 21,
	LOCKDOWN_CONFIDENTIALITY_MAX = 28,
};

#endif /* PERFATTR_BPF_KERNEL_H */
