#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --append sysctl.kernel.panic_on_warn=0
# the kernel may say: WARNING: .*(ftrace|kprobe)|Call Trace:
#
# Ftrace dies while the module is loaded, see unload-ftrace.t: after that no probe can be
# disarmed, and calls still hit them. Settings, unloading and loading must work all the same.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

if [ "$(uname -m)" != x86_64 ]; then
	echo '1..0 # SKIP probes do not use ftrace here'
	exit 0
fi
if ! grep -q ' ftrace_kill$' /proc/kallsyms; then
	echo '1..0 # SKIP this kernel has no function tracer'
	exit 0
fi
plan 12

echo 0 > /proc/sys/kernel/panic_on_warn

# All of the kernel's table; what is in it of ours goes to the diagnostics.
list()
{
	cat /sys/kernel/debug/kprobes/list > "$TMP/list" && { grep -E 'perf_|perfattr|GONE' "$TMP/list" || true; }
}

load calls=1
call > "$TMP/call"
ok 'calls are recorded' recorded_more_than 0
OURS='_sys_perf_event_open|perf_event_alloc|perf_release|selftest'
grep -E "$OURS" /sys/kernel/debug/kprobes/list | grep '\[FTRACE\]' | grep -v DISABLED > "$TMP/on_ftrace"
mark_kernel_log
ok 'ftrace dies' insmod tests/guest/modules/standin_ftrace_death.ko
ok 'calls=0 comes through' eval 'echo 0 > $PARAMS/calls && list'
ok '... and calls=1, which does not take what was left behind' eval \
	'echo 1 > $PARAMS/calls && list && grep -E "firing|armed|stuck|absent" $DBG/stats'
echo 0 > $PARAMS/enable 2> "$TMP/err"
ok 'enable=0 comes through, or says that it could not' eval \
	'same "$(cat $PARAMS/enable)" 0 || has "$(kernel_log)" "cannot disarm the probe"'
ok 'calls go on' has "$(call)" ret=3
ok 'it unloads' unload
kernel_log > "$TMP/log"
ok 'the list of probes can be read' list
ok '... and again, when other memory has taken the place' eval \
	'for i in 1 2 3; do dd if=/dev/urandom of="$TMP/fill" bs=1M count=8 2> /dev/null; list || return; done'
is 'the log names each probe that stays behind, and says what to do' \
	"$(sed -n 's/.*disarm the probe on \(.*\) (-19): it stays in the kernel until the next reboot.*/\1/p' \
		"$TMP/log" | grep -cE "$OURS")" \
	"$(wc -l < "$TMP/on_ftrace")"
ok 'perf goes on' eval 'call && perf stat true'
ok 'it loads again, or says why not' eval 'mark_kernel_log
	if load; then unload; else has "$(kernel_log)" "ftrace.*reboot"; fi'
finish
