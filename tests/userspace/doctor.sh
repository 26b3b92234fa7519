#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr doctor and pmus on a made-up sysfs: what they print, what they refuse, and that no bytes of a file reach
# the terminal. What the findings are is tested by ../host/test_doctor.c, and in guests.
# usage: doctor.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM='perfattr doctor'
export LC_ALL=C.UTF-8 TZ=UTC
unset COLUMNS NO_COLOR PAGER

ln -s "$BUILD/perfattr" "$TMP/perfattr"
serve

perfattr() # ARGUMENT...
{
	"$TMP/perfattr" --sysfs "$TMP/sys" --debugfs "$TMP/fs" "$@"
}

# A PMU of the cpu's, and one whose files are hostile.
made_up_sysfs()
{
	local pmus=$TMP/sys/bus/event_source/devices evil=$'ev\x1b[31mil'

	rm -rf "$TMP/sys"
	mkdir -p "$pmus/counter/format" "$pmus/counter/events" "$pmus/$evil/format" "$pmus/$evil/events"
	echo 40 > "$pmus/counter/type"
	echo config:0-7 > "$pmus/counter/format/event"
	echo event=0x3 > "$pmus/counter/events/ticks"
	echo 0 > "$pmus/counter/cpumask"
	echo 41 > "$pmus/$evil/type"
	printf 'config:0-7\n\033[31mred' > "$pmus/$evil/format/x"$'\x1b[2J'
	printf 'x=1\n\001\002' > "$pmus/$evil/events/"$'y\n\x1b[2J'
	mkdir -p "$TMP/sys/devices/system/cpu"
	echo 0-1 | tee "$TMP/sys/devices/system/cpu/online" > "$TMP/sys/devices/system/cpu/present"
	mkdir -p "$TMP/sys/module/perfattr_dump" "$TMP/sys/kernel/security"
	printf 'ev\033[31mil' > "$TMP/sys/module/perfattr_dump/version"
	printf 'yama,\033[31m' > "$TMP/sys/kernel/security/lsm"
	printf '[none]' > "$TMP/sys/kernel/security/lockdown"
}

is_clean() # FILE
{
	! LC_ALL=C grep -n '[^ -~]' "$1"
}

# What it ends with depends on this machine: 3 if something is broken, 127 if it has no descriptor to begin with.
ends() # COMMAND...
{
	local status=0

	"$@" || status=$?
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ] || [ "$status" -eq 127 ]
}

# --- cases ---

pmus_are_listed_by_their_names()
{
	made_up_sysfs
	perfattr pmus > "$TMP/out" || return
	is_clean "$TMP/out" && has "$(sed -n 1p "$TMP/out")" '^NAME  *TYPE  COUNTS  SAMPLES  PER PROCESS  FOR$' &&
		has "$(sed -n 2p "$TMP/out")" '^counter  *40  ?  *?  *?  *cpus 0$' && same "$(wc -l < "$TMP/out")" 3
}

a_pmu_has_its_formats_and_events()
{
	made_up_sysfs
	perfattr pmus counter > "$TMP/out" || return
	has "$(cat "$TMP/out")" '^counter: type 40, for cpus 0$' && has "$(cat "$TMP/out")" '^  event  *config:0-7$' &&
		has "$(cat "$TMP/out")" '^  ticks  *event=0x3$' && has "$(cat "$TMP/out")" '^  by its event ticks$'
}

a_tracepoint_has_its_fields_and_how_a_filter_compares_them()
{
	local event=$TMP/sys/kernel/tracing/events/sched/sched_switch

	made_up_sysfs
	mkdir -p "$event"
	printf '%b\n' 'name: sched_switch\nID: 314\nformat:' \
		'\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n' \
		'\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:1;' \
		'\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;' \
		'\tfield:__data_loc char[] file;\toffset:28;\tsize:4;\tsigned:1;' \
		'\tfield:u64 ev\033[31mil[2];\toffset:32;\tsize:16;\tsigned:0;' > "$event/format"
	perfattr pmus sched:sched_switch > "$TMP/out" && is_clean "$TMP/out" || return
	has "$(cat "$TMP/out")" '^prev_comm\[16\]  *char  *8-23  *== != ~$' &&
		has "$(cat "$TMP/out")" '^prev_pid  *pid_t  *24-27  *== != < <= > >= &$' &&
		has "$(cat "$TMP/out")" '^file  *__data_loc char\[\]  *28-31  *== != ~$' &&
		has "$(cat "$TMP/out")" '^ev.*il\[2\]  *u64  *32-47  *-$' && ! grep -q '^common_pid  ' "$TMP/out" &&
		refuses 'there is no tracepoint a:b here' perfattr pmus a:b &&
		refuses 'there is no tracepoint ../a:b here' perfattr pmus ../a:b
}

