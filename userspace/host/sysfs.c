// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Facts from sysfs about the PMU of a refused call: the cpus that it serves, the events that it
 * has. Only its driver knows these.
 */

#include "host/parts.h"

/**
 * env_pmu_path() - where sysfs has a file of a PMU
 * @path:   receives it, ENV_PMU_PATH bytes
 * @pmu:    name of the PMU, which may come from a record that anybody wrote
 * @folder: a folder of the PMU with a slash at its end, or ""
 * @file:   a file in there, or ""
 *
 * Return: false if the name would lead out of the folder of the PMUs, or the path is too long.
 */
bool env_pmu_path(char *path, const char *pmu, const char *folder, const char *file)
{
	int len;

	if (!*pmu || strchr(pmu, '/') || !strcmp(pmu, ".") || !strcmp(pmu, ".."))
		return false;
	len = snprintf(path, ENV_PMU_PATH, "bus/event_source/devices/%s/%s%s", pmu, folder, file);
	return len > 0 && len < ENV_PMU_PATH;
}

static u8 pmu_has(const struct env_root *root, const char *pmu, const char *folder,
		  const char *file)
{
	char path[ENV_PMU_PATH];
	bool exists;

	if (!env_pmu_path(path, pmu, folder, file) || !env_exists(root, path, &exists))
		return PA_SYSFS_UNKNOWN;
	return exists ? PA_SYSFS_HAS : PA_SYSFS_LACKS;
}

/* The folder is missing if sysfs is not mounted. */
static u8 has_event(const struct env_root *root, const char *pmu, const char *event)
{
	if (pmu_has(root, pmu, "events", "") != PA_SYSFS_HAS)
		return PA_SYSFS_UNKNOWN;
	return pmu_has(root, pmu, "events/", event);
}

/**
 * env_is_model() - return true if the driver of a PMU may use this name for its processor
 * @name: the name; it comes into a sentence
 */
bool env_is_model(const char *name)
{
	static const char chars[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

	return strlen(name) < PA_MODEL_LEN && strspn(name, chars) == strlen(name);
}

static void read_model(const struct env_root *root, char *model, const char *pmu)
{
	char path[ENV_PMU_PATH], text[PA_MODEL_LEN + 1];

	if (env_pmu_path(path, pmu, "caps/", "pmu_name") &&
	    env_text(root, path, text, sizeof(text)) && env_is_model(text))
		strscpy(model, text, PA_MODEL_LEN);
}

/**
 * env_pmu_caps() - what a PMU of arch/x86 can sample: "branches" is there if it can record any
 * @root: sysfs
 * @now:  receives it
 * @pmu:  name of the PMU
 */
void env_pmu_caps(const struct env_root *root, struct pa_pmu_now *now, const char *pmu)
{
	char path[ENV_PMU_PATH];
	s64 precise;

	if (!env_pmu_path(path, pmu, "caps/", "max_precise") ||
	    !env_number(root, path, &precise) || precise < INT8_MIN || precise > INT8_MAX)
		return;
	now->precise = (s8)precise;
	now->branches = pmu_has(root, pmu, "caps/", "branches");
	read_model(root, now->model, pmu);
}

static void look_cpus(const struct env_root *root, struct pa_pmu_now *now, const char *pmu,
		      const struct pa_ask *ask, s32 cpu)
{
	struct env_cpus serves, cpus;
	char path[ENV_PMU_PATH];

	if (!env_pmu_path(path, pmu, ask->cpus, "") || !env_cpus_read(root, &serves, path))
		return;
	if (env_cpus_read(root, &cpus, ENV_CPUS_ONLINE))
		now->other_cpu = env_cpus_first(&serves, &cpus);
	/* For a number that is not a cpu's the kernel does not look at the list. */
	if (ask->exact && cpu >= 0 && env_cpus_read(root, &cpus, ENV_CPUS_POSSIBLE) &&
	    cpu <= env_cpus_last(&cpus))
		now->cpu = env_cpus_has(&serves, cpu) ? PA_SYSFS_HAS : PA_SYSFS_LACKS;
}

/**
 * env_sysfs() - look up what helps to explain a refused call
 * @here: this machine
 * @now:  receives it
 * @ask:  the facts that help
 * @env:  PMUs
 * @cpu:  the cpu that the call named
 */
void env_sysfs(struct env_here *here, struct pa_pmu_now *now, const struct pa_ask *ask,
	       const struct pa_env *env, s32 cpu)
{
	const struct pa_pmu_name *pmu = pa_pmu_by_index(env, ask->pmu);

	if (!pmu || (env->pmu_gone && env->pmu_gone[ask->pmu]))
		return;
	now->pmu = (u16)ask->pmu;
	if (ask->event)
		now->event = has_event(&here->sysfs, pmu->name, ask->event);
	if (ask->caps)
		env_pmu_caps(&here->sysfs, now, pmu->name);
	if (ask->cpus)
		look_cpus(&here->sysfs, now, pmu->name, ask, cpu);
}
