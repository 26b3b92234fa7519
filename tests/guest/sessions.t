#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # ok evaluates conditions late
# time limit: 600
# not on debug kernels: it tests what is recorded, not how
#
# Sessions of perf, call by call: the records have the calls that strace sees, in its order, with its
# arguments and results. strace.t compares the attrs of the opens.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

# name | perf's arguments | the command
rows='stat              | stat                                                         | true
stat-detailed     | stat -d                                                      | true
stat-group        | stat -e {task-clock,page-faults,context-switches}            | true
stat-all          | stat -a -e cpu-clock,page-faults                             | true
stat-interval     | stat -I 100 -e cpu-clock                                     | sleep 0.3
stat-tracepoint   | stat -e sched:sched_switch,sched:sched_process_exec          | true
stat-cgroup       | stat -a -e cpu-clock -G perfattr                             | sleep 0.1
stat-pid          | stat -p $OTHER -e task-clock                                 | sleep 0.1
record            | record -o $DATA -e cpu-clock                                 | true
record-filter     | record -o $DATA -a -e sched:sched_switch --filter prev_pid>0 | true
record-group      | record -o $DATA -e {cpu-clock,page-faults}:S                 | true
record-breakpoint | record -o $DATA -e mem:0x10000:rw                            | true
record-kprobe     | record -o $DATA -e kprobes:pa_open                           | true
record-uprobe     | record -o $DATA -e uprobes:pa_entry                          | true
record-branches   | record -o $DATA -e cpu-clock -b                              | true
record-pid        | record -o $DATA -e cpu-clock -p $OTHER                       | sleep 0.1
sched             | sched record -o $DATA                                        | true'

field() # NUMBER
{
	cut -d '|' -f "$1" <<< "$row" | sed 's/^ *//; s/ *$//'
}

recorded_as_strace_sees_it()
{
	local perf command

	read -r -a perf <<< "$(field 2)"
	read -r -a command <<< "$(field 3)"
	perf=("${perf[@]//\$OTHER/$OTHER}")
	perf=("${perf[@]//\$DATA/$TMP/data}")
	echo 1 > "$DBG/clear"
	timeout -s INT 60 strace -o "$TMP/strace" -s 1000 -X raw -e signal=none \
		-e trace=perf_event_open,ioctl,mmap,munmap,read,close perf "${perf[@]}" "${command[@]}" \
		> "$TMP/said" 2>&1 < /dev/null
	json_calls > "$TMP/records"
	python3 tests/guest/sessions.py "$TMP/strace" "$TMP/records"
}

has_pids()
{
	grep -qw pids /sys/fs/cgroup/cgroup.controllers
}

# The cgroup, the probes and the process that some rows need.
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

plan "$(wc -l <<< "$rows")"
prepare
load calls=1 records=20000 filter=comm=perf
while read -r row; do
	if [ "$(field 1)" = stat-cgroup ] && ! has_pids; then
		skip 'stat-cgroup' 'nothing enables perf_event in a cgroup here'
		continue
	fi
	ok "as strace sees it: $(field 1)" recorded_as_strace_sees_it
done <<< "$rows"
kill "$OTHER"
unload
finish
