#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 900
#
# perfattr run and the view raw_run show all calls of the process tree, and no others.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

needs perfattr
plan 39

# The names of the callers in a file of JSON, with how often.
callers() # FILE
{
	jq -r .comm <(json_calls "$1") | sort | uniq -c | awk '{ print $2, $1 }' | xargs
}

# How many opens of all processes json has.
opens_recorded()
{
	json_calls | grep -c '"call":"open"'
}

# run's status and what it said, over a program in a shell.
ends_with() # STATUS COMMAND
{
	local status=0

	perfattr run -o /dev/null -- sh -c "$2" > "$TMP/out" 2>&1 || status=$?
	cat "$TMP/out"
	same "$status" "$1"
}


ok 'without the module it says what to type' eval \
	'! perfattr run --source module -- true 2> "$TMP/err"; has "$(cat "$TMP/err")" "modprobe perfattr_dump"'
load records=100000

# --- what is shown ---
perfattr run -j -o "$TMP/one" -- call comm=inside > "$TMP/out"
call comm=outside > "$TMP/call"
is 'the call of the program is shown, and nothing else' "$(callers "$TMP/one")" 'inside 1'
is '... its output is its own' "$(grep -c ret= "$TMP/out")" 1
perfattr run -- call comm=inside 2> "$TMP/err" > "$TMP/out"
ok 'the list goes to standard error' has "$(cat "$TMP/err")" 'inside\[[0-9]*\] +dummy +count +self'
perfattr run -j -o "$TMP/two" -- call comm=again > "$TMP/out"
is 'a second run has nothing of the first' "$(callers "$TMP/two")" 'again 1'
made=$(family kin 5)
before=$(opens_recorded)
perfattr run -j -o "$TMP/kin" -- family kin 5 > "$TMP/out"
is 'threads, children, siblings, orphans and sessions of the program are shown' \
	"$(callers "$TMP/kin")" "kin $made"
is '... as many as were recorded' $(($(opens_recorded) - before)) "$made"
perfattr run -j -o "$TMP/outer" -- perfattr run -j -o "$TMP/inner" -- call comm=nested > "$TMP/out"
is 'a run inside a run: both show it' "$(callers "$TMP/outer"), $(callers "$TMP/inner")" 'nested 1, nested 1'
ok 'what an orphan does after the program has ended is waited for' eval \
	'perfattr run -j -o "$TMP/late" -- sh -c "(setsid sh -c \"sleep 1; call comm=late\" &) > /dev/null" &&
		same "$(callers "$TMP/late")" "late 1"'
perfattr run -j -C 'b*' -o "$TMP/chosen" -- sh -c 'call comm=aa; call comm=bb' > "$TMP/out"
is 'filters choose' "$(callers "$TMP/chosen")" 'bb 1'

# --- how it ends ---
ok 'it ends with the status of the program' ends_with 7 'exit 7'
ok '... or by its signal' ends_with 143 'kill -TERM $$'
status=0
perfattr run -- /nonexistent/program 2> "$TMP/err" || status=$?
is 'a program that is not there: 127' "$status" 127
ok '... and the words that strace has for it' has "$(cat "$TMP/err")" 'perfattr: exec: No such file or directory'
status=0
perfattr run -- /etc/passwd 2> "$TMP/err" || status=$?
is 'one that cannot be executed: 126' "$status" 126
ok 'who is not root is told what is needed' eval 'mount -o remount,mode=755 /sys/kernel/debug
	! setpriv --reuid 65534 --clear-groups "$(command -v perfattr)" run --source module -- true 2> "$TMP/err"
	has "$(cat "$TMP/err")" sudo'

# --- as whom, and with which environment ---
is '-u: uid, groups and environment are those of the user' "$(perfattr run -u nobody -- sh -c \
	'echo $(id -u) $(id -g) $(id -G) $HOME $USER $LOGNAME' 2> "$TMP/err")" \
	"$(id -u nobody) $(id -g nobody) $(id -G nobody) $(getent passwd nobody | cut -d: -f6) nobody nobody"
perfattr run -j -u nobody -o "$TMP/uid" -- call comm=theirs > "$TMP/out"
is '... and so is what the module sees' "$(jq -r .uid <(json_calls "$TMP/uid"))" "$(id -u nobody)"
# The recipe of docs/recipes.md: the error of a user, which root does not get.
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
for level in 2 3; do
	echo $level > /proc/sys/kernel/perf_event_paranoid
	perfattr run -x -u nobody -- call type=1 pid=-1 cpu=0 comm=theirs > "$TMP/out" 2> "$TMP/err"
	ok "-u shows the EACCES of a user, with perf_event_paranoid $level" has "$(cat "$TMP/err")" \
		'^EACCES\[[a-z-]+\]: .*(CAP_PERFMON|CAP_SYS_ADMIN).*kernel.perf_event_paranoid <= [-0-9]+'
	ok '... at a call of the user' has "$(cat "$TMP/err")" '^ --> theirs\['
	perfattr run -x -u nobody -- unshare --user --map-root-user "$(command -v call)" type=1 pid=-1 cpu=0 comm=theirs > "$TMP/out" 2> "$TMP/err"
	ok '... and of the root of a container of its own' has "$(tr '\n' ' ' < "$TMP/err")" '^EACCES\[[a-z-]+\]: .* --> theirs\['
