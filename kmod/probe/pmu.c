// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs by name.
 *
 * A record must not hold a pointer to a PMU, and copying a name for each PMU that a call
 * asked would make records large. So every PMU that was ever seen gets a place in a table
 * that only grows, and a record keeps the index. The probes find a place by the address of
 * the PMU, which is compared and never followed afterwards, and claim it by cmpxchg.
 *
 * At load, and when a reader meets a new dynamic type, the event_source bus is walked too;
 * what is found there goes into the second half of the table, by type.
 */
#include "probe/pmu.h"

#include <linux/atomic.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "probe/compat.h"

#define PMU_BITS	8
#define PMU_HALF	BIT(PMU_BITS)
#define PMU_PROBES	32

enum { PMU_FREE, PMU_CLAIMED, PMU_READY };

/* What a place was made for; a PMU that went away may have left its address to another. */
struct pmu_key {
	const struct pmu *pmu;
	const char *name;
	int type;
};

/* names[0] stays empty: index 0 means "not known". */
static struct pa_pmu_name pmu_names[PA_PMUS];
static struct pmu_key pmu_keys[PMU_HALF];
static int pmu_state[PA_PMUS];
static COMPAT_BUS_CONST struct bus_type *pmu_bus;
/* To compare with only. They are static objects of the kernel and never go away. */
static const struct pmu *pmu_cpu_clock;
static const struct pmu *pmu_task_clock;

static bool pmu_claim(u32 at)
{
	return cmpxchg(&pmu_state[at], PMU_FREE, PMU_CLAIMED) == PMU_FREE;
}
NOKPROBE_SYMBOL(pmu_claim);

static void pmu_publish(u32 at, u32 type, const char *name)
{
	pmu_names[at].type = type;
	strscpy(pmu_names[at].name, name, sizeof(pmu_names[at].name));
	/* Whoever sees it ready sees type and name. */
	smp_store_release(&pmu_state[at], PMU_READY);
}
NOKPROBE_SYMBOL(pmu_publish);

/* A PMU of a module can go away, and another with another name can take its place in memory. */
static bool pmu_same(u32 at, const struct pmu *pmu, const char *name)
{
	const struct pmu_key *key = &pmu_keys[at];

	if (key->pmu != pmu || key->type != pmu->type || key->name != name)
		return false;
	return !pmu->module ||
	       !strncmp(pmu_names[at].name, name, sizeof(pmu_names[at].name) - 1);
}
NOKPROBE_SYMBOL(pmu_same);

/* Context: any but NMI, lock-free, bounded. Returns 0 when there is no place left. */
static noinline u16 pmu_intern(const struct pmu *pmu, u32 type, const char *name)
{
	u32 at = hash_ptr(pmu, PMU_BITS);
	unsigned int i;

	for (i = 0; i < PMU_PROBES; i++, at = (at + 1) % PMU_HALF) {
		/* Pairs with pmu_publish(). */
		int state = smp_load_acquire(&pmu_state[at]);

		if (!at || state == PMU_CLAIMED)
			continue;
		if (state == PMU_READY) {
			if (pmu_same(at, pmu, name))
				return at;
			continue;
		}
		if (!pmu_claim(at))
			continue;
		pmu_keys[at].pmu = pmu;
		pmu_keys[at].name = name;
		pmu_keys[at].type = pmu->type;
		pmu_publish(at, type, name);
		return at;
	}
	return 0;
}
NOKPROBE_SYMBOL(pmu_intern);

/* Up to 6.1 the clock PMUs have no name; they get the one that later kernels give them. */
static noinline u16 pmu_intern_unnamed(const struct pmu *pmu)
{
	if (pmu == pmu_cpu_clock)
		return pmu_intern(pmu, PERF_TYPE_SOFTWARE, "cpu_clock");
	if (pmu == pmu_task_clock)
		return pmu_intern(pmu, PERF_TYPE_SOFTWARE, "task_clock");
	return 0;
}
NOKPROBE_SYMBOL(pmu_intern_unnamed);

/**
 * pa_pmu_index() - the index of a PMU in the table
 * @pmu: a PMU that cannot go away now (inside perf_init_event(), or of an event that is held)
 *
 * Up to 6.1 the two clock PMUs have neither a name nor a type of their own
 * (perf_pmu_register(&perf_cpu_clock, NULL, -1), kernel/events/core.c).
 *
 * Context: any but NMI, lock-free, bounded.
 * Return: index; 0 when the table is full or the PMU has no name that we know.
 */
u16 pa_pmu_index(const struct pmu *pmu)
{
	u32 at = hash_ptr(pmu, PMU_BITS);
	/* Pairs with pmu_publish(). */
	int state = smp_load_acquire(&pmu_state[at]);

	/* A PMU that is built in, at its first place: nothing about it can have changed. */
	if (likely(state == PMU_READY && pmu_keys[at].pmu == pmu &&
		   pmu_keys[at].type == pmu->type && !pmu->module))
		return at;
	return pmu->name ? pmu_intern(pmu, pmu->type, pmu->name) : pmu_intern_unnamed(pmu);
}
NOKPROBE_SYMBOL(pa_pmu_index);

/**
 * pa_pmu_is_clock() - the software event that a PMU is for, when it is for one alone
 * @pmu:    a PMU, only compared
 * @config: receives PERF_COUNT_SW_CPU_CLOCK or PERF_COUNT_SW_TASK_CLOCK
 *
 * Context: any. Return: true for the two clock PMUs.
 */
