#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# time limit: 300
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Wrong values of settings, written to parameters and passed at load: each is answered by one line in
# the kernel log that names the word, what is accepted, and the old value, which stays.
# tests/host/test_answers.c tries all words of the filter.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 63

SWITCH='expected 0 or 1; the value stays'
RECORDS='expected a number from 1 to 1048576; the value stays'
STAGES='expected a number from 0 to 2; the value stays 1'
MAXACTIVE='expected a number from 1 to 65536; the value stays 512'
STAYS='; the value stays "comm=perf"'

value_of() # SETTING
{
	cat "$PARAMS/$1"
}

# The log has only this line.
answered() # LINE
{
	local log

	log=$(kernel_log)
	same "$log" "perfattr_dump: $1"
}

# The log has only one line, with this beginning and end.
answered_by() # BEGIN END
{
	local log

	log=$(kernel_log)
	echo "$log"
	same "$(wc -l <<< "$log")" 1 && [[ $log == "perfattr_dump: $1"*"$2" ]]
}

# A write fails with the error, is answered, and changes nothing.
refuses() # SETTING VALUE ERROR CHECK...
{
	local setting=$1 value=$2 error=$3 before
	shift 3

	before=$(value_of "$setting")
	mark_kernel_log
	# The shell writes line by line, and cat twice: first as a copy inside the kernel, up to 5.18.
	printf '%b' "$value" > "$TMP/value"
	! dd bs=1M conv=notrunc if="$TMP/value" of="$PARAMS/$setting" 2> "$TMP/err" || return
	cat "$TMP/err"
	has "$(cat "$TMP/err")" "$error" && "$@" && same "$(value_of "$setting")" "$before"
}

# --- numbers ---
load
while IFS='|' read -r setting value word takes; do
	ok "$setting \"$value\" is answered by one line" refuses "$setting" "$value" 'Invalid argument' \
		answered "$setting: \"$word\": $takes"
