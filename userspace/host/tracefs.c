// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Trace events by their numbers, as tracefs has them. */
#include <linux/magic.h>

#include "host/parts.h"

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

/* Return true if the event of this folder has the number. @known: cleared if it cannot be read. */
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

/* A dynamic probe has fields that no other event has. */
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
 * The kind of an event. Opening one may have side effects: ftrace:function runs the function
 * tracer; programs that have defined an event of user_events begin to write.
 */
static enum env_trace kind_of(const struct env_root *root, const char *system, const char *name)
{
	if (!strcmp(system, "ftrace") || !strncmp(system, "user_events", 11) ||
	    is_probe(root, system, name))
		return ENV_TRACE_ARMS;
	return strcmp(system, "syscalls") ? ENV_TRACE_STATIC : ENV_TRACE_CALL;
}

/* Looks for the event in one system. */
static enum env_trace look(const struct env_root *root, const char *system, u64 id)
{
	DIR *dir = env_open_dir(root, system);
	enum env_trace is = ENV_TRACE_NONE;
	const struct dirent *e;
	bool known = true;

	if (!dir)
		return ENV_TRACE_UNKNOWN;
	while (is == ENV_TRACE_NONE && (e = readdir(dir)))
		if (has_id(root, system, e->d_name, id, &known))
			is = kind_of(root, system, e->d_name);
	closedir(dir);
	return known || is != ENV_TRACE_NONE ? is : ENV_TRACE_UNKNOWN;
}

/* Looks for the event in all systems. */
static enum env_trace find(const struct env_here *here, u64 id)
{
	enum env_trace is = ENV_TRACE_UNKNOWN;
	const struct dirent *e;
	struct env_root root;
	DIR *dir;

	env_tracefs(&root, here, "events");
	dir = env_open_dir(&root, ".");
	while (dir && (e = readdir(dir))) {
		/* Skip plain files: only directories are event systems. */
		if (e->d_name[0] == '.' || e->d_type == DT_REG)
			continue;
		is = look(&root, e->d_name, id);
		if (is != ENV_TRACE_NONE)
			break;
	}
	if (dir)
		closedir(dir);
	env_tracefs_close(&root);
	return is;
}

/**
 * env_here_trace() - find the trace event of this number
 * @here: this machine, which keeps the last answer
 * @id:   the number
 */
enum env_trace env_here_trace(struct env_here *here, u64 id)
{
	if (!here->trace || id != here->trace_id) {
		here->trace_id = id;
		here->trace = find(here, id);
	}
	return here->trace;
}

/*
 * Uses the name that the kernel gave, "system:name"; ENV_TRACE_NONE if it is missing or cut off.
 */
static enum env_trace find_named(const struct env_here *here, const struct pa_record *r)
{
	char system[PA_NAME_LEN + 1];
	enum env_trace is;
	struct env_root root;
	size_t len;
	char *name;

	if (!r->have_kview || !(r->kv.have & PA_KV_NAME))
		return ENV_TRACE_NONE;
	len = strnlen(r->kv.name, PA_NAME_LEN);
	memcpy(system, r->kv.name, len);
	system[len] = '\0';
	name = strchr(system, ':');
	if (len + 1 >= PA_NAME_LEN || !name || strchr(system, '/') || system[0] == '.')
		return ENV_TRACE_NONE;
	*name++ = '\0';
	env_tracefs(&root, here, "events");
	is = kind_of(&root, system, name);
	env_tracefs_close(&root);
	return is;
}

/**
 * env_trace_mode() - find the mode of the cpu when the trace event of a call happens
 * @here: this machine
 * @r:    the record of an open
 *
 * The number of a module's event may be reused after the module is removed, but only for an event
 * that happens in kernel mode, too. A dynamic probe may be a uprobe, which is hit in user mode, so
 * the mode of probes is not known.
 */
enum pa_trace env_trace_mode(struct env_here *here, const struct pa_record *r)
{
	enum env_trace is = find_named(here, r);

	if (is == ENV_TRACE_NONE)
		is = env_here_trace(here, pa_attr_get(r, PA_FIELD_CONFIG));
	return is == ENV_TRACE_CALL ? PA_TRACE_CALL :
	       is == ENV_TRACE_STATIC ? PA_TRACE_KERNEL : PA_TRACE_UNKNOWN;
}

/**
 * env_trace_lines() - look through the lines of the file "format" of a trace event
 * @here:  this machine
 * @event: its name, "system:name"
 * @fn:    is given each line
 * @arg:   passed on
 *
 * Return: false if there is no such event, or its file cannot be read.
 */
bool env_trace_lines(const struct env_here *here, const char *event,
		     void (*fn)(void *arg, char *line), void *arg)
{
	char path[2 * ENV_NAME_LEN + 8], line[512];
	struct env_root root;
	FILE *in;

	if (strchr(event, '/') || event[0] == '.' || strlen(event) > 2 * ENV_NAME_LEN)
		return false;
	snprintf(path, sizeof(path), "%s/format", event);
	*strchrnul(path, ':') = '/';
	env_tracefs(&root, here, "events");
	in = env_lines(&root, path);
	env_tracefs_close(&root);
	if (!in)
		return false;
	while (fgets(line, sizeof(line), in))
		fn(arg, line);
	fclose(in);
	return true;
}
