#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Samples of a real driver in files of perf record are decoded by userspace/samples as perf script -D prints them: weights
# by WEIGHT_STRUCT, and branch stacks, which are empty on emulated processors.
# time limit: 400

. tests/guest/lib.sh
needs perf

event=cycles rate=(-F 999)
# With a frequency the driver of 6.1 warns in perf_ibs_start().
! perf stat -e ibs_op// -a true 2> /dev/null || event=ibs_op// rate=(-c 100000)

# Kinds of files that this driver refuses are left out, and named.
record() # NAME OPTION...
{
	local name=$1
	shift

	if perf record -q "${rate[@]}" -o "$TMP/$name.data" "$@" -- bash -c 'for i in {1..30000}; do :; done' > "$TMP/said" 2>&1; then
		files+=("$TMP/$name.data")
		kinds+=" $name"
	else
		echo "# $name is refused: $(grep -v '^Error:' "$TMP/said" | grep -m 1 .)"
	fi
}

plan 3
files=() kinds=''
record plain -e cycles
record weight -e "$event" -W -d --sample-cpu
record branches -e cycles:u -b
record branch-types -e cycles -j any,save_type -W
record precise -e cycles:pp -W -d --phys-data --data-page-size --code-page-size
record chains -e cycles -g --intr-regs=ip,sp,ax
record stacks -e cycles --call-graph dwarf,512 --user-regs=ip,sp -T
record group -e '{cycles,instructions}:S' -P --all-cgroups
record all -e "$event" -a -R --transaction -T

said tests/guest/perf_data.py file "${files[@]}"
ok "$kinds: each field is decoded as perf prints it" has "$said_last" '^[0-9]{3,} samples, [0-9]{4,} fields by perf, 0 differences$'
if [[ $kinds == *weight* ]]; then
	ok '... weights among them' has "$(sed -n 's/^# compared: //p' "$TMP/said")" '(^|, )weight(,|$)'
else
	skip '... weights among them' 'this driver gives none'
fi
if [[ $kinds == *branches* ]]; then
	ok '... and branch stacks' has "$(sed -n 's/^# compared: //p' "$TMP/said")" '(^|, )branch stack(,|$)'
else
	skip '... and branch stacks' 'this driver gives none'
fi
finish
