/* SPDX-License-Identifier: GPL-2.0 */
/* Calls that were traced when they were made, and their reasons. */
#ifndef PERFATTR_TEST_PASTE_LIVE_H
#define PERFATTR_TEST_PASTE_LIVE_H

#include <stdlib.h>

#include "core/attr.h"
#include "call/pasted.h"
#include "tap.h"
#include "told.h"

/* A call of which all is known, refused. */
static inline struct paste_call call_of(unsigned int err, bool held)
{
	struct paste_call call;

	paste_begin(&call, PASTE_STRACE);
	paste_set(&call, PA_FIELD_TYPE, PA_TYPE_SOFTWARE);
	paste_set(&call, PA_FIELD_SIZE, 128);
	paste_set(&call, PA_FIELD_CONFIG, 9);
	call.args = PASTE_PID | PASTE_CPU | PASTE_GROUP_FD | PASTE_FLAGS;
	paste_errno(&call, err);
	paste_end(&call);
	call.r.abi = PA_ABI_X86_64;
	call.r.have_facts = 1;
	call.here = true;
	call.live = true;
	call.held = held;
	return call;
}

/* This machine, if it is asked. */
static struct env_here *asked;

/* The record of a call, behind lines about the machine. */
static inline cJSON *record_of(const struct paste_call *call, const char *machine)
{
	cJSON *told, *about;
	struct explainer e = { .here = asked };
	size_t len;

	for (; *machine; machine += len + (machine[len] == '\n')) {
		len = strcspn(machine, "\n");
		about = json_load(machine, len, NULL);
		explain_take(&e, about);
		cJSON_Delete(about);
	}
	told = told_pasted(&e, call);
	explain_free(&e);
	return told;
}

static inline const char *rule_of(cJSON *line)
{
	cJSON *why = json_get(line, "why");

	return str(why, "rule") ?: "";
}

static inline bool is_certain(cJSON *line)
{
	return json_true(json_get(line, "why"), "certain");
}

/* Is this the reason, as sure as that? Without a rule: none is singled out. */
static inline void expect(const struct paste_call *call, const char *machine, const char *rule,
			  bool certain, const char *what)
{
	cJSON *line = record_of(call, machine);
	char *json;

	if (!ok(!strcmp(rule_of(line), rule) && is_certain(line) == certain, "%s: %s", what,
		*rule ? rule : "no single reason")) {
		json = json_text(line);
		diag("%s", json ?: "no record");
		free(json);
	}
	cJSON_Delete(line);
}

#endif /* PERFATTR_TEST_PASTE_LIVE_H */
