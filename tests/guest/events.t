#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 900
#
# The files events and events_raw: every event that a process holds open, and no other, beside
# hold_events, which knows what it holds. READS=1000 reads that often while others open and close.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 33

CG=/sys/fs/cgroup
READS=${READS:-4}
[[ $(uname -r) != *debug* ]] || READS=30

# Starts hold_events, which goes on until stop_holding; its truth is in $TMP/NAME.
hold() # NAME ARGUMENT...
{
	local name=$1 i
	shift

	mkfifo "$TMP/$name.end"
	hold_events "$@" < "$TMP/$name.end" > "$TMP/$name" 2> "$TMP/$name.err" &
	held=$!
	exec {holding}> "$TMP/$name.end"
	for ((i = 0; i < 600; i++)); do
		! grep -q '^ready$' "$TMP/$name" || return 0
		kill -0 "$held" || break
		sleep 0.1
	done
	cat "$TMP/$name.err"
	return 1
}

nothing_open()
{
	[ -z "$(cat "$DBG/events")" ]
}

# Its children die after it.
stop_holding()
{
	exec {holding}>&-
	wait "$held"
	eventually nothing_open
}

truth() # NAME
{
	grep -v '^ready$' "$TMP/$1" | LC_ALL=C sort -u
}

# The events of events_raw, without the kernel and its PMUs.
json_events()
{
	json events_raw | grep '"holders":'
}

# Events in events_raw, as hold_events prints them; without the program that opens and closes.
seen_in() # FILE
{
	jq -r '.id as $id | .holders[] | select(.comm != "churn") | "\(.pid) \(.fd) \($id)"' "$1" | LC_ALL=C sort
}

seen()
{
	json_events > "$TMP/events_json" || return
	seen_in "$TMP/events_json"
}

# What differs between what is held and what is shown; nothing if both are the same.
differs() # NAME
{
	seen | diff <(truth "$1") - | head -n 20
}

# One value of each event of the last read that is not churn's.
values() # FILTER
{
	jq -s -r "map(select(.holders[0].comm != \"churn\")) | $1" "$TMP/events_json"
}

# What was read is looked at when churn has ended: jq would have to share the CPU with it.
differs_under_churn()
{
	local i

	hold_events churn &
	hold_events churn &
	for ((i = 0; i < READS; i++)); do
		json_events > "$TMP/read.$i"
	done
	kill "$(jobs -p | tail -n 1)" "$(jobs -p | tail -n 2 | head -n 1)"
	for ((i = 0; i < READS; i++)); do
		seen_in "$TMP/read.$i" | diff <(truth all) - | head -n 20
	done
}

# The same of the text: of each line the id, and the holders.
seen_in_text()
{
	cat "$DBG/events" > "$TMP/events" || return
	python3 - "$TMP/events" << 'END'
import re, sys
for line in open(sys.argv[1]):
    if line[0] == '#':
        continue
    for pid, fd in re.findall(r'\[(\d+)\]:fd (\d+)', line):
        print(pid, fd, line.split()[0])
END
}

text_differs() # NAME
{
	seen_in_text | LC_ALL=C sort | diff <(truth "$1") - | head -n 20
}

mountpoint -q $CG || mount -t cgroup2 none $CG
# A new cgroup has the perf_event controller once its parent's controllers were set.
echo +pids > $CG/cgroup.subtree_control
mkdir -p $CG/held
ok 'a program holds events in every way: alone, duplicated, forked, passed on, over exec, in threads and namespaces' \
	hold all $CG/held
load
ok 'they were opened before the module was loaded' eval 'same "$(counter recorded)" 0'
is 'every descriptor is shown, and no other' "$(differs all)" ''
is '... of which there are many' "$([ "$(truth all | wc -l)" -gt 200 ] && echo yes)" yes
is '... an event a line' "$(wc -l < "$TMP/events_json")" "$(truth all | cut -d ' ' -f 3 | sort -u | wc -l)"
is '... sorted by id' "$(jq -r .id "$TMP/events_json")" "$(jq -r .id "$TMP/events_json" | sort -n)"
is 'the text has the same' "$(text_differs all)" ''
is '... under one line of titles' "$(grep -c '^#' "$TMP/events") $(head -n 1 "$TMP/events" | cut -c 1-4)" '1 # ID'
# Root without CAP_SYS_PTRACE, to whom this mount shows no process that has it.
hidden() # COMMAND...
{
	setpriv --bounding-set=-sys_ptrace unshare -m \
		bash -c 'mount -t proc -o hidepid=2,gid=12345 proc /proc && exec "$@"' bash "$@"
}
ok 'a mount of /proc with hidepid hides the program' eval '! hidden ls -d "/proc/$held"'
is '... but none of its events' "$(hidden cat "$DBG/events" | cut -d " " -f 1-4 | cksum)" \
	"$(cut -d " " -f 1-4 "$DBG/events" | cksum)"
