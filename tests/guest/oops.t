#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --smp 2 --append sysctl.kernel.panic_on_warn=0
# time limit: 300
# the kernel may say: kernel BUG at|Oops|Call [Tt]race:|still has locks held|WARNING: .*(rcu|held|exit|lock)|BUG: .*(held|atomic)
# leaks are expected of: oops
#
# A process dies in an oops inside perf_event_open(), and leaves its entry in the table of calls
# in flight behind. Neither a later task at the same address nor the next user of its kretprobe
# instance may come to harm.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 6

echo 0 > /proc/sys/kernel/panic_on_oops
echo 0 > /proc/sys/kernel/panic_on_warn
insmod tests/guest/modules/standin_oops.ko

# The path of an opener's record is that of every other. Both sides are never empty.
paths()
{
	jq -c 'select(.comm == "opener") | .kernel | [.path, .path_lost]' <(json_calls) | sort | uniq -c
}

load records=20000 filter=comm=opener
ok 'callers die in an oops' same "$(oops "$(cat /sys/bus/event_source/devices/standin_oops/type)" 10)" 10
paths > "$TMP/paths"
ok 'calls of others are recorded meanwhile' recorded_more_than 100
ok '... and have the steps of no other task' eval \
	'cat "$TMP/paths" && same "$(wc -l < "$TMP/paths")" 1 && has "$(cat "$TMP/paths")" perf_event_alloc'
echo > $PARAMS/filter
ok 'a call afterwards is recorded' eval 'before=$(counter recorded) && has "$(call)" ret=3 && recorded_more_than "$before"'
ok 'it unloads' unload
ok 'it loads again' eval 'load && call > "$TMP/call" && same "$(counter recorded)" 1 && unload'
finish
