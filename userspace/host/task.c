// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Facts in /proc and in the memory of a thread that has just made a call. As long as the thread is
 * stopped, they are as they were at the call, except those that others may change.
 */
#include <limits.h>
#include <linux/kcmp.h>
#include <linux/magic.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/vfs.h>

#include "host/parts.h"

#ifndef PIDFD_THREAD
#define PIDFD_THREAD	O_EXCL
#endif

/**
 * struct env_status - contents of /proc/PID/status of a task
 * @comm:     its name
 * @pid:      its process
 * @uid:      effective
 * @task:     its capabilities, threads and filters
 * @seccomp:  0 no seccomp, 1 strict, 2 a filter
 * @foreign:  procfs is of another pid namespace than its own: the numbers are other ones
 * @creds:    the lines of its users and groups
 */
struct env_status {
	char comm[PA_COMM_LEN];
	s32 pid;
	u32 uid;
	struct env_task task;
	int seccomp;
	bool foreign;
	char creds[512];
};

/**
 * env_link() - read the target of a link of /proc
 * @here: this machine
 * @pid:  the task
 * @name: the link in its folder
 * @text: receives it, maybe cut
 * @size: bytes there
 *
 * Return: false if it cannot be read.
 */
bool env_link(const struct env_here *here, s32 pid, const char *name, char *text, size_t size)
{
	char path[64];
	ssize_t n;

	snprintf(path, sizeof(path), "%d/%s", pid, name);
	n = here->proc.fd < 0 ? -1 : readlinkat(here->proc.fd, path, text, size - 1);
	if (n < 0)
		return false;
	text[n] = '\0';
	return true;
}

/**
 * env_in_namespace() - return true if a task is in this namespace
 * @here: this machine
 * @pid:  the task
 * @name: "user" or "pid"
 * @to:   the namespace
 * @is:   receives the answer
 *
 * Return: false if it cannot be read.
 */
bool env_in_namespace(const struct env_here *here, s32 pid, const char *name, const char *to,
		      u8 *is)
{
	char path[16], text[64];

	snprintf(path, sizeof(path), "ns/%s", name);
	if (!env_link(here, pid, path, text, sizeof(text)))
		return false;
	*is = !strcmp(text, to);
	return true;
}

/* The numbers of a task, from the namespace of procfs on down to its own. */
static bool has_several(const char *numbers)
{
	char *end;

	strtol(numbers, &end, 10);
	return end[strspn(end, " \t")];
}

/* The kernel has escaped newlines and backslashes. */
static void name_read(char *to, const char *text)
{
	size_t n;

	for (n = 0; *text && n < PA_COMM_LEN - 1; n++, text++) {
		to[n] = *text;
		if (*text == '\\' && text[1] && *++text == 'n')
			to[n] = '\n';
	}
}

static void status_line(struct env_status *s, const char *line)
{
	struct env_task *task = &s->task;
	size_t len = strlen(s->creds);
	unsigned int uid;

	if (!strncmp(line, "Uid:", 4) || !strncmp(line, "Gid:", 4))
		snprintf(s->creds + len, sizeof(s->creds) - len, "%s\n", line);
	if (!strncmp(line, "Seccomp:", 8)) {
		/* Stands before the next one, which older kernels do not have. */
		s->seccomp = (int)strtol(line + 8, NULL, 10);
		task->filters = s->seccomp == SECCOMP_MODE_FILTER;
	} else if (!strncmp(line, "Seccomp_filters:", 16)) {
		task->filters = (int)strtol(line + 16, NULL, 10);
	} else if (!strncmp(line, "Name:\t", 6)) {
		name_read(s->comm, line + 6);
	} else if (!strncmp(line, "NSpid:", 6)) {
		s->foreign = has_several(line + 6);
	} else if (!strncmp(line, "Tgid:", 5)) {
		s->pid = (s32)strtol(line + 5, NULL, 10);
	} else if (!strncmp(line, "Threads:", 8)) {
		task->alone = strtol(line + 8, NULL, 10) == 1;
	} else if (!strncmp(line, "CapEff:", 7)) {
		task->caps.effective = strtoull(line + 7, NULL, 16);
		task->capable = true;
	} else if (!strncmp(line, "CapBnd:", 7)) {
		/* Stands behind the effective ones. */
		task->caps.bounding = strtoull(line + 7, NULL, 16);
		task->caps.have = task->capable ? PA_PLACE_CAPS : 0;
	} else if (!strncmp(line, "NoNewPrivs:", 11)) {
		task->caps.no_new_privs = strtol(line + 11, NULL, 10);
	} else if (sscanf(line, "Uid: %*u %u", &uid) == 1) {
		s->uid = uid;
	}
}

