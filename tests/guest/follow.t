#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# perfattr-cat: -f shows every call once and in order, or the exact number of lost ones,
# and does not pin the module while it waits; -n shows exactly so many records.
# time limit: 600
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 26

out=$TMP/out
err=$TMP/err

# follow OPTION...: perfattr-cat in the background, its output in $out and $err.
follow()
{
	: > "$out"
	perfattr-cat -f "$@" > "$out" 2> "$err" &
	follower=$!
}

idle() # the follower waits, and holds no stream
{
	[ "$(users)" = 0 ] && [ "$(ps -o stat= -p "$follower" | cut -c1)" = S ]
}

lines() # N
{
	[ "$(json_calls "$out" | head -n "$1" | wc -l)" -ge "$1" ]
}

come_to() # NUMBER of the last record
{
	json_calls "$out" | tail -n 1 | grep -q "\"seq\":$1,"
}

# Records and lost ones, records out of order or not explained by a lost line, tags seen twice,
# lost ones. What it looks for stands in a line's first bytes.
summary()
{
	json_calls "$out" | cut -b 1-400 | awk '{ if (match($0, /^\{"lost":[0-9]+/)) {
			n = substr($0, 9, RLENGTH - 8); lost += n; want += n; next }
		match($0, /"seq":[0-9]+/); seq = substr($0, RSTART + 6, RLENGTH - 6)
		match($0, /"sample_period":"[0-9]+"/); tag = substr($0, RSTART, RLENGTH)
		records++; if (seq != want + 1) disordered++; want = seq
		if (tag !~ /:"0"$/ && seen[tag]++) twice++ }
		END { print records + lost, disordered + 0, twice + 0, lost + 0 }'
}

stop() # PID
{
	kill "$1"
	wait "$1"
}

# --- a load of 5,000 calls ---
load records=8192
follow -j
storm 5000 > "$TMP/made"
ok 'the reader comes to the end of 5,000 calls' eventually lines 5000
stop $follower
is '... has each of them once, in the order of their numbers, and lost none' \
	"$(cat "$TMP/made") $(accounted) $(summary)" '5000 5000 5000 0 0 0'
ok '... and every line is JSON' eval 'same "$(json_calls "$out" | head -n 3000 | jq -c .seq | wc -l)" 3000'

reload records=64
follow -j
# Wait until the stream is open: it does not tell what was overwritten before.
call > "$TMP/call"
eventually lines 1
storm 5000 > "$TMP/made" &
caller=$!
# A debug kernel makes calls more slowly than anybody reads them.
eventually lines 2
kill -STOP "$follower"
rested() # NUMBER
{
	recorded_more_than "$1" || ! kill -0 "$caller"
}
eventually rested $(($(counter recorded) + 1000))
kill -CONT "$follower"
wait $caller
ok 'a reader that is too slow for a ring of 64 comes to the end too' \
	eventually come_to 5001
stop $follower
summary > "$TMP/summary"
is '... records and lost lines add up to the calls, in order, none twice' \
	"$(cut -d' ' -f1-3 "$TMP/summary")" '5001 0 0'
ok '... and it did lose some' eval 'cat "$TMP/summary"; [ "$(cut -d" " -f4 "$TMP/summary")" -gt 0 ]'

# --- idle ---
reload records=100
follow -j
ok 'a follower that has nothing to do holds no stream' eval 'eventually idle'
for i in 1 2 3; do
	call times=2 > "$TMP/call"
	eventually lines $((2 * i)) && eventually idle
done
ok 'it takes the stream up again where it was, three times' \
	eval 'eventually lines 6 && same "$(json_calls "$out" | jq -c .seq | xargs)" "1 2 3 4 5 6" && eventually idle'
kill -STOP $follower
call times=250 > "$TMP/call"
kill -CONT $follower
ok 'what was overwritten meanwhile is told exactly' \
	eval 'eventually lines 107 && same "$(summary)" "256 0 0 150" && lines 107 && ! lines 108'
ok 'the next record has a number that can be polled, not set' \
	eval 'same "$(cat $PARAMS/next)" 257 && ! echo 5 > $PARAMS/next'

# --- unload ---
ok 'the module unloads under a follower that waits' eval 'eventually idle && unload'
wait $follower
is '... which ends without an error, and says so' "$? $(cat "$err")" \
	'0 perfattr-cat: the module was unloaded, there is nothing left to follow'
