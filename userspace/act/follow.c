// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr --journal and perfattr -f -j --cursor FILE: each line of the module's stream, with its
 * reason, to the journal or to standard output. What is a record, what was lost and what the
 * stream says of its machine: nothing is left out but calls that a filter excludes.
 *
 * perfattr.service runs this in a sandbox: it reads the stream, the number of the next record and
 * the cursor, and no file of the machine whose calls it records.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "act/act.h"
#include "env/env.h"
#include "output.h"

/* Lines about the machine are remembered up to this size. */
#define HEAD_MAX	(1024 * 1024)
/* ms; perfattr-bpf ends long before that when it is asked to. */
#define DRAIN_MS	5000

struct follow {
	const struct options *opt;
	struct stream in;
	bool journal;		/* false also if this program cannot send to it */
	int fd;			/* without the journal: where lines go */
	struct text out;	/* lines that were not written yet */
	struct text head;	/* lines of "env" and "pmu" that were sent, between line feeds */
	uint64_t next;		/* behind the last record that was read */
	uint64_t end;		/* without -f: the first record that is not sent; else 0 */
	bool done;		/* @end was reached */
	bool bad_said;
	unsigned long seen;	/* records before the filter */
	unsigned long sent;	/* lines */
};

static const char *output_name(const struct follow *f)
{
	if (f->journal)
		return "standard error";
	return f->opt->output ? f->opt->output : "standard output";
}

/* A reader that has left is an error only if no record may be lost. */
static void __attribute__((noreturn)) reader_left(const struct follow *f)
{
	if (f->opt->cursor)
		die("cannot write to %s: its reader has gone", output_name(f));
	exit(0);
}

static void write_out(struct follow *f)
{
	const char *p = f->out.s;
	size_t n = f->out.len;

	while (n) {
		ssize_t done = write(f->fd, p, n);

		if (done >= 0) {
			p += done;
			n -= done;
		} else if (errno == EPIPE) {
			reader_left(f);
		} else if (errno == EAGAIN) {
			struct pollfd pfd = { .fd = f->fd, .events = POLLOUT };

			poll(&pfd, 1, -1);
		} else if (errno != EINTR) {
			die("cannot write to %s: %s", output_name(f), strerror(errno));
		}
	}
	text_clear(&f->out);
}

static void send_line(struct follow *f, const struct record *r, const char *line, size_t len)
{
	f->sent++;
	if (f->journal) {
		journal_send(r, line, len);
		return;
	}
	text_mem(&f->out, line, len);
	text_char(&f->out, '\n');
}

/* Lines about the machine come at each open of the stream, after each pause: send each once. */
static void send_head(struct follow *f, const struct record *r)
{
	struct text between = { 0 };
	char *line = record_line(r);

	text_printf(&between, "\n%s\n", line);
	if (!strstr(text_str(&f->head), text_str(&between))) {
		if (f->head.len > HEAD_MAX)
			text_clear(&f->head);
		text_add(&f->head, text_str(&between));
		send_line(f, r, line, strlen(line));
	}
	text_free(&between);
	free(line);
}

/* Another program may understand a line that this one does not: send it, and warn once. */
static void send_bad(struct follow *f, const char *line, size_t len, const char *what)
{
	if (!f->bad_said)
		warn("cannot parse a line of the stream (%s): such lines are sent unchanged, without reason and fields",
		     what);
	f->bad_said = true;
	send_line(f, NULL, line, len);
}

static bool is_chosen(const struct options *opt, const struct record *r)
{
	/* Name the event only for a filter by event: sysfs is read for the name. */
	bool named = opt->filter.event && record_is_open(r);
	struct text event = { 0 };
	bool passes;

	if (!r->x)
		return true;
	if (named)
		event_text(&event, r, opt->sysfs, false);
	passes = filter_passes(opt, r, named ? text_str(&event) : NULL);
	text_free(&event);
	return passes;
}

static void send_record(struct follow *f, struct record *r)
{
	char *line;

	f->seen++;
	if (!is_chosen(f->opt, r))
		return;
	record_explain(r);
	line = record_line(r);
	send_line(f, r, line, strlen(line));
	free(line);
}

static void take_line(void *arg, const char *line, size_t len)
{
	struct follow *f = arg;
	struct text what = { 0 };
	struct record r;
	bool good = record_load(&r, line, len, &what) && record_take(&r, &what);

	if (r.x)
		f->next = r.seq + 1;
	if (f->end && r.seq >= f->end)
		f->done = true;
	/* If done is set, the line was recorded after we began: it is not sent. */
	if (!f->done && record_is_head(&r))
		send_head(f, &r);
	else if (!f->done && !good)
		send_bad(f, line, len, text_str(&what));
	else if (!f->done)
		send_record(f, &r);
	record_free(&r);
	text_free(&what);
}

