// SPDX-License-Identifier: GPL-2.0
/*
 * The filter as a module parameter and as a file in debugfs. A refused filter is answered by one
 * line in the kernel log, as in settings.c.
 */
#include "file/filter_file.h"

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "core/filter.h"
#include "core/out.h"
#include "core/setting.h"
#include "file/pieces.h"
#include "record/active_filter.h"

#define TAKES_TEXT	"contains a NUL byte"
#define TAKES_LENGTH	"longer than 255 characters"

static DEFINE_MUTEX(filter_mutex);

/* The text of the active filter. All three are protected by filter_mutex. */
static char filter_text[PA_FILTER_TEXT];
static bool filter_loading = true;
static bool filter_live;

/* Called with filter_mutex held. */
static void log_answer(const struct pa_refused *no)
{
	static char answer[PA_ANSWER_LEN];
	struct out s;

	out_init(&s, answer, sizeof(answer));
	pa_answer(&s, "filter", no, filter_text);
	pr_warn("%.*s\n", (int)s.len, answer);
}

/* Called with filter_mutex held. Logs the answer to all errors but -ENOMEM. */
static int apply(const char *text)
{
	struct pa_refused no = {};
	int err = pa_active_filter_set(text, &no);

	if (no.takes)
		log_answer(&no);
	return err;
}

/* Refuse the whole text, independent of its terms. */
static int refuse(const char *text, const char *takes, int err)
{
	struct pa_refused no = { .word = text, .len = strlen(text), .takes = takes };

	mutex_lock(&filter_mutex);
	log_answer(&no);
	mutex_unlock(&filter_mutex);
	return err;
}

static int filter_set(const char *text)
{
	int err = 0;

	if (strlen(text) >= sizeof(filter_text))
		return refuse(text, TAKES_LENGTH, -E2BIG);
	mutex_lock(&filter_mutex);
	/* While the module loads, PMU names are not known yet: pa_filter_start() parses it. */
	if (filter_live)
		err = apply(text);
	if (!err) {
		strscpy(filter_text, skip_spaces(text), sizeof(filter_text));
		strim(filter_text);
	}
	mutex_unlock(&filter_mutex);
	return err;
}

static int filter_param_set(const char *text, const struct kernel_param *kp)
{
	int err = filter_set(text ?: "");

	return READ_ONCE(filter_loading) ? 0 : err;
}

static int filter_param_get(char *buffer, const struct kernel_param *kp)
{
	int len;

	mutex_lock(&filter_mutex);
	len = scnprintf(buffer, PAGE_SIZE, "%s\n", filter_text);
	mutex_unlock(&filter_mutex);
	return len;
}

static const struct kernel_param_ops param_ops_filter = {
	.flags = KERNEL_PARAM_OPS_FL_NOARG,
	.set = filter_param_set,
	.get = filter_param_get,
};

module_param_cb(filter, &param_ops_filter, NULL, 0600);
MODULE_PARM_DESC(filter, "which calls are recorded, e.g. \"comm=perf failed\" (default all)");

static ssize_t filter_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	char text[PA_FILTER_TEXT + 1];
	int len;

	mutex_lock(&filter_mutex);
	len = scnprintf(text, sizeof(text), "%s\n", filter_text);
	mutex_unlock(&filter_mutex);
	return simple_read_from_buffer(buf, count, pos, text, len);
}

static ssize_t filter_write(struct file *file, const char __user *buf, size_t count, loff_t *pos)
{
	char text[PA_FILTER_TEXT];
	size_t len = min(count, sizeof(text) - 1);
	int err;

	if (copy_from_user(text, buf, len))
		return -EFAULT;
	text[len] = '\0';
	if (len < count)
		return refuse(text, TAKES_LENGTH, -E2BIG);
	/* Text behind a NUL would be ignored silently. */
	if (strlen(text) != count)
		return refuse(text, TAKES_TEXT, -EINVAL);
	err = filter_set(text);
	return err ? err : count;
}

static const struct file_operations filter_fops = {
	.owner = THIS_MODULE,
	.open = pa_unlocked_open,
	.read = filter_read,
	.write = filter_write,
	.llseek = default_llseek,
};

/**
 * pa_filter_file() - create the file "filter"
 * @dir: our directory in debugfs
 *
 * Context: process, may sleep.
 */
void pa_filter_file(struct dentry *dir)
{
	debugfs_create_file("filter", 0600, dir, NULL, &filter_fops);
}

/**
 * pa_filter_start() - activate the filter that was passed at load
 *
 * A wrong filter is answered in the log, and then all calls are recorded.
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int pa_filter_start(void)
{
	char text[PA_FILTER_TEXT];
	int err;

	mutex_lock(&filter_mutex);
	WRITE_ONCE(filter_loading, false);
	strscpy(text, filter_text, sizeof(text));
	filter_text[0] = '\0';
	err = apply(text);
	if (!err)
		strscpy(filter_text, text, sizeof(filter_text));
	filter_live = err != -ENOMEM;
	mutex_unlock(&filter_mutex);
	return filter_live ? 0 : err;
}

/**
 * pa_filter_stop() - from now on a new filter has no effect
 *
 * Context: process, may sleep.
 */
void pa_filter_stop(void)
{
	mutex_lock(&filter_mutex);
	filter_live = false;
	mutex_unlock(&filter_mutex);
}
