#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 300
#
# What the module reveals, and to whom: users, capabilities, namespaces, kernel addresses, bytes
# of earlier calls, and process names that try to forge output.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 35

VIEWS='log log_pipe raw raw_pipe raw_run events events_raw stats'
EVENTS=/sys/kernel/tracing/events/perfattr

# --- who may read ---

denied() # COMMAND...
{
	! "$@" > "$TMP/out" 2> "$TMP/err" || return
	[ ! -s "$TMP/out" ] && has "$(cat "$TMP/err")" 'Permission denied'
}

with_caps() # CAPABILITIES COMMAND...
{
	local caps=$1
	shift

	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps "-all,$caps" \
		--ambient-caps "-all,$caps" -- "$@"
}

every_view_denied_with() # CAPABILITIES
{
	local file

	for file in $VIEWS; do
		denied with_caps "$1" cat "$DBG/$file" || return
	done
	for file in enable filter records brief; do
		denied with_caps "$1" cat "$PARAMS/$file" || return
	done
}

# Root of a user namespace of its own, with mounts of its own.
contained() # COMMAND...
{
	setpriv --reuid 65534 --regid 65534 --clear-groups -- \
		unshare --user --map-root-user --mount -- "$@"
}

load
call times=3 > "$TMP/call"
# The folder of debugfs is closed to users: open it, so that our own modes are what is tested.
mount -o remount,mode=755 /sys/kernel/debug
ok 'CAP_PERFMON alone opens no view' every_view_denied_with +perfmon
ok '... nor do CAP_BPF, CAP_SYS_PTRACE and CAP_SYSLOG' \
	every_view_denied_with +bpf,+sys_ptrace,+syslog
ok '... as CAP_DAC_OVERRIDE does: it is the mode of the file that decides' \
	eval 'with_caps +dac_override cat $DBG/log | cmp - $DBG/log'
ok 'root of a user namespace opens no view' denied contained cat $DBG/log
ok '... and no setting' denied contained sh -c "echo 0 > $PARAMS/enable"
ok '... nor may it mount debugfs' \
	eval '! contained mount -t debugfs none /tmp 2> "$TMP/err" && has "$(cat "$TMP/err")" "permission denied"'
ok '... but its calls are recorded, with the ids of the initial namespaces' eval \
	'contained tests/guest/bin/call comm=contained > "$TMP/call" &&
		jq -es "last | .comm == \"contained\" and .uid == 65534" <(json)'
ok 'a view that root opened in a mount namespace shows the same' \
	eval 'unshare --mount --pid --fork cat $DBG/raw | cmp - $DBG/raw'
ok 'the settings are parameters that users may not write' denied with_caps +perfmon \
	sh -c "echo 1 > $PARAMS/brief"
ok '... nor read' denied with_caps +perfmon cat $PARAMS/filter
mount -o remount,mode=700 /sys/kernel/debug

# --- kernel addresses ---

address_of() # SYMBOL
{
	awk -v s="$1" '$3 == s { print "0x" $1; exit }' /proc/kallsyms
}

# One call of each kind that could make the kernel's addresses show.
every_kind()
{
	local jiffies sys_call kprobe

	sys_call=$(address_of perf_event_task_tick)
	jiffies=$(address_of jiffies_64)
	# Without CONFIG_KALLSYMS_ALL variables have no name: then code is watched.
	jiffies=${jiffies:-$sys_call}
	[ $((jiffies)) -lt 0 ] && [ $((sys_call)) -lt 0 ] || return
	kprobe=$(cat /sys/bus/event_source/devices/kprobe/type)
	call type=5 bp_type=3 config1="$jiffies" config2=8 bits=1
	call type=5 bp_type=3 config1="$jiffies" config2=3 bits=1
	call type=5 bp_type=4 config1="$sys_call" config2=8
	call type="$kprobe" config1=0 config2="$sys_call" bits=1
	call type="$kprobe" config1=0 config2="$((sys_call + 1))" bits=1
	call config=0 sample_period=100000 bits=1
	call config=1 sample_period=100000 bits=1
	call type=2 config="$(cat /sys/kernel/tracing/events/sched/sched_switch/id)" bits=1
	call type=0 config=0 bits=1
	call size=200
	perf stat -e task-clock,context-switches true
}

