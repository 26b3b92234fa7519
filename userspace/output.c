// SPDX-License-Identifier: GPL-2.0
/* Writes C, either completely or not at all. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "text.h"

/* Closes @f. */
static bool write_file(FILE *f, const char *text, size_t len)
{
	bool written = fwrite(text, 1, len, f) == len;

	return !fclose(f) && written;
}

/* The mode of the file that will be replaced, or the mode of a new file. */
static mode_t mode_for(const struct stat *old)
{
	mode_t mask;

	if (old)
		return old->st_mode & 07777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Replaces a regular file by rename(), so that the old one stays until all is written. */
static void replace_file(const char *path, const struct stat *old, const char *text, size_t len)
{
	struct text t = { 0 };
	char *name;
	FILE *f;
	int fd;

	text_printf(&t, "%s.XXXXXX", path);
	name = t.s;
	fd = mkstemp(name);
	if (fd < 0)
		die("cannot write to %s: %s", path, strerror(errno));
	f = fdopen(fd, "w");
	if (!f || fchmod(fd, mode_for(old)) || !write_file(f, text, len) || rename(name, path)) {
		int error = errno;

		unlink(name);
		die("cannot write to %s: %s", path, strerror(error));
	}
	text_free(&t);
}

/* Writes to a device or pipe, which must not be replaced. */
static void fill_file(const char *path, const char *text, size_t len)
{
	FILE *f = fopen(path, "we");

	if (!f || !write_file(f, text, len))
		die("cannot write to %s: %s", path, strerror(errno));
}

/**
 * write_output() - write all of a text, and only then touch the file
 * @path: the file; NULL: standard output
 * @text: the text
 * @len:  its length
 *
 * Exits with an error message if the file cannot be written.
 */
void write_output(const char *path, const char *text, size_t len)
{
	struct stat old;
	char *real;
	bool exists;

	if (!path) {
		/* main() looks whether that was possible. */
		fwrite(text, 1, len, stdout);
		return;
	}
	exists = !stat(path, &old);
	if (exists && !S_ISREG(old.st_mode)) {
		fill_file(path, text, len);
		return;
	}
	/* Replace the target of a symbolic link, not the link. */
	real = exists ? realpath(path, NULL) : NULL;
	replace_file(real ? real : path, exists ? &old : NULL, text, len);
	free(real);
}
