// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What this machine tells of itself without a module: its PMUs, settings and cpus, as they are now.
 * Of a call that was made earlier, or elsewhere, nothing is certain by it.
 */
#include <dirent.h>
#include <stdlib.h>

#include "env/parts.h"
#include "why/rule.h"

/**
 * env_number() - the number that a small file has
 * @root:  of which file system
 * @path:  from its root on
 * @value: receives it
 *
 * Return: false if it cannot be read, or is none.
 */
bool env_number(const struct env_root *root, const char *path, s64 *value)
{
	char text[32], *end;

	if (env_read(root, path, text, sizeof(text)))
		return false;
	*value = strtoll(env_trim(text), &end, 10);
	return end != text && !*end;
}

static bool pmu_read(const struct env_root *root, struct pa_pmu_name *pmu, const char *name)
{
	char path[ENV_PMU_PATH];
	s64 type;

	memset(pmu, 0, sizeof(*pmu));
	if (strlen(name) >= sizeof(pmu->name) || !env_pmu_path(path, name, "", "type") ||
	    !env_number(root, path, &type) || type < 0 || type > U32_MAX)
		return false;
	pmu->type = (u32)type;
	strscpy(pmu->name, name, sizeof(pmu->name));
	return true;
}

/**
 * env_here_pmus() - the PMUs of this machine, by names and types
 * @here: this machine
 * @pmus: receives them
 * @max:  entries there
 *
 * Return: how many; 0: they cannot be read.
 */
size_t env_here_pmus(const struct env_here *here, struct pa_pmu_name *pmus, size_t max)
{
	DIR *dir = env_open_dir(&here->sysfs, ENV_DEVICES);
	const struct dirent *entry;
	size_t n = 0;

	while (dir && n < max && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			n += pmu_read(&here->sysfs, &pmus[n], entry->d_name);
	if (dir)
		closedir(dir);
	return n;
}

static void setting(const struct env_here *here, const char *path, s32 *value, u32 *have, u32 bit)
{
	s64 v;

	if (!env_number(&here->proc, path, &v) || v < S32_MIN || v > S32_MAX)
		return;
	*value = (s32)v;
	*have |= bit;
}

/**
 * env_here_settings() - settings of this machine, which root may change at any time
 * @here: this machine
 * @f:    receives them
 */
void env_here_settings(const struct env_here *here, struct pa_facts *f)
{
	setting(here, "sys/kernel/perf_event_paranoid", &f->paranoid, &f->have, PA_F_PARANOID);
	setting(here, "sys/kernel/perf_event_max_sample_rate", &f->max_sample_rate, &f->have,
		PA_F_MAX_RATE);
	setting(here, "sys/kernel/perf_event_max_stack", &f->max_stack, &f->have, PA_F_MAX_STACK);
}

/**
 * env_here_facts() - settings and cpus of this machine
 * @here: this machine
 * @f:    receives them
 * @cpu:  the cpu that the call named
 */
void env_here_facts(const struct env_here *here, struct pa_facts *f, s32 cpu)
{
	struct env_cpus cpus;

	env_here_settings(here, f);
	if (!env_cpus_read(&here->sysfs, &cpus, ENV_CPUS_POSSIBLE))
		return;
	f->nr_cpu_ids = (u32)env_cpus_last(&cpus) + 1;
	if (!env_cpus_read(&here->sysfs, &cpus, ENV_CPUS_ONLINE))
		return;
	f->cpu_online = env_cpus_has(&cpus, cpu);
	f->have |= PA_F_CPU;
}
