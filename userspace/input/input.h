/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of the module or of a file, as records. Who calls these is a program: what cannot be read
 * ends it with a sentence.
 */
#ifndef PERFATTR_INPUT_H
#define PERFATTR_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "shim.h"
#include "source/values.h"
#include "text.h"

/* --- what the command line says; ../perfattr/options.c fills it in --- */

struct filter {
	int64_t pid;		/* valid if by_pid */
	const char *comm;
	const char *event;
	const char *errnos;
	const char *since;
	bool by_pid;
	bool process;		/* @pid is of a process, not of a thread */
	bool failed;
};

struct options {
	const char *input;	/* -i: NULL is the module, "-" standard input */
	const char *debugfs;
	const char *sysfs;	/* NULL: the records are from another machine, with other PMUs */
	const char *output;
	const char *perf;	/* --perf: the event for which diff runs perf */
	const char *cursor;	/* --cursor: file that keeps the place in the stream */
	struct filter filter;
	uint64_t last;
	unsigned int width;	/* 0: width of the terminal, unlimited if there is none */
	bool have_last;
	bool follow;
	bool json;
	bool journal;
	bool pass_on;		/* --journal or --cursor: every line of the stream */
	bool date;
	bool verbose;
	bool all;
	bool calls;
	bool no_pager;
	bool probes;		/* c: also opens that only test what the kernel supports */
	bool strict;		/* a line that is no record ends the program */
	bool plain;		/* records are taken as they are, without their reasons */
	bool live;		/* the records are of this machine, since it booted */
};

/* --- record.c: the only place that knows the syntax of records --- */

/**
 * struct record - a line of the views
 * @json:      all of it; owned
 * @line:      its number in the input, from 1
 * @lost:      not a call, but how many records the stream lost; 0 for a call
 * @firing:    not a call: probes stopped firing (0) or fire again (1); -1 for a call
 * @call:      "open", "ioctl", ...
 * @seq:       number of the record
 * @time_ns:   boot clock
 * @took_ns:   how long the call took
 * @wall_ns:   wall clock of the record, 0 if it has none
 * @pid, @tid, @uid, @ret: as in the record
 * @comm, @errname: point into @json; @errname is NULL for a call that succeeded
 * @attr, @args, @kernel, @why, @symbols: objects, NULL if the record has none
 */
struct record {
	json_t *json;
	unsigned long line;
	uint64_t lost;
	int firing;
	const char *call;
	uint64_t seq;
	uint64_t time_ns;
	uint64_t took_ns;
	uint64_t wall_ns;
	int64_t pid;
	int64_t tid;
	int64_t uid;
	int64_t ret;
	const char *comm;
	const char *errname;
	json_t *attr;
	json_t *args;
	json_t *kernel;
	json_t *why;
	bool explained;		/* @why is made, or came with the record */
	json_t *symbols;
};

/**
 * enum record_kind - what a line may be
 * @RECORD_BAD:    nothing that this program knows
 * @RECORD_NOTICE: what the stream says of itself: records were lost, probes do not fire
 * @RECORD_HEAD:   maybe not a call, but about the machine
 * @RECORD_CALL:   a call
 */
enum record_kind { RECORD_BAD, RECORD_NOTICE, RECORD_HEAD, RECORD_CALL };

bool record_load(struct record *r, const char *line, size_t len, struct text *what);
enum record_kind record_kind(struct record *r, struct text *what);
bool record_members(struct record *r, struct text *what);
char *record_line(const struct record *r);
bool record_is_head(const struct record *r);
void record_free(struct record *r);
void key_refused(struct text *what, const char *within, const char *key, json_t *value,
		 const char *expected);
bool record_is_open(const struct record *r);
uint64_t record_event(const struct record *r);

/* --- view.c: files of the module --- */

int view_try(const struct options *opt, const char *view, int flags);
int view_open(const struct options *opt, const char *view, int flags);
bool view_there(const struct options *opt, const char *view);
char *view_setting(const struct options *opt, const char *name);
bool probes_fire(const struct options *opt);

/* --- empty.c, seccomp.c: calls that never reach the module --- */

void say_why_empty(const struct options *opt, unsigned long seen);
int seccomp_tell(FILE *to, unsigned long pid);
bool seccomp_warn(const char *filter);

/* --- source.c: lines from the module, a file or standard input --- */

struct source {
	const struct options *opt;
	const char *name;
	char *buf;
	size_t start, len, room;
	unsigned long line;
	unsigned long bad;
	int fd;
	bool stream;
	bool ended;
	bool long_line;
};

/**
 * enum next - what source_next() has got
 * @NEXT_RECORD: a call, or a notice
 * @NEXT_HEAD:   maybe a line about the machine; if not, source_refuse() says what is wrong
 * @NEXT_IDLE:   nothing for now
 * @NEXT_END:    nothing any more
 */
enum next { NEXT_RECORD, NEXT_HEAD, NEXT_IDLE, NEXT_END };

const char *source_name(const struct options *opt);
void source_open(struct source *src, const struct options *opt);
void source_view(struct source *src, const struct options *opt, const char *view);
enum next source_next(struct source *src, struct record *r, int wait_ms);
void source_refuse(struct source *src, struct record *r);
void source_close(struct source *src);

/* --- stream.c, cursor.c: a follower's place in the module's stream --- */

/**
 * struct stream - the module's stream json_pipe
 * @opt:     options
 * @fd:      the stream; -1 while it is closed
 * @news:    the number of the next record, which pins nothing; -1: this module does not tell
 * @watched: the reader of this descriptor is needed; -1: nobody is
 * @buf:     what was read and handed to nobody
 * @len:     its length
 * @room:    bytes allocated at @buf
 * @ended:   the module was unloaded
 * @left:    the reader of @watched has gone
 */
struct stream {
	const struct options *opt;
	int fd;
	int news;
	int watched;
	char *buf;
	size_t len, room;
	bool ended;
	bool left;
};

void stream_open(struct stream *s, const struct options *opt);
void stream_close(struct stream *s);
uint64_t stream_next(const struct stream *s);
uint64_t stream_at(const struct stream *s);
void stream_go(const struct stream *s, uint64_t seq);
bool stream_read(struct stream *s);
void stream_finish(struct stream *s);
void stream_lines(struct stream *s, void (*fn)(void *arg, const char *line, size_t len), void *arg);
bool stream_wait(struct stream *s);
void stream_sleep(struct stream *s);

uint64_t cursor_begin(const char *file, uint64_t next);
bool cursor_due(void);
void cursor_save(const char *file, uint64_t at);
int cursor_stop_fd(void);
bool cursor_stopping(void);

#endif /* PERFATTR_INPUT_H */
