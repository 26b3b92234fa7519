// SPDX-License-Identifier: GPL-2.0
/*
 * perfattr doctor --prove: makes calls from which the module decides at once whether the functions
 * that it probes have the expected arguments. Otherwise the first calls of other programs decide
 * that, and until then records lack the values concerned. The calls are recorded as all others.
 */
#include <linux/perf_event.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "commands/commands.h"

static int open_dummy(int group, unsigned long flags)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.disabled = 1,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, group, flags | PERF_FLAG_FD_CLOEXEC);
}

/* Makes ops of all kinds, for a module with calls=1. Their results do not matter. */
static void use(int fd)
{
	struct pollfd wait = { .fd = fd };
	char value[64];
	void *page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);

	if (page != MAP_FAILED)
		munmap(page, sysconf(_SC_PAGESIZE));
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	poll(&wait, 1, 0);
	if (read(fd, value, sizeof(value)) < 0)
		return;
}

/* Prints the unproved arguments, as the module reports them. */
static void put_unproved(const struct options *opt)
{
	FILE *in = must(fdopen(view_open(opt, "stats", 0), "r"));
	char line[256];

	while (fgets(line, sizeof(line), in)) {
		if (strstr(line, ".proved 0"))
			fputs(line, stdout);
	}
	fclose(in);
}

/* Makes the calls. Returns false if the kernel refuses them. */
static bool prove(void)
{
	int leader = open_dummy(-1, 0);

	if (leader < 0)
		return false;
	/* Open a member of its group, and an event that writes into its buffer. */
	close(open_dummy(leader, 0));
	close(open_dummy(leader, PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP));
	use(leader);
	close(leader);
	return true;
}

int cmd_prove(struct options *opt, int argc, char **argv)
{
	if (!prove())
		die("prove: the kernel refuses an event of this process: run it as root");
	put_unproved(opt);
	return 0;
}
