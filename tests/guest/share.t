#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # ok evaluates conditions late
# time limit: 400
#
# No user takes all instances of the probe on the system call: calls that never return, with
# Debian's default sysctls by FUSE, and by userfaultfd where users may have it.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

methods='fuse userfaultfd'
if [ "$(uname -m)" = x86_64 ] && [ -n "$ABI32" ]; then
	more='a 32-bit program'
	plan 39
else
	more=''
	plan 33
fi

nobody() # COMMAND...
{
	setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"
}

# Debian's defaults; a kernel of others has not all of them.
for default in kernel/perf_event_paranoid=3 kernel/unprivileged_userns_clone=1 vm/unprivileged_userfaultfd=0; do
	[ ! -e "/proc/sys/${default%=*}" ] || echo "${default#*=}" > "/proc/sys/${default%=*}"
done
modprobe -q fuse
chmod 666 /dev/fuse

# Another user's calls are stuck; what becomes of 20 calls of root, and what is said of it?
beside() # OVER_SHARE UID
{
	local before missed

	before=$(counter recorded) missed=$(counter missed)
	call times=20 > "$TMP/call"
	echo "recorded $(($(counter recorded) - before)), missed $(($(counter missed) - missed))"
	same "$(($(counter recorded) - before)) $(($(counter missed) - missed))" '20 0' &&
		same "$(counter over_share) $(counter over_share_uid)" "$1 $2"
}

# A log that blames the compiler, or counters that say so.
no_false_diagnosis()
{
	same "$(counter unentered)" 0 && same "$(kernel_log | grep -c 'did not hit')" 0
}

attack() # METHOD [SUFFIX]
{
	local what="by $1${2:+, $more}" stuck=stuck$2

	mark_kernel_log
	reload
	ok "520 calls of nobody are stuck $what" begin_holding "$stuck" "$1" 520 1 65534
	ok '... and those of root are recorded' beside 392 65534
	ok '... the rest is counted as that' no_false_diagnosis
	ok '... they end' end_holding
	is '... and each is counted once' "$(counter missed) $(accounted)" "0 $((520 + 20))"
	[ -z "$2" ] || return
	nobody call times=3 > "$TMP/call"
	is '... and what they held is free again' "$(counter over_share) $(counter recorded)" "392 $((128 + 20 + 3))"

	mark_kernel_log
	reload
	ok "64 users have 9 calls each that are stuck $what" begin_holding stuck "$1" 9 64 70000
	before=$(counter over_share)
	ok '... and those of root are recorded' eval 'beside 192 "$(counter over_share_uid)"'
	is '... of the others three quarters' "$before" 192
	ok '... the rest is counted as that' no_false_diagnosis
	ok '... they end' end_holding
}

for method in $methods; do
	[ "$method" != userfaultfd ] || echo 1 > /proc/sys/vm/unprivileged_userfaultfd
	attack "$method"
done
[ -z "$more" ] || attack userfaultfd .i386
[ -z "$more" ] || ok 'the limits hold for both entries together' eval \
	'begin_holding stuck.i386 userfaultfd 200 1 65534 && nobody call > "$TMP/call"; end_holding
	same "$(counter over_share)" $((392 + 72 + 1))'

# --- a filter ---
reload filter=uid=0
ok 'with a filter, 520 calls of others are stuck' begin_holding stuck fuse 520 1 65534
ok '... those of root are recorded' beside 0 4294967295
is '... and those of the others are filtered' "$(counter filtered) $(counter missed)" '520 0'
ok '... which did hit the probe' no_false_diagnosis
end_holding

# --- root's own ---
mark_kernel_log
reload maxactive=16
ok 'root may hold all instances' begin_holding stuck userfaultfd 40 1 0
call times=20 > "$TMP/call"
is '... and what is missed is counted as that' "$(counter missed) $(counter over_share)" '44 0'
ok '... and as nothing else' no_false_diagnosis
end_holding

# --- disarmed, and unloaded ---
reload
begin_holding stuck fuse 520 1 65534
echo 0 > $PARAMS/enable
end_holding
echo 1 > $PARAMS/enable
ok 'what was held when the probes were disarmed is free again' begin_holding stuck fuse 520 1 65534
is '... for as many calls as before' "$(counter over_share)" $((2 * 392))
ok 'the module is unloaded while calls are in flight' unload
ok '... which end' end_holding
finish
