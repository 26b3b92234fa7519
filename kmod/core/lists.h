/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * X-macro lists of the UAPI's enumerations, up to Linux 7.3. Tables, enums, the trace event, the
 * rules and the tests expand them: to add a symbol or field, add a row here.
 *
 * The names are those of include/uapi/linux/perf_event.h without their prefix. A list takes one
 * macro for its first row and one for the others, so that users can put commas between the rows.
 */
#ifndef PERFATTR_CORE_LISTS_H
#define PERFATTR_CORE_LISTS_H

/* PERF_TYPE_*: value, name. */
#define PA_LIST_TYPES(FIRST, NEXT) \
	FIRST(0, HARDWARE) NEXT(1, SOFTWARE) NEXT(2, TRACEPOINT) NEXT(3, HW_CACHE) \
	NEXT(4, RAW) NEXT(5, BREAKPOINT)

/* PERF_COUNT_HW_*: value, name, perf's name (evsel__hw_names of tools/perf). */
#define PA_LIST_HW(FIRST, NEXT) \
	FIRST(0, CPU_CYCLES, "cycles") NEXT(1, INSTRUCTIONS, "instructions") \
	NEXT(2, CACHE_REFERENCES, "cache-references") NEXT(3, CACHE_MISSES, "cache-misses") \
	NEXT(4, BRANCH_INSTRUCTIONS, "branches") NEXT(5, BRANCH_MISSES, "branch-misses") \
	NEXT(6, BUS_CYCLES, "bus-cycles") \
	NEXT(7, STALLED_CYCLES_FRONTEND, "stalled-cycles-frontend") \
	NEXT(8, STALLED_CYCLES_BACKEND, "stalled-cycles-backend") \
	NEXT(9, REF_CPU_CYCLES, "ref-cycles")

/* PERF_COUNT_SW_*: value, name, perf's name (evsel__sw_names of tools/perf). */
#define PA_LIST_SW(FIRST, NEXT) \
	FIRST(0, CPU_CLOCK, "cpu-clock") NEXT(1, TASK_CLOCK, "task-clock") \
	NEXT(2, PAGE_FAULTS, "page-faults") NEXT(3, CONTEXT_SWITCHES, "context-switches") \
	NEXT(4, CPU_MIGRATIONS, "cpu-migrations") NEXT(5, PAGE_FAULTS_MIN, "minor-faults") \
	NEXT(6, PAGE_FAULTS_MAJ, "major-faults") \
	NEXT(7, ALIGNMENT_FAULTS, "alignment-faults") \
	NEXT(8, EMULATION_FAULTS, "emulation-faults") NEXT(9, DUMMY, "dummy") \
	NEXT(10, BPF_OUTPUT, "bpf-output") NEXT(11, CGROUP_SWITCHES, "cgroup-switches")

/* PERF_COUNT_HW_CACHE_*: value, name, start of perf's event names. */
#define PA_LIST_CACHES(FIRST, NEXT) \
	FIRST(0, L1D, "L1-dcache") NEXT(1, L1I, "L1-icache") NEXT(2, LL, "LLC") \
	NEXT(3, DTLB, "dTLB") NEXT(4, ITLB, "iTLB") NEXT(5, BPU, "branch") \
	NEXT(6, NODE, "node")

/* PERF_COUNT_HW_CACHE_OP_*: value, name, end of perf's event names for accesses and for misses. */
#define PA_LIST_CACHE_OPS(FIRST, NEXT) \
	FIRST(0, READ, "-loads", "-load-misses") NEXT(1, WRITE, "-stores", "-store-misses") \
	NEXT(2, PREFETCH, "-prefetches", "-prefetch-misses")

/* PERF_COUNT_HW_CACHE_RESULT_*: value, name. */
#define PA_LIST_CACHE_RESULTS(FIRST, NEXT) \
	FIRST(0, ACCESS) NEXT(1, MISS)

/* PERF_SAMPLE_*: bit, name. */
#define PA_LIST_SAMPLE(FIRST, NEXT) \
	FIRST(0, IP) NEXT(1, TID) NEXT(2, TIME) NEXT(3, ADDR) NEXT(4, READ) \
	NEXT(5, CALLCHAIN) NEXT(6, ID) NEXT(7, CPU) NEXT(8, PERIOD) NEXT(9, STREAM_ID) \
	NEXT(10, RAW) NEXT(11, BRANCH_STACK) NEXT(12, REGS_USER) NEXT(13, STACK_USER) \
	NEXT(14, WEIGHT) NEXT(15, DATA_SRC) NEXT(16, IDENTIFIER) NEXT(17, TRANSACTION) \
	NEXT(18, REGS_INTR) NEXT(19, PHYS_ADDR) NEXT(20, AUX) NEXT(21, CGROUP) \
	NEXT(22, DATA_PAGE_SIZE) NEXT(23, CODE_PAGE_SIZE) NEXT(24, WEIGHT_STRUCT)

/* PERF_FORMAT_*: bit, name. */
#define PA_LIST_FORMAT(FIRST, NEXT) \
	FIRST(0, TOTAL_TIME_ENABLED) NEXT(1, TOTAL_TIME_RUNNING) NEXT(2, ID) NEXT(3, GROUP) \
	NEXT(4, LOST)

