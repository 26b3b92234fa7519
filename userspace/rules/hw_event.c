// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The event as the driver of a hardware PMU made it: hw.config in the terms of the PMU, and whether
 * the hardware counts something else than was asked for.
 *
 * Read in arch/x86/events and drivers/perf of 5.10, 6.1, 6.12 and 7.3.
 */
#include "rules/hw_event.h"

#include "core/out.h"
#include "facts/format.h"
#include "facts/now.h"

/* IBS_OP_CNT_CTL: count ops, not cycles. */
#define IBS_COUNTS_OPS	0x80000ULL
/* UNCORE_FIXED_EVENT, arch/x86/events/intel/uncore.h */
#define UNCORE_FIXED	0xff
#define EVENTSEL(code, umask, inv, cmask) \
	((code) | (umask) << 8 | (inv) << 23 | (u64)(cmask) << 24)
#define CYCLES		EVENTSEL(0x3c, 0, 0, 0)

/* Bits of hw.config on x86 that no term of the format has: ARCH_PERFMON_EVENTSEL_*, AMD64_*. */
static const struct pa_name eventsel_bit[] = {
	[16] = PA_NAME("USR"), [17] = PA_NAME("OS"), [20] = PA_NAME("INT"),
	[22] = PA_NAME("ENABLE"), [40] = PA_NAME("GUESTONLY"), [41] = PA_NAME("HOSTONLY"),
};

static const struct pa_names eventsel_bits = PA_NAMES(eventsel_bit);

/* The counters that count an event code on Intel cpus. */
struct hw_code {
	u64 code;
	const char *by;
};

#define INSTEAD \
	" in place of cycles, which cannot be precise: each cycle that retires fewer than 16 "

/* intel_pebs_aliases_*(): the code of cycles has no PEBS. */
static const struct hw_code stand_ins[] = {
	{ EVENTSEL(0xc0, 0x00, 1, 16), "INST_RETIRED.ANY_P" INSTEAD "instructions" },
	{ EVENTSEL(0xc2, 0x01, 1, 16), "UOPS_RETIRED.ALL" INSTEAD "uops" },
	{ EVENTSEL(0xc0, 0x01, 1, 16), "INST_RETIRED.PREC_DIST" INSTEAD "instructions" },
};

/*
 * FIXED_EVENT_CONSTRAINT() of all Intel cpus. The first two codes may also be on a general counter,
 * if they are not precise; the others are the kernel's own, which no general counter has.
 */
static const struct hw_code fixed[] = {
	{ EVENTSEL(0xc0, 0, 0, 0),
	  "fixed counter 0 if the cpu has it and it is free, else a general counter" },
	{ CYCLES,
	  "fixed counter 1 if the cpu has it and it is free (the NMI watchdog may use it), "
	  "else a general counter" },
	{ EVENTSEL(0, 3, 0, 0), "fixed counter 2 only: no general counter has this event" },
	{ EVENTSEL(0, 4, 0, 0), "fixed counter 3 only: no general counter has this event" },
};

static const char *by_code(const struct hw_code *codes, u32 n, u64 code)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (codes[i].code == code)
			return codes[i].by;
	return NULL;
}

/* The PMU that has accepted the event, if its driver keeps a code in hw.config. */
static const struct pa_pmu_name *hw_pmu(const struct pa_record *r, const struct pa_env *env)
{
	if (!r->have_kview || !(r->kv.have & PA_KV_HWCONFIG))
		return NULL;
	return pa_pmu_by_index(env, r->kv.pmu);
}

static bool is_x86_cpu(const struct pa_env *env, const char *pmu)
{
	if (!env->kernel || env->kernel->arch != PA_ABI_X86_64)
		return false;
	return !strcmp(pmu, "cpu") || !strcmp(pmu, "cpu_core") || !strcmp(pmu, "cpu_atom") ||
	       !strcmp(pmu, "cpu_lowpower");
}

/* The formats of the PMU; NULL if they are not known, for example because the PMU is gone. */
static const struct pa_formats *hw_formats(const struct pa_record *r, const struct pa_env *env)
{
	const struct pa_formats *f = env->now ? env->now->formats : NULL;

	return f && f->pmu && f->pmu == r->kv.pmu && f->n ? f : NULL;
}

/**
 * pa_hw_wants_format() - return true if the PMU's format would help to show this record
 * @r:   the record
 * @env: PMUs
 *
 * Context: any. Return: index of the PMU, or 0.
 */
u32 pa_hw_wants_format(const struct pa_record *r, const struct pa_env *env)
{
	return r->kind == PA_RECORD_OPEN && hw_pmu(r, env) ? r->kv.pmu : 0;
}

/**
 * pa_put_hw_event() - write the event that the driver made: cpu/event=0xc2,umask=0x1,inv,cmask=16/
 * @s:    an empty buffer of PA_HW_EVENT_LEN bytes
 * @rest: receives the bits of hw.config that the PMU's format does not describe
 * @r:    the record
 * @env:  PMUs, and the format of this one
 * @a:    from pa_attr_look()
 *
 * The name of the PMU may hold any byte, so it must go through out_escaped() or its JSON
 * counterpart.
 * Context: any. Return: false if it is not known; then the buffer must not be used.
 */
