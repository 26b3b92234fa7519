#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr c, by its name perfattr-c: the programs that it makes of recorded sessions, and what it
# refuses of records that come from a stranger. TAP on standard output. It is built with ASan, UBSan
# and LSan; another one may be tested with PERFATTR_C=FILE.
# shellcheck disable=SC2317 # the cases are called by name
set -u
export ASAN_OPTIONS=detect_leaks=0
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM=perfattr-c
GOLDEN=golden
SAMPLE=$GOLDEN/stat-cgroup.jsonl

if [ -z "${PERFATTR_C-}" ]; then
	PERFATTR_C=$BUILD/perfattr-c
	serve
fi

# The sample with one of its records changed by a statement of python, in which r is the record.
coproc EDITOR {
	python3 -u -c '
import json, sys
records = [json.loads(text) for text in open(sys.argv[1])]
for asked in sys.stdin:
    line, out, statement = asked.rstrip("\n").split("\t", 2)
    with open(out, "w") as file:
        for n, r in enumerate(records, 1):
            if n == int(line):
                r = json.loads(json.dumps(r))
                exec(statement)
            file.write(json.dumps(r, separators=(",", ":")) + "\n")
    print("changed")' "$SAMPLE"
}

changed() # LINE STATEMENT
{
	local answer

	printf '%s\t%s\t%s\n' "$1" "$TMP/in" "$2" >&"${EDITOR[1]}"
	read -r answer <&"${EDITOR[0]}" && [ "$answer" = changed ]
}

# The number of the sample's first line that has a text.
line_with() # TEXT
{
	grep -n -m 1 -F -e "$1" "$SAMPLE" | cut -d : -f 1
}

# $TMP/in must be refused: status 1, one line that has the text, nothing written or touched.
refused() # TEXT
{
	local status

	rm -f "$TMP/none.c"
	echo precious > "$TMP/kept.c"
	"$PERFATTR_C" -o "$TMP/kept.c" "$TMP/in" > "$TMP/out" 2> "$TMP/err"
	"$PERFATTR_C" -o "$TMP/none.c" "$TMP/in" > "$TMP/out" 2> "$TMP/err"
	status=$?
	[ "$status" -eq 1 ] && [ "$(wc -l < "$TMP/err")" -eq 1 ] &&
		grep -q -F -e "$1" "$TMP/err" && [ ! -s "$TMP/out" ] && [ ! -e "$TMP/none.c" ] &&
		[ "$(cat "$TMP/kept.c")" = precious ] &&
		! compgen -G "$TMP/*.c.*" > "$TMP/left" && return
	echo "# status $status, wanted: $1"
	head -n 5 "$TMP/err" | sed 's/^/# /'
	[ ! -e "$TMP/none.c" ] || echo "# it wrote a file"
	[ "$(cat "$TMP/kept.c")" = precious ] || echo "# it emptied the file that was there"
	return 1
}

# A change of the first record that has TEXT is refused with that line and KEY.
refuses() # TEXT STATEMENT KEY
{
	local line

	line=$(line_with "$1")
	changed "$line" "$2" && refused "line $line: key \"$3\": "
}

compiles() # FILE
{
	gcc -std=gnu11 -Wall -Wextra -Werror -Wno-unused -c -o /dev/null "$1" 2> "$TMP/cc" && return
	head -n 5 "$TMP/cc" | sed 's/^/# /'
	return 1
}

# What is left of a program without literals and comments.
bare() # FILE
{
	gcc -fpreprocessed -dD -E -P "$1" 2> "$TMP/cc" | sed 's/"\([^"\\]\|\\.\)*"//g'
}

# A change of the first record that has TEXT is accepted, and makes a program without "evil".
escapes() # TEXT STATEMENT
{
	changed "$(line_with "$1")" "$2"
	"$PERFATTR_C" -o "$TMP/session.c" "$TMP/in" || return
	compiles "$TMP/session.c" || return
	! bare "$TMP/session.c" | grep -w evil
}

has_usage() # TEXT
{
	grep -q '^usage: .*/session PID... \[--\] \[COMMAND \[ARG\]...\]$' <<< "$1" &&
		grep -q '^Opens the perf events that perf opened, runs COMMAND, and ends as it does.$' <<< "$1"
}

