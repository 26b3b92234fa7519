/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * struct pa_record: everything known about one open (a call of perf_event_open(2)) or one op (a
 * call on the file of a perf event).
 *
 * Plain data of fixed size: the probe handlers fill it in, the ring copies it in and out, and the
 * pure functions of core/ render it. A record holds no pointer that may be dereferenced. Its length
 * and "have" fields tell which parts are valid: bytes outside of these are stale data of earlier
 * calls and must never be shown.
 */
#ifndef PERFATTR_RECORD_H
#define PERFATTR_RECORD_H

#include "core/base.h"

/* How many bytes of the caller's attr are kept; larger than the newest struct. */
#define PA_ATTR_KEEP	256
/* Room for the kernel's own copy; at least sizeof(struct perf_event_attr). */
#define PA_KATTR_KEEP	160
/* How many steps of one call are kept; steps_lost counts further ones. */
#define PA_STEPS	64
#define PA_COMM_LEN	16
#define PA_STR_LEN	128
#define PA_PMU_NONE	0xffff
/* Max PMUs of a machine, in pairs of type and name; a large machine has hundreds. */
#define PA_PMUS		1024
#define PA_NAME_LEN	64

enum pa_abi {
	PA_ABI_X86_64,
	PA_ABI_I386,
	PA_ABI_X32,
	PA_ABI_ARM64,
	PA_ABI_ARM,
	PA_ABI_PPC64,
	PA_ABI_PPC,
	PA_ABI_RISCV64,
	PA_ABI_RISCV32,
	PA_ABI_S390X,
	PA_ABI_S390,
	PA_ABI_MAX,
};

/* How the caller's attr came into the record. */
enum pa_attr_state {
	PA_ATTR_UNREADABLE,	/* not at all: only the pointer is known */
	PA_ATTR_ENTRY,		/* copied before the kernel read it */
	PA_ATTR_RETURN,		/* copied at return: its page was not resident at entry */
	PA_ATTR_PART,		/* only its first bytes: the next page is not readable */
};

/* Functions that can be steps of a path; their names are in core/names.c. */
enum pa_fn {
	PA_FN_NONE,
	PA_FN_SYSCALL,		/* perf_event_open itself */
	PA_FN_COPY_ATTR,
	PA_FN_SECURITY,		/* security_perf_event_open */
	PA_FN_ALLOC,
	PA_FN_TRY_INIT,
	PA_FN_FIND_CONTEXT,
	PA_FN_SET_OUTPUT,
	PA_FN_MAX,
};

#define PA_RET_PENDING	S32_MIN	/* entered, its return was not seen */

/**
 * struct pa_step - one function that the call went through
 * @fn:       enum pa_fn
 * @hardware: PA_FN_TRY_INIT: the PMU counts in the hardware context (perf_hw_context)
 * @pmu:      PA_FN_TRY_INIT: index of the PMU in pa_env.pmus, 0 = not known
 * @ret:      0 or a negative errno (a pointer result counts as 0), or PA_RET_PENDING
 *
 * Steps are in the order in which the functions were entered.
 */
struct pa_step {
	u8 fn;
	u8 hardware;
	u16 pmu;
	s32 ret;
};

/* Bits of pa_kview.have: which facts of the kernel's view were captured. */
#define PA_KV_STAGES	0x0001	/* the stage probes followed this call: steps are valid */
#define PA_KV_ATTR	0x0002	/* kattr is the final attr of the event */
#define PA_KV_COPIED	0x0004	/* kattr is what perf_copy_attr() returned, unless PA_KV_ATTR */
#define PA_KV_EVENT	0x0008	/* id, cpu, sample_period, overflow_handler, clock */
#define PA_KV_HWCONFIG	0x0010	/* hw_config */
#define PA_KV_NAME	0x0020	/* name: tracepoint as system:name */
#define PA_KV_TASK	0x0040	/* target task */
#define PA_KV_LEADER	0x0080	/* leader */
#define PA_KV_CGROUP	0x0100	/* cgroup path in cgroup */
#define PA_KV_HWBASE	0x0200	/* hw_config is hw.config_base, where arm_pmu keeps its code */
#define PA_KV_LEADER_NAME 0x0400 /* leader_name: the leader is a tracepoint, as for name */

