// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/* Findings about the machine and the module, which are the same for all users. */
#include "doctor/parts.h"

#include <sys/utsname.h>

#include "rules/how.h"

#define MODULE		"module/perfattr_dump"
/* The kernel's default, which it lowers if interrupts take too long. */
#define RATE_USUAL	100000

/**
 * find_kernel() - which kernel, on which architecture
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_kernel(struct doctor *d, struct doctor_finding *f)
{
	struct utsname u;

	if (uname(&u))
		find_says(f, DOCTOR_UNKNOWN, "not known");
	else
		find_says(f, DOCTOR_FINE, "%s %s, %s", u.sysname, u.release, u.machine);
}

static bool look_flags(void *arg, const char *line)
{
	bool *is_vm = arg;

	if (strncmp(line, "flags", 5))
		return true;
	*is_vm = strstr(line, " hypervisor");
	return false;
}

/* x86 says it in a flag, others in the tree of devices. */
static bool is_vm(struct doctor *d)
{
	bool vm = false;

	env_here_lines(d->here, "cpuinfo", look_flags, &vm);
	return vm || !env_here_folder(d->here, "firmware/devicetree/base/hypervisor") ||
	       !env_here_folder(d->here, "hypervisor/properties");
}

/* Hypervisors by the vendor in the firmware, and the setting that gives a guest a PMU. */
static const struct {
	const char *vendor;
	const char *mend;
} hypervisors[] = {
	{ "QEMU", "-cpu host,pmu=on for QEMU, on the host" },
	{ "VMware", "vpmc.enable = \"TRUE\" in the .vmx file, on the host" },
	{ "Microsoft", "Set-VMProcessor NAME -Perfmon @(\"pmu\"), on the host of Hyper-V" },
	{ "Xen", "vpmu=1 for Xen, on the host" },
	{ "Amazon EC2", "an EC2 instance type with a PMU: .metal, or one that has a whole socket" },
	{ "Google", "a C4 or later instance, created with --performance-monitoring-unit=standard" },
	{ "innotek", "another hypervisor: VirtualBox has no PMU for its guests" },
};

/**
 * find_mend_hypervisor() - find what makes the hypervisor of this machine give it a PMU
 * @d: the examination of this machine
 * @f: receives it
 */
void find_mend_hypervisor(struct doctor *d, struct doctor_finding *f)
{
	char vendor[64];
	size_t i;

	if (!is_vm(d) ||
	    !env_here_text(d->here, "class/dmi/id/sys_vendor", vendor, sizeof(vendor)))
		return;
	for (i = 0; i < ARRAY_SIZE(hypervisors); i++)
		if (!strncmp(vendor, hypervisors[i].vendor, strlen(hypervisors[i].vendor)))
			find_mend(f, "%s", hypervisors[i].mend);
}

/**
 * find_place() - find out whether this is a virtual machine, or a container
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_place(struct doctor *d, struct doctor_finding *f)
{
	bool vm = is_vm(d);

	if (!d->self)
		find_says(f, DOCTOR_UNKNOWN, "not known: /proc cannot be read");
	else if (d->place.in == PA_IN_NOTHING)
		find_says(f, DOCTOR_FINE, "%s, not in a container that is known",
			  vm ? "in a virtual machine" : "no sign of a virtual machine");
	else
		find_says(f, DOCTOR_FINE, "%sin a container: %s",
			  vm ? "in a virtual machine, " : "", pa_runs_in_names[d->place.in]);
}

/* "none [integrity] confidentiality" */
static const char *locked(struct doctor *d, char *text, size_t size)
{
	char *from, *to;

	if (!env_here_text(d->here, "kernel/security/lockdown", text, size))
		return NULL;
	from = strchr(text, '[');
	to = from ? strchr(from, ']') : NULL;
	if (!to)
		return NULL;
	*to = '\0';
	return from + 1;
}

