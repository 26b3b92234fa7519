#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# A function missing in a path must not be misinterpreted: probes switched during a call;
# a function with a second copy, or livepatched; more calls than instances; what proves nothing; what loading
# asks of modprobe.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 27

ENTRY=__x64_sys_perf_event_open
case $(uname -m) in
aarch64) ENTRY=__arm64_sys_perf_event_open ;;
ppc64le) ENTRY=sys_perf_event_open ;;
armv7l) ENTRY=sys_perf_event_open ;;
riscv64) ENTRY=__riscv_sys_perf_event_open ;;
s390x) ENTRY=__s390x_sys_perf_event_open ;;
esac

# A call that waits in perf_copy_attr(), begun; go_on ends it.
begin_blocked() # TYPE CONFIG BP_TYPE BP_LEN
{
	coproc BLOCKED { blocked "$@" 2>&1; }
	read -r -u "${BLOCKED[0]}" -t 10 line && same "$line" in
}

go_on()
{
	echo go >&"${BLOCKED[1]}"
	read -r -u "${BLOCKED[0]}" -t 10 line
	echo "$line"
	wait
}

# Of the last record that has this result.
field() # EXPRESSION
{
	explained -n 1 | python3 -c "import json, sys; r = json.loads(sys.stdin.readline()); print($1)"
}

path='[s["fn"] for s in r["kernel"]["path"]]'

# --- a breakpoint of a length that there is not: refused behind perf_event_alloc() ---
load
ok 'a call waits in perf_copy_attr()' begin_blocked 5 0 2 3
go_on > "$TMP/ret"
is '... and is refused' "$(cat "$TMP/ret")" ret=-22
plain=$(field 'r["why"]["rule"]')
ok '... with a reason' has "$plain" breakpoint
ok 'the same, while the stages are disarmed' begin_blocked 5 0 2 3
echo 0 > $PARAMS/enable
go_on > "$TMP/ret"
is '... is recorded: it was entered before' "$(counter recorded)" 2
is '... and that its path ends early is no evidence: the reason is the same' \
	"$(field 'r["why"] and r["why"]["rule"]')" "$plain"
echo 1 > $PARAMS/enable

# --- a function with a second copy ---
mark_kernel_log
load_test misplace=perf_event_alloc
is 'a stage that no call passes is armed' "$(grep -c '^probe\.perf_event_alloc\.armed 1' $DBG/stats)" 1
call type=5 config=0 bp_type=2 config2=3 > "$TMP/call"
is '... and that it was not entered is no evidence: the reason is the same' \
	"$(field 'r["why"] and r["why"]["rule"]')" "$plain"
call > "$TMP/call"
ok 'a call that succeeds shows it: stats says bypassed' \
	eval 'eventually grep "^probe\.perf_event_alloc\.bypassed 1" $DBG/stats'
call > "$TMP/call"
ok '... and the log, once' eval 'same "$(kernel_log | grep -c "some calls bypass the probe on perf_event_alloc")" 1'

mark_kernel_log
load_test misplace=$ENTRY
call times=20 > "$TMP/call"
ok 'calls that do not pass the probe on the entry are counted' \
	eval 'same "$(counter recorded) $(counter unentered)" "0 20"'
ok '... and the log says so once' eval \
	'same "$(kernel_log | grep -c "did not hit the probe on its entry")" 1'

# --- a PMU that asks security_perf_event_open(), as tracepoints with raw samples do ---
reload stages=2
tried='[s["ret"] for s in r["kernel"]["path"] if s["fn"] == "perf_try_init_event"][-1:]'
call type=2 config="$(cat /sys/kernel/tracing/events/sched/sched_switch/id)" sample_type=0x400 sample_period=1 > "$TMP/call"
is 'what the PMU has returned is known' "$(field "$tried")" '[0]'
is '... and no function is taken for one that is bypassed' "$(grep -c '^probe\..*\.bypassed 1' $DBG/stats)" 0
# It makes ioctls that copy an attr as an open does.
lifecycle > "$TMP/lifecycle" 2>&1
is 'an ioctl that copies an attr is no open that was missed' "$(counter unentered)" 0

