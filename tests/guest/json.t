#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# The json view of 5,000 mixed calls, 64-bit and 32-bit, by four parallel workers: every line is
# valid JSON, matches the published schema, and agrees with the text view and strace.
# time limit: 600
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 13

json=$TMP/json
schema=tests/guest/record.schema.json

check() # MODE ARGUMENT...
{
	tests/guest/json_check.py "$@"
}

# jq stops at the first line that it cannot read.
jq_reads_all() # FILE
{
	same "$(jq -c .seq "$1" | wc -l)" "$(wc -l < "$1")" && [ -s "$1" ]
}

# A schema that takes everything proves nothing: each change of a good line must be refused.
schema_refuses() # JQ-FILTER...
{
	local change

	head -n 1 "$json" > "$TMP/good"
	check schema "$schema" "$TMP/good" || return
	for change; do
		jq -c "$change" "$TMP/good" > "$TMP/bad" || return
		if check schema "$schema" "$TMP/bad" > "$TMP/said"; then
			echo "it takes $change"
			return 1
		fi
	done
}

echo 1 > /proc/sys/kernel/perf_event_paranoid
load records=8192
strace -ff -qq -o "$TMP/strace" -e trace=perf_event_open -e signal=none -v -X raw \
	mixed 4000 4 > "$TMP/mixed"
strace -ff -qq -o "$TMP/strace" -e trace=perf_event_open -e signal=none -v -X raw \
	"mixed${ABI32:+.$ABI32}" 1000 2 >> "$TMP/mixed"
cat $DBG/json > "$json"
cat $DBG/log > "$TMP/log"

awk '{ ok += $1; bad += $3 } END { print (ok > 500 && bad > 500 ? "both" : $0), ok + bad }' \
	"$TMP/mixed" > "$TMP/sums"
is '5,000 calls were made, hundreds of them with success and hundreds refused' \
	"$(cat "$TMP/sums")" 'both 5000'
is '... and all are recorded' "$(counter recorded) $(accounted) $(wc -l < "$json")" '5000 5000 5000'
ok 'jq reads every line' jq_reads_all "$json"
ok 'every line fits the schema, with its keys in the documented order' check schema "$schema" "$json"
ok '... which refuses lines that are wrong' schema_refuses '.v = 1' 'del(.seq)' '.seq = -1' \
	'.seq = 9007199254740994' '.surprise = 1' 'del(.call)' '.call = "close"' '.attr.config = 0' '.attr.config = "01"' \
	'.time_ns = 1' '.wall_ns = null' '.args.flags = 0' 'del(.attr.config)' '.attr.sample_freq = 1' \
	'.attr.disabled = 2' '.kernel.path[0].fn = "f"' '.ret = 3 | .errno = "EINVAL"' '{"lost":0}' \
	'.attr_raw = "0"' '.symbols.sample_type = ["IP "]' '.why = {"rule":"x"}' '.ret = "3"'
ok 'numbers run from 1 to 5000 without a gap' check seq "$json" 1 5000
ok 'head, arguments, every field of the attr, result, reason, path are those of the text view' \
	check text "$json" "$TMP/log" "$TMP"
ok 'every call, argument, field of the attr and result is as strace saw it' \
	check strace "$json" "$TMP/strace"
ok 'a reader that counts errors with jq gets as many as the callers' \
	eval 'same "$(jq -c "select(.ret < 0)" "$json" | wc -l)" "$(awk "{ n += \$3 } END { print n }" "$TMP/mixed")"'

# An overrun: 312 calls more than there is room for. The stream says how many it lost.
echo 1 > $DBG/clear
echo 200 > $DBG/records
exec 7< $DBG/json_pipe
mixed 512 1 > "$TMP/mixed"
timeout 5 cat <&7 > "$TMP/pipe"
exec 7<&-
ok 'json_pipe: a reader that was overtaken gets a line that fits the schema too' \
	check schema "$schema" "$TMP/pipe"
is '... and says how many calls are gone, which stats explains' \
	"$(head -n 1 "$TMP/pipe") $(wc -l < "$TMP/pipe") $(counter overwritten)" '{"lost":312} 201 312'
ok '... so that numbers have no gap' check seq "$TMP/pipe" 5001 5512
ok 'json of a ring that overran starts at the oldest that is held' \
	eval 'check seq $DBG/json 5313 5512'

finish
