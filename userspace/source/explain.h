/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* From lines of JSON to their reasons: what all programs of user space share. */
#ifndef PERFATTR_SOURCE_EXPLAIN_H
#define PERFATTR_SOURCE_EXPLAIN_H

#include "source/explained.h"
#include "source/read.h"

struct env_here;
struct env_told;

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
void explain_put(const struct explained *x, json_t *line);
bool explain_add(struct explainer *e, json_t *line);
bool explain_line(struct explainer *e, const char *line, char *out, size_t size);
bool explain_env(const struct explainer *e, struct pa_env *env);
void explain_free(struct explainer *e);

#endif /* PERFATTR_SOURCE_EXPLAIN_H */
