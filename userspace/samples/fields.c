// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The tables: fields of a sample, members of a read, types of records. */
#include "samples/samples.h"

#define FIXED(nr, name, members, what, of, asks, from) { \
	.bit = nr, .flag = #name, .decl = members, .size = 8, .meaning = what, .unit = of, \
	.needs = asks, .since = from }
#define VARIES(nr, name, members, by, what, of, asks, from) { \
	.bit = nr, .flag = #name, .parts = members, .varies = by, .meaning = what, .unit = of, \
	.needs = asks, .since = from }

const struct pa_sample_field pa_sample_fields[PA_SAMPLE_FIELDS] = {
	FIXED(16, IDENTIFIER, "__u64 identifier;",
	      "id of the event, at the same place in each sample", "PERF_EVENT_IOC_ID", "", "3.12"),
	FIXED(0, IP, "__u64 ip;",
	      "instruction that ran when the event overflowed; exact if misc has EXACT_IP",
	      "address", "", "2.6.31"),
	FIXED(1, TID, "__u32 pid, tid;",
	      "process and thread, as the opener's pid namespace numbers them", "pid", "",
	      "2.6.31"),
	FIXED(2, TIME, "__u64 time;", "time of the sample, by the clock of perf or of clockid",
	      "ns", "", "2.6.31"),
	FIXED(3, ADDR, "__u64 addr;", "address of the data, of the fault or of the breakpoint",
	      "address", "a page fault, a breakpoint, or a precise memory event", "2.6.31"),
	FIXED(6, ID, "__u64 id;", "id of the event; of its parent if it was inherited",
	      "PERF_EVENT_IOC_ID", "", "2.6.31"),
	FIXED(9, STREAM_ID, "__u64 stream_id;", "id of this very event, also if it was inherited",
	      "id", "", "2.6.31"),
	FIXED(7, CPU, "__u32 cpu, res;", "cpu that wrote the sample; res is 0", "cpu", "",
	      "2.6.31"),
	FIXED(8, PERIOD, "__u64 period;", "number of events that this sample represents",
	      "events", "", "2.6.31"),
	VARIES(4, READ, "struct read_format values;",
	       "by read_format; with GROUP by nr, the number of events",
	       "counts at the sample, as read() returns them", "see read_format", "", "2.6.31"),
	VARIES(5, CALLCHAIN, "__u64 nr; __u64 ips[nr];",
	       "by nr, at most sample_max_stack and some markers",
	       "call stack, innermost first; PERF_CONTEXT_* begin its kernel and user parts",
	       "addresses", "frame pointers", "2.6.31"),
	VARIES(10, RAW, "__u32 size; char data[size];", "by size; size + 4 is a multiple of 8",
	       "data of a tracepoint, in the layout of its format file in tracefs, or of a PMU",
	       "bytes", "a tracepoint, bpf-output, or a PMU with raw data", "2.6.31"),
	VARIES(11, BRANCH_STACK,
	       "__u64 nr; __u64 hw_idx; struct perf_branch_entry lbr[nr]; __u64 counters[nr];",
	       "by nr; hw_idx only with BRANCH_HW_INDEX, counters only with BRANCH_COUNTERS",
	       "last branches, newest first", "24 bytes a branch",
	       "branch_sample_type, and a PMU that records branches", "3.4"),
	VARIES(12, REGS_USER, "__u64 abi; __u64 regs[];",
	       "by abi; if it is 0 no regs, else one for each bit of sample_regs_user",
	       "user registers, in the order of the mask's bits", "registers",
	       "a sample of a task that has a user space", "3.7"),
	VARIES(13, STACK_USER, "__u64 size; char data[size]; __u64 dyn_size;",
	       "by size, at most sample_stack_user; if it is 0, no dyn_size",
	       "user stack; of its bytes dyn_size are valid", "bytes",
	       "a sample of a task that has a user space, and sample_stack_user", "3.7"),
	FIXED(14, WEIGHT, "__u64 weight;", "cost of the access or transaction",
	      "the PMU's, mostly cycles", "a precise memory event", "3.10"),
	FIXED(24, WEIGHT_STRUCT, "__u32 var1_dw; __u16 var2_w, var3_w;",
	      "costs of the access in three parts; the order is reversed on big endian",
	      "the PMU's, mostly cycles", "a precise memory event", "5.12"),
	FIXED(15, DATA_SRC, "__u64 data_src;", "where the data was found",
	      "union perf_mem_data_src", "a precise memory event; else PERF_MEM_NA", "3.10"),
	FIXED(17, TRANSACTION, "__u64 transaction;", "why a transaction was aborted", "PERF_TXN_*",
	      "a PMU with transactional memory", "3.13"),
	VARIES(18, REGS_INTR, "__u64 abi; __u64 regs[];",
	       "by abi; if it is 0 no regs, else one for each bit of sample_regs_intr",
	       "registers at the sample, of the kernel if it ran", "registers", "", "3.19"),
	FIXED(19, PHYS_ADDR, "__u64 phys_addr;", "physical address of addr", "address",
	      "an event with addr, and the right to sample the kernel", "4.14"),
	FIXED(21, CGROUP, "__u64 cgroup;", "cgroup of the task: the inode of its directory",
	      "inode", "CONFIG_CGROUP_PERF", "5.7"),
	FIXED(22, DATA_PAGE_SIZE, "__u64 data_page_size;", "size of the page of addr", "bytes",
	      "an event with addr", "5.11"),
	FIXED(23, CODE_PAGE_SIZE, "__u64 code_page_size;", "size of the page of ip", "bytes", "",
	      "5.11"),
	VARIES(20, AUX, "__u64 size; char data[size];", "by size, at most aux_sample_size",
	       "end of the AUX area at the sample", "bytes",
	       "a group led by an AUX event, and aux_sample_size", "5.5"),
};

