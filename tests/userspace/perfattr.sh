#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr over saved records (corpus, made by tests/guest/perfattr-corpus): what it
# shows, what it refuses, and that no bytes of a file reach the terminal or bring it down.
# usage: perfattr.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2016,SC2317 # the cases are called by name; $ in a command of script
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM=perfattr
CORPUS=$PWD/corpus
export LC_ALL=C.UTF-8 TZ=UTC
unset COLUMNS NO_COLOR PAGER

ln -s "$BUILD/perfattr" "$TMP/perfattr"
serve
gunzip -c "$CORPUS/cpus32.json.gz" > "$TMP/cpus32.json"

pa() # NAME OPTION...: over a file of the corpus
{
	local file=$CORPUS/$1.json
	shift

	"$TMP/perfattr" -i "$file" "$@"
}

# A list without what to type next, which has the name of the file.
without_next()
{
	sed '$ s/ In full: .*//'
}

# The calls of a list, without its titles, its diagnostics and its last line.
rows()
{
	grep '^ *[0-9][0-9]*  '
}

# The call with this number in a file of the corpus.
call() # NAME SEQ
{
	grep -F "\"seq\":$2," "$CORPUS/$1.json"
}

# The lines about the machine in a file of the corpus.
machine() # NAME
{
	grep -v '"seq":' "$CORPUS/$1.json"
}

# The module's own files, made up.
live()
{
	"$TMP/perfattr" --debugfs "$TMP/fs" "$@"
}

# As that of lib.sh, which takes one line; perfattr may add what there is instead.
refuses() # PATTERN COMMAND...
{
	local pattern=$1 status
	shift

	"$@" > "$TMP/out" 2> "$TMP/err"
	status=$?
	[ "$status" -eq 1 ] && [ ! -s "$TMP/out" ] && has "$(cat "$TMP/err")" "$pattern" && return
	echo "# status $status: $(head -n 3 "$TMP/err")"
	return 1
}

# It ends well, prints nothing, and says why.
empty_because() # PATTERN COMMAND...
{
	local pattern=$1
	shift

	"$@" > "$TMP/out" 2> "$TMP/err" && [ ! -s "$TMP/out" ] && has "$(cat "$TMP/err")" "$pattern"
}

# Standard output is a terminal of so many columns; what it shows.
on_a_terminal() # COLUMNS COMMAND
{
	script -qec "stty cols $1; $2" /dev/null < /dev/null | tr -d '\r'
}

longest_line()
{
	local line longest=0

	while IFS= read -r line; do
		[ ${#line} -le "$longest" ] || longest=${#line}
	done
	echo "$longest"
}

# Records of a machine of N cpus, from those of 32.
of_cpus() # N
{
	jq -c --argjson n "$1" 'if .args.cpu < 0 or .attr.size == 0 or .seq < 10 then . else
		. as $r | range($n / 32) as $i | $r | .args.cpu += 32 * $i |
		.seq = (.seq + 1000 * $i) | .ret += 200 * $i end' "$TMP/cpus32.json" |
		jq -sc 'sort_by(.attr.config, .attr.sample_period, .seq)[]'
}

# Of jq: the bytes of a number, and a record with them from a byte of its attr on.
BYTES='def le(n): . as $v | [range(n) as $i | $v / pow(256; $i) | floor % 256 | . / 16, . | floor % 16 | if . < 10 then . + 48 else . + 87 end] | implode;
	def passed(at; n; v): .attr_raw |= .[:2 * at] + (v | le(n)) + .[2 * (at + n):];'

# The line of a PMU.
pmu_line() # LOAD ID NAME TYPE
{
	jq -nc --arg load "$1" --argjson id "$2" --arg name "$3" --argjson type "$4" '{v: 1, pmu: {load: $load, id: $id, name: $name, type: $type,
		task_ctx_nr: 0, caps: [], event_init: null, module: null, gone: false}}'
}

# An open of a PMU with a type of its own, as PMUs are that register without asking for one, behind the line of the PMU.
of_pmu() # NAME [JQ]
{
	pmu_line 0000000a 1 "$1" 40
	jq -nc "$BYTES"'{v: 1, call: "open", load: "0000000a", seq: 5, time_ns: 1, duration_ns: 1, pid: 7, tid: 7, uid: 0, ret: 3, comm: "p",
		attr_state: "entry", attr: {type: 40, size: 144, config: 5}, attr_raw: (0 | le(144))} | '"${2-.}"' | .attr as $attr |
		passed(0; 4; $attr.type) | passed(4; 4; $attr.size) | passed(8; 8; $attr.config) | passed(24; 8; $attr.sample_type // 0) |
		passed(108; 2; $attr.sample_max_stack // 0) | passed(110; 2; $attr.__reserved_2 // 0) | passed(136; 8; $attr.config4 // 0)'
}

sysfs_of_pmu() # NAME
{
	local dir=$TMP/sys/bus/event_source/devices/$1

	mkdir -p "$dir/format" "$dir/events"
	echo 40 > "$dir/type"
	echo config:0-63 > "$dir/format/event"
	echo event=0x05 > "$dir/events/tsc"
}

# The program runs under perfattr run, whose view is descriptor 9; nothing comes of it.
run_under() # OPTION...
{
	mkdir -p "$VIEWS"
	mkfifo "$VIEWS/raw_run"
	exec 9<> "$VIEWS/raw_run"
	live run "$@" 9>&-
}

# --- cases ---

lists_what_perf_record_does()
{
	same "$(cd corpus && "$TMP/perfattr" -i record-pp.json --width 100)" "$(cat "$CORPUS/record-pp.list")"
}

lists_the_other_calls_with_c()
{
	same "$(cd corpus && "$TMP/perfattr" -i record-pp.json -c --width 120)" "$(cat "$CORPUS/record-pp.calls")"
}

lists_refused_calls_with_fix_and_reason()
{
	same "$(cd ../.. && "$TMP/perfattr" -i tests/userspace/corpus/refused.json --width 160)" "$(cat "$CORPUS/refused.list")"
}

names_events_as_perf_does()
{
	same "$(pa events --width 200 | rows | awk '{ print $5 }')" 'instructions:u
L1-dcache-load-misses
r1a8:k
sched:sched_switch
mem:0x10000:rw
task-clock:u'
}

terms_of_a_pmu_are_those_of_its_sysfs()
{
	local dir=$TMP/sys/bus/event_source/devices/cpu
	local jq='select(.attr.type == 4) | passed(8; 8; $c | tonumber) | .load = "0000000a" | .kernel.pmu_id = 1'

	mkdir -p "$dir/format" "$dir/events"
	echo 4 > "$dir/type"
	echo config:0-7,32-35 > "$dir/format/event"
	echo config:8-15 > "$dir/format/umask"
	echo config:18 > "$dir/format/edge"
	echo 'event=0x3c' > "$dir/events/cpu-cycles"
	{
		pmu_line 0000000a 1 cpu 4
		for config in 450 262594 4294967490 60 65536; do
			jq -c --arg c "$config" "$BYTES$jq" "$CORPUS/events.json"
		done
	} > "$TMP/raw"
	same "$("$TMP/perfattr" -i "$TMP/raw" --sysfs "$TMP/sys" --count | grep -o 'cpu/[^ ]*' | sort)" \
		'cpu/config=0x10000/k
cpu/cpu-cycles/k
cpu/event=0x1c2/k
cpu/event=0xc2,umask=1,edge=1/k
cpu/event=0xc2,umask=1/k' &&
		same "$("$TMP/perfattr" -i "$TMP/raw" --width 200 | awk 'NR == 2 { print $5 }')" \
			'cpu/config=0x1c2/k'
}

terms_of_a_pmu_are_of_every_config()
{
	sysfs_of_pmu power
	echo config4:8-15 > "$TMP/sys/bus/event_source/devices/power/format/last"
	of_pmu power '.attr.config4 = 768' > "$TMP/config4"
	has "$("$TMP/perfattr" -i "$TMP/config4" --sysfs "$TMP/sys")" ' power/event=5,last=3/' &&
		has "$("$TMP/perfattr" -i "$TMP/config4")" ' power/config=5,config4=0x300/'
}

# Terms of one config may have the same bits: the event decides.
terms_that_share_bits_are_those_of_the_event()
{
	local format=$TMP/sys/bus/event_source/devices/power/format

	sysfs_of_pmu power
	rm -f "$format"/*
	echo config:0-7 > "$format/event"
	echo config1:0-23 > "$format/frontend"
	echo config1:0-15 > "$format/ldlat"
	echo config1:0-63 > "$format/offcore_rsp"
	for config in 198 205 183; do
		of_pmu power ".attr.config = $config | .attr.config1 = 20 | passed(56; 8; 20)" > "$TMP/shared"
		"$TMP/perfattr" -i "$TMP/shared" --sysfs "$TMP/sys" | grep -o 'power/[^ ]*/'
	done > "$TMP/out"
	rm -f "$format"/{frontend,ldlat,offcore_rsp}
	same "$(cat "$TMP/out")" 'power/event=0xc6,frontend=0x14/
power/event=0xcd,ldlat=0x14/
power/event=0xb7,offcore_rsp=0x14/'
}

# Names of lengths at which the text that they are written to moves, and of others.
terms_of_a_pmu_of_a_dynamic_type_are_those_of_its_sysfs()
{
	local pmu length

	for length in {1..48}; do
		pmu=$(printf "%${length}s" '' | tr ' ' p)
		sysfs_of_pmu "$pmu"
		of_pmu "$pmu" ".pid = $length"
	done > "$TMP/dynamic"
	of_pmu pmu '.load = null | .attr.config = 7' >> "$TMP/dynamic"
	"$TMP/perfattr" -i "$TMP/dynamic" --sysfs "$TMP/sys" > "$TMP/out" || return
	same "$(grep -o 'p*/tsc/' "$TMP/out" | wc -l)" 48 && has "$(cat "$TMP/out")" ' p*/event=7/'
}

terms_of_another_machine_are_not_those_of_this_one()
{
	mkdir -p "$VIEWS"
	sysfs_of_pmu power
	of_pmu power > "$VIEWS/raw"
	cp "$VIEWS/raw" "$TMP/elsewhere"
	has "$(live --sysfs "$TMP/sys" diff 5 "$TMP/elsewhere:5")" 'event  *power/tsc/GH  *power/config=5/GH' &&
		has "$(live --sysfs "$TMP/sys" diff "$TMP/elsewhere:5" 5)" 'event  *power/config=5/GH  *power/tsc/GH'
}

# What stands in a record for an address that was not recorded is none of its values, whether or not the PMU is known.
an_address_that_was_not_recorded_is_not_shown()
{
	of_pmu kprobe '.hidden = {kprobe_addr: {low: 5}}' > "$TMP/known"
	tail -n 1 "$TMP/known" > "$TMP/hidden"
	same "$("$TMP/perfattr" -i "$TMP/known" | rows | awk '{ print $5 }')" kprobe/config=5/ &&
		same "$("$TMP/perfattr" -i "$TMP/hidden" | rows | awk '{ print $5 }')" type40/config=5/ &&
		! "$TMP/perfattr" -i "$TMP/hidden" -v -a | grep -i ffff
}

# perf passes the type of the PMU for its name, and that of r... is another one there.
raw_events_of_a_pmu_with_a_type_of_its_own_stay_raw()
{
	jq -c 'select(.attr.type == 4) | .kernel.pmu = "armv8_pmuv3" | .kernel.pmu_type = 8' "$CORPUS/events.json" > "$TMP/raw"
	same "$("$TMP/perfattr" -i "$TMP/raw" --width 200 | rows | awk '{ print $5 }')" 'r1a8:k'
}

groups_name_their_leader()
{
	has "$(pa group --width 200)" 'page-faults  count  pid 269, group of fd 3  fd 4$'
}

cpus_are_one_line() # CPUS COMMAND
{
	local lines

	lines=$("$TMP/perfattr" -i "$2" --width 120)
	[ "$(wc -l <<< "$lines")" -le 24 ] && [ "$(longest_line <<< "$lines")" -le 120 ] &&
		has "$lines" "cpu-clock  *4000 Hz  cpus 0-$(($1 - 1))  *fds [0-9]" &&
		has "$lines" "page-faults  *4000 Hz  cpus 0-$(($1 - 1))  *fds [0-9]"
}

a_machine_of_32_cpus_fits_a_screen()
{
	cpus_are_one_line 32 "$TMP/cpus32.json"
}

a_machine_of_256_cpus_fits_a_screen()
{
	of_cpus 256 > "$TMP/cpus256.json"
	[ "$(wc -l < "$TMP/cpus256.json")" -gt 1000 ] && cpus_are_one_line 256 "$TMP/cpus256.json"
}

calls_that_alternate_between_cpus_are_one_line_an_event()
{
	jq -sc 'map(select(.seq >= 10)) | sort_by(.args.cpu, .seq)[]' "$TMP/cpus32.json" > "$TMP/alternate"
	same "$("$TMP/perfattr" -i "$TMP/alternate" | rows | wc -l)" 4
}

trials_are_told_from_the_real_thing()
{
	same "$(pa record-pp --width 100 | grep probes)" \
		'49  26.382 s  perf[197]  3 probes                       closed at once: cpu-clock:uh, cpu-clock:u ×2' &&
		same "$(jq -c 'select(.seq == 49 or .seq == 50)' "$CORPUS/record-pp.json" | "$TMP/perfattr" -i - -c | rows | wc -l)" 1 &&
		has "$(jq -c 'select(.seq == 49 or .seq == 50)' "$CORPUS/record-pp.json" | "$TMP/perfattr" -i -)" 'cpu-clock:uh .*a probe: closed unused'
}

# A read of an event, by its number, with how it has fared.
read_op() # SEQ FD JQ
{
	jq -nc --argjson seq "$1" --argjson fd "$2" '{v: 1, call: "read", seq: $seq, load: "11111111", time_ns: "1", duration_ns: 1, pid: 7,
		tid: 7, uid: 0, comm: "p", abi: "x86_64", event: {id: "1", open: null, type: 1, pmu_id: null}, fd: $fd, fd_from: "call",
		args: {count: "64"}, read_format: [], values: [{value: "0"}], more: 0, at_exit: false, ret: 8, errno: null,
		facts: null, why: null, health: {state: "off", enabled_ns: "0", running_ns: "0", percent: null,
		children_missing: false, lost: "0", throttled: false, unscaled: false, buffer: null, task: true, cgroup: false,
		cpu_offline: false, children: false, attr_flags: "4193", cpu: -1, siblings: 0}} | '"${3-.}"
}

