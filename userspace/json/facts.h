/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The facts on which a reason rests, as JSON. */
#ifndef PERFATTR_JSON_FACTS_H
#define PERFATTR_JSON_FACTS_H

#include "json/writer.h"

struct pa_fact_list;

void pa_json_facts(struct pa_json *j, const struct pa_fact_list *list, const void *of);
void pa_json_open_facts(struct pa_json *j);
void pa_json_op_facts(struct pa_json *j);
void pa_json_load(struct pa_json *j);
void pa_json_steps(struct pa_json *j, u32 steps);

#endif /* PERFATTR_JSON_FACTS_H */
