// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-cat: copies one of the views of perfattr_dump.ko to standard output or a file.
 *
 * The kernel renders records and finds them by number: the offset of a stream is the number of
 * the next record. This program chooses the view and the first record, and
 * turns errors into sentences that say what to do. It parses nothing of what it copies: reasons,
 * fields of the journal and a place in the stream that outlives a restart are perfattr's.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "die.h"

#ifndef PERFATTR_VERSION
#error "PERFATTR_VERSION comes from the Makefile"
#endif

#define READ_SIZE	65536
/* Number of the next record; polling it does not pin the module. */
#define NEXT_FILE	MODULE_DIR "/parameters/next"
/* Reading it tests whether probes fire; a change gives a record in the stream. */
#define FIRING_FILE	MODULE_DIR "/parameters/firing"
#define FIRING_MS	10000
/* How long a follower keeps an idle stream open. */
#define IDLE_MS		100
/* Fewer bytes than any rendered record: even a line {"lost":N} is longer. */
#define RECORD_MIN	8

struct options {
	bool follow;
	bool json;
	bool last;		/* -n was given */
	uint64_t count;
	const char *file;	/* output, or NULL */
	int out;
	const char *debugfs;
};

static void usage(FILE *out)
{
	fputs("Usage: perfattr-cat [-f] [-j] [-n N] [-o FILE] [--debugfs DIR]\n"
	      "Show the perf_event_open(2) calls that perfattr_dump.ko recorded.\n"
	      "\n"
	      "  -f, --follow        wait for further calls and show them\n"
	      "  -j, --json          JSON Lines, one object per call, instead of text\n"
	      "  -n, --last N        only the last N records; with -f: begin with these\n"
	      "  -o, --output FILE   write to FILE (mode 0600 if new) instead of standard output\n"
	      "      --debugfs DIR   where debugfs is mounted (" DEBUGFS_DIR ")\n"
	      "  -h, --help          this text\n"
	      "  -V, --version       the version\n", out);
}

static uint64_t parse_count(const char *text)
{
	unsigned long long v;
	char *end;

	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno || *end || text[0] < '0' || text[0] > '9')
		die("-n takes a number of records, not \"%s\"", text);
	return v;
}

static void __attribute__((noreturn)) refuse_option(char **argv, int c)
{
	const char *word = argv[optind - 1];

	if (c == '?' && optopt == 'p')
		die("it copies the records of all; perfattr -p PID shows those of one process");
	if (!strcmp(word, "--journal") || !strcmp(word, "--cursor") || !strcmp(word, "--seccomp"))
		die("%s is an option of perfattr: perfattr -f --journal, perfattr -f -j --cursor FILE, perfattr --seccomp PID",
		    word);
	die_option(argv, c);
}

static void parse_options(struct options *opt, int argc, char **argv)
{
	static const struct option longs[] = {
		{ "follow", no_argument, NULL, 'f' },
		{ "json", no_argument, NULL, 'j' },
		{ "last", required_argument, NULL, 'n' },
		{ "output", required_argument, NULL, 'o' },
		{ "debugfs", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":fjn:o:hV", longs, NULL)) != -1) {
		switch (c) {
		case 'f':
			opt->follow = true;
			break;
		case 'j':
			opt->json = true;
			break;
		case 'n':
			opt->last = true;
			opt->count = parse_count(optarg);
			break;
		case 'o':
			opt->file = optarg;
			break;
		case 'd':
			opt->debugfs = optarg;
			break;
		case 'h':
			usage(stdout);
			end_output();
		case 'V':
			puts("perfattr-cat " PERFATTR_VERSION);
			end_output();
		default:
			refuse_option(argv, c);
		}
	}
	if (optind < argc)
		die("unexpected argument \"%s\"", argv[optind]);
}

static const char *output_name(const struct options *opt)
{
	return opt->file ? opt->file : "standard output";
}

