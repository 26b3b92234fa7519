// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Findings about the caller: its seccomp filter, namespace, capabilities and limits. */
#include "doctor/parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "rules/rule.h"

/* perf record maps 512 KiB and a page for each cpu. */
#define MLOCK_USUAL	516

/* Descriptors that perf needs: a few, and some for each cpu. */
#define FILES_FEW	64
#define FILES_CPU	8

/* A filter may refuse the call, kill its caller, or let the call through to the kernel. */
static void judge_filter(struct doctor *d, struct doctor_finding *f)
{
	static const struct pa_need none;
	const struct try_result *tried = &f->answer.tried;

	if (tried->how == TRY_OPENED) {
		find_says(f, DOCTOR_FINE,
			  "the seccomp filter on this process lets perf_event_open through");
		return;
	}
	if (tried->how == TRY_REFUSED && !doctor_is_filtered(d, &f->answer)) {
		find_says(f, DOCTOR_UNKNOWN,
			  "a seccomp filter is on this process, or the kernel itself may have refused");
		return;
	}
	if (tried->how == TRY_REFUSED)
		find_says(f, DOCTOR_BROKEN,
			  "the seccomp filter on this process refuses perf_event_open");
	else
		find_says(f, DOCTOR_BROKEN, "a seccomp filter is on this process: %s", tried->why);
	find_mend_privilege(f, d, &none, true);
}

/**
 * find_seccomp() - find out whether a seccomp filter may refuse calls
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_seccomp(struct doctor *d, struct doctor_finding *f)
{
	static const struct pa_need none;
	int mode = env_here_seccomp(d->here);
	struct paste_call call;

	if (mode < 0) {
		find_says(f, DOCTOR_UNKNOWN, "not known: /proc/self/status cannot be read");
	} else if (!mode) {
		find_says(f, DOCTOR_FINE, "no filter on this process");
	} else if (d->untried) {
		find_says(f, DOCTOR_LIMITED,
			  "a seccomp filter on this process may refuse perf_event_open; --force tries");
		find_mend_privilege(f, d, &none, true);
	} else {
		doctor_call(&call, PA_TYPE_SOFTWARE, PA_SW_DUMMY);
		doctor_ask(d, &call, &f->answer);
		judge_filter(d, f);
	}
}

/**
 * find_userns() - find out whether capabilities count here
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_userns(struct doctor *d, struct doctor_finding *f)
{
	if (!(d->place.have & PA_PLACE_USERNS))
		find_says(f, DOCTOR_UNKNOWN, "not known: /proc/self/ns/user cannot be read");
	else if (d->place.init_userns)
		find_says(f, DOCTOR_FINE, "the initial one, where capabilities count");
	else
		find_says(f, DOCTOR_LIMITED,
			  "one of its own: its capabilities do not count for perf");
}

/* Writes the capabilities of a set that matter to perf. */
static void put_caps(char *to, size_t size, u64 set, bool has)
{
	size_t i, len = 0;

	*to = '\0';
	for (i = 0; i < PA_CAPABILITIES; i++)
		if ((set >> pa_capability_names[i].number & 1) == has && len < size)
			len += (size_t)snprintf(to + len, size - len, "%s%s", len ? " " : "",
						pa_capability_names[i].small);
	if (!len)
		snprintf(to, size, "none");
}

/**
 * find_capabilities() - find the capabilities that matter to perf
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_capabilities(struct doctor *d, struct doctor_finding *f)
{
	static const struct pa_need need = { .cap = PA_NEED_PERFMON };
	char effective[80], lacks[80];

	if (!(d->place.have & PA_PLACE_CAPS)) {
		find_says(f, DOCTOR_UNKNOWN, "not known: /proc/self/status cannot be read");
		return;
	}
	put_caps(effective, sizeof(effective), d->place.effective, true);
	put_caps(lacks, sizeof(lacks), d->place.bounding, false);
	find_says(f, has_perfmon(d) ? DOCTOR_FINE : DOCTOR_LIMITED,
		  "effective%s: %s; cannot be gained: %s%s",
		  d->place.have & PA_PLACE_USERNS && !d->place.init_userns ?
		  ", but not for perf" : "", effective, lacks,
		  d->place.no_new_privs ? "; setcap has no effect (no_new_privs)" : "");
	/* At a higher level it may not be enough. */
	if (!has_perfmon(d) && d->facts.paranoid <= 2)
		find_mend_privilege(f, d, &need, false);
}

