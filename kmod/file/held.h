/* SPDX-License-Identifier: GPL-2.0 */
/* Who holds what refused calls could not get: for an open view. */
#ifndef PERFATTR_HELD_FILE_H
#define PERFATTR_HELD_FILE_H

#include "core/held.h"

/**
 * struct pa_held_file - what was found for an open view; all zero at first
 * @found:  descriptors on which a refusal may depend
 * @count:  how many there are
 * @cut:    there were more
 * @looked: processes were searched
 * @err:    0, or why that failed
 * @at:     when, boot clock
 * @held:   those on which the refusal of the last record depends
 */
struct pa_held_file {
	struct pa_held_event *found;
	unsigned int count;
	bool cut;
	bool looked;
	int err;
	u64 at;
	struct pa_held held;
};

void pa_held_env(struct pa_held_file *hf, struct pa_env *env, const struct pa_record *rec,
		 bool stream);
void pa_held_free(struct pa_held_file *hf);

#endif /* PERFATTR_HELD_FILE_H */
