// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the file of -o: the old content is lost only if there is new one. Output that is complete
 * at once is kept until it is whole; so the file may be the input, too. Output that is followed is
 * written directly, as tail -f wants it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/output.h"
#include "common/text.h"

/**
 * struct file - the file of -o
 * @path: as it was typed
 * @fd:   its descriptor; -1: there is none
 * @kept: the output until output_done(); NULL: it is written directly
 * @full: the old content stays until output_start()
 * @made: it is a new file, which is still empty
 */
static struct file {
	const char *path;
	int fd;
	FILE *kept;
	bool full;
	bool made;
} file = { .fd = -1 };

static void __attribute__((noreturn)) die_writing(void)
{
	die("cannot write to %s: %s", file.path, strerror(errno));
}

/* At exit, also after die(). */
static void tidy(void)
{
	if (file.made)
		unlink(file.path);
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
	file.path = path;
	file.made = access(path, F_OK);
	file.fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (file.fd < 0) {
		file.made = false;
		die_writing();
	}
	atexit(tidy);
	file.full = how == OUTPUT_STREAM;
	if (how != OUTPUT_WHOLE)
		return file.fd;
	file.kept = must(tmpfile());
	return fileno(file.kept);
}

/**
 * output_start() - the output begins: an OUTPUT_STREAM loses its old content
 *
 * Called when nothing can go wrong any more that leaves nothing to write.
 */
void output_start(void)
{
	/* A pipe, or a device, has nothing to lose. */
	if (file.full && ftruncate(file.fd, 0) && errno != EINVAL)
		die_writing();
	file.full = false;
	file.made &= !!file.kept;
}

/**
 * output_done() - the output is complete: it replaces the content of the file
 *
 * Exits with an error message if it cannot.
 */
void output_done(void)
{
	char buf[65536];
	off_t at = 0;
	ssize_t n;

	if (!file.kept)
		return;
	if (ftruncate(file.fd, 0) && errno != EINVAL)
		die_writing();
	while ((n = pread(fileno(file.kept), buf, sizeof(buf), at)) > 0) {
		n = write(file.fd, buf, (size_t)n);
		if (n < 0)
			die_writing();
		at += n;
	}
	file.made = false;
}
