// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* The meaning of the bits of a PMU's config, from sysfs. */

#include "host/parts.h"

/* Returns false on a read error. Stops at a name that cannot be a format's. */
static bool read_names(struct pa_formats *f, DIR *dir)
{
	const struct dirent *entry;

	f->n = 0;
	do {
		errno = 0;
		entry = readdir(dir);
	} while (entry && pa_formats_name(f, entry->d_name, strlen(entry->d_name)));
	return entry || !errno;
}

/*
 * A file that is not a format, or too long, gives no bits; if it cannot be read, the PMU is going.
 */
static bool read_terms(struct pa_formats *f, const struct env_root *folder)
{
	char text[128];
	int err;
	u32 i;

	for (i = 0; i < f->n; i++) {
		err = env_read(folder, f->term[i].name, text, sizeof(text));
		if (!err)
			pa_format_parse(&f->term[i], text);
		else if (err != -EFBIG)
			return false;
	}
	pa_formats_sort(f);
	return true;
}

/**
 * env_formats_here() - the meaning of the bits of a PMU's config
 * @here: this machine
 * @pmu:  name of the PMU, which may come from a record that anybody wrote
 * @f:    receives its terms, none if they cannot be read; its member pmu is 0
 *
 * A PMU that goes takes its files away one by one. When it comes again, its folder is another one,
 * and its format may be.
 *
 * Return: false if they cannot be read.
 */
bool env_formats_here(struct env_here *here, const char *pmu, struct pa_formats *f)
{
	char path[ENV_PMU_PATH];
	DIR *dir = env_pmu_path(path, pmu, "format", "") ? env_open_dir(&here->sysfs, path) : NULL;
	struct env_root folder = { .magic = here->sysfs.magic };
	struct env_kept *kept;
	struct stat st;

	f->pmu = 0;
	f->n = 0;
	if (!dir)
		return false;
	folder.fd = dirfd(dir);
	if (fstat(folder.fd, &st))
		st.st_ino = 0;
	kept = &here->kept[st.st_ino % ENV_FORMATS_KEPT];
	if (kept->ino != st.st_ino || kept->dev != st.st_dev) {
		kept->dev = st.st_dev;
		/* A folder that was removed since it was opened is empty. */
		kept->ino = read_names(&kept->f, dir) && kept->f.n &&
			    read_terms(&kept->f, &folder) ? st.st_ino : 0;
	}
	closedir(dir);
	if (kept->ino)
		*f = kept->f;
	return kept->ino;
}