done << EOF2
enable|2|2|$SWITCH 1
enable|maybe|maybe|$SWITCH 1
enable|nonsense|nonsense|$SWITCH 1
enable|10|10|$SWITCH 1
enable|\n||$SWITCH 1
brief|yellow|yellow|$SWITCH 0
brief|-1|-1|$SWITCH 0
calls|abc|abc|$SWITCH 0
calls|offside|offside|$SWITCH 0
records|-5\n|-5|$RECORDS 4096
records|abc|abc|$RECORDS 4096
records|0|0|$RECORDS 4096
records|1048577|1048577|$RECORDS 4096
records|4294967297|4294967297|$RECORDS 4096
records|18446744073709551617|18446744073709551617|$RECORDS 4096
records|4k|4k|$RECORDS 4096
records|1 2|1 2|$RECORDS 4096
records|5\nperfattr_dump: forged\n|5\\nperfattr_dump: forged|$RECORDS 4096
records|\033[1m|\\033[1m|$RECORDS 4096
records|"8"|\\"8\\"|$RECORDS 4096
stages|3|3|$STAGES
stages|on|on|$STAGES
stages|-0|-0|$STAGES
EOF2
ok 'a long word is cut in the answer' \
	refuses records "$(printf '%080d' 8)" 'Invalid argument' \
	answered "records: \"$(printf '%040d' 0)...\": $RECORDS 4096"
ok 'a ring that does not fit into memory is answered too' \
	refuses records 1048576 'Cannot allocate memory' \
	answered 'records: "1048576": not enough memory: choose a smaller number; the value stays 4096'
ok 'maxactive is for the load only' eval '! echo 5 2> "$TMP/err" > $PARAMS/maxactive; same "$(value_of maxactive)" 512'

# --- valid values still take effect ---
# shellcheck disable=SC2034 # in what is evaluated
while read -r setting value now; do
	ok "$setting takes \"$value\"" eval 'mark_kernel_log
		printf "%b" "$value" > "$PARAMS/$setting" && same "$(value_of $setting) $(kernel_log)" "$now "'
done << 'EOF2'
enable off 0
enable Y\n 1
records 256\n 256
records 4096 4096
EOF2

# --- the filter ---
echo comm=perf > $PARAMS/filter
while IFS='|' read -r value error begin; do
	ok "filter \"$value\" is answered by one line" \
		refuses filter "$value" "$error" answered_by "filter: $begin" "$STAYS"
done << 'EOF2'
nonsense|Invalid argument|"nonsense": unknown term; the terms,
failed pid=1x|Invalid argument|"pid=1x": pid= takes a process id
comm=perf,failed|Invalid argument|"comm=perf,failed": comm= takes a name of 1 to 15 bytes
pid=x|Invalid argument|"pid=x": pid= takes a process id
uid=nobody|Invalid argument|"uid=nobody": uid= takes a user id
type=nonsense|Invalid argument|"type=nonsense": type= takes hardware, software,
failed=1|Invalid argument|"failed=1": failed takes no value
a\rb\033[1m\n|Invalid argument|"a\rb\033[1m": unknown term
x\nperfattr_dump: forged\n|Invalid argument|"x": unknown term
!pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 !pid=1 failed|Argument list too long|"failed": too many terms: a filter has at most 16
EOF2
ok 'a filter that is too long is answered' \
	refuses filter "$(printf 'comm=A%300s' failed)" 'Argument list too long' \
	answered_by 'filter: "comm=A ' "...\": longer than 255 characters$STAYS"
echo > $PARAMS/filter
ok 'when there was no filter, the answer says so' \
	refuses filter 'x' 'Invalid argument' answered_by 'filter: "x": ' '; the value stays empty'

# --- probes that do not fire ---
echo 0 > $PARAMS/enable
echo 0 > /sys/kernel/debug/kprobes/enabled
cat $PARAMS/firing > "$TMP/firing"
ok 'what cannot be armed is answered by what to do' \
	refuses enable 1 'Input/output error' answered_by \
	'enable: "1": probes do not fire: ' '; the value stays 0'
echo 1 > /sys/kernel/debug/kprobes/enabled
unload

# --- at load: the module loads, the default stays, and the log says so ---
# shellcheck disable=SC2034 # in what is evaluated
while IFS='|' read -r setting value line default; do
	ok "it loads with $setting=$value, and one line says what is wrong" eval 'mark_kernel_log
		load "$setting=$value" && same "$(kernel_log)" "perfattr_dump: $setting: $line
perfattr_dump: ready: /sys/kernel/debug/perfattr/log, 4096 records"'
	is '... the default stays' "$(value_of "$setting")" "$default"
	unload
done << EOF2
records|many|"many": $RECORDS 4096|4096
records|-1|"-1": $RECORDS 4096|4096
enable|maybe|"maybe": $SWITCH 1|1
stages|x|"x": $STAGES|1
maxactive|0|"0": $MAXACTIVE|512
filter|failed=1|"failed=1": failed takes no value; the value stays empty|
filter|"failed pid=0"|"pid=0": pid= takes a process id from 1 to 2147483647; the value stays empty|
EOF2
mark_kernel_log
ok 'several mistakes at once are several lines, in the order of the words' eval '
	load brief=7 records= calls=si records=64 filter=pid=0 &&
	same "$(kernel_log | sed "s/^perfattr_dump: //; s/:.*//")" "brief
records
calls
filter
ready"'
is '... and what was right is in force' "$(cat $PARAMS/{brief,records,calls,filter})" $'0\n64\n0'
ok '... and calls are recorded' eval 'call > "$TMP/call" && same "$(counter recorded)" 1'
unload
mark_kernel_log
ok 'a switch without a value is switched on, as everywhere' eval 'load brief && same "$(value_of brief)$(kernel_log | wc -l)" 11'
unload
mark_kernel_log
ok 'the kernel reports words of a filter whose quotes the shell took' eval '
	load filter=comm=perf failed pid=1 &&
	same "$(kernel_log | sed -n "s/^perfattr_dump: unknown parameter .\([a-z]*\). ignored$/\1/p")" "failed
pid"'
is '... and the filter is what came as one' "$(value_of filter)" comm=perf
unload

finish
