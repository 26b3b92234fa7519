#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 300
#
# A3: probes can be switched off behind our back, by debugfs kprobes/enabled and, on x86, by the
# sysctl kernel.ftrace_enabled. That is seen, said once, and names the switch.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 23

KPROBES=/sys/kernel/debug/kprobes/enabled
FTRACE=/proc/sys/kernel/ftrace_enabled

firing_lines() # FILE
{
	sed -n 's/^\({"firing":[01]\),"seq":[0-9]*,"time_ns":[0-9]*}$/\1}/p' "$1"
}

told() # FILE
{
	[ -n "$(firing_lines "$1")" ]
}

# Seen, by a call, beside what is told.
call_is_recorded()
{
	local before

	before=$(counter recorded)
	call > "$TMP/call"
	[ "$(counter recorded)" -gt "$before" ]
}

# blind_by FILE NAME: what happens when the switch FILE is turned off under a loaded module.
blind_by()
{
	local switch=$1 name=$2

	reload
	call > "$TMP/call"
	is "$name: they fire first" "$(counter firing)" 1
	mark_kernel_log
	echo 0 > "$switch"
	call > "$TMP/call"
	is "$name=0: stats says firing 0, and a call is not in it" "$(counter firing) $(counter recorded)" '0 1'
	is '... and once more' "$(counter firing)" 0
	ok '... the log says so once and names the switch' \
		eval 'same "$(kernel_log | wc -l)" 1 && has "$(kernel_log)" "do not fire.*$name"'
	is '... the views say so once' "$(firing_lines $DBG/json) $(grep -c 'probes do not fire' $DBG/log)" '{"firing":0} 1'
	echo 1 > "$switch"
	is "$name=1: they fire again" "$(counter firing)" 1
	ok '... and record' call_is_recorded
	is '... and the views say so, in order' "$(firing_lines $DBG/json | tr '\n' ' ')" '{"firing":0} {"firing":1} '
	ok '... and what is told is no call' same "$(accounted)" 2
}

blind_by $KPROBES kprobes/enabled
if ftrace_can_be_off; then
	blind_by $FTRACE kernel.ftrace_enabled
	unload
	echo 0 > $FTRACE
	mark_kernel_log
	ok 'under kernel.ftrace_enabled=0 it does not load, and names that' \
		eval '! load 2> "$TMP/err" && has "$(kernel_log)" "kernel.ftrace_enabled=1"'
	echo 1 > $FTRACE
else
	for ((i = 0; i < 10; i++)); do
		skip 'kernel.ftrace_enabled' 'nobody can switch it off here'
	done
fi

# enable_kprobe() returns 0 while kprobes are off, and leaves the probe off for good.
reload
echo 0 > $KPROBES
echo 0 > $DBG/enable
ok 'enable=1 is refused while nothing fires' eval '! echo 1 > $DBG/enable && same "$(cat $DBG/enable)" 0'
echo 1 > $KPROBES
ok '... and works when it does' eval 'echo 1 > $DBG/enable && call_is_recorded'

# Followers are told when it happens, with nobody else asking.
echo 1 > $DBG/clear
perfattr-cat -f -j > "$TMP/followed" &
echo 0 > $KPROBES
ok 'perfattr-cat -f -j tells it' eval 'for ((i = 0; i < 4; i++)); do eventually told "$TMP/followed" && break; done
	same "$(firing_lines "$TMP/followed")" "{\"firing\":0}"'
sleep 11
is '... once' "$(firing_lines "$TMP/followed")" '{"firing":0}'
echo 1 > $KPROBES
finish
