/* SPDX-License-Identifier: GPL-2.0 */
/* What an event that a plan has opened counts and samples, while something happens here. */
#ifndef PERFATTR_TEST_WHY_COUNT_H
#define PERFATTR_TEST_WHY_COUNT_H

#include "why_random_call.h"

#include <sched.h>
#include <sys/ioctl.h>

#include "../host/uapi_ioctl.h"

#define PAGE		4096	/* it is that in the guests */
#define DATA_HEAD	128	/* word of struct perf_event_mmap_page */
#define RECORD_SAMPLE	9	/* PERF_RECORD_SAMPLE */

/* struct perf_event_header */
struct header {
	u32 type;
	u16 misc;
	u16 size;
};

/* What was counted, and how many samples came that have more than a header. */
struct counted {
	u64 value;
	u64 samples;
	bool sampled;	/* they were looked for */
};

static inline void stay_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static inline void on_any(void)
{
	cpu_set_t set;

	memset(&set, 0xff, sizeof(set));
	sched_setaffinity(0, sizeof(set), &set);
}

/* Time, page faults in user space and of the kernel, switches, migrations, accesses to watched. */
static inline void something(bool move)
{
	int i, zero = open("/dev/zero", O_RDONLY);
	volatile u64 *sink = &watched;

	for (i = 0; i < 3; i++) {
		char *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (page == MAP_FAILED)
			err(1, "mmap");
		*(volatile char *)page = 1;
		if (read(zero, page + PAGE, 1) != 1)
			err(1, "/dev/zero");
		munmap(page, 2 * PAGE);
		*sink = ~*sink;
		if (move)
			stay_on(i & 1);
		usleep(100);
		spin(2);
	}
	close(zero);
}

/* Is there surely something to count? Only of events of which that is known. */
static inline bool has_some(const struct call *c)
{
	bool user = !c->attr.exclude_user, kernel = !c->attr.exclude_kernel;
	bool here = !c->pid && (c->cpu == -1 || c->cpu == 0);

	if (c->pid == -1 && c->cpu == 0 && !(c->flags & PERF_FLAG_PID_CGROUP))
		here = true;
	if (!here || c->group_fd != -1 || c->flags || (!user && !kernel) ||
	    c->attr.exclude_host || c->attr.sigtrap || c->attr.pinned)
		return false;
	switch (c->attr.type) {
	case PERF_TYPE_SOFTWARE:
		return c->attr.config == PERF_COUNT_SW_CPU_CLOCK ||
		       c->attr.config == PERF_COUNT_SW_TASK_CLOCK ||
		       c->attr.config == PERF_COUNT_SW_PAGE_FAULTS ||
		       c->attr.config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
		       c->attr.config == PERF_COUNT_SW_CONTEXT_SWITCHES ||
		       (c->attr.config == PERF_COUNT_SW_CPU_MIGRATIONS && c->cpu == -1);
	case PERF_TYPE_TRACEPOINT:
		return c->attr.config == (u64)sched_switch;
	case PERF_TYPE_HARDWARE:
		return c->attr.config <= PERF_COUNT_HW_INSTRUCTIONS;
	case PERF_TYPE_BREAKPOINT:
		return user && c->attr.bp_type & HW_BREAKPOINT_W &&
		       c->attr.bp_addr >= (uintptr_t)&watched &&
		       c->attr.bp_addr + c->attr.bp_len <= (uintptr_t)(&watched + 1);
	default:
		return false;
	}
}

/* What a sample may have so that it surely fits into one page. */
#define SMALL_SAMPLE	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | \
			 PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | \
			 PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_IDENTIFIER)

/*
 * A clock counts in any mode, and samples in those that it does not exclude: where the machine
 * stands still all of its time may have passed in one.
 */
static inline bool is_clock(const struct call *c)
{
	return c->attr.type == PERF_TYPE_SOFTWARE && c->attr.config <= PERF_COUNT_SW_TASK_CLOCK;
}

/* Of an event that has counted so much: is there surely a sample? Timers may be late. */
static inline bool has_sample(const struct call *c, const struct counted *got)
{
	u64 period = c->attr.sample_period;
	bool clock = is_clock(c);

	if (!got->sampled || !c->attr.sample_type || c->attr.sample_type & ~SMALL_SAMPLE ||
	    c->attr.type == PERF_TYPE_HARDWARE)
		return false;
	if (!clock)
		return !c->attr.freq && got->value >= period;
	if (c->attr.exclude_user || c->attr.exclude_kernel)
		return false;
	if (c->attr.freq)
		period = 1000000000 / period;
	/* A clock takes no more than a sample each 10 us. */
	return got->value / 4 >= (period > 10000 ? period : 10000);
}

/* The value, whatever else read() tells. */
static inline u64 value_of(int fd, u64 format)
{
	u64 buf[256] = { 0 };
	unsigned int at = 0;

	if (read(fd, buf, sizeof(buf)) < 0)
		return 0;
	if (format & PERF_FORMAT_GROUP)
		at = 1 + !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		     !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	return buf[at];
}

static inline u64 samples_in(const u64 *page)
{
	const char *data = (const char *)page + PAGE;
	u64 at, n = 0;

	for (at = 0; at + sizeof(struct header) <= page[DATA_HEAD] && at < PAGE;) {
		const struct header *h = (const void *)(data + at);

		if (!h->size)
			break;
		n += h->type == RECORD_SAMPLE && h->size > sizeof(*h);
		at += h->size;
	}
	return n;
}

/* Enables the event for a while. */
static inline struct counted count_with(int fd, const struct call *c)
{
	bool sampling = c->attr.sample_period && !c->attr.write_backward;
	struct counted got = { 0 };
	void *page = MAP_FAILED;

	if (c->attr.sigtrap)
		return got;
	if (sampling)
		page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	got.sampled = page != MAP_FAILED;
	stay_on(0);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	something(!c->pid && c->cpu == -1);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	on_any();
	got.value = value_of(fd, c->attr.read_format);
	if (got.sampled) {
		got.samples = samples_in(page);
		munmap(page, 2 * PAGE);
	}
	return got;
}

#endif /* PERFATTR_TEST_WHY_COUNT_H */
