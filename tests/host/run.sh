#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh COMMAND...: runs each argument as a command that prints TAP, JOBS of them at a time, prints how many of
# its tests passed, and the output of failed ones, and adds up. A command that dies, or whose plan does not
# match its tests, counts as one more failed test. V=1 prints the whole output. None may take more than
# LIMIT seconds.

# shellcheck source=scripts/lib.sh
. ../../scripts/lib.sh
# shellcheck source=scripts/runner.sh
. "$TOP/scripts/runner.sh"

: "${LIMIT:=3600}"

# run COMMAND: one of them.
run() {
	local output status=0 name=${1%% *} said

	output=$(mktemp)
	timeout -k 5 "$LIMIT" sh -c "$1" >"$output" 2>&1 || status=$?
	[ "$status" -ne 124 ] || status="124, after the limit of $LIMIT s"
	[ -z "${V-}" ] || printf '# %s\n%s\n' "$1" "$(cat "$output")"
	said=$(mktemp)
	tap_count "$1" "$output" "$status" >"$said"
	give_total
	name=${name##*/}
	echo "${name%.sh}: $passed passed, $failed failed"
	awk '/^not ok/ { show = 1 } /^ok|^1\.\./ { show = 0 } show' "$output"
	if [ -s "$said" ]; then
		cat "$said"
		grep -v '^ok ' "$output" | tail -n 40 | sed 's/^/# /' || true
	fi
	rm "$output" "$said"
}

for command in "$@"; do
	one_of_many in_one_piece run "$command"
done
add_many
last_line
