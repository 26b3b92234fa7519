# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shared by the tests of the trace events, in addition to lib.sh.

# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

# shellcheck disable=SC2034 # for those who source this
TRACEFS=/sys/kernel/tracing

# Waits for a program. If it does not end within 40 s, says where its children's threads wait, and
# what of the kernel is blocked.
await() # PID
{
	local seconds=0 stat child

	while kill -0 "$1" 2> /dev/null && [ $((seconds += 1)) -le 40 ]; do
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

# Ends bpftrace. It only looks at a signal that interrupts its wait for events, so one that comes
# while it writes is lost, and it waits on: then it gets another.
interrupt() # PID
{
	kill -INT "$1"
	for _ in $(seq 40); do
		sleep 1
		kill -0 "$1" 2> /dev/null || return 0
		! grep -qs 'ep_*poll' "/proc/$(pgrep -x bpftrace)/wchan" || kill -INT "$1"
	done
}

# Runs a command under a program for bpftrace, which ends with its maps.
bpftrace_of() # COMMAND PROGRAM
{
	local tracer

	timeout -s INT -k 60 240 bpftrace -e "BEGIN { printf(\"ready\\n\"); } $2" > "$TMP/bpftrace" 2>&1 &
	tracer=$!
	# It takes its time to compile, and none to refuse.
	until grep -q ready "$TMP/bpftrace" || ! kill -0 "$tracer"; do
		sleep 0.2
	done
	"$1" > "$TMP/call" && interrupt "$tracer" && await "$tracer"
	cat "$TMP/bpftrace"
}

# The fields of an event, without those that all events have.
fields() # EVENT
{
	sed -n 's/^\tfield:\(.*\);\toffset.*/\1/p' "$1/format" | grep -v ' common_'
}

