// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr-cat: copies one of the views of perfattr_dump.ko to standard output.
 *
 * The kernel finds records by number: the offset of a stream is the number of the next record.
 * This program chooses the view and the first record. It copies text as it is, and with -j makes
 * lines of JSON of raw records.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/die.h"
#include "json/json.h"
#include "json/writer.h"
#include "raw/raw.h"

#define READ_SIZE	65536
/* How often a follower tests whether probes fire. */
#define FIRING_MS	10000
/* How long a follower keeps an idle stream open. */
#define IDLE_MS		100
/* Fewer bytes than any rendered record. */
#define RECORD_MIN	8

static const char usage[] =
	"Usage: perfattr-cat [-f] [-j] [-n N] [--debugfs DIR]\n"
	"       perfattr-cat -i FILE\n"
	"Show the perf_event_open(2) calls that perfattr_dump.ko recorded.\n\n"
	"  -f, --follow        wait for further calls and show them\n"
	"  -j, --json          JSON Lines, one object per call, instead of text\n"
	"  -n, --last N        only the last N records; with -f: begin with these\n"
	"  -i, --input FILE    JSON Lines of a file of raw records; -: standard input\n"
	"      --debugfs DIR   where debugfs is mounted (" DEBUGFS_DIR ")\n"
	"  -h, --help, -V, --version  this text; the version\n";

static bool following, json, last, copied;
static uint64_t count;			/* of -n */
static const char *debugfs = DEBUGFS_DIR;
static const char *input;		/* NULL: the view */
static int news;			/* the number of the next record */

