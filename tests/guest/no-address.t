#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Passes kernel addresses in every argument that can hold one; no view may show them.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 14

MODULES=tests/guest/modules
TRACING=/sys/kernel/tracing

type_of() # PMU
{
	cat "/sys/bus/event_source/devices/$1/type"
}

address_of() # SYMBOL
{
	awk -v s="$1" '$3 == s { print "0x" $1; exit }' /proc/kallsyms
}

# In the attr: breakpoints, kprobes by address, by an empty string and an address, by an offset.
pass_attrs()
{
	local kprobe uprobe

	kprobe=$(type_of kprobe)
	uprobe=$(type_of uprobe)
	call type=5 bp_type=3 config1="$address" config2=8 bits=1
	call type=5 bp_type=3 config1="$address" config2=3 bits=1
	call type=5 bp_type=4 config1="$address" config2=8
	call type="$kprobe" config1=0 config2="$address" bits=1
	call type="$kprobe" config1=0 config2="$((address + 1))" bits=1
	call type="$kprobe" config1=@ config2="$address" bits=1
	call type="$kprobe" config1=@no_such_function config2="$address" bits=1
	call type="$kprobe" config1=@do_nanosleep config2="$address" bits=1
	call type="$kprobe" config1=@do_nanosleep config2="$address" config=1 bits=1 size=72
	call type="$uprobe" config1=@/bin/true config2="$address" bits=1
	call type="$uprobe" config1=@ config2="$address" bits=1
	call type="$kprobe" config1="$address" bits=1
	call type="$uprobe" config1="$address" bits=1
}

# In event->hw: what drivers put there.
pass_hw()
{
	local pmu

	for pmu in arm_cmn_0 arm_ni_0 uncore_stray uncore_codes; do
		call type="$(type_of $pmu)" config=0x21 pid=-1 cpu=0 bits=0
	done
	call type=2 config="$(cat $TRACING/events/sched/sched_switch/id)" bits=1
	call config=0 sample_period=100000 bits=1
	call config=1 sample_period=100000 bits=1
	call at="$address"
}

# A breakpoint there is open while the views are taken. Of one byte: a longer one must be aligned,
# as functions built for size are not.
hold_breakpoint()
{
	perf stat -a -e "mem:$address/1:w" sleep 1000 > "$TMP/perf" 2>&1 &
	eventually grep -q 'mem:' "$DBG/events"
}

