# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The machines of scripts/vm --machine: processors whose PMU the stock kernel's own driver takes.
# docs/pmus.md says what is real of them. The last two columns are what scripts/check-pmus wants to
# see: "Performance Events:" lines of dmesg that hold these words (_ is a blank), and these PMUs in
# /sys/bus/event_source/devices, besides software, tracepoint, breakpoint, kprobe, uprobe and msr.
# A machine that a kernel is too old for has "KERNEL:words" for each kernel that says something else.
# Sourced after lib.sh.
# shellcheck disable=SC2034 # used by those who source this

# name            QEMU's -cpu, without pmu=on,hypervisor=off      driver says            PMUs
machine_table='
core2             Penryn,level=10,sse4.2=on                         Core2_events           cpu
nehalem           Nehalem,level=10                                Nehalem_events         cpu
sandybridge       SandyBridge                                     SandyBridge_events     cpu
haswell           Haswell                                         Haswell_events         cpu
kabylake          Skylake-Client,model=158                        Skylake_events         cpu
skylake-x         Skylake-Server                                  Skylake_events         cpu
icelake-x         Skylake-Server,model=106                        Icelake_events         cpu
sapphire-rapids   Skylake-Server,model=143                        Sapphire_Rapids_events cpu
alderlake         Skylake-Client,model=151,level=26               Alderlake_Hybrid       cpu_core
tremont           Icelake-Server,model=134                        Tremont_events         cpu
k10               phenom,xlevel=0x8000001b,ssse3=on,sse4.1=on,sse4.2=on AMD_PMU_driver         cpu
zen               EPYC                                            Fam17h+_core_perfctr   cpu
zen3              EPYC-Milan                                      Fam17h+_core_perfctr   cpu
zen4              EPYC-Milan,model=17,xlevel=0x80000022           Fam17h+_core_perfctr   cpu
'

# Drivers of PMUs that Debian has as modules.
pmu_modules='rapl intel_cstate intel_uncore amd_uncore power'

machine_names() { awk 'NF { print $1 }' <<<"$machine_table"; }

# machine_pmus KERNEL: those of m_pmus that this kernel has.
machine_pmus() {
	tr ' ' '\n' <<<"$m_pmus" | sed -n "s/^$1://p; /:/!p" | xargs
}

# machine_row NAME: sets m_name m_cpu m_says m_pmus.
machine_row() {
	local row

	row=$(awk -v n="$1" '$1 == n' <<<"$machine_table")
	[ -n "$row" ] || die "no machine named '$1'; there are: $(machine_names | xargs)"
	read -r m_name m_cpu m_says m_pmus <<<"$row"
}
