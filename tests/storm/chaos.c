// SPDX-License-Identifier: GPL-2.0
/*
 * Readers of every view and writers of every setting, until SIGTERM: chaos DIR SEED [WORD]...
 *
 * DIR is the module's directory in debugfs. Each WORD is what to write at random: clear, or the
 * parameter records, filter, brief, enable, calls or stages. Prints what was done, and how many
 * lines that were read are incomplete.
 */
#include "rnd.h"
#include "threads.h"

#include <fcntl.h>
#include <poll.h>

#define PARAMETERS "/sys/module/perfattr_dump/parameters"

static const char *dir;
static uint64_t seed;
static atomic_ulong opens, bytes, lines, broken, writes, refused;

static const struct {
	const char *name;
	const char *folder;	/* NULL: DIR */
	int raw;
} views[] = {
	{ .name = "log" }, { .name = "log_pipe" }, { .name = "raw", .raw = 1 },
	{ .name = "raw_pipe", .raw = 1 }, { .name = "events" }, { .name = "events_raw", .raw = 1 },
	{ .name = "stats" }, { .name = "README" },
	{ .name = "enable", .folder = PARAMETERS }, { .name = "records", .folder = PARAMETERS },
	{ .name = "filter", .folder = PARAMETERS }, { .name = "brief", .folder = PARAMETERS },
};

#define VIEWS	(sizeof(views) / sizeof(views[0]))

struct reader {
	pthread_t thread;
	unsigned int view;
	uint64_t state;
	char buf[1 << 16];
	size_t len;
};

static void is_broken(const struct reader *r, const char *what)
{
	if (!atomic_fetch_add(&broken, 1))
		fprintf(stderr, "%s: %s\n", views[r->view].name, what);
}

/* Looks at the complete entries of raw records in the buffer. */
static void take_entries(struct reader *r)
{
	size_t at = 0, size;
	uint32_t word[4];

	while (r->len - at >= sizeof(word)) {
		memcpy(word, r->buf + at, sizeof(word));
		size = memcmp(word, "\211perfraw", 8) ? 8 + word[1] : word[3];
		if (size > 8192 || size % 8 || size < 8) {
			is_broken(r, "an entry of a size that none has");
			r->len = 0;
			return;
		}
		if (r->len - at < size)
			break;
		atomic_fetch_add(&lines, 1);
		at += size;
	}
	r->len -= at;
	memmove(r->buf, r->buf + at, r->len);
}

/* Looks at the complete lines in the buffer; what is left is the beginning of the next. */
static void take_lines(struct reader *r)
{
	char *line = r->buf, *end;

	while ((end = memchr(line, '\n', r->buf + r->len - line))) {
		size_t len = end - line;

		*end = '\0';
		atomic_fetch_add(&lines, 1);
		if (strlen(line) != len)
			is_broken(r, line);
		line = end + 1;
	}
	r->len = r->buf + r->len - line;
	memmove(r->buf, line, r->len);
	if (r->len == sizeof(r->buf))
		r->len = 0;
}

/* Reads a file for a while in pieces of random length, perhaps not to its end. */
static void read_some(struct reader *r, int fd)
{
	unsigned int i, n = 1 + rnd_below(&r->state, 200);
	struct pollfd pfd = { .fd = fd, .events = POLLIN };

	r->len = 0;
	for (i = 0; i < n && !storm_over; i++) {
		size_t want = 1 + rnd_below(&r->state, sizeof(r->buf) - r->len);
		ssize_t got = read(fd, r->buf + r->len, want);

		if (got < 0 && errno == EAGAIN) {
			poll(&pfd, 1, 20);
			continue;
		}
		if (got <= 0)
			return;
		atomic_fetch_add(&bytes, got);
		r->len += got;
		if (views[r->view].raw)
			take_entries(r);
		else
			take_lines(r);
	}
}

static int open_in(const char *folder, const char *name, int flags)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return open(path, flags | O_CLOEXEC);
}

static void *reader_run(void *arg)
{
	struct reader *r = arg;

	while (!storm_over) {
		int fd = open_in(views[r->view].folder ?: dir, views[r->view].name,
				 O_RDONLY | O_NONBLOCK);

		if (fd < 0)
			err(1, "%s", views[r->view].name);
		atomic_fetch_add(&opens, 1);
		read_some(r, fd);
		close(fd);
	}
	return NULL;
}

/* A filter that is understood, or is not. */
static void choose_filter(uint64_t *state, char *to, size_t room)
{
	static const char * const words[] = {
		"", "failed", "!pid=1", "!failed", "type=software", "!type=breakpoint",
		"comm=calls", "uid=0", "pid=1", "type=nonsense", "comm=", "!", "type=cpu_clock",
		"comm=\\001\\377",
	};
	unsigned int i, n = rnd_below(state, 3);

	*to = '\0';
	for (i = 0; i < n; i++)
		snprintf(to + strlen(to), room - strlen(to), "%s ",
			 words[rnd_below(state, sizeof(words) / sizeof(words[0]))]);
}

static void choose_value(uint64_t *state, const char *setting, char *to, size_t room)
{
	if (!strcmp(setting, "filter"))
		choose_filter(state, to, room);
	else if (!strcmp(setting, "records"))
		snprintf(to, room, "%u", 1 + rnd_below(state, 3000));
	else if (!strcmp(setting, "stages"))
		snprintf(to, room, "%u", rnd_below(state, 3));
	else
		snprintf(to, room, "%u", rnd_below(state, 2));
	strcat(to, "\n");
}

struct writer {
	pthread_t thread;
	unsigned int number;
	const char *setting;
};

static void *writer_run(void *arg)
{
	struct writer *w = arg;
	const char *folder = strcmp(w->setting, "clear") ? PARAMETERS : dir;
	uint64_t state = rnd_seed(seed, w->number);
	char text[256];

	while (!storm_over) {
		int fd = open_in(folder, w->setting, O_WRONLY);

		if (fd < 0)
			err(1, "%s", w->setting);
		choose_value(&state, w->setting, text, sizeof(text));
		if (write(fd, text, strlen(text)) < 0)
			atomic_fetch_add(&refused, 1);
		atomic_fetch_add(&writes, 1);
		close(fd);
		usleep(rnd_below(&state, 20000));
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct reader *readers = calloc(VIEWS, sizeof(*readers));
	struct writer *writers = calloc(argc, sizeof(*writers));
	int i, nwriters = argc - 3;

	if (argc < 3 || !readers || !writers)
		errx(2, "chaos DIR SEED [SETTING]...");
	dir = argv[1];
	seed = strtoull(argv[2], NULL, 0);
	storm_until_term();
	for (i = 0; i < nwriters; i++) {
		writers[i].number = i;
		writers[i].setting = argv[3 + i];
		thread_start(&writers[i].thread, writer_run, &writers[i]);
	}
	for (i = 0; i < (int)VIEWS; i++) {
		readers[i].view = i;
		readers[i].state = rnd_seed(seed, 100 + i);
		thread_start(&readers[i].thread, reader_run, &readers[i]);
	}
	for (i = 0; i < nwriters; i++)
		pthread_join(writers[i].thread, NULL);
	for (i = 0; i < (int)VIEWS; i++)
		pthread_join(readers[i].thread, NULL);
	printf("opens=%lu bytes=%lu lines=%lu broken=%lu writes=%lu refused=%lu\n", opens, bytes,
	       lines, broken, writes, refused);
	return broken ? 1 : 0;
}
