// SPDX-License-Identifier: GPL-2.0
/* build: i386 */
/*
 * stuck fuse|userfaultfd THREADS PROCESSES UID: perf_event_open(2) calls that do not return: each
 * passes an attr on a page that nobody ever provides.
 *
 * There are so many processes, of so many threads each; the first one has this uid, the others the
 * next ones. Each process does what its user may: it mounts the file system of the page in a user
 * namespace of its own, or has a userfaultfd. Prints "ready" when all threads wait in their calls,
 * and ends at the end of its standard input: the calls are interrupted by SIGKILL.
 */
#include "peo.h"

#include <fcntl.h>
#include <linux/fuse.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define PAGE		4096
#define FILE_NODE	2
#define MOST		1000

static void *page;

static void *call(void *unused)
{
	(void)unused;
	peo(page, 0, -1, -1, 0);
	return NULL;
}

/* --- a file system whose only file can be opened, but never read --- */

static struct fuse_attr attr_of(uint64_t node)
{
	return (struct fuse_attr){
		.ino = node, .nlink = 1, .blksize = PAGE,
		.mode = node == FILE_NODE ? S_IFREG | 0444 : S_IFDIR | 0555,
		.size = node == FILE_NODE ? PAGE : 0,
	};
}

static void answer(int fd, uint64_t unique, int error, const void *data, size_t size)
{
	struct {
		struct fuse_out_header head;
		char data[256];
	} out = { .head = { .len = sizeof(out.head) + size, .error = error, .unique = unique } };

	memcpy(out.data, data, size);
	if (write(fd, &out, out.head.len) < 0 && errno != ENOENT)
		err(1, "answer");
}

static void serve_one(int fd, const struct fuse_in_header *in)
{
	struct fuse_init_out init = {
		.major = FUSE_KERNEL_VERSION, .minor = 31, .max_write = PAGE, .max_readahead = PAGE,
	};
	struct fuse_entry_out entry = {
		.nodeid = FILE_NODE, .attr_valid = 1000, .entry_valid = 1000,
		.attr = attr_of(FILE_NODE),
	};
	struct fuse_attr_out attr = { .attr_valid = 1000, .attr = attr_of(in->nodeid) };
	struct fuse_open_out opened = { 0 };

	switch (in->opcode) {
	case FUSE_INIT:
		answer(fd, in->unique, 0, &init, sizeof(init));
		break;
	case FUSE_LOOKUP:
		answer(fd, in->unique, 0, &entry, sizeof(entry));
		break;
	case FUSE_GETATTR:
		answer(fd, in->unique, 0, &attr, sizeof(attr));
		break;
	case FUSE_OPEN:
		answer(fd, in->unique, 0, &opened, sizeof(opened));
		break;
	case FUSE_READ:
	case FUSE_FORGET:
	case FUSE_INTERRUPT:
		break;
	default:
		answer(fd, in->unique, -EOPNOTSUPP, "", 0);
	}
}

/* A process of its own, so that it can end while threads wait for it. */
static void serve(int fd)
{
	union {
		struct fuse_in_header head;
		char bytes[2 * FUSE_MIN_READ_BUFFER];
	} in;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(fd, &in, sizeof(in)) > 0 || errno == EINTR || errno == ENOENT)
		serve_one(fd, &in.head);
	_exit(0);
}

static void write_to(const char *file, const char *text)
{
	int fd = open(file, O_WRONLY);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		err(1, "%s", file);
	close(fd);
}

static void become_root_of_namespace(void)
{
	uid_t uid = getuid();
	gid_t gid = getgid();
	char text[64];

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS))
		err(1, "unshare");
	write_to("/proc/self/setgroups", "deny");
	snprintf(text, sizeof(text), "0 %u 1", uid);
	write_to("/proc/self/uid_map", text);
	snprintf(text, sizeof(text), "0 %u 1", gid);
	write_to("/proc/self/gid_map", text);
}

static void *page_of_fuse(void)
{
	char options[128];
	int fd;

	become_root_of_namespace();
	fd = open("/dev/fuse", O_RDWR);
	if (fd < 0)
		err(1, "/dev/fuse");
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if (mount("fuse", "/tmp", "fuse", MS_NOSUID | MS_NODEV, options))
		err(1, "mount");
	if (!fork())
		serve(fd);
	close(fd);
	fd = open("/tmp/file", O_RDONLY);
	if (fd < 0)
		err(1, "/tmp/file");
	return mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
}

/* --- a page that a userfaultfd is responsible for --- */

static void *page_of_userfaultfd(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	void *at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = syscall(__NR_userfaultfd, O_CLOEXEC);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api))
		err(1, "userfaultfd");
	reg.range.start = (unsigned long)at;
	reg.range.len = PAGE;
	if (at != MAP_FAILED && ioctl(fd, UFFDIO_REGISTER, &reg))
		err(1, "UFFDIO_REGISTER");
	return at;
}

/* --- the processes --- */

/* Does this thread wait in the call? */
static int waits(pid_t tid)
{
	char file[64], text[16] = "";
	int fd, n;

	snprintf(file, sizeof(file), "/proc/self/task/%d/syscall", tid);
	fd = open(file, O_RDONLY);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	return n > 0 && atoi(text) == __NR_perf_event_open;
}

static pid_t tids[MOST];

static void *thread(void *place)
{
	__atomic_store_n((pid_t *)place, syscall(__NR_gettid), __ATOMIC_RELEASE);
	return call(NULL);
}

static void start_threads(unsigned int threads)
{
	pthread_attr_t small;
	pthread_t id;
	unsigned int i;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (i = 0; i < threads; i++)
		if (pthread_create(&id, &small, thread, &tids[i]))
			errx(1, "no thread");
	for (i = 0; i < threads; i++)
		while (!waits(__atomic_load_n(&tids[i], __ATOMIC_ACQUIRE)))
			usleep(10000);
}

static void be_stuck(int is_fuse, unsigned int threads, uid_t uid, int report)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (setresgid(uid, uid, uid) || setresuid(uid, uid, uid))
		err(1, "setresuid");
	/* Which forgets the signal, and takes away the right to write to /proc/self. */
	prctl(PR_SET_DUMPABLE, 1);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	page = is_fuse ? page_of_fuse() : page_of_userfaultfd();
	if (page == MAP_FAILED)
		err(1, "mmap");
	start_threads(threads);
	if (write(report, "", 1) != 1)
		err(1, "report");
	pause();
}

int main(int argc, char **argv)
{
	unsigned int processes = argc == 5 ? atoi(argv[3]) : 0, i;
	unsigned int threads = processes ? atoi(argv[2]) : 0;
	static pid_t pids[MOST];
	int report[2];
	char c;

	if (!threads || threads > MOST || processes > MOST || pipe(report))
		errx(2, "usage: stuck fuse|userfaultfd THREADS PROCESSES UID, as root");
	for (i = 0; i < processes; i++) {
		pids[i] = fork();
		if (!pids[i])
			be_stuck(!strcmp(argv[1], "fuse"), threads, atoi(argv[4]) + i, report[1]);
	}
	close(report[1]);
	for (i = 0; i < processes; i++)
		if (read(report[0], &c, 1) != 1)
			errx(1, "a process has not come so far");
	puts("ready");
	fflush(stdout);
	while (read(0, &c, 1) > 0)
		;
	for (i = 0; i < processes; i++)
		kill(pids[i], SIGKILL);
	for (i = 0; i < processes; i++)
		waitpid(pids[i], NULL, 0);
	return 0;
}
