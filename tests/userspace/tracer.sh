#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr run where the module is not: programs that are hard to trace print and end as alone, of each call all is seen
# that was passed, and who is killed leaves a program that goes on.
# usage: tracer.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM='tracer'
export LC_ALL=C.UTF-8 XDG_RUNTIME_DIR=$TMP
NASTY=$BUILD/nasty
cp "$BUILD/plain/perfattr" "$TMP/perfattr"

run() # [OPTION...] -- PROGRAM...
{
	timeout -k 5 300 "$TMP/perfattr" run --source tracer -j -o "$TMP/json" "$@"
}

if [ "$("$NASTY" one 2> /dev/null)" != 'one 0' ]; then
	echo '1..0 # SKIP no event can be opened here'
	exit 0
fi
run -- true 2> "$TMP/err"
if [ $? = 126 ]; then
	echo "1..0 # SKIP $(cat "$TMP/err")"
	exit 0
fi

# The program prints and ends as alone, and makes OPENS opens; a filter takes TAKEN of these.
as_alone() # OPENS TAKEN PROGRAM...
{
	local opens=$1 taken=$2 alone status
	shift 2

	alone=$(timeout -k 5 300 "$@" 2> /dev/null)
	status=$?
	same "$(run "${OPTION[@]}" -- "$@" 2> "$TMP/err"; echo $?)" "$alone${alone:+
}$status" || { cat "$TMP/err"; echo "$*"; return 1; }
	[ "$opens" = - ] || same "$(jq -c 'select(.call == "open")' "$TMP/json" | wc -l)" "$opens" || { echo "$*"; return 1; }
	same "$(jq -r 'select(.call == "open" and .seccomp) | .seccomp' "$TMP/json" | wc -l)" "$taken" || { echo "$*"; return 1; }
}

OPTION=()

# --- cases ---

programs_are_as_alone()
{
	local name opens

	while read -r name opens; do
		as_alone "$opens" 0 "$NASTY" "$name" || return
	done <<- END
		one 1
		timer 3000
		timer_restart 3000
		storm -
		vfork 1
		spawn 20
		thread_exec 1
		thread_exec_busy -
		stop -
		stop_threads -
		allow 1
		forks 0
		threads 2000
		clone3 1
		sigchld 50
		sigtrap 1
		sigsegv 1
		blocking 0
		attrs 30
		race 1000
		pass_fd 1
		files 2
		undumpable 1
		pdeath 1
		ops 1
		close_order 2000
		rlimit 1
		killed_busy -
		leader_exit 1
		leader_exec 2
	END
}

# A program that a filter has ended is shown, too; whether a supervisor has asked the kernel nobody sees.
filters_of_programs_are_told()
{
	as_alone 2 1 "$NASTY" errno_prctl && same "$(jq -r 'select(.seccomp) | "\(.seccomp) \(.why.rule) \(.why.certain)"' "$TMP/json")" \
		'refused seccomp-refused true' &&
		as_alone 2 1 "$NASTY" errno_fork && as_alone 1 1 "$NASTY" errno_exec && as_alone 2 1 "$NASTY" tsync &&
		as_alone 3 3 "$NASTY" trap && same "$(jq -r 'select(.seccomp) | "\(.seccomp) \(.errno)"' "$TMP/json" | uniq)" 'trapped SIGSYS' &&
		as_alone 2 1 "$NASTY" kill_thread && as_alone 1 1 "$NASTY" kill_process &&
		same "$(jq -r 'select(.seccomp) | "\(.seccomp) \(.errno)"' "$TMP/json")" 'killed SIGSYS' &&
		as_alone 3 3 "$NASTY" notif_errno && as_alone 3 3 "$NASTY" notif_continue &&
		same "$(jq -r 'select(.seccomp and .why.certain)' "$TMP/json")" ''
}

calls_on_descriptors_too()
{
	local name OPTION=(-c)

	for name in ops pass_fd files close_order stop blocking; do
		as_alone - 0 "$NASTY" "$name" || return
	done
	run -c -- "$NASTY" ops > "$TMP/out" 2> "$TMP/err"
	same "$(jq -r 'select(.call and .call != "open") | "\(.call) \(.errno // .ret) \(.event.open) \(.why.rule)"' "$TMP/json" |
		head -n 7)" "$(printf '%s\n' 'mmap 0 1 null' 'mmap EINVAL 1 mmap-other-size' 'read 8 1 null' 'read ENOSPC 1 read-too-small' \
		'ioctl 0 1 null' 'ioctl ENOTTY 1 ioctl-not-known' 'ioctl EINVAL 1 period-not-sampling')"
}

