#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # ok calls functions by name
# vm options: --append sysctl.kernel.yama.ptrace_scope=0
# not on debug kernels: it tests programs, not the module
#
# Whom Yama lets trace: where it is not who asks, one line says so, with the other ways on, and nothing is run.
# Nobody can lower the last level, so that this guest is for itself.
# shellcheck source=tests/guest/trace.sh
. tests/guest/trace.sh

SCOPE=/proc/sys/kernel/yama/ptrace_scope
if [ ! -e $SCOPE ]; then
	echo '1..0 # SKIP this kernel has no Yama'
	exit 0
fi
plan 11

AS_NOBODY=(setpriv --reuid 65534 --clear-groups)

runs() # COMMAND...
{
	has "$("$@" perfattr run -- call comm=mine type=0 2>&1)" 'mine\[[0-9]*\]'
}

# One line, and this status; the program would make a file.
refused() # STATUS PATTERN COMMAND...
{
	local want=$1 pattern=$2 said status=0
	shift 2

	said=$("$@" 2>&1) || status=$?
	same "$status" "$want" && same "$(wc -l <<< "$said")" 1 && has "$said" "^perfattr: $pattern" && [ ! -e "$TMP/run" ]
}

program() # LEVEL COMMAND... with perfattr run
{
	local level=$1
	shift

	refused 126 "perfattr may not trace the program: kernel.yama.ptrace_scope is $level; perfattr explain reads output of strace; --source module does not trace$" \
		"$@" -- touch "$TMP/run"
}

# A process of theirs that runs already.
process() # LEVEL
{
	local pid status=0

	"${AS_NOBODY[@]}" sleep 600 &
	pid=$!
	eventually grep -qx sleep "/proc/$pid/comm"
	refused 1 "perfattr may not trace process $pid: kernel.yama.ptrace_scope is $1; with the module: perfattr -f -p $pid$" \
		"${AS_NOBODY[@]}" perfattr run --attach "$pid" || status=$?
	kill "$pid"
	return "$status"
}

attached()
{
	local pid tracer status=0

	"${AS_NOBODY[@]}" sh -c "until [ -e '$TMP/begin' ]; do sleep 0.1; done; call comm=mine type=0; exec sleep 600" &
	pid=$!
	eventually grep -qx sh "/proc/$pid/comm"
	# SIGINT is ignored by what is started in the background.
	"${AS_NOBODY[@]}" env --default-signal=INT perfattr run --attach "$pid" > "$TMP/said" 2>&1 &
	tracer=$!
	eventually grep -q '^TracerPid:.*[1-9]' "/proc/$pid/status" || status=1
	echo > "$TMP/begin"
	eventually grep -qx sleep "/proc/$pid/comm" || status=2
	kill -INT "$tracer"
	eventually eval '! kill -0 "$tracer" 2> /dev/null' || status=3
	kill "$pid"
	has "$(cat "$TMP/said")" 'mine\[[0-9]*\], #1: ' && return "$status"
}

as_user() # perfattr run COMMAND...
{
	shift 2
	perfattr run -u 65534:65534 "$@"
}

chmod 1777 "$TMP"
same "$(cat $SCOPE)" 0 || exit 1
ok 'at level 0 who is not root may watch what is started' runs "${AS_NOBODY[@]}"
ok '... and what runs already' attached
echo 1 > $SCOPE
ok 'at level 1 who is not root may watch what is started' runs "${AS_NOBODY[@]}"
ok '... not what runs already' process 1
echo 2 > $SCOPE
ok 'at level 2 root may' runs
ok '... and who is not root may not' program 2 "${AS_NOBODY[@]}" perfattr run
ok '... but a program that root starts as such a user' runs as_user
ok '... nor what runs already' process 2
echo 3 > $SCOPE
ok 'at level 3 root may not either' program 3 perfattr run
ok '... nor may others' program 3 "${AS_NOBODY[@]}" perfattr run
ok 'explain answers all the same' has "$(perfattr explain EACCES cycles:k)" '\[kernel-not-excluded\]'

finish
