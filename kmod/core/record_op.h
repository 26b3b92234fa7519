/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The part of a record that only ops have: the call on the file of an event, the facts that explain
 * why it failed, and the health of the event. core/record.h includes it.
 */
#ifndef PERFATTR_RECORD_OP_H
#define PERFATTR_RECORD_OP_H

/* How pa_op.fd was found. */
enum pa_fd_from {
	PA_FD_UNKNOWN,		/* fd is not valid */
	PA_FD_CALL,		/* the caller passed it to this call */
	PA_FD_OPEN,		/* this process got the descriptor when it opened the event */
};

/* Bits of pa_op.have. */
#define PA_OP_VALUE	0x01	/* value is the number that the argument points at */
#define PA_OP_STR	0x02	/* pa_record.attr is the string that the argument points at */
#define PA_OP_ATTR	0x04	/* the argument points at an attr, see attr_state */
#define PA_OP_EXITING	0x08	/* the kernel does it because the task exits: no system call */
#define PA_OP_FACTS	0x10	/* pa_record.op_facts is valid */
#define PA_OP_HEALTH	0x20	/* health is valid; value to flags are not */
#define PA_OP_LOOKED	0x40	/* health.head and health.tail are valid */
#define PA_OP_ALONE	0x80	/* prctl: the thread has opened no event */

/* pa_op.type if the op has no event. */
#define PA_OP_NO_TYPE	U32_MAX

/* event->state, the same number on all kernels. */
enum pa_state {
	PA_STATE_DEAD = -5,
	PA_STATE_REVOKED = -4,	/* its PMU was unregistered; since 7.2 */
	PA_STATE_EXIT = -3,	/* its task has exited */
	PA_STATE_ERROR = -2,
	PA_STATE_OFF = -1,
	PA_STATE_INACTIVE = 0,
	PA_STATE_ACTIVE = 1,
};

/* Bits of pa_health.bits. */
#define PA_H_TIMES	0x01	/* enabled and running are known */
#define PA_H_TASK	0x02	/* it counts for a task */
#define PA_H_CGROUP	0x04	/* it counts for a cgroup */
#define PA_H_OFFLINE	0x08	/* its cpu is offline */
#define PA_H_CHILDREN	0x10	/* children still count for it, and are not in the times */
#define PA_H_THROTTLED	0x20	/* it is throttled now */
#define PA_H_LOST	0x80	/* lost is known */

/* pa_health.head: no page of the buffer was ever touched by the process that has mapped it. */
#define PA_HEAD_UNTOUCHED	U64_MAX

/**
 * struct pa_health - times, losses and state of an event, at a read or at its close
 * @enabled:  ns for which it was enabled, children that have exited included
 * @running:  ns for which it was counting
 * @lost:     samples that did not fit into its buffer
 * @flags:    the flag word of its attr
 * @head:     bytes written into its buffer, valid with PA_OP_LOOKED
 * @tail:     bytes that the process has said it has read, valid with PA_OP_LOOKED
 * @cpu:      event->cpu
 * @bits:     PA_H_*
 * @state:    enum pa_state; the state of the group leader if that is off
 * @siblings: other members of its group; U16_MAX means as many or more
 */
struct pa_health {
	u64 enabled;
	u64 running;
	u64 lost;
	u64 flags;
	u64 head;
	u64 tail;
	s32 cpu;
	u8 bits;
	s8 state;
	u16 siblings;
};