# 256 statuses, and signals.
statuses_are_kept()
{
	local i

	for i in 0 1 2 7 99 125 126 127 128 255; do
		as_alone 0 0 sh -c "exit $i" || return
	done
	for i in HUP INT QUIT KILL SEGV TERM USR1 34 64; do
		as_alone 0 0 sh -c "kill -$i \$\$" || return
	done
	run -- /nonexistent/program 2> "$TMP/err"
	same $? 127 && has "$(cat "$TMP/err")" 'exec: No such file or directory: /nonexistent/program' || return
	run -- "$TMP" 2> "$TMP/err"
	same $? 126
}

# The attr as far as the kernel reads it, the arguments and the result are, bit by bit, those of the program.
of_each_call_all_is_seen()
{
	run -- "$NASTY" any 2000 9> "$TMP/passed" 2> "$TMP/err" || return
	jq -r 'select(.call == "open") | "\(.attr_raw) \(.args.pid) \(.args.cpu) \(.args.group_fd) \(.args.flags) \(.ret)"' "$TMP/json" > "$TMP/seen"
	same "$(wc -l < "$TMP/seen")" 2000 || return
	python3 - "$TMP/passed" "$TMP/seen" <<- 'END'
		import sys
		wrong = 0
		for passed, seen in zip(open(sys.argv[1]), open(sys.argv[2])):
		    passed, seen = passed.split(), seen.split()
		    size = int.from_bytes(bytes.fromhex(passed[0][8:16]), sys.byteorder)
		    size = min(size or 64, 256)
		    if [passed[0][:2 * size], *passed[1:]] != seen:
		        wrong += 1
		        print(passed[0][:2 * size], *passed[1:], "\n", *seen)
		sys.exit(wrong > 0)
	END
}

# The engine must not wait for memory that another traced process provides.
an_attr_that_is_provided_late_stops_nobody()
{
	as_alone - 0 "$NASTY" provided_late || return
	[ "$("$NASTY" provided_late)" != 'no userfaultfd' ] || { echo 'no userfaultfd here'; return 77; }
	same "$(jq -r 'select(.call == "open") | "\(.attr_state) \(.attr.config) \(.ret >= 0)"' "$TMP/json")" 'entry 9 true
return 9 true'
}

