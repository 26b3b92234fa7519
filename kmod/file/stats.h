/* SPDX-License-Identifier: GPL-2.0 */
/* The file stats. */
#ifndef PERFATTR_STATS_H
#define PERFATTR_STATS_H

struct dentry;

void pa_stats_file(struct dentry *dir);

#endif /* PERFATTR_STATS_H */
