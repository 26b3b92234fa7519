/* SPDX-License-Identifier: GPL-2.0 */
/* Calls as C: one call as a function, or a whole program that samples or counts. */
#ifndef PERFATTR_WRITE_H
#define PERFATTR_WRITE_H

#include "ui/ui.h"

/* Most events of a group that is written. */
#define WRITE_GROUP	16

/* Whom a program measures. */
enum write_of {
	WRITE_ALL,	/* all processes, on each cpu */
	WRITE_PROGRAM,	/* a program that it starts */
	WRITE_PID,	/* a process that runs, and all its threads */
	WRITE_CGROUP,
};

/**
 * struct program - a program to be written
 * @call:  its events: a group if there are several; owned
 * @name:  their names, any bytes; owned
 * @n:     how many
 * @of:    enum write_of
 * @cpu:   the only cpus to measure: "0, 2, 3"; empty for all
 * @cpus:  how many these are
 * @sampler: the event that samples; @n: none does
 * @sysfs: folder of sysfs, for the PMUs of its events
 * @print: print each sample, not only their number
 * @comm:  with the names of their threads
 * @from:  the call that it is made from; empty for a wish
 * @left:  fields of that call that are left out
 * @is:    conditions of the template that hold: " print sampling "
 * @blank: values of the template's words
 * @blanks: how many
 */
struct program {
	struct pa_call *call[WRITE_GROUP];
	char *name[WRITE_GROUP];
	unsigned int n;
	u8 of;
	struct text cpu;
	unsigned int cpus;
	unsigned int sampler;
	const char *sysfs;
	bool print, comm;
	struct text from, left, is;
	struct {
		const char *word;
		struct text text;
	} blank[40];
	unsigned int blanks;
};

/* --- template.c --- */

extern const char write_template[];

void words_put(struct text *t, const char *s, const char *indent);
bool program_is(const struct program *p, const char *word);
struct text *program_blank(struct program *p, const char *word);
void template_put(struct text *to, struct program *p, const char *part);

/* --- program.c --- */

char *program_text(struct program *p);

/* --- fields.c --- */

bool event_is_each(u64 type, u64 config);
bool fields_left(enum pa_field_id id);
void program_add(struct program *p, const struct pa_call *x, const char *name);
u64 program_field(const struct program *p, unsigned int i, enum pa_field_id id);
void fields_put(struct text *t, struct program *p, unsigned int i);
const char *tracefs_folder(void);
void lookups_put(struct program *p, struct text *t);
void pmu_put(struct text *t, const struct program *p, unsigned int i);
void remark_put(struct text *t, struct text *s);
void literal_put(struct text *t, const char *s);

/* --- sample.c --- */

void sample_put(struct program *p);

/* --- wish.c --- */

void wish_read(struct program *p, struct options *opt, bool runs);

/* --- calls.c --- */

struct record *recorded_call(const struct options *opt, uint64_t seq);
void calls_read(struct program *p, const struct options *opt, uint64_t seq);
void calls_run(struct program *p, const struct options *opt, char **argv);

/* --- prove.c --- */

/* Words of a command that is run, at most. */
#define SPAWN_WORDS	100

int write_spawn(const char * const *before, char **after, int in);
int program_prove(struct program *p, const char *text, char **argv);

/* --- attr.c --- */

void write_attr(const struct options *opt, uint64_t seq);

/* --- write_cmd.c --- */

int cmd_write(struct options *opt, int argc, char **argv);

#endif /* PERFATTR_WRITE_H */
