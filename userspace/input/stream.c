// SPDX-License-Identifier: GPL-2.0
/*
 * The module's stream, read so that a follower keeps its place in it and does not pin the module.
 * The offset of the stream is the number of the next record: it can be asked for and sought. While
 * nothing is recorded the stream is closed. That of perfattr-bpf has none of this.
 *
 * At each open the stream begins with what does not change, lines of "env" and "pmu"; these are no
 * records, have no number, and come before the record that was sought.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/input.h"

/* Waiting for so long without a record, test whether probes fire. */
#define FIRING_MS	10000
/* How long an idle stream is kept open. */
#define IDLE_MS		100
#define READ_SIZE	65536

/**
 * stream_open() - open the stream, or exit with a message that says what to do
 * @s:   receives it
 * @opt: options
 */
void stream_open(struct stream *s, const struct options *opt)
{
	memset(s, 0, sizeof(*s));
	s->opt = opt;
	s->watched = -1;
	s->news = -1;
	if (opt->bpf) {
		s->fd = bpf_stream();
		return;
	}
	/* Before the stream, so that it belongs to the same load of the module. */
	s->news = open(NEXT_FILE, O_RDONLY | O_CLOEXEC);
	s->fd = view_open(opt, "json_pipe", O_NONBLOCK);
}

/**
 * stream_close() - free what it holds
 * @s: the stream
 */
void stream_close(struct stream *s)
{
	if (s->fd >= 0)
		close(s->fd);
	if (s->news >= 0)
		close(s->news);
	free(s->buf);
	s->fd = -1;
	s->buf = NULL;
}

/**
 * stream_next() - the number of the record that the module will write next
 * @s: the stream
 *
 * Return: 0 if the module was unloaded. The next change of the number is POLLPRI from now on.
 */
uint64_t stream_next(const struct stream *s)
{
	char buf[32];
	ssize_t n = pread(s->news, buf, sizeof(buf) - 1, 0);

	buf[n > 0 ? n : 0] = '\0';
	return strtoull(buf, NULL, 10);
}

/**
 * stream_at() - the number of the first record that was not read
 * @s: the stream; its last line must be complete, see stream_finish()
 *
 * Return: 0 if this stream cannot tell.
 */
uint64_t stream_at(const struct stream *s)
{
	off_t at = lseek(s->fd, 0, SEEK_CUR);

	return at > 0 ? at : 0;
}

/**
 * stream_go() - go to a record
 * @s:   the stream
 * @seq: its number
 */
void stream_go(const struct stream *s, uint64_t seq)
{
	if (lseek(s->fd, seq, SEEK_SET) < 0)
		die("cannot go to record %ju of the stream: %s", (uintmax_t)seq, strerror(errno));
}

/*
 * Returns the bytes that were added to the buffer, 0 at the end, -1 if there is nothing now. A
 * stream whose module was unloaded has ended.
 */
static ssize_t read_more(struct stream *s, size_t most)
{
	ssize_t n;

	if (s->len + most > s->room) {
		s->room = 2 * (s->len + most);
		s->buf = must(realloc(s->buf, s->room));
	}
	do {
		n = read(s->fd, s->buf + s->len, most);
	} while (n < 0 && errno == EINTR);
	if (n > 0)
		s->len += n;
	if (n >= 0)
		return n;
	if (errno == EAGAIN)
		return -1;
	if (errno == EIO || errno == ENODEV)
		return 0;
	die("cannot read the stream: %s", strerror(errno));
}

/**
 * stream_read() - read what there is into the buffer
 * @s: the stream
 *
 * Return: whether there was something. If not, @s->ended tells whether there ever will be.
 */
bool stream_read(struct stream *s)
{
	ssize_t n = read_more(s, READ_SIZE);

	s->ended = !n;
	return n > 0;
}

/**
 * stream_finish() - read the rest of a line that was read in part
 * @s: the stream
 *
 * The offset moves when the first byte of a record is read, and so it is exact only between two.
 */
void stream_finish(struct stream *s)
{
	while (s->len && s->buf[s->len - 1] != '\n' && read_more(s, 1) > 0)
		continue;
}

/**
 * stream_lines() - call a function for each complete line in the buffer
 * @s:   the stream
 * @fn:  the function; it gets the line without its newline
 * @arg: passed on
 */
void stream_lines(struct stream *s, void (*fn)(void *arg, const char *line, size_t len), void *arg)
{
	size_t start = 0;
	char *end;

	while ((end = memchr(s->buf + start, '\n', s->len - start))) {
		fn(arg, s->buf + start, end - s->buf - start);
		start = end + 1 - s->buf;
	}
	s->len -= start;
	memmove(s->buf, s->buf + start, s->len);
}

/*
 * Waits on @fd. Returns false on timeout, if we must stop, or if the reader of our output is gone,
 * which sets @s->left.
 */
static bool wait_on(struct stream *s, int fd, short events, int timeout_ms)
{
	struct pollfd pfds[3] = {
		{ .fd = fd, .events = events },
		{ .fd = s->watched },
		{ .fd = cursor_stop_fd(), .events = POLLIN },
	};
	int ready = poll(pfds, ARRAY_SIZE(pfds), timeout_ms);

	s->left = ready > 0 && (pfds[1].revents & (POLLERR | POLLHUP));
	return ready > 0 && !s->left && pfds[0].revents;
}

/**
 * stream_wait() - wait a moment for a record
 * @s: the stream, of which all was read
 *
 * Return: false if it is to be closed by stream_sleep() until there is one.
 */
bool stream_wait(struct stream *s)
{
	bool may_sleep = s->news >= 0 && stream_at(s) && !s->len;

	return wait_on(s, s->fd, POLLIN, may_sleep ? IDLE_MS : -1) || !may_sleep || s->left ||
	       cursor_stopping();
}

/**
 * stream_sleep() - close the stream, wait for a record, and open it there
 * @s: the stream
 *
 * Afterwards @s->ended says that the module was unloaded. If we must stop it stays closed.
 */
void stream_sleep(struct stream *s)
{
	uint64_t at = stream_at(s), next;

	close(s->fd);
	s->fd = -1;
	while ((next = stream_next(s)) && next <= at) {
		/* The answer does not matter: a change gives a record. */
		if (!wait_on(s, s->news, POLLPRI, FIRING_MS))
			probes_fire(s->opt);
		if (s->left || cursor_stopping())
			return;
	}
	s->ended = !next;
	if (s->ended)
		return;
	s->fd = view_try(s->opt, "json_pipe", O_NONBLOCK);
	/* The open stream pins the module; check that it is still the same load. */
	s->ended = !stream_next(s);
	if (s->ended)
		return;
	if (s->fd < 0)
		s->fd = view_open(s->opt, "json_pipe", O_NONBLOCK);
	stream_go(s, at);
}
