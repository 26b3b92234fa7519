// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The registers of a PMU, for QEMU's translator (TCG), which has none. pmu.patch calls this for
 * CPUs with "pmu=on"; without it QEMU is as it was.
 *
 * A kernel's driver finds a PMU by CPUID and by registers (MSRs) that keep what is written to them.
 * So each MSR that QEMU does not know is storage here, and CPUID says what the real
 * microarchitecture says (pmu-model.c). General and fixed counters count, wrap and interrupt as the
 * manuals have it, but what they count is time: one event for each nanosecond of the guest's clock
 * (with -icount shift=0: one for each instruction), whichever event was chosen, and in all rings;
 * a counter for no ring stands still. PEBS and IBS write where the CPU is then and its registers;
 * addresses of data, latencies and the like are 0. LBR, offcore response, uncore counters of Intel
 * and all else are storage.
 *
 * Intel SDM volume 3, chapters "Performance Monitoring" and volume 4; AMD64 APM volume 2, chapter
 * "Debug and Performance Resources", and the PPRs of families 17h and 19h.
 */
#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "qemu/timer.h"
#include "cpu.h"
#include "hw/i386/apic.h"
#include "hw/i386/apic_internal.h"
#include "tcg/helper-tcg.h"
#include "pmu.h"

#define IA32_PMC0		0xc1
#define IA32_PERFEVTSEL0	0x186
#define IA32_FIXED_CTR0		0x309
#define IA32_PERF_METRICS	0x329
#define IA32_PERF_CAPABILITIES	0x345
#define IA32_FIXED_CTR_CTRL	0x38d
#define IA32_GLOBAL_STATUS	0x38e
#define IA32_GLOBAL_CTRL	0x38f
#define IA32_GLOBAL_OVF_CTRL	0x390
#define IA32_PEBS_ENABLE	0x3f1
#define MSR_PEBS_DATA_CFG	0x3f2
#define IA32_A_PMC0		0x4c1 /* IA32_PMC0 again, in full width */
#define IA32_DS_AREA		0x600
#define INTEL_RAPL_UNIT		0x606
#define K7_PERFEVTSEL0		0xc0010000
#define K7_PERFCTR0		0xc0010004
#define F15H_CORE0		0xc0010200 /* control, counter, control, ... */
#define F15H_L3_0		0xc0010230
#define F15H_NB0		0xc0010240
#define AMD_GLOBAL_STATUS	0xc0000300
#define AMD_GLOBAL_CTRL		0xc0000301
#define AMD_GLOBAL_STATUS_CLEAR	0xc0000302
#define AMD_RAPL_UNIT		0xc0010299
#define AMD_IBS_FETCH_CTL	0xc0011030 /* the address that was fetched follows */
#define AMD_IBS_OP_CTL		0xc0011033 /* the address of the instruction follows */
#define AMD_IBS_CTL		0xc001103a

#define EVTSEL_USR		(1 << 16)
#define EVTSEL_OS		(1 << 17)
#define EVTSEL_INT		(1 << 20)
#define EVTSEL_ENABLE		(1 << 22)
#define IBS_FETCH_ENABLE	(1ull << 48)
#define IBS_FETCH_VALID		(1ull << 49)
#define IBS_OP_ENABLE		(1ull << 17)
#define IBS_OP_VALID		(1ull << 18)
#define STATUS_PEBS		(1ull << 62)
#define FIXED_OS		1
#define FIXED_USR		2
#define FIXED_INT		8

/* A counter that wraps sooner does it this late: a translated guest on a busy host has to get on
 * between its interrupts. 4000 a second are what perf asks for.
 */
#define SHORTEST_NS		250000

struct PmuState {
	GHashTable *registers;	/* by their numbers; one that was never written is 0 */
	QEMUTimer *timer;	/* for the counter that wraps next */
	int64_t synced;		/* ns of the guest's clock up to which counters have counted */
	int64_t ibs_begin[2];	/* ns at which the period of IBS fetch and op began */
};

struct counter {
	uint32_t msr;
	int width, status_bit;
	bool runs, interrupts, pebs, in_user, in_kernel;
};

static uint64_t get(CPUX86State *env, uint32_t msr)
{
	return (uintptr_t)g_hash_table_lookup(env_archcpu(env)->pmu->registers,
					      GUINT_TO_POINTER(msr));
}

static void set(CPUX86State *env, uint32_t msr, uint64_t value)
{
	g_hash_table_insert(env_archcpu(env)->pmu->registers, GUINT_TO_POINTER(msr),
			    (void *)(uintptr_t)value);
}