take_all()
{
	local file seq

	for file in log raw events events_raw stats README; do
		cat "$DBG/$file" > "$TMP/seen.$file" || return
	done
	for file in log_pipe raw_pipe; do
		dd if="$DBG/$file" iflag=nonblock bs=64k > "$TMP/seen.$file" 2> /dev/null
	done
	json > "$TMP/seen.json" && json events_raw > "$TMP/seen.events_json" || return
	echo 1 > "$PARAMS/brief"
	cat "$DBG/log" > "$TMP/seen.brief_log"
	echo 0 > "$PARAMS/brief"
	# ftrace's own line about a function it cannot resolve is not ours.
	grep -E 'perf_event_(open|op): ' "$TRACING/trace" > "$TMP/seen.trace"
	dmesg | grep -a perfattr > "$TMP/seen.dmesg"
	head -n 100 "$PARAMS"/* > "$TMP/seen.parameters" 2> /dev/null
	# With -j as perfattr.service does.
	perfattr-cat > "$TMP/seen.cat" && perfattr-cat -j > "$TMP/seen.cat_json"
	# What perfattr makes of both.
	perfattr -v -c --no-pager > "$TMP/seen.perfattr" && perfattr -j --no-pager > "$TMP/seen.perfattr_json" || return
	for seq in $(jq -r 'select(.call == "open" and .attr).seq' "$TMP/seen.json"); do
		perfattr -i "$TMP/seen.json" write --attr -a "$seq" || return
	done > "$TMP/seen.c"
}

# Hexadecimal and, of what was passed, both decimals; ffff is how those of both machines begin.
forms()
{
	local signed=$((address)) page=$((address & -4096)) one=$((address + 1))

	printf 'ffff[0-9a-f]{12}\n'
	printf '%u\n' "$signed" "$page" "$one"
	printf -- '%d\n' "$signed" "$page" "$one"
	printf '0%o\n' "$signed"
}

shown_nowhere() # FILE...
{
	forms > "$TMP/forms"
	# In attr_raw, bytes of a user address of arm64 look like this; addresses.py reads it by words.
	! sed 's/"attr_raw":"[0-9a-f]*"//' "$@" | grep -a -i -E -f "$TMP/forms" &&
		python3 tests/guest/addresses.py "$@"
}

hw_config_of() # PMU
{
	jq -s -r --arg pmu "$1" 'map(select(.kernel.pmu == $pmu)) | last | .kernel.hw_config' <(json_calls)
}

echo 0 > /proc/sys/kernel/kptr_restrict
address=$(address_of perf_event_task_tick)
insmod $MODULES/standin_pointers.ko
load calls=1
echo 1 > $TRACING/events/perfattr/enable
echo > $TRACING/trace
{
	pass_attrs
	pass_hw
	pass_address "$address"
	# No address of the module's, either: it has text and data of its own.
	pass_address "$(awk '/\[perfattr_dump\]$/ { print "0x" $1; exit }' /proc/kallsyms)"
} > "$TMP/calls" 2>&1
ok 'an open event on a kernel address is shown without it' \
	eval 'hold_breakpoint && grep "mem:(kernel)/1:w" $DBG/events && grep "\"mem:(kernel)/1:w\"" <(json events_raw)'
ok 'every view can be taken' take_all
kill %%
wait
is 'the calls are in them: 21 opens and as many lines of the tracefs event' \
	"$(jq -s 'map(select(.call == "open" and .comm == "call")) | length' "$TMP/seen.json") $(
	grep -c 'call-[0-9]*.*perf_event_open: ' "$TMP/seen.trace")" '21 21'
is '... and all calls on an event' \
	"$(jq -s -c '[["ioctl", "mmap", "close"][] as $c | map(select(.call == $c and .comm == "pass_address")) | length]' "$TMP/seen.json")" \
	'[52,2,2]'
for view in "$TMP"/seen.*; do
	shown_nowhere "$view" || echo "--- in ${view##*/seen.}"
done > "$TMP/found"
ok 'no kernel address is in any view' eval 'head -c 2000 "$TMP/found"; [ ! -s "$TMP/found" ]'
is 'a pointer that lies over hw.config is no code' "$(hw_config_of arm_cmn_0)" null
is 'a pointer in hw.config_base is no code' "$(hw_config_of arm_ni_0)" null
is 'a pointer is none either where a code is expected' "$(hw_config_of uncore_stray)" null
case $(uname -m) in
x86_64) code=$((0x40021)) ;;
*) code=null ;;
esac
is 'the code of an uncore PMU is shown, on x86' "$(hw_config_of uncore_codes)" "$code"
is 'what a stream says first is in them: ranges of registers, and a limit of programs, of which none is an address' \
	"$(jq -c '.env // empty | [.task_size | type, test("^(0|[1-9][0-9]*|\\(kernel\\))$")] +
		[.regs_extended | all(test("^[0-9]+-[0-9]+$"))]' "$TMP/seen.json")" '["string",true,true]'
is '... and a line for each PMU' "$(jq -r '.pmu.name? // empty' "$TMP/seen.json" | grep -c -x -F -f <(
	ls /sys/bus/event_source/devices))" "$(find /sys/bus/event_source/devices -mindepth 1 | wc -l)"
is 'of an address that is not shown there is its place in a page' \
	"$(jq -r '.hidden.kprobe_addr.low? // empty' "$TMP/seen.json" | sort -n -u | xargs)" \
	"$((address & 4095)) $(((address + 1) & 4095))"
ok 'a breakpoint is shown by its symbol' grep -q 'bp_addr = .*perf_event_task_tick' "$TMP/seen.log"
sed "s,^,planted: ," > "$TMP/planted" << END
$(printf '%x' "$address")
$(printf '%u' "$((address))")
$(printf '%d' "$((address))")
END
is 'the test would find one, in each form' \
	"$(forms > "$TMP/forms"; grep -c -i -E -f "$TMP/forms" "$TMP/planted")" 3
echo 0 > $TRACING/events/perfattr/enable
unload
rmmod standin_pointers
finish
