#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The screens at 80, 100 and 160 columns: no line runs over, no word is cut, no prose is red; without colours, on a dumb
# terminal and without UTF-8 it is readable.
# usage: screen.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM=screen
export LC_ALL=C.UTF-8 TZ=UTC XDG_RUNTIME_DIR=$TMP/runtime PAGER=cat TERM=xterm
unset COLUMNS NO_COLOR
mkdir -m 700 "$XDG_RUNTIME_DIR"
cp "$BUILD/plain/perfattr" "$TMP/perfattr"
P=$TMP/perfattr
gunzip -c corpus/cpus32.json.gz > "$TMP/cpus32.json"
NONE=(--debugfs "$TMP/none")
# The prefix of a run as another user.
AS=()

# Runs a command with --width 80, 100, 160; with 1000 it has all words. On a terminal the same, with colours, without any,
# and in ASCII.
fits() # COMMAND...
{
	local width first=$1
	shift

	"$first" "$@" --width 1000 < /dev/null > "$TMP/wide" 2> "$TMP/err"
	for width in 80 100 160; do
		"$first" "$@" --width "$width" < /dev/null 2> /dev/null > "$TMP/text"
		python3 screen.py text "$width" "$TMP/wide" < "$TMP/text" || { echo "# $width columns: $*"; cat "$TMP/err"; return 1; }
	done
	"$first" "$@" --width 80 < /dev/null 2> /dev/null > "$TMP/utf8"
	LC_ALL=C "$first" "$@" --width 80 < /dev/null 2> /dev/null > "$TMP/ascii"
	! grep -nP '[^\x00-\x7f]' "$TMP/ascii" || { echo "# LANG=C: $*"; return 1; }
	[ "$(wc -w < "$TMP/ascii")" -ge $(($(wc -w < "$TMP/utf8") * 9 / 10)) ] || { echo "# LANG=C has fewer words: $*"; return 1; }
	python3 screen.py red 100 "$first" "$@" < /dev/null || { echo "# in colours: $*"; return 1; }
	NO_COLOR=1 python3 screen.py plain 100 "$first" "$@" || { echo "# NO_COLOR: $*"; return 1; }
	TERM=dumb python3 screen.py plain 100 "$first" "$@" || { echo "# TERM=dumb: $*"; return 1; }
}

# --- cases ---

a_list()
{
	fits "$P" -i corpus/record-pp.json && fits "$P" -i corpus/refused.json && fits "$P" -i "$TMP/cpus32.json"
}

a_list_of_refused_calls()
{
	fits "$P" -x -i corpus/record-pp.json && fits "$P" -x -i corpus/refused.json
}

a_list_of_calls_on_events()
{
	fits "$P" -c -i corpus/record-pp.json && fits "$P" -c -x -i corpus/record-all.json
}

a_call_in_full()
{
	fits "$P" -i corpus/refused.json show 132
}

an_explanation_of_texts()
{
	awk '/^=== / { close(f); f = sprintf("%s%03d", "'"$TMP"'/text.", ++n); next } n { print > f }' answers/public.txt
	for text in "$TMP"/text.0[0-4]3; do
		fits "$P" explain "$text" || return
	done
}

an_explanation_of_words()
{
	fits "$P" explain EACCES cycles:u && fits "$P" explain hw-pmu-missing && fits "$P" explain -a EINVAL || return
	fits "$P" explain 'myprof: perf_event_open: Permission denied' || return
	same "$("$P" explain --width 100 'myprof: perf_event_open: Permission denied' < /dev/null | wc -l)" 14
}

two_calls_compared()
{
	RED=none fits "$P" -i corpus/record-pp.json diff 57 58
}

open_events()
{
	jq -nc '{v: 1, id: "1", event: "cpu/mem-loads,ldlat=30/P", pmu: "cpu", pmu_id: 1, bp_type: null, sampling: null,
		target: {pid: null, tid: null, comm: null, cpu: null}, cgroup: null, group: null, state: "active", enabled_ns: "1000",
		running_ns: "1000", percent: 100, count: {value: "5", exact: true, children_missing: false}, buffer: null, bpf: false,
		opened: {seq: 1, time_ns: "1", wall_ns: "1"}, held: 1, holders: [{pid: 7, comm: "perf", fd: 5}]} as $e |
		(range(64) | $e + {id: "\(100 + .)", target: {pid: null, tid: null, comm: null, cpu: .}, holders: [{pid: 7, comm: "perf", fd: (5 + .)}]}),
		($e + {id: "300", target: {pid: 9, tid: 9, comm: "myprof", cpu: null}, running_ns: "0", state: "inactive"})' | "$BUILD/raw_of" > "$VIEWS/events_raw"
	RED=none fits "$P" --debugfs "$TMP/fs" events && RED=none fits "$P" --debugfs "$TMP/fs" events -v || return
	PAGER='sed s/^//' NO_COLOR=1 python3 screen.py plain 80 "$P" --debugfs "$TMP/fs" events
}