never_ran_is_on_the_line_of_the_read()
{
	read_op 1 3 > "$TMP/read"
	"$TMP/perfattr" -c -i "$TMP/read" > "$TMP/out" 2> "$TMP/err"
	same "$(rows < "$TMP/out" | tr -s ' ')" '1 0.000 s p[7] read fd 3 0 never ran [a]' &&
		same "$(grep '^\[a\]' "$TMP/out")" '[a] note[not-exec]: the event never ran: it waits for an exec of its task (enable_on_exec)  call #1'
}

# Calls of a kind are a line, and their numbers a range.
numbers_of_reads_are_a_range()
{
	local i

	for i in 1 2 3; do
		read_op $i $((2 + i)) ".values[0].value = \"${i}0\" | .health += {percent: (30 + $i), enabled_ns: \"1000\",
			running_ns: \"3$((i))0\", unscaled: true, lost: \"$((i * i))\"}"
	done > "$TMP/reads"
	same "$("$TMP/perfattr" -c -i "$TMP/reads" 2> "$TMP/err" | rows | tr -s ' ')" \
		'1 0.000 s p[7] read fds 3-5 10..30 ran 31..33 %, not scaled: read_format lacks the times; lost 1..9 samples' ||
		return
	# Who has other troubles has a line of its own.
	read_op 4 6 '.health += {lost: "7", percent: 100, enabled_ns: "9", running_ns: "9"}' >> "$TMP/reads"
	same "$("$TMP/perfattr" -c -i "$TMP/reads" 2> "$TMP/err" | rows | tail -n 1 | tr -s ' ')" \
		'4 0.000 s p[7] read fd 6 0 lost 7 samples'
}

values_of_a_group_are_shown()
{
	read_op 1 3 '.values = [range(6) | {value: "\(. * 7)", id: "\(.)"}] | .more = 2 | .health = null |
		.read_format = ["PERF_FORMAT_ID", "PERF_FORMAT_GROUP"]' > "$TMP/group"
	has "$("$TMP/perfattr" -c -i "$TMP/group" 2>&1)" '  0 7 14 21 and 4 more$'
}

words_of_a_call_do_not_reach_the_terminal()
{
	local change

	for change in '.call = "\u001b[2J"' '.call = "ioctl" | .cmd = "PERF_EVENT_IOC_\u001b[2J"' '.option = "PR_\u001b[2J"' \
		'.call = "poll" | .revents = ["\u001b[2J", 7]' '.area = "\u001b" | .pages = "\u001b"' '.errno = "\u001b[2J" | .ret = -1' \
		'.why = {rule: "\u001b[2J", text: "\u001b[2J", needs: "\u001b[2J", fix: {"\u001b[2J": "\u001b"}}' \
		'.abi = "none" | .health.never_ran = {text: "\u001b[2J", why: "\u001b[2J"}' '.health = "\u001b"' '.values = "\u001b"' \
		'.values = [{value: "\u001b"}, 7, null]'; do
		read_op 1 3 "$change" > "$TMP/hostile"
		for command in 'list -c' 'list -v -c' --count 'show 1' 'diff 1 1'; do
			# shellcheck disable=SC2086 # words
			"$TMP/perfattr" -i "$TMP/hostile" $command > "$TMP/out" 2> "$TMP/err"
			[ $? -le 1 ] || { echo "# $change: $command"; cat "$TMP/err"; return 1; }
			! grep -q -P '[\x00-\x08\x0b-\x1f\x7f]' "$TMP/out" "$TMP/err" ||
				{ echo "# control characters: $change: $command"; return 1; }
		done
	done
}

a_reason_is_said_once_also_between_others()
{
	local i

	for i in 1 2 3 4; do
		read_op $i 3 ".ret = -28 | .errno = \"ENOSPC\" | .args.count = \"$((4 + (i == 2)))\" | .values = [] | .pid = $i | .health = null"
	done > "$TMP/once"
	"$TMP/perfattr" -c -i "$TMP/once" > "$TMP/out"
	same "$(rows < "$TMP/out" | tr -s ' ' | cut -d' ' -f 8-)" 'ENOSPC [a]
ENOSPC [b]
ENOSPC [a]
ENOSPC [a]' &&
		same "$(joined < "$TMP/out" | grep '^\[')" \
			'[a] ENOSPC[read-too-small]: probably count 4 is below the bytes that read_format needs  calls #1, #3, #4
[b] ENOSPC[read-too-small]: probably count 5 is below the bytes that read_format needs  call #2' &&
		same "$(tail -n 1 "$TMP/out")" "4 calls, all refused for 2 reasons. In full: perfattr -i $TMP/once show 1."
}

# Its commands find the calls again; none is suggested of calls of which there is nothing to say, or that cannot be found.
the_last_line_sums_up()
{
	local file=$CORPUS/refused.json

	same "$(pa record-pp | tail -n 1 | sed "s,$CORPUS/,,g")" \
		'10 calls, 3 refused for 1 reason. In full: perfattr -i record-pp.json show 51. Try what helps: perfattr -i record-pp.json try 51.' &&
		same "$(pa refused -E E2BIG | tail -n 1)" "1 call, refused. In full: perfattr -i $file show 132. Try what helps: perfattr -i $file try 132." &&
		same "$(pa refused -E ENOENT | tail -n 1)" \
			"3 calls, all refused for 3 reasons. In full: perfattr -i $file show 130. Try what helps: perfattr -i $file try 131." &&
		{ machine refused; call refused 134; } > "$VIEWS/raw" &&
		same "$(live | tail -n 1)" '1 call, refused. In full: perfattr show 134.' &&
		same "$("$TMP/perfattr" -i - < "$VIEWS/raw" | tail -n 1)" '1 call, refused.' &&
		same "$(pa group | tail -n 1)" '2 calls, none refused.' || return
	# Two refused reads, and one of an event that never ran, which does not explain a refusal.
	{
		read_op 1 3 '.ret = -28 | .errno = "ENOSPC" | .args.count = "4" | .values = [] | .health = null'
		read_op 2 4 '.ret = -28 | .errno = "ENOSPC" | .args.count = "4" | .values = [] | .health = null | .pid = 8'
		read_op 3 5
	} > "$TMP/sum"
	same "$("$TMP/perfattr" -c -i "$TMP/sum" | tail -n 1)" "3 calls, 2 refused for 1 reason. In full: perfattr -i $TMP/sum show 1."
}

# A call on an event that is refused is on the line of its open, and counts.
run_counts_what_is_refused_on_an_event()
{
	rm -f "$VIEWS/raw_run"
	mkfifo "$VIEWS/raw_run"
	exec 9<> "$VIEWS/raw_run"
	{ machine record-pp; call record-pp 58; call record-pp 60 | jq -c '.ret = -22 | .errno = "EINVAL" | .args.length = "32768"'; } >&9
	live run -- true > "$TMP/out" 2> "$TMP/err" 9>&-
	exec 9>&-
	has "$(cat "$TMP/err")" '^58  .*  fd 5  *mmap 8 pages EINVAL \[a\]$' &&
		has "$(cat "$TMP/err")" '^\[a\] EINVAL\[mmap-data-pages\]: .*  call #60$' &&
		has "$(cat "$TMP/err")" '^2 calls, 1 refused. In full: perfattr show 60.$'
}

# Each diagnostic below lines of the list is that of the line with its letter, also where there are more than letters.
letters_of_many_reasons_are_not_mixed_up()
{
	{ machine refused; call refused 131 | jq -c "$BYTES"'range(2000) as $i | .seq = $i + 1 | passed(8; 8; 100 + $i)'; } > "$TMP/many"
	"$TMP/perfattr" -i "$TMP/many" > "$TMP/out" &&
		has "$(tail -n 1 "$TMP/out")" '^2000 calls, all refused for 2000 reasons. In full: perfattr .* show 1. Try what helps: perfattr .* try 1.$' || return
	awk '/^ *[0-9]+  .*\[[a-z]+\]$/ { if ($NF in call) exit 1; call[$NF] = "#" $1 }
		/^\[[a-z]+\] .* call #[0-9]+$/ { if (call[$1] != $NF) exit 1; delete call[$1]; n++ }
		END { exit n != 2000 }' "$TMP/out"
}

