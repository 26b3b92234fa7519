/* SPDX-License-Identifier: GPL-2.0 */
/* The files events and events_json. */
#ifndef PERFATTR_FILE_EVENTS_H
#define PERFATTR_FILE_EVENTS_H

struct dentry;

void pa_events_files(struct dentry *dir);

#endif /* PERFATTR_FILE_EVENTS_H */
