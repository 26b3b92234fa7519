// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The PMUs of a sysfs by their names: the PMU that has a type, and the event that has a name.
 * Unlike the other files of this room it may be the sysfs of another machine, which a user names.
 */

#include "host/parts.h"

/* No file of sysfs is longer than a page. */
#define FILE_MAX	4097

/**
 * struct env_pmus - the PMUs of a sysfs
 * @sysfs:   its root
 * @pmu:     the PMU whose formats were read last
 * @formats: these; none if it has none
 */
struct env_pmus {
	struct env_root sysfs;
	char pmu[ENV_NAME_LEN];
	struct pa_formats formats;
};

/**
 * env_pmus_open() - begin to ask for PMUs
 * @sysfs: folder of sysfs, of any machine
 *
 * Missing files make facts unknown.
 *
 * Return: NULL if there is no memory.
 */
struct env_pmus *env_pmus_open(const char *sysfs)
{
	struct env_pmus *pmus = calloc(1, sizeof(*pmus));

	if (pmus)
		pmus->sysfs.fd = open(sysfs, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return pmus;
}

/**
 * env_pmus_close() - free all
 * @pmus: from env_pmus_open(), or NULL
 */
void env_pmus_close(struct env_pmus *pmus)
{
	if (pmus && pmus->sysfs.fd >= 0)
		close(pmus->sysfs.fd);
	free(pmus);
}

/**
 * env_open_dir() - open a folder
 * @root: the file system
 * @path: the folder there
 *
 * Return: NULL if it cannot be read.
 */
DIR *env_open_dir(const struct env_root *root, const char *path)
{
	int fd = env_open(root, path, O_RDONLY | O_DIRECTORY);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !dir)
		close(fd);
	return dir;
}

/* Return true if the text is the number as the kernel prints it. */
static bool is_number(const char *text, u32 number)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%u\n", number);
	return !strcmp(text, digits);
}

/**
 * env_pmu_of_type() - the PMU that has a type
 * @pmus: the PMUs
 * @name: receives its name, ENV_NAME_LEN bytes
 * @type: attr.type
 *
 * Return: false if there is none.
 */
bool env_pmu_of_type(const struct env_pmus *pmus, char *name, u32 type)
{
	char path[ENV_PMU_PATH], text[32];
	DIR *dir = env_open_dir(&pmus->sysfs, ENV_DEVICES);
	const struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir))) {
		found = env_pmu_path(path, entry->d_name, "type", "") &&
			!env_read(&pmus->sysfs, path, text, sizeof(text)) && is_number(text, type);
		if (found)
			strscpy(name, entry->d_name, ENV_NAME_LEN);
	}
	if (dir)
		closedir(dir);
	return found;
}

/**
 * env_pmu_formats() - the meaning of the bits of a PMU's config
 * @pmus: the PMUs
 * @pmu:  name of one, which may come from a record that anybody wrote
 *
 * Return: its terms; none if they are not known; valid until those of another PMU are asked for.
 */
const struct pa_formats *env_pmu_formats(struct env_pmus *pmus, const char *pmu)
{
	if (!strcmp(pmus->pmu, pmu))
		return &pmus->formats;
	if (!env_formats_read(&pmus->formats, &pmus->sysfs, pmu))
		pmus->formats.n = 0;
	strscpy(pmus->pmu, pmu, sizeof(pmus->pmu));
	return &pmus->formats;
}

/* Attributes of an event have a name with a dot: "energy-pkg.scale", "energy-pkg.unit". */
static bool is_event(const struct env_root *folder, const char *file, const struct pa_formats *f,
		     const u64 *word)
{
	u64 has[PA_FORMAT_WORDS];
	char text[FILE_MAX];

	return !strchr(file, '.') && !env_read(folder, file, text, sizeof(text)) &&
	       pa_terms_parse(f, text, has) && !memcmp(has, word, sizeof(has));
}

/**
 * env_pmu_event() - the name that a PMU has for an event
 * @pmus: the PMUs
 * @name: receives it, ENV_NAME_LEN bytes
 * @pmu:  name of the PMU, whose formats were asked for last
 * @word: PA_FORMAT_WORDS of the event: config, config1, ...
 *
 * Return: false if it has none.
 */
bool env_pmu_event(const struct env_pmus *pmus, char *name, const char *pmu, const u64 *word)
{
	struct env_root folder = { .magic = pmus->sysfs.magic };
	char path[ENV_PMU_PATH];
	const struct dirent *entry;
	bool found = false;
	DIR *dir = NULL;

	if (env_pmu_path(path, pmu, "events", ""))
		dir = env_open_dir(&pmus->sysfs, path);
	if (!dir)
		return false;
	folder.fd = dirfd(dir);
	while (!found && (entry = readdir(dir))) {
		found = is_event(&folder, entry->d_name, &pmus->formats, word);
		if (found)
			strscpy(name, entry->d_name, ENV_NAME_LEN);
	}
	closedir(dir);
	return found;
}
