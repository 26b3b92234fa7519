// SPDX-License-Identifier: GPL-2.0
/*
 * What comes after the reason: who mends one wall must not run into the next one unwarned, and must
 * not be warned of one that is not there. And the ways to allow a call: those that count where the
 * caller runs, the smallest that are enough.
 */

#include "paste_line.h"
#include "paste_text.h"
#include "call/explain.h"
#include "call/pasted.h"
#include "call/parts.h"
#include "tap.h"
#include "rules/rule.h"
#include "told.h"

#define CAN_PERFMON	((u64)1 << PA_CAPABLE_PERFMON)
#define ADMIN	((u64)1 << PA_CAPABLE_SYS_ADMIN)

/* PMUs of machines; the first one has no name. */
static const struct pa_pmu_name vm[] = {
	[1] = { .name = "software", .type = 1 }, { .name = "tracepoint", .type = 2 },
	{ .name = "breakpoint", .type = 5 }, { .name = "msr", .type = 8 },
};

static const struct pa_pmu_name metal[] = {
	[1] = { .name = "software", .type = 1 }, { .name = "tracepoint", .type = 2 },
	{ .name = "breakpoint", .type = 5 }, { .name = "cpu", .type = 4 },
};

static const struct pa_pmu_name board[] = {
	[1] = { .name = "software", .type = 1 }, { .name = "apple_icestorm_pmu", .type = 8 },
};

#define PMUS(of)	.pmus = (of), .npmus = sizeof(of) / sizeof((of)[0])

/* Not known, in place of a level of perf_event_paranoid. */
#define NO_LEVEL	99

/**
 * struct row - a refused call, and what comes after its reason
 * @what:     what is so there
 * @err:      its error
 * @attr:     fields that are not usual
 * @args:     arguments that are not usual
 * @pmus:     those of the machine; NULL: not known
 * @npmus:    entries there
 * @abi:      0: x86_64
 * @paranoid: kernel.perf_event_paranoid
 * @cred:     the caller is known
 * @caps:     what it has
 * @userns:   it is in a user namespace of its own
 * @filtered: it is known to be under a filter
 * @after:    rules that come next, separated by blanks
 */
struct row {
	const char *what;
	const char *err;
	const char *attr;
	const char *args;
	const struct pa_pmu_name *pmus;
	u32 npmus;
	u8 abi;
	s32 paranoid;
	bool cred;
	u64 caps;
	bool userns;
	bool filtered;
	const char *after;
};

