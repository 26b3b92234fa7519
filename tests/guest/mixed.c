// SPDX-License-Identifier: GPL-2.0
/* build: i386 */
/*
 * Calls of all kinds, the same in every run:
 *
 *	mixed CALLS [WORKERS]
 *
 * Each worker is a process with its own name and numbers; the last of several is not
 * root. Types, sizes, flags and arguments are mixed so that hundreds succeed and hundreds are
 * refused. Prints how many calls succeeded and how many were refused; together they are CALLS
 * if CALLS - 12 is a multiple of WORKERS.
 */
#include "peo.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define NOBODY	65534
#define PAGE	4096
#define SAMPLE_BITS	__builtin_ctz(PERF_SAMPLE_MAX)
#define HELD	12	/* the software events up to PERF_COUNT_SW_BPF_OUTPUT, a tracepoint */

/* Names that only a careful writer survives. */
static const char * const names[] = {
	"mixed", "a b", "\"q\\", "x */ y", "\x1b[2J", "\xff.\xc3\xa4\n", "{\"lost\":1}",
};

static const uint32_t sizes[] = {
	ALL_VERSION_SIZES 128, 128, 128, 0, 63, 100, 132, 4096, 5000,
};

static const uint32_t types[] = { 0, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0x7fffffff };

static uint64_t rng;
static unsigned int succeeded, refused;
static int leader, root = 1;
static uint64_t tracepoint;	/* number of one that hardly ever comes */

static uint64_t rnd(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng * 0x2545f4914f6cdd1dULL >> 16;
}

static int one_in(unsigned int n)
{
	return rnd() % n == 0;
}

#define PICK(list)	(list)[rnd() % (sizeof(list) / sizeof((list)[0]))]

/* Mostly nothing, sometimes a bit that has a meaning, seldom anything. */
static uint64_t bits(unsigned int known)
{
	if (one_in(200))
		return rnd() << 20 ^ rnd();
	return one_in(12) ? 1ULL << rnd() % known : 0;
}

static void fill(struct perf_event_attr *a)
{
	uint64_t word;
	size_t at;

	memset(a, 0, sizeof(*a));
	a->type = one_in(3) ? PICK(types) : PERF_TYPE_SOFTWARE;
	a->size = one_in(2) ? PICK(sizes) : PERF_ATTR_SIZE_VER7;
	a->config = one_in(20) ? rnd() : rnd() % 12;
	if (a->type == PERF_TYPE_TRACEPOINT)
		a->config = one_in(3) ? a->config + 60000 : tracepoint;
	a->sample_period = one_in(2) ? 0 : rnd() % 60000;
	a->sample_type = rnd() % 3 ? rnd() & 0x1ff : bits(SAMPLE_BITS) | bits(SAMPLE_BITS);
	a->read_format = bits(__builtin_ctz(PERF_FORMAT_MAX));
	word = bits(40) | bits(40);
	memcpy((char *)a + 40, &word, sizeof(word));
	/* None of them may run: a signal or a flood of samples would end the worker. */
	a->disabled = 1;
	a->enable_on_exec = 0;
	a->exclude_kernel |= !root;
	a->wakeup_events = one_in(4) ? rnd() : 0;
	a->bp_type = a->type == PERF_TYPE_BREAKPOINT ? rnd() % 8 : 0;
	a->config1 = one_in(2) ? (uintptr_t)names[0] : bits(64);
	if (a->type == PERF_TYPE_BREAKPOINT && one_in(4))
		a->config1 = 0xffffffff81000000;
	a->config2 = a->type == PERF_TYPE_BREAKPOINT ? rnd() % 9 : bits(64);
	a->branch_sample_type = bits(PERF_SAMPLE_BRANCH_MAX_SHIFT);
	a->sample_regs_user = bits(24);
	a->sample_stack_user = one_in(9) ? rnd() % 70000 : 0;
	a->clockid = one_in(20) ? (int)(rnd() % 16) - 4 : 0;
	a->use_clockid |= !!a->clockid;
	a->sample_regs_intr = bits(24);
	a->aux_watermark = one_in(20) ? rnd() : 0;
	a->sample_max_stack = one_in(9) ? rnd() % 300 : 0;
	a->aux_sample_size = one_in(90) ? rnd() : 0;
	for (at = offsetof(struct perf_event_attr, sig_data); at < sizeof(*a); at += 8) {
		word = one_in(18) ? rnd() : bits(64);
		memcpy((char *)a + at, &word, sizeof(word));
	}
}

