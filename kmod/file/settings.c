// SPDX-License-Identifier: GPL-2.0
/*
 * Settings: module parameters, most of them also files in debugfs. The numeric ones are rows of
 * one table; the filter is in filter_file.c.
 *
 * While the module loads, a parameter only stores its value; after pa_settings_start() a new value
 * takes effect at once, written to either file. A refused value is answered by one line in the
 * kernel log. While the module loads, that is the only consequence: the default stays and loading
 * goes on, so that a mistake in modprobe.d does not cost the module.
 */
#include "file/settings.h"

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "core/out.h"
#include "core/setting.h"
#include "file/filter_file.h"
#include "file/pieces.h"
#include "hook/open.h"
#include "hook/ops.h"
#include "hook/selftest.h"
#include "hook/stages.h"
#include "kernel/param.h"
#include "record/facts.h"
#include "record/ring.h"
#include "record/runs.h"

/**
 * struct setting - a number that can be set
 * @range: name of the parameter and of the file, range of the value
 * @file:  it has a file in debugfs
 * @value: what is in force. Protected by settings_mutex; readers of a single one need no lock
 * @arms:  a value that is not 0 arms probes
 * @apply: makes a new value take effect, NULL when reading @value is enough
 */
struct setting {
	struct pa_range range;
	bool file, arms;
	unsigned int value;
	int (*apply)(unsigned int value);
};

static DEFINE_MUTEX(settings_mutex);
static bool settings_live;
/* The parameters of the load are parsed now: a refused one must not make the load fail. */
static bool settings_loading = true;

static int apply_enable(unsigned int on);
static int apply_stages(unsigned int level);
static int apply_calls(unsigned int on);

static struct setting settings[PA_SET_MAX] = {
	[PA_SET_ENABLE] = { .range = { "enable", 0, 1 }, .file = true, .arms = true, .value = 1,
			    .apply = apply_enable },
	[PA_SET_BRIEF] = { .range = { "brief", 0, 1 }, .file = true },
	[PA_SET_RECORDS] = { .range = { "records", PA_RING_MIN, PA_RING_MAX }, .file = true,
			     .value = 4096, .apply = pa_ring_resize },
	[PA_SET_STAGES] = { .range = { "stages", 0, 2 }, .arms = true, .value = 1,
			    .apply = apply_stages },
	[PA_SET_CALLS] = { .range = { "calls", 0, 1 }, .file = true, .arms = true,
			   .apply = apply_calls },
	[PA_SET_MAXACTIVE] = { .range = { "maxactive", 1, 65536 }, .value = 512 },
	[PA_SET_SITES] = { .range = { "sites", 0, 1 }, .value = 1 },
};

/* Ops of all processes, or of runs while there are some. */
static void apply_ops(bool enabled, bool all)
{
	bool on = enabled && (all || static_key_enabled(&pa_runs_on));

	pa_ops_enable(on && (all || pa_selftest_may_arm()), all);
}

static int apply_enable(unsigned int on)
{
	int err;

	/* Stages first on, last off: a call that is followed has its stages. */
	if (on)
		pa_stages_enable(settings[PA_SET_STAGES].value);
	err = pa_open_enable(on);
	if (!on || err)
		pa_stages_enable(0);
	apply_ops(on && !err, settings[PA_SET_CALLS].value);
	return err;
}

static int apply_calls(unsigned int on)
{
	apply_ops(settings[PA_SET_ENABLE].value, on);
	pa_selftest_fires();
	return 0;
}

static int apply_stages(unsigned int level)
{
	int err = pa_stages_enable(settings[PA_SET_ENABLE].value ? level : 0);

	pa_selftest_fires();
	return err;
}

/* Probes that do not fire would be armed in vain, and stay off when the others fire again. */
static int may_apply(const struct setting *set, unsigned int value)
{
	bool arms = value && set->arms &&
		    (settings[PA_SET_ENABLE].value || set == &settings[PA_SET_ENABLE]);

	return !arms || pa_selftest_may_arm() ? 0 : -EIO;
}