static void event_select(struct counter *c, uint64_t evtsel)
{
	c->interrupts = evtsel & EVTSEL_INT;
	c->in_user = evtsel & EVTSEL_USR;
	c->in_kernel = evtsel & EVTSEL_OS;
	c->runs = evtsel & EVTSEL_ENABLE && (c->in_user || c->in_kernel);
}

static bool intel_counter(CPUX86State *env, int n, struct counter *c)
{
	const struct PmuIntelModel *m = pmu_intel_model(env);
	int fixed = n - m->general, bits;

	if (fixed >= m->fixed)
		return false;
	c->width = m->width;
	if (fixed < 0) {
		c->msr = IA32_PMC0 + n;
		c->status_bit = n;
		event_select(c, get(env, IA32_PERFEVTSEL0 + n));
	} else {
		bits = get(env, IA32_FIXED_CTR_CTRL) >> 4 * fixed;
		c->msr = IA32_FIXED_CTR0 + fixed;
		c->status_bit = 32 + fixed;
		c->in_user = bits & FIXED_USR;
		c->in_kernel = bits & FIXED_OS;
		c->runs = c->in_user || c->in_kernel;
		c->interrupts = bits & FIXED_INT;
	}
	c->runs &= get(env, IA32_GLOBAL_CTRL) >> c->status_bit & 1;
	c->pebs = get(env, IA32_PEBS_ENABLE) >> c->status_bit & 1;
	c->interrupts |= c->pebs;
	return true;
}

/* The core's counters, then those of the data fabric and of the third level's cache, which have
 * no interrupt and know no rings.
 */
static bool amd_counter(CPUX86State *env, int n, struct counter *c)
{
	bool extended = pmu_family(env) >= 0x15;
	uint32_t control;
	int core = extended ? 6 : 4;

	if (n < core) {
		control = extended ? F15H_CORE0 + 2 * n : K7_PERFEVTSEL0 + n;
		c->msr = extended ? control + 1 : K7_PERFCTR0 + n;
	} else if (extended && n < core + 22) {
		n -= core;
		control = n < 16 ? F15H_NB0 + 2 * n : F15H_L3_0 + 2 * (n - 16);
		c->msr = control + 1;
	} else {
		return false;
	}
	c->width = 48;
	c->pebs = false;
	event_select(c, get(env, control));
	if (control >= F15H_L3_0 && extended) {
		c->runs = get(env, control) & EVTSEL_ENABLE;
		c->status_bit = -1;
		c->interrupts = false;
		return true;
	}
	c->status_bit = n;
	if (pmu_has_perfmon_v2(env))
		c->runs &= get(env, AMD_GLOBAL_CTRL) >> n & 1;
	return true;
}

static bool counter(CPUX86State *env, int n, struct counter *c)
{
	return IS_AMD_CPU(env) ? amd_counter(env, n, c) : intel_counter(env, n, c);
}

/* By local vector N. Intel masks it when it interrupts; the driver's handler unmasks it. */
static void interrupt(CPUX86State *env, int n)
{
	bool locked = qemu_mutex_iothread_locked();

	if (!locked)
		qemu_mutex_lock_iothread();
	apic_deliver_lvt(env_archcpu(env)->apic_state, n, IS_INTEL_CPU(env));
	if (!locked)
		qemu_mutex_unlock_iothread();
}

/* Adds NS to a running counter. True if it wrapped. In a ring that it does not count in it waits
 * just before: what an interrupt shows then is of a ring that was asked for.
 */
static bool advance(CPUX86State *env, const struct counter *c, int64_t ns)
{
	uint64_t max = MAKE_64BIT_MASK(0, c->width), value = (get(env, c->msr) & max) + ns;
	bool user = env->hflags & HF_CPL_MASK;
	bool wrapped = value > max;

	if (wrapped && c->interrupts && !(user ? c->in_user : c->in_kernel)) {
		value = max;
		wrapped = false;
	}
	set(env, c->msr, value & max);
	return wrapped;
}

/* The words of a PEBS record, of the format that IA32_PERF_CAPABILITIES says; their number. */
static int pebs_record(CPUX86State *env, const struct counter *c, uint64_t *word)
{
	static const int order[] = { R_EAX, R_EBX, R_ECX, R_EDX, R_ESI, R_EDI, R_EBP, R_ESP };
	static const int words_of_format[] = { 18, 22, 24, 25 };
	unsigned int format = pmu_intel_model(env)->capabilities >> 8 & 0xf, i;
	uint64_t config = get(env, MSR_PEBS_DATA_CFG), flags = cpu_compute_eflags(env);
	int n;

	if (format < ARRAY_SIZE(words_of_format)) {
		word[0] = flags;
		word[1] = env->eip;
		for (i = 0; i < 16; i++)
			word[2 + i] = env->regs[i < 8 ? order[i] : i];
		word[18] = 1ull << c->status_bit;
		word[22] = env->eip;
		word[24] = cpu_get_tsc(env);
		return words_of_format[format];
	}
	/* Adaptive: what was asked for, in this order. */
	word[1] = env->eip;
	word[2] = 1ull << c->status_bit;
	word[3] = cpu_get_tsc(env);
	n = config & 1 ? 8 : 4; /* of memory: not known */
	if (config & 2) {
		word[n] = flags;
		word[n + 1] = env->eip;
		for (i = 0; i < 16; i++)
			word[n + 2 + i] = env->regs[i];
		n += 18;
	}
	n += config & 4 ? 32 : 0; /* XMM registers: not known */
	n += config & 8 ? 3 * ((config >> 24 & 0x1f) + 1) : 0; /* LBR: none */
	word[0] = (config & 0xffffffffffff) | (uint64_t)n << 51;
	return n;
}

