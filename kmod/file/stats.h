/* SPDX-License-Identifier: GPL-2.0 */
/* The counters, as "name value" and as OpenMetrics. */
#ifndef PERFATTR_STATS_H
#define PERFATTR_STATS_H

#include <linux/fs.h>

extern const struct file_operations pa_stats_fops;
extern const struct file_operations pa_metrics_fops;

#endif /* PERFATTR_STATS_H */
