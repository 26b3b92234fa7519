#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# not on debug kernels: it tests programs, not the module
# time limit: 300
#
# perfattr write: programs for a uprobe, for a cgroup and with the names of threads print what happened. tests/userspace/write.sh
# has the others; these need a machine whose tracefs and cgroups may be changed.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

command -v tcc > /dev/null || { echo '1..0 # SKIP there is no compiler'; exit 0; }
plan 5

# tcc has no fences, and moves no loads and stores; an emulated cpu does not, either.
made() # NAME OPTION...
{
	perfattr write --no-try "${@:2}" > "$TMP/$1.c" && tcc -D'__atomic_thread_fence(x)=' -o "$TMP/$1" "$TMP/$1.c"
}

# Runs a sampler while COMMAND runs; its samples are in $TMP/samples.
samples_of() # PROGRAM [ARGUMENT...] -- COMMAND...
{
	local args=() sampler

	for (( ; $# > 0; )); do
		[ "$1" != -- ] || break
		args+=("$1")
		shift
	done
	shift
	: > "$TMP/said"
	"${args[0]}" -v "${args[@]:1}" > "$TMP/samples" 2> "$TMP/said" &
	sampler=$!
	# The events are open once it has counted a second.
	eventually grep -q ' samples' "$TMP/said" || return
	"$@"
	kill -INT "$sampler"
	wait "$sampler"
}

# Where a program begins, as an offset in its file.
entry() # FILE
{
	python3 - "$1" << 'END'
import struct, sys
elf = open(sys.argv[1], "rb").read()
entry, table = struct.unpack_from("<QQ", elf, 24)
size, number = struct.unpack_from("<HH", elf, 54)
for i in range(number):
    kind, _, offset, at, _, length = struct.unpack_from("<IIQQQQ", elf, table + i * size)
    if kind == 1 and at <= entry < at + length:
        print(hex(entry - at + offset))
END
}

seven_times()
{
	for _ in 1 2 3 4 5 6 7; do
		"$TMP/probed"
	done
}

each_hit_of_a_uprobe_is_printed()
{
	cp "$(readlink -f /bin/true)" "$TMP/probed"
	echo "p:mine/entry $TMP/probed:$(entry "$TMP/probed")" > /sys/kernel/tracing/uprobe_events || return
	made uprobe -e mine:entry -a && samples_of "$TMP/uprobe" -- seven_times
	cat "$TMP/said"
	same "$(grep -c raw= "$TMP/samples")" 7
}

inside()
{
	sh -c 'echo $$ > "$0/cgroup.procs"; echo $$ > "$1"; exec "$2"' "$GROUP" "$TMP/pid" "$TMP/probed"
	"$TMP/probed"
}

only_the_cgroup_is_sampled()
{
	GROUP=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
	if [ -z "$GROUP" ]; then
		GROUP=$TMP/cgroups
		mkdir "$GROUP" && mount -t cgroup2 none "$GROUP" || return
	fi
	# A cgroup has the implicit controller perf_event once its parent hands down another one.
	echo +pids > "$GROUP/cgroup.subtree_control" || return
	GROUP+=/write
	mkdir "$GROUP" && made group -e page-faults -G "$GROUP" && samples_of "$TMP/group" "$GROUP" -- inside
	cat "$TMP/said"
	same "$(grep -o ' pid=[0-9]*' "$TMP/samples" | sort -u)" " pid=$(cat "$TMP/pid")"
}

names_change_with_the_program()
{
	cp "$TMP/probed" "$TMP/a new name"
	made named -e page-faults -a --sample comm && samples_of "$TMP/named" -- "$TMP/a new name" || return
	cat "$TMP/said"
	grep -q 'comm=a new name$' "$TMP/samples"
}

which_cpus_went_is_said()
{
	local now

	made cpus -e page-faults -a || return
	samples_of "$TMP/cpus" -- sh -c "echo 0 > $LAST"
	now=$(cat /sys/devices/system/cpu/online)
	echo 1 > "$LAST"
	same "$(tail -n 1 "$TMP/said")" "cpus $ONLINE were online at the beginning, $now are now"
}

ok 'each hit of a uprobe is printed' each_hit_of_a_uprobe_is_printed
ok 'only the processes of a cgroup are sampled' only_the_cgroup_is_sampled
ok 'a thread has the name of its program' names_change_with_the_program
ONLINE=$(cat /sys/devices/system/cpu/online)
LAST=/sys/devices/system/cpu/cpu${ONLINE##*[-,]}/online
if [ -w "$LAST" ]; then
	ok 'it is said which cpus went' which_cpus_went_is_said
else
	skip 'it is said which cpus went' 'no cpu can be switched off'
fi
echo 1000 > /proc/sys/kernel/perf_event_max_sample_rate
is 'the rate is not above that of the machine' "$(perfattr write --no-try -e cpu-clock -a | grep -o 'sample_freq = [0-9]*')" \
	"sample_freq = $(cat /proc/sys/kernel/perf_event_max_sample_rate)"
finish
