/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * Shared by the files that read a record back: what rules and renderers read of it is the same.
 * What a line lacks is not known then, never guessed.
 */
#ifndef PERFATTR_CALL_PARTS_H
#define PERFATTR_CALL_PARTS_H

#include "host/values.h"

#include "raw/raw.h"
#include "call/missing.h"
#include "facts/limits.h"
#include "facts/place.h"

bool has_keys(const cJSON *o, const char *name, const char *const *keys, struct missing *missing);

#define MACHINE_INITS	255

/**
 * struct machine - facts from a stream about the machine of its records
 * @load:    the load of the module
 * @known:   the line about the kernel was seen: @kernel and @followed are valid
 * @kernel:  limits and features
 * @limits:  what else is known of them, without that line
 * @pmus:    by index; entries without a name are not known
 * @npmus:   entries of @pmus
 * @named:   of these, how many are known
 * @gone:    of each of these
 * @inits:   functions of drivers; entry 0 is unused
 * @ninits:  entries of @inits
 * @followed: as in struct pa_env
 * @next:    the machine of another load
 */
struct machine {
	char load[9];
	bool known;
	struct pa_kernel kernel;
	struct pa_limits limits;
	struct pa_pmu_name pmus[PA_PMUS];
	u32 npmus;
	u32 named;
	u8 gone[PA_PMUS];
	struct pa_event_init inits[MACHINE_INITS];
	u32 ninits;
	u32 followed;
	struct machine *next;
};

/* machine.c */
bool machine_line(struct machine **all, const cJSON *line);
struct machine *machine_add(struct machine **all, const char *load);
void machine_known(struct machine *m);
void machine_pmu(struct machine *m, const struct pa_raw_pmu *pmu);
struct machine *machine_of(struct machine *all, const char *load);
void machine_env(const struct machine *m, struct pa_env *env);
void machine_free(struct machine **all);

/* facts.c */
/**
 * fact_put() - write a member of a struct of facts
 * @at:    the member
 * @width: its bytes
 * @value: its value
 */
static inline void fact_put(void *at, u32 width, u64 value)
{
	switch (width) {
	case 8:
		*(u64 *)at = value;
		break;
	case 4:
		*(u32 *)at = (u32)value;
		break;
	case 2:
		*(u16 *)at = (u16)value;
		break;
	default:
		*(u8 *)at = (u8)value;
	}
}

bool facts_read(const cJSON *o, const char *name, const struct pa_fact_list *list, void *to,
		struct missing *missing);
u32 steps_read(const cJSON *array);
u64 names_read(const cJSON *array, const struct pa_names *names);
int name_read(const cJSON *v, const struct pa_names *names);

/* raw.c */
struct pa_call;
struct machine *machine_entry(struct machine **all, const struct raw_in *in,
			      const struct raw_entry *e);
bool call_raw(struct pa_call *x, const struct raw_in *in, const struct raw_entry *e);
void call_machine(struct pa_call *x, const struct machine *m);

/* place.c */
extern const struct pa_fact_list place_facts;
void place_read(struct pa_place *place, const cJSON *o);

/* read.c */
bool record_read(struct pa_record *r, struct pa_env *env, const cJSON *line,
		 const struct machine *m, struct missing *missing);
void record_machine(const struct pa_record *r, struct pa_env *env, const struct machine *m,
		    struct missing *missing);

/* read_attr.c, read_kernel.c, read_op.c */
void read_attr(struct pa_record *r, const struct pa_env *env, const cJSON *line,
	       struct missing *missing);
void read_kernel(struct pa_record *r, struct pa_env *env, const cJSON *line,
		 struct missing *missing);
bool read_op(struct pa_record *r, const struct pa_env *env, const cJSON *line,
	     struct missing *missing);

#endif /* PERFATTR_CALL_PARTS_H */
