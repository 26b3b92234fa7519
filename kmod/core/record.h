/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct pa_record: everything known about one perf_event_open(2) call, or about one operation on
 * the file of a perf event.
 *
 * Plain data of fixed size: filled in atomic context by the probes, copied into
 * the ring, copied out by a reader, rendered by the pure functions of core/.
 * A record never holds a pointer that anybody may follow, and what a view prints
 * of it is bounded by its length and "have" fields: bytes outside of them are
 * stale data of earlier calls and must never be shown.
 */
#ifndef PERFATTR_RECORD_H
#define PERFATTR_RECORD_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include "shim.h"
#endif

/* Bytes of the caller's attr that are kept: more than the newest struct has. */
#define PA_ATTR_KEEP	256
/* Bytes of the kernel's own copy that are kept: sizeof(struct perf_event_attr). */
#define PA_KATTR_KEEP	160
/* Stages of one call that are kept; what does not fit is counted in steps_lost. */
#define PA_STEPS	64
#define PA_COMM_LEN	16
#define PA_STR_LEN	128
#define PA_PMU_NONE	0xffff
#define PA_NAME_LEN	64

enum pa_abi {
	PA_ABI_X86_64,
	PA_ABI_I386,
	PA_ABI_X32,
	PA_ABI_ARM64,
	PA_ABI_ARM,
	PA_ABI_MAX,
};

/* How the caller's attr came into the record. */
enum pa_attr_state {
	PA_ATTR_UNREADABLE,	/* no byte of it: the pointer alone is known */
	PA_ATTR_ENTRY,		/* copied before the kernel read it */
	PA_ATTR_RETURN,		/* its page was not resident: copied after the call */
	PA_ATTR_PART,		/* its first bytes: what follows is on a page that is not there */
};

/* Functions whose return is measured; the names are in core/names.c. */
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
 * @ret:      0 or a negative errno; a pointer result counts as 0; PA_RET_PENDING
 *
 * Steps stand in the order in which the functions were entered.
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
#define PA_KV_COPIED	0x0004	/* kattr is what perf_copy_attr() left (no event was made) */
#define PA_KV_EVENT	0x0008	/* id, cpu, sample_period, overflow_handler, clock */
#define PA_KV_HWCONFIG	0x0010	/* hw_config */
#define PA_KV_NAME	0x0020	/* name: tracepoint as system:name */
#define PA_KV_TASK	0x0040	/* target task */
#define PA_KV_LEADER	0x0080	/* leader */
#define PA_KV_CGROUP	0x0100	/* cgroup path in cgroup */
#define PA_KV_HWBASE	0x0200	/* hw_config is hw.config_base: where arm_pmu keeps its code */
#define PA_KV_LEADER_NAME 0x0400 /* leader_name: of a tracepoint, as name */

/**
 * struct pa_leader - the group leader (or output event) that group_fd names
 * @id:            event id
 * @config:        its attr.config
 * @type:          its attr.type; SOFTWARE for a clock, of which later kernels make a type of
 *                 its own
 * @pmu:           index of its PMU, 0 = not known
 * @task_ctx_nr:   its pmu->task_ctx_nr (hardware, software, invalid context)
 * @cpu:           event->cpu
 * @state:         event->state (enum perf_event_state)
 * @inherit:       attr.inherit
 * @is_leader:     event->group_leader == event
 * @ctx_same:      same task context as the event that is opened: 1, 0, 2 not known
 * @ctx_own:       the task context of the caller: as above
 * @ctx_cpu:       no task's context, but a cpu's: as above
 * @write_backward:attr.write_backward
 * @has_rb:        1 it has a ring buffer, 0 it has not, 2 not known
 * @clockid:       attr.clockid, valid if use_clockid
 * @use_clockid:   attr.use_clockid
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
	u8 ctx_same;
	u8 ctx_own;
	u8 ctx_cpu;
	u8 write_backward;
	u8 has_rb;
	u8 use_clockid;
};

/* What the kernel made of the call. */
struct pa_kview {
	u32 have;		/* PA_KV_* */
	u32 followed;		/* 1 << enum pa_fn: not in steps means not entered */
	u16 nsteps;
	u16 steps_lost;
	u16 pmu;		/* resolved, or the last that did not answer ENOENT */
	u16 kattr_len;
	s32 cpu;		/* event->cpu, a PMU may move it */
	u64 id;
	u64 hw_config;		/* hardware PMUs only: a union overlays kernel pointers elsewhere */
	u64 sample_period;	/* hw.sample_period: what is in force */
	u64 overflow_handler;	/* code address: never shown, views resolve it to a symbol */
	u64 clock;		/* code address: as above; before use_clockid is heeded */
	struct pa_leader leader;
	s32 task_pid;		/* target task, init namespace */
	s32 task_tgid;
	u32 pmu_caps;		/* PA_CAP_* of the resolved PMU */
	s32 pmu_task_ctx_nr;
	char task_comm[PA_COMM_LEN];
	u8 kattr[PA_KATTR_KEEP];
	struct pa_step steps[PA_STEPS];
	char name[PA_NAME_LEN];
	char leader_name[PA_NAME_LEN];
	char cgroup[PA_STR_LEN];
};

