/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * The present facts that reasons use ("now"): facts from sysfs, procfs and the module's events_raw
 * at the time when a record is shown. Only for a record of the module that is loaded here:
 * env_is_here().
 *
 * All is read with the rights of the user. Anything that cannot be read is not known, and not
 * reported: a reason says itself what it lacks.
 */
#ifndef PERFATTR_HOST_H
#define PERFATTR_HOST_H

#include "facts/format.h"
#include "facts/held.h"
#include "facts/now.h"
#include "facts/place.h"

struct cJSON;
struct out;
struct env_here;
struct pa_limits;

/* Digits of an id of a load of the module, as records and the module's parameter have it. */
#define ENV_LOAD_LEN	8

/* No line of env_told_json() is longer (tested by tests/host). */
#define ENV_TOLD_MAX	16384

/**
 * struct env_told - the present facts for one record; in a recording they are kept next to it
 * @asked:   some fact would help to explain the record, and was looked for, perhaps in vain
 * @seq:     number of the record
 * @wall_ns: the time of that, wall clock
 * @load:    the load of the module that made the record, 8 hex digits; empty if not known
 * @now:     the facts; its pointers are set by now_apply(): formats and held are below
 * @formats: terms of the PMU that has accepted the event; its member pmu is 0: not known
 * @looked:  @held is valid
 * @held:    the present holders of what a refused call could not get
 */
struct env_told {
	bool asked;
	u64 seq;
	u64 wall_ns;
	char load[ENV_LOAD_LEN + 1];
	struct pa_now now;
	struct pa_formats formats;
	bool looked;
	struct pa_held held;
};

/* Names of the containers, NULL of the first two. */
extern const char *const pa_runs_in_names[PA_IN_MAX];

/**
 * struct env_task - a thread that has made a call
 * @filters: number of seccomp filters on it; on an old kernel 1, whatever their number is
 * @alone:   the task is the only thread of its process
 * @capable: procfs was readable, so its capabilities are known
 * @caps:    PA_PLACE_CAPS, if known
 */
struct env_task {
	int filters;
	bool alone;
	bool capable;
	struct pa_place caps;
};

/* The kind of a trace event. */
enum env_trace {
	ENV_TRACE_UNKNOWN,	/* tracefs cannot be read */
	ENV_TRACE_NONE,		/* no event has this number */
	ENV_TRACE_STATIC,	/* in the kernel's code */
	ENV_TRACE_ARMS,		/* a probe that a user has defined, or the function tracer */
	ENV_TRACE_CALL,		/* in the kernel's code, of a system call */
};

struct env_here *env_here_open(const char *sysfs, const char *debugfs);
void env_here_stream(struct env_here *here, bool stream);
void env_here_close(struct env_here *here);
bool env_is_here(struct env_here *here, const char *load);
void env_here_watched(struct env_here *here, const char *load);

size_t env_here_pmus(const struct env_here *here, struct pa_pmu_name *pmus, size_t max);
void env_here_settings(const struct env_here *here, struct pa_facts *f, bool stack);
void env_here_facts(struct env_here *here, struct pa_facts *f, s32 cpu, bool stack);
void env_here_keep(struct env_here *here);
s32 env_here_renew(struct env_here *here);
bool env_here_selinux(const struct env_here *here, bool *active);
bool env_here_bpf(const struct env_here *here, bool *may);
void env_comm_read(char *to, const char *text);
bool env_formats_here(struct env_here *here, const char *pmu, struct pa_formats *f);
void env_here_place(const struct env_here *here, s32 tid, const struct env_task *task,
		    struct pa_place *place);
s32 env_here_self(struct env_here *here);
void env_here_group(const struct env_here *here, struct pa_record *r);
bool env_here_file(const struct env_here *here, s32 tid, s32 fd, u8 *kind);
void env_here_task(const struct env_here *here, struct pa_record *r, struct env_task *task);
enum env_trace env_here_trace(struct env_here *here, u64 id);
bool env_trace_lines(const struct env_here *here, const char *event,
		     void (*fn)(void *arg, char *line), void *arg);
int env_here_seccomp(const struct env_here *here);
long env_here_memory(s32 pid, u64 at, void *to, size_t size);
u64 env_clock(void);
u64 env_wall_clock(void);
bool env_here_gone(const struct env_here *here, s32 tid, s32 pid);
u64 env_here_event(const struct env_here *here, s32 tid, s32 fd);
bool env_no_policy(struct env_here *here);
void env_probe_name(struct env_here *here, char *to, const struct pa_record *r);
enum pa_trace env_trace_mode(struct env_here *here, const struct pa_record *r);
void env_cgroup(const struct env_here *here, char *to, const struct pa_record *r);
void env_kprobe(struct env_here *here, struct env_told *told, const struct pa_record *r,
		u64 offset);
void env_sysfs(struct env_here *here, struct pa_pmu_now *now, const struct pa_ask *ask,
	       const struct pa_env *env, s32 cpu);
bool env_held(struct env_here *here, struct pa_held *held, const struct pa_held_ask *ask,
	      const struct pa_env *env);
void env_here_passes(struct env_here *here, bool passes);
const struct pa_limits *env_here_limits(struct env_here *here);
bool env_here_level(struct env_here *here, const struct pa_facts *f);
void env_limits_json(struct out *s, struct env_here *here);

/* The length of a name of sysfs with a NUL. */
#define ENV_NAME_LEN	256

typedef bool (*env_event_fn)(void *arg, const char *name, const u64 *word);

bool env_pmu_file(const struct env_here *here, const char *pmu, const char *file, char *text,
		  size_t size);
size_t env_pmu_files(const struct env_here *here, const char *pmu, const char *folder,
		     char names[][ENV_NAME_LEN], size_t max);
bool env_pmu_events(const struct env_here *here, const char *pmu, const struct pa_formats *f,
		    env_event_fn fn, void *arg);
const char *env_pmu_cpus(const struct env_here *here, const char *pmu, char *text, size_t size);
void env_pmu_look(const struct env_here *here, struct pa_pmu_now *now, u32 id, const char *pmu);

bool env_here_text(const struct env_here *here, const char *path, char *text, size_t size);
bool env_here_number(const struct env_here *here, const char *path, s64 *value);
int env_here_folder(const struct env_here *here, const char *path);
bool env_here_lines(const struct env_here *here, const char *path,
		    bool (*fn)(void *arg, const char *line), void *arg);
bool env_here_cpus(const struct env_here *here, u32 *online, s32 *first, s32 *offline);

bool env_told_json(struct out *s, const struct env_told *told);
bool env_told_read(struct env_told *told, const struct cJSON *line);

#endif /* PERFATTR_HOST_H */
