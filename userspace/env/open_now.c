// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Which events are open now, by their PMUs: the module tells of all of them. Without it newer
 * kernels tell of those of the processes whose descriptors we may look at.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/event_now.h"
#include "env/parts.h"
#include "env/values.h"

static void take_line(const char *text, env_open_fn fn, void *arg)
{
	cJSON *line = json_load(text, strlen(text), NULL);
	const char *pmu = str(line, "pmu");

	if (pmu && json_get(line, "id"))
		fn(arg, pmu, 0);
	cJSON_Delete(line);
}

static bool by_module(const struct env_here *here, env_open_fn fn, void *arg)
{
	FILE *file = env_lines(&here->debugfs, "perfattr/events_json");
	char *text = file ? malloc(PA_EVENT_NOW_MAX + 2) : NULL;

	while (text && fgets(text, PA_EVENT_NOW_MAX + 2, file))
		take_line(text, fn, arg);
	free(text);
	if (file)
		fclose(file);
	return file;
}

/* "perf_event_attr.type:\t1"; where a line says the type of the PMU, that counts. */
static bool type_in(FILE *in, u32 *type)
{
	bool found = false, exact = false;
	char line[128], *colon;

	while (fgets(line, sizeof(line), in)) {
		colon = strchr(line, ':');
		if (!colon || strncmp(line, "perf_event", 10) || !isdigit((u8)colon[2]))
			continue;
		*colon = '\0';
		if (!exact && !strcmp(line + strlen(line) - 5, ".type")) {
			*type = (u32)strtoul(colon + 1, NULL, 10);
			found = true;
		} else if (!strcmp(line + strlen(line) - 8, "pmu_type")) {
			*type = (u32)strtoul(colon + 1, NULL, 10);
			found = true;
			exact = true;
		}
	}
	return found;
}

static bool is_event(int dir, const char *name)
{
	static const char event[] = "anon_inode:[perf_event]";
	char text[64];
	ssize_t n = readlinkat(dir, name, text, sizeof(text));

	return n == sizeof(event) - 1 && !memcmp(text, event, sizeof(event) - 1);
}

/* Returns false if this kernel tells nothing of an event. */
static bool descriptor(const struct env_here *here, const char *pid, const char *fd,
		       env_open_fn fn, void *arg)
{
	char path[64];
	bool told;
	FILE *in;
	u32 type;

	snprintf(path, sizeof(path), "%.12s/fdinfo/%.12s", pid, fd);
	in = env_lines(&here->proc, path);
	if (!in)
		return true;
	told = type_in(in, &type);
	fclose(in);
	if (told)
		fn(arg, NULL, type);
	return told;
}

/* Returns false if this kernel tells nothing of events. */
static bool process(const struct env_here *here, const char *pid, env_open_fn fn, void *arg)
{
	const struct dirent *entry;
	bool told = true;
	char path[32];
	DIR *dir;

	snprintf(path, sizeof(path), "%.12s/fd", pid);
	dir = env_open_dir(&here->proc, path);
	while (dir && told && (entry = readdir(dir)))
		if (isdigit((u8)entry->d_name[0]) && is_event(dirfd(dir), entry->d_name))
			told = descriptor(here, pid, entry->d_name, fn, arg);
	if (dir)
		closedir(dir);
	return told;
}

static enum env_told_by by_procfs(const struct env_here *here, env_open_fn fn, void *arg)
{
	DIR *dir = env_open_dir(&here->proc, ".");
	const struct dirent *entry;
	bool told = dir;

	while (told && (entry = readdir(dir)))
		if (isdigit((u8)entry->d_name[0]))
			told = process(here, entry->d_name, fn, arg);
	if (dir)
		closedir(dir);
	return told ? ENV_TOLD_PART : ENV_TOLD_NOBODY;
}

/**
 * env_here_open_now() - look at the events that are open
 * @here: this machine
 * @fn:   is told the name of the PMU of each, or else its type
 * @arg:  passed on
 *
 * Return: who has told: the module of all events; procfs of a part, as it does not show all
 * processes, nor events that are only mapped, and each as often as it has descriptors; nobody: they
 * are not known.
 */
enum env_told_by env_here_open_now(const struct env_here *here, env_open_fn fn, void *arg)
{
	if (by_module(here, fn, arg))
		return ENV_TOLD_MODULE;
	return by_procfs(here, fn, arg);
}
