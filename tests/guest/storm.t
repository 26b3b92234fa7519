#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# 20,000 calls by short-lived processes on two cpus while readers run: every call is in exactly one
# counter, no record is torn, and each appears once and in order.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 13

field() # NAME FILE
{
	sed -n "s/.*\b$1=\([0-9]*\).*/\1/p" "$2"
}

# In a debug kernel nobody is too slow for calls.
rests_for_half_of() # CALLS
{
	kill -STOP "$slow"
	until [ "$(accounted)" -ge $(($1 / 2)) ]; do
		sleep 0.2
	done
	kill -CONT "$slow"
}

# Loads, storms with a fast and a slow reader of the stream and readers of the snapshots.
storm_with() # CALLS PARAMETER...
{
	local calls=$1
	shift

	! loaded || unload
	load "$@"
	watch "$DBG/log_pipe" > "$TMP/fast" &
	eventually users_are 1
	watch "$DBG/log_pipe" 20000 > "$TMP/slow" &
	slow=$!
	eventually users_are 2
	rests_for_half_of "$calls" &
	{ while sleep 0.2; do cat "$DBG/log" "$DBG/stats"; done; } > /dev/null &
	snapshots=$!
	storm "$calls" > "$TMP/made"
	kill $snapshots
	wait $snapshots 2> /dev/null
	pkill -TERM -x watch
	wait
}

# Nothing torn, in order, once; and what it read and what it lost is all that was recorded, and
# what was dropped: a dropped record has its number, and is lost to readers.
watched() # FILE
{
	cat "$1"
	has "$(cat "$1")" ' torn=0 disordered=0 twice=0$' &&
		same "$(($(field records "$1") + $(field lost "$1")))" \
			"$(($(counter recorded) + $(counter dropped)))"
}

storm_with 20000
is '20,000 calls were made' "$(cat "$TMP/made")" 20000
is 'each is in exactly one counter' "$(accounted)" 20000
is '... none was missed or dropped' "$(counter missed) $(counter dropped)" '0 0'
ok 'the reader got whole records, once and in order' watched "$TMP/fast"
ok '... so did the slow reader, and was told what it lost' watched "$TMP/slow"
ok '... which is more than nothing' eval '[ "$(field lost "$TMP/slow")" -gt 0 ]'
is 'the ring is full and counts what it overwrote' "$(counter held) $(counter overwritten)" '4096 15904'

storm_with 8000 maxactive=1
is 'with one call followed at a time each of 8,000 is in exactly one counter' "$(accounted)" 8000
ok '... some were missed' eval 'counter missed; [ "$(counter missed)" -gt 0 ]'
ok '... and no record is torn' watched "$TMP/fast"

storm_with 8000 records=4
is 'with a ring of 4 records each of 8,000 is in exactly one counter' "$(accounted)" 8000
ok '... and no record is torn' watched "$TMP/fast"

storm_with 4000
echo '!failed' > $PARAMS/filter
storm 4000 > "$TMP/made"
is 'filtered calls are counted: a quarter of the second 4,000 succeeded' \
	"$(counter recorded) $(counter filtered) $(accounted)" '5000 3000 8000'

finish
