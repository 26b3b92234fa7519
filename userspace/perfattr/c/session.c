// SPDX-License-Identifier: GPL-2.0
#include "session.h"

#include <search.h>
#include <stdlib.h>

/**
 * session_free() - free all memory of a session
 * @s: the session
 */
void session_free(struct session *s)
{
	int i;

	tdestroy(s->keys, free);
	tdestroy(s->names, free);
	for (i = 0; i < s->nsteps; i++) {
		free(s->steps[i].text);
		free(s->steps[i].note);
	}
	free(s->attrs);
	free(s->steps);
	free(s->opens);
	free(s->places);
	json_decref(s->records);
}