/**
 * struct pa_leader - the group leader (or output event) that group_fd names
 * @id:            event id
 * @config:        its attr.config
 * @type:          its attr.type; SOFTWARE for a clock, although newer kernels give each clock PMU
 *                 a type of its own
 * @pmu:           index of its PMU, 0 = not known
 * @task_ctx_nr:   its pmu->task_ctx_nr (hardware, software, invalid context)
 * @cpu:           event->cpu
 * @state:         event->state (enum perf_event_state)
 * @inherit:       attr.inherit
 * @is_leader:     event->group_leader == event
 * @moved:         its group has, or had, an event that is not of software: if the leader is, it was
 *                 moved to that one's PMU, and stays there
 * @ctx_same:      monitors the same task as the new event: 1 yes, 0 no, 2 not known
 * @ctx_own:       monitors the caller: as above
 * @ctx_cpu:       monitors no task, only a cpu: as above
 * @write_backward:attr.write_backward
 * @has_rb:        it has a ring buffer: 1 yes, 0 no, 2 not known
 * @clockid:       attr.clockid, valid if use_clockid
 * @use_clockid:   attr.use_clockid
 * @siblings:      members of its group besides it; at most 65535
 * @unused:        0
 */
struct pa_leader {
	u64 id;
	u64 config;
	u32 type;
	u16 pmu;
	s16 task_ctx_nr;
	s32 cpu;
	s32 state;
	s32 clockid;
	u8 inherit;
	u8 is_leader;
	u8 moved;
	u8 ctx_same;
	u8 ctx_own;
	u8 ctx_cpu;
	u8 write_backward;
	u8 has_rb;
	u8 use_clockid;
	u8 unused;
	u16 siblings;
};

/* The event as the kernel made it: only the members that @have names are valid. */
struct pa_kview {
	u32 have;		/* PA_KV_* */
	u32 followed;		/* 1 << enum pa_fn: if missing in steps, it was not entered */
	u16 nsteps;
	u16 steps_lost;
	u16 pmu;		/* resolved PMU, or the last one that did not return -ENOENT */
	u16 kattr_len;
	s32 cpu;		/* event->cpu; a PMU may change it */
	u32 unused;
	u64 id;
	u64 hw_config;		/* only of PMUs known not to keep a kernel pointer there */
	u64 sample_period;	/* hw.sample_period: the period in effect */
	u64 overflow_handler;	/* code address: never shown, views resolve it to a symbol */
	u64 clock;		/* code address, as above; before use_clockid is applied */
	struct pa_leader leader;
	s32 task_pid;		/* target task, init namespace */
	s32 task_tgid;
	u32 pmu_caps;		/* PA_CAP_* of the resolved PMU */
	s32 pmu_task_ctx_nr;
	char task_comm[PA_COMM_LEN];
	u8 kattr[PA_KATTR_KEEP];
	char name[PA_NAME_LEN];
	char leader_name[PA_NAME_LEN];
	char cgroup[PA_STR_LEN];
	struct pa_step steps[PA_STEPS];	/* last: those that there are leave the kernel */
};

/**
 * pa_step_begin() - add a step to the path of a call
 * @kv: the event as the kernel made it
 * @fn: enum pa_fn
 *
 * If the array is full the last step is overwritten, since a refusal is in the latest one.
 *
 * Context: probe handler, bounded. After an oops inside a call its entry of the table in
 * hook/inflight.c is stale, so two tasks may use one record at a time: nsteps is read only once,
 * and any value that it has leads to a step within the array.
 * Return: the step, with a pending result.
 */
static __always_inline struct pa_step *pa_step_begin(struct pa_kview *kv, u8 fn)
{
	u32 n = READ_ONCE(kv->nsteps);
	struct pa_step *step;

	if (n >= PA_STEPS) {
		kv->steps_lost++;
		n = PA_STEPS - 1;
	}
	kv->nsteps = n + 1;
	step = &kv->steps[n];
	*step = (struct pa_step){ .fn = fn, .ret = PA_RET_PENDING };
	return step;
}

