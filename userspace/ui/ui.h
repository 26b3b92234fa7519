/* SPDX-License-Identifier: GPL-2.0 */
/* Printing of records. Strings that a process controls are printed through text_safe() only. */
#ifndef PERFATTR_UI_H
#define PERFATTR_UI_H

#include "capture/capture.h"
#include "call/explain.h"

/* --- each.c: the records that the options select --- */

/* Called for each record that passes the filter. Returns false to stop. */
typedef bool (*record_fn)(struct record *r, void *arg);

unsigned long each_record(const struct options *opt, record_fn fn, void *arg);
struct tally records_from(struct source *src, const struct options *opt, record_fn fn, void *arg,
			  const int *wait_ms);

/* --- reasons.c: a record, and why it was refused --- */

void explain_setup(const struct options *opt);
void explain_keep(void);
void explain_live(bool live);
bool record_about_machine(const struct record *r);
bool record_read_call(struct record *r, struct text *what);
bool record_explain(struct record *r);
char *record_line(const struct record *r);
void record_heads(FILE *to, const struct record *r);
const char *record_text(const struct record *r, bool all, size_t *len);

struct pa_call;
struct pa_json;
const struct pa_call *record_again(const struct record *r);

/* --- filter.c --- */

/**
 * struct numbers - calls that are chosen by their numbers
 * @range: their numbers, from and to
 * @found: how many calls of each range there are
 * @n:     entries of @range
 * @least: the smallest number of a call
 * @most:  the largest one; 0: there is no call
 */
struct numbers {
	uint64_t (*range)[2];
	unsigned long *found;
	int n;
	uint64_t least, most;
};

bool numbers_have(struct numbers *n, uint64_t seq);
void filter_check(struct options *opt);
bool filter_passes(const struct options *opt, const struct record *r);
bool filter_shows(const struct options *opt, const struct record *r);
bool filter_passes_but_x(const struct options *opt, const struct record *r);

unsigned int errno_of(const char *word, size_t len);
bool errno_is(const char *word, size_t len, const void *arg);
bool any_word(const char *list, bool (*fn)(const char *word, size_t len, const void *arg),
	      const void *arg);

/* --- refused.c: calls for which a run fails --- */

/* The status then, if the program's own is 0. */
#define RUN_REFUSED	125

void refused_check(const struct options *opt);
bool refused_matters(const struct record *r, const struct options *opt);

/* --- clock.c --- */

void clock_text(struct text *t, const struct record *r, bool date);

/* --- event_name.c, names.c, pmu.c: an attr in perf's own syntax --- */

void event_text(struct text *t, const struct record *r, const char *sysfs, bool exact);
bool trace_event_name(struct text *t, const struct pa_call *x);
bool event_word(const char *word);
const char *event_alias(const char *word);
bool generic_name(struct text *t, uint32_t type, uint64_t config);
void pmu_terms(struct text *t, const char *sysfs, const char *pmu, const u64 *word);
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
unsigned int term_height(void);
const char *term_on(enum style style);
const char *term_off(enum style style);
void term_pager(const struct options *opt);
size_t columns(const char *s);

/* --- list.c, fold.c, row.c, op.c --- */

/* One number, or a range of numbers: cpus, tasks, descriptors. */
struct span {
	int64_t first;
	int64_t last;
	bool mixed;	/* not consecutive */
};

void span_set(struct span *s, int64_t value);
void span_add(struct span *s, int64_t value);
void span_put(struct text *t, const char *one, const char *many, const struct span *s);
void put_cell(const char *s, size_t room);
size_t line_of(const char *s, size_t room);

/* Numbers that calls of a line have, from the smallest to the largest. */
struct range {
	uint64_t low;
	uint64_t high;
	bool known;
};

/**
 * struct fare - the state of the event of an op, as far as it is worth reporting
 * @never:     why it never ran; NULL if it did
 * @nevers:    number of events of a line that never ran, found out after their opens; 0: all
 * @percent:   for how much of its time it ran, if that is not all of it
 * @unscaled:  it ran in part, but the value that was read is not scaled, and the reader cannot know
 * @throttled: it is throttled now
 * @lost:      samples
 * @buffer:    a fault in reading its buffer; NULL: none
 */
