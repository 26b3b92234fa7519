/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Records of calls in a text, and reasons that hold for any values of its unknown parts. */
#ifndef PERFATTR_CALL_PASTED_H
#define PERFATTR_CALL_PASTED_H

#include "call/call.h"
#include "host/host.h"
#include "rules/rules.h"
#include "rules/how.h"

/* The ABI of programs of this machine's own width. */
#if defined(__x86_64__)
#define HERE_ABI	PA_ABI_X86_64
#elif defined(__aarch64__)
#define HERE_ABI	PA_ABI_ARM64
#elif defined(__powerpc64__)
#define HERE_ABI	PA_ABI_PPC64
#elif defined(__riscv) && __riscv_xlen == 64
#define HERE_ABI	PA_ABI_RISCV64
#elif defined(__s390x__)
#define HERE_ABI	PA_ABI_S390X
#elif defined(__arm__)
#define HERE_ABI	PA_ABI_ARM
#else
#define HERE_ABI	PA_ABI_MAX
#endif

struct env_here;
struct env_task;
struct cJSON;

/*
 * Facts of a call on a descriptor that a text may lack, and that the rules take as they are:
 * indices of pa_facts_of_op.
 */
enum pasted_fact_id {
	PASTED_CAPS = 0,
	PASTED_NS = 1,
	PASTED_SELINUX = 4,
	PASTED_BPF_LSM = 5,
	PASTED_CPU = 6,
	PASTED_STATE = 7,
	PASTED_FLAGS = 8,
	PASTED_SIBLINGS = 9,
	PASTED_READ_SIZE = 10,
	PASTED_SAMPLING = 11,
	PASTED_BUFFER = 12,
	PASTED_MAPPED = 13,
	PASTED_TRACING = 14,
	PASTED_PROG = 17,
	PASTED_FILTER = 18,
	PASTED_TASK = 19,
	PASTED_CHILDREN = 20,
	PASTED_FACTS
};

#define PASTED_ALL_FACTS	0x1e7ff3U

/* Words for enum paste_form, for paste_by and for paste_stopped, as JSON has them. */
#define PASTED_FORMS	4
#define PASTED_BY	3
#define PASTED_STOPS	4
extern const char *const pasted_forms[PASTED_FORMS];
extern const char *const pasted_by[PASTED_BY];
extern const char *const pasted_stops[PASTED_STOPS];

typedef void (*pasted_line_fn)(void *arg, const char *line, size_t len);
void pasted_pmus(struct env_here *here, pasted_line_fn fn, void *arg);
void pasted_limits(struct env_here *here, pasted_line_fn fn, void *arg);
void pasted_here(struct paste_call *call, struct env_here *here);
void pasted_live(struct paste_call *call, struct env_here *here, struct pa_place *place);
void pasted_who(struct paste_call *call, struct env_here *here, struct pa_place *place);
void pasted_group(struct paste_call *call, const struct env_here *here,
		  const struct pa_record *leader);
const struct pa_env *pasted_machine(void);
bool pasted_is_type_of(const struct pa_env *env, u32 type, const char *name);
void pasted_call(struct pa_call *x, const struct paste_call *call, u64 seq);

/**
 * struct pasted_event - facts about an event, from the calls until now
 * @open:     its open; NULL: it was not seen
 * @id:       identifies the event
 * @seq:      number of the record of the open
 * @data_len: bytes of its data area that is mapped; 0: none
 * @aux_len:  of its AUX area
 * @aux_at:   offset of that
 * @siblings: other events of its group, valid if @grouped
 * @grouped:  its group is known
 * @sure:     the next two, and the mappings, are known
 * @buffer:   it has a buffer, its own or that of another event
 * @mapped:   its own is mapped
 * @prog:     a BPF program was attached to it
 * @filter:   it has received a filter
 */
struct pasted_event {
	const struct paste_call *open;
	u64 id;
	u64 seq;
	u64 data_len;
	u64 aux_len;
	u64 aux_at;
	u32 siblings;
	bool grouped;
	bool sure;
	bool buffer;
	bool mapped;
	bool prog;
	bool filter;
};

/**
 * pasted_is_some() - return true if the answers may depend on unknown parts
 * @unknown: the unknown parts; the argument of an ioctl is a fact of its own
 */
static inline bool pasted_is_some(const struct pa_unknown *unknown)
{
	bool some = unknown->args & ~PA_UNKNOWN_ARG;
	size_t i;

	for (i = 0; i < PA_WORDS; i++)
		some |= unknown->word[i] != 0;
	return some;
}

/* Return true if a record has an attr: the bytes of an op may be others. */
static inline bool pasted_has_attr(const struct pa_record *r)
{
	return r->attr_len && (r->kind == PA_RECORD_OPEN || r->op.have & PA_OP_ATTR);
}

u16 pasted_pmu_of(const struct pa_env *env, const struct paste_call *open);
void pasted_op(struct pa_call *x, struct paste_call *op, u64 seq, const struct pasted_event *e,
	       const struct pasted_event *other, struct env_here *here, const struct pa_env *env);
