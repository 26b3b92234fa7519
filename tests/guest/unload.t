#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Unloading while calls are in flight, files are open and readers are blocked. The guest panics
# on any warning, so reaching the end is most of the proof.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 12

# rmmod fails cleanly as long as somebody has a file open.
busy()
{
	! unload 2> "$TMP/err" || return
	cat "$TMP/err"
	has "$(cat "$TMP/err")" 'in use' && loaded && [ -e "$DBG/log" ]
}

storm 100000000 > "$TMP/made" &
storm=$!

load
exec 8< $DBG/log
ok 'an open snapshot keeps the module' busy
exec 8<&-
cat $DBG/log_pipe > /dev/null &
reader=$!
ok 'a reader of a stream keeps the module, while calls run' eval 'eventually users_are 1 && busy'
ok '... which goes on recording' eval 'a=$(counter recorded) && eventually recorded_more_than $a'
kill -KILL $reader
wait $reader 2> /dev/null
ok 'when the reader was killed the module unloads, while calls run' unload
ok '... and calls go on' eval 'kill -0 $storm && has "$(call)" ret=3'

ok 'it loads and unloads 5 times while calls run' \
	eval '(for i in 1 2 3 4 5; do load && eventually recorded_more_than 0 && unload || exit; done)'

load
kill $storm
wait $storm
put_to_rest=$(counter recorded)
cat $DBG/log_pipe > "$TMP/out" &
reader=$!
# It has a ring of records to read first, which takes a while on a busy machine.
ok 'a reader that waits for a record keeps the module' \
	eval 'eventually users_are 1 && eventually asleep $reader && busy'
is '... and it still waits' "$(ps -o stat= -p $reader | cut -c1) $(counter recorded)" "S $put_to_rest"
kill -KILL $reader
wait $reader 2> /dev/null
ok 'a waiting reader can be killed, and the module unloads' unload

load
ok 'an event of perf on the trace event keeps the module' eval \
	'hold_also traced hold_event 2 "$(cat /sys/kernel/tracing/events/perfattr/perf_event_open/id)" && busy'
kill "$holder"
wait "$holder" 2> /dev/null
ok 'when that is closed the module unloads' unload
ok 'nothing is left of it' eval '! [ -e $DBG ] && ! loaded'
finish
