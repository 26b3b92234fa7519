/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* The place where a program runs, as far as it decides how to give it a privilege. */
#ifndef PERFATTR_FACTS_PLACE_H
#define PERFATTR_FACTS_PLACE_H

#include "core/record.h"

/* The kind of container or service that a program runs in. */
enum pa_runs_in {
	PA_IN_UNKNOWN,		/* not looked for */
	PA_IN_NOTHING,		/* not in a known container */
	PA_IN_DOCKER,
	PA_IN_PODMAN,
	PA_IN_KUBERNETES,
	PA_IN_LXC,
	PA_IN_NSPAWN,
	PA_IN_MAX,
};

/* Numbers of capabilities, the same on all machines: the kernel's header is not used here. */
enum pa_capability {
	PA_CAPABLE_KILL = 5,
	PA_CAPABLE_IPC_LOCK = 14,
	PA_CAPABLE_SYS_PTRACE = 19,
	PA_CAPABLE_SYS_ADMIN = 21,
	PA_CAPABLE_SYSLOG = 34,
	PA_CAPABLE_PERFMON = 38,
	PA_CAPABLE_BPF = 39,
};

/* Return true if the caller surely has this capability. */
static inline bool pa_has_capability(const struct pa_facts *f, unsigned int cap)
{
	return f->have & PA_F_CRED && f->init_userns && f->cap_effective >> cap & 1;
}

/* Bits of pa_place.have. */
#define PA_PLACE_SYS	0x01
#define PA_PLACE_USERNS	0x02
#define PA_PLACE_CAPS	0x04
#define PA_PLACE_FILE	0x08

/**
 * struct pa_place - where a caller runs. Capabilities count in the initial user namespace only
 * @have:          PA_PLACE_*: the known members
 * @in:            enum pa_runs_in
 * @sys_read_only: PA_PLACE_SYS: /proc/sys is mounted read-only
 * @init_userns:   PA_PLACE_USERNS: it is in the initial user namespace
 * @no_new_privs:  PA_PLACE_CAPS: its program's file gives it no capabilities
 * @effective:     PA_PLACE_CAPS: capabilities that it has
 * @bounding:      PA_PLACE_CAPS: capabilities that it can get by a file
 * @file:          PA_PLACE_FILE: capabilities that the file of its program gives
 */
struct pa_place {
	u32 have;
	u8 in;
	bool sys_read_only;
	bool init_userns;
	bool no_new_privs;
	u64 effective;
	u64 bounding;
	u64 file;
};

#endif /* PERFATTR_FACTS_PLACE_H */
