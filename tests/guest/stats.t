#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 300
#
# The file stats: its format, and that every call is in the right counter.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 16

# Lines of stats that a shell does not read as a name and a number, and names that are there twice.
misread()
{
	local name value

	while read -r name value; do
		[[ $name =~ ^[A-Za-z0-9_.]+$ && $value =~ ^[0-9]+$ ]] || echo "$name $value"
	done < "$DBG/stats"
	cut -d ' ' -f 1 "$DBG/stats" | sort | uniq -d
}

load
is 'each line of stats is a name and a number, no name is there twice' "$(misread)" ''
is 'before the first call nothing is counted' "$(accounted)" 0
call times=5 config=9 > "$TMP/call"
call times=3 config=9 group=99 > "$TMP/call"
call times=2 at=0x10 > "$TMP/call"
call type=77 > "$TMP/call"
is 'opens are counted, refused ones, too' "$(counter recorded) $(accounted)" '11 11'
is 'lines are names and numbers now, too' "$(misread)" ''
if [ -n "$ABI32" ]; then
	call.$ABI32 times=2 > "$TMP/call"
	is 'a 32-bit open is counted' "$(counter recorded)" 13
else
	call times=2 > "$TMP/call"
	skip 'a 32-bit open is counted' "this kernel runs no 32-bit programs"
fi

# --- what is not recorded ---
echo comm=nobody > $PARAMS/filter
call times=4 group=99 > "$TMP/call"
is 'calls that the filter excludes are counted as such' "$(counter recorded) $(counter filtered) $(accounted)" '13 4 17'
echo > $PARAMS/filter
echo 0 > $PARAMS/enable
call times=4 group=99 > "$TMP/call"
is 'with enable=0 nothing is counted' "$(accounted)" 17
is '... and every probe is disarmed' \
	"$(sed -n 's/^probe\..*\.\([a-z]*\) 1$/\1/p' $DBG/stats | grep -v proved | sort -u)" disarmed
echo 1 > $PARAMS/enable
echo 1 > $DBG/clear
is 'clear changes the number of records held, and of those cleared' \
	"$(counter held) $(counter cleared) $(accounted)" '0 13 17'

# --- ops ---
reload calls=1
lifecycle > "$TMP/call"
is 'with calls=1 ops are counted, as json has them' "$(accounted)" "$(json_calls | wc -l)"
ok 'reading stats records nothing' eval \
	'before=$(accounted) && cat $DBG/stats > "$TMP/whole" && same "$(accounted)" "$before"'
ok 'stats is the same if it is read in pieces' eval \
	'dd if=$DBG/stats bs=7 2> "$TMP/err" | cmp - "$TMP/whole"'
ok '... and from the middle' eval \
	'dd if=$DBG/stats bs=100 skip=1 2> "$TMP/err" | cmp - <(tail -c +101 "$TMP/whole")'

# --- all cpus ---
reload filter=comm=nobody
storm 6000 > "$TMP/made"
is 'calls on all cpus that the filter excludes are counted' \
	"$(cat "$TMP/made") $(counter recorded) $(counter filtered)" "6000 0 $((6000 - $(counter missed)))"
storm 1000000 > "$TMP/made" &
for ((i = 0; i < 4; i++)); do
	misread
done > "$TMP/read" 2>&1
ok 'the storm goes on while stats is read' kill %storm
wait
is '... and no line that a shell reads is torn' "$(cat "$TMP/read")" ''

finish
