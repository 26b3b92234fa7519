// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * Differences between architectures. Registers are named as in
 * arch/.../include/uapi/asm/perf_regs.h, up to Linux 7.3.
 */
#include "core/arch.h"

#define N(str)		PA_NAME(str)

static const struct pa_name abis[] = {
	[PA_ABI_X86_64] = N("x86_64"),
	[PA_ABI_I386] = N("i386"),
	[PA_ABI_X32] = N("x32"),
	[PA_ABI_ARM64] = N("arm64"),
	[PA_ABI_ARM] = N("arm"),
	[PA_ABI_PPC64] = N("ppc64"),
	[PA_ABI_PPC] = N("ppc"),
	[PA_ABI_RISCV64] = N("riscv64"),
	[PA_ABI_RISCV32] = N("riscv32"),
	[PA_ABI_S390X] = N("s390x"),
	[PA_ABI_S390] = N("s390"),
};

const struct pa_names pa_abis = PA_NAMES(abis);

/* i386, x86_64 and x32 share one numbering. The second bit of an XMM register has no name. */
#define R(reg)		N("PERF_REG_X86_" reg)
static const struct pa_name x86_regs[] = {
	R("AX"), R("BX"), R("CX"), R("DX"), R("SI"), R("DI"), R("BP"), R("SP"), R("IP"), R("FLAGS"),
	R("CS"), R("SS"), R("DS"), R("ES"), R("FS"), R("GS"), R("R8"), R("R9"), R("R10"), R("R11"),
	R("R12"), R("R13"), R("R14"), R("R15"),
	[32] = R("XMM0"), [34] = R("XMM1"), [36] = R("XMM2"), [38] = R("XMM3"), [40] = R("XMM4"),
	[42] = R("XMM5"), [44] = R("XMM6"), [46] = R("XMM7"), [48] = R("XMM8"), [50] = R("XMM9"),
	[52] = R("XMM10"), [54] = R("XMM11"), [56] = R("XMM12"), [58] = R("XMM13"),
	[60] = R("XMM14"), [62] = R("XMM15"),
};

#undef R

#define R(reg)		N("PERF_REG_ARM64_" reg)
static const struct pa_name arm64_regs[] = {
	R("X0"), R("X1"), R("X2"), R("X3"), R("X4"), R("X5"), R("X6"), R("X7"), R("X8"), R("X9"),
	R("X10"), R("X11"), R("X12"), R("X13"), R("X14"), R("X15"), R("X16"), R("X17"), R("X18"),
	R("X19"), R("X20"), R("X21"), R("X22"), R("X23"), R("X24"), R("X25"), R("X26"), R("X27"),
	R("X28"), R("X29"), R("LR"), R("SP"), R("PC"), [46] = R("VG"),
};

#undef R

#define R(reg)		N("PERF_REG_ARM_" reg)
static const struct pa_name arm_regs[] = {
	R("R0"), R("R1"), R("R2"), R("R3"), R("R4"), R("R5"), R("R6"), R("R7"), R("R8"), R("R9"),
	R("R10"), R("FP"), R("IP"), R("SP"), R("LR"), R("PC"),
};

#undef R

#define R(reg)		N("PERF_REG_POWERPC_" reg)
static const struct pa_name power_regs[] = {
	R("R0"), R("R1"), R("R2"), R("R3"), R("R4"), R("R5"), R("R6"), R("R7"), R("R8"), R("R9"),
	R("R10"), R("R11"), R("R12"), R("R13"), R("R14"), R("R15"), R("R16"), R("R17"), R("R18"),
	R("R19"), R("R20"), R("R21"), R("R22"), R("R23"), R("R24"), R("R25"), R("R26"), R("R27"),
	R("R28"), R("R29"), R("R30"), R("R31"), R("NIP"), R("MSR"), R("ORIG_R3"), R("CTR"),
	R("LINK"), R("XER"), R("CCR"), R("SOFTE"), R("TRAP"), R("DAR"), R("DSISR"), R("SIER"),
	R("MMCRA"), R("MMCR0"), R("MMCR1"), R("MMCR2"), R("MMCR3"), R("SIER2"), R("SIER3"),
	R("PMC1"), R("PMC2"), R("PMC3"), R("PMC4"), R("PMC5"), R("PMC6"), R("SDAR"), R("SIAR"),
};

#undef R

#define R(reg)		N("PERF_REG_RISCV_" reg)
static const struct pa_name riscv_regs[] = {
	R("PC"), R("RA"), R("SP"), R("GP"), R("TP"), R("T0"), R("T1"), R("T2"), R("S0"), R("S1"),
	R("A0"), R("A1"), R("A2"), R("A3"), R("A4"), R("A5"), R("A6"), R("A7"), R("S2"), R("S3"),
	R("S4"), R("S5"), R("S6"), R("S7"), R("S8"), R("S9"), R("S10"), R("S11"), R("T3"), R("T4"),
	R("T5"), R("T6"),
};

