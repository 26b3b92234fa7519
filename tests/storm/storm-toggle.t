#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 1500
#
# Probes are armed, disarmed, registered and removed while calls run through them:
# no call is counted twice, no line is broken.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh
plan 6

counted_at_most_once()
{
	echo "$(accounted) of $made"
	[ "$(accounted)" -gt 0 ] && [ "$(accounted)" -le "$made" ]
}

# Calls while settings are written; leaves in $made how many returned.
toggled() # NAME "SETTINGS" PROGRAM [ARGUMENT]...
{
	local name=$1 settings=$2 round returned
	shift 2

	# shellcheck disable=SC2086 # one word a setting
	chaos $DBG "$SEED" $settings > "$TMP/chaos" 2> "$TMP/chaos.err" &
	chaos=$!
	made=0
	# On a slow machine the probes may be away for as long as all of this takes, so it is done again.
	for ((round = 0; round < 10; round++)); do
		read -r returned _ <<< "$("$@")"
		made=$((made + ${returned:-0}))
		[ "$(accounted)" -eq 0 ] || break
	done
	calm "$chaos"
	tally "$name" "$made" > "$TMP/tally"
	[ "$made" -gt 0 ]
}

load
total=$(many 50000 2000)
ok "$total random calls return while their probes are armed and disarmed" \
	toggled 'calls, toggled' 'enable stages clear records filter' calls "$SEED" "$total" 8
cat "$TMP/tally"
ok '... some are counted, and none twice' counted_at_most_once
ok '... and no line that was read is broken' chaos_ended_well "$TMP/chaos"

reload records=4096
total=$(many 100000 5000)
ok "$total reads and ioctls while their probes come and go" \
	toggled 'calls on events, toggled' 'calls enable clear' ops "$SEED" "$total" 4
cat "$TMP/tally"
ok '... some are counted, and none twice' counted_at_most_once
ok '... and no line that was read is broken' chaos_ended_well "$TMP/chaos"

finish
