// SPDX-License-Identifier: GPL-2.0
/*
 * Opens events of page faults, breakpoints and a tracepoint with random sample_types and
 * read_formats, makes them write samples, and compares each value with what is known of it.
 *
 *   samples TRIALS [SEED]   CGROUP has the id of our cgroup, SYS_ENTER the id of the tracepoint
 *                           raw_syscalls:sys_enter, SYS_ENTER_ID where its field id is;
 *                           BREAKPOINTS is 1 if the machine has any
 */
#include "peo.h"

#include <fcntl.h>
#include <linux/types.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "../host/uapi_ioctl.h"
#include "rnd.h"
#include "samples/samples.h"

#define RING_PAGES	16
#define EVENTS_MOST	5
#define TRIGGERS	3
#define STACK_BYTES	256
/* Words of struct perf_event_mmap_page. */
#define DATA_HEAD	128
#define DATA_TAIL	129
#define CONTEXT_KERNEL	((u64)-128)
#define CONTEXT_USER	((u64)-512)
#define RECORD_COMM	3
#ifndef PERF_MEM_OP_NA
#define PERF_MEM_OP_NA	1
#endif

/*
 * Registers that a program may ask for, and which of them is the instruction pointer; NO_PAGES: see
 * check_page(). On s390x and 32-bit Arm an address of a fault is that of its page. s390x has low
 * addresses of the kernel, and its 6.1 unwinds no stack of a user.
 */
#if defined(__x86_64__)
#define REGS		0xff0fffULL
#define REG_IP		8
#elif defined(__aarch64__)
#define REGS		0x1ffffffffULL
#define REG_IP		32
#elif defined(__riscv)
#define NO_PAGES
#define REGS		0xffffffffULL
#define REG_IP		0
#elif defined(__powerpc64__)
#define NO_PAGES
#define REGS		0x1ffffffffULL
#define REG_IP		32
#elif defined(__s390x__)
#define NO_PAGES
#define LOW_KERNEL
#define NO_USER_CHAIN
#define FAULT_BITS	12
#define REGS		0x30000ffffULL
#define REG_IP		33
#elif defined(__arm__)
#define NO_PAGES
#define FAULT_BITS	12
#define REGS		0xffffULL
#define REG_IP		15
#endif

#ifndef FAULT_BITS
#define FAULT_BITS	0
#endif
#if defined(LOW_KERNEL) || !defined(__LP64__)
#define IN_KERNEL(ip)	true
#else
#define IN_KERNEL(ip)	((ip) >> 63)
#endif

/* In no kernel's sample of these events is a branch, nor an AUX area. */
#define NEVER		(PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_AUX)

enum kind { FAULT, BREAKPOINT, SYSCALL, KINDS };

/**
 * struct trial - an event and what is known of its samples
 * @kind:   what makes it count
 * @attr:   how it was opened
 * @a:      what of it decides the layout
 * @fd:     it, its leader and siblings; the leader is the first
 * @id:     their ids
 * @n:      how many
 * @us:     which of them has the samples
 * @child:  a child has the samples, whose event is inherited; its pid when it has ended
 * @before: the clock before it was enabled
 * @after:  the clock after it was disabled
 * @seen:   samples that were checked
 */
struct trial {
	enum kind kind;
	struct perf_event_attr attr;
	struct pa_sample_attr a;
	int fd[EVENTS_MOST];
	u64 id[EVENTS_MOST];
	u32 n, us;
	int child;
	u64 before, after;
	u32 seen;
};

static uint64_t state;
static u64 page_size, known_types, known_formats, cgroup, sys_enter, sys_enter_id;
static u64 samples, others, differences, bits_seen, times, last_enabled;
static char *pages;
static long target;
static cpu_set_t one_cpu;
static int pagemap;

static void differs(const struct trial *t, const char *what, u64 got, u64 want)
{
	if (got == want || differences++ > 30)
		return;
	printf("# kind %d sample_type %#llx read_format %#llx: %s is %#llx, not %#llx\n", t->kind,
	       (unsigned long long)t->attr.sample_type, (unsigned long long)t->attr.read_format,
	       what, (unsigned long long)got, (unsigned long long)want);
}

static void differs_if(const struct trial *t, const char *what, u64 got, bool wrong)
{
	if (wrong)
		differs(t, what, got, ~got);
}

