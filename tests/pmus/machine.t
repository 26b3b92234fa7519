#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A guest of scripts/vm --machine works as documented: the kernel's driver uses its PMU, the
# other PMUs exist, counters count, share, wrap and interrupt, and our module records the calls.
# scripts/check-pmus passes the expected names in MACHINE_SAYS and MACHINE_PMUS.
# time limit: 300

. tests/guest/lib.sh

DEVICES=/sys/bus/event_source/devices
: "${MACHINE_SAYS:?scripts/check-pmus runs this}" "${MACHINE_PMUS:?}"
core=cpu
[ ! -e $DEVICES/cpu_core ] || core=cpu_core

# The number, the event and the share of its time of each line of perf stat.
counts() # PERF_STAT_ARGUMENT...
{
	perf stat -x, -o "$TMP/stat" "$@" || return
	awk -F, '/^[0-9<]/ { print $1, $3, $5 }' "$TMP/stat"
}

counted() # LINES...: each a number above 0
{
	[ -n "$*" ] && ! grep -v '^[1-9]' <<< "$*"
}

# Of events that are more than the counters each had its turn.
multiplexed()
{
	awk '{ print } $1 + 0 > 0 && $3 > 0 && $3 < 100 { shared++ } END { exit shared < 6 }' <<< "$1"
}

# Two seconds: on a busy host the emulator runs for a fraction of half of one, and 4 samples were seen.
samples() # PERF_RECORD_ARGUMENT...
{
	perf record -q -o "$TMP/perf.data" "$@" -- taskset -c 0 bash -c 'spin 2000' &&
		perf script -i "$TMP/perf.data" -F ip | grep -c .
}

sampled() # NUMBER
{
	echo "$1 samples"
	[ "$1" -ge 10 ]
}

# A field of the last record, as jq says it.
last() # FILTER
{
	explained -n 1 | jq -r "$1"
}

needs perfattr
plan $((12 + $(wc -w <<< "$MACHINE_PMUS")))
echo "# $(uname -r), PMUs: $(cd $DEVICES && echo *)"

driver=$(dmesg | grep 'Performance Events: ')
ok "the kernel's driver says: $MACHINE_SAYS" grep -qF -- "$MACHINE_SAYS" <<< "$driver"
echo "# $driver"
for pmu in $MACHINE_PMUS; do
	ok "there is the PMU $pmu" test -d "$DEVICES/$pmu"
done

group="{$core/event=0xc4/u,$core/event=0xc5/u}"
ok "cycles are counted" counted "$(counts -e $core/cpu-cycles/ -- taskset -c 0 bash -c 'spin 50')"
ok "so are the events of a group" counted "$(counts -e "$group" -- taskset -c 0 bash -c 'spin 100')"
list=$(printf "$core/event=0xc%d/," 0 1 2 3 4 5 6 7 8 9)
ok "ten events share the counters" \
	multiplexed "$(counts -e "${list%,}" -- taskset -c 0 bash -c 'spin 600')"
ok "a counter that wraps interrupts: perf record has samples" \
	sampled "$(samples -e $core/event=0xc4/ -c 1000000)"
ok "and as many as a frequency asks for" sampled "$(samples -e $core/event=0xc4/ -F 500)"
if grep -q GenuineIntel /proc/cpuinfo; then
	ok "PEBS writes records" sampled "$(samples -e $core/cpu-cycles/p -c 1000000)"
else
	ok "IBS writes records" sampled "$(samples -a -e ibs_op// -c 1000000)"
fi

load
taskset -c 0 perf stat -e $core/cpu-cycles/ true 2> /dev/null
is "an open of cycles is recorded with its PMU" "$(last '"\(.errno) \(.kernel.pmu)"')" "null $core"
taskset -c 0 call type=0 config=10 pid=0 > /dev/null
is "so is a refused one, with the PMU that refused it" \
	"$(last '"\(.errno) \([.kernel.path[] | select(.ret == -22) | .pmu] | last)"')" "EINVAL $core"
ok "whose reason has words" has "$(last .why.text)" .
ok "the module goes" unload
ok "the kernel met no interrupt that it did not know" \
	has_not "$(dmesg)" 'NMI received for unknown reason|unchecked MSR access'
finish
