#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# Loading: the files that it creates, and all conditions under which it must fail.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 30

# Loading must fail with this message of insmod, one line in the kernel log that matches, and
# nothing left behind.
refused() # ERROR LINE PARAMETER...
{
	local error=$1 line=$2 log
	shift 2

	mark_kernel_log
	! "${by:-load}" "$@" 2> "$TMP/err" || return
	log=$(kernel_log)
	cat "$TMP/err"
	echo "$log"
	grep -q "$error" "$TMP/err" && [ "$(wc -l <<< "$log")" -eq 1 ] && has "$log" "$line" &&
		[ ! -d "$DBG" ] && ! loaded && ! grep -q '^perfattr_dump ' /proc/modules
}

modes() # DIRECTORY
{
	(cd "$1" && stat -c '%n %a' -- *)
}

# 32-bit programs have an entry of their own on x86 only.
ENTRY=__x64_sys_perf_event_open
ENTRY32=__ia32_sys_perf_event_open
case $(uname -m) in
aarch64) ENTRY=__arm64_sys_perf_event_open ENTRY32= ;;
ppc64le) ENTRY=sys_perf_event_open ENTRY32= ;;
armv7l) ENTRY=sys_perf_event_open ENTRY32= ;;
riscv64) ENTRY=__riscv_sys_perf_event_open ENTRY32= ;;
s390x) ENTRY=__s390x_sys_perf_event_open ENTRY32=__s390_sys_perf_event_open ;;
esac
# shellcheck disable=SC2086 # there may be none
NEEDED=$(printf '%s\n' $ENTRY32 "$ENTRY" perf_copy_attr perf_event_alloc \
	perf_event_set_output perf_try_init_event | LC_ALL=C sort)

armed()
{
	sed -n 's/^probe\.\(.*\)\.armed 1$/\1/p' "$DBG/stats" | LC_ALL=C sort
}

probes_all_armed()
{
	grep '^probe\.' "$DBG/stats"
	grep -q '^probe\..*perf_event_open\.armed 1$' "$DBG/stats" &&
		! grep '^probe\.' "$DBG/stats" | grep -v -e '\.armed 1$' -e 'proved [01]$'
}

mark_kernel_log
ok 'it loads' load
ok 'it says where the records are, in one line' same "$(kernel_log)" \
	'perfattr_dump: ready: /sys/kernel/debug/perfattr/log, 4096 records'
# What kallsyms lacks without CONFIG_KALLSYMS_ALL.
lacking()
{
	dmesg --notime | sed -e "1,/$LOG_MARK/d" | sed -n 's/^perfattr_dump: cannot find \([^ ]*\).*/\1/p'
}
ok 'it misses no fact that this kernel does not have' eval '
	! lacking | grep kernel_locked_down || grep -qw lockdown_is_locked_down /proc/kallsyms'
is 'the files are the documented ones, with the documented modes' "$(modes $DBG)" 'README 444
clear 200
events 400
events_raw 400
log 400
log_pipe 400
raw 400
raw_pipe 400
raw_run 400
stats 400'
is '... and so are the parameters' "$(modes $PARAMS | xargs)" \
	'brief 600 calls 600 enable 600 filter 600 firing 400 load 444 maxactive 400 next 400 records 600 sites 400 stages 600'
for file in log log_pipe raw raw_pipe raw_run events events_raw stats clear enable filter brief calls records; do
	grep -q -w -e "$file" $DBG/README || echo "$file"
done > "$TMP/unnamed"
is 'README names every file and setting' "$(cat "$TMP/unnamed")" ''
is 'README is as long as a screen or two' "$([ "$(wc -l < $DBG/README)" -lt 60 ] && echo yes)" yes
is 'stats holds the documented counters' \
	"$(awk '$1 !~ /^probe\./ { print $1 }' $DBG/stats | sort)" "$(sort << 'end'
recorded
filtered
overwritten
cleared
missed
over_share
dropped
stages_missed
unentered
held
record_bytes
over_share_uid
firing
fork_probes
end
)"
is 'the probes on both entries and on what records need are armed on this kernel' \
	"$(armed)" "$NEEDED"
ok 'with stages=2 every probe is' eval 'echo 2 > $PARAMS/stages && probes_all_armed && echo 1 > $PARAMS/stages'
is 'the ring has the default capacity' "$(cat $PARAMS/records)" 4096
is 'nothing is recorded before the first call' "$(counter recorded) $(cat $DBG/log)" '0 '

