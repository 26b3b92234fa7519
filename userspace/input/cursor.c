// SPDX-License-Identifier: GPL-2.0
/*
 * The cursor: the position in the stream, saved in a file for the next run of perfattr.
 *
 * The file is one line: the boot, the load of the module, and the number of the next record. A
 * number is valid for one load only. The inode number of /sys/module/perfattr_dump identifies it
 * within a boot: the kernel gives a new one to each sysfs directory, in ascending order
 * (idr_alloc_cyclic() in fs/kernfs/dir.c).
 *
 * The cursor is saved when there is nothing more to copy, every second while there is, and on
 * SIGTERM or SIGINT, which take effect after a complete record. After SIGKILL the records since the
 * last save are copied again.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "input/input.h"

#define BOOT_FILE	"/proc/sys/kernel/random/boot_id"
#define SAVE_S		1

/* Identifies the load of the module: "BOOT INODE". */
static char this_load[64];
static int stop_fd = -1;
static time_t saved_at;
static bool save_failed;

static time_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/*
 * The stream must be open: it pins the module, so this cannot see another load. No folder has the
 * number 0, which is of calls that no module has recorded.
 */
static void find_load(bool module)
{
	FILE *f = fopen(BOOT_FILE, "re");
	struct stat st = { .st_ino = 0 };
	char boot[40];

	if (!f || fscanf(f, "%39s", boot) != 1)
		die("cannot read " BOOT_FILE ", which a cursor needs");
	fclose(f);
	if (module && stat(MODULE_DIR, &st))
		die("cannot look at " MODULE_DIR ": %s", strerror(errno));
	snprintf(this_load, sizeof(this_load), "%s %ju", boot, (uintmax_t)st.st_ino);
}

/* Block SIGTERM and SIGINT; they are handled only at the end of a record. */
static void block_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	stop_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (stop_fd < 0)
		die("cannot wait for signals: %s", strerror(errno));
}

/* Returns false if the cursor file does not exist yet. */
static bool cursor_read(const char *file, char load[64], uint64_t *at)
{
	char boot[40], inode[24], rest;
	FILE *f = fopen(file, "re");
	uintmax_t number = 0;
	int n;

	if (!f && errno == ENOENT)
		return false;
	if (!f)
		die("cannot read the cursor %s: %s", file, strerror(errno));
	n = fscanf(f, "%39s %23[0-9] %ju %c", boot, inode, &number, &rest);
	fclose(f);
	*at = number;
	if (n != 3 || strlen(boot) != 36 || !*at)
		die("%s is not a cursor file: it is not overwritten", file);
	snprintf(load, 64, "%s %s", boot, inode);
	return true;
}

/**
 * cursor_begin() - find the number of the first record to copy
 * @file: the cursor file of the last run
 * @next: number of the next record that the module will write
 *
 * The stream must be open. From here on SIGTERM and SIGINT only make cursor_stopping() true.
 *
 * Return: the number; 1 if the module was loaded anew, so that the stream reports records that were
 * overwritten since then.
 */
uint64_t cursor_begin(const char *file, uint64_t next)
{
	char load[64];
	uint64_t at;

	find_load(true);
	block_signals();
	saved_at = now_s();
	if (!cursor_read(file, load, &at))
		return 1;
	if (!strcmp(load, this_load) && at <= next)
		return at;
	warn("the module was reloaded after record %ju was copied: starting with its first record",
	     (uintmax_t)at - 1);
	return 1;
}

/**
 * cursor_begin_now() - the same where earlier calls are not to be had: say so if there may be some
 * @file: the cursor file of the last run
 */
void cursor_begin_now(const char *file)
{
	char load[64];
	uint64_t at;

	find_load(false);
	block_signals();
	saved_at = now_s();
	if (cursor_read(file, load, &at))
		warn("calls since the last run, which ended at record %ju, were not seen: BPF programs keep no earlier calls",
		     (uintmax_t)at - 1);
}

/**
 * cursor_due() - is it time to save the cursor?
 */
bool cursor_due(void)
{
	return now_s() - saved_at >= SAVE_S;
}

/*
 * A new file, so that what a link of this name points to is not written. One that is there is left
 * over from a run that was killed.
 */
static int create(const char *path)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	int fd = open(path, flags, 0666);

	if (fd < 0 && errno == EEXIST && !unlink(path))
		fd = open(path, flags, 0666);
	return fd;
}

static bool write_line(const char *path, uint64_t at)
{
	int fd = create(path);
	FILE *f = fd < 0 ? NULL : must(fdopen(fd, "w"));
	bool written;

	if (!f)
		return false;
	written = fprintf(f, "%s %ju\n", this_load, (uintmax_t)at) > 0;
	return !fclose(f) && written;
}

/**
 * cursor_save() - save the cursor for the next run
 * @file: the cursor file
 * @at:   number of the first record that was not copied
 *
 * The file is replaced atomically. If that fails, this warns once, and copying goes on.
 */
void cursor_save(const char *file, uint64_t at)
{
	char path[PATH_MAX];
	bool saved;

	saved_at = now_s();
	saved = snprintf(path, sizeof(path), "%s.new", file) < (int)sizeof(path) &&
		write_line(path, at) && !rename(path, file);
	if (!saved && !save_failed)
		warn("cannot save the cursor %s: %s; a restart will repeat what follows", file,
		     strerror(errno));
	save_failed = !saved;
}

/**
 * cursor_stop_fd() - a descriptor that becomes readable when we must stop; -1 without a cursor
 */
int cursor_stop_fd(void)
{
	return stop_fd;
}

/**
 * cursor_stopping() - must we stop after the current record?
 */
bool cursor_stopping(void)
{
	struct pollfd stop = { .fd = stop_fd, .events = POLLIN };

	return stop_fd >= 0 && poll(&stop, 1, 0) > 0;
}