done
echo "$paranoid" > /proc/sys/kernel/perf_event_paranoid
ended=0
# shellcheck disable=SC2034 # ok evaluates what uses it
perfattr run --fail-on-refused -- sh -c 'call type=1 config=99; call comm=good' > "$TMP/out" 2> "$TMP/err" || ended=$?
ok '--fail-on-refused: status 125, and why it was refused' eval 'same "$ended" 125 && same "$(grep -c " --> " "$TMP/err")" 1 &&
	has "$(cat "$TMP/err")" "^ENOENT\[sw-event-not-known\]: " && has "$(cat "$TMP/err")" "^ --> call\[[0-9]+\], #[0-9]+: software/config=0x63/, "'
ok '... of another rule: status 0' perfattr run --fail-on-refused=hw-pmu-missing,EINVAL -- call type=1 config=99
ok '... of none: status 0, and how many calls there were' eval \
	'perfattr run --fail-on-refused -- sh -c "call; call" > "$TMP/out" 2> "$TMP/err" && has "$(cat "$TMP/err")" "2 calls, none refused"'

if [ -e $DBG/events ]; then
	ok 'events shows what the module says' eval 'perfattr events > "$TMP/out"'
	perf stat -a -e cpu-clock -o "$TMP/stat" sleep 600 &
	stat=$!
	ok '... all cpus of a program as one line' eventually eval \
		'has "$(perfattr events -C perf --width 100)" "^cpu-clock +count .*cpus 0,1 +active .* perf\\[$stat\\] fds [0-9]"'
	kill $stat
	wait $stat
else
	skip '... all cpus' 'no events'
	ok 'events: this module does not tell which are open, and that is said' eval \
		'! perfattr events 2> "$TMP/err" && has "$(cat "$TMP/err")" "cannot list open events"'
fi

# --- settings of others ---
echo comm=perf > $PARAMS/filter
perfattr run -- call > "$TMP/out" 2> "$TMP/err"
ok 'a filter that is in force is said' has "$(cat "$TMP/err")" 'filter is .*comm=perf.*: calls that it leaves out'
is '... and stays' "$(cat $PARAMS/filter)" comm=perf
echo > $PARAMS/filter
echo 0 > $PARAMS/enable
perfattr run -- call > "$TMP/out" 2> "$TMP/err"
ok 'enable=0 is said, and stays' eval 'has "$(cat "$TMP/err")" "enable is 0" && same "$(cat $PARAMS/enable)" 0'
echo 1 > $PARAMS/enable

# --- probes that do not fire ---
ok 'probes that cease to fire while it runs are said' eval \
	'perfattr run -- sh -c "call; echo 0 > /sys/kernel/debug/kprobes/enabled; call" > "$TMP/out" 2> "$TMP/err"
		has "$(cat "$TMP/err")" "probes do not fire" && has "$(cat "$TMP/err")" "call\["'
ok '... and those that do not when it begins' eval \
	'perfattr run -- call > "$TMP/out" 2> "$TMP/err"; has "$(cat "$TMP/err")" "probes do not fire"'
echo 1 > /sys/kernel/debug/kprobes/enabled

# --- as many as there can be ---
mark_kernel_log
ok '64 runs at a time, and the 65th is refused' eval '
	for ((i = 0; i < 64; i++)); do exec {fd}< $DBG/raw_run || exit; fds[i]=$fd; done
	! { : < $DBG/raw_run; } 2> "$TMP/err" && has "$(cat "$TMP/err")" "No space left"'
ok '... which the log says' has "$(kernel_log)" 'raw_run: 64 readers'
# shellcheck disable=SC2154 # set by ok
for fd in "${fds[@]}"; do
	exec {fd}<&-
done
is '... and all are given back' "$(users) $(perfattr run -j -o /dev/stdout -- call comm=free | grep -c '^{.*"free"')" '0 1'

# --- a storm beside a storm ---
ROUNDS=50
storm 1000000 > "$TMP/storm" &
storm=$!
for name in first second; do
	perfattr run -j -o "$TMP/$name" -- family $name $ROUNDS > "$TMP/made.$name" 2> "$TMP/err.$name" &
	eval "$name=$!"
done
# Runs that come and go meanwhile: bits are taken and given back.
for ((i = 0; i < 4; i++)); do
	perfattr run -j -o "$TMP/short.$i" -- call comm=short > "$TMP/out"
done
# shellcheck disable=SC2154 # set by eval
wait "$first" "$second"
kill $storm
wait $storm
cat "$TMP"/err.*
is 'under a storm of forks each of two runs shows every call of its own tree and no other' \
	"$(callers "$TMP/first"), $(callers "$TMP/second")" \
	"first $(cat "$TMP/made.first"), second $(cat "$TMP/made.second")"
is '... and so do those that came and went' "$(cat "$TMP"/short.* | jq -r 'select(.call).comm' | sort | uniq -c | awk '{ print $2, $1 }')" 'short 4'
unload
finish
