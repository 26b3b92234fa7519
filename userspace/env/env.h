/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * What a reason asks of "now": what sysfs, procfs and the module's events_json say when a record is
 * shown. Only of a record of the module that is loaded here: env_is_here().
 *
 * All is read as the user who asks. What cannot be read is not known, and nobody is told: a reason
 * says itself what it lacks.
 */
#ifndef PERFATTR_ENV_H
#define PERFATTR_ENV_H

#include "core/env.h"
#include "why/format.h"
#include "why/held.h"
#include "why/now.h"

struct json_t;
struct out;
struct env_here;
struct env_pmus;

/* Digits of an id of a load of the module, as records and the module's parameter have it. */
#define ENV_LOAD_LEN	8

/* No line of env_told_json() is longer (tested by tests/host). */
#define ENV_TOLD_MAX	16384

/**
 * struct env_told - what was "now" for one record; kept beside it in a recording
 * @asked:      something would help to explain the record, and was asked for, perhaps in vain
 * @seq:        number of the record
 * @wall_ns:    when it was looked up: wall clock
 * @load:       of which load of the module the record is, 8 hex digits; empty if not known
 * @pmu:        what sysfs says about the PMU of a refused call; its member pmu is 0: nothing
 * @probe_name: as in struct pa_now; empty if there is none, or it is not known
 * @formats:    terms of the PMU that has accepted the event; its member pmu is 0: not known
 * @looked:     @held is valid
 * @held:       who holds what a refused call could not get
 */
struct env_told {
	bool asked;
	u64 seq;
	u64 wall_ns;
	char load[ENV_LOAD_LEN + 1];
	struct pa_pmu_now pmu;
	char probe_name[PA_NAME_LEN];
	struct pa_formats formats;
	bool looked;
	struct pa_held held;
};

struct env_here *env_here_open(const char *sysfs, const char *debugfs);
void env_here_proc(struct env_here *here, const char *proc);
void env_here_stream(struct env_here *here, bool stream);
void env_here_close(struct env_here *here);
bool env_is_here(struct env_here *here, const char *load);
void env_now(struct env_here *here, struct pa_env *env, const struct pa_record *r);
const struct env_told *env_told_last(const struct env_here *here);

/* The length of a name of sysfs with a NUL. */
#define ENV_NAME_LEN	256

struct env_pmus *env_pmus_open(const char *sysfs);
void env_pmus_close(struct env_pmus *pmus);
bool env_pmu_of_type(const struct env_pmus *pmus, char *name, u32 type);
const struct pa_formats *env_pmu_formats(struct env_pmus *pmus, const char *pmu);
bool env_pmu_event(const struct env_pmus *pmus, char *name, const char *pmu, const u64 *word);

void env_apply(struct pa_env *env, struct pa_now *now, const struct env_told *told);
bool env_told_json(struct out *s, const struct env_told *told);
bool env_told_read(struct env_told *told, struct json_t *line);

#endif /* PERFATTR_ENV_H */
