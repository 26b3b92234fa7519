// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs by name.
 *
 * A record must not hold a pointer to a PMU, and a copy of the name of each PMU that perf tried
 * would make records large. So each pair of type and name gets an index that is never reused while
 * the module is loaded, and records hold that index.
 *
 * Every PMU with a name has a device on the event_source bus (perf_pmu_register(),
 * kernel/events/core.c). A bus notifier and a walk over the bus maintain two maps: from the address
 * of a PMU to its index, and from a type to the index of the PMU that has it now. Handlers only
 * look up. They compare addresses and dereference none, so a PMU may go away at any time.
 */
#include "kernel/pmu.h"

#include <linux/err.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/mutex.h>
#include <linux/notifier.h>

#include "core/attr.h"
#include "kernel/compat.h"

#define PMU_BITS	10
#define PMU_PLACES	BIT(PMU_BITS)
#define PMU_PROBES	32
/* Tombstone of a PMU that is gone: a search must go on past it. */
#define PMU_WAS_HERE	((const struct pmu *)ERR_PTR(-ENODEV))

struct pmu_place {
	const struct pmu *pmu;
	u16 index;
};

/* pmu_names[0] stays empty: index 0 means "not known". Entries below pmu_count never change. */
static struct pa_pmu_name pmu_names[PA_PMUS];
/* Each driver once; entry 0 stays empty. A machine has some twenty. */
static struct pa_event_init pmu_inits[128];
static u32 pmu_ninits = 1;
static bool pmu_code[PA_PMUS];
static u8 pmu_gone[PA_PMUS];
static u32 pmu_count = 1;
/* How many have left; it may wrap. */
static u32 pmu_leaves;
/*
 * For handlers, which pass an index from a record: its entry is complete. Entries behind pmu_count
 * have no name, or are being filled in.
 */
const struct pa_env pa_pmu_table = {
	.pmus = pmu_names,
	.npmus = PA_PMUS,
};

static struct pmu_place pmu_places[PMU_PLACES];
static u16 pmu_types[PA_PMUS];
/* Serialises writers of the tables above. */
static DEFINE_MUTEX(pmu_mutex);
static COMPAT_BUS_CONST struct bus_type *pmu_bus;
/* Only compared, never dereferenced. Static objects of the kernel, so they never go away. */
static const struct pmu *pmu_cpu_clock;
static const struct pmu *pmu_task_clock;

/* Called with pmu_mutex held. */
static u16 pmu_index_of_name(const struct pa_pmu_name *pmu)
{
	bool code = pa_name_keeps_code(pmu->name, pmu->task_ctx_nr);
	u32 i;

	for (i = 1; i < pmu_count; i++) {
		if (pmu_names[i].type == pmu->type && pmu_code[i] == code &&
		    pmu_names[i].init == pmu->init && !strcmp(pmu_names[i].name, pmu->name))
			return i;
	}
	if (i == PA_PMUS) {
		pr_warn_once("the table of %u PMU names is full: new PMUs stay nameless until the module is reloaded\n",
			     PA_PMUS - 1);
		return 0;
	}
	pmu_names[i] = *pmu;
	pmu_code[i] = code;
	/* Readers that see the new count also see type and name. */
	smp_store_release(&pmu_count, i + 1);
	return i;
}

static struct pmu_place __kprobes *pmu_find(const struct pmu *pmu)
{
	u32 at = hash_ptr(pmu, PMU_BITS);
	unsigned int i;

	for (i = 0; i < PMU_PROBES; i++, at = (at + 1) % PMU_PLACES) {
		/* Pairs with the release in pmu_put(). */
		const struct pmu *here = smp_load_acquire(&pmu_places[at].pmu);

		if (!here)
			return NULL;
		if (here == pmu)
			return &pmu_places[at];
	}
	return NULL;
}