/* Bits of pa_facts.have. */
#define PA_F_PARANOID	0x0001
#define PA_F_MAX_RATE	0x0002
#define PA_F_MAX_STACK	0x0004
#define PA_F_CRED	0x0008	/* cap_effective, init_userns */
#define PA_F_GROUP_FD	0x0010	/* group_file (and leader, when it is a perf event) */
#define PA_F_TARGET	0x0020	/* target_* */
#define PA_F_CPU	0x0040	/* nr_cpu_ids, this_cpu, cpu_online */
#define PA_F_CGROUP_FD	0x0080	/* cgroup_file */
#define PA_F_LOCKDOWN	0x0200	/* lockdown */
#define PA_F_LSM	0x0400	/* lsm */
#define PA_F_PIDNS	0x0800	/* own_pidns */
#define PA_F_LEADER_FD	0x1000	/* leader_fd */
#define PA_F_FD_FREE	0x2000	/* fd_free */

enum pa_file_kind {
	PA_FILE_NONE,		/* not an open descriptor */
	PA_FILE_OTHER,		/* an open file of another kind than the call needs */
	PA_FILE_PERF,		/* a perf event */
	PA_FILE_CGROUP,		/* a cgroup directory */
	PA_FILE_CGROUP_GONE,	/* the directory of a cgroup that was removed */
	PA_FILE_CGROUP_BARE,	/* a cgroup in a hierarchy without the perf_event controller */
	PA_FILE_BPF,		/* a BPF program */
};

/* The security modules that may refuse a call. */
#define PA_LSM_SELINUX	0x1	/* it is active: EACCES (avc_has_perm(), security/selinux/avc.c) */
#define PA_LSM_BPF	0x2	/* a BPF program is on the hook: any errno */

/* Facts that only the rules need, taken only when the call has failed. */
struct pa_facts {
	u32 have;		/* PA_F_* */
	s32 paranoid;
	s32 max_sample_rate;
	s32 max_stack;
	u64 cap_effective;
	u32 nr_cpu_ids;
	u8 init_userns;		/* in the initial user namespace, where capabilities count */
	u8 group_file;		/* enum pa_file_kind */
	u8 cgroup_file;		/* enum pa_file_kind */
	u8 target_exists;
	u8 target_same_creds;	/* the target's uids and gids equal the caller's */
	u8 cpu_online;
	u8 lockdown;		/* 0 none, 1 integrity, 2 confidentiality */
	u8 lsm;			/* PA_LSM_* */
	u8 own_pidns;		/* the caller is not in the initial pid namespace */
	u8 fd_free;		/* the caller has a free descriptor below RLIMIT_NOFILE */
	u8 unused[2];
	s32 leader_fd;		/* group_fd is a member: the caller's descriptor of its leader */
	u32 nofile;		/* RLIMIT_NOFILE */
	u32 this_cpu;		/* the cpu on which the call ran */
	u32 unused2;
	struct pa_leader leader;
};

/* pa_record.kind. Ops are recorded with calls=1, or of runs. */
enum pa_record_kind {
	PA_RECORD_OPEN,		/* perf_event_open */
	PA_RECORD_IOCTL,
	PA_RECORD_MMAP,
	PA_RECORD_MUNMAP,
	PA_RECORD_READ,
	PA_RECORD_POLL,
	PA_RECORD_CLOSE,		/* the last reference to the file is gone */
	PA_RECORD_PRCTL,
	PA_RECORD_BPF,		/* bpf: a program is linked to an event, or its link's changed */
	PA_RECORD_MAX,
	PA_RECORD_FIRING = 128,	/* no call: at time_ns probes were seen to fire (ret 1) or not */
};

#include "core/record_op.h"

/**
 * struct pa_record - one call
 * @seq:       number of the record since load, from 1, in the order of return
 * @time_ns:   boot clock at entry
 * @wall_ns:   wall clock (CLOCK_REALTIME) at entry
 * @duration_ns: from entry to return
 * @ret:       result: a file descriptor or a negative errno
 * @attr_ptr:  address of the attr, in user memory
 * @flags:     argument flags
 * @arg_pid:   argument pid
 * @arg_cpu:   argument cpu
 * @arg_group_fd: argument group_fd
 * @pid:       process id of the caller, in the initial namespace
 * @tid:       thread id of the caller, in the initial namespace
 * @uid:       user id of the caller, in the initial namespace
 * @attr_size: attr.size as the caller passed it, valid if have_size
 * @attr_len:  bytes of @attr that are valid
 * @attr_more: bytes beyond @attr_len that attr.size announces
 * @kind:      enum pa_record_kind
 * @str_kind:  @str is, from user memory: 0 nothing, 1 kprobe_func, 2 uprobe_path
 * @op:        for ops; their facts are in @op_facts
 * @op_facts:  facts of an op, valid with PA_OP_FACTS
 * @facts:     of an open that was refused
 * @have_facts: @facts or @op is valid
 * @have_kview: @kv is valid
 * @have_size: @attr_size is valid
 * @abi:       enum pa_abi
 * @attr_state: enum pa_attr_state
 * @unused:    padding
 * @comm:      name of the caller's thread
 * @attr:      bytes that the caller passed
 * @str:       a string, see @str_kind
 * @kv:        what the kernel made of an open; last, so that an op can be stored without it
 * @str_len:   bytes in @str, without a NUL; PA_STR_LEN means that the string may be longer
 * @type_pmu:  index of the PMU that had the dynamic type of the attr when that was read; 0 = not
 *             known, PA_PMU_NONE = no PMU had it
 * @runs:      a bit for each run whose root is an ancestor of the caller
 */
