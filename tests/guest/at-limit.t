#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 300
# the kernel may say: Call Trace:
#
# A reader whose cgroup has no memory left, at each page that the kernel takes for it: it gets ENOMEM, or
# is killed, and nothing else comes of it. The kernel shows a stack for each of them.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

CG=/sys/fs/cgroup
if ! grep -qw memory $CG/cgroup.controllers; then
	echo '1..0 # SKIP this kernel has no memory cgroups'
	exit 0
fi
plan 8

# What the kernel says of each would take the console longer than the reader.
dmesg -n 1
echo +memory > $CG/cgroup.subtree_control

all_at_limit() # [killable]
{
	local file status=0

	: > "$TMP/ends"
	for file in log log_pipe raw raw_pipe raw_run events events_raw stats; do
		at_limit "$CG/at-limit" "$DBG/$file" "$@" >> "$TMP/ends" || status=1
	done
	cat "$TMP/ends"
	return "$status"
}

# Of each file there were such ends.
of_each() # WORDS
{
	fails grep -v " [1-9][0-9]* $1\b" "$TMP/ends"
}

load
call times=100 > "$TMP/call"
ok 'a program has 300 events' begin_holding hold_events many 300
before=$(json_calls | wc -l)
ok 'with a page more each time, readers of each file get ENOMEM until there is enough' all_at_limit
sed 's/^/# /' "$TMP/ends"
ok '... of each file there are both' eval 'of_each "at open" && of_each whole'
ok 'those that may be killed are, or get it' all_at_limit killable
sed 's/^/# /' "$TMP/ends"
ok '... some are killed' grep ' [1-9][0-9]* killed' "$TMP/ends"
is 'nothing is open' "$(users)" 0
is 'what is read then is what was read before' "$(json_calls | wc -l) $(grep -c hold_events $DBG/events)" "$before 300"
end_holding
ok 'the module can be unloaded' unload
finish
