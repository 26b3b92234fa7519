#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 300
#
# Probes can be switched off from outside, by debugfs kprobes/enabled and, on x86, by the
# sysctl kernel.ftrace_enabled. The module notices, and reports once which switch is off.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 23

KPROBES=/sys/kernel/debug/kprobes/enabled
FTRACE=/proc/sys/kernel/ftrace_enabled

firing_lines() # FILE
{
	sed -n 's/^\({"firing":[01]\),"seq":[0-9]*,"time_ns":"[0-9]*"}$/\1}/p' "$1"
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
	ok '... and once more; calls=1 is refused' \
		eval 'same "$(counter firing)" 0 && ! echo 1 > $PARAMS/calls && same "$(cat $PARAMS/calls)" 0'
	ok '... the log says so once and names the switch' \
		eval 'same "$(kernel_log | grep -c "no call is seen")" 1 && has "$(kernel_log)" "do not fire.*$name"'
	is '... the views say so once' "$(firing_lines <(json)) $(grep -c 'probes do not fire' $DBG/log)" '{"firing":0} 1'
	echo 1 > "$switch"
	is "$name=1: they fire again" "$(counter firing)" 1
	ok '... and record' call_is_recorded
	is '... and the views say so, in order' "$(firing_lines <(json) | tr '\n' ' ')" '{"firing":0} {"firing":1} '
	ok '... and what is told is no call' same "$(accounted)" 2
}

# Only probes that use ftrace are stopped by its switch; kernel/events/core.c of 5.10 knows none.
not_blind_by() # FILE NAME
{
	reload
	call > "$TMP/call"
	mark_kernel_log
	echo 0 > "$1"
	call > "$TMP/call"
	is "$2=0: what is probed does without: stats says firing 1, and a call is in it" \
		"$(counter firing) $(counter recorded)" '1 2'
	ok '... with its path' eval 'json | grep "^{.v" | tail -n 1 | grep -q "\"fn\":\"perf_event_alloc\""'
	is '... the log is silent' "$(kernel_log)" ''
	is '... and nobody is told anything' "$(firing_lines <(json))" ''
	ok '... but no probe is armed, which ftrace would not survive: calls=1 is refused' \
		eval '! echo 1 > $PARAMS/calls && same "$(cat $PARAMS/calls)" 0'
	ok '... and stages=2' eval '! echo 2 > $PARAMS/stages && same "$(cat $PARAMS/stages)" 1'
	ok '... the log names the switch' has "$(kernel_log)" "do not fire.*$2"
	echo 1 > "$1"
	ok "$2=1: calls=1 comes through" eval 'echo 1 > $PARAMS/calls'
	ok '... and all is recorded' call_is_recorded
}

blind_by $KPROBES kprobes/enabled
if ftrace_can_be_off; then
	reload
	# With CONFIG_X86_KERNEL_IBT the probe is behind an endbr64, at +0x4.
	if grep -qE '__x64_sys_perf_event_open\+0x[04] .*\[FTRACE\]' /sys/kernel/debug/kprobes/list; then
		blind_by $FTRACE kernel.ftrace_enabled
	else
		not_blind_by $FTRACE kernel.ftrace_enabled
	fi
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
echo 0 > $PARAMS/enable
ok 'enable=1 is refused while nothing fires' eval '! echo 1 > $PARAMS/enable && same "$(cat $PARAMS/enable)" 0'
echo 1 > $KPROBES
ok '... and works when it does' eval 'echo 1 > $PARAMS/enable && call_is_recorded'

# Followers are told when it happens, with nobody else asking.
echo 1 > $DBG/clear
perfattr-cat -f -j > "$TMP/followed" &
echo 0 > $KPROBES
ok 'perfattr-cat -f -j tells it' eval 'eventually told "$TMP/followed"
	same "$(firing_lines "$TMP/followed")" "{\"firing\":0}"'
sleep 11
is '... once' "$(firing_lines "$TMP/followed")" '{"firing":0}'
echo 1 > $KPROBES
finish
