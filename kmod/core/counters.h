/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* What the files stats and metrics show, and in which format. */
#ifndef PERFATTR_CORE_COUNTERS_H
#define PERFATTR_CORE_COUNTERS_H

#include "core/names.h"
#include "core/out.h"
#include "core/record.h"

/*
 * The counters, in the order of stats. The sentences are the HELP lines of metrics.
 *   COUNTER  name, sentence; never decreases while the module is loaded
 *   GAUGE    name, unit or NULL, sentence; the value now
 */
#define PA_LIST_COUNTERS(COUNTER, GAUGE) \
	COUNTER(recorded, "Calls that were recorded.") \
	COUNTER(filtered, "Calls that the filter excluded.") \
	COUNTER(overwritten, "Records that were overwritten by newer ones.") \
	COUNTER(cleared, "Records that were deleted by a write to clear.") \
	COUNTER(missed, "Calls that no probe could follow: all instances were in use.") \
	COUNTER(dropped, "Calls whose record could not be stored.") \
	COUNTER(unreadable, "Opens whose attr could not be read.") \
	COUNTER(stages_missed, "Hits of inner functions that no probe could follow.") \
	COUNTER(unentered, "Opens that did not hit the probe on the system call.") \
	GAUGE(held, NULL, "Records in the ring.") \
	GAUGE(capacity, NULL, "Records that fit into the ring.") \
	GAUGE(record_bytes, "bytes", "Memory that one record takes.") \
	GAUGE(firing, NULL, "Whether probes fire: 1 or 0.") \
	GAUGE(fork_probes, NULL, "Armed probes that a fork passes for each inherited event.")

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
 * @proved:   1: calls have shown that the function is what its handlers take it for; 0: that it is
 *            not, so records do not show it; -1: not decided yet
 */
struct pa_probe_line {
	const char *function;
	enum pa_probe_state state;
	s8 proved;
};

/* Each errno has a slot of pa_tally.refused: its number if that is below PA_ERRNOS, or these. */
enum {
	PA_ERRNO_NOTSUPP = PA_ERRNOS,
	PA_ERRNO_OTHER,
	PA_ERRNO_SLOTS,
};

/**
 * struct pa_tally - calls that returned, whether the filter excluded them or not
 * @calls:   by enum pa_record_kind
 * @refused: opens that failed, by slot
 * @refused_ops: the same of ops
 * @filtered: calls that the filter has excluded
 *
 * Nothing but such numbers.
 */
struct pa_tally {
	u64 calls[PA_RECORD_MAX];
	u64 refused[PA_ERRNO_SLOTS];
	u64 refused_ops[PA_ERRNO_SLOTS];
	u64 filtered;
};

#define PA_COUNTER_MEMBER(name, ...)	u64 name;

/**
 * struct pa_counters - all that stats and metrics show
 * @version: of the module
 * @tally:   calls by kind and errno
 * @probes:  the probes; of ops while they are recorded
 * @nprobes: how many there are
 *
 * The first members are PA_LIST_COUNTERS.
 */
struct pa_counters {
	PA_LIST_COUNTERS(PA_COUNTER_MEMBER, PA_COUNTER_MEMBER)
	const char *version;
	struct pa_tally tally;
	struct pa_probe_line probes[PA_PROBES_MAX];
	u32 nprobes;
};

/* These suffice for every value of the counters (tested by tests/host). */
#define PA_STATS_MAX	24576
#define PA_METRICS_MAX	65536

/**
 * pa_errno_slot() - the slot in which an errno is counted
 * @err: positive errno; any value is safe
 *
 * Context: any.
 */
static inline u32 pa_errno_slot(u64 err)
{
	if (err < PA_ERRNOS)
		return (u32)err;
	return err == PA_ENOTSUPP ? PA_ERRNO_NOTSUPP : PA_ERRNO_OTHER;
}

void pa_stats_text(struct out *s, const struct pa_counters *c);
void pa_metrics_text(struct out *s, const struct pa_counters *c);

#endif /* PERFATTR_CORE_COUNTERS_H */