/* Bits of pa_op_facts.have: the kind of event, and which facts are known. */
#define PA_OF_PARANOID	0x00000001	/* paranoid */
#define PA_OF_MAX_RATE	0x00000002	/* max_sample_rate */
#define PA_OF_INIT_NS	0x00000004	/* the caller is in the initial user namespace */
#define PA_OF_BPF_LSM	0x00000008	/* PA_LSM_BPF */
#define PA_OF_SAMPLING	0x00000010	/* the event samples: its period or frequency is not 0 */
#define PA_OF_BUFFER	0x00000020	/* it has a buffer, its own or that of another event */
#define PA_OF_MAPPED	0x00000040	/* it was mapped itself */
#define PA_OF_TRACING	0x00000080	/* a tracepoint, kprobe or uprobe */
#define PA_OF_AUX	0x00000100	/* its PMU has an AUX area */
#define PA_OF_ADDR_FILTERS 0x00000200	/* its PMU has address filters */
#define PA_OF_PMU	0x00000400	/* the two bits before this one are valid */
#define PA_OF_PROG	0x00000800	/* a BPF program is attached to it */
#define PA_OF_FILTER	0x00001000	/* it has a filter */
#define PA_OF_TASK	0x00002000	/* it counts for a task */
#define PA_OF_CHILDREN	0x00004000	/* children inherit it and live */
#define PA_OF_CONTROL	0x00008000	/* map.aux_offset and map.aux_size */
#define PA_OF_MLOCK	0x00010000	/* map.mlock_kb */
#define PA_OF_MMAPS	0x00020000	/* map is valid */
#define PA_OF_OUTPUT	0x00040000	/* output is valid */
#define PA_OF_TRACE	0x00080000	/* trace is valid */
#define PA_OF_PROG_FD	0x00100000	/* trace.file is valid */
#define PA_OF_CHANGE	0x00200000	/* change is valid */
#define PA_OF_LOOKUPS	0x00400000	/* trace.looked, hash and missing are valid */
#define PA_OF_SELINUX	0x00800000	/* PA_LSM_SELINUX */

/**
 * struct pa_map_facts - facts that decide about an mmap
 * @memlock:    RLIMIT_MEMLOCK, bytes
 * @pinned:     pages of the process that count against it
 * @charged:    pages of the user that count against kernel.perf_event_mlock_kb
 * @data_len:   bytes of the data area that this event has mapped already, 0 if not known
 * @aux_len:    bytes of its AUX area that is mapped, 0 if none or not known
 * @aux_at:     file offset of that
 * @aux_offset: start of the AUX area, from the control page
 * @aux_size:   the control page says: its size in bytes
 * @mlock_kb:   kernel.perf_event_mlock_kb
 * @cpus:       cpus that are online
 */
struct pa_map_facts {
	u64 memlock;
	u64 pinned;
	u64 charged;
	u64 data_len;
	u64 aux_len;
	u64 aux_at;
	u64 aux_offset;
	u64 aux_size;
	s32 mlock_kb;
	u32 cpus;
};

/**
 * struct pa_output_facts - SET_OUTPUT: the event that the descriptor names
 * @cpu:       its event->cpu
 * @file:      enum pa_file_kind: PA_FILE_PERF, or the descriptor is not an event
 * @itself:    it is the event of this ioctl
 * @task:      it counts for the same task
 * @clock:     it has the same clock
 * @backward:  it has the same write_backward
 * @aux:       both have an AUX area, and their PMUs differ; 2: not known
 * @buffer:    it has a buffer
 * @revoked:   its PMU was unregistered
 */
struct pa_output_facts {
	s32 cpu;
	u8 file;
	u8 itself;
	u8 task;
	u8 clock;
	u8 backward;
	u8 aux;
	u8 buffer;
	u8 revoked;
};

/* pa_trace_facts.kind */
enum pa_trace_kind {
	PA_TRACE_NONE,		/* not a tracepoint, kprobe or uprobe */
	PA_TRACE_TRACEPOINT,
	PA_TRACE_SYSCALL,
	PA_TRACE_KPROBE,
	PA_TRACE_UPROBE,
	PA_TRACE_OTHER,		/* no BPF program can be attached to it */
};

/* pa_trace_facts.prog: bits about a BPF program. */
#define PA_PROG_SLEEPABLE	0x1
#define PA_PROG_OVERRIDE	0x2	/* it calls bpf_override_return() */
#define PA_PROG_STACK		0x4	/* it calls bpf_get_stack() or bpf_get_stackid() */
#define PA_PROG_MULTI		0x8	/* it was loaded for kprobe.multi or the like */
#define PA_PROG_SHARED		0x10	/* other tasks may have changed the descriptors */

