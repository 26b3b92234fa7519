#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The counters of the NMI watchdog: events shows one on each cpu, with the function of the kernel
# that has created it, while the watchdog is on, and none when it is off.
# time limit: 200

. tests/guest/lib.sh

WATCHDOG=/proc/sys/kernel/nmi_watchdog

# What events_json says of events that no descriptor refers to.
values() # FILTER
{
	jq -s -r "map(select(.held == 0)) | $1" $DBG/events_json
}

cpus()
{
	values 'map(.target.cpu) | sort | map(tostring) | join("\n")'
}

online()
{
	awk '$1 == "processor" { print $3 }' /proc/cpuinfo
}

# Switches it on and off while the files are read; shows what is left of it.
churn()
{
	local reader

	while :; do
		cat $DBG/events $DBG/events_json > "$TMP/read"
	done &
	reader=$!
	for _ in {1..15}; do
		echo 1 > $WATCHDOG
		echo 0 > $WATCHDOG
	done
	kill $reader
	wait $reader
	cat $DBG/events
}

plan 10
echo 0 > $WATCHDOG
load
is "nothing is shown while the watchdog is off" "$(cat $DBG/events)" ''
echo 1 > $WATCHDOG
ok "the watchdog can be switched on" test "$(cat $WATCHDOG)" = 1
is "it has a counter on each cpu" "$(cpus)" "$(online)"
ok "which its own function has created" has "$(values 'map(.owner) | unique | @csv')" \
	'^"[a-z_.]*(watchdog|hardlockup)[a-z_.0-9]*"$'
is "they sample cycles, all the time" \
	"$(values 'map("\(.event) \(.state) \(.percent) \(.sampling.freq)") | unique[]')" \
	'cycles active 100 null'
ok "the text says so" has "$(cat $DBG/events)" 'cpu 1 .*  kernel: [a-z_.]*(watchdog|hardlockup)'
grep kernel: $DBG/events | sed 's/^/# /'
echo 0 > $WATCHDOG
is "they are gone when the watchdog is off" "$(cat $DBG/events)" ''
is "and after it was switched often, while the files were read" "$(churn)" ''
echo 1 > $WATCHDOG
is "it comes back with new counters" "$(cpus)" "$(online)"
echo 0 > $WATCHDOG
ok "the module goes" unload
finish
