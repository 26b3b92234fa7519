// SPDX-License-Identifier: GPL-2.0
/* Reads records line by line: from a view of the module, a saved file, or standard input. */
#include <fcntl.h>
#include <poll.h>

#include "capture/capture.h"

#define READ_SIZE	65536
/* Far longer than any record: longer lines are rejected, so that they cannot take all memory. */
#define LINE_MAX_BYTES	(4 << 20)
/* At most 20 bad lines are reported; further ones are counted. */
#define BAD_SHOWN	20

static void view_source(struct source *src, const struct options *opt, const char *view)
{
	memset(src, 0, sizeof(*src));
	src->opt = opt;
	src->name = view;
	src->stream = strcmp(view, "raw") != 0;
}

/**
 * source_try() - read a view of the module, if it can be opened
 * @src:  the source
 * @opt:  options
 * @view: as below
 */
bool source_try(struct source *src, const struct options *opt, const char *view)
{
	view_source(src, opt, view);
	src->fd = view_try(opt, view, O_NONBLOCK);
	return src->fd >= 0;
}

/**
 * source_view() - read a view of the module
 * @src:  the source
 * @opt:  options
 * @view: "raw", or a stream such as "raw_pipe", which waits for new records
 */
void source_view(struct source *src, const struct options *opt, const char *view)
{
	view_source(src, opt, view);
	if (opt->bpf) {
		src->name = "what perfattr-bpf writes";
		src->fd = bpf_stream();
		return;
	}
	src->fd = view_open(opt, view, src->stream ? O_NONBLOCK : 0);
}

/**
 * source_name() - the origin of the records, for messages
 * @opt: options
 */
const char *source_name(const struct options *opt)
{
	if (!opt->input)
		return opt->follow ? "raw_pipe" : "raw";
	return strcmp(opt->input, "-") ? opt->input : "standard input";
}

/**
 * filter_chooses() - return true if there may be records that these options leave out
 * @f: options
 */
bool filter_chooses(const struct filter *f)
{
	return f->by_pid || f->comm || f->event || f->errnos || f->failed;
}

/**
 * source_open() - open the input that the options select
 * @src: the source
 * @opt: options
 */