is 'all have each member' "$(values 'map(keys_unsorted | join(",")) | unique | length')" 1
is 'a PMU has one number, and no other PMU has it' \
	"$(values 'map("\(.pmu) \(.pmu_id | numbers)") | unique | [length, (map(split(" ")[0]) | unique | length), (map(split(" ")[1]) | unique | length)] | unique | length')" 1
is 'opens that were not recorded have no record' "$(values 'map(.opened) | unique[]')" null
is 'an event that is held twice and thrice is' "$(values 'map(.held) | unique | @csv')" 1,2,3
# hold_group() is run twice.
is 'a group names its leader, which is held, and members are off as it is' "$(values '
	(map(select(.group.leads)) | map(.id)) as $leaders |
	map(select(.group.leads == false)) |
	[length, (map(.group.leader | IN($leaders[])) | all), (map(.state) | unique[0])] | @csv')" '26,true,"off"'
is 'a leader tells how many members it has' "$(values 'map(select(.group.leads) | .group.siblings) | @csv')" 13,13
is 'an event is named as perf names it, with its PMU' \
	"$(values 'map(select(.target.cpu == 0 and .cgroup == null and .sampling == null)) | map("\(.event) \(.pmu)") | @csv')" '"cpu-clock cpu_clock"'
is 'its cgroup is shown' "$(values 'map(.cgroup | select(.)) | @csv')" '"/held"'
is 'an event of another task shows that, not its holder' "$(
	grep -c "^$(values 'map(select(.event == "cpu-clock" and .target.pid and .target.pid != .holders[0].pid))[].target.pid') " \
		<(truth all))" 14
# perf_swevent_init_hrtimer() makes a period of the frequency of a clock.
is 'one that samples shows its period, mapping and state, and no times while it is on' "$(values 'map(select(.sampling)) |
	map("\(.sampling.freq) \(.sampling.period) \(.buffer.maps) \(.state) \(.enabled_ns) \(.running_ns) \(.percent)") | @csv')" \
	'"null 10000000 1 active null null null"'
is 'those that are off were never enabled, and have counted nothing' "$(values 'map(select(.state == "off" and (.group | not))) |
	[(map(.enabled_ns) | unique[]), (map(.count.value) | unique[]), (map(.percent) | unique[])] | @csv')" '"0","0",'
is "what is held is shown in each of $READS reads while others open and close" "$(differs_under_churn)" ''
is 'reading makes no record of a call of its own' \
	"$(jq -s 'map(select(.comm != "churn" and .comm != "hold_events")) | length' <(json_calls))" 0

ok 'a reader that is killed at any moment leaves nothing open' eval '
	for ((i = 0; i < 10; i++)); do
		timeout -s KILL "0.0$((i % 10))" cat "$DBG/events" > "$TMP/part"
	done
	eventually users_are 0'
ok 'what is closed is gone, and so are the titles' stop_holding

echo 1 > $PARAMS/calls
echo 1 > $DBG/clear
ok 'a program opens events while calls are recorded' hold later $CG/held
is 'each event tells the record of its open' "$(seen | diff <(truth later) - | head -n 5
	values 'map("\(.id) \(.opened.seq)")[]' | LC_ALL=C sort | diff - <(
	jq -r 'select(.call == "open" and .ret >= 0) | "\(.kernel.id) \(.seq)"' <(json_calls) | LC_ALL=C sort) |
	grep '^<')" ''
is '... and how much is mapped' "$(values 'map(select(.buffer) | .buffer.data_len) | @csv')" 36864
stop_holding
echo 0 > $PARAMS/calls

ok 'a table of a million descriptors is walked' hold table table 20000
is '... to its last place' "$(differs table)" ''
stop_holding
ok 'a program opens 3,000 events' hold many many 3000
json_events > "$TMP/events_json"
is '... which are shown' "$(wc -l < "$TMP/events_json") $(jq -r .id "$TMP/events_json" | sort -u | wc -l)" '3000 3000'
stop_holding
ok 'the module can be unloaded' unload
finish
