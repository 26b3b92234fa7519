// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Facts about the caller of a call, if it still exists, and about what the call names. */

#include "host/parts.h"

/* When the thread was made, by the clock of records; 0: it is gone. */
static u64 began(const struct env_here *here, s32 tid)
{
	char path[32], text[1024], *end;
	unsigned int i;
	u64 ticks;

	snprintf(path, sizeof(path), "%d/stat", tid);
	if (env_read(&here->proc, path, text, sizeof(text)))
		return 0;
	end = strrchr(text, ')');
	if (!end)
		return 0;
	/* The third field comes next; it is the 22nd. */
	for (i = 2; i < 22 && end; i++)
		end = strchr(end + 1, ' ');
	if (!end)
		return 0;
	ticks = strtoull(end + 1, NULL, 10);
	return ticks * (1000000000 / (u64)sysconf(_SC_CLK_TCK)) + 1;
}

/* Return true if the thread of a call still exists. A later thread may have its number. */
static bool caller_is_there(const struct env_here *here, const struct pa_record *r)
{
	u64 at = began(here, r->tid);

	return at && at <= r->time_ns;
}

/**
 * env_cgroup() - look up the path of a cgroup that a refused call has named by its descriptor
 * @here: this machine
 * @to:   receives it, PA_STR_LEN bytes; empty if it is not known
 * @r:    the record
 *
 * The kernel has found a cgroup; the present file of the descriptor only shows where the caller has
 * it.
 */
void env_cgroup(const struct env_here *here, char *to, const struct pa_record *r)
{
	bool gone = r->facts.cgroup_file == PA_FILE_CGROUP_GONE;
	char name[32], text[PA_STR_LEN + 1];

	to[0] = '\0';
	if (!caller_is_there(here, r))
		return;
	snprintf(name, sizeof(name), "fd/%d", r->arg_pid);
	/* procfs marks a cgroup that was removed. The path may have changed. */
	if (env_link(here, r->tid, name, text, sizeof(text)) && text[0] == '/' &&
	    strlen(text) < PA_STR_LEN && env_is_deleted(text) == gone)
		strcpy(to, text);
}