struct fare {
	struct diagnostic *never;
	uint64_t nevers;
	struct range percent, lost;
	bool unscaled;
	bool throttled;
	const char *buffer;
};

/**
 * struct fault - a call on an event that failed
 * @what: the call and its error, safe to print
 * @why:  its diagnostic, owned
 * @seq:  its number
 */
struct fault {
	char *what;
	struct diagnostic *why;
	uint64_t seq;
};

/**
 * struct row - a line of the list
 * @result:   the errno of a refused call, else NULL
 * @answer:   the result of a call that returned neither a descriptor nor one number
 * @note:     content of the last column, except @fault and @fare
 * @why:      its diagnostic, owned; NULL: there is nothing to say of it
 * @fault:    calls on the event that failed, printed on the line of its open
 * @calls:    how many calls are in the line, with those on the event that were refused
 * @refused:  how many of them were refused
 * @close_of: for a close, the number of the line of an open that nobody had used until then
 * @attr:     of an open: its attr, without addresses of the kernel
 * @attr_len: bytes that the caller passed
 * @flags:    of an open
 * @rule:     why it was refused; NULL: not known
 *
 * All strings are safe to print.
 */
struct row {
	uint64_t seq;
	uint64_t last_seq;
	uint64_t count;
	uint64_t used;		/* number of recorded calls on these descriptors (calls=1) */
	uint64_t closed;	/* descriptors that were closed */
	uint64_t time_ns;
	int64_t pid;
	uint64_t close_of;
	bool probe;
	bool gone;		/* it is in another line */
	bool open;
	bool maybe_read;	/* which would not be recorded */
	struct span cpu, task, fd, group;
	unsigned char *fds;	/* for a line of several opens: a bit for each open descriptor */
	struct range value;
	struct fare fare;
	u64 attr[PA_WORDS];
	u64 flags;
	u16 attr_len;
	const struct pa_rule *rule;
	const char *result;
	char *when, *who, *event, *mode, *target, *answer, *note;
	struct diagnostic *why;
	struct fault *fault;
	size_t n_faults;
	uint64_t calls, refused;
};

/* --- fix.c --- */

void fix_put(struct text *t, const struct pa_why *why);
bool plan_is_void(const struct pa_why *why);
void sentence_put(struct text *t, const char *text, bool certain);

/* --- diagnostic.c --- */

/**
 * struct diagnostic - why a call was refused, or has no effect
 * @code:  "EINVAL[sample-freq-above-max]"
 * @text:  one sentence
 * @notes: further facts: lines, each beginning with "note: "
 * @help:  what to pass, or what allows it: lines, each beginning with "help: "
 * @allow: how the platform allows it; .n is 0 if that is not known
 * @refused: the call was refused
 *
 * All strings are safe to print.
 */
struct diagnostic {
	char *code, *text, *notes, *help;
	struct pasted_allow allow;
	bool refused;
};

struct diagnostic *diagnostic_of(const struct record *r);
struct diagnostic *diagnostic_never(const struct why_never *never);
void diagnostic_free(struct diagnostic *d);
bool diagnostic_is(const struct diagnostic *a, const struct diagnostic *b);
void diagnostic_head(const struct diagnostic *d, const char *mark, const char *calls, size_t room);
void diagnostic_put(const struct diagnostic *d, const char *from, size_t room);
void body_put(const char *lines, size_t room);
void wrap_put(const char *s, size_t used, size_t indent, size_t room);
void allow_rare(bool shown);
void allow_put(const struct pasted_allow *allow, char **last, const char *before, size_t room);

/* --- causes.c: the diagnostics of a list --- */

struct causes;

struct causes *causes_begin(void);
void causes_free(struct causes *c);
size_t causes_count(const struct causes *c);
const char *causes_add(struct causes *c, struct diagnostic *d, uint64_t seq);
size_t causes_put(struct causes *c, unsigned long line, unsigned long far, size_t room,
		  unsigned long *reasons);

