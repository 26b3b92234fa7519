// SPDX-License-Identifier: GPL-2.0
/*
 * Finds opens that only test what the kernel supports: those that are closed unused, and those that
 * were refused while others were not.
 */
#include "probes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "input/input.h"

#include "record.h"
#include "util.h"

/* An open and the use of its descriptor. */
struct use {
	size_t at;		/* its record */
	size_t close;		/* the record of its close; 0: there is none */
	json_int_t seq;
	json_int_t fd;
	bool used;
};

struct uses {
	struct use *use;
	long n;
};

static struct use *by_seq(struct uses *u, json_int_t seq)
{
	long i;

	for (i = u->n - 1; seq && i >= 0; i--)
		if (u->use[i].seq == seq)
			return &u->use[i];
	return NULL;
}

/* Marks the open of a descriptor that is not closed yet as used. */
static void use_fd(struct uses *u, json_int_t fd)
{
	long i;

	for (i = u->n - 1; fd >= 0 && i >= 0; i--) {
		if (u->use[i].fd == fd && !u->use[i].close) {
			u->use[i].used = true;
			return;
		}
	}
}

static void add_open(struct uses *u, json_t *r, size_t at)
{
	json_int_t group = number(member(r, "args", "group_fd"));
	struct use *use;

	use_fd(u, group);
	if (result(r) < 0)
		return;
	u->use = grow(u->use, u->n, sizeof(*u->use));
	use = &u->use[u->n++];
	use->at = at;
	use->seq = number(member(r, "seq", NULL));
	use->fd = result(r);
	/* The members of a group are read through the leader. */
	use->used = group >= 0 || record_maybe_read(r);
}

static void add_call(struct uses *u, json_t *r, size_t at)
{
	struct use *use = by_seq(u, number(member(r, "event", "open")));

	if (is_ioctl(r, IOC(SET_OUTPUT)))
		use_fd(u, number(member(r, "output_fd", NULL)));
	if (!use)
		return;
	if (is_call(r, "close") && !json_is_true(member(r, "at_exit", NULL)) && !use->close)
		use->close = at;
	else
		use->used = true;
}

static bool is_refused(json_t *r)
{
	return is_call(r, "open") && result(r) < 0;
}

static void drop(json_t *records, const struct uses *u, bool refused, char *gone)
{
	size_t i, n = json_array_size(records);
	long k;

	for (k = 0; k < u->n; k++)
		if (!u->use[k].used && u->use[k].close)
			gone[u->use[k].at] = gone[u->use[k].close] = 1;
	for (i = n; i-- > 0;)
		if (gone[i] || (refused && is_refused(json_array_get(records, i))))
			json_array_remove(records, i);
}

/**
 * drop_probes() - remove opens that only test what the kernel supports
 * @records: records of one process; changed in place
 *
 * If that would remove all opens, nothing is removed.
 *
 * Return: how many opens were removed.
 */
int drop_probes(json_t *records)
{
	size_t i, n = json_array_size(records);
	char *gone = must(calloc(n + 1, 1));
	struct uses u = { 0 };
	int probes = 0, refused = 0;
	json_t *r;
	long k;

	json_array_foreach(records, i, r) {
		if (is_call(r, "open"))
			add_open(&u, r, i);
		else
			add_call(&u, r, i);
		refused += is_refused(r);
	}
	for (k = 0; k < u.n; k++)
		probes += !u.use[k].used && u.use[k].close;
	if (probes < u.n) {
		drop(records, &u, true, gone);
		probes += refused;
	} else {
		probes = 0;
	}
	free(u.use);
	free(gone);
	return probes;
}
