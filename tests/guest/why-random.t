#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Reasons of random calls, a short run; "make check-why" makes a long one.
# time limit: 300
insmod ./perfattr_dump.ko || exit 1
echo 1..3
out=$(mktemp)
why_random 1500 3000 >"$out" 2>&1
status=$?
sed 's/^[^#]/# &/' "$out" | tail -n 60
last=$(tail -n 1 "$out")
n=0

check() # NAME COMMAND...
{
	n=$((n + 1))
	if "${@:2}"; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

check "random refusals have a reason, none of them a wrong one" [ $status = 0 ]
check "no call that succeeded is one that a rule refuses" grep -q ', 0 of them with a rule' "$out"
check "the run counts what it judged: $last" grep -q '^explained [1-9][0-9]* of [1-9]' "$out"
rmmod perfattr_dump