static const struct row rows[] = {
	{ "a filter, nothing known of the machine", "EPERM", "type=0", NULL, .paranoid = NO_LEVEL,
	  .after = "kernel-not-excluded" },
	{ "a filter, nothing known, only user space", "EPERM", "type=0 exclude_kernel=1", NULL,
	  .paranoid = NO_LEVEL, .after = "" },
	{ "a filter in a VM", "EPERM", "type=0", NULL, PMUS(vm), .paranoid = 2,
	  .after = "kernel-not-excluded hw-pmu-missing" },
	{ "a filter, a machine with a PMU", "EPERM", "type=0", NULL, PMUS(metal), .paranoid = 2,
	  .after = "kernel-not-excluded" },
	{ "a filter, paranoid 1", "EPERM", "type=0", NULL, PMUS(vm), .paranoid = 1,
	  .after = "hw-pmu-missing" },
	{ "a filter, paranoid 1, all of a cpu", "EPERM", "type=1", "-1, 0, -1, 0", PMUS(vm),
	  .paranoid = 1, .after = "cpu-wide-not-allowed" },
	{ "a filter, who has CAP_PERFMON", "EPERM", "type=0", NULL, PMUS(vm), .paranoid = 2,
	  .cred = true, .caps = CAN_PERFMON, .filtered = true, .after = "hw-pmu-missing" },
	{ "a filter, CAP_PERFMON in a user namespace", "EPERM", "type=0", NULL, PMUS(vm),
	  .paranoid = 2, .cred = true, .caps = ~0ULL, .userns = true, .filtered = true,
	  .after = "kernel-not-excluded hw-pmu-missing" },
	{ "a filter, arguments that no kernel takes", "EPERM", "type=1 exclude_kernel=1",
	  "-1, -1, -1, 0", PMUS(vm), .paranoid = 2,
	  .after = "no-task-no-cpu cpu-wide-not-allowed" },
	{ "no privilege in a VM", "EACCES", "type=0", NULL, PMUS(vm), .paranoid = 2,
	  .after = "hw-pmu-missing" },
	{ "no privilege, a machine with a PMU", "EACCES", "type=0", NULL, PMUS(metal),
	  .paranoid = 2, .after = "" },
	{ "no privilege, PMUs not known", "EACCES", "type=0", NULL, .paranoid = 2, .after = "" },
	{ "no privilege, a time", "EACCES", "type=1", NULL, PMUS(vm), .paranoid = 2,
	  .after = "" },
	{ "no privilege, a type that no PMU has", "EACCES", "type=40", NULL, PMUS(vm),
	  .paranoid = 2, .after = "pmu-type-missing" },
	{ "no privilege, a PMU by its type in config", "EACCES", "type=0 config=0x800000000", NULL,
	  PMUS(vm), .paranoid = 2, .after = "" },
	{ "no privilege, Arm with PMUs of other names", "EACCES", "type=0", NULL, PMUS(board),
	  .abi = PA_ABI_ARM64, .paranoid = 2, .after = "" },
	{ "no privilege, Arm without a PMU", "EACCES", "type=0", NULL, PMUS(vm),
	  .abi = PA_ABI_ARM64, .paranoid = 2, .after = "hw-pmu-missing" },
	{ "a rate above the limit comes after the privilege", "EACCES",
	  "type=1 freq=1 sample_freq=1000000", NULL, PMUS(vm), .paranoid = 2,
	  .after = "sample-freq-above-max" },
	{ "what is no wall of privilege has a plan instead", "ENOENT", "type=0", NULL, PMUS(vm),
	  .paranoid = 2, .after = "" },
};

static struct pa_call x;
static struct pasted_reasons reasons;
static struct pasted_work room;
static struct pasted_after after;

/* As perfattr explain reads it; false if it is no call. */
static bool read_call(const char *err, const char *attr, const char *args)
{
	char *text = line_of(err, attr, args);
	struct paste_text t = { .s = text, .len = strlen(text), .line = 1 };
	struct explainer e = { 0 };
	struct paste_call call;
	bool fine = paste_next_strace(&t, &call);

	if (fine) {
		pasted_call(&x, &call, 1);
		explain_machine(&e, &x);
		explain_now(&e, &x);
	}
	free(text);
	return fine;
}

static void machine_of_row(const struct row *row)
{
	struct pa_facts *f = &x.r.facts;

	x.r.abi = row->abi ?: PA_ABI_X86_64;
	if (row->pmus) {
		x.env.pmus = row->pmus;
		x.env.npmus = row->npmus;
		x.env.pmus_lost = false;
	}
	x.pasted.live = row->cred;
	x.pasted.filtered = row->filtered;
	memset(f, 0, sizeof(*f));
	x.r.have_facts = row->paranoid != NO_LEVEL;
	f->paranoid = row->paranoid;
	f->max_sample_rate = 100000;
	f->cap_effective = row->caps;
	f->init_userns = !row->userns;
	f->have = PA_F_PARANOID | PA_F_MAX_RATE | (row->cred ? PA_F_CRED : 0);
}

static void rules_of(char *to, size_t size)
{
	size_t len = 0;
	u32 i;

	*to = '\0';
	for (i = 0; i < after.n; i++)
		len += (size_t)snprintf(to + len, size - len, "%s%s", i ? " " : "",
					after.why[i].rule->id);
}

