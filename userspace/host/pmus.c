// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The PMUs of sysfs: names and types, their files and events, the cpus that they serve, what they
 * can sample.
 */

#include "host/parts.h"

/* No file of sysfs is longer than a page. */
#define FILE_MAX	4097
/* At most this many events of a PMU are looked at. */
#define EVENTS_MAX	4096

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

/**
 * env_pmu_file() - the content of a small file of a PMU
 * @here: this machine
 * @pmu:  name of the PMU
 * @file: the file, also one in a folder: "events/cycles"
 * @text: receives it, without white space around it
 * @size: bytes there
 *
 * Return: false if there is none, it cannot be read, or is longer.
 */
bool env_pmu_file(const struct env_here *here, const char *pmu, const char *file, char *text,
		  size_t size)
{
	char path[ENV_PMU_PATH];

	return env_pmu_path(path, pmu, "", file) && env_text(&here->sysfs, path, text, size);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/**
 * env_pmu_files() - names of the files in a folder of a PMU
 * @here:   this machine
 * @pmu:    name of the PMU
 * @folder: "format/" or "events/"
 * @names:  receives them, in alphabetical order; they may have any bytes
 * @max:    entries there
 *
 * Return: how many, at most @max; 0: there are none, or they cannot be read.
 */
size_t env_pmu_files(const struct env_here *here, const char *pmu, const char *folder,
		     char names[][ENV_NAME_LEN], size_t max)
{
	char path[ENV_PMU_PATH];
	const struct dirent *entry;
	DIR *dir = NULL;
	size_t n = 0;

	if (env_pmu_path(path, pmu, folder, ""))
		dir = env_open_dir(&here->sysfs, path);
	while (dir && n < max && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			strscpy(names[n++], entry->d_name, ENV_NAME_LEN);
	if (dir)
		closedir(dir);
	qsort(names, n, sizeof(*names), by_text);
	return n;
}

/**
 * env_pmu_cpus() - the file that says which cpus a PMU serves
 * @here: this machine
 * @pmu:  name of the PMU
 * @text: receives its content: "0-3,8"
 * @size: bytes there
 *
 * Return: its name. "cpumask": its events are opened for these cpus, not for tasks; "cpus": it
 * counts tasks as well, while they run on these. NULL: it has neither, so it serves all.
 */
const char *env_pmu_cpus(const struct env_here *here, const char *pmu, char *text, size_t size)
{
	static const char * const files[] = { "cpumask", "cpus" };
	struct env_cpus cpus;
	char list[1024];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		if (!env_pmu_file(here, pmu, files[i], text, size))
			continue;
		strscpy(list, text, sizeof(list));
		if (*text && env_cpus_parse(&cpus, list))
			return files[i];
	}
	return NULL;
}

/**
 * env_pmu_look() - the events that a PMU can sample, and the cpu that it serves, by sysfs
 * @here: this machine
 * @now:  receives it
 * @id:   index of the PMU
 * @pmu:  its name
 */
void env_pmu_look(const struct env_here *here, struct pa_pmu_now *now, u32 id, const char *pmu)
{
	struct env_cpus serves, online;
	char list[1024];

	*now = (struct pa_pmu_now){ .pmu = (u16)id, .other_cpu = -1, .precise = -1 };
	env_pmu_caps(&here->sysfs, now, pmu);
	if (env_pmu_cpus(here, pmu, list, sizeof(list)) && env_cpus_parse(&serves, list) &&
	    env_cpus_read(&here->sysfs, &online, ENV_CPUS_ONLINE))
		now->other_cpu = env_cpus_first(&serves, &online);
	if (now->other_cpu >= 0)
		now->cpu = PA_SYSFS_HAS;
}

/**
 * env_pmu_events() - hand out the events that a PMU has by name
 * @here: this machine
 * @pmu:  name of the PMU
 * @f:    the meaning of its bits
 * @fn:   is given each name, and the PA_FORMAT_WORDS that it stands for: config, config1, ...; in
 *        alphabetical order, until it returns true
 * @arg:  passed on
 *
 * Return: @fn has returned true.
 */
bool env_pmu_events(const struct env_here *here, const char *pmu, const struct pa_formats *f,
		    env_event_fn fn, void *arg)
{
	char (*names)[ENV_NAME_LEN] = calloc(EVENTS_MAX, sizeof(*names));
	char file[ENV_NAME_LEN + 8], text[FILE_MAX];
	u64 word[PA_FORMAT_WORDS];
	size_t n = names ? env_pmu_files(here, pmu, "events/", names, EVENTS_MAX) : 0, i;
	bool done = false;

	for (i = 0; i < n && !done; i++) {
		snprintf(file, sizeof(file), "events/%s", names[i]);
		/* "energy-pkg.scale" is an attribute of an event. */
		done = !strchr(names[i], '.') &&
		       env_pmu_file(here, pmu, file, text, sizeof(text)) &&
		       pa_terms_parse(f, text, word) && fn(arg, names[i], word);
	}
	free(names);
	return done;
}
