// SPDX-License-Identifier: GPL-2.0
/* Privileges and kernel features that BPF programs need; one sentence says what is missing. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <linux/capability.h>

#include "bpf/parts.h"

#define TYPES_FILE	"/sys/kernel/btf/vmlinux"
/* The oldest kernel whose helpers our programs call; one of a distribution may have them before. */
#define FLOOR_MAJOR	5
#define FLOOR_MINOR	17

#define CAP_BIT(cap)	(1ULL << (cap))

static bool is_confidential(void)
{
	char text[128];

	return machine_text("/sys/kernel/security/lockdown", text, sizeof(text)) &&
	       strstr(text, "[confidentiality]");
}

static struct __user_cap_header_struct of_us = { .version = _LINUX_CAPABILITY_VERSION_3 };

static u64 rights(void)
{
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };

	syscall(SYS_capget, &of_us, data);
	return data[0].effective | (u64)data[1].effective << 32;
}

/* Look at the capabilities, not at the user: root of a container may lack them. */
static bool has_rights(void)
{
	const u64 both = CAP_BIT(CAP_BPF) | CAP_BIT(CAP_PERFMON);

	return rights() & CAP_BIT(CAP_SYS_ADMIN) || (rights() & both) == both;
}

/*
 * Return true in a user namespace other than the initial one, whose number is the same in every
 * kernel. The capabilities of its root do not count for BPF.
 */
static bool is_user_namespace(void)
{
	char name[64];
	ssize_t n = readlink("/proc/self/ns/user", name, sizeof(name) - 1);

	if (n < 0)
		return false;
	name[n] = '\0';
	return strcmp(name, "user:[4026531837]");
}

static void die_if_older(void)
{
	unsigned int major, minor;
	struct utsname name;

	if (!uname(&name) && sscanf(name.release, "%u.%u", &major, &minor) == 2 &&
	    (major < FLOOR_MAJOR || (major == FLOOR_MAJOR && minor < FLOOR_MINOR)))
		die("this kernel is older than %d.%d, which perfattr-bpf needs",
		    FLOOR_MAJOR, FLOOR_MINOR);
}

/**
 * rights_keep() - let all capabilities go but some
 * @keep: a bit for each, which must be in force
 *
 * Return: false if the kernel refuses.
 */
bool rights_keep(u64 keep)
{
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };
	int i;

	for (i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		data[i].permitted = (u32)(keep >> (32 * i));
		data[i].effective = data[i].permitted;
	}
	return !syscall(SYS_capset, &of_us, data);
}

/**
 * rights_drop() - give up capabilities once all programs are attached
 *
 * A user other than root keeps CAP_BPF, which reading the maps needs.
 */
void rights_drop(void)
{
	/* CAP_SYS_ADMIN may stand for it. */
	if (geteuid() && rights() & CAP_BIT(CAP_BPF))
		rights_keep(CAP_BIT(CAP_BPF));
}

/**
 * refused_types() - what our programs look at cannot be found in this kernel
 */
void refused_types(void)
{
	if (access(TYPES_FILE, F_OK))
		die("this kernel has no type information (BTF), " TYPES_FILE " (CONFIG_DEBUG_INFO_BTF)");
	die_if_older();
	die("the type information of this kernel, " TYPES_FILE ", lacks types or fields that our BPF programs read");
}

/**
 * refused() - a program was not taken
 * @err:    why, a negative errno
 * @loaded: all were loaded, but not attached to the functions that they watch
 * @words:  what libbpf has said; may be empty
 */
void refused(int err, bool loaded, const char *words)
{
	const char *colon = *words ? ": " : "";

	if (err == -EPERM && !has_rights())
		die("BPF programs need root, or CAP_BPF, CAP_PERFMON and CAP_SYSLOG");
	if (err == -EPERM && is_user_namespace())
		die("root of a user namespace (a rootless container) may not load BPF programs: run it as root of the machine");
	if (loaded)
		die("cannot attach our BPF programs to functions of this kernel, which another tool may hold (%s)%s%s",
		    strerror(-err), colon, words);
	if (is_confidential())
		die("lockdown=confidentiality: this kernel refuses BPF programs that read its memory, as ours do");
	if (err == -ENOSYS)
		die("there is no bpf(2): this kernel has no CONFIG_BPF_SYSCALL, or a seccomp filter returns ENOSYS");
	die_if_older();
	die("this kernel refuses our BPF programs (%s)%s%s", strerror(-err), colon, words);
}
