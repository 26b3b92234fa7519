#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2034,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 1800
# the kernel may say: Call Trace:|kmemleak: Cannot allocate a scan area
#
# Each allocation of a load fails once: the load fails cleanly or the module works. Needs a
# kernel with CONFIG_FAULT_INJECTION.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh

if ! [ -e /proc/self/fail-nth ]; then
	echo '1..0 # SKIP this kernel cannot make allocations fail'
	exit 0
fi
plan 4

# The addresses of a function of the kernel: its own and its neighbour's.
range_of() # SYMBOL
{
	local from

	from=$(awk -v symbol="$1" '$3 == symbol { print $1; exit }' /proc/kallsyms)
	awk -v from="x$from" '"x" $1 > from && (!to || "x" $1 < "x" to) { to = $1 } END { print substr(from, 2), to }' \
		/proc/kallsyms
}

# What the module's own initialisation allocates: the kernel warns of failures in what it does for
# any module. Not in __disable_kprobe(): when that has no memory, its second try leaves the kernel
# with a wrong count of the probes that stand on ftrace (__disarm_kprobe_ftrace(), kernel/kprobes.c),
# and a warning. What the module does there is to try again.
read -r from to < <(range_of __disable_kprobe)
read -r init init_end < <(range_of do_one_initcall)
for kind in failslab fail_page_alloc; do
	for setting in verbose=0 ignore-gfp-wait=0 ignore-gfp-highmem=0 min-order=0 \
		reject-start=0x"$from" reject-end=0x"$to" \
		require-start=0x"$init" require-end=0x"$init_end"; do
		! [ -e "/sys/kernel/debug/$kind/${setting%=*}" ] ||
			echo "${setting#*=}" > "/sys/kernel/debug/$kind/${setting%=*}"
	done
done

ok 'each allocation of a load fails once' eval 'failload ./perfattr_dump.ko "records=4 maxactive=2" > "$TMP/out"'
sed 's/^[^#]/# failslab: loads with a failure, and how many of them succeeded all the same: &/' "$TMP/out"
read -r loads succeeded < <(grep -v '^#' "$TMP/out")
ok '... some loads fail of it' eval '[ "$loads" -gt "$succeeded" ]'
ok '... nothing is left of them' eval '! loaded && ! [ -e $DBG ]'
ok 'and then it loads and records' eval 'load && call > "$TMP/call" && same "$(counter recorded)" 1'

finish
