// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The table of PMU drivers, read in the source of 5.10, 6.1, 6.12 and 7.3.
 *
 * A driver is recognised by the symbol of its event_init(), because names of PMUs are ambiguous:
 * "power" is RAPL on one machine and AMD's power driver on another. If a check differs between
 * kernels, the row has what is common to all of them. The order of checks differs, too, so no rule
 * depends on it.
 */
#include "rules/traits.h"

#include "facts/format.h"
#include "facts/limits.h"

#define LOW8		0xffULL
/* The counter fields of IBS_FETCH_CTL and IBS_OP_CTL (arch/x86/include/asm/perf_event.h). */
#define IBS_MAX_CNT	0xffffULL
#define IBS_MAX_CNT_EXT	(0x7fULL << 20)
#define IBS_RAND_EN	0x200000000000000ULL
#define IBS_CNT_CTL	0x80000ULL
#define IBS_LDLAT	0xf800000000000000ULL
/* PT_CONFIG_MASK, arch/x86/events/intel/pt.c; EVENT_EN and DIS_TNT are newer than the others. */
#define PT_CONFIG	0x0f7bfe33ULL
#define PT_CONFIG_NEW	0x80000080000000ULL
/* pa_enable and pct_enable, drivers/perf/arm_spe_pmu.c */
#define SPE_PRIVATE	6ULL

static const char * const msr_events[] = {
	"tsc", "aperf", "mperf", "pperf", "smi", "ptsc", "irperf", "cpu_thermal_margin",
};

static const char * const rapl_events[] = {
	"energy-cores", "energy-pkg", "energy-ram", "energy-gpu", "energy-psys",
};

static const char * const rapl_core_events[] = { "energy-core" };

static const char * const cstate_core_events[] = {
	"c1-residency", "c3-residency", "c6-residency", "c7-residency",
};

static const char * const cstate_pkg_events[] = {
	"c2-residency", "c3-residency", "c6-residency", "c7-residency", "c8-residency",
	"c9-residency", "c10-residency",
};

static const char * const cstate_module_events[] = { "c6-residency" };

#define NO_EVENT	.usual = PA_TRAIT_NO_EVENT
#define EVENTS(names, from) \
	.events = (names), .first = (from), .last = (from) + ARRAY_SIZE(names) - 1
#define WHOLE		.more = PA_TRAIT_WHOLE
#define GROUP		.more = PA_TRAIT_GROUPS
#define EVENT		.more = PA_TRAIT_EVENTS
#define GROUP_AND_EVENT	.more = PA_TRAIT_GROUPS | PA_TRAIT_EVENTS
/* The errno if the event samples, is for a task, or has no cpu; 0: the driver accepts that. */
#define CHECKS(of, sampling, for_task, without_cpu) \
	.init = of, NO_EVENT, .samples = sampling, .task = for_task, .any_cpu = without_cpu
#define IBS_MORE \
	(PA_TRAIT_PERIOD | PA_TRAIT_GROUPS | PA_TRAIT_NEW_BRANCHES | PA_TRAIT_EXCLUDES)

