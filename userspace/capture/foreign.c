// SPDX-License-Identifier: GPL-2.0
/* A file that is not a recording: one sentence, instead of reporting its lines. */

#include "capture/capture.h"

/**
 * foreign_end() - exit with a sentence if not one of its lines was of a recording
 * @src: a source that was read to its end
 */
void foreign_end(struct source *src)
{
	if (!src->bad || src->ours || src->stream)
		return;
	src->held.s[strcspn(src->held.s, "\n")] = '\0';
	die("%s is not a recording: %s; a recording is made by perfattr -j -o FILE", src->name,
	    src->held.s);
}