take_all()
{
	local view

	for view in log raw stats; do
		cat "$DBG/$view" > "$TMP/seen.$view"
	done
	perfattr -v -c --no-pager > "$TMP/seen.perfattr"
	perfattr -j --no-pager > "$TMP/seen.perfattr_json"
	for view in log_pipe raw_pipe; do
		dd if="$DBG/$view" iflag=nonblock bs=64k > "$TMP/seen.$view" 2> /dev/null
	done
	json > "$TMP/seen.json"
	echo 1 > "$PARAMS/brief"
	cat "$DBG/log" > "$TMP/seen.brief"
	echo 0 > "$PARAMS/brief"
	grep -v '^#' /sys/kernel/tracing/trace > "$TMP/seen.trace"
	dmesg | grep -a 'perfattr' > "$TMP/seen.dmesg"
	cat "$PARAMS"/* > "$TMP/seen.parameters" 2> /dev/null
}

shown_nowhere()
{
	python3 tests/guest/addresses.py "$TMP"/seen.*
}

for restrict in 0 2; do
	echo $restrict > /proc/sys/kernel/kptr_restrict
	reload
	echo 1 > $EVENTS/enable
	echo > /sys/kernel/tracing/trace
	# The addresses themselves can be had under 0 only.
	echo 0 > /proc/sys/kernel/kptr_restrict
	every_kind > "$TMP/calls" 2>&1
	status=$?
	echo $restrict > /proc/sys/kernel/kptr_restrict
	take_all
	is "calls with kernel addresses are made and recorded (kptr_restrict $restrict)" "$status $(
		[ "$(counter recorded)" -ge 12 ] && wc -l < "$TMP/seen.trace" | awk '$1 >= 12 { print "all" }')" \
		'0 all'
	ok "no view shows a kernel address (kptr_restrict $restrict)" shown_nowhere
	ok '... and the streams have shown what the snapshots have' eval \
		'cmp "$TMP/seen.log" "$TMP/seen.log_pipe" && cmp "$TMP/seen.raw" "$TMP/seen.raw_pipe"'
done
ok 'a breakpoint at one is shown by its symbol' eval 'grep "bp_addr = .*perf_event_task_tick" "$TMP/seen.log"'
echo 'a 0xffffffff81234567, "18446744071580518247", "attr_raw":"6745238181ffffffff"' > "$TMP/shown"
sed -i 's/6745238181ffffffff/67452381ffffffff/' "$TMP/shown"
is 'the test would find one' "$(python3 tests/guest/addresses.py "$TMP/shown" | wc -l)" 3
echo 0 > $EVENTS/enable
echo 0 > /proc/sys/kernel/kptr_restrict

# --- bytes of other calls ---

# Fills every place of the ring, and every instance of the probes, with bytes that are easy to find.
poison()
{
	local hex

	hex=$(printf 'c3a5%.0s' {1..124})
	mkdir -p /sys/fs/cgroup/poison-c3a5-poison
	call times=40 hex="010000000001000009000000000000$hex" size=256 comm='PoisonPoison'
	call times=40 type="$(cat /sys/bus/event_source/devices/uprobe/type)" config1=0x7 bits=1 comm='PoisonPoison'
	call times=40 type=2 config="$(cat /sys/kernel/tracing/events/sched/sched_switch/id)" bits=1
	perf stat -a -e cpu-clock -G poison-c3a5-poison true
}

reload records=16 maxactive=4
poison > "$TMP/calls" 2>&1
ok 'the poison is found where it belongs' \
	eval 'grep -qi "c3a5c3a5\|PoisonPoison\|sched_switch\|poison-c3a5" <(json)'
echo 1 > $DBG/clear
for i in 1 2 3 4 5; do
	call size=64 comm=x hex=0100000040000000 times=4
	call at=0x10 times=4
	call type=9999 bits=1 size=72 times=4
done > "$TMP/calls"
# The number of the load is random, and may be any of these.
{ cat $DBG/log && json; } | sed 's/"load":"[0-9a-f]*"//' > "$TMP/after"
ok 'and nowhere in the records after it, that are smaller' \
	eval 'same "$(counter held)" 16 && has_not "$(cat "$TMP/after")" "[cC]3[aA]5|50085|Poison|poison|sched_switch"'
ok '... nor in their bytes' eval '! LC_ALL=C grep -aqP "\xc3\xa5|Poison|poison|sched_switch" $DBG/raw'
ok '... nor are bytes that nobody wrote (slab poison)' \
	has_not "$(cat "$TMP/after")" '5a5a5a5a|6b6b6b6b|ZZZZ|kkkk|1515870810|1802201963'
ok 'a file that was just opened shows nothing of a file that was closed' eval \
	'cat $DBG/raw > "$TMP/a"; cat $DBG/log > /dev/null; cat $DBG/raw | cmp - "$TMP/a"'

# --- names that try to be more ---

reload
# 15 bytes are what a comm has.
hostile=$'\n#99 at\e[2J'
quote=$'*/"};\\\n\t\x01\xff'
call comm="$hostile" > "$TMP/call"
call comm="$quote" > "$TMP/call"
call comm=$'}\n{"v":1,"s":' > "$TMP/call"
path=$'/no*/such\n    #99 at 1 s, "}\e[2J\\\xff'
for pmu in uprobe kprobe; do
	call type="$(cat /sys/bus/event_source/devices/$pmu/type)" string="$path" bits=1 > "$TMP/call"
done
mkdir -p $'/sys/fs/cgroup/*_end "} */ \\ \x01'
perf stat -a -e cpu-clock -G $'*_end "} */ \\ \x01' true > "$TMP/perf" 2>&1
ok 'hostile names make no line of their own in the text' eval \
	'same "$(grep -a -c "^    #[0-9]* at .* s, " $DBG/log) $(grep -a -c "DUMP=*$" $DBG/log)" "$(counter recorded) $(counter recorded)"'
ok '... and no byte that a terminal obeys' eval '! LC_ALL=C grep -a -P "[^\n\t\x20-\x7e]" $DBG/log'
ok '... nor in JSON, which parses to the very bytes' eval \
	'jq -es "length == $(counter recorded)" <(json_calls) && ! LC_ALL=C grep -a -P "[^\n\x20-\x7e]" <(json) &&
		jq -r .comm <(json_calls) | grep -qF "*/\"};\\"'
ok '... a path and a symbol among them' eval \
	'same "$(json | jq -c ".strings // empty" | grep -c -F "/no*/such\\n    #99 at 1 s")" 2'
ok '... and no comment ends early' eval \
	'! sed -e "s,/\*[^*]*\(\*[^/*][^*]*\)*\*/,,g" $DBG/log | grep -a -F "*/"'
# The process's name to the left of our event is ftrace's.
ok '... nor does the tracefs event carry them on' eval \
	'echo 1 > $EVENTS/enable; call comm="$hostile" > /dev/null; echo 0 > $EVENTS/enable
	grep -a -F "perf_event_open: seq=" /sys/kernel/tracing/trace > "$TMP/trace" &&
		! sed "s/.*perf_event_open: //" "$TMP/trace" | LC_ALL=C grep -a -P "[^\n\x20-\x7e]"'

forged()
{
	mark_kernel_log
	printf 'comm=\n\nperfattr_dump: forged \033[2J' > "$PARAMS/filter"
	printf 'x\nperfattr_dump: forged\033' > "$PARAMS/enable"
	kernel_log
}
log=$(forged 2> /dev/null)
ok 'a filter or parameter that is refused is named in the kernel log' has "$log" 'forged'
ok '... in one line each, that it does not begin' \
	eval 'has_not "$log" "^perfattr_dump: forged" && has_not "$log" $'"'\e'"

# --- memory ---

# Streams that are open, each with the first byte taken of what it says of the machine.
open_streams() # NUMBER
{
	local fd

	for ((fd = 20; fd < 20 + $1; fd++)); do
		eval "exec $fd< $DBG/raw_pipe" && dd bs=1 count=1 status=none <&$fd > /dev/null || return
	done
}

open_events()
{
	eval "exec 19< $DBG/events"
}

# Prints by how many bytes a command that opens files makes the memory of its cgroup grow.
charged() # COMMAND...
{
	local group=/sys/fs/cgroup/reader

	echo +memory > /sys/fs/cgroup/cgroup.subtree_control
	mkdir -p "$group"
	(
		echo "$BASHPID" > "$group/cgroup.procs"
		before=$(cat "$group/memory.current")
		"$@"
		echo "$(($(cat "$group/memory.current") - before))"
	)
}

between() # NUMBER LEAST MOST
{
	echo "$1 bytes"
	[ "$1" -gt "$2" ] && [ "$1" -lt "$3" ]
}

# Streams that sleep while two rings full of calls pass, and what the first says then.
sleep_and_lose() # NUMBER
{
	open_streams "$1" && call times=8192 > /dev/null || return
	{ printf '\211'; what_has_come <&20; } | raw_json | grep -m 1 '^{"lost"' > "$TMP/lost"
}

what='what a reader holds is charged to its cgroup: of a stream less than 80 kB'
asleep='... nor does it hold a sixteenth of a ring when it sleeps while two rings full of calls pass'
many='... of events less than 2 kB for each of 10,000'
if grep -qw memory /sys/fs/cgroup/cgroup.controllers; then
	ok "$what" eval 'between "$(charged open_streams 100)" $((100 * 32 * 1024)) $((100 * 80 * 1024))'
	ok "$asleep" eval 'between "$(charged sleep_and_lose 100)" $((100 * 32 * 1024))' \
		'$((100 * 4096 * $(counter record_bytes) / 16))'
	begin_holding hold_events many 10000
	# KASAN, which a debug kernel has, keeps some bytes around each piece of memory.
	# shellcheck disable=SC2034 # ok evaluates it
	most=$([[ $(uname -r) == *debug* ]] && echo 3000 || echo 2000)
	ok "$many" eval 'between "$(charged open_events)" $((10000 * 500)) $((10000 * most))'
	end_holding
else
	sleep_and_lose 1
	skip "$what" 'this kernel has no memory cgroups'
	skip "$asleep" 'this kernel has no memory cgroups'
	skip "$many" 'this kernel has no memory cgroups'
fi
ok 'a reader that slept is told what it lost' has "$(cat "$TMP/lost")" '^\{"lost":[0-9]+\}$'

finish