# Two events that are opened cpu by cpu: their descriptors alternate, and none of them is closed.
events_that_alternate_are_no_trials()
{
	jq -sc 'map(select(.seq >= 10 and (.attr.sample_freq // 0 | tonumber) == 4000)) | sort_by(.args.cpu, .seq) |
		to_entries[] | .value.ret = 10 + .key | .value.seq = 1 + .key | .value' "$TMP/cpus32.json" > "$TMP/two"
	[ "$(wc -l < "$TMP/two")" -eq 64 ] && ! "$TMP/perfattr" -i "$TMP/two" | grep probe &&
		same "$("$TMP/perfattr" -i "$TMP/two" | rows | grep -c '×32$')" 2
}

# strace sees the reads of a program with -c only. Who enables an event later does so by a call that is seen.
events_that_may_have_been_read_are_no_trials()
{
	local flags list

	# The first bytes of the flags: disabled and enable_on_exec, none, disabled.
	for flags in 0110 0000 0100; do
		jq -c --arg flags "$flags" 'select(.seq == 49 or .seq == 50) | .source = "tracer" | if .seq == 49 then
			.attr_raw |= .[:80] + $flags + .[84:] else . end' "$CORPUS/record-pp.json" > "$TMP/strace.json"
		list=$("$TMP/perfattr" -i "$TMP/strace.json")
		has "$list" '^49  ' || return
		[ "$flags" = 0100 ] || ! has "$list" probe || return
	done
	has "$list" 'a probe: closed unused'
}

# A number is another PMU's when the one that had it is gone.
pmus_of_one_number_are_two_lines()
{
	{
		pmu_line 0000000a 1 one 40
		pmu_line 0000000a 2 two 40
		jq -c "$BYTES"'select(.seq == 49) | passed(0; 4; 40) | del(.kernel) | .load = "0000000a" |
			(.type_pmu = 1), (.type_pmu = 2 | .seq = 50 | .ret = 9)' "$CORPUS/record-pp.json"
	} > "$TMP/two.json"
	same "$("$TMP/perfattr" -i "$TMP/two.json" | rows | grep -c ' \(one\|two\)/')" 2
}

# An op whose name is empty, as only a forged file has it.
a_call_without_a_name_is_shown()
{
	jq -c 'select(.seq == 49 or .seq == 50) | if .seq == 50 then .call = "" else . end' "$CORPUS/record-pp.json" > "$TMP/none.json"
	"$TMP/perfattr" -i "$TMP/none.json" -c --width 40 > "$TMP/out" 2> "$TMP/err"
	! grep 'runtime error' "$TMP/err"
}

trials_are_grey_on_a_terminal_only()
{
	local out

	out=$(on_a_terminal 100 "PAGER=cat $TMP/perfattr -i $CORPUS/record-pp.json")
	has "$out" $'^\e\[90m49 .*3 probes.*\e\[0m$' && has "$out" $'^57 .*  \e\[31mENOENT \[a]\e\[0m$' &&
		has "$out" $'^\[a] \e\[31mENOENT\[hw-pmu-missing]\e\[0m: probably ' && has "$out" $'^\e\[90m10 calls, 3 refused ' &&
		has "$out" '^58 [^[:cntrl:]]*$' && [ "$(pa record-pp | grep -c $'\e')" -eq 0 ]
}

a_fallback_says_so()
{
	has "$(pa record-pp)" '^58 .*  cpu-clock:pp  .*  in place of #57$'
}

a_counter_after_a_refused_one_is_no_fallback()
{
	! pa stat | grep 'in place of'
}

no_color_means_none()
{
	! on_a_terminal 100 "NO_COLOR=1 PAGER=cat $TMP/perfattr -i $CORPUS/record-pp.json" | grep $'\e'
}

lines_fit_a_terminal_of_any_width()
{
	local width

	for width in 20 40 60 80 100 200; do
		[ "$(on_a_terminal "$width" "NO_COLOR=1 PAGER=cat $TMP/perfattr -i $TMP/cpus32.json" |
			longest_line)" -le "$width" ] || { echo "# $width columns"; return 1; }
	done
}

a_terminal_of_three_columns_gets_lines_of_twenty()
{
	local list="NO_COLOR=1 PAGER=cat $TMP/perfattr -i $CORPUS/refused.json"

	same "$(on_a_terminal 3 "$list")" "$(on_a_terminal 20 "$list")" &&
		same "$(on_a_terminal 100 "COLUMNS=3 $list")" "$(on_a_terminal 20 "$list")"
}

without_utf8_there_is_only_ascii()
{
	! LC_ALL=C "$TMP/perfattr" -i "$CORPUS/record-pp.json" --width 100 | grep -P '[^\x00-\x7f]'
}

a_pager_gets_it_on_a_terminal_only()
{
	has "$(on_a_terminal 100 "PAGER='sed s/^/paged:/' $TMP/perfattr -i $CORPUS/stat.json")" '^paged:' &&
		! PAGER='sed s/^/paged:/' pa stat | grep paged &&
		! on_a_terminal 100 "PAGER='sed s/^/paged:/' $TMP/perfattr --no-pager -i $CORPUS/stat.json" | grep paged
}

with_a_pager_lines_end_at_the_width_of_the_terminal()
{
	same "$(on_a_terminal 60 "NO_COLOR=1 PAGER='sed s/^//' $TMP/perfattr -i $CORPUS/refused.json show 132")" \
		"$("$TMP/perfattr" --width 60 -i "$CORPUS/refused.json" show 132)"
}

no_pager_that_is_missing_costs_the_output()
{
	mkdir -p "$TMP/bin" && ln -sf "$(command -v cat)" "$(command -v env)" "$TMP/bin"
	has "$(on_a_terminal 100 "env -u PAGER PATH=$TMP/bin $TMP/perfattr -i $CORPUS/stat.json")" task-clock
}

escapes_of_a_process_do_not_reach_the_terminal()
{
	local out

	out=$(pa refused; pa refused -v; pa refused count; pa refused write --attr 133; pa refused diff 132 133)
	has "$out" 'a\\033\[31m\\012b\[301\]' && ! grep -P '[\x00-\x09\x0b-\x1f\x7f]' <<< "${out//$'\t'/}"
}

keys_of_a_record_do_not_reach_the_terminal()
{
	local where out

	for where in attr args; do
		of_pmu power ".${where}[\"\\u001b]52;c;aWQ=\\u0007\\r\\b\\u009b\"] = 1" > "$TMP/key"
		of_pmu power ".${where}[\"\\u001b]52;c;aWQ=\\u0007\\r\\b\\u009b\"] = 2 | .seq = 6" >> "$TMP/key"
		out=$("$TMP/perfattr" -i "$TMP/key" diff 5 6) || return
		has "$out" '#5 p\[7\]  *#6 p\[7\]' && ! grep -P 'aWQ|[^\x20-\x7e]' <<< "$out" || return
	done
}

# A terminal does nothing for it, but it is no character to be seen.
json_has_no_control_characters()
{
	of_pmu power '.comm = "a\u007f\u007fb\u009b" | .["k\u007f"] = "\u007f"' > "$TMP/del"
	! "$TMP/perfattr" -j -i "$TMP/del" | grep -P '[^\x20-\x7e]' &&
		same "$("$TMP/perfattr" -j -i "$TMP/del" | jq -cS .)" "$(jq -cS . "$TMP/del")"
}

names_of_files_do_not_reach_the_terminal()
{
	local name=$TMP/$'x\e]0;evil\a\nperfattr: all is well\x9b'

	refuses '/x\\033\]0;evil\\007\\012perfattr: all is well\\233: No such' "$TMP/perfattr" -i "$name" &&
		same "$(wc -l < "$TMP/err")" 1 && refuses 'unknown option -\\033' pa events -$'\e' &&
		refuses '-e \\0332J names no event' pa events -e $'\e2J' &&
		refuses 'unknown command \\033\[2J, see' pa events $'\e[2J' &&
		! grep -P '[^\x20-\x7e]' "$TMP/err" || return
	echo garbage > "$name"
	"$TMP/perfattr" -i "$name" 2> "$TMP/err"
	has "$(cat "$TMP/err")" 'well\\233 is not a recording: line 1: it is not JSON' && ! grep -P '[^\x20-\x7e]' "$TMP/err"
}

# It grows with what was read, not with the longest name times the number of lines.
long_names_widen_their_own_lines_only()
{
	local command bytes

	python3 - > "$TMP/wide" <<-'EOS'
		import json
		for seq in range(1, 1001):
		    print(json.dumps({"v": 1, "seq": seq, "time_ns": seq << 31, "duration_ns": 1, "pid": seq, "tid": 7, "uid": 0,
		                      "ret": -22, "errno": "EINVAL", "comm": ("p" if seq == 1 else "c") * (100000 if seq < 3 else 5),
		                      "call": "open" if seq % 2 else "x" * (50000 if seq == 4 else 3), "attr": {"type": 40, "config": seq},
		                      "symbols": {"type": "e" * (200000 if seq == 5 else 5)}}))
	EOS
	for command in list 'list -c' 'list -v' 'list -t' --count; do
		# shellcheck disable=SC2086 # words
		bytes=$("$TMP/perfattr" -i "$TMP/wide" $command 2> "$TMP/err" | wc -c)
		[[ $bytes -gt 1000 && $bytes -lt $((3 * $(wc -c < "$TMP/wide"))) ]] ||
			{ echo "# $command: $bytes bytes of $(wc -c < "$TMP/wide")"; return 1; }
	done
	# Nothing is cut.
	has "$("$TMP/perfattr" -i "$TMP/wide")" 'p\{32000\}' && has "$("$TMP/perfattr" -i "$TMP/wide" --count)" 'p\{32000\}'
}

# A quarter of the longest line that is read. It is the bits that count.
differences_of_long_lists_take_no_time()
{
	local i

	for i in 1 2; do
		of_pmu power ".seq = $i | .attr.sample_type = $i | .symbols.sample_type = [range(40000) | \"PERF_SAMPLE_$i\\(.)\"]"
	done > "$TMP/lists"
	timeout 120 "$TMP/perfattr" -i "$TMP/lists" diff 1 2 > "$TMP/out" || { echo "# status $?"; return 1; }
	has "$(cat "$TMP/out")" 'sample_type  *PERF_SAMPLE_IP  *PERF_SAMPLE_TID$'
}

chosen() # OPTION...: the numbers that are listed of events.json
{
	pa events "$@" 2> /dev/null | sed -n 's/^ *\([0-9][0-9]*\)  .*/\1/p; s/^ --> .*, #\([0-9]*\): .*/\1/p' | xargs
}

filters_choose()
{
	same "$(chosen -x)" '112 113 114' && same "$(chosen -p 254)" '112 113 114 115 116 117' &&
		same "$(chosen -C 'p*f' -e 'sched:*')" 115 && same "$(chosen -e instructions)" 112 &&
		same "$(chosen -e 'L1-*')" 113 && same "$(chosen -e task-clock:u)" 117 &&
		same "$(chosen -e mem:0x10000:rw)" 116 && same "$(chosen -E enoent,EINVAL)" '112 113 114' &&
		same "$(chosen -E 2,22)" '112 113 114' &&
		same "$(chosen -n 2)" '116 117' &&
		same "$(chosen -p 1)" '' && same "$(chosen -x -n 1)" 114
}

