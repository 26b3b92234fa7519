#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --smp 4
# time limit: 600
#
# CPUs go offline and online while calls run on all of them and every file is read, events too.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh
plan 4

load
calls "$SEED" 100000000 8 > "$TMP/made" &
caller=$!
chaos $DBG "$SEED" records > "$TMP/chaos" &
chaos=$!
cpus_come_and_go()
{
	local i cpu

	for ((i = 0; i < $1; i++)); do
		cpu=/sys/devices/system/cpu/cpu$((1 + i % 3))/online
		echo 0 > "$cpu" && [ "$(cat "$cpu")" = 0 ] && echo 1 > "$cpu" || return
	done
}
total=$(many 30 12)
ok "$total times a cpu is unplugged and plugged in again while calls run" cpus_come_and_go "$total"
is 'all are there again' "$(cat /sys/devices/system/cpu/online)" 0-3
calm $caller
calm $chaos
read -r made _ < "$TMP/made"
tally 'cpus' "$made"
is 'each call is recorded, filtered, missed or dropped' "$(accounted)" "$made"
ok 'and no line that was read is broken' has "$(cat "$TMP/chaos")" ' broken=0 '

finish
