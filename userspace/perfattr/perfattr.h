/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the commands. Strings that a process controls are printed through text_safe() only. */
#ifndef PERFATTR_H
#define PERFATTR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "../die.h"
#include "source/values.h"

#ifndef PERFATTR_VERSION
#error "PERFATTR_VERSION comes from the Makefile"
#endif

#ifndef ARRAY_SIZE
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#endif
#define like_printf(f, a) __attribute__((format(printf, f, a)))

/* --- util.c: text that grows, sentences on standard error --- */

/**
 * struct text - a string that grows
 * @s:    NUL terminated; NULL as long as it is empty
 * @len:  without the NUL
 * @room: bytes allocated at @s
 */
struct text {
	char *s;
	size_t len;
	size_t room;
};

void warn(const char *fmt, ...) like_printf(1, 2);
void *must(void *p);
void text_mem(struct text *t, const char *s, size_t len);
void text_add(struct text *t, const char *s);
void text_char(struct text *t, char c);
void text_printf(struct text *t, const char *fmt, ...) like_printf(2, 3);
void text_safe(struct text *t, const char *s);
void text_comment(struct text *t, struct text *s);
void text_clear(struct text *t);
void text_free(struct text *t);
const char *text_str(const struct text *t);
char *read_line_of(const char *path);

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

bool record_load(struct record *r, const char *line, size_t len, struct text *what);
bool record_take(struct record *r, struct text *what);
char *record_line(const struct record *r);
bool record_is_head(const struct record *r);
bool record_parse(struct record *r, const char *line, size_t len, struct text *what);
void record_free(struct record *r);
void key_refused(struct text *what, const char *within, const char *key, json_t *value,
		 const char *expected);
bool record_is_open(const struct record *r);
uint64_t record_event(const struct record *r);

/* --- explain.c --- */

bool record_explain(struct record *r);
bool record_about_machine(const struct record *r);
void record_heads(FILE *to, const struct record *r);
const char *record_text(const struct record *r, bool all, size_t *len);
struct options;
void explain_setup(const struct options *opt);

/* --- options.c --- */

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

/* The name by which this program is "perfattr c", with options of its own. */
#define C_NAME		"perfattr-c"

int options_parse(struct options *opt, int argc, char **argv, const char *more);
void options_of_c(struct options *opt, int argc, char **argv);
void options_done(struct options *opt);

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

enum next { NEXT_RECORD, NEXT_IDLE, NEXT_END };

const char *source_name(const struct options *opt);
void source_open(struct source *src, const struct options *opt);
void source_view(struct source *src, const struct options *opt, const char *view);
enum next source_next(struct source *src, struct record *r, int wait_ms);
void source_close(struct source *src);
char *view_setting(const struct options *opt, const char *name);
bool probes_fire(const struct options *opt);
void say_why_empty(const struct options *opt, unsigned long seen);
bool view_there(const struct options *opt, const char *view);
int view_open(const struct options *opt, const char *view, int flags);

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

/* --- follow.c; journal.c, or no_journal.c where libsystemd is missing --- */

void follow(const struct options *opt);
bool journal_begin(void);
void journal_send(const struct record *r, const char *line, size_t len);

/* --- seccomp.c: calls that never reach the module --- */

int seccomp_tell(FILE *to, unsigned long pid);
bool seccomp_warn(const char *filter);

/* --- filter.c --- */

void filter_check(struct options *opt);
bool filter_passes(const struct options *opt, const struct record *r, const char *event);

/* --- clock.c --- */

void clock_init(const struct options *opt);
void clock_text(struct text *t, const struct record *r, bool date);
uint64_t clock_since(const char *text, const struct options *opt, bool *wall);
uint64_t clock_wall(const struct record *r);

/* --- event.c, names.c, pmu.c: an attr in perf's own syntax --- */

void event_text(struct text *t, const struct record *r, const char *sysfs, bool exact);
bool event_word(const char *word);
void event_words(FILE *to);
const char *event_alias(const char *word);
const char *hw_name(uint64_t config);
const char *sw_name(uint64_t config);
bool cache_name(struct text *t, uint64_t config);
bool pmu_terms(struct text *t, const char *sysfs, const char *pmu, const uint64_t config[4]);
bool pmu_of_type(struct text *t, const char *sysfs, uint64_t type);

/* --- term.c --- */

/*
 * Without a limit of the line nothing is cut, and a column is at most so wide: a longer cell moves
 * the rest of its own line. Else one long cell of a file would make every line as long.
 */
#define PAD_MOST	64

