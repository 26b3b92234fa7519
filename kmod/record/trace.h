/* SPDX-License-Identifier: GPL-2.0 */
/* The tracefs event perfattr:perf_event_open, for trace-cmd, perf, bpftrace. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM perfattr

#if !defined(PERFATTR_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define PERFATTR_TRACE_H

#include <linux/tracepoint.h>

#include "core/lists.h"
#include "record/trace_fields.h"

#define PA_TRACE_VALUE(value, name)	{ value, #name }
#define PA_TRACE_NEXT_VALUE(value, name)	, { value, #name }
#define PA_TRACE_BIT(bit, name)		{ 1ULL << bit, #name }
#define PA_TRACE_NEXT_BIT(bit, name)	, { 1ULL << bit, #name }
#define PA_TRACE_NOTHING(...)
#define PA_TRACE_FLAG(id, name, bit, ...)	, { 1ULL << bit, #name }

#define PA_TRACE_TYPES		PA_LIST_TYPES(PA_TRACE_VALUE, PA_TRACE_NEXT_VALUE)
#define PA_TRACE_SAMPLES	PA_LIST_SAMPLE(PA_TRACE_BIT, PA_TRACE_NEXT_BIT)
#define PA_TRACE_FORMATS	PA_LIST_FORMAT(PA_TRACE_BIT, PA_TRACE_NEXT_BIT)
#define PA_TRACE_FLAGS		PA_LIST_OPEN_FLAGS(PA_TRACE_BIT, PA_TRACE_NEXT_BIT)

/* precise_ip has two bits. __print_flags() clears what it has matched, so 3 must come first. */
#define PA_TRACE_ATTR_FLAGS \
	{ 3ULL << 15, "precise_ip=3" }, { 2ULL << 15, "precise_ip=2" }, \
	{ 1ULL << 15, "precise_ip=1" } \
	PA_LIST_FIELDS(PA_TRACE_NOTHING, PA_TRACE_FLAG, PA_TRACE_NOTHING, PA_TRACE_NOTHING)

/* __print_flags() takes a long. */
#ifdef CONFIG_64BIT
#define PA_TRACE_PRINT_FLAGS	__print_flags
#else
#define PA_TRACE_PRINT_FLAGS	__print_flags_u64
#endif

/*
 * Plain C types: without BTF, bpftrace parses the format file as C and does not know u64. Signed
 * fields have 64 bits, because perf trace does not extend the sign of shorter ones.
 */
TRACE_EVENT(perf_event_open,

	TP_PROTO(const struct pa_record *rec),

	TP_ARGS(rec),

	TP_STRUCT__entry(
		__field(unsigned long long, seq)
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
		__field(long, pid)
		__field(long, cpu)
		__field(long, group_fd)
		__field(unsigned int, type)
		__field(unsigned int, size)
		__field(unsigned int, freq)
		__array(char, errno, PA_TRACE_ERRNO)
		__array(char, pmu, PA_TRACE_PMU)
	),

	TP_fast_assign(
		__entry->seq = rec->seq;
		__entry->type = trace_word(rec, 0, 4);
		__entry->size = rec->attr_size;
		__entry->config = trace_word(rec, 8, 8);
		__entry->sample_period = trace_word(rec, 16, 8);
		__entry->sample_type = trace_word(rec, 24, 8);
		__entry->read_format = trace_word(rec, 32, 8);
		__entry->attr_flags = trace_word(rec, 40, 8);
		__entry->config1 = trace_word_hidden(rec, 56);
		__entry->config2 = trace_word_hidden(rec, 64);
		__entry->freq = __entry->attr_flags >> 10 & 1;
		__entry->pid = rec->arg_pid;
		__entry->cpu = rec->arg_cpu;
		__entry->group_fd = rec->arg_group_fd;
		__entry->flags = rec->flags;
		__entry->ret = rec->ret;
		__entry->duration = rec->duration_ns;
		trace_text(__entry->errno, PA_TRACE_ERRNO,
			   rec->ret < 0 ? pa_errno_name(0 - (u64)rec->ret) : NULL);
		trace_pmu(__entry->pmu, rec->have_kview ? rec->kv.pmu : 0);
	),

	TP_printk("seq=%llu type=%s size=%u config=0x%llx config1=0x%llx config2=0x%llx %s=%llu sample_type=%s read_format=%s attr_flags=%s pid=%ld cpu=%ld group_fd=%ld flags=%s ret=%ld errno=%s duration=%llu pmu=%s",
		__entry->seq, __print_symbolic(__entry->type, PA_TRACE_TYPES),
		__entry->size, __entry->config, __entry->config1, __entry->config2,
		__entry->freq ? "sample_freq" : "sample_period", __entry->sample_period,
		__print_flags(__entry->sample_type, "|", PA_TRACE_SAMPLES),
		__print_flags(__entry->read_format, "|", PA_TRACE_FORMATS),
		PA_TRACE_PRINT_FLAGS(__entry->attr_flags, "|", PA_TRACE_ATTR_FLAGS),
		__entry->pid, __entry->cpu, __entry->group_fd,
		__print_flags(__entry->flags, "|", PA_TRACE_FLAGS),
		__entry->ret, __entry->errno, __entry->duration, __entry->pmu)
);

#endif /* PERFATTR_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
