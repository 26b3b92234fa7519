/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERFATTR_README_H
#define PERFATTR_README_H

#include <linux/fs.h>

extern const struct file_operations pa_readme_fops;

#endif /* PERFATTR_README_H */
