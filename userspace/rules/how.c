// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * How to allow a call that a filter or a lack of privilege has refused: the highest value of the
 * sysctl and the smallest capability that are enough, and the lines that set them in the caller's
 * environment. If that is not known, the lines of all environments. CAP_SYS_PTRACE gives more than
 * CAP_PERFMON, so it is named in addition to CAP_PERFMON, or where only CAP_SYS_PTRACE counts: in a
 * user namespace, over its tasks.
 */
#include "rules/how.h"

#include "core/out.h"

const struct pa_capability_name pa_capability_names[PA_CAPABILITIES] = {
	{ PA_CAPABLE_PERFMON, "PERFMON", "perfmon" },
	{ PA_CAPABLE_SYS_ADMIN, "SYS_ADMIN", "sys_admin" },
	{ PA_CAPABLE_SYS_PTRACE, "SYS_PTRACE", "sys_ptrace" },
	{ PA_CAPABLE_SYSLOG, "SYSLOG", "syslog" },
	{ PA_CAPABLE_IPC_LOCK, "IPC_LOCK", "ipc_lock" },
};

/* Indexed by PA_NEED_*; a seccomp filter that depends on a capability asks for the first one. */
static const u8 needed[] = {
	PA_CAPABLE_PERFMON, PA_CAPABLE_PERFMON, PA_CAPABLE_SYS_ADMIN, PA_CAPABLE_IPC_LOCK,
};

/**
 * struct ways - ways to allow a call
 * @how:    receives them
 * @n:      how many
 * @need:   the privilege that it lacks
 * @filter: a seccomp filter refuses it
 * @strict: the kernel may ask for more above kernel.perf_event_paranoid 2
 * @place:  where it is made
 * @cap:    the capability
 * @counts: a capability counts there
 * @other:  CAP_SYS_PTRACE is enough, too
 * @locks:  a higher limit of locked memory is enough
 */
struct ways {
	struct pa_how *how;
	u32 n;
	const struct pa_need *need;
	bool filter;
	bool strict;
	const struct pa_place *place;
	const struct pa_capability_name *cap;
	bool counts;
	bool other;
	bool locks;
};

/* Adds a remedy. Its text is a list of pieces that ends with NULL. */
static void add(struct ways *w, const char *where, const char *const *piece)
{
	struct pa_how *how = &w->how[w->n];
	struct out s;

	if (w->n == PA_HOW_MAX)
		return;
	how->where = where;
	out_init(&s, how->what, sizeof(how->what));
	for (; *piece; piece++)
		out_str(&s, *piece);
	how->what[out_overflowed(&s) ? 0 : s.len] = '\0';
	w->n++;
}

#define ADD(w, where, ...) \
	add(w, where, (const char *const []){ __VA_ARGS__, NULL })

static const struct pa_capability_name *capability_of(u8 number)
{
	u32 i;

	for (i = 0; i < PA_CAPABILITIES - 1; i++)
		if (pa_capability_names[i].number == number)
			break;
	return &pa_capability_names[i];
}

/* Return true if capabilities do not count because of a user namespace. */
static bool is_in_userns(const struct pa_place *place)
{
	return place->have & PA_PLACE_USERNS && !place->init_userns;
}

static void add_sysctl(struct ways *w)
{
	const struct pa_place *p = w->place;
	const char *where = p->have & PA_PLACE_SYS && p->sys_read_only ?
		" (on the host or node: /proc/sys is read-only here)" :
		is_in_userns(p) || p->in > PA_IN_NOTHING ?
		" (on the host or node, for all its containers)" : "";
	char level[8] = { 0 };
	struct out s;

	if (w->locks)
		ADD(w, "sysctl", "a higher kernel.perf_event_mlock_kb", where);
	if (!w->need->leveled)
		return;
	out_init(&s, level, sizeof(level));
	out_s64(&s, w->need->level);
	ADD(w, "sysctl", "kernel.perf_event_paranoid=", level, where);
}

/* A capability that the file of the program gives. */
static void add_program(struct ways *w)
{
	const struct pa_place *p = w->place;
	u64 cap = 1ULL << w->cap->number;
	static const char strict[] =
		" (Debian, Ubuntu above 2: cap_sys_admin+ep)";

	if (w->locks)
		ADD(w, "limit", "ulimit -l unlimited");
	if (!w->need->cap || is_in_userns(p))
		return;
	if (p->have & PA_PLACE_CAPS && p->have & PA_PLACE_FILE && p->file & cap &&
	    !(p->bounding & cap)) {
		ADD(w, "program", "its file has the capability, but does not give it: ",
		    "it is not in the bounding set");
		return;
	}
	if (p->have & PA_PLACE_CAPS && p->no_new_privs) {
		ADD(w, "program", "no_new_privs is set: file capabilities have no effect");
		return;
	}
	ADD(w, "program", "setcap cap_", w->cap->small, "+ep PROGRAM",
	    w->other ? " or cap_sys_ptrace+ep" : "",
	    p->have & PA_PLACE_CAPS && !(p->bounding & cap) ?
	    " helps only once the capability is in the bounding set" :
	    w->strict && w->need->cap == PA_NEED_PERFMON ? strict : "");
}

