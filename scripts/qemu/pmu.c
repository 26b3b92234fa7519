// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The registers of a PMU, for QEMU's translator (TCG), which has none. pmu.patch calls this for
 * CPUs with "pmu=on"; without it QEMU is as it was.
 *
 * A kernel's driver finds a PMU by CPUID and by registers (MSRs) that keep what is written to them.
 * So each MSR that QEMU does not know is storage here, and CPUID says what the real
 * microarchitecture says. General and fixed counters count, wrap and interrupt as the manuals have
 * it, but what they count is time: one event for each nanosecond of the guest's clock (with -icount
 * shift=0: one for each instruction), whichever event was chosen. There is no PEBS, LBR, IBS sample
 * or processor trace: their registers are storage.
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

#define IA32_PMC0		0xc1
#define IA32_PERFEVTSEL0	0x186
#define IA32_FIXED_CTR0		0x309
#define IA32_PERF_METRICS	0x329
#define IA32_PERF_CAPABILITIES	0x345
#define IA32_FIXED_CTR_CTRL	0x38d
#define IA32_GLOBAL_STATUS	0x38e
#define IA32_GLOBAL_CTRL	0x38f
#define IA32_GLOBAL_OVF_CTRL	0x390
#define IA32_A_PMC0		0x4c1 /* IA32_PMC0 again, in full width */
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
#define AMD_IBS_CTL		0xc001103a

#define EVTSEL_USR		(1 << 16)
#define EVTSEL_OS		(1 << 17)
#define EVTSEL_INT		(1 << 20)
#define EVTSEL_ENABLE		(1 << 22)
#define FIXED_OS		1
#define FIXED_USR		2
#define FIXED_INT		8

/* A counter that wraps sooner does it so much later: the guest has to get on between. */
#define SHORTEST_NS		50000

/* What CPUID leaf 0xA and IA32_PERF_CAPABILITIES say; the last one for models not named. */
static const struct intel_model {
	uint8_t model, version, general, fixed, width;
	uint16_t capabilities;
} intel_models[] = {
	{ 0x17, 2, 2, 3, 40, 0x0042 }, /* Core 2 */
	{ 0x1a, 3, 4, 3, 48, 0x11c3 }, /* Nehalem */
	{ 0x2c, 3, 4, 3, 48, 0x11c3 }, /* Westmere */
	{ 0x2a, 3, 4, 3, 48, 0x31c3 }, /* Sandy Bridge */
	{ 0x3a, 3, 4, 3, 48, 0x31c3 }, /* Ivy Bridge */
	{ 0x3c, 3, 4, 3, 48, 0x32c4 }, /* Haswell */
	{ 0x3d, 3, 4, 3, 48, 0x32c4 }, /* Broadwell */
	{ 0x6a, 5, 8, 4, 48, 0xf4c5 }, /* Ice Lake X */
	{ 0x8f, 5, 8, 4, 48, 0xf4c5 }, /* Sapphire Rapids */
	{ 0xad, 5, 8, 4, 48, 0xf4c5 }, /* Granite Rapids */
	{ 0x86, 5, 4, 3, 48, 0x74c5 }, /* Tremont */
	{ 0x97, 5, 6, 3, 48, 0x74c5 }, /* Alder Lake: what both kinds of core have */
	{ 0x00, 4, 4, 3, 48, 0x33c5 }, /* Skylake and what descends from it */
};

struct PmuState {
	GHashTable *registers;	/* by their numbers; one that was never written is 0 */
	QEMUTimer *timer;	/* for the counter that wraps next */
	int64_t synced;		/* ns of the guest's clock up to which counters have counted */
};

struct counter {
	uint32_t msr;
	int width, status_bit;
	bool runs, interrupts, in_user, in_kernel;
};

static int family_of(CPUX86State *env)
{
	int family = env->cpuid_version >> 8 & 0xf;

	return family == 0xf ? family + (env->cpuid_version >> 20 & 0xff) : family;
}

static int model_of(CPUX86State *env)
{
	return (env->cpuid_version >> 4 & 0xf) | (env->cpuid_version >> 12 & 0xf0);
}

static const struct intel_model *intel_model(CPUX86State *env)
{
	const struct intel_model *m = intel_models;

	while (m->model && m->model != model_of(env))
		m++;
	return m;
}

static bool is_hybrid(CPUX86State *env)
{
	return IS_INTEL_CPU(env) && model_of(env) == 0x97;
}

/* Zen 4 and later: global registers. */
static bool has_perfmon_v2(CPUX86State *env)
{
	int family = family_of(env), model = model_of(env);

	return family > 0x19 || (family == 0x19 && (model & 0xf0) && (model < 0x20 || model >= 0x60));
}

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
	c->runs = evtsel & EVTSEL_ENABLE;
	c->interrupts = evtsel & EVTSEL_INT;
	c->in_user = evtsel & EVTSEL_USR;
	c->in_kernel = evtsel & EVTSEL_OS;
}

static bool intel_counter(CPUX86State *env, int n, struct counter *c)
{
	const struct intel_model *m = intel_model(env);
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
	return true;
}

/* The core's counters, then those of the data fabric and of the third level's cache, which have no
 * interrupt and know no rings.
 */
