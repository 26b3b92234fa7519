#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 900
#
# The files stats and metrics: their formats, and that every call is in the right counter.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 30

# Lines of stats that a shell does not read as a name and a number, and names that are there twice.
misread()
{
	local name value

	while read -r name value; do
		[[ $name =~ ^[A-Za-z0-9_.]+$ && $value =~ ^[0-9]+$ ]] || echo "$name $value"
	done < "$DBG/stats"
	cut -d ' ' -f 1 "$DBG/stats" | sort | uniq -d
}

# The sum of counters that begin with this.
sum() # PREFIX
{
	awk -v prefix="^$1" '$1 ~ prefix { sum += $2 } END { print sum + 0 }' "$DBG/stats"
}

# Opens that were refused, by errno.
refusals()
{
	{
		sed -n 's/^refused_\(E.*\)/\1/p' "$DBG/stats" | LC_ALL=C sort
		sed -n 's/^refused_other/other/p' "$DBG/stats"
	} | xargs
}

refusals_in_json()
{
	jq -s -r 'map(select(.call == "open" and .errno)) | group_by(.errno) | map("\(.[0].errno) \(length)")[]' \
		<(json_calls) | LC_ALL=C sort | xargs
}

# Of each call, how many records json has, as stats writes it.
calls_in_json()
{
	jq -s -r '(map(select(.call)) | group_by(.call) | map({key: .[0].call, value: length}) | from_entries) as $n |
		["open", "ioctl", "mmap", "munmap", "read", "poll", "close", "prctl", "bpf"][] |
		"calls_\(.) \($n[.] // 0)"' <(json_calls)
}

calls_in_stats()
{
	grep '^calls_' "$DBG/stats"
}

valid_metrics()
{
	cat "$DBG/metrics" > "$TMP/metrics" && python3 tests/guest/metrics_check.py "$TMP/metrics"
}

# Are all values of stats in metrics, and no others?
same_metrics()
{
	cat "$DBG/metrics" > "$TMP/metrics"
	cat "$DBG/stats" > "$TMP/stats"
	[ "$(wc -l < "$TMP/stats")" -gt 25 ] &&
		python3 tests/guest/metrics_check.py "$TMP/metrics" "$TMP/stats"
}

load
is 'each line of stats is a name and a number, no name is there twice' "$(misread)" ''
is 'before the first call nothing is counted' "$(sum calls_) $(refusals)" '0 other 0'
ok 'metrics is valid before the first call' valid_metrics
call times=5 config=9 > "$TMP/call"
call times=3 config=9 group=99 > "$TMP/call"
call times=2 at=0x10 > "$TMP/call"
call type=77 > "$TMP/call"
is 'opens are counted' "$(counter calls_open) $(sum calls_)" '11 11'
is '... and the refused ones by errno, as json has them' "$(refusals)" "$(refusals_in_json) other 0"
is '... which are those of the call' "$(counter refused_EBADF) $(counter refused_EFAULT) $(sum refused_)" '3 2 6'
is 'lines are names and numbers now, too' "$(misread)" ''
if [ -n "$ABI32" ]; then
	call.$ABI32 times=2 > "$TMP/call"
	is 'a 32-bit open is counted' "$(counter calls_open)" 13
else
	call times=2 > "$TMP/call"
	skip 'a 32-bit open is counted' "this kernel runs no 32-bit programs"
fi

# --- what is not recorded ---
echo comm=nobody > $DBG/filter
call times=4 group=99 > "$TMP/call"
is 'calls that the filter excludes are counted by kind and errno all the same' \
	"$(counter filtered) $(counter calls_open) $(counter refused_EBADF)" '4 17 7'
echo > $DBG/filter
is 'calls by kind are those recorded, filtered and dropped' \
	"$(sum calls_)" "$(($(accounted) - $(counter missed)))"
