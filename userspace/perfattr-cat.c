// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-cat: copies one of the views of perfattr_dump.ko out.
 *
 * The kernel renders; this program only chooses the file, finds the beginning of the last N
 * records when asked to, and turns errors into sentences that say what to do.
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
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/magic.h>

#ifndef PERFATTR_VERSION
#error "PERFATTR_VERSION comes from the Makefile"
#endif

#define DEBUGFS_DIR	"/sys/kernel/debug"
#define BANNER		"================perf_event_open() DUMP===================\n"
#define LOST_JSON	"{\"lost\":"
#define READ_SIZE	65536
/* Number of the next record; polling it does not keep the module. */
#define NEXT_FILE	"/sys/module/perfattr_dump/parameters/next"
/* Reading it measures whether probes fire; a change is a record. */
#define FIRING_FILE	"/sys/module/perfattr_dump/parameters/firing"
#define FIRING_MS	10000
/* How long a follower holds a stream open that has nothing for it. */
#define IDLE_MS		100

struct options {
	bool follow;
	bool json;
	bool last;		/* -n was given */
	uint64_t count;
	const char *output;	/* NULL: standard output */
	const char *debugfs;
};

/*
 * The last records of what was read so far: their text without gaps in @buf, which begins at
 * @start. @starts is a circular list of where each one begins, as an offset into all that was
 * ever read; @base is that offset of buf[start].
 */
struct tail {
	char *buf;
	size_t start;
	size_t len;
	size_t room;
	uint64_t base;
	uint64_t *starts;
	size_t starts_room;
	size_t first;
	size_t held;
	uint64_t seen;		/* records in all */
	uint64_t line;		/* where the unfinished last line begins */
};

