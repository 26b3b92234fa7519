#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 900
#
# Files are opened and closed, readers are killed in the middle of a read, readers pin the module.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh
plan 9

load
calls "$SEED" 3000 4 > "$TMP/made"
total=$(many 100000 20000)
ok "$total files are opened and closed" same "$(opens $DBG "$total" 4)" "$total"
ok '... and none is open any more' users_are 0

calls "$SEED" 100000000 2 > "$TMP/made" &
caller=$!
total=$(many 400 100)
ok "$total readers are killed in the middle of a read, while calls run" \
	same "$(kill_readers $DBG "$total" "$SEED")" "$total"
ok '... and none keeps the module' users_are 0
ok '... which goes on recording' eval 'a=$(counter recorded) && eventually [ "$(counter recorded)" -gt "$a" ]'
kill $caller
wait $caller

readers=()
for ((i = 0; i < 20; i++)); do
	cat $DBG/raw_pipe > /dev/null &
	readers+=($!)
done
ok '20 readers wait for a record' eventually users_are 20
ok '... and keep the module: rmmod says that it is in use' \
	eval '! unload 2> "$TMP/err" && has "$(cat "$TMP/err")" "in use"'
kill -KILL "${readers[@]}"
wait "${readers[@]}" 2> /dev/null
ok '... until they are killed' unload
ok 'nothing is left' eval '! [ -e $DBG ] && ! loaded'

finish
