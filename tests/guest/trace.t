#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# The trace event perfattr:perf_event_open, used by tracefs, trace-cmd, perf and bpftrace.
# time limit: 900
# shellcheck source=tests/guest/trace.sh
. tests/guest/trace.sh
needs perfattr
plan 28

EVENT=$TRACEFS/events/perfattr/perf_event_open

# Seven calls that succeed and five that are refused with EBADF, which nobody else is here.
cat > "$TMP/calls" << 'EOF2'
#!/bin/sh
call times=7 config=9 && call times=5 config=9 group=99
EOF2
chmod +x "$TMP/calls"

# How often a command's lines say that a call of ours succeeded, and was refused. The kernel
# remembers the names of few processes for traces.
seen() # FILE
{
	local ours='(call|<\.\.\.>).*perf_event_open:.* config=0x9 .*'

	echo "$(grep -cE "$ours ret=[0-9]+ " "$1")" \
		"$(grep -cE "$ours ret=-9 " "$1")"
}

event_off()
{
	echo 0 > $EVENT/enable
	echo 0 > $EVENT/filter
}

# What the event says of the call that these words make, without what differs from run to run, and
# without the number of the record.
said() # WORD...
{
	echo > $TRACEFS/trace
	call "$@" > "$TMP/call"
	sed -n 's/.* perf_event_open: seq=[0-9]* \(.*\) duration=[0-9]* /\1 duration=N /p' $TRACEFS/trace
}

ok 'there is no event without the module' eval '! [ -e $TRACEFS/events/perfattr ]'
load
is 'it has a field for every argument, for what matters of the attr, and for the result' \
	"$(fields $EVENT)" 'unsigned long long seq
unsigned long long config
unsigned long long config1
unsigned long long config2
unsigned long long sample_period
unsigned long long sample_type
unsigned long long read_format
unsigned long long attr_flags
unsigned long long flags
unsigned long long duration
long ret
long pid
long cpu
long group_fd
unsigned int type
unsigned int size
unsigned int freq
char errno[16]
char pmu[36]'

# --- tracefs ---
echo 1 > $EVENT/enable
is 'a call is shown with its symbols' \
	"$(said type=1 size=128 config=9 sample_period=4000 sample_type=7 read_format=5 \
		bits=0x18401 config1=0x11 config2=0x22 pid=0 cpu=-1)" \
	'type=SOFTWARE size=128 config=0x9 config1=0x11 config2=0x22 sample_freq=4000 sample_type=IP|TID|TIME read_format=TOTAL_TIME_ENABLED|ID attr_flags=precise_ip=3|disabled|freq pid=0 cpu=-1 group_fd=-1 flags=FD_CLOEXEC ret=3 errno= duration=N pmu=software'
is 'unknown bits, types and numbers stay' \
	"$(said type=77 size=64 config=0xfedcba9876543210 sample_period=18446744073709551615 \
		sample_type=0x4000000000000001 read_format=0x80 bits=0x8000000000000001 pid=-1 \
		cpu=5 group=7 flags=0x108 | sed 's/ duration.*//')" \
	'type=0x4d size=64 config=0xfedcba9876543210 config1=0x0 config2=0x0 sample_period=18446744073709551615 sample_type=IP|0x4000000000000000 read_format=0x80 attr_flags=disabled|0x8000000000000000 pid=-1 cpu=5 group_fd=7 flags=FD_CLOEXEC|0x100 ret=-22 errno=EINVAL'
line=$(said type=1 size=112 config=0 sample_period=100001 bits=0x401)
ok 'a call that no PMU has answered names none' has "$line" \
	'^type=SOFTWARE size=112 .* sample_freq=100001 .* ret=-22 errno=EINVAL duration=N pmu=$'
seq=$(sed -n 's/.* perf_event_open: seq=\([0-9]*\) .*/\1/p' $TRACEFS/trace)
ok '... and its number leads to the reason' has "$(perfattr show "$seq")" 'sample_freq 100001 is above'
said at=0x10 > "$TMP/unreadable"
ok 'a call whose attr cannot be read is shown' has "$(cat "$TMP/unreadable")" \
	'size=0 .* ret=-14 errno=EFAULT duration=N pmu=$'
ok 'the PMU that answered is named' has "$(said type=1 config=0)" ' ret=3 errno= duration=N pmu=cpu_clock$'
said config=0 comm=$'x\ny' type=1 > "$TMP/one"
is 'a hostile name of the caller makes no second line' "$(wc -l < "$TMP/one")" 1
ok 'a 32-bit call is shown' eval 'echo > $TRACEFS/trace; call.$ABI32 config=9 > "$TMP/call"
	same "$(grep -c "perf_event_open: seq=.* type=SOFTWARE.* ret=3 " $TRACEFS/trace)" 1'

