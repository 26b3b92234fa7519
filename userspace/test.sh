#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr-cat against a made-up debugfs folder: what it copies, and what it says when it cannot.
# TAP on standard output. The program is built with ASan and LSan: a leak fails the test it is in.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
CAT=$TMP/perfattr-cat
VIEWS=$TMP/fs/perfattr
BANNER='================perf_event_open() DUMP==================='

make -s O="$TMP" CFLAGS='-O1 -g -fsanitize=address,undefined' >&2 || exit 1

# N records as the text view has them, from number FIRST on.
text_records() # FIRST N
{
	local i

	for ((i = $1; i < $1 + $2; i++)); do
		printf '%s\ncall:\n    #%d at 1.0 s\narg[0]:\n    x = "%s";\n' "$BANNER" "$i" "====perf"
	done
}

json_records() # FIRST N
{
	seq -f '{"v":1,"seq":%.0f,"comm":"perf"}' "$1" $(($1 + $2 - 1))
}

fresh_views()
{
	rm -rf "$TMP/fs"
	mkdir -p "$VIEWS"
	text_records 1 300 > "$VIEWS/log"
	json_records 1 300 > "$VIEWS/json"
	echo "held 300" > "$VIEWS/stats"
}

run()
{
	"$CAT" --debugfs "$TMP/fs" "$@"
}