options_may_stand_before_and_behind_the_command()
{
	same "$("$TMP/perfattr" -i "$CORPUS/stat.json" --count -x)" "$("$TMP/perfattr" --count -x -i "$CORPUS/stat.json")"
}

filters_that_can_match_nothing_are_refused()
{
	refuses '-E takes names of errors, .*, not "EFOO"' pa events -E EFOO &&
		refuses '-E takes names .* "999"' pa events -E 999 &&
		refuses '-E takes names .* "EINVAL,7x"' pa events -E EINVAL,7x &&
		refuses '-e cycels names no event' pa events -e cycels &&
		refuses "such as 'L1-\*'" pa events -e L1-dcache-lod &&
		refuses 'first 15 characters' pa events -C perf-with-a-long-name &&
		refuses '-p takes a number' pa events -p perf && refuses '-p takes a number' pa events -p 0 &&
		refuses '-n takes a number' pa events -n -1
}

options_that_are_none_are_answered_by_one_line()
{
	refuses '^perfattr: unknown option -z, see perfattr --help$' pa events -z &&
		refuses '^perfattr: unknown option -z' pa events -xz &&
		refuses '^perfattr: unknown option --pdi' pa events --pdi 7 &&
		refuses '^perfattr: unknown option --probes: do you mean --prove? perfattr --help$' pa events write --attr 112 --probes &&
		refuses '^perfattr: unknown option --failed=1' pa events --failed=1 &&
		refuses '--try is an option of run: perfattr help run' pa events --try &&
		refuses '^perfattr: unknown option --load' "$TMP/perfattr" run --load -- true &&
		refuses '^perfattr: -p needs a value' pa events -p &&
		refuses '^perfattr: --width needs a value' pa events --width &&
		[ "$(wc -l < "$TMP/err")" = 1 ] &&
		refuses '--width takes a number from 20 to 10000, not "3"' pa events --width 3
}

commands_and_words_that_are_none_are_refused()
{
	refuses '^perfattr: unknown command lst: do you mean list? perfattr --help' pa events lst && refuses 'unexpected argument' pa events list 7 &&
		refuses '^perfattr: unknown option --cout: do you mean --count? perfattr --help' pa events --cout &&
		refuses '^perfattr: list: unexpected argument "7"' "$BUILD/perfattr" -f --source bpf list 7 &&
		refuses 'takes numbers' pa events show x && refuses 'takes the numbers' pa events show &&
		refuses 'takes two calls' pa events diff 112 && refuses 'write --attr takes the number of one call: perfattr write --attr 12' pa events write --attr x &&
		refuses 'write --attr takes the number of one call' pa events write --attr && refuses '^perfattr: unknown command draw, see perfattr --help' pa events draw &&
		refuses 'tail -f' pa events -f && refuses '^perfattr: -j is an option of list, run, show, .* and doctor: perfattr help list$' pa events write --attr 112 -j &&
		refuses '^perfattr: -j is an option of list' pa events diff 112 113 -j
}

an_event_is_chosen_by_any_name_that_perf_has_for_it()
{
	"$TMP/perfattr" explain -j EACCES L1-dcache-loads > "$TMP/one" || return
	for name in L1-dcache-loads L1-dcache-load l1d-read; do
		same "$("$TMP/perfattr" -i "$TMP/one" -j -e $name | grep -c '"call"')" 1 || return
	done
	empty_because 'none of 1 records' "$TMP/perfattr" -i "$TMP/one" -e L1-dcache-load-misses
}

an_empty_result_says_why()
{
	mkdir -p "$VIEWS"
	: > "$VIEWS/raw"
	echo 1 > "$FAKE_SETTINGS/enable"
	echo > "$FAKE_SETTINGS/filter"
	empty_because 'no process has called' live &&
		echo 'comm=perf' > "$FAKE_SETTINGS/filter" && empty_because 'filter is "comm=perf"' live &&
		echo 0 > "$FAKE_SETTINGS/enable" && empty_because 'enable is 0' live &&
		empty_because 'none of 6 records' pa events -p 1 &&
		empty_because 'has no records' "$TMP/perfattr" -i /dev/null
}

what_to_type_when_there_is_no_module()
{
	mkdir -p "$VIEWS"
	refuses 'not mounted on .*: mount -t debugfs' "$TMP/perfattr" --debugfs "$TMP" &&
		refuses '--debugfs' "$TMP/perfattr" --debugfs "$TMP/nowhere" &&
		refuses 'cannot open /nowhere: No such file' "$TMP/perfattr" -i /nowhere &&
		refuses 'the module that is loaded has no view .*/events_raw: it is older than this program$' live events &&
		refuses 'has no view .*/events_raw' live events -j || return
	# Debugfs would be empty, whoever looks, and wherever it is mounted.
	[ ! -e /sys/module/perfattr_dump ] || return 0
	refuses '^perfattr: the module is not loaded: modprobe perfattr_dump loads it; perfattr run .* -i FILE reads a saved file$' "$TMP/perfattr" &&
		refuses '^perfattr: the module is not loaded: modprobe perfattr_dump loads it$' "$TMP/perfattr" run --source module -- true
}

# Events that are open: 64 cpus of perf, a thread of each of 3 tasks, one of another process.
open_events()
{
	jq -nc 'def event($id): {v: 1, id: "\($id)", event: "cycles", pmu: "cpu", pmu_id: 1, bp_type: null, sampling: null,
			target: {pid: null, tid: null, comm: null, cpu: null}, cgroup: null, group: null, state: "active", enabled_ns: "1000", running_ns: "1000", percent: 100,
			count: {value: "5", exact: true, children_missing: false}, buffer: null, bpf: false,
			opened: {seq: $id, time_ns: "1", wall_ns: "1"}, held: 1, holders: [{pid: 7, comm: "perf", fd: 5}]};
		(range(64) | event(100 + .) + {target: {pid: null, tid: null, comm: null, cpu: .}, holders: [{pid: 7, comm: "perf", fd: (5 + .)}]} |
			if .target.cpu % 2 == 1 then . + {state: "inactive", running_ns: "330"} else . end),
		(range(3) | event(200 + .) + {event: "page-faults", target: {pid: 9, tid: (9 + .), comm: "a\u001b[2J", cpu: null}, running_ns: "0",
			state: "inactive", held: 2, holders: [{pid: 8, comm: "p\u001b]", fd: (3 + .)}, {pid: 10, comm: "q", fd: 3}]}),
		(event(300) + {holders: [{pid: 12, comm: "watch\u001b", fd: 4}], target: {pid: null, tid: null, comm: null, cpu: 0}, enabled_ns: null, running_ns: null})' | "$BUILD/raw_of" > "$VIEWS/events_raw"
}