/**
 * struct pa_trace_facts - SET_BPF and SET_FILTER: the trace event, and the program
 * @prog_type: enum bpf_prog_type, valid if @file is PA_FILE_BPF
 * @max_ctx:   the program reads the context up to here
 * @file:      enum pa_file_kind: PA_FILE_BPF, or the descriptor is not a program
 * @kind:      enum pa_trace_kind
 * @prog:      PA_PROG_*
 * @looked:    SET_FILTER: how many names of fields the parser has looked up; valid with
 *             PA_OF_LOOKUPS. U8_MAX means as many or more
 * @name:      of the trace event, as system:name
 * @hash:      pa_name_hash() of the last of these names
 * @missing:   the event has no field of that name
 * @unused:    padding
 */
struct pa_trace_facts {
	u32 prog_type;
	u32 max_ctx;
	u8 file;
	u8 kind;
	u8 prog;
	u8 looked;
	char name[PA_NAME_LEN];
	u16 hash;
	u8 missing;
	u8 unused;
};

/**
 * struct pa_change_facts - MODIFY_ATTRIBUTES
 * @differs: offset of the first byte that differs but must not; U16_MAX if there is none
 */
struct pa_change_facts {
	u16 differs;
};

/**
 * struct pa_op_facts - facts that only the rules of ops need, taken only when an op failed or
 * did nothing
 * @have:            PA_OF_*
 * @cpu:             event->cpu
 * @read_size:       bytes that a read needs
 * @paranoid:        kernel.perf_event_paranoid
 * @max_sample_rate: kernel.perf_event_max_sample_rate
 * @state:           enum pa_state of the event
 * @siblings:        other members of its group; U16_MAX means as many or more
 * @cap_effective:   the caller's capabilities
 * @flags:           the flag word of the event's attr
 * @unused:          padding
 * @map:             of mmap
 * @output:          of ioctl SET_OUTPUT
 * @trace:           of ioctl SET_FILTER and SET_BPF, and of bpf
 * @change:          of ioctl MODIFY_ATTRIBUTES
 */
struct pa_op_facts {
	u32 have;
	s32 cpu;
	u32 read_size;
	s32 paranoid;
	s32 max_sample_rate;
	s8 state;
	u8 unused;
	u16 siblings;
	u64 cap_effective;
	u64 flags;
	union {
		struct pa_map_facts map;
		struct pa_output_facts output;
		struct pa_trace_facts trace;
		struct pa_change_facts change;
	};
};

/**
 * struct pa_op - a call on the file of a perf event
 * @id:       event id, 0 for prctl and for a link whose event is not known
 * @open_seq: number of the record of its open, 0 if not known
 * @arg:      ioctl: the argument; mmap, munmap: address of the area; read: bytes requested;
 *            prctl: the option; bpf: the descriptor of the program
 * @len:      mmap, munmap: bytes of the area; bpf: the descriptor of the event, or of its link
 * @offset:   mmap, munmap: byte offset in the file; 0 is the data area, all else AUX
 * @value:    ioctl: the number at the pointer; bpf: the cookie; valid with PA_OP_VALUE
 * @format:   attr.read_format of the event
 * @type:     attr.type of the event, so that the filter knows it; PA_OP_NO_TYPE
 * @cmd:      ioctl; bpf: enum pa_bpf
 * @fd:       valid unless fd_from is PA_FD_UNKNOWN
 * @prot:     mmap; bpf: the type of the program, 0 = not known
 * @flags:    mmap, bpf
 * @pmu:      index of the event's PMU, 0 = not known
 * @fd_from:  enum pa_fd_from
 * @have:     PA_OP_*
 * @health:   read and close; in a union with the members that only ioctl, mmap and munmap have
 * @unused:   0
 * @unused2:  0
 *
 * pa_record.attr holds the raw bytes that a read returned, or the string of a filter: attr_len
 * bytes. If that is PA_ATTR_KEEP, there may have been more.
 */
struct pa_op {
	u64 id;
	u64 open_seq;
	u64 arg;
	u64 format;
	u32 type;
	s32 fd;
	u16 pmu;
	u8 fd_from;
	u8 have;
	u32 unused;
	union {
		struct {
			u64 len;
			u64 offset;
			u64 value;
			u32 cmd;
			u32 prot;
			u32 flags;
			u32 unused2;
		};
		struct pa_health health;
	};
};

#endif /* PERFATTR_RECORD_OP_H */