/* bytes of a status with 5,000 groups */
#define STATUS_MAX	65536

static bool status_read(const struct env_here *here, const char *path, struct env_status *s)
{
	char *text = malloc(STATUS_MAX), *line = text, *end;
	bool is = text && !env_read(&here->proc, path, text, STATUS_MAX);

	memset(s, 0, sizeof(*s));
	for (; is && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		status_line(s, line);
	}
	free(text);
	return is;
}

/* Returns false if it is not there. */
static bool task_status(const struct env_here *here, s32 pid, struct env_status *s)
{
	char path[64];

	snprintf(path, sizeof(path), "%d/status", pid);
	return status_read(here, path, s);
}

/**
 * env_here_seccomp() - return true if we are under a seccomp filter
 * @here: this machine
 *
 * Return: as prctl(PR_GET_SECCOMP), which a filter might refuse: 0 no, 1 strict, 2 a filter; -1:
 * not known.
 */
int env_here_seccomp(const struct env_here *here)
{
	struct env_status own;

	return status_read(here, "self/status", &own) ? own.seccomp : -1;
}

/* Return true if the task is in our pid namespace, so that task numbers mean the same. */
static bool same_pid_ns(const struct env_here *here, s32 tid)
{
	char its[64], own[64];
	ssize_t n = readlink("/proc/self/ns/pid", own, sizeof(own) - 1);

	if (n < 0 || !env_link(here, tid, "ns/pid", its, sizeof(its)))
		return false;
	own[n] = '\0';
	return !strcmp(its, own);
}

/* A filter on us may kill us for any system call except those that read files. */
static bool is_filtered_self(const struct env_here *here, const struct pa_record *r,
			     const struct env_status *own)
{
	return r->tid == here->self && own->task.filters;
}

/*
 * The task that a call has named, which may have come or gone since. With hidepid /proc does not
 * show tasks of others, so the kernel is asked whether it exists.
 */
static void target_look(const struct env_here *here, struct pa_record *r,
			const struct env_status *own)
{
	struct env_status target;

	if (r->arg_pid <= 0 || r->flags & PA_FLAG_PID_CGROUP || own->foreign ||
	    !same_pid_ns(here, r->tid))
		return;
	if (task_status(here, r->arg_pid, &target)) {
		r->facts.target_exists = 1;
		r->facts.target_same_creds = !strcmp(own->creds, target.creds);
	} else if (is_filtered_self(here, r, own) || sched_getscheduler(r->arg_pid) >= 0 ||
		   errno != ESRCH) {
		return;
	}
	r->facts.have |= PA_F_TARGET;
}

/**
 * env_here_gone() - return true if a process that existed before has gone
 * @here: this machine
 * @tid:  a thread
 * @pid:  the process, by its number in the pid namespace of that thread
 *
 * Return: false also if that is not known.
 */
bool env_here_gone(const struct env_here *here, s32 tid, s32 pid)
{
	return pid > 0 && same_pid_ns(here, tid) && sched_getscheduler(pid) < 0 && errno == ESRCH;
}

/* bytes of a line of mountinfo that are looked at */
#define MOUNT_LINE	4096