events_that_are_open_are_a_line_a_kind()
{
	open_events
	same "$(live events)" 'ID           EVENT        MODE   PMU  TARGET                 GROUP  STATE            RAN       COUNT  BUFFER  BPF  OPENED    HELD BY
100-163 ×64  cycles       count  cpu  cpus 0-63              -      32 of 64 active  33..100%  320    -       -    #100-163  perf[7] fds 5-68
200-202 ×3   page-faults  count  cpu  a\033[2J[9] tids 9-11  -      inactive         never     15     -       -    #200-202  p\033][8] fds 3-5 and 1 more
300          cycles       count  cpu  cpu 0                  -      active           -         5      -       -    #300      watch\033[12] fd 4' &&
		same "$(live events | wc -l; live events -j | wc -l)" "$(printf '4\n68')"
}

events_that_are_open_fit_any_width()
{
	local width

	open_events
	for width in 20 40 60 80 100 120; do
		[ "$(live events --width $width | longest_line)" -le $width ] || { echo "# $width columns"; return 1; }
	done
	has "$(live events --width 80)" '^cycles .*cpus 0-63 .*33..100%  perf\[7\] fds 5-68$' && ! LC_ALL=C live events | grep -P '[^\x20-\x7e]'
}

events_that_are_open_are_chosen()
{
	open_events
	same "$(live events -p 7 -j | wc -l) $(live events -p 9 -j | wc -l) $(live events -p 11 -j | wc -l) $(live events -p 10 -j | wc -l)" '64 3 1 3' &&
		same "$(live events -C 'p*f' -j | wc -l) $(live events -e faults -j | wc -l) $(live events -e 'cyc*' -C perf | wc -l)" '64 3 2' &&
		empty_because 'none of 68 open events' live events -C nobody && "$BUILD/raw_of" < /dev/null > "$VIEWS/events_raw" &&
		empty_because 'no perf event is open' live events && empty_because 'no perf event is open' live events -j &&
		refuses 'events takes only -p, -C and -e' live events -x && refuses 'events takes' live events -n 3 &&
		refuses '^perfattr: -f is an option of ' live events -f && refuses 'not what a file has' pa events events || return
	echo '{"more":true}' | "$BUILD/raw_of" > "$VIEWS/events_raw"
	same "$(live events 2> "$TMP/err" | tr '\n' ' ')" 'there are more events than these '
}

# Some words in turn are other ones, and some files end early.
hostile_events_bring_nothing_down()
{
	local seed status

	open_events
	cp "$VIEWS/events_raw" "$TMP/events"
	for seed in {1..40}; do
		python3 -c 'import random, sys
random.seed(int(sys.argv[1]))
raw = bytearray(open(sys.argv[2], "rb").read())
for _ in range(60):
    at = random.randrange(16, len(raw) - 8)
    raw[at:at + 4] = random.choice([b"\x00" * 4, b"\xff" * 4, b"\x1b[2J", random.randbytes(4)])
sys.stdout.buffer.write(raw[:random.choice([len(raw), random.randrange(len(raw))])])' "$seed" "$TMP/events" > "$VIEWS/events_raw"
		live events > "$TMP/out" 2> "$TMP/err"
		status=$?
		[ "$status" -le 1 ] || { echo "# $seed: $status"; cat "$TMP/err"; return 1; }
		! grep -q -P '[\x00-\x08\x0b-\x1f\x7f]' "$TMP/out" "$TMP/err" || { echo "# control characters: $seed"; return 1; }
	done
}

raw_records_are_read_as_lines_are()
{
	local file

	for file in stat record-pp refused group events; do
		"$BUILD/raw_of" < "$CORPUS/$file.json" > "$TMP/raw" || return
		same "$("$TMP/perfattr" -i - --width 160 < "$TMP/raw")" "$("$TMP/perfattr" -i - --width 160 < "$CORPUS/$file.json")" || return
	done
	has "$(head -c -8 "$TMP/raw" | "$TMP/perfattr" -i - 2>&1)" 'standard input ends within an entry' &&
		refuses 'has the other byte order' eval '{ head -c 8 "$TMP/raw"; printf "\1\2\3\4"; tail -c +13 "$TMP/raw"; } | "$TMP/perfattr" -i -' &&
		refuses 'does not begin as raw records do' eval '{ printf "\211x"; tail -c +3 "$TMP/raw"; } | "$TMP/perfattr" -i -' &&
		has "$({ cat "$TMP/raw"; printf "\143\0\0\0\10\0\0\0........"; } | "$TMP/perfattr" -i - 2>&1)" 'newer version: 1 entries were skipped' &&
		has "$({ cat "$TMP/raw"; printf "\1\0\0\0\10\0\0\177........"; } | "$TMP/perfattr" -i - 2>&1)" 'it is damaged: a size is wrong'
}

standard_input_is_read()
{
	same "$("$TMP/perfattr" -i - < "$CORPUS/stat.json")" "$(pa stat | without_next)"
}

bad_lines_are_said_with_their_number()
{
	{
		echo garbage
		head -c 300 "$CORPUS/refused.json"
		printf '\n[1]\n\n{"v":7}\n{"v":1,"seq":-1}\nnull\n"\xff"\n'
		head -c 5000000 /dev/zero | tr '\0' x
		printf '\n\0\n'
		cat "$CORPUS/refused.json"
		printf '{"v":1'
	} > "$TMP/bad"
	"$TMP/perfattr" -i "$TMP/bad" > "$TMP/out" 2> "$TMP/err" || return
	same "$(without_next < "$TMP/out")" "$(pa refused | without_next)" &&
		same "$(sed -n 's/.*: line \([0-9]*\): .*/\1/p' "$TMP/err" | xargs)" '1 2 3 5 6 7 8 9 10 27' &&
		has "$(cat "$TMP/err")" 'line 5: it is of version 7' &&
		has "$(cat "$TMP/err")" 'line 9: it is longer than any record'
}

# Of a recording what comes behind it may be of interest, if it ever ends.
a_line_without_end_is_said_at_once()
{
	local status

	refuses 'not a recording: line 1: it is longer than any record' timeout 60 "$BUILD/plain/perfattr" -i /dev/zero || return
	cat "$CORPUS/refused.json" /dev/zero | "$BUILD/plain/perfattr" -i - > "$TMP/out" 2> "$TMP/err" &
	eventually grep -q "line $(($(wc -l < "$CORPUS/refused.json") + 1)): it is longer than any record" "$TMP/err"
	status=$?
	kill $!
	return "$status"
}

lost_records_are_said()
{
	{ echo '{"lost":12}'; cat "$CORPUS/stat.json"; } > "$TMP/lost"
	has "$("$TMP/perfattr" -i "$TMP/lost" 2>&1)" '12 records were lost'
}

probes_that_do_not_fire_are_said()
{
	local out

	{ echo '{"firing":0,"seq":7,"time_ns":5}'; cat "$CORPUS/stat.json"; echo '{"firing":1,"seq":99,"time_ns":6}'; } > "$TMP/firing"
	out=$("$TMP/perfattr" -i "$TMP/firing" 2>&1)
	has "$out" 'probes do not fire.*: calls after #7 are not seen' && has "$out" 'probes fire again.*#99' &&
		! grep 'no record' <<< "$out"
}

# One line: what it is, and how to make one.
what_is_no_recording_is_named()
{
	local name
	local -A files=([elf]='\x7fELF\x02' [gz]='\x1f\x8b\x08' [perf]='PERFILE2' [log]="$BANNER\n" [list]='#     WHEN  WHO\n' [text]='a\nb\n' [json]='{"a":1}\n[]\n'
		[bytes]='\0\n\xff\n')
	local -A said=([text]='is not a recording: line 1: it is not JSON.*; a recording is made by perfattr -j -o FILE$'
		[json]='is not a recording: line 1: it is not a record')

	for name in "${!files[@]}"; do
		# shellcheck disable=SC2059 # the bytes are a format
		printf "${files[$name]}" > "$TMP/$name"
		refuses "${said[$name]:-is not a recording: line 1}" "$TMP/perfattr" -i "$TMP/$name" && same "$(wc -l < "$TMP/err")" 1 &&
			refuses "${said[$name]:-is not a recording: line 1}" "$TMP/perfattr" -i - < "$TMP/$name" && continue
		echo "# $name"
		return 1
	done
}

none_refused_is_said()
{
	empty_because '^perfattr: 2 calls, none refused$' pa group -x && empty_because '^perfattr: 1 call, not refused$' pa group -x -e page-faults &&
		empty_because 'none of 2 records' pa group -x -p 1 && empty_because 'none of 2 records' pa group -x -E EINVAL &&
		jq -c 'select(.ret >= 0)' "$CORPUS/record-pp.json" > "$TMP/good" &&
		empty_because '^perfattr: 34 calls, none refused$' "$TMP/perfattr" -i "$TMP/good" -c -x &&
		empty_because '^perfattr: 7 calls, none refused$' "$TMP/perfattr" -i "$TMP/good" -x
}

# What a list lacks is said above it.
calls_that_are_left_out_are_said_at_the_top()
{
	cp "$CORPUS/group.json" "$VIEWS/raw"
	printf 'recorded 940\nfiltered 3\nmissed 0\noverwritten 937\nheld 2\n' > "$VIEWS/stats"
	printf 'comm=a\033b\n' > "$FAKE_SETTINGS/filter"
	echo 2 > "$FAKE_SETTINGS/records"
	same "$(live 2> "$TMP/err" | head -n 2)" '937 older records were overwritten: the ring is full (records=2)
3 calls were left out by the module'"'"'s filter, now "comm=a\033b"' || return
	has "$(live --count 2> "$TMP/err")" '^937 older ones' && ! live -n 1 2> "$TMP/err" | grep older &&
		! live -j 2> "$TMP/err" | grep older
	echo 'recorded 2' > "$VIEWS/stats"
	! live 2> "$TMP/err" | grep -q -e older -e filter
}

completed() # WORD...: what bash offers in the place of the last one
{
	# shellcheck disable=SC2034 # the completion reads them
	(
		# shellcheck source-path=SCRIPTDIR source=../../userspace/perfattr.bash
		. ../../userspace/perfattr.bash
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_perfattr
		printf '%s\n' "${COMPREPLY[@]}" | sort
	)
}

completion_offers_what_there_is()
{
	local options

	options=$("$TMP/perfattr" help all | grep -o -e '--[a-z][a-z-]*' -e ' -[A-Za-z]\>' | tr -d ' ' | sort -u)
	same "$(completed "$TMP/perfattr" - | grep -vx -- --)" "$options" &&
		same "$(completed "$TMP/perfattr" '')" "$("$TMP/perfattr" --help | sed -n 's/^  \([a-z]*\) .*  .*/\1/p' | grep -v ^perfattr | sort)" &&
		same "$(completed "$TMP/perfattr" run -o calls base6)" "$(compgen -c base6 | sort)" &&
		same "$(completed "$TMP/perfattr" run -c -- base6)" "$(compgen -c base6 | sort)" &&
		same "$(completed "$TMP/perfattr" run -u roo)" root && same "$(completed "$TMP/perfattr" -p run)" ''
}

fish_completes_commands_options_and_programs()
{
	command -v fish > /dev/null || { echo 'fish is not installed'; return 77; }
	in_fish() # COMMAND-LINE: its completions
	{
		HOME=$TMP XDG_CONFIG_HOME=$TMP PATH=$TMP:$PATH fish -c "source ../../userspace/perfattr.fish; complete -C '$1'" | cut -f 1 | sort
	}
	same "$(in_fish 'perfattr ')" "$("$TMP/perfattr" --help | sed -n 's/^  \([a-z]*\) .*  .*/\1/p' | grep -v ^perfattr | sort)" &&
		same "$(in_fish 'perfattr list --so')" --source && has "$(in_fish 'perfattr run -x -- base6')" base64
}

the_man_page_has_the_options_of_help()
{
	same "$(sed -nE 's/^\.It Fl ([A-Za-z]) , -([a-z-]+).*/-\1\n--\2/p; s/^\.It Fl -([a-z-]+).*/--\1/p' ../../userspace/perfattr.1 | sort)" \
		"$("$TMP/perfattr" help all | grep -o -e '--[a-z][a-z-]*' -e ' -[A-Za-z]\>' | tr -d ' ' | sort -u)"
}

# What it is refused with, and why, is read on any terminal.
an_error_is_never_cut()
{
	local width

	for width in 20 40 50 60 80; do
		same "$(pa refused --width "$width" | sed -n 's/^\[[a-e]\] \([A-Z0-9]*\)\[.*/\1/p' | xargs)" 'EINVAL ENOENT ENOENT E2BIG ENOENT' &&
			! pa refused --width "$width" | grep ".\{$((width + 1))\}" || return
	done
	for width in 65 80 100 1000; do
		same "$(pa refused --width "$width" | rows | grep -o '[A-Z0-9]* \[[a-z]\]$')" 'EINVAL [a]
ENOENT [b]
ENOENT [c]
E2BIG [d]
ENOENT [e]' || return
	done
}

# perfattr starts the one that is beside it, in a checkout as where it is installed.
perfattr_bpf_is_made_beside_perfattr()
{
	local o

	for o in . "$TMP/o"; do
		same "$(env -u MAKEFLAGS make -n -B -C ../../userspace O="$o" CJSON=yes BPF=yes |
			sed -n 's,.* -o \([^ ]*/\)\(perfattr\|perfattr-bpf\) .*,\1 \2,p' | sort -u |
			awk '{ at[$1] = at[$1] " " $2 } END { for (i in at) print at[i] }')" ' perfattr perfattr-bpf' || return
	done
}

