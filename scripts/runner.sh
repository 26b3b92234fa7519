# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What every script that runs tests shares: counting, running some at a time, the last line. Sourced after
# lib.sh, never run. Results are added up in passed and failed.
# shellcheck disable=SC2034 # used by those who source this

passed=0 failed=0

# How many guests run at a time; each keeps one CPU busy.
: "${JOBS:=$(nproc)}"

# await_turn: returns as soon as fewer than JOBS jobs of this shell run.
await_turn() {
	while [ "$(jobs -pr | wc -l)" -ge "$JOBS" ]; do
		wait -n || true
	done
}

# total LOG: passed and failed of its last line "N passed, N failed"; nothing if it did not come to that.
total() { sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$1" | tail -n 1; }

# add_total LOG STATUS: set p and f to the results of a run that wrote LOG and ended with STATUS, and add
# them up. One without a total, or whose status its total does not explain, has failed.
add_total() {
	read -r p f < <(total "$1") || p=0 f=1
	[ "$2" = 0 ] || [ "$f" != 0 ] || f=1
	passed=$((passed + p)) failed=$((failed + f))
}

# counted LOG CMD...: run CMD, show what it prints and keep that in LOG, and add up its results.
counted() {
	local log=$1 rc=0
	shift

	"$@" </dev/null 2>&1 | tee "$log" || rc=$?
	add_total "$log" "$rc"
}

# tap_count NAME OUTPUT STATUS: add the results of the test NAME, which printed the TAP in the file OUTPUT
# and ended with STATUS. Tests that were planned and did not run are a failure. There may be several plans, one
# for each file of tests that was run.
tap_count() {
	local p f planned

	read -r planned p f < <(awk '/^1\.\.[0-9]+$/ { n += substr($0, 4) } /^ok / { p++ }
		/^not ok / { f++ } END { print n + 0, p + 0, f + 0 }' "$2")
	if [ $((p + f)) != "$planned" ] || [ "$planned" = 0 ]; then
		echo "not ok - $1: planned $planned tests, ran $((p + f)), status $3"
		f=$((f + 1))
	elif [ "$3" != 0 ] && [ "$f" = 0 ]; then
		echo "not ok - $1: ended with status $3"
		f=1
	fi
	passed=$((passed + p)) failed=$((failed + f))
}

# failures: the failed tests of standard input, and what one of many says when it has FAILED, each with the
# comments that follow it; those of a guest behind the name of their file, which a guest says at its end.
failures() {
	awk '/^[^#]/ { show = /^not ok|^FAILED/ } show { held = held $0 "\n" }
		/^=== / { if (held) printf "# %s\n%s", $2, held; held = "" } END { printf "%s", held }'
}

# tested WORDS LOG CMD...: one test: CMD, whose output goes to LOG, succeeds.
tested() {
	local words=$1 log=$2 rc=0
	shift 2

	"$@" >"$log" 2>&1 || rc=$?
	if [ "$rc" = 0 ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - $words"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - $words"
	fi
	return "$rc"
}

# one_of_many FUNCTION WORD...: call it in a process of its own as soon as fewer than JOBS run. There it has its
# own passed and failed, and says them with give_total.
one_of_many() {
	if [ -z "${many-}" ]; then
		many=$(mktemp -d) many_left=0
		: >"$many/totals"
	fi
	await_turn
	many_left=$((many_left + 1))
	from_zero "$@" &
}

from_zero() {
	passed=0 failed=0
	"$@" || true
}

# give_total: one of many is done.
give_total() { echo "$passed $failed" >>"$many/totals"; }

# in_turn TEXT: print TEXT without another's of many in it.
in_turn() {
	(
		flock 8
		printf '%s\n' "$1"
	) 8<"$many"
}

# in_one_piece FUNCTION WORD...: what it prints, when it has ended.
in_one_piece() { in_turn "$("$@" 2>&1)"; }

# add_many: wait for all of these, and add up their results. One that broke off has given none, and has failed.
add_many() {
	local p f

	wait
	while read -r p f; do
		passed=$((passed + p)) failed=$((failed + f)) many_left=$((many_left - 1))
	done <"$many/totals"
	failed=$((failed + many_left))
	rm -rf "$many"
	unset many
}

# last_line: of every runner; fails if a test has, or if there was none.
last_line() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
