// SPDX-License-Identifier: GPL-2.0
/*
 * Reads log_pipe while storm.c makes its calls, and checks every record:
 *
 *	watch PIPE [DELAY_US]
 *
 * Ends after SIGTERM, when nothing is left to read. Prints how many records it read, how
 * many were reported lost, how many were torn, out of order, or seen twice.
 * DELAY_US makes it a slow reader: it sleeps as long after each read.
 */
#include "tag.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

#define BANNER	"================perf_event_open() DUMP==================="
#define NUMBERS	4194304U

static volatile sig_atomic_t done;
static unsigned char seen[NUMBERS / 8];
static unsigned long long records, lost, torn, disordered, twice, last_seq;

static void on_term(int sig)
{
	(void)sig;
	done = 1;
}

/* The number behind a label in a record; a wrong one is told by its value. */
static unsigned long long value(const char *rec, const char *label)
{
	const char *at = strstr(rec, label);

	return at ? strtoull(at + strlen(label), NULL, 0) : ~0ULL;
}

/* A field of the attr; brief=1 leaves out those that are zero. */
static unsigned long long field(const char *rec, const char *label)
{
	return strstr(rec, label) ? value(rec, label) : 0;
}

static int refused_matches(const char *rec, const struct tagged *t)
{
	const char *ret = strstr(rec, "int fd = ");

	return ret && !strncmp(ret, "int fd = -1 /* EINVAL", 21) &&
	       value(rec, "pid_t pid = ") == (unsigned int)t->pid &&
	       value(rec, "int cpu = ") == (unsigned int)t->cpu &&
	       value(rec, "int group_fd = ") == (unsigned int)t->group_fd &&
	       value(rec, "unsigned long flags = ") == t->flags;
}

static int matches(const char *rec, uint32_t number)
{
	struct tagged t;

	tag_call(&t, number);
	if (field(rec, ".config1 = ") != t.attr.config1 ||
	    field(rec, ".config2 = ") != t.attr.config2 ||
	    field(rec, ".sample_stack_user = ") != t.attr.sample_stack_user ||
	    field(rec, ".aux_watermark = ") != t.attr.aux_watermark ||
	    field(rec, ".sig_data = ") != t.attr.sig_data || !strstr(rec, " s, storm["))
		return 0;
	if (number % 4)
		return refused_matches(rec, &t);
	return value(rec, "int fd = ") < 1024;
}

static void check(const char *rec)
{
	unsigned long long number = value(rec, ".sample_period = ");
	unsigned long long seq = value(rec, "\n    #");

	records++;
	if (seq != last_seq + 1 && !disordered++)
		fprintf(stderr, "record %llu after %llu\n", seq, last_seq);
	last_seq = seq;
	if (number >= NUMBERS || !matches(rec, number)) {
		if (!torn++)
			fprintf(stderr, "torn:\n%s\n", rec);
		return;
	}
	twice += seen[number / 8] >> number % 8 & 1;
	seen[number / 8] |= 1 << number % 8;
}

/* One line that says how many, or one record. */
static void take(const char *what)
{
	unsigned long long n;

	if (sscanf(what, "/* %llu records lost */", &n) == 1) {
		lost += n;
		last_seq += n;
	} else if (strncmp(what, "/* why", 6)) {
		check(what);
	}
}

/* Cuts complete records off the buffer; with @flush the last one is complete too. */
static size_t cut(char *buf, size_t len, int flush)
{
	char *p = buf, *end;

	buf[len] = '\0';
	while (*p) {
		end = *p == '/' ? strchr(p, '\n') : strstr(p + 1, "\n" BANNER);
		if (*p != '/') {
			char *gone = strstr(p + 1, "\n/* ");

			if (gone && (!end || gone < end))
				end = gone;
		}
		if (!end && !flush)
			break;
		if (end)
			*end = '\0';
		take(p);
		if (!end)
			return 0;
		p = end + 1;
	}
	memmove(buf, p, buf + len - p);
	return buf + len - p;
}

int main(int argc, char **argv)
{
	static char buf[1 << 18];
	struct pollfd pfd = { .events = POLLIN };
	useconds_t delay = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
	size_t len = 0;
	ssize_t n;

	if (argc < 2)
		errx(2, "watch PIPE [DELAY_US]");
	pfd.fd = open(argv[1], O_RDONLY | O_NONBLOCK);
	if (pfd.fd < 0)
		err(1, "%s", argv[1]);
	signal(SIGTERM, on_term);
	for (;;) {
		n = read(pfd.fd, buf + len, sizeof(buf) / 2);
		if (n > 0) {
			len = cut(buf, len + n, 0);
			usleep(delay);
		} else if (n < 0 && errno == EAGAIN) {
			len = cut(buf, len, 1);
			if (done)
				break;
			poll(&pfd, 1, 50);
		} else if (n == 0 || errno != EINTR) {
			errx(1, "read: %zd, %s", n, strerror(errno));
		}
	}
	printf("records=%llu lost=%llu torn=%llu disordered=%llu twice=%llu\n", records, lost, torn,
	       disordered, twice);
	return 0;
}
