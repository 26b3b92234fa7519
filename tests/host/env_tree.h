/* SPDX-License-Identifier: GPL-2.0 */
/* A folder with files as sysfs, debugfs and procfs have them, for tests of userspace/host. */
#ifndef PERFATTR_TEST_ENV_TREE_H
#define PERFATTR_TEST_ENV_TREE_H

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "call/now.h"
#include "host/parts.h"
#include "tap.h"
#include "why_rec.h"

#define DEVICES	"sys/bus/event_source/devices/"

static char tree[64];
static struct env_here *here;
/* The present facts that look() has found. */
static struct env_told tree_told;

static inline const char *tree_path(const char *path)
{
	static char full[512];

	snprintf(full, sizeof(full), "%s/%s", tree, path);
	return full;
}

static inline void must(bool done, const char *what)
{
	if (done)
		return;
	perror(what);
	exit(1);
}

/* The folder of a file, and those above it. */
static inline void tree_folder(const char *path)
{
	char part[256];
	const char *slash = path;

	while ((slash = strchr(slash, '/'))) {
		snprintf(part, sizeof(part), "%.*s", (int)(slash++ - path), path);
		must(!mkdir(tree_path(part), 0755) || errno == EEXIST, part);
	}
}

/* A file, of @len bytes. */
static inline void tree_bytes(const char *path, const void *bytes, size_t len)
{
	FILE *file;

	tree_folder(path);
	file = fopen(tree_path(path), "w");
	must(file && fwrite(bytes, 1, len, file) == len && !fclose(file), path);
}

static inline void tree_file(const char *path, const char *text)
{
	tree_bytes(path, text, strlen(text));
}

/* A FIFO in the place of a file: who opens it may wait for a writer. */
static inline void tree_fifo(const char *path)
{
	tree_folder(path);
	unlink(tree_path(path));
	must(!mkfifo(tree_path(path), 0644), path);
}

/* Moves a folder or a file. */
static inline void tree_move(const char *from, const char *to)
{
	char old[512];

	snprintf(old, sizeof(old), "%s", tree_path(from));
	must(!rename(old, tree_path(to)), to);
}

static inline int tree_removed(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

static inline void tree_remove(const char *path)
{
	nftw(tree_path(path), tree_removed, 16, FTW_DEPTH | FTW_PHYS);
}

/* Looks for procfs in a folder. */
static inline void proc_at(struct env_here *of, const char *folder)
{
	close(of->proc.fd);
	of->proc = (struct env_root){ .fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) };
}

static inline void tree_open(void)
{
	char sys[sizeof(tree) + 8], debug[sizeof(tree) + 8];

	env_here_close(here);
	snprintf(sys, sizeof(sys), "%s/sys", tree);
	snprintf(debug, sizeof(debug), "%s/debug", tree);
	here = env_here_open(sys, debug);
	must(here, "env_here_open");
	proc_at(here, tree_path("proc"));
}

/* A new one, with folders that have nothing. */
static inline void tree_begin(void)
{
	if (tree[0]) {
		tree_remove("");
	} else {
		/* What hangs is a failure. */
		alarm(120);
	}
	strcpy(tree, "/tmp/perfattr-env-XXXXXX");
	must(mkdtemp(tree), tree);
	tree_folder("sys/");
	tree_folder("debug/");
	tree_folder("proc/");
	tree_open();
}

static inline void tree_end(void)
{
	env_here_close(here);
	tree_remove("");
}

/* A call that the driver of a PMU has refused, on cpu 1. */
static inline void refused(int pmu, int err)
{
	start();
	attr->type = pmus[pmu].type;
	attr->config = 0;
	rec.arg_pid = -1;
	rec.arg_cpu = 1;
	rec.ret = -err;
	path(PA_SITE_INIT, pmu, err);
	rec.kv.pmu_caps = pmus[pmu].caps;
}

static inline void look(void)
{
	memcpy(rec.attr, attr, sizeof(*attr));
	now_begin(&tree_told, &rec, "");
	now_look(here, &tree_told, &env, &rec);
}

#endif /* PERFATTR_TEST_ENV_TREE_H */
