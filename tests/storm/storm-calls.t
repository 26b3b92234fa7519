#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 1500
#
# Random calls by 8 threads while every view is read and every setting is written: every call is
# counted, no line is broken.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh
plan 9

# Random calls; leaves their number in $made.
calls_storm() # SEED CALLS
{
	read -r made opened <<< "$(calls "$1" "$2" 8)"
	echo "$made $opened"
	[ "$made" = "$2" ]
}

load
total=$(many 200000 6000)
chaos $DBG "$SEED" clear records filter brief > "$TMP/chaos" 2> "$TMP/chaos.err" &
chaos=$!
ok "$total random calls return" calls_storm "$SEED" "$total"
ok '... while readers and settings go on' calm $chaos
tally 'calls' "$made"
echo "# meanwhile: $(cat "$TMP/chaos")"
is '... and each is recorded, filtered, missed or dropped' "$(accounted)" "$made"
ok '... some of each kind that can be provoked' \
	eval '[ "$(counter recorded)" -gt 0 ] && [ "$(counter filtered)" -gt 0 ] && [ "$(counter cleared)" -gt 0 ]'
ok '... and no line that was read is broken' chaos_ended_well "$TMP/chaos"

reload maxactive=1
total=$(many 20000 2000)
ok "$total calls return while one at a time can be followed" calls_storm "$((SEED + 2))" "$total"
tally 'calls, maxactive=1' "$made"
ok '... those that were not are missed' eval '[ "$(counter missed)" -gt 0 ]'
is '... and each is counted once' "$(accounted)" "$made"

reload
before=$(cat /proc/uptime)
jumps()
{
	local i

	for ((i = 0; i < 40; i++)); do
		date -s "@$((1000000000 + RANDOM * 10000))" > /dev/null
	done
}
sane_times()
{
	jq -es --arg up "${before%% *}" \
		'length > 0 and all(.time_ns | tonumber > (($up | tonumber) - 1) * 1e9) and
		 all(.duration_ns | tonumber | . >= 0 and . < 60e9)' <(json_calls)
}
calls "$SEED" 2000 2 > "$TMP/made" &
caller=$!
now=$(date +%s)
jumps
date -s "@$now" > /dev/null
wait $caller
ok 'the clock of the wall jumps, that of the records does not' sane_times

finish
