/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the test programs: the call, the clock of the records, errors. */
#ifndef PERFATTR_TEST_PEO_H
#define PERFATTR_TEST_PEO_H

#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../host/uapi.h"
#include "../../kmod/core/lists.h"

/* The sizes that struct perf_event_attr has had, with a comma after each. */
#define VERSION_SIZE(version, bytes)	PERF_ATTR_SIZE_VER##version,
#define ALL_VERSION_SIZES		PA_LIST_SIZES(VERSION_SIZE, VERSION_SIZE)

/* Any pointer may be passed, also one that cannot be read. Returns a descriptor or -errno. */
static inline int peo(const void *attr, int pid, int cpu, int group_fd, unsigned long flags)
{
	long ret = syscall(__NR_perf_event_open, attr, pid, cpu, group_fd, flags);

	return ret < 0 ? -errno : ret;
}

static inline unsigned long long now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* Computes for so long, of a cpu. */
static inline void spin(int ms)
{
	struct timespec used, end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
	end.tv_nsec += ms * 1000000L;
	end.tv_sec += end.tv_nsec / 1000000000;
	end.tv_nsec %= 1000000000;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	while (used.tv_sec < end.tv_sec ||
	       (used.tv_sec == end.tv_sec && used.tv_nsec < end.tv_nsec));
}

/* Waits until a child sleeps. */
static inline void until_asleep(int pid)
{
	char path[32], text[256], *at;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	do {
		file = fopen(path, "r");
		if (!file || !fgets(text, sizeof(text), file))
			err(1, "%s", path);
		fclose(file);
		at = strrchr(text, ')');
	} while (!at || at[2] != 'S');
}

#endif /* PERFATTR_TEST_PEO_H */
