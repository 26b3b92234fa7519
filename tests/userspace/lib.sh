# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shared by the tests of the programs: a made-up debugfs folder, a ring that the cases fill, TAP.
# Sourced in this folder.

TMP=$(mktemp -d)
# The ring is tens of thousands of small files: in memory, where that can be had.
RING=$(mktemp -d -p /dev/shm 2> /dev/null || echo "$TMP")
trap 'rm -rf "$TMP" "$RING"' EXIT
VIEWS=$TMP/fs/perfattr
# The directory that stands in for its parameters.
export FAKE_SETTINGS=$TMP/parameters
mkdir "$FAKE_SETTINGS"
BANNER='================perf_event_open() DUMP==================='
# With sanitizers, of which a leak fails a test, too. Their status is none that a program ends with.
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99
TOP=../..
BUILD=$PWD/$TOP/build/userspace
# Where the stand-in for the module's streams has its ring.
export FAKE_RING=$RING/ring

# The scripts run one beside the other.
mkdir -p "$BUILD"
flock "$BUILD" env -u MAKEFLAGS make -s -j"$(nproc)" programs >&2 || exit 1

# What reads saved records is done by one process for all cases, see server.c; leaks are looked for in the others.
serve()
{
	PERFATTR_SERVER=$TMP/server ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 "$BUILD/own/perfattr" &
	SERVER=$!
	# Not one of those that a case waits for.
	disown
	trap 'kill "$SERVER"; rm -rf "$TMP" "$RING"' EXIT
	export PERFATTR_ASK=$TMP/server
	for _ in $(seq 1200); do
		[ ! -e "$TMP/server" ] || return 0
		sleep 0.05
	done
	exit 1
}

# The program with streams that can be sought, $SEEK.
seek() # OPTION...
{
	"$SEEK" --debugfs "$TMP/fs" "$@"
}

# The same in the background, as it follows.
seek_follow() # OPTION...
{
	: > "$TMP/out"
	"$SEEK" --debugfs "$TMP/fs" -f "$@" >> "$TMP/out" 2> "$TMP/err" &
	# shellcheck disable=SC2034 # for those who source this
	FOLLOWER=$!
}

# N records as the text view has them, from number FIRST on.
text_records() # FIRST N
{
	local i

	for ((i = $1; i < $1 + $2; i++)); do
		printf '%s\ncall:\n    #%d at 1.0 s\narg[0]:\n    x = "%s";\n' "$BANNER" "$i" "====perf"
	done
}

# The line of a record, with %d for its number.
JSON='{"v":1,"call":"open","seq":%d,"time_ns":"1","duration_ns":"1","pid":7,"tid":7,"uid":0,"comm":"perf","ret":3,"errno":null}'

json_records() # FIRST N
{
	seq -f "${JSON/\%d/%.0f}" "$1" $(($1 + $2 - 1))
}

fresh_views()
{
	rm -rf "$TMP/fs" "$FAKE_RING" "$FAKE_SETTINGS"
	mkdir -p "$VIEWS" "$FAKE_SETTINGS"
	text_records 1 300 > "$VIEWS/log"
	json_records 1 300 > "$VIEWS/raw"
}

# Records FIRST to FIRST + N - 1 come into the ring; with RAW_RING raw ones, else lines of JSON.
ring_add() # FIRST N
{
	mkdir -p "$FAKE_RING"/{log,raw}
	awk -v first="$1" -v n="$2" -v ring="$FAKE_RING" -v banner="$BANNER" -v json="$JSON" 'BEGIN {
		for (i = first; i < first + n; i++) {
			file = ring "/log/" i
			printf "%s\ncall:\n    #%d at 1.0 s\narg[0]:\n    x = \"====perf\";\n", banner, i > file
			close(file)
			file = ring "/raw/" i
			printf json "\n", i > file
			close(file)
		}
	}' /dev/null
	[ -z "${RAW_RING-}" ] || json_records "$1" "$2" | "$BUILD/raw_of" "$FAKE_RING/raw" || return
	[ -e "$FAKE_RING/oldest" ] || echo "$1" > "$FAKE_RING/oldest"
	# Over what is there: who reads it meanwhile must not find it empty.
	printf '%-20d\n' $(($1 + $2)) 1<> "$FAKE_RING/next"
}

same() # GOT WANT
{
	[ "$1" = "$2" ] && return
	diff <(echo "$2") <(echo "$1")
	return 1
}

# Diagnostics behind what their " --> " says: "line 3: cycles, count, self: ENOENT[hw-pmu-missing]: probably no PMU ...".
joined()
{
	awk '/^([A-Z][A-Z0-9]*|note)[\[:]/ { if (head != "") print head; head = $0; next }
		sub(/^ --> /, "") && head != "" { print $0 ": " head; head = ""; next }
		head != "" { print head; head = "" }
		{ print }
		END { if (head != "") print head }'
}

has() # TEXT PATTERN
{
	grep -q -e "$2" <<< "$1" && return
	printf 'no %s in:\n%s\n' "$2" "$1"
	return 1
}

eventually() # COMMAND...
{
	for _ in $(seq 1200); do
		! "$@" || return 0
		sleep 0.05
	done
	return 1
}

# The follower waits for this record, and has closed the stream.
paused_at() # NUMBER
{
	grep -qxs "$1" "$FAKE_RING/paused"
}

stop_follower()
{
	kill "$FOLLOWER"
	wait "$FOLLOWER"
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

# Waits until a file has as many lines, for at most a minute: the machine may be busy.
wait_lines() # FILE N
{
	local i

	for ((i = 0; i < 1200; i++)); do
		[ "$(wc -l < "$1" 2> /dev/null)" -ge "$2" ] && return
		sleep 0.05
	done
	echo "# $1 has $(wc -l < "$1") lines, not $2"
	return 1
}

# What a test file may replace.
cleanup()
{
	:
}

# The functions after "# --- cases ---" in FILE (with HALF=1 or 2 every other one), or those named, one test each,
# of $PROGRAM. A case that cannot run here returns 77, and its last line says why. Then cleanup() ends what the
# case has started.
run_cases() # FILE [CASE]...
{
	local file=$1 n=0 failed=0 case status
	shift

	# shellcheck disable=SC2046 # words
	[ $# -gt 0 ] || set -- $(sed -n '/^# --- cases/,$s/^\([A-Za-z0-9_]*\)()$/\1/p' "$file" |
		awk -v half="${HALF:-0}" '!half || NR % 2 == half % 2')
	echo "1..$#"
	for case; do
		n=$((n + 1))
		fresh_views
		"$case" > "$TMP/said" 2>&1
		status=$?
		cleanup
		if [ "$status" -eq 0 ]; then
			echo "ok $n - $PROGRAM: ${case//_/ }"
		elif [ "$status" -eq 77 ]; then
			echo "ok $n - $PROGRAM: ${case//_/ } # SKIP $(tail -n 1 "$TMP/said")"
		else
			echo "not ok $n - $PROGRAM: ${case//_/ }"
			sed 's/^\(# \)*/# /' "$TMP/said"
			failed=$((failed + 1))
		fi
	done
	[ "$failed" -eq 0 ]
}
