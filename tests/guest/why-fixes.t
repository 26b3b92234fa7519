#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Plans tried for real, a short run; "make check-fixes" makes a long one.
# time limit: 400
insmod ./perfattr_dump.ko || exit 1
echo 1..4
out=$(mktemp)
why_fixes "${1:-500}" >"$out" 2>&1
status=$?
sed 's/^[^#]/# &/' "$out" | tail -n 80
last=$(tail -n 1 "$out")
n=0

check() # NAME COMMAND...
{
	n=$((n + 1))
	if "${@:2}"; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

check "what a plan promises is kept, and what it loses is said" [ $status = 0 ]
check "no plan goes in a circle or builds on garbage" grep -q ', circles 0, unsafe 0,' "$out"
check "where no argument is said to help, none does" grep -q '"no argument helps" 0,' "$out"
check "the run counts what it tried: $last" grep -q '^plans [1-9][0-9]*, opened [1-9]' "$out"
rmmod perfattr_dump
