/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between architectures, a section each, with the same names in all of them; for names
 * that a section lacks there is a default behind the sections:
 *
 *   COMPAT_SYS             the function where a system call enters the kernel: what stands before
 *                          its name
 *   COMPAT_SYS32           the same of 32-bit programs, if they enter elsewhere
 *   COMPAT_ARCH            enum pa_abi of a native caller
 *   COMPAT_ISA             enum pa_isa, what core/code.h calls its instructions
 *   compat_reg()           offset in struct pt_regs of the register that instructions call so
 *   COMPAT_HOOK_BYTES      so many bytes at a function's entry show whether ftrace has patched a
 *                          call into it
 *   compat_entry_is_nop()  is that call still a nop, so that nothing is attached?
 *   compat_arg()           at the entry of a function: its argument
 *   compat_ret()           at the return of a function: its result
 *   COMPAT_TASK_SIZE       the end of user addresses: the lowest one that is no user breakpoint
 *   compat_probe_hint()    why this kernel may have no probe at the entry of a function, when
 *                          registering one has failed so; NULL: not known
 *   COMPAT_REGS_EXTENDED   PERF_REG_EXTENDED_MASK
 *   COMPAT_CODE_IN_BASE    the hardware's event code is in hw.config_base if hw.config is 0
 *   compat_copy_words()    copies words of user memory to the heap as copy_from_user_nofault()
 *                          does, but fast: the number of bytes is a constant, at most 256
 *   COMPAT_CODE_NOT_0      an event with a code of 0 has none
 *   compat_load64(), compat_load_acquire64(), compat_store_release64(), compat_cmpxchg64()
 *                          as those of any word, for one of 64 bits: no half of it is old
 */
#ifndef PERFATTR_KERNEL_ARCH_H
#define PERFATTR_KERNEL_ARCH_H

#include <linux/atomic.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <asm/processor.h>

#include "core/code.h"

#if defined(CONFIG_X86_64)

#define COMPAT_SYS	"__x64_sys_"
/* arch/x86/include/asm/syscall_wrapper.h */
#ifdef CONFIG_IA32_EMULATION
#define COMPAT_SYS32	"__ia32_sys_"
#endif
#define COMPAT_ARCH	PA_ABI_X86_64
#define COMPAT_ISA	PA_ISA_X86_64

static inline u16 compat_reg(u8 number)
{
#define PA_REG(name)	offsetof(struct pt_regs, name)
	static const u8 offsets[] = {
		PA_REG(ax), PA_REG(cx), PA_REG(dx), PA_REG(bx),
		PA_REG(sp), PA_REG(bp), PA_REG(si), PA_REG(di),
		PA_REG(r8), PA_REG(r9), PA_REG(r10), PA_REG(r11),
		PA_REG(r12), PA_REG(r13), PA_REG(r14), PA_REG(r15),
	};
#undef PA_REG

	return offsets[number];
}

#define COMPAT_HOOK_BYTES	12