static void one_call(unsigned char *page)
{
	static const int pids[] = { -1, 1, 0x7ffffff0, -5, 0x80000000 };
	static const int cpus[] = { 0, 1, 77, -9 };
	static const unsigned long flags[] = { 0, 1, 2, 4, 9, 16, ~0UL };
	struct perf_event_attr attr;
	const void *at = page;
	int fd;

	fill(&attr);
	memcpy(page, &attr, sizeof(attr));
	if (one_in(50))
		at = one_in(2) ? NULL : (void *)16;
	fd = peo(at, one_in(6) ? PICK(pids) : 0, one_in(6) ? PICK(cpus) : -1,
		 one_in(9) ? leader : one_in(40) ? 55 : -1, one_in(8) ? PICK(flags) : 8);
	if (fd < 0) {
		refused++;
	} else {
		succeeded++;
		close(fd);
	}
}

static void work(unsigned int worker, unsigned int calls)
{
	/* The page after the attr's is free to be looked at: a page may be announced. */
	unsigned char *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = PERF_ATTR_SIZE_VER5,
		.config = PERF_COUNT_SW_DUMMY, .disabled = 1,
		.exclude_kernel = 1,
	};
	unsigned int i;

	if (page == MAP_FAILED)
		err(1, "mmap");
	rng = 0x9e3779b97f4a7c15ULL * (worker + 1);
	leader = peo(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (leader < 0)
		errx(1, "the leader: %d", leader);
	succeeded++;
	for (i = 1; i < calls; i++) {
		if (i % 20 == 1)
			prctl(PR_SET_NAME, PICK(names));
		one_call(page);
	}
}

/*
 * The kernel patches its text when the first event of a kind comes and when the last one goes:
 * one of each, held all the time, makes the calls ten times as quick. It also spares emulators
 * that patch thousands of times, with other CPUs running the code, more than they can bear.
 */
static void hold_events(void)
{
	struct perf_event_attr attr = {
		.size = PERF_ATTR_SIZE_VER5, .disabled = 1,
	};
	unsigned int i;
	int fd;

	for (i = 0; i < HELD; i++) {
		attr.type = i ? PERF_TYPE_SOFTWARE : PERF_TYPE_TRACEPOINT;
		attr.config = i ? i - 1 : tracepoint;
		fd = peo(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0)
			refused++;
		else
			succeeded++;
	}
}

static void find_tracepoint(void)
{
	static const char name[] = "/sys/kernel/tracing/events/oom/mark_victim/id";
	FILE *file = fopen(name, "r");
	unsigned int id;

	if (!file || fscanf(file, "%u", &id) != 1)
		err(1, "%s", name);
	fclose(file);
	tracepoint = id;
}

int main(int argc, char **argv)
{
	unsigned int calls = argc > 1 ? strtoul(argv[1], NULL, 0) : 5000;
	unsigned int workers = argc > 2 ? strtoul(argv[2], NULL, 0) : 4;
	unsigned int counts[2], sums[2];
	unsigned int i, j;
	int status, failed = 0, pipes[2];

	if (pipe(pipes))
		err(1, "pipe");
	find_tracepoint();
	hold_events();
	sums[0] = succeeded;
	sums[1] = refused;
	succeeded = 0;
	refused = 0;
	for (i = 0; i < workers; i++) {
		if (fork())
			continue;
		if (i && i == workers - 1) {
			if (setresuid(NOBODY, NOBODY, NOBODY))
				err(1, "setresuid");
			root = 0;
		}
		work(i, (calls - HELD) / workers);
		counts[0] = succeeded;
		counts[1] = refused;
		return write(pipes[1], counts, sizeof(counts)) != sizeof(counts);
	}
	for (i = 0; i < workers; i++) {
		if (wait(&status) < 0 || status)
			failed = 1;
		else if (read(pipes[0], counts, sizeof(counts)) == sizeof(counts))
			for (j = 0; j < 2; j++)
				sums[j] += counts[j];
	}
	printf("%u succeeded, %u refused\n", sums[0], sums[1]);
	return failed;
}