/* --- row.c, op.c --- */

char *mode_words(uint64_t freq, uint64_t period);
void put_task(struct text *t, const char *comm, int64_t pid);
void row_fill(struct row *row, const struct record *r, const struct options *opt);
void row_free(struct row *row);
void set_cell(char **cell, const char *text);
void row_target(struct text *t, const struct row *row);
void row_mode(struct text *t, const struct row *row);
void row_result(struct text *t, const struct row *row);
void row_what(struct text *t, const struct row *row);
void row_from(struct text *t, const struct row *row);

void op_words(struct text *t, const struct record *r, bool all);
const struct why_never *never_of(const struct record *r);
void op_fill(struct row *row, const struct record *r);
void range_add(struct range *to, const struct range *add);
void range_put(struct text *t, const struct range *r);
void fare_put(struct text *t, const struct fare *f, uint64_t of);

struct fold {
	struct row *row;
	size_t n, room;
};

bool row_is_like(const struct row *a, const struct row *b);
bool fold_add(struct fold *f, struct row *row);
uint64_t fold_op(struct fold *f, const struct record *r);
bool fold_amiss(struct fold *f, const struct record *r, struct row *row);
void fold_trials(struct fold *f, size_t n);
void fold_others(struct fold *f, size_t n);

/* --- tried.c: refused calls are made again --- */

/**
 * struct tries - refused calls that are to be tried
 * @opt: options
 * @r:   the calls
 * @n:   entries of @r
 * @room: room there
 */
struct tries {
	const struct options *opt;
	struct record *r;
	size_t n, room;
};

bool tries_keep(struct tries *t, struct record *r);
void tries_make(struct tries *t, bool reasons);
const char *errno_text(u32 err);
void errno_json(struct pa_json *j, u32 err);

/* --- amiss.c --- */

struct amiss_open;

/* A process that opens events: the cpu of the last one, and whether there are several. */
struct amiss_opener {
	int64_t pid, cpu;
	bool several;
};

/**
 * struct amiss - the faults of a program's events
 * @events:   events that were used, and are closed
 * @never:    of these never ran
 * @unscaled: number of these that ran in part, where the read value does not show it
 * @lost:     samples
 * @prctls:   calls that enable or disable all events of a task
 * @seq:      the first record that shows a fault
 * @first:    the first open
 * @open:     facts from the opens from that record on
 * @opener:   the last processes that opened events
 */
struct amiss {
	uint64_t events, never, unscaled, lost, prctls, seq, first;
	struct amiss_open *open;
	size_t room;
	struct amiss_opener opener[16];
	size_t openers;
};

bool amiss_take(struct amiss *a, const struct record *r, const struct why_never **never);
void amiss_end(struct amiss *a);

/* --- table.c: lines in columns --- */

#define TABLE_COLUMNS	13	/* at most */
#define COLUMN_RIGHT	0x80

/**
 * struct column - a column of a table
 * @title:  printed above the column
 * @least:  columns to which it may shrink if the line is too long; 0: it may not shrink
 * @leaves: 1: the first column to be left out if the line is too long, 2: the next; 0: it stays
 *          COLUMN_RIGHT is added if the column is aligned at the right
 */
struct column {
	const char *title;
	unsigned char least;
	unsigned char leaves;
};

/**
 * struct table - columns that lines share
 * @column: the columns
 * @n:      number of columns
 * @width:  how wide each is; 0: it is not printed, unless it is the last one
 * @room:   columns of the terminal; 0: no limit
 * @styled: the column that has a style of its own; 0: none
 * @style:  its style
 */
struct table {
	const struct column *column;
	size_t n;
	size_t width[TABLE_COLUMNS];
	unsigned int room;
	size_t styled;
	enum style style;
};

void table_measure(struct table *t, const char * const *cell);
void table_fit(struct table *t);
size_t table_start(const struct table *t, size_t i);
size_t table_pad(size_t used, size_t to);
size_t table_cells(const struct table *t, const char * const *cell);
void table_line(const struct table *t, const char * const *cell, enum style style);
void table_titles(struct table *t, const char **cell);

