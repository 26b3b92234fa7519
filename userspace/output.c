// SPDX-License-Identifier: GPL-2.0
/* Writes records to standard output, a file, or the journal; whatever fails ends the program. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "die.h"
#include "journal.h"

static const char *name(const struct output *out)
{
	if (out->journal)
		return "standard error";
	return out->file ? out->file : "standard output";
}

/**
 * output_open() - open the output that the options select
 * @out: the output
 *
 * Must be called after the view was opened, so that no file is truncated if the module is missing.
 */
void output_open(struct output *out)
{
	out->fd = STDOUT_FILENO;
	out->journal = out->journal && journal_begin();
	/* A service whose messages nobody reads any more is to start again. */
	if (out->journal)
		out->fd = out->lossless ? STDERR_FILENO : -1;
	if (!out->file)
		return;
	out->fd = open(out->file, O_WRONLY | O_CREAT | O_CLOEXEC |
		       (out->lossless ? O_APPEND : O_TRUNC), 0600);
	if (out->fd < 0)
		die("cannot write to %s: %s", out->file, strerror(errno));
}

/**
 * output_check() - may records be read for this output?
 * @out: the output
 *
 * Without a journal systemd connects a service to /dev/null, and all records would be lost.
 */
void output_check(const struct output *out)
{
	struct stat st;

	if (out->lossless && !out->journal && !fstat(out->fd, &st) && S_ISCHR(st.st_mode) &&
	    st.st_rdev == makedev(1, 3))
		die("%s is /dev/null: with --cursor nothing is to be lost, so nothing is read",
		    name(out));
}

/**
 * output_leave() - end because nobody reads the output any more
 * @out: the output
 *
 * That is an error only if nothing may be lost.
 */
void output_leave(const struct output *out)
{
	if (out->lossless)
		die("cannot write to %s: its reader has gone", name(out));
	exit(0);
}

/**
 * output_write() - write a part of a view
 * @out: the output
 * @p:   the part; may begin and end anywhere in a record
 * @n:   its length
 */
void output_write(const struct output *out, const char *p, size_t n)
{
	if (out->journal) {
		journal_write(p, n);
		return;
	}
	while (n) {
		ssize_t done = write(out->fd, p, n);

		if (done >= 0) {
			p += done;
			n -= done;
		} else if (errno == EPIPE) {
			output_leave(out);
		} else if (errno == EAGAIN) {
			struct pollfd pfd = { .fd = out->fd, .events = POLLOUT };

			poll(&pfd, 1, -1);
		} else if (errno != EINTR) {
			die("cannot write to %s: %s", name(out), strerror(errno));
		}
	}
}

/**
 * output_close() - all is written
 * @out: the output
 */
void output_close(const struct output *out)
{
	if (!out->journal && close(out->fd))
		die("cannot write to %s: %s", name(out), strerror(errno));
}
