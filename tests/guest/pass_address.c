// SPDX-License-Identifier: GPL-2.0
/*
 * pass_address ADDRESS: passes a kernel address to every call on an event that takes a number, a
 * pointer or a string. The results do not matter.
 */
#include "peo.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "../host/uapi_ioctl.h"

static void pass_string(int fd, const char *format, ...)
{
	char text[300];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	ioctl(fd, PERF_EVENT_IOC_SET_FILTER, text);
}

static void pass_strings(int fd, unsigned long long address)
{
	char text[300];

	pass_string(fd, "filter 0x%llx/0x40", address);
	pass_string(fd, "stop 0x%llx@/bin/true", address);
	pass_string(fd, "start %llu", address);
	pass_string(fd, "tracestop 0x%llX / 0x10", address);
	pass_string(fd, "start 0x000%llx", address);
	pass_string(fd, "start 0X%llX", address);
	pass_string(fd, "start 0%llo", address);
	pass_string(fd, "ip == %lld", address);
	pass_string(fd, "ip==%llx", address);
	pass_string(fd, "filter 0x100@%llx,start 0x%llx", address, address);
	/* The record keeps the first 256 bytes: the number is cut in its middle. */
	memset(text, 'x', sizeof(text));
	snprintf(text + 240, sizeof(text) - 240, " 0x%llx", address);
	ioctl(fd, PERF_EVENT_IOC_SET_FILTER, text);
}

static void pass_numbers(int fd, unsigned long long address)
{
	struct perf_event_attr breakpoint = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = PERF_ATTR_SIZE_VER5,
		.bp_type = 3,
		.bp_addr = address,
		.bp_len = 8,
	};
	uint64_t period = address;

	ioctl(fd, PERF_EVENT_IOC_ENABLE, address);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, address);
	ioctl(fd, PERF_EVENT_IOC_RESET, address);
	ioctl(fd, PERF_EVENT_IOC_REFRESH, address);
	ioctl(fd, PERF_EVENT_IOC_PERIOD, &period);
	ioctl(fd, PERF_EVENT_IOC_PERIOD, address);
	ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, address);
	ioctl(fd, PERF_EVENT_IOC_SET_FILTER, address);
	ioctl(fd, PERF_EVENT_IOC_ID, address);
	ioctl(fd, PERF_EVENT_IOC_SET_BPF, address);
	ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, address);
	ioctl(fd, PERF_EVENT_IOC_QUERY_BPF, address);
	ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, address);
	ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &breakpoint);
	ioctl(fd, 0x1234, address);
}

/* With this address as offset. */
static void map(int fd, unsigned long page, unsigned long address)
{
#ifdef __NR_mmap2
	syscall(__NR_mmap2, 0, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, address / page);
#else
	syscall(__NR_mmap, 0, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, address & -page);
#endif
}

int main(int argc, char **argv)
{
	unsigned long long address = argc == 2 ? strtoull(argv[1], NULL, 0) : 0;
	unsigned long page = sysconf(_SC_PAGESIZE);
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER5,
		.config = PERF_COUNT_SW_DUMMY,
		.exclude_kernel = 1,
		.disabled = 1,
	};
	int fd;

	if (!(address >> (8 * sizeof(long) - 1)))
		errx(2, "usage: pass_address KERNEL-ADDRESS");
	fd = peo(&attr, 0, -1, -1, 0);
	if (fd < 0)
		errx(1, "perf_event_open: %d", fd);
	pass_numbers(fd, address);
	pass_strings(fd, address);
	map(fd, page, address);
	peo((void *)(uintptr_t)address, 0, -1, -1, 0);
	close(fd);
	return 0;
}