/* PERF_SAMPLE_BRANCH_*: bit, name. */
#define PA_LIST_BRANCH(FIRST, NEXT) \
	FIRST(0, USER) NEXT(1, KERNEL) NEXT(2, HV) NEXT(3, ANY) NEXT(4, ANY_CALL) \
	NEXT(5, ANY_RETURN) NEXT(6, IND_CALL) NEXT(7, ABORT_TX) NEXT(8, IN_TX) \
	NEXT(9, NO_TX) NEXT(10, COND) NEXT(11, CALL_STACK) NEXT(12, IND_JUMP) \
	NEXT(13, CALL) NEXT(14, NO_FLAGS) NEXT(15, NO_CYCLES) NEXT(16, TYPE_SAVE) \
	NEXT(17, HW_INDEX) NEXT(18, PRIV_SAVE) NEXT(19, COUNTERS)

/* The bits that are not in the headers of Debian 12: COUNTERS. */
#define PA_RECENT_BRANCH	0x80000ULL

/* PERF_FLAG_*: bit, name. */
#define PA_LIST_OPEN_FLAGS(FIRST, NEXT) \
	FIRST(0, FD_NO_GROUP) NEXT(1, FD_OUTPUT) NEXT(2, PID_CGROUP) NEXT(3, FD_CLOEXEC)

/* Size of the attr in the headers of Debian 12. */
#define PA_OLD_SIZE	128
/* Number of flag bits in those headers, which do not define any bit of the word at PA_OFF_AUX. */
#define PA_OLD_FLAGS	38
/* PERF_ATTR_SIZE_VERn: n, bytes. */
#define PA_LIST_SIZES(FIRST, NEXT) \
	FIRST(0, 64) NEXT(1, 72) NEXT(2, 80) NEXT(3, 96) NEXT(4, 104) NEXT(5, 112) \
	NEXT(6, 120) NEXT(7, 128) NEXT(8, 136) NEXT(9, 144)

/*
 * The fields of struct perf_event_attr, in the order in which they are shown. After ID and C name:
 *   WORD  offset, bytes, size of the first struct that had it
 *   FLAG  bit of the flag word
 *   BITS  first bit of the flag word, number of bits
 *   AUX   first bit of the word at PA_OFF_AUX, number of bits
 * and then initialisers of struct pa_field.
 */
