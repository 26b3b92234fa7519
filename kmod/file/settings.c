// SPDX-License-Identifier: GPL-2.0
/*
 * Settings: module parameters, most of them files in debugfs too. The numbers are rows of one
 * table; maxactive and the filter have functions of their own.
 *
 * While the module loads a parameter only leaves its value; once pa_settings_start() has run, a
 * new value takes effect at once, from either side.
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

#include "core/filter.h"
#include "probe/active_filter.h"
#include "probe/open.h"
#include "probe/ops.h"
#include "probe/ring.h"
#include "probe/selftest.h"
#include "probe/stages.h"

/**
 * struct setting - a number that can be set
 * @name:  of the parameter and of the file
 * @file:  it has a file in debugfs
 * @min:   smallest value
 * @max:   largest value; 1 makes it a switch, which takes y, n, on, off, too
 * @value: what is in force. Protected by settings_mutex; readers of a single one need no lock
 * @apply: makes a new value take effect, NULL when reading @value is enough
 */
struct setting {
	const char *name;
	bool file;
	unsigned int min;
	unsigned int max;
	unsigned int value;
	int (*apply)(unsigned int value);
};

static DEFINE_MUTEX(settings_mutex);
static bool settings_live;

static int apply_enable(unsigned int on);
static int apply_stages(unsigned int level);
static int apply_records(unsigned int records);
static int apply_calls(unsigned int on);

enum { SET_ENABLE, SET_BRIEF, SET_RECORDS, SET_STAGES, SET_CALLS, SET_MAX };

static struct setting settings[SET_MAX] = {
	[SET_ENABLE] = { .name = "enable", .file = true, .max = 1, .value = 1,
			 .apply = apply_enable },
	[SET_BRIEF] = { .name = "brief", .file = true, .max = 1 },
	[SET_RECORDS] = { .name = "records", .file = true, .min = PA_RING_MIN, .max = PA_RING_MAX,
			  .value = 4096, .apply = apply_records },
	[SET_STAGES] = { .name = "stages", .max = 2, .value = 1, .apply = apply_stages },
	[SET_CALLS] = { .name = "calls", .file = true, .max = 1, .apply = apply_calls },
};

static unsigned int maxactive = 512;

/* Some probes would be armed in vain, and stay off when the others fire again. */
static int may_arm(void)
{
	if (pa_selftest_may_arm())
		return 0;
	pr_err("probes do not fire: %s\n", pa_selftest_hint());
	return -EIO;
}

static int apply_enable(unsigned int on)
{
	int err = on ? may_arm() : 0;

	if (err)
		return err;
	/* Stages first on, last off: a call that is followed has its stages. */
	if (on)
		pa_stages_enable(settings[SET_STAGES].value);
	err = pa_open_enable(on);
	if (!on || err)
		pa_stages_enable(0);
	pa_ops_enable(on && !err && settings[SET_CALLS].value);
	return err;
}

static int apply_calls(unsigned int on)
{
	int err = on && settings[SET_ENABLE].value ? may_arm() : 0;

	if (err)
		return err;
	pa_ops_enable(on && settings[SET_ENABLE].value);
	pa_selftest_fires();
	return 0;
}

static int apply_stages(unsigned int level)
{
	int err = level && settings[SET_ENABLE].value ? may_arm() : 0;

	if (err)
		return err;
	err = pa_stages_enable(settings[SET_ENABLE].value ? level : 0);
	pa_selftest_fires();
	return err;
}

static int apply_records(unsigned int records)
{
	return pa_ring_resize(records);
}

static int setting_set(struct setting *set, u64 value)
{
	int err = 0;

	if (value < set->min || value > set->max)
		return -EINVAL;
	mutex_lock(&settings_mutex);
	if (settings_live && set->apply && value != set->value)
		err = set->apply(value);
	if (!err)
		WRITE_ONCE(set->value, value);
	mutex_unlock(&settings_mutex);
	return err;
}

/* --- module parameters --- */

static int param_set(const char *text, const struct kernel_param *kp)
{
	struct setting *set = kp->arg;
	unsigned int value;
	bool on;
	int err;

	if (set->max == 1) {
		err = kstrtobool(text, &on);
		value = on;
	} else {
		err = kstrtouint(text, 0, &value);
	}
	if (!err)
		err = setting_set(set, value);
	if (err)
		pr_err("parameter %s: cannot set it to \"%*pEp\" (%d); it takes %u to %u\n",
		       set->name, (int)strnlen(text, 32), text, err, set->min, set->max);
	return err;
}

static int param_get(char *buffer, const struct kernel_param *kp)
{
	const struct setting *set = kp->arg;

	return scnprintf(buffer, PAGE_SIZE, "%u\n", READ_ONCE(set->value));
}

static const struct kernel_param_ops param_ops_setting = {
	.set = param_set,
	.get = param_get,
};

module_param_cb(enable, &param_ops_setting, &settings[SET_ENABLE], 0600);
MODULE_PARM_DESC(enable, "record calls (default 1)");
module_param_cb(brief, &param_ops_setting, &settings[SET_BRIEF], 0600);
MODULE_PARM_DESC(brief, "text leaves out fields that are zero (default 0)");
module_param_cb(records, &param_ops_setting, &settings[SET_RECORDS], 0600);
MODULE_PARM_DESC(records, "capacity of the ring in records (default 4096)");
module_param_cb(stages, &param_ops_setting, &settings[SET_STAGES], 0600);
MODULE_PARM_DESC(stages, "the kernel's own view: 0 off, 1 on, 2 also functions whose result can be inferred (default 1)");
module_param_cb(calls, &param_ops_setting, &settings[SET_CALLS], 0600);
MODULE_PARM_DESC(calls, "record also ioctl, mmap, read, poll and close on perf events (default 0)");

