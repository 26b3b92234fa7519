#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # ok evaluates conditions late
#
# Functions of the kernel may get other arguments than in the kernels that we know. A build for this
# test looks for them in the wrong places: nothing that was not proved is read, a stage that is not
# what it should be is left out, the log says so, and calls are recorded. In the right places all is
# proved by the calls that perfattr doctor --prove makes.
# time limit: 600
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
needs jq

FUNCTIONS=withhold=__do_sys_perf_event_open
cases=(
	# shuffle, the function that is not as it should be, parameters
	"1 perf_event_alloc $FUNCTIONS"
	"2 perf_event_alloc $FUNCTIONS"
	"3 perf_copy_attr"
	"3 perf_copy_attr $FUNCTIONS"
	"4 perf_try_init_event"
	"4 perf_try_init_event $FUNCTIONS"
	"5 perf_event_alloc"
	"5 perf_event_alloc $FUNCTIONS"
	"6 perf_event_set_output"
	"7 perf_copy_attr"
	"7 perf_copy_attr $FUNCTIONS"
)
ops=(perf_ioctl perf_mmap perf_read perf_poll perf_release)
plan $((6 * ${#cases[@]} + 4 + 6 + 3))

# What is not proved, and what is not decided.
unproved()
{
	sed -n 's/^probe\.\(.*\)\.proved 0$/\1/p' $DBG/stats | grep -v compat | xargs
}

undecided()
{
	sed -n 's/^probe\.\(.*\)\.unproved 1$/\1/p' $DBG/stats | grep -v compat | xargs
}

# The functions in the path of the last call that has succeeded.
path()
{
	json_calls | jq -r 'select(.call == "open" and .ret >= 0) | [.kernel.path[].fn] | join(" ")' | tail -n 1
}

# A line for each argument that is not there; they come from an interrupt.
refuted() # FUNCTION
{
	kernel_log | grep -q "^perfattr_dump: $1() does not have"
}

oopses()
{
	dmesg | grep -c -E 'BUG:|Oops|general protection|Unable to handle'
}

# --- what is where it should be ---
for parameters in stages=1 "stages=2 calls=1" "stages=2 calls=1 $FUNCTIONS"; do
	# shellcheck disable=SC2086 # words
	load_test $parameters
	perfattr doctor --prove > "$TMP/prove"
	is "with $parameters all is proved" "$(unproved)" ''
	is '... and decided' "$(undecided)" ''
done

# --- what is not ---
for row in "${cases[@]}"; do
	read -r shuffle function parameters <<< "$row"
	what="shuffle $shuffle${parameters:+ of functions}"
	! loaded || unload
	mark_kernel_log
	# shellcheck disable=SC2086 # words
	load_test stages=2 shuffle="$shuffle" $parameters
	perfattr doctor --prove > "$TMP/prove"
	call > "$TMP/call"
	call type=5 config=0 bp_type=2 config2=3 > "$TMP/call"
	is "$what: $function is not proved, all else is" "$(unproved)" "$function"
	is '... which is decided' "$(undecided)" ''
	ok '... and in the log, once' eval 'eventually refuted "$function" && [ -z "$(kernel_log | sort | uniq -d)" ] &&
		! kernel_log | grep "some calls bypass the probe"'
	is '... all calls are recorded' "$(counter recorded)" 5
	ok '... without this stage' has_not " $(path) " " $function "
	is '... and the kernel goes on' "$(oopses)" 0
done
# Somebody else could change his memory meanwhile, and is not believed; nor is the root of a container.
! loaded || unload
mark_kernel_log
load_test shuffle=3
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
echo -1 > /proc/sys/kernel/perf_event_paranoid
setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all -- "$(command -v call)" > "$TMP/call"
setpriv --bounding-set=-all --inh-caps=-all -- "$(command -v call)" > "$TMP/call"
echo "$paranoid" > /proc/sys/kernel/perf_event_paranoid
ok 'a call of nobody, or of root without privileges, refutes nothing' has " $(undecided) " ' perf_copy_attr '
ok '... is recorded without what it has not proved' has_not " $(path) " ' perf_copy_attr '
is '... and the log says nothing' "$(kernel_log | grep -c 'does not have')" 0

! loaded || unload
mark_kernel_log
load_test shuffle=8 calls=1
perfattr doctor --prove > "$TMP/prove"
ok 'shuffle 8: no op has its file where it should be' has "$(unproved)" "${ops[*]}"
ok '... which is in the log' has "$(kernel_log)" 'perf_ioctl.. does not have a file'
is '... opens are recorded, and the op that has no file' \
	"$(json_calls | jq -r .call | sort | uniq -c | xargs)" '1 munmap 3 open'
is '... and the kernel goes on' "$(oopses)" 0
finish
