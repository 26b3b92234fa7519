#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: test.sh [CASE...]
# perfattr-cat against a made-up debugfs folder: what it copies, and what it says when it cannot.
# TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=test-lib.sh
. ./test-lib.sh

CAT=$TMP/perfattr-cat
make -s O="$TMP" CFLAGS="$SANITIZE" "$CAT" >&2 || exit 1
with_ring seek CFLAGS="$SANITIZE"
SEEK=$TMP/seek/perfattr-cat
# ASan keeps what was freed, of which the stand-in has much.
with_ring plain CFLAGS=-O1
PLAIN=$TMP/plain/perfattr-cat

run()
{
	"$CAT" --debugfs "$TMP/fs" "$@"
}

seek()
{
	"$SEEK" --debugfs "$TMP/fs" "$@"
}

# perfattr-cat OPTIONS in the background with a ring.
seek_follow() # OPTIONS
{
	: > "$TMP/out"
	"$SEEK" --debugfs "$TMP/fs" -f "$@" >> "$TMP/out" 2> "$TMP/err" &
	FOLLOWER=$!
}

# Until the follower knows the number of the next record.
wait_next_open()
{
	local i

	for ((i = 0; i < 600; i++)); do
		readlink "/proc/$FOLLOWER"/fd/* | grep -q "^$FAKE_RING/next" && return
		sleep 0.05
	done
}

# Most memory that a run took.
peak_kb() # OPTIONS
{
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$PLAIN" --debugfs "$TMP/fs" "$@"
}

# A stream that the test feeds: perfattr-cat OPTIONS runs in the background, descriptor 9 feeds it.
follow() # OPTIONS
{
	mkfifo "$VIEWS/log_pipe" "$VIEWS/json_pipe"
	exec 9<> "$VIEWS/log_pipe" 8<> "$VIEWS/json_pipe"
	text_records 1 5 >&9
	json_records 1 5 >&8
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

	for option in -f -j -n -o --debugfs -h -V --follow --json --last --cursor --journal --output --help --version; do
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
	ring_add 1 300
	seek -n 3 | cmp - <(text_records 298 3)
}

last_records_of_json()
{
	ring_add 1 300
	seek -j -n 3 | cmp - <(json_records 298 3)
}

last_of_more_than_there_are_is_all()
{
	ring_add 201 300
	seek -n 1000 | cmp - <(text_records 201 300) && seek -n 300 | cmp - <(text_records 201 300) &&
		seek -j -n 18446744073709551615 | cmp - <(json_records 201 300)
}

last_zero_is_nothing()
{
	ring_add 1 300
	[ -z "$(seek -n 0)" ] && [ -z "$(seek -j -n 0)" ]
}

# A record of another kind than an open has no banner: nothing looks for one.
C2_the_last_records_are_so_many_of_any_kind()
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
	cmp "$TMP/out" <(json_records 501 2500)
}

C2_the_memory_of_the_last_records_is_bounded()
{
	local i n small large

	ring_add 1 1
	for i in log json; do
		head -c 8000 /dev/zero | tr '\0' x > "$FAKE_RING/$i/1"
		for ((n = 2; n <= 3000; n++)); do echo "$FAKE_RING/$i/$n"; done |
			xargs -I {} ln -s 1 {}
	done
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
	echo 'comm=perf' > "$VIEWS/filter"
	empty_because 'filter is "comm=perf" (echo > .*/filter' run || return
	echo 0 > "$VIEWS/enable"
	empty_because 'enable is 0 (echo 1 > .*/enable)' run && empty_because 'enable is 0' seek -n 5
}

a_wrong_option_is_answered_by_one_line()
{
	refuses '^perfattr-cat: it copies the records of all; perfattr -p PID' run -p 12 &&
		refuses '^perfattr-cat: unknown option -x, see perfattr-cat --help' run -x &&
		refuses '^perfattr-cat: unknown option -x' run -jxf &&
		refuses '^perfattr-cat: unknown option -x' run --json -jx &&
		refuses '^perfattr-cat: unknown option --pid' run --pid 12 &&
		refuses '^perfattr-cat: unknown option --follow=1' run --follow=1 &&
		refuses '^perfattr-cat: -n needs a value' run -n &&
		refuses '^perfattr-cat: --last needs a value' run --last &&
		refuses '^perfattr-cat: -o needs a value' run -jo &&
		refuses 'unexpected argument' run log
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
	ring_add 1 5
	seek_follow -j -n 2
	wait_lines "$TMP/out" 2 || return
	ring_add 6 2
	wait_lines "$TMP/out" 4 || return
	stop_follower
	cmp "$TMP/out" <(json_records 4 4)
}

