#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --append sysctl.kernel.panic_on_warn=0
# the kernel may say: WARNING: .*(ftrace|kprobe)|Call Trace:
#
# Unloading when the kernel can no longer disarm our probes. After a consistency check of ftrace
# has failed, ftrace is off until the next boot and every change fails with ENODEV; a probe
# that cannot be disarmed stays in the kernel's table, and must not point into the unloaded module.
# Such a failure needs no bug of ours: removing any kprobe while kernel.ftrace_enabled is 0
# causes one. The guest stops at an oops, so reaching the end is most of the proof.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

if ! ftrace_can_be_off; then
	echo '1..0 # SKIP nobody can switch ftrace off here; ftrace-dead.t has what is left of it'
	exit 0
fi
plan 11

TRACING=/sys/kernel/tracing
mountpoint -q $TRACING || mount -t tracefs tracefs $TRACING
echo 0 > /proc/sys/kernel/panic_on_warn

# Somebody else's probe.
other_probe() # FUNCTION
{
	echo "p:other $1" > $TRACING/kprobe_events && echo 1 > $TRACING/events/kprobes/other/enable
}

# Ftrace dies of it as soon as the last probe is disarmed: that is ours, at the latest.
wound_ftrace()
{
	echo 0 > /proc/sys/kernel/ftrace_enabled
	echo 0 > "$TRACING/events/kprobes/other/enable"
	echo > "$TRACING/kprobe_events"
	echo 1 > /proc/sys/kernel/ftrace_enabled
}

ftrace_is_dead()
{
	! other_probe do_nanosleep
}

# What the kernel still has in its table on functions that we probe.
listed()
{
	grep -E 'perf_|perfattr|GONE' /sys/kernel/debug/kprobes/list
}

other_probe do_nanosleep
load calls=1
call > "$TMP/call"
ok 'calls are recorded' recorded_more_than 0
mark_kernel_log
ok 'somebody removes a probe while ftrace is off' wound_ftrace
ok 'it unloads' unload
ok 'ftrace has died meanwhile' ftrace_is_dead
kernel_log > "$TMP/log"
ok 'the list of probes can be read' eval 'cat /sys/kernel/debug/kprobes/list > "$TMP/list" && listed || true'
ok '... and again, when other memory has taken its place' eval \
	'for i in 1 2 3; do dd if=/dev/urandom of="$TMP/fill" bs=1M count=8 2> /dev/null
		cat /sys/kernel/debug/kprobes/list > "$TMP/list" || return; done'
if listed > "$TMP/left"; then
	ok 'the log says that a probe stays behind, and what to do' \
		eval 'cat "$TMP/left" "$TMP/log" && has "$(cat "$TMP/log")" "stays in the kernel.*reboot"'
else
	ok 'nothing stays behind, and the log claims nothing else' \
		eval 'has_not "$(cat "$TMP/log")" "stays in the kernel"'
fi
ok 'calls go on' has "$(call)" ret=3
ok '... of perf too' perf stat true
ok 'it loads again, or says why not' eval 'mark_kernel_log
	load && unload || has "$(kernel_log)" "ftrace.*reboot"'
ok '... and after that the list can still be read' cat /sys/kernel/debug/kprobes/list
finish