/* Finds whether the version 1 hierarchy of this folder has the controller perf_event. */
static bool mount_has_perf(const struct env_here *here, s32 tid, dev_t dev, bool *has)
{
	char path[64], id[32], *line = malloc(MOUNT_LINE), *options, *rest;
	bool found = false;
	FILE *in;

	snprintf(path, sizeof(path), "%d/mountinfo", tid);
	snprintf(id, sizeof(id), " %u:%u ", major(dev), minor(dev));
	in = line ? env_lines(&here->proc, path) : NULL;
	while (in && !found && fgets(line, MOUNT_LINE, in)) {
		/* The last field of the line: options of the file system. */
		options = strrchr(line, ' ');
		if (!strstr(line, id) || !options)
			continue;
		found = true;
		*has = false;
		for (options = strtok_r(options, " ,\n", &rest); options;
		     options = strtok_r(NULL, ",\n", &rest))
			*has |= !strcmp(options, "perf_event");
	}
	if (in)
		fclose(in);
	free(line);
	return found;
}

/*
 * In a hierarchy of version 2 perf_event is available in all cgroups whose parent enables any
 * controller, unless a hierarchy of version 1 has it.
 */
static bool parent_has_any(int dir, bool *has)
{
	int fd = openat(dir, "../cgroup.subtree_control", O_RDONLY | O_CLOEXEC);
	char c;
	ssize_t n = fd < 0 ? -1 : read(fd, &c, 1);

	if (fd >= 0)
		close(fd);
	*has = n > 0 && c != '\n';
	return n >= 0;
}

/* Reads the controllers of a cgroup that still exists; false if they are not known. */
static bool cgroup_has_perf(const struct env_here *here, s32 tid, int dir, bool *has)
{
	struct statfs fs;
	struct stat st;

	if (fstatfs(dir, &fs) || fstat(dir, &st))
		return false;
	if (fs.f_type == CGROUP_SUPER_MAGIC)
		return mount_has_perf(here, tid, st.st_dev, has);
	return parent_has_any(dir, has);
}

/*
 * Return true if we have opened this descriptor ourselves, in the thread of the call, after the
 * call: its number was free then.
 */
static bool is_ours(const struct env_here *here, s32 tid, s32 fd)
{
	if (fd < 0 || !here->self || tid != here->self || (here->keep && !here->fresh))
		return false;
	return fd == here->sysfs.fd || fd == here->proc.fd || fd == here->debugfs.fd ||
	       (here->keep && (fd == here->setting[0] || fd == here->setting[1]));
}

/**
 * env_is_deleted() - return true if the target of a link of /proc was deleted
 * @text: from env_link()
 */
bool env_is_deleted(const char *text)
{
	static const char mark[] = " (deleted)";
	size_t len = strlen(text);

	return len >= sizeof(mark) && !strcmp(text + len - (sizeof(mark) - 1), mark);
}

/*
 * Finds out whether the file of a descriptor was deleted; false: there is none, or it is not known.
 */
static bool look_deleted(const struct env_here *here, s32 tid, const char *name, bool *gone)
{
	char *text = malloc(PATH_MAX);
	bool is = text && env_link(here, tid, name, text, PATH_MAX);

	*gone = is && env_is_deleted(text);
	free(text);
	return is;
}