follow_from_now_on()
{
	ring_add 1 5
	seek_follow -n 0
	wait_next_open
	sleep 0.5
	ring_add 6 1
	wait_lines "$TMP/out" 5 || return
	stop_follower
	cmp "$TMP/out" <(text_records 6 1)
}

C1_a_restart_with_a_cursor_repeats_nothing_and_loses_nothing()
{
	local i

	ring_add 1 10
	: > "$TMP/all"
	for i in 1 2 3; do
		seek_follow -j --cursor "$TMP/cursor"
		wait_lines "$TMP/out" 10 && stop_follower || return
		cat "$TMP/out" >> "$TMP/all"
		ring_add $((i * 10 + 1)) 10
	done
	cmp "$TMP/all" <(json_records 1 30) && [ ! -s "$TMP/err" ]
}

# The signal comes when a record has been written in part: 64 kB do not end with a record.
C1_a_restart_under_load_breaks_no_record()
{
	local i

	ring_add 1 4500
	: > "$TMP/all"
	mkfifo "$TMP/slow"
	for i in 1 2; do
		"$SEEK" --debugfs "$TMP/fs" -f -j --cursor "$TMP/cursor" > "$TMP/slow" &
		{ head -c 1; kill $!; sleep 0.2; cat; } < "$TMP/slow" >> "$TMP/all"
		wait $! || return
		[ "$(wc -l < "$TMP/all")" -lt 4500 ] || break
	done
	rm "$TMP/slow"
	echo "# $i runs, $(wc -l < "$TMP/all") records; $(tail -c 20 "$TMP/all")"
	[ "$(wc -l < "$TMP/all")" -ge 1000 ] && cmp "$TMP/all" <(json_records 1 "$(wc -l < "$TMP/all")") &&
		[ "$(cut -d ' ' -f 3 "$TMP/cursor")" -eq $(($(wc -l < "$TMP/all") + 1)) ]
}

C1_a_cursor_of_another_load_is_not_used_and_that_is_said()
{
	ring_add 1 20
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 20 && stop_follower || return
	# Kept: a file system may give the number of a removed file to the next one.
	mv "$FAKE_RING" "$TMP/load_before"
	ring_add 1 30
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 30 && stop_follower || return
	cmp "$TMP/out" <(json_records 1 30) &&
		grep -q 'loaded anew after record 20 was copied: beginning with the first' "$TMP/err"
}

C1_a_cursor_beyond_the_next_record_is_not_used()
{
	ring_add 1 5
	echo "$(cat /proc/sys/kernel/random/boot_id) $(stat -c %i "$FAKE_RING/module") 7" > "$TMP/cursor"
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 5 && stop_follower || return
	cmp "$TMP/out" <(json_records 1 5) && grep -q 'loaded anew after record 6' "$TMP/err"
}

C1_what_was_overwritten_during_a_restart_is_counted()
{
	ring_add 1 10
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 10 && stop_follower || return
	ring_add 11 30
	echo 31 > "$FAKE_RING/oldest"
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 11 && stop_follower || return
	cmp "$TMP/out" <(echo '{"lost":20}'; json_records 31 10)
}

C1_output_to_a_file_goes_on_behind_what_is_there()
{
	ring_add 1 3
	rm -f "$TMP/kept"
	seek_follow -j --cursor "$TMP/cursor" -o "$TMP/kept"
	wait_lines "$TMP/kept" 3 && stop_follower || return
	ring_add 4 2
	seek_follow -j --cursor "$TMP/cursor" -o "$TMP/kept"
	wait_lines "$TMP/kept" 5 && stop_follower && cmp "$TMP/kept" <(json_records 1 5)
}

C1_a_full_disk_moves_no_cursor()
{
	ring_add 1 3
	refuses 'cannot write to /dev/full: No space left' seek -f -j --cursor "$TMP/cursor" -o /dev/full &&
		[ ! -e "$TMP/cursor" ]
}

