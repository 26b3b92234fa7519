// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Trace events by their numbers, as tracefs has them. */
#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <unistd.h>

#include "env/parts.h"

/**
 * env_tracefs() - find tracefs, or a folder in it
 * @root:   receives it; it is closed by env_tracefs_close()
 * @here:   this machine
 * @folder: the folder; empty: tracefs itself
 *
 * It is mounted in sysfs, or where it was before, in debugfs.
 */
void env_tracefs(struct env_root *root, const struct env_here *here, const char *folder)
{
	char path[64];

	root->magic = here->sysfs.magic ? TRACEFS_MAGIC : 0;
	snprintf(path, sizeof(path), "kernel/tracing/%s", folder);
	root->fd = here->sysfs.fd < 0 ? -1 :
		   openat(here->sysfs.fd, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	snprintf(path, sizeof(path), "tracing/%s", folder);
	if (root->fd < 0 && here->debugfs.fd >= 0)
		root->fd = openat(here->debugfs.fd, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/**
 * env_tracefs_close() - close it
 * @root: from env_tracefs()
 */
void env_tracefs_close(const struct env_root *root)
{
	if (root->fd >= 0)
		close(root->fd);
}

/* Has the event of this folder the number? @known: cleared if that cannot be read. */
static bool has_id(const struct env_root *root, const char *system, const char *name, u64 id,
		   bool *known)
{
	char path[2 * ENV_NAME_LEN + 8], text[32];
	bool exists;

	if (name[0] == '.')
		return false;
	snprintf(path, sizeof(path), "%s/%s/id", system, name);
	if (!env_read(root, path, text, sizeof(text)))
		return strtoull(text, NULL, 10) == id;
	/* Files have none, and some of ftrace's own events. */
	*known &= env_exists(root, path, &exists) && !exists;
	return false;
}

/* Of a probe that somebody has defined there are fields that no other event has. */
static bool is_probe(const struct env_root *root, const char *system, const char *name)
{
	char path[2 * ENV_NAME_LEN + 8], line[512];
	bool probe = false;
	FILE *in;

	snprintf(path, sizeof(path), "%s/%s/format", system, name);
	in = env_lines(root, path);
	if (!in)
		return true;
	while (!probe && fgets(line, sizeof(line), in))
		probe = strstr(line, " __probe_");
	fclose(in);
	return probe;
}

/*
 * Is anything done by opening it? ftrace:function runs the function tracer; programs that have
 * defined an event of user_events are told to write.
 */
static bool has_effect(const struct env_root *root, const char *system, const char *name)
{
	return !strcmp(system, "ftrace") || !strncmp(system, "user_events", 11) ||
	       is_probe(root, system, name);
}

/* Looks for the event in one system. Returns false if what it has cannot be read. */
static bool look(const struct env_root *root, const char *system, u64 id, enum env_trace *is)
{
	DIR *dir = env_open_dir(root, system);
	const struct dirent *e;
	bool known = true;

	if (!dir)
		return false;
	while (*is == ENV_TRACE_NONE && (e = readdir(dir)))
		if (has_id(root, system, e->d_name, id, &known))
			*is = has_effect(root, system, e->d_name) ? ENV_TRACE_ARMS :
			      ENV_TRACE_STATIC;
	closedir(dir);
	return known || *is != ENV_TRACE_NONE;
}

/**
 * env_here_trace() - what is the trace event of this number?
 * @here: this machine
 * @id:   the number
 */
enum env_trace env_here_trace(const struct env_here *here, u64 id)
{
	enum env_trace is = ENV_TRACE_NONE;
	const struct dirent *e;
	struct env_root root;
	bool all = false;
	DIR *dir;

	env_tracefs(&root, here, "events");
	dir = env_open_dir(&root, ".");
	while (dir && is == ENV_TRACE_NONE && (e = readdir(dir))) {
		/* Files are no systems. */
		if (e->d_name[0] == '.' || e->d_type == DT_REG)
			continue;
		all = look(&root, e->d_name, id, &is);
		if (!all)
			break;
	}
	if (dir)
		closedir(dir);
	env_tracefs_close(&root);
	return all ? is : ENV_TRACE_UNKNOWN;
}
