/* SPDX-License-Identifier: GPL-2.0 */
/* The files of debugfs, and the settings, which are module parameters. */
#ifndef PERFATTR_FILES_H
#define PERFATTR_FILES_H

#include <linux/fs.h>

struct dentry;

extern const struct file_operations pa_events_fops;
extern const struct file_operations pa_stats_fops;
extern const struct file_operations pa_readme_fops;

void pa_views_files(struct dentry *dir);

enum pa_setting {
	PA_SET_ENABLE, PA_SET_BRIEF, PA_SET_RECORDS, PA_SET_STAGES, PA_SET_CALLS, PA_SET_MAXACTIVE,
	PA_SET_SITES, PA_SET_MAX
};

unsigned int pa_setting(enum pa_setting which);
unsigned int pa_setting_at_most(enum pa_setting which, unsigned int most, const char *why);
int pa_settings_start(void);
void pa_settings_stop(void);
void pa_settings_runs(void);
void pa_settings_files(struct dentry *dir);

#endif /* PERFATTR_FILES_H */