ok '... having shown all that there was' eval 'same "$(summary)" "256 0 0 150"'
ok 'without the module it says how to load it' \
	eval '! perfattr-cat -f 2> "$err" && has "$(cat "$err")" "not loaded.*modprobe perfattr_dump" &&
		same "$(wc -l < "$err")" 1'

load
follow -j
call > "$TMP/call"
ok 'unloaded right after a call: refused as in use, or done; the call is shown' \
	eval 'eventually unload && eventually lines 1 && wait $follower && same "$(json_calls "$out" | jq .seq)" 1'

load
storm 1000000 > "$TMP/made" &
storm=$!
follow -j
# It is stopped while it has the stream open: in a pause of the calls, if the machine is busy, it has not.
has_stream()
{
	kill -STOP "$follower"
	! users_are 0 || { kill -CONT "$follower" && return 1; }
}
ok 'while calls pour in the stream is open, and the module stays with it' \
	eval 'eventually lines 100 && eventually has_stream && ! unload 2> "$err" && has "$(cat "$err")" "in use"'
kill -CONT "$follower"
ok '... until they are no longer recorded' \
	eval 'echo 0 > $PARAMS/enable && eventually unload && wait $follower'
kill $storm
wait $storm

loads_under_followers() # TIMES
{
	local i

	for ((i = 0; i < $1; i++)); do
		load && follow -j -n 0 && call > "$TMP/call" && eventually unload && wait "$follower" || return
	done
}
ok 'it unloads and loads 8 times under as many followers' loads_under_followers 8

# --- the last N ---
# last_are N: -n N gives the end of what the view gives, and that is N records.
last_are()
{
	perfattr-cat -j -n "$1" > "$TMP/json" && perfattr-cat -n "$1" > "$TMP/text" &&
		json_calls "$TMP/json" > "$TMP/calls" && json | tail -n "$1" | cmp - "$TMP/calls" &&
		same "$(wc -l < "$TMP/calls")" "$1" &&
		tail -c "$(wc -c < "$TMP/text")" "$DBG/log" | cmp - "$TMP/text" &&
		same "$(grep -o '#[0-9]* at [0-9.]* s' "$TMP/text" | wc -l)" "$1"
}

reload calls=1
perf stat -e task-clock,page-faults true 2> "$TMP/said"
echo 0 > $PARAMS/enable
ok 'the last three records are three, whatever they are of' last_are 3
ok '... and the last one' last_are 1
reload records=32768
storm 5000 > "$TMP/made"
peak()
{
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}
ok '5,000 records take no more memory than one' \
	eval 'one=$(peak perfattr-cat -n 1); all=$(peak perfattr-cat -n 5000); echo "$one kB, $all kB";
		[ "$all" -lt $((one + 1000)) ]'
storm 100000 > "$TMP/made" &
storm=$!
ok 'while calls pour in the last 500 are 500' \
	eval 'same "$(perfattr-cat -j -n 500 | json_calls - | wc -l)" 500'
kill $storm
wait $storm

# --- others ---
reload
call times=5 > "$TMP/call"
follow -n 2
ok 'as text, and from the last two on' eval 'eventually eval "grep -q \"#5 at\" $out" && call > "$TMP/call" &&
	eventually eval "grep -q \"#6 at\" $out" && same "$(grep -c "^    #" "$out")" 3'
stop $follower
ok 'a reader that goes away ends it' eval 'perfattr-cat -f 2> "$err" | head -n 1 > "$TMP/one" &&
	same "$(cat "$err")" ""'
exec 6< $DBG/raw_pipe
follow -j -n 0
first=$follower
perfattr-cat -f -j -n 0 > "$TMP/second" &
second=$!
# Both have begun once both have shown a call; what counts is the next one.
both_show()
{
	call > "$TMP/call"
	lines 1 && json_calls "$TMP/second" | grep -q .
}
last_of() # FILE
{
	json_calls "$1" | tail -n 1
}
eventually both_show
call > "$TMP/call"
ok 'two followers and a reader get the same' eval 'last=$(counter recorded) && eventually come_to "$last" &&
	eventually eval "last_of \$TMP/second | grep -q \"\\\"seq\\\":\$last,\"" && what_has_come <&6 | raw_json > "$TMP/third" &&
	same "$(last_of "$out")" "$(last_of "$TMP/third")" && same "$(last_of "$TMP/second")" "$(last_of "$TMP/third")"'
stop $first
stop $second
exec 6<&-
ok 'nobody is left who keeps the module' eventually unload

finish