#undef R

#define R(reg)		N("PERF_REG_S390_" reg)
static const struct pa_name s390_regs[] = {
	R("R0"), R("R1"), R("R2"), R("R3"), R("R4"), R("R5"), R("R6"), R("R7"), R("R8"), R("R9"),
	R("R10"), R("R11"), R("R12"), R("R13"), R("R14"), R("R15"), R("FP0"), R("FP1"), R("FP2"),
	R("FP3"), R("FP4"), R("FP5"), R("FP6"), R("FP7"), R("FP8"), R("FP9"), R("FP10"), R("FP11"),
	R("FP12"), R("FP13"), R("FP14"), R("FP15"), R("MASK"), R("PC"),
};

#undef R

/* Indexed by enum pa_abi, of a caller or of the kernel. */
static const struct pa_arch archs[] = {
	[PA_ABI_X86_64] = {
		.family = PA_FAMILY_X86,
		.bits = 64,
		.regs = PA_NAMES(x86_regs),
		.reg_pairs = true,
		/* perf_reg_validate(): DS, ES, FS, GS and the gap below XMM0 */
		.regs_refused = 0xff00f000ULL,
	},
	[PA_ABI_I386] = {
		.family = PA_FAMILY_X86,
		.bits = 32,
		.regs = PA_NAMES(x86_regs),
		.reg_pairs = true,
	},
	[PA_ABI_X32] = {
		.family = PA_FAMILY_X86,
		.bits = 32,
		.regs = PA_NAMES(x86_regs),
		.reg_pairs = true,
	},
	[PA_ABI_ARM64] = {
		.family = PA_FAMILY_ARM,
		.bits = 64,
		.regs = PA_NAMES(arm64_regs),
		/* perf_reg_validate(): all beyond PC; VG is valid only if the cpu has SVE */
		.regs_refused = ~((1ULL << 33) - 1),
		.regs_of_cpu = 1ULL << 46,
		.uprobe_align = 4,
	},
	[PA_ABI_ARM] = {
		.family = PA_FAMILY_ARM,
		.bits = 32,
		.regs = PA_NAMES(arm_regs),
		.regs_refused = ~((1ULL << 16) - 1),
		.uprobe_align = 4,
	},
	[PA_ABI_PPC64] = {
		.family = PA_FAMILY_POWER,
		.bits = 64,
		.regs = PA_NAMES(power_regs),
		/*
		 * REG_RESERVED: all registers after MMCRA, except those that POWER9 and POWER10 add
		 */
		.regs_refused = ~((1ULL << 45) - 1),
		.regs_of_cpu = (1ULL << 59) - (1ULL << 45),
		.ext_of_cpu = true,
		.ioc_power = true,
		.uprobe_align = 4,
	},
	[PA_ABI_PPC] = {
		.family = PA_FAMILY_POWER,
		.bits = 32,
		.regs = PA_NAMES(power_regs),
		.ioc_power = true,
	},
	[PA_ABI_RISCV64] = {
		.family = PA_FAMILY_RISCV,
		.bits = 64,
		.regs = PA_NAMES(riscv_regs),
		.regs_refused = ~((1ULL << 32) - 1),
		/* With compressed instructions, which all distributions use. */
		.uprobe_align = 2,
	},
	[PA_ABI_RISCV32] = {
		.family = PA_FAMILY_RISCV,
		.bits = 32,
		.regs = PA_NAMES(riscv_regs),
	},
	[PA_ABI_S390X] = {
		.family = PA_FAMILY_S390,
		.bits = 64,
		.regs = PA_NAMES(s390_regs),
		.regs_refused = ~((1ULL << 34) - 1),
		.uprobe_align = 2,
	},
	[PA_ABI_S390] = {
		.family = PA_FAMILY_S390,
		.bits = 32,
		.regs = PA_NAMES(s390_regs),
	},
};

/**
 * pa_arch_of() - the traits of an ABI
 * @abi: enum pa_abi; any value is safe
 *
 * Context: any.
 */
const struct pa_arch *pa_arch_of(u8 abi)
{
	return &archs[abi < PA_ABI_MAX ? abi : PA_ABI_X86_64];
}

/**
 * pa_reg_names() - the registers of an ABI, by bit of sample_regs_user and sample_regs_intr
 * @abi: enum pa_abi; any value is safe
 *
 * Context: any.
 */
const struct pa_names *pa_reg_names(u8 abi)
{
	return &pa_arch_of(abi)->regs;
}