/* pmu->capabilities under numbers of our own: the kernel's moved between versions. */
#define PA_CAP_NO_INTERRUPT	0x001
#define PA_CAP_NO_NMI		0x002
#define PA_CAP_AUX_NO_SG	0x004
#define PA_CAP_EXTENDED_REGS	0x008
#define PA_CAP_EXCLUSIVE	0x010
#define PA_CAP_ITRACE		0x020
#define PA_CAP_NO_EXCLUDE	0x040
#define PA_CAP_AUX_OUTPUT	0x080
#define PA_CAP_EXTENDED_HW_TYPE	0x100
#define PA_CAP_AUX_PAUSE	0x200
#define PA_CAP_MEDIATED_VPMU	0x400

/* Bits of pa_facts.have. */
#define PA_F_PARANOID	0x0001
#define PA_F_MAX_RATE	0x0002
#define PA_F_MAX_STACK	0x0004
#define PA_F_CRED	0x0008	/* cap_effective, init_userns */
#define PA_F_GROUP_FD	0x0010	/* group_file (and leader, when it is a perf event) */
#define PA_F_TARGET	0x0020	/* target_* */
#define PA_F_CPU	0x0040	/* nr_cpu_ids, cpu_possible, cpu_online */
#define PA_F_CGROUP_FD	0x0080	/* cgroup_file */
#define PA_F_LOCKDOWN	0x0200	/* lockdown */
#define PA_F_LSM	0x0400	/* lsm */
#define PA_F_PIDNS	0x0800	/* own_pidns */
#define PA_F_LEADER_FD	0x1000	/* leader_fd */
#define PA_F_FD_FREE	0x2000	/* fd_free */

enum pa_file_kind {
	PA_FILE_NONE,		/* not an open descriptor */
	PA_FILE_OTHER,		/* open, but not what the call wants */
	PA_FILE_PERF,		/* a perf event */
	PA_FILE_CGROUP,		/* a cgroup directory */
	PA_FILE_CGROUP_GONE,	/* the same, and the cgroup was removed */
	PA_FILE_CGROUP_BARE,	/* the same, of a hierarchy without the perf_event controller */
};

/* Facts that only the reasons need: taken when the call failed, and only then. */
struct pa_facts {
	u32 have;		/* PA_F_* */
	s32 paranoid;
	s32 max_sample_rate;
	s32 max_stack;
	u64 cap_effective;
	u32 nr_cpu_ids;
	u8 init_userns;		/* capabilities count in the initial user namespace only */
	u8 group_file;		/* enum pa_file_kind */
	u8 cgroup_file;		/* enum pa_file_kind */
	u8 target_exists;
	u8 target_same_creds;	/* the target's uids and gids equal the caller's */
	u8 cpu_possible;
	u8 cpu_online;
	u8 lockdown;		/* 0 none, 1 integrity, 2 confidentiality, 0xff not known */
	u8 lsm;			/* 1 a policy may refuse: SELinux, or a BPF program on the hook */
	u8 own_pidns;		/* the caller's pids are not those of the initial namespace */
	u8 fd_free;		/* RLIMIT_NOFILE leaves the caller a descriptor */
	u8 unused;
	s32 leader_fd;		/* where the caller has the leader of a group_fd that is a member */
	u32 nofile;		/* RLIMIT_NOFILE */
	u32 this_cpu;		/* where the call ran */
	struct pa_leader leader;
};

/* What a record is about: pa_record.kind. All but the first only with calls=1. */
enum pa_record_kind {
	PA_RECORD_OPEN,		/* perf_event_open */
	PA_RECORD_IOCTL,
	PA_RECORD_MMAP,
	PA_RECORD_MUNMAP,
	PA_RECORD_READ,
	PA_RECORD_POLL,
	PA_RECORD_CLOSE,		/* the last reference to the file is gone */
	PA_RECORD_PRCTL,
	PA_RECORD_MAX,
	PA_RECORD_FIRING = 128,	/* no call: probes fire (ret 1) or do not (0), seen at time_ns */
};