# It ends with status 1 and this sentence.
says() # TEXT ARGUMENT...
{
	local text=$1 status=0
	shift

	"$PERFATTR_C" "$@" < /dev/null > "$TMP/out" 2> "$TMP/err" || status=$?
	[ "$status" -eq 1 ] && [ ! -s "$TMP/out" ] && [ "$(cat "$TMP/err")" = "perfattr-c: $text" ]
}

# --- cases ---

recorded_sessions_become_the_programs_that_they_became_before()
{
	local file

	for file in "$GOLDEN"/*.jsonl; do
		ASAN_OPTIONS=detect_leaks=1 "$PERFATTR_C" "$file" > "$TMP/out" || return
		cmp "$TMP/out" "${file%.jsonl}.expected" || return
		"$PERFATTR_C" < "$file" | cmp - "${file%.jsonl}.expected" || return
		# Version 2 of the format, with fields of 64 bits as strings.
		./to_v2.py < "$file" | "$PERFATTR_C" | cmp - "${file%.jsonl}.expected" || return
		# Version 3, with what it says of the machine.
		./to_v2.py < "$file" | ./to_v3.py > "$TMP/in"
		"$PERFATTR_C" "$TMP/in" | cmp - "${file%.jsonl}.expected" || return
		cp "$TMP/out" "$TMP/session.c" && compiles "$TMP/session.c" || return
	done
}

trials_and_refused_opens_are_left_out_unless_asked_for()
{
	"$PERFATTR_C" --probes "$GOLDEN/trace.jsonl" > "$TMP/out" && cmp "$TMP/out" "$GOLDEN/trace.probes" &&
		grep -q 'ENOENT);' "$TMP/out" && ! grep -q -e ENOENT -e exclude_kernel "$GOLDEN/trace.expected" &&
		grep -q 'Left out: 5 opens' "$GOLDEN/trace.expected"
}

# On RHEL 9.0 perf's first open for its child is refused, which lacks a bit of read_format.
a_refused_open_for_the_child_is_for_the_child()
{
	"$PERFATTR_C" --probes "$GOLDEN/record-fallback.jsonl" > "$TMP/out" &&
		cmp "$TMP/out" "$GOLDEN/record-fallback.probes" &&
		grep -q 'child, .* EINVAL);' "$TMP/out" && ! grep -q 'PID[.]' "$TMP/out"
}

# A session of refused opens alone: nothing would be left.
a_session_that_was_refused_stays()
{
	grep '"ret":-2,' "$GOLDEN/trace.jsonl" > "$TMP/in"
	"$PERFATTR_C" -o "$TMP/session.c" "$TMP/in" && compiles "$TMP/session.c" &&
		grep -q 'open_event(&attr_cycles, -1, 0, -1, PERF_FLAG_FD_CLOEXEC, ENOENT);' "$TMP/session.c"
}

members_of_a_group_are_no_trials()
{
	jq -c 'if .call == null and .args.cpu == 1 then .args.cpu = 0 | .args.group_fd = 4 else . end |
		select(.call != "ioctl" and (.call == "read" and .event.open == 48 | not))' "$SAMPLE" > "$TMP/in"
	"$PERFATTR_C" -o "$TMP/session.c" "$TMP/in" && ! grep 'Left out' "$TMP/session.c" &&
		[ "$(grep -c 'open_event(&' "$TMP/session.c")" -eq 2 ]
}

# Where cpus are not treated alike the program is for as many as there were.
cpus_are_found_when_the_program_runs()
{
	grep -q 'i < cpus' "$GOLDEN/stat-cgroup.expected" && ! grep -q 'i < 2' "$GOLDEN/stat-cgroup.expected" &&
		jq -c 'select(.call != "read" or .event.open == 48)' "$SAMPLE" > "$TMP/in" &&
		"$PERFATTR_C" -o "$TMP/session.c" "$TMP/in" && compiles "$TMP/session.c" &&
		grep -q 'i < 2' "$TMP/session.c" && ! grep cpus "$TMP/session.c"
}

the_program_has_help_and_ends_as_its_command()
{
	local status=0

	# Without the call: no perf events are needed for it.
	"$PERFATTR_C" "$GOLDEN/stat-pid.jsonl" | sed 's/ = open_event(&attr.*;/ = 0;/; /ioctl(fd/d; /read_event(fd/d' > "$TMP/session.c"
	gcc -w -o "$TMP/session" "$TMP/session.c" && has_usage "$("$TMP/session" --help)" || return
	"$TMP/session" $$ -- sh -c 'exit 7' || status=$?
	[ "$status" -eq 7 ] || return
	"$TMP/session" $$ -- /nonexistent 2> "$TMP/err" || status=$?
	[ "$status" -eq 127 ] && grep -q 'session: /nonexistent: No such file' "$TMP/err" || return
	"$TMP/session" $$ -- sh -c 'kill -TERM $$' || status=$?
	[ "$status" -eq 143 ]
}

help_and_version_end_well()
{
	"$PERFATTR_C" --help | grep -q -e --probes && "$PERFATTR_C" -V | grep -q '^perfattr-c [0-9]'
}

the_options_are_those_of_this_name()
{
	says 'unknown option -x, see perfattr-c --help' -x && says 'unknown option --since, see perfattr-c --help' --since 1 &&
		says '-o needs a value, see perfattr-c --help' -o &&
		says '-p takes a number from 1 to 2147483647, not "perf"' -p perf &&
		says 'one file of records expected, "b" is a second one' a b &&
		says 'cannot open /nowhere/x: No such file or directory' --probes /nowhere/x &&
		says 'standard input has no records'
}

one_process_of_several_has_to_be_chosen()
{
	local pid

	pid=$(jq -s '.[0].pid' "$SAMPLE")
	{ jq -c '.pid += 1' "$SAMPLE"; cat "$SAMPLE"; } > "$TMP/in"
	says "there are records of process $((pid + 1)) and of $pid: choose one with -p" "$TMP/in" &&
		says "none of $(wc -l < "$TMP/in") records is what the options ask for" -p 1 "$TMP/in" &&
		"$PERFATTR_C" -p "$pid" "$TMP/in" | cmp - "${SAMPLE%.jsonl}.expected" || return
	# A thread of another process may have had the number.
	{ jq -c '.tid = .pid | .pid += 1' "$SAMPLE"; cat "$SAMPLE"; } > "$TMP/in"
	"$PERFATTR_C" "$TMP/in" -p "$pid" | cmp - "${SAMPLE%.jsonl}.expected"
}

the_frame_of_all_programs_compiles_by_itself()
{
	compiles $TOP/userspace/perfattr/c/skeleton.c &&
		gcc -DWITHOUT_ERRORS -std=gnu11 -Wall -Wextra -Werror -Wno-unused -c -o /dev/null $TOP/userspace/perfattr/c/skeleton.c &&
		gcc -DWITHOUT_RINGS -std=gnu11 -Wall -Wextra -Werror -Wno-unused -c -o /dev/null $TOP/userspace/perfattr/c/skeleton.c
}

bytes_of_an_attr_that_have_no_name_yet_are_passed()
{
	jq -c 'select(.seq == 9) | .attr.size = 160 | .attr_raw += "05000000000000000000000000000000"' \
		corpus/newer.json > "$TMP/in"
	"$PERFATTR_C" -o "$TMP/session.c" "$TMP/in" && compiles "$TMP/session.c" &&
		grep -q '__u64 word\[20\];' "$TMP/session.c" && grep -q '\.word\[18\] = 0x5ULL;$' "$TMP/session.c"
}

# As many seconds of a CPU as FILE may take without sanitizers: a busy machine is no slow program.
in_seconds() # N FILE
{
	(ulimit -t "$1"; "$BUILD/plain/perfattr" -i "$2" c > "$TMP/session.c")
}

attrs_of_one_event_have_numbers_at_once()
{
	jq -n -c 'range(1; 8001) | { v: 2, seq: ., time_ns: "1", duration_ns: "1", pid: 7, tid: 7, uid: 0, comm: "perf",
		attr: { type: 1, config: 1, sample_period: . }, symbols: { flags: [] }, args: { pid: 0, cpu: -1, group_fd: -1, flags: 8 },
		ret: (2 + .), errno: null, kernel: { event: (if . == 3 then "x 2" else "x" end) } }' > "$TMP/in"
	in_seconds 20 "$TMP/in" && grep -q '^static struct perf_event_attr attr_x_7999 = {$' "$TMP/session.c" || return
	same "$(grep -o -m 4 'perf_event_attr attr_[x0-9_]*' "$TMP/session.c" | cut -d ' ' -f 2 | xargs)" \
		'attr_x attr_x_2 attr_x_2_2 attr_x_3'
}

# As long as a line may be, in the last record that has one: the first opens are trials, which are left out.
a_long_list_of_symbols_takes_no_time()
{
	local path

	for path in '["symbols", "flags"]' '["prot"]' '["flags"]'; do
		jq -n -c --argjson path "$path" '[inputs] | (map(getpath($path) | type) | rindex("array")) as $i |
			.[$i] |= setpath($path; [range(1000000) | "A"]) | .[]' "$GOLDEN/trace.jsonl" > "$TMP/in"
		in_seconds 15 "$TMP/in" && cmp "$TMP/session.c" "$GOLDEN/trace.expected" || return
	done
}

# FILE with these as its symbols, but for names that no number has: of a tracepoint, a PMU, an address.
with_symbols() # FILE NAME MASK
{
	jq -c --argjson name "$2" --argjson mask "$3" '.attr.type as $type | if .symbols then .symbols |= with_entries(
		if .key == "bp_addr" or (.key == "config" and $type == 2) or (.key == "type" and $type > 5) then .
		else .value = if .value | type == "array" then $mask else $name end end) else . end |
		(.flags, .prot | select(.)) |= $mask' "$1" > "$TMP/in"
}

# What is printed is the same, whatever the file calls its numbers.
symbols_are_those_of_the_numbers()
{
	local tool=$BUILD/plain/perfattr file command name

	while read -r file command; do
		# shellcheck disable=SC2086 # words
		"$tool" -i "$file" $command > "$TMP/want" && [ -s "$TMP/want" ] || return
		for name in '"PERF_TYPE_EVIL"' '"PERF_TYPE_HARDWARE"' '"PERF_SAMPLE_IP"' null; do
			with_symbols "$file" "$name" "[$name]" || return
			[ "$name" != null ] || with_symbols "$file" null '[]' || return
			# shellcheck disable=SC2086 # words
			"$tool" -i "$TMP/in" $command | diff "$TMP/want" - || { echo "# $file: $command"; return 1; }
		done
	done <<-END
		$GOLDEN/trace.jsonl c
		corpus/newer.json c
		corpus/newer.json -a c 9
		corpus/newer.json -a show 1-999
	END
}

# The PMU of a number would be looked up when the program runs.
only_a_dynamic_type_is_looked_up()
{
	changed "$(line_with '"attr":')" 'r["symbols"]["type"] = "msr"'
	"$PERFATTR_C" "$TMP/in" | cmp - "${SAMPLE%.jsonl}.expected"
}

# Newer versions have names that this one does not know: the number is right as well.
a_number_without_a_symbol_is_a_number()
{
	changed "$(line_with '"attr":')" 'r["attr"].update(type=6, config=1 << 20, sample_type=1 << 40 | 1, clockid=99); '\
'r["symbols"].update(type="PERF_TYPE_NEW", config="PERF_COUNT_NEW", sample_type=["PERF_SAMPLE_IP", "PERF_SAMPLE_NEW"], clockid="CLOCK_NEW")'
	"$PERFATTR_C" -o "$TMP/session.c" "$TMP/in" && compiles "$TMP/session.c" && ! bare "$TMP/session.c" | grep _NEW &&
		grep -q '\.type = 6,' "$TMP/session.c" && grep -q '\.config = 0x100000,' "$TMP/session.c" &&
		grep -q '\.sample_type = PERF_SAMPLE_IP | 0x10000000000,' "$TMP/session.c" && grep -q '\.clockid = 99,' "$TMP/session.c"
}

an_ioctl_of_a_short_name_is_refused()
{
	refuses '"cmd":"PERF_EVENT_IOC' 'r["cmd"] = "X"' cmd &&
		refuses '"cmd":"PERF_EVENT_IOC' 'r["cmd"] = "PERF_EVENT_IOC_ENABLE, evil()"' cmd
}

an_errno_that_is_code_is_refused()
{
	refuses '"attr":' 'r["ret"] = -22; r["errno"] = "EINVAL) + system(\"id\""' errno
}

symbols_that_are_code_are_refused()
{
	refuses '"attr":' 'r["symbols"]["flags"] = ["system(\"id\")"]' symbols.flags &&
		refuses '"attr":' 'r["symbols"]["flags"] = ["evil()"]' symbols.flags &&
		refuses '"attr":' 'r["symbols"]["flags"] = ["(evil)(argc)"]' symbols.flags &&
		refuses '"attr":' 'r["symbols"]["config"] = "0}; int evil = 1, x[] = {0"' symbols.config &&
		refuses '"attr":' 'r["symbols"]["sample_type"] = ["A", "0, evil"]' symbols.sample_type &&
		refuses '"cmd":' 'r["flags"] = ["0); evil("]' flags
}

a_field_that_is_code_is_refused()
{
	refuses '"attr":' 'r["attr"]["x = 0}; int evil[] = { 0"] = 1' 'attr.x = 0}; int evil[] = { 0' &&
		refuses '"attr":' 'r["attr"]["sample_period"] = "1ULL, evil"' attr.sample_period &&
		refuses '"attr":' 'r["attr"]["sample_period"] = [1]' attr.sample_period
}

names_that_lead_out_of_their_folder_are_refused()
{
	refuses '"attr":' 'r["symbols"]["type"] = "../../../../../etc/x"' symbols.type &&
		refuses '"attr":' 'r["attr"]["type"] = 2; r["symbols"]["config"] = "a:../../b"' symbols.config &&
		refuses '"attr":' 'r["kernel"]["cgroup"] = "/../../../dev/watchdog"' kernel.cgroup
}

numbers_that_are_none_are_refused()
{
	refuses '"attr":' 'r["args"]["cpu"] = "evil()"' args.cpu &&
		refuses '"attr":' 'r["pid"] = 1.5' pid &&
		refuses '"attr":' 'del r["time_ns"]' time_ns &&
		refuses '"attr":' 'r["time_ns"] = "9223372036854775807"' time_ns &&
		refuses '"call":"read"' 'r["args"]["count"] = "1, evil"' args.count
}

a_version_that_is_not_known_is_refused()
{
	local line statement

	line=$(line_with '"attr":')
	changed "$line" 'r["v"] = 4' && refused "line $line: it is of version 4, " &&
		grep -q 'a newer perfattr reads it' "$TMP/err" || return
	for statement in 'r["v"] = "1"' 'r["v"] = "evil()"' 'del r["v"]'; do
		changed "$line" "$statement" && refused "line $line: it is no record of perfattr_dump (no \"v\")" || return
	done
}

what_is_said_of_the_machine_becomes_no_code()
{
	{
		printf '%s\n' '{"v":3,"env":{"module":"*/ int evil; /*","evil()":["evil"],"load":{}}}' \
			'{"v":3,"pmu":{"name":"\"); evil(\"","id":-1}}' '{"v":3,"now":{"evil()":1}}'
		cat "$SAMPLE"
		printf '%s\n' '{"v":3,"env":{}}'
	} > "$TMP/in"
	"$PERFATTR_C" "$TMP/in" 2> "$TMP/err" | cmp - "${SAMPLE%.jsonl}.expected" && [ ! -s "$TMP/err" ] || return
	echo '{"v":4,"env":{"load":"0c1e52d0"}}' | cat - "$SAMPLE" > "$TMP/in"
	refused 'line 1: it is of version 4, '
}

# What has the number of a call is one: it must not be missing in the program.
a_call_with_a_key_of_the_machine_is_a_call()
{
	changed "$(line_with '"attr":')" 'r["env"] = {}; r["now"] = {}; r["pmu"] = {}'
	"$PERFATTR_C" "$TMP/in" | cmp - "${SAMPLE%.jsonl}.expected"
}

# Of version 3 it is the name of a kernel's symbol, and "vfs_read+0x4" an expression of C.
the_symbol_of_an_address_becomes_no_code()
{
	escapes '"attr":' 'r["symbols"]["bp_addr"] = "evil+0x4"; r["attr"].update(bp_type=4, bp_addr=None)' &&
		escapes '"attr":' 'r["symbols"]["bp_addr"] = "evil()"; r["attr"].update(bp_type=4, bp_addr="4096")' &&
		grep -q '\.bp_addr = 0x1000,' "$TMP/session.c"
}

a_call_that_is_not_known_is_refused()
{
	refuses '"call":"read"' 'r["call"] = "evil"' call
}

what_is_no_record_is_refused()
{
	local text

	for text in '[1]' '{"v":1' '"x"' ''; do
		{ head -n 1 "$SAMPLE"; echo "$text"; } > "$TMP/in"
		refused 'line 2: ' || return
	done
	{ head -n 1 "$SAMPLE"; printf '{"lost":1}\0evil\n'; } > "$TMP/in"
	refused 'line 2: '
}

a_line_without_end_is_refused_at_once()
{
	local status=0

	timeout 60 "$PERFATTR_C" /dev/zero > "$TMP/out" 2> "$TMP/err" || status=$?
	[ "$status" -eq 1 ] && [ ! -s "$TMP/out" ] && grep -q '/dev/zero: line 1: it is longer than any record' "$TMP/err" &&
		{ head -c 5000000 /dev/zero | tr '\0' ' '; cat "$SAMPLE"; } > "$TMP/in" && refused 'line 1: it is longer than any record'
}

a_value_in_a_message_obeys_no_terminal()
{
	changed 1 'r["errno"] = "\x1b[31m\u202e" + "x" * 1000; r["ret"] = -1'
	refused 'key "errno": "\u001B[31m\u202E' && [ "$(wc -c < "$TMP/err")" -lt 300 ]
}

strings_are_escaped()
{
	escapes '"attr":' 'r["comm"] = "*/ int evil; /*"' &&
		escapes '"attr":' 'r["kernel"]["event"] = "x*/ int evil; /* \" ??/ \\"' &&
		escapes '"attr":' 'r["kernel"]["cgroup"] = "/\"); evil(\"\\"' &&
		escapes '"attr":' 'r["strings"] = {"uprobe_path": "\"; evil(\"", "kprobe_func": None}' &&
		escapes '"attr":' 'r["attr"]["type"] = 99; r["symbols"]["type"] = "pmu\"); evil(\""' &&
		grep -q '\.type = pmu_type("pmu' "$TMP/session.c" &&
		escapes '"call":"ioctl"' 'r["cmd"] = "PERF_EVENT_IOC_SET_FILTER"; r["filter"] = "\"); evil(\"\n\\"'
}

a_percent_sign_is_a_percent_sign()
{
	local line

	line=$(line_with '"attr":')
	changed "$line" 'r["kernel"]["event"] = "100%"; r["kernel"]["cgroup"] = "/50%/x"'
	"$PERFATTR_C" -o "$TMP/session.c" "$TMP/in" && compiles "$TMP/session.c" &&
		grep -q -F 'cgroup("/50%/x"), ' "$TMP/session.c" &&
		grep -q -F '"100%", ' "$TMP/session.c"
}

no_string_of_any_key_becomes_code()
{
	local file

	mkdir "$TMP/v3"
	for file in "$GOLDEN"/*.jsonl; do
		./to_v2.py < "$file" | ./to_v3.py > "$TMP/v3/${file##*/}" || return
	done
	python3 hostile.py "$PERFATTR_C" "$GOLDEN" "$TMP/v3"
}

