/* SPDX-License-Identifier: GPL-2.0 */
/* The read-only debugfs files. */
#ifndef PERFATTR_FILES_H
#define PERFATTR_FILES_H

#include <linux/fs.h>

struct dentry;

extern const struct file_operations pa_events_fops;
extern const struct file_operations pa_stats_fops;
extern const struct file_operations pa_readme_fops;

void pa_views_files(struct dentry *dir);

#endif /* PERFATTR_FILES_H */
