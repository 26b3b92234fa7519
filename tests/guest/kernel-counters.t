#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Events that the kernel creates for itself, of debug registers: events shows them with the function
# that has created them, and no longer once they are released; closing an event costs nothing for it.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

if [ "$(uname -m)" != x86_64 ]; then
	plan 1
	skip 'events of debug registers' 'the program that sets them is for x86'
	finish
fi
plan 19

# A process takes more than a second in a debug kernel.
count=600
[[ $(uname -r) != *debug* ]] || count=60

# Waits for what the program says, at most for a minute.
says() # WORD
{
	local i

	for ((i = 0; i < 600; i++)); do
		! grep -q "^$1" "$TMP/said" || return 0
		sleep 0.1
	done
	cat "$TMP/said"
	return 1
}

go_on() # WORD
{
	echo >&"$holding"
	says "$1"
}

# What events_json says of those of the kernel.
values() # FILTER
{
	jq -s -r "map(select(.held == 0)) | $1" $DBG/events_json
}

tids()
{
	values 'map(.target.tid) | @csv'
}

load
mkfifo "$TMP/go"
python3 tests/guest/debug_registers.py "$count" < "$TMP/go" > "$TMP/said" 2>&1 &
exec {holding}> "$TMP/go"
ok 'a program sets debug registers of two processes' says held
read -r _ first second < "$TMP/said"
is 'the event of each is shown, under the task that it counts for' "$(tids)" "$first,$second"
is '... what it is, and that it is off' "$(values 'map("\(.event) \(.pmu) \(.state) \(.target.cpu)") | unique[]')" \
	'mem:0x12340/1:w breakpoint off null'
ok '... which function has created it' has "$(values 'map(.owner) | unique | @csv')" \
	'^"[a-z_]*(ptrace|breakpoint)[a-z_.0-9]*"$'
ok '... since when' eval 'now=$(cut -d. -f1 /proc/uptime)
	[ "$(values "map(.opened.time_ns | tonumber / 1000000000) | min")" != null ] &&
	values "map(.opened.time_ns | tonumber / 1000000000 | $now - .) | max" | awk "{ exit !(\$1 < 60) }"'
is '... and that no descriptor or record is known of it' \
	"$(values 'map("\(.holders) \(.opened.seq) \(.group) \(.buffer)") | unique[]')" '[] null null null'
ok 'the text shows the same' eval 'text=$(cat $DBG/events); echo "$text"
	same "$(grep -cE " python3\[.*  kernel: [a-z_]*(ptrace|breakpoint)" <<< "$text")" 2'
ok '... without an address of the kernel' has_not "$(cat $DBG/events $DBG/events_json)" 'ffff[0-9a-f]{8}'
ok 'closing an event hits no probe of ours for this' \
	has_not "$(cat /sys/kernel/debug/kprobes/list)" 'perf_release|perf_event_release_kernel'
ok 'the first process calls execve()' go_on executed
is '... so its event is gone, though the process is not' "$(tids)" "$second"
ok 'the process exists' test -d "/proc/$first"
ok 'many more are created and released' go_on released
is '... and only the other one is shown, and nothing is missing' \
	"$(tids) $(jq -c 'select(.kernel_missed)' $DBG/events_json)" "$second "
cat > "$TMP/thread.py" << 'END'
import os, sys, threading

def thread():
    print(os.getpid(), threading.get_native_id(), flush=True)
    sys.stdin.readline()
    os.execvp("sleep", ["sleep", "100"])

threading.Thread(target=thread).start()
END
mkfifo "$TMP/exec"
python3 "$TMP/thread.py" < "$TMP/exec" > "$TMP/thread" &
exec {going}> "$TMP/exec"
ok 'a thread that is not the first of its process has a counter' eval '
	eventually test -s "$TMP/thread" && read -r process thread < "$TMP/thread" && [ "$process" != "$thread" ] &&
	insmod tests/guest/modules/standin_counter.ko tid="$thread" && has "$(tids)" "\b$thread\b"'
echo >&"$going"
ok 'it calls execve(), which gives it another number: the counter is shown under that' eval '
	eventually grep -q sleep "/proc/$process/comm" && has "$(tids)" "\b$process\b"'
exec {going}>&-
kill "$(cut -d " " -f 1 "$TMP/thread")"
rmmod standin_counter
ok 'the module can be unloaded meanwhile' unload
mark_kernel_log
ok 'without the probe it loads, and says what events lacks' eval '
	load withhold=perf_event_create_kernel_counter
	has "$(kernel_log)" "cannot probe perf_event_create_kernel_counter .-2.: events will not show those of the kernel"'
ok '... so do the stats' \
	has "$(cat $DBG/stats)" '^probe\.perf_event_create_kernel_counter\.absent 1$'
exec {holding}>&-
wait
unload
finish
