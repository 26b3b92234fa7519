/* SPDX-License-Identifier: GPL-2.0 */
/* The counters. */
#ifndef PERFATTR_STATS_H
#define PERFATTR_STATS_H

#include <linux/fs.h>

extern const struct file_operations pa_stats_fops;

#endif /* PERFATTR_STATS_H */