/* Finds the kind of the descriptor that a call passes as its cgroup. */
static bool cgroup_look(const struct env_here *here, s32 tid, s32 fd, u8 *kind)
{
	struct statfs fs;
	bool gone, has = false, known;
	char name[32];
	int dir;

	snprintf(name, sizeof(name), "fd/%d", fd);
	*kind = PA_FILE_NONE;
	if (is_ours(here, tid, fd))
		return true;
	if (!look_deleted(here, tid, name, &gone))
		return errno == ENOENT;
	*kind = PA_FILE_OTHER;
	snprintf(name, sizeof(name), "%d/fd/%d", tid, fd);
	dir = openat(here->proc.fd, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return errno == ENOTDIR;
	known = !fstatfs(dir, &fs);
	if (known && (fs.f_type == CGROUP_SUPER_MAGIC || fs.f_type == CGROUP2_SUPER_MAGIC)) {
		*kind = PA_FILE_CGROUP_GONE;
		if (!gone) {
			known = cgroup_has_perf(here, tid, dir, &has);
			*kind = has ? PA_FILE_CGROUP : PA_FILE_CGROUP_BARE;
		}
	}
	close(dir);
	return known;
}

/* Reads the facts that a refusal may depend on. */
static void task_facts(const struct env_here *here, struct pa_record *r,
		       const struct env_status *own)
{
	struct pa_facts *f = &r->facts;
	u8 initial;

	f->cap_effective = own->task.caps.effective;
	if (own->task.capable &&
	    env_in_namespace(here, r->tid, "user", ENV_INITIAL_USER_NS, &f->init_userns))
		f->have |= PA_F_CRED;
	if (r->arg_pid > 0 && env_in_namespace(here, r->tid, "pid", ENV_INITIAL_PID_NS, &initial)) {
		f->own_pidns = !initial;
		f->have |= PA_F_PIDNS;
	}
	target_look(here, r, own);
	/* If there is no such task, the caller may have forgotten the flag. */
	if ((r->flags & PA_FLAG_PID_CGROUP || (f->have & PA_F_TARGET && !f->target_exists)) &&
	    r->arg_pid >= 0 && cgroup_look(here, r->tid, r->arg_pid, &f->cgroup_file))
		f->have |= PA_F_CGROUP_FD;
}

/**
 * env_here_task() - look up the task that has just made a call
 * @here: this machine
 * @r:    the call; its thread is known. Receives its process, user and name; for a refused call
 *        also capabilities, namespaces, and the kind of the objects that it has named: a task, a
 *        cgroup. Objects that have gone since are not known
 * @task: receives the rest; all 0 if it has gone
 */
void env_here_task(const struct env_here *here, struct pa_record *r, struct env_task *task)
{
	struct env_status own;

	memset(task, 0, sizeof(*task));
	if (!task_status(here, r->tid, &own))
		return;
	*task = own.task;
	r->pid = own.pid;
	r->uid = own.uid;
	memcpy(r->comm, own.comm, sizeof(r->comm));
	if (r->ret < 0)
		task_facts(here, r, &own);
}

/**
 * env_here_self() - the number that procfs has for the calling thread
 * @here: this machine
 *
 * It differs from the result of gettid() if procfs is of another namespace.
 *
 * Return: 0 if it is not known.
 */
s32 env_here_self(struct env_here *here)
{
	char text[64], *slash;
	ssize_t n = -1;

	if (here->proc.fd >= 0)
		n = readlinkat(here->proc.fd, "thread-self", text, sizeof(text) - 1);
	here->self = 0;
	if (n <= 0)
		return 0;
	text[n] = '\0';
	slash = strrchr(text, '/');
	if (slash)
		here->self = (s32)strtol(slash + 1, NULL, 10);
	return here->self;
}

/**
 * env_here_file() - the kind of file of a descriptor that a call has named as its group
 * @here: this machine
 * @tid:  the caller
 * @fd:   the descriptor
 * @kind: receives PA_FILE_NONE, PA_FILE_PERF, PA_FILE_BPF or PA_FILE_OTHER
 *
 * Return: false if that is not known.
 */
bool env_here_file(const struct env_here *here, s32 tid, s32 fd, u8 *kind)
{
	char name[32], text[64];

	snprintf(name, sizeof(name), "fd/%d", fd);
	*kind = PA_FILE_NONE;
	if (here->proc.fd < 0)
		return false;
	if (is_ours(here, tid, fd))
		return true;
	if (!env_link(here, tid, name, text, sizeof(text)))
		return errno == ENOENT;
	*kind = !strcmp(text, "anon_inode:[perf_event]") ? PA_FILE_PERF :
		!strcmp(text, "anon_inode:bpf-prog") ? PA_FILE_BPF : PA_FILE_OTHER;
	return true;
}

/**
 * env_here_group() - the descriptor that a call names as its group, if that is not an event
 * @here: this machine
 * @r:    the call; receives group_file. It is not looked for at ENODEV, which a leader that was
 *        open and has died returns, too
 */
void env_here_group(const struct env_here *here, struct pa_record *r)
{
	u8 kind;

	if (r->arg_group_fd == -1 || r->ret == -ENODEV ||
	    !env_here_file(here, r->tid, r->arg_group_fd, &kind) || kind == PA_FILE_PERF)
		return;
	r->facts.group_file = kind == PA_FILE_NONE ? PA_FILE_NONE : PA_FILE_OTHER;
	r->facts.have |= PA_F_GROUP_FD;
}

/**
 * env_comm_read() - the name of a process as bytes
 * @to:   receives it, PA_COMM_LEN bytes
 * @text: a string of JSON, where the module has written U+FFFD for each byte that is not UTF-8
 *
 * Each U+FFFD becomes one byte again, so that the name is no longer than it was. The original byte
 * is not known, so it becomes one that is shown in the same way.
 */
void env_comm_read(char *to, const char *text)
{
	size_t n = 0;

	memset(to, 0, PA_COMM_LEN);
	while (*text && n < PA_COMM_LEN - 1) {
		if (!strncmp(text, "\357\277\275", 3)) {
			to[n++] = (char)0xff;
			text += 3;
		} else {
			to[n++] = *text++;
		}
	}
}

/*
 * How many of these bytes are in pages that exist. The others may be provided by userfaultfd or
 * FUSE: reading them would block until that is done.
 */
static size_t memory_there(s32 pid, u64 at, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n = 0;
	char path[32];
	u64 entry;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/pagemap", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	/* Bit 63: the page is present; 62: it is in swap. */
	while (n < size && pread(fd, &entry, sizeof(entry), (off_t)((at + n) / page * 8)) == 8 &&
	       entry >> 62)
		n += page - (size_t)((at + n) % page);
	if (fd < 0)
		return size;
	close(fd);
	return n < size ? n : size;
}

/**
 * env_here_memory() - copy from the memory of a process
 * @pid:  the process
 * @at:   an address there
 * @to:   receives the bytes, and 0 behind them
 * @size: bytes to copy
 *
 * Return: how many bytes were there; -1 if none. Pages that nobody has touched are not there.
 */
long env_here_memory(s32 pid, u64 at, void *to, size_t size)
{
	struct iovec here = { .iov_base = to, .iov_len = memory_there(pid, at, size) };
	struct iovec there = { .iov_base = (void *)(uintptr_t)at, .iov_len = here.iov_len };
	ssize_t n = process_vm_readv(pid, &here, 1, &there, 1, 0);
	char path[32];
	int fd = -1;

	/* Refused, as by Docker's seccomp filter: read /proc instead. */
	if (n < 0 && errno != EFAULT) {
		snprintf(path, sizeof(path), "/proc/%d/mem", pid);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		n = fd < 0 ? -1 : pread(fd, to, here.iov_len, (off_t)at);
	}
	if (fd >= 0)
		close(fd);
	memset((u8 *)to + (n > 0 ? n : 0), 0, size - (n > 0 ? (size_t)n : 0));
	return n <= 0 ? -1 : (long)n;
}

/* A thread may have descriptors of its own; before 6.9 only those of a process can be looked up. */
static long copy_of(const struct env_here *here, s32 tid, s32 fd)
{
	long process = syscall(SYS_pidfd_open, tid, PIDFD_THREAD), copy;
	struct env_status s;

	if (process < 0) {
		/* A thread that is the group leader and has exited has no descriptor table. */
		if (!task_status(here, tid, &s) ||
		    (s.pid != tid && syscall(SYS_kcmp, tid, s.pid, KCMP_FILES, 0, 0)))
			return -1;
		process = syscall(SYS_pidfd_open, s.pid, 0);
	}
	if (process < 0)
		return -1;
	copy = syscall(SYS_pidfd_getfd, process, fd, 0);
	close((int)process);
	return copy;
}

/**
 * env_here_event() - find the event of a descriptor of a stopped thread
 * @here: this machine
 * @tid:  the thread
 * @fd:   its descriptor, of an event
 *
 * Return: the id of the event, which no other event has until the next boot; 0: it cannot be read.
 */
u64 env_here_event(const struct env_here *here, s32 tid, s32 fd)
{
	long copy = copy_of(here, tid, fd);
	u64 id = 0;

	if (copy < 0)
		return 0;
	ioctl((int)copy, PERF_EVENT_IOC_ID, &id);
	close((int)copy);
	return id;
}
