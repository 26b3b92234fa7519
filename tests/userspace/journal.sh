#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: journal.sh [CASE...]
# perfattr --journal, through libsystemd, against a socket of its own where the journal's is; and --cursor.
# TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM=perfattr

SEEK=$BUILD/own/perfattr
# As it is made where libsystemd is missing, and without sanitizers, which open files of their own.
BARE=$BUILD/plain/perfattr

# The journal is a process that listens in a mount namespace with a /run of its own.
JOURNAL=$TMP/journal
NEW_NAMESPACE=(unshare --mount)
ENTER=(nsenter --mount)
if [ "$(id -u)" -ne 0 ]; then
	NEW_NAMESPACE+=(--map-root-user)
	ENTER+=(--user --preserve-credentials)
fi

# Returns 77, and says why, where this machine allows no namespaces, or it is built without libsystemd.
journal_namespace()
{
	if ! ldd "$SEEK" | grep -q libsystemd; then
		echo 'it is built without libsystemd: apt-get install libsystemd-dev'
		return 77
	fi
	# shellcheck disable=SC2016 # for the shell in the namespace
	"${NEW_NAMESPACE[@]}" sh -c 'mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal && : > "$1" && exec sleep 1000' \
		sh "$TMP/namespace" 2> "$TMP/err" &
	NAMESPACE=$!
	for _ in $(seq 1200); do
		[ ! -e "$TMP/namespace" ] || return 0
		kill -0 "$NAMESPACE" 2> /dev/null || break
		sleep 0.05
	done
	echo "there can be no mount namespace: $(cat "$TMP/err")"
	return 77
}

inside() # COMMAND...
{
	"${ENTER[@]}" --target "$NAMESPACE" "$@"
}

# For the background: $! is the command, not a shell that waits for it.
inside_alone() # COMMAND...
{
	exec "${ENTER[@]}" --target "$NAMESPACE" "$@"
}

journal_start()
{
	rm -f "$JOURNAL.ready"
	: >> "$JOURNAL"
	inside_alone "$PWD/fake_journal.py" "$JOURNAL" 2> "$TMP/journal.err" &
	JOURNALD=$!
	while kill -0 "$JOURNALD" 2> /dev/null; do
		[ ! -e "$JOURNAL.ready" ] || return 0
		sleep 0.05
	done
	cat "$TMP/journal.err"
	return 1
}

# As "systemctl stop" of journald and its sockets.
journal_stop()
{
	kill "$JOURNALD"
	wait "$JOURNALD" 2> /dev/null
	inside rm /run/systemd/journal/socket
}

journal()
{
	rm -f "$JOURNAL" "$TMP/namespace"
	journal_namespace && journal_start
}

# The number in the cursor: of the first record that was not copied.
in_cursor()
{
	cut -d ' ' -f 3 "$TMP/cursor"
}

# perfattr OPTIONS in the background with a ring and the journal.
to_journal() # OPTIONS
{
	inside_alone "$SEEK" --debugfs "$TMP/fs" -f --journal "$@" > "$TMP/out" 2> "$TMP/err" &
	FOLLOWER=$!
}

# The follower must end by itself within a minute. Returns its status.
ended()
{
	for _ in $(seq 1200); do
		kill -0 "$FOLLOWER" 2> /dev/null || break
		sleep 0.05
	done
	! kill -9 "$FOLLOWER" 2> /dev/null || echo '# it did not end'
	wait "$FOLLOWER"
}

# What came, of each entry the values of FIELDs.
came() # FIELD...
{
	# shellcheck disable=SC2016 # of jq
	jq -r --args '. as $entry | [$ARGS.positional[] | $entry[.] // "-"] | join(" ")' "$@" < "$JOURNAL"
}

# A line of JSON: of a record with what all records have, but for MEMBERS.
record() # NUMBER MEMBERS
{
	# shellcheck disable=SC2059 # the line
	printf "$JSON\n" "$1" | jq -c --argjson members "$2" '. + $members'
}

# One record of the ring with this line of JSON.
ring_put() # NUMBER LINE
{
	ring_add "$1" 1
	printf '%s\n' "$2" > "$FAKE_RING/json/$1"
}

NAMESPACE='' JOURNALD=''
cleanup()
{
	# shellcheck disable=SC2086 # none, or one word each
	[ -z "$NAMESPACE" ] || kill $NAMESPACE $JOURNALD 2> /dev/null
	NAMESPACE='' JOURNALD=''
}

# --- cases ---

