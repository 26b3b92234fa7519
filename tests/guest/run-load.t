#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# time limit: 400
# perfattr run --load loads the module for one program, and unloads it when that has ended, however it
# did; what was loaded before stays, and so does what somebody else uses.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

needs perfattr
needs modprobe
plan 25

CONF=/etc/modprobe.d/perfattr-test.conf

# Lets modprobe find the module, which is installed nowhere.
install_as() # SHELL_COMMAND
{
	echo "install perfattr_dump $1" > $CONF
}

# What run --load ends with and says, over a program in a shell; nothing is left loaded.
ends_with() # STATUS COMMAND
{
	local status=0

	perfattr run --load -j -o "$TMP/list" -- sh -c "$2" > "$TMP/out" 2> "$TMP/err" || status=$?
	cat "$TMP/err"
	same "$status" "$1" && fails loaded
}

says_once() # REGEX
{
	cat "$TMP/err"
	same "$(wc -l < "$TMP/err")" 1 && has "$(cat "$TMP/err")" "$1"
}

# Starts run --load with a program that says that it runs and then does not end, as the leader of a process
# group in which no signal is ignored: so a terminal does it. Its pid is in $run.
start_run()
{
	rm -f "$TMP/runs"
	set -m
	perfattr run --load -o "$TMP/list" -- sh -c "echo \$\$ > $TMP/runs; exec sleep 1000" > "$TMP/out" 2> "$TMP/err" &
	run=$!
	set +m
}

# Starts it, sends a signal once the program runs, and wants this status, and nothing loaded.
ended_by() # STATUS KILL_ARGUMENT...
{
	local status=0 want=$1
	shift

	start_run
	eventually test -s "$TMP/runs" || return
	eval "kill $*"
	wait "$run" || status=$?
	cat "$TMP/err"
	kill "$(cat "$TMP/runs")" 2> /dev/null
	same "$status" "$want" && fails loaded
}

# Where modprobe takes its time.
ended_while_loading()
{
	local status=0

	start_run
	eventually test -e "$TMP/loading" || return
	kill -INT -- "-$run"
	: > "$TMP/interrupted"
	wait "$run" || status=$?
	cat "$TMP/err"
	same "$status" 130 && fails loaded && fails test -e "$TMP/runs"
}

# Another program that opens a view as soon as there is one, and keeps it.
hold()
{
	sh -c "until test -e $DBG/log; do sleep 0.1; done; exec 5< $DBG/log; echo > $TMP/held; exec sleep 1000" &
	holder=$!
}

ok 'without the module run says what loads it' eval \
	'! perfattr run --source module -- true 2> "$TMP/err" && says_once "modprobe perfattr_dump loads it; perfattr run --load -- PROGRAM loads it for one program"'
ok 'where it is not installed --load says what installs it' eval \
	'ends_with 1 "echo > $TMP/ran" && has "$(cat "$TMP/err")" "^modprobe: .* not found" &&
		has "$(cat "$TMP/err")" "package perfattr-dump-dkms.*make install"'
ok '... and does not run the program' fails test -e "$TMP/ran"
ok 'it is an option of run only' eval '! perfattr list --load 2> "$TMP/err" && says_once "option of run"'
install_as "insmod $PWD/perfattr_dump.ko"
ok 'who is not root is told what is needed' eval \
	'! setpriv --reuid 65534 --clear-groups "$(command -v perfattr)" run --load -- true 2> "$TMP/err"
		has "$(cat "$TMP/err")" "no permission to load.*sudo" && fails loaded'

# --- the program ends ---
ok 'the calls of the program are shown, and the module is gone' ends_with 0 'call comm=inside; call comm=again'
is '... these calls and no others' "$(json_calls "$TMP/list" | jq -r .comm | xargs)" 'inside again'
is '... and nothing else is said' "$(cat "$TMP/err")" ''
# The program itself decides about the probes of ops, which are its own.
ok 'when it begins all is proved' eval \
	'ends_with 0 "cat $DBG/stats" && has "$(cat "$TMP/out")" "\.proved 1" &&
		has_not "$(grep -v "^probe.perf_\(compat_ioctl\|ioctl\|mmap\|mmap_close\|read\|poll\|release\)\." "$TMP/out")" "unproved"'
ok 'it ends with the status of the program' ends_with 7 'call; exit 7'
ok '... or by its signal' ends_with 143 'call; kill -TERM $$'
ok 'a program that is not there' eval \
	'ended=0; perfattr run --load -- /nonexistent/program 2> "$TMP/err" || ended=$?; same $ended 127 && fails loaded'
ok 'an output that cannot be written' eval \
	'! perfattr run --load -o /nonexistent/file -- true 2> "$TMP/err" && says_once "/nonexistent/file" && fails loaded'

# --- it is ended ---
ok 'Ctrl-C' ended_by 130 '-INT -- "-$run"'
ok '... SIGINT for it alone, and then for the program' ended_by 130 '-INT "$run"; sleep 0.5; kill -INT "$(cat "$TMP/runs")"'
ok 'SIGTERM' ended_by 143 '-TERM "$run"'
ok 'SIGHUP, as when its terminal is closed' ended_by 129 '-HUP -- "-$run"'
ok 'what follows the records is killed' ended_by 137 '-KILL "$(pgrep -P "$run" perfattr)"'
ok 'who reads what it prints goes away' eval \
	'perfattr run --load -v -- sh -c "call; sleep 1; call; sleep 1; call; sleep 1" 2>&1 > "$TMP/out" | head -n 1 > "$TMP/first"
		test -s "$TMP/first" && fails loaded'
install_as "sh -c \"echo > $TMP/loading; until test -e $TMP/interrupted; do sleep 0.1; done; exec insmod $PWD/perfattr_dump.ko\""
ok 'Ctrl-C while the module is loaded: it is unloaded, and the program was not begun' ended_while_loading
install_as "insmod $PWD/perfattr_dump.ko"

# --- others ---
hold
ok 'somebody else uses the module: it stays' eval \
	'perfattr run --load -- sh -c "call; until test -s $TMP/held; do sleep 0.1; done" > "$TMP/out" 2> "$TMP/err"
		cat "$TMP/err"; loaded'
ok '... which is said in one line' eval 'same "$(grep -c "^perfattr: " "$TMP/err")" 1 && has "$(cat "$TMP/err")" \
	"stays loaded: somebody else uses it; rmmod perfattr_dump unloads it"'
kill "$holder"
wait "$holder"
ok 'what was loaded before stays loaded' eval \
	'ended=0; perfattr run --load -j -o "$TMP/list" -- sh -c "call comm=mine; exit 3" > "$TMP/out" 2> "$TMP/err" || ended=$?
		same "$ended" 3 && loaded'
ok '... which is said' says_once 'is loaded already, and stays so'
is '... the calls are shown' "$(json_calls "$TMP/list" | jq -r .comm)" mine
unload
rm $CONF
finish