/* After the view was opened, so that no file is truncated if the module is missing. */
static void open_output(struct options *opt)
{
	opt->out = STDOUT_FILENO;
	if (opt->file)
		opt->out = open(opt->file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (opt->out < 0)
		die("cannot write to %s: %s", opt->file, strerror(errno));
}

/* A part of a view, which may begin and end anywhere in a record. */
static void write_out(const struct options *opt, const char *p, size_t n)
{
	struct pollfd room = { .fd = opt->out, .events = POLLOUT };
	ssize_t done;

	for (; n; p += done, n -= done) {
		done = write(opt->out, p, n);
		if (done >= 0)
			continue;
		/* Nobody reads it any more. */
		if (errno == EPIPE)
			exit(0);
		if (errno == EAGAIN)
			poll(&room, 1, -1);
		else if (errno != EINTR)
			die("cannot write to %s: %s", output_name(opt), strerror(errno));
		done = 0;
	}
}

/* Returns -1, with errno set, if it cannot be opened. */
static int try_open_view(const struct options *opt, char path[PATH_MAX])
{
	static const char * const names[2][2] = {
		{ "log", "log_pipe" },
		{ "json", "json_pipe" },
	};

	/* Only streams can seek to a record. */
	bool stream = opt->follow || opt->last;

	if (snprintf(path, PATH_MAX, "%s/perfattr/%s", opt->debugfs,
		     names[opt->json][stream]) >= PATH_MAX)
		die("the name of the debugfs folder is too long");
	return open(path, O_RDONLY | O_CLOEXEC | (stream ? O_NONBLOCK : 0));
}

static int open_view(const struct options *opt)
{
	char path[PATH_MAX];
	int fd = try_open_view(opt, path);

	if (fd < 0)
		die_view(opt->debugfs, path, errno, "");
	return fd;
}

/*
 * Reads what is available. Returns the bytes, 0 at the end of a view, -1 if there is nothing
 * now. A view whose module was unloaded counts as ended.
 */
static ssize_t read_some(int fd, char *buf, size_t size)
{
	ssize_t n;

	do {
		n = read(fd, buf, size);
	} while (n < 0 && errno == EINTR);
	if (n >= 0)
		return n;
	if (errno == EAGAIN)
		return -1;
	if (errno == EIO || errno == ENODEV)
		return 0;
	die("cannot read the view: %s", strerror(errno));
}

/* Waits on @in. Returns 0 on timeout. Exits if the reader of our output has closed it. */
static int wait_for(const struct options *opt, int in, short events, int timeout_ms)
{
	struct pollfd pfds[2] = {
		{ .fd = in, .events = events },
		{ .fd = opt->out },
	};
	int ready = poll(pfds, 2, timeout_ms);

	if (ready > 0 && (pfds[1].revents & (POLLERR | POLLHUP)))
		exit(0);
	return ready > 0 && pfds[0].revents;
}

/* Reading the number also requests POLLPRI for its next change. 0: the module was unloaded. */
static uint64_t next_record(int news)
{
	char buf[32];
	ssize_t n = pread(news, buf, sizeof(buf) - 1, 0);

	buf[n > 0 ? n : 0] = '\0';
	return strtoull(buf, NULL, 10);
}

/* Number of the next record of the stream; 0: this stream cannot seek. */
static uint64_t place(int in)
{
	off_t at = lseek(in, 0, SEEK_CUR);

	return at > 0 ? at : 0;
}

static void go_to(int in, uint64_t seq)
{
	if (lseek(in, seq, SEEK_SET) < 0)
		die("cannot go to record %ju of the stream: %s", (uintmax_t)seq, strerror(errno));
}

/*
 * Copies the rest of a partly copied record, if any, and returns the number of the
 * next one. The offset changes only when the first byte of the next record is read, so
 * this reads byte by byte, and then seeks back to the start of that record.
 */
static uint64_t finish_record(const struct options *opt, int in)
{
	static char buf[READ_SIZE];
	uint64_t next = place(in);
	size_t len = 0;

	while (read_some(in, buf + len, 1) > 0) {
		if (place(in) != next) {
			go_to(in, next);
			break;
		}
		if (++len == sizeof(buf)) {
			write_out(opt, buf, len);
			len = 0;
		}
	}
	write_out(opt, buf, len);
	return next;
}

/* Copies the records before number @end. Limits each read so that it cannot reach that record. */
static void copy_before(const struct options *opt, int in, uint64_t end)
{
	static char buf[READ_SIZE];
	uint64_t at;

	while ((at = place(in)) < end) {
		uint64_t left = end - at;
		ssize_t n = read_some(in, buf, left < READ_SIZE / RECORD_MIN ?
				      left * RECORD_MIN : READ_SIZE);

		if (n <= 0)
			break;
		write_out(opt, buf, n);
	}
	/* May be past @end if records were overwritten meanwhile; the stream has reported that. */
	finish_record(opt, in);
}

/* Seeks to the first of the last N records; returns the number after the last one. */
static uint64_t go_to_last(const struct options *opt, int news, int in)
{
	uint64_t oldest = place(in);
	uint64_t next = next_record(news);

	if (!next)
		die("cannot read " NEXT_FILE);
	if (opt->count < next && next - opt->count > oldest)
		go_to(in, next - opt->count);
	return next;
}

/* Waits for a record without pinning the module, and regularly tests whether probes fire. */
static void wait_for_next(const struct options *opt, int news)
{
	int fd;

	if (wait_for(opt, news, POLLPRI, FIRING_MS))
		return;
	/* The result does not matter: a change gives a record. */
	fd = open(FIRING_FILE, O_RDONLY | O_CLOEXEC);
	next_record(fd);
	close(fd);
}

/*
 * Waits for a record. An open stream pins the module, so if there is no record for a while, it is
 * closed until there is one. Returns the stream, at the same record; -1 if the
 * module was unloaded.
 */
static int wait_for_record(const struct options *opt, int news, int in)
{
	uint64_t at = place(in);
	char path[PATH_MAX];
	uint64_t next;

	/* Without the number, or if the stream cannot seek, keep it open. */
	if (wait_for(opt, in, POLLIN, news < 0 || !at ? -1 : IDLE_MS))
		return in;
	close(in);
	while ((next = next_record(news)) && next <= at)
		wait_for_next(opt, news);
	if (!next)
		return -1;
	in = try_open_view(opt, path);
	/* The open stream pins the module; check that it is still the same load. */
	if (!next_record(news))
		return -1;
	if (in < 0)
		die_view(opt->debugfs, path, errno, "");
	go_to(in, at);
	return in;
}

static void copy(const struct options *opt, int news, int in)
{
	static char buf[READ_SIZE];
	bool any = false;
	ssize_t n;

	while (in >= 0 && (n = read_some(in, buf, sizeof(buf)))) {
		any |= n > 0;
		if (n > 0)
			write_out(opt, buf, n);
		else
			in = wait_for_record(opt, news, in);
	}
	if (!any && !opt->follow)
		say_empty(opt->debugfs);
}

/* Seeks to the first record, and copies. */
static void run(const struct options *opt, int news, int in)
{
	uint64_t end;

	if (opt->last) {
		end = go_to_last(opt, news, in);
		if (!opt->follow) {
			if (opt->count && place(in) >= end)
				say_empty(opt->debugfs);
			copy_before(opt, in, end);
			return;
		}
	}
	copy(opt, news, in);
}

int main(int argc, char **argv)
{
	struct options opt = { .debugfs = DEBUGFS_DIR };
	int news, in;

	standard_files();
	parse_options(&opt, argc, argv);
	signal(SIGPIPE, SIG_IGN);
	/* Open it before the stream, so that it belongs to the same load of the module. */
	news = opt.follow || opt.last ? open(NEXT_FILE, O_RDONLY | O_CLOEXEC) : -1;
	in = open_view(&opt);
	open_output(&opt);
	run(&opt, news, in);
	if (opt.follow)
		fputs("perfattr-cat: the module was unloaded, there is nothing left to follow\n",
		      stderr);
	if (close(opt.out))
		die("cannot write to %s: %s", output_name(&opt), strerror(errno));
	return 0;
}