struct pa_record {
	u64 seq;
	u64 time_ns;
	u64 wall_ns;
	u64 duration_ns;
	s64 ret;
	u64 attr_ptr;
	u64 flags;
	u64 runs;
	s32 arg_pid;
	s32 arg_cpu;
	s32 arg_group_fd;
	s32 pid;
	s32 tid;
	u32 uid;
	u32 attr_more;
	u32 type_pmu;
	u16 attr_len;
	u16 str_len;
	u8 kind;
	u8 str_kind;
	u8 have_facts;
	u8 have_kview;
	u8 abi;
	u8 attr_state;
	u8 have_size;
	u8 unused;
	u32 attr_size;
	char comm[PA_COMM_LEN];
	u8 attr[PA_ATTR_KEEP];
	union {
		char str[PA_STR_LEN];
		struct pa_op_facts op_facts;
	};
	union {
		struct pa_facts facts;
		struct pa_op op;
	};
	struct pa_kview kv;
};

/**
 * pa_duration() - the duration of a call
 * @entry: the clock at entry
 * @now:   the clock now
 *
 * ktime_get_boot_fast_ns() may go backwards if the task has moved to another cpu.
 *
 * Context: any.
 */
static inline u64 pa_duration(u64 entry, u64 now)
{
	return now > entry ? now - entry : 0;
}

/**
 * pa_name_hash() - hash of the name of a field
 * @name: the name
 * @len:  its bytes
 *
 * Context: any.
 */
static inline u16 pa_name_hash(const char *name, u32 len)
{
	u32 hash = 5381;

	while (len--)
		hash = hash * 33 + (u8)*name++;
	return (u16)(hash ^ hash >> 16);
}

/*
 * 1 if the kernel has half of the addresses for itself. On s390x it has an address space of its
 * own, in which the same numbers are other addresses.
 */
#ifdef CONFIG_S390
#define PA_KERNEL_HALF	0
#else
#define PA_KERNEL_HALF	1
#endif

/*
 * The kernel's first address in an address space of 32 bits: modules come first, just above user
 * space. A number of 64 bits is cut to 32 there, so its upper half says nothing.
 */
#if defined(__KERNEL__) && !defined(CONFIG_64BIT)
#define PA_KERNEL_FIRST	((u32)TASK_SIZE)
#endif

/**
 * pa_in_kernel_half() - return true if a number is in the kernel's half of the addresses
 * @v: the number
 *
 * So it is on x86_64, arm64, ppc64 and riscv64; on arm the kernel has less than half.
 *
 * Context: any.
 */
static inline bool pa_in_kernel_half(u64 v)
{
#ifdef PA_KERNEL_FIRST
	return (u32)v >= PA_KERNEL_FIRST;
#else
	return PA_KERNEL_HALF ? v >> 63 : false;
#endif
}

/**
 * pa_is_kernel_address() - return true if a number that a caller passed could be a kernel address
 * @v: the number
 *
 * Small negative numbers, such as -1 and errnos, are not addresses.
 *
 * Context: any.
 */
static inline bool pa_is_kernel_address(u64 v)
{
#ifdef PA_KERNEL_FIRST
	return pa_in_kernel_half(v) && (u32)v < (u32)-4096;
#else
	return pa_in_kernel_half(v) && v < (u64)-4096;
#endif
}

#endif /* PERFATTR_RECORD_H */
