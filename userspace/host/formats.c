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

static bool read_term(struct pa_format *term, const struct env_root *folder)
{
	char text[128];
	int err = env_read(folder, term->name, text, sizeof(text));

	if (!err)
		pa_format_parse(term, text);
	return !err || err == -EFBIG;
}

/*
 * A file that is not a format, or too long, gives no bits; if it cannot be read, the PMU is going.
 */
static bool read_terms(struct pa_formats *f, const struct env_root *folder)
{
	u32 i;

	for (i = 0; i < f->n; i++)
		if (!read_term(&f->term[i], folder))
			return false;
	pa_formats_sort(f);
	return true;
}

/* Takes over the descriptor. */
static bool read_folder(struct pa_formats *f, const struct env_root *root, int fd)
{
	struct env_root folder = { .fd = fd, .magic = root->magic };
	DIR *dir = fdopendir(fd);
	bool done;

	if (!dir) {
		close(fd);
		return false;
	}
	done = read_names(f, dir) && read_terms(f, &folder);
	closedir(dir);
	return done;
}

/* Opens the folder of the formats of a PMU; @st identifies it. */
static int open_folder(const struct env_root *root, const char *path, struct stat *st)
{
	int fd = env_open(root, path, O_RDONLY | O_DIRECTORY);

	if (fd < 0 || !fstat(fd, st))
		return fd;
	close(fd);
	return -1;
}

/**
 * env_formats_read() - read the meaning of the bits of a PMU's config
 * @f:    receives its terms; the member pmu is 0
 * @root: sysfs
 * @pmu:  name of the PMU
 *
 * Return: false if they cannot be read.
 */
bool env_formats_read(struct pa_formats *f, const struct env_root *root, const char *pmu)
{
	char path[ENV_PMU_PATH];
	struct stat st;
	int fd;

	f->pmu = 0;
	f->n = 0;
	if (!env_pmu_path(path, pmu, "format", ""))
		return false;
	fd = open_folder(root, path, &st);
	return fd >= 0 && read_folder(f, root, fd);
}

/*
 * A PMU that goes takes its files away one by one. When it comes again, its folder is another one,
 * and its format may be.
 */
static bool read_formats(struct env_kept *kept, const struct env_root *root, const char *path,
			 u32 pmu)
{
	struct stat st, again;
	int fd = open_folder(root, path, &st);

	if (fd < 0)
		return false;
	if (kept->f.pmu == pmu && kept->dev == st.st_dev && kept->ino == st.st_ino) {
		close(fd);
		return true;
	}
	kept->f.pmu = 0;
	if (!read_folder(&kept->f, root, fd))
		return false;
	fd = open_folder(root, path, &again);
	if (fd < 0)
		return false;
	close(fd);
	if (again.st_dev != st.st_dev || again.st_ino != st.st_ino)
		return false;
	kept->dev = st.st_dev;
	kept->ino = st.st_ino;
	kept->f.pmu = (u16)pmu;
	return true;
}

/**
 * env_formats() - look up the meaning of the bits of config
 * @here: this machine
 * @to:   receives the format of the PMU; its member pmu is 0 if that is not known
 * @env:  PMUs
 * @pmu:  index of the PMU; 0: none
 */
void env_formats(struct env_here *here, struct pa_formats *to, const struct pa_env *env, u32 pmu)
{
	struct env_kept *kept = &here->kept[pmu % ENV_FORMATS_KEPT];
	char path[ENV_PMU_PATH];

	to->pmu = 0;
	if (!pmu || (env->pmu_gone && env->pmu_gone[pmu]) ||
	    !env_pmu_path(path, env->pmus[pmu].name, "format", ""))
		return;
	if (read_formats(kept, &here->sysfs, path, pmu))
		*to = kept->f;
}
