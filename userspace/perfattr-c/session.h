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
	long value;		/* of a descriptor: which open, counted from 0 */
	int attr;		/* of a descriptor: the attr that was opened */
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
	long first;		/* the first open that passed it, -1: none got a descriptor */
};

/* An open that gave a descriptor. */
struct opened {
	json_int_t seq;
	json_int_t fd;
	long index;
	int attr;
	bool closed;
};

struct session {
	json_t *records;	/* array, in the order of the calls' returns */
	struct attr *attrs;
	int nattrs;
	struct opened *opens;
	long nopens;
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
