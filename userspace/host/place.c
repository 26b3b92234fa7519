// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The environment of a caller: its container, namespace and capabilities, and whether /proc/sys is
 * writable there.
 */
#include <endian.h>
#include <linux/capability.h>
#include <linux/xattr.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>

#include "host/parts.h"

const char *const pa_runs_in_names[PA_IN_MAX] = {
	[PA_IN_DOCKER] = "docker", [PA_IN_PODMAN] = "podman", [PA_IN_KUBERNETES] = "kubernetes",
	[PA_IN_LXC] = "lxc", [PA_IN_NSPAWN] = "systemd-nspawn",
};

/* The folder of a task in procfs; 0: our own. */
static void task_path(char path[64], s32 tid, const char *what)
{
	if (tid)
		snprintf(path, 64, "%d/%s", tid, what);
	else
		snprintf(path, 64, "self/%s", what);
}

/* The kind of container that systemd and LXC record. */
static u8 container_named(const struct env_here *here, s32 tid)
{
	char path[64], name[32] = "";
	ssize_t n;
	int fd, i;

	task_path(path, tid, "root/run/systemd/container");
	/* The file is not on procfs: env_open() would refuse it. */
	fd = openat(here->proc.fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	n = fd < 0 ? -1 : read(fd, name, sizeof(name) - 1);
	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return PA_IN_NOTHING;
	name[n] = '\0';
	env_trim(name);
	for (i = PA_IN_DOCKER; i < PA_IN_MAX; i++)
		if (!strcmp(name, pa_runs_in_names[i]))
			return (u8)i;
	return PA_IN_NOTHING;
}

/* Recognised by the files that the runtimes put into a container; Kubernetes adds its own. */
static u8 container_of_task(const struct env_here *here, s32 tid)
{
	static const struct {
		const char *file;
		u8 in;
	} marks[] = {
		{ "root/run/secrets/kubernetes.io", PA_IN_KUBERNETES },
		{ "root/var/run/secrets/kubernetes.io", PA_IN_KUBERNETES },
		{ "root/run/.containerenv", PA_IN_PODMAN },
		{ "root/.dockerenv", PA_IN_DOCKER },
	};
	char path[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(marks); i++) {
		task_path(path, tid, marks[i].file);
		if (!faccessat(here->proc.fd, path, F_OK, 0))
			return marks[i].in;
	}
	return container_named(here, tid);
}

static void sys_look(const struct env_here *here, struct pa_place *place)
{
	int fd = env_open(&here->proc, "sys/kernel", O_RDONLY | O_DIRECTORY);
	struct statvfs fs;

	if (fd < 0)
		return;
	if (!fstatvfs(fd, &fs)) {
		place->sys_read_only = fs.f_flag & ST_RDONLY;
		place->have |= PA_PLACE_SYS;
	}
	close(fd);
}

/* Capabilities of the program's file. */
static void file_look(const struct env_here *here, struct pa_place *place, s32 tid)
{
	struct vfs_ns_cap_data caps = { 0 };
	char path[64];
	int fd;

	task_path(path, tid, "exe");
	fd = openat(here->proc.fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return;
	/* Parts that an older format lacks stay 0. */
	if (fgetxattr(fd, XATTR_NAME_CAPS, &caps, sizeof(caps)) > 0)
		place->file = le32toh(caps.data[0].permitted) |
			      (u64)le32toh(caps.data[1].permitted) << 32;
	place->have |= PA_PLACE_FILE;
	close(fd);
}

/**
 * env_here_place() - where a caller runs
 * @here:  this machine
 * @tid:   the caller, which has just made a call; 0: an unknown caller on this machine, for which
 *         only facts count that are also ours
 * @task:  from env_here_task() of @tid; NULL: it is read now
 * @place: receives it
 */
void env_here_place(const struct env_here *here, s32 tid, const struct env_task *task,
		    struct pa_place *place)
{
	struct pa_record r = { .tid = tid };
	struct env_task own = { 0 };
	u8 initial;

	if (!task && tid)
		env_here_task(here, &r, &own);
	*place = task ? task->caps : own.caps;
	if (here->proc.fd < 0)
		return;
	place->in = container_of_task(here, tid);
	sys_look(here, place);
	if (!tid)
		return;
	if (env_in_namespace(here, tid, "user", ENV_INITIAL_USER_NS, &initial)) {
		place->init_userns = initial;
		place->have |= PA_PLACE_USERNS;
	}
	file_look(here, place, tid);
}
