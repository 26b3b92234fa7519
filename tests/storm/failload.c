// SPDX-License-Identifier: GPL-2.0
/*
 * Loads a module repeatedly; each time another of its allocations fails:
 * failload KO PARAMETERS [FROM [STEP]]
 *
 * The kernel needs CONFIG_FAULT_INJECTION; its /proc/thread-self/fail-nth makes the N-th
 * allocation of this thread fail (Documentation/fault-injection/fault-injection.rst). Goes on
 * until a load makes fewer than N allocations. A load that succeeds all the same must record a
 * call; after a failed load, or unloading, no probe may be left. Prints how many loads were
 * tried, and how many of them succeeded despite a failed allocation.
 */
#include "peo.h"

#include <fcntl.h>

#define STATS "/sys/kernel/debug/perfattr/stats"

static const char fail_nth[] = "/proc/thread-self/fail-nth";

static void set_fail_nth(int fd, int n)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", n);
	if (pwrite(fd, text, strlen(text), 0) < 0)
		err(1, "%s", fail_nth);
}

static int get_fail_nth(int fd)
{
	char text[16] = "";

	if (pread(fd, text, sizeof(text) - 1, 0) < 0)
		err(1, "%s", fail_nth);
	return atoi(text);
}

/* Whether a call is counted, which is what the module is for. */
static int records(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER7,
		.config = PERF_COUNT_SW_DUMMY,
		.disabled = 1,
	};
	unsigned long recorded = 0;
	FILE *stats;
	int fd = peo(&attr, 0, -1, -1, 0);

	if (fd >= 0)
		close(fd);
	stats = fopen(STATS, "r");
	/* debugfs may have been the one whose allocation failed: then there is no file to ask. */
	if (!stats)
		return 1;
	if (fscanf(stats, "recorded %lu", &recorded) != 1)
		recorded = 0;
	fclose(stats);
	return recorded == 1;
}

/* How many probes the kernel has in its table, ours and others'. */
static int probes(void)
{
	FILE *list = fopen("/sys/kernel/debug/kprobes/list", "r");
	int c, lines = 0;

	if (!list)
		err(1, "kprobes/list");
	while ((c = getc(list)) != EOF)
		lines += c == '\n';
	fclose(list);
	return lines;
}

int main(int argc, char **argv)
{
	int n, nth, ko, left, from, step, others = probes();
	unsigned long loads = 0, succeeded = 0;

	if (argc < 3)
		errx(2, "failload KO PARAMETERS [FROM [STEP]]");
	from = argc > 3 ? atoi(argv[3]) : 1;
	step = argc > 4 ? atoi(argv[4]) : 1;
	nth = open(fail_nth, O_RDWR);
	ko = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (nth < 0 || ko < 0)
		err(1, "%s", nth < 0 ? fail_nth : argv[1]);
	for (n = from;; n += step) {
		int failed;

		set_fail_nth(nth, n);
		failed = syscall(__NR_finit_module, ko, argv[2], 0) ? errno : 0;
		left = get_fail_nth(nth);
		set_fail_nth(nth, 0);
		if (failed && left)
			errx(1, "%d: no allocation failed, but the load: %s", n, strerror(failed));
		if (failed && failed != ENOMEM)
			printf("# allocation %d: %s\n", n, strerror(failed));
		if (!failed && !records())
			errx(1, "allocation %d: loaded, and does not record", n);
		if (!failed && syscall(__NR_delete_module, "perfattr_dump", 0))
			err(1, "allocation %d: delete_module", n);
		if (probes() != others)
			errx(1, "allocation %d: a probe is left in the kernel's table", n);
		if (left) {
			printf("# a load makes %d allocations\n", n - left);
			break;
		}
		loads++;
		succeeded += !failed;
	}
	printf("%lu %lu\n", loads, succeeded);
	return 0;
}
