// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the file of -o: what was there is lost only if something takes its place. What is written
 * in one go is written beside the file, which it replaces at the end; so it may be the input, too.
 * What is followed is written directly, as tail -f wants it.
 *
 * A pipe or a device has nothing to lose, and cannot be replaced.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "text.h"

/* As many links as the kernel follows. */
#define LINKS_MAX	40

/**
 * struct file - the file of -o
 * @path:  as it was typed
 * @place: where it is, behind links
 * @beside: what is written in its place until output_done(); NULL if nothing is
 * @fd:    of what is written
 * @made:  it is a new file, of which nothing was asked yet
 * @full:  what was there is there until output_start()
 */
static struct file {
	const char *path;
	char *place;
	char *beside;
	int fd;
	bool made;
	bool full;
} file = { .fd = -1 };

static void __attribute__((noreturn)) die_writing(void)
{
	die("cannot write to %s: %s", file.path, strerror(errno));
}

/* At exit, also after die(): what is not whole goes, and what was there stays. */
static void tidy(void)
{
	if (file.beside)
		unlink(file.beside);
	else if (file.made)
		unlink(file.place);
}

static void on_signal(int sig)
{
	tidy();
	signal(sig, SIG_DFL);
	raise(sig);
}

/* Who has ignored a signal goes on to do so. */
static void tidy_on(int sig)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART }, old;

	if (!sigaction(sig, NULL, &old) && old.sa_handler == SIG_DFL)
		sigaction(sig, &sa, NULL);
}

/* A link that leads to another one, or to no file yet, is followed as open() does. */
static char *place_of(const char *path)
{
	char *place = must(strdup(path)), to[PATH_MAX];
	struct text t = { 0 };
	ssize_t len;
	int i;

	for (i = 0; i < LINKS_MAX && (len = readlink(place, to, sizeof(to) - 1)) > 0; i++) {
		char *slash = strrchr(place, '/');

		to[len] = '\0';
		text_clear(&t);
		if (*to != '/' && slash)
			text_mem(&t, place, slash + 1 - place);
		text_add(&t, to);
		free(place);
		place = must(strdup(text_str(&t)));
	}
	text_free(&t);
	return place;
}

/* The number of a descriptor, if @path is a file of @folder; else -1. */
static int number_in(const char *path, const char *folder)
{
	size_t len = strlen(folder);
	unsigned int fd;
	char end;

	if (strncmp(path, folder, len) || sscanf(path + len, "%u%c", &fd, &end) != 1)
		return -1;
	return fd > INT_MAX ? -1 : (int)fd;
}

/*
 * /dev/stdout and the like: a descriptor that we have. Another open of a file there would begin to
 * write at its start.
 */
static int own_descriptor(const char *path)
{
	int fd = number_in(path, "/dev/fd/");

	if (!strcmp(path, "/dev/stdout"))
		return STDOUT_FILENO;
	if (!strcmp(path, "/dev/stderr"))
		return STDERR_FILENO;
	return fd >= 0 ? fd : number_in(path, "/proc/self/fd/");
}

/*
 * Owner and mode are those of what is replaced: root gives nobody's file away. Who may not do that
 * has a file of its own, which it alone reads.
 */
static void take_after(int fd, const struct stat *old)
{
	if (!fchown(fd, old->st_uid, old->st_gid))
		fchmod(fd, old->st_mode & 07777);
}

static int open_beside(const struct stat *old)
{
	struct text t = { 0 };
	int fd;

	/* It could be replaced all the same. */
	if (old && faccessat(AT_FDCWD, file.place, W_OK, AT_EACCESS))
		die_writing();
	text_printf(&t, "%s.XXXXXX", file.place);
	fd = mkostemp(t.s, O_CLOEXEC);
	if (fd < 0)
		die_writing();
	file.beside = t.s;
	if (old)
		take_after(fd, old);
	return fd;
}

static int open_direct(const struct stat *old, enum output how)
{
	int fd = open(file.place, O_WRONLY | O_CREAT | O_CLOEXEC |
		      (how == OUTPUT_APPEND ? O_APPEND : 0), 0600);

	if (fd < 0)
		die_writing();
	file.made = !old && how != OUTPUT_APPEND;
	file.full = old && S_ISREG(old->st_mode) && how == OUTPUT_STREAM;
	return fd;
}

/**
 * output_open() - open the file of -o
 * @path: the file; a new one has mode 0600
 * @how:  how it is written
 *
 * Exits with an error message if that is not possible. What is there stays for the moment.
 *
 * Return: a descriptor to write to.
 */
int output_open(const char *path, enum output how)
{
	int own = own_descriptor(path);
	struct stat old;
	bool exists;

	file.path = path;
	if (own >= 0) {
		file.fd = fcntl(own, F_DUPFD_CLOEXEC, 3);
		if (file.fd < 0)
			die_writing();
		return file.fd;
	}
	exists = !stat(path, &old);
	if (!exists && errno != ENOENT)
		die_writing();
	file.place = place_of(path);
	if (how == OUTPUT_WHOLE && (!exists || S_ISREG(old.st_mode)))
		file.fd = open_beside(exists ? &old : NULL);
	else
		file.fd = open_direct(exists ? &old : NULL, how);
	if (file.beside || file.made) {
		atexit(tidy);
		tidy_on(SIGINT);
		tidy_on(SIGTERM);
		tidy_on(SIGHUP);
	}
	return file.fd;
}

/**
 * output_start() - what is to be written is there: an OUTPUT_STREAM loses what was in it
 *
 * Called when nothing can go wrong any more that leaves nothing to write.
 */
void output_start(void)
{
	file.made = false;
	if (file.full && ftruncate(file.fd, 0))
		warn("%s keeps what was in it: %s", file.path, strerror(errno));
	file.full = false;
}

/**
 * output_done() - all was written: it takes the place of the file
 *
 * Exits with an error message if it cannot; then the file is what it was.
 */
void output_done(void)
{
	file.made = false;
	if (!file.beside)
		return;
	if (rename(file.beside, file.place))
		die_writing();
	free(file.beside);
	file.beside = NULL;
}
