/* SPDX-License-Identifier: GPL-2.0 */
/* Settings: module parameters, most of them debugfs files, too. */
#ifndef PERFATTR_SETTINGS_H
#define PERFATTR_SETTINGS_H

#include <linux/types.h>

struct dentry;

unsigned int pa_settings_records(void);
unsigned int pa_settings_maxactive(void);
bool pa_settings_brief(void);
int pa_settings_start(void);
void pa_settings_stop(void);
void pa_settings_files(struct dentry *dir);

#endif /* PERFATTR_SETTINGS_H */
