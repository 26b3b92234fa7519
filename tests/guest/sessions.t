#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 3000
# long: programs made from recordings, compiled and run
# not on debug kernels: it tests programs, not the module
#
# Round trips: records perf, generates a program by perfattr-c --probes, compiles it without
# a warning, runs and records it: the two sequences of calls must be the same.
# Without --probes the program makes fewer calls; generated again from these, none is left out.
# The lines "# | ..." of this test's output are the table in docs/sessions.md;
# "SESSIONS='name ...'" in the environment selects rows.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
TESTS=$PWD/tests/guest

# name | perf's arguments | the command, "-" for none | what else the table says
rows='stat              | stat                                                         | true      | the hardware events are refused, and are again
stat-detailed     | stat -d                                                      | true      | as above
stat-software     | stat -e task-clock,page-faults,context-switches              | true
stat-group        | stat -e {task-clock,page-faults}                             | true
stat-all          | stat -a -e cpu-clock                                         | sleep 0.1
stat-cpu          | stat -C 1 -e cpu-clock,page-faults                           | sleep 0.1
stat-interval     | stat -I 100 -e cpu-clock                                     | sleep 0.3 | the reads come at the end of the program, not every 100 ms
stat-inherit-off  | stat -i -e task-clock                                        | true
stat-tracepoint   | stat -e sched:sched_switch,sched:sched_process_exec          | true
stat-cgroup       | stat -a -e cpu-clock -G perfattr                             | sleep 0.1 | the cgroup must be there
stat-pid          | stat -p $OTHER -e task-clock                                 | sleep 0.1 | the process is an argument
record            | record -o $DATA                                              | true
record-freq       | record -o $DATA -F 99 -ag                                    | sleep 0.2
record-period     | record -o $DATA -e task-clock -c 100000                      | true
record-tracepoint | record -o $DATA -a -e sched:sched_switch                     | sleep 0.2
record-filter     | record -o $DATA -e sched:sched_switch --filter prev_pid>0 -a | sleep 0.1
record-group      | record -o $DATA -e {cpu-clock,page-faults}:S                 | true
record-breakpoint | record -o $DATA -e mem:0x10000:rw                            | true
record-kprobe     | record -o $DATA -e kprobes:pa_open                           | true      | the probe must be there
record-uprobe     | record -o $DATA -e uprobes:pa_entry                          | true      | the probe must be there
record-dwarf      | record -o $DATA -e cpu-clock --call-graph dwarf              | true
record-branches   | record -o $DATA -e cpu-clock -b                              | true      | refused (no branch stack), and refused again
record-pid        | record -o $DATA -e cpu-clock -p $OTHER                       | sleep 0.1 | the process is an argument
record-cpu        | record -o $DATA -e cpu-clock -C 1                            | sleep 0.1
top               | top --stdio -e cpu-clock                                     | -         | ended by a signal; what its end closes is left out
trace             | trace -o $DATA -e openat                                     | true      | the filter names the pid of the recorded perf, as text
sched             | sched record -o $DATA                                        | true
lock              | lock record -o $DATA                                         | true
kmem              | kmem record -o $DATA                                         | true'

field() # NUMBER
{
	cut -d '|' -f "$1" <<< "$row" | sed 's/^ *//; s/ *$//'
}

# Records what a command does with perf events into FILE.
recorded() # FILE COMM COMMAND...
{
	local file=$1 comm=$2
	shift 2

	echo 1 > "$DBG/clear"
	timeout -s INT 20 "$@" > "$TMP/said" 2>&1 < /dev/null
	python3 "$TESTS/sessions.py" pick "$comm" < <(json_calls) > "$file"
	[ -s "$file" ]
}

round_trip()
{
	local perf command=()
	read -r -a perf <<< "$(field 2)"
	[ "$(field 3)" = - ] || read -r -a command <<< "$(field 3)"
	perf=("${perf[@]//\$OTHER/$OTHER}")
	perf=("${perf[@]//\$DATA/$TMP/data}")

	if [ "$name" = top ]; then
		recorded "$TMP/a" perf timeout -s INT 3 perf "${perf[@]}" || return
	else
		recorded "$TMP/a" perf perf "${perf[@]}" "${command[@]}" || return
	fi
	perfattr-c --probes -o "$TMP/session.c" "$TMP/a" || return
	tcc -Wall -Werror -o "$TMP/session" "$TMP/session.c" || return
	grep -q 'PID\.\.\. --' "$TMP/session.c" && command=("$OTHER" -- "${command[@]}")
	recorded "$TMP/b" session "$TMP/session" "${command[@]}" || { cat "$TMP/said"; return 1; }
	cat "$TMP/said"
	python3 "$TESTS/sessions.py" same "$TMP/a" "$TMP/b"
}

