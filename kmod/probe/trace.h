/* SPDX-License-Identifier: GPL-2.0 */
/* The tracefs event perfattr:perf_event_open, for trace-cmd, perf, bpftrace. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM perfattr

#if !defined(PERFATTR_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define PERFATTR_TRACE_H

#include <linux/tracepoint.h>

#include "probe/trace_fields.h"

#define PA_TRACE_TYPES \
	{ 0, "HARDWARE" }, { 1, "SOFTWARE" }, { 2, "TRACEPOINT" }, \
	{ 3, "HW_CACHE" }, { 4, "RAW" }, { 5, "BREAKPOINT" }

#define PA_TRACE_SAMPLES \
	{ 1ULL << 0, "IP" }, { 1ULL << 1, "TID" }, { 1ULL << 2, "TIME" }, \
	{ 1ULL << 3, "ADDR" }, { 1ULL << 4, "READ" }, { 1ULL << 5, "CALLCHAIN" }, \
	{ 1ULL << 6, "ID" }, { 1ULL << 7, "CPU" }, { 1ULL << 8, "PERIOD" }, \
	{ 1ULL << 9, "STREAM_ID" }, { 1ULL << 10, "RAW" }, { 1ULL << 11, "BRANCH_STACK" }, \
	{ 1ULL << 12, "REGS_USER" }, { 1ULL << 13, "STACK_USER" }, { 1ULL << 14, "WEIGHT" }, \
	{ 1ULL << 15, "DATA_SRC" }, { 1ULL << 16, "IDENTIFIER" }, \
	{ 1ULL << 17, "TRANSACTION" }, { 1ULL << 18, "REGS_INTR" }, \
	{ 1ULL << 19, "PHYS_ADDR" }, { 1ULL << 20, "AUX" }, { 1ULL << 21, "CGROUP" }, \
	{ 1ULL << 22, "DATA_PAGE_SIZE" }, { 1ULL << 23, "CODE_PAGE_SIZE" }, \
	{ 1ULL << 24, "WEIGHT_STRUCT" }

#define PA_TRACE_FORMATS \
	{ 1, "TOTAL_TIME_ENABLED" }, { 2, "TOTAL_TIME_RUNNING" }, { 4, "ID" }, \
	{ 8, "GROUP" }, { 16, "LOST" }

/* precise_ip is a number of two bits: 3 stands first, what matched is taken away. */
#define PA_TRACE_ATTR_FLAGS \
	{ 3ULL << 15, "precise_ip=3" }, { 2ULL << 15, "precise_ip=2" }, \
	{ 1ULL << 15, "precise_ip=1" }, { 1ULL << 0, "disabled" }, { 1ULL << 1, "inherit" }, \
	{ 1ULL << 2, "pinned" }, { 1ULL << 3, "exclusive" }, { 1ULL << 4, "exclude_user" }, \
	{ 1ULL << 5, "exclude_kernel" }, { 1ULL << 6, "exclude_hv" }, \
	{ 1ULL << 7, "exclude_idle" }, { 1ULL << 8, "mmap" }, { 1ULL << 9, "comm" }, \
	{ 1ULL << 10, "freq" }, { 1ULL << 11, "inherit_stat" }, \
	{ 1ULL << 12, "enable_on_exec" }, { 1ULL << 13, "task" }, { 1ULL << 14, "watermark" }, \
	{ 1ULL << 17, "mmap_data" }, { 1ULL << 18, "sample_id_all" }, \
	{ 1ULL << 19, "exclude_host" }, { 1ULL << 20, "exclude_guest" }, \
	{ 1ULL << 21, "exclude_callchain_kernel" }, { 1ULL << 22, "exclude_callchain_user" }, \
	{ 1ULL << 23, "mmap2" }, { 1ULL << 24, "comm_exec" }, { 1ULL << 25, "use_clockid" }, \
	{ 1ULL << 26, "context_switch" }, { 1ULL << 27, "write_backward" }, \
	{ 1ULL << 28, "namespaces" }, { 1ULL << 29, "ksymbol" }, { 1ULL << 30, "bpf_event" }, \
	{ 1ULL << 31, "aux_output" }, { 1ULL << 32, "cgroup" }, { 1ULL << 33, "text_poke" }, \
	{ 1ULL << 34, "build_id" }, { 1ULL << 35, "inherit_thread" }, \
	{ 1ULL << 36, "remove_on_exec" }, { 1ULL << 37, "sigtrap" }, \
	{ 1ULL << 38, "defer_callchain" }, { 1ULL << 39, "defer_output" }