/* Return true if the call was made there, or may have been. */
static bool is_there(const struct ways *w, enum pa_runs_in in)
{
	return w->place->in == in || w->place->in == PA_IN_UNKNOWN ||
	       (w->place->in == PA_IN_NOTHING && w->filter);
}

static const char bounding[] = " (non-root: setcap, too)";

/* Docker's and Podman's default filter allows a call whose capability is granted. */
static void add_docker(struct ways *w)
{
	static const char profile[] =
		", or --security-opt seccomp=FILE of a profile that allows perf_event_open";
	static const char rootful[] = " (as root; rootless podman: only the sysctl helps)";
	static const char either[] = " (as root; rootless podman: only SYS_PTRACE helps)";
	const char *limit = w->locks ? "--ulimit memlock=-1 or " : "";
	const char *other = w->other ? " or SYS_PTRACE" : "";

	if (is_there(w, PA_IN_DOCKER) && w->counts)
		ADD(w, "docker", limit, "--cap-add ", w->cap->large, other,
		    w->filter ? profile : bounding);
	if (is_there(w, PA_IN_PODMAN) && (w->filter || w->counts))
		ADD(w, "podman", limit, "--cap-add ", w->cap->large, other,
		    w->filter ? profile : w->cap->number == PA_CAPABLE_SYS_PTRACE ? bounding :
		    w->other ? either : rootful);
}

static void add_kubernetes(struct ways *w)
{
	static const char profile[] =
		", or a seccompProfile of type Localhost that allows perf_event_open";

	if (!is_there(w, PA_IN_KUBERNETES) || !w->counts)
		return;
	ADD(w, "kubernetes", "securityContext: {capabilities: {add: [", w->cap->large, "]}}",
	    w->other ? " or add: [SYS_PTRACE]" : "", w->filter ? profile : bounding);
}

static void add_others(struct ways *w)
{
	static const char filter[] = "SystemCallFilter=perf_event_open";
	static const char ambient[] = "AmbientCapabilities=CAP_";
	const char *limit = w->locks ? "LimitMEMLOCK=infinity or " : "";
	const char *other = w->other ? " or CAP_SYS_PTRACE" : "";
	bool need = w->need->cap && w->counts;

	if (is_there(w, PA_IN_LXC) && w->filter)
		ADD(w, "lxc", "lxc.seccomp.profile = FILE that allows perf_event_open");
	else if (is_there(w, PA_IN_LXC) && need)
		ADD(w, "lxc", "a privileged container whose lxc.cap.drop does not have ",
		    w->cap->small, w->other ? " or sys_ptrace" : "");
	if (w->place->in == PA_IN_NSPAWN && w->filter)
		ADD(w, "systemd-nspawn", "--system-call-filter=perf_event_open");
	if (w->place->in > PA_IN_NOTHING)
		return;
	if (w->filter && need)
		ADD(w, "systemd", filter, ", ", ambient, w->cap->large);
	else if (w->filter)
		ADD(w, "systemd", filter);
	else if (need)
		ADD(w, "systemd", limit, ambient, w->cap->large, other);
}

/**
 * pa_how() - the ways to allow a call
 * @how:    receives them; room for PA_HOW_MAX
 * @need:   the privilege that it lacks; .cap is 0 if none
 * @filter: a seccomp filter refuses it
 * @strict: the kernel may ask for more above kernel.perf_event_paranoid 2
 * @place:  where it was made
 *
 * Return: how many there are.
 */
u32 pa_how(struct pa_how *how, const struct pa_need *need, bool filter, bool strict,
	   const struct pa_place *place)
{
	struct ways w = {
		.how = how, .need = need, .filter = filter, .strict = strict,
		.place = place, .cap = capability_of(needed[need->cap]),
		.counts = !is_in_userns(place), .locks = need->cap == PA_NEED_IPC_LOCK,
	};

	if (!need->cap && !filter)
		return 0;
	/* With CAP_PERFMON a container's filter allows calls that CAP_SYS_PTRACE does not. */
	w.other = need->ptrace && w.counts && !filter;
	if (need->ptrace && !w.counts && !filter && place->in > PA_IN_NOTHING) {
		w.cap = capability_of(PA_CAPABLE_SYS_PTRACE);
		w.counts = true;
	}
	add_sysctl(&w);
	add_program(&w);
	add_docker(&w);
	add_kubernetes(&w);
	add_others(&w);
	return w.n;
}
