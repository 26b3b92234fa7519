# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shared by the tests of the trace events, in addition to lib.sh.

# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

# shellcheck disable=SC2034 # for those who source this
TRACEFS=/sys/kernel/tracing

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
	"$1" > "$TMP/call" && kill -INT "$tracer" && wait "$tracer"
	cat "$TMP/bpftrace"
}

# The fields of an event, without those that all events have.
fields() # EVENT
{
	sed -n 's/^\tfield:\(.*\);\toffset.*/\1/p' "$1/format" | grep -v ' common_'
}

