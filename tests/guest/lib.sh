# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shared by the shell tests: TAP, the module, its files, the kernel log. Sourced in the
# directory of perfattr_dump.ko; the module is not loaded when a test begins or ends.

# shellcheck source=tests/guest/tap.sh
. tests/guest/tap.sh

DBG=/sys/kernel/debug/perfattr
# shellcheck disable=SC2034 # for those who source this
PARAMS=/sys/module/perfattr_dump/parameters

# The name of the machine's 32-bit ABI in records; empty if its kernel runs no 32-bit programs,
# or if Debian has no C library for them.
# shellcheck disable=SC2034 # for those who source this
case $(uname -m) in
aarch64) ABI32=arm ;;
ppc64le | riscv64 | s390x | armv7l) ABI32= ;;
*) ABI32=i386 ;;
esac

loaded()
{
	[ -d /sys/module/perfattr_dump ]
}

# Runs a program that checks many calls. Prints its last lines as comments; keeps its verdict (the
# last line) and its status for the following tests.
# shellcheck disable=SC2034 # for those who source this
said() # COMMAND...
{
	said_status=0
	"$@" > "$TMP/said" 2>&1 || said_status=$?
	tail -n 80 "$TMP/said" | sed 's/^[^#]/# &/'
	said_last=$(tail -n 1 "$TMP/said")
}

load() # [PARAMETER=VALUE]...
{
	insmod ./perfattr_dump.ko "$@"
}

# A build of its own, which has the parameters that only tests have: see kmod/kernel/testing.h.
load_test() # [PARAMETER=VALUE]...
{
	! loaded || unload
	insmod tests/guest/modules/perfattr_test.ko "$@"
}

unload()
{
	tests/guest/keep-json
	rmmod perfattr_dump
}

reload() # [PARAMETER=VALUE]...
{
	! loaded || unload
	load "$@"
}

# Value of a counter in stats.
counter() # NAME
{
	awk -v name="$1" '$1 == name { print $2 }' "$DBG/stats"
}

# Every call that was made while the module was enabled is in exactly one of these.
accounted()
{
	awk '/^(recorded|filtered|missed|over_share|dropped) / { sum += $2 } END { print sum }' "$DBG/stats"
}

# A test that needs a program fails where it is missing, and is not skipped.
needs() # PROGRAM
{
	command -v "$1" > /dev/null && return
	echo "Bail out! $1 is not in this guest"
	exit 1
}

# A view or another file of raw records as JSON Lines. Of a stream it waits for more.
# shellcheck disable=SC2120 # tests pass a view
json() # [VIEW]
{
	raw_json "$DBG/${1:-raw}"
}

# The calls of the ring, or of a file of JSON or "-": without the lines about the machine, its PMUs and what is now, which
# stand before them. --line-buffered is for those who follow a stream.
json_calls() # [FILE]
{
	if [ $# -gt 0 ]; then cat "$1"; else json; fi | grep --line-buffered -vE '^\{"v":[0-9]+,"(env|pmu|now)":'
}

# All that a stream on standard input has until now; it does not wait for more.
what_has_come()
{
	dd iflag=nonblock bs=64k status=none 2> /dev/null || true
}

# The same as json_calls from perfattr, which has the reasons, too: why a call was refused, why an event never ran, and
# what the event is in the terms of its PMU.
explained() # PERFATTR_OPTION...
{
	perfattr -j --no-pager "$@" | json_calls -
}

records_in_log()
{
	grep -c '^=*perf_event_open() DUMP=*$' "$DBG/log"
}

# How many files of the module are open.
users()
{
	awk '$1 == "perfattr_dump" { print $3 }' /proc/modules
}

users_are() # NUMBER
{
	same "$(users)" "$1"
}

recorded_more_than() # NUMBER
{
	[ "$(counter recorded)" -gt "$1" ]
}

# Starts a program that holds something until end_holding, and waits until it says "ready". Its output is
# in $TMP/held, its pid in $held.
begin_holding() # PROGRAM ARGUMENT...
{
	local i

	rm -f "$TMP/end"
	mkfifo "$TMP/end"
	"$@" < "$TMP/end" > "$TMP/held" 2>&1 &
	held=$!
	exec {holding}> "$TMP/end"
	for ((i = 0; i < 600; i++)); do
		! grep -q '^ready$' "$TMP/held" || return 0
		kill -0 "$held" || break
		sleep 0.1
	done
	cat "$TMP/held"
	return 1
}

end_holding()
{
	exec {holding}>&-
	wait "$held"
}

# The same beside it, of a program that is killed at the end; its pid is in $holder. No other process has
# what it waits for. Its output is in $TMP/NAME.
# shellcheck disable=SC2034 # for those who source this
hold_also() # NAME PROGRAM ARGUMENT...
{
	local name=$1
	shift

	mkfifo "$TMP/$name.end"
	"$@" <> "$TMP/$name.end" > "$TMP/$name" &
	holder=$!
	eventually grep -q '^\(ready\|open\)$' "$TMP/$name"
}

# A process waits.
asleep() # PID
{
	[ "$(ps -o stat= -p "$1" | cut -c1)" = S ]
}

# Keeps a cpu busy; for a program that a test starts: taskset -c 0 bash -c "spin 500".
spin() # MILLISECONDS
{
	local end=$((${EPOCHREALTIME/./} + $1 * 1000))

	while [ "${EPOCHREALTIME/./}" -lt "$end" ]; do
		:
	done
}
export -f spin

# Lines of our module in the kernel log since the last mark, except those that the kernel logs about
# modules, and those about variables that kallsyms lacks without CONFIG_KALLSYMS_ALL (arm64).
mark_kernel_log()
{
	LOG_MARK="mark $RANDOM$RANDOM"
	echo "$LOG_MARK" > /dev/kmsg
}

kernel_log()
{
	dmesg --notime | sed -e "1,/$LOG_MARK/d" |
		grep '^perfattr_dump: ' | grep -v -e 'taints kernel' -e 'invalid for parameter' \
		-e 'module verification failed' -e 'cannot find .*: reasons will lack it'
}

# Can ftrace, which probes use on x86, be switched off? 7.3 refuses that.
ftrace_can_be_off()
{
	local switch=/proc/sys/kernel/ftrace_enabled

	[ "$(uname -m)" = x86_64 ] && sh -c "echo 0 > $switch" 2> /dev/null && echo 1 > $switch
}

cleanup()
{
	local jobs

	jobs=$(jobs -p)
	# shellcheck disable=SC2086 # one word a process
	[ -z "$jobs" ] || kill $jobs 2> /dev/null
	wait
	! loaded || unload
	rm -rf "$TMP"
}

trap cleanup EXIT
! loaded || unload || exit 1
