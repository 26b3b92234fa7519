// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * The file of a refused uprobe, as its caller sees it.
 *
 * Its file system may be one that never answers, or takes long, and the path leads wherever the
 * caller wants: so a child looks, has the caller's root for its own, opens nothing but a regular
 * file, and has a second.
 */
#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "env/parts.h"
#include "why/ask.h"

#define LOOK_MS		1000
#define SEGMENTS_MAX	256

/*
 * File systems whose files are made when they are read, which may have an effect. Most of them keep
 * nothing in pages: the kernel has no read_folio() for these files.
 */
static const struct {
	u32 magic;
	const char *name;	/* NULL: they have pages all the same */
} made[] = {
	{ 0x9fa0, "proc" }, { 0x64626720, "debugfs" }, { 0x74726163, "tracefs" },
	{ 0x73636673, "securityfs" }, { 0xcafe4a11, "bpf" }, { 0x958458f6, "hugetlbfs" },
	{ 0xde5e81e4, "efivarfs" }, { 0x6165676c, "pstore" }, { 0x42494e4d, "binfmt_misc" },
	{ 0xf97cff8c, "selinuxfs" }, { 0x62656572, NULL /* sysfs */ },
	{ 0x63677270, NULL /* cgroup2 */ }, { 0x27e0eb, NULL /* cgroup */ },
	{ 0x62656570, NULL /* configfs */ }, { 0x7655821, NULL /* resctrl */ },
};

static u8 kind_of(const struct stat *st)
{
	switch (st->st_mode & S_IFMT) {
	case S_IFREG:
		return PA_KIND_REGULAR;
	case S_IFDIR:
		return PA_KIND_FOLDER;
	case S_IFIFO:
		return PA_KIND_FIFO;
	case S_IFSOCK:
		return PA_KIND_SOCKET;
	default:
		return PA_KIND_DEVICE;
	}
}

/* May the file be read? */
static bool look_pages(struct pa_uprobe_now *now, int fd)
{
	struct statfs fs;
	size_t i;

	if (fstatfs(fd, &fs))
		return false;
	now->pages = PA_SYSFS_HAS;
	for (i = 0; i < ARRAY_SIZE(made); i++) {
		if ((u32)fs.f_type != made[i].magic)
			continue;
		if (made[i].name) {
			now->pages = PA_SYSFS_LACKS;
			strscpy(now->file_system, made[i].name, sizeof(now->file_system));
		}
		return false;
	}
	return true;
}

static bool read_at(int fd, void *to, size_t size, u64 at)
{
	return at <= S64_MAX && pread(fd, to, size, (off_t)at) == (ssize_t)size;
}

/* A segment of either width. */
struct segment {
	u32 type;
	u32 flags;
	u64 at;
	u64 size;
};

static bool read_segment(int fd, bool wide, u64 at, struct segment *to)
{
	Elf64_Phdr w;
	Elf32_Phdr n;

	if (wide) {
		if (!read_at(fd, &w, sizeof(w), at))
			return false;
		*to = (struct segment){ w.p_type, w.p_flags, w.p_offset, w.p_filesz };
		return true;
	}
	if (!read_at(fd, &n, sizeof(n), at))
		return false;
	*to = (struct segment){ n.p_type, n.p_flags, n.p_offset, n.p_filesz };
	return true;
}

/* What an ELF file says of the offset. What is no such file, or broken, says nothing. */
static void look_elf(struct pa_uprobe_now *now, int fd, u64 offset)
{
	union {
		unsigned char ident[EI_NIDENT];
		Elf64_Ehdr wide;
		Elf32_Ehdr narrow;
	} h;
	static const u16 one = 1;
	struct segment s;
	u32 i, n, size;
	bool wide;
	u64 at;

	if (!read_at(fd, &h, sizeof(h), 0) || memcmp(h.ident, ELFMAG, SELFMAG) ||
	    h.ident[EI_DATA] != (*(const u8 *)&one ? ELFDATA2LSB : ELFDATA2MSB) ||
	    (h.ident[EI_CLASS] != ELFCLASS64 && h.ident[EI_CLASS] != ELFCLASS32))
		return;
	wide = h.ident[EI_CLASS] == ELFCLASS64;
	now->bits = wide ? 64 : 32;
	at = wide ? h.wide.e_phoff : h.narrow.e_phoff;
	n = wide ? h.wide.e_phnum : h.narrow.e_phnum;
	size = wide ? h.wide.e_phentsize : h.narrow.e_phentsize;
	if (!n || n > SEGMENTS_MAX || size < (wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)))
		return;
	for (i = 0; i < n; i++) {
		if (!read_segment(fd, wide, at + (u64)i * size, &s))
			return;
		if (s.type == PT_LOAD && s.flags & PF_X && offset >= s.at &&
		    offset - s.at < s.size)
			now->code = PA_SYSFS_HAS;
	}
	if (now->code != PA_SYSFS_HAS)
		now->code = PA_SYSFS_LACKS;
}

static void look_inside(struct pa_uprobe_now *now, int fd, u64 offset)
{
	ssize_t n = offset <= S64_MAX ? pread(fd, now->bytes, sizeof(now->bytes), (off_t)offset) :
					0;

	now->n = n > 0 ? (u8)n : 0;
	look_elf(now, fd, offset);
}

