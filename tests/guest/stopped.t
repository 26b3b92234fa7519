#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# A reader of any file that does not go on, stopped by SIGSTOP or stuck inside of a read, takes nothing from
# others: what they close is closed, they read, write and are recorded. Who shares its open file seeks and
# reads. It keeps the module, until it is killed.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 17

FILES='log log_pipe raw raw_pipe raw_run events events_raw stats README'

read_by_others()
{
	local file

	for file in $FILES; do
		timeout 120 dd if="$DBG/$file" iflag=nonblock bs=64k > "$TMP/read" 2> "$TMP/err"
		echo "$file: $? $(wc -c < "$TMP/read")"
		[ -s "$TMP/read" ] || return
	done
}

set_by_others()
{
	local setting

	timeout 120 bash -c 'echo 1 > "$1"' bash "$DBG/clear" || return
	for setting in records=128 brief=1 brief=0 'filter=!pid=2' calls=0 calls=1 enable=0 enable=1; do
		echo "$setting"
		timeout 120 bash -c 'echo "$1" > "$2"' bash "${setting#*=}" "$PARAMS/${setting%%=*}" || return
	done
}

recorded_of() # CALLS
{
	local before

	before=$(counter recorded)
	timeout 120 tests/guest/bin/call times="$1" > "$TMP/call" && same "$(($(counter recorded) - before))" "$1"
}

load records=64
is 'there is no file but these' "$(find $DBG -type f ! -name clear -printf '%f\n' | sort | xargs)" \
	"$(xargs -n 1 <<< "$FILES" | sort | xargs)"
echo '!pid=1' > $PARAMS/filter
call times=100 > "$TMP/call"
insmod tests/guest/modules/standin_pmu.ko name=alone0 exclusive=1
type=$(cat /sys/bus/event_source/devices/alone0/type)
ok 'a process holds all breakpoint registers of a cpu' hold_also registers hold_events breakpoints
registers=$holder
ok '... another one some that it will keep' hold_also some hold_events many 3
ok '... and another one an event of a PMU' hold_also one hold_event "$type"
one=$holder
# shellcheck disable=SC2086 # one word a file
ok 'two readers of each file have begun, with these events in what they read' begin_holding stopped $DBG $FILES
is '... who shares the open file of one that is stuck seeks and reads, and waits for nobody' \
	"$(grep -c ' shared: ended$' "$TMP/held"; grep ' shared: ' "$TMP/held" | grep -v ended)" "$(wc -w <<< "$FILES")"
is '... and have it open' "$(users)" "$((2 * $(wc -w <<< "$FILES")))"

kill "$registers" "$one"
wait "$registers" "$one" 2> "$TMP/ignored"
ok 'what its holder closes is closed: all registers are free' \
	eval 'timeout 120 hold_events breakpoints < /dev/null > "$TMP/again" &&
		same "$(wc -l < "$TMP/again")" "$(wc -l < "$TMP/registers")"'
ok '... and nothing keeps the PMU: its module can be removed' eventually rmmod standin_pmu
ok 'calls of others are recorded, more than the ring has room for' recorded_of 200
ok 'others read each file' read_by_others
ok '... and set what can be set' set_by_others
ok 'rmmod says that the module is in use' eval '! timeout 120 rmmod perfattr_dump 2> "$TMP/err" && has "$(cat "$TMP/err")" "in use"'

ok 'when they may go on they do, to the end' eval 'end_holding; cat "$TMP/held"
	same "$(grep -c " bytes$" "$TMP/held")" "$((2 * $(wc -w <<< "$FILES")))"'
is '... and have nothing open' "$(users)" 0
# shellcheck disable=SC2086 # one word a file
ok 'others begin, and are killed' eval 'call times=10 > "$TMP/call"; begin_holding stopped $DBG $FILES && kill -KILL "$held"
	wait "$held" 2> "$TMP/err"; exec {holding}>&-; eventually users_are 0'
ok 'the module can be unloaded' unload
finish