call > "$TMP/call"
ok 'a second load is refused with EEXIST' eval '! load 2> "$TMP/err" && grep "File exists" "$TMP/err"'
ok '... and the first goes on recording' eval 'call && same "$(counter recorded)" 2'
ok 'it unloads' unload
ok '... and its files are gone' eval '! [ -e $DBG ]'
what='... and tests/guest/run has its records to check'
if [ -n "${JSON_KEPT-}" ]; then
	is "$what" "$(grep -c '"call":"open"' "$JSON_KEPT")" 2
else
	skip "$what" 'started without it'
fi
ok 'calls go on as before' eval 'has "$(call)" ret=3'

# Wrong values are in settings-answers.t: they do not keep it from loading.
ok 'a ring that does not fit into memory is refused with ENOMEM' \
	refused 'Cannot allocate memory' 'no memory for 1048576 records' records=1048576
ok 'without the entry of the system call it does not load' \
	eval 'by=load_test refused "Operation not supported" "cannot probe $ENTRY" withhold=$ENTRY'
echo 0 > /sys/kernel/debug/kprobes/enabled
ok 'with kprobes switched off globally it does not load' \
	refused 'error' 'kprobe|probe' enable=1
echo 1 > /sys/kernel/debug/kprobes/enabled

ok 'after all these it loads, with the settings that it was given' \
	load records=77 maxactive=33 enable=0 brief=1 stages=0
is '... which its parameters tell' "$(cd $PARAMS && grep . records maxactive enable brief stages)" \
	'records:77
maxactive:33
enable:0
brief:1
stages:0'
unload

# The kernel would panic where there is not so much memory.
slab()
{
	awk '/^SUnreclaim:/ { print $2 }' /proc/meminfo
}
sync
echo 2 > /proc/sys/vm/drop_caches
before=$(slab)
mark_kernel_log
load maxactive=65536
echo 1 > $PARAMS/calls
taken=$(($(slab) - before)) followed=$(cat $PARAMS/maxactive)
eighth=$(($(awk '/^MemTotal:/ { print $2 }' /proc/meminfo) / 8))
echo "# maxactive $followed takes $taken kB; an eighth of the memory is $eighth kB"
ok 'no more calls are followed at once than an eighth of the memory has room for' \
	[ "$followed" -gt 512 -a "$followed" -lt 65536 -a "$taken" -le "$eighth" ]
is '... and one line says so' "$(kernel_log | head -n 1)" \
	"perfattr_dump: maxactive: 65536: kretprobe instances would take more than an eighth of the memory; the value is $followed"
unload

# Calls hit the inner functions before the probe on the system call is armed.
for i in 1 2 3 4; do
	while :; do call times=200; done > /dev/null &
done
mark_kernel_log
for i in 1 2 3; do
	load
	eventually eval '[ "$(counter recorded)" -gt 100 ]'
	unload
done
# shellcheck disable=SC2046 # one word a process
kill $(jobs -p)
wait 2> /dev/null
eventually eval '! pgrep -x call' > /dev/null # what the loops had begun
is 'loading under traffic does not claim that calls bypass the probe' \
	"$(kernel_log | grep 'did not hit')" ''

# Of a .ko: those by which it pretends to be on another kernel.
testing_parameters()
{
	tr '\0' '\n' < "$1" | grep -a -o -E '^parmtype=(withhold|misplace|shuffle):' | wc -l
}
is 'only a build for tests has the parameters of tests' \
	"$(testing_parameters tests/guest/modules/perfattr_test.ko) $(testing_parameters perfattr_dump.ko)" '3 0'

ok 'an inner function that is absent costs one fact, not the load' \
	eval 'load_test withhold=perf_try_init_event && has "$(cat $DBG/stats)" "^probe\.perf_try_init_event\.absent 1" &&
		call && same "$(counter recorded)" 1 && has_not "$(cat $DBG/log)" "perf_try_init_event"'
unload
if [ -n "$ENTRY32" ]; then
	mark_kernel_log
	ok 'without the 32-bit entry it loads and says what will not be seen' \
		eval 'load_test withhold=$ENTRY32 && has "$(kernel_log)" "32-bit callers will not be seen"'
	if [ -z "$ABI32" ]; then
		skip '... which is so' 'there are no 32-bit programs to try it with'
	else
		ok '... which is so' eval 'call.$ABI32 && same "$(counter recorded)" 0 && call && same "$(counter recorded)" 1'
	fi
else
	skip 'without the 32-bit entry it loads and says what will not be seen' 'one entry for both'
	skip '... which is so' 'one entry for both'
fi

finish