/* A counter of PEBS has wrapped: the CPU writes a record into the driver's buffer, and sets the
 * counter to what the driver wrote beside. True if it has to interrupt.
 */
static bool pebs_overflow(CPUX86State *env, const struct counter *c)
{
	struct { /* the debug store; LIMIT and THRESHOLD are addresses, as INDEX */
		uint64_t bts[4], base, index, limit, threshold, reset[8 + 16];
	} ds;
	uint64_t word[160] = { 0 }, at = get(env, IA32_DS_AREA);
	int reset = c->status_bit < 32 ? c->status_bit : c->status_bit - 32 + 8;
	int bytes = 8 * pebs_record(env, c, word);
	CPUState *cs = env_cpu(env);

	if (cpu_memory_rw_debug(cs, at, &ds, sizeof(ds), false) < 0)
		return false;
	set(env, c->msr, (get(env, c->msr) + ds.reset[reset]) & MAKE_64BIT_MASK(0, c->width));
	if (ds.index + bytes > ds.limit || cpu_memory_rw_debug(cs, ds.index, word, bytes, true) < 0)
		return false;
	ds.index += bytes;
	cpu_memory_rw_debug(cs, at + offsetof(typeof(ds), index), &ds.index, 8, true);
	if (ds.index < ds.threshold)
		return false;
	set(env, IA32_GLOBAL_STATUS, get(env, IA32_GLOBAL_STATUS) | STATUS_PEBS);
	return true;
}

/* IBS fetch (0) or op (1): ns until its period ends, INT64_MAX if it does not run. */
static int64_t ibs_left(CPUX86State *env, bool op)
{
	struct PmuState *pmu = env_archcpu(env)->pmu;
	uint64_t ctl = get(env, op ? AMD_IBS_OP_CTL : AMD_IBS_FETCH_CTL);
	uint64_t run = op ? IBS_OP_ENABLE : IBS_FETCH_ENABLE;
	uint64_t end = op ? IBS_OP_VALID : IBS_FETCH_VALID;
	int64_t period = (ctl & 0xffff) << 4 | (op ? ctl & 0x7f00000 : 0);

	return (ctl & (run | end)) == run ? pmu->ibs_begin[op] + period - pmu->synced : INT64_MAX;
}

static void sync_ibs(CPUX86State *env)
{
	uint32_t ctl;
	int op;

	for (op = 0; op < 2; op++) {
		if (ibs_left(env, op) > 0)
			continue;
		ctl = op ? AMD_IBS_OP_CTL : AMD_IBS_FETCH_CTL;
		set(env, ctl, get(env, ctl) | (op ? IBS_OP_VALID : IBS_FETCH_VALID));
		set(env, ctl + 1, env->eip);
		interrupt(env, APIC_LVT_NB + (get(env, AMD_IBS_CTL) & 3));
	}
}

/* Lets the counters count up to now. Like all here in the thread of the CPU itself. */
static void sync_counters(CPUX86State *env)
{
	struct PmuState *pmu = env_archcpu(env)->pmu;
	int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL), ns = now - pmu->synced;
	uint32_t status = IS_AMD_CPU(env) ? AMD_GLOBAL_STATUS : IA32_GLOBAL_STATUS;
	bool raise = false;
	struct counter c;
	int n;

	pmu->synced = now;
	for (n = 0; counter(env, n, &c); n++) {
		if (!c.runs || !advance(env, &c, ns) || c.status_bit < 0)
			continue;
		if (c.pebs) {
			raise |= pebs_overflow(env, &c);
			continue;
		}
		set(env, status, get(env, status) | 1ull << c.status_bit);
		raise |= c.interrupts;
	}
	if (raise)
		interrupt(env, APIC_LVT_PERFORM);
	sync_ibs(env);
}

