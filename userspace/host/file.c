// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Opens and reads files of sysfs, procfs and debugfs. */
#include <sys/vfs.h>

#include "host/parts.h"

/**
 * env_is_of() - return true if a file is of a file system: another one may be mounted there
 * @root: the file system
 * @fd:   the file
 */
bool env_is_of(const struct env_root *root, int fd)
{
	struct statfs fs;

	return !root->magic || (!fstatfs(fd, &fs) && (long)fs.f_type == root->magic);
}

/**
 * env_open() - open a file or folder
 * @root:  the file system
 * @path:  from its root on
 * @flags: for openat()
 *
 * O_NONBLOCK: a FIFO there must not block the caller.
 *
 * Return: a descriptor, or -1 with errno.
 */
int env_open(const struct env_root *root, const char *path, int flags)
{
	int fd;

	if (root->fd < 0) {
		errno = ENODEV;
		return -1;
	}
	fd = openat(root->fd, path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || env_is_of(root, fd))
		return fd;
	close(fd);
	errno = ENODEV;
	return -1;
}

/* Open a regular file: procfs and sysfs have no FIFOs or devices. */
static int open_file(const struct env_root *root, const char *path)
{
	int fd = env_open(root, path, O_RDONLY);
	struct stat st;

	if (fd < 0 || root->magic || (!fstat(fd, &st) && S_ISREG(st.st_mode)))
		return fd;
	close(fd);
	return -1;
}

/**
 * env_lines() - open a file that is read line by line
 * @root: the file system
 * @path: from its root on
 *
 * Return: NULL if it cannot be read.
 */
FILE *env_lines(const struct env_root *root, const char *path)
{
	int fd = open_file(root, path);
	FILE *file;

	if (fd < 0)
		return NULL;
	file = fdopen(fd, "r");
	if (!file)
		close(fd);
	return file;
}

/**
 * env_open_dir() - open a folder
 * @root: the file system
 * @path: the folder there
 *
 * Return: NULL if it cannot be read.
 */
DIR *env_open_dir(const struct env_root *root, const char *path)
{
	int fd = env_open(root, path, O_RDONLY | O_DIRECTORY);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !dir)
		close(fd);
	return dir;
}

/* bytes of a file that procfs and sysfs surely give at once */
#define SMALL	2048

/*
 * Read a file to its end, which is known without another read() if @lines and it is small. Returns
 * the number of bytes, -1 on an error.
 */
static ssize_t read_all(int fd, char *to, size_t size, bool lines)
{
	size_t len = 0;
	ssize_t n;

	while (len < size && !(lines && len && len < SMALL && to[len - 1] == '\n')) {
		n = read(fd, to + len, size - len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (!n)
			break;
		len += (size_t)n;
	}
	return (ssize_t)len;
}

/**
 * env_read() - read a small file
 * @root: the file system
 * @path: from its root on
 * @text: receives its content, with a NUL
 * @size: bytes at @text
 *
 * A file that is cut off must not pass for a whole one.
 *
 * Return: 0; -EFBIG if there is no room for it; -EIO if it cannot be read.
 */
int env_read(const struct env_root *root, const char *path, char *text, size_t size)
{
	int fd = open_file(root, path);
	ssize_t len;

	if (fd < 0)
		return -EIO;
	len = read_all(fd, text, size, root->magic);
	close(fd);
	if (len < 0)
		return -EIO;
	if ((size_t)len == size)
		return -EFBIG;
	text[len] = '\0';
	return 0;
}

/* Bytes of a file that are read at once, to search for something. */
#define FIND_SIZE	65536

/**
 * env_finds() - return true if a file has these bytes
 * @root:  the file system
 * @path:  from its root on
 * @what:  the bytes
 * @len:   how many; few
 * @found: receives the answer
 *
 * Return: false if the file cannot be read.
 */
bool env_finds(const struct env_root *root, const char *path, const char *what, size_t len,
	       bool *found)
{
	int fd = open_file(root, path);
	char *text = fd < 0 ? NULL : malloc(FIND_SIZE);
	size_t kept = 0, has;
	ssize_t n = -1;

	*found = false;
	while (text && !*found) {
		n = read_all(fd, text + kept, FIND_SIZE - kept, false);
		if (n <= 0)
			break;
		has = kept + (size_t)n;
		*found = memmem(text, has, what, len);
		/* A match may lie across the end of the buffer. */
		kept = has < len ? has : len - 1;
		memmove(text, text + has - kept, kept);
	}
	free(text);
	if (fd >= 0)
		close(fd);
	return n >= 0;
}

/**
 * env_exists() - return true if there is such a file or folder
 * @root:   the file system
 * @path:   from its root on
 * @exists: receives the answer
 *
 * Return: false if that is not known.
 */
bool env_exists(const struct env_root *root, const char *path, bool *exists)
{
	int fd = env_open(root, path, O_PATH);

	*exists = fd >= 0;
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR;
	close(fd);
	return true;
}

/**
 * env_text() - the content of a small file
 * @root: the file system
 * @path: from its root on
 * @text: receives it, without white space around it; it may have any bytes
 * @size: bytes there
 *
 * Return: false if there is none, it cannot be read, or is longer.
 */
bool env_text(const struct env_root *root, const char *path, char *text, size_t size)
{
	char *first;

	if (env_read(root, path, text, size))
		return false;
	first = env_trim(text);
	memmove(text, first, strlen(first) + 1);
	return true;
}

/**
 * env_trim() - without white space at both ends
 * @text: the text; its end is cut off
 */
char *env_trim(char *text)
{
	static const char white[] = " \t\n\r\v\f";
	size_t len;

	text += strspn(text, white);
	len = strlen(text);
	while (len && strchr(white, text[len - 1]))
		len--;
	text[len] = '\0';
	return text;
}