/* Where pa_op.fd comes from. */
enum pa_fd_from {
	PA_FD_UNKNOWN,		/* fd is not valid */
	PA_FD_CALL,		/* the caller passed it to this call */
	PA_FD_OPEN,		/* this process got it when it opened the event */
};

/* Bits of pa_op.have. */
#define PA_OP_VALUE	0x01	/* value is what the argument points at */
#define PA_OP_STR	0x02	/* pa_record.attr is the string that the argument points at */
#define PA_OP_ATTR	0x04	/* the argument points at an attr, see attr_state */
#define PA_OP_EXITING	0x08	/* done for a task that exits, not asked for by a call */

/* The type of pa_op when there is no event. */
#define PA_OP_NO_TYPE	U32_MAX

/**
 * struct pa_op - a call on the file of a perf event
 * @id:       event id, 0 for prctl
 * @open_seq: number of the record of its open, 0 when that was not seen
 * @arg:      ioctl: the argument; mmap, munmap: address of the area; read: bytes asked for;
 *            prctl: the option
 * @len:      mmap, munmap: bytes of the area
 * @offset:   mmap, munmap: byte offset in the file; 0 is the data area, all else AUX
 * @value:    ioctl: what the argument points at, as far as PA_OP_VALUE
 * @format:   attr.read_format of the event
 * @type:     attr.type of the event, so that the filter knows it; PA_OP_NO_TYPE
 * @cmd:      ioctl
 * @fd:       valid unless fd_from is PA_FD_UNKNOWN
 * @prot:     mmap
 * @flags:    mmap
 * @pmu:      index of the event's PMU, 0 = not known
 * @fd_from:  enum pa_fd_from
 * @have:     PA_OP_*
 *
 * The values that a read gave are raw in pa_record.attr, and so is the string of a filter:
 * attr_len bytes of them. PA_ATTR_KEEP means that it may have gone on.
 */
struct pa_op {
	u64 id;
	u64 open_seq;
	u64 arg;
	u64 len;
	u64 offset;
	u64 value;
	u64 format;
	u32 type;
	u32 cmd;
	s32 fd;
	u32 prot;
	u32 flags;
	u16 pmu;
	u8 fd_from;
	u8 have;
};

/**
 * struct pa_record - one call
 * @seq:       number of the record since load, from 1, in the order of return
 * @time_ns:   boot clock at entry
 * @ret:       result: a file descriptor or a negative errno
 * @attr_size: attr.size as the caller passed it, valid if have_size
 * @attr_len:  bytes of @attr that are valid
 * @attr_more: bytes that the caller announced and that were not kept
 * @kind:      enum pa_record_kind
 * @str_kind:  0 none, 1 kprobe_func, 2 uprobe_path (of the user's memory)
 * @op:        calls of any kind but PA_RECORD_OPEN: in the place of facts, which they have not
 * @str_len:   bytes in @str, without a NUL; PA_STR_LEN means it was cut
 * @type_pmu:  index of the PMU that had the dynamic type of the attr when that was read; 0 = not
 *             known, PA_PMU_NONE = no PMU had it
 * @runs:      a bit for each run of whose tree the caller is; set when the record gets its number
 *
 * pid, tid and uid are those of the initial namespaces.
 */
struct pa_record {
	u64 seq;
	u64 time_ns;
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
	u32 attr_size;
	u32 attr_more;
	u16 attr_len;
	u16 str_len;
	u8 kind;
	u8 str_kind;
	u8 have_facts;		/* facts is valid, or op */
	u8 have_kview;		/* kv is valid */
	u8 abi;			/* enum pa_abi */
	u8 attr_state;		/* enum pa_attr_state */
	u8 have_size;
	u8 unused;
	u16 type_pmu;
	u16 unused_too;
	char comm[PA_COMM_LEN];
	u8 attr[PA_ATTR_KEEP];
	char str[PA_STR_LEN];
	union {
		struct pa_facts facts;
		struct pa_op op;
	};
	struct pa_kview kv;	/* last: what is not valid is never copied */
};

/**
 * pa_duration() - how long a call took
 * @entry: the clock then
 * @now:   the clock
 *
 * The clock may step back when the task has moved to another cpu (ktime_get_boot_fast_ns()).
 *
 * Context: any.
 */
