#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: perfattr-cat.sh [CASE...]
# perfattr-cat against a made-up debugfs folder: what it copies, and what it says when it cannot.
# TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM=perfattr-cat

CAT=$BUILD/own/perfattr-cat
SEEK=$CAT
# ASan keeps what was freed, of which the stand-in has much.
PLAIN=$BUILD/plain/perfattr-cat

# Records of the ring are raw ones.
export RAW_RING=1

# Standard input has records FIRST to FIRST + N - 1 as JSON, and no others.
are_records() # FIRST N
{
	same "$(sed -n 's/.*"call":"open","seq":\([0-9]*\),.*/\1/p')" "$(seq "$1" $(($1 + $2 - 1)))"
}

run()
{
	"$CAT" --debugfs "$TMP/fs" "$@"
}

# Most memory that a run took.
peak_kb() # OPTIONS
{
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$PLAIN" --debugfs "$TMP/fs" "$@"
}

# The module goes: its number is gone, and the stream ends.
unload()
{
	: > "$FAKE_RING/next"
	wait "$FOLLOWER"
}

# --- cases ---

version_is_the_projects()
{
	[ "$("$CAT" -V)" = "perfattr-cat $(cat $TOP/VERSION)" ]
}

help_names_every_option()
{
	local option

	for option in -f -j -n --debugfs -h -V --follow --json --last --help --version; do
		"$CAT" -h | grep -q -e "$option" || return
		grep -q -e "$option" $TOP/userspace/perfattr-cat.bash || return
	done
}

# It is for any guest, and for whoever has nothing else.
it_needs_the_c_library_only()
{
	! ldd "$PLAIN" | grep -e cjson
}

help_that_cannot_be_written_is_no_success()
{
	local option

	for option in --help --version; do
		refuses '^perfattr-cat: cannot write to standard output: No space' eval '"$CAT" $option > /dev/full' || return
	done
}

names_of_files_do_not_reach_the_terminal()
{
	refuses 'unexpected argument "\\033"' run $'\e'
}

snapshot_is_copied_byte_for_byte()
{
	run | cmp - "$VIEWS/log"
}

json_is_made_of_raw_records()
{
	local line whole='select(.call) | del(.load, .kernel.pmu, .kernel.pmu_id, .kernel.pmu_type)'

	json_records 1 300 | "$BUILD/raw_of" > "$VIEWS/raw"
	run -j > "$TMP/out" && are_records 1 300 < "$TMP/out" || return
	jq -es 'all(.v == 1)' "$TMP/out" > /dev/null || return
	# The same line as that of a recording, of a call with all its parts.
	for line in stat record-pp refused group; do
		"$BUILD/raw_of" < "corpus/$line.json" > "$VIEWS/raw" || return
		same "$(run -j | jq -cS "$whole")" \
			"$(jq -cS "$whole" "corpus/$line.json")" > "$TMP/diff" ||
			{ head -n 20 "$TMP/diff"; return 1; }
	done
}

what_is_no_raw_records_is_refused()
{
	json_records 1 1 > "$VIEWS/raw"
	refuses 'the view: it does not begin as raw records do' run -j
}

last_records_of_text()
{
	ring_add 1 300
	seek -n 3 | cmp - <(text_records 298 3)
}

last_records_of_json()
{
	ring_add 1 300
	seek -j -n 3 | are_records 298 3
}

last_of_more_than_there_are_is_all()
{
	ring_add 201 300
	seek -n 1000 | cmp - <(text_records 201 300) && seek -n 300 | cmp - <(text_records 201 300) &&
		seek -j -n 18446744073709551615 | are_records 201 300
}

last_zero_is_nothing()
{
	ring_add 1 300
	[ -z "$(seek -n 0)" ] && ! seek -j -n 0 | grep -q '"call":'
}

# A record of another kind than an open has no banner: nothing looks for one.
the_last_records_are_so_many_of_any_kind()
{
	ring_add 1 20
	echo 'read(fd_5, values, 24); /* = 24 */' | tee "$FAKE_RING/log/18" "$FAKE_RING/log/19" > "$FAKE_RING/log/20"
	seek -n 3 | cmp - <(cat "$FAKE_RING/log/"{18,19,20})
}

# What comes while it copies is not of the last N.
the_last_records_end_where_they_ended_at_the_beginning()
{
	ring_add 1 3000
	mkfifo "$TMP/slow"
	seek -j -n 2500 > "$TMP/slow" &
	{ head -c 1; sleep 0.3; ring_add 3001 50; cat; } < "$TMP/slow" > "$TMP/out"
	wait $!
	rm "$TMP/slow"
	are_records 501 2500 < "$TMP/out"
}

the_memory_of_the_last_records_is_bounded()
{
	local small large

	ring_add 1 1
	head -c 8000 /dev/zero | tr '\0' x > "$FAKE_RING/log/1"
	python3 -c 'import os, sys
for n in range(2, 3001):
    os.symlink("1", "%s/log/%d" % (sys.argv[1], n))' "$FAKE_RING"
	echo 3001 > "$FAKE_RING/next"
	small=$(peak_kb -n 2)
	large=$(peak_kb -n 3000)
	echo "# $small kB for 2 records, $large kB for 24 MB"
	[ "$large" -lt $((small + 2000)) ]
}