enum style { PLAIN, GREY, RED, BOLD };

extern bool utf8;
void term_init(const struct options *opt);
unsigned int term_width(const struct options *opt);
const char *term_on(enum style style);
const char *term_off(enum style style);
void term_pager(const struct options *opt);
void term_end(void);
size_t columns(const char *s);

/* --- list.c, fold.c, row.c --- */

/* One number, or a range of numbers: cpus, tasks, descriptors. */
struct span {
	int64_t first;
	int64_t last;
	bool mixed;	/* not consecutive */
};

/**
 * struct row - a line of the list
 *
 * All strings are safe to print. Calls with the same @key can share a line.
 */
struct row {
	uint64_t seq;
	uint64_t last_seq;
	uint64_t count;
	uint64_t used;		/* number of recorded calls on these descriptors (calls=1) */
	uint64_t closed;	/* descriptors that were closed */
	uint64_t time_ns;
	int64_t pid;
	bool probe;
	bool open;
	struct span cpu, task, fd, group;
	char *key;
	char *attr_key;		/* the attr without the fields that select the event */
	char *exclude_key;	/* the attr without the exclude_* bits */
	char *when, *who, *event, *mode, *target, *result, *note;
};

void row_fill(struct row *row, const struct record *r, const struct options *opt);
void row_free(struct row *row);
void row_target(struct text *t, const struct row *row);
void row_result(struct text *t, const struct row *row);

struct fold {
	struct row *row;
	size_t n, room;
};

bool fold_add(struct fold *f, struct row *row);
void fold_op(struct fold *f, const struct record *r);

/* --- block.c --- */

/**
 * struct attr_style - how the fields of an attr become C
 * @indent: before each line
 * @zeros:  also fields that are zero, if the headers of Linux 6.1 have them
 * @old:    omit fields that these headers do not have; block_words() writes them
 * @bare:   no remarks, no config that is zero, and sizes by their names
 * @later:  does the program set this field, in prepare()? NULL: none
 */
struct attr_style {
	const char *indent;
	bool zeros;
	bool old;
	bool bare;
	bool (*later)(const struct record *r, const char *field);
};

void block_record(FILE *to, const struct record *r, const struct options *opt);
void block_attr(FILE *to, const struct record *r, const struct attr_style *style);
unsigned int block_room(const struct record *r);
bool block_words(FILE *to, const struct record *r, const char *name);
bool value_is_zero(json_t *value);
void value_symbol(struct text *t, const struct record *r, const char *field, json_t *value);

/* --- output.c; c/: a program from a session --- */

void write_output(const char *path, const char *text, size_t len);
char *session_program(const struct options *opt, size_t *len);

/* --- commands --- */

/* Called for each record that passes the filter. Returns false to stop. */
typedef bool (*record_fn)(struct record *r, const char *event, void *arg);

unsigned long each_record(const struct options *opt, record_fn fn, void *arg);
unsigned long records_from(struct source *src, const struct options *opt, record_fn fn, void *arg,
			   const int *wait_ms);
void print_record(const struct record *r, const struct options *opt);

/* --- run.c --- */

/**
 * struct ran - a program to run and record
 * @argv:   its name and arguments
 * @to:     descriptors for its standard output and error; NULL: ours
 * @fn:     called with its records
 * @arg:    passed on
 * @status: its wait status, as from waitpid()
 * @shown:  how many records @fn got
 */
struct ran {
	char **argv;
	const int *to;
	record_fn fn;
	void *arg;
	int status;
	unsigned long shown;
};

void run_begin(struct source *src, const struct options *opt);
bool run_program(struct source *src, struct ran *ran, void (*started)(void *arg));

/* perf.c */
void perf_call(struct record *result, const struct options *opt, const struct record *like);

struct list;
struct list *list_begin(const struct options *opt);
void list_record(struct list *l, const struct record *r);
void list_flush(struct list *l, bool all);
unsigned long list_end(struct list *l);

int cmd_list(struct options *opt, int argc, char **argv);
int cmd_show(struct options *opt, int argc, char **argv);
int cmd_diff(struct options *opt, int argc, char **argv);
int cmd_count(struct options *opt, int argc, char **argv);
int cmd_c(struct options *opt, int argc, char **argv);
int cmd_draw(struct options *opt, int argc, char **argv);
int cmd_events(struct options *opt, int argc, char **argv);
int cmd_prove(struct options *opt, int argc, char **argv);
int cmd_run(struct options *opt, int argc, char **argv);

#endif /* PERFATTR_H */