/* By a descriptor that does not open it, the file that was looked at, and no other, is opened. */
static int open_again(int fds, int fd)
{
	char name[16];
	int again;

	snprintf(name, sizeof(name), "%d", fd);
	again = openat(fds, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOATIME);
	return again >= 0 ? again : openat(fds, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/*
 * Was it written, or put there, after the call? Then it says nothing of what the kernel has found.
 * The clock of file systems is behind by some ms: what changes within these is not noticed.
 */
static bool has_changed(const struct stat *st, u64 wall_ns)
{
	return wall_ns &&
	       (u64)st->st_ctim.tv_sec * 1000000000 + (u64)st->st_ctim.tv_nsec > wall_ns;
}

/* Files that are made when they are read have no time of their own. */
static void look_file(struct pa_uprobe_now *now, int fds, const char *path,
		      const struct pa_case *c)
{
	int fd = open(path, O_PATH | O_CLOEXEC), file;
	struct stat st;

	now->known = true;
	if (fd < 0) {
		now->error = (u16)errno;
		now->kind = lstat(path, &st) || !S_ISLNK(st.st_mode) ? PA_KIND_NOTHING :
								       PA_KIND_LINK;
		return;
	}
	if (fstat(fd, &st)) {
		now->known = false;
		return;
	}
	now->kind = kind_of(&st);
	if (now->kind != PA_KIND_REGULAR)
		return;
	now->size = (u64)st.st_size;
	if (!look_pages(now, fd))
		return;
	if (has_changed(&st, c->r->wall_ns)) {
		memset(now, 0, sizeof(*now));
		return;
	}
	file = open_again(fds, fd);
	if (file >= 0)
		look_inside(now, file, pa_case_get(c, PA_FIELD_CONFIG2));
}

/* A folder of procfs that belongs to a task. */
static int task_folder(const struct env_here *here, s32 tid, const char *name)
{
	char path[32];

	snprintf(path, sizeof(path), "%d/%s", tid, name);
	return openat(here->proc.fd, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static bool same_root(int root)
{
	struct stat its, own;

	return !fstat(root, &its) && !stat("/", &own) && its.st_dev == own.st_dev &&
	       its.st_ino == own.st_ino;
}

/* The root and the folder of the caller become ours, if it is there. */
static bool become_caller(const struct env_here *here, const struct pa_record *r, bool there)
{
	int root = -1, cwd = -1;

	if (there) {
		root = task_folder(here, r->tid, "root");
		cwd = task_folder(here, r->tid, "cwd");
		if (root < 0 || fchdir(root))
			return false;
		if (chroot(".") && !same_root(root))
			return false;
	}
	return r->str[0] == '/' || (cwd >= 0 && !fchdir(cwd));
}

/* What "self" in procfs leads to is not what it led the caller to. */
static bool caller_path(char *to, size_t size, const struct pa_record *r)
{
	static const char self[] = "/proc/self/";
	size_t len = strlen(self);
	bool initial = r->facts.have & PA_F_PIDNS && !r->facts.own_pidns;

	if (strncmp(r->str, "/proc/", 6) || !r->have_facts) {
		snprintf(to, size, "%.*s", (int)r->str_len, r->str);
		return strncmp(r->str, "/proc/", 6);
	}
	if (!initial || !strncmp(r->str, "/proc/thread-self/", 18))
		return false;
	if (strncmp(r->str, self, len))
		snprintf(to, size, "%.*s", (int)r->str_len, r->str);
	else
		snprintf(to, size, "/proc/%d/%.*s", r->pid, (int)(r->str_len - len), r->str + len);
	return true;
}

static void child(const struct env_here *here, const struct pa_case *c, bool there, int to)
{
	const struct pa_record *r = c->r;
	int fds = open("/proc/self/fd", O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct pa_uprobe_now now;
	char path[PA_STR_LEN + 32];

	memset(&now, 0, sizeof(now));
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (fds >= 0 && caller_path(path, sizeof(path), r) && become_caller(here, r, there))
		look_file(&now, fds, path, c);
	/* Less than a pipe takes at once. */
	_exit(write(to, &now, sizeof(now)) != sizeof(now));
}

/* Does one that was killed still wait for its file system? */
static bool is_stuck(struct env_here *here)
{
	if (here->looks && waitpid(here->looks, NULL, WNOHANG))
		here->looks = 0;
	return here->looks;
}

/* Its answer, if it comes in time. */
static bool answer_of(struct env_here *here, int from, struct pa_uprobe_now *now)
{
	struct pollfd ready = { .fd = from, .events = POLLIN };
	bool came = poll(&ready, 1, LOOK_MS) == 1 &&
		    read(from, now, sizeof(*now)) == sizeof(*now);

	kill(here->looks, SIGKILL);
	if (came) {
		waitpid(here->looks, NULL, 0);
		here->looks = 0;
	}
	return came;
}

/*
 * A caller that is gone had the machine's root, as far as is known, unless it was in a container.
 */
static bool had_our_root(const struct pa_record *r)
{
	const u32 both = PA_F_PIDNS | PA_F_CRED;

	return r->have_facts && (r->facts.have & both) == both && !r->facts.own_pidns &&
	       r->facts.init_userns && r->str[0] == '/';
}

/**
 * env_uprobe() - look up what the file of a refused uprobe is
 * @here: this machine
 * @now:  receives it
 * @c:    the call
 */
void env_uprobe(struct env_here *here, struct pa_uprobe_now *now, const struct pa_case *c)
{
	const struct pa_record *r = c->r;
	bool there;
	int ends[2];

	if (!pa_ask_uprobe(c) || here->proc.fd < 0 || is_stuck(here))
		return;
	there = env_caller_is_there(here, r);
	if ((!there && !had_our_root(r)) || pipe2(ends, O_CLOEXEC))
		return;
	here->looks = fork();
	if (!here->looks)
		child(here, c, there, ends[1]);
	close(ends[1]);
	if (here->looks < 0 || !answer_of(here, ends[0], now))
		memset(now, 0, sizeof(*now));
	if (here->looks < 0)
		here->looks = 0;
	close(ends[0]);
}