/* Called with pmu_mutex held, before the files of the PMU in sysfs go, one after the other. */
static void pmu_leave(const struct pmu *pmu)
{
	const struct pmu_place *place = pmu_find(pmu);

	if (place)
		WRITE_ONCE(pmu_gone[place->index], 1);
	/* A reader of the new number also sees that the PMU is gone. */
	smp_store_release(&pmu_leaves, pmu_leaves + 1);
}

/* Called with pmu_mutex held. If no place near the hash is free, the PMU stays without a name. */
static void pmu_put(const struct pmu *pmu, u16 index)
{
	u32 at = hash_ptr(pmu, PMU_BITS);
	unsigned int i;

	for (i = 0; i < PMU_PROBES; i++, at = (at + 1) % PMU_PLACES) {
		struct pmu_place *place = &pmu_places[at];

		if (place->pmu && place->pmu != PMU_WAS_HERE)
			continue;
		/* The tombstone before the index: pa_pmu_index() rechecks the PMU afterwards. */
		smp_wmb();
		WRITE_ONCE(place->index, index);
		/* Pairs with pmu_find(). */
		smp_store_release(&place->pmu, pmu);
		return;
	}
}

/* Called with pmu_mutex held. */
static void pmu_remove(const struct pmu *pmu)
{
	struct pmu_place *place = pmu_find(pmu);
	u16 index;

	if (!place)
		return;
	index = place->index;
	WRITE_ONCE(place->pmu, PMU_WAS_HERE);
	WRITE_ONCE(pmu_gone[index], 1);
	/* The type was released before the device was: another PMU may have it already. */
	if (pmu_types[pmu_names[index].type % PA_PMUS] == index)
		WRITE_ONCE(pmu_types[pmu_names[index].type % PA_PMUS], 0);
}

/* Called with pmu_mutex held. */
static void pmu_add(const struct pmu *pmu, const struct pa_pmu_name *known)
{
	u16 index = pmu_index_of_name(known);

	pmu_remove(pmu);
	if (!index)
		return;
	if (pmu_gone[index]) {
		WRITE_ONCE(pmu_gone[index], 0);
		/* A reader of the new number also sees that the PMU is back. */
		smp_store_release(&pmu_leaves, pmu_leaves + 1);
	}
	pmu_put(pmu, index);
	if (known->type >= PERF_TYPE_MAX)
		/* Pairs with the address dependency of readers: the row before its index. */
		smp_store_release(&pmu_types[known->type % PA_PMUS], index);
}

/**
 * pa_pmu_caps() - capabilities of a PMU as PA_CAP_*, which are the same on all kernels
 * @capabilities: its pmu->capabilities
 *
 * Context: any. Return: PA_CAP_* bits.
 */
