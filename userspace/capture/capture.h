/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of the module or of a file, as records. The callers are programs: if something cannot be
 * read, they end with a sentence.
 */
#ifndef PERFATTR_CAPTURE_H
#define PERFATTR_CAPTURE_H

#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "host/values.h"
#include "raw/raw.h"
#include "common/text.h"

/* --- the parsed command line; ../perfattr/options.c fills it in --- */

struct filter {
	int64_t pid;		/* valid if by_pid */
	const char *comm;
	const char *event;
	const char *errnos;
	bool by_pid;
	bool failed;
};

struct numbers;

struct options {
	uint64_t given;		/* which options were given, by their rows */
	const char *input;	/* -i: NULL is the module, "-" standard input */
	const char *debugfs;
	const char *sysfs;	/* NULL: the records are from another machine, with other PMUs */
	const char *output;
	const char *user;	/* run -u: the user that the program runs as */
	uid_t uid;		/* ... the number of it */
	const char *fail_words;	/* run --fail-on-refused=: errnos and rules; NULL: all */
	bool fail;		/* run --fail-on-refused */
	struct filter filter;
	struct numbers *numbers;	/* only the calls with these numbers; NULL: all */
	uint64_t last;
	unsigned int width;	/* 0: width of the terminal, unlimited if there is none */
	bool have_last;
	bool follow;
	bool json;
	bool date;
	bool verbose;
	bool all;
	bool calls;
	bool no_pager;
	bool live;		/* the records are of this machine, since it booted */
	const char *attach;	/* run --attach: a running process; NULL: a program is started */
	const char *source;	/* --source: "module", "bpf" or "tracer"; NULL: choose */
	bool traced;		/* run: the tracer watches the program */
	bool bpf;		/* perfattr-bpf is the source, in the place of the module */
	bool here;		/* explain: the calls were made on this machine */
	bool try_calls;		/* run --try: try the refused calls */
	unsigned int command;	/* enum command; COMMANDS: none was named yet */
	const char *cpus;	/* write --cpu */
	const char *sample;	/* write --sample: fields of a sample */
	const char *cgroup;	/* write -G */
	bool no_try;		/* write --no-try */
	bool attr;		/* write: one call as a function */
	bool fixed;		/* write: as its reason proposes */
	bool count;		/* list: numbers of calls in place of calls */
	bool prove;		/* doctor: make the calls that prove what the module reads */
	bool kept;		/* run: its calls are kept for show, try, diff and write */
	bool force;		/* try, doctor, pmus: also under a seccomp filter */
	bool layout;		/* show, explain: the bytes of samples and reads, nothing else */
	bool report;		/* doctor: all in one, to attach to an issue */
	bool text;		/* the input is a text that people paste */
	const char *words;	/* explain, try: the text itself; NULL: it is read */
	unsigned int text_errno; /* explain: the error of calls that have none; 0: not known */
};

/* --- kept.c: the last run --- */

void kept_forget(void);
FILE *kept_begin(char **argv);
bool kept_end(void);
const char *kept_find(void);

/* --- record.c: the only place that knows the syntax of records --- */

struct pa_call;
struct pa_explanation;
struct pa_why;

/**
 * struct record - a call, or what a stream says of its machine
 * @json:      a line of JSON; owned; NULL of a call of a text, and of raw records
 * @in:        of raw records: what says something of the machine: the stream; else NULL
 * @entry:     ... and the entry
 * @x:         the call, read; owned; NULL: it is not read yet, or none
 * @comm:      name of the caller, any bytes; points into @json or @x
 * @errname:   name of the error; NULL for a call that succeeded
 * @event:     of an open: its event in perf's syntax; owned; NULL: it was not named
 * @explained: @explanation was looked for
 * @explanation: the result of explain_find(); owned; NULL: nothing is known
 * @why:       the only reason, part of @explanation; NULL: there is none, or there are several
 * @tried:     what became of the call when it was made again, as JSON; owned; NULL: it was not
 */
struct record {
	cJSON *json;
	const struct raw_in *in;
	struct raw_entry entry;
	struct pa_call *x;
	const char *comm;
	const char *errname;
	char *event;
	bool explained;
	struct pa_explanation *explanation;
	const struct pa_why *why;
	char *tried;
};

