#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 2400
#
# Ops: compares the records with a program whose calls are known; sessions.t does with strace.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 29

# One line a record: what does not change from run to run.
rows()
{
	jq -r '[.call, .fd // .ret, .cmd // .option // .area // "",
		(.flags // [] | join("|")), .period // .output_fd // .prog_fd // .pause // .filter //
		.pages // "", (.values // [] | length), (.revents // [] | join("|")),
		.ret, .errno // "", .fd_from // "", .at_exit // ""]
		| map(tostring) | join(" ") | gsub(" +"; " ") | sub(" $"; "")' <(json_calls)
}

# The records of one call.
calls() # NAME
{
	jq -c --arg call "$1" 'select(.call == $call)' <(json_calls)
}

probes_of_calls()
{
	grep -E '^probe\.perf_(compat_ioctl|ioctl|mmap|mmap_close|read|poll|release|event_task_enable|event_task_disable)\.' \
		"$DBG/stats" | sed 's/.*\.//'
}

# PERF_FORMAT_LOST came with 6.0: three words or two for each member of the group.
lost=lost group_bytes=72 member_bytes=40
if ! lifecycle lost 2> /dev/null; then
	lost='' group_bytes=56 member_bytes=32
fi

load
# What kprobes.c has in its table, armed or not.
kprobes_of_calls()
{
	grep -c -E ' (perf_(compat_ioctl|ioctl|mmap|mmap_close|read|poll|release)|perf_event_task_(en|dis)able)\+' \
		/sys/kernel/debug/kprobes/list
}
is 'by default there is no probe on the calls at all' \
	"$(kprobes_of_calls) $(probes_of_calls | wc -l)" '0 0'
lifecycle $lost
is '... and nothing but opens is recorded' "$(jq -r .call <(json_calls) | sort -u)" open
is 'switched on, all are armed' \
	"$(echo 1 > $PARAMS/calls && probes_of_calls | grep -v proved | sort | uniq -c | xargs)" '9 armed 1'
is '... and no others are there' "$(kprobes_of_calls)" 9
is 'switched off again, all are gone' "$(echo 0 > $PARAMS/calls && kprobes_of_calls)" 0
lifecycle $lost
is '... and nothing but opens is recorded' "$(jq -r .call <(json_calls) | sort -u)" open
echo 1 > $PARAMS/calls
is 'enable=0 takes them away too' "$(echo 0 > $PARAMS/enable && kprobes_of_calls)" 0
is '... and enable=1 brings them back' "$(echo 1 > $PARAMS/enable && probes_of_calls | grep -c '^armed 1')" 9

echo 1 > $DBG/clear
before=$(accounted)
lifecycle $lost
after=$(accounted)
rows > "$TMP/native"
cat > "$TMP/want" << EOF
open 3 0 3
open 4 0 4
open 5 0 5
open 6 0 6
ioctl 3 PERF_EVENT_IOC_RESET 0 0 call
ioctl 3 PERF_EVENT_IOC_ENABLE PERF_IOC_FLAG_GROUP 0 0 call
ioctl 3 PERF_EVENT_IOC_DISABLE PERF_IOC_FLAG_GROUP 0 0 call
read 3 2 $group_bytes call
read 4 1 $member_bytes call
read 3 0 -28 ENOSPC call
ioctl 3 PERF_EVENT_IOC_ID 0 0 call
mmap 5 data MAP_PRIVATE 9 0 -22 EINVAL call
mmap 5 data MAP_SHARED 9 0 0 call
ioctl 5 PERF_EVENT_IOC_PERIOD 54321 0 0 call
ioctl 5 PERF_EVENT_IOC_REFRESH 0 0 call
ioctl 6 PERF_EVENT_IOC_SET_OUTPUT 5 0 0 call
ioctl 6 PERF_EVENT_IOC_SET_OUTPUT -1 0 0 call
ioctl 5 PERF_EVENT_IOC_PAUSE_OUTPUT true 0 0 call
ioctl 5 PERF_EVENT_IOC_PAUSE_OUTPUT 0 0 call
poll 5 0 0 open
munmap 5 data 9 0 0 open
ioctl 5 PERF_EVENT_IOC_SET_FILTER pid != "1" */ 0 -22 EINVAL call
ioctl 5 PERF_EVENT_IOC_SET_BPF 77 0 -9 EBADF call
ioctl 5 PERF_EVENT_IOC_QUERY_BPF 0 -22 EINVAL call
ioctl 5 PERF_EVENT_IOC_PERIOD 0 -14 EFAULT call
ioctl 5 0 -25 ENOTTY call
open 7 0 7
ioctl 7 PERF_EVENT_IOC_MODIFY_ATTRIBUTES 0 0 call
close 7 0 0 open
prctl 0 PR_TASK_PERF_EVENTS_ENABLE 0 0
prctl 0 PR_TASK_PERF_EVENTS_DISABLE 0 0
read 7 2 $group_bytes call
read 3 2 $group_bytes call
close 6 0 0 open
close 5 0 0 open true
close 4 0 0 open true
close 3 0 0 open true
EOF
is 'a program that makes one call of each kind is told as it was' \
	"$(cat "$TMP/native")" "$(cat "$TMP/want")"
is '... and every call is in one of the counters' "$((after - before))" "$(wc -l < "$TMP/want")"
is 'every call on an event names the record of its open' \
	"$(jq -s '(map(select(.call == "open")) | map({key: (.seq | tostring), value: .kernel.id}) | from_entries) as $ids |
		map(select(.call != "open" and .call != "prctl")) |
		map(select($ids[.event.open | tostring] != .event.id)) | length' <(json_calls))" 0
is 'ID gives back the id of the event' \
	"$(jq -r 'select(.cmd == "PERF_EVENT_IOC_ID") | .id == .event.id' <(json_calls))" true
is 'a group read has the members that were opened' \
	"$(jq -c 'select(.call == "read" and .ret > 40) | [.values[].id]' <(json_calls) | sort -u)" \
	"$(jq -s -c '[.[] | select(.call == "open" and .ret < 5) | .kernel.id]' <(json_calls))"
is '... the times, and what was lost' \
	"$(calls read | jq -s -r '.[0] | [((.time_enabled | tonumber) >= (.time_running | tonumber)), (.time_running != "0"),
		(.values | map(.lost // 0 | tonumber) | add), .more] | map(tostring) | join(" ")')" 'true true 0 0'
is 'the values are what the program read: its second read is the member alone' \
	"$(calls read | jq -s -c '.[1].values[0].id == .[0].values[1].id')" true
is 'the attr of MODIFY_ATTRIBUTES is decoded' \
	"$(jq -s -c '(map(select(.attr.type == 5 and .call == "open"))[0].attr) as $a |
		map(select(.cmd == "PERF_EVENT_IOC_MODIFY_ATTRIBUTES"))[0].attr |
		[.type, .bp_len, (.bp_addr | tonumber) - ($a.bp_addr | tonumber)]' <(json_calls))" '[5,"4",8]'
is 'a call of another process on the same file is that process' \
	"$(jq -s -r '[.[] | select(.call == "read" and .ret > 40) | .pid] |
		"\(length) \(unique | length)"' <(json_calls))" '3 2'
ok 'in the log each is one line of C' eval \
	'[ "$(grep -c -E "^(ioctl|read|poll|close|prctl|munmap)\(|^ring_[0-9]+ = mmap\(" $DBG/log)" -eq "$(grep -vc ^open "$TMP/want")" ]'

echo 1 > $DBG/clear
lifecycle.$ABI32 $lost
rows > "$TMP/compat"
# A 32-bit -1 is no -1 to the kernel, which takes it for a descriptor.
sed 's/^ioctl 6 \(.*SET_OUTPUT\) -1 0 0 call/ioctl 6 \1 4294967295 0 -9 EBADF call/' "$TMP/want" > "$TMP/want32"
is 'a 32-bit program is told the same way, one record a call' \
	"$(cat "$TMP/compat")" "$(cat "$TMP/want32")"
is '... and is known for what it is' "$(jq -r .abi <(json_calls) | sort -u)" "$ABI32"

echo 1 > $DBG/clear
echo 'type=breakpoint' > $PARAMS/filter
lifecycle $lost
is 'a filter by type keeps the whole life of the events that it keeps' \
	"$(rows | cut -d ' ' -f 1 | xargs)" 'open ioctl close'
echo 'failed' > $PARAMS/filter
echo 1 > $DBG/clear
lifecycle $lost
is 'failed keeps the calls that failed' \
	"$(rows | wc -l)" "$(grep -c ' -[0-9]* E[A-Z]* ' "$TMP/want")"
echo > $PARAMS/filter

echo 1 > $DBG/clear
before=$(accounted)
dd if=/dev/zero of=/dev/null bs=1 count=1000 2> /dev/null
is 'calls on other files are nothing to it' "$(($(accounted) - before))" 0

before=$(accounted)
echo 1 > $DBG/clear
storm 2> /dev/null > /dev/null &
eventually eval '[ "$(accounted)" -gt "$before" ]'
kill $! 2> /dev/null
wait $! 2> /dev/null
ok 'under a storm every call is counted' eval '[ "$(accounted)" -gt "$before" ] &&
	[ "$(counter recorded)" -eq "$(($(counter held) + $(counter overwritten) + $(counter cleared)))" ]'
unload

load calls=1 filter=comm=perf
ok 'calls=1 as a parameter arms them at load' eval \
	'[ "$(probes_of_calls | grep -c "^armed 1")" -eq 9 ]'
unload

load calls=1 stages=0
lifecycle $lost
is 'without the stages a call does not name its open' \
	"$(jq -s -c 'map(select(.call != "open" and .call != "prctl").event.open) | unique' <(json_calls))" '[null]'
unload
mark_kernel_log
load_test calls=1 withhold=perf_read
ok 'a function that is absent costs its kind of record, not the load' eval \
	'lifecycle $lost; has "$(kernel_log)" "cannot probe perf_read" && [ -z "$(calls read)" ] && [ -n "$(calls ioctl)" ]'
unload
load_test calls=1 withhold=perf_compat_ioctl
ok 'without the 32-bit entry the others go on' eval 'lifecycle.$ABI32 $lost; [ -n "$(calls read)" ] &&
	echo 1 > $DBG/clear && lifecycle $lost &&
	same "$(calls ioctl | wc -l)" "$(grep -c ^ioctl "$TMP/want")"'
unload
ok 'a value that is no switch leaves it off' eval 'load calls=2 && same "$(cat $PARAMS/calls)" 0'
unload

finish
