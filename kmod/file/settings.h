/* SPDX-License-Identifier: GPL-2.0 */
/* Settings: module parameters. */
#ifndef PERFATTR_SETTINGS_H
#define PERFATTR_SETTINGS_H

#include <linux/types.h>

struct dentry;

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

#endif /* PERFATTR_SETTINGS_H */
