// SPDX-License-Identifier: GPL-2.0
/*
 * What sysfs says about a PMU when a record is read: which cpus it serves, which events it has, and
 * what the bits of its config mean.
 *
 * Only its driver knows this. The driver's functions must not be called from a probe, as they may
 * sleep; and later nothing of ours holds the PMU. Files of sysfs can be read at any time: while a
 * file is read, sysfs keeps its owner from going away. So the reader of the record reads them, and
 * only for refused calls on PMUs for which this matters, and for events of hardware. If it fails,
 * the facts are not known.
 */
#include "probe/pmu_sysfs.h"

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/magic.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core/format.h"
#include "core/hw_event.h"
#include "core/why/ask.h"
#include "probe/compat.h"
#include "probe/pmu.h"

#define SYSFS_PATH	112

/* "/sys/bus/event_source/devices/NAME/FOLDER/FILE"; parts may be "". */
static bool sysfs_path(char *path, const char *pmu, const char *folder, const char *file)
{
	int len = snprintf(path, SYSFS_PATH, "/sys/bus/event_source/devices/%s/%s%s", pmu, folder,
			   file);

	return len < SYSFS_PATH;
}

/* Something else may be mounted at /sys. */
static bool sysfs_has(const struct path *path)
{
	return path->dentry->d_sb->s_magic == SYSFS_MAGIC;
}

static bool sysfs_exists(const char *pmu, const char *folder, const char *file)
{
	char name[SYSFS_PATH];
	struct path path;
	bool exists;

	if (!sysfs_path(name, pmu, folder, file) || kern_path(name, 0, &path))
		return false;
	exists = sysfs_has(&path);
	path_put(&path);
	return exists;
}

/* The folder is missing if sysfs is not mounted at /sys. */
static u8 sysfs_event(const char *pmu, const char *event)
{
	if (!sysfs_exists(pmu, "events", ""))
		return PA_SYSFS_UNKNOWN;
	return sysfs_exists(pmu, "events/", event) ? PA_SYSFS_HAS : PA_SYSFS_LACKS;
}

/* Reads a small file of sysfs as a string. O_NONBLOCK: a FIFO there must not hold up the reader. */
static bool sysfs_read(const char *name, char *text, size_t size)
{
	struct file *file = filp_open(name, O_RDONLY | O_NONBLOCK, 0);
	loff_t pos = 0;
	ssize_t len;

	if (IS_ERR(file))
		return false;
	len = sysfs_has(&file->f_path) ? kernel_read(file, text, size - 1, &pos) : -EINVAL;
	filp_close(file, NULL);
	if (len < 0)
		return false;
	text[len] = '\0';
	return true;
}

static bool sysfs_cpulist(struct cpumask *mask, const char *pmu, const char *file)
{
	char name[SYSFS_PATH];
	char *text;
	bool done;

	if (!sysfs_path(name, pmu, file, ""))
		return false;
	text = kmalloc(PAGE_SIZE, GFP_KERNEL);
	if (!text)
		return false;
	done = sysfs_read(name, text, PAGE_SIZE) && !cpulist_parse(strim(text), mask);
	kfree(text);
	return done;
}

static void sysfs_cpus(struct pa_pmu_now *now, const char *pmu, const struct pa_ask *ask, s32 cpu)
{
	cpumask_var_t mask;
	unsigned int first;

	if (!zalloc_cpumask_var(&mask, GFP_KERNEL))
		return;
	if (sysfs_cpulist(mask, pmu, ask->cpus)) {
		first = cpumask_any_and(mask, cpu_online_mask);
		if (first < nr_cpu_ids)
			now->other_cpu = (s32)first;
		if (ask->exact && cpu >= 0 && (u32)cpu < nr_cpu_ids)
			now->cpu = cpumask_test_cpu(cpu, mask) ? PA_SYSFS_HAS : PA_SYSFS_LACKS;
	}
	free_cpumask_var(mask);
}

/* arch/x86/events: "branches" is there if the cpu can record any. */
static void sysfs_caps(struct pa_pmu_now *now, const char *pmu)
{
	char name[SYSFS_PATH];
	char text[16];

	if (!sysfs_path(name, pmu, "caps/", "max_precise") ||
	    !sysfs_read(name, text, sizeof(text)) || kstrtos8(strim(text), 10, &now->precise))
		return;
	now->branches = sysfs_exists(pmu, "caps/", "branches") ? PA_SYSFS_HAS : PA_SYSFS_LACKS;
}