/**
 * find_lockdown() - find the lockdown level and the security modules
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_lockdown(struct doctor *d, struct doctor_finding *f)
{
	char text[128], list[256];
	const char *lock = locked(d, text, sizeof(text));
	bool lsm = env_here_text(d->here, "kernel/security/lsm", list, sizeof(list));

	if (!lock && !lsm) {
		find_says(f, DOCTOR_UNKNOWN, "not known: /sys/kernel/security cannot be read");
	} else if (!lock || !strcmp(lock, "none")) {
		find_says(f, DOCTOR_FINE, "%s; security modules: %s",
			  lock ? "nothing is locked down" : "this kernel has no lockdown",
			  lsm ? list : "not known");
	} else if (!strcmp(lock, "integrity")) {
		find_says(f, DOCTOR_LIMITED,
			  "integrity: only signed modules are loaded; perf itself works");
		find_mend(f, "perfattr run --source tracer -- PROGRAM, in place of the module");
	} else {
		find_says(f, DOCTOR_LIMITED,
			  "%s: no kprobes, no registers of the kernel in samples", lock);
	}
}

/**
 * find_cpus() - which cpus are online
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_cpus(struct doctor *d, struct doctor_finding *f)
{
	if (!d->cpus) {
		find_says(f, DOCTOR_UNKNOWN, "not known: /sys/devices/system/cpu cannot be read");
	} else if (d->offline < 0) {
		find_says(f, DOCTOR_FINE, "%u, all of them online", d->cpus);
	} else {
		find_says(f, DOCTOR_LIMITED,
			  "%u online; cpu %d as a whole cannot be measured: ENODEV", d->cpus,
			  d->offline);
		find_mend(f, "echo 1 > /sys/devices/system/cpu/cpu%d/online", d->offline);
	}
}

/**
 * find_proc_sys() - find out whether root can set sysctls here
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_proc_sys(struct doctor *d, struct doctor_finding *f)
{
	if (!(d->place.have & PA_PLACE_SYS))
		find_says(f, DOCTOR_UNKNOWN, "not known: /proc/sys cannot be read");
	else if (d->place.sys_read_only)
		find_says(f, DOCTOR_LIMITED, "read-only: sysctls are set on the host or node");
	else if (d->place.have & PA_PLACE_USERNS && !d->place.init_userns)
		find_says(f, DOCTOR_LIMITED, "root of this user namespace cannot set sysctls");
	else
		find_says(f, DOCTOR_FINE, "root can set sysctls here");
}

/**
 * find_sample_rate() - the maximum sample rate
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_sample_rate(struct doctor *d, struct doctor_finding *f)
{
	s32 rate = d->facts.max_sample_rate;

	if (!(d->facts.have & PA_F_MAX_RATE)) {
		find_says(f, DOCTOR_UNKNOWN, "not known: perf_event_max_sample_rate");
		return;
	}
	find_says(f, rate < RATE_USUAL ? DOCTOR_LIMITED : DOCTOR_FINE,
		  "at most %d samples a second; a higher sample_freq is refused: EINVAL", rate);
	if (rate < RATE_USUAL)
		find_mend(f, "sysctl kernel.perf_event_max_sample_rate=%d", RATE_USUAL);
}

/*
 * The reason why this kernel takes no module from anybody; NULL: it takes some, or it is not known.
 */
static const char *takes_none(const struct doctor *d)
{
	s64 disabled;

	if (env_here_number(d->here, "sys/kernel/modules_disabled", &disabled))
		return disabled ? "until the next boot: kernel.modules_disabled is 1" : NULL;
	/* A kernel with modules has both files, and everybody may read them. */
	if (!(d->facts.have & PA_F_PARANOID) ||
	    env_here_lines(d->here, "modules", NULL, NULL))
		return NULL;
	return "it is built without them";
}

/**
 * find_module() - find out whether the module is loaded, and sees calls
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_module(struct doctor *d, struct doctor_finding *f)
{
	int err = env_here_folder(d->here, MODULE);
	static const char instead[] = "perfattr run traces its program";
	const char *none = err == ENOENT ? takes_none(d) : NULL;
	char firing[8];

	if (none) {
		find_says(f, DOCTOR_LIMITED, "this kernel takes no modules, %s: %s", none,
			  instead);
	} else if (err == ENOENT && !env_here_folder(d->here, "module")) {
		find_says(f, DOCTOR_LIMITED, "not loaded: %s", instead);
		find_mend(f, "modprobe perfattr_dump");
	} else if (err) {
		find_says(f, DOCTOR_UNKNOWN, "not known: /sys/module cannot be read");
	} else if (!env_here_text(d->here, MODULE "/parameters/firing", firing,
				  sizeof(firing))) {
		find_says(f, DOCTOR_FINE, "loaded; only root can see whether its probes fire");
	} else if (!strcmp(firing, "1")) {
		find_says(f, DOCTOR_FINE, "loaded, and its probes fire");
	} else {
		find_says(f, DOCTOR_BROKEN, "loaded, but its probes do not fire: calls are missed");
		find_mend(f, "sysctl kernel.ftrace_enabled=1; echo 1 > %s",
			  "/sys/kernel/debug/kprobes/enabled");
	}
}

/**
 * find_version() - find out whether the module is of the same version as this program
 * @d: the examination of this machine
 * @f: receives the finding
 */
void find_version(struct doctor *d, struct doctor_finding *f)
{
	char version[64];

	if (!env_here_text(d->here, MODULE "/version", version, sizeof(version)))
		return;
	if (!strcmp(version, d->version)) {
		find_says(f, DOCTOR_FINE, "perfattr and its module have version %s", version);
		return;
	}
	find_says(f, DOCTOR_LIMITED, "the module is %s, perfattr is %s", version, d->version);
	find_mend(f, "rmmod perfattr_dump; modprobe perfattr_dump");
}
