#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --kexec
# time limit: 300
#
# The same kernel takes over by kexec while calls run, events are open and readers follow: it comes up, and
# the module loads and records there. The test is run once more there, and begins with what it
# has said before.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh

# The disk is the same in both kernels.
BEFORE=/var/tmp/storm-kexec

if ! grep -qw perfattr.second /proc/cmdline; then
	cat /proc/sys/kernel/random/boot_id > "$BEFORE.boot"
	exec {out}>&1 > "$BEFORE"
	plan 12
	load
	ok 'a program has events of every kind' hold_also events hold_events
	ok '... another one all breakpoint registers, and is refused more' hold_also refused tables refused 20 50
	calls "$SEED" 100000000 4 > "$TMP/made" &
	chaos $DBG "$SEED" > "$TMP/chaos" &
	perfattr -f -j 2> /dev/null | { head -n 200 > "$TMP/followed"; cat > /dev/null; } &
	ok 'calls run, every view is read, perfattr follows' eval 'eventually recorded_more_than 500 &&
		eventually eval "[ \$(wc -l < $TMP/followed) = 200 ]"'
	[ "$tests_failed" != 0 ] || kexec /.vm/vmlinuz /.vm/initrd "$(cat /proc/cmdline) perfattr.second"
	ok 'the machine has left this kernel' false
	cat "$BEFORE" >&"$out"
	finish
fi

cat "$BEFORE"
# shellcheck disable=SC2034 # of finish
tests_run=$(grep -c '^ok' "$BEFORE") tests_planned=12
ok 'another kernel was started, by kexec' fails cmp /proc/sys/kernel/random/boot_id "$BEFORE.boot"
ok '... without the module' fails loaded
ok 'it loads' load
ok '... and its probes fire' same "$(counter firing)" 1
ok '... nothing of before is open' same "$(cat $DBG/events)" ''
call times=100 > "$TMP/call"
is '... and it records' "$(counter recorded) $(accounted)" '100 100'
ok 'a breakpoint is refused for what holds it here' eval 'begin_holding hold_events breakpoints &&
	call type=5 bp_type=2 bp_addr=0x1000 bp_len=4 bits=0x21 | grep -q "^ret=-28 " &&
	explained | tail -n 1 | jq -e ".why.holders_now | length > 0" > "$TMP/jq"'
end_holding
total=$(many 5000 500)
ok "$total random calls return, and are accounted for" eval 'echo 1 > $DBG/clear; before=$(accounted)
	read -r made _ <<< "$(calls "$SEED" "$total" 4)" && same "$(($(accounted) - before))" "$made"'
ok 'the module unloads' unload
finish
