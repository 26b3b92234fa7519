# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The machines of scripts/vm --machine: processors with a PMU for the stock kernel's driver.
# docs/machines.md says what is real about them. scripts/check-pmus expects the last two columns:
# the line "Performance Events:" of dmesg has these words (_ is a blank), and these PMUs are in
# /sys/bus/event_source/devices (KERNEL:PMU on that kernel only).
# Sourced after lib.sh.
# shellcheck disable=SC2034 # used by those who source this

# name          QEMU's -cpu, without pmu=on,hypervisor=off            driver says            PMUs
machine_table='
core2           Penryn,level=10,sse4.2=on                             Core2_events           cpu
nehalem         Nehalem,level=10                                      Nehalem_events         cpu cstate_core cstate_pkg uncore
sandybridge     SandyBridge                                           SandyBridge_events     cpu cstate_core cstate_pkg power uncore_cbox_0
haswell         Haswell                                               Haswell_events         cpu cstate_core cstate_pkg power uncore_arb uncore_cbox_0
kabylake        Skylake-Client,model=158                              Skylake_events         cpu cstate_core cstate_pkg power uncore_arb uncore_cbox_0
skylake-x       Skylake-Server                                        Skylake_events         cpu cstate_core cstate_pkg power uncore_iio_0 uncore_pcu uncore_ubox
icelake-x       Skylake-Server,model=106                              Icelake_events         cpu cstate_core cstate_pkg power
sapphire-rapids Skylake-Server,model=143                              Sapphire_Rapids_events cpu cstate_core cstate_pkg power
alderlake       Skylake-Client,model=151,level=26                     Alderlake_Hybrid       cpu_core cpu_atom cstate_core cstate_pkg power uncore_arb_0 uncore_clock 6.1:uncore_imc_0
tremont         Icelake-Server,model=134                              Tremont_events         cpu cstate_core cstate_pkg uncore_cha_0 uncore_iio_0
k10             phenom,xlevel=0x8000001b,ssse3=on,sse4.1=on,sse4.2=on AMD_PMU_driver         cpu ibs_fetch ibs_op
zen             EPYC                                                  Fam17h+_core_perfctr   cpu ibs_fetch ibs_op power amd_df amd_l3
zen3            EPYC-Milan                                            Fam17h+_core_perfctr   cpu ibs_fetch ibs_op power amd_df amd_l3
zen4            EPYC-Milan,model=17,xlevel=0x80000022                 Fam17h+_core_perfctr   cpu ibs_fetch ibs_op power amd_df amd_l3
'

# PMU drivers that are modules in Debian.
pmu_modules='rapl intel_cstate intel_uncore amd_uncore power'

machine_names() { awk 'NF { print $1 }' <<<"$machine_table"; }

# machine_pmus KERNEL: the PMUs of m_pmus on this kernel.
machine_pmus() {
	tr ' ' '\n' <<<"$m_pmus" | sed -n "s/^$1://; /:/!p" | xargs
}

# machine_row NAME: set m_name m_cpu m_says m_pmus.
machine_row() {
	local row

	row=$(awk -v n="$1" '$1 == n' <<<"$machine_table")
	[ -n "$row" ] || die "no machine named '$1'; there are: $(machine_names | xargs)"
	read -r m_name m_cpu m_says m_pmus <<<"$row"
}
