// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * What differs between architectures. Names of registers are those of
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
static const struct pa_name x86_regs[] = {
	N("PERF_REG_X86_AX"),
	N("PERF_REG_X86_BX"),
	N("PERF_REG_X86_CX"),
	N("PERF_REG_X86_DX"),
	N("PERF_REG_X86_SI"),
	N("PERF_REG_X86_DI"),
	N("PERF_REG_X86_BP"),
	N("PERF_REG_X86_SP"),
	N("PERF_REG_X86_IP"),
	N("PERF_REG_X86_FLAGS"),
	N("PERF_REG_X86_CS"),
	N("PERF_REG_X86_SS"),
	N("PERF_REG_X86_DS"),
	N("PERF_REG_X86_ES"),
	N("PERF_REG_X86_FS"),
	N("PERF_REG_X86_GS"),
	N("PERF_REG_X86_R8"),
	N("PERF_REG_X86_R9"),
	N("PERF_REG_X86_R10"),
	N("PERF_REG_X86_R11"),
	N("PERF_REG_X86_R12"),
	N("PERF_REG_X86_R13"),
	N("PERF_REG_X86_R14"),
	N("PERF_REG_X86_R15"),
	[32] = N("PERF_REG_X86_XMM0"),
	[34] = N("PERF_REG_X86_XMM1"),
	[36] = N("PERF_REG_X86_XMM2"),
	[38] = N("PERF_REG_X86_XMM3"),
	[40] = N("PERF_REG_X86_XMM4"),
	[42] = N("PERF_REG_X86_XMM5"),
	[44] = N("PERF_REG_X86_XMM6"),
	[46] = N("PERF_REG_X86_XMM7"),
	[48] = N("PERF_REG_X86_XMM8"),
	[50] = N("PERF_REG_X86_XMM9"),
	[52] = N("PERF_REG_X86_XMM10"),
	[54] = N("PERF_REG_X86_XMM11"),
	[56] = N("PERF_REG_X86_XMM12"),
	[58] = N("PERF_REG_X86_XMM13"),
	[60] = N("PERF_REG_X86_XMM14"),
	[62] = N("PERF_REG_X86_XMM15"),
};

static const struct pa_name arm64_regs[] = {
	N("PERF_REG_ARM64_X0"),
	N("PERF_REG_ARM64_X1"),
	N("PERF_REG_ARM64_X2"),
	N("PERF_REG_ARM64_X3"),
	N("PERF_REG_ARM64_X4"),
	N("PERF_REG_ARM64_X5"),
	N("PERF_REG_ARM64_X6"),
	N("PERF_REG_ARM64_X7"),
	N("PERF_REG_ARM64_X8"),
	N("PERF_REG_ARM64_X9"),
	N("PERF_REG_ARM64_X10"),
	N("PERF_REG_ARM64_X11"),
	N("PERF_REG_ARM64_X12"),
	N("PERF_REG_ARM64_X13"),
	N("PERF_REG_ARM64_X14"),
	N("PERF_REG_ARM64_X15"),
	N("PERF_REG_ARM64_X16"),
	N("PERF_REG_ARM64_X17"),
	N("PERF_REG_ARM64_X18"),
	N("PERF_REG_ARM64_X19"),
	N("PERF_REG_ARM64_X20"),
	N("PERF_REG_ARM64_X21"),
	N("PERF_REG_ARM64_X22"),
	N("PERF_REG_ARM64_X23"),
	N("PERF_REG_ARM64_X24"),
	N("PERF_REG_ARM64_X25"),
	N("PERF_REG_ARM64_X26"),
	N("PERF_REG_ARM64_X27"),
	N("PERF_REG_ARM64_X28"),
	N("PERF_REG_ARM64_X29"),
	N("PERF_REG_ARM64_LR"),
	N("PERF_REG_ARM64_SP"),
	N("PERF_REG_ARM64_PC"),
	[46] = N("PERF_REG_ARM64_VG"),
};

static const struct pa_name arm_regs[] = {
	N("PERF_REG_ARM_R0"),
	N("PERF_REG_ARM_R1"),
	N("PERF_REG_ARM_R2"),
	N("PERF_REG_ARM_R3"),
	N("PERF_REG_ARM_R4"),
	N("PERF_REG_ARM_R5"),
	N("PERF_REG_ARM_R6"),
	N("PERF_REG_ARM_R7"),
	N("PERF_REG_ARM_R8"),
	N("PERF_REG_ARM_R9"),
	N("PERF_REG_ARM_R10"),
	N("PERF_REG_ARM_FP"),
	N("PERF_REG_ARM_IP"),
	N("PERF_REG_ARM_SP"),
	N("PERF_REG_ARM_LR"),
	N("PERF_REG_ARM_PC"),
};