static u64 clock_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* The instruction that makes a page fault or hits a breakpoint is in here. */
__attribute__((noinline, aligned(64)))
static void touch(long *at)
{
	__atomic_store_n(at, 1, __ATOMIC_RELAXED);
}

/* Returns true if this kernel takes these bits for an event that needs no hardware. */
static bool opens(u64 type, u64 format)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = PERF_ATTR_SIZE_VER7,
		.config = PERF_COUNT_SW_DUMMY, .sample_period = 1, .sample_type = type,
		.read_format = format, .sample_stack_user = STACK_BYTES,
#ifdef REGS
		.sample_regs_user = 1ULL << REG_IP, .sample_regs_intr = 1ULL << REG_IP,
#endif
	};
	int fd = peo(&attr, 0, -1, -1, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void look_what_is_known(void)
{
	u32 i;

	for (i = 0; i < PA_SAMPLE_FIELDS; i++)
		if (!(NEVER >> i & 1) && opens(1ULL << i, 0))
			known_types |= 1ULL << i;
#ifndef REGS
	known_types &= ~(u64)(PERF_SAMPLE_REGS_USER | PERF_SAMPLE_REGS_INTR |
			      PERF_SAMPLE_STACK_USER);
#endif
	for (i = 0; 1 << i < PERF_FORMAT_MAX; i++)
		if (opens(0, 1ULL << i))
			known_formats |= 1ULL << i;
}

static void random_attr(struct trial *t)
{
	struct perf_event_attr *attr = &t->attr;

	attr->size = PERF_ATTR_SIZE_VER7;
	attr->sample_type = rnd(&state) & known_types;
	if (rnd_below(&state, 2))
		attr->sample_type &= rnd(&state);
	if (attr->sample_type & PERF_SAMPLE_WEIGHT)
		attr->sample_type &= ~(u64)PERF_SAMPLE_WEIGHT_STRUCT;
	attr->read_format = rnd(&state) & known_formats;
	/* With PERIOD every event of software is a sample, whatever the period is. */
	attr->sample_period = 1;
	if (attr->sample_type & PERF_SAMPLE_PERIOD)
		attr->sample_period += rnd_below(&state, 5);
	attr->sample_id_all = rnd_below(&state, 2);
	t->child = t->kind == FAULT && !rnd_below(&state, 4);
	attr->inherit = t->child;
	if (t->child)
		attr->sample_type &= ~(u64)PERF_SAMPLE_READ;
	attr->comm = t->kind != SYSCALL && !t->child && rnd_below(&state, 2);
	attr->use_clockid = 1;
	attr->clockid = CLOCK_MONOTONIC;
	attr->sample_max_stack = 16;
	attr->sample_stack_user = 8 + 8 * rnd_below(&state, STACK_BYTES / 8);
#ifdef REGS
	attr->sample_regs_user = (rnd(&state) & REGS) | 1ULL << REG_IP;
	attr->sample_regs_intr = (rnd(&state) & REGS) | 1ULL << REG_IP;
#endif
	t->a = (struct pa_sample_attr){
		.sample_type = attr->sample_type, .read_format = attr->read_format,
		.regs_user = attr->sample_regs_user, .regs_intr = attr->sample_regs_intr,
		.stack_user = attr->sample_stack_user, .sample_id_all = attr->sample_id_all,
	};
}

/* Sets what is counted. A minor fault is counted when its page is there. */
static void aim(struct trial *t)
{
	struct perf_event_attr *attr = &t->attr;

	if (t->kind == SYSCALL) {
		attr->type = PERF_TYPE_TRACEPOINT;
		attr->config = sys_enter;
		return;
	}
	attr->exclude_kernel = 1;
	attr->exclude_hv = 1;
	if (t->kind == FAULT) {
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = PERF_COUNT_SW_PAGE_FAULTS_MIN;
		return;
	}
	attr->type = PERF_TYPE_BREAKPOINT;
	attr->bp_type = HW_BREAKPOINT_W;
	attr->bp_addr = (uintptr_t)&target;
	attr->bp_len = sizeof(target) == 8 ? HW_BREAKPOINT_LEN_8 : HW_BREAKPOINT_LEN_4;
}

/*
 * Opens the event among siblings that count nothing. Only the leader is disabled: since 6.18 at the
 * latest a sibling of another PMU than the leader's does not run if it is enabled after the leader.
 */
static void open_group(struct trial *t)
{
	struct perf_event_attr dummy = {
		.type = PERF_TYPE_SOFTWARE, .size = PERF_ATTR_SIZE_VER7,
		.config = PERF_COUNT_SW_DUMMY,
		.use_clockid = 1, .clockid = CLOCK_MONOTONIC,
	};
	u32 i, alone = t->child || rnd_below(&state, 2);

	t->n = alone ? 1 : 1 + rnd_below(&state, EVENTS_MOST);
	t->us = rnd_below(&state, t->n);
	for (i = 0; i < t->n; i++) {
		dummy.disabled = !i;
		t->attr.disabled = !i;
		t->fd[i] = peo(i == t->us ? &t->attr : &dummy, 0,
			       t->child ? sched_getcpu() : -1, i ? t->fd[0] : -1, 0);
		if (t->fd[i] < 0)
			errx(1, "kind %d, sample_type %#llx: errno %d", t->kind,
			     (unsigned long long)t->attr.sample_type, -t->fd[i]);
		if (ioctl(t->fd[i], PERF_EVENT_IOC_ID, &t->id[i]))
			err(1, "PERF_EVENT_IOC_ID");
	}
}

static void trigger_once(const struct trial *t, u32 i)
{
	if (t->kind == FAULT)
		touch((void *)(pages + i * page_size + 8 * i));
	else if (t->kind == BREAKPOINT)
		touch(&target);
	else if (i < TRIGGERS - 1)
		syscall(__NR_getppid, 1, 2, 3);
}

/* The child shares our memory, so that it has no other page faults. */
__attribute__((noinline))
static int trigger_child(const struct trial *t)
{
	int child = vfork(), i;

	if (child < 0)
		err(1, "vfork");
	if (!child) {
		for (i = 0; i < TRIGGERS; i++)
			trigger_once(t, i);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	return child;
}

static void trigger(struct trial *t)
{
	u32 i;

	madvise(pages, TRIGGERS * page_size, MADV_DONTNEED);
	t->before = clock_now();
	ioctl(t->fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	if (t->child)
		t->child = trigger_child(t);
	for (i = 0; !t->child && i < TRIGGERS; i++)
		trigger_once(t, i);
	if (t->attr.comm)
		prctl(PR_SET_NAME, "samples");
	/* The last system call of the tracepoint. */
	ioctl(t->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	t->after = clock_now();
}

static u64 phys_of(u64 addr)
{
	u64 entry = 0;

	if (pread(pagemap, &entry, 8, addr / page_size * 8) != 8 || !(entry >> 63))
		return 0;
	return (entry & ((1ULL << 55) - 1)) * page_size + addr % page_size;
}

static u32 u32_at(const struct pa_ring_record *r, u32 at)
{
	u32 value;

	memcpy(&value, r->bytes + at, 4);
	return value;
}

/* The next eight bytes, if they are there. */
static u64 take(const struct pa_ring_record *r, u32 *at, bool there)
{
	u64 value = there ? pa_record_u64(r, *at) : 0;

	*at += there ? 8 : 0;
	return value;
}

static void check_times(const struct trial *t, const struct pa_ring_record *r, u32 *at)
{
	bool have_enabled = t->attr.read_format & PERF_FORMAT_TOTAL_TIME_ENABLED;
	bool have_running = t->attr.read_format & PERF_FORMAT_TOTAL_TIME_RUNNING;
	u64 enabled = take(r, at, have_enabled), running = take(r, at, have_running);

	/* The clock of a virtual machine may stand still between start and sample. */
	differs_if(t, "time_enabled", enabled, have_enabled && enabled < last_enabled);
	differs_if(t, "time_running", running,
		   have_running && have_enabled && running > enabled);
	last_enabled = enabled;
	times += enabled && (running || !have_running);
}

static void check_id(const struct trial *t, const struct pa_ring_record *r, u32 *at, u32 i)
{
	u64 id = take(r, at, t->attr.read_format & PERF_FORMAT_ID);

	differs(t, "id of a read", id, t->attr.read_format & PERF_FORMAT_ID ? t->id[i] : 0);
	differs(t, "lost", take(r, at, t->attr.read_format & PERF_FORMAT_LOST), 0);
}

/* Values of read(), or of a sample. @count: of the event that has the samples */
static void check_read(const struct trial *t, const struct pa_ring_record *r, u32 at, u32 end,
		       u64 count)
{
	u32 i;

	if (t->attr.read_format & PERF_FORMAT_GROUP) {
		differs(t, "nr", take(r, &at, true), t->n);
		check_times(t, r, &at);
		for (i = 0; i < t->n; i++) {
			differs(t, "value", take(r, &at, true), i == t->us ? count : 0);
			check_id(t, r, &at, i);
		}
	} else {
		differs(t, "value", take(r, &at, true), count);
		check_times(t, r, &at);
		check_id(t, r, &at, t->us);
	}
	differs(t, "end of a read", at, end);
}

static void check_ip(const struct trial *t, const char *what, u64 ip)
{
	u64 from = (uintptr_t)touch;

	if (t->kind == SYSCALL)
		differs_if(t, what, ip, !IN_KERNEL(ip));
	else
		differs_if(t, what, ip, ip < from || ip >= from + 64);
}

static void check_as(const struct trial *t, const char *what, const struct pa_ring_record *r,
		     u32 at, u64 want)
{
	if (at)
		differs(t, what, pa_record_u64(r, at), want);
}

/* Fields that sample_id has, too. @at: by bit of sample_type: their place in the record, or 0 */
static void check_who(const struct trial *t, const struct pa_ring_record *r, const u32 *at)
{
	u64 time = at[2] ? pa_record_u64(r, at[2]) : t->before;

	if (at[1]) {
		differs(t, "pid", u32_at(r, at[1]), t->child ? t->child : getpid());
		differs(t, "tid", u32_at(r, at[1] + 4),
			t->child ? t->child : syscall(__NR_gettid));
	}
	differs_if(t, "time", time, time < t->before || time > t->after);
	check_as(t, "id", r, at[6], t->id[t->us]);
	check_as(t, "identifier", r, at[16], t->id[t->us]);
	/*
	 * The event of a child has a later id of its own, but the kernel may have exchanged the
	 * events of parent and child when it switched between them.
	 */
	if (t->child && at[9])
		differs_if(t, "stream_id", pa_record_u64(r, at[9]),
			   pa_record_u64(r, at[9]) < t->id[t->us]);
	else
		check_as(t, "stream_id", r, at[9], t->id[t->us]);
	if (at[7]) {
		differs_if(t, "cpu", u32_at(r, at[7]), !CPU_ISSET(u32_at(r, at[7]), &one_cpu));
		differs(t, "res", u32_at(r, at[7] + 4), 0);
	}
}

static struct pa_sample decoded;

static void check_sample_id(const struct trial *t, const struct pa_ring_record *r)
{
	static struct pa_sample id;
	u32 *at = id.at, i, n = 0;

	for (i = 0; i < PA_SAMPLE_FIELDS; i++) {
		at[i] = pa_record_id_at(r, &t->a, i);
		n += !!at[i];
	}
	differs(t, "fields of sample_id", 8 * n, pa_sample_id_size(&t->a));
	check_who(t, r, at);
}

/* The value of a field, or what is expected if it is not there. */
static u64 value_or(const struct pa_ring_record *r, u32 bit, u64 expected)
{
	return decoded.at[bit] ? pa_record_u64(r, decoded.at[bit]) : expected;
}

/* Some machines (32-bit Arm) cannot look at page tables in a sample: the value is 0. */
static void check_page(const struct trial *t, const char *what, u64 value, u64 want)
{
#ifdef NO_PAGES
	if (!value)
		return;
#endif
	differs(t, what, value, want);
}

static void check_addr(const struct trial *t, const struct pa_ring_record *r)
{
	u64 addr = 0, phys, size;

	if (t->kind == FAULT)
		addr = ((uintptr_t)pages + t->seen * page_size + 8 * t->seen) >>
		       FAULT_BITS << FAULT_BITS;
	if (t->kind == BREAKPOINT)
		addr = (uintptr_t)&target;
	differs(t, "addr", value_or(r, 3, addr), addr);
	phys = addr ? phys_of(addr) : 0;
	check_page(t, "phys_addr", value_or(r, 19, phys), phys);
	size = value_or(r, 22, page_size);
	check_page(t, "data_page_size", size, addr || !decoded.at[22] ? page_size : 0);
	size = value_or(r, 23, page_size);
	if (t->kind != SYSCALL)
		check_page(t, "code_page_size", size, page_size);
}

static void check_regs(const struct trial *t, const struct pa_ring_record *r, u32 bit, u64 mask,
		       u64 ip)
{
#ifdef REGS
	u32 at = decoded.at[bit];
	u64 is = at ? pa_record_u64(r, at + 8 + 8 * __builtin_popcountll(mask &
				    ((1ULL << REG_IP) - 1))) : ip;

	if (!at)
		return;
	differs(t, "length of registers", decoded.len[bit], 8 + 8 * __builtin_popcountll(mask));
	/* A tracepoint comes from the kernel, our registers are those at the system call. */
	if (bit == 12 && t->kind == SYSCALL)
		differs_if(t, "user's ip", is, !is || is >> 63);
	else
		differs(t, "ip of registers", is, ip);
#endif
}

static void check_raw(const struct trial *t, const struct pa_ring_record *r)
{
	u32 at = decoded.at[10];
	long nr = t->seen < TRIGGERS - 1 ? __NR_getppid : __NR_ioctl, id = 0;
	__u16 type;

	if (!at)
		return;
	if (t->kind != SYSCALL) {
		differs(t, "size of RAW", u32_at(r, at), 4);
		return;
	}
	memcpy(&id, r->bytes + at + 4 + sys_enter_id, sizeof(id));
	memcpy(&type, r->bytes + at + 4, sizeof(type));
	differs(t, "common_type", type, sys_enter);
	differs(t, "common_pid", u32_at(r, at + 8), getpid());
	differs(t, "id of RAW", id, nr);
}

static void check_chain(const struct trial *t, const struct pa_ring_record *r, u64 ip)
{
	u32 at = decoded.at[5];

	if (!at)
		return;
	differs(t, "whose CALLCHAIN", pa_record_u64(r, at + 8),
		t->kind == SYSCALL ? CONTEXT_KERNEL : CONTEXT_USER);
#ifdef NO_USER_CHAIN
	if (t->kind != SYSCALL && pa_record_u64(r, at) == 1)
		return;
#endif
	differs_if(t, "nr of CALLCHAIN", pa_record_u64(r, at), pa_record_u64(r, at) < 2);
	differs(t, "first of CALLCHAIN", pa_record_u64(r, at + 16), ip);
}

static void check_sample(struct trial *t, const struct pa_ring_record *r)
{
	struct pa_sample_layout l;
	u64 ip, size;

	pa_sample_layout(&l, &t->a);
	differs(t, "decoded", pa_sample_decode(&decoded, &l, r), PA_DECODE_EXACT);
	differs(t, "length", decoded.size, r->size);
	if (l.size)
		differs(t, "length by the layout", l.size, r->size);
	differs_if(t, "length at least", r->size, r->size < l.least);
	bits_seen |= t->attr.sample_type;
	check_who(t, r, decoded.at);
	ip = value_or(r, 0, 0);
	if (decoded.at[0]) {
		check_ip(t, "ip", ip);
		check_chain(t, r, ip);
		check_regs(t, r, 18, t->attr.sample_regs_intr, ip);
		check_regs(t, r, 12, t->attr.sample_regs_user, ip);
	}
	check_addr(t, r);
	check_raw(t, r);
	differs(t, "period", value_or(r, 8, 1), 1);
	if (decoded.at[4])
		check_read(t, r, decoded.at[4], decoded.at[4] + decoded.len[4], t->seen + 1);
	size = value_or(r, 13, t->attr.sample_stack_user);
	differs(t, "size of the stack", size, t->attr.sample_stack_user);
	if (decoded.at[13])
		differs(t, "dyn_size", pa_record_u64(r, decoded.at[13] + 8 + (u32)size), size);
	differs(t, "weight", value_or(r, 14, 0) | value_or(r, 24, 0), 0);
	differs(t, "data_src", value_or(r, 15, 1) & 0x1f, PERF_MEM_OP_NA);
	differs(t, "transaction", value_or(r, 17, 0), 0);
	/* In a kernel of 32 bits the inode is the lower half of the id; above is its generation. */
	differs(t, "cgroup", cgroup ? value_or(r, 21, cgroup) & (unsigned long)-1 : 0, cgroup);
	t->seen++;
	samples++;
}

/* read() returns the values that samples have, laid out as there. */
static void check_read_call(const struct trial *t)
{
	u64 words[32] = { 0 };
	ssize_t len = read(t->fd[t->us], words + 1, sizeof(words) - 8);
	struct pa_ring_record r = { .size = sizeof(words), .bytes = (u8 *)words };

	differs(t, "bytes of read()", len, pa_read_size(t->attr.read_format, t->n));
	if (len > 0)
		check_read(t, &r, 8, 8 + len, TRIGGERS);
}

static void try_once(enum kind kind)
{
	static struct pa_ring ring;
	struct trial t = { .kind = kind };
	struct pa_ring_record r;
	u64 *page, comms = 0;

	random_attr(&t);
	aim(&t);
	open_group(&t);
	page = mmap(NULL, (1 + RING_PAGES) * page_size, PROT_READ | PROT_WRITE, MAP_SHARED,
		    t.fd[t.us], 0);
	if (page == MAP_FAILED)
		err(1, "mmap");
	last_enabled = 0;
	trigger(&t);
	memset(&ring.counts, 0, sizeof(ring.counts));
	pa_ring_start(&ring, (char *)page + page_size, RING_PAGES * page_size, page[DATA_TAIL],
		      __atomic_load_n(&page[DATA_HEAD], __ATOMIC_ACQUIRE));
	while (pa_ring_next(&ring, &r)) {
		if (r.type == PA_RECORD_SAMPLE) {
			check_sample(&t, &r);
			continue;
		}
		comms += r.type == RECORD_COMM;
		others++;
		check_sample_id(&t, &r);
	}
	differs(&t, "samples", t.seen, TRIGGERS);
	differs(&t, "records of comm", comms, t.attr.comm);
	differs(&t, "broken or unknown records", ring.counts.broken + ring.counts.unknown, 0);
	check_read_call(&t);
	munmap(page, (1 + RING_PAGES) * page_size);
	while (t.n)
		close(t.fd[--t.n]);
}

static u64 from_env(const char *name)
{
	const char *value = getenv(name);

	return value ? strtoull(value, NULL, 0) : 0;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000, i;
	enum kind kinds[KINDS] = { FAULT };
	u32 n_kinds = 1;

	state = rnd_seed(argc > 2 ? strtoul(argv[2], NULL, 10) : 1, 0);
	page_size = sysconf(_SC_PAGESIZE);
	cgroup = from_env("CGROUP");
	sys_enter = from_env("SYS_ENTER");
	sys_enter_id = from_env("SYS_ENTER_ID");
	if (from_env("BREAKPOINTS"))
		kinds[n_kinds++] = BREAKPOINT;
	if (sys_enter)
		kinds[n_kinds++] = SYSCALL;
	pagemap = open("/proc/self/pagemap", O_RDONLY);
	CPU_ZERO(&one_cpu);
	CPU_SET(sched_getcpu(), &one_cpu);
	pages = mmap(NULL, TRIGGERS * page_size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED || sched_setaffinity(0, sizeof(one_cpu), &one_cpu) || pagemap < 0)
		err(1, "setup");
	madvise(pages, TRIGGERS * page_size, MADV_NOHUGEPAGE);
	look_what_is_known();
	for (i = 0; i < n; i++)
		try_once(kinds[rnd_below(&state, n_kinds)]);
	printf("# bits of sample_type: %#llx, of which seen: %#llx; of read_format: %#llx\n",
	       (unsigned long long)known_types, (unsigned long long)bits_seen,
	       (unsigned long long)known_formats);
	printf("# %llu samples, %llu other records, %llu times of reads\n",
	       (unsigned long long)samples, (unsigned long long)others, (unsigned long long)times);
	printf("%lu events, %u kinds, %llu bits missing, %llu differences\n", n, n_kinds,
	       (unsigned long long)__builtin_popcountll(known_types & ~bits_seen),
	       (unsigned long long)differences);
	return differences || !samples || !times;
}
