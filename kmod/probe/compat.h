/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between the kernels from 5.10 on, one inline function or macro each.
 * Kbuild probes the target's headers and sets HAVE_…; a kernel where no shape fits stops
 * the build with a sentence instead of taking a wrong branch.
 */
#ifndef PERFATTR_COMPAT_H
#define PERFATTR_COMPAT_H

#include <linux/capability.h>
#include <linux/device.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/types.h>
#include <asm/processor.h>

#include "core/record.h"

/* kernel_cap_t: struct { __u32 cap[2]; } up to 6.2, struct { u64 val; } from 6.3. */
static inline u64 compat_cap_bits(kernel_cap_t cap)
{
#if defined(HAVE_KERNEL_CAP_VAL)
	return cap.val;
#elif defined(HAVE_KERNEL_CAP_ARRAY)
	return cap.cap[0] | (u64)cap.cap[1] << 32;
#else
#error "kernel_cap_t has a shape that compat.h does not know"
#endif
}

/*
 * bus_for_each_dev() takes a const bus from 6.4; dev->bus has been const since 6.3.
 * The callback has the same type everywhere.
 */
#ifdef HAVE_CONST_BUS_TYPE
#define COMPAT_BUS_CONST const
#else
#define COMPAT_BUS_CONST
#endif

/*
 * The bus of a PMU's device, NULL if there is none. pmu->dev is NULL for the clock PMUs up
 * to 6.1 and PMU_NULL_DEV, (void *)~0UL, from 6.12: never a pointer to follow.
 */
static inline COMPAT_BUS_CONST struct bus_type *compat_pmu_bus(const struct pmu *pmu)
{
	if (!pmu->dev || pmu->dev == (struct device *)~0UL)
		return NULL;
	return pmu->dev->bus;
}

/*
 * Is the code that a PMU made of the event in hw.config_base? arm_pmu keeps it there and leaves
 * hw.config 0 (__hw_perf_event_init(), drivers/perf/arm_pmu.c); on x86 hw.config_base is the
 * number of a register.
 */
static inline bool compat_code_in_base(const struct hw_perf_event *hw)
{
	return IS_ENABLED(CONFIG_ARM64) && !hw->config;
}

/* The bits of the word at offset 116 that this kernel names: aux_action came in 6.13. */
static inline u32 compat_known_aux(void)
{
#ifdef HAVE_PERF_AUX_ACTION
	struct perf_event_attr attr = {};

	attr.__reserved_3--;
	return ~attr.aux_action;
#else
	return 0;
#endif
}

/* PA_K_*: checks of perf_event_open() that not every kernel has. */
static inline u32 compat_checks(void)
{
	u32 has = 0;

	/* Debian, Ubuntu: a high perf_event_paranoid lets only CAP_SYS_ADMIN pass. */
#ifdef HAVE_PERF_PARANOID_ANY
	has |= PA_K_PARANOID_ANY;
#endif
#ifdef HAVE_PERF_PARANOID_MAX
	has |= PA_K_PARANOID_MAX;
#endif
	/* 6.2 has one context for all PMUs, and another order of the checks around it. */
#ifdef HAVE_PERF_PMU_CTX
	has |= PA_K_PMU_CTX;
#endif
	/* perf_allow_kernel() lost its attr (6.12) when kernel callchains came to need it. */
#ifdef HAVE_PERF_ALLOW_CALLCHAIN
	has |= PA_K_ALLOW_CALLCHAIN;
#endif
	if (IS_ENABLED(CONFIG_CGROUP_PERF))
		has |= PA_K_CGROUP_PERF;
	return has;
}

/*
 * The highest perf_event_paranoid that perf_paranoid_any() lets pass: 2 on Debian, another on
 * Ubuntu. Kbuild reads it in the function's body; of a body that it does not know it says nothing.
 */
static inline s32 compat_paranoid_max(void)
{
#ifdef HAVE_PERF_PARANOID_MAX
	return HAVE_PERF_PARANOID_MAX;
#else
	return 0;
#endif
}

/* Bytes at the entry of a function that show whether somebody is called from there. */
#define COMPAT_HOOK_BYTES	12

/*
 * Is nobody called from the entry of this function? x86: a nop of five bytes, after ENDBR64 where
 * kernels are built with IBT. arm64: the second of two instructions, after BTI where there is one;
 * the first one is a nop, or saves the return address.
 */
static inline bool compat_entry_is_nop(const u8 *code)
{
#ifdef CONFIG_X86_64
	static const u8 endbr[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	static const u8 nop[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	/* Up to 5.12 some processors have another: ideal_nops, arch/x86/kernel/alternative.c. */
	static const u8 k8_nop[] = { 0x66, 0x66, 0x66, 0x66, 0x90 };

	if (!memcmp(code, endbr, sizeof(endbr)))
		code += sizeof(endbr);
	return !memcmp(code, nop, sizeof(nop)) || !memcmp(code, k8_nop, sizeof(k8_nop));
#else
	const u32 nop = 0xd503201f, save = 0xaa1e03e9;	/* mov x9, x30 */
	u32 word[COMPAT_HOOK_BYTES / 4];

	memcpy(word, code, sizeof(word));
	return (word[1] == nop && (word[0] == nop || word[0] == save)) ||
	       (word[2] == nop && (word[1] == nop || word[1] == save));
#endif
}

/*
 * Up to 5.13 a fault in a handler counts as a missed hit (kprobe_fault_handler(),
 * arch/x86/kernel/kprobes/core.c), but user memory that is not resident is no loss: the hit is
 * followed. Set after register_kretprobe(), which clears it.
 */
#ifdef HAVE_KPROBE_FAULT_HANDLER
static inline int compat_fault_is_no_miss(struct kprobe *kp, struct pt_regs *regs, int trap)
{
	kp->nmissed--;
	return 0;
}
#endif

static inline void compat_count_no_faults(struct kprobe *kp)
{
#ifdef HAVE_KPROBE_FAULT_HANDLER
	kp->fault_handler = compat_fault_is_no_miss;
#endif
}

/* Takes it back, from a probe that will outlive us. */
static inline void compat_forget_faults(struct kprobe *kp)
{
#ifdef HAVE_KPROBE_FAULT_HANDLER
	kp->fault_handler = NULL;
#endif
}

/* The first address that a breakpoint in user space cannot have. */
static inline u64 compat_task_size(void)
{
#ifdef CONFIG_X86_64
	return TASK_SIZE_MAX;
#else
	return TASK_SIZE_64;
#endif
}

#endif /* PERFATTR_COMPAT_H */