what_works_here()
{
	RED=none fits "$P" doctor "${NONE[@]}" && RED=none fits "$P" doctor -v "${NONE[@]}" && RED=none fits "$P" pmus "${NONE[@]}"
}

# A run of a program: numbers differ from one to the next.
runs_fit() # OPTION... -- PROGRAM...
{
	local width run=("${AS[@]}" "$P" run --source tracer "${NONE[@]}")

	"$BUILD/nasty" one > /dev/null 2>&1 || { echo 'no event can be opened here'; return 77; }
	for width in 80 100 160 1000; do
		timeout 300 "${run[@]}" --width $width "$@" > /dev/null 2> "$TMP/run.$width"
	done
	# Trials have two seconds.
	! grep 'seconds are\|did not return' "$TMP/run."* || { echo 'this machine is too busy for trials'; return 77; }
	for width in 80 100 160; do
		python3 screen.py run $width "$TMP/run.1000" < "$TMP/run.$width" || { echo "# $width columns: $*"; return 1; }
	done
	LC_ALL=C "${run[@]}" --width 80 "$@" 2>&1 > /dev/null | grep -nP '[^\x00-\x7f]' && return 1
	python3 screen.py red 100 "${run[@]}" "$@" || { echo "# in colours: $*"; return 1; }
	NO_COLOR=1 python3 screen.py bare 80 "${run[@]}" "$@" || { echo "# NO_COLOR: $*"; return 1; }
	TERM=dumb python3 screen.py bare 160 "${run[@]}" "$@" || { echo "# TERM=dumb: $*"; return 1; }
}

a_run_with_refused_calls()
{
	runs_fit -- "$BUILD/nasty" refused || return
	has "$(cat "$TMP/run.100")" '^\[a\] EINVAL\[no-task-no-cpu\]: pid -1 and cpu -1: ' &&
		has "$(cat "$TMP/run.1000")" '^[0-9]* calls, 9 refused for 5 reasons\. .* In full: perfattr show [0-9]*\.'
}

# A call whose attr is too short is refused again, however often it is tried.
calls_of_a_run_are_tried()
{
	"$BUILD/nasty" one > /dev/null 2>&1 || { echo 'no event can be opened here'; return 77; }
	runs_fit --try -x -- "$BUILD/nasty" refused || return
	same "$(grep -c '^    as it is  *E[A-Z0-9]*, as before$' "$TMP/run.80")" 4 &&
		has "$(cat "$TMP/run.80")" '^nasty\[[0-9]*\], #8: dummy, self: E2BIG$'
}

a_run_without_a_refusal()
{
	RED=none runs_fit -- "$BUILD/nasty" one || return
	has "$(cat "$TMP/run.80")" '^1 call, not refused\. '
}

a_refused_mmap()
{
	runs_fit -c -x -- "$BUILD/nasty" refused || return
	has "$(cat "$TMP/run.100")" '^\[e\] EINVAL\[mmap-data-pages\]: length 32768 is 1 control page + 7 data pages: ' &&
		has "$(cat "$TMP/run.100")" '^    help: try length = 36864$'
}

# A caller that lacks privileges. What allows the calls is printed once, and what allows more locked memory. The filter of
# perfattr, for which such a caller gives up new privileges, changes neither.
a_run_without_privileges()
{
	local AS=(setpriv --reuid 65534 --clear-groups)

	if [ "$(id -u)" != 0 ] || [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -lt 2 ] ||
		! grep -q '^NoNewPrivs:.0' /proc/self/status; then
		echo 'nobody without privileges can be made here'
		return 77
	fi
	chmod 711 "$TMP"
	cp "$BUILD/nasty" "$TMP/nasty"
	runs_fit -- "$TMP/nasty" not_allowed || return
	same "$(grep -c '^    allowed by one of' "$TMP/run.100")" 2 &&
		has "$(cat "$TMP/run.100")" '^      program  *setcap cap_\(perfmon\|sys_admin\)+ep PROGRAM' &&
		has "$(cat "$TMP/run.100")" '^      program  *setcap cap_ipc_lock+ep PROGRAM' &&
		has "$(cat "$TMP/run.100")" 'EPERM\[mmap-locked-memory\]'
}

what_works_without_privileges()
{
	local lacks=(setpriv --inh-caps=-all --bounding-set=-all)

	"${lacks[@]}" true 2> /dev/null || lacks=()
	fits "${lacks[@]}" "$P" doctor "${NONE[@]}"
}

a_trial()
{
	RED=none fits "$P" try EINVAL dummy sample_freq=4000000 pid=0 cpu=-1 group_fd=-1 flags=0 "${NONE[@]}"
}

run_cases screen.sh "$@"
