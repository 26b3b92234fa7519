/* SPDX-License-Identifier: GPL-2.0 */
/* The read-only debugfs files. */
#ifndef PERFATTR_VIEWS_H
#define PERFATTR_VIEWS_H

struct dentry;

void pa_views_files(struct dentry *dir);

#endif /* PERFATTR_VIEWS_H */
