// SPDX-License-Identifier: GPL-2.0
/*
 * Settings are module parameters. The numeric ones are rows of one table; the filter is a text.
 *
 * While the module loads, a parameter only stores its value; after pa_settings_start() a new value
 * takes effect at once. A refused value is answered by one line in the kernel log. While the module
 * loads, that is the only consequence: the default stays and loading goes on, so that a mistake in
 * modprobe.d does not cost the module.
 *
 * The kernel serialises reads and writes of our parameters (kernel_param_lock()). It removes them
 * from sysfs only after the module's exit function has returned (free_module(),
 * mod_sysfs_teardown()), and waits there for reads and writes. So a write may still come after
 * pa_settings_stop(): it fails with ENODEV.
 */
#include "file/files.h"

#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/mutex.h>

#include "hook/open.h"
#include "hook/ops.h"
#include "hook/selftest.h"
#include "hook/stages.h"
#include "kernel/param.h"
#include "record/active_filter.h"
#include "record/facts.h"
#include "record/ring.h"
#include "record/runs.h"

/**
 * struct setting - a number that can be set
 * @range: name of the parameter, range of the value
 * @arms:  a value that is not 0 arms probes
 * @value: what is in force. Protected by settings_mutex; readers of a single one need no lock
 * @apply: makes a new value take effect, NULL when reading @value is enough
 */
struct setting {
	struct pa_range range;
	bool arms;
	unsigned int value;
	int (*apply)(unsigned int value);
};

static DEFINE_MUTEX(settings_mutex);

/* Protected by settings_mutex. */
static enum { SETTINGS_LOADING, SETTINGS_LIVE, SETTINGS_OVER } settings_state;
static char filter_text[PA_FILTER_TEXT];

static int apply_enable(unsigned int on);
static int apply_stages(unsigned int level);
static int apply_calls(unsigned int on);

static struct setting settings[PA_SET_MAX] = {
	[PA_SET_ENABLE] = { .range = { "enable", 0, 1 }, .arms = true, .value = 1,
			    .apply = apply_enable },
	[PA_SET_BRIEF] = { .range = { "brief", 0, 1 } },
	[PA_SET_RECORDS] = { .range = { "records", PA_RING_MIN, PA_RING_MAX }, .value = 4096,
			     .apply = pa_ring_resize },
	[PA_SET_STAGES] = { .range = { "stages", 0, 2 }, .arms = true, .value = 1,
			    .apply = apply_stages },
	[PA_SET_CALLS] = { .range = { "calls", 0, 1 }, .arms = true, .apply = apply_calls },
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

	/* Switch stages on before the open and off after it: every followed call has them. */
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

/* Put the reason why a valid value cannot take effect now into @takes. */
static void explain_failure(char *takes, size_t room, int err)
{
	if (err == -EIO)
		scnprintf(takes, room, "probes do not fire: %s", pa_selftest_hint());
	else if (err == -ENOMEM)
		scnprintf(takes, room, "not enough memory: choose a smaller number");
	else
		scnprintf(takes, room, "cannot arm the probes (error %d)", err);
}

static char answer[PA_ANSWER_LEN]; /* protected by settings_mutex */

static int set_number(struct setting *set, const char *text)
{
	char failure[200];
	struct out s;
	u32 value;
	int err = 0;

	if (!text)
		text = set->range.max == 1 ? "1" : "";
	out_init(&s, answer, sizeof(answer));
	if (!pa_range_parse(&set->range, text, &value)) {
		err = -EINVAL;
		pa_answer_range(&s, &set->range, text, NULL, set->value);
	} else if (settings_state == SETTINGS_LIVE && set->apply && value != set->value) {
		err = may_apply(set, value) ?: set->apply(value);
		if (err) {
			explain_failure(failure, sizeof(failure), err);
			pa_answer_range(&s, &set->range, text, failure, set->value);
		}
	}
	if (err)
		pr_warn("%.*s\n", (int)s.len, answer);
	else
		WRITE_ONCE(set->value, value);
	return err;
}

/* While the module loads, PMU names are not known yet: pa_settings_start() parses the filter. */
static int set_filter(const char *text)
{
	struct pa_refused no = {};
	struct out s;
	int err = 0;

	if (strlen(text) >= sizeof(filter_text)) {
		err = -E2BIG;
		no = (struct pa_refused){ text, strlen(text), "longer than 255 characters" };
	} else if (settings_state == SETTINGS_LIVE) {
		err = pa_active_filter_set(text, &no);
	}
	if (no.takes) {
		out_init(&s, answer, sizeof(answer));
		pa_answer(&s, "filter", &no, filter_text);
		pr_warn("%.*s\n", (int)s.len, answer);
	}
	if (!err) {
		strscpy(filter_text, skip_spaces(text), sizeof(filter_text));
		strim(filter_text);
	}
	return err;
}

/* @text: NULL for a parameter without a value, which means 1 for a switch. */
static int param_set(const char *text, const struct kernel_param *kp)
{
	int err = -ENODEV;

	mutex_lock(&settings_mutex);
	if (settings_state != SETTINGS_OVER)
		err = kp->arg ? set_number(kp->arg, text) : set_filter(text ?: "");
	if (settings_state == SETTINGS_LOADING)
		err = 0;
	mutex_unlock(&settings_mutex);
	return err;
}

static int param_get(char *buffer, const struct kernel_param *kp)
{
	const struct setting *set = kp->arg;

	if (!set)
		return scnprintf(buffer, PAGE_SIZE, "%s\n", filter_text);
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
module_param_cb(filter, &param_ops_setting, NULL, 0600);
MODULE_PARM_DESC(filter, "which calls are recorded, e.g. \"comm=perf failed\" (default all)");

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
 * pa_settings_files() - create the file "clear", the only one that can be written
 * @dir: our directory in debugfs
 *
 * Context: process, may sleep.
 */
void pa_settings_files(struct dentry *dir)
{
	debugfs_create_file("clear", 0200, dir, NULL, &clear_fops);
}

/**
 * pa_settings_start() - put the settings into force, arming the probes; the last step of loading
 *
 * If the filter that was passed at load is refused, all calls are recorded.
 *
 * Context: process, may sleep.
 * Return: 0; -ENOMEM; the error of arming.
 */
int pa_settings_start(void)
{
	char text[PA_FILTER_TEXT];
	int err;

	mutex_lock(&settings_mutex);
	settings_state = SETTINGS_LIVE;
	strscpy(text, filter_text, sizeof(text));
	filter_text[0] = '\0';
	err = set_filter(text);
	if (err != -ENOMEM)
		err = 0;
	if (!err && settings[PA_SET_ENABLE].value)
		err = may_apply(&settings[PA_SET_ENABLE], 1) ?: apply_enable(1);
	if (err == -EIO)
		pr_err("probes do not fire: %s\n", pa_selftest_hint());
	if (err)
		settings_state = SETTINGS_OVER;
	mutex_unlock(&settings_mutex);
	return err;
}

/**
 * pa_settings_stop() - disarm the probes; settings can no longer be changed
 *
 * Context: process, may sleep.
 */
void pa_settings_stop(void)
{
	mutex_lock(&settings_mutex);
	settings_state = SETTINGS_OVER;
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
	if (settings_state == SETTINGS_LIVE)
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
