/* SPDX-License-Identifier: GPL-2.0 */
/* The session from which the program is generated: read.c, attrs.c and steps.c fill it in. */
#ifndef PERFATTR_C_SESSION_H
#define PERFATTR_C_SESSION_H

#include <stdbool.h>

#include <jansson.h>

#include "show/show.h"
#include "skeleton.h"

#define MAX_SLOTS	4
#define MAX_OTHERS	64	/* as many as skeleton.c has room for */

/*
 * Marks the position of the next slot in the text of a step. Text from a record cannot contain it:
 * literal() and remark() remove control characters, and all other text was checked when it was
 * read.
 */
#define SLOT		"\001"

/* Slot: a number that may increase from step to step, so the text of a step has a gap for it. */
enum slot_kind {
	SLOT_FD,		/* fd[...] */
	SLOT_INDEX,		/* only the index */
	SLOT_NUMBER,
};

struct slot {
	enum slot_kind kind;
	long value;		/* for a descriptor: its index in fd[] */
	int place;		/* for a descriptor: its place */
};

/* One statement of the program: a call, or a comment instead of it. */
struct step {
	char *text;
	char *note;		/* comment: time and event of the call */
	struct slot slot[MAX_SLOTS];
	int slots;
};

/* An attr, which several opens may share. */
struct attr {
	char name[64];		/* name of the variable */
	char label[64];		/* name of the enumerator */
	struct record record;	/* of the first call with it */
};

/* Place: consecutive descriptors of an attr in fd[]. */
struct place {
	char label[80];		/* of the enumerator */
	int attr;
	long first;		/* their first index, for the original number of cpus */
	long size;
	bool each_cpu;		/* it has one descriptor for each cpu */
};

/* An open that returned a descriptor. */
struct opened {
	size_t at;		/* index of its record */
	json_int_t seq;
	json_int_t fd;
	long index;		/* in fd[] */
	int place;
	int attr;
	bool there;		/* its step was already made */
	bool closed;
};

struct session {
	json_t *records;	/* array, in the order of the calls' returns */
	struct attr *attrs;
	int nattrs;
	void *keys, *names;	/* what attrs.c has met: their JSON, and their names */
	struct opened *opens;
	long nopens;
	struct place *places;
	int nplaces;
	int cpus;		/* original number of cpus, as far as the opens tell */
	bool cpus_in_use;	/* a step outside of a loop over cpus uses a cpu's descriptor */
	bool exact;		/* --probes: every call, in its order */
	int left_out;		/* how many opens only tested what the kernel supports */
	struct step *steps;
	int nsteps;
	long go_at;		/* the step before which the command starts; -1: not known yet */
	long long pause_ns;	/* how long the original made no call there */
	json_int_t others[MAX_OTHERS];	/* processes that existed before the session */
	int nothers;
	unsigned int needs;	/* enum need: the parts of skeleton.c that it takes */
};

void session_free(struct session *s);

#endif /* PERFATTR_C_SESSION_H */
