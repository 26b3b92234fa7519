#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
#
# The records of 1,000 mixed calls, 64-bit and 32-bit, by four parallel workers: every line is
# valid JSON, matches the published schema, and agrees with the text view and strace.
# time limit: 600
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 16

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
schema_refuses() # LINE JQ-FILTER...
{
	local line=$1
	shift

	printf '%s\n' "$line" | jq -c ".$(printf ', (%s)' "$@")" > "$TMP/changed" &&
		same "$(wc -l < "$TMP/changed")" $(($# + 1)) && check refuses "$schema" "$TMP/changed"
}

echo 1 > /proc/sys/kernel/perf_event_paranoid
load records=4096
strace -ff -qq -o "$TMP/strace" -e trace=perf_event_open -e signal=none -v -X raw \
	mixed 800 4 > "$TMP/mixed"
strace -ff -qq -o "$TMP/strace" -e trace=perf_event_open -e signal=none -v -X raw \
	"mixed${ABI32:+.$ABI32}" 200 2 >> "$TMP/mixed"
json > "$TMP/all"
json_calls "$TMP/all" > "$json"
cat $DBG/log > "$TMP/log"

awk '{ ok += $1; bad += $3 } END { print (ok > 100 && bad > 100 ? "both" : $0), ok + bad }' \
	"$TMP/mixed" > "$TMP/sums"
is '1,000 calls were made, hundreds of them with success and hundreds refused' \
	"$(cat "$TMP/sums")" 'both 1000'
is '... and all are recorded' "$(counter recorded) $(accounted) $(wc -l < "$json")" '1000 1000 1000'
ok 'jq reads every line' jq_reads_all "$json"
ok 'every line fits the schema, with its keys in the documented order' check schema "$schema" "$TMP/all"
ok '... which refuses lines that are wrong' schema_refuses "$(
	jq -c 'select(.errno and .attr and .kernel.path[0])' "$json" | head -n 1)" '.v = 3' 'del(.seq)' '.seq = -1' \
	'.seq = 9007199254740994' '.surprise = 1' 'del(.call)' '.call = "close"' '.attr.config = 0' '.attr.config = "01"' \
	'.time_ns = 1' '.wall_ns = null' '.args.flags = 0' 'del(.attr.config)' '.attr.sample_freq = 1' \
	'.attr.disabled = 2' '.kernel.path[0].fn = "f"' '.ret = 3 | .errno = "EINVAL"' '{"lost":0}' \
	'.attr_raw = "0"' '.symbols.sample_type = ["IP "]' '.why = {"rule":"x"}' '.ret = "3"' \
	'.load = 1' 'del(.facts)' 'del(.facts.lsm)' '.facts.surprise = 1' '.facts.cap_effective = 0' '.v = 2' \
	'.facts.lockdown = "much"' '.type_pmu = "cpu"' '.attr_state = "whole"'
ok '... of the machine, too' eval 'schema_refuses "$(head -n 1 "$TMP/all")" ".v = 2" "del(.env.load)" \
	".env.surprise = 1" ".env.task_size = 1" ".env.has = [\"all\"]" &&
	schema_refuses "$(sed -n 2p "$TMP/all")" ".pmu.id = 0" ".pmu.gone = 1" "del(.pmu.event_init)" ".pmu.caps = [\"all\"]"'
is '... and each refused call has facts, no other' "$(jq -c 'select((.ret < 0) != (.facts != null))' "$json" | wc -l)" 0
ok 'numbers run from 1 to 1000 without a gap' check seq "$json" 1 1000
ok 'head, arguments, every field of the attr, result, reason, path are those of the text view' \
	check text "$json" "$TMP/log" "$TMP"
# perfattr has both of the same records: in JSON and as text.
explained -n 500 > "$TMP/told"
perfattr -v -a --no-pager -n 500 > "$TMP/told.log"
ok '... and those of perfattr, which have the reasons' check text "$TMP/told" "$TMP/told.log" "$TMP"
ok 'every call, argument, field of the attr and result is as strace saw it' \
	check strace "$json" "$TMP/strace"
ok 'a reader that counts errors with jq gets as many as the callers' \
	eval 'same "$(jq -c "select(.ret < 0)" "$json" | wc -l)" "$(awk "{ n += \$3 } END { print n }" "$TMP/mixed")"'

# An overrun: 312 calls more than there is room for. The stream says how many it lost.
echo 1 > $DBG/clear
echo 200 > $PARAMS/records
exec 7< $DBG/raw_pipe
mixed 512 1 > "$TMP/mixed"
what_has_come <&7 | raw_json > "$TMP/stream"
json_calls "$TMP/stream" > "$TMP/pipe"
exec 7<&-
ok 'raw_pipe: a reader that was overtaken gets a line that fits the schema too' \
	check schema "$schema" "$TMP/stream"
is '... and says how many calls are gone, which stats explains' \
	"$(head -n 1 "$TMP/pipe") $(wc -l < "$TMP/pipe") $(counter overwritten)" '{"lost":312} 201 312'
ok '... so that numbers have no gap' check seq "$TMP/pipe" 1001 1512
ok 'raw of a ring that overran starts at the oldest that is held' \
	eval 'check seq <(json) 1313 1512'

finish
