// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Calls that must never be tried, because opening the event affects others, though it is disabled
 * and closed at once.
 */
#include "try/try.h"

/*
 * Addresses of user space end below that on all machines of 64 bits, except for a few processes
 * that ask for more.
 */
#define USER_END	((1ULL << 47) - 65536)

/* The branches that intel_bts counts at a period of 1, as the processor encodes them. */
#define BTS_EVENT	0xc4
#define HW_BRANCHES	4
/* The HW_CACHE event of branches that the branch prediction unit reads, the same on most Intels. */
#define CACHE_BRANCHES	5

/* PMUs by how their names begin. */
static const struct {
	const char *name;
	const char *why;
} pmus_never[] = {
	{ "kprobe", "a kprobe is armed as soon as it is opened" },
	{ "uprobe", "a uprobe is armed as soon as it is opened" },
	{ "intel_pt", "intel_pt has one user at a time: a try could make calls of others fail" },
	{ "intel_bts", "intel_bts has one user at a time: a try could make calls of others fail" },
	{ "arm_spe", "arm_spe has one user at a time: a try could make calls of others fail" },
	{ "cs_etm", "cs_etm has one user at a time: a try could make calls of others fail" },
	{ "hisi_ptt", "hisi_ptt has one user at a time: a try could make calls of others fail" },
	{ "vpa_", "vpa PMUs have one user at a time: a try could make calls of others fail" },
	{ "htm", "htm has one user at a time: a try could make calls of others fail" },
};

/* core_imc, thread_imc, trace_imc: each excludes the others; nest ones start the firmware's. */
static bool is_imc(const char *name)
{
	size_t len = strlen(name);

	return len > 4 && !strcmp(name + len - 4, "_imc");
}

static const char *never_pmu(const struct pa_pmu_name *pmu)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(pmus_never); i++)
		if (!strncmp(pmu->name, pmus_never[i].name, strlen(pmus_never[i].name)))
			return pmus_never[i].why;
	if (is_imc(pmu->name))
		return "imc PMUs exclude each other: a try could make calls of others fail";
	if (pmu->have_caps && pmu->caps & PA_CAP_EXCLUSIVE)
		return "its PMU has one user at a time: a try could make calls of others fail";
	return NULL;
}

/* A type that no PMU has is refused by the kernel. */
static const char *never_type(u32 type, const struct try_machine *m)
{
	const char *why = NULL;
	u32 i;

	if (type < PA_TYPE_DYNAMIC)
		return NULL;
	if (!m->npmus)
		return "/sys does not say which PMU has this type";
	for (i = 0; i < m->npmus && !why; i++)
		if (m->pmus[i].type == type)
			why = never_pmu(&m->pmus[i]);
	return why;
}

static const char *never_trace(u64 id, const struct try_machine *m)
{
	switch (m->here ? env_here_trace(m->here, id) : ENV_TRACE_UNKNOWN) {
	case ENV_TRACE_NONE:
	case ENV_TRACE_STATIC:
	case ENV_TRACE_CALL:
		return NULL;
	case ENV_TRACE_ARMS:
		return "this trace event arms a probe as soon as it is opened";
	default:
		return "tracefs does not say whether this trace event arms a probe";
	}
}

/*
 * A debug register is taken when a breakpoint is opened. x86 has four for each task, of which a
 * child of ours takes one for a moment; elsewhere there may be one or two.
 */
static const char *never_breakpoint(const struct try_call *call, const u64 *word)
{
	u64 at = pa_bits(word, &pa_fields[PA_FIELD_BP_ADDR]);
	u64 len = pa_bits(word, &pa_fields[PA_FIELD_BP_LEN]);

	if (at >= USER_END || len >= USER_END || at + len >= USER_END)
		return "it is a breakpoint in the kernel";
	if (call->pid < 0)
		return "it is a breakpoint that takes a register of a cpu from every task";
#ifndef __x86_64__
	return "this machine may have few registers for breakpoints";
#else
	return NULL;
#endif
}

/* The processor writes such branches to the buffer of intel_bts, which has one user at a time. */
static bool is_bts(u32 type, const u64 *word)
{
	u64 config = pa_bits(word, &pa_fields[PA_FIELD_CONFIG]);

	if (pa_bits(word, &pa_fields[PA_FIELD_FREQ]) ||
	    pa_bits(word, &pa_fields[PA_FIELD_SAMPLE_PERIOD]) != 1)
		return false;
	if (type == PA_TYPE_HARDWARE)
		return (u32)config == HW_BRANCHES;
	if (type == PA_TYPE_HW_CACHE)
		return (u32)config == CACHE_BRANCHES;
	return type >= PA_TYPE_RAW && type != PA_TYPE_BREAKPOINT && (config & 0xffff) == BTS_EVENT;
}

static const char *never_attr(const struct try_call *call, const u64 *word,
			      const struct try_machine *m)
{
	u32 type = (u32)pa_bits(word, &pa_fields[PA_FIELD_TYPE]);
	u64 config = pa_bits(word, &pa_fields[PA_FIELD_CONFIG]);
	const char *why;

	if (pa_bits(word, &pa_fields[PA_FIELD_SIGTRAP]))
		return "sigtrap=1: it may end a program by a signal";
	if (pa_bits(word, &pa_fields[PA_FIELD_REMOVE_ON_EXEC]))
		return "remove_on_exec=1: it changes what exec does";
	if (is_bts(type, word))
		return "branches at a period of 1 use intel_bts, which has one user at a time";
	if (type == PA_TYPE_TRACEPOINT)
		return never_trace(config, m);
	if (type == PA_TYPE_BREAKPOINT)
		return never_breakpoint(call, word);
	why = never_type(type, m);
	/* On a hybrid machine the upper half of config is the type of the PMU. */
	if (!why && (type == PA_TYPE_HARDWARE || type == PA_TYPE_HW_CACHE))
		why = never_type((u32)(config >> PA_PMU_TYPE_SHIFT), m);
	return why;
}

/**
 * try_never() - return true if a call must not be made, whatever its result would be
 * @call: the call
 * @m:    the machine
 *
 * A group_fd is that of another call of the same child, or no descriptor at all, and no call has a
 * cgroup: the child has none. The caller of this function knows whether the original call had one.
 *
 * Return: why, half a sentence; NULL: it may be made.
 */
const char *try_never(const struct try_call *call, const struct try_machine *m)
{
	u8 attr[PA_ATTR_KEEP];
	u64 word[PA_WORDS];

	if (call->flags & PA_FLAG_FD_OUTPUT)
		return "it writes into the buffer of another event";
	/* A child has no descriptor of a cgroup: such a call is refused anyway. */
	if (call->pid > 0 && call->pid <= TRY_PID_MOST && !(call->flags & PA_FLAG_PID_CGROUP))
		return "it measures a task other than perfattr's";
	memcpy(attr, call->attr, sizeof(attr));
	pa_le_attr(attr, sizeof(attr), sizeof(attr));
	memcpy(word, attr, sizeof(word));
	pa_le_words(word, PA_WORDS);
	return never_attr(call, word, m);
}