#define PA_LIST_FIELDS(WORD, FLAG, BITS, AUX) \
	WORD(TYPE, type, 0, 4, 64, .show = PA_SHOW_NAME, .names = &pa_types) \
	WORD(SIZE, size, 4, 4, 64, .show = PA_SHOW_SIZE) \
	WORD(CONFIG, config, 8, 8, 64, .show = PA_SHOW_CONFIG) \
	WORD(SAMPLE_PERIOD, sample_period, 16, 8, 64, \
	     .show = PA_SHOW_DEC, .group = PA_UNION_PERIOD) \
	WORD(SAMPLE_FREQ, sample_freq, 16, 8, 64, \
	     .show = PA_SHOW_DEC, .note = "Hz", .group = PA_UNION_PERIOD) \
	WORD(SAMPLE_TYPE, sample_type, 24, 8, 64, \
	     .show = PA_SHOW_MASK, .names = &pa_sample_bits) \
	WORD(READ_FORMAT, read_format, 32, 8, 64, \
	     .show = PA_SHOW_MASK, .names = &pa_format_bits) \
	FLAG(DISABLED, disabled, 0) \
	FLAG(INHERIT, inherit, 1) \
	FLAG(PINNED, pinned, 2) \
	FLAG(EXCLUSIVE, exclusive, 3) \
	FLAG(EXCLUDE_USER, exclude_user, 4) \
	FLAG(EXCLUDE_KERNEL, exclude_kernel, 5) \
	FLAG(EXCLUDE_HV, exclude_hv, 6) \
	FLAG(EXCLUDE_IDLE, exclude_idle, 7) \
	FLAG(MMAP, mmap, 8) \
	FLAG(COMM, comm, 9) \
	FLAG(FREQ, freq, 10) \
	FLAG(INHERIT_STAT, inherit_stat, 11) \
	FLAG(ENABLE_ON_EXEC, enable_on_exec, 12) \
	FLAG(TASK, task, 13) \
	FLAG(WATERMARK, watermark, 14) \
	BITS(PRECISE_IP, precise_ip, 15, 2) \
	FLAG(MMAP_DATA, mmap_data, 17) \
	FLAG(SAMPLE_ID_ALL, sample_id_all, 18) \
	FLAG(EXCLUDE_HOST, exclude_host, 19) \
	FLAG(EXCLUDE_GUEST, exclude_guest, 20) \
	FLAG(EXCLUDE_CALLCHAIN_KERNEL, exclude_callchain_kernel, 21) \
	FLAG(EXCLUDE_CALLCHAIN_USER, exclude_callchain_user, 22) \
	FLAG(MMAP2, mmap2, 23) \
	FLAG(COMM_EXEC, comm_exec, 24) \
	FLAG(USE_CLOCKID, use_clockid, 25) \
	FLAG(CONTEXT_SWITCH, context_switch, 26) \
	FLAG(WRITE_BACKWARD, write_backward, 27) \
	FLAG(NAMESPACES, namespaces, 28) \
	FLAG(KSYMBOL, ksymbol, 29) \
	FLAG(BPF_EVENT, bpf_event, 30) \
	FLAG(AUX_OUTPUT, aux_output, 31) \
	FLAG(CGROUP, cgroup, 32) \
	FLAG(TEXT_POKE, text_poke, 33) \
	FLAG(BUILD_ID, build_id, 34) \
	FLAG(INHERIT_THREAD, inherit_thread, 35) \
	FLAG(REMOVE_ON_EXEC, remove_on_exec, 36) \
	FLAG(SIGTRAP, sigtrap, 37) \
	FLAG(DEFER_CALLCHAIN, defer_callchain, 38) \
	FLAG(DEFER_OUTPUT, defer_output, 39) \
	BITS(RESERVED_1, __reserved_1, 40, 24, .show = PA_SHOW_HEX, .reserved = 1, .recent = 1) \
	WORD(WAKEUP_EVENTS, wakeup_events, 48, 4, 64, \
	     .show = PA_SHOW_DEC, .note = "events to wakeup", .group = PA_UNION_WAKEUP) \
	WORD(WAKEUP_WATERMARK, wakeup_watermark, 48, 4, 64, \
	     .show = PA_SHOW_DEC, .note = "bytes before wakeup", .group = PA_UNION_WAKEUP) \
	WORD(BP_TYPE, bp_type, 52, 4, 64, .show = PA_SHOW_NAME, .names = &pa_bp_types) \
	WORD(BP_ADDR, bp_addr, 56, 8, 64, .show = PA_SHOW_HEX, .group = PA_UNION_CONFIG1) \
	WORD(KPROBE_FUNC, kprobe_func, 56, 8, 64, \
	     .show = PA_SHOW_HEX, .group = PA_UNION_CONFIG1) \
	WORD(UPROBE_PATH, uprobe_path, 56, 8, 64, \
	     .show = PA_SHOW_HEX, .group = PA_UNION_CONFIG1) \
	WORD(CONFIG1, config1, 56, 8, 64, .show = PA_SHOW_HEX, .group = PA_UNION_CONFIG1) \
	WORD(BP_LEN, bp_len, 64, 8, 72, \
	     .show = PA_SHOW_NAME, .names = &pa_bp_lens, .group = PA_UNION_CONFIG2) \
	WORD(KPROBE_ADDR, kprobe_addr, 64, 8, 72, \
	     .show = PA_SHOW_HEX, .group = PA_UNION_CONFIG2) \
	WORD(PROBE_OFFSET, probe_offset, 64, 8, 72, \
	     .show = PA_SHOW_HEX, .group = PA_UNION_CONFIG2) \
	WORD(CONFIG2, config2, 64, 8, 72, .show = PA_SHOW_HEX, .group = PA_UNION_CONFIG2) \
	WORD(BRANCH_SAMPLE_TYPE, branch_sample_type, 72, 8, 80, \
	     .show = PA_SHOW_MASK, .names = &pa_branch_bits) \
	WORD(SAMPLE_REGS_USER, sample_regs_user, 80, 8, 96, .show = PA_SHOW_REGS) \
	WORD(SAMPLE_STACK_USER, sample_stack_user, 88, 4, 96, .show = PA_SHOW_DEC) \
	WORD(CLOCKID, clockid, 92, 4, 96, .show = PA_SHOW_NAME_S, .names = &pa_clocks) \
	WORD(SAMPLE_REGS_INTR, sample_regs_intr, 96, 8, 104, .show = PA_SHOW_REGS) \
	WORD(AUX_WATERMARK, aux_watermark, 104, 4, 112, .show = PA_SHOW_DEC) \
	WORD(SAMPLE_MAX_STACK, sample_max_stack, 108, 2, 112, .show = PA_SHOW_DEC) \
	WORD(RESERVED_2, __reserved_2, 110, 2, 112, .show = PA_SHOW_HEX, .reserved = 1) \
	WORD(AUX_SAMPLE_SIZE, aux_sample_size, 112, 4, 120, .show = PA_SHOW_DEC) \
	AUX(AUX_START_PAUSED, aux_start_paused, 0, 1) \
	AUX(AUX_PAUSE, aux_pause, 1, 1) \
	AUX(AUX_RESUME, aux_resume, 2, 1) \
	AUX(RESERVED_3, __reserved_3, 3, 29, .show = PA_SHOW_HEX, .reserved = 1) \
	WORD(SIG_DATA, sig_data, 120, 8, 128, .show = PA_SHOW_HEX) \
	WORD(CONFIG3, config3, 128, 8, 136, .show = PA_SHOW_HEX) \
	WORD(CONFIG4, config4, 136, 8, 144, .show = PA_SHOW_HEX)

#endif /* PERFATTR_CORE_LISTS_H */