static void take_lines(struct follow *f)
{
	stream_lines(&f->in, take_line, f);
	write_out(f);
}

/* All that was read is sent. Returns the number of the next record. */
static uint64_t finish(struct follow *f)
{
	stream_finish(&f->in);
	take_lines(f);
	return f->opt->bpf ? f->next : stream_at(&f->in);
}

static void save(struct follow *f)
{
	uint64_t at = f->opt->cursor ? finish(f) : 0;

	if (at)
		cursor_save(f->opt->cursor, at);
}

static void wait_for_record(struct follow *f)
{
	if (!stream_wait(&f->in)) {
		save(f);
		stream_sleep(&f->in);
	}
	if (f->in.left)
		reader_left(f);
}

/* Reads the records that perfattr-bpf has made until now: nobody else keeps them. */
static void drain(struct follow *f)
{
	struct pollfd pfd = { .fd = f->in.fd, .events = POLLIN };

	bpf_stop();
	do {
		if (stream_read(&f->in))
			take_lines(f);
	} while (!f->in.ended && poll(&pfd, 1, DRAIN_MS) > 0);
}

static void pass_on(struct follow *f)
{
	while (f->in.fd >= 0 && !f->in.ended && !f->done && !cursor_stopping()) {
		if (stream_read(&f->in))
			take_lines(f);
		else if (!f->in.ended && f->opt->follow)
			wait_for_record(f);
		else
			break;
		if (f->opt->cursor && f->in.fd >= 0 && cursor_due())
			save(f);
	}
	if (cursor_stopping() && f->opt->bpf)
		drain(f);
	if (cursor_stopping() && f->in.fd >= 0)
		save(f);
}

static void open_output(struct follow *f)
{
	const struct options *opt = f->opt;

	f->fd = STDOUT_FILENO;
	f->journal = opt->journal && journal_begin();
	if (opt->output)
		f->fd = output_open(opt->output, OUTPUT_APPEND);
	f->in.watched = f->fd;
	/* A service whose messages nobody reads any more is to start again. */
	if (f->journal)
		f->in.watched = opt->cursor ? STDERR_FILENO : -1;
}

/* Without a journal systemd connects a service to /dev/null, and all records would be lost. */
static void check_output(const struct follow *f)
{
	struct stat st;

	if (!f->journal && !fstat(f->fd, &st) && S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3))
		die("refusing to write records to %s, which is /dev/null, with --cursor: they would be lost",
		    output_name(f));
}

/* perfattr-bpf has no calls from before it started. */
static void begin_now(struct follow *f)
{
	/* Only perfattr-bpf needs privileges; passing on its lines does not. Root keeps them. */
	if (geteuid())
		env_drop_rights();
	if (f->opt->last)
		die("-n cannot be combined with --source bpf: BPF programs keep no earlier calls");
	if (!f->opt->cursor)
		return;
	check_output(f);
	cursor_begin_now(f->opt->cursor);
}

/* Goes to the first record that is sent. */
static void go_to_first(struct follow *f)
{
	const struct options *opt = f->opt;
	uint64_t next = stream_next(&f->in);

	if (opt->cursor) {
		check_output(f);
		stream_go(&f->in, cursor_begin(opt->cursor, next));
	}
	if (!next && (opt->have_last || !opt->follow))
		die("cannot read the number of the next record: the module may be unloading");
	if (opt->have_last && opt->last < next && next - opt->last > stream_at(&f->in))
		stream_go(&f->in, next - opt->last);
	if (!opt->follow)
		f->end = next;
}

/**
 * follow() - pass on the lines of the module's stream
 * @opt: options, with --journal or --cursor
 */
void follow(const struct options *opt)
{
	struct follow f = { .opt = opt };

	signal(SIGPIPE, SIG_IGN);
	stream_open(&f.in, opt);
	open_output(&f);
	if (opt->bpf)
		begin_now(&f);
	else
		go_to_first(&f);
	pass_on(&f);
	if (opt->bpf && !cursor_stopping())
		bpf_ended();
	if (opt->follow && !cursor_stopping())
		warn("the module was unloaded, there is nothing left to follow");
	if (!opt->follow && !f.sent && !(opt->have_last && !opt->last))
		say_why_empty(opt, &(struct tally) { .seen = f.seen });
	if (f.fd != STDOUT_FILENO && close(f.fd))
		die("cannot write to %s: %s", output_name(&f), strerror(errno));
	stream_close(&f.in);
	text_free(&f.out);
	text_free(&f.head);
}