# --- two entries, each with maxactive instances ---
if [ "$(uname -m)" = x86_64 ]; then
	reload maxactive=1 stages=1
	begin_blocked 1 9 0 0 > "$TMP/blocked"
	call.i386 > "$TMP/call"
	ok 'a 32-bit call beside a 64-bit one that waits has its whole path' \
		has "$(field "$path")" "perf_copy_attr.*perf_event_alloc"
	go_on > "$TMP/ret"
	is '... and no stage was missed' "$(counter stages_missed)" 0
else
	skip 'a 32-bit call beside a 64-bit one that waits has its whole path' 'one entry for both'
	skip '... and no stage was missed' 'one entry for both'
fi

# --- what proves nothing, as the first call ---
reload
call at=0 > "$TMP/call"
ok 'NULL is the same as NULL: the function that got it is not known yet' has_not "$(field "$path")" perf_copy_attr
if [ "$(uname -m)" = x86_64 ] && call.i386 > "$TMP/call" 2>&1; then
	reload
	call int80=1 > "$TMP/call"
	is 'a 32-bit entry from 64-bit code, with more in its registers than is used, refutes nothing' \
		"$(grep -c '^probe\.perf_copy_attr\.proved 1' $DBG/stats)" 1
else
	skip 'a 32-bit entry from 64-bit code refutes nothing' 'there is none'
fi

# --- a livepatch ---
copied='[s.get("ret") for s in r["kernel"]["path"] if s["fn"] == "perf_copy_attr"]'
LIVEPATCH=/sys/kernel/livepatch/standin_livepatch
patched()
{
	[ "$(cat "$LIVEPATCH/transition")" = 0 ]
}
mark_kernel_log
reload
call > "$TMP/call"
if insmod tests/guest/modules/standin_livepatch.ko 2> "$TMP/err"; then
	ok 'a livepatch is enabled while the module is loaded' eventually patched
	call > "$TMP/call"
	ok '... it refuses behind perf_copy_attr()' has "$(cat "$TMP/call")" '^ret=-13 '
	is '... which is not said to have refused' "$(field "$copied")" '[None]'
	ok '... and the log says why, once' eval \
		'eventually eval "kernel_log | grep -q perf_copy_attr" && same "$(kernel_log | grep -c "perf_copy_attr")" 1'
	reload
	call > "$TMP/call"
	is 'where it is there before, the return of perf_copy_attr() is seen' "$(field "$copied")" '[0]'
	unload
	echo 0 > "$LIVEPATCH/enabled"
	ok 'it can be taken away' eventually eval '! [ -e "$LIVEPATCH" ] && rmmod standin_livepatch'
else
	for what in 'is enabled' 'refuses' 'is not perf_copy_attr' 'is in the log' 'is there before' 'goes'; do
		skip "a livepatch $what" "$(head -c 100 "$TMP/err" | tr '\n' ' ')"
	done
fi
loaded || load

# --- what loading asks of modprobe ---
unload
modprobe_was=$(cat /proc/sys/kernel/modprobe)
printf '#!/bin/sh\necho "$@" >> %s\nexit 1\n' "$TMP/modprobe.log" > "$TMP/modprobe"
chmod +x "$TMP/modprobe"
chmod 755 "$TMP"
: > "$TMP/modprobe.log"
echo "$TMP/modprobe" > /proc/sys/kernel/modprobe
# Not on /mnt, which the userland of armhf has not.
mount -t perfattr_no_such none "$TMP" 2> /dev/null
ok 'the kernel asks this modprobe' eval 'eventually grep -q perfattr_no_such "$TMP/modprobe.log"'
load
is '... and not for a file system of SELinux' "$(grep -c selinux "$TMP/modprobe.log")" 0
echo "$modprobe_was" > /proc/sys/kernel/modprobe
finish
