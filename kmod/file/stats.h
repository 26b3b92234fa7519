/* SPDX-License-Identifier: GPL-2.0 */
/* The counters. */
#ifndef PERFATTR_STATS_H
#define PERFATTR_STATS_H

struct file_operations;

extern const struct file_operations pa_stats_fops;

#endif /* PERFATTR_STATS_H */
