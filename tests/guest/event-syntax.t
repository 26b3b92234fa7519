#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# time limit: 600
# not on debug kernels: it tests programs, not the module
#
# perfattr prints events in perf's syntax: perf, given the printed name, passes
# the same attr again. Tests 200 events of perf list with modifiers, PMU events by sysfs terms.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

needs perfattr
BATCH=20
mountpoint -q /sys/kernel/tracing || mount -t tracefs none /sys/kernel/tracing

# What the attr has to say: what the event is, and what modifiers set.
FIELDS='[.attr | .type, .config, (.config1 // .bp_addr // 0), (.config2 // .bp_len // 0), .bp_type,
	.precise_ip, .exclude_user, .exclude_kernel, .exclude_hv, .exclude_host, .exclude_guest,
	.exclude_idle, .pinned, .exclusive]'

events()
{
	local name mod

	for name in cycles instructions cache-references cache-misses branches branch-misses \
		bus-cycles stalled-cycles-frontend stalled-cycles-backend ref-cycles; do
		for mod in '' :u :k :h :uk :G :H :GH :p :ppp :upp :I :D; do
			echo "$name$mod"
		done
	done
	for name in cpu-clock task-clock page-faults context-switches cpu-migrations minor-faults \
		major-faults alignment-faults emulation-faults dummy; do
		printf '%s\n' "$name" "$name:u" "$name:kH" "$name:GI"
	done
	for name in L1-dcache-loads L1-dcache-load-misses L1-dcache-stores L1-dcache-store-misses \
		L1-dcache-prefetches L1-icache-loads L1-icache-load-misses LLC-loads LLC-load-misses \
		LLC-stores LLC-store-misses LLC-prefetches dTLB-loads dTLB-load-misses dTLB-stores \
		dTLB-store-misses iTLB-loads iTLB-load-misses branch-loads branch-load-misses \
		node-loads node-load-misses node-stores node-store-misses; do
		printf '%s\n' "$name"
	done
	printf '%s\n' LLC-loads:u dTLB-loads:kpp r1a8 r1c2:u r5301c2:kpp r0 \
		sched:sched_switch sched:sched_process_exec:u \
		mem:0x1000:rw mem:0x2000/8:w:u mem:0x3000/1:r mem:0x4000:x:u
	# Without CONFIG_FTRACE_SYSCALLS a kernel has no trace points of system calls.
	[ ! -e /sys/kernel/tracing/events/syscalls ] ||
		printf '%s\n' syscalls:sys_enter_read:k raw_syscalls:sys_exit
	for name in /sys/bus/event_source/devices/{msr,armv8_pmuv3*}/events/*; do
		[[ ! -e $name || $name == *.* ]] ||
			sed -E 's,.*/([^/]*)/events/(.*),\1/\2/,' <<< "$name"
	done
}

# The opens of perf stat with these events, in their order, the first of each: when an open is
# refused perf tries the event again without what older kernels did not know, once or more. Which
# opens are of which event is told by a marker before each of them, and one after the last; no
# event of ours is dummy with the bit pinned.
opened() # EVENT...
{
	local event list=dummy:D

	for event; do
		list+=,$event,dummy:D
	done
	perfattr run -j -C perf -o "$TMP/all" -- perf stat -o "$TMP/stat" -e "$list" true > "$TMP/said" 2>&1
	cat "$TMP/said"
	jq -sc 'map(.mark = (.attr.type == 1 and .attr.config == "9" and .attr.pinned == 1)) | . as $r |
		range(1; length) | select($r[. - 1].mark and ($r[.].mark | not)) | $r[.] | del(.mark)' \
		<(json_calls "$TMP/all") > "$TMP/opens"
	[ "$(wc -l < "$TMP/opens")" -eq $# ] || { echo "$# events, $(wc -l < "$TMP/opens") opens"; return 1; }
}

again() # EVENT...
{
	local names

	opened "$@" || return
	jq -c "$FIELDS" "$TMP/opens" > "$TMP/first"
	mapfile -t names < <(perfattr -i "$TMP/opens" --sysfs /sys -v | sed -n 's,^/\* perf -e \(.*\) \*/$,\1,p')
	echo "${names[*]}"
	opened "${names[@]}" || return
	jq -c "$FIELDS" "$TMP/opens" > "$TMP/second"
	diff "$TMP/first" "$TMP/second"
}

modprobe -q msr 2> /dev/null
mapfile -t all < <(events)
load
plan $(((${#all[@]} + BATCH - 1) / BATCH + 1))
ok "there are 200 events: ${#all[@]}" [ "${#all[@]}" -ge 200 ]
for ((i = 0; i < ${#all[@]}; i += BATCH)); do
	ok "${all[i]} and those after it: perf passes the same for the names that we print" \
		again "${all[@]:i:BATCH}"
done
unload
finish
