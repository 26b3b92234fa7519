#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --append lsm=lockdown
#
# Lockdown as with secure boot: raised after the module was loaded, which for the module is the same
# as for a signed one. It cannot be lowered again, so this test has a separate guest.
# shellcheck source=tests/guest/trace.sh
. tests/guest/trace.sh

LOCKDOWN=/sys/kernel/security/lockdown
if ! [ -e $LOCKDOWN ]; then
	echo '1..0 # SKIP this kernel has no lockdown'
	exit 0
fi
plan 15

not_permitted() # COMMAND...
{
	! "$@" 2> "$TMP/err" || return
	has "$(cat "$TMP/err")" 'Operation not permitted'
}

# Under lockdown the debugfs of older kernels, such as RHEL 9's, lets only files be read that everybody
# may read (debugfs_locked_down(), fs/debugfs/file.c). The kernel's own list of kprobes has mode 0400.
roots_files_open() { [ "$(wc -c < /sys/kernel/debug/kprobes/list)" -gt 0 ]; }

EVENT=$TRACEFS/events/perfattr/perf_event_open

# The trace event shows a call.
traced()
{
	echo 1 > "$EVENT/enable" || return
	call config=9 > "$TMP/call"
	echo 0 > "$EVENT/enable"
	has "$(cat "$TRACEFS/trace")" 'perf_event_open: .* config=0x9 .* ret=3'
}

views_open()
{
	local view

	for view in log raw stats README; do
		ok "$view can be read under lockdown=integrity" eval "[ \$(cat $DBG/$view | wc -c) -gt 100 ]"
	done
	ok 'a stream can be read' eval 'timeout 120 raw_json $DBG/raw_pipe | head -n 3 | jq -es "length == 3"'
	ok 'calls go on being recorded' eval 'call > "$TMP/call" && same "$(counter recorded)" 4'
}

views_are_shut()
{
	local view

	for view in log raw stats raw_pipe; do
		ok "$view can not be read, as the kernel's own files of root" not_permitted cat $DBG/$view
	done
	ok '... but the README can, which is for all' has "$(cat $DBG/README)" stats
	perfattr-cat > "$TMP/cat" 2>&1
	ok 'perfattr-cat names the trace event, which is left' has "$(cat "$TMP/cat")" \
		'lockdown forbids reading .* perf trace -a -e perfattr:perf_event_open'
}

load
call times=3 > "$TMP/call"
for level in integrity confidentiality; do
	ok "lockdown is raised to $level" eval "echo $level > $LOCKDOWN && grep -F '[$level]' $LOCKDOWN"
	[ $level = integrity ] || break
	if roots_files_open 2> /dev/null; then
		views_open
	else
		views_are_shut
	fi
	ok 'the trace event can be read' traced
	ok 'clear, in debugfs, can not be written' not_permitted sh -c "echo 1 > $DBG/clear"
	ok '... but settings, which are parameters, can' eval 'echo comm=x > $PARAMS/filter && echo > $PARAMS/filter &&
		echo 1 > $PARAMS/brief && same "$(cat $PARAMS/filter $PARAMS/brief)" $'"'\\n1'"
done
ok '... and calls go on' has "$(call)" ret=3
ok 'the module unloads' unload
mark_kernel_log
ok 'an unsigned module is refused' fails load
ok '... and the kernel says why' eval 'dmesg | grep "Lockdown: .*unsigned module loading is restricted"'

finish
