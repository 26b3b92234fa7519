// SPDX-License-Identifier: GPL-2.0
/*
 * blocked TYPE CONFIG BP_TYPE BP_LEN: a call that blocks in perf_copy_attr() until a line comes on
 * standard input, because its attr is on a page that userfaultfd provides only then. Prints "in"
 * when the kernel waits for the page, and at the end the result.
 */
#include "peo.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#define PAGE	4096

static void *call(void *attr)
{
	return (void *)(long)peo(attr, 0, -1, -1, 0);
}

/* A page that is not there; whoever needs it waits for us. */
static void *missing_page(int uffd)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED || ioctl(uffd, UFFDIO_API, &api))
		err(1, "userfaultfd");
	reg.range.start = (unsigned long)page;
	reg.range.len = PAGE;
	if (ioctl(uffd, UFFDIO_REGISTER, &reg))
		err(1, "UFFDIO_REGISTER");
	return page;
}

int main(int argc, char **argv)
{
	static union {
		struct perf_event_attr attr;
		char page[PAGE];
	} from __attribute__((aligned(PAGE)));
	int uffd = syscall(__NR_userfaultfd, O_CLOEXEC);
	struct uffdio_copy copy = { .src = (unsigned long)&from, .len = PAGE };
	struct uffd_msg msg;
	pthread_t caller;
	char line[8];
	void *ret;

	if (argc != 5 || uffd < 0)
		errx(1, "usage: blocked TYPE CONFIG BP_TYPE BP_LEN, as root");
	from.attr.type = strtoul(argv[1], NULL, 0);
	from.attr.size = sizeof(from.attr);
	from.attr.config = strtoull(argv[2], NULL, 0);
	from.attr.bp_type = strtoul(argv[3], NULL, 0);
	from.attr.bp_len = strtoull(argv[4], NULL, 0);
	from.attr.disabled = 1;
	copy.dst = (unsigned long)missing_page(uffd);
	if (pthread_create(&caller, NULL, call, (void *)(unsigned long)copy.dst))
		errx(1, "no thread");
	if (read(uffd, &msg, sizeof(msg)) != sizeof(msg))
		err(1, "userfaultfd");
	puts("in");
	fflush(stdout);
	if (!fgets(line, sizeof(line), stdin) || ioctl(uffd, UFFDIO_COPY, &copy))
		err(1, "UFFDIO_COPY");
	pthread_join(caller, &ret);
	printf("ret=%ld\n", (long)ret);
	return 0;
}
