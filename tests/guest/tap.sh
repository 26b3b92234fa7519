# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# TAP for the shell tests. Sourced.

TMP=$(mktemp -d)
tests_run=0
tests_failed=0

plan() # NUMBER
{
	tests_planned=$1
	echo "1..$1"
}

# Runs a command as a test; shows its output if it fails.
ok() # DESCRIPTION COMMAND...
{
	local what=$1 status=0
	shift

	tests_run=$((tests_run + 1))
	"$@" > "$TMP/diag" 2>&1 || status=$?
	if [ "$status" -eq 0 ]; then
		echo "ok $tests_run - $what"
	else
		echo "not ok $tests_run - $what"
		echo "# status $status of: $*"
		head -n 40 "$TMP/diag" | sed 's/^/# /'
		tests_failed=$((tests_failed + 1))
	fi
}

same() # GOT WANT
{
	[ "$1" = "$2" ] && return
	printf 'got:\n%s\nwant:\n%s\n' "$1" "$2"
	return 1
}

# A test that cannot run on this machine.
skip() # DESCRIPTION REASON
{
	tests_run=$((tests_run + 1))
	echo "ok $tests_run - $1 # SKIP $2"
}

is() # DESCRIPTION GOT WANT
{
	ok "$1" same "$2" "$3"
}

has() # TEXT PATTERN
{
	grep -q -E -e "$2" <<< "$1" && return
	printf 'no %s in:\n%s\n' "$2" "$1"
	return 1
}

has_not() # TEXT PATTERN
{
	! grep -E -e "$2" <<< "$1"
}

fails() # COMMAND...
{
	! "$@"
}

# Retries a function until it succeeds, which is the verdict; its arguments are evaluated only once, before. That it
# gives up after two minutes only keeps it from hanging.
eventually() # COMMAND...
{
	local i

	for ((i = 0; i < 1200; i++)); do
		"$@" > /dev/null && return
		sleep 0.1
	done
	return 1
}

# Must be the last line of a test: sets the exit status.
finish()
{
	[ "$tests_run" -eq "$tests_planned" ] && [ "$tests_failed" -eq 0 ]
	exit
}