/* Answer to a valid value that cannot take effect now. */
static void answer_failure(struct out *s, const struct setting *set, const char *text, int err)
{
	struct pa_refused no = { .word = skip_spaces(text) };
	char takes[200], stays[12];

	no.len = strcspn(no.word, "\n");
	no.takes = takes;
	if (err == -EIO)
		scnprintf(takes, sizeof(takes), "probes do not fire: %s", pa_selftest_hint());
	else if (err == -ENOMEM)
		scnprintf(takes, sizeof(takes), "not enough memory: choose a smaller number");
	else
		scnprintf(takes, sizeof(takes), "cannot arm the probes (error %d)", err);
	scnprintf(stays, sizeof(stays), "%u", set->value);
	pa_answer(s, set->range.name, &no, stays);
}

/* @whole: @text is everything that was written. All errors are answered in the log. */
static int setting_set(struct setting *set, const char *text, bool whole)
{
	static char answer[PA_ANSWER_LEN];
	struct out s;
	u32 value;
	int err = 0;

	mutex_lock(&settings_mutex);
	out_init(&s, answer, sizeof(answer));
	if (!whole || !pa_range_parse(&set->range, text, &value)) {
		err = -EINVAL;
		pa_answer_range(&s, &set->range, text, set->value);
	} else if (settings_live && set->apply && value != set->value) {
		err = may_apply(set, value) ?: set->apply(value);
		if (err)
			answer_failure(&s, set, text, err);
	}
	if (err)
		pr_warn("%.*s\n", (int)s.len, answer);
	else
		WRITE_ONCE(set->value, value);
	mutex_unlock(&settings_mutex);
	return err;
}

/* --- module parameters --- */

/* @text: NULL for a parameter without a value, which means 1 for a switch. */
static int param_set(const char *text, const struct kernel_param *kp)
{
	struct setting *set = kp->arg;
	int err = setting_set(set, text ?: set->range.max == 1 ? "1" : "", true);

	return READ_ONCE(settings_loading) ? 0 : err;
}

static int param_get(char *buffer, const struct kernel_param *kp)
{
	const struct setting *set = kp->arg;

	return scnprintf(buffer, PAGE_SIZE, "%u\n", READ_ONCE(set->value));
}

static const struct kernel_param_ops param_ops_setting = {
	.flags = KERNEL_PARAM_OPS_FL_NOARG,
	.set = param_set,
	.get = param_get,
};

module_param_cb(enable, &param_ops_setting, &settings[PA_SET_ENABLE], 0600);
MODULE_PARM_DESC(enable, "record calls (default 1)");
module_param_cb(brief, &param_ops_setting, &settings[PA_SET_BRIEF], 0600);
MODULE_PARM_DESC(brief, "text leaves out fields that are zero (default 0)");
module_param_cb(records, &param_ops_setting, &settings[PA_SET_RECORDS], 0600);
MODULE_PARM_DESC(records, "capacity of the ring in records (default 4096)");
module_param_cb(stages, &param_ops_setting, &settings[PA_SET_STAGES], 0600);
MODULE_PARM_DESC(stages, "follow a call inside the kernel: 0 no, 1 yes, 2 also functions whose result can be inferred (default 1)");
module_param_cb(calls, &param_ops_setting, &settings[PA_SET_CALLS], 0600);
MODULE_PARM_DESC(calls, "record also ioctl, mmap, read, poll and close on perf events (default 0)");

module_param_cb(maxactive, &param_ops_setting, &settings[PA_SET_MAXACTIVE], 0400);
MODULE_PARM_DESC(maxactive, "calls that can be followed at the same time (default 512)");
module_param_cb(sites, &param_ops_setting, &settings[PA_SET_SITES], 0400);
MODULE_PARM_DESC(sites, "1: probe instructions that only the system call passes, 0: whole functions, which forks pass too (default 1)");

/* --- the parameter "load", whose value is in each record of this load --- */

static int load_get(char *buffer, const struct kernel_param *kp)
{
	return scnprintf(buffer, PAGE_SIZE, "%08x\n", pa_facts_kernel()->load);
}

