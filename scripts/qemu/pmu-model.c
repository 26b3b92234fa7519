// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which microarchitecture has which PMU, and what CPUID says of it. See pmu.c.
 */
#include "qemu/osdep.h"
#include "cpu.h"
#include "tcg/helper-tcg.h"
#include "pmu.h"

/* What CPUID leaf 0xA and IA32_PERF_CAPABILITIES say; the last one for models not named. */
static const struct PmuIntelModel intel_models[] = {
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

int pmu_family(CPUX86State *env)
{
	int family = env->cpuid_version >> 8 & 0xf;

	return family == 0xf ? family + (env->cpuid_version >> 20 & 0xff) : family;
}

static int model_of(CPUX86State *env)
{
	return (env->cpuid_version >> 4 & 0xf) | (env->cpuid_version >> 12 & 0xf0);
}

const struct PmuIntelModel *pmu_intel_model(CPUX86State *env)
{
	const struct PmuIntelModel *m = intel_models;

	while (m->model && m->model != model_of(env))
		m++;
	return m;
}

static bool is_hybrid(CPUX86State *env)
{
	return IS_INTEL_CPU(env) && model_of(env) == 0x97;
}

/* Zen 4 and later: global registers. */
bool pmu_has_perfmon_v2(CPUX86State *env)
{
	int family = pmu_family(env), model = model_of(env);

	if (family == 0x19)
		return (model >= 0x10 && model < 0x20) || model >= 0x60;
	return family > 0x19;
}

static void intel_cpuid(CPUX86State *env, uint32_t leaf, uint32_t subleaf, uint32_t *eax,
			uint32_t *ebx, uint32_t *ecx, uint32_t *edx)
{
	const struct PmuIntelModel *m = pmu_intel_model(env);

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
	int family = pmu_family(env);

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
		*eax = family < 0x15 ? 0x1f : pmu_has_perfmon_v2(env) ? 0xbff : 0x3ff;
		*ebx = *ecx = *edx = 0;
		break;
	case 0x80000022: /* six counters of the core, sixteen of the data fabric */
		*eax = pmu_has_perfmon_v2(env);
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
