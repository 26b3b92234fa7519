#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2034,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --append hpet=disable
# time limit: 600
#
# The machine sleeps (s2idle), and its clock wakes it, while calls run, events are open, and readers wait,
# read and are stopped: each call is counted once, readers go on, and times are those of a clock that
# went on, too.
#
# In 7.3 nothing can be written to a port of virtio-console, as tests have for their output, once the machine
# has slept, with the module or without. There, with the serial line for what is printed:
#	scripts/vm --kernel newest --append hpet=disable --console FILE -- \
#		sh -c 'SERIAL=1 tests/guest/storm-suspend.t > /dev/ttyS0 2>&1'
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh

if [ "$(uname -r | cut -d . -f 1)" -ge 7 ] && [ -z "${SERIAL-}" ]; then
	echo '1..0 # SKIP what is printed does not arrive any more when this kernel has slept'
	exit 0
fi
plan 12

CLOCK=/sys/class/rtc/rtc0

boot_ns()
{
	python3 -c 'import time; print(time.clock_gettime_ns(time.CLOCK_BOOTTIME))'
}

slept()
{
	cat /sys/power/suspend_stats/success
}

# Until the interrupt of the clock, in so many seconds: if it comes before the machine sleeps, as where that
# takes long, the machine does not.
sleeps_for() # SECONDS
{
	local wakeups before

	before=$(slept)
	wakeups=$(cat /sys/power/wakeup_count)
	echo 0 > "$CLOCK/wakealarm" && echo "+$1" > "$CLOCK/wakealarm" &&
		echo "$wakeups" > /sys/power/wakeup_count && echo freeze > /sys/power/state &&
		[ "$(slept)" = $((before + 1)) ]
}

sleeps() # TIMES
{
	local i seconds=4

	for ((i = 0; i < $1; i++)); do
		until sleeps_for "$seconds"; do
			seconds=$((2 * seconds))
			[ "$seconds" -lt 100 ] || return
		done
	done
	echo "it has slept $(slept) times, in the end for $seconds s at most"
}

# A process that is stuck in a read, as in stopped.t, would keep the machine awake; who is stopped does not.
stop_readers() # FILE...
{
	local file

	for file; do
		stopped+=("$(bash -c 'read -r -n 1 _; kill -STOP $$' < "$DBG/$file" > /dev/null & echo $!)")
	done
	for file in "${stopped[@]}"; do
		eventually eval "ps -o stat= -p $file | grep -q ^T" || return
	done
}

# Records of a stream that do not follow the one before, or what was said to be lost; and whether there were
# any that do.
gaps() # FILE
{
	json_calls "$1" | awk '/^\{"lost":/ { sub(/^[^:]*:/, ""); seq += $0 + 0; next }
		match($0, /"seq":[0-9]+/) {
			now = substr($0, RSTART + 6, RLENGTH - 6) + 0
			if (seq && now != seq + 1) gaps++
			seq = now
			n++
		}
		END { print gaps + 0, (n ? "some" : "none") }'
}

ids()
{
	cut -d ' ' -f 1 $DBG/events
}

insmod tests/guest/modules/standin_wakeup.ko irq=8
echo enabled > $CLOCK/device/power/wakeup
load
ok 'a program has events of every kind' hold_also events hold_events
call times=100 > "$TMP/call"
stopped=()
ok 'a reader of each file is stopped' \
	stop_readers log log_pipe raw raw_pipe events events_raw stats README records
ids > "$TMP/ids"
perfattr-cat -f -j > >(cut -b 1-200 > "$TMP/followed") &
follower=$!
chaos $DBG "$SEED" > "$TMP/chaos" 2> "$TMP/chaos.err" &
chaos=$!
before=$(accounted)
calls "$SEED" 100000000 4 > "$TMP/made" &
caller=$!
total=$(many 6 2)
ok 'calls run' eventually recorded_more_than 300
boot=$(boot_ns)
ok "the machine sleeps until its clock wakes it, $total times" eval 'sleeps "$total" 2>&1 | tee "$TMP/slept"
	[ "${PIPESTATUS[0]}" = 0 ]'
sed 's/^/# /' "$TMP/slept"
ok '... calls run on' eval 'a=$(counter recorded) && eventually recorded_more_than "$((a + 300))"'
calm $caller
calm $chaos
calm $follower
read -r made _ < "$TMP/made"
tally 'suspend' "$made"
is '... and each is recorded, filtered, missed or dropped' "$(($(accounted) - before))" "$made"
ok '... and no line that was read is broken' chaos_ended_well "$TMP/chaos"
is '... nor is a record of the stream missing that was not said to be lost' "$(gaps "$TMP/followed")" '0 some'
is 'probes fire' "$(counter firing)" 1
echo 1 > $DBG/clear
call > "$TMP/call"
ok 'the time of a record is that of the clock that went on' eval \
	'now=$(boot_ns); jq -e --argjson from "$((boot + total * 1000000000))" --argjson now "$now" \
		".time_ns | tonumber | . > \$from and . < \$now" <(json_calls)'
ids > "$TMP/ids.after"
ok 'the same events are open as before' cmp "$TMP/ids" "$TMP/ids.after"
kill -KILL "${stopped[@]}"
rmmod standin_wakeup
ok 'the module unloads' eventually unload
finish
