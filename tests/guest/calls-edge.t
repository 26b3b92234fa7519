#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Corner cases of calls=1: ops outside of any system call, and files that never had a descriptor.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 9

calls() # NAME
{
	jq -c --arg call "$1" 'select(.call == $call)' <(json_calls)
}

# --- killed while it computes ---
kill_computing() # PROGRAM
{
	local pid

	"$1" > "$TMP/out" &
	pid=$!
	eventually grep -q computing "$TMP/out" || return
	eventually eval '[[ $(ps -o stat= -p "$pid") = R* ]]' || return
	# No word of bash's about it.
	{ kill -9 "$pid"; wait "$pid"; } 2> /dev/null
	eventually eval '[ -n "$(calls close)" ]'
}

case $(uname -m) in
aarch64) ABI=arm64 ;;
*) ABI=x86_64 ;;
esac
load calls=1
ok 'a program is killed while it computes' kill_computing compute
is 'its munmap and close have its ABI' \
	"$(jq -r 'select(.call == "munmap" or .call == "close") | .call + " " + (.abi // "null")' <(json_calls) | sort | xargs)" \
	"close $ABI munmap $ABI"
echo 1 > $DBG/clear
ok 'a 32-bit program is killed while it computes' kill_computing compute.$ABI32
is 'its munmap and close have its ABI' \
	"$(jq -r 'select(.call == "munmap" or .call == "close") | .call + " " + (.abi // "null")' <(json_calls) | sort | xargs)" \
	"close $ABI32 munmap $ABI32"

# --- up to 6.1 a call that is refused late has made a file, and gives it back ---
echo 1 > $DBG/clear
echo -1 > /proc/sys/kernel/perf_event_paranoid
setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all -- \
	tests/guest/bin/call pid=1 comm=refused > "$TMP/call"
is 'a call on a process of another user is refused' \
	"$(jq -r 'select(.comm == "refused" and .call == "open") | .errno' <(json_calls))" EACCES
is 'no close is told of a descriptor that nobody had' "$(calls close | wc -l)" 0
call comm=mine > "$TMP/call"
is '... as it is of one that was' "$(calls close | jq -r '.comm')" mine
unload

# --- an event that was open before anybody looked ---
call config=9 > /dev/null
coproc holder { hold_event 1; }
read -r _ <&"${holder[0]}"
load calls=1
echo go >&"${holder[1]}"
# shellcheck disable=SC2154 # set by coproc
wait "$holder_PID"
is 'an event that was opened before the module is closed on record' \
	"$(calls close | jq -s -c 'map(.event.open == null) | sort')" '[false,true]'
is '... and no duration is longer than the test' \
	"$(jq -s 'map(.duration_ns) | max < 60000000000' <(json_calls))" true
unload
finish
