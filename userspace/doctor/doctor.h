/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * What works on this machine, before anything is opened: by the settings and the rules, and by
 * calls that were tried. Prints nothing and ends no program; anything that cannot be read is not
 * known. Texts may have bytes of files, so printers must escape them.
 */
#ifndef PERFATTR_DOCTOR_H
#define PERFATTR_DOCTOR_H

#include "parse/parse.h"
#include "try/try.h"
#include "rules/rules.h"

struct env_here;

#define DOCTOR_TEXT	320

/**
 * struct doctor - an examination of this machine
 * @here:    the machine
 * @version: version of this program
 * @untried: why no call is tried; NULL: calls are
 * @filter:  we are under a seccomp filter
 * @self:    our number there, 0: not known
 * @uid:     our user
 * @place:   where we run
 * @facts:   settings, and what we may do
 * @cpus:    how many are online; 0: not known
 * @cpu:     the first of them
 * @offline: the first that is not; -1: none
 * @pmus:    PMUs of sysfs, in the order of their names; the first entry is not used
 * @npmus:   entries of @pmus; 1 at least
 * @env:     @pmus and the limits of the kernel, for the rules
 * @kernel:  limits of the kernel where the module does not report them, once a call has shown them
 * @now:     facts from sysfs about the last PMU that was asked about
 * @driver:  the question is what a driver accepts, not what we may do
 * @no_cycles: no PMU counts cycles here
 * @opens:   calls that were tried
 * @as_told: number of these that had the result that the rules foresaw
 * @untold:  ... of how many they foresaw none
 */
struct doctor {
	struct env_here *here;
	const char *version;
	const char *untried;
	bool filter;
	s32 self;
	u32 uid;
	struct pa_place place;
	struct pa_facts facts;
	u32 cpus;
	s32 cpu;
	s32 offline;
	struct pa_pmu_name pmus[PA_PMUS];
	u32 npmus;
	struct pa_env env;
	struct pa_kernel kernel;
	struct pa_now now;
	bool driver;
	bool no_cycles;
	u32 opens;
	u32 as_told;
	u32 untold;
};

void doctor_begin(struct doctor *d, struct env_here *here, const struct pa_env *by_module,
		  bool force);

/* --- ask.c: one call --- */

/**
 * struct doctor_answer - the result of a call
 * @asked:    the result was looked for
 * @foreseen: the result by the rules
 * @tried:    by trying; TRY_NOT, with why, where it was not tried
 * @why:      why it was refused, where it was
 */
struct doctor_answer {
	bool asked;
	struct pa_foreseen foreseen;
	struct try_result tried;
	struct pa_why why;
};

void doctor_call(struct paste_call *call, u32 type, u64 config);
void doctor_ask(struct doctor *d, const struct paste_call *call, struct doctor_answer *a);
enum pa_foreseen_as doctor_verdict(const struct doctor_answer *a);
u32 doctor_errno(const struct doctor_answer *a);
bool doctor_differs(const struct doctor_answer *a);
bool doctor_is_filtered(const struct doctor *d, const struct doctor_answer *a);
void doctor_learn(struct doctor *d);
u32 doctor_group(struct doctor *d, const struct paste_call *call);
bool doctor_has_cpu_pmu(const struct doctor *d);

/* --- pmu.c: calls that the driver of a PMU accepts --- */

enum doctor_take {
	DOCTOR_COUNTS,
	DOCTOR_SAMPLES,
	DOCTOR_TASKS,
	DOCTOR_NO_USER,
	DOCTOR_NO_KERNEL,
	DOCTOR_NO_HV,
	DOCTOR_NO_IDLE,
	DOCTOR_NO_HOST,
	DOCTOR_NO_GUEST,
	DOCTOR_PRECISE_1,
	DOCTOR_PRECISE_2,
	DOCTOR_PRECISE_3,
	DOCTOR_BRANCHES,
	DOCTOR_TAKES,
};

/**
 * struct doctor_change - what is asked of a driver
 * @name:  its name
 * @field: the field that is changed of the event
 * @value: its value
 */
struct doctor_change {
	const char *name;
	u8 field;
	u64 value;
};

extern const struct doctor_change doctor_takes[DOCTOR_TAKES];

/**
 * struct doctor_pmu - facts about a PMU
 * @never:  the reason not to try anything on it; NULL: it may be tried. If there is no answer, its
 *          events are of another kind
 * @event:  name of the event that was tried; empty: one of its numbers
 * @aux:    it writes into an AUX area: enum pa_sysfs
 * @answer: indexed by enum doctor_take
 */
struct doctor_pmu {
	const char *never;
	char event[64];
	u8 aux;
	struct doctor_answer answer[DOCTOR_TAKES];
};

void doctor_pmu(struct doctor *d, u32 id, bool try, struct doctor_pmu *p);
const char *doctor_pmu_needs(const char *name);

/* --- selftest.c: calls that the rules foresee everywhere --- */

/**
 * struct doctor_test - one of them
 * @rule: the rule by which every kernel refuses it, for any caller; NULL: that depends on the
 *        machine
 * @set:  the differences from doctor_call()
 */
struct doctor_test {
	const char *rule;
	struct pa_fix set[2];
};

/* The last entry changes nothing. */
extern const struct doctor_test doctor_tests[];

void doctor_selftest(struct doctor *d, const struct doctor_test *test, struct doctor_answer *a,
		     char *text, size_t size);

/* --- find.c, machine.c, caller.c, opens.c: findings --- */

enum doctor_state { DOCTOR_UNKNOWN, DOCTOR_FINE, DOCTOR_LIMITED, DOCTOR_BROKEN, DOCTOR_STATES };

/* Words for these. */
extern const char * const doctor_states[DOCTOR_STATES];

/**
 * struct doctor_finding - one of them
 * @name:  its subject, for machines
 * @state: enum doctor_state
 * @text:  the finding; empty: there is nothing to report
 * @mend:  the command that mends it; empty: none does, or nothing is to be mended
 * @answer: the result of the call that decides it
 */
struct doctor_finding {
	const char *name;
	u8 state;
	char text[DOCTOR_TEXT];
	char mend[DOCTOR_TEXT];
	struct doctor_answer answer;
};

bool doctor_find(struct doctor *d, u32 n, struct doctor_finding *f);
bool doctor_instead(struct doctor *d, char *text, size_t size);

#endif /* PERFATTR_DOCTOR_H */
