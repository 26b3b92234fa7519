// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* This machine: the folders of its files, the module that is loaded, the time. */
#include <time.h>

#include "host/parts.h"

#define LOAD_FILE	"module/perfattr_dump/parameters/load"

/* A folder that a user names may be of any file system: a test has one of its own. */
static void open_root(struct env_root *root, const char *given, const char *usual, long magic)
{
	root->fd = open(given ? given : usual, O_PATH | O_DIRECTORY | O_CLOEXEC);
	root->magic = given ? 0 : magic;
}

static void close_root(const struct env_root *root)
{
	if (root->fd >= 0)
		close(root->fd);
}

/* The program may have closed a kept descriptor, and opened a file of its own there. */
static void close_kept(struct env_here *here)
{
	int fd[] = { here->setting[0], here->setting[1], here->sysfs.fd, here->proc.fd };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fd); i++)
		if (fd[i] >= 0 && env_is_of(i == 2 ? &here->sysfs : &here->proc, fd[i]))
			close(fd[i]);
}

/**
 * env_here_renew() - open files again that are kept, if the program has closed them
 * @here: this machine
 *
 * Return: as env_here_self().
 */
s32 env_here_renew(struct env_here *here)
{
	here->fresh = !env_here_self(here) && here->keep;
	if (!here->fresh)
		return here->self;
	close_kept(here);
	open_root(&here->sysfs, NULL, "/sys", ENV_SYSFS_MAGIC);
	open_root(&here->proc, NULL, "/proc", ENV_PROC_MAGIC);
	env_here_keep(here);
	return env_here_self(here);
}

/**
 * env_here_open() - begin to ask this machine
 * @sysfs:   where sysfs is mounted; NULL: at the usual place
 * @debugfs: folder of debugfs
 *
 * Nothing is read before it is asked for. Missing files make facts unknown.
 *
 * Return: NULL if there is no memory.
 */
struct env_here *env_here_open(const char *sysfs, const char *debugfs)
{
	struct env_here *here = calloc(1, sizeof(*here));

	if (!here)
		return NULL;
	open_root(&here->sysfs, sysfs, "/sys", ENV_SYSFS_MAGIC);
	open_root(&here->debugfs, debugfs, "/sys/kernel/debug", ENV_DEBUGFS_MAGIC);
	open_root(&here->proc, NULL, "/proc", ENV_PROC_MAGIC);
	return here;
}

/**
 * env_here_stream() - set whether records are shown as they come
 * @here:   from env_here_open()
 * @stream: true: records go on coming; false: look all up once, so that a record always looks the
 *          same
 */
void env_here_stream(struct env_here *here, bool stream)
{
	here->stream = stream;
}

/**
 * env_here_close() - free all
 * @here: from env_here_open(), or NULL
 */
void env_here_close(struct env_here *here)
{
	if (!here)
		return;
	close_root(&here->debugfs);
	if (here->keep) {
		close_kept(here);
	} else {
		close_root(&here->sysfs);
		close_root(&here->proc);
	}
	env_symbols_free(&here->symbols);
	free(here->holders.found);
	free(here);
}

static bool is_load(const char *text)
{
	return strlen(text) == ENV_LOAD_LEN &&
	       strspn(text, "0123456789abcdef") == ENV_LOAD_LEN;
}

/*
 * The module may be loaded anew while nobody reads its streams. A failure to read it is not kept:
 * it may be loaded in the next moment, or the caller may have had no descriptor left.
 */
static void look_load(struct env_here *here)
{
	u64 now = env_clock();
	char load[32];

	if (here->load_at && now - here->load_at < ENV_OLD_NS)
		return;
	here->load_at = 0;
	here->load[0] = '\0';
	if (!env_text(&here->sysfs, LOAD_FILE, load, sizeof(load)) || !is_load(load))
		return;
	memcpy(here->load, load, sizeof(here->load));
	here->load_at = now;
}

/**
 * env_is_here() - return true if a record is of the module that is loaded here
 * @here: this machine
 * @load: the load that the record names; NULL if it names none
 *
 * For records of another load no present facts may be used: they may be of another boot or machine,
 * where numbers of PMUs differ.
 */
bool env_is_here(struct env_here *here, const char *load)
{
	if (!load || !is_load(load))
		return false;
	if (!strcmp(here->watched, load))
		return true;
	look_load(here);
	return !strcmp(here->load, load);
}

/**
 * env_here_watched() - records of a load come from programs of BPF that run here now
 * @here: this machine
 * @load: the load that the line about their machine names; NULL if it names none
 */
void env_here_watched(struct env_here *here, const char *load)
{
	if (load && is_load(load))
		memcpy(here->watched, load, sizeof(here->watched));
}

static u64 ns_of(clockid_t clock)
{
	struct timespec now = { 0 };

	clock_gettime(clock, &now);
	return (u64)now.tv_sec * 1000000000 + (u64)now.tv_nsec;
}

/**
 * env_clock() - the clock that goes on while the machine sleeps
 *
 * Return: ns since boot.
 */
u64 env_clock(void)
{
	return ns_of(CLOCK_BOOTTIME);
}

/**
 * env_wall_clock() - the wall clock, in ns
 */
u64 env_wall_clock(void)
{
	return ns_of(CLOCK_REALTIME);
}