bool pasted_usual_pmu(struct pa_pmu_name *pmu);
u32 pasted_pmus_here(const struct env_here *here, struct pa_pmu_name *pmus, u32 max);
void pasted_env(struct pa_env *env);
void pasted_unknown_names(const struct pa_record *r, const struct pa_unknown *unknown,
			  void (*take)(void *arg, const char *name), void *arg);
void pasted_read(struct pasted *p, const struct cJSON *line);

/* maximum number of possible reasons that are listed */
#define PASTED_MAY_BE	4

/**
 * struct pasted_reasons - why a call may have been refused
 * @n:     how many reasons there are; if it is one, that is the reason
 * @more:  there are more
 * @likely: the first stands out from the others
 * @assumed: which driver the PMU has was taken from its name
 * @why:   the reasons; the one that holds for most values of the unknown parts comes first
 */
struct pasted_reasons {
	unsigned int n;
	bool more;
	bool likely;
	bool assumed;
	struct pa_why why[PASTED_MAY_BE];
};

/* Maximum number of different reasons. */
#define PASTED_FOUND_MAX	40

/* Maximum number of reasons for one set of values. */
#define PASTED_CANDIDATES	24

/**
 * struct pasted_room - changed copies of a call, which would take too much of a small stack
 * @as:     the call with assumed values of its unknown parts
 * @of:     on another architecture
 * @bare:   without facts that may have changed
 * @enough: the question is answered: pasted_each() returns
 */
struct pasted_room {
	struct pa_record as;
	struct pa_record of;
	struct pa_record bare;
	bool enough;
};

/* Looks at a call; @usual: unknown parts have their usual values. */
typedef void (*pasted_fn)(void *arg, const struct pa_record *r, const struct pa_call *x,
			  bool usual);

void pasted_each(const struct pa_call *x, struct pasted_room *room, pasted_fn look, void *arg);
void pasted_any(struct pa_record *r, const struct pasted *p, u64 *seed);

/**
 * struct search - the reasons that were found
 * @n:      how many
 * @why:    the reasons
 * @count:  how often each was found
 * @none:   sometimes there was none
 * @more:   there are more
 * @sure:   the rule that surely refuses the call with usual values, after rules that only may;
 *          NULL: there is none
 * @unsure: with other values no rule surely does; of an op: a reason was not certain
 * @list:   reasons for the values that are looked at
 * @again:  the reason without facts that may have changed
 * @room:   for the call with these values
 */
struct search {
	unsigned int n;
	struct pa_why why[PASTED_FOUND_MAX];
	unsigned int count[PASTED_FOUND_MAX];
	bool none;
	bool more;
	const struct pa_rule *sure;
	bool unsure;
	struct pa_why list[PASTED_CANDIDATES];
	struct pa_why again;
	struct pasted_room room;
};

/**
 * struct pasted_work - room for a search: more than the stack of every thread has
 * @search: the reasons found
 * @as:     the call with the driver that its PMU has by its name, one of @pmus
 * @pmus:   to which that points
 * @other:  its reasons
 * @told:   the present facts for it
 */
struct pasted_work {
	struct search search;
	struct pa_call as;
	struct pa_pmu_name pmus[PA_PMUS];
	struct pasted_reasons other;
	struct env_told told;
};

bool pasted_assume(struct pasted_work *work, const struct pa_call *x);
bool pasted_now(struct pa_call *x, struct env_here *here, struct pasted_work *work);
void pasted_reasons(struct pasted_reasons *all, const struct pa_call *x,
		    struct pasted_work *work);
bool pasted_leave_out(struct search *s, const bool *gone);
void pasted_rank(struct pasted_reasons *all, struct search *s, const struct pa_call *x);
void pasted_say(struct pa_why *why, const struct pa_call *x);
void pasted_put_named(struct pasted_reasons *all, const struct pa_call *x);
void pasted_again(struct pa_why *known, const struct pa_why *why);

/* Rules for calls that reach no check: a filter refuses them, or the kernel lacks the call. */
extern const struct pa_rule pasted_seccomp, pasted_absent;
const struct pa_rule *pasted_rule_named(const char *id);

/**
 * struct pasted_allow - how a call is allowed
 * @need:   the privilege that it lacks
 * @filter: a seccomp filter refuses it
 * @strict: the kernel may ask for more above kernel.perf_event_paranoid 2
 * @place:  where it was made
 * @n:      ways to allow it
 * @how:    they
 */
struct pasted_allow {
	struct pa_need need;
	bool filter;
	bool strict;
	struct pa_place place;
	u32 n;
	struct pa_how how[PA_HOW_MAX];
};

bool pasted_allow_both(struct pasted_allow *all, const struct pasted_allow *more);

/**
 * struct pasted_after - the refusals after the reason of a call
 * @n:     refusals that come next
 * @why:   they
 * @allow: how the call is allowed
 */
struct pasted_after {
	u32 n;
	struct pa_why why[PA_AFTER_MAX];
	struct pasted_allow allow;
};

void pasted_after(struct pasted_after *all, const struct pa_call *x,
		  const struct pasted_reasons *reasons);

#endif /* PERFATTR_CALL_PASTED_H */
