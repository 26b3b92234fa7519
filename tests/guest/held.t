#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016 # ok evaluates conditions late
#
# A breakpoint is refused because others hold all registers, an event of an exclusive PMU because another
# has it: perfattr names who holds them when it reads the record, and nobody of whom that is not known.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 25

# The last record of that errno, and what it says of holders.
refused() # ERRNO
{
	explained | jq -c "select(.errno == \"$1\")" | tail -n 1 > "$TMP/refused"
}

holders() # ERRNO
{
	refused "$1"
	jq -c .why.holders_now "$TMP/refused"
}

named()
{
	refused ENOSPC
	jq -r '.why.holders_now[] | "\(.pid) \(.fd) \(.id)"' "$TMP/refused"
}

truth()
{
	grep -v '^ready$' "$TMP/truth"
}

# The lines of holders in what perfattr shows of all records.
held_now()
{
	perfattr -v --no-pager | grep "$@" -E 'held now|holds it now'
}

refuse() # ARGUMENT...
{
	call type=5 bp_type=2 bp_addr=0x1000 bp_len=4 bits=0x21 "$@" | grep -q "^ret=-28 "
}

mkfifo "$TMP/end"
hold_events breakpoints < "$TMP/end" > "$TMP/truth" &
holder=$!
exec {end}> "$TMP/end"
ok 'a process holds all breakpoint registers of a cpu' eventually grep -q '^ready$' "$TMP/truth"
load
echo "# it holds $(truth | wc -l)"
ok 'another one is refused, for its own task' refuse
is 'json names pid, descriptor and id of each, although they were opened before the module was loaded' \
	"$(named)" "$(truth)"
is '... and the name of the process' "$(jq -r '.why.holders_now | map(.comm) | unique[]' "$TMP/refused")" hold_events
is '... of a reason that is what it was' "$(jq -r .why.rule "$TMP/refused")" breakpoint-slots-taken
is 'perfattr shows one line, with the process once' "$(held_now)" \
	"    note: held now by hold_events[$holder] $(truth | awk '{ printf "%sfd %s", sep, $2; sep = ", " }')"
ok '... below the reason' has "$(held_now -B 2 | head -n 1)" '^ENOSPC\[breakpoint-slots-taken\]: '
is '... and log says how to have that shown' "$(tail -n 1 "$DBG/log")" \
	'/* why, and what would work: perfattr show 1 */'
perfattr -f -j > "$TMP/followed" &
eventually eval 'json_calls "$TMP/followed" | head -n 1 | jq -e .v' > /dev/null 2>&1 # a whole line
kill $!
is 'a stream names them, too' "$(json_calls "$TMP/followed" | head -n 1 |
	jq -r '.why.holders_now[] | "\(.pid) \(.fd) \(.id)"')" "$(truth)"
ok 'an event of the cpu is refused' refuse pid=-1 cpu=0
is '... because of the same' "$(named)" "$(truth)"

call type=1 config=999 > "$TMP/call"
is 'of a refusal for another reason nobody is looked for' "$(holders ENOENT)" null
is '... and nobody is shown' "$(held_now -c)" 2

exec {end}>&-
wait "$holder"
is 'when the holder has gone, nobody is named' "$(holders ENOSPC)" '[]'
is '... which is said as what is not known' "$(held_now | sort -u)" \
	'    note: who holds it now is not known'
is 'the reasons stay' "$(jq -s 'map(select(.why.rule == "breakpoint-slots-taken")) | length' <(explained))" 2

# hold_event has an event for its own task.
insmod tests/guest/modules/standin_pmu.ko name=alone0 exclusive=1
type=$(cat /sys/bus/event_source/devices/alone0/type)
mkfifo "$TMP/one.end"
hold_event "$type" < "$TMP/one.end" > "$TMP/one" &
holder=$!
exec {end}> "$TMP/one.end"
ok 'a task has the one event of an exclusive PMU' eventually grep -q '^open$' "$TMP/one"

busy() # ARGUMENT...
{
	call type="$type" "$@" | grep -q "^ret=-16 "
}

# The rule of the last refusal and who is named, without the id.
by_rule()
{
	refused EBUSY
	jq -r '"\(.why.rule): " + (.why.holders_now | map("\(.comm)[\(.pid)]") | join(" "))' "$TMP/refused"
}

ok 'the PMU refuses a cpu' busy pid=-1 cpu=0
is '... because it is in use for a task, by that process' "$(by_rule)" "pmu-exclusive: hold_event[$holder]"
ok 'the PMU refuses that task another event' busy pid=$holder
is '... because it has one, by that process' "$(by_rule)" "pmu-in-use: hold_event[$holder]"
ok 'another task gets one' eval 'call type="$type" | grep -q "^ret=[0-9]"'
echo >&"$end"
wait "$holder"
exec {end}>&-
is 'when it is closed, nobody is named' "$(by_rule)" 'pmu-in-use: '
rmmod standin_pmu
ok 'no view is open' eventually users_are 0
ok 'the module can be unloaded' unload
finish