echo > $TRACEFS/trace
"$TMP/calls" > "$TMP/call"
is 'seq is the number of the record in JSON' \
	"$(sed -n 's/.* perf_event_open: seq=\([0-9]*\) .* ret=\([-0-9]*\) errno=\([A-Z0-9]*\) .*/\1 \2 \3/p' $TRACEFS/trace)" \
	"$(json | tail -n 12 | jq -r '"\(.seq) \(.ret) \(.errno // "")"')"

echo 'ret < 0' > $EVENT/filter
echo > $TRACEFS/trace
"$TMP/calls" > "$TMP/call"
is "the event's own filter: ret < 0" "$(seen $TRACEFS/trace)" '0 5'
echo 'ret >= 0 && config == 9' > $EVENT/filter
echo > $TRACEFS/trace
"$TMP/calls" > "$TMP/call"
is '... and the other way round' "$(seen $TRACEFS/trace)" '7 0'
echo 'pmu == "software"' > $EVENT/filter
echo > $TRACEFS/trace
"$TMP/calls" > "$TMP/call"
is '... and by the name of the PMU' "$(seen $TRACEFS/trace)" '7 0'
echo 'errno == "EBADF" && cpu == -1' > $EVENT/filter
echo > $TRACEFS/trace
"$TMP/calls" > "$TMP/call"
is '... and by the name of the errno, and a negative number' "$(seen $TRACEFS/trace)" '0 5'
event_off
echo > $TRACEFS/trace
"$TMP/calls" > "$TMP/call"
is 'switched off it says nothing' "$(seen $TRACEFS/trace)" '0 0'

echo failed > $PARAMS/filter
echo 1 > $EVENT/enable
"$TMP/calls" > "$TMP/call"
event_off
is 'calls that our own filter leaves out are not traced either' "$(seen $TRACEFS/trace)" '0 5'
echo > $PARAMS/filter

# --- tools ---
ok 'trace-cmd record' eval 'trace-cmd record -o "$TMP/dat" -e "perfattr:*" "$TMP/calls"'
trace-cmd report -i "$TMP/dat" > "$TMP/report" 2> "$TMP/report.err"
ok '... and report: each call is there' eval \
	'cat "$TMP/report.err" "$TMP/report"; same "$(seen "$TMP/report")" "7 5"'
ok '... decoded with symbols' has "$(grep -m 1 'perf_event_open:.* ret=[0-9]' "$TMP/report")" \
	'type=SOFTWARE size=112 config=0x9 .* sample_period=0 .* attr_flags=disabled .* flags=FD_CLOEXEC ret=[0-9]+ .* pmu=software'
ok 'perf record -e perfattr:perf_event_open -a' eval \
	'perf record -q -o "$TMP/perf.data" -e perfattr:perf_event_open -a "$TMP/calls" > "$TMP/call"'
perf script -i "$TMP/perf.data" -F comm,event,trace > "$TMP/script" 2> "$TMP/script.err"
sed -i 's/perfattr:perf_event_open:/perf_event_open:/' "$TMP/script"
is '... and perf script: each call is there' "$(seen "$TMP/script")" '7 5'
perf trace --no-syscalls -o "$TMP/trace" -e 'perfattr:*' "$TMP/calls" > "$TMP/call" 2>&1
ok 'perf trace -e perfattr:*' eval 'cat "$TMP/trace" "$TMP/call" | head -n 20
	same "$(grep -c "calls\?/.*perfattr:perf_event_open(.*config: 9,.* ret: [0-9]" "$TMP/trace") \
$(grep -c "calls\?/.*perfattr:perf_event_open(.*config: 9,.* ret: -9," "$TMP/trace")" "7 5"'
is '... a number below zero is one' \
	"$(grep -c 'calls\?/.*perf_event_open(.* cpu: -1,.* group_fd: -1,' "$TMP/trace") $(
	grep -c 'calls\?/.*perf_event_open(.* 4294967295' "$TMP/trace") $(
	grep -c 'calls\?/.*perf_event_open(.* ret: 18446744073709551' "$TMP/trace")" '7 0 0'
ok 'bpftrace: args->ret' eval \
	'bpftrace_of "$TMP/calls" "tracepoint:perfattr:perf_event_open { @[args->ret] = count(); }"
	has "$(cat "$TMP/bpftrace")" "^@\[-9\]: 5$" && has "$(cat "$TMP/bpftrace")" "^@\[3\]: 7$"'
ok '... and the name of the errno, a string' eval \
	'bpftrace_of "$TMP/calls" "tracepoint:perfattr:perf_event_open / args->ret == -9 / {
		@[args->errno] = count(); }"
	has "$(cat "$TMP/bpftrace")" "^@\[EBADF\]: 5$"'

# --- unload ---
echo 1 > $EVENT/enable
ok 'an event that is switched on does not keep the module' unload
ok '... and goes with it' eval '! [ -e $TRACEFS/events/perfattr ]'

finish
