# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shared by tests that use tracefs and bpftrace, in addition to lib.sh.

# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

# shellcheck disable=SC2034 # for those who source this
TRACEFS=/sys/kernel/tracing

# Waits for a program. If it does not end within four minutes, says where its children's threads wait, and
# what of the kernel is blocked.
await() # PID
{
	local seconds=0 stat child

	while kill -0 "$1" 2> /dev/null && [ $((seconds += 1)) -le 240 ]; do
		sleep 1
	done
	if kill -0 "$1" 2> /dev/null; then
		# Not every kernel has a file with the children.
		for stat in /proc/[0-9]*/stat; do
			child=${stat//[!0-9]/}
			[ "$(sed 's/.*) . \([0-9]*\) .*/\1/' "$stat" 2> /dev/null)" = "$1" ] || continue
			head -n 99 "/proc/$child/task"/*/{comm,wchan,syscall,stack} "/proc/$child/status" |
				sed 's/^/# /' >&2
		done
		echo w > /proc/sysrq-trigger
		dmesg | tail -n 200 | sed 's/^/# /' >&2
	fi
	wait "$1"
}

# Runs a command under a program for bpftrace, which ends with its maps. The program sync, which nothing
# else starts here, ends it: a signal that comes while bpftrace writes is lost, and timeout passes on
# only one.
bpftrace_of() # COMMAND PROGRAM
{
	local tracer

	timeout -s INT -k 60 240 bpftrace -e "BEGIN { printf(\"ready\\n\"); } $2
		tracepoint:sched:sched_process_exec / comm == \"sync\" / { exit(); }" > "$TMP/bpftrace" 2>&1 &
	tracer=$!
	# It takes its time to compile, and none to refuse.
	until grep -q ready "$TMP/bpftrace" || ! kill -0 "$tracer"; do
		sleep 0.2
	done
	"$1" > "$TMP/call" && sync && await "$tracer"
	cat "$TMP/bpftrace"
}

# The fields of an event, without those that all events have.
fields() # EVENT
{
	sed -n 's/^\tfield:\(.*\);\toffset.*/\1/p' "$1/format" | grep -v ' common_'
}

