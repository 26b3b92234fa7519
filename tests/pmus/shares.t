#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # ok evaluates conditions late
#
# More events than the PMU has counters: the share of the time that a record and the files events and
# events_raw show is the one that perf shows.
# time limit: 120

. tests/guest/lib.sh

core=cpu
[ ! -e /sys/bus/event_source/devices/cpu_core ] || core=cpu_core

# perf stat's lines as "config share"; a share is in whole percent, as perf has cut it off.
by_perf()
{
	sed -nE 's,^[0-9<][^/]*/event=(0x[0-9a-f]+)/[^,]*\,[0-9]*\,([0-9]+)\..*,\1 \2,p' "$TMP/stat" |
		while read -r config share; do
			echo "$((config)) $share"
		done
}

# The same of the last read of each event, and of its close; $opens has the config of each open.
by_records() # CALL
{
	jq -s -r --arg call "$1" '
		(map(select(.call == "open")) | INDEX(.seq)) as $opens |
		map(select(.call == $call and .health and .event.type == '"$type"')) |
		group_by(.event.id) | map(last) | sort_by(.event.open)[] |
		"\($opens["\(.event.open)"].attr.config) \(.health.percent)"' <(json_calls)
}

# Events of our ten that now wait for a counter, and have one.
waiting_now()
{
	json events_raw | grep "\"holders\":" > "$TMP/now"
	jq -s -r 'map(select(.holders[0].comm == "perf" and (.state == "inactive" or .state == "active"))) |
		[length, (map(select(.state == "inactive")) | length > 0), (map(select(.state == "active")) | length > 0)] | @csv' "$TMP/now"
}

plan 7
type=$(cat /sys/bus/event_source/devices/$core/type)
list=$(printf "$core/event=0xc%d/," 0 1 2 3 4 5 6 7 8 9)
load calls=1
echo 0 > /proc/sys/kernel/nmi_watchdog
perf stat -x, -o "$TMP/stat" -e "${list%,}" -- taskset -c 0 bash -c 'spin 1000'
by_perf | sed 's/^/# perf: /'
ok 'ten events share the counters' eval '[ "$(by_perf | awk "\$2 > 0 && \$2 < 100" | wc -l)" -ge 6 ]'
is 'a read of each says the share that perf shows' "$(by_records read)" "$(by_perf)"
is '... and its close does' "$(by_records close)" "$(by_perf)"
is '... and the log' "$(sed -n 's/^    .* health: ran \([0-9]*\) %.*/\1/p' "$DBG/log" | sort -u)" \
	"$(by_perf | cut -d ' ' -f 2 | sort -u)"
perf stat -x, -o "$TMP/stat" -e "${list%,}" -- taskset -c 0 bash -c 'spin 4000' &
sleep 2
is 'while they share, events shows who waits and who runs' "$(waiting_now)" '10,true,true'
wait
is 'afterwards nothing is open' "$(cat "$DBG/events")" ''
ok 'the module goes' unload
finish