/* One sentence, and out: there is nothing to unwind that the exit does not. */
static void __attribute__((format(printf, 1, 2), noreturn)) die(const char *fmt, ...)
{
	va_list ap;

	fputs("perfattr-cat: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static void *must_realloc(void *old, size_t size)
{
	void *p = realloc(old, size);

	if (!p)
		die("out of memory: ask for fewer records with -n");
	return p;
}

static void usage(FILE *out)
{
	fputs("Usage: perfattr-cat [-f] [-j] [-n N] [-o FILE] [--debugfs DIR]\n"
	      "Show the perf_event_open(2) calls that perfattr_dump.ko recorded.\n"
	      "\n"
	      "  -f, --follow        go on: wait for further calls and show them\n"
	      "  -j, --json          JSON Lines, one object a call, instead of text\n"
	      "  -n, --last N        only the last N records; with -f: begin with them\n"
	      "  -o, --output FILE   write to FILE (mode 0600 when new), not to standard output\n"
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

	while ((c = getopt_long(argc, argv, "fjn:o:hV", longs, NULL)) != -1) {
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
			opt->output = optarg;
			break;
		case 'd':
			opt->debugfs = optarg;
			break;
		case 'h':
			usage(stdout);
			exit(fflush(stdout) ? 1 : 0);
		case 'V':
			puts("perfattr-cat " PERFATTR_VERSION);
			exit(fflush(stdout) ? 1 : 0);
		default:
			exit(1);	/* getopt_long() has said why */
		}
	}
	if (optind < argc)
		die("it takes no arguments beside options, and \"%s\" is one", argv[optind]);
}

/* Why a view could not be opened, and what to do about it. */
static void __attribute__((noreturn)) die_open(const struct options *opt, const char *path,
					       int err)
{
	struct statfs fs;

	if (err == EACCES)
		die("no permission to read %s: run it as root (sudo perfattr-cat)", path);
	if (err == EPERM)
		die("the kernel is locked down and does not let %s be read: it needs lockdown none or integrity",
		    path);
	if (err != ENOENT && err != ENOTDIR)
		die("cannot open %s: %s", path, strerror(err));
	if (statfs(opt->debugfs, &fs))
		die("there is no folder %s: name the place where debugfs is mounted with --debugfs",
		    opt->debugfs);
	if (fs.f_type != DEBUGFS_MAGIC)
		die("debugfs is not mounted on %s: mount -t debugfs none %s", opt->debugfs,
		    opt->debugfs);
	die("the module is not loaded: modprobe perfattr_dump, or insmod perfattr_dump.ko where it was built");
}

static void view_path(char path[PATH_MAX], const struct options *opt, const char *name)
{
	if (snprintf(path, PATH_MAX, "%s/perfattr/%s", opt->debugfs, name) >= PATH_MAX)
		die("the name of the debugfs folder is too long");
}

/* Returns -1 with errno when it cannot be opened. */
static int try_open_view(const struct options *opt, char path[PATH_MAX])
{
	static const char * const names[2][2] = {
		{ "log", "log_pipe" },
		{ "json", "json_pipe" },
	};

	view_path(path, opt, names[opt->json][opt->follow]);
	return open(path, O_RDONLY | O_CLOEXEC | (opt->follow ? O_NONBLOCK : 0));
}

static int open_view(const struct options *opt)
{
	char path[PATH_MAX];
	int fd = try_open_view(opt, path);

	if (fd < 0)
		die_open(opt, path, errno);
	return fd;
}

/* Opened after the view: a module that is not there must not cost anybody a file. */
static int open_output(const struct options *opt)
{
	int fd;

	if (!opt->output)
		return STDOUT_FILENO;
	fd = open(opt->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		die("cannot write to %s: %s", opt->output, strerror(errno));
	return fd;
}

static const char *output_name(const struct options *opt)
{
	return opt->output ? opt->output : "standard output";
}

static void write_all(const struct options *opt, int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t done = write(fd, p, n);

		if (done >= 0) {
			p += done;
			n -= done;
		} else if (errno == EPIPE) {
			exit(0);	/* whoever read it has had enough */
		} else if (errno == EAGAIN) {
			struct pollfd pfd = { .fd = fd, .events = POLLOUT };

			poll(&pfd, 1, -1);
		} else if (errno != EINTR) {
			die("cannot write to %s: %s", output_name(opt), strerror(errno));
		}
	}
}

/*
 * Reads what there is. Returns the bytes, 0 at the end of a view, -1 when nothing is there
 * now. A view that vanished with its module counts as ended.
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

/* Waits on @in. Leaves when the reader of our output went away meanwhile. */
static int wait_for(int in, short events, int out, int timeout_ms)
{
	struct pollfd pfds[2] = {
		{ .fd = in, .events = events },
		{ .fd = out },
	};
	int ready = poll(pfds, 2, timeout_ms);

	if (ready > 0 && (pfds[1].revents & POLLERR))
		exit(0);
	return ready;
}

/* Reading the number also asks for POLLPRI when it moves. 0: the module has gone. */
static uint64_t next_record(int news)
{
	char buf[32];
	ssize_t n = pread(news, buf, sizeof(buf) - 1, 0);

	buf[n > 0 ? n : 0] = '\0';
	return strtoull(buf, NULL, 10);
}

/* Waits for the next record without keeping the module, and looks now and then for blindness. */
static void wait_for_next(int news, int out)
{
	int fd;

	if (wait_for(news, POLLPRI, out, FIRING_MS))
		return;
	/* What it answers is of no interest. */
	fd = open(FIRING_FILE, O_RDONLY | O_CLOEXEC);
	next_record(fd);
	close(fd);
}

/*
 * Waits for a record. An open stream keeps the module, so when nothing comes for a while it is
 * closed until something does. Returns the stream, at the record where it was; -1 when the
 * module has gone.
 */
static int wait_for_record(const struct options *opt, int news, int in, int out)
{
	off_t cursor = lseek(in, 0, SEEK_CUR);
	char path[PATH_MAX];
	uint64_t next;

	/* Without the number, or a place in the stream to come back to, it stays open. */
	if (wait_for(in, POLLIN, out, news < 0 || cursor <= 0 ? -1 : IDLE_MS))
		return in;
	close(in);
	while ((next = next_record(news)) && next <= (uint64_t)cursor)
		wait_for_next(news, out);
	if (!next)
		return -1;
	in = try_open_view(opt, path);
	/* It must be the module of before, which cannot go any more. */
	if (!next_record(news))
		return -1;
	if (in < 0)
		die_open(opt, path, errno);
	if (lseek(in, cursor, SEEK_SET) < 0)
		die("cannot go on in %s: %s", path, strerror(errno));
	return in;
}

/* --- the last N records --- */

/* Forgets the text before @keep. */
static void tail_drop(struct tail *t, uint64_t keep)
{
	t->start += keep - t->base;
	t->len -= keep - t->base;
	t->base = keep;
}

static void tail_add_start(struct tail *t, uint64_t at, uint64_t limit)
{
	t->seen++;
	if (t->held == limit) {
		t->first = (t->first + 1) % t->starts_room;
		t->held--;
	} else if (t->held == t->starts_room) {
		/* It never wrapped: first moves only when the limit is reached. */
		t->starts_room = t->starts_room * 2 + 16;
		t->starts = must_realloc(t->starts, t->starts_room * sizeof(*t->starts));
	}
	t->starts[(t->first + t->held) % t->starts_room] = at;
	t->held++;
	tail_drop(t, t->starts[t->first]);
}

/* Text: the banner begins a record. JSON: every line is one, but for the count of lost ones. */
static bool begins_record(const struct options *opt, const char *line, size_t len)
{
	if (opt->json)
		return len < strlen(LOST_JSON) || memcmp(line, LOST_JSON, strlen(LOST_JSON));
	return len == strlen(BANNER) && !memcmp(line, BANNER, len);
}

/* Room for READ_SIZE more bytes behind what is held. */
static char *tail_room(struct tail *t)
{
	if (t->start > t->len) {
		memmove(t->buf, t->buf + t->start, t->len);
		t->start = 0;
	}
	if (t->start + t->len + READ_SIZE > t->room) {
		t->room = (t->start + t->len + READ_SIZE) * 2;
		t->buf = must_realloc(t->buf, t->room);
	}
	return t->buf + t->start + t->len;
}

/* Takes in n bytes that were put where tail_room() said. */
static void tail_take(struct tail *t, const struct options *opt, size_t n)
{
	t->len += n;
	for (;;) {
		size_t off = t->line - t->base;
		char *line = t->buf + t->start + off;
		char *end = memchr(line, '\n', t->len - off);

		if (!end)
			return;
		if (begins_record(opt, line, end + 1 - line))
			tail_add_start(t, t->line, opt->count ? opt->count : 1);
		t->line += end + 1 - line;
		if (!t->held)
			tail_drop(t, t->line);
	}
}

/*
 * How many records a stream holds now. Without a bound -f -n would never come to follow
 * while calls pour in faster than they are read.
 */
static uint64_t records_held(const struct options *opt)
{
	unsigned long long held = UINT64_MAX;
	char path[PATH_MAX];
	char line[256];
	FILE *stats;

	view_path(path, opt, "stats");
	stats = fopen(path, "re");
	if (!stats)
		return UINT64_MAX;
	while (fgets(line, sizeof(line), stats))
		if (sscanf(line, "held %llu", &held) == 1)
			break;
	fclose(stats);
	return held;
}

/* Copies the last records of what is there now. Returns false when the view has ended. */
static bool copy_tail(const struct options *opt, int in, int out)
{
	uint64_t bound = opt->follow ? records_held(opt) : UINT64_MAX;
	struct tail t = { 0 };
	ssize_t n;

	do {
		n = read_some(in, tail_room(&t), READ_SIZE);
		if (n > 0)
			tail_take(&t, opt, n);
	} while (n > 0 && t.seen <= bound);
	/* -n 0: one is held all the same, which is new if the stream did not run dry before it. */
	if (opt->count || n > 0)
		write_all(opt, out, t.buf + t.start, t.len);
	free(t.buf);
	free(t.starts);
	return n;
}

static void copy(const struct options *opt, int news, int in, int out)
{
	static char buf[READ_SIZE];
	ssize_t n;

	while (in >= 0 && (n = read_some(in, buf, sizeof(buf)))) {
		if (n > 0)
			write_all(opt, out, buf, n);
		else
			in = wait_for_record(opt, news, in, out);
	}
}

int main(int argc, char **argv)
{
	struct options opt = { .debugfs = DEBUGFS_DIR };
	int news, in, out;

	parse_options(&opt, argc, argv);
	signal(SIGPIPE, SIG_IGN);
	/* Before the stream: when it tells that the module has gone, it is that stream's. */
	news = opt.follow ? open(NEXT_FILE, O_RDONLY | O_CLOEXEC) : -1;
	in = open_view(&opt);
	out = open_output(&opt);
	if (!opt.last || copy_tail(&opt, in, out))
		copy(&opt, news, in, out);
	if (opt.follow)
		fputs("perfattr-cat: the module was unloaded, there is nothing left to follow\n",
		      stderr);
	if (close(out))
		die("cannot write to %s: %s", output_name(&opt), strerror(errno));
	return 0;
}
