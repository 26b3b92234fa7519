#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs each argument as a command that prints TAP, and adds up. A command that dies, or whose
# plan does not match what it ran, counts as a failed test of its own.

passed=0
failed=0

for command in "$@"; do
	echo "# $command"
	output=$(sh -c "$command" 2>&1)
	status=$?
	printf '%s\n' "$output"
	good=$(printf '%s\n' "$output" | grep -c '^ok ')
	bad=$(printf '%s\n' "$output" | grep -c '^not ok ')
	plan=$(printf '%s\n' "$output" | sed -n 's/^1\.\.\([0-9]*\)$/\1/p')
	if [ "$plan" != "$((good + bad))" ] || { [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; }; then
		echo "not ok - $command: status $status, ran $((good + bad)) of ${plan:-?} tests"
		bad=$((bad + 1))
	fi
	passed=$((passed + good))
	failed=$((failed + bad))
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