/* Suggests the next lower level, and where it is set. */
static void mend_paranoid(struct doctor *d, struct doctor_finding *f)
{
	s32 level = d->facts.paranoid > 1 ? 1 : d->facts.paranoid - 1;
	const struct pa_need need = { .cap = PA_NEED_PERFMON, .leveled = true,
				      .level = (s8)level };

	find_mend_privilege(f, d, &need, false);
}

/**
 * find_paranoid() - the level of perf_event_paranoid, and whether it counts for us
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_paranoid(struct doctor *d, struct doctor_finding *f)
{
	s32 level = d->facts.paranoid;
	bool any;

	doctor_learn(d);
	any = level > 2 && (!d->env.kernel || d->env.kernel->has & PA_K_PARANOID_ANY);
	if (!(d->facts.have & PA_F_PARANOID))
		find_says(f, DOCTOR_UNKNOWN, "perf_event_paranoid is not known");
	else if (pa_has_capability(&d->facts, PA_CAPABLE_SYS_ADMIN))
		find_says(f, DOCTOR_FINE, "%d, which CAP_SYS_ADMIN overrides", level);
	else if (level < 0)
		find_says(f, DOCTOR_FINE, "%d: everybody may measure everything", level);
	else if (pa_has_capability(&d->facts, PA_CAPABLE_PERFMON) && !any)
		find_says(f, DOCTOR_FINE, "%d, which CAP_PERFMON overrides", level);
	else if (!(d->facts.have & PA_F_CRED))
		find_says(f, DOCTOR_UNKNOWN, "%d; our capabilities are not known", level);
	else
		find_says(f, DOCTOR_LIMITED, "%d, and capabilities do not make up for it: %s",
			  level, any ? "Debian refuses all events above 2, Ubuntu above 3" :
			  level >= 2 ? "own programs, without the kernel" :
			  level == 1 ? "own programs" : "all but raw tracepoints");
	if (f->state == DOCTOR_LIMITED)
		mend_paranoid(d, f);
}

struct kallsyms {
	bool seen;
	bool hidden;
};

static bool look_address(void *arg, const char *line)
{
	struct kallsyms *k = arg;

	k->seen = true;
	k->hidden = strspn(line, "0") == strcspn(line, " ");
	/* On some machines the first symbols are at 0. */
	return k->hidden && !strstr(line, " _stext") && !strstr(line, " _text");
}

/*
 * Return true if addresses are hidden from the caller: kptr_restrict is above 0, or
 * perf_event_paranoid above 1, and it has no CAP_SYSLOG.
 */
static void say_hidden(struct doctor *d, struct doctor_finding *f, const s64 *restricted)
{
	static const char hidden[] = "hidden: samples in the kernel have no symbols";
	bool paranoid = d->facts.paranoid > 1 && !pa_has_capability(&d->facts, PA_CAPABLE_SYSLOG);

	if (!restricted)
		find_says(f, DOCTOR_LIMITED, "%s (kptr_restrict is not known)", hidden);
	else if (*restricted)
		find_says(f, DOCTOR_LIMITED, "%s (kptr_restrict %lld)", hidden,
			  (long long)*restricted);
	else
		find_says(f, DOCTOR_LIMITED, "%s (perf_event_paranoid %d)", hidden,
			  d->facts.paranoid);
	if (restricted && !*restricted)
		find_mend(f, "sysctl kernel.perf_event_paranoid=1");
	else
		find_mend(f, "sysctl kernel.kptr_restrict=0%s",
			  paranoid ? " kernel.perf_event_paranoid=1" : "");
}

