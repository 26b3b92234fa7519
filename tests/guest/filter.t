#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# time limit: 300
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# The filter: which calls each term matches, which terms are invalid, and that the counters add up.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 75

NOBODY=65534

put() # FILTER
{
	printf '%s\n' "$1" > $PARAMS/filter
}

# Six calls that differ in what a filter can ask. The letters are their names.
calls()
{
	call comm=A type=1 config=9                     # root, software, succeeds
	call comm=B type=1 config=0                     # answered by cpu_clock
	call comm=C type=1 flags=16                     # refused: unknown flag
	call comm=D type="$dynamic" config=$config      # a PMU that was given its number at run time
	call comm=E type=77                             # no such PMU
	setpriv --reuid $NOBODY --regid $NOBODY --clear-groups \
		"$(command -v call)" comm='F f' bits=0x21 # not root
} > "$TMP/calls"

# The letters of those that are recorded.
recorded()
{
	jq -r .comm <(json_calls) | cut -c1 | tr -d '\n'
}

# Calls go by the filter, and those left out are counted as filtered.
lets_through() # FILTER LETTERS
{
	local before

	before=$(counter filtered)
	put "$1" || return
	echo 1 > "$DBG/clear"
	calls
	same "$(recorded) and $(($(counter filtered) - before)) filtered" \
		"$2 and $((6 - ${#2})) filtered"
}

# EINVAL, the word in the log, and the filter stays.
refuses() # FILTER WORD
{
	local before log

	before=$(cat "$PARAMS/filter")
	mark_kernel_log
	! put "$1" 2> "$TMP/err" || return
	log=$(kernel_log)
	cat "$TMP/err"
	echo "$log"
	has "$(cat "$TMP/err")" 'Invalid argument' && same "$(wc -l <<< "$log")" 1 &&
		grep -qF -e "filter: \"$2\": " <<< "$log" && grep -qF -e "; the value stays " <<< "$log" && same "$(cat "$PARAMS/filter")" "$before"
}

# For one of the callers, who is not root; the runner puts it back.
echo 1 > /proc/sys/kernel/perf_event_paranoid
# A PMU that counts: no other name stands in a filter below.
pmu=msr config=0
modprobe -q msr 2> /dev/null
if [ "$(uname -m)" = aarch64 ]; then
	pmu=$(basename /sys/bus/event_source/devices/armv8_pmuv3*) config=0x11
fi
dynamic=$(cat "/sys/bus/event_source/devices/$pmu/type")
load

is 'a filter is not there at first' "$(cat $PARAMS/filter)" ''
while read -r letters filter; do
	filter=${filter/PMU/$pmu}
	ok "\"$filter\" lets ${letters/-/nothing} through" lets_through "$filter" "${letters/-/}"
done << 'EOF2'
ABCDEF
A comm=A
BCDEF !comm=A
F comm=F*
F comm=F?f
F comm=F??*
- comm=F???*
BCDEF !comm=A*
ABCDE comm=?
ABCDEF comm=?*
ABCDEF comm=*
- comm=F
- comm=AA
ABCDE uid=0
F uid=65534
F !uid=0
ABCF type=software
ABCF type=PERF_TYPE_SOFTWARE
- type=PERF_TYPE_HARDWARE
ABCF type=1
DE !type=software
B type=cpu_clock
ACDEF !type=cpu_clock
D type=PMU
E type=77
- type=hardware
CE failed
ABDF !failed
C failed type=software
E failed !type=software
ABD !failed uid=0
AB uid=0 type=1 !failed
ABDF !comm=C !comm=E
- pid=1
ABCDEF !pid=1
EOF2

# pid: of a process that waits for its line before it calls.
mkfifo "$TMP/go"
call wait=1 comm=W < "$TMP/go" > "$TMP/waited" &
waiter=$!
put "pid=$waiter"
echo 1 > "$DBG/clear"
call comm=V > "$TMP/call"
echo > "$TMP/go"
wait $waiter
is 'pid= lets that process through and no other' "$(recorded)" W

