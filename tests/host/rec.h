/* SPDX-License-Identifier: GPL-2.0 */
/* Records and an environment for the tests, and functions that render them. */
#ifndef PERFATTR_TEST_REC_H
#define PERFATTR_TEST_REC_H

#include <stdlib.h>

#include "core/arch.h"
#include "core/render.h"
#include "uapi.h"
#include "rules/rules.h"

/* Types of the dynamic PMUs in rec_env(). */
#define REC_KPROBE	6
#define REC_UPROBE	7
#define REC_MSR		8
#define REC_CPU_CORE	9

/* Indexes of PMUs in rec_env(). */
enum {
	REC_PMU_SOFTWARE = 1,
	REC_PMU_CLOCK,
	REC_PMU_KPROBE,
	REC_PMU_UPROBE,
	REC_PMU_MSR,
	REC_PMU_CPU_CORE,
	REC_PMU_MAX,
};

/* What pa_explain() answers in the tests of the renderers; NULL: the reason is not known. */
extern const struct pa_why *rec_why;

/* A kernel with the newest attr: knows every field and bit. */
extern const struct pa_kernel rec_kernel_new;
/* Linux 5.10, numbers of its own header. */
extern const struct pa_kernel rec_kernel_510;

void rec_env(struct pa_env *env);
void rec_init(struct pa_record *r, const void *attr, unsigned int size);
void rec_tell(struct pa_env *env, const struct pa_record *r);
const char *rec_log(const struct pa_record *r, const struct pa_env *env, unsigned int flags);
const char *rec_text(const struct pa_record *r, const struct pa_env *env, unsigned int flags);
void rec_why_json(struct out *s, const struct pa_record *r, const struct pa_env *env);
const char *rec_json_told(const struct pa_record *r, const struct pa_env *env);
const char *rec_json(const struct pa_record *r, const struct pa_env *env);
const char *rec_json_env(const struct pa_env *env);
const char *rec_json_pmu(const struct pa_env *env, unsigned int index);
const char *rec_line(const char *text, const char *start);

unsigned long long rec_random(void);
void rec_random_attr(struct perf_event_attr *attr);

#endif /* PERFATTR_TEST_REC_H */
