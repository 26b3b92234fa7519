// SPDX-License-Identifier: GPL-2.0
/*
 *	marks CPUS CALLS
 *
 * So many CPUs make CALLS calls each at the same time, with marks around each, for
 * scripts/bench.d/count_calls.c. Another mark ends the phase.
 */
#include "peo.h"
#include "marks.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <x86intrin.h>

/* The first calls of a process take page faults. */
#define WARM	20

/* The bytes of "nopl NUMBER(%rax)". */
static inline __attribute__((always_inline)) void mark(unsigned int number)
{
	asm volatile(".byte 0x0f, 0x1f, 0x80\n\t.long %c0" : :
		     "i" (MARK_MAGIC + number) : "memory");
}

static void pin(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		err(1, "cpu %u", cpu);
}

static const struct perf_event_attr attr = {
	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .size = PERF_ATTR_SIZE_VER7,
	.disabled = 1,
};

static void marked_call(void)
{
	int fd;

	mark(MARK_BEGIN);
	fd = peo(&attr, 0, -1, -1, 0);
	mark(MARK_END);
	if (fd < 0)
		errx(1, "perf_event_open: %s", strerror(-fd));
	close(fd);
}

static void child(unsigned int cpu, unsigned int *ready, unsigned int cpus,
		  unsigned int calls)
{
	unsigned int i;

	pin(cpu);
	for (i = 0; i < WARM; i++)
		close(peo(&attr, 0, -1, -1, 0));
	__atomic_add_fetch(ready, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(ready, __ATOMIC_SEQ_CST) < cpus)
		sched_yield();
	while (calls--)
		marked_call();
	exit(0);
}

int main(int argc, char **argv)
{
	unsigned int *ready = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned int cpus, i;
	int status, failed = 0;

	if (argc != 3 || ready == MAP_FAILED)
		errx(2, "usage: marks CPUS CALLS");
	/* Else opening the machine's only event changes the code of the scheduler, on each CPU. */
	if (peo(&attr, 0, -1, -1, 0) < 0)
		errx(1, "perf_event_open fails");
	cpus = (unsigned int)atoi(argv[1]);
	for (i = 0; i < cpus; i++)
		if (!fork())
			child(i, ready, cpus, (unsigned int)atoi(argv[2]));
	while (wait(&status) > 0)
		failed |= status;
	mark(MARK_PHASE_END);
	return failed ? 1 : 0;
}