/* --- event_table.c: the events that are open --- */

struct line;

/**
 * struct events - events that are open
 * @opt:    options
 * @line:   its lines
 * @tree:   these lines, by the common properties of their events
 * @chosen: how many events are in it
 * @all:    how many there are
 * @machines: what the module says of this machine
 */
struct events {
	const struct options *opt;
	struct line **line;
	size_t n, room;
	void *tree;
	unsigned long chosen;
	unsigned long all;
	struct machine *machines;
};

void events_add(struct events *t, const struct pa_event_view *v, const char *name);
void events_put(struct events *t);
void events_free(struct events *t);

/* --- symbol.c --- */

/**
 * struct fields - the attr of a call, to read its fields
 * @x: the call
 * @a: its attr; nothing was passed if it has none
 */
struct fields {
	const struct pa_call *x;
	struct pa_attr a;
};

void fields_look(struct fields *s, const struct pa_call *x);
bool field_there(const struct fields *s, enum pa_field_id id);
bool field_known(const struct fields *s, enum pa_field_id id);
u64 field_value(const struct fields *s, enum pa_field_id id);
bool field_symbol(struct text *t, const struct fields *s, enum pa_field_id id, u64 v);
void field_number(struct text *t, enum pa_field_id id, u64 v);
bool field_put(struct text *t, const struct fields *s, enum pa_field_id id);
void mask_put(struct text *t, const struct pa_names *names, u64 bits);
void u64_put(struct text *t, const char *name, u64 v);

#define ARGS_MAX	4
#define ARG_FLAGS	3	/* for an open */

/**
 * struct arg - an argument of a call other than the attr
 * @name:  its name
 * @value: its value; signed arguments are sign-extended
 * @known: it is known, and not a kernel address
 * @names: for a mask: the names of its bits; else NULL
 */
struct arg {
	const char *name;
	u64 value;
	bool known;
	const struct pa_names *names;
};

unsigned int args_of(struct arg *arg, const struct pa_call *x);
void arg_put(struct text *t, const struct pa_call *x, const struct arg *arg);

/* --- block.c --- */

/**
 * struct attr_style - the way the fields of an attr become C
 * @indent: before each line
 * @zeros:  also fields that are zero, if the headers of Linux 6.1 have them
 * @old:    omit fields that these headers do not have; block_words() writes them
 */
struct attr_style {
	const char *indent;
	bool zeros;
	bool old;
};

void block_record(FILE *to, const struct record *r, const struct options *opt);
void block_attr(FILE *to, const struct fields *s, const struct attr_style *style);
unsigned int block_room(const struct fields *s);
void block_words(FILE *to, const struct fields *s, const char *name);

/* --- layout.c --- */

void layout_put_short(const struct record *r);
void layout_put(const struct record *r, const struct options *opt);

/* --- commands --- */

struct list;
struct list *list_begin(const struct options *opt);
void list_record(struct list *l, const struct record *r);
void list_amiss(struct list *l, const struct record *r, const struct why_never *never);
void list_flush(struct list *l, bool all);
unsigned long list_end(struct list *l, const char *note);
void print_json(FILE *to, const struct record *r);
void print_record(const struct record *r, const struct options *opt);

int cmd_list(struct options *opt, int argc, char **argv);
int cmd_show(struct options *opt, int argc, char **argv);
int cmd_diff(struct options *opt, int argc, char **argv);
int cmd_count(struct options *opt, int argc, char **argv);
int cmd_events(struct options *opt, int argc, char **argv);
int cmd_explain(struct options *opt, int argc, char **argv);
int cmd_try(struct options *opt, int argc, char **argv);
bool try_takes_text(const struct options *opt, int argc, char **argv);

void explain_arguments(struct options *opt, const char *command, int argc, char **argv);
void explain_put_text(const struct record *r, const struct options *opt, bool reasons);
int numbered_records(const struct options *opt, const char *command, char **words, int n,
		     record_fn fn, void *arg);
bool is_record_number(const char *word);

#endif /* PERFATTR_UI_H */