journal_entries_have_what_people_select_by()
{
	journal || return
	ring_put 1 "$(jq -c 'select(.seq == 129) | . + {seq: 1, pid: 7, comm: "perf"}' corpus/refused.json)"
	ring_put 2 "$(record 2 '{}')"
	ring_put 3 "$(record 3 '{"call":"ioctl","pid":8,"uid":1000,"comm":"myprof","ret":-25,"errno":"ENOTTY"}')"
	ring_put 4 "$(record 4 '{"pid":9,"uid":1000,"comm":"x","ret":-1,"errno":"EPERM"}')"
	ring_put 5 '{"firing":0,"seq":5,"time_ns":"1"}'
	ring_put 6 '{"firing":1,"seq":6,"time_ns":"2"}'
	inside "$SEEK" --debugfs "$TMP/fs" -n 6 --journal > "$TMP/out" 2>&1 && wait_lines "$JOURNAL" 6 || return
	cat "$TMP/out"
	[ ! -s "$TMP/out" ] && diff - <(came SYSLOG_IDENTIFIER PRIORITY PERFATTR_SEQ PERFATTR_CALL PERFATTR_PID PERFATTR_UID \
		PERFATTR_COMM PERFATTR_ERRNO PERFATTR_RULE PERFATTR_FIRING) <<-'EOS'
		perfattr 4 1 open 7 0 perf EINVAL flags-not-known -
		perfattr 6 2 open 7 0 perf - - -
		perfattr 4 3 ioctl 8 1000 myprof ENOTTY - -
		perfattr 4 4 open 9 1000 x EPERM - -
		perfattr 4 5 - - - - - - 0
		perfattr 6 6 - - - - - - 1
	EOS
}

journal_messages_are_the_lines_of_the_view()
{
	journal || return
	ring_add 1 3000
	inside "$SEEK" --debugfs "$TMP/fs" -n 3000 --journal && wait_lines "$JOURNAL" 3000 &&
		cmp <(came MESSAGE) <(json_records 1 3000)
}

# A reason and all: perfattr -j is the one place that says what a line looks like.
journal_messages_are_what_perfattr_j_prints()
{
	local corpus=$TMP/corpus n=0 line

	journal || return
	# Their numbers are those of this ring.
	jq -sc 'map(select(.call)) | to_entries[] | .value + {seq: (.key + 1)}' corpus/refused.json > "$corpus"
	while IFS= read -r line; do
		n=$((n + 1))
		ring_put "$n" "$line"
	done < "$corpus"
	[ "$n" -gt 2 ] && inside "$SEEK" --debugfs "$TMP/fs" --journal && wait_lines "$JOURNAL" "$n" || return
	"$SEEK" -i "$corpus" -j > "$TMP/expected"
	same "$(came MESSAGE)" "$(cat "$TMP/expected")" &&
		same "$(came PERFATTR_RULE)" "$(jq -r '.why.rule // "-"' "$TMP/expected")"
}

