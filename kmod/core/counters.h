/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The contents and format of the file stats. */
#ifndef PERFATTR_CORE_COUNTERS_H
#define PERFATTR_CORE_COUNTERS_H

#include "core/out.h"

/* The counters, in the order of stats. */
#define PA_LIST_COUNTERS(X) \
	X(recorded) /* calls that were recorded */ \
	X(filtered) /* calls that the filter excluded */ \
	X(overwritten) /* records that were overwritten by newer ones */ \
	X(cleared) /* records that were deleted by a write to clear */ \
	X(missed) /* calls that no probe could follow: all instances were in use */ \
	X(over_share) /* opens that were not followed: above the share of their callers */ \
	X(over_share_uid) /* uid of the last caller whose open was above its share */ \
	X(dropped) /* calls whose record could not be stored */ \
	X(stages_missed) /* hits of inner functions that no probe could follow */ \
	X(unentered) /* opens that did not hit the probe on the system call */ \
	X(held) /* records in the ring */ \
	X(record_bytes) /* memory that one record takes */ \
	X(firing) /* 1: probes fire; 0: they do not */ \
	X(fork_probes) /* armed probes that a fork passes for each inherited event */

/* States of a probe: identifier, name. */
#define PA_LIST_PROBE_STATES(X) \
	X(ARMED, armed) \
	X(DISARMED, disarmed) \
	X(ABSENT, absent) /* the kernel has no such function, or refuses the probe */ \
	X(BYPASSED, bypassed) /* not every call that passes it is seen there */ \
	X(STUCK, stuck) /* the kernel could not remove it */

#define PA_PROBE_STATE(id, name)	PA_PROBE_##id,
enum pa_probe_state { PA_LIST_PROBE_STATES(PA_PROBE_STATE) };

/* More than the module has. */
#define PA_PROBES_MAX	32

/**
 * struct pa_probe_line - a probe and its state
 * @function: the probed function, a constant of ours
 * @state:    its state
 * @proved:   1: calls have shown that the function is the one that its handlers expect; 0: calls
 *            have shown that it is not, so records do not show it; -1: not decided yet
 */
struct pa_probe_line {
	const char *function;
	enum pa_probe_state state;
	s8 proved;
};

#define PA_COUNTER_MEMBER(name)	u64 name;

/**
 * struct pa_counters - all that stats shows
 * @probes:  the probes; of ops while they are recorded
 * @nprobes: how many there are
 *
 * The first members are PA_LIST_COUNTERS.
 */
struct pa_counters {
	PA_LIST_COUNTERS(PA_COUNTER_MEMBER)
	struct pa_probe_line probes[PA_PROBES_MAX];
	u32 nprobes;
};

/* This suffices for every value of the counters (tested by tests/host). */
#define PA_STATS_MAX	8192

void pa_stats_text(struct out *s, const struct pa_counters *c);

#endif /* PERFATTR_CORE_COUNTERS_H */
