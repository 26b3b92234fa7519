#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --append lsm=lockdown
#
# Lockdown as with secure boot: raised after the module was loaded, which for the module is the same
# as for a signed one. It cannot be lowered again, so this test has a separate guest.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

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

load
call times=3 > "$TMP/call"
for level in integrity confidentiality; do
	ok "lockdown is raised to $level" eval "echo $level > $LOCKDOWN && grep -F '[$level]' $LOCKDOWN"
	[ $level = integrity ] || break
	for view in log json stats metrics README; do
		ok "$view can be read under lockdown=$level" eval "[ \$(cat $DBG/$view | wc -c) -gt 100 ]"
	done
	ok 'a stream can be read' eval 'timeout 5 head -n 3 $DBG/json_pipe | jq -es "length == 3"'
	ok 'settings in debugfs can not be written' not_permitted sh -c "echo 0 > $DBG/enable"
	ok '... but as parameters they can' eval 'echo 1 > $PARAMS/brief && same "$(cat $PARAMS/brief)" 1'
	ok 'calls go on being recorded' eval 'call > "$TMP/call" && same "$(counter recorded)" 4'
done
ok '... and calls go on' has "$(call)" ret=3
ok 'the module unloads' unload
mark_kernel_log
ok 'an unsigned module is refused' fails load
ok '... and the kernel says why' eval 'dmesg | grep "Lockdown: .*unsigned module loading is restricted"'

finish
