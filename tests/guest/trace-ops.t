#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# The trace event perfattr:perf_event_op: does it say the same as json, and do tools show it?
# time limit: 900
# shellcheck source=tests/guest/trace.sh
. tests/guest/trace.sh
plan 15

EVENT=$TRACEFS/events/perfattr/perf_event_op

load
is 'the event has a field for what json says of every op' "$(fields $EVENT)" 'unsigned long long seq
unsigned long long open_seq
unsigned long long event
unsigned long long arg
unsigned long long value
unsigned long long len
unsigned long long offset
unsigned long long duration
long ret
long fd
char call[8]
char cmd[36]
char errno[16]
char pmu[36]'
echo 1 > $EVENT/enable
echo > $TRACEFS/trace
lifecycle > "$TMP/call"
is 'it is silent with calls=0' "$(grep -c perf_event_op: $TRACEFS/trace)" 0
echo 1 > $DBG/calls

# The ops of a program as the event has them, and as json has them: seq, call, cmd, fd, event,
# open_seq, arg, value, len, offset, ret, errno, duration.
ops_in_trace()
{
	local before arg after

	sed -n 's/.* perf_event_op: \(.*\) arg=\(0x[0-9a-f]*\) \(.*\) pmu=[a-z_]*$/\1|\2|\3/p' $TRACEFS/trace |
		while IFS='|' read -r before arg after; do
			echo "$before arg=$(printf %u "$((arg))") $after"
		done | sort -t = -k 2n
}
ops_in_json()
{
	jq -r 'select(.call and .call != "open") |
		"seq=\(.seq) call=\(.call) cmd=\(.cmd // .option // if .call == "ioctl" then "0x5401" else "" end) " +
		"fd=\(.fd // -1) event=\(.event.id // 0) open_seq=\(.event.open // 0) " +
		"arg=\(.args.arg // .args.count // .at // .args.option // 0) value=\(.period // .id // 0) " +
		"len=\(.args.length // 0) offset=\(.args.offset // "0" | tonumber | if . == 0 then "0x0" else . end) " +
		"ret=\(.ret) errno=\(.errno // "") duration=\(.duration_ns)"' <(json_calls)
}
for program in lifecycle "lifecycle.$ABI32"; do
	echo 1 > $DBG/clear
	echo > $TRACEFS/trace
	$program > "$TMP/call"
	is "$program: the event of each op says what json says of it" "$(ops_in_trace)" "$(ops_in_json)"
	ok '... of every kind' eval \
		'same "$(ops_in_json | sed "s/.* call=\([a-z]*\) .*/\1/" | sort -u | xargs)" "close ioctl mmap munmap poll prctl read"'
done
ok '... and the PMU of the event' has "$(cat $TRACEFS/trace)" ' perf_event_op: .* call=ioctl .* pmu=(software|cpu_clock)$'

ops_seen()
{
	grep -o ' perf_event_op: .*' $TRACEFS/trace | sed 's/.* call=\([a-z]*\) cmd=\([^ ]*\) .* ret=\([-0-9]*\) .*/\1 \2 \3/'
}
echo 'call == "ioctl" && cmd == "PERF_EVENT_IOC_SET_BPF" && ret < 0' > $EVENT/filter
echo > $TRACEFS/trace
lifecycle > "$TMP/call"
is "its own filter: by call, command and result" "$(ops_seen)" 'ioctl PERF_EVENT_IOC_SET_BPF -9'
echo 0 > $EVENT/filter
echo 'type=breakpoint' > $DBG/filter
echo > $TRACEFS/trace
lifecycle > "$TMP/call"
is 'ops that our filter leaves out are not traced' "$(ops_seen | cut -d ' ' -f 1 | xargs)" 'ioctl close'
echo 0 > $EVENT/enable
echo > $TRACEFS/trace
lifecycle > "$TMP/call"
is 'switched off it says nothing' "$(ops_seen)" ''

# Tools that read through perf events make ops themselves: leave theirs out.
echo 'comm=lifecycle' > $DBG/filter
echo 1 > $DBG/clear
ok 'perf record -e perfattr:perf_event_op' eval \
	'perf record -q -o "$TMP/perf.data" -e perfattr:perf_event_op -a lifecycle > "$TMP/call"'
ops=$(ops_in_json | wc -l)
perf script -i "$TMP/perf.data" -F comm,event,trace > "$TMP/script" 2> "$TMP/script.err"
is '... and perf script: each op is there' "$(grep -c 'lifecycle .*perf_event_op: ' "$TMP/script")" \
	"$ops"
perf trace --no-syscalls -o "$TMP/trace" -e perfattr:perf_event_op lifecycle > "$TMP/call" 2>&1
ok 'perf trace shows the call and what it returned' has "$(cat "$TMP/trace")" \
	'perf_event_op\(.* ret: -22, fd: .* call: "?ioctl"?, cmd: "?PERF_EVENT_IOC_SET_FILTER"?'
bpftrace_of lifecycle 'tracepoint:perfattr:perf_event_op { @[args->call] = count(); }' > "$TMP/out"
is 'bpftrace counts ops by call' "$(sed -n 's/^@\[\(.*\)\]: \(.*\)/\2 \1/p' "$TMP/bpftrace" | sort -k 2)" \
	"$(ops_in_json | tail -n "$ops" | sed 's/.* call=\([a-z]*\) .*/\1/' | sort | uniq -c | sed 's/^ *//')"
echo > $DBG/filter
echo 0 > $DBG/calls

# --- unload ---
echo 1 > $EVENT/enable
ok 'an event that is switched on does not keep the module' unload

finish