/**
 * find_addresses() - find out whether symbols of the kernel have addresses
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_addresses(struct doctor *d, struct doctor_finding *f)
{
	struct kallsyms k = { .seen = false };
	s64 level;
	bool known;

	env_here_lines(d->here, "kallsyms", look_address, &k);
	known = env_here_number(d->here, "sys/kernel/kptr_restrict", &level);
	if (!k.seen)
		find_says(f, DOCTOR_UNKNOWN, "not known: /proc/kallsyms cannot be read");
	else if (!k.hidden)
		find_says(f, DOCTOR_FINE, "readable: kernel symbols have addresses");
	else
		say_hidden(d, f, known ? &level : NULL);
}

/**
 * find_tracefs() - find out whether tracepoints can be found by their names
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_tracefs(struct doctor *d, struct doctor_finding *f)
{
	int err = env_here_folder(d->here, "kernel/tracing/events");

	if (err && !env_here_folder(d->here, "kernel/debug/tracing/events"))
		err = 0;
	if (err == ENOENT && env_here_folder(d->here, "kernel"))
		err = ENODEV;
	switch (err) {
	case 0:
		find_says(f, DOCTOR_FINE, "readable: tracepoints can be named");
		break;
	case ENOENT:
		find_says(f, DOCTOR_LIMITED, "not mounted: tracepoints cannot be named");
		find_mend(f, "mount -t tracefs none /sys/kernel/tracing");
		break;
	case EACCES:
	case EPERM:
		find_says(f, DOCTOR_LIMITED,
			  "only root may read it: tracepoints cannot be named");
		find_mend(f, "mount -o remount,mode=755 /sys/kernel/tracing");
		break;
	default:
		find_says(f, DOCTOR_UNKNOWN, "not known: %s", strerror(err));
	}
}

/**
 * find_buffers() - the memory that a buffer may take
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_buffers(struct doctor *d, struct doctor_finding *f)
{
	bool free = pa_has_capability(&d->facts, PA_CAPABLE_IPC_LOCK);
	struct rlimit limit = { .rlim_cur = 0 };
	char locked[32] = "no limit";
	s64 kb;

	if (!env_here_number(d->here, "sys/kernel/perf_event_mlock_kb", &kb)) {
		find_says(f, DOCTOR_UNKNOWN, "not known: perf_event_mlock_kb");
		return;
	}
	getrlimit(RLIMIT_MEMLOCK, &limit);
	if (limit.rlim_cur != RLIM_INFINITY)
		snprintf(locked, sizeof(locked), "%llu KiB",
			 (unsigned long long)limit.rlim_cur / 1024);
	if (free || (d->facts.have & PA_F_PARANOID && d->facts.paranoid < 0)) {
		find_says(f, DOCTOR_FINE, "of any size, %s",
			  free ? "by CAP_IPC_LOCK" : "by perf_event_paranoid -1");
		return;
	}
	find_says(f, kb < MLOCK_USUAL ? DOCTOR_LIMITED : DOCTOR_FINE,
		  "%lld KiB per cpu, and %s of locked memory (ulimit -l)", (long long)kb, locked);
	if (kb < MLOCK_USUAL)
		find_mend(f, "sysctl kernel.perf_event_mlock_kb=%d", MLOCK_USUAL);
}

/**
 * find_descriptors() - the number of descriptors
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_descriptors(struct doctor *d, struct doctor_finding *f)
{
	rlim_t enough = FILES_FEW + FILES_CPU * (rlim_t)d->cpus;
	struct rlimit limit;
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (fd < 0 && errno == EMFILE) {
		find_says(f, DOCTOR_BROKEN, "none is free: each open is refused: EMFILE");
		find_mend(f, "ulimit -n 1024");
	} else if (getrlimit(RLIMIT_NOFILE, &limit)) {
		find_says(f, DOCTOR_UNKNOWN, "not known: %s", strerror(errno));
	} else if (limit.rlim_cur < enough) {
		find_says(f, DOCTOR_LIMITED, "%llu, few for %d events on each of %u cpus",
			  (unsigned long long)limit.rlim_cur, FILES_CPU, d->cpus);
		find_mend(f, "ulimit -n %llu", (unsigned long long)enough);
	} else {
		find_says(f, DOCTOR_FINE, "%llu of them", (unsigned long long)limit.rlim_cur);
	}
	if (fd >= 0)
		close(fd);
}
