#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 1500
#
# Reads and ioctls on perf events by 4 threads with calls=1, while views are read and
# settings are written: all calls and losses are counted, no line is broken.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh
plan 9

# Leaves in $made how many calls the module was to see.
ops_storm() # SEED CALLS
{
	read -r made <<< "$(ops "$1" "$2" 4)"
	echo "$made"
	[ "$made" -ge "$2" ]
}

held_or_lost() # each recorded call
{
	same "$(counter recorded)" \
		"$(($(counter held) + $(counter overwritten) + $(counter cleared)))"
}

load calls=1
total=$(many 100000 10000)
ok "$total calls on events return" ops_storm "$SEED" "$total"
tally 'calls on events' "$made"
is '... and each is recorded, filtered, missed or dropped' "$(accounted)" "$made"
ok '... and what was recorded is held, was overwritten or cleared' held_or_lost
is '... and every line of JSON is one' "$(jq -c .seq <(json_calls) | wc -l)" "$(json_calls | wc -l)"

reload calls=1
total=$(many 100000 5000)
chaos $DBG "$SEED" clear records filter brief > "$TMP/chaos" 2> "$TMP/chaos.err" &
chaos=$!
ok "$total more while readers and settings go on" ops_storm "$((SEED + 1))" "$total"
calm $chaos
tally 'calls on events, with chaos' "$made"
is '... and each is recorded, filtered, missed or dropped' "$(accounted)" "$made"
ok '... and no line that was read is broken' chaos_ended_well "$TMP/chaos"

reload calls=1 maxactive=1
total=$(many 100000 5000)
ok "$total more while one at a time of each kind can be followed" ops_storm "$((SEED + 2))" "$total"
tally 'calls on events, maxactive=1' "$made"
is '... and each is counted once' "$(accounted)" "$made"

finish