static void test_row(const struct row *row)
{
	char rules[512];
	bool certain = false;
	u32 i;

	if (!ok(read_call(row->err, row->attr, row->args), "%s: a call", row->what))
		return;
	machine_of_row(row);
	pasted_reasons(&reasons, &x, &room);
	pasted_after(&after, &x, &reasons);
	rules_of(rules, sizeof(rules));
	for (i = 0; i < after.n; i++)
		certain |= after.why[i].certain || after.why[i].opens;
	ok(!strcmp(rules, row->after) && !certain, "%s: after that \"%s\"", row->what, row->after);
	if (strcmp(rules, row->after))
		diag("\"%s\" after %s", rules, reasons.n ? reasons.why[0].rule->id : "nothing");
}

/* What is told must be so whatever the line does not tell. */
static void test_unknown(void)
{
	const struct row *row = &rows[2];

	read_call(row->err, row->attr, row->args);
	machine_of_row(row);
	x.pasted.some = true;
	x.pasted.unknown.word[pa_fields[PA_FIELD_EXCLUDE_KERNEL].word] |=
		1ULL << pa_fields[PA_FIELD_EXCLUDE_KERNEL].shift;
	pasted_reasons(&reasons, &x, &room);
	pasted_after(&after, &x, &reasons);
	ok(after.n == 1 && !strcmp(after.why[0].rule->id, "hw-pmu-missing"),
	   "what only one value leads to is not told, what all lead to is");
}

/**
 * struct way - a caller, and how its call is allowed
 * @what:  what is so there
 * @need:  what it lacks
 * @filter: a filter refuses
 * @place: where it runs
 * @strict: the kernel may be one that asks for more above 2
 * @has:   lines that are among the ways: "where: what", where the end may be left out; separated
 *         by |
 * @lacks: such that are not
 */
struct way {
	const char *what;
	struct pa_need need;
	bool filter;
	struct pa_place place;
	bool strict;
	const char *has;
	const char *lacks;
};

#define LACKS_LEVEL(n)	{ .cap = PA_NEED_PERFMON, .leveled = true, .level = (n) }
#define LACKS_TASK	{ .cap = PA_NEED_PERFMON, .ptrace = true }
#define LACKS_LOCKED	{ .cap = PA_NEED_IPC_LOCK }
#define ALL_KNOWN	(PA_PLACE_SYS | PA_PLACE_USERNS | PA_PLACE_CAPS | PA_PLACE_FILE)

