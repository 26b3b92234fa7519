/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* From lines of JSON to their reasons: shared by all programs of user space. */
#ifndef PERFATTR_CALL_EXPLAIN_H
#define PERFATTR_CALL_EXPLAIN_H

#include "call/pasted.h"
#include "rules/health.h"
#include "rules/note.h"

struct env_here;
struct raw_entry;
struct raw_in;
struct env_told;
struct cJSON;
struct machine;

/**
 * struct explainer - makes reasons of the lines of one stream, or of several
 * @machines: machines whose lines were seen
 * @here:     this machine, for present facts; NULL: they are not looked up
 * @told:     the present facts that a recording has for its next record; NULL: none
 * @used:     the present facts for the record that was read last; NULL: none are known
 */
struct explainer {
	struct machine *machines;
	struct env_here *here;
	struct env_told *told;
	const struct env_told *used;
};

/**
 * struct pa_explanation - facts about the result of a call that user space adds
 * @reasons: why the call was refused, or did nothing; the most likely reason comes first
 * @after:   the next refusals, and the remedies
 * @never:   why the event of an op never ran
 * @n_notes: entries of @notes
 * @notes:   what misleads of a call that has succeeded
 */
struct pa_explanation {
	struct pasted_reasons reasons;
	struct pasted_after after;
	struct why_never never;
	u32 n_notes;
	struct pa_note notes[PA_NOTES];
};

bool explain_take(struct explainer *e, const struct cJSON *line);
struct machine *explain_entry(struct explainer *e, const struct raw_in *in,
			      const struct raw_entry *entry);
bool explain_read(struct explainer *e, const struct cJSON *line, struct pa_call *x);
void explain_machine(struct explainer *e, struct pa_call *x);
void explain_now(struct explainer *e, struct pa_call *x);
void explain_find(struct pa_explanation *e, const struct pa_call *x);
bool explain_env(const struct explainer *e, struct pa_env *env);
void explain_free(struct explainer *e);

#endif /* PERFATTR_CALL_EXPLAIN_H */
