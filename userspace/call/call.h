/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* A record with all further facts about it. */
#ifndef PERFATTR_CALL_CALL_H
#define PERFATTR_CALL_CALL_H

#include "core/raw.h"
#include "parse/parse.h"
#include "call/missing.h"
#include "facts/place.h"
#include "rules/reason.h"

/**
 * struct pasted - a call in a text
 * @is:      the record is a call in a text
 * @live:    it was made just now, and was watched
 * @held:    its caller was stopped while the facts that its text lacks were looked up
 * @shared:  other threads, which share its descriptors, were not stopped
 * @some:    something is not known
 * @filtered: its caller is under a seccomp filter
 * @stopped: the action of a filter: enum paste_stopped
 * @unknown: unknown fields and arguments
 * @place:   where it was made
 * @facts:   of an op: a bit for each fact that is not known, enum pasted_fact_id
 * @no_arg:  the argument of an ioctl is not known
 * @told_by: enum paste_by: the origin of its error
 * @form:    enum paste_form, unless @live
 * @line:    its line in the text, from 1; 0: not known
 * @rule:    id of the rule that the text itself names; empty: none
 * @pmu:     name of the PMU that the text names; empty: none
 * @release: release of the kernel in the text, 0x0604 for 6.4; 0: none
 * @changed: a call that differs in this field or argument only has opened; without a field: none
 *           is known
 * @retry_line: the line of that call
 */
struct pasted {
	bool is;
	bool live;
	bool held;
	bool shared;
	bool some;
	bool filtered;
	u8 stopped;
	struct pa_unknown unknown;
	struct pa_place place;
	u32 facts;
	bool no_arg;
	u8 told_by;
	u8 form;
	u64 line;
	char rule[PASTE_NAME_LEN];
	char pmu[PASTE_NAME_LEN];
	u16 release;
	struct pa_fix changed;
	u64 retry_line;
};

/**
 * struct pa_call - a record, read back, with further facts about it
 * @r:       the record
 * @env:     further input of rules and renderers
 * @missing: keys that its line lacks
 * @load:    the load of the module that recorded it; empty: not known
 * @raw:     it was read from raw records
 * @hidden:  which kernel addresses the raw record hides, if @raw
 * @pasted:  for a call in a text: the parts that the text lacks
 */
struct pa_call {
	struct pa_record r;
	struct pa_env env;
	struct missing missing;
	char load[9];
	bool raw;
	struct pa_raw_hidden hidden;
	struct pasted pasted;
};

#endif /* PERFATTR_CALL_CALL_H */