PA_READ_ONLY_PARAM(load, load_get, 0444);
MODULE_PARM_DESC(load, "read-only: random number of this load, also in each record");

/* --- files --- */

static ssize_t setting_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	const struct setting *set = file_inode(file)->i_private;
	char text[12];
	int len = scnprintf(text, sizeof(text), "%u\n", READ_ONCE(set->value));

	return simple_read_from_buffer(buf, count, pos, text, len);
}

static ssize_t setting_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	char text[64];
	size_t len = min(count, sizeof(text) - 1);
	int err;

	if (copy_from_user(text, buf, len))
		return -EFAULT;
	text[len] = '\0';
	/* Text that is too long, or behind a NUL, must not be ignored silently. */
	err = setting_set(file_inode(file)->i_private, text, strlen(text) == count);
	return err ? err : count;
}

static const struct file_operations setting_fops = {
	.owner = THIS_MODULE,
	.open = pa_unlocked_open,
	.read = setting_read,
	.write = setting_write,
	.llseek = default_llseek,
};

static ssize_t clear_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	pa_ring_clear();
	return count;
}

static const struct file_operations clear_fops = {
	.owner = THIS_MODULE,
	.open = nonseekable_open,
	.write = clear_write,
};

/**
 * pa_settings_files() - create the files that can be written
 * @dir: our directory in debugfs
 *
 * Context: process, may sleep.
 */
void pa_settings_files(struct dentry *dir)
{
	unsigned int i;

	for (i = 0; i < PA_SET_MAX; i++) {
		if (settings[i].file)
			debugfs_create_file(settings[i].range.name, 0600, dir, &settings[i],
					    &setting_fops);
	}
	pa_filter_file(dir);
	debugfs_create_file("clear", 0200, dir, NULL, &clear_fops);
}

/**
 * pa_settings_start() - put the settings into force, arming the probes; the last step of loading
 *
 * Context: process, may sleep.
 * Return: 0; -ENOMEM; the error of arming.
 */
int pa_settings_start(void)
{
	int err;

	mutex_lock(&settings_mutex);
	WRITE_ONCE(settings_loading, false);
	err = pa_filter_start();
	if (!err && settings[PA_SET_ENABLE].value)
		err = may_apply(&settings[PA_SET_ENABLE], 1) ?: apply_enable(1);
	if (err == -EIO)
		pr_err("probes do not fire: %s\n", pa_selftest_hint());
	settings_live = !err;
	if (err)
		pa_filter_stop();
	mutex_unlock(&settings_mutex);
	return err;
}

/**
 * pa_settings_stop() - disarm the probes; settings have no effect any more
 *
 * Context: process, may sleep.
 */
void pa_settings_stop(void)
{
	mutex_lock(&settings_mutex);
	settings_live = false;
	pa_filter_stop();
	apply_enable(0);
	mutex_unlock(&settings_mutex);
}

/**
 * pa_settings_runs() - runs have begun or ended: their ops are recorded whatever "calls" is
 *
 * Context: process, may sleep.
 */
void pa_settings_runs(void)
{
	mutex_lock(&settings_mutex);
	if (settings_live)
		apply_ops(settings[PA_SET_ENABLE].value, settings[PA_SET_CALLS].value);
	mutex_unlock(&settings_mutex);
}

/**
 * pa_setting_at_most() - lower a setting of the load to what this machine allows
 * @which: the setting
 * @most:  the largest value
 * @why:   what the limit is, for the log
 *
 * Context: process, while the module loads. Return: what is in force.
 */
unsigned int pa_setting_at_most(enum pa_setting which, unsigned int most, const char *why)
{
	struct setting *s = &settings[which];

	if (s->value > most) {
		pr_warn("%s: %u: %s; the value is %u\n", s->range.name, s->value, why, most);
		WRITE_ONCE(s->value, most);
	}
	return s->value;
}

/**
 * pa_setting() - what is in force
 * @which: the setting
 *
 * Context: any.
 */
unsigned int pa_setting(enum pa_setting which)
{
	return READ_ONCE(settings[which].value);
}