static const struct pa_name power_regs[] = {
	N("PERF_REG_POWERPC_R0"),
	N("PERF_REG_POWERPC_R1"),
	N("PERF_REG_POWERPC_R2"),
	N("PERF_REG_POWERPC_R3"),
	N("PERF_REG_POWERPC_R4"),
	N("PERF_REG_POWERPC_R5"),
	N("PERF_REG_POWERPC_R6"),
	N("PERF_REG_POWERPC_R7"),
	N("PERF_REG_POWERPC_R8"),
	N("PERF_REG_POWERPC_R9"),
	N("PERF_REG_POWERPC_R10"),
	N("PERF_REG_POWERPC_R11"),
	N("PERF_REG_POWERPC_R12"),
	N("PERF_REG_POWERPC_R13"),
	N("PERF_REG_POWERPC_R14"),
	N("PERF_REG_POWERPC_R15"),
	N("PERF_REG_POWERPC_R16"),
	N("PERF_REG_POWERPC_R17"),
	N("PERF_REG_POWERPC_R18"),
	N("PERF_REG_POWERPC_R19"),
	N("PERF_REG_POWERPC_R20"),
	N("PERF_REG_POWERPC_R21"),
	N("PERF_REG_POWERPC_R22"),
	N("PERF_REG_POWERPC_R23"),
	N("PERF_REG_POWERPC_R24"),
	N("PERF_REG_POWERPC_R25"),
	N("PERF_REG_POWERPC_R26"),
	N("PERF_REG_POWERPC_R27"),
	N("PERF_REG_POWERPC_R28"),
	N("PERF_REG_POWERPC_R29"),
	N("PERF_REG_POWERPC_R30"),
	N("PERF_REG_POWERPC_R31"),
	N("PERF_REG_POWERPC_NIP"),
	N("PERF_REG_POWERPC_MSR"),
	N("PERF_REG_POWERPC_ORIG_R3"),
	N("PERF_REG_POWERPC_CTR"),
	N("PERF_REG_POWERPC_LINK"),
	N("PERF_REG_POWERPC_XER"),
	N("PERF_REG_POWERPC_CCR"),
	N("PERF_REG_POWERPC_SOFTE"),
	N("PERF_REG_POWERPC_TRAP"),
	N("PERF_REG_POWERPC_DAR"),
	N("PERF_REG_POWERPC_DSISR"),
	N("PERF_REG_POWERPC_SIER"),
	N("PERF_REG_POWERPC_MMCRA"),
	N("PERF_REG_POWERPC_MMCR0"),
	N("PERF_REG_POWERPC_MMCR1"),
	N("PERF_REG_POWERPC_MMCR2"),
	N("PERF_REG_POWERPC_MMCR3"),
	N("PERF_REG_POWERPC_SIER2"),
	N("PERF_REG_POWERPC_SIER3"),
	N("PERF_REG_POWERPC_PMC1"),
	N("PERF_REG_POWERPC_PMC2"),
	N("PERF_REG_POWERPC_PMC3"),
	N("PERF_REG_POWERPC_PMC4"),
	N("PERF_REG_POWERPC_PMC5"),
	N("PERF_REG_POWERPC_PMC6"),
	N("PERF_REG_POWERPC_SDAR"),
	N("PERF_REG_POWERPC_SIAR"),
};

static const struct pa_name riscv_regs[] = {
	N("PERF_REG_RISCV_PC"),
	N("PERF_REG_RISCV_RA"),
	N("PERF_REG_RISCV_SP"),
	N("PERF_REG_RISCV_GP"),
	N("PERF_REG_RISCV_TP"),
	N("PERF_REG_RISCV_T0"),
	N("PERF_REG_RISCV_T1"),
	N("PERF_REG_RISCV_T2"),
	N("PERF_REG_RISCV_S0"),
	N("PERF_REG_RISCV_S1"),
	N("PERF_REG_RISCV_A0"),
	N("PERF_REG_RISCV_A1"),
	N("PERF_REG_RISCV_A2"),
	N("PERF_REG_RISCV_A3"),
	N("PERF_REG_RISCV_A4"),
	N("PERF_REG_RISCV_A5"),
	N("PERF_REG_RISCV_A6"),
	N("PERF_REG_RISCV_A7"),
	N("PERF_REG_RISCV_S2"),
	N("PERF_REG_RISCV_S3"),
	N("PERF_REG_RISCV_S4"),
	N("PERF_REG_RISCV_S5"),
	N("PERF_REG_RISCV_S6"),
	N("PERF_REG_RISCV_S7"),
	N("PERF_REG_RISCV_S8"),
	N("PERF_REG_RISCV_S9"),
	N("PERF_REG_RISCV_S10"),
	N("PERF_REG_RISCV_S11"),
	N("PERF_REG_RISCV_T3"),
	N("PERF_REG_RISCV_T4"),
	N("PERF_REG_RISCV_T5"),
	N("PERF_REG_RISCV_T6"),
};

static const struct pa_name s390_regs[] = {
	N("PERF_REG_S390_R0"),
	N("PERF_REG_S390_R1"),
	N("PERF_REG_S390_R2"),
	N("PERF_REG_S390_R3"),
	N("PERF_REG_S390_R4"),
	N("PERF_REG_S390_R5"),
	N("PERF_REG_S390_R6"),
	N("PERF_REG_S390_R7"),
	N("PERF_REG_S390_R8"),
	N("PERF_REG_S390_R9"),
	N("PERF_REG_S390_R10"),
	N("PERF_REG_S390_R11"),
	N("PERF_REG_S390_R12"),
	N("PERF_REG_S390_R13"),
	N("PERF_REG_S390_R14"),
	N("PERF_REG_S390_R15"),
	N("PERF_REG_S390_FP0"),
	N("PERF_REG_S390_FP1"),
	N("PERF_REG_S390_FP2"),
	N("PERF_REG_S390_FP3"),
	N("PERF_REG_S390_FP4"),
	N("PERF_REG_S390_FP5"),
	N("PERF_REG_S390_FP6"),
	N("PERF_REG_S390_FP7"),
	N("PERF_REG_S390_FP8"),
	N("PERF_REG_S390_FP9"),
	N("PERF_REG_S390_FP10"),
	N("PERF_REG_S390_FP11"),
	N("PERF_REG_S390_FP12"),
	N("PERF_REG_S390_FP13"),
	N("PERF_REG_S390_FP14"),
	N("PERF_REG_S390_FP15"),
	N("PERF_REG_S390_MASK"),
	N("PERF_REG_S390_PC"),
};

/* By enum pa_abi: of a caller, or of the kernel. */
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
		/* REG_RESERVED: all beyond MMCRA, but those that POWER9 and POWER10 add */
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
