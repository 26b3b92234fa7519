// SPDX-License-Identifier: GPL-2.0
/*
 * For perfattr-cat.sh: a simulation of the module's streams. Linked with --wrap, so
 * that system calls of perfattr-cat and perfattr come here. The directory FAKE_RING has the records
 * in log/N and raw/N, and the numbers "oldest" and "next". What FAKE_RING/head has comes first at
 * each open of raw_pipe, and has no number: the head of raw records, unless the ring has lines of
 * JSON, which perfattr reads as well. The directory FAKE_SETTINGS has the
 * module's parameters, but for "next".
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define SETTINGS	"/sys/module/perfattr_dump/parameters"
#define NEXT		SETTINGS "/next"

FILE *__real_fopen(const char *path, const char *mode);
int __real_open(const char *path, int flags, ...);
ssize_t __real_read(int fd, void *buf, size_t count);
off_t __real_lseek(int fd, off_t offset, int whence);
int __real_poll(struct pollfd *fds, nfds_t n, int timeout);
int __real_clock_gettime(clockid_t id, struct timespec *t);

FILE *__wrap_fopen(const char *path, const char *mode);
int __wrap_open(const char *path, int flags, ...);
ssize_t __wrap_read(int fd, void *buf, size_t count);
off_t __wrap_lseek(int fd, off_t offset, int whence);
int __wrap_poll(struct pollfd *fds, nfds_t n, int timeout);
int __wrap_clock_gettime(clockid_t id, struct timespec *t);

static struct {
	int fd;
	const char *kind;	/* "log" or "raw" */
	uint64_t cursor;
	int head;		/* it is to come yet */
	size_t off, len;
	char text[1 << 20];
} stream = { .fd = -1 };
static int next_fd = -1;

static const char *ring_path(const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", getenv("FAKE_RING"), name);
	return path;
}

static uint64_t ring_number(const char *name)
{
	FILE *f = fopen(ring_path(name), "r");
	uintmax_t n = 0;

	if (f && fscanf(f, "%ju", &n) != 1)
		n = 0;
	if (f)
		fclose(f);
	return n;
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
	char fake[PATH_MAX];

	if (strncmp(path, SETTINGS "/", strlen(SETTINGS "/")) || !getenv("FAKE_SETTINGS"))
		return __real_fopen(path, mode);
	snprintf(fake, sizeof(fake), "%s%s", getenv("FAKE_SETTINGS"), path + strlen(SETTINGS));
	return __real_fopen(fake, mode);
}

int __wrap_open(const char *path, int flags, ...)
{
	const char *name = strrchr(path, '/');
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	if (!strcmp(path, NEXT)) {
		next_fd = __real_open(ring_path("next"), flags);
		return next_fd;
	}
	if (!name || (strcmp(name, "/log_pipe") && strcmp(name, "/raw_pipe")) ||
	    access(ring_path("next"), F_OK))
		return __real_open(path, flags, mode);
	stream.kind = name[1] == 'l' ? "log" : "raw";
	stream.fd = __real_open("/dev/null", flags);
	stream.cursor = ring_number("oldest");
	stream.head = *stream.kind == 'r' && !access(ring_path("head"), F_OK);
	stream.off = 0;
	stream.len = 0;
	return stream.fd;
}

static void take_text(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		abort();
	stream.len = fread(stream.text, 1, sizeof(stream.text), f);
	fclose(f);
}

/* As the ring has its records: raw, as lines of JSON, as text. */
static size_t lost_text(char *text, uintmax_t lost)
{
	const struct {
		uint32_t kind, size;
		uint64_t lost;
	} raw = { .kind = 4, .size = 8, .lost = lost };

	if (*stream.kind == 'l')
		return sprintf(text, "/* %ju records lost */\n", lost);
	if (access(ring_path("head"), F_OK))
		return sprintf(text, "{\"lost\":%ju}\n", lost);
	memcpy(text, &raw, sizeof(raw));
	return sizeof(raw);
}

/* The head, the next record, or what was lost, as text. */
static int advance(void)
{
	uint64_t oldest = ring_number("oldest");
	uintmax_t lost;
	char name[64];

	stream.off = 0;
	stream.len = 0;
	if (stream.head) {
		stream.head = 0;
		take_text(ring_path("head"));
		return 1;
	}
	if (stream.cursor < oldest) {
		lost = oldest - stream.cursor;
		stream.len = lost_text(stream.text, lost);
		stream.cursor = oldest;
		return 1;
	}
	if (stream.cursor >= ring_number("next"))
		return 0;
	snprintf(name, sizeof(name), "%s/%ju", stream.kind, (uintmax_t)stream.cursor++);
	take_text(ring_path(name));
	return 1;
}

ssize_t __wrap_read(int fd, void *buf, size_t count)
{
	size_t done = 0;

	if (fd != stream.fd)
		return __real_read(fd, buf, count);
	while (done < count) {
		size_t part;

		if (stream.off == stream.len && !advance())
			break;
		part = stream.len - stream.off;
		if (part > count - done)
			part = count - done;
		memcpy((char *)buf + done, stream.text + stream.off, part);
		stream.off += part;
		done += part;
	}
	if (done)
		return done;
	errno = EAGAIN;
	return -1;
}

off_t __wrap_lseek(int fd, off_t offset, int whence)
{
	if (fd != stream.fd)
		return __real_lseek(fd, offset, whence);
	if (whence == SEEK_SET && offset > 0) {
		stream.cursor = offset;
		stream.off = stream.len;
		return offset;
	}
	if (whence == SEEK_CUR && !offset)
		return stream.cursor;
	errno = EINVAL;
	return -1;
}

/* Who waits for the number alone has closed the stream: "paused" has the record it waits for. */
static void note_pause(void)
{
	FILE *f = fopen(ring_path("paused"), "w");

	if (f) {
		fprintf(f, "%ju\n", (uintmax_t)stream.cursor);
		fclose(f);
	}
}

/* A number that moves wakes nobody here: who waits for it looks every 20 ms. */
int __wrap_poll(struct pollfd *fds, nfds_t n, int timeout)
{
	int waited, ready;

	if (fds[0].fd != next_fd && fds[0].fd != stream.fd)
		return __real_poll(fds, n, timeout);
	if (fds[0].fd == next_fd)
		note_pause();
	for (waited = 0; timeout < 0 || waited < timeout; waited += 20) {
		ready = __real_poll(fds + 1, n - 1, 20);
		fds[0].revents = 0;
		if (fds[0].fd == next_fd)
			return ready;
		if (stream.off < stream.len || stream.cursor < ring_number("next") ||
		    stream.cursor < ring_number("oldest")) {
			fds[0].revents = POLLIN;
			return ready + 1;
		}
		if (ready)
			return ready;
	}
	return 0;
}

/* With FAKE_CLOCK=stopped no limit of time is reached, however busy the machine is. */
int __wrap_clock_gettime(clockid_t id, struct timespec *t)
{
	const char *clock = getenv("FAKE_CLOCK");

	if (id != CLOCK_MONOTONIC || !clock || strcmp(clock, "stopped"))
		return __real_clock_gettime(id, t);
	*t = (struct timespec){ .tv_sec = 1 };
	return 0;
}