/**
 * pa_pmu_sysfs() - look up what helps to explain a refused call
 * @env:  filled in but for now and seen, which it receives
 * @seen: receives what env->seen points to
 * @rec:  the record
 *
 * Context: process, may sleep; in the mount namespace of the reader.
 */
void pa_pmu_sysfs(struct pa_env *env, struct pa_case *seen, const struct pa_record *rec)
{
	struct pa_pmu_now *now = &env->now;
	struct pa_ask ask;
	const char *name;

	*now = (struct pa_pmu_now){ .other_cpu = -1, .precise = -1 };
	if (rec->ret >= 0 || !pa_case_look(seen, rec, env))
		return;
	env->seen = seen;
	if (!pa_why_ask(&ask, seen) || (env->pmu_gone && env->pmu_gone[ask.pmu]))
		return;
	name = env->pmus[ask.pmu].name;
	now->pmu = (u16)ask.pmu;
	if (ask.event)
		now->event = sysfs_event(name, ask.event);
	if (ask.caps)
		sysfs_caps(now, name);
	if (ask.cpus)
		sysfs_cpus(now, name, &ask, rec->arg_cpu);
}

struct format_dir {
	struct dir_context ctx;
	struct pa_formats *formats;
};

/* Only takes the name: iterate_dir() holds the lock of the folder. */
static compat_filldir_ret format_name(struct dir_context *ctx, const char *name, int len,
				      loff_t offset, u64 ino, unsigned int type)
{
	struct format_dir *dir = container_of(ctx, struct format_dir, ctx);

	return pa_formats_name(dir->formats, name, len) ? COMPAT_FILLDIR_GO : COMPAT_FILLDIR_STOP;
}

static void format_names(struct pa_formats *formats, const char *pmu)
{
	struct format_dir dir = { .ctx.actor = format_name, .formats = formats };
	char name[SYSFS_PATH];
	struct file *file;

	if (!sysfs_path(name, pmu, "format", ""))
		return;
	file = filp_open(name, O_RDONLY | O_DIRECTORY, 0);
	if (IS_ERR(file))
		return;
	if (sysfs_has(&file->f_path))
		iterate_dir(file, &dir.ctx);
	filp_close(file, NULL);
}

/* A text that fills the buffer may be cut off: it is no format. */
static bool format_read(struct pa_format *term, const char *pmu)
{
	char name[SYSFS_PATH];
	char text[128];

	if (!sysfs_path(name, pmu, "format/", term->name) || !sysfs_read(name, text, sizeof(text)))
		return false;
	if (strlen(text) < sizeof(text) - 1)
		pa_format_parse(term, text);
	return true;
}

static bool formats_read(struct pa_formats *formats, const char *pmu)
{
	u32 i;

	formats->n = 0;
	format_names(formats, pmu);
	for (i = 0; i < formats->n; i++)
		if (!format_read(&formats->term[i], pmu))
			return false;
	pa_formats_sort(formats);
	return true;
}

/**
 * pa_pmu_formats() - look up what the bits of hw.config mean
 * @kept: PA_FORMATS_KEPT, of PMUs that were looked up before; all zero at first
 * @env:  receives the format of the PMU if the record is about an event of hardware
 * @rec:  the record
 *
 * A PMU that goes takes its files away one by one, so what was read meanwhile is not used. When it
 * comes again, its format may be another one.
 *
 * Context: process, may sleep; in the mount namespace of the reader.
 */
void pa_pmu_formats(struct pa_formats *kept, struct pa_env *env, const struct pa_record *rec)
{
	u32 pmu = pa_hw_wants_format(rec, env);
	struct pa_formats *formats = &kept[pmu % PA_FORMATS_KEPT];
	u32 leaves = pa_pmu_leaves();

	env->formats = NULL;
	if (!pmu || (env->pmu_gone && READ_ONCE(env->pmu_gone[pmu])))
		return;
	if (formats->pmu != pmu || formats->leaves != leaves) {
		if (!formats_read(formats, env->pmus[pmu].name))
			formats->n = 0;
		formats->pmu = (u16)pmu;
		formats->leaves = leaves;
	}
	if (pa_pmu_leaves() == leaves)
		env->formats = formats;
}