bool pa_put_hw_event(struct out *s, u64 *rest, const struct pa_record *r,
		     const struct pa_env *env, const struct pa_attr *a)
{
	static const u8 more[] = { PA_FIELD_CONFIG1, PA_FIELD_CONFIG2, PA_FIELD_CONFIG3,
				   PA_FIELD_CONFIG4 };
	const struct pa_pmu_name *pmu = hw_pmu(r, env);
	u64 word[PA_FORMAT_WORDS] = { 0 };
	u32 i;

	if (!pmu || !hw_formats(r, env))
		return false;
	word[0] = r->kv.hw_config;
	/* The kernel's copy: drivers write the codes of extra registers to it. */
	for (i = 0; i < sizeof(more) && !a->hidden; i++)
		pa_kattr_get(r, more[i], &word[1 + i]);
	out_mem(s, pmu->name, strnlen(pmu->name, sizeof(pmu->name)));
	out_char(s, '/');
	*rest = pa_put_terms(s, hw_formats(r, env), word);
	out_char(s, '/');
	return !out_overflowed(s);
}

/**
 * pa_hw_bits() - names of the bits that no format describes
 * @r:   the record
 * @env: PMUs
 *
 * Context: any. Return: names by bit; no names for PMUs without known names.
 */
const struct pa_names *pa_hw_bits(const struct pa_record *r, const struct pa_env *env)
{
	static const struct pa_names none;
	const struct pa_pmu_name *pmu = hw_pmu(r, env);

	return pmu && is_x86_cpu(env, pmu->name) ? &eventsel_bits : &none;
}

static u64 asked(const struct pa_attr *a, enum pa_field_id id)
{
	return pa_bits(a->word, &pa_fields[id]);
}

/* AMD, amd_pmu_hw_config(): the call asked for an event of the cpu's PMU, precisely. */
static const char *by_ibs(const struct pa_record *r, const struct pa_pmu_name *pmu,
			  const struct pa_attr *a)
{
	if (a->type == pmu->type || !asked(a, PA_FIELD_PRECISE_IP))
		return NULL;
	if (r->kv.hw_config & IBS_COUNTS_OPS)
		return "ibs_op in place of the cpu's counters, which are not precise: it samples "
		       "every n-th op";
	return "ibs_op in place of the cpu's counters, which are not precise: it samples an op "
	       "every n cycles";
}

/* Return true if the call asked for cycles, by the generic name or by Intel's code. */
static bool asks_cycles(const struct pa_attr *a, u64 terms)
{
	u64 config = asked(a, PA_FIELD_CONFIG);

	if (a->type == PA_TYPE_HARDWARE)
		return !(u32)config;
	return a->type != PA_TYPE_HW_CACHE && (config & terms) == CYCLES;
}

/* Event numbers of AMD have 12 bits, those of Intel 8. */
static const char *by_intel(const struct pa_record *r, const struct pa_formats *f,
			    const struct pa_attr *a)
{
	const struct pa_format *event = pa_formats_find(f, "event");
	u64 code, terms = 0;
	u32 i;

	/* The bits of config that the PMU's format describes. */
	for (i = 0; i < f->n; i++)
		terms |= f->term[i].word ? 0 : f->term[i].mask;
	code = r->kv.hw_config & terms;
	if (!event || event->mask != 0xff || event->word)
		return NULL;
	if (!asked(a, PA_FIELD_PRECISE_IP))
		return by_code(fixed, ARRAY_SIZE(fixed), code);
	if (!asks_cycles(a, terms))
		return NULL;
	return by_code(stand_ins, ARRAY_SIZE(stand_ins), code);
}

/**
 * pa_hw_counted_by() - say if the hardware counts another event than the requested one, or on
 * another counter
 * @r:   the record
 * @env: PMUs, and the format of this one
 * @a:   from pa_attr_look()
 *
 * Which counter is used is decided later, each time the event is scheduled.
 * Context: any. Return: half a sentence, or NULL.
 */
const char *pa_hw_counted_by(const struct pa_record *r, const struct pa_env *env,
			     const struct pa_attr *a)
{
	const struct pa_pmu_name *pmu = hw_pmu(r, env);
	const struct pa_formats *f = hw_formats(r, env);

	if (!pmu || !a->passed)
		return NULL;
	if (!strcmp(pmu->name, "ibs_op"))
		return by_ibs(r, pmu, a);
	if (!strncmp(pmu->name, "armv8", 5))
		/* armv8pmu_get_event_idx(): cycles have a counter of their own. */
		return (r->kv.hw_config & 0xffff) != 0x11 ? NULL :
		       "the cycle counter if it is free, else a general counter";
	if (f && is_x86_cpu(env, pmu->name))
		return by_intel(r, f, a);
	if (!strncmp(pmu->name, "uncore_", 7) && asked(a, PA_FIELD_CONFIG) == UNCORE_FIXED &&
	    !r->kv.hw_config)
		return "the fixed counter of this PMU";
	return NULL;
}
