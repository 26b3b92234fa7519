#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr explain over texts that people paste (../host/paste, read there by test_paste*): from where it takes
# them, what it refuses, what becomes of its records, and that no bytes of a text reach the terminal.
# usage: explain.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM='perfattr explain'
PASTE=$PWD/../host/paste
export LC_ALL=C.UTF-8 TZ=UTC
unset COLUMNS NO_COLOR PAGER

ln -s "$BUILD/perfattr" "$TMP/perfattr"
serve

explain() # ARGUMENT...
{
	"$TMP/perfattr" explain "$@"
}

# A line of strace without -v.
strace_line() # TYPE CONFIG ARGUMENTS RESULT
{
	printf 'perf_event_open({type=%s, size=PERF_ATTR_SIZE_VER7, config=%s, %s, ...}, %s) = %s\n' \
		"$1" "$2" 'sample_period=0, sample_type=0, read_format=0, precise_ip=0 /* arbitrary skid */' "$3" "$4"
}

# An open of a PMU with type 40 that was refused.
of_type_40()
{
	strace_line '0x28 /* PERF_TYPE_??? */' 0x5 '0, -1, -1, 0' '-1 ENOENT (No such file or directory)'
}

# Made-up PMUs: name and type in pairs.
made_up_sysfs() # [NAME TYPE]...
{
	local dir=$TMP/sys/bus/event_source/devices

	rm -rf "$TMP/sys"
	mkdir -p "$dir" "$TMP/sys/devices/system/cpu"
	echo 0-3 | tee "$TMP/sys/devices/system/cpu/"{online,possible,present} > /dev/null
	while [ $# -ge 2 ]; do
		mkdir -p "$dir/$1"
		echo "$2" > "$dir/$1/type"
		shift 2
	done
}

# A line for each call: where it is in the text, what it is, and its descriptor or error: "line 3: cycles, count, self: ENOENT".
calls()
{
	awk '/^[A-Z][A-Z0-9]*[\[:]/ { code = $0; sub(/[\[:].*/, "", code) }
		sub(/^ --> /, "") { print $0 ": " code; next }
		/^line /'
}

# The rules of the reasons, of which the first is the most usual.
rules()
{
	jq -r 'select(.call) | .why.rule // (.may_be[]?.rule)'
}

# No control characters but newlines.
is_clean() # FILE
{
	! LC_ALL=C grep -qP '[\x00-\x09\x0b-\x1f\x7f]' "$1" && return
	LC_ALL=C grep -P '[\x00-\x09\x0b-\x1f\x7f]' "$1" | head -n 3 | cat -v
	return 1
}

# --- cases ---

tells_of_each_call_its_line_and_its_reason()
{
	{
		strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, -1, 0' 3
		echo 'something else'
		strace_line PERF_TYPE_HARDWARE PERF_COUNT_HW_CPU_CYCLES '0, -1, -1, 0' '-1 ENOENT (No such file or directory)'
		strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, -1, 0x100000' '-1 EINVAL (Invalid argument)'
	} > "$TMP/text"
	same "$(explain "$TMP/text" | calls)" 'line 1: dummy, count, self: fd 3
line 3: cycles, count, self: ENOENT
line 4: dummy, count, self: EINVAL' &&
		has "$(explain "$TMP/text" | joined)" '^line 3: cycles, .*: ENOENT\[hw-pmu-missing\]: probably this machine has no hardware counters' &&
		has "$(explain "$TMP/text" | joined)" '^line 4: dummy, .*: EINVAL\[flags-not-known\]: flags 0x100000 '
}

says_what_the_text_does_not_tell()
{
	has "$(explain "$PASTE/strace-short.txt")" '^    note: not known: .*config1.* and [0-9]* more$'
}

reads_a_file_standard_input_and_words()
{
	local want

	of_type_40 > "$TMP/text"
	want=$(explain "$TMP/text")
	same "$(explain - < "$TMP/text")" "$want" && same "$(explain < "$TMP/text")" "$want" &&
		same "$(of_type_40 | explain)" "$want" &&
		has "$(explain EACCES cycles)" '\[kernel-not-excluded\]$' &&
		has "$(explain 'EACCES cycles')" '\[kernel-not-excluded\]$' &&
		has "$(explain Permission denied cycles < /dev/null)" '\[kernel-not-excluded\]$' &&
		has "$(explain ENOENT cycles)" '\[hw-pmu-missing\]$'
}

reads_strace_perf_and_lines_of_c()
{
	has "$(explain "$PASTE/strace-v.txt" | calls)" '^line 13: .*EINVAL$' &&
		has "$(explain "$PASTE/perf-ci.txt" | calls)" '^line 21: cycles.*EACCES$' &&
		same "$(explain EINVAL "$PASTE/fields-attr.txt" | calls)" 'line 4: instructions:u: EINVAL'
}

# What the text view of the module and show print of a call is an attr in C.
the_text_of_a_record_is_read()
{
	local record=$PWD/golden/record-fallback.jsonl

	"$TMP/perfattr" -i "$record" show 9 > "$TMP/text" &&
		same "$(explain EINVAL "$TMP/text" | calls)" 'line 5: cpu-clock, 4000 Hz: EINVAL' &&
		same "$(explain -j EINVAL "$TMP/text" | jq -c 'select(.call) | [.form, .unknown]')" \
			'["code",["pid","cpu","group_fd","flags"]]' &&
		same "$(explain -j EINVAL "$TMP/text" | jq -cS 'select(.call).attr')" \
			"$(jq -cS 'select(.seq == 9).attr' "$record")"
}

# Made-up PMUs, of which none counts cycles.
goes_on_with_what_comes_next()
{
	local said

	made_up_sysfs software 1 tracepoint 2 breakpoint 5 msr 8
	said=$(explain --here --sysfs "$TMP/sys" EPERM cycles) &&
		has "$said" '^    1. a seccomp filter.* \[seccomp-refused\]$' &&
		has "$said" '^    note: after that: this machine has no hardware counters.* \[hw-pmu-missing\]' &&
		has "$said" '^    allowed by one of' || return
	made_up_sysfs software 1 cpu 4
	! explain --here --sysfs "$TMP/sys" EPERM cycles | grep -q 'after that' &&
		! explain EPERM cycles | grep -q 'after that' || return
	# Of lines without anything in common each says how; of the same ones the first.
	same "$(printf '%s\n' "$(of_eacces)" "$(of_eacces)" "$(of_eacces)" | explain | grep -c '^    allowed by one of')" 1
}

of_eacces()
{
	strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_CPU_CLOCK '0, -1, -1, 0' '-1 EACCES (Permission denied)'
}

says_the_same_on_screen_and_in_json()
{
	local json screen

	json=$(of_eacces | explain -j) screen=$(of_eacces | explain -a)
	same "$(sed -n '/^    allowed by one of (/,$ s/^ \{6\}//p' <<< "$screen")" \
		"$(jq -r '.how[] | .where + (" " * (16 - (.where | length))) + .what' <<< "$json")" &&
		same "$(diff <(of_eacces | explain) - <<< "$screen" | sed -n 's/^> *\([a-z]*\) .*/\1/p' | xargs)" 'podman lxc' &&
		same "$(jq -c '[.how[].where]' <<< "$json")" \
			'["sysctl","program","docker","podman","kubernetes","lxc","systemd"]' &&
		same "$(jq -r .place <<< "$json")" null &&
		same "$(of_eacces | explain -j --here | jq -c 'select(.call) | .place | keys')" \
			'["cap_bounding","cap_effective","cap_file","container","init_userns","no_new_privs","sys_read_only"]'
}

# The fourth field of the line, exclude_kernel, is not told by a short one.
a_retry_that_opens_names_the_field_at_fault()
{
	local line

	line=$(sed -n '/= -1 EACCES/{p;q}' "$PASTE/strace-user.txt")
	{
		echo "$line"
		sed 's/exclude_kernel=0/exclude_kernel=1/; s/= -1 .*/= 3/' <<< "$line"
	} > "$TMP/text"
	has "$(explain "$TMP/text")" '^    note: line 2 opened with exclude_kernel=1, and nothing else changed$' &&
		same "$(explain -j "$TMP/text" | jq -c 'select(.ret < 0) | [.why.rule, .why.certain, .retry.field]')" \
			'["kernel-not-excluded",false,"exclude_kernel"]' &&
		same "$(explain -j "$TMP/text" | "$TMP/perfattr" -i - -j)" "$(explain -j "$TMP/text")" || return
	# Two things changed prove nothing, and another program neither.
	sed -i '2 s/inherit=0/inherit=1/' "$TMP/text"
	! explain "$TMP/text" | grep -q 'opened with' || return
	{
		echo "[pid 1] $line"
		sed 's/exclude_kernel=0/exclude_kernel=1/; s/= -1 .*/= 3/; s/^/[pid 2] /' <<< "$line"
	} > "$TMP/text"
	! explain "$TMP/text" | grep -q 'opened with'
}

# What a call needs whatever is not told of it, not only at the check that comes first.
allows_what_all_checks_ask_for()
{
	has "$(explain EACCES pid=-1 cpu=3)" '^      sysctl  *kernel.perf_event_paranoid=0$' &&
		has "$(explain EACCES cycles pid=0)" '^      sysctl  *kernel.perf_event_paranoid=1$' &&
		has "$(explain EACCES sched:sched_switch sample_type=0x400 pid=-1 cpu=0 exclude_kernel=0)" \
			'^      sysctl  *kernel.perf_event_paranoid=-1$' &&
		has "$(explain EACCES cycles:u pid=-1 cpu=0)" '^      program  *setcap cap_perfmon+ep'
}

# Also of reasons that a list has no room for.
a_second_attempt_finds_a_reason_behind_others()
{
	local open='perf_event_open({type=0, size=112, config=0, sample_period=0, sample_type=0, read_format=0, disabled=1'

	{
		echo "$open, pinned=1, precise_ip=0 /* arbitrary skid */, ...}, 0, -1, 3, 0) = -1 EINVAL (Invalid argument)"
		echo "$open, precise_ip=0 /* arbitrary skid */, ...}, 0, -1, 3, 0) = 4"
	} > "$TMP/text"
	has "$(explain "$TMP/text")" '^EINVAL\[member-pinned\]: probably ' || return
	# A kernel that has opened an event has the call.
	sed -i 's/ EINVAL .*/ ENOSYS (Function not implemented)/' "$TMP/text"
	! explain "$TMP/text" | grep call-absent
}

names_selinux_where_perf_does()
{
	local no_access='Access to performance monitoring and observability operations is limited.'
	local enforced='Enforced MAC policy settings (SELinux) can limit access to performance'

	printf 'Error:\n%s\n' "$no_access" > "$TMP/text"
	! explain "$TMP/text" | grep security-module || return
	printf 'Error:\n%s\n%s\n' "$no_access" "$enforced" > "$TMP/text"
	has "$(explain "$TMP/text")" '^    [1-9]. a security module refuses .* \[security-module\]$'
}

# What the machine allows is not told.
an_mmap_beyond_a_limit_has_no_number()
{
	{
		sed -n '/= -1 EACCES/{ s/= -1 .*/= 3/; p; q }' "$PASTE/strace-user.txt"
		echo 'mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = -1 EPERM (Operation not permitted)'
	} > "$TMP/text"
	has "$(explain "$TMP/text")" '^EPERM\[mmap-locked-memory\]: probably the buffer needs more locked memory than kernel.perf_event_mlock_kb and RLIMIT_MEMLOCK allow$' &&
		has "$(explain "$TMP/text")" '^    help: have CAP_IPC_LOCK$'
}

tells_apart_whose_word_an_error_is()
{
	local line

	line=$(sed -n '/= -1 EACCES/{p;q}' "$PASTE/strace-user.txt")
	has "$(explain <<< "$line (INJECTED)")" '^    note: strace made this error itself' &&
		same "$(explain -j <<< "$line (INJECTED)" | jq -c '[.error_by, .why, .may_be]')" '["strace",null,[]]' &&
		same "$(explain -j <<< "$line (DELAYED)" | jq -c .error_by)" null &&
		has "$(explain EPERM cycles)" '^    note: a program that returns -1 prints EPERM, too$' &&
		same "$(explain -j EPERM flags=0x100000 pid=0 | jq -c '[.error_by, .why.certain]')" '["program",false]' &&
		! explain EACCES cycles | grep 'a program that returns\|the program may'
}

# What was read once is refused in one sentence, which says what is accepted, and what to do else.
refuses_source_code_dumps_and_broken_lines()
{
	local run='which explain does not read: run the program: perfattr run -- ./PROGRAM$' name line

	line=$(sed -n '/= -1 EACCES/{p;q}' "$PASTE/strace-user.txt")
	for name in c h cc cpp go rs; do
		cp "$PASTE/fields-attr.txt" "$TMP/text.$name"
		refuses "text.$name is source code, $run" explain EINVAL "$TMP/text.$name" || return
	done
	for text in 'fd = syscall(__NR_perf_event_open, &attr, 0, -1, -1, 0);' '/* perf_event_open() failed */' \
		'fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, 0) // self' 'let mut attr = perf_event_attr::default();' \
		'00000000: 0100 0000 7000 0000 0900 0000 0000 0000' '$1 = {type = 0, size = 112, config = 0}' \
		"$(fold -w 80 <<< "$line")" "${line//=/=3D}"; do
		refuses 'no call of .*: run the program: perfattr run -- ./PROGRAM; accepted: .* unbroken lines of strace -v, ' \
			explain EINVAL - <<< "$text" || return
	done
}

takes_an_errno_beside_a_file()
{
	local file=$PASTE/fields-attr.txt

	same "$(explain EINVAL "$file")" "$(explain "$file" EINVAL)" &&
		same "$(explain EINVAL "$file")" "$(explain Invalid argument "$file")" &&
		same "$(explain EINVAL "$file")" "$(explain errno 22 "$file")" &&
		same "$(explain EINVAL "$file")" "$(explain 22 "$file")" &&
		same "$(explain EINVAL "$file")" "$(explain EINVAL < "$file")" &&
		same "$(explain EACCES "$file" | calls)" 'line 4: instructions:u: EACCES'
}

an_errno_is_not_that_of_calls_that_tell_theirs()
{
	same "$(explain EBUSY "$PASTE/strace-user.txt" | calls | grep -c ': EACCES$')" 5
}

leaves_out_calls_without_a_result_and_says_so()
{
	local want

	# Of one a signal tells that its number is not a result.
	want=$(($(grep -c '^strace-odd.*| [E0-9][^?]*$' "$PASTE/strace.expect") - 1))
	explain "$PASTE/strace-odd.txt" > "$TMP/out" 2> "$TMP/err" &&
		same "$(calls < "$TMP/out" | wc -l)" "$want" && same "$(wc -l < "$TMP/err")" 1 &&
		has "$(cat "$TMP/err")" 'calls are left out: .*strace-odd.txt does not say what they returned'
}

# What the register had before stands in the place of a result only if SIGSYS is what the thread gets next.
the_number_of_the_call_is_a_descriptor_unless_a_signal_follows()
{
	local sigsys='--- SIGSYS {si_signo=SIGSYS, si_code=SYS_SECCOMP} ---' number line fds

	for number in 298 241 336 364 319 331; do
		line=$(strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, -1, 0' "$number")
		fds=": fd $number"
		same "$(explain 2>&1 <<< "$line" | head -n 1)" "line 1: dummy, count, self$fds" &&
			has "$(printf '%s\n' "$line" 'close(7) = 0' "$sigsys" | explain 2>&1)" "$fds$" &&
			has "$(printf '%s\n' "10 $line" "11 $sigsys" '10 close(7) = 0' | explain 2>&1)" "$fds$" &&
			refuses 'does not say which error the call returned' explain - <<< "$line"$'\n'"$sigsys" &&
			refuses 'does not say which error the call returned' explain - <<< "10 $line"$'\n11 close(7) = 0\n'"10 $sigsys" &&
			refuses 'does not say which error the call returned' explain - <<< "10 $line"$'\n10 +++ killed by SIGSYS +++' || return
	done
}

refuses_what_it_cannot_read()
{
	: > "$TMP/empty"
	echo 'nothing of interest' > "$TMP/none"
	refuses 'no call of perf_event_open' explain "$TMP/empty" &&
		refuses 'no call of perf_event_open' explain "$TMP/none" &&
		refuses 'no call of perf_event_open' explain - < /dev/null &&
		refuses 'no call of perf_event_open' explain "$BUILD/own/perfattr-cat" &&
		refuses 'cannot read .*: Is a directory' explain "$TMP" &&
		refuses 'cannot read .*: Input/output error' explain /proc/self/mem &&
		refuses 'is neither a file nor known words' explain "$TMP/missing" &&
		refuses 'is neither a file nor known words' explain non sense &&
		refuses '"missing.c" is neither a file nor a known word: run the program' explain EINVAL missing.c &&
		refuses 'explain takes one file' explain "$TMP/empty" "$TMP/none" &&
		refuses 'explain takes one file' explain - "$TMP/none" < /dev/null
}

explains_a_reason_that_no_check_of_the_kernel_has()
{
	has "$(explain seccomp-refused < /dev/null)" '^EPERM\[seccomp-refused\]: a seccomp filter, as containers have one, refuses perf_event_open$'
}

refuses_a_text_without_an_errno()
{
	refuses 'does not say which error the call returned: perfattr explain EINVAL .*fields-attr.txt$' \
		explain "$PASTE/fields-attr.txt" &&
		refuses 'perfattr explain EINVAL < FILE' explain - < "$PASTE/fields-attr.txt" &&
		refuses '^perfattr: "cycles cpu=0" has no error: perfattr explain EINVAL cycles cpu=0$' \
			explain cycles cpu=0 &&
		refuses 'explain takes a file and an error name' explain cycles "$PASTE/fields-attr.txt"
}

refuses_options_that_are_of_no_use()
{
	refuses '--here is an option of try and explain' "$TMP/perfattr" list --here &&
		refuses '--source is an option of list and run: ' explain --source tracer EINVAL &&
		refuses '--source takes module, bpf or tracer, not "x"' "$TMP/perfattr" run --source x &&
		refuses '--source takes module, bpf or tracer, not "x"' "$TMP/perfattr" -f --source x &&
		refuses 'unknown option --load' explain --load EINVAL &&
		refuses 'unknown option --probes' explain --probes EINVAL &&
		refuses 'unknown option --bad' explain --bad EINVAL
}

# It is no address of the kernel, which no record tells.
an_address_that_is_not_told_is_none()
{
	printf '%s\n' 'struct perf_event_attr attr = {' '.type = PERF_TYPE_BREAKPOINT,' '.size = 128,' '.bp_addr = where,' \
		'.bp_len = HW_BREAKPOINT_LEN_8,' '.bp_type = HW_BREAKPOINT_W,' '.exclude_kernel = 1,' '};' > "$TMP/text"
	same "$(explain EINVAL "$TMP/text" | calls)" 'line 1: mem:?/8:w:uh, count: EINVAL' &&
		has "$(sed 's/where/0x1000/' "$TMP/text" | explain EINVAL | calls)" '^line 1: mem:0x1000/8:w:uh,' &&
		has "$(sed 's/where/0xffffffff81000000/' "$TMP/text" | explain EINVAL | calls)" '^line 1: mem:(kernel address):uh,' &&
		has "$(sed 's/where/0 \/* kernel address, not shown *\//' "$TMP/text" | explain EINVAL | calls)" '^line 1: mem:[?]/8:w:uh,' &&
		has "$(sed 's/_LEN_8/_LEN_N/' "$TMP/text" | explain EINVAL | calls)" '^line 1: mem:[?]:w:uh,'
}

# What a program says of its calls, the same of each thread, is one reason.
lines_of_programs_are_told_once()
{
	for tid in 1 2 3; do
		echo "[WARN] perf_event_open for TID $tid failed: Operation not permitted"
	done > "$TMP/text"
	echo 'perf_event_open: Permission denied' >> "$TMP/text"
	same "$(explain "$TMP/text" | calls)" $'line 1: pid 1: EPERM\nline 4: EACCES' &&
		has "$(explain 'perf_event_open failed: Operation not permitted (os error 1)')" 'seccomp-refused'
}

# A text may have both, the code and what its program has printed.
the_error_of_code_may_be_beside_it()
{
	{
		cat "$PASTE/fields-attr.txt"
		echo '$ ./a.out'
		echo 'perf_event_open: No such file or directory'
	} > "$TMP/text"
	same "$(explain "$TMP/text" | calls)" 'line 4: instructions:u: ENOENT' &&
		same "$(explain EBUSY "$TMP/text" | calls)" 'line 4: instructions:u: EBUSY' || return
	echo 'perf_event_open failed: EINVAL' >> "$TMP/text"
	refuses 'does not say which error the call returned' explain "$TMP/text"
}

# A PMU whose type the kernel's headers have is not exclusive; of a breakpoint all is told but its length.
the_event_of_words_is_known()
{
	same "$(explain -j EBUSY cs pid=-1 cpu=0 | rules)" '' &&
		has "$(explain -j EBUSY intel_pt// | rules)" pmu-in-use &&
		same "$(explain ENOSPC mem:0x1000:rw | calls)" 'mem:0x1000:rw: ENOSPC'
}

# What a commit or a mail says about errors is no call; a message with an URL is one.
prose_about_errors_is_no_message()
{
	local line

	for line in 'perf_event_open no longer returns EINVAL with this patch.' '# check for EPERM in perf_event_open' \
		'perf_event_open succeeds with precise_ip=0, so add EOPNOTSUPP to the list.' \
		'perf_event_open: fix the EBUSY handling in the exclusive path'; do
		refuses 'no call of perf_event_open' explain - <<< "$line" || return
	done
	for line in 'perf_event_open did not succeed: Permission denied' \
		'failed to open counter handle: perf_event_open: Permission denied' \
		'perf_event_open: Permission denied, check for CAP_PERFMON' \
		'perf_event_open PERF_COUNT_HW_CACHE_L1D failed: Permission denied' \
		'perf_event_open of PERF_COUNT_SW_DUMMY, PERF_COUNT_HW_INSTRUCTIONS: Permission denied'; do
		same "$(explain <<< "$line" | calls)" 'line 1: EACCES' || return
	done
	same "$(printf '%s\n' 'fd = perf_event_open(&attr, pid, cpu, group, flags);' 'perf_event_open: Permission denied' \
		'perf_event_open: No such device' | explain | calls | wc -l)" 2 &&
		refuses 'no call of perf_event_open' explain EINVAL - <<< 'perf_event_open failed' &&
		refuses 'does not say which error the call returned' explain - <<< 'perf_event_open failed' &&
		same "$(explain <<< 'perf_event_open PERF_COUNT_HW_INSTRUCTIONS failed unexpectedly: TEST_ERRNO=EINVAL(22)' | calls)" \
			'line 1: instructions: EINVAL' || return
	same "$(explain <<< "Permission denied to use 'perf_event_open'; see https://github.com/rr-debugger/rr/wiki" | calls)" \
		'line 1: EACCES'
}

# strace -y tells what a descriptor is; without it nothing is known of it.
a_path_of_strace_tells_that_it_is_no_event()
{
	local line

	line=$(strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, 7</dev/null>, 0' '-1 EBADF (Bad file descriptor)')
	same "$(explain -j <<< "$line" | rules)" group-fd-no-event || return
	same "$(explain -j <<< "${line/<\/dev\/null>/}" | rules)" $'group-fd-not-open\ngroup-fd-no-event'
}

# What perf says in the end is of the call that it has printed, or, without -vv, all that is known of it.
sentences_of_perf_are_of_its_call()
{
	{
		echo 'sys_perf_event_open: pid 77  cpu 0  group_fd -1  flags 0x8'
		echo 'sys_perf_event_open failed, error -2'
		echo 'Error:'
		echo 'The instructions:u event is not supported.'
	} > "$TMP/text"
	same "$(explain "$TMP/text" | calls)" 'line 1: pid 77, cpu 0: ENOENT' &&
		same "$(sed 1,2d "$TMP/text" | explain | calls)" 'line 2: instructions:u: ENOENT' &&
		has "$(explain "$PASTE/perf-said.txt" | calls)" '^line 17: cpu-clock:u, 4000 Hz: EOPNOTSUPP$'
}

# perf tells the level with the refusal: what it lets pass is no reason.
the_level_that_perf_tells_counts()
{
	{
		echo 'Access to performance monitoring and observability operations is limited.'
		echo 'Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open'
		echo 'perf_event_paranoid setting is 2:'
	} > "$TMP/text"
	has "$(explain "$TMP/text")" 'perf_event_paranoid <= 1 (it is 2) \[kernel-not-excluded\]' &&
		! explain "$TMP/text" | grep -q paranoid-refuses-all &&
		same "$(sed 's/is 2:/is 4:/' "$TMP/text" | explain -j | rules | grep -c paranoid-refuses-all)" 1 &&
		same "$(sed 's/is 2:/is 2/' "$TMP/text" | head -c -1 | explain -j | jq -c 'select(.call).facts')" null &&
		! sed 's/is 2:/is 1:/' "$TMP/text" | explain | grep -q kernel-not-excluded || return
	# At 2 and above perf has tried without the kernel; above 2 CAP_PERFMON is not enough where all is refused.
	same "$(explain -j "$TMP/text" | jq -c 'select(.may_be) | [.may_be[:2][].rule]')" \
		'["cpu-wide-not-allowed","kernel-not-excluded"]' &&
		has "$(sed 's/is 2:/is 4:/' "$TMP/text" | explain)" '^      docker  *--cap-add SYS_ADMIN' &&
		has "$(explain "$TMP/text")" '^      docker  *--cap-add PERFMON'
}

# What is refused on a descriptor that an open in the text has returned; others are of no event.
calls_on_descriptors_belong_to_their_opens()
{
	{
		strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, -1, 0' 3
		echo 'mmap(NULL, 32768, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = -1 EINVAL (Invalid argument)'
		echo 'ioctl(3, PERF_EVENT_IOC_REFRESH, 3) = -1 EINVAL (Invalid argument)'
		echo 'ioctl(4, PERF_EVENT_IOC_REFRESH, 3) = -1 EINVAL (Invalid argument)'
		echo 'ioctl(3, PERF_EVENT_IOC_ENABLE, 0) = 0'
		echo 'close(3) = 0'
		echo 'ioctl(3, PERF_EVENT_IOC_REFRESH, 6) = -1 EBADF (Bad file descriptor)'
	} > "$TMP/text"
	same "$(explain -j "$TMP/text" | jq -c 'select(.call) | [.line, .call, .event.open, .why.rule, .why.certain]' | xargs -d '\n')" \
		'[1,"open",null,null,null] [2,"mmap",1,"mmap-data-pages",false] [3,"ioctl",1,"refresh-not-sampling",false]' &&
		has "$(explain "$TMP/text" | calls)" '^line 3: ioctl REFRESH, fd 3, of #1: EINVAL$' || return
	# Flags of mmap() are not those of perf_event_open().
	same "$(explain -v "$TMP/text" | grep -A 1 '^call  ')" 'call        mmap 8 pages, fd 3
arguments   length = 32768, prot = 3, flags = 1, offset = 0
--
call        ioctl REFRESH, fd 3
arguments   cmd = 9218, arg = 3'
}

# What the other descriptor is, or its program, is not told: all reasons that this leaves, and no others.
a_call_on_a_descriptor_may_have_several_reasons()
{
	{
		strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '-1, 0, -1, 0' 3
		echo 'ioctl(3, PERF_EVENT_IOC_SET_BPF, 5) = -1 EINVAL (Invalid argument)'
		echo 'ioctl(3, PERF_EVENT_IOC_SET_OUTPUT, 9) = -1 EINVAL (Invalid argument)'
		echo 'ioctl(9<anon_inode:[perf_event]>, PERF_EVENT_IOC_SET_OUTPUT, 3<anon_inode:[perf_event]>) = -1 EINVAL (Invalid argument)'
	} > "$TMP/text"
	same "$(explain -j "$TMP/text" | jq -c 'select(.call == "ioctl") | [.may_be[] | .rule]' | xargs -d '\n')" \
		'["bpf-program-type","bpf-no-program"] ["set-output-cpu-differs","set-output-not-mapped"] '`
		`'["set-output-cpu-differs","set-output-not-mapped","set-output-mapped","set-output-task-differs"]' &&
		! explain "$TMP/text" | grep '[?]' || return
	same "$(explain -j "$TMP/text" | jq -c 'select(.may_be) | .may_be[] | .certain' | uniq)" false
}

# Opens, and whatever is done with descriptors, in any order, with and without paths: of each call something is said.
any_calls_on_descriptors_are_read()
{
	local seed=${SEED:-$RANDOM}

	awk -v seed="$seed" -v open="$(strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, GROUP, 0' '')" '
		function one(list,  n, a) { n = split(list, a, "|"); return a[1 + int(rand() * n)] }
		function fd() { return 3 + int(rand() * 4) one("||<anon_inode:[perf_event]>|</dev/null>|<anon_inode:bpf-prog>") }
		BEGIN {
			srand(seed)
			ends = "0|0|-1 EINVAL (Invalid argument)|-1 EBADF (Bad file descriptor)|-1 EACCES (Permission denied)|" \
				"-1 EPERM (Operation not permitted)|-1 ENOSPC (No space left on device)|-1 EEXIST (File exists)"
			commands = "ENABLE, 0|REFRESH, 1|PERIOD, [0]|SET_OUTPUT, FD|SET_OUTPUT, -1|SET_BPF, FD|ID, [7]|" \
				"PAUSE_OUTPUT, 1|SET_FILTER, \"a > 1\"|QUERY_BPF, 0x7f|MODIFY_ATTRIBUTES, {type=0x1, size=0x88}"
			for (i = 0; i < 4000; i++) {
				line = one("OPEN|ioctl(FD, PERF_EVENT_IOC_COMMAND) = END|ioctl(FD, PERF_EVENT_IOC_COMMAND) = END|" \
					"mmap(NULL, 8192, PROT_READ, MAP_SHARED, FD, 0) = END|read(FD, 0x7f, 8) = END|" \
					"close(FD) = END|dup2(FD, FD) = FD|munmap(0x7f0000, 8192) = END|fork() = 1NUMBER|" \
					"poll([{fd=FD, events=POLLIN}], 1, -1) = 1 ([{fd=FD, revents=POLLHUP}])")
				if (line == "OPEN") {
					line = open one("FD|FD|END")
					sub("GROUP", one("-1|FD"), line)
				}
				sub("COMMAND", one(commands), line)
				sub("END", one(ends), line)
				while (sub("FD", fd(), line))
					;
				sub("NUMBER", int(rand() * 3), line)
				print one("10 |11 |12 ") line
			}
		}' > "$TMP/text"
	explain -j "$TMP/text" > "$TMP/json" 2> "$TMP/err" &&
		[ "$(jq -c 'select(.call)' "$TMP/json" | wc -l)" -gt 400 ] && [ ! -s "$TMP/err" ] && return
	echo "SEED=$seed: $(jq -c "select(.call)" "$TMP/json" | wc -l) calls of $(wc -l < "$TMP/text") lines"
	head -n 5 "$TMP/err"
	return 1
}

# The number may be that of another one in another process.
descriptors_are_those_of_a_thread()
{
	{
		echo "10 $(strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, -1, 0' '3<anon_inode:[perf_event]>')"
		echo '11 ioctl(3<anon_inode:[perf_event]>, PERF_EVENT_IOC_REFRESH, 1) = -1 EINVAL (Invalid argument)'
		echo '10 ioctl(3<anon_inode:[perf_event]>, PERF_EVENT_IOC_REFRESH, 2) = -1 EINVAL (Invalid argument)'
		echo '10 ioctl(9<anon_inode:[perf_event]>, PERF_EVENT_IOC_REFRESH, 2) = -1 EINVAL (Invalid argument)'
	} > "$TMP/text"
	same "$(explain -j "$TMP/text" | jq -c 'select(.call == "ioctl") | [.tid, .fd, .event.open, .why.rule]' | xargs -d '\n')" \
		'[11,3,null,null] [10,3,1,"refresh-not-sampling"] [10,9,null,null]' &&
		has "$(explain "$TMP/text" | calls)" '^line 4: ioctl REFRESH, fd 9: EINVAL$'
}

records_are_json_with_what_is_known()
{
	explain -j EINVAL "$PASTE/fields-attr.txt" > "$TMP/json" && jq -e 'select(.call) |
		.call == "open" and .source == "text" and .form == "code" and .errno == "EINVAL" and .line > 0 and
		(.unknown | type) == "array" and ((.why != null) != (.may_be | length > 1))' "$TMP/json" > /dev/null &&
		same "$(explain -j "$PASTE/strace-short.txt" | jq -r .form | sort | uniq -c | tr -s ' ')" ' 28 strace' &&
		same "$(explain -j EACCES cycles | jq -c '[.form, .args.pid, .attr.sample_type, .attr.type]')" \
			'["words",null,null,0]'
}

# What a text does not tell is null, and named.
what_is_not_told_is_null()
{
	explain -j "$PASTE/strace-short.txt" > "$TMP/json"
	jq -e 'select(.attr) | . as $r | [.unknown[] | select(in($r.attr)) | $r.attr[.] == null] | all' \
		"$TMP/json" > "$TMP/all" &&
		! grep -qv true "$TMP/all" && [ -s "$TMP/all" ] &&
		same "$(explain -j EACCES cycles | jq -c '[.unknown | index("pid", "flags") != null]')" '[true,true]'
}

records_are_read_back_with_the_same_reasons()
{
	local file

	for file in strace-short strace-5.0 strace-user perf-guest perf-hybrid; do
		explain -j "$PASTE/$file.txt" > "$TMP/json" || return
		same "$("$TMP/perfattr" -i "$TMP/json" -j)" "$(cat "$TMP/json")" &&
			same "$(explain -j "$TMP/json")" "$(cat "$TMP/json")" &&
			same "$(explain "$TMP/json" | sed 's/^line [0-9]*: //; s/^ --> line [0-9]*: //')" \
				"$(explain "$PASTE/$file.txt" | sed 's/^line [0-9]*: //; s/^ --> line [0-9]*: //')" || return
	done
	has "$("$TMP/perfattr" -i "$TMP/json" --width 200)" 'topdown-retiring\|cpu.*EINVAL' &&
		same "$("$TMP/perfattr" -i "$TMP/json" | grep -c '^ *[0-9][0-9]*  ')" "$(grep -c '"call"' "$TMP/json")" &&
		has "$("$TMP/perfattr" -i "$TMP/json" show 1)" 'struct perf_event_attr attr = {'
}

list_and_show_have_the_reasons_of_records()
{
	{
		strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, -1, 0x100000' '-1 EINVAL (Invalid argument)'
		strace_line PERF_TYPE_SOFTWARE PERF_COUNT_SW_DUMMY '0, -1, 77, 0' '-1 EBADF (Bad file descriptor)'
	} > "$TMP/text"
	explain -j "$TMP/text" > "$TMP/json"
	"$TMP/perfattr" -i "$TMP/json" list > "$TMP/list" &&
		has "$(cat "$TMP/list")" '^1 .* EINVAL \[a\]$' && has "$(cat "$TMP/list")" '^\[a\] EINVAL\[flags-not-known\]: .* call #1$' &&
		has "$(cat "$TMP/list")" '^2 .* EBADF \[b\]$' && has "$(cat "$TMP/list")" '^\[b\] EBADF: .* call #2$' &&
		has "$(cat "$TMP/list")" '^    1. .* \[group-fd-not-open\]$' && has "$(cat "$TMP/list")" '^    2. .* \[group-fd-no-event\]$' &&
		has "$("$TMP/perfattr" -i "$TMP/json" show 1)" '^EINVAL\[flags-not-known\]: ' &&
		has "$("$TMP/perfattr" -i "$TMP/json" show 2)" '^    2. .* \[group-fd-no-event\]$'
}

filters_choose_among_the_calls_of_a_text()
{
	local file=$PASTE/strace-short.txt

	same "$(explain -x "$file" | calls | wc -l)" "$(grep -c '^strace-short.*| E' "$PASTE/strace.expect")" &&
		same "$(explain -E EBADF "$file" | calls | grep -c ': EBADF$')" 3 &&
		same "$(explain -e 'r1cd*' "$file" | calls | cut -d , -f 1)" 'line 8: r1cd:ppp' &&
		same "$(explain -p 31720 "$PASTE/strace-pids.txt" | calls | wc -l)" 1 &&
		same "$(explain -n 2 "$file" | calls | wc -l)" 2 &&
		same "$(explain -x -j "$file" | jq -c 'select(.ret >= 0)' | wc -l)" 0
}

here_the_pmus_of_this_machine_are_known()
{
	of_type_40 > "$TMP/text"
	made_up_sysfs cpu 4 software 1 breakpoint 5
	same "$(explain --here --sysfs "$TMP/sys" -j "$TMP/text" | rules)" pmu-type-missing || return
	made_up_sysfs cpu 4 software 1 breakpoint 5 odd_pmu 40
	has "$(explain --here --sysfs "$TMP/sys" "$TMP/text" | calls)" '^line 1: odd_pmu/' &&
		! explain --here --sysfs "$TMP/sys" -j "$TMP/text" | rules | grep -qx pmu-type-missing &&
		explain -j "$TMP/text" | rules | grep -qx pmu-type-missing &&
		explain --here --sysfs "$TMP/sys" -j "$TMP/text" > "$TMP/json" &&
		same "$("$TMP/perfattr" -i "$TMP/json" -j)" "$(cat "$TMP/json")"
}

nothing_is_certain_that_rests_on_this_machine()
{
	made_up_sysfs software 1
	same "$(explain --here --sysfs "$TMP/sys" -j "$PASTE/strace-v.txt" |
		jq -r 'select(.why.certain) | .why.rule' | sort -u)" \
		"$(explain -j "$PASTE/strace-v.txt" | jq -r 'select(.why.certain) | .why.rule' | sort -u)"
}

every_text_is_understood_or_refused_in_one_line()
{
	local file status

	for file in "$PASTE"/*.txt; do
		explain EINVAL "$file" > "$TMP/out" 2> "$TMP/err"
		status=$?
		[ "$status" -le 1 ] && [ "$(wc -l < "$TMP/err")" -le 1 ] && is_clean "$TMP/out" &&
			is_clean "$TMP/err" && continue
		echo "${file##*/}: status $status: $(head -n 3 "$TMP/err")"
		return 1
	done
}

# Bytes that a terminal obeys, everywhere in a text and in the words.
no_bytes_of_a_text_reach_the_terminal()
{
	local file way

	for file in strace-short strace-y strace-odd perf-guest perf-sentence words fields-attr; do
		for way in 's/,/\x1b[31m,/g' 's/[_:]/&\x1b]0;x\x07/g' 's/ /\x9b2J /3' 's/[0-9]/&\x08/7' \
			's/[A-Za-z]\{5\}/&\x7f\x00/g'; do
			LC_ALL=C sed "$way" "$PASTE/$file.txt" > "$TMP/text"
			for how in '' -v -j; do
				# shellcheck disable=SC2086 # none or one
				explain $how EINVAL "$TMP/text" > "$TMP/out" 2> "$TMP/err"
				[ $? -le 1 ] && is_clean "$TMP/out" && is_clean "$TMP/err" && continue
				echo "$file, $way, $how: $(head -n 3 "$TMP/err")"
				return 1
			done
		done
	done
	explain EINVAL $'cycles:\x1b[31m' > "$TMP/out" 2>&1
	is_clean "$TMP/out" || return
	cp "$PASTE/fields-attr.txt" "$TMP/"$'x\x1b[31m.c'
	explain "$TMP/"$'x\x1b[31m.c' > "$TMP/out" 2>&1
	is_clean "$TMP/out"
}

in_a_minute_of_cpu() # COMMAND...
(
	ulimit -t 60
	exec timeout 1200 "$@"
)

# As much as a script writes by mistake; the limit is 64 MB.
a_long_text_ends_soon()
{
	head -c 3000000 /dev/zero | tr '\0' '(' > "$TMP/text"
	refuses 'no call of perf_event_open' in_a_minute_of_cpu "$TMP/perfattr" explain "$TMP/text" || return
	yes 'perf_event_open({' | head -n 10000 | tr -d '\n' > "$TMP/text"
	refuses 'no call of perf_event_open' in_a_minute_of_cpu "$TMP/perfattr" explain "$TMP/text" || return
	{ of_type_40; yes 'nothing' | head -n 200000; of_type_40; } > "$TMP/text"
	same "$(in_a_minute_of_cpu "$TMP/perfattr" explain "$TMP/text" | calls | cut -d : -f 1)" $'line 1\nline 200002'
}

# A call in a few words: its usual reason first, no number that nobody has said, and what a person types next.
a_few_words_get_the_usual_reason()
{
	local said

	has "$(explain EINVAL)" '^    1[.] .*\[no-task-no-cpu\]$' && has "$(explain EINVAL cycles:pp)" '^    1[.] .*\[precise-' || return
	said=$(explain mmap EINVAL) &&
		has "$said" '^    1[.] .*\[mmap-data-pages\]$' && ! grep -qE '0 pages|line 1: mmap .' <<< "$said" &&
		has "$said" '^    to know which: perfattr run -- PROGRAM$' || return
	said=$(explain ioctl SET_OUTPUT EINVAL) &&
		has "$said" '^    1[.] this event and the other count on different cpus: .*\[set-output-cpu-differs\]$' &&
		! grep -q 'descriptor 0' <<< "$said" || return
	said=$(explain read ENOSPC) && has "$said" '^ENOSPC\[read-too-small\]: probably count is below the bytes that ' || return
	said=$(echo 'cannot set read watchpoint: No space left on device' | explain -) &&
		has "$said" '^ENOSPC\[breakpoint-slots-taken\]: ' || return
	has "$(explain EACCES < /dev/null)" '^    to know which: .*; cat /proc/sys/kernel/perf_event_paranoid$' || return
	has "$(true | explain EMFILE)" '^    to know which: .*; ulimit -n$'
}

# explain -a: all checks that return an error, of opens and of calls on an event.
all_reasons_of_an_error_are_listed()
{
	local said

	said=$(explain -a EINVAL) &&
		has "$said" '^  flags-not-known  ' && has "$said" '^  mmap-data-pages  ' && ! grep -q '^  paranoid-' <<< "$said" || return
	same "$(explain -a EINVAL | grep -c '^  [a-z]')" "$(explain -a 22 | grep -c '^  [a-z]')"
}

a_layout_needs_no_error_and_names_unknown_bits()
{
	local said

	said=$(explain --layout 'sample_type=IP|TID|READ' 'read_format=GROUP|ID') &&
		has "$said" '^    __u32 pid, tid;  *\/\* 16 \*/$' && ! grep -q EINVAL <<< "$said" || return
	said=$(explain --layout sample_type=0x2000001 read_format=64) &&
		has "$said" '^no known kernel has these bits of sample_type: 0x2000000$' &&
		has "$said" '^no known kernel has these bits of read_format: 0x40$' &&
		has "$said" 'what follows cannot be decoded$' && has "$said" '^    /\* then __u64 ip; \*/$' || return
	has "$(explain --layout sample_type=FOO)" '^sample_type is not known' &&
		has "$(explain --layout 'sample_type=IP|READ')" '^not known: read_format$' &&
		same "$(explain --layout -j sample_type=0x2000001 | jq -r '.unknown_sample_type, .sample[0].offset')" $'33554432\nnull' || return
	# WEIGHT_STRUCT, bit 24, is before DATA_SRC, bit 15.
	same "$(explain --layout -j 'sample_type=DATA_SRC|IP|CALLCHAIN|WEIGHT_STRUCT' |
		jq -c '[.sample_size, (.sample[] | .flag, .offset, .size)]')" \
		'[null,"IP",8,8,"CALLCHAIN",16,null,"WEIGHT_STRUCT",null,8,"DATA_SRC",null,8]'
}