static inline u64 pa_duration(u64 entry, u64 now)
{
	return now > entry ? now - entry : 0;
}

/**
 * pa_is_kernel_address() - could this number, which a caller passed, be an address of the kernel?
 * @v: the number
 *
 * Both architectures have the kernel in the upper half; -1, and errors, are none.
 *
 * Context: any.
 */
static inline bool pa_is_kernel_address(u64 v)
{
	return v >> 63 && v < (u64)-4096;
}

/**
 * struct pa_pmu_name - a PMU that was seen
 * @type:        its dynamic type
 * @name:        its name, NUL terminated; never empty in a valid entry
 * @caps:        PA_CAP_*, valid if have_caps
 * @task_ctx_nr: valid if have_caps
 * @have_caps:   could they be read?
 */
struct pa_pmu_name {
	u32 type;
	char name[36];
	u32 caps;
	s16 task_ctx_nr;
	bool have_caps;
};

/* Bits of pa_kernel.has: checks that not every kernel has. */
#define PA_K_PARANOID_ANY	0x1	/* perf_paranoid_any(): none pass above paranoid_max */
#define PA_K_PMU_CTX		0x2	/* perf_event_pmu_context, and the order it brought */
#define PA_K_ALLOW_CALLCHAIN	0x4	/* a kernel callchain needs what kernel events need */
#define PA_K_CGROUP_PERF	0x8	/* CONFIG_CGROUP_PERF */
#define PA_K_PARANOID_MAX	0x10	/* paranoid_max is known */
#define PA_K_MSR_EVENTS		0x20	/* msr_events is known */
#define PA_K_TP_COUNTING	0x40	/* tp_counting is known */

/**
 * struct pa_kernel - what the running kernel knows, for "not known to this kernel" and the reasons
 * @attr_size:     sizeof(struct perf_event_attr)
 * @known_flags:   bits of the flag word (offset 40) that have a name
 * @known_sample:  PERF_SAMPLE_MAX - 1
 * @known_format:  PERF_FORMAT_MAX - 1
 * @known_branch:  PERF_SAMPLE_BRANCH_MAX - 1
 * @known_aux:     bits of aux_action (offset 116) that have a name
 * @hw_max, @sw_max: PERF_COUNT_HW_MAX, PERF_COUNT_SW_MAX
 * @page_size:     PAGE_SIZE
 * @ksym_len:      KSYM_NAME_LEN
 * @has:           PA_K_*
 * @paranoid_max:  the highest perf_event_paranoid that perf_paranoid_any() lets pass
 * @tp_counting:   id of the one trace event that cannot be sampled, 0 when there is none
 * @task_size:     first address of the kernel's half
 * @regs_extended: PERF_REG_EXTENDED_MASK
 * @arch:          enum pa_abi of a native caller
 * @msr_events:    bits of the events that the PMU msr has on this machine
 */
struct pa_kernel {
	u32 attr_size;
	u32 known_aux;
	u64 known_flags;
	u64 known_sample;
	u64 known_format;
	u64 known_branch;
	u32 hw_max;
	u32 sw_max;
	u32 page_size;
	u32 ksym_len;
	u32 has;
	s32 paranoid_max;
	u32 tp_counting;
	u64 task_size;
	u64 regs_extended;
	u8 arch;
	u8 msr_events;
};

/**
 * struct pa_env - everything beside the record that a renderer may look at
 * @kernel:  what the running kernel knows
 * @pmus:    PMUs that were seen; entry 0 is unused, an entry whose name is empty is not there
 * @npmus:   entries in @pmus
 * @pmu_gone: for each of @pmus: 1 when there is no such PMU any more; NULL: all are there
 * @handler: symbol of kv.overflow_handler, empty when not known; never an address
 * @clock:   symbol of kv.clock, as above
 * @symbol:  symbol of a kernel breakpoint address (bp_addr), as above
 * @probe_name: the function that a refused kprobe names is not there; this part or copy of it is,
 *           as the compiler has called it, or empty
 *
 * The caller fills it for one record before it renders; nothing in it is written by core/.
 */
struct pa_env {
	const struct pa_kernel *kernel;
	const struct pa_pmu_name *pmus;
	u32 npmus;
	const u8 *pmu_gone;
	char handler[PA_NAME_LEN];
	char clock[PA_NAME_LEN];
	char symbol[PA_NAME_LEN];
	char probe_name[PA_NAME_LEN];
};

#endif /* PERFATTR_RECORD_H */