static void parse_options(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "follow", no_argument, NULL, 'f' }, { "json", no_argument, NULL, 'j' },
		{ "last", required_argument, NULL, 'n' },
		{ "input", required_argument, NULL, 'i' },
		{ "debugfs", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { 0 },
	};
	char *end;
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, ":fi:jn:hV", longs, NULL)) != -1) {
		if (c == 'f') {
			following = true;
		} else if (c == 'j') {
			json = true;
		} else if (c == 'n') {
			last = true;
			count = strtoull(optarg, &end, 10);
			if (*end || *optarg < '0' || *optarg > '9')
				die("-n takes a number of records, not \"%s\"", optarg);
		} else if (c == 'i') {
			input = optarg;
		} else if (c == 'd') {
			debugfs = optarg;
		} else if (c == 'h' || c == 'V') {
			fputs(c == 'h' ? usage : "perfattr-cat " PERFATTR_VERSION "\n", stdout);
			end_output();
		} else if (optopt == 'o') {
			die("unknown option -o: perfattr-cat > FILE");
		} else {
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
	static char buf[READ_SIZE];

	for (;;) {
		uint64_t at = lseek(in, 0, SEEK_CUR), left = at < end ? end - at : 0;
		ssize_t n = read(in, buf, !left ? 1 : left < READ_SIZE / RECORD_MIN ?
				 left * RECORD_MIN : READ_SIZE);

		if (n < 0 && errno != EAGAIN && errno != EIO && errno != ENODEV)
			die("cannot read the view: %m");
		if (n <= 0 || (!left && (uint64_t)lseek(in, 0, SEEK_CUR) != at))
			return n < 0 && errno == EAGAIN;
		put(buf, n);
	}
}

/* --- raw records as JSON --- */

/* The stream, and what it has said of the machine. */
static struct raw_in raw;
static size_t left;			/* bytes that were read of an entry */
static struct pa_kernel kernel;
static struct pa_pmu_name pmus[PA_PMUS];
static struct pa_event_init inits[2];	/* the second one is of the last PMU */
static u8 gone[PA_PMUS];
static struct pa_env machine = {
	.kernel = &kernel, .pmus = pmus, .npmus = PA_PMUS, .pmu_gone = gone, .inits = inits,
	.ninits = ARRAY_SIZE(inits),
};

static void put_pmu(struct out *s, const struct raw_entry *e)
{
	struct pa_raw_pmu pmu;

	if (!raw_pmu(&pmu, e))
		return;
	raw_pmu_name(&pmus[pmu.id], &pmu);
	pmus[pmu.id].init = pmu.symbol[0] != '\0';
	memcpy(inits[1].symbol, pmu.symbol, sizeof(pmu.symbol));
	memcpy(inits[1].module, pmu.module, sizeof(pmu.module));
	gone[pmu.id] = pmu.gone;
	pa_json_pmu(s, &machine, pmu.id);
}

/* Returns false if the call is not before number @end. */
static bool put_call(struct out *s, const struct raw_entry *e, uint64_t end)
{
	static struct pa_raw_call call;
	static struct pa_env env;

	if (!raw_call(&call, e)) {
		raw.unknown++;
		return true;
	}
	env = machine;
	raw_unhide(&call.r, &call.hidden, &env, &raw);
	raw_attr_unhide(&call.r, &call.hidden, &env);
	pa_json_record(s, &call.r, &env, NULL);
	return call.r.seq < end;
}

static void put_event(struct out *s, const struct raw_entry *e)
{
	static struct raw_event event;

	if (raw_event(&event, e, &machine))
		pa_json_event(s, &event.view);
}

static bool put_entry(const struct raw_entry *e, uint64_t end)
{
	static char line[PA_JSON_MAX];
	struct pa_raw_firing firing;
	struct pa_raw_lost lost;
	struct out s;

	out_init(&s, line, sizeof(line));
	switch (e->kind) {
	case PA_RAW_CALL:
		if (!put_call(&s, e, end))
			return false;
		break;
	case PA_RAW_LOST:
		raw_read(&lost, sizeof(lost), e);
		pa_json_lost(&s, lost.lost);
		break;
	case PA_RAW_FIRING:
		raw_read(&firing, sizeof(firing), e);
		pa_json_firing(&s, &firing);
		break;
	case PA_RAW_PMU:
		put_pmu(&s, e);
		break;
	case PA_RAW_EVENT:
		put_event(&s, e);
		break;
	case PA_RAW_MORE:
		out_lit(&s, "{\"more\":true}\n");
		break;
	case 0:
		memset(pmus, 0, sizeof(pmus));
		raw_head(&kernel, &machine.followed, e);
		pa_json_env(&s, &machine);
	}
	if (s.len)
		put(line, out_used(&s));
	return true;
}

/* Writes the whole entries of what was read. Returns false at record number @end. */
static bool put_entries(char *bytes, size_t *len, uint64_t end)
{
	enum raw_got got = RAW_ENTRY;
	size_t done = 0, used;
	struct raw_entry e;
	bool more = true;

	while (more && got >= RAW_HEAD) {
		got = raw_next(&raw, bytes + done, *len - done, &e, &used);
		done += used;
		more = got < RAW_HEAD || put_entry(&e, end);
	}
	if (got == RAW_FAULT)
		die("%s: %s", input ? input : "the view", raw.fault);
	*len -= done;
	memmove(bytes, bytes + done, *len);
	return more;
}

/* As copy(), but makes lines of JSON. */
static bool copy_json(int in, uint64_t end)
{
	static char bytes[READ_SIZE + RAW_ENTRY_MOST];
	ssize_t n;

	left = 0;

	for (;;) {
		n = read(in, bytes + left, READ_SIZE);
		if (n < 0 && errno != EAGAIN && errno != EIO && errno != ENODEV)
			die("cannot read the view: %m");
		if (n <= 0)
			return n < 0 && errno == EAGAIN;
		left += n;
		if (!put_entries(bytes, &left, end))
			return false;
	}
}

static void say_unknown(void)
{
	char said[256];

	if (raw_told(&raw, said, sizeof(said)))
		warn("%s", said);
}

/* Writes a file of raw records. */
static void convert(void)
{
	int in = strcmp(input, "-") ? open(input, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;

	if (in < 0)
		die("cannot open %s: %m", input);
	copy_json(in, UINT64_MAX);
	if (!raw.begun)
		die("%s has no raw records", input);
	if (left)
		warn("%s ends within an entry: the rest of it is missing", input);
	say_unknown();
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
	uint64_t next;
	int in;

	standard_files();
	parse_options(argc, argv);
	/* A buffer would split each write() at a multiple of the size of a block. */
	setvbuf(stdout, NULL, _IONBF, 0);
	signal(SIGPIPE, SIG_IGN);
	if (input) {
		convert();
		return 0;
	}
	/* Opened before the stream, so that both are of one load of the module. */
	news = open(SETTINGS_DIR "/next", O_RDONLY | O_CLOEXEC);
	next = number_of(news);
	in = open_view(0);
	if (last && count < next && next - count > (uint64_t)lseek(in, 0, SEEK_CUR))
		lseek(in, next - count, SEEK_SET);
	while ((json ? copy_json : copy)(in, last && !following ? next : UINT64_MAX) && following &&
	       (in = wait_for_record(in)) >= 0)
		;
	say_unknown();
	if (following)
		warn("the module was unloaded, there is nothing left to follow");
	else if (!copied && (!last || count))
		say_empty();
	return 0;
}