u32 __kprobes pa_pmu_caps(int capabilities)
{
	u32 caps = 0;

#define MAP_CAP(c) do { if (capabilities & PERF_PMU_CAP_##c) caps |= PA_CAP_##c; } while (0)
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

/* Called with pmu_mutex held. Returns 0 if there are too many drivers, or if it has no symbol. */
static u8 pmu_init_index(const char *symbol, const char *module)
{
	u32 i;

	if (!strncmp(symbol, "0x", 2))
		return 0;
	for (i = 1; i < pmu_ninits; i++)
		if (!strncmp(pmu_inits[i].symbol, symbol, sizeof(pmu_inits[i].symbol) - 1) &&
		    !strncmp(pmu_inits[i].module, module, sizeof(pmu_inits[i].module) - 1))
			return i;
	if (i == ARRAY_SIZE(pmu_inits))
		return 0;
	strscpy(pmu_inits[i].symbol, symbol, sizeof(pmu_inits[i].symbol));
	strscpy(pmu_inits[i].module, module, sizeof(pmu_inits[i].module));
	/* Readers find it by the entry of a PMU, whose count is released later. */
	pmu_ninits = i + 1;
	return i;
}

/*
 * The driver of a PMU, by the symbol of its event_init(): "rapl_pmu_event_init [rapl]". Called with
 * pmu_mutex held.
 */
static u8 pmu_driver(const void *event_init)
{
	static char symbol[KSYM_SYMBOL_LEN];
	char *module = "";

	sprint_symbol_no_offset(symbol, (unsigned long)event_init);
	if (strchr(symbol, ' ')) {
		module = strchr(symbol, ' ');
		*module++ = '\0';
		module += *module == '[';
		module[strcspn(module, "]")] = '\0';
	}
	return pmu_init_index(symbol, module);
}

/* Called with pmu_mutex held. A device does not pin its PMU, so this reads it nofault. */
static int pmu_add_device(struct device *dev, void *unused)
{
	const struct pmu *pmu = dev_get_drvdata(dev);
	int (*event_init)(struct perf_event *event);
	struct pa_pmu_name known = { .have_caps = true };
	int type, capabilities, task_ctx_nr;

	if (pmu && !get_kernel_nofault(type, &pmu->type) &&
	    !get_kernel_nofault(capabilities, &pmu->capabilities) &&
	    !get_kernel_nofault(task_ctx_nr, &pmu->task_ctx_nr) &&
	    !get_kernel_nofault(event_init, &pmu->event_init)) {
		known.type = type;
		known.caps = pa_pmu_caps(capabilities);
		known.task_ctx_nr = task_ctx_nr;
		known.init = pmu_driver(event_init);
		strscpy(known.name, dev_name(dev), sizeof(known.name));
		pmu_add(pmu, &known);
	}
	return 0;
}

/* If a PMU goes while the walk sees it, its removal waits here until the walk has ended. */
static int pmu_bus_event(struct notifier_block *nb, unsigned long event, void *data)
{
	struct device *dev = data;

	mutex_lock(&pmu_mutex);
	if (event == BUS_NOTIFY_ADD_DEVICE)
		pmu_add_device(dev, NULL);
	else if (event == BUS_NOTIFY_DEL_DEVICE)
		pmu_leave(dev_get_drvdata(dev));
	else if (event == BUS_NOTIFY_REMOVED_DEVICE)
		pmu_remove(dev_get_drvdata(dev));
	mutex_unlock(&pmu_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block pmu_bus_block = { .notifier_call = pmu_bus_event };

/**
 * pa_pmu_index() - the index of a PMU in the table
 * @pmu: only compared: it may be gone, or NULL
 *
 * Context: any, lock-free, bounded. Return: index; 0 when it is not known.
 */
u16 __kprobes pa_pmu_index(const struct pmu *pmu)
{
	const struct pmu_place *place = pmu_find(pmu);
	u16 index;

	if (!place)
		return 0;
	index = READ_ONCE(place->index);
	/* Pairs with pmu_put(): the index belongs to this PMU if the place still holds the PMU. */
	smp_rmb();
	return READ_ONCE(place->pmu) == pmu ? index : 0;
}

/**
 * pa_pmu_dynamic() - slow path of pa_pmu_now(): the type is dynamic
 * @type: attr.type
 *
 * Context: any, lock-free. Return: index; PA_PMU_NONE when no PMU has it.
 */
u16 __kprobes pa_pmu_dynamic(u32 type)
{
	u16 index = READ_ONCE(pmu_types[type % PA_PMUS]);

	return index && pmu_names[index].type == type ? index : PA_PMU_NONE;
}

/**
 * pa_pmu_keeps_code() - return true if event->hw.config of this PMU's events holds an event code
 * @index: from pa_pmu_index()
 *
 * Context: any. Return: false also for an unknown PMU, because its config may be a pointer.
 */
bool __kprobes pa_pmu_keeps_code(u16 index)
{
	return pmu_code[index];
}

/**
 * pa_pmu_is_clock() - return true if this is one of the two clock PMUs, which serve one software
 * event each
 * @pmu:    only compared
 * @config: receives PERF_COUNT_SW_CPU_CLOCK or PERF_COUNT_SW_TASK_CLOCK
 *
 * Context: any. Return: true for the two clock PMUs.
 */
bool __kprobes pa_pmu_is_clock(const struct pmu *pmu, u64 *config)
{
	*config = pmu == pmu_cpu_clock ? PERF_COUNT_SW_CPU_CLOCK : PERF_COUNT_SW_TASK_CLOCK;
	return pmu == pmu_cpu_clock || pmu == pmu_task_clock;
}

/**
 * pa_pmu_leaves() - return true if facts about PMUs from sysfs may be out of date
 *
 * Context: any. Return: a number that changes before the files of a PMU in sysfs begin to go; if
 * that has begun, the PMU is marked as gone.
 */
u32 pa_pmu_leaves(void)
{
	/* Pairs with pmu_leave(). */
	return smp_load_acquire(&pmu_leaves);
}

/* The PMU that accepts this software event. Its event is released: the PMU is not held. */
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
		pr_warn("cannot create software event %llu (%ld): records will lack some PMU names\n",
			config, PTR_ERR(event));
		return NULL;
	}
	pmu = event->pmu;
	perf_event_release_kernel(event);
	return pmu;
}

/* Up to 6.1 the clock PMUs have neither name nor type: give them the names of later kernels. */
static void pmu_add_clock(const struct pmu *pmu, const char *name)
{
	struct pa_pmu_name known = { .have_caps = true };

	if (!pmu)
		return;
	known.type = pmu->name ? pmu->type : PERF_TYPE_SOFTWARE;
	known.caps = pa_pmu_caps(pmu->capabilities);
	known.task_ctx_nr = pmu->task_ctx_nr;
	strscpy(known.name, pmu->name ?: name, sizeof(known.name));
	mutex_lock(&pmu_mutex);
	pmu_add(pmu, &known);
	mutex_unlock(&pmu_mutex);
}

static void pmu_bus_watch(const struct pmu *software)
{
	COMPAT_BUS_CONST struct bus_type *bus = compat_pmu_bus(software);
	int err;

	err = bus ? bus_register_notifier(bus, &pmu_bus_block) : -ENODEV;
	if (err) {
		pr_warn("cannot watch the event_source bus (%d): records will lack PMU names\n",
			err);
		return;
	}
	pmu_bus = bus;
	mutex_lock(&pmu_mutex);
	bus_for_each_dev(bus, NULL, NULL, pmu_add_device);
	mutex_unlock(&pmu_mutex);
}

/**
 * pa_pmu_init() - add all PMUs to the table, and follow later additions and removals
 *
 * The bus is not exported, but the device of the software PMU leads to it. The clock PMUs may have
 * neither device nor name: they are found by opening an event that only they accept.
 *
 * Context: process, may sleep; before the probes are armed.
 */
void pa_pmu_init(void)
{
	const struct pmu *software = pmu_of_software(PERF_COUNT_SW_DUMMY);

	if (software)
		pmu_bus_watch(software);
	pmu_cpu_clock = pmu_of_software(PERF_COUNT_SW_CPU_CLOCK);
	pmu_task_clock = pmu_of_software(PERF_COUNT_SW_TASK_CLOCK);
	pmu_add_clock(pmu_cpu_clock, "cpu_clock");
	pmu_add_clock(pmu_task_clock, "task_clock");
}

/**
 * pa_pmu_exit() - stop watching the bus; the table stays valid
 *
 * Context: process, may sleep.
 */
void pa_pmu_exit(void)
{
	if (pmu_bus)
		bus_unregister_notifier(pmu_bus, &pmu_bus_block);
}

/**
 * pa_pmu_env() - give renderers and filter access to the table
 * @env: receives pointers to it
 *
 * Context: process; handlers use pa_pmu_table.
 */
void pa_pmu_env(struct pa_env *env)
{
	env->pmus = pmu_names;
	env->pmu_gone = pmu_gone;
	/* Pairs with the release in pmu_index_of_name(). */
	env->npmus = smp_load_acquire(&pmu_count);
	env->inits = pmu_inits;
	env->ninits = ARRAY_SIZE(pmu_inits);
}
