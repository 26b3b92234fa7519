#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# vm options: --append lockdown=integrity
# time limit: 600
# not on debug kernels: it tests programs, not the module
#
# Secure boot, for root: no module of ours can be loaded, and programs of BPF watch the whole machine. With
# confidentiality they are not taken either, which is said, and strace is left.
# shellcheck source=tests/guest/trace.sh
. tests/guest/trace.sh

if ! grep -qF '[integrity]' /sys/kernel/security/lockdown 2> /dev/null; then
	echo '1..0 # SKIP this kernel has no lockdown'
	exit 0
fi
if ! command -v perfattr-bpf > /dev/null; then
	echo '1..0 # SKIP perfattr-bpf was not made: clang, bpftool or libbpf is missing'
	exit 0
fi
if ! perfattr-bpf --until-eof < /dev/null > /dev/null 2> "$TMP/err"; then
	echo "1..0 # SKIP $(cat "$TMP/err")"
	exit 0
fi
plan 9

# The lines of who follows, of which each reason stands on one.
seen()
{
	sed -z 's/\n    / /g' "$TMP/seen"
}

sees() # REGEX
{
	has "$(seen)" "$1"
}

# The kernel checks and compiles the programs first, which takes an emulated machine a while.
begins()
{
	local i

	for ((i = 0; i < 9; i++)); do
		eventually sees '^perfattr-bpf: ' && break
	done
	sees '^perfattr-bpf: the module is not loaded, so BPF programs record the calls\. Not seen: '
}

ok 'an unsigned module is refused' fails insmod ./perfattr_dump.ko
perfattr -f --width 160 > "$TMP/seen" 2>&1 &
ok 'who follows is told in a line that programs of BPF watch' begins
perf record -q -o "$TMP/data" -e cycles:pp true 2> "$TMP/perf"
call comm=refused type=77 > "$TMP/call"
call.i386 comm=small pid=0 cpu=-1 > "$TMP/call"
ok 'perf record is seen' eval 'eventually sees " perf\[[0-9]+\] .*ENOENT \[[a-z]\]$" && eventually sees "^\[[a-z]\] ENOENT\[hw-pmu-missing\]: "'
ok '... a refused call, with its reason, for sure' eval \
	'eventually sees " refused\[[0-9]+\] .*ENOENT \[[a-z]\]$" && eventually sees "^\[[a-z]\] ENOENT\[pmu-type-missing\]: no PMU has type 77"'
ok '... and one of a 32-bit program' eventually sees ' small\[[0-9]+\] +dummy .*fd 3'
kill %1
wait
echo confidentiality > /sys/kernel/security/lockdown
ok 'with confidentiality who follows is told that this kernel takes none' fails eval 'perfattr -f > "$TMP/seen" 2>&1'
ok '... and why' sees '^perfattr-bpf: lockdown=confidentiality: this kernel refuses BPF programs that read its memory, as ours do$'
ok '... and what is to be done where they are not' sees '^perfattr: the module is not loaded: '
ok '... perfattr run answers' eval \
	'perfattr run -- call comm=mine type=77 > "$TMP/seen" 2>&1; sees "^ENOENT" && sees "^ --> mine\[[0-9]+\], "'
finish
