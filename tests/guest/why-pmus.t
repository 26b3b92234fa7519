#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Reasons on hardware that no guest has: a cpu with IBS, and different cpus. Modules
# simulate their PMUs; on arm64 the real PMU would accept the events.

# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

with_pmu() # MODULE [PARAMETER] OPTION: the reasons of why_table OPTION while MODULE is there
{
	local status=0

	insmod "tests/guest/modules/$1.ko" ${3:+"$2"} || return
	reload
	why_table "${!#}" || status=$?
	unload
	rmmod "$1"
	return "$status"
}

if [ "$(uname -m)" != x86_64 ]; then
	plan 1
	skip "reasons of hardware" "this machine has a PMU of its own"
	finish
fi
plan 3
ok "precise events that IBS does not take" with_pmu standin_ibs --ibs
ok "a PMU that does not serve the cpu" with_pmu standin_hybrid --hybrid
ok "... and one whose name says nothing" \
	with_pmu standin_hybrid name=icestorm_standin --hybrid
finish