static bool amd_counter(CPUX86State *env, int n, struct counter *c)
{
	bool extended = family_of(env) >= 0x15;
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
	event_select(c, get(env, control));
	if (control >= F15H_L3_0 && extended) {
		c->status_bit = -1;
		c->interrupts = false;
		return true;
	}
	c->status_bit = n;
	if (has_perfmon_v2(env))
		c->runs &= get(env, AMD_GLOBAL_CTRL) >> n & 1;
	return true;
}

static bool counter(CPUX86State *env, int n, struct counter *c)
{
	return IS_AMD_CPU(env) ? amd_counter(env, n, c) : intel_counter(env, n, c);
}

/* Intel masks the local vector when it interrupts; the driver's handler unmasks it. */
static void interrupt(CPUX86State *env)
{
	bool locked = qemu_mutex_iothread_locked();

	if (!locked)
		qemu_mutex_lock_iothread();
	apic_deliver_lvt(env_archcpu(env)->apic_state, APIC_LVT_PERFORM, IS_INTEL_CPU(env));
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
		set(env, status, get(env, status) | 1ull << c.status_bit);
		raise |= c.interrupts;
	}
	if (raise)
		interrupt(env);
}

/* Sets the timer for the counter that will interrupt first, if one will. */
static void set_timer(CPUX86State *env)
{
	struct PmuState *pmu = env_archcpu(env)->pmu;
	uint64_t first = INT64_MAX, left;
	struct counter c;
	int n;

	for (n = 0; counter(env, n, &c); n++) {
		left = (1ull << c.width) - get(env, c.msr);
		if (c.runs && c.interrupts)
			first = MIN(first, left);
	}
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
		set(env, IA32_PERF_CAPABILITIES, intel_model(env)->capabilities);
		set(env, INTEL_RAPL_UNIT, 0xa0e03);
	}
	return true;
}

/* Of package, memory, cores, graphics, system and AMD's core and package: in 2^-14 or 2^-16 J, which
 * makes something like a watt.
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
	if (!prepare(env))
		return;
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
	else if (family_of(env) < 0x15)
		msr = K7_PERFCTR0 + index;
	else
		msr = index < 6 ? F15H_CORE0 + 2 * index + 1 :
		      index < 10 ? F15H_NB0 + 2 * (index - 6) + 1 :
		      F15H_L3_0 + 2 * (index - 10) + 1;
	*value = pmu_rdmsr(env, msr);
	return true;
}

static void intel_cpuid(CPUX86State *env, uint32_t leaf, uint32_t subleaf, uint32_t *eax,
			uint32_t *ebx, uint32_t *ecx, uint32_t *edx)
{
	const struct intel_model *m = intel_model(env);

	switch (leaf) {
	case 1:
		*ecx |= CPUID_EXT_DTES64 | CPUID_EXT_PDCM;
		*edx |= CPUID_DTS;
		break;
	case 7:
		if (!subleaf && is_hybrid(env))
			*edx |= 1 << 15;
		break;
	case 0xa:
		*eax = m->version | m->general << 8 | m->width << 16 | 7 << 24;
		*ebx = 0;
		*ecx = m->version < 5 ? 0 : MAKE_64BIT_MASK(0, m->fixed);
		*edx = m->fixed | m->width << 5 | (m->version < 5 ? 0 : 1 << 15);
		break;
	case 0x1a: /* the first CPU is a core, the next an atom, and so on */
		if (is_hybrid(env)) {
			*eax = env_cpu(env)->cpu_index & 1 ? 0x20000001 : 0x40000001;
			*ebx = *ecx = *edx = 0;
		}
		break;
	}
}

static void amd_cpuid(CPUX86State *env, uint32_t leaf, uint32_t *eax, uint32_t *ebx, uint32_t *ecx,
		      uint32_t *edx)
{
	int family = family_of(env);

	switch (leaf) {
	case 0x80000001:
		*ecx |= CPUID_EXT3_IBS;
		if (family >= 0x15)
			*ecx |= CPUID_EXT3_TOPOEXT | CPUID_EXT3_PERFCORE | CPUID_EXT3_PERFNB;
		if (family >= 0x17)
			*ecx |= 1 << 28; /* counters of the third level's cache */
		break;
	case 0x80000007:
		if (family >= 0x17)
			*edx |= 1 << 14; /* RAPL */
		break;
	case 0x8000001b: /* IBS */
		*eax = family < 0x15 ? 0x1f : has_perfmon_v2(env) ? 0xbff : 0x3ff;
		*ebx = *ecx = *edx = 0;
		break;
	case 0x80000022: /* six counters of the core, sixteen of the data fabric */
		*eax = has_perfmon_v2(env);
		*ebx = *eax ? 6 | 16 << 10 : 0;
		*ecx = *edx = 0;
		break;
	}
}

/* What CPUID says besides what QEMU has it say. */
void pmu_cpuid(CPUX86State *env, uint32_t leaf, uint32_t subleaf, uint32_t *eax, uint32_t *ebx,
	       uint32_t *ecx, uint32_t *edx)
{
	if (!env_archcpu(env)->enable_pmu)
		return;
	if (IS_AMD_CPU(env))
		amd_cpuid(env, leaf, eax, ebx, ecx, edx);
	else
		intel_cpuid(env, leaf, subleaf, eax, ebx, ecx, edx);
}