# The command must fail with status 1 and exactly one line on stderr that matches.
refuses() # PATTERN COMMAND...
{
	local pattern=$1 status
	shift

	"$@" > "$TMP/out" 2> "$TMP/err"
	status=$?
	[ "$status" -eq 1 ] && [ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q -- "$pattern" "$TMP/err" &&
		[ ! -s "$TMP/out" ] && return
	echo "# status $status: $(cat "$TMP/err")"
	return 1
}

# Waits until a file has as many lines, for at most 5 s.
wait_lines() # FILE N
{
	local i

	for ((i = 0; i < 100; i++)); do
		[ "$(wc -l < "$1" 2> /dev/null)" -ge "$2" ] && return
		sleep 0.05
	done
	echo "# $1 has $(wc -l < "$1") lines, not $2"
	return 1
}

# A stream that the test feeds: perfattr-cat OPTIONS runs in the background, descriptor 9 feeds it.
follow() # OPTIONS
{
	mkfifo "$VIEWS/log_pipe" "$VIEWS/json_pipe"
	exec 9<> "$VIEWS/log_pipe" 8<> "$VIEWS/json_pipe"
	text_records 1 5 >&9
	json_records 1 5 >&8
	echo "held 5" > "$VIEWS/stats"
	: > "$TMP/out"
	"$CAT" --debugfs "$TMP/fs" "$@" > "$TMP/out" 2> "$TMP/err" 8>&- 9>&- &
	FOLLOWER=$!
}

# The module goes: the stream ends.
unload()
{
	exec 8>&- 9>&-
	wait "$FOLLOWER"
}

# --- cases ---

version_is_the_projects()
{
	[ "$("$CAT" -V)" = "perfattr-cat $(cat ../VERSION)" ]
}

help_names_every_option()
{
	local option

	for option in -f -j -n -o --debugfs -h -V --follow --json --last --output --help --version; do
		"$CAT" -h | grep -q -e "$option" || return
		grep -q -e "$option" perfattr-cat.bash || return
	done
}

snapshot_is_copied_byte_for_byte()
{
	run | cmp - "$VIEWS/log"
}

json_is_copied_byte_for_byte()
{
	run -j | cmp - "$VIEWS/json"
}

last_records_of_text()
{
	run -n 3 | cmp - <(text_records 298 3)
}

last_records_of_json()
{
	run -j -n 3 | cmp - <(json_records 298 3)
}

last_of_more_than_there_are_is_all()
{
	run -n 1000 | cmp - "$VIEWS/log" && run -n 300 | cmp - "$VIEWS/log" &&
		run -j -n 18446744073709551615 | cmp - "$VIEWS/json"
}

last_zero_is_nothing()
{
	[ -z "$(run -n 0)" ] && [ -z "$(run -j -n 0)" ]
}

a_lost_line_is_no_record()
{
	{ json_records 1 2; echo '{"lost":7}'; json_records 10 2; } > "$VIEWS/json"
	{ text_records 1 2; echo '/* 7 records lost */'; text_records 10 2; } > "$VIEWS/log"
	run -j -n 3 | cmp - <(json_records 2 1; echo '{"lost":7}'; json_records 10 2) &&
		run -n 3 | cmp - <(text_records 2 1; echo '/* 7 records lost */'; text_records 10 2)
}

an_empty_view_is_no_error()
{
	: > "$VIEWS/log"
	[ -z "$(run 2>&1)" ] && run && run -n 5
}

a_wrong_count_is_refused()
{
	local count

	for count in x -1 '' 1x ' 1' 99999999999999999999; do
		refuses 'takes a number of records' run -n "$count" || return
	done
}

a_wrong_option_is_refused()
{
	refuses 'option' run -x && refuses 'option' run --nonsense && refuses '"log"' run log
}

output_goes_to_a_private_file()
{
	run -o "$TMP/o" && cmp "$TMP/o" "$VIEWS/log" && [ "$(stat -c %a "$TMP/o")" = 600 ]
}

output_survives_a_missing_view()
{
	echo precious > "$TMP/kept"
	rm "$VIEWS/log"
	refuses 'debugfs is not mounted' run -o "$TMP/kept" && [ "$(cat "$TMP/kept")" = precious ]
}

output_that_cannot_be_opened_is_named()
{
	refuses "cannot write to $TMP/none/o: No such file" run -o "$TMP/none/o"
}

a_full_disk_is_said()
{
	refuses 'cannot write to /dev/full: No space left' run -o /dev/full
}

a_missing_folder_is_named()
{
	refuses "there is no folder /nonexistent" "$CAT" --debugfs /nonexistent
}

no_debugfs_says_how_to_mount()
{
	refuses "mount -t debugfs none $TMP" "$CAT" --debugfs "$TMP"
}

no_permission_says_what_is_needed()
{
	chmod 0700 "$TMP/fs"
	chmod 0755 "$TMP" "$CAT"
	if [ "$(id -u)" -eq 0 ]; then
		refuses 'run it as root' setpriv --reuid 65534 --regid 65534 --clear-groups \
			"$CAT" --debugfs "$TMP/fs"
	else
		chmod 0 "$VIEWS/log"
		refuses 'run it as root' run
	fi
}

a_reader_that_leaves_ends_it_quietly()
{
	local status

	text_records 1 20000 > "$VIEWS/log"
	{ run 2> "$TMP/err"; echo $? > "$TMP/status"; } | head -n 1 > /dev/null
	status=$(cat "$TMP/status")
	[ "$status" -eq 0 ] && [ ! -s "$TMP/err" ]
}

a_slow_reader_gets_all()
{
	text_records 1 3000 > "$VIEWS/log"
	run | { sleep 0.3; cmp - "$VIEWS/log"; }
}

follow_copies_as_records_come()
{
	follow -f
	wait_lines "$TMP/out" 25 || return
	text_records 6 1 >&9
	wait_lines "$TMP/out" 30 || return
	unload && cmp "$TMP/out" <(text_records 1 6)
}

follow_json_from_the_last_two()
{
	follow -f -j -n 2
	wait_lines "$TMP/out" 2 || return
	json_records 6 2 >&8
	wait_lines "$TMP/out" 4 || return
	unload && cmp "$TMP/out" <(json_records 4 4)
}

follow_from_now_on()
{
	follow -f -n 0
	sleep 0.5
	text_records 6 1 >&9
	wait_lines "$TMP/out" 5 || return
	unload && cmp "$TMP/out" <(text_records 6 1)
}

# The stream never runs dry: the last two come, and what follows is not held back.
follow_from_the_last_under_load()
{
	local writer status

	mkfifo "$VIEWS/json_pipe"
	echo "held 5" > "$VIEWS/stats"
	json_records 1 10000000 > "$VIEWS/json_pipe" 2> /dev/null &
	writer=$!
	timeout 20 "$CAT" --debugfs "$TMP/fs" -f -j -n 2 | head -n 5 > "$TMP/out"
	status=${PIPESTATUS[0]}
	kill "$writer" 2> /dev/null
	wait "$writer" 2> /dev/null
	[ "$status" -eq 0 ] && [ "$(wc -l < "$TMP/out")" -eq 5 ]
}

follow_says_that_the_module_went()
{
	follow -f
	unload && grep -q 'the module was unloaded' "$TMP/err"
}

follow_survives_stop_and_continue()
{
	follow -f
	wait_lines "$TMP/out" 25 || return
	kill -STOP "$FOLLOWER"
	text_records 6 1 >&9
	kill -CONT "$FOLLOWER"
	wait_lines "$TMP/out" 30 || return
	unload
}

follow_ends_when_nobody_listens()
{
	mkfifo "$VIEWS/log_pipe"
	exec 9<> "$VIEWS/log_pipe"
	text_records 1 1 >&9
	timeout 10 "$CAT" --debugfs "$TMP/fs" -f 2> "$TMP/err" 9>&- | head -n 1 > /dev/null
	local status=${PIPESTATUS[0]}
	exec 9>&-
	[ "$status" -eq 0 ] && [ ! -s "$TMP/err" ]
}

ctrl_c_is_quiet()
{
	local status

	mkfifo "$VIEWS/log_pipe"
	exec 9<> "$VIEWS/log_pipe"
	timeout --preserve-status -s INT 0.5 "$CAT" --debugfs "$TMP/fs" -f > "$TMP/out" 2> "$TMP/err" 9>&-
	status=$?
	exec 9>&-
	[ "$status" -eq 130 ] && [ ! -s "$TMP/err" ] && [ ! -s "$TMP/out" ]
}

CASES=$(sed -n '/^# --- cases/,/^CASES=/s/^\([a-z_]*\)()$/\1/p' test.sh)
n=0
failed=0
echo "1..$(wc -w <<< "$CASES")"
for case in $CASES; do
	n=$((n + 1))
	fresh_views
	if "$case" > "$TMP/said" 2>&1; then
		echo "ok $n - perfattr-cat: ${case//_/ }"
	else
		echo "not ok $n - perfattr-cat: ${case//_/ }"
		sed 's/^\(# \)*/# /' "$TMP/said"
		failed=$((failed + 1))
	fi
done
exit $((failed != 0))