/* A row applies to a PMU if all of init, module and pmu match; the first such row counts. */
static const struct pa_traits traits[] = {
	/* arch/x86/events */
	{ .init = "msr_event_init", EVENTS(msr_events, 0), .id = ~0ULL, .usual = 0,
	  .samples = EINVAL, WHOLE },
	{ CHECKS("rapl_pmu_event_init", 0, 0, EINVAL), .module = "intel_rapl_common", EVENT },
	{ .init = "rapl_pmu_event_init", .pmu = "power_core", EVENTS(rapl_core_events, 1),
	  .id = LOW8, .takes = LOW8, .usual = 1, .samples = EINVAL, .any_cpu = EINVAL, WHOLE },
	{ .init = "rapl_pmu_event_init", EVENTS(rapl_events, 1), .id = LOW8, .takes = LOW8,
	  .usual = 2, .samples = EINVAL, .any_cpu = EINVAL, WHOLE },
	{ CHECKS("cstate_pmu_event_init", EINVAL, 0, EINVAL),
	  .pmu = "cstate_core", EVENTS(cstate_core_events, 0), .id = ~0ULL, WHOLE },
	{ .init = "cstate_pmu_event_init", .pmu = "cstate_module", .usual = 0,
	  EVENTS(cstate_module_events, 0), .id = ~0ULL, .samples = EINVAL, .any_cpu = EINVAL,
	  WHOLE },
	{ CHECKS("cstate_pmu_event_init", EINVAL, 0, EINVAL),
	  EVENTS(cstate_pkg_events, 0), .id = ~0ULL, WHOLE },
	{ CHECKS("uncore_pmu_event_init", EINVAL, 0, EINVAL),
	  .pmu = "uncore_iio_free_running", EVENT },
	{ CHECKS("uncore_pmu_event_init", EINVAL, 0, EINVAL),
	  .pmu = "uncore_imc_free_running", EVENT },
	{ CHECKS("uncore_pmu_event_init", EINVAL, 0, EINVAL), .id = LOW8, GROUP_AND_EVENT },
	{ .init = "snb_uncore_imc_event_init", .id = LOW8, .first = 1, .last = 5, .usual = 1,
	  .takes = LOW8, .samples = EINVAL, .any_cpu = EINVAL, WHOLE },
	{ CHECKS("pt_event_init", 0, 0, 0), .takes = PT_CONFIG, .may_take = PT_CONFIG_NEW, EVENT },
	{ .init = "bts_event_init", NO_EVENT, .more = PA_TRAIT_WHOLE | PA_TRAIT_KERNEL },
	{ .init = "perf_ibs_init", .pmu = "ibs_fetch", NO_EVENT,
	  .takes = IBS_MAX_CNT | IBS_RAND_EN, .may_take = 1ULL << 59, .count = IBS_MAX_CNT,
	  .branches = EOPNOTSUPP, .more = IBS_MORE },
	{ .init = "perf_ibs_init", NO_EVENT, .takes = IBS_MAX_CNT,
	  .may_take = IBS_CNT_CTL | 1ULL << 16 | IBS_MAX_CNT_EXT | IBS_LDLAT,
	  .count = IBS_MAX_CNT | IBS_MAX_CNT_EXT, .branches = EOPNOTSUPP, .more = IBS_MORE },
	{ CHECKS("amd_uncore_event_init", 0, 0, EINVAL), GROUP },
	{ CHECKS("amd_uncore_df_event_init", 0, 0, EINVAL), GROUP },
	{ CHECKS("amd_uncore_l3_event_init", 0, 0, EINVAL), GROUP },
	{ CHECKS("amd_uncore_umc_event_init", 0, 0, EINVAL), GROUP },
	{ .init = "pmu_event_init", .module = "power", .id = LOW8, .first = 1, .last = 1,
	  .usual = 1, .samples = EINVAL, WHOLE },
	{ CHECKS("perf_iommu_event_init", EINVAL, EINVAL, EINVAL), WHOLE },
	/* drivers/iommu/intel, drivers/dma/idxd, drivers/gpu/drm */
	{ CHECKS("iommu_pmu_event_init", EINVAL, 0, EINVAL), GROUP_AND_EVENT },
	{ CHECKS("perfmon_pmu_event_init", EINVAL, 0, EINVAL), GROUP },
	{ CHECKS("i915_pmu_event_init", EINVAL, 0, EINVAL),
	  .cpus = "cpumask", .not_served = EINVAL, .branches = EOPNOTSUPP,
	  .more = PA_TRAIT_OLD_CPUS },
	{ CHECKS("xe_pmu_event_init", EINVAL, 0, EINVAL), .branches = EOPNOTSUPP },
	/* drivers/perf */
	{ .init = "arm_spe_pmu_event_init", NO_EVENT, .private = SPE_PRIVATE,
	  .cpus = "cpumask", .not_served = ENOENT,
	  .more = PA_TRAIT_NO_FREQ | PA_TRAIT_NO_IDLE },
	{ CHECKS("arm_cmn_event_init", EINVAL, EINVAL, 0), GROUP_AND_EVENT },
	{ CHECKS("arm_ni_event_init", EINVAL, 0, 0), GROUP_AND_EVENT },
	{ CHECKS("dsu_pmu_event_init", EOPNOTSUPP, EINVAL, EINVAL),
	  .cpus = "associated_cpus", .not_served = EINVAL, .branches = EINVAL, GROUP },
	{ CHECKS("arm_cspmu_event_init", EOPNOTSUPP, EINVAL, EINVAL),
	  .cpus = "associated_cpus", .not_served = EINVAL, GROUP },
	{ CHECKS("dmc620_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, 0), GROUP },
	{ CHECKS("smmu_pmu_event_init", EOPNOTSUPP, 0, EOPNOTSUPP), GROUP_AND_EVENT },
	{ CHECKS("cci_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, EINVAL), GROUP_AND_EVENT },
	{ CHECKS("arm_ccn_pmu_event_init", EOPNOTSUPP, 0, EOPNOTSUPP),
	  .branches = EINVAL, GROUP_AND_EVENT },
	{ CHECKS("hisi_uncore_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, EINVAL), GROUP_AND_EVENT },
	{ CHECKS("hisi_pcie_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, 0), GROUP_AND_EVENT },
	{ CHECKS("hns3_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, 0), GROUP_AND_EVENT },
	{ CHECKS("hisi_ptt_pmu_event_init", 0, EOPNOTSUPP, EOPNOTSUPP), EVENT },
	{ CHECKS("tx2_uncore_event_init", EINVAL, EINVAL, EINVAL), GROUP_AND_EVENT },
	{ CHECKS("qcom_l3_cache__event_init", EINVAL, 0, EINVAL), GROUP },
	{ CHECKS("l2_cache_event_init", EOPNOTSUPP, 0, EOPNOTSUPP), GROUP_AND_EVENT },
	{ CHECKS("xgene_perf_event_init", EINVAL, EINVAL, EINVAL), GROUP },
	{ CHECKS("cxl_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, 0), EVENT },
	{ CHECKS("dwc_pcie_pmu_event_init", EINVAL, EINVAL, EINVAL), GROUP_AND_EVENT },
	{ CHECKS("ali_drw_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, 0), GROUP },
	{ CHECKS("ddr_perf_event_init", EOPNOTSUPP, EOPNOTSUPP, EOPNOTSUPP), GROUP },
	{ CHECKS("fujitsu_uncore_event_init", EINVAL, 0, EINVAL), GROUP },
	{ CHECKS("nv_c2c_pmu_event_init", EOPNOTSUPP, EINVAL, EINVAL),
	  .cpus = "associated_cpus", .not_served = EINVAL, GROUP },
	{ CHECKS("cmem_lat_pmu_event_init", EOPNOTSUPP, EOPNOTSUPP, EINVAL),
	  .cpus = "associated_cpus", .not_served = EINVAL, GROUP },
	{ CHECKS("pem_perf_event_init", EOPNOTSUPP, EOPNOTSUPP, EOPNOTSUPP), GROUP_AND_EVENT },
	{ CHECKS("cn10k_ddr_perf_event_init", EOPNOTSUPP, 0, EOPNOTSUPP), GROUP },
	{ CHECKS("meson_ddr_perf_event_init", EOPNOTSUPP, EOPNOTSUPP, EOPNOTSUPP) },
	{ CHECKS("rockchip_ddr_perf_event_init", 0, EINVAL, EINVAL), WHOLE },
};

/**
 * pa_traits_find() - the driver of a PMU
 * @init:   symbol of its event_init()
 * @module: the module that has the function, "" if it is built in
 * @pmu:    name of the PMU
 *
 * Context: any. Return: for pa_pmu_name.driver; 0 if the driver is not in the table.
 */
u8 pa_traits_find(const char *init, const char *module, const char *pmu)
{
	const struct pa_traits *t;

	/* A built-in function has no module name, so only its own name is compared. */
	for (t = traits; t < traits + ARRAY_SIZE(traits); t++)
		if (!strcmp(t->init, init) && !(t->module && strcmp(t->module, module)) &&
		    (!t->pmu || !strncmp(t->pmu, pmu, strlen(t->pmu))))
			return (u8)(t - traits + 1);
	return 0;
}

#define ONLY_COUNTS	(PA_CAP_NO_INTERRUPT | PA_CAP_NO_EXCLUDE)

/*
 * PMU names that hardly ever belong to another driver, and further flags of these PMUs. A name that
 * ends with "_" is a prefix that several models share; the first row that fits counts. RAPL shares
 * its name with the power driver of one family of AMD only. Cpus of Arm have no row above, but
 * rules of their own, and only few machines give their PMU no interrupt.
 */
static const struct {
	const char *pmu;
	const char *init;
	u32 caps;
	s16 task_ctx_nr;
} by_name[] = {
	{ "msr", "msr_event_init", ONLY_COUNTS, 1 },
	{ "cstate_core", "cstate_pmu_event_init", ONLY_COUNTS, -1 },
	{ "cstate_pkg", "cstate_pmu_event_init", ONLY_COUNTS, -1 },
	{ "cstate_module", "cstate_pmu_event_init", ONLY_COUNTS, -1 },
	{ "power", "rapl_pmu_event_init", PA_CAP_NO_EXCLUDE, -1 },
	{ "power_core", "rapl_pmu_event_init", PA_CAP_NO_EXCLUDE, -1 },
	{ "uncore_imc", "snb_uncore_imc_event_init", PA_CAP_NO_EXCLUDE, -1 },
	{ "uncore_l3c_", "tx2_uncore_event_init", PA_CAP_NO_EXCLUDE, -1 },
	{ "uncore_dmc_", "tx2_uncore_event_init", PA_CAP_NO_EXCLUDE, -1 },
	{ "uncore_ccpi2_", "tx2_uncore_event_init", PA_CAP_NO_EXCLUDE, -1 },
	{ "uncore_", "uncore_pmu_event_init", PA_CAP_NO_EXCLUDE, -1 },
	{ "amd_df", "amd_uncore_event_init", ONLY_COUNTS, -1 },
	{ "amd_l3", "amd_uncore_event_init", ONLY_COUNTS, -1 },
	{ "armv8_", "armpmu_event_init", PA_CAP_EXTENDED_REGS, 0 },
	/* These two are otherwise in older kernels: see ibs_assume(). */
	{ "ibs_fetch", PA_IBS_INIT, 0, 0 },
	{ "ibs_op", PA_IBS_INIT, 0, 0 },
};

/* The kernel, module or CPU that PMUs of these names need, in the words of Kconfig. */
static const struct {
	const char *pmu;
	const char *what;
} needs[] = {
	{ "power", "the module rapl, and a CPU that measures its energy: few VMs pass that on" },
	{ "power_core", "the module rapl, and an AMD CPU since Zen" },
	{ "uncore_", "the module intel_uncore, or that of the SoC: no VM has these" },
	{ "cstate_", "the module intel_cstate: no VM has these" },
	{ "amd_", "the module amd_uncore, and an AMD CPU: no VM has these" },
	{ "ibs_", "an AMD CPU whose IBS is enabled by the firmware, or by the hypervisor" },
	{ "intel_pt", "a CPU of Intel since Broadwell; in a VM kvm_intel.pt_mode=1 on the host" },
	{ "intel_bts", "a CPU of Intel, and no isolation of page tables (nopti)" },
	{ "cs_etm", "the modules coresight and coresight_etm4x, and firmware that describes them" },
	{ "arm_spe_", "the module arm_spe_pmu, and firmware that describes it" },
	{ "arm_cmn_", "the module arm-cmn" },
	{ "arm_dsu_", "the module arm_dsu_pmu" },
	{ "smmuv3_pmcg_", "the module arm_smmuv3_pmu" },
	{ "i915", "the module i915" },
	{ "kprobe", "CONFIG_KPROBE_EVENTS" },
	{ "uprobe", "CONFIG_UPROBE_EVENTS" },
	{ "breakpoint", "CONFIG_HAVE_HW_BREAKPOINT" },
	{ "cpu_", "a CPU with cores of two kinds; in a VM a virtual PMU" },
	{ "armv8_", "a PMU in the device tree or ACPI; in a VM a virtual PMU" },
	{ "cpu", "a kernel that knows this model of CPU; in a VM a virtual PMU" },
};

/*
 * IBS takes exclude_* since it has the term swfilt, and has a context for tasks since contexts have
 * one for each PMU.
 */
static bool ibs_assume(struct pa_pmu_name *pmu, const struct pa_limits *limits,
		       const struct pa_formats *formats)
{
	if (!limits || !(limits->have & PA_L_PMU_CTX) || !formats)
		return false;
	if (!pa_formats_find(formats, "swfilt"))
		pmu->caps |= PA_CAP_NO_EXCLUDE;
	if (!limits->pmu_ctx)
		pmu->task_ctx_nr = -1;
	return true;
}

static bool name_is(const char *name, const char *known)
{
	size_t len = strlen(known);

	return known[len - 1] == '_' ? !strncmp(name, known, len) : !strcmp(name, known);
}

/**
 * pa_pmu_needs() - the condition under which a PMU exists
 * @pmu: its name
 *
 * Context: any. Return: NULL if that is not known.
 */
const char *pa_pmu_needs(const char *pmu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(needs); i++)
		if (name_is(pmu, needs[i].pmu))
			return needs[i].what;
	return NULL;
}

/**
 * pa_traits_assume() - choose the driver of a PMU by the name of the PMU
 * @pmu:     receives it, its capabilities and its context, if there is such a driver; nothing is
 *           certain by these
 * @limits:  the known limits of the kernel; NULL: none
 * @formats: the terms of the PMU; NULL: they are not known
 *
 * Context: any.
 */
bool pa_traits_assume(struct pa_pmu_name *pmu, const struct pa_limits *limits,
		      const struct pa_formats *formats)
{
	struct pa_pmu_name as = *pmu;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(by_name); i++)
		if (name_is(pmu->name, by_name[i].pmu))
			break;
	if (i == ARRAY_SIZE(by_name))
		return false;
	as.driver = pa_traits_find(by_name[i].init, "", pmu->name);
	as.caps = by_name[i].caps;
	as.task_ctx_nr = by_name[i].task_ctx_nr;
	as.have_caps = true;
	if (!strcmp(by_name[i].init, PA_IBS_INIT) && !ibs_assume(&as, limits, formats))
		return false;
	*pmu = as;
	return true;
}

/**
 * pa_traits_number() - walk the table of drivers
 * @number: pa_pmu_name.driver, from 1
 *
 * Context: any. Return: NULL if there is no such driver.
 */
const struct pa_traits *pa_traits_number(u8 number)
{
	return number && number <= ARRAY_SIZE(traits) ? &traits[number - 1] : NULL;
}

/**
 * pa_traits_of() - the checks of the driver of a PMU
 * @pmu: the PMU, or NULL
 *
 * Context: any. Return: NULL if that is not known.
 */
const struct pa_traits *pa_traits_of(const struct pa_pmu_name *pmu)
{
	return pmu ? pa_traits_number(pmu->driver) : NULL;
}

/**
 * pa_traits_event() - the name of an event in sysfs
 * @t:      its driver
 * @config: attr.config
 *
 * Context: any. Return: NULL if it has none.
 */
const char *pa_traits_event(const struct pa_traits *t, u64 config)
{
	u64 id = config & t->id;

	if (!t->events || id < t->first || id > t->last)
		return NULL;
	return t->events[id - t->first];
}
