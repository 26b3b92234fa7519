/* SPDX-License-Identifier: GPL-2.0 */
/* The filter, which is a setting with text as its value: a module parameter and a file. */
#ifndef PERFATTR_FILTER_FILE_H
#define PERFATTR_FILTER_FILE_H

struct dentry;

void pa_filter_file(struct dentry *dir);
int pa_filter_start(void);
void pa_filter_stop(void);

#endif /* PERFATTR_FILTER_FILE_H */
