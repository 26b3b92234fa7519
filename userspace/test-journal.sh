#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: test-journal.sh [CASE...]
# perfattr-cat --journal, through libsystemd, against a socket of its own where the journal's is.
# TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=test-lib.sh
. ./test-lib.sh

with_ring seek CFLAGS="$SANITIZE"
SEEK=$TMP/seek/perfattr-cat
# As it is made where libsystemd is missing.
with_ring bare CFLAGS="$SANITIZE" JOURNAL=
BARE=$TMP/bare/perfattr-cat

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
	for _ in $(seq 200); do
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

# perfattr-cat OPTIONS in the background with a ring and the journal.
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
	ring_put 1 '{"v":2,"call":"open","seq":1,"pid":7,"uid":0,"comm":"perf","ret":-22,"errno":"EINVAL","why":{"rule":"size-too-small"}}'
	ring_put 2 '{"v":2,"call":"open","seq":2,"pid":7,"uid":0,"comm":"perf","ret":3,"errno":null,"why":null}'
	ring_put 3 '{"v":2,"call":"ioctl","seq":3,"pid":8,"uid":1000,"comm":"myprof","ret":-25,"errno":"ENOTTY"}'
	ring_put 4 '{"v":2,"call":"open","seq":4,"pid":9,"uid":1000,"comm":"x","ret":-1,"errno":"EPERM","why":null}'
	ring_put 5 '{"firing":0,"seq":5,"time_ns":"1"}'
	ring_put 6 '{"firing":1,"seq":6,"time_ns":"2"}'
	inside "$SEEK" --debugfs "$TMP/fs" -n 6 --journal > "$TMP/out" && wait_lines "$JOURNAL" 6 || return
	cat "$TMP/out"
	[ ! -s "$TMP/out" ] && diff - <(came SYSLOG_IDENTIFIER PRIORITY PERFATTR_SEQ PERFATTR_CALL PERFATTR_PID PERFATTR_UID \
		PERFATTR_COMM PERFATTR_ERRNO PERFATTR_RULE PERFATTR_FIRING) <<-'EOS'
		perfattr 4 1 open 7 0 perf EINVAL size-too-small -
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

# A name may be anything, so a newline in it must not begin a field of its own.
journal_values_may_have_any_byte()
{
	journal || return
	ring_put 1 '{"v":2,"seq":1,"comm":"a\nPRIORITY=0\n\u001b[31m=\u00e9\ufffd","errno":"EINVAL"}'
	inside "$SEEK" --debugfs "$TMP/fs" -n 1 --journal && wait_lines "$JOURNAL" 1 || return
	cat "$JOURNAL"
	jq -e '.PRIORITY == "4" and .PERFATTR_COMM == "a\nPRIORITY=0\n\u001b[31m=\u00e9\ufffd" and length == 7' < "$JOURNAL"
}

# Larger than any record, and where net.core.wmem_max is as Linux sets it, than a datagram.
journal_takes_an_entry_of_600_kB()
{
	local long

	journal || return
	long=$(head -c 600000 /dev/zero | tr '\0' x)
	ring_put 1 "{\"seq\":1,\"comm\":\"perf\",\"more\":\"$long\"}"
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
		echo '6 - 21 {"v":1,"seq":21,"comm":"perf"}')
}

journal_gets_a_line_that_is_no_json_too()
{
	journal || return
	ring_put 1 '{"v":2,"seq":1,'
	ring_put 2 '{"seq":18446744073709551615,"comm":"x"}'
	ring_put 3 '{"seq":3,"comm":"\u0000"}'
	ring_put 4 '[4]'
	ring_put 5 '{"seq":"5","comm":{},"errno":22,"why":[]}'
	inside "$SEEK" --debugfs "$TMP/fs" -n 5 --journal 2> "$TMP/err" && wait_lines "$JOURNAL" 5 || return
	cat "$TMP/err"
	[ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q 'a line is no JSON .* without fields' "$TMP/err" &&
		diff <(came PRIORITY PERFATTR_SEQ PERFATTR_COMM MESSAGE) - <<-'EOS'
		4 - - {"v":2,"seq":1,
		4 - - {"seq":18446744073709551615,"comm":"x"}
		4 - - {"seq":3,"comm":"\u0000"}
		6 - - [4]
		6 5 - {"seq":"5","comm":{},"errno":22,"why":[]}
	EOS
}

without_a_journal_nothing_is_read()
{
	journal || return
	ring_add 1 3
	journal_stop
	refuses '^perfattr-cat: there is no journal, .*/socket: No such file.*; without --journal' \
		inside "$SEEK" --debugfs "$TMP/fs" -f --journal --cursor "$TMP/cursor" && [ ! -e "$TMP/cursor" ]
}

a_journal_that_nobody_reads_is_an_error()
{
	journal || return
	ring_add 1 3
	kill "$JOURNALD"
	wait "$JOURNALD" 2> /dev/null
	refuses '^perfattr-cat: the journal does not take a record: Connection refused (is systemd-journald' \
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
	[ "$status" -eq 1 ] && [ "$(wc -l < "$TMP/err")" -eq 1 ] && grep -q 'the journal has gone, .*/socket is not the same' "$TMP/err" || return
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
	! ended && grep -q 'the journal has gone' "$TMP/err" || return
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

C1_a_restart_with_a_cursor_and_the_journal_repeats_nothing_and_loses_nothing()
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
C4_with_the_journal_it_ends_when_its_messages_have_no_reader()
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

journal_goes_with_no_other_output()
{
	refuses '^perfattr-cat: --journal and -o name two places' "$SEEK" --journal -o "$TMP/o" && [ ! -e "$TMP/o" ]
}

without_libsystemd_the_journal_gets_lines_as_before_and_that_is_said()
{
	ring_add 1 3
	"$BARE" --debugfs "$TMP/fs" -n 2 --journal > "$TMP/out" 2> "$TMP/err"
	cat "$TMP/err"
	cmp "$TMP/out" <(json_records 2 2) && [ "$(wc -l < "$TMP/err")" -eq 1 ] &&
		grep -q 'built without libsystemd: lines go to standard output, without fields' "$TMP/err" &&
		make -n JOURNAL= O="$TMP/bare" all | grep -q 'apt-get install libjansson-dev libsystemd-dev'
}

run_cases test-journal.sh "$@"