input_that_cannot_be_read_is_no_end()
{
	echo precious > "$TMP/kept.c"
	! "$PERFATTR_C" -o "$TMP/kept.c" "$TMP" 2> "$TMP/err" &&
		grep -q "cannot read $TMP behind line 0: Is a directory" "$TMP/err" &&
		[ "$(cat "$TMP/kept.c")" = precious ]
}

a_file_that_is_replaced_keeps_its_mode_and_links()
{
	echo old > "$TMP/real.c"
	chmod 640 "$TMP/real.c"
	ln -sf real.c "$TMP/link.c"
	"$PERFATTR_C" -o "$TMP/link.c" "$SAMPLE" && [ -L "$TMP/link.c" ] &&
		cmp "$TMP/real.c" "$GOLDEN/stat-cgroup.expected" && [ "$(stat -c %a "$TMP/real.c")" = 640 ]
}

output_that_cannot_be_written_is_said()
{
	! "$PERFATTR_C" -o /dev/full "$SAMPLE" 2> "$TMP/err" &&
		grep -q 'cannot write to /dev/full: No space left' "$TMP/err" && [ -c /dev/full ] &&
		! "$PERFATTR_C" "$SAMPLE" > /dev/full 2> "$TMP/err" &&
		grep -q 'cannot write to standard output: No space left' "$TMP/err" &&
		! "$PERFATTR_C" -o "$TMP/none/x.c" "$SAMPLE" 2> "$TMP/err" &&
		grep -q "cannot write to $TMP/none/x.c: No such file" "$TMP/err"
}

run_cases perfattr-c.sh "$@"
