/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the commands doctor and pmus share. */
#ifndef PERFATTR_COMMANDS_DOCTOR_H
#define PERFATTR_COMMANDS_DOCTOR_H

#include "commands/commands.h"
#include "doctor/doctor.h"

/* The status of doctor if something is broken. */
#define DOCTOR_BROKE	3

struct doctor *doctor_here(const struct options *opt);

const char *answer_words(const struct pa_foreseen *foreseen);
void answer_put(const char *what, size_t width, const struct doctor_answer *a, bool tried);
void answer_json(struct pa_json *j, const struct doctor_answer *a);
void safe_json(struct pa_json *j, const char *s);
struct pa_json *line_json(void);
void line_json_end(struct pa_json *j);
void safe_put(const char *s);

void pmu_takes_put(const struct doctor_pmu *p, bool tried);

#endif /* PERFATTR_COMMANDS_DOCTOR_H */
