#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The last run, which show, try, diff and c mean by a number where the module did not record it: whose files are
# taken, and what is said of others. That a run is kept is for tests/guest/tracer-run.t.
# usage: kept.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM='kept run'
export LC_ALL=C.UTF-8 TZ=UTC XDG_RUNTIME_DIR=$TMP/runtime
unset COLUMNS NO_COLOR PAGER
KEPT=$XDG_RUNTIME_DIR/perfattr
VERSION=$(cat ../../VERSION)

# Root has another folder besides this one, so it is not root who looks.
SOMEBODY=()
[ "$(id -u)" != 0 ] || SOMEBODY=(setpriv --reuid 12345 --clear-groups)
chmod 711 "$TMP"
cp "$BUILD/plain/perfattr" "$TMP/perfattr"

perfattr()
{
	"${SOMEBODY[@]}" "$TMP/perfattr" --debugfs "$TMP/none" "$@"
}

theirs()
{
	[ ${#SOMEBODY[@]} = 0 ] || chown -h 12345 "$@"
}

# A run of this user, of this version.
kept()
{
	rm -rf "$XDG_RUNTIME_DIR"
	mkdir -m 700 "$XDG_RUNTIME_DIR" "$KEPT"
	printf '%s\n' "$VERSION" 'perf record -e cycles true' > "$KEPT/last.txt"
	cp golden/record-fallback.jsonl "$KEPT/last.json"
	chmod 600 "$KEPT"/*
	theirs "$XDG_RUNTIME_DIR" "$KEPT" "$KEPT"/*
}

# --- cases ---

numbers_are_those_of_the_last_run()
{
	kept
	has "$(perfattr show 3 2> "$TMP/err")" 'ENOENT\[hw-pmu-missing\]: ' &&
		has "$(cat "$TMP/err")" '^perfattr: of the last run: perf record -e cycles true$' &&
		same "$(perfattr show 3 2> /dev/null)" "$("$TMP/perfattr" -i golden/record-fallback.jsonl show 3)" &&
		has "$(perfattr diff 3 4 2> /dev/null)" '^  config ' &&
		has "$(perfattr write --attr 3 2> /dev/null)" '#include <linux/perf_event.h>'
}

a_run_of_another_version_is_not_used_and_named()
{
	kept
	sed -i '1s/.*/0.1.2/' "$KEPT/last.txt"
	! perfattr show 3 > "$TMP/out" 2> "$TMP/err" && [ ! -s "$TMP/out" ] &&
		has "$(cat "$TMP/err")" "^perfattr: the last run is of perfattr 0.1.2, this is $VERSION: run the program again$"
}

files_that_others_may_have_written_are_not_used()
{
	local spoil

	for spoil in 'chmod 644 $KEPT/last.json' 'chmod 777 $KEPT' 'chmod 777 $XDG_RUNTIME_DIR' \
		'mv $KEPT/last.json $TMP/there; ln -s $TMP/there $KEPT/last.json' \
		'mv $KEPT/last.txt $TMP/there; ln -s $TMP/there $KEPT/last.txt' \
		'mv $KEPT $TMP/kept; ln -s $TMP/kept $KEPT' 'rm $KEPT/last.txt' 'rm $KEPT/last.json; mkfifo $KEPT/last.json'; do
		kept
		rm -rf "$TMP/kept"
		eval "$spoil"
		theirs "$TMP/there" "$TMP/kept" "$KEPT" "$KEPT"/* 2> "$TMP/err"
		HOME=$TMP/none perfattr show 3 > "$TMP/out" 2> "$TMP/err" && echo "$spoil: it was used" && return 1
		! grep 'of the last run' "$TMP/err" || return
	done
	[ "$(id -u)" = 0 ] || return 0
	kept
	chown 0 "$KEPT/last.json"
	! HOME=$TMP/none perfattr show 3 2>&1 | grep 'of the last run'
}

no_byte_of_a_program_reaches_the_terminal()
{
	kept
	printf '%s\n%b\n' "$VERSION" 'a\e[31m\tb' > "$KEPT/last.txt"
	perfattr show 3 2> "$TMP/err" > /dev/null
	! LC_ALL=C grep -P '[\x00-\x09\x0b-\x1f\x7f]' "$TMP/err" && has "$(cat "$TMP/err")" 'of the last run: a'
}

run_cases kept.sh "$@"
