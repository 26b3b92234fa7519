#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # ok calls functions by name
# vm options: --append lockdown=integrity
# not on debug kernels: it tests programs, not the module
#
# A machine as it was installed, with secure boot: no module of ours can be loaded, and whoever asks why a
# call was refused gets an answer all the same, by the tracer and from texts.
# shellcheck source=tests/guest/trace.sh
. tests/guest/trace.sh

if ! grep -qF '[integrity]' /sys/kernel/security/lockdown 2> /dev/null; then
	echo '1..0 # SKIP this kernel has no lockdown'
	exit 0
fi
plan 14

AS_NOBODY=(setpriv --reuid 65534 --clear-groups)

# The lines of a run; each diagnostic is one line, behind its " --> " line.
by_run() # COMMAND...
{
	"$@" > "$TMP/run" 2>&1
	sed -z -E 's/(^|\n)([A-Z0-9]+[:[][^\n]*)\n --> ([^\n]*)/\1\3: \2/g; s/\n    +/ /g' "$TMP/run"
}

of_strace() # COMMAND...
{
	strace -v -e trace=perf_event_open "$@" 2>&1 | grep perf_event_open
}

runs()
{
	local said

	said=$(by_run perfattr run -- call comm=mine type=0)
	has "$said" '^1 call, refused. Traced \(the module is not loaded\), so some reasons are "probably"' &&
		has "$said" '^mine\[[0-9]*\], #[0-9]*: .*: ENOENT\[hw-pmu-missing\]: '
}

runs_for_nobody()
{
	has "$(by_run "${AS_NOBODY[@]}" perfattr run -- call comm=theirs type=0)" \
		'^theirs\[[0-9]*\], #[0-9]*: .*: EACCES.*kernel.perf_event_paranoid.* note: after that: .*\[hw-pmu-missing\]'
}

explains()
{
	of_strace call type=0 > "$TMP/text"
	has "$(perfattr explain --here < "$TMP/text")" '^ENOENT\[hw-pmu-missing\]: '
}

goes_on()
{
	of_strace "${AS_NOBODY[@]}" call type=0 > "$TMP/text"
	perfattr explain --here < "$TMP/text" > "$TMP/said"
	has "$(cat "$TMP/said")" '^EACCES' && has "$(cat "$TMP/said")" '^    note: after that: .*\[hw-pmu-missing\]' &&
		has "$(cat "$TMP/said")" '^      sysctl  *kernel.perf_event_paranoid=[12]'
}

# Somebody has made /proc/sys read-only, as containers do.
tells_where_sysctls_are_set()
{
	has "$(unshare -m sh -c "mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys &&
		perfattr explain --here < '$TMP/text'")" 'paranoid=[12] \(on the host or node: /proc/sys is read-only here'
}

# In a user namespace of its own no capability counts.
tells_of_a_user_namespace()
{
	local json

	unshare -Ur perfattr run --source tracer -j -o "$TMP/json" -- call comm=inside type=0 > "$TMP/said" 2>&1
	json=$(jq -c 'select(.call == "open" and .comm == "inside")' "$TMP/json")
	same "$(jq -c .place.init_userns <<< "$json")" false &&
		same "$(jq -r '[.how[].where] | join(" ")' <<< "$json")" sysctl
}

found() # FINDING
{
	perfattr doctor -j | jq -r --arg name "$1" 'select(.finding.name == $name).finding | "\(.state): \(.text)"'
}

ok 'an unsigned module is refused' fails insmod ./perfattr_dump.ko
ok '... and the kernel says why' eval 'dmesg | grep "Lockdown: .*unsigned module loading is restricted"'
ok 'perfattr run answers' runs
ok '... also to who is not root, and says what comes next' runs_for_nobody
ok 'perfattr explain answers' explains
ok '... and goes on with what comes next, and how it is allowed' goes_on
ok '... which is on the host where /proc/sys is read-only' tells_where_sysctls_are_set
ok 'in a user namespace only the sysctl is left' tells_of_a_user_namespace
ok 'doctor says what is locked down' has "$(found lockdown)" '^limited: integrity: only signed modules'
ok '... and that the module is not there' has "$(found module)" '^limited: not loaded'
ok '... which leaves registers of the kernel' has "$(call type=1 sample_type=0x40000 sample_regs_intr=1)" 'ret=[0-9]'
echo confidentiality > /sys/kernel/security/lockdown
ok 'with more locked down it says so' has "$(found lockdown)" '^limited: confidentiality: .*no registers of the kernel'
ok '... as it is' has "$(call type=1 sample_type=0x40000 sample_regs_intr=1)" 'ret=-1 '
ok 'no line of the kernel log is of us' eval '! dmesg | grep -i "perfattr.*\(bug\|warning\)"'

finish