static const struct way ways[] = {
	{ "nothing is known", LACKS_LEVEL(1), .has = "sysctl: kernel.perf_event_paranoid=1|"
	  "program: setcap cap_perfmon+ep PROGRAM|docker: --cap-add PERFMON|podman: |"
	  "kubernetes: securityContext: {capabilities: {add: [PERFMON]}}|lxc: |"
	  "systemd: AmbientCapabilities=CAP_PERFMON", .lacks = "systemd: SystemCallFilter|" },
	{ "the level is the highest that is enough", LACKS_LEVEL(2),
	  .has = "sysctl: kernel.perf_event_paranoid=2" },
	{ "no level is enough", { .cap = PA_NEED_PERFMON }, .has = "program: setcap cap_perfmon",
	  .lacks = "sysctl: " },
	{ "CAP_SYS_ADMIN only if nothing less is enough", { .cap = PA_NEED_SYS_ADMIN },
	  .has = "program: setcap cap_sys_admin|docker: --cap-add SYS_ADMIN" },
	{ "a filter only", {}, true, .has = "docker: --cap-add PERFMON, or --security-opt seccomp=|"
	  "podman: --cap-add PERFMON, or --security-opt|lxc: lxc.seccomp.profile|"
	  "systemd: SystemCallFilter=perf_event_open", .lacks = "sysctl: |program: |"
	  "systemd: SystemCallFilter=perf_event_open, " },
	{ "a filter, then a privilege", LACKS_LEVEL(1), true,
	  .has = "sysctl: kernel.perf_event_paranoid=1|"
	  "systemd: SystemCallFilter=perf_event_open, AmbientCapabilities=CAP_PERFMON" },
	{ "Docker", LACKS_LEVEL(1), true, { .have = PA_PLACE_SYS, .in = PA_IN_DOCKER,
	  .sys_read_only = true },
	  .has = "sysctl: kernel.perf_event_paranoid=1 (on the host or node: /proc/sys is "
	  "read-only here)|docker: --cap-add PERFMON", .lacks = "podman: |lxc: |"
	  "kubernetes: |systemd: " },
	{ "Kubernetes", LACKS_LEVEL(1), .place = { .in = PA_IN_KUBERNETES },
	  .has = "kubernetes: securityContext: {capabilities: {add: [PERFMON]}} (non-root: "
	  "setcap, too)|"
	  "sysctl: kernel.perf_event_paranoid=1 (on the host or node", .lacks = "docker: " },
	{ "a user namespace, where no capability counts", LACKS_LEVEL(1),
	  .place = { .have = ALL_KNOWN, .in = PA_IN_PODMAN, .effective = ~0ULL, .bounding = ~0ULL },
	  .has = "sysctl: kernel.perf_event_paranoid=1 (on the host or node",
	  .lacks = "program: |podman: --cap-add" },
	{ "a user namespace without a container", LACKS_LEVEL(1),
	  .place = { .have = ALL_KNOWN, .in = PA_IN_NOTHING, .effective = ~0ULL },
	  .has = "sysctl: kernel.perf_event_paranoid=1 (on the host",
	  .lacks = "program: |systemd: " },
	{ "no container", LACKS_LEVEL(1), .place = { .have = ALL_KNOWN, .in = PA_IN_NOTHING,
	  .init_userns = true, .bounding = ~0ULL }, .has = "sysctl: kernel.perf_event_paranoid=1|"
	  "program: setcap cap_perfmon+ep PROGRAM|systemd: AmbientCapabilities=CAP_PERFMON",
	  .lacks = "docker: |kubernetes: |sysctl: kernel.perf_event_paranoid=1 (on" },
	{ "the bounding set has not got it", LACKS_LEVEL(1), .place = { .have = ALL_KNOWN,
	  .in = PA_IN_DOCKER, .init_userns = true, .bounding = ~CAN_PERFMON },
	  .has = "program: setcap cap_perfmon+ep PROGRAM helps only once the capability is in the "
	  "bounding set|docker: --cap-add PERFMON" },
	{ "the file has it, and the bounding set not", LACKS_LEVEL(1), .place = { .have = ALL_KNOWN,
	  .in = PA_IN_DOCKER, .init_userns = true, .bounding = 0, .file = CAN_PERFMON },
	  .has = "program: its file has the capability, but does not give it: it is not in the "
	  "bounding set", .lacks = "program: setcap" },
	{ "no_new_privs", LACKS_LEVEL(1), .place = { .have = ALL_KNOWN, .in = PA_IN_NOTHING,
	  .init_userns = true, .bounding = ~0ULL, .no_new_privs = true },
	  .has = "program: no_new_privs is set: file capabilities", .lacks = "program: setcap" },
	{ "a kernel that may ask for more above 2", LACKS_LEVEL(1), .strict = true,
	  .has = "program: setcap cap_perfmon+ep PROGRAM (Debian, Ubuntu above 2: "
	  "cap_sys_admin+ep)" },
	{ "a task of another user", LACKS_TASK,
	  .has = "docker: --cap-add PERFMON or SYS_PTRACE (non-root|"
	  "podman: --cap-add PERFMON or SYS_PTRACE (as root|"
	  "kubernetes: securityContext: {capabilities: {add: [PERFMON]}} or add: [SYS_PTRACE] (|"
	  "systemd: AmbientCapabilities=CAP_PERFMON or CAP_SYS_PTRACE|"
	  "program: setcap cap_perfmon+ep PROGRAM or cap_sys_ptrace+ep", .lacks = "sysctl: " },
	{ "the same, and a filter, which the other capability does not pass", LACKS_TASK, true,
	  .lacks = "docker: --cap-add PERFMON or SYS|systemd: SystemCallFilter=perf_event_open, "
	  "AmbientCapabilities=CAP_PERFMON or" },
	{ "the same in a user namespace, where only the other one counts", LACKS_TASK,
	  .place = { .have = ALL_KNOWN, .in = PA_IN_PODMAN, .bounding = ~0ULL },
	  .has = "podman: --cap-add SYS_PTRACE (non-root",
	  .lacks = "program: |systemd: |sysctl: " },
	{ "locked memory", LACKS_LOCKED, .has = "sysctl: a higher kernel.perf_event_mlock_kb|"
	  "limit: ulimit -l unlimited|program: setcap cap_ipc_lock+ep PROGRAM|"
	  "docker: --ulimit memlock=-1 or --cap-add IPC_LOCK|"
	  "kubernetes: securityContext: {capabilities: {add: [IPC_LOCK]}}|"
	  "systemd: LimitMEMLOCK=infinity or AmbientCapabilities=CAP_IPC_LOCK" },
	{ "locked memory in a container", LACKS_LOCKED, .place = { .have = PA_PLACE_SYS,
	  .in = PA_IN_DOCKER, .sys_read_only = true }, .has = "sysctl: a higher "
	  "kernel.perf_event_mlock_kb (on the host or node: /proc/sys is read-only here|"
	  "docker: --ulimit memlock=-1", .lacks = "systemd: |podman: " },
	{ "nothing is lacking", {}, .lacks = "sysctl: |program: |docker: |systemd: " },
};

