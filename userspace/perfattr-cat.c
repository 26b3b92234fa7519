// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-cat: copies one of the views of perfattr_dump.ko to standard output.
 *
 * The kernel finds records by number: the offset of a stream is the number of the next record.
 * This program chooses the view and the first record. It copies text as it is, and with -j makes
 * lines of JSON of raw records.
 */
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/die.h"
#include "raw/raw.h"

/* How often a follower tests whether probes fire. */
#define FIRING_MS	10000
/* How long a follower keeps an idle stream open. */
#define IDLE_MS		100
/* Fewer bytes than any record. */
#define RECORD_MIN	8

static const char usage[] =
	"Usage: perfattr-cat [-f] [-j] [-n N] [--debugfs DIR]\n"
	"Show the perf_event_open(2) calls that perfattr_dump.ko recorded.\n\n"
	"  -f, --follow        wait for further calls and show them\n"
	"  -j, --json          JSON Lines, one object per call, instead of text\n"
	"  -n, --last N        only the last N records; with -f: begin with these\n"
	"      --debugfs DIR   where debugfs is mounted (" DEBUGFS_DIR ")\n"
	"  -h, --help, -V, --version  this text; the version\n";

static bool following, json, last, copied;
static const char *debugfs = DEBUGFS_DIR;
static uint64_t count;			/* of -n */
static struct raw_lines raw;		/* with -j */
static int news;			/* the number of the next record */

static void parse_options(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "follow", no_argument, NULL, 'f' }, { "json", no_argument, NULL, 'j' },
		{ "last", required_argument, NULL, 'n' },
		{ "debugfs", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { 0 },
	};
	char *end;
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":fjn:hV", longs, NULL)) != -1) {
		following |= c == 'f';
		json |= c == 'j';
		last |= c == 'n';
		if (c == 'n') {
			count = strtoull(optarg, &end, 10);
			if (*end || *optarg < '0' || *optarg > '9')
				die("-n takes a number of records, not \"%s\"", optarg);
		} else if (c == 'd') {
			debugfs = optarg;
		} else if (c == 'h' || c == 'V') {
			fputs(c == 'h' ? usage : "perfattr-cat " PERFATTR_VERSION "\n", stdout);
			end_output();
		} else if (c == ':' || c == '?') {
			die_option(argv, c);
		}
	}
	if (optind < argc)
		die("unexpected argument \"%s\"", argv[optind]);
}

static void put(const void *buf, size_t n)
{
	copied = true;
	if (fwrite(buf, 1, n, stdout) == n)
		return;
	/* The reader has closed the pipe. */
	if (errno == EPIPE)
		exit(0);
	die("cannot write to standard output: %m");
}

/* Reading the number also requests POLLPRI for its next change. 0: the module was unloaded. */
static uint64_t number_of(int file)
{
	char buf[32] = "";

	return pread(file, buf, sizeof(buf) - 1, 0) > 0 ? strtoull(buf, NULL, 10) : 0;
}

/*
 * Opens the view; at record @seq, if that is not 0. Only streams can seek to a record. Returns -1
 * if the load of the module that had this record is gone.
 */
static int open_view(uint64_t seq)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/perfattr/%s%s", debugfs, json ? "raw" : "log",
		 following || last ? "_pipe" : "");
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (seq && !number_of(news))
		return -1;
	if (fd < 0)
		die_view(debugfs, path, errno, "");
	if (seq && lseek(fd, seq, SEEK_SET) < 0)
		die("cannot go to record %ju of the stream: %m", (uintmax_t)seq);
	return fd;
}

/* Waits for news of a file. Exits if the reader of standard output has closed it. */
static bool wait_for(int file, short events, int ms)
{
	struct pollfd fds[2] = { { .fd = file, .events = events }, { .fd = STDOUT_FILENO } };

	poll(fds, 2, ms);
	if (fds[1].revents & (POLLERR | POLLHUP))
		exit(0);
	return fds[0].revents;
}

/*
 * Copies the records before number @end. A read cannot reach that record: each has more than
 * RECORD_MIN bytes. The offset changes with the first byte of a record, so the rest of the last
 * one is read byte by byte. Returns false at the end of the view, also if the module is gone.
 */
static bool copy(int in, uint64_t end)
{
	static char buf[RAW_READ];

	for (;;) {
		uint64_t at = lseek(in, 0, SEEK_CUR), left = at < end ? end - at : 0;
		ssize_t n = read(in, buf, !left ? 1 : left < RAW_READ / RECORD_MIN ?
				 left * RECORD_MIN : RAW_READ);

		if (n < 0 && errno != EAGAIN && errno != EIO && errno != ENODEV)
			die("cannot read the view: %m");
		if (n <= 0 || (!left && (uint64_t)lseek(in, 0, SEEK_CUR) != at))
			return n < 0 && errno == EAGAIN;
		if (!json)
			put(buf, n);
		else if (raw_lines(&raw, buf, n, put))
			die("the view: %s", raw.in.fault);
	}
}

/*
 * Waits for a record. An open stream pins the module, so an idle one is closed until there is a
 * record. Returns the stream, at that record; -1 if the module was unloaded.
 */
static int wait_for_record(int in)
{
	uint64_t at = lseek(in, 0, SEEK_CUR), next;

	if (wait_for(in, POLLIN, IDLE_MS))
		return in;
	close(in);
	while ((next = number_of(news)) && next <= at) {
		if (wait_for(news, POLLPRI, FIRING_MS))
			continue;
		/* If the value that is read here changes, the stream gets a record. */
		in = open(SETTINGS_DIR "/firing", O_RDONLY | O_CLOEXEC);
		number_of(in);
		close(in);
	}
	return next ? open_view(at) : -1;
}

int main(int argc, char **argv)
{
	char said[256];
	uint64_t next;
	int in;

	standard_files();
	parse_options(argc, argv);
	/* A buffer would split each write() at a multiple of the size of a block. */
	setvbuf(stdout, NULL, _IONBF, 0);
	signal(SIGPIPE, SIG_IGN);
	/* Opened before the stream, so that both are of one load of the module. */
	news = open(SETTINGS_DIR "/next", O_RDONLY | O_CLOEXEC);
	next = number_of(news);
	in = open_view(0);
	if (last && count < next && next - count > (uint64_t)lseek(in, 0, SEEK_CUR))
		lseek(in, next - count, SEEK_SET);
	while (copy(in, last && !following ? next : UINT64_MAX) && following &&
	       (in = wait_for_record(in)) >= 0)
		;
	if (raw_told(&raw.in, said, sizeof(said)))
		warn("%s", said);
	if (following)
		warn("the module was unloaded, there is nothing left to follow");
	else if (!copied && (!last || count))
		say_empty();
	return 0;
}