#define PA_TRACE_FLAGS \
	{ 1, "FD_NO_GROUP" }, { 2, "FD_OUTPUT" }, { 4, "PID_CGROUP" }, { 8, "FD_CLOEXEC" }

/* C's own types: without BTF, bpftrace takes the format file for C and knows no u64. */
TRACE_EVENT(perf_event_open,

	TP_PROTO(const struct pa_record *rec),

	TP_ARGS(rec),

	TP_STRUCT__entry(
		__field(unsigned long long, config)
		__field(unsigned long long, config1)
		__field(unsigned long long, config2)
		__field(unsigned long long, sample_period)
		__field(unsigned long long, sample_type)
		__field(unsigned long long, read_format)
		__field(unsigned long long, attr_flags)
		__field(unsigned long long, flags)
		__field(unsigned long long, duration)
		__field(long, ret)
		__field(unsigned int, type)
		__field(unsigned int, size)
		__field(int, pid)
		__field(int, cpu)
		__field(int, group_fd)
		__field(int, freq)
		__array(char, pmu, PA_TRACE_PMU)
		__array(char, reason, PA_TRACE_REASON)
	),

	TP_fast_assign(
		__entry->type = pa_trace_word(rec, 0, 4);
		__entry->size = rec->attr_size;
		__entry->config = pa_trace_word(rec, 8, 8);
		__entry->sample_period = pa_trace_word(rec, 16, 8);
		__entry->sample_type = pa_trace_word(rec, 24, 8);
		__entry->read_format = pa_trace_word(rec, 32, 8);
		__entry->attr_flags = pa_trace_word(rec, 40, 8);
		__entry->config1 = pa_trace_config1(rec);
		__entry->config2 = pa_trace_config2(rec);
		__entry->freq = __entry->attr_flags >> 10 & 1;
		__entry->pid = rec->arg_pid;
		__entry->cpu = rec->arg_cpu;
		__entry->group_fd = rec->arg_group_fd;
		__entry->flags = rec->flags;
		__entry->ret = rec->ret;
		__entry->duration = rec->duration_ns;
		pa_trace_pmu(__entry->pmu, rec);
		pa_trace_reason(__entry->reason, rec);
	),

	TP_printk("type=%s size=%u config=0x%llx config1=0x%llx config2=0x%llx %s=%llu sample_type=%s read_format=%s attr_flags=%s pid=%d cpu=%d group_fd=%d flags=%s ret=%ld duration=%llu pmu=%s reason=%s",
		__print_symbolic(__entry->type, PA_TRACE_TYPES),
		__entry->size, __entry->config, __entry->config1, __entry->config2,
		__entry->freq ? "sample_freq" : "sample_period", __entry->sample_period,
		__print_flags(__entry->sample_type, "|", PA_TRACE_SAMPLES),
		__print_flags(__entry->read_format, "|", PA_TRACE_FORMATS),
		__print_flags(__entry->attr_flags, "|", PA_TRACE_ATTR_FLAGS),
		__entry->pid, __entry->cpu, __entry->group_fd,
		__print_flags(__entry->flags, "|", PA_TRACE_FLAGS),
		__entry->ret, __entry->duration, __entry->pmu, __entry->reason)
);

#endif /* PERFATTR_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
