#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2034,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 900
#
# Data races, in a kernel with CONFIG_KCSAN. The kernel has races of its own, so only those between
# two functions of the module are reported; a report ends the guest.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh

KCSAN=/sys/kernel/debug/kcsan
if ! [ -e $KCSAN ]; then
	echo '1..0 # SKIP this kernel does not look for data races'
	exit 0
fi
plan 6

watch_our_functions()
{
	local function n=0

	echo whitelist > "$KCSAN"
	while read -r function; do
		echo "!$function" > "$KCSAN" && n=$((n + 1))
	done < <(awk '$4 == "[perfattr_dump]" && tolower($2) == "t" && $3 !~ /^__/ { print $3 }' \
		/proc/kallsyms)
	echo "$n functions"
	[ "$n" -gt 100 ] && echo on > "$KCSAN"
}

kcsan_counter() # NAME
{
	sed -n "s/^$1: *//p" $KCSAN
}

load
ok 'races of the functions of the module are looked for' watch_our_functions
before=$(kcsan_counter setup_watchpoints)
chaos $DBG "$SEED" clear records filter brief > "$TMP/chaos" &
chaos=$!
made=$(calls "$SEED" 20000 8)
calm $chaos
tally 'kcsan' "${made% *}"
ok '20000 random calls return, while readers and settings go on' has "$made" '^20000 '
ok '... and no line that was read is broken' has "$(cat "$TMP/chaos")" ' broken=0 '
ok 'accesses were watched' eval '[ "$(kcsan_counter setup_watchpoints)" -gt "$before" ]'
ok 'and no race was seen' eval '! dmesg | grep -A 30 "BUG: KCSAN"'
echo off > "$KCSAN"
ok 'the module unloads' unload

finish