# An event is found without a look at each.
many_threads_take_little_time()
{
	{
		of_type_40
		seq -f '%.0f a()' 1000 300999
	} > "$TMP/text"
	(ulimit -t 12; "$BUILD/plain/perfattr" explain -x "$TMP/text") > "$TMP/out" 2> "$TMP/err"
	has "$(cat "$TMP/out" "$TMP/err")" '^ --> line 1: '
}

# Instructions, not time: the same at each run, however busy the machine is.
one_line_takes_at_most_six_million_instructions()
{
	local line count

	command -v valgrind > /dev/null || { echo 'needs valgrind'; return 77; }
	for line in 'perf_event_open: Permission denied' 'perf_event_open: No such file or directory'; do
		count=$(valgrind --tool=lackey --basic-counts=yes --log-fd=9 "$BUILD/plain/perfattr" explain "$line" \
			9>&1 > /dev/null < /dev/null | sed -n 's/.*guest instrs: *//p' | tr -d ,)
		[ "${count:-9999999}" -le 6000000 ] || { echo "$line: $count"; return 1; }
	done
}

# Only --here asks this machine; a text may be of another one.
one_line_opens_no_file_of_sysfs()
{
	local files

	command -v strace > /dev/null || { echo 'needs strace'; return 77; }
	strace -qq -e trace=open,openat,openat2,readlink,stat,newfstatat -o "$TMP/strace" \
		"$BUILD/plain/perfattr" explain 'perf_event_open: Permission denied' > /dev/null < /dev/null || return
	files=$(grep -c '"/etc/\|"/lib\|"/usr' "$TMP/strace")
	[ "$files" -gt 0 ] && ! grep -E '"/(sys|proc)' "$TMP/strace" || return
	strace -qq -e trace=open,openat,openat2,readlink,stat,newfstatat -o "$TMP/strace" \
		"$BUILD/plain/perfattr" explain --here 'perf_event_open: Permission denied' > /dev/null < /dev/null
	grep -q '"/sys' "$TMP/strace"
}

run_cases explain.sh "$@"