void source_open(struct source *src, const struct options *opt)
{
	if (!opt->input) {
		source_view(src, opt, source_name(opt));
		return;
	}
	memset(src, 0, sizeof(*src));
	src->opt = opt;
	src->name = source_name(opt);
	src->fd = strcmp(opt->input, "-") ? open(opt->input, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (src->fd < 0)
		die("cannot open %s: %s", opt->input, strerror(errno));
	if (opt->text)
		pasted_source(src);
}

/* Exits with an error if lines of a file were read, and none is of a recording. */
static void foreign_end(struct source *src)
{
	if (!src->bad || src->ours || src->stream)
		return;
	src->held.s[strcspn(src->held.s, "\n")] = '\0';
	die("%s is not a recording: %s; a recording is made by perfattr -j -o FILE", src->name,
	    src->held.s);
}

/**
 * source_close() - close the input
 * @src: the source
 */
void source_close(struct source *src)
{
	if (src->raw)
		raw_end(src);
	else if (src->ended)
		foreign_end(src);
	text_free(&src->held);
	if (src->bad > BAD_SHOWN)
		warn("%s: %lu more lines are not records", src->name, src->bad - BAD_SHOWN);
	if (src->fd != STDIN_FILENO)
		close(src->fd);
	free(src->buf);
	src->buf = NULL;
	queue_free(&src->queue);
}

/* Returns false on timeout. */
static bool wait_for_input(const struct source *src, int wait_ms)
{
	struct pollfd pfd = { .fd = src->fd, .events = POLLIN };

	if (wait_ms < 0 && !src->stream)
		return true;
	return poll(&pfd, 1, wait_ms) > 0;
}

/* A file or pipe is read to its end; standard input may be a non-blocking one. */
static bool may_try_again(const struct source *src)
{
	struct pollfd pfd = { .fd = src->fd, .events = POLLIN };

	if (src->stream)
		return false;
	return errno == EINTR || (errno == EAGAIN && poll(&pfd, 1, -1) >= 0);
}

/* Gets more into the buffer. Returns false at the end, or if there is nothing now. */
static bool source_fill(struct source *src, int wait_ms)
{
	ssize_t n;

	if (src->start) {
		memmove(src->buf, src->buf + src->start, src->len);
		src->start = 0;
	}
	if (src->more)
		return src->more(src, wait_ms);
	if (src->len + READ_SIZE > src->room) {
		src->room = (src->len + READ_SIZE) * 2;
		src->buf = must(realloc(src->buf, src->room));
	}
	do {
		n = read(src->fd, src->buf + src->len, READ_SIZE);
	} while (n < 0 && may_try_again(src));
	if (n > 0) {
		src->len += n;
		/* No text begins as raw records do. */
		if (!src->line && src->len == (size_t)n)
			src->raw = *src->buf == PA_RAW_MAGIC[0];
		return true;
	}
	if (!n)
		src->ended = true;
	else if (errno != EAGAIN && errno != EINTR)
		die("cannot read %s after line %lu: %s", src->name, src->line, strerror(errno));
	return false;
}

/**
 * source_refuse() - say that a line is not used
 * @src:  the source, which has got it last
 * @what: why; safe to print
 *
 * The message is held back until a line of a recording was read: the file may not be one.
 */
void source_refuse(struct source *src, const char *what)
{
	src->bad++;
	if (src->bad > BAD_SHOWN)
		return;
	if (src->ours)
		warn("%s: line %lu: %s", src->name, src->line, what);
	else
		text_printf(&src->held, "line %lu: %s\n", src->line, what);
}

/* The file is a recording, so report the faults of the lines before. */
static void is_ours(struct source *src)
{
	char *line, *rest = src->held.s;

	src->ours = true;
	while ((line = strsep(&rest, "\n")) && *line)
		warn("%s: %s", src->name, line);
	text_free(&src->held);
}

/* Gets a line without its newline. Returns false if there is no complete line. */
static bool source_line(struct source *src, const char **line, size_t *len)
{
	char *from = src->buf + src->start;
	char *end = src->len ? memchr(from, '\n', src->len) : NULL;

	if (end) {
		*len = end - from;
		src->start += *len + 1;
		src->len -= *len + 1;
	} else if (src->ended && src->len) {
		*len = src->len;
		src->len = 0;
	} else {
		return false;
	}
	*line = from;
	/* drop_long_line() has already counted a line that is too long. */
	src->line += !src->long_line;
	return true;
}

/*
 * Reports a line that is too long, at once, as it may have no end, and skips to its end. A file
 * that begins with such a line is read no further.
 */
static void drop_long_line(struct source *src)
{
	if (src->len < LINE_MAX_BYTES)
		return;
	src->len = 0;
	if (src->long_line)
		return;
	src->long_line = true;
	src->line++;
	source_refuse(src, "it is longer than any record");
	if (!src->ours && !src->stream)
		src->ended = true;
}

/* Takes a line of a stream about itself. Returns false for any other line. */
static bool take_notice(struct source *src, const cJSON *line)
{
	uint64_t lost, firing, seq;

	if (get_u64(line, "lost", &lost) && lost)
		source_lost(src, lost);
	else if (get_u64(line, "firing", &firing) && get_u64(line, "seq", &seq))
		source_firing(src, firing, seq);
	else
		return false;
	return true;
}

/* NEXT_IDLE: the line is not a record, which was reported. */
static enum next line_to_record(struct source *src, struct record *r, const char *line, size_t len)
{
	struct text what = { 0 };
	enum record_kind kind;
	bool notice;

	if (src->long_line) {
		src->long_line = false;
		return NEXT_IDLE;
	}
	if (!len || (len == 1 && *line == '\r'))
		return NEXT_IDLE;
	kind = record_load(r, line, len, &what);
	/* Such a line has no version. */
	notice = kind != RECORD_CALL && take_notice(src, r->json);
	if (!src->ours && (notice || kind != RECORD_BAD || json_get(r->json, "v")))
		is_ours(src);
	if (kind == RECORD_BAD && !notice)
		source_refuse(src, text_str(&what));
	text_free(&what);
	if (kind == RECORD_BAD || notice) {
		record_free(r);
		return NEXT_IDLE;
	}
	return kind == RECORD_HEAD ? NEXT_HEAD : NEXT_RECORD;
}

/* Takes the next entry, a call or a line of JSON, that was made of a text. */
static enum next queue_take(struct source *src, struct record *r)
{
	struct item item = src->queue.item[src->queue.at++];
	enum next got;

	src->ours = true;
	if (item.x) {
		*r = (struct record){ .x = item.x };
		return NEXT_RECORD;
	}
	got = line_to_record(src, r, item.line, item.len);
	free(item.line);
	return got;
}

/* The next record of a text, or of a line. NEXT_IDLE: there is none in what was read. */
static enum next line_take(struct source *src, struct record *r)
{
	enum next got = NEXT_IDLE;
	const char *line;
	size_t len;

	while (got == NEXT_IDLE && src->queue.at < src->queue.n)
		got = queue_take(src, r);
	while (got == NEXT_IDLE && source_line(src, &line, &len))
		got = line_to_record(src, r, line, len);
	if (got == NEXT_IDLE)
		drop_long_line(src);
	return got;
}

/**
 * source_next() - get the next record; reports invalid lines on standard error
 * @src:     the source
 * @r:       receives it, to be freed by record_free()
 * @wait_ms: how long to wait for one, -1: without limit
 *
 * Return: NEXT_IDLE on timeout or on a signal; NEXT_END at the end.
 */
enum next source_next(struct source *src, struct record *r, int wait_ms)
{
	enum next got;

	for (;;) {
		got = src->raw ? raw_take(src, r) : line_take(src, r);
		if (got != NEXT_IDLE)
			return got;
		if (src->ended)
			return NEXT_END;
		if (!src->more && !wait_for_input(src, wait_ms))
			return NEXT_IDLE;
		if (!source_fill(src, wait_ms) && !src->ended && src->stream)
			return NEXT_IDLE;
	}
}
