#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# not on debug kernels: it tests programs, not the module
#
# A call of a user is tried as that user, by root and by himself, with and without the module; that of root only by
# root. Nothing stays open, and the kernel says nothing.
# time limit: 300
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 11

user() # COMMAND...
{
	setpriv --reuid 1000 --regid 1000 --clear-groups -- "$@"
}

# What became of the call, and of its plan.
tried()
{
	grep '^{' | jq -c 'select(.call).tried | [.uid, .call.result, .call.errno, .same, .plan.result]'
}

warnings()
{
	dmesg -l warn,err,crit,alert,emerg
}

load
warnings > "$TMP/before"
sysctl -q kernel.perf_event_paranoid=2
user call comm=mine type=1 bits=0x1 > /dev/null
perfattr -j -C mine -x > "$TMP/mine.json"
call comm=roots type=1 bits=0x401 sample_period=100000000 > /dev/null
perfattr -j -C roots -x > "$TMP/roots.json"
again='[1000,"refused","EACCES",true,"opens"]'
is 'root tries the call of a user as that user' "$(perfattr try -j -i "$TMP/mine.json" | tried)" "$again"
is 'the user tries it himself' "$(user perfattr try -j -i - < "$TMP/mine.json" | tried)" "$again"
is 'he does not try a call of root' "$(user perfattr try -j -i - < "$TMP/roots.json" | tried)" \
	'[1000,"not_tried",null,null,null]'
is '... root does' "$(perfattr try -j -i "$TMP/roots.json" | tried)" '[0,"refused","EINVAL",true,"opens"]'
sysctl -q kernel.perf_event_paranoid=-1
is 'a call that opens by now says so' "$(user perfattr try -j -i - < "$TMP/mine.json" | tried)" \
	'[1000,"opens",null,false,null]'
sysctl -q kernel.perf_event_paranoid=2
is 'a run tries the calls that it shows' \
	"$(perfattr run -j --try -u 1000:1000 -- call type=1 bits=0x1 2>&1 > /dev/null | tried)" "$again"
is '... and tells it on the screen' \
	"$(perfattr run --try -u 1000:1000 -- call type=1 bits=0x1 2>&1 > /dev/null | grep -cE '^    [a-z][^:]* {2,}(opens|E[A-Z]+)')" 2
is 'no event is open' "$(find /proc/[0-9]*/fd -lname '*perf_event*' 2> /dev/null)" ''
unload
is 'without the module, too' \
	"$(user perfattr run -j --try -- call type=1 bits=0x1 2>&1 > /dev/null | tried)" "$again"
is '... of a text' "$(user strace -v -e trace=perf_event_open call type=1 bits=0x1 2>&1 > /dev/null |
	user perfattr try -j | tried)" "$again"
is 'the kernel warns of nothing' "$(warnings | diff "$TMP/before" - | head -n 3)" ''
finish
