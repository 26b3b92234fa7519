#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok evaluates conditions late
# time limit: 300
#
# Somebody switches all probes off and on while calls run, by debugfs kprobes/enabled and by the sysctl
# kernel.ftrace_enabled. Calls meanwhile hit some probes and not others: no function has a second copy for that.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 9

KPROBES=/sys/kernel/debug/kprobes/enabled
FTRACE=/proc/sys/kernel/ftrace_enabled

begin_callers()
{
	local i

	for i in 1 2 3 4; do
		while :; do call times=200; done > /dev/null &
	done
}

end_callers()
{
	# shellcheck disable=SC2046 # one word a process
	kill $(jobs -p)
	wait 2> /dev/null
	eventually eval '! pgrep -x call' > /dev/null # what the loops had begun
}

# toggle TIMES FILE: each time until calls are seen again.
toggle()
{
	local i before

	for ((i = 0; i < $1; i++)); do
		echo 0 > "$2" && echo 1 > "$2" || return
		before=$(counter recorded)
		eventually recorded_more_than "$before" || return
	done
}

# What is said of a function of the kernel.
accused()
{
	kernel_log | grep -e 'second copy' -e 'did not hit' -e 'does not have'
	grep '^probe\..*\.bypassed 1' "$DBG/stats"
}

# The rule of a refused call, and whether it is certain.
reason()
{
	call type=4711 > "$TMP/call"
	explained -n 1 | jq -c '.why | [.rule, .certain]'
}

reason_is() # TEXT
{
	same "$(reason)" "$1"
}

mark_kernel_log
load
sure=$(reason)
ok 'a refused call has a certain reason' has "$sure" true
begin_callers
ok 'kprobes are switched off and on 30 times while calls run' toggle 30 $KPROBES
is '... nothing is said of a function' "$(accused)" ''
end_callers
ok '... and the reason is as certain as before' eventually reason_is "$sure"
if ftrace_can_be_off; then
	begin_callers
	ok 'ftrace is switched off and on 15 times while calls run' toggle 15 $FTRACE
	is '... nothing is said of a function' "$(accused)" ''
	end_callers
	ok '... and the reason is as certain as before' eventually reason_is "$sure"
else
	for what in 'is switched' 'accuses nothing' 'leaves reasons'; do
		skip "ftrace $what" 'nobody can switch it off here'
	done
fi

load_test misplace=perf_event_alloc
echo 0 > $KPROBES
echo 1 > $KPROBES
ok 'after that a function that calls do not pass is still found' eval \
	'eventually eval "call > \"$TMP/call\"; grep -q \"^probe\.perf_event_alloc\.bypassed 1\" $DBG/stats"'
ok '... and the log says so' has "$(kernel_log)" 'second copy'
finish