static int maxactive_set(const char *text, const struct kernel_param *kp)
{
	unsigned int value;
	int err = kstrtouint(text, 0, &value);

	if (!err && (value < 1 || value > 65536))
		err = -EINVAL;
	if (err)
		pr_err("parameter maxactive: cannot set it to \"%*pEp\" (%d); it takes 1 to 65536\n",
		       (int)strnlen(text, 32), text, err);
	else
		maxactive = value;
	return err;
}

static const struct kernel_param_ops param_ops_maxactive = {
	.set = maxactive_set,
	.get = param_get_uint,
};

module_param_cb(maxactive, &param_ops_maxactive, &maxactive, 0400);
MODULE_PARM_DESC(maxactive, "calls that are followed at the same time (default 512)");

/* --- the filter --- */

/* What was written last and accepted. Protected by settings_mutex. */
static char filter_text[PA_FILTER_TEXT];

static int filter_too_long(void)
{
	pr_err("filter: more than %d characters; nothing has changed\n", PA_FILTER_TEXT - 1);
	return -E2BIG;
}

static int filter_set(const char *text)
{
	int err = 0;

	if (strlen(text) >= sizeof(filter_text))
		return filter_too_long();
	mutex_lock(&settings_mutex);
	/* While the module loads there are no PMU names yet: pa_settings_start() parses it. */
	if (settings_live)
		err = pa_active_filter_set(text);
	if (!err) {
		strscpy(filter_text, skip_spaces(text), sizeof(filter_text));
		strim(filter_text);
	}
	mutex_unlock(&settings_mutex);
	return err;
}

static int filter_param_set(const char *text, const struct kernel_param *kp)
{
	return filter_set(text);
}

static int filter_param_get(char *buffer, const struct kernel_param *kp)
{
	int len;

	mutex_lock(&settings_mutex);
	len = scnprintf(buffer, PAGE_SIZE, "%s\n", filter_text);
	mutex_unlock(&settings_mutex);
	return len;
}

static const struct kernel_param_ops param_ops_filter = {
	.set = filter_param_set,
	.get = filter_param_get,
};

module_param_cb(filter, &param_ops_filter, NULL, 0600);
MODULE_PARM_DESC(filter, "which calls are recorded, e.g. \"comm=perf failed\" (default all)");

static ssize_t filter_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	char text[PA_FILTER_TEXT + 1];
	int len;

	mutex_lock(&settings_mutex);
	len = scnprintf(text, sizeof(text), "%s\n", filter_text);
	mutex_unlock(&settings_mutex);
	return simple_read_from_buffer(buf, count, pos, text, len);
}

static ssize_t filter_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	char text[PA_FILTER_TEXT];
	int err;

	if (count >= sizeof(text))
		return filter_too_long();
	if (copy_from_user(text, buf, count))
		return -EFAULT;
	text[count] = '\0';
	/* What follows a NUL would be accepted without having been read. */
	if (strlen(text) != count)
		return -EINVAL;
	err = filter_set(text);
	return err ? err : count;
}

static const struct file_operations filter_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = filter_read,
	.write = filter_write,
	.llseek = default_llseek,
};

/* --- files --- */

static int file_get(void *data, u64 *value)
{
	const struct setting *set = data;

	*value = READ_ONCE(set->value);
	return 0;
}

static int file_set(void *data, u64 value)
{
	return setting_set(data, value);
}

static int setting_open(struct inode *inode, struct file *file)
{
	return simple_attr_open(inode, file, file_get, file_set, "%llu\n");
}

static const struct file_operations setting_fops = {
	.owner = THIS_MODULE,
	.open = setting_open,
	.release = simple_attr_release,
	.read = simple_attr_read,
	.write = simple_attr_write,
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

	for (i = 0; i < SET_MAX; i++) {
		if (settings[i].file)
			debugfs_create_file(settings[i].name, 0600, dir, &settings[i],
					    &setting_fops);
	}
	debugfs_create_file("filter", 0600, dir, NULL, &filter_fops);
	debugfs_create_file("clear", 0200, dir, NULL, &clear_fops);
}

/**
 * pa_settings_start() - put the settings into force, arming the probes; the last step of loading
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL when the filter is not understood; the error of arming.
 */
int pa_settings_start(void)
{
	int err;

	mutex_lock(&settings_mutex);
	err = pa_active_filter_set(filter_text);
	if (!err && settings[SET_ENABLE].value)
		err = apply_enable(1);
	settings_live = !err;
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
	apply_enable(0);
	mutex_unlock(&settings_mutex);
}

/**
 * pa_settings_records() - capacity that the ring is to have at load
 *
 * Context: any.
 */
unsigned int pa_settings_records(void)
{
	return READ_ONCE(settings[SET_RECORDS].value);
}

/**
 * pa_settings_maxactive() - most calls that are followed at once
 *
 * Context: any.
 */
unsigned int pa_settings_maxactive(void)
{
	return maxactive;
}

/**
 * pa_settings_brief() - text views leave out fields that are zero
 *
 * Context: any.
 */
bool pa_settings_brief(void)
{
	return READ_ONCE(settings[SET_BRIEF].value);
}
