/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* From lines of JSON to their reasons: what all programs of user space share. */
#ifndef PERFATTR_SOURCE_EXPLAIN_H
#define PERFATTR_SOURCE_EXPLAIN_H

#include "source/read.h"
#include "why/now.h"

struct env_here;
struct env_told;

/**
 * struct explained - a record, read back, with what is known besides it
 * @r:       the record
 * @env:     further input of rules and renderers
 * @now:     to which it points, if anything is known of that
 * @missing: what its line lacks
 */
struct explained {
	struct pa_record r;
	struct pa_env env;
	struct pa_now now;
	struct missing missing;
};

/**
 * struct explainer - who makes reasons of the lines of a stream, or of several
 * @machines: those whose lines were seen
 * @here:     this machine, which is asked what is "now"; NULL: it is not
 * @told:     what a recording says of "now" for its next record; NULL: nothing
 * @used:     what was "now" for the record that was read last; NULL: nothing is known of that
 */
struct explainer {
	struct machine *machines;
	struct env_here *here;
	struct env_told *told;
	const struct env_told *used;
};

bool explain_take(struct explainer *e, json_t *line);
bool explain_read(struct explainer *e, json_t *line, struct explained *x);
json_t *explain_why(const struct explained *x);
void explain_put(const struct explained *x, json_t *line);
bool explain_add(struct explainer *e, json_t *line);
bool explain_line(struct explainer *e, const char *line, char *out, size_t size);
void explain_free(struct explainer *e);

#endif /* PERFATTR_SOURCE_EXPLAIN_H */
