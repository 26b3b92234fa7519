// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* How a finding is written, and the command that mends it. */
#include "doctor/parts.h"

#include <stdarg.h>
#include <stdio.h>

#include "rules/how.h"

const char * const doctor_states[DOCTOR_STATES] = { "unknown", "fine", "limited", "broken" };

/**
 * find_says() - set the result of a finding
 * @f:     the finding
 * @state: how it is
 * @fmt:   as printf(); the printer escapes words of files
 */
void find_says(struct doctor_finding *f, enum doctor_state state, const char *fmt, ...)
{
	va_list args;

	f->state = (u8)state;
	va_start(args, fmt);
	vsnprintf(f->text, sizeof(f->text), fmt, args);
	va_end(args);
}

/**
 * find_mend() - the command that mends it
 * @f:   the finding
 * @fmt: as printf()
 */
void find_mend(struct doctor_finding *f, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(f->mend, sizeof(f->mend), fmt, args);
	va_end(args);
}

/*
 * Among the remedies that count here choose that of the container, else the first. In a container
 * only root gets an added capability at once.
 */
static const struct pa_how *way_of(const struct pa_how *how, u32 n, const struct doctor *d)
{
	const char *in = d->place.in < PA_IN_MAX ? pa_runs_in_names[d->place.in] : NULL;
	u32 i;

	for (i = 0; !d->uid && in && i < n; i++)
		if (!strcmp(how[i].where, in))
			return &how[i];
	return n ? how : NULL;
}

/**
 * find_mend_privilege() - set the command that gives the missing privilege
 * @f:      the finding
 * @d:      the examination of this machine
 * @need:   the privilege
 * @filter: a seccomp filter refuses the call
 */
void find_mend_privilege(struct doctor_finding *f, const struct doctor *d,
			 const struct pa_need *need, bool filter)
{
	struct pa_how how[PA_HOW_MAX];
	bool strict = d->facts.have & PA_F_PARANOID && d->facts.paranoid > 2;
	u32 n = pa_how(how, need, filter, strict, &d->place);
	const struct pa_how *way = way_of(how, n, d);

	if (!way)
		return;
	if (!strcmp(way->where, "sysctl"))
		find_mend(f, "sysctl %s", way->what);
	else if (!strcmp(way->where, "docker") || !strcmp(way->where, "podman"))
		find_mend(f, "%s run %s", way->where, way->what);
	else if (!strcmp(way->where, "program"))
		find_mend(f, "%s", way->what);
	else
		find_mend(f, "%s: %s", way->where, way->what);
}