echo 0 > $DBG/enable
call times=4 group=99 > "$TMP/call"
is 'with enable=0 nothing is counted' "$(counter calls_open) $(counter refused_EBADF)" '17 7'
is '... and every probe is disarmed' \
	"$(sed -n 's/^probe\..*\.\([a-z]*\) 1$/\1/p' $DBG/stats | grep -v proved | sort -u)" disarmed
echo 1 > $DBG/enable
echo 1 > $DBG/clear
is 'clear does not change them' "$(counter calls_open) $(counter refused_EBADF)" '17 7'

# --- ops ---
reload calls=1
lifecycle > "$TMP/call"
is 'with calls=1 ops are counted by kind, as json has them' "$(calls_in_stats)" "$(calls_in_json)"
ok '... all of the eight' eval '[ "$(calls_in_stats | grep -cv " 0$")" -eq 8 ]'
none='other 0'
# One open, if the kernel has no breakpoints.
[ -d /sys/bus/event_source/devices/breakpoint ] || none="ENOENT 1 $none"
is '... and ops that failed are no refused opens' "$(refusals)" "$none"
is '... but are counted by errno, too' "$(sed -n 's/^refused_ops_\(E.*\)/\1/p' $DBG/stats | sort | xargs) $(counter refused_ops_other)" \
	"$(jq -r 'select(.call != "open" and .errno).errno' <(json_calls) | sort | uniq -c | awk '{ print $2, $1 }' | xargs) 0"
if [ -n "$ABI32" ]; then
	lifecycle.$ABI32 > "$TMP/call"
	is '... those of a 32-bit program, too' "$(calls_in_stats)" "$(calls_in_json)"
else
	skip '... those of a 32-bit program, too' "this kernel runs no 32-bit programs"
fi

# --- metrics ---
call group=99 > "$TMP/call"
ok 'metrics is valid' valid_metrics
ok '... and has the values of stats' same_metrics
ok '... with labels' eval \
	'valid_metrics > "$TMP/samples" &&
		grep "^perfattr_refused_total.errno=.EBADF.. 1$" "$TMP/samples" &&
		grep "^perfattr_calls_total.call=.open.. [1-9]" "$TMP/samples" &&
		grep "^perfattr_probe.function=.perf_copy_attr.,state=.armed.. 1$" "$TMP/samples" &&
		grep "^perfattr_probe.function=.perf_copy_attr.,state=.absent.. 0$" "$TMP/samples" &&
		grep "^perfattr_info.version=.$(cat /sys/module/perfattr_dump/version).. 1$" "$TMP/samples"'
ok 'reading them records nothing' eval \
	'before=$(accounted) && same_metrics && same "$(accounted)" "$before"'
for file in stats metrics; do
	cat $DBG/$file > "$TMP/whole"
	ok "$file is the same if it is read in pieces" eval \
		'dd if=$DBG/$file bs=7 2> "$TMP/err" | cmp - "$TMP/whole"'
	ok '... and from the middle' eval \
		'dd if=$DBG/$file bs=100 skip=1 2> "$TMP/err" | cmp - <(tail -c +101 "$TMP/whole")'
done

# --- all cpus ---
reload
storm 6000 > "$TMP/made"
is 'calls on all cpus are counted' "$(cat "$TMP/made") $(counter calls_open)" \
	"6000 $((6000 - $(counter missed)))"
# Of four calls of the storm three are refused.
ok '... as are the refused ones' eval \
	'refused=$(sum refused_) && echo "$refused" &&
		[ "$refused" -le 4500 ] && [ "$refused" -ge $((4500 - $(counter missed))) ]'
storm 1000000 > "$TMP/made" &
for ((i = 0; i < 4; i++)); do
	misread
	valid_metrics > "$TMP/samples" || cat "$TMP/samples"
done > "$TMP/read" 2>&1
ok 'the storm goes on while they are read' kill %storm
wait
is '... and no line that a shell reads is torn, and metrics is valid each time' "$(cat "$TMP/read")" ''

finish
