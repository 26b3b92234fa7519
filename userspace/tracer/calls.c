// SPDX-License-Identifier: GPL-2.0
/* Which system calls are looked at, by architecture: as a seccomp filter, and without one. */
#include <linux/audit.h>
#include <linux/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "call/pasted.h"
#include "tracer/parts.h"

#define X32	0x40000000

/* Offset of the half of an argument that is not 0. */
#define LOW(n)	((u32)offsetof(struct seccomp_data, args[n]) + (PA_BIG_ENDIAN ? 4 : 0))
#define LOAD(at)	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (at))
#define ALU(op, k)	BPF_STMT(BPF_ALU | (op) | BPF_K, (k))
#define JUMP(op, k, yes, no)	BPF_JUMP(BPF_JMP | (op) | BPF_K, (k), (yes), (no))
#define RET(k)		BPF_STMT(BPF_RET | BPF_K, (k))

#define TEST_MAX	10

/* The action is behind the test; one further is the return that allows the call. */
static const struct test {
	u8 len;
	struct sock_filter code[TEST_MAX];
} tests[N_WHAT] = {
	/* The ioctls of perf events. */
	[IOCTL] = { 3, {
		LOAD(LOW(1)), ALU(BPF_AND, _IOC_TYPEMASK << _IOC_TYPESHIFT),
		JUMP(BPF_JEQ, '$' << _IOC_TYPESHIFT, 0, 1) } },
	/* Shared, and of a file. */
	[MMAP] = { 5, {
		LOAD(LOW(3)), ALU(BPF_AND, MAP_SHARED | MAP_ANONYMOUS),
		JUMP(BPF_JEQ, MAP_SHARED, 0, 3),
		LOAD(LOW(4)), JUMP(BPF_JSET, 0x80000000, 1, 0) } },
	/* 2^n pages, or one more; of a page of 4096 bytes. */
	[MUNMAP] = { 6, {
		LOAD(LOW(1)), ALU(BPF_AND, ~4096U), BPF_STMT(BPF_MISC | BPF_TAX, 0),
		ALU(BPF_SUB, 1), BPF_STMT(BPF_ALU | BPF_AND | BPF_X, 0), JUMP(BPF_JEQ, 0, 0, 1) } },
	[PRCTL] = { 4, {
		LOAD(LOW(0)), JUMP(BPF_JEQ, PR_TASK_PERF_EVENTS_DISABLE, 2, 0),
		JUMP(BPF_JEQ, PR_TASK_PERF_EVENTS_ENABLE, 1, 0),
		JUMP(BPF_JEQ, PR_SET_SECCOMP, 0, 1) } },
};

#if defined(__x86_64__)
#define NATIVE		AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE		AUDIT_ARCH_AARCH64
#elif defined(__powerpc64__)
#define NATIVE		(PA_BIG_ENDIAN ? AUDIT_ARCH_PPC64 : AUDIT_ARCH_PPC64LE)
#elif defined(__riscv)
#define NATIVE		AUDIT_ARCH_RISCV64
#elif defined(__s390x__)
#define NATIVE		AUDIT_ARCH_S390X
#else
#define NATIVE		AUDIT_ARCH_ARM
#endif

#ifndef SYS_mmap
#define SYS_mmap	SYS_mmap2
#endif
#ifndef SYS_poll
#define SYS_poll	-1
#endif

/* Numbers of system calls, in the order of enum what; -1: there is none. */
static const struct table {
	u32 arch;
	u8 abi;
	u32 bit;
	s32 nr[N_WHAT];
} tables[] = {
	{ NATIVE, HERE_ABI, 0,
	  { -1, SYS_perf_event_open, SYS_ioctl, SYS_mmap, SYS_munmap, SYS_prctl, SYS_seccomp,
	    SYS_read, SYS_poll, SYS_ppoll, SYS_close } },
#if defined(__x86_64__)
	{ AUDIT_ARCH_X86_64, PA_ABI_X32, X32,
	  { -1, 298, 514, 9, 11, 157, 317, 0, 7, 271, 3 } },
	{ AUDIT_ARCH_I386, PA_ABI_I386, 0,
	  { -1, 336, 54, 192, 91, 172, 354, 3, 168, 309, 6 } },
#elif defined(__aarch64__)
	{ AUDIT_ARCH_ARM, PA_ABI_ARM, 0,
	  { -1, 364, 54, 192, 91, 172, 383, 3, 168, 336, 6 } },
#endif
};

static unsigned int block(struct sock_filter *f, u32 nr, enum what what, u32 action)
{
	const struct test *t = &tests[what];
	unsigned int n = 0;

	f[n++] = (struct sock_filter)JUMP(BPF_JEQ, nr, 0, (u8)(t->len + 2));
	memcpy(f + n, t->code, t->len * sizeof(*f));
	n += t->len;
	f[n++] = (struct sock_filter)RET(action | OUR_DATA | what);
	f[n++] = (struct sock_filter)RET(SECCOMP_RET_ALLOW);
	return n;
}

/**
 * calls_filter() - a seccomp filter that stops the calls that are looked at
 * @f:      receives it: FILTER_MAX instructions suffice
 * @action: what becomes of these calls
 * @all:    those that programs make all the time, too
 *
 * Return: how many instructions there are.
 */
unsigned int calls_filter(struct sock_filter *f, u32 action, bool all)
{
	enum what end = all ? N_WHAT : READ, what;
	unsigned int n = 0, i, skip;

	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		f[n++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, arch));
		f[n++] = (struct sock_filter)JUMP(BPF_JEQ, tables[i].arch, 1, 0);
		skip = n++;
		f[n++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, nr));
		for (what = OPEN; what < end; what++)
			if (tables[i].nr[what] >= 0)
				n += block(f + n, (u32)tables[i].nr[what] | tables[i].bit, what,
					   action);
		f[skip] = (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, n - skip - 1);
	}
	f[n++] = (struct sock_filter)RET(SECCOMP_RET_ALLOW);
	return n;
}

/**
 * calls_what() - which call it is, where no filter says it
 * @arch: AUDIT_ARCH_*
 * @nr:   its number there
 * @abi:  receives its ABI
 */
enum what calls_what(u32 arch, u64 nr, u8 *abi)
{
	const struct table *t = tables, *end = tables + ARRAY_SIZE(tables);
	enum what what = N_WHAT - 1;

	while (t < end && (t->arch != arch || t->bit != (nr & X32)))
		t++;
	*abi = t < end ? t->abi : PA_ABI_MAX;
	while (what && (t == end || nr != ((u32)t->nr[what] | t->bit)))
		what--;
	return what;
}
