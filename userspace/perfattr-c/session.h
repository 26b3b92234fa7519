/* SPDX-License-Identifier: GPL-2.0 */
/* The session that is made into a program: what read.c, attrs.c and steps.c fill in for emit.c. */
#ifndef PERFATTR_C_SESSION_H
#define PERFATTR_C_SESSION_H

#include <stdbool.h>

#include <jansson.h>

#include "skeleton.h"

#define MAX_SLOTS	4
#define MAX_OTHERS	64	/* as many as skeleton.c has room for */

/*
 * Stands for the next slot in the text of a step. No text that comes from a record holds it:
 * literal() and remark() leave no control character, and everything else was checked when it
 * was read.
 */
#define SLOT		"\001"

/* A number that may count up from one step to the next; it is left open in the text of a step. */
enum slot_kind {
	SLOT_FD,		/* fd[...] */
	SLOT_INDEX,		/* the index alone */
	SLOT_NUMBER,
};

struct slot {
	enum slot_kind kind;
	long value;		/* of a descriptor: its index in fd[] */
	int place;		/* of a descriptor: the place that it is in */
};

/* One statement of the program: a call, or the comment in its place. */
struct step {
	char *text;
	char *note;		/* when it was, and of which event */
	struct slot slot[MAX_SLOTS];
	int slots;
};

/* An attr that was passed; several opens may have passed it. */
struct attr {
	char *key;		/* its JSON: what makes two of them the same */
	char name[64];		/* of the variable */
	char label[64];		/* of the enumerator */
	json_t *record;		/* the first record with it */
};

/* Descriptors of an attr that stand one after the other in fd[]. */
struct place {
	char label[80];		/* of the enumerator */
	int attr;
	long first;		/* where they begin, with as many cpus as there were */
	long size;
	bool each_cpu;		/* one on each cpu */
};

/* An open that gave a descriptor. */
struct opened {
	size_t at;		/* its record */
	json_int_t seq;
	json_int_t fd;
	long index;		/* in fd[] */
	int place;
	int attr;
	bool there;		/* the steps have come to it */
	bool closed;
};

struct session {
	json_t *records;	/* array, in the order of the calls' returns */
	struct attr *attrs;
	int nattrs;
	struct opened *opens;
	long nopens;
	struct place *places;
	int nplaces;
	int cpus;		/* how many there were, as far as the opens tell */
	bool cpus_in_use;	/* a step outside of a loop over cpus takes a descriptor of one */
	bool exact;		/* every call, in its order */
	int left_out;		/* opens that only tried what the kernel has */
	struct step *steps;
	int nsteps;
	long go_at;		/* the step before which the command starts; -1: not known yet */
	long long pause_ns;	/* how long nothing was called there */
	json_int_t others[MAX_OTHERS];	/* processes that were there before it */
	int nothers;
	unsigned int needs;	/* enum need: the parts of skeleton.c that it takes */
};

void session_free(struct session *s);

#endif /* PERFATTR_C_SESSION_H */
