/* SPDX-License-Identifier: GPL-2.0 */
/* The debugfs files that are read. */
#ifndef PERFATTR_VIEWS_H
#define PERFATTR_VIEWS_H

int pa_views_init(void);
void pa_views_publish(void);
void pa_views_exit(void);

#endif /* PERFATTR_VIEWS_H */