const u8 pa_sample_id_bits[6] = { 1, 2, 6, 9, 7, 16 };

const struct pa_read_member pa_read_members[PA_READ_MEMBERS] = {
	{ PA_FORMAT_GROUP, false, "nr" }, { PA_FORMAT_TOTAL_TIME_ENABLED, false, "time_enabled" },
	{ PA_FORMAT_TOTAL_TIME_RUNNING, false, "time_running" }, { 0, true, "value" },
	{ PA_FORMAT_ID, true, "id" }, { PA_FORMAT_LOST, true, "lost" },
};

const struct pa_record_type pa_record_types[PA_RECORD_TYPES] = {
	[1] = { "MMAP", 32, "__u32 pid, tid; __u64 addr, len, pgoff; char filename[];" },
	[2] = { "LOST", 16, "__u64 id, lost;" },
	[3] = { "COMM", 8, "__u32 pid, tid; char comm[];" },
	[4] = { "EXIT", 24, "__u32 pid, ppid, tid, ptid; __u64 time;" },
	[5] = { "THROTTLE", 24, "__u64 time, id, stream_id;" },
	[6] = { "UNTHROTTLE", 24, "__u64 time, id, stream_id;" },
	[7] = { "FORK", 24, "__u32 pid, ppid, tid, ptid; __u64 time;" },
	[8] = { "READ", 8, "__u32 pid, tid; struct read_format values;" },
	[9] = { "SAMPLE", 0, "see sample_type" },
	[10] = { "MMAP2", 64,
		"__u32 pid, tid; __u64 addr, len, pgoff; __u32 maj, min; __u64 ino, ino_generation;"
		" __u32 prot, flags; char filename[];" },
	[11] = { "AUX", 24, "__u64 aux_offset, aux_size, flags;" },
	[12] = { "ITRACE_START", 8, "__u32 pid, tid;" },
	[13] = { "LOST_SAMPLES", 8, "__u64 lost;" },
	[14] = { "SWITCH", 0, "" },
	[15] = { "SWITCH_CPU_WIDE", 8, "__u32 next_prev_pid, next_prev_tid;" },
	[16] = { "NAMESPACES", 16,
		"__u32 pid, tid; __u64 nr_namespaces;"
		" struct { __u64 dev, inode; } ns[nr_namespaces];" },
	[17] = { "KSYMBOL", 16, "__u64 addr; __u32 len; __u16 ksym_type, flags; char name[];" },
	[18] = { "BPF_EVENT", 16, "__u16 type, flags; __u32 id; __u8 tag[8];" },
	[19] = { "CGROUP", 8, "__u64 id; char path[];" },
	[20] = { "TEXT_POKE", 12, "__u64 addr; __u16 old_len, new_len; __u8 bytes[];" },
	[21] = { "AUX_OUTPUT_HW_ID", 8, "__u64 hw_id;" },
	[22] = { "CALLCHAIN_DEFERRED", 16, "__u64 cookie, nr; __u64 ips[nr];" },
};