no_byte_of_a_file_reaches_the_terminal()
{
	made_up_sysfs
	perfattr pmus $'ev\x1b[31mil' > "$TMP/out" && is_clean "$TMP/out" || return
	ends perfattr doctor -v > "$TMP/out" || return
	is_clean "$TMP/out" && ends perfattr doctor | is_clean /dev/stdin && has "$(cat "$TMP/out")" 'the module is ev\\033\[31mil'
}

json_is_as_documented()
{
	made_up_sysfs
	perfattr doctor -j > "$TMP/out"
	jq -es 'map(select(.finding)) | length > 15 and all(.finding.state as $s |
		["fine", "limited", "broken", "unknown"] | index($s) != null)' "$TMP/out" || return
	jq -es 'map(.finding | select(. != null and .name == "own-programs"))[0].call | has("rules") and has("tried") and
		has("differs") and has("untried")' "$TMP/out"
}

lines_fit_any_width()
{
	local width

	made_up_sysfs
	for width in 24 40 45 46 80; do
		ends perfattr doctor -v --width "$width" > "$TMP/out" || return
		has "$(cat "$TMP/out")" '^fine     cpus' && ! grep -n ".\{$((width + 1))\}" "$TMP/out" || return
	done
}

# The verdict comes first, then what is refused, what is fine in one line, and each remedy once.
the_screen_begins_with_what_can_be_measured()
{
	made_up_sysfs
	ends perfattr doctor --width 80 > "$TMP/out" || return
	has "$(head -n 2 "$TMP/out")" '^\(You can[a-z ]*\|Not known\): ' && has "$(cat "$TMP/out")" '^  ok    [0-9]* more: .*kernel' &&
		! grep -n ".\{81\}" "$TMP/out" || return
	# A finding that -v calls fine has no line of its own.
	! grep -q '^  [a-zN?]* *cpus ' "$TMP/out" &&
		same "$(sed -n '/^To allow more/,/^$/p' "$TMP/out" | grep '^  [a-z]' | sort | uniq -d)" ''
}

what_a_filter_may_refuse_is_not_known()
{
	made_up_sysfs
	has "$(python3 filter.py kill "$TMP/perfattr" doctor --sysfs "$TMP/sys" --debugfs "$TMP/fs" --width 100)" \
		'^Not known:  *own processes, user space; own processes, kernel; all processes (perf -a)'
}

a_report_has_all_pmus_and_names_no_host()
{
	made_up_sysfs
	ends perfattr doctor --report -o "$TMP/report" || return
	is_clean "$TMP/report" && has "$(cat "$TMP/report")" '^PMU counter, type 40, by its event ticks' &&
		has "$(cat "$TMP/report")" '^  flags=16  *no (EINVAL)' &&
		has "$(tail -n 1 "$TMP/report")" '^[0-9]* calls were tried: ' && ! grep -F "$(uname -n)" "$TMP/report"
}

what_is_wrong_is_one_line()
{
	made_up_sysfs
	refuses 'there is no PMU none here' perfattr pmus none &&
		refuses 'there is no PMU uncore_imc_3 here: it needs the module intel_uncore' perfattr pmus uncore_imc_3 &&
		refuses 'pmus takes one PMU, "b" is a second one' perfattr pmus a b &&
		refuses 'unexpected argument "x"' perfattr doctor x &&
		refuses '^perfattr: --try is an option of run: perfattr help run$' perfattr pmus counter --try &&
		refuses '--report cannot be combined with -j' perfattr doctor --report -j &&
		refuses 'is an option of doctor' perfattr list --report &&
		refuses '^perfattr: --force is an option of run, try and doctor: ' perfattr list --force &&
		refuses '^perfattr: -x is an option of list, ' perfattr doctor -x &&
		refuses '^perfattr: -C is an option of list, ' perfattr pmus -C perf &&
		refuses '^perfattr: -i is an option of list, show, ' perfattr pmus -i /dev/null &&
		refuses '^perfattr: -i is an option of list, show, ' perfattr doctor -i /dev/null &&
		refuses 'cannot be read' "$TMP/perfattr" --sysfs "$TMP/nothing" pmus
}

without_descriptors_it_ends_with_an_answer()
{
	made_up_sysfs
	# One is left for each of the folders that it looks from.
	for free in 4 5 6 7 8 9; do
		(ulimit -n "$free" && ends "$BUILD/plain/perfattr" --sysfs "$TMP/sys" --debugfs "$TMP/fs" doctor) \
			> "$TMP/out" 2>&1 || return
	done
	is_clean "$TMP/out"
}

run_cases doctor.sh "$@"
