/* SPDX-License-Identifier: GPL-2.0 */
/* What prints records. Strings that a process controls are printed through text_safe() only. */
#ifndef PERFATTR_SHOW_H
#define PERFATTR_SHOW_H

#include "input/input.h"

/* --- each.c: the records that the options select --- */

/* Called for each record that passes the filter. Returns false to stop. */
typedef bool (*record_fn)(struct record *r, const char *event, void *arg);

unsigned long each_record(const struct options *opt, record_fn fn, void *arg);
unsigned long records_from(struct source *src, const struct options *opt, record_fn fn, void *arg,
			   const int *wait_ms);

/* --- reasons.c: a record, and why it was refused --- */

void explain_setup(const struct options *opt);
bool record_about_machine(const struct record *r);
bool record_take(struct record *r, struct text *what);
bool record_explain(struct record *r);
void record_heads(FILE *to, const struct record *r);
const char *record_text(const struct record *r, bool all, size_t *len);

/* --- filter.c --- */

void filter_check(struct options *opt);
bool filter_passes(const struct options *opt, const struct record *r, const char *event);

/* --- clock.c --- */

void clock_init(const struct options *opt);
void clock_text(struct text *t, const struct record *r, bool date);
uint64_t clock_since(const char *text, const struct options *opt, bool *wall);
uint64_t clock_wall(const struct record *r);

/* --- event_name.c, names.c, pmu.c: an attr in perf's own syntax --- */

void event_text(struct text *t, const struct record *r, const char *sysfs, bool exact);
bool event_word(const char *word);
void event_words(FILE *to);
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
const char *term_on(enum style style);
const char *term_off(enum style style);
void term_pager(const struct options *opt);
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

/* --- commands --- */

struct list;
struct list *list_begin(const struct options *opt);
void list_record(struct list *l, const struct record *r);
void list_flush(struct list *l, bool all);
unsigned long list_end(struct list *l);
void print_record(const struct record *r, const struct options *opt);

/**
 * struct side - one of the two calls of diff
 * @word:  what was typed
 * @opt:   where it is read from
 * @file:  its file
 * @seq:   its number; 0: the only open there is
 * @r:     the call
 * @opens: how many calls it may be
 */
struct side {
	const char *word;
	struct options opt;
	struct text file;
	uint64_t seq;
	struct record r;
	unsigned long opens;
};

#define DIFF_TAKES \
	"diff takes two calls: numbers as the list has them, files, or FILE:N; or one and --perf EVENT"

void diff_read(struct side *s, const char *word, const struct options *opt);
void diff_sides(struct side s[2]);

int cmd_list(struct options *opt, int argc, char **argv);
int cmd_show(struct options *opt, int argc, char **argv);
int cmd_diff(struct options *opt, int argc, char **argv);
int cmd_count(struct options *opt, int argc, char **argv);
int cmd_draw(struct options *opt, int argc, char **argv);
int cmd_events(struct options *opt, int argc, char **argv);

#endif /* PERFATTR_SHOW_H */