# Nothing on standard output, status 0, and one line on standard error that matches.
empty_because() # PATTERN COMMAND...
{
	local pattern=$1
	shift

	"$@" > "$TMP/out" 2> "$TMP/err" || return
	cat "$TMP/err"
	[ ! -s "$TMP/out" ] && [ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q -e "$pattern" "$TMP/err"
}

an_empty_view_is_no_error_and_says_why()
{
	: > "$VIEWS/log"
	ring_add 1 0
	empty_because 'no process has called' run && empty_because 'no process has called' seek -n 5 &&
		[ -z "$(seek -n 0 2>&1)" ] || return
	echo 'comm=perf' > "$FAKE_SETTINGS/filter"
	empty_because 'filter is "comm=perf" (echo > .*/filter' run || return
	echo 0 > "$FAKE_SETTINGS/enable"
	empty_because 'enable is 0 (echo 1 > .*/enable)' run && empty_because 'enable is 0' seek -n 5
}

a_wrong_option_is_answered_by_one_line()
{
	refuses '^perfattr-cat: unknown option -x, see perfattr-cat --help' run -x &&
		refuses '^perfattr-cat: unknown option -x' run -jxf &&
		refuses '^perfattr-cat: unknown option -x' run --json -jx &&
		refuses '^perfattr-cat: unknown option --pid' run --pid 12 &&
		refuses '^perfattr-cat: unknown option --follow=1' run --follow=1 &&
		refuses '^perfattr-cat: unknown option --output' run --output x &&
		refuses '^perfattr-cat: -n needs a value' run -n &&
		refuses '^perfattr-cat: --last needs a value' run --last &&
		refuses 'unexpected argument' run log
}

a_wrong_count_is_refused()
{
	local count

	for count in x -1 '' 1x ' 1'; do
		refuses 'takes a number of records' run -n "$count" || return
	done
}

a_wrong_option_is_refused()
{
	refuses 'option' run -x && refuses 'option' run --nonsense && refuses '"log"' run log
}

a_full_disk_is_said()
{
	refuses '^perfattr-cat: cannot write to standard output: No space left on device$' eval 'run > /dev/full'
}

a_missing_folder_is_named()
{
	refuses "there is no directory /nonexistent" "$CAT" --debugfs /nonexistent
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
	ring_add 1 5
	seek_follow
	wait_lines "$TMP/out" 25 || return
	ring_add 6 1
	wait_lines "$TMP/out" 30 || return
	unload && cmp "$TMP/out" <(text_records 1 6)
}

follow_json_from_the_last_two()
{
	ring_add 1 5
	seek_follow -j -n 2
	wait_lines "$TMP/out" 3 || return
	ring_add 6 2
	wait_lines "$TMP/out" 5 || return
	stop_follower
	are_records 4 4 < "$TMP/out"
}

# So that each part of what a service writes has what its reasons need.
lines_about_the_machine_come_again_after_a_pause_and_no_record_does()
{
	ring_add 1 2
	seek_follow -j
	eventually paused_at 3 || return
	ring_add 3 1
	wait_lines "$TMP/out" 5 && eventually paused_at 4 || return
	stop_follower
	are_records 1 3 < "$TMP/out" && same "$(grep -n '"env":' "$TMP/out" | cut -d : -f 1 | xargs)" '1 4'
}

follow_from_now_on()
{
	ring_add 1 5
	seek_follow -n 0
	eventually paused_at 6 || return
	ring_add 6 1
	wait_lines "$TMP/out" 5 || return
	stop_follower
	cmp "$TMP/out" <(text_records 6 1)
}

follow_says_that_the_module_went()
{
	ring_add 1 1
	seek_follow
	unload && grep -q '^perfattr-cat: the module was unloaded' "$TMP/err"
}

follow_survives_stop_and_continue()
{
	ring_add 1 5
	seek_follow
	wait_lines "$TMP/out" 25 || return
	kill -STOP "$FOLLOWER"
	ring_add 6 1
	kill -CONT "$FOLLOWER"
	wait_lines "$TMP/out" 30 || return
	unload
}

follow_ends_when_nobody_listens()
{
	local status

	ring_add 1 1
	{ timeout 120 "$SEEK" --debugfs "$TMP/fs" -f 2> "$TMP/err"; echo $? > "$TMP/status"; } | head -n 1 > "$TMP/out"
	status=$(cat "$TMP/status")
	[ "$status" -eq 0 ] && [ ! -s "$TMP/err" ]
}

ctrl_c_is_quiet()
{
	local status

	ring_add 1 0
	timeout --preserve-status -s INT 0.5 "$SEEK" --debugfs "$TMP/fs" -f > "$TMP/out" 2> "$TMP/err"
	status=$?
	[ "$status" -eq 130 ] && [ ! -s "$TMP/err" ] && [ ! -s "$TMP/out" ]
}

run_cases perfattr-cat.sh "$@"