ok 'an empty line takes the filter away' lets_through '' ABCDEF
ok 'words may stand apart as they like' lets_through $'  \tcomm=A \t !failed ' A
is 'the parameter is read back as it was written' "$(cat $PARAMS/filter)" $'comm=A \t !failed'

while read -r word filter; do
	ok "\"$filter\" is refused, and the log names $word" refuses "$filter" "$word"
done << 'EOF2'
pid= pid=
pid=x pid=x
pid=-1 pid=-1
pid=4294967296 failed pid=4294967296
uid=1e3 uid=1e3
uid=root uid=root
comm= comm= failed
comm=0123456789abcdef comm=0123456789abcdef
comm=*x comm=*x
type=nonsense failed type=nonsense
type= type=
nonsense comm=A nonsense
FAILED FAILED
failed=1 failed=1
failed,uid=0 failed,uid=0
! !
!!failed !!failed
comm comm
ok ok
tid=1 tid=1
errno=EINVAL errno=EINVAL
EOF2
ok '... the old one is still in force' eval 'echo 1 > $DBG/clear; calls; same "$(recorded)" A'
ok 'a word cannot forge a line of the log' \
	eval 'mark_kernel_log; ! printf "a\\rb\\033[1m\n" > $PARAMS/filter 2> "$TMP/err" &&
		has "$(kernel_log)" "\"a\\\\rb\\\\033\[1m\""'
ok '16 terms are taken' put '!failed uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 comm=A'
ok '... 17 are refused, and the log says so' eval 'mark_kernel_log
	! put "!failed uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 uid=0 comm=A" 2> "$TMP/err" &&
	has "$(cat "$TMP/err")" "Argument list too long" && has "$(kernel_log)" "\"comm=A\".*16"'
ok '... and so is one of more than 255 characters' eval 'mark_kernel_log
	! put "comm=A $(printf %300s failed)" 2> "$TMP/err" &&
	has "$(cat "$TMP/err")" "Argument list too long" && has "$(kernel_log)" "filter.*255"'

# --- at load ---
unload
ok 'it can be given at load' load 'filter="type=software !failed uid=0"'
calls
is '... and is in force from the first call on' "$(recorded) $(counter recorded) $(counter filtered)" \
	'AB 2 4'
unload
mark_kernel_log
ok 'a wrong one is answered, and everything is recorded' \
	eval 'load filter=type=nonsense && same "$(kernel_log | wc -l) $(cat $PARAMS/filter)" "2 " &&
		has "$(kernel_log)" "filter: \"type=nonsense\": .*; the value stays empty" && calls &&
		same "$(recorded) $(counter filtered)" "ABCDEF 0"'
unload

# --- a mixed load ---
watched='perf stat -x, -o /dev/null -e cpu-clock,page-faults,cycles true'
# shellcheck disable=SC2086 # words
strace -f -qq -o "$TMP/strace" -e trace=perf_event_open -e signal=none $watched
ours=$(grep -c 'perf_event_open(' "$TMP/strace")
load filter=comm=perf
mixed 512 4 > "$TMP/mixed" &
mixed=$!
for i in 1 2 3; do
	$watched
done
wait $mixed
is 'during a mixed load comm=perf records the calls of perf, all and only' \
	"$(jq -r .comm <(json_calls) | sort | uniq -c | awk '{ print $1, $2 }')" "$((3 * ours)) perf"
is '... and the counters add up to all calls' \
	"$(counter recorded) $(counter filtered) $(accounted)" \
	"$((3 * ours)) 512 $((3 * ours + 512))"
is '... and those left out did hit the probe on the entry' "$(counter unentered)" 0
storm 2000 > "$TMP/made" &
storm=$!
for i in 1 2 3 4 5 6; do
	put '!failed'
	put 'failed !comm=perf type=software'
	put ''
done
wait $storm
is 'the filter was exchanged while calls ran, and none is unaccounted for' \
	"$(accounted)" "$((3 * ours + 2512))"
is '... nor taken for one that did not hit the probe on the entry' "$(counter unentered)" 0
ok 'the module unloads with a filter in force' eval 'put failed && unload'

finish
