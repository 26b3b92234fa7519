// SPDX-License-Identifier: GPL-2.0
/*
 * Where does a command touch memory for the first time? mem_record COMMAND [ARG]...
 *
 * The result of docs/sessions.md for "perf record -d -W -e page-faults -c 1": its calls, without
 * the opens that only test what the kernel supports.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/perf_event.h>

#define PAGES	128

static struct perf_event_attr attr_page_faults = {
	.type = PERF_TYPE_SOFTWARE,
	.size = sizeof(struct perf_event_attr),
	.config = PERF_COUNT_SW_PAGE_FAULTS,
	.sample_period = 1,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR,
	.disabled = 1,
	.enable_on_exec = 1,
	.exclude_kernel = 1,
};

/* What the kernel writes for that sample_type. */
struct sample {
	struct perf_event_header header;
	__u64 ip;
	__u32 pid, tid;
	__u64 addr;
};

static pid_t start(char **command, int *go)
{
	int ends[2];
	char byte;
	pid_t child;

	if (pipe2(ends, O_CLOEXEC))
		err(1, "pipe");
	*go = ends[1];
	child = fork();
	if (child < 0)
		err(1, "fork");
	if (child)
		return child;
	close(*go);
	if (read(ends[0], &byte, 1) == 1)
		execvp(command[0], command);
	_exit(127);
}

static void drain(struct perf_event_mmap_page *page)
{
	__u64 head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	char *data = (char *)page + page->data_offset;
	__u64 at = page->data_tail;

	while (at < head) {
		struct perf_event_header *h = (void *)(data + at % page->data_size);
		const struct sample *s = (const void *)h;

		/* Behind a record of another size one can go round the end: it is left out. */
		if (h->type == PERF_RECORD_SAMPLE &&
		    at % page->data_size + sizeof(*s) <= page->data_size)
			printf("%u: %#llx touches %#llx\n", s->tid, (unsigned long long)s->ip,
			       (unsigned long long)s->addr);
		at += h->size;
	}
	__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
}

int main(int argc, char **argv)
{
	struct perf_event_mmap_page *page;
	pid_t child;
	int fd, go;

	if (argc < 2)
		errx(1, "usage: mem_record COMMAND [ARG]...");
	child = start(argv + 1, &go);
	fd = syscall(SYS_perf_event_open, &attr_page_faults, child, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(1, "perf_event_open");
	page = mmap(NULL, (1 + PAGES) * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED,
		    fd, 0);
	if (page == MAP_FAILED)
		err(1, "mmap");
	if (write(go, "", 1) != 1)
		err(1, "write");
	waitpid(child, NULL, 0);
	drain(page);
	return 0;
}