# Side by side: once, of the module that is loaded. A file may be of any version.
a_module_of_another_version_is_said_in_one_line()
{
	local version older newer module words

	version=$("$TMP/perfattr" --version)
	version=${version#perfattr }
	older="perfattr: the module that is loaded is older than this program: unload it, and load the one of version $version"
	newer="perfattr: the module that is loaded is newer than this program, which is $version: install the tools of its version"
	while IFS='|' read -r module words; do
		jq -c --arg is "$module" 'if .env then .env.module = $is else . end' "$CORPUS/stat.json" | "$BUILD/raw_of" > "$VIEWS/raw"
		live > "$TMP/out" 2> "$TMP/err"
		grep -q ' perf\[' "$TMP/out" && same "$module: $(cat "$TMP/err")" "$module: $words" || return
		"$TMP/perfattr" -i "$VIEWS/raw" 2>&1 > "$TMP/out" | grep . && return 1
	done <<-EOS
		0.0.1|$older
		${version%.*}.|$older
		$version|
		$version.1|$newer
		10.0.0|$newer
	EOS
	! "$TMP/perfattr" diff "$CORPUS/stat.json:1" "$CORPUS/record-all.json:95" 2>&1 > "$TMP/out" | grep .
}

# Every member of every record in turn is another thing: nothing may fall over it.
hostile_values_bring_nothing_down()
{
	local command value

	for value in null -1 '"\u001b[2Jx"' '[]' '{"a":{}}' 1.5 18446744073709551615 '"18446744073709551615"' true; do
		jq -c --argjson v "${value/18446744073709551615/9223372036854775807}" \
			'. as $r | paths | select(length < 4) as $p | $r | setpath($p; $v)' \
			<(call refused 129; call record-pp 58) > "$TMP/hostile"
		for command in list 'list -v -a -c' --count 'show 1-999' 'diff 129 129' 'write --attr 129'; do
			# shellcheck disable=SC2086 # words
			"$TMP/perfattr" -i "$TMP/hostile" $command > "$TMP/out" 2> "$TMP/err"
			[ $? -le 1 ] || { echo "# $value: $command"; head -n 30 "$TMP/err" | sed 's/^/# /'; return 1; }
			! grep -q -P '[\x00-\x08\x0b-\x1f\x7f]' "$TMP/out" "$TMP/err" ||
				{ echo "# control characters: $value: $command"; return 1; }
		done
	done
}

# By default the same 60 files each time; make check-debug takes others, for half an hour.
no_file_of_records_brings_it_down()
{
	local how=(--runs 60 --seconds 600)

	[ -z "${FUZZ_SECONDS-}" ] || how=(--seconds "$FUZZ_SECONDS")
	./fuzz_records.py "${how[@]}" --seed "${FUZZ_SEED:-76}" "$TMP/perfattr"
}

# A file may come from anywhere: names in it do not become a program's statements.
write_takes_names_only_for_names()
{
	call refused 129 | jq -c "$BYTES"'
		.attr["config = 1 }; system(\"id\"); (void)(struct perf_event_attr){ .config"] = 1 |
		.symbols.type = "PERF_TYPE_RAW }; system(\"id\"); //" |
		.symbols.sample_type = ["PERF_SAMPLE_IP", "PERF_}; system(\"id\")"] | passed(24; 8; 1)' \
		> "$TMP/names"
	"$TMP/perfattr" -i "$TMP/names" write --attr "$(jq .seq "$TMP/names")" > "$TMP/out" &&
		grep -q '\.type = PERF_TYPE_SOFTWARE,' "$TMP/out" &&
		! sed 's,/\*.*\*/,,' "$TMP/out" | grep 'system'

	# Each of these is a list's only name; the last two are expressions of C. It is the number that counts.
	for name in '0) < (evil' '(evil' 'evil' 'evil | PERF_SAMPLE_IP' 'PERF_SAMPLE_IP (EVIL)' '(EVIL)(PERF_SAMPLE_IP)' 'EVIL PERF_SAMPLE_IP' \
		'EVIL < 1' 'EVIL |' '| EVIL' 'EVIL)' '()' 'EVIL << ' '0xEVIL' '1EVIL' 'EVIL | 0x10' '(EVIL << 8) | 1'; do
		jq -c --arg name "$name" '.symbols.sample_type = [$name]' "$TMP/names" > "$TMP/one"
		"$TMP/perfattr" -i "$TMP/one" write --attr "$(jq .seq "$TMP/one")" | sed -n 's/.*\.sample_type = \(.*\),$/\1/p' || return
	done > "$TMP/out"
	same "$(sort "$TMP/out" | uniq -c | xargs)" '17 PERF_SAMPLE_IP'
}

numbers_at_the_end_of_their_range_fold()
{
	call stat 1 > "$TMP/one"
	{ sed 's/"ret": *[0-9]*/"ret": 9007199254740992/' "$TMP/one"; cat "$TMP/one"; } > "$TMP/ends"
	"$TMP/perfattr" -i "$TMP/ends" > "$TMP/out" 2> "$TMP/err"
	grep -q 9007199254740992 "$TMP/out" && ! grep 'runtime error' "$TMP/err"
}

standard_input_that_does_not_wait_is_waited_for()
{
	python3 - "$TMP/perfattr" "$CORPUS/stat.json" << 'EOS'
import os, subprocess, sys, time

def reads():
    return int(open("/proc/%d/io" % p.pid).read().split("syscr: ")[1].split()[0])

r, w = os.pipe()
os.set_blocking(r, False)
p = subprocess.Popen([sys.argv[1], "-i", "-"], stdin=r, stdout=subprocess.PIPE)
# Who does not wait reads again and again; who waits stops to read, however slow the machine is.
for i in range(60):
    before = reads()
    time.sleep(1)
    waits = reads() == before > 0
    if waits:
        break
os.write(w, open(sys.argv[2], "rb").read())
os.close(w)
shown = p.stdout.read()
p.wait()
print("# %d reads, then %s" % (before, "it waits" if waits else "more"))
sys.exit(not shown or not waits)
EOS
}

# Zero would be another call.
numbers_beyond_64_bits_are_not_zero()
{
	{
		of_pmu power '.attr.config1 = "99999999999999999999" | .args = {pid: 1, cpu: "-99999999999999999999", group_fd: -1, flags: "0"}'
		of_pmu power '.seq = 6 | .args = {pid: 1, cpu: 2, group_fd: -1, flags: "0"}'
	} > "$TMP/beyond"
	"$TMP/perfattr" -i "$TMP/beyond" -v > "$TMP/out" &&
		same "$(grep -c 'perf -e  *power/config=5/GH' "$TMP/out")" 2 && same "$(grep -o 'cpu = [-0-9]*' "$TMP/out")" 'cpu = 2' &&
		refuses '#5 has no arguments' "$TMP/perfattr" -i "$TMP/beyond" write --attr 5 &&
		! "$TMP/perfattr" -i "$TMP/beyond" diff 5 6 | grep cpu
}

# Which fields are hexadecimal is the core's table, as in the module's log.
fields_of_bits_are_hexadecimal()
{
	of_pmu power '.attr.__reserved_2 = 4096 | .attr.sample_max_stack = 4096' > "$TMP/reserved"
	has "$("$TMP/perfattr" -i "$TMP/reserved" -v)" '\.__reserved_2 = 0x1000,' &&
		has "$("$TMP/perfattr" -i "$TMP/reserved" -v)" '\.sample_max_stack = 4096,'
}

# "fd" is also a part of the word fd_from, which is not shown.
shows_the_descriptor_of_a_call_on_it()
{
	local call

	# Of an ABI that is not known: the record is shown as far as it is understood.
	call=$(jq -sc 'map(select(.call == "mmap"))[0] | .abi = "none"' "$CORPUS/record-pp.json")
	has "$("$TMP/perfattr" -i - -v -c <<< "$call")" "^call .*, fd $(jq .fd <<< "$call")\$" &&
		! "$TMP/perfattr" -i - -v -c <<< "$call" | grep fd_from
}

the_wall_clock_is_that_of_the_record()
{
	jq -c '.wall_ns = "1768000000123456789"' "$CORPUS/group.json" > "$TMP/wall"
	has "$("$TMP/perfattr" -i "$TMP/wall")" '^118  23:06:40.123 ' &&
		has "$("$TMP/perfattr" -i "$TMP/wall" -t)" '^118  2026-01-09 23:06:40.123456 ' &&
		has "$(pa group)" '^118  50.042 s '
}

shows_everything_of_a_call()
{
	same "$(pa refused show 132)" "$(cat "$CORPUS/refused.132")" &&
		same "$(pa refused show 131-132 | grep -c '^ *struct')" 2 &&
		refuses 'there is no record 7: the first is #129' pa refused show 7 &&
		has "$(pa refused show 132 -a)" '\.config = PERF_COUNT_SW_DUMMY' &&
		has "$(pa events show -a 112)" '\.pinned = 0,'
}

# -n counts all calls, and show chooses among them.
show_and_n_choose_together()
{
	local last

	last=$(pa record-all -j | jq -r 'select(.call == "open") | .seq' | tail -n 1)
	same "$(pa record-all -j -n 1 show "$last" | jq 'select(.call) | .seq')" "$last" &&
		refuses "there is no record 100: the first is #$last, the last #$last" pa record-all -n 1 show 100
}

shows_what_a_sample_holds()
{
	local said

	said=$(pa record-all show 100) && has "$said" '^struct sample { /\* PERF_RECORD_SAMPLE, 48 bytes \*/$' &&
		has "$said" '^    __u32 cpu, res;  *\/\* 40 \*/$' && has "$said" '^    __u64 value, id, lost;$' &&
		! grep -q 'Unit:' <<< "$said" || return
	# An event that only counts has no samples, a refused call has no event. JSON of show is the record alone.
	! pa group show 118 | grep -q '^struct sample' && ! pa refused show 132 | grep -q '^struct ' &&
		same "$(pa record-all show 100 -j | jq -c 'select(.seq) | [.call, has("sample")]')" '["open",false]' || return
	said=$(pa group show --layout 118) && has "$said" '^struct read_format { /\* read(), 24 bytes + 16 for each of nr events' &&
		! grep -q '\.type' <<< "$said"
}

shows_what_differs()
{
	same "$(pa record-pp diff 57 58)" "$(cat "$CORPUS/record-pp.diff")" &&
		has "$("$TMP/perfattr" diff "$CORPUS/events.json:112" "$CORPUS/events.json:#113")" 'exclude_kernel  *1  *0' &&
		refuses 'has 6 calls: choose one' "$TMP/perfattr" diff "$CORPUS/events.json" "$CORPUS/group.json:118" &&
		refuses 'there is no call 7' pa events diff 112 7
}

counts()
{
	same "$(pa record-all --count)" "$(cat "$CORPUS/record-all.count")" || return
	# By strace it is not known how long a call takes.
	jq -c '.source = "tracer" | .duration_ns = 0' "$CORPUS/stat.json" > "$TMP/strace.json"
	has "$("$TMP/perfattr" -i "$TMP/strace.json" --count)" '^        1          -  perf  cycles  '
}

an_attr_as_c_compiles_and_is_what_was_passed()
{
	PERFATTR=$TMP/perfattr ./check-attrs "$CORPUS"/{record-pp,events,refused,group,newer}.json
}

bytes_of_an_attr_that_have_no_name_yet_are_passed()
{
	jq -c 'select(.seq == 9) | .attr.size = 160 | .attr_raw += "05000000000000000000000000000000"' \
		"$CORPUS/newer.json" > "$TMP/bytes"
	"$TMP/perfattr" -i "$TMP/bytes" write --attr 9 > "$TMP/bytes.c" && gcc -Wall -Werror -c -o /dev/null "$TMP/bytes.c" &&
		grep -q '__u64 word\[20\];' "$TMP/bytes.c" && grep -q 'u\.word\[18\] = 0x5ULL;$' "$TMP/bytes.c"
}

# Newer versions have names that this one does not know: the number is right as well.
a_number_without_a_symbol_is_a_number()
{
	jq -c "$BYTES"'select(.seq == 112) | passed(0; 4; 6) | passed(8; 8; 1048576) | passed(24; 8; 1099511627777) | passed(92; 4; 99) |
		.symbols += {type: "PERF_TYPE_NEW", config: "PERF_COUNT_NEW", sample_type: ["PERF_SAMPLE_IP", "PERF_SAMPLE_NEW"], clockid: "CLOCK_NEW"}' \
		"$CORPUS/events.json" > "$TMP/numbers"
	"$TMP/perfattr" -i "$TMP/numbers" write --attr 112 > "$TMP/numbers.c" && gcc -Wall -Werror -c -o /dev/null "$TMP/numbers.c" &&
		grep -q '\.type = 6,' "$TMP/numbers.c" && grep -q '\.config = 0x100000,' "$TMP/numbers.c" &&
		grep -q '\.sample_type = PERF_SAMPLE_IP | 0x10000000000,' "$TMP/numbers.c" && grep -q '\.clockid = 99,' "$TMP/numbers.c"
}

# What is printed is the same, whatever the file calls its numbers.
symbols_are_those_of_the_numbers()
{
	local command name

	for command in '-a write --attr 9' '-a show 1-999'; do
		# shellcheck disable=SC2086 # words
		pa newer $command > "$TMP/want" && [ -s "$TMP/want" ] || return
		for name in '"PERF_TYPE_EVIL"' '"PERF_TYPE_HARDWARE"' '"PERF_SAMPLE_IP"' null; do
			# But for names that no number has: of a tracepoint, a PMU, an address.
			jq -c --argjson name "$name" --argjson mask "$([ "$name" = null ] && echo '[]' || echo "[$name]")" '
				.attr.type as $type | if .symbols then .symbols |= with_entries(
				if .key == "bp_addr" or (.key == "config" and $type == 2) or (.key == "type" and $type > 5) then .
				else .value = if .value | type == "array" then $mask else $name end end) else . end' "$CORPUS/newer.json" > "$TMP/named.json"
			# shellcheck disable=SC2086 # words
			"$TMP/perfattr" -i "$TMP/named.json" $command | diff "$TMP/want" - || { echo "# $command: $name"; return 1; }
		done
	done
}

# Each key of each kind of open in turn is something else.
no_string_of_any_key_becomes_code()
{
	python3 hostile.py "$TMP/perfattr" "$CORPUS" golden
}

# Neither an address that is not recorded, nor the name of what is there, is a number of C.
an_address_of_the_kernel_is_no_code()
{
	jq -c "$BYTES"'select(.seq == 112) | passed(0; 4; 5) | passed(52; 4; 4) |
		(.hidden = {bp_addr: {low: 0, aligned: true, wraps: false}}), (passed(56; 8; 4096) | .symbols.bp_addr = "HW_evil")' \
		"$CORPUS/events.json" | jq -c '.seq = input_line_number' > "$TMP/address"
	"$TMP/perfattr" -i "$TMP/address" write --attr 1 -a > "$TMP/address.c" && gcc -Wall -Werror -c -o /dev/null "$TMP/address.c" &&
		grep -q '/\* .bp_addr: a kernel address, which is not recorded \*/' "$TMP/address.c" || return
	"$TMP/perfattr" -i "$TMP/address" write --attr 2 -a > "$TMP/address.c" && gcc -Wall -Werror -c -o /dev/null "$TMP/address.c" &&
		grep -q '\.bp_addr = 0x1000 ' "$TMP/address.c"
}

fixed_is_the_call_as_its_reason_proposes()
{
	out=$(pa refused write --fixed --attr 129) || return
	has "$out" 'the last one is PERF_FLAG_FD_CLOEXEC; here: flags=0 \*/$' && has "$out" 'cpu, group_fd, 0);$' &&
		refuses '#130 has no proposal: perfattr show 130' pa refused write --fixed --attr 130
}

write_leaves_the_output_alone_where_it_fails()
{
	echo precious > "$TMP/kept.c"
	refuses 'there is no record #7' pa refused write --attr 7 -o "$TMP/kept.c" &&
		same "$(cat "$TMP/kept.c")" precious && pa refused write --attr 129 -o "$TMP/kept.c" &&
		same "$(cat "$TMP/kept.c")" "$(pa refused write --attr 129)"
}

# The call is in perfattr's list, and not taken for a line about the machine.
a_call_with_a_key_of_the_machine_is_a_call()
{
	jq -c 'if .seq then .now = {} | .env = {} | .pmu = {} else . end' "$CORPUS/events.json" > "$TMP/keys"
	same "$("$TMP/perfattr" -i "$TMP/keys" | without_next)" "$(pa events | without_next)"
}

json_goes_through()
{
	# The file has no lines about PMUs.
	local pmu='.kernel.pmu, .kernel.pmu_id, .kernel.pmu_type'

	pa events -j > "$TMP/once.json"
	same "$(pa events -j -x | jq -c 'select(.seq) | .seq' | xargs)" '112 113 114' &&
		same "$("$TMP/perfattr" -i "$TMP/once.json" -j | jq -cS .)" "$(jq -cS . "$TMP/once.json")" &&
		same "$(jq -cS "del(.why, .notes, .kernel.hw_event, .kernel.counted_by, $pmu)" "$TMP/once.json")" \
			"$(jq -cS "del(.why, .kernel.hw_event, $pmu)" "$CORPUS/events.json")"
}

an_output_file_is_written()
{
	pa events -o "$TMP/written" && same "$(cat "$TMP/written")" "$(pa events)" &&
		refuses 'cannot write to /nowhere/x' pa events -o /nowhere/x
}

# Nothing that goes wrong costs what was there, and nothing is left beside it.
an_output_file_is_replaced_only_by_all_of_it()
{
	local kept=$TMP/replaced/kept

	mkdir "$TMP/replaced"
	echo kept > "$kept"
	refuses 'cannot open /nowhere' "$TMP/perfattr" -i /nowhere -o "$kept" &&
		refuses 'no record 7' pa refused show 132 7 -o "$kept" &&
		refuses 'the module is not loaded\|not mounted' "$TMP/perfattr" --debugfs "$TMP" -f -o "$kept" &&
		same "$(cd "$TMP/replaced" && echo * && cat kept)" "kept
kept"
}

an_output_file_outlives_a_signal()
{
	local pid

	mkdir "$TMP/signal"
	echo kept > "$TMP/signal/kept"
	mkfifo "$TMP/endless"
	"$TMP/perfattr" -i "$TMP/endless" -o "$TMP/signal/kept" &
	pid=$!
	exec 9> "$TMP/endless"
	kill "$pid"
	wait "$pid"
	same "$?" 143 && exec 9>&- && same "$(cd "$TMP/signal" && echo * && cat kept)" "kept
kept"
}

an_output_file_may_be_the_input()
{
	cp "$CORPUS/events.json" "$TMP/both"
	"$TMP/perfattr" -i "$TMP/both" -j -x -o "$TMP/both" && same "$(cat "$TMP/both")" "$(pa events -j -x)"
}

# What a link leads to is written, also where there is nothing yet.
links_to_an_output_file_stay_links()
{
	local command

	mkdir -p "$TMP/links/far"
	ln -s ../links/second "$TMP/links/first"
	ln -s far/away "$TMP/links/second"
	for command in list 'write --attr 112' 'list -x'; do
		# shellcheck disable=SC2086 # words
		pa events $command -o "$TMP/links/first" && [ -L "$TMP/links/first" ] && [ -L "$TMP/links/second" ] &&
			same "$(cat "$TMP/links/far/away")" "$(pa events $command)" || return
	done
	same "$(stat -c %a "$TMP/links/far/away")" 600
}

a_pipe_may_be_the_output()
{
	same "$(pa events -o >(cat > "$TMP/pipe") && eventually test -s "$TMP/pipe" && cat "$TMP/pipe")" "$(pa events)"
}

# Its owner is allowed to replace it, but has forbidden that.
an_output_file_that_is_read_only_stays()
{
	local nobody=()

	# Root may write to any file.
	[ "$(id -u)" != 0 ] || nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
	chmod a+x "$TMP"
	mkdir -m 777 "$TMP/theirs"
	"${nobody[@]}" sh -c 'echo kept > "$1" && chmod 400 "$1"' - "$TMP/theirs/forbidden" || return
	refuses 'cannot write to .*/forbidden: Permission denied' \
		"${nobody[@]}" "$TMP/perfattr" -i - -o "$TMP/theirs/forbidden" < "$CORPUS/events.json" &&
		same "$(cat "$TMP/theirs/forbidden")" kept
}

# Who follows the file sees what has come so far.
run_writes_its_output_as_it_comes()
{
	local option status

	for option in -j -v; do
		rm -f "$VIEWS/raw_run" "$TMP/seen" "$TMP/stop"
		run_under $option -o "$TMP/seen" -- sh -c "until [ -e '$TMP/stop' ]; do sleep 0.1; done" 2> "$TMP/err" &
		eventually test -p "$VIEWS/raw_run" && of_pmu power > "$VIEWS/raw_run"
		wait_lines "$TMP/seen" 1
		status=$?
		touch "$TMP/stop"
		wait
		[ "$status" = 0 ] && same "$(stat -c %a "$TMP/seen")" 600 || return
	done
}

what_cannot_be_written_is_no_success()
{
	local option

	for option in --help --version '-i '"$CORPUS/stat.json"; do
		# shellcheck disable=SC2086 # words
		"$TMP/perfattr" $option 2> "$TMP/err" > /dev/full
		same "$?: $(cat "$TMP/err")" '1: perfattr: cannot write to standard output: No space left on device' || return
		# shellcheck disable=SC2086 # words
		"$TMP/perfattr" $option 2> "$TMP/err" >&-
		same "$?: $(cat "$TMP/err")" '1: perfattr: cannot write to standard output: Bad file descriptor' || return
	done
}

run_starts_nothing_if_its_output_cannot_be_written()
{
	run_under -o /nowhere/x -- touch "$TMP/started" 2> "$TMP/err"
	same "$?: $(cat "$TMP/err")" '1: perfattr: cannot write to /nowhere/x: No such file or directory' &&
		[ ! -e "$TMP/started" ] || return
	rm "$VIEWS/raw_run"
	echo kept > "$TMP/kept"
	run_under -o "$TMP/kept" -- "$TMP/nowhere" 2> "$TMP/err"
	same "$?: $(cat "$TMP/kept")" '127: kept'
}

# A record comes, then the program ends with STATUS; what run says is in $TMP/err.
run_with_record() # JQ STATUS OPTION...
{
	local change=$1 status=$2
	shift 2

	rm -f "$VIEWS/raw_run"
	mkfifo "$VIEWS/raw_run"
	exec 9<> "$VIEWS/raw_run"
	jq -c "select(.seq == 132) | $change" "$CORPUS/refused.json" >&9
	live run "$@" -- sh -c "exit $status" > "$TMP/out" 2> "$TMP/err" 9>&-
	status=$?
	exec 9>&-
	# The record is of an older version than a module of today writes.
	sed -i '/the module that is loaded is older/d' "$TMP/err"
	return $status
}

run_fails_if_a_call_was_refused()
{
	local words status

	run_with_record . 0 --fail-on-refused
	same "$?: $(head -n 3 "$TMP/err")" '125: E2BIG[size-too-small]: attr.size 10 is below PERF_ATTR_SIZE_VER0, 64: pass sizeof(attr)
 --> call[300], #132: dummy, count, self
    help: try .size = PERF_ATTR_SIZE_VER0' || return
	for words in E2BIG e2big 7 EINVAL,E2BIG size-too-small 'size-*' 'EPERM,size-too-small' notsupp,E2BIG; do
		run_with_record . 0 --fail-on-refused="${words/notsupp/ENOTSUPP}"
		same "$?: $(grep -c ' --> ' "$TMP/err")" '125: 1' || return
	done
	for words in EINVAL size-above-page seccomp-refused 'call-*' '-c mmap-*'; do
		# shellcheck disable=SC2086 # words
		run_with_record . 0 ${words%"${words#-c }"} --fail-on-refused="${words#-c }"
		same "$?: $(wc -c < "$TMP/err")" '0: 0' || return
	done
	run_with_record . 0 --fail-on-refused='mmap-*'
	same "$?" 1 && has "$(cat "$TMP/err")" '"mmap-\*" is a rule of calls on descriptors, which -c judges, too' || return
	# Its own status is worth more.
	run_with_record . 7 --fail-on-refused
	same "$?: $(grep -c '^E2BIG' "$TMP/err")" '7: 1' || return
	run_with_record '.ret = 3 | .errno = null' 0 --fail-on-refused
	same "$?: $(cat "$TMP/err")" '0: perfattr: 1 call, not refused' || return
	run_with_record . 0 --fail-on-refused -j
	same "$?: $(jq .seq "$TMP/err")" '125: 132' || return
	run_with_record . 0
	same "$?" 0 && run_with_record . 0 --fail-on-refused -C nobody
	same "$?" 0 || return
	run_with_record '{lost: 3}' 0 --fail-on-refused
	same "$?" 1 && has "$(cat "$TMP/err")" 'it is not known whether a call was refused'
}

# A call that is not recorded would pass.
run_that_is_to_fail_needs_all_calls()
{
	run_with_record . 0 --fail-on-refused > "$TMP/said"
	echo 0 > "$FAKE_SETTINGS/enable"
	refuses 'the module records nothing: enable is 0 .*, and --fail-on-refused needs all calls$' live run --fail-on-refused -- touch "$TMP/started" || return
	echo 1 > "$FAKE_SETTINGS/enable"
	echo comm=x > "$FAKE_SETTINGS/filter"
	refuses 'the module.s filter is "comm=x": .*, and --fail-on-refused needs all calls$' live run --fail-on-refused -- touch "$TMP/started" && [ ! -e "$TMP/started" ]
}

run_takes_a_user()
{
	local nobody
	nobody=$(id -u nobody):$(id -g nobody)

	rm -f "$VIEWS/raw_run"
	mkfifo "$VIEWS/raw_run"
	exec 9<> "$VIEWS/raw_run"
	if [ "$(id -u)" = 0 ]; then
		for user in nobody "${nobody%:*}" "$nobody"; do
			E=1 live run -u "$user" -- sh -c 'echo "$(id -u):$(id -g) $(id -G) $HOME $USER $LOGNAME $E"' > "$TMP/out" 2> "$TMP/err" 9>&-
			same "$(cat "$TMP/out")" "$nobody $(id -G nobody) $(getent passwd nobody | cut -d: -f6) nobody nobody 1" || return
		done
		live run -u 4242:4243 -- sh -c 'echo "$(id -u):$(id -g) $(id -G) ${HOME-none} ${USER-none}"' > "$TMP/out" 2> "$TMP/err" 9>&-
		same "$(cat "$TMP/out")" '4242:4243 4243 none none' || return
	else
		refuses 'only root may start a program as another user' live run -u nobody -- true
	fi
	exec 9>&-
	rm "$VIEWS/raw_run"
}

# A user's program could write the next commands of root's shell. Ctrl-C must come to it all the same.
run_as_another_user_cannot_type_into_the_terminal()
{
	local status=0

	[ "$(id -u)" = 0 ] || { echo 'only root starts a program as another user'; return 77; }
	rm -f "$VIEWS/raw_run"
	mkfifo "$VIEWS/raw_run"
	exec 9<> "$VIEWS/raw_run"
	install -m 755 terminal.py "$TMP/terminal.py"
	chmod 711 "$TMP"
	python3 ./terminal.py "$TMP/perfattr" --debugfs "$TMP/fs" run -o "$TMP/list" -u nobody -- \
		/usr/bin/python3 "$TMP/terminal.py" --type > "$TMP/out" 9>&- || status=$?
	exec 9>&-
	rm "$VIEWS/raw_run"
	has "$(cat "$TMP/out")" '^may not type' && has "$(cat "$TMP/out")" interrupted && same "$status" 3
}

options_of_run_are_checked()
{
	local esc=$'\e'

	refuses 'there is no user a\\033b$' live run -u "a${esc}b" -- true &&
		refuses '-u takes a user, UID or UID:GID, not ""' live run -u '' -- true &&
		refuses 'UID or UID:GID, not "5:x"' live run -u 5:x -- true && refuses 'not "5:"' live run -u 5: -- true &&
		refuses 'not "4294967295"' live run -u 4294967295 -- true &&
		refuses 'there is no user 4242: name the group, too: -u 4242:GID$' live run -u 4242 -- true &&
		refuses '-u needs a value' live run -u &&
		refuses '"foo" is neither an errno such as EINVAL nor a rule' live run --fail-on-refused=EINVAL,foo -- true &&
		refuses '"" is neither' live run --fail-on-refused= -- true &&
		refuses 'in place of -E' live run --fail-on-refused -E EINVAL -- true &&
		refuses '-u is an option of run' live list -u nobody &&
		refuses '--fail-on-refused is an option of run' live list --count --fail-on-refused
}

# The program has it as closed as we have.
run_needs_no_standard_files()
{
	mkdir -p "$VIEWS"
	mkfifo "$VIEWS/raw_run"
	exec 9<> "$VIEWS/raw_run"
	of_pmu power >&9
	timeout 60 "$TMP/perfattr" --debugfs "$TMP/fs" run -- ls -l /proc/self/fd <&- >&- 2> "$TMP/err" 9>&-
	same "$?" 2 && has "$(cat "$TMP/err")" 'ls: .*Bad file descriptor' && has "$(cat "$TMP/err")" '^5  .*power/'
}

who_has_had_enough_ends_it_quietly()
{
	same "$("$TMP/perfattr" -i "$TMP/cpus32.json" -j 2>&1 | head -n 1 | wc -l)" 1
}

help_and_version_end_well()
{
	has "$("$TMP/perfattr" --help)" 'run -- PROGRAM' && has "$("$TMP/perfattr" -V)" '^perfattr [0-9]'
}

# A record, refused because this kernel does not know a bit of sample_type, with the lines of its machine. Which bits it knows, and the load, are the arguments; then lines of Python that change "rec" and "head".
refused_record() # KNOWN LOAD [PYTHON]
{
	python3 -c '
import json, sys
known, load, change = sys.argv[1:]
lines = [json.loads(line) for line in sys.stdin]
head = [line for line in lines if "call" not in line]
rec = next(line for line in lines if "call" in line)
head[0]["env"]["known_sample"] = known
for line in head:
    (line.get("env") or line["pmu"])["load"] = load
rec["load"] = load
rec["attr"]["sample_type"] = str(1 << 40)
rec["attr_raw"] = rec["attr_raw"][:48] + (1 << 40).to_bytes(8, "little").hex() + rec["attr_raw"][64:]
rec["ret"], rec["errno"] = -22, "EINVAL"
rec["kernel"] = {**rec["kernel"], "pmu": None, "pmu_type": None, "pmu_id": None, "id": None,
                 "path": [{"fn": "perf_copy_attr", "ret": -22}]}
exec(change)
for line in head + [rec]:
    print(json.dumps(line) if isinstance(line, dict) else line)
' "$1" "$2" "${3-}" < "$CORPUS/stat.json"
}

reason_of() # FILE
{
	"$TMP/perfattr" -j -i "$1" | jq -r 'select(.call) | "\(.why.rule) \(.why.certain) \(.why.text) \(.lacks)"'
}

KNOWN_33='sample-type-not-known true sample_type 0x10000000000 has bits that this kernel does not know: it knows 0x1ffffff null'

a_reason_is_made_of_the_facts_of_a_recording()
{
	refused_record 33554431 11111111 > "$TMP/in"
	same "$(reason_of "$TMP/in")" "$KNOWN_33"
}

# As by cat a b > c: each load has limits of its own.
joined_recordings_are_each_explained_by_their_own_machine()
{
	refused_record 33554431 11111111 > "$TMP/in"
	refused_record 3 22222222 >> "$TMP/in"
	refused_record 33554431 11111111 'del head[:]' >> "$TMP/in"
	same "$(reason_of "$TMP/in")" "$KNOWN_33
${KNOWN_33/0x1ffffff/0x3}
$KNOWN_33"
}

without_its_machine_a_record_is_explained_less()
{
	refused_record 33554431 11111111 'del head[:]' > "$TMP/in"
	refused_record 33554431 11111111 'rec["load"] = "22222222"' >> "$TMP/in"
	reason_of "$TMP/in" > "$TMP/out"
	same "$(wc -l < "$TMP/out")" 2 && ! has "$(cat "$TMP/out")" ' true ' > "$TMP/said" &&
		same "$(grep -c ' env' "$TMP/out")" 2
}

# What a line of the machine says wrongly is not known.
lines_about_the_machine_may_say_anything()
{
	local change n=0

	while IFS= read -r change; do
		n=$((n + 1))
		refused_record 33554431 11111111 "$change" > "$TMP/in"
		reason_of "$TMP/in" > "$TMP/out" || { echo "# $change: status $?"; return 1; }
		! grep -q ' true ' "$TMP/out" || { echo "# $change: $(cat "$TMP/out")"; return 1; }
	done << 'EOS'
head[0]["env"]["known_sample"] = -1
head[0]["env"]["known_sample"] = "0x1ffffff"
head[0]["env"]["known_sample"] = None
head[0]["env"]["known_sample"] = "99999999999999999999999"
head[0]["env"] = []
head[0] = {"v": 1, "env": {"load": "11111111"}}
head[0]["env"]["load"] = "1" * 5000
del head[0]["env"]["known_sample"]
head[0] = "{\"v\":1,\"env\":" + "[" * 3000
EOS
	same "$n" 9
}

# No field of it is believed before somebody has looked at what it means.
another_version_is_named()
{
	refused_record 33554431 11111111 'rec["v"] = 2; rec["news"] = 1' > "$TMP/in"
	"$TMP/perfattr" -j -i "$TMP/in" > "$TMP/out" 2> "$TMP/err"
	has "$(cat "$TMP/err")" 'it is of version 2; this program reads version 1'
}

# Ten times the records take no more memory. RECORDS=1000000 in the environment shows it for as many.
records_of_any_number_take_the_same_memory()
{
	python3 - "$BUILD/plain/perfattr" "$CORPUS/stat.json" "${RECORDS:-20000}" << 'EOS'
import os, subprocess, sys

program, corpus, most = sys.argv[1], sys.argv[2], int(sys.argv[3])
records = [line.rstrip("\n").split('"seq":', 1) for line in open(corpus) if '"seq":' in line]
records = [(a, b.split(",", 1)[1].replace('"pid":168', '"pid":%d')) for a, b in records]

def peak(count):
    p = subprocess.Popen([program, "-i", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    tail = subprocess.Popen(["tail", "-n", "1"], stdin=p.stdout, stdout=subprocess.PIPE, text=True)
    for n in range(count):
        a, b = records[n % len(records)]
        p.stdin.write('%s"seq":%d,%s\n' % (a, n + 1, b % (n // 8 % 1000 + 200)))
    p.stdin.close()
    last = tail.communicate()[0]
    _, status, usage = os.wait4(p.pid, 0)
    if status or not last.startswith("%d calls, " % count):
        sys.exit("# status %d, the last line is %s" % (status, last))
    return usage.ru_maxrss

few, many = peak(most // 10), peak(most)
print("# %d KB for %d records, %d KB for %d" % (few, most // 10, many, most))
sys.exit(many > few + 512)
EOS
}

run_cases perfattr.sh "$@"