# Calls of records in a file, but polls and what the end of a process does.
calls_in() # FILE
{
	jq -s 'map(select(.call != "poll" and .at_exit != true)) | length' "$1"
}

# The program without trials and refused opens: on cpus that it finds itself, and with the status of
# its command.
trimmed()
{
	local status=0 left_out

	recorded "$TMP/a" perf perf record -o "$TMP/data" -a -e cpu-clock,page-faults true || return
	perfattr-c -o "$TMP/trimmed.c" "$TMP/a" && tcc -Wall -Werror -o "$TMP/trimmed" "$TMP/trimmed.c" || return
	grep 'Left out' "$TMP/trimmed.c" && grep -q 'i < cpus' "$TMP/trimmed.c" || return
	recorded "$TMP/b" trimmed "$TMP/trimmed" sh -c 'exit 3' || { cat "$TMP/said"; return 1; }
	perfattr-c -o "$TMP/again.c" "$TMP/b" && ! grep 'Left out' "$TMP/again.c" || return
	# An open that was left out had no other call but its close, or none.
	left_out=$(jq -s '[.[] | select(.errno != null)] | length' "$TMP/a")
	same "$(calls_in "$TMP/b")" "$(($(calls_in "$TMP/a") - left_out -
		2 * ($(sed -n 's/.*Left out: \([0-9]*\) .*/\1/p' "$TMP/trimmed.c") - left_out)))" || return
	"$TMP/trimmed" sh -c 'exit 3' > "$TMP/said" || status=$?
	same "$status" 3
	# On one cpu of two: fewer events, and no error.
	echo 0 > /sys/devices/system/cpu/cpu1/online || return
	recorded "$TMP/b" trimmed "$TMP/trimmed" true
	status=$?
	echo 1 > /sys/devices/system/cpu/cpu1/online
	[ "$status" -eq 0 ] && same "$(jq -s 'map(select(.attr != null) | .args.cpu) | unique | length' "$TMP/b")" 1
}

# The row of the table: what the last test has just compared.
table_row()
{
	local command remark

	command=$(field 3)
	[ "$command" != - ] || command=''
	remark=$(field 4)
	echo "# | $name | \`perf $(field 2)${command:+ $command}\` | $(tail -n 1 "$TMP/diag") |" \
		"same${remark:+; $remark} |"
}

has_pids()
{
	grep -qw pids /sys/fs/cgroup/cgroup.controllers
}

# The cgroup, the probes and the process that some rows want.
prepare()
{
	mountpoint -q /sys/fs/cgroup || mount -t cgroup2 none /sys/fs/cgroup
	# A new cgroup has the perf_event controller once its parent's controllers were set.
	has_pids && echo +pids > /sys/fs/cgroup/cgroup.subtree_control
	mkdir -p /sys/fs/cgroup/perfattr
	mountpoint -q /sys/kernel/tracing || mount -t tracefs none /sys/kernel/tracing
	echo 'p:kprobes/pa_open do_sys_openat2' > /sys/kernel/tracing/kprobe_events
	echo "p:uprobes/pa_entry $(readlink -f /bin/bash):0x30000" > /sys/kernel/tracing/uprobe_events
	sleep 3000 &
	OTHER=$!
}

if ! command -v perfattr-c > /dev/null; then
	echo '1..0 # SKIP perfattr-c is there on amd64 only'
	exit 0
fi
chosen=${SESSIONS:-$(cut -d '|' -f 1 <<< "$rows" | xargs)}
plan "$(($(wc -w <<< "$chosen") + 2))"
prepare
load calls=1 records=20000
while read -r row; do
	name=$(field 1)
	[[ " $chosen " == *" $name "* ]] || continue
	if [ "$name" = stat-cgroup ] && ! has_pids; then
		skip "$name: perf $(field 2)" 'nothing enables perf_event in a cgroup here'
		continue
	fi
	failed_before=$tests_failed
	ok "$name: perf $(field 2)" round_trip
	[ "$tests_failed" -gt "$failed_before" ] || table_row
	[ -z "${KEEP:-}" ] || { mkdir -p "$KEEP" && cp "$TMP/a" "$KEEP/$name.json" &&
		cp "$TMP/b" "$KEEP/$name.again.json" && cp "$TMP/session.c" "$KEEP/$name.c"; } 2> /dev/null
done <<< "$rows"
kill "$OTHER"
ok 'without --probes: no trials, on the cpus that there are, with the status of the command' trimmed
ok 'the program of the walk in docs/sessions.md shows where memory is touched' \
	eval 'mem_record true > "$TMP/said" && grep -q "^[0-9]*: 0x[0-9a-f]* touches 0x[0-9a-f]*$" "$TMP/said"'
unload
finish
