/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* Differences between architectures that records and reasons show. */
#ifndef PERFATTR_ARCH_H
#define PERFATTR_ARCH_H

#include "core/names.h"

/* Architectures that share drivers and code. */
enum pa_family {
	PA_FAMILY_X86,
	PA_FAMILY_ARM,
	PA_FAMILY_POWER,
	PA_FAMILY_RISCV,
	PA_FAMILY_S390,
};

/**
 * struct pa_arch - the traits of one ABI
 * @family:       enum pa_family
 * @bits:         of a pointer of its programs
 * @regs:         registers, by bit of sample_regs_user and sample_regs_intr
 * @reg_pairs:    from bit 32 on, two bits share one name, as the XMM registers of x86 do
 * @regs_refused: registers that perf_reg_validate() refuses; of a kernel's own ABI only
 * @regs_of_cpu:  registers in @regs_refused that some cpus have
 * @ext_of_cpu:   the registers of PERF_REG_EXTENDED_MASK depend on the cpu
 * @ioc_power:    ioctl numbers are encoded as on powerpc: three bits hold the direction, and one of
 *                them means "none"
 * @uprobe_align: offsets of uprobes must be a multiple of this; 0: any offset
 */
struct pa_arch {
	u8 family;
	u8 bits;
	struct pa_names regs;
	bool reg_pairs;
	u64 regs_refused;
	u64 regs_of_cpu;
	bool ext_of_cpu;
	bool ioc_power;
	u32 uprobe_align;
};

extern const struct pa_names pa_abis;

const struct pa_arch *pa_arch_of(u8 abi);
const struct pa_names *pa_reg_names(u8 abi);

#endif /* PERFATTR_ARCH_H */
