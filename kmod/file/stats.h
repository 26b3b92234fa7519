/* SPDX-License-Identifier: GPL-2.0 */
/* The counters, as "name value" and as OpenMetrics. */
#ifndef PERFATTR_STATS_H
#define PERFATTR_STATS_H

struct dentry;

void pa_stats_files(struct dentry *dir);

#endif /* PERFATTR_STATS_H */