C1_a_cursor_that_cannot_be_saved_is_said_once()
{
	ring_add 1 3
	seek_follow -j --cursor "$TMP/none/cursor"
	wait_lines "$TMP/out" 3 || return
	sleep 0.3
	ring_add 4 3
	wait_lines "$TMP/out" 6 && stop_follower && cmp "$TMP/out" <(json_records 1 6) &&
		[ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q "cannot save the cursor $TMP/none/cursor: No such" "$TMP/err"
}

C1_with_a_cursor_nothing_is_read_for_nobody()
{
	ring_add 1 3
	refuses 'standard output is /dev/null' eval 'seek -f -j --cursor "$TMP/cursor" > /dev/null' &&
		[ ! -e "$TMP/cursor" ]
}

C1_a_file_that_is_no_cursor_is_left_alone()
{
	ring_add 1 3
	echo precious > "$TMP/kept"
	refuses "$TMP/kept is no cursor" seek -f -j --cursor "$TMP/kept" && [ "$(cat "$TMP/kept")" = precious ] &&
		refuses 'goes with -f' seek -j --cursor "$TMP/kept" &&
		refuses 'goes with -f' seek -f -n 1 --cursor "$TMP/kept"
}

C4_a_reader_that_leaves_a_follower_with_a_cursor_is_an_error()
{
	local status

	ring_add 1 2000
	seek -f -j --cursor "$TMP/cursor" 2> "$TMP/err" | head -n 1 > /dev/null
	status=${PIPESTATUS[0]}
	[ "$status" -eq 1 ] && grep -q 'its reader has gone' "$TMP/err"
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

# Runs "sleep" under a filter that lets everything pass, or under none; its number is in $SLEEPER.
sleeper() # filter|none
{
	python3 - "$1" <<-'EOS' &
		import ctypes, os, sys
		class Program(ctypes.Structure):
		    _fields_ = [("len", ctypes.c_ushort), ("code", ctypes.c_char_p)]
		libc = ctypes.CDLL(None, use_errno=True)
		if sys.argv[1] == "filter":
		    allow = Program(1, (0x06).to_bytes(2, "little") + bytes(2) + (0x7fff0000).to_bytes(4, "little"))
		    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(allow), 0, 0):
		        sys.exit("prctl: %d" % ctypes.get_errno())
		os.execvp("sleep", ["sleep", "60"])
	EOS
	SLEEPER=$!
	for _ in $(seq 100); do
		[ "$(cat "/proc/$SLEEPER/comm")" = sleep ] && return
		sleep 0.1
	done
	return 1
}

seccomp_tells_of_a_filter()
{
	sleeper filter || return
	"$CAT" --seccomp "$SLEEPER" > "$TMP/out"
	kill "$SLEEPER"
	grep -q "^process $SLEEPER (sleep) runs under a seccomp filter: a call that it refuses leaves no record$" "$TMP/out"
}

seccomp_tells_of_no_filter()
{
	sleeper none || return
	grep -q '^Seccomp:.*0' "/proc/$SLEEPER/status" || { kill "$SLEEPER"; return 0; }
	"$CAT" --seccomp "$SLEEPER" > "$TMP/out"
	kill "$SLEEPER"
	grep -q "^process $SLEEPER (sleep) runs under no seccomp filter" "$TMP/out"
}

# A process chooses its name, and root reads it.
seccomp_shows_no_control_characters()
{
	bash -c 'printf "\033[31mEVIL\033" > /proc/$$/comm; read -r' < <(sleep 5) &
	SLEEPER=$!
	for _ in {1..50}; do
		! grep -q EVIL "/proc/$SLEEPER/comm" || break
		sleep 0.1
	done
	"$CAT" --seccomp "$SLEEPER" > "$TMP/out"
	kill "$SLEEPER"
	grep -qF "process $SLEEPER (\\033[31mEVIL\\033) runs under" "$TMP/out"
}

seccomp_wants_a_process()
{
	! "$CAT" --seccomp x 2> "$TMP/err" && grep -q 'the number of a process, not "x"' "$TMP/err" &&
		! "$CAT" --seccomp 99999999 2> "$TMP/err" && grep -q 'no process 99999999' "$TMP/err"
}

no_record_of_a_filtered_process_is_explained()
{
	mkdir -p "$TMP/note"
	sleeper filter || return
	make -s O="$TMP/note" CFLAGS="-O1 -g -fsanitize=address,undefined -DFILTER_FILE='\"$TMP/filter\"'" \
		"$TMP/note/perfattr-cat" >&2 || return
	: > "$VIEWS/log"
	echo "comm=sleep pid=$SLEEPER" > "$TMP/filter"
	"$TMP/note/perfattr-cat" --debugfs "$TMP/fs" 2> "$TMP/err" || return
	echo "!pid=$SLEEPER" > "$TMP/filter"
	"$TMP/note/perfattr-cat" --debugfs "$TMP/fs" 2> "$TMP/err.not" || return
	kill "$SLEEPER"
	! grep -q seccomp "$TMP/err.not" && grep -q "no record: process $SLEEPER (sleep) runs under a seccomp" "$TMP/err"
}

run_cases test.sh "$@"