static bool is_told(const struct pa_how *how, u32 n, const char *line, size_t len)
{
	char told[PA_HOW_TEXT + 64];
	u32 i;

	for (i = 0; i < n; i++) {
		snprintf(told, sizeof(told), "%s: %s", how[i].where, how[i].what);
		if (!strncmp(told, line, len))
			return true;
	}
	return false;
}

/* Returns the first line of which that is not so, or NULL. */
static const char *told_otherwise(const struct pa_how *how, u32 n, const char *lines, bool told)
{
	for (; lines && *lines; lines += strcspn(lines, "|"), lines += *lines == '|')
		if (is_told(how, n, lines, strcspn(lines, "|")) != told)
			return lines;
	return NULL;
}

static void test_way(const struct way *way)
{
	struct pa_how how[PA_HOW_MAX];
	u32 n = pa_how(how, &way->need, way->filter, way->strict, &way->place), i;
	const char *wrong = told_otherwise(how, n, way->has, true) ?:
			    told_otherwise(how, n, way->lacks, false);
	bool cut = false;

	for (i = 0; i < n; i++)
		cut |= strlen(how[i].what) == sizeof(how[i].what) - 1;
	ok(!wrong && !cut, "ways: %s", way->what);
	if (!wrong && !cut)
		return;
	diag("%.*s", (int)strcspn(wrong ?: "cut", "|"), wrong ?: "cut");
	for (i = 0; i < n; i++)
		diag("%s: %s", how[i].where, how[i].what);
}

/* Where a caller runs, written and read back. */
static void test_place(void)
{
	static struct pa_call call = { .pasted.is = true };
	static struct pa_place again, place = {
		.have = ALL_KNOWN, .in = PA_IN_LXC, .sys_read_only = true, .no_new_privs = true,
		.effective = CAN_PERFMON, .bounding = ~0ULL, .file = ADMIN,
	};
	cJSON *o;

	call.pasted.place = place;
	o = call_written(&call, NULL);
	place_read(&again, json_get(o, "place"));
	ok(!memcmp(&place, &again, sizeof(place)), "a place is read back as it was");
	cJSON_Delete(o);
	memset(&place, 0, sizeof(place));
	place_read(&again, NULL);
	ok(!memcmp(&place, &again, sizeof(place)), "... and none is not known");
}

int main(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		test_row(&rows[i]);
	test_unknown();
	for (i = 0; i < ARRAY_SIZE(ways); i++)
		test_way(&ways[i]);
	test_place();
	return tap_end();
}