a_filter_is_read_from_a_page_that_nobody_has_touched()
{
	run -c -- "$NASTY" untouched_filter 2> "$TMP/err"
	same "$(jq -r 'select(.call == "ioctl") | "\(.cmd_name // .cmd) \(.filter)"' "$TMP/json" | tail -n 1)" 'PERF_EVENT_IOC_SET_FILTER pid'
}

programs_of_32_bits()
{
	local attr=010000007000000009000000

	gcc -m32 -O1 -nostdlib -static -o "$TMP/i386" i386.c 2> "$TMP/err" && "$TMP/i386"
	[ $? = 22 ] || { echo 'no program of 32 bits can be built or opens an event here'; return 77; }
	run -- "$TMP/i386" 2> "$TMP/err"
	same $? 22 && same "$(jq -r 'select(.call == "open") | "\(.abi) \(.args.pid) \(.args.cpu) \(.args.group_fd) \(.args.flags) \(.ret >= 0) \(.errno) \(
		.why.rule) \(.attr_raw[:34]) \(.attr_raw | length)"' "$TMP/json")" "$(printf '%s\n' "i386 0 -1 -1 8 true null null ${attr}0000000000 224" \
		"i386 -1 -1 -1 0 false EINVAL no-task-no-cpu ${attr}2143658700 224")"
}

engine_of() # PID of perfattr
{
	local pid

	for pid in $(pgrep -P "$1" -x perfattr); do
		[ "$(ps -o sid= -p "$pid" | tr -d ' ')" != "$pid" ] || echo "$pid"
	done
}

# Calls between the end of the engine and the start of the next one fail, and none does after that.
who_traces_is_killed()
{
	local pid engine status i

	for i in 1 2 3; do
		"$TMP/perfattr" run --source tracer -j -o "$TMP/json" -- \
			sh -c "echo \$\$ > '$TMP/up$i'; while [ ! -e '$TMP/go$i' ]; do :; done; \"\$1\" one; exit 7" sh "$NASTY" > "$TMP/out" 2> "$TMP/err" &
		pid=$!
		eventually [ -s "$TMP/up$i" ] || return
		engine=$(engine_of "$pid")
		kill -KILL "$engine" || return
		eventually eval '! kill -0 "$engine" 2> /dev/null' || return
		eventually grep -q "^TracerPid:.$pid\$" "/proc/$(cat "$TMP/up$i")/status" || return
		echo > "$TMP/go$i"
		wait "$pid"
		status=$?
		same "$status $(cat "$TMP/out")" '7 one 0' && has "$(cat "$TMP/err")" 'the tracing process was killed' || return
	done
}

# execve() waits for threads that a tracer has to reap, while the tracer that seizes more of them waits for execve().
a_program_executes_while_it_is_seized()
{
	local pid status

	"$TMP/perfattr" run --source tracer -j -o "$TMP/json" -- "$NASTY" exec_while_seized > "$TMP/out" 2> "$TMP/err" &
	pid=$!
	eventually grep -qs up "$TMP/out" || return
	kill -KILL "$(engine_of "$pid")" || return
	eventually eval '! kill -0 "$pid" 2> /dev/null' || { kill -KILL "$(pgrep -P "$pid")" "$pid"; return 1; }
	wait "$pid"
	same $? 0 && has "$(cat "$TMP/out")" '^one ' || return

	"$NASTY" exec_while_seized by_any > "$TMP/out" &
	pid=$!
	eventually grep -q up "$TMP/out" || return
	timeout -k 5 60 "$TMP/perfattr" run --attach "$pid" -j -o "$TMP/json" 2> "$TMP/err"
	status=$?
	kill -KILL "$pid" 2> /dev/null
	[ "$status" = 0 ] || { cat "$TMP/err"; return 1; }
	same "$(cat "$TMP/out")" 'up
one 0'
}

perfattr_is_killed()
{
	local pid engine

	"$TMP/perfattr" run --source tracer -j -o "$TMP/json" -- sh -c "echo \$\$ > '$TMP/started'; while [ ! -e '$TMP/go' ]; do sleep 0.05; done
		'$NASTY' one > '$TMP/said'" 2> "$TMP/err" &
	pid=$!
	eventually [ -s "$TMP/started" ] || return
	engine=$(engine_of "$pid")
	kill -KILL "$pid"
	wait "$pid"
	echo > "$TMP/go"
	eventually eval '! kill -0 "$engine" 2> /dev/null' && same "$(cat "$TMP/said")" 'one 0'
}

who_is_traced_already_is_not_run()
{
	run -- sh -c "'$TMP/perfattr' run --source tracer -- touch '$TMP/ran'; echo \$?" > "$TMP/out" 2> "$TMP/err"
	same "$(cat "$TMP/out")" 126 && has "$(cat "$TMP/err")" 'cannot trace the program, which process' && [ ! -e "$TMP/ran" ]
}

a_process_that_runs_is_watched()
{
	local pid tracer status=0

	sh -c "while [ ! -e '$TMP/begin' ]; do sleep 0.05; done; '$NASTY' one; echo > '$TMP/done'; sleep 600" > "$TMP/out" &
	pid=$!
	# It is ignored by what is started in the background.
	env --default-signal=INT "$TMP/perfattr" run --attach "$pid" -j -o "$TMP/json" 2> "$TMP/err" &
	tracer=$!
	if ! eventually grep -q '^TracerPid:.*[1-9]' "/proc/$pid/status"; then
		kill "$pid"
		tail -n 1 "$TMP/err"
		return 77
	fi
	echo > "$TMP/begin"
	eventually [ -e "$TMP/done" ]
	kill -INT "$tracer"
	eventually eval '! kill -0 "$tracer" 2> /dev/null' || status=1
	same "$(grep TracerPid "/proc/$pid/status" | tr -d '\t')" TracerPid:0 &&
		same "$(jq -c 'select(.call == "open")' "$TMP/json" | wc -l)" 1 && same "$(cat "$TMP/out")" 'one 0' || status=1
	kill "$pid"
	return "$status"
}

many_calls_of_a_few_kinds_fit_a_screen()
{
	timeout -k 5 300 "$TMP/perfattr" run --source tracer --width 100 -- "$NASTY" many > "$TMP/out" 2>&1
	has "$(cat "$TMP/out")" '^1280 calls, 640 refused for 2 reasons' && [ "$(wc -l < "$TMP/out")" -le 24 ] &&
		has "$(cat "$TMP/out")" '  task-clock,page-faults +7  .* EINVAL ×288 \[a\]$' && return
	cat "$TMP/out"
	return 1
}

run_cases tracer.sh "$@"