/* A five-byte nop, after ENDBR64 in kernels with IBT. */
static inline bool compat_entry_is_nop(const u8 *code)
{
	static const u8 endbr[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	static const u8 nop[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	/* Some processors use this one up to 5.12: ideal_nops, arch/x86/kernel/alternative.c. */
	static const u8 k8_nop[] = { 0x66, 0x66, 0x66, 0x66, 0x90 };

	if (!memcmp(code, endbr, sizeof(endbr)))
		code += sizeof(endbr);
	return !memcmp(code, nop, sizeof(nop)) || !memcmp(code, k8_nop, sizeof(k8_nop));
}

#define COMPAT_TASK_SIZE	TASK_SIZE_MAX

/*
 * Word by word, 40 instructions for an attr. copy_from_user_nofault() takes 280: hardened usercopy
 * searches what object the destination is. The mapping in use is that of the task, as this is for
 * handlers of its system calls, not for NMIs (nmi_uaccess_okay(), arch/x86/include/asm/tlbflush.h).
 */
#define COMPAT_COPY_WORDS
static __always_inline bool compat_copy_words(u64 *to, const u64 __user *from, size_t bytes)
{
	bool all = false;
	size_t i;

	pagefault_disable();
	if (!user_access_begin(from, bytes))
		goto out;
#pragma GCC unroll 32
	for (i = 0; i < bytes / sizeof(*to); i++)
		unsafe_get_user(to[i], from + i, fault);
	all = true;
fault:
	user_access_end();
out:
	pagefault_enable();
	return all;
}

#elif defined(CONFIG_ARM64)

/* Native and 32-bit programs both enter here. */
#define COMPAT_SYS	"__arm64_sys_"
#define COMPAT_ARCH	PA_ABI_ARM64
#define COMPAT_ISA	PA_ISA_ARM64

static inline u16 compat_reg(u8 number)
{
	return offsetof(struct pt_regs, regs[0]) + number * sizeof(u64);
}

#define COMPAT_HOOK_BYTES	12

/*
 * The second of two instructions, after BTI if there is one; the first is a nop or saves the return
 * address.
 */
static inline bool compat_entry_is_nop(const u8 *code)
{
	const u32 nop = 0xd503201f, save = 0xaa1e03e9;	/* mov x9, x30 */
	u32 word[COMPAT_HOOK_BYTES / 4];

	memcpy(word, code, sizeof(word));
	return (word[1] == nop && (word[0] == nop || word[0] == save)) ||
	       (word[2] == nop && (word[1] == nop || word[1] == save));
}

#define COMPAT_TASK_SIZE	TASK_SIZE_64

/*
 * arm_pmu stores it there and leaves hw.config 0 (__hw_perf_event_init(),
 * drivers/perf/arm_pmu.c).
 */
#define COMPAT_CODE_IN_BASE	1

#elif defined(CONFIG_PPC64)

/* With a wrapper (CONFIG_ARCH_HAS_SYSCALL_WRAPPER) or without. */
#define COMPAT_SYS	"sys_"
#define COMPAT_ARCH	PA_ABI_PPC64

#define COMPAT_HOOK_BYTES	12

/*
 * After mflr r0, in older kernels also after std r0,16(r1). A function that uses r2 would load it
 * first; the ones that are looked at do nothing but return 0.
 */
static inline bool compat_entry_is_nop(const u8 *code)
{
	const u32 nop = 0x60000000, mflr = 0x7c0802a6, std = 0xf8010010;
	u32 word[COMPAT_HOOK_BYTES / 4];

	memcpy(word, code, sizeof(word));
	if (word[0] != nop && word[0] != mflr)
		return false;
	return word[1] == nop || (word[1] == std && word[2] == nop);
}

/* As is_kernel_addr(), arch/powerpc/include/asm/page.h */
#define COMPAT_TASK_SIZE	PAGE_OFFSET

#elif defined(CONFIG_RISCV)

/* Native and 32-bit programs both enter here. */
#define COMPAT_SYS	"__riscv_sys_"
#define COMPAT_ARCH	PA_ABI_RISCV64

#define COMPAT_HOOK_BYTES	8

/* After auipc t0, which does nothing by itself; or nothing was ever attached. */
static inline bool compat_entry_is_nop(const u8 *code)
{
	const u32 nop = 0x00000013, two_nops = 0x00010001, auipc_t0 = 0x00000297;
	u32 word[COMPAT_HOOK_BYTES / 4];

	memcpy(word, code, sizeof(word));
	if ((word[0] & 0xfff) != auipc_t0 && word[0] != nop && word[0] != two_nops)
		return false;
	return word[1] == nop || word[1] == two_nops;
}

#define COMPAT_TASK_SIZE	TASK_SIZE

/* Generic events have the firmware's number instead, in hw.event_base (riscv_pmu_event_init()). */
#define COMPAT_CODE_NOT_0	1

#elif defined(CONFIG_S390)

#define COMPAT_SYS	"__s390x_sys_"
#ifdef CONFIG_COMPAT
#define COMPAT_SYS32	"__s390_sys_"
#endif
#define COMPAT_ARCH	PA_ABI_S390X

#define COMPAT_HOOK_BYTES	6

/* brcl 0,...: never taken; its target is where it would call. */
static inline bool compat_entry_is_nop(const u8 *code)
{
	return code[0] == 0xc0 && code[1] == 0x04;
}

#define COMPAT_TASK_SIZE	TASK_SIZE_MAX

/* cpum_cf has the number of a counter there, cpum_sf nothing. */
#define COMPAT_CODE_NOT_0	1

#elif defined(CONFIG_ARM)

/* No wrapper: it takes the arguments themselves. */
#define COMPAT_SYS	"sys_"
#define COMPAT_ARCH	PA_ABI_ARM

#define COMPAT_HOOK_BYTES	8

/* Return true if the entry saves the return address and takes it back: no tracer is called. */
static inline bool compat_entry_is_nop(const u8 *code)
{
	const u32 save = 0xe52de004, back = 0xe8bd4000;	/* push {lr}, ldmia sp!, {lr} */
	u32 word[COMPAT_HOOK_BYTES / 4];

	memcpy(word, code, sizeof(word));
	return word[0] == save && word[1] == back;
}

/* Above are the modules, and then the kernel. */
#define COMPAT_TASK_SIZE	TASK_SIZE

/* 32-bit Arm uses the driver of arm64. */
#define COMPAT_CODE_IN_BASE	1

#else
#error "this architecture has no section here"
#endif

/* The function where 32-bit programs enter; NULL if they enter where others do. */
#ifdef COMPAT_SYS32
#define COMPAT_CALL32(name)	(COMPAT_SYS32 name)
#else
#define COMPAT_CALL32(name)	NULL
#endif

#ifndef COMPAT_ISA
#define COMPAT_ISA	PA_ISA_NONE

/* Never called: core/code.c finds no instructions. */
static inline u16 compat_reg(u8 number)
{
	return 0;
}
#endif

#ifndef COMPAT_CODE_IN_BASE
/* On x86 hw.config_base is the number of an MSR. */
#define COMPAT_CODE_IN_BASE	0
#endif

#ifndef COMPAT_CODE_NOT_0
#define COMPAT_CODE_NOT_0	0
#endif

/*
 * What ftrace patches was a function's first instruction on riscv64, where no kprobe may be. Now it
 * is the second one.
 */
static inline const char *compat_probe_hint(int err)
{
	if (!IS_ENABLED(CONFIG_RISCV) || err != -EINVAL)
		return NULL;
	return "before Linux 7 riscv64 allows none at the start of a function; boot a newer one";
}

#ifdef CONFIG_PPC64
/* regs_get_kernel_argument() is not in all kernels; regs_return_value() is for system calls. */
#define compat_arg(regs, n)	((regs)->gpr[3 + (n)])
#define compat_ret(regs)	((regs)->gpr[3])

/* PERF_REG_EXTENDED_MASK is a variable that modules cannot see: all that it may have. */
#define COMPAT_REGS_EXTENDED \
	((1ULL << PERF_REG_EXTENDED_MAX) - (1ULL << PERF_REG_POWERPC_MAX))
#else
#if defined(CONFIG_S390)
/* regs_get_kernel_argument() calls a function that modules cannot see. */
#define compat_arg(regs, n)	((regs)->gprs[2 + (n)])
#elif defined(CONFIG_ARM)
/* The first four arguments; no more are asked for: further ones are on the stack. */
#define compat_arg(regs, n)	((regs)->uregs[n])
#else
/* Macros: one more inline function would change what gcc inlines of the handlers. */
#define compat_arg(regs, n)	regs_get_kernel_argument(regs, n)
#endif
#define compat_ret(regs)	regs_return_value(regs)
#define COMPAT_REGS_EXTENDED	PERF_REG_EXTENDED_MASK
#endif

#ifndef COMPAT_COPY_WORDS
/* Through the stack: hardened usercopy checks that in 20 instructions, but the heap in 160. */
static __always_inline bool compat_copy_words(u64 *to, const u64 __user *from, size_t bytes)
{
	u64 words[32];

	if (copy_from_user_nofault(words, from, bytes))
		return false;
	memcpy(to, words, bytes);
	return true;
}
#endif

#ifdef CONFIG_64BIT
#define compat_load64(p)		READ_ONCE(*(p))
/* Callers document the pairing of these two. */
#define compat_load_acquire64(p)	smp_load_acquire(p)
/* See above. */
#define compat_store_release64(p, v)	smp_store_release(p, v)
#define compat_cmpxchg64(p, old, new)	cmpxchg(p, old, new)
#else
/* READ_ONCE() of a 64-bit word takes two loads here; atomic64_t loads it as a whole. */
#define compat_load64(p)		((u64)atomic64_read((const atomic64_t *)(p)))
#define compat_load_acquire64(p)	((u64)atomic64_read_acquire((const atomic64_t *)(p)))
#define compat_store_release64(p, v)	atomic64_set_release((atomic64_t *)(p), v)
#define compat_cmpxchg64(p, old, new)	((u64)atomic64_cmpxchg((atomic64_t *)(p), old, new))
#endif

#endif /* PERFATTR_KERNEL_ARCH_H */