/* Sets the timer for the counter that will interrupt first, if one will. */
static void set_timer(CPUX86State *env)
{
	struct PmuState *pmu = env_archcpu(env)->pmu;
	uint64_t first = INT64_MAX, left;
	struct counter c;
	int n;

	for (n = 0; counter(env, n, &c); n++) {
		left = (1ull << c.width) - (get(env, c.msr) & MAKE_64BIT_MASK(0, c.width));
		if (c.runs && c.interrupts)
			first = MIN(first, left);
	}
	for (n = 0; n < 2; n++)
		first = MIN(first, MAX(ibs_left(env, n), 0));
	/* Some days: a counter that starts at 0 wraps after 78 hours. */
	if (first > INT64_MAX / 2)
		timer_del(pmu->timer);
	else
		timer_mod(pmu->timer, pmu->synced + MAX(first, SHORTEST_NS));
}

static void expired_on_cpu(CPUState *cs, run_on_cpu_data data)
{
	CPUX86State *env = &X86_CPU(cs)->env;

	sync_counters(env);
	set_timer(env);
}

static void expired(void *opaque)
{
	async_run_on_cpu(opaque, expired_on_cpu, RUN_ON_CPU_NULL);
}

/* False: this CPU has no PMU. */
static bool prepare(CPUX86State *env)
{
	X86CPU *cpu = env_archcpu(env);

	if (!cpu->enable_pmu || cpu->pmu)
		return cpu->enable_pmu;
	cpu->pmu = g_new0(struct PmuState, 1);
	cpu->pmu->registers = g_hash_table_new(NULL, NULL);
	cpu->pmu->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, expired, env_cpu(env));
	if (IS_AMD_CPU(env)) {
		set(env, AMD_RAPL_UNIT, 0xa1003);
		set(env, AMD_IBS_CTL, 0x101); /* local vector 1, valid */
	} else {
		set(env, IA32_PERF_CAPABILITIES, pmu_intel_model(env)->capabilities);
		set(env, INTEL_RAPL_UNIT, 0xa0e03);
	}
	return true;
}

/* Of package, memory, cores, graphics, system and AMD's core and package: in 2^-14 or 2^-16 J,
 * which makes something like a watt.
 */
static bool is_energy(uint32_t msr)
{
	return msr == 0x611 || msr == 0x619 || msr == 0x639 || msr == 0x641 || msr == 0x64d ||
	       msr == 0xc001029a || msr == 0xc001029b;
}

static uint32_t canonical(uint32_t msr)
{
	return msr >= IA32_A_PMC0 && msr < IA32_A_PMC0 + 8 ? msr - IA32_A_PMC0 + IA32_PMC0 : msr;
}

uint64_t pmu_rdmsr(CPUX86State *env, uint32_t msr)
{
	if (!prepare(env))
		return 0;
	if (is_energy(msr))
		return (uint32_t)(qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) >> 16);
	sync_counters(env);
	return get(env, canonical(msr));
}

void pmu_wrmsr(CPUX86State *env, uint32_t msr, uint64_t value)
{
	struct PmuState *pmu;

	if (!prepare(env))
		return;
	pmu = env_archcpu(env)->pmu;
	sync_counters(env);
	switch (msr) {
	case IA32_PERF_CAPABILITIES:
		break;
	case IA32_GLOBAL_OVF_CTRL:
		set(env, IA32_GLOBAL_STATUS, get(env, IA32_GLOBAL_STATUS) & ~value);
		break;
	case AMD_GLOBAL_STATUS_CLEAR:
		set(env, AMD_GLOBAL_STATUS, get(env, AMD_GLOBAL_STATUS) & ~value);
		break;
	case AMD_IBS_FETCH_CTL:
	case AMD_IBS_OP_CTL:
		pmu->ibs_begin[msr == AMD_IBS_OP_CTL] = pmu->synced;
		set(env, msr, value);
		break;
	default:
		set(env, canonical(msr), value);
	}
	set_timer(env);
}

/* False: an instruction that this CPU does not have. */
bool pmu_rdpmc(CPUX86State *env, uint32_t index, uint64_t *value)
{
	uint32_t msr;

	if (!prepare(env))
		return false;
	if (!IS_AMD_CPU(env))
		msr = index & 1 << 30 ? IA32_FIXED_CTR0 + (index & 0xffff) :
		      index & 1 << 29 ? IA32_PERF_METRICS : IA32_PMC0 + index;
	else if (pmu_family(env) < 0x15)
		msr = K7_PERFCTR0 + index;
	else
		msr = index < 6 ? F15H_CORE0 + 2 * index + 1 :
		      index < 10 ? F15H_NB0 + 2 * (index - 6) + 1 :
		      F15H_L3_0 + 2 * (index - 10) + 1;
	*value = pmu_rdmsr(env, msr);
	return true;
}