/**
 * enum record_kind - the kind of a line
 * @RECORD_BAD:  nothing that this program knows
 * @RECORD_HEAD: maybe not a call, but about the machine
 * @RECORD_CALL: a call
 */
enum record_kind { RECORD_BAD, RECORD_HEAD, RECORD_CALL };

enum record_kind record_load(struct record *r, const char *line, size_t len, struct text *what);
void record_free(struct record *r);
void record_keep(struct record *to, struct record *from);
bool record_is_open(const struct record *r);

/* --- view.c: files of the module --- */

int view_try(const struct options *opt, const char *view, int flags);
int view_open(const struct options *opt, const char *view, int flags);
bool view_readable(const struct options *opt, const char *view);
bool probes_fire(const struct options *opt);

/* --- bpf.c: BPF programs instead of the module --- */

bool bpf_instead(const struct options *opt);
bool bpf_by_itself(const struct options *opt);
bool bpf_start(void);
int bpf_stream(void);

/* --- empty.c: why there is nothing to show --- */

/**
 * struct tally - the number of records of a source
 * @seen:     all records
 * @accepted: calls that the options would select without -x; only with -x
 * @shown:    calls that they select
 * @lost:     calls may be missing: records were lost, or probes did not fire
 */
struct tally {
	unsigned long seen;
	unsigned long accepted;
	unsigned long shown;
	bool lost;
};

void say_why_empty(const struct options *opt, const struct tally *tally);
void say_none_refused(const struct tally *tally);
void say_left_out(FILE *to, const struct options *opt);

/* --- source.c: lines from the module, a file or standard input --- */

/**
 * struct item - a part of a text: a call, or a line
 * @x:    the call; NULL: it is a line
 * @line: a line of a recording
 * @len:  its length
 */
struct item {
	struct pa_call *x;
	char *line;
	size_t len;
};

/**
 * struct queue - records and lines that were made of a text, and not taken yet
 * @item: the entries
 * @at:   the first one
 * @n:    number behind the last one
 * @room: entries that have room
 */
struct queue {
	struct item *item;
	size_t at;
	size_t n;
	size_t room;
};

struct source {
	const struct options *opt;
	const char *name;
	bool (*more)(struct source *src, int wait_ms);	/* makes further lines; NULL: read @fd */
	struct tracing *tracing;	/* of the tracer; NULL for other sources */
	struct queue queue;		/* its calls */
	char *buf;
	size_t start, len, room;
	unsigned long line;
	unsigned long bad;
	bool raw;		/* it has raw records, not lines */
	struct raw_in in;
	struct text held;	/* faults of the lines before the first record */
	int fd;
	bool stream;
	bool ended;
	bool long_line;
	bool ours;		/* a line was of a recording */
	bool lost;		/* calls may be missing: the stream has said so */
};

/**
 * enum next - the result of source_next()
 * @NEXT_RECORD: a call
 * @NEXT_HEAD:   maybe a line about the machine; if not, source_refuse() reports the error
 * @NEXT_IDLE:   nothing for now
 * @NEXT_END:    nothing any more
 */
enum next { NEXT_RECORD, NEXT_HEAD, NEXT_IDLE, NEXT_END };

bool filter_chooses(const struct filter *f);
const char *source_name(const struct options *opt);
void source_open(struct source *src, const struct options *opt);
void source_view(struct source *src, const struct options *opt, const char *view);
bool source_try(struct source *src, const struct options *opt, const char *view);
enum next source_next(struct source *src, struct record *r, int wait_ms);
void source_refuse(struct source *src, const char *what);
void source_close(struct source *src);

/* --- raw.c: the only place that knows raw records --- */

void source_lost(struct source *src, uint64_t n);
void source_firing(struct source *src, bool firing, uint64_t seq);
enum next raw_take(struct source *src, struct record *r);
void raw_end(struct source *src);

/* --- queue.c --- */

void queue_line(void *queue, const char *line, size_t len);
struct pa_call *queue_call(struct queue *q);
void queue_free(struct queue *q);

/* --- pasted.c, traced.c: pasted texts, and calls of a program that is traced --- */

void pasted_source(struct source *src);
int traced_source(struct source *src, const struct options *opt);
void traced_take_over(struct source *src);
bool traced_end(const struct source *src);

#endif /* PERFATTR_CAPTURE_H */