bool pa_pmu_is_clock(const struct pmu *pmu, u64 *config)
{
	*config = pmu == pmu_cpu_clock ? PERF_COUNT_SW_CPU_CLOCK : PERF_COUNT_SW_TASK_CLOCK;
	return pmu == pmu_cpu_clock || pmu == pmu_task_clock;
}
NOKPROBE_SYMBOL(pa_pmu_is_clock);

/**
 * pa_pmu_caps() - capabilities of a PMU under numbers that do not move between kernels
 * @pmu: as for pa_pmu_index()
 *
 * Context: any. Return: PA_CAP_* bits.
 */
u32 pa_pmu_caps(const struct pmu *pmu)
{
	u32 caps = 0;

#define MAP_CAP(c) do { if (pmu->capabilities & PERF_PMU_CAP_##c) caps |= PA_CAP_##c; } while (0)
	MAP_CAP(NO_INTERRUPT);
	MAP_CAP(NO_NMI);
	MAP_CAP(AUX_NO_SG);
	MAP_CAP(EXTENDED_REGS);
	MAP_CAP(EXCLUSIVE);
	MAP_CAP(ITRACE);
	MAP_CAP(NO_EXCLUDE);
	MAP_CAP(AUX_OUTPUT);
#ifdef PERF_PMU_CAP_EXTENDED_HW_TYPE
	MAP_CAP(EXTENDED_HW_TYPE);
#endif
#ifdef PERF_PMU_CAP_AUX_PAUSE
	MAP_CAP(AUX_PAUSE);
#endif
#ifdef PERF_PMU_CAP_MEDIATED_VPMU
	MAP_CAP(MEDIATED_VPMU);
#endif
#undef MAP_CAP
	return caps;
}
NOKPROBE_SYMBOL(pa_pmu_caps);

/* Serialises walks of the bus, which alone use the second half of the table. */
static DEFINE_MUTEX(pmu_bus_mutex);

/* Called with pmu_bus_mutex held. */
static void pmu_add_type(u32 type, const char *name)
{
	u32 at;

	for (at = PMU_HALF; at < PA_PMUS; at++) {
		if (pmu_state[at] != PMU_READY)
			break;
		if (pmu_names[at].type == type && !strcmp(pmu_names[at].name, name))
			return;
	}
	if (at < PA_PMUS)
		pmu_publish(at, type, name);
}

/*
 * The device is held by the walk, the PMU behind it is not: perf_pmu_unregister() frees it
 * after device_del(). So its type is read without trusting the pointer, and counts only if
 * the device was still registered afterwards.
 */
static int pmu_see_device(struct device *dev, void *unused)
{
	const struct pmu *pmu = dev_get_drvdata(dev);
	int type;

	if (!pmu || copy_from_kernel_nofault(&type, &pmu->type, sizeof(type)))
		return 0;
	/* The type before the state: whether the PMU was still there when its type was read. */
	smp_rmb();
	if (device_is_registered(dev))
		pmu_add_type(type, dev_name(dev));
	return 0;
}

/**
 * pa_pmu_refresh() - walk the event_source bus for PMUs that came after load
 *
 * Context: process, may sleep.
 */
void pa_pmu_refresh(void)
{
	if (!pmu_bus)
		return;
	mutex_lock(&pmu_bus_mutex);
	bus_for_each_dev(pmu_bus, NULL, NULL, pmu_see_device);
	mutex_unlock(&pmu_bus_mutex);
}

/* The PMU that answers a software event; what is done with it must not outlive its module. */
static const struct pmu *pmu_of_software(u64 config)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = config,
		.disabled = 1,
	};
	struct perf_event *event;
	const struct pmu *pmu;

	event = perf_event_create_kernel_counter(&attr, -1, current, NULL, NULL);
	if (IS_ERR(event)) {
		pr_warn("no software event %llu (%ld): some PMUs will have no name\n",
			config, PTR_ERR(event));
		return NULL;
	}
	pmu = event->pmu;
	perf_event_release_kernel(event);
	return pmu;
}

/**
 * pa_pmu_init() - find the event_source bus and see its PMUs, and the clock PMUs
 *
 * The bus is not exported; any PMU with a device leads to it, and the software PMU has one.
 * The clock PMUs have no device and may have no name: they are known by what they answer to.
 * Without all this, names are learned from the calls alone.
 *
 * Context: process, may sleep; before the probes are armed.
 */
void pa_pmu_init(void)
{
	const struct pmu *software = pmu_of_software(PERF_COUNT_SW_DUMMY);

	pmu_cpu_clock = pmu_of_software(PERF_COUNT_SW_CPU_CLOCK);
	pmu_task_clock = pmu_of_software(PERF_COUNT_SW_TASK_CLOCK);
	if (software)
		pmu_bus = compat_pmu_bus(software);
	pa_pmu_refresh();
}

/**
 * pa_pmu_type_of() - dynamic type of a PMU by name
 * @name: its name
 *
 * Context: process. Return: the type, U32_MAX when no such PMU was seen.
 */
u32 pa_pmu_type_of(const char *name)
{
	unsigned int i;

	for (i = 1; i < PA_PMUS; i++) {
		/* Pairs with pmu_publish(). */
		if (smp_load_acquire(&pmu_state[i]) == PMU_READY &&
		    !strcmp(pmu_names[i].name, name))
			return pmu_names[i].type;
	}
	return U32_MAX;
}

/**
 * pa_pmu_names() - the table for pa_env.pmus; entries never change once they have a name
 *
 * Context: any.
 */
const struct pa_pmu_name *pa_pmu_names(void)
{
	return pmu_names;
}

/**
 * pa_pmu_count() - entries in pa_pmu_names()
 *
 * Context: any.
 */
u32 pa_pmu_count(void)
{
	return PA_PMUS;
}
