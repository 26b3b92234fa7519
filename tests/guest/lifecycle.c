// SPDX-License-Identifier: GPL-2.0
/*
 * build: i386
 * One call of each kind on the files of perf events, in the order that calls.t expects.
 * "lifecycle lost" also sets PERF_FORMAT_LOST, which kernels have since 6.0.
 */
#include "peo.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "../host/uapi_ioctl.h"

static uint64_t values[64];

static int event(struct perf_event_attr *attr, int group)
{
	int fd = peo(attr, 0, -1, group, 0);

	if (fd < 0) {
		perror("perf_event_open");
		exit(1);
	}
	return fd;
}

static int software(uint64_t config, uint64_t format, uint64_t period, int group)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER7,
		.config = config,
		.read_format = format,
		.sample_period = period,
		.sample_type = period ? PERF_SAMPLE_IP : 0,
		.exclude_kernel = 1,
		.disabled = group < 0,
	};

	return event(&attr, group);
}

/* A group of two, counted. */
static void group(int leader, int member)
{
	struct iovec iov = { values, sizeof(values) };

	ioctl(leader, PERF_EVENT_IOC_RESET, 0);
	ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	if (read(leader, values, sizeof(values)) <= 0)
		exit(2);
	if (readv(member, &iov, 1) <= 0)
		exit(3);
	read(leader, values, 8);
	ioctl(leader, PERF_EVENT_IOC_ID, values);
}

/* A sampling event with a ring, and one that writes into it. */
static void ring(int fd, int other)
{
	size_t len = 9 * sysconf(_SC_PAGESIZE);
	struct pollfd p = { .fd = fd, .events = POLLIN };
	uint64_t period = 54321;
	void *at;

	mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
	at = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		exit(4);
	ioctl(fd, PERF_EVENT_IOC_PERIOD, &period);
	ioctl(fd, PERF_EVENT_IOC_REFRESH, 3);
	ioctl(other, PERF_EVENT_IOC_SET_OUTPUT, fd);
	ioctl(other, PERF_EVENT_IOC_SET_OUTPUT, -1L);
	ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1);
	ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0);
	/* The first poll is a state, the others find the same. */
	poll(&p, 1, 0);
	poll(&p, 1, 0);
	poll(&p, 1, 0);
	munmap(at, len);
}

/* What is refused, with an argument that is to be decoded all the same. */
static void refused(int fd)
{
	uint32_t query[4] = { 2 };

	ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "pid != \"1\" */");
	ioctl(fd, PERF_EVENT_IOC_SET_BPF, 77);
	ioctl(fd, PERF_EVENT_IOC_QUERY_BPF, query);
	ioctl(fd, PERF_EVENT_IOC_PERIOD, NULL);
	ioctl(fd, 0x5401, 5);
}

static void breakpoint(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = PERF_ATTR_SIZE_VER7,
		.bp_type = HW_BREAKPOINT_RW,
		.bp_addr = (uintptr_t)&values[0],
		.bp_len = 4,
		.disabled = 1,
	};
	int fd = peo(&attr, 0, -1, -1, 0);

	/* Not every architecture has breakpoints. */
	if (fd < 0 && errno == ENOENT)
		return;
	if (fd < 0) {
		perror("perf_event_open");
		exit(1);
	}
	attr.bp_addr = (uintptr_t)&values[1];
	ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr);
	close(fd);
}

/* The same file from another descriptor, and from another process. */
static void shared(int fd)
{
	int copy = dup(fd);
	pid_t child;

	if (read(copy, values, sizeof(values)) <= 0)
		exit(5);
	close(copy);
	child = fork();
	if (!child) {
		if (read(fd, values, sizeof(values)) <= 0)
			_exit(1);
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
	uint64_t lost = argc > 1 && !strcmp(argv[1], "lost") ? 0x10 : 0;
	int leader = software(PERF_COUNT_SW_TASK_CLOCK, 0xf | lost, 0, -1);
	int member = software(PERF_COUNT_SW_PAGE_FAULTS, 0x7 | lost, 0, leader);
	int sampling = software(PERF_COUNT_SW_CPU_CLOCK, 0, 1000000, -1);
	int other = software(PERF_COUNT_SW_CPU_CLOCK, 0, 2000000, -1);
	char byte;

	group(leader, member);
	ring(sampling, other);
	refused(sampling);
	breakpoint();
	prctl(PR_TASK_PERF_EVENTS_ENABLE);
	prctl(PR_TASK_PERF_EVENTS_DISABLE);
	shared(leader);
	close(other);
	/* Files that are no event are nothing to us; the rest is closed at exit. */
	close(open("/dev/null", O_RDONLY));
	return read(-1, &byte, 1) != -1;
}