# A name may be anything, so a newline in it must not begin a field of its own.
journal_values_may_have_any_byte()
{
	journal || return
	ring_put 1 "$(record 1 '{"ret":-22,"comm":"a\nPRIORITY=0\n\u001b[31m=\u00e9\ufffd","errno":"EINVAL"}')"
	inside "$SEEK" --debugfs "$TMP/fs" -n 1 --journal && wait_lines "$JOURNAL" 1 || return
	cat "$JOURNAL"
	jq -e '.PRIORITY == "4" and .PERFATTR_COMM == "a\nPRIORITY=0\n\u001b[31m=\u00e9\ufffd" and length == 10' < "$JOURNAL"
}

# Larger than any record, and where net.core.wmem_max is as Linux sets it, than a datagram.
journal_takes_an_entry_of_600_kB()
{
	local long

	journal || return
	long=$(head -c 600000 /dev/zero | tr '\0' x)
	ring_put 1 "${JSON/\%d,/1,\"more\":\"$long\",}"
	inside setpriv --inh-caps=-all --bounding-set=-all "$SEEK" --debugfs "$TMP/fs" -n 1 --journal &&
		wait_lines "$JOURNAL" 1 || return
	echo "# as a $(came way)"
	same "$(came PERFATTR_SEQ) $(jq '.MESSAGE | length' "$JOURNAL")" "1 $(($(wc -c < "$FAKE_RING/json/1") - 1))"
}

journal_gets_what_was_lost_as_a_warning()
{
	journal || return
	ring_add 1 30
	echo 21 > "$FAKE_RING/oldest"
	echo "$(cat /proc/sys/kernel/random/boot_id) $(stat -c %i "$FAKE_RING/module") 7" > "$TMP/cursor"
	to_journal --cursor "$TMP/cursor"
	wait_lines "$JOURNAL" 11 && stop_follower || return
	came PRIORITY PERFATTR_LOST PERFATTR_SEQ MESSAGE | head -n 2 | diff - <(echo '4 14 - {"lost":14}'
		echo "6 - 21 $(json_records 21 1)")
}

journal_gets_a_line_that_is_no_json_too()
{
	journal || return
	ring_put 1 '{"v":2,"seq":1,'$'\e[31mEVIL\a'
	ring_put 2 '{"seq":18446744073709551615,"comm":"x"}'
	ring_put 3 '{"seq":3,"comm":"\u0000"}'
	ring_put 4 '[4]'
	ring_put 5 '{"seq":"5","comm":{},"errno":22,"why":[]}'
	inside "$SEEK" --debugfs "$TMP/fs" -n 5 --journal 2> "$TMP/err" && wait_lines "$JOURNAL" 5 || return
	cat "$TMP/err"
	[ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q 'cannot parse a line of the stream (it is not JSON: .* without reason and fields' "$TMP/err" &&
		! grep -q '[[:cntrl:]]' "$TMP/err" &&
		diff <(came PRIORITY PERFATTR_SEQ PERFATTR_COMM MESSAGE) - <<-EOS
		4 - - {"v":2,"seq":1,$(printf '\e[31mEVIL\a')
		4 - - {"seq":18446744073709551615,"comm":"x"}
		4 - - {"seq":3,"comm":"\\u0000"}
		4 - - [4]
		4 - - {"seq":"5","comm":{},"errno":22,"why":[]}
	EOS
}

# A newer module: what a newer perfattr can read there must not be missing here.
journal_gets_lines_of_a_version_that_is_not_known()
{
	journal || return
	ring_put 1 '{"v":7,"call":"open","seq":1,"comm":"perf","errno":"EINVAL","new":1}'
	ring_add 2 1
	inside "$SEEK" --debugfs "$TMP/fs" -n 2 --journal 2> "$TMP/err" && wait_lines "$JOURNAL" 2 || return
	cat "$TMP/err"
	[ "$(wc -l < "$TMP/err")" -eq 1 ] &&
		grep -q '(it is of version 7; this program reads version 1): .* without reason and fields' "$TMP/err" &&
		same "$(came PRIORITY PERFATTR_SEQ PERFATTR_ERRNO MESSAGE)" "4 - - $(cat "$FAKE_RING/json/1")
6 2 - $(json_records 2 1)"
}

# What each stream says of its machine, which a reader needs to explain records again.
HEAD='{"v":1,"env":{"machine":"x86_64"}}
{"v":1,"pmu":{"name":"cpu"}}
{"v":1,"pmu":{"name":"power"}}'

journal_gets_what_the_stream_says_of_the_machine_once()
{
	local i

	journal || return
	ring_add 1 1
	echo "$HEAD" > "$FAKE_RING/head"
	to_journal --cursor "$TMP/cursor"
	# After each pause the stream is opened anew. Then there is one PMU more.
	for i in 2 3 4; do
		wait_lines "$JOURNAL" $((i + 2)) && eventually grep -qs " $i\$" "$TMP/cursor" && eventually paused_at "$i" || return
		[ "$i" -lt 4 ] || echo '{"v":1,"pmu":{"name":"new"}}' >> "$FAKE_RING/head"
		ring_add "$i" 1
	done
	wait_lines "$JOURNAL" 8 && stop_follower || return
	cat "$TMP/err"
	[ ! -s "$TMP/err" ] && diff <(came PRIORITY PERFATTR_CALL PERFATTR_SEQ) - <<-'EOS' &&
		7 - -
		7 - -
		7 - -
		6 open 1
		6 open 2
		6 open 3
		7 - -
		6 open 4
	EOS
		same "$(came MESSAGE | head -n 3)" "$HEAD"
}

what_the_stream_says_of_the_machine_moves_no_cursor()
{
	local i

	journal || return
	ring_add 1 1
	echo "$HEAD" > "$FAKE_RING/head"
	for i in 1 2 3; do
		ring_add $((i * 100 - 99)) 100
		to_journal --cursor "$TMP/cursor"
		wait_lines "$JOURNAL" $((i * 103)) && stop_follower && same "$(in_cursor)" $((i * 100 + 1)) || return
	done
	same "$(came PERFATTR_SEQ | grep -v -e - | xargs)" "$(seq 300 | xargs)"
}

journal_gets_what_the_options_choose_and_what_was_lost()
{
	journal || return
	ring_put 1 "$(record 1 '{"ret":-22,"errno":"EINVAL"}')"
	ring_add 2 3
	ring_put 5 "$(record 5 '{"ret":-1,"errno":"EPERM"}')"
	ring_put 6 '{"firing":0,"seq":6,"time_ns":"1"}'
	echo 1 > "$FAKE_RING/oldest"
	to_journal --cursor "$TMP/cursor" -x
	wait_lines "$JOURNAL" 3 && stop_follower || return
	same "$(came PERFATTR_SEQ | xargs) $(in_cursor)" '1 5 6 7' || return
	refuses '^perfattr: -n cannot be combined with --journal and a filter' seek -f --journal -n 3 -x
}

without_a_journal_nothing_is_read()
{
	journal || return
	ring_add 1 3
	journal_stop
	refuses '^perfattr: there is no journal, .*/socket: No such file.*; without --journal' \
		inside "$SEEK" --debugfs "$TMP/fs" -f --journal --cursor "$TMP/cursor" && [ ! -e "$TMP/cursor" ]
}

a_journal_that_nobody_reads_is_an_error()
{
	journal || return
	ring_add 1 3
	kill "$JOURNALD"
	wait "$JOURNALD" 2> /dev/null
	refuses '^perfattr: the journal refused a record: Connection refused (is systemd-journald' \
		inside "$SEEK" --debugfs "$TMP/fs" -f --journal --cursor "$TMP/cursor" && [ ! -e "$TMP/cursor" ]
}

# libsystemd takes a socket that does not exist for success.
a_journal_that_goes_loses_nothing()
{
	local status

	journal || return
	ring_add 1 10
	to_journal --cursor "$TMP/cursor"
	wait_lines "$JOURNAL" 10 && eventually test -e "$TMP/cursor" || return
	journal_stop
	ring_add 11 10
	ended
	status=$?
	cat "$TMP/err"
	[ "$status" -eq 1 ] && [ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q 'the journal has ended or restarted, as its socket .*/socket has changed' "$TMP/err" || return
	journal_start
	to_journal --cursor "$TMP/cursor"
	wait_lines "$JOURNAL" 20 && stop_follower && same "$(came PERFATTR_SEQ | xargs)" "$(seq 20 | xargs)"
}

# Another journal with the same name: what was on the way to the first one may be lost.
a_journal_that_was_replaced_loses_nothing()
{
	journal || return
	ring_add 1 10
	to_journal --cursor "$TMP/cursor"
	wait_lines "$JOURNAL" 10 && eventually test -e "$TMP/cursor" || return
	journal_stop
	journal_start
	ring_add 11 10
	! ended && grep -q 'the journal has ended or restarted' "$TMP/err" || return
	to_journal --cursor "$TMP/cursor"
	eventually eval 'came PERFATTR_SEQ | grep -qx 20' && stop_follower && same "$(came PERFATTR_SEQ | sort -nu | xargs)" "$(seq 20 | xargs)"
}

a_slow_journal_gets_all()
{
	journal || return
	kill -STOP "$JOURNALD"
	ring_add 1 2000
	to_journal --cursor "$TMP/cursor"
	sleep 1
	kill -CONT "$JOURNALD"
	wait_lines "$JOURNAL" 2000 && stop_follower && same "$(came PERFATTR_SEQ | xargs)" "$(seq 2000 | xargs)"
}

no_record_is_no_entry()
{
	journal || return
	ring_add 1 3
	inside "$SEEK" --debugfs "$TMP/fs" -n 0 --journal 2> "$TMP/err" || return
	cat "$TMP/err"
	[ ! -s "$TMP/err" ] && [ ! -s "$JOURNAL" ]
}

a_restart_with_a_cursor_and_the_journal_repeats_nothing_and_loses_nothing()
{
	local i

	journal || return
	for i in 1 2 3; do
		ring_add $((i * 100 - 99)) 100
		to_journal --cursor "$TMP/cursor"
		wait_lines "$JOURNAL" $((i * 100)) && stop_follower || return
	done
	same "$(came PERFATTR_SEQ | xargs)" "$(seq 300 | xargs)"
}

# A service whose messages go nowhere would lose them from then on.
with_the_journal_it_ends_when_its_messages_have_no_reader()
{
	journal || return
	ring_add 1 3
	mkfifo "$TMP/messages"
	inside_alone "$SEEK" --debugfs "$TMP/fs" -f --journal --cursor "$TMP/cursor" 2> "$TMP/messages" &
	FOLLOWER=$!
	# The cursor is written after the journal has taken the records.
	{ wait_lines "$JOURNAL" 3 && eventually grep -qs ' 4$' "$TMP/cursor"; } < "$TMP/messages"
	rm "$TMP/messages"
	! ended && same "$(cut -d ' ' -f 3 "$TMP/cursor")" 4
}

journal_is_an_option_of_the_list_of_the_module()
{
	refuses '^perfattr: --journal is an option of list: ' seek -f --journal show 1 &&
		refuses '^perfattr: --journal and --cursor are for the records of the module' seek -i /dev/null --journal &&
		refuses '^perfattr: --cursor needs --journal or -j' seek -f --cursor "$TMP/cursor" &&
		refuses '^perfattr: --cursor needs a value' seek -f -j --cursor
}

journal_goes_with_no_other_output()
{
	refuses '^perfattr: --journal and -o name two places' "$SEEK" --journal -o "$TMP/o" && [ ! -e "$TMP/o" ]
}

without_libsystemd_the_journal_gets_lines_as_before_and_that_is_said()
{
	ring_add 1 3
	"$BARE" --debugfs "$TMP/fs" -n 2 --journal > "$TMP/out" 2> "$TMP/err"
	cat "$TMP/err"
	cmp "$TMP/out" <(json_records 2 2) && [ "$(wc -l < "$TMP/err")" -eq 1 ] &&
		grep -q 'without libsystemd: lines go to standard output, without fields\. .* apt-get install libsystemd-dev' "$TMP/err" &&
		make -n -C "$TOP/userspace" JOURNAL= O="$BUILD/plain" all | grep -q 'apt-get install libsystemd-dev' &&
		make -n -C "$TOP/userspace" CJSON= JOURNAL= O="$BUILD/plain" all | grep -q 'apt-get install libcjson-dev libsystemd-dev'
}

# Only the stream, the module's numbers, the boot and the cursor: what the service's sandbox is for.
the_service_reads_no_other_file()
{
	command -v strace > /dev/null || { echo 'there is no strace'; return 77; }
	ring_put 1 "$(jq -c 'select(.seq == 129) | . + {seq: 1, pid: 7, comm: "perf"}' corpus/refused.json)"
	ring_add 2 2
	LANG=C.UTF-8 strace -f -e trace=open,openat,openat2 -o "$TMP/trace" "$BARE" --debugfs "$TMP/fs" -f -j \
		--cursor "$TMP/cursor" > "$TMP/out" 2> "$TMP/err" &
	FOLLOWER=$!
	wait_lines "$TMP/out" 3 && eventually grep -qs ' 4$' "$TMP/cursor" || return
	kill "$(pgrep -P "$FOLLOWER")"
	wait "$FOLLOWER"
	sed -n 's/^[^"]*"\([^"]*\)".*/\1/p' "$TMP/trace" | sort -u > "$TMP/opened"
	cat "$TMP/opened"
	grep -q "^$TMP/cursor.new$" "$TMP/opened" &&
		! grep -v -e '\.so\(\.[0-9.]*\)\?$' -e '^/etc/ld\.so\.cache$' -e "^$FAKE_RING/" -e "^$TMP/cursor\(.new\)\?$" \
			-e '^/dev/null$' \
			-e '^/sys/module/perfattr_dump/parameters/[a-z]*$' -e '^/proc/sys/kernel/random/boot_id$' "$TMP/opened"
}

a_restart_with_a_cursor_repeats_nothing_and_loses_nothing()
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
a_restart_under_load_breaks_no_record()
{
	local i

	ring_add 1 4500
	: > "$TMP/all"
	mkfifo "$TMP/slow"
	for i in 1 2 3; do
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

a_cursor_of_another_load_is_not_used_and_that_is_said()
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
		grep -q 'reloaded after record 20 was copied: starting with its first record' "$TMP/err"
}

a_cursor_beyond_the_next_record_is_not_used()
{
	ring_add 1 5
	echo "$(cat /proc/sys/kernel/random/boot_id) $(stat -c %i "$FAKE_RING/module") 7" > "$TMP/cursor"
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 5 && stop_follower || return
	cmp "$TMP/out" <(json_records 1 5) && grep -q 'reloaded after record 6' "$TMP/err"
}

what_was_overwritten_during_a_restart_is_counted()
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

output_to_a_file_goes_on_behind_what_is_there()
{
	ring_add 1 3
	rm -f "$TMP/kept"
	seek_follow -j --cursor "$TMP/cursor" -o "$TMP/kept"
	wait_lines "$TMP/kept" 3 && stop_follower || return
	ring_add 4 2
	seek_follow -j --cursor "$TMP/cursor" -o "$TMP/kept"
	wait_lines "$TMP/kept" 5 && stop_follower && cmp "$TMP/kept" <(json_records 1 5)
}

a_full_disk_moves_no_cursor()
{
	ring_add 1 3
	refuses 'cannot write to /dev/full: No space left' seek -f -j --cursor "$TMP/cursor" -o /dev/full &&
		[ ! -e "$TMP/cursor" ]
}

a_cursor_that_cannot_be_saved_is_said_once()
{
	ring_add 1 3
	seek_follow -j --cursor "$TMP/none/cursor"
	wait_lines "$TMP/out" 3 && eventually paused_at 4 || return
	ring_add 4 3
	wait_lines "$TMP/out" 6 && stop_follower && cmp "$TMP/out" <(json_records 1 6) &&
		[ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q "cannot save the cursor $TMP/none/cursor: No such" "$TMP/err"
}

with_a_cursor_nothing_is_read_for_nobody()
{
	ring_add 1 3
	refuses 'to standard output, which is /dev/null' eval 'seek -f -j --cursor "$TMP/cursor" > /dev/null' &&
		[ ! -e "$TMP/cursor" ]
}

a_file_that_is_no_cursor_is_left_alone()
{
	ring_add 1 3
	echo precious > "$TMP/kept"
	refuses "$TMP/kept is not a cursor file" seek -f -j --cursor "$TMP/kept" && [ "$(cat "$TMP/kept")" = precious ] &&
		refuses 'needs -f' seek -j --cursor "$TMP/kept" &&
		refuses 'needs -f' seek -f -n 1 --cursor "$TMP/kept"
}

a_reader_that_leaves_a_follower_with_a_cursor_is_an_error()
{
	local status

	ring_add 1 2000
	seek -f -j --cursor "$TMP/cursor" 2> "$TMP/err" | head -n 1 > /dev/null
	status=${PIPESTATUS[0]}
	[ "$status" -eq 1 ] && grep -q 'its reader has gone' "$TMP/err"
}

# In a folder that others can write to, the name may be a link of somebody else.
a_cursor_is_not_written_through_a_link()
{
	ring_add 1 3
	echo precious > "$TMP/kept"
	ln -s "$TMP/kept" "$TMP/cursor.new"
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 3 && stop_follower && [ ! -s "$TMP/err" ] && same "$(in_cursor) $(cat "$TMP/kept")" '4 precious' &&
		[ ! -L "$TMP/cursor" ] && [ ! -e "$TMP/cursor.new" ]
}

what_a_killed_run_has_left_is_no_obstacle()
{
	ring_add 1 3
	echo rest > "$TMP/cursor.new"
	seek_follow -j --cursor "$TMP/cursor"
	wait_lines "$TMP/out" 3 && stop_follower && [ ! -s "$TMP/err" ] && same "$(in_cursor)" 4
}

# Nothing is lost; what came in its last second may come again.
a_run_that_is_killed_loses_nothing()
{
	ring_add 1 2000
	seek_follow -j --cursor "$TMP/cursor"
	# Where the machine is busy, it is saved in between, too.
	wait_lines "$TMP/out" 2000 && eventually grep -qs ' 2001$' "$TMP/cursor" || return
	ring_add 2001 10
	wait_lines "$TMP/out" 2010 || return
	{ kill -KILL "$FOLLOWER" && wait "$FOLLOWER"; } 2> /dev/null
	cp "$TMP/out" "$TMP/all"
	ring_add 2011 5
	seek_follow -j --cursor "$TMP/cursor"
	eventually grep -q '"seq":2015,' "$TMP/out" && stop_follower || return
	[ "$(wc -l < "$TMP/out")" -le 15 ] && cat "$TMP/out" >> "$TMP/all" &&
		same "$(jq .seq "$TMP/all" | sort -nu | xargs)" "$(seq 2015 | xargs)"
}

run_cases journal.sh "$@"
