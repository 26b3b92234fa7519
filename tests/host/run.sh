#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# run.sh COMMAND...: runs each argument as a command that prints TAP, prints how many of its tests
# passed, and the output of failed ones, and adds up. A command that dies, or whose plan does not
# match its tests, counts as one more failed test. V=1 prints the whole output. None may take more than
# LIMIT seconds.

: "${LIMIT:=600}"

passed=0
failed=0

# The failed tests of standard input, each with the comments that follow it.
failures() {
	awk '/^not ok/ { show = 1 } /^ok|^1\.\./ { show = 0 } show'
}

for command in "$@"; do
	output=$(timeout -k 5 "$LIMIT" sh -c "$command" 2>&1)
	status=$?
	[ -z "$V" ] || printf '# %s\n%s\n' "$command" "$output"
	good=$(printf '%s\n' "$output" | grep -c '^ok ')
	bad=$(printf '%s\n' "$output" | grep -c '^not ok ')
	plan=$(printf '%s\n' "$output" | sed -n 's/^1\.\.\([0-9]*\)$/\1/p')
	name=${command%% *}
	name=${name%.sh}
	printf '%s: %d passed, %d failed\n' "${name##*/}" "$good" "$bad"
	printf '%s\n' "$output" | failures
	if [ "$plan" != "$((good + bad))" ] || { [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; }; then
		[ "$status" -ne 124 ] || status="124, after the limit of $LIMIT s"
		echo "not ok - $command: status $status, ran $((good + bad)) of ${plan:-?} tests"
		printf '%s\n' "$output" | grep -v '^ok ' | tail -n 40 | sed 's/^/# /'
		bad=$((bad + 1))
	fi
	passed=$((passed + good))
	failed=$((failed + bad))
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
