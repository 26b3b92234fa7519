#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# time limit: 240
# not on debug kernels: it tests programs, not the module
# vm options: --smp 2
#
# What people see first: calls on open events that are refused, or that disappoint, are answered on the lines of
# `perfattr run`, with and without -c, in a terminal's 100 columns, while the module records no calls but opens.
# Nothing else is looked at: each row is a regular expression.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

needs perfattr
export LC_ALL=C.UTF-8

# Calls with what is indented below them, and the diagnostics that their letters refer to, as a line each. A list of
# many causes uses a letter again after it has printed the diagnostics.
lines_of_screen()
{
	awk 'function put(  i, left) {
			for (i = 0; i < n; i++) {
				printf "%s", row[i]
				for (left = row[i]; match(left, /\[[a-z]+\]/); left = substr(left, RSTART + RLENGTH))
					printf " %s", why[substr(left, RSTART, RLENGTH)]
				print ""
			}
			n = told = 0
		}
		/^ *[0-9]+  / { if (told) put(); row[n++] = $0; in_row = 1; letter = ""; next }
		match($0, /^\[[a-z]+\] /) { letter = substr($0, 1, RLENGTH - 1); why[letter] = substr($0, RLENGTH + 1); told = 1; in_row = 0; next }
		/^ +[^ ]/ { sub(/^ +/, ""); if (letter != "") why[letter] = why[letter] " " $0; else if (in_row) row[n - 1] = row[n - 1] " " $0; next }
		{ letter = ""; in_row = 0 }
		END { put() }' "$TMP/screen" > "$TMP/lines"
}

# The lines of a program.
screen_of() # OPTION... -- PROGRAM...
{
	local status=0

	perfattr run --width 100 "$@" > "$TMP/printed" 2> "$TMP/screen" || status=$?
	lines_of_screen
	grep -v '^ok ' "$TMP/printed"
	return "$status"
}

# A line of a program, by its comm; of others by the call.
answers() # COMM|CALL PATTERN
{
	grep -E "^ *[0-9]+ +([0-9:.]+ +)?($1\[[0-9]*(\]|…)|[^ ]+\[[0-9]*(\]|…) +$1) " "$TMP/lines" > "$TMP/some"
	grep -q -E -e "$2" "$TMP/some" && return
	printf 'no %s in:\n' "$2"
	cat "$TMP/some"
	return 1
}

# Each row: comm (its first 15 characters) or call, and what a line of it says. Newer kernels map a buffer when it is
# mapped, and not when it is touched.
rows()
{
	sed -n "/^<<$1>>/,/^<<\/$1>>/{ /^<</d; p }" << 'EOS'
<<cases>>
counts             read +fd [0-9]+ +of #[0-9]+ +[1-9][0-9]+$
waits_for_exec     read .* 0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?it waits for an exec of its task \(enable_on_exec\)
never_enabled      read .* 0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?it, or its group leader, was never enabled
leader_is_off      read .* 0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?it, or its group leader, was never enabled
group_is_read      read .* [1-9][0-9]+ 0 0$
on_another_cpu     read .* 0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?its task ran, but never on its cpu \(cpu 1\)
a_third_unscale    read .* [0-9]+ +ran [1-7][0-9] %, not scaled: read_format lacks the times
a_third_scaled     read .* [0-9]+ +ran [1-7][0-9] %$
half_elsewhere     read .* [1-9][0-9]+ +ran [1-7][0-9] %$
samples_are_los    read .* 10[0-9][0-9] +lost [89][0-9][0-9] samples; nobody has read its buffer
nobody_reads       read .* [0-9]+ +nobody has read its buffer
nobody_looks       read .* [0-9]+ +(its process has not touched|nobody has read) its buffer
closed_unread      close .* ok +never ran \[[a-z]+\] .*: the event never ran: (probably )?(it, or its group leader, was never enabled|its task has exited without running while it was enabled)
task_sleeps        read .* 0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?its task has not run since it was enabled
task_is_gone       read .* 0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?its task has exited without running while it was enabled
trials             3 probes +closed at once: dummy:u
mmap_513           mmap 513 pages .*EPERM \[[a-z]+\] .*EPERM\[mmap-locked-memory\]: .*513 pages more: .* CAP_IPC_LOCK, kernel.perf_event_mlock_kb >= [0-9]+ or RLIMIT_MEMLOCK >= [0-9]+ KiB
mmap_513           mmap 513 pages .*EPERM \[[a-z]+\] .*EPERM\[mmap-locked-memory\]: .*the buffer needs more locked memory than kernel.perf_event_mlock_kb and RLIMIT_MEMLOCK allow, 513 pages more.* help: length = [1-9][0-9]+.*the buffer is smaller
mmap_private       mmap 9 pages .*EINVAL \[[a-z]+\] .*EINVAL\[mmap-not-shared\]: .*flags lack MAP_SHARED.* help: flags = 0x1
mmap_odd           mmap 7 pages .*EINVAL \[[a-z]+\] .*EINVAL\[mmap-data-pages\]: .*length 28672 is 1 control page \+ 6 data pages: .*power of two.* help: length = 36864
mmap_inherit       mmap 9 pages .*EINVAL \[[a-z]+\] .*EINVAL\[mmap-inherited-any-cpu\]: .*open one event per cpu, or set inherit=0
mmap_again         mmap 5 pages .*EINVAL \[[a-z]+\] .*EINVAL\[mmap-other-size\]: .*a buffer of another size already: of 9 pages, not 5.* help: length = 36864
read_small         read .*ENOSPC \[[a-z]+\] .*ENOSPC\[read-too-small\]: .*count 8 is below the 24 bytes .* help: count = 24
period_zero        ioctl PERIOD 0 .*EINVAL \[[a-z]+\] .*EINVAL\[period-zero\]: .*a period of 0 cannot be set
period_counts      ioctl PERIOD 1000 .*EINVAL \[[a-z]+\] .*EINVAL\[period-not-sampling\]: .*works on sampling events only
refresh_counts     ioctl REFRESH .*EINVAL \[[a-z]+\] .*EINVAL\[refresh-not-sampling\]: .*this event does not sample
output_cpu         ioctl SET_OUTPUT .*EINVAL \[[a-z]+\] .*EINVAL\[set-output-cpu-differs\]: .*count on different cpus, -1 and 0:
output_half        ioctl SET_OUTPUT .*EBADF \[[a-z]+\] .*EBADF\[set-output-half\]: .*0xffffffff is not -1.* pass -1L
output_plain       ioctl SET_OUTPUT .*EINVAL \[[a-z]+\] .*EINVAL\[set-output-not-mapped\]: .*has no buffer: mmap it first
filter_field       ioctl SET_FILTER .*EINVAL \[[a-z]+\] .*EINVAL\[filter-condition\]: .*no_such_field
filter_dummy       ioctl SET_FILTER .*EINVAL \[[a-z]+\] .*EINVAL\[filter-not-supported\]: .*PMU software takes no filter
bpf_not_open       ioctl SET_BPF .*EBADF \[[a-z]+\] .*EBADF\[bpf-not-open\]: .*descriptor 999 is not open
poll_no_buffer     poll .*POLLHUP \[[a-z]+\] .*note\[poll-no-buffer\]: .*no buffer to wait for: mmap it
poll_off           poll .*nothing \[[a-z]+\] .*note\[poll-event-off\]: .*adds none: it is disabled
prctl_alone        prctl ENABLE .*ok \[[a-z]+\] .*note\[prctl-no-events\]: .*has no open event that it opened itself
ioctl_tty          ioctl 0x5401 .*ENOTTY \[[a-z]+\] .*ENOTTY\[ioctl-not-known\]: .*perf events have no ioctl 0x5401
id_null            ioctl ID .*EFAULT \[[a-z]+\] .*EFAULT\[id-not-writable\]: .*not a pointer to 8 writable bytes
enable_gone        ioctl ENABLE .*ok \[[a-z]+\] .*note\[enable-task-exited\]: .*the task has exited: .*counts nothing any more
pause_nothing      ioctl PAUSE_OUTPUT .*EINVAL \[[a-z]+\] .*EINVAL\[pause-no-buffer\]: .*no buffer to pause: mmap it first
modify_dummy       ioctl MODIFY_[A-Z…]+ .*EOPNOTSUPP \[[a-z]+\] .*EOPNOTSUPP\[modify-no-breakpoint\]: .*only breakpoints can be modified
<</cases>>
<<rules>>
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-data-pages\]: .*length 16384 is 1 control page \+ 3 data pages: .*power of two
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-not-shared\]: .*flags lack MAP_SHARED: .* help: flags = 0x1
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-offset\]: .*offset 0x9000 means an AUX area, which PMU software does not have
mmap               ENOMEM (×[0-9]+ )?\[[a-z]+\] .*ENOMEM\[mmap-no-memory\]: .*no memory for a buffer of 1048577 pages
mmap               ENOMEM (×[0-9]+ )?\[[a-z]+\] .*ENOMEM\[mmap-too-long\]: .*more than any buffer can have
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-other-size\]: .*a buffer of another size already: of 9 pages, not 5
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-output-size\]: .*probably the event writes into the buffer of another event \(SET_OUTPUT\)
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-inherited-any-cpu\]: .*inherit=1 and cpu -1 cannot be mapped: 
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-aux-offset-unset\]: .*set aux_offset and aux_size there before this mmap
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-aux-offset-differs\]: .*is not aux_offset 131072 of the control page
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-aux-size-differs\]: .*is not aux_size 32768 of the control page
mmap               EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[mmap-aux-pages\]: .*3 pages: an AUX area must have a power of two
mmap               EOPNOTSUPP (×[0-9]+ )?\[[a-z]+\] .*EOPNOTSUPP\[mmap-no-aux\]: .*PMU software has no AUX area
mmap               EPERM (×[0-9]+ )?\[[a-z]+\] .*EPERM\[mmap-locked-memory\]: .*4097 pages more: .*or have CAP_IPC_LOCK, 
ioctl              ENOTTY (×[0-9]+ )?\[[a-z]+\] .*ENOTTY\[ioctl-not-known\]: .*perf events have no ioctl 0x5401
ioctl              ENOTTY (×[0-9]+ )?\[[a-z]+\] .*ENOTTY\[ioctl-size\]: .*has the number of PERF_EVENT_IOC_PERIOD, but not its size
ioctl REFRESH      EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[refresh-not-sampling\]: .*this event does not sample
ioctl REFRESH      EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[refresh-inherited\]: .*REFRESH does not work on an event with inherit
ioctl PERIOD       EFAULT (×[0-9]+ )?\[[a-z]+\] .*EFAULT\[period-not-readable\]: .*pass the address of a __u64, not its value
ioctl PERIOD       EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[period-not-sampling\]: .*works on sampling events only
ioctl PERIOD       EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[period-zero\]: .*a period of 0 cannot be set
ioctl PERIOD       EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[period-too-large\]: .*it must be below 2\^63
ioctl PERIOD       EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[period-freq-above-max\]: .*the event has freq.* help: period = [0-9]+.*it samples less often
ioctl ID           EFAULT (×[0-9]+ )?\[[a-z]+\] .*EFAULT\[id-not-writable\]: .*not a pointer to 8 writable bytes
ioctl SET_OUTPUT   EBADF (×[0-9]+ )?\[[a-z]+\] .*EBADF\[set-output-half\]: .*0xffffffff is not -1: .* help: arg = -1
ioctl SET_OUTPUT   EBADF (×[0-9]+ )?\[[a-z]+\] .*EBADF\[set-output-not-open\]: .*descriptor 999 is not open
ioctl SET_OUTPUT   EBADF (×[0-9]+ )?\[[a-z]+\] .*EBADF\[set-output-no-event\]: .*is not a perf event
ioctl SET_OUTPUT   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[set-output-itself\]: .*is this event itself; to end the redirection pass -1L
ioctl SET_OUTPUT   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[set-output-cpu-differs\]: .*a buffer is for one cpu
ioctl SET_OUTPUT   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[set-output-task-differs\]: .*only events of one task may share such a buffer
ioctl SET_OUTPUT   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[set-output-clock-differs\]: .*has another clock \(use_clockid, clockid\)
ioctl SET_OUTPUT   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[set-output-direction-differs\]: .*write_backward of this event .* differ
ioctl SET_OUTPUT   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[set-output-not-mapped\]: .*has no buffer: mmap it first
ioctl SET_OUTPUT   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[set-output-mapped\]: .*which is mapped: munmap it first
ioctl PAUSE_OUTPUT EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[pause-no-data\]: .*only its control page, and no data to pause
ioctl PAUSE_OUTPUT EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[pause-no-buffer\]: .*no buffer to pause: mmap it first
ioctl SET_FILTER   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[filter-not-supported\]: .*PMU software takes no filter
ioctl SET_FILTER   EFAULT (×[0-9]+ )?\[[a-z]+\] .*EFAULT\[filter-not-readable\]: .*not a pointer to a readable string
ioctl SET_FILTER   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[filter-condition\]: .*"\^" is not an operator
ioctl SET_FILTER   EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[filter-type\]: .*probably in the filter.*strings have quotes, numbers have none
ioctl SET_FILTER   EPERM (×[0-9]+ )?\[[a-z]+\] .*EPERM\[filter-syntax\]: .*is where && or \|\| is expected
ioctl SET_FILTER   ENOENT (×[0-9]+ )?\[[a-z]+\] .*ENOENT\[filter-parenthesis\]: .*is not closed
ioctl SET_FILTER   ESRCH (×[0-9]+ )?\[[a-z]+\] .*ESRCH\[filter-quote\]: .*has no second quote
ioctl SET_FILTER   EEXIST (×[0-9]+ )?\[[a-z]+\] .*EEXIST\[filter-exists\]: .*has a filter already, which stays until it is closed
ioctl SET_BPF      EBADF (×[0-9]+ )?\[[a-z]+\] .*EBADF\[bpf-not-open\]: .*descriptor 999 is not open
ioctl SET_BPF      EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[bpf-no-program\]: .*is not a BPF program
ioctl SET_BPF      EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[bpf-program-type\]: .*takes a BPF_PROG_TYPE_TRACEPOINT only
ioctl SET_BPF      EACCES (×[0-9]+ )?\[[a-z]+\] .*EACCES\[bpf-context\]: .*bytes of its context, more than sched:sched_switch has
ioctl SET_BPF      EEXIST (×[0-9]+ )?\[[a-z]+\] .*EEXIST\[bpf-exists\]: .*close the event to detach it
ioctl SET_BPF      EEXIST (×[0-9]+ )?\[[a-z]+\] .*EEXIST\[bpf-same-program\]: .*already, through another event
ioctl QUERY_BPF    EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[query-no-tracepoint\]: .*QUERY_BPF is for PERF_TYPE_TRACEPOINT only
ioctl QUERY_BPF    EFAULT (×[0-9]+ )?\[[a-z]+\] .*EFAULT\[query-not-readable\]: .*not a pointer to a struct perf_event_query_bpf 
ioctl QUERY_BPF    E2BIG (×[0-9]+ )?\[[a-z]+\] .*E2BIG\[query-too-many\]: .*ids_len is above 64
ioctl QUERY_BPF    EPERM (×[0-9]+ )?\[[a-z]+\] .*EPERM\[query-not-allowed\]: .*QUERY_BPF shows the BPF programs of others.* help: have CAP_PERFMON in the initial user namespace
ioctl QUERY_BPF    ENOSPC (×[0-9]+ )?\[[a-z]+\] .*ENOSPC\[query-short\]: .*ids_len is 1, and 2 programs are attached.* help: ids_len = 2
ioctl MODIFY_ATTRIBUTES EOPNOTSUPP (×[0-9]+ )?\[[a-z]+\] .*EOPNOTSUPP\[modify-no-breakpoint\]: .*only breakpoints can be modified
ioctl MODIFY_ATTRIBUTES EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[modify-type\]: .*type 5 differs from the event's type 1
ioctl MODIFY_ATTRIBUTES EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[modify-field\]: .*sample_type is not what the event was opened with
ioctl MODIFY_ATTRIBUTES EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[breakpoint-length-refused\]: .*bp_len 16 is not a length 
ioctl MODIFY_ATTRIBUTES E2BIG (×[0-9]+ )?\[[a-z]+\] .*E2BIG\[size-above-page\]: .*size 5000 is above a page
ioctl MODIFY_ATTRIBUTES EINVAL (×[0-9]+ )?\[[a-z]+\] .*EINVAL\[sample-type-not-known\]: .*has bits that this kernel does not know
read               ENOSPC (×[0-9]+ )?\[[a-z]+\] .*ENOSPC\[read-too-small\]: .*count 0 is below the 8 bytes.* help: count = 8
read               EFAULT (×[0-9]+ )?\[[a-z]+\] .*EFAULT\[read-not-writable\]: .*not writable for 8 bytes
poll               POLLHUP \[[a-z]+\] .*note\[poll-no-buffer\]: .*no buffer to wait for
poll               nothing \[[a-z]+\] .*note\[poll-event-off\]: .*it is disabled
poll               POLLHUP \[[a-z]+\] .*note\[poll-task-exited\]: .*the task has exited
ioctl ENABLE       ok \[[a-z]+\] .*note\[enable-task-exited\]: .*counts nothing any more
prctl ENABLE       ok \[[a-z]+\] .*note\[prctl-no-events\]: .*has no open event that it opened itself
read               [ ]0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?it waits for an exec of its task \(enable_on_exec\)
read               [ ]0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?its task ran, but never on its cpu \(cpu 1\)
read               [ ]0 +never ran \[[a-z]+\] .*: the event never ran: (probably )?its task has not run since it was enabled
read               [ ]1[0-9][0-9][0-9] +lost [0-9]+ samples; nobody has read its buffer
<</rules>>
<<quiet>>
waits_for_exec     task-clock.* never ran \[[a-z]+\] .*: the event never ran: (probably )?it waits for an exec of its task \(enable_on_exec\)
never_enabled      task-clock.* never ran \[[a-z]+\] .*: the event never ran: (probably )?it, or its group leader, was never enabled
on_another_cpu     task-clock.* never ran \[[a-z]+\] .*: the event never ran: (probably )?its task ran, but never on its cpu \(cpu 1\)
a_third_unscale    .* ran [1-7][0-9](\.\.[1-7][0-9])? %, not scaled: read_format lacks the times
samples_are_los    .* lost [89][0-9][0-9] samples
task_is_gone       .* never ran \[[a-z]+\] .*: the event never ran: (probably )?its task has exited without running while it was enabled
mmap_513           .*mmap 513 pages.* EPERM \[[a-z]+\] .*EPERM\[mmap-locked-memory\]: .*513 pages more: .* CAP_IPC_LOCK, kernel.perf_event_mlock_kb >= [0-9]+ or RLIMIT_MEMLOCK >= [0-9]+ KiB
mmap_odd           .*mmap 7 pages.* EINVAL \[[a-z]+\] .*EINVAL\[mmap-data-pages\]: .*length 28672 is 1 control page \+ 6 data pages: .*power of two.* help: length = 36864
read_small         .*read.* ENOSPC \[[a-z]+\] .*ENOSPC\[read-too-small\]: .*count 8 is below the 24 bytes .* help: count = 24
period_counts      .*ioctl PERIOD 1000.* EINVAL \[[a-z]+\] .*EINVAL\[period-not-sampling\]: .*works on sampling events only
output_cpu         .*ioctl SET_OUTPUT.* EINVAL \[[a-z]+\] .*EINVAL\[set-output-cpu-differs\]: .*count on different cpus, -1 and 0:
filter_field       .*ioctl SET_FILTER.* EINVAL \[[a-z]+\] .*EINVAL\[filter-condition\]: .*no_such_field
bpf_not_open       .*ioctl SET_BPF.* EBADF \[[a-z]+\] .*EBADF\[bpf-not-open\]: .*descriptor 999 is not open
<</quiet>>
EOS
}

mapfile -t cases < <(rows cases)
mapfile -t rules < <(rows rules)
mapfile -t quiet < <(rows quiet)
plan $((2 * ${#cases[@]} - 1 + ${#rules[@]} + ${#quiet[@]} + 16))
load records=20000
insmod tests/guest/modules/standin_pmu.ko counters=1
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
# Users may open events of their own.
echo 2 > /proc/sys/kernel/perf_event_paranoid
ok 'programs whose calls are refused, or disappoint' screen_of -c -- screen_cases
for row in "${cases[@]}"; do
	read -r name pattern <<< "$row"
	ok "$name: $pattern" answers "$name" "$pattern"
done
# --- the same as a user, who cannot read the ids of tracepoints ---
screen_of -c -u nobody -- screen_cases > "$TMP/fails"
is 'what a user cannot make' "$(sed 's/: status.*//' "$TMP/fails" | sort -u | xargs)" 'bpf_not_open filter_field'
for row in "${cases[@]}"; do
	read -r name pattern <<< "$row"
	[[ $name == filter_field || $name == bpf_not_open ]] || ok "of a user: $name: $pattern" answers "$name" "$pattern"
done
ok 'no line is longer than the terminal' eval '! grep -E "^.{101}" "$TMP/screen"'
ok 'a program whose calls are refused for every reason' screen_of -c -- why_after
for row in "${rules[@]}"; do
	name=${row%% *}
	[ "$name" != ioctl ] && [ "$name" != prctl ] || [[ $row != "$name "[A-Z0-9]* ]] ||
		name=$(sed -E 's/^([a-z]+ [A-Z_]+) .*/\1/' <<< "$row")
	pattern=${row#"$name"}
	pattern=${pattern#"${pattern%%[! ]*}"}
	# A long name may be cut, to 12 columns.
	ok "$name: $pattern" answers "${name:0:11}[A-Z_]*…?( [^ ]+)?( pages?)?( of AUX)?" "$pattern"
done

# --- without -c: only what is amiss, where its event is opened ---
ok 'the same programs without -c' screen_of -- screen_cases
for row in "${quiet[@]}"; do
	read -r name pattern <<< "$row"
	ok "without -c: $name: $pattern" answers "$name" "$pattern"
done
ok 'what went well is not shown' eval '! grep -E "^ *[0-9]+  .* ((counts|a_third_scaled|half_elsewhere)\[[0-9]*\] +(read|close|ioctl)|poll) " "$TMP/screen"'
ok '... nor what is no open and no failure' eval '! grep -E "^ *[0-9]+  .* (munmap|prctl) " "$TMP/screen"'
ok 'a last line sums it up' has "$(tail -n 1 "$TMP/screen")" \
	'^[0-9]+ of [0-9]+ events never ran; [0-9]+ (was|were) read unscaled; [0-9]+ samples lost: perfattr show [0-9]+$'
ok '... and its number is a record that says so' has "$(perfattr show "$(sed -n '$s/.* //p' "$TMP/screen")")" 'never ran|not scaled|lost'
for tool in 'stat -e task-clock,page-faults' 'record -e cpu-clock'; do
	# shellcheck disable=SC2086 # words
	ok "perf ${tool%% *}, whose events do well, shows opens only" eval \
		'perfattr run --width 200 -- perf $tool -o "$TMP/perf" true > "$TMP/out" 2> "$TMP/err"
		! grep -E "^ *[0-9]+  .* (read|close|ioctl|mmap|munmap|poll) |: perfattr show [0-9]+$" "$TMP/err" && has "$(cat "$TMP/err")" " (task|cpu)-clock"'
done

# --- opens: the rules that why_table says its calls are refused by, as root, as a user and in a namespace ---
# It looks at the last record after each call: no op of it may be there.
rmmod standin_pmu
echo 1 > $DBG/clear
echo "$paranoid" > /proc/sys/kernel/perf_event_paranoid
ok 'a program whose opens are refused for every reason' eval \
	'why_table > "$TMP/printed" || { grep -A 2 "^not ok" "$TMP/printed"; false; }'
perfattr --width 100 > "$TMP/screen"
lines_of_screen
sed -n 's/^ok [0-9]* - \([a-z0-9-]*\): .*/\1/p' "$TMP/printed" | sort -u > "$TMP/rules"
ok 'these are many' eval 'echo "$(wc -l < "$TMP/rules") rules"; [ "$(wc -l < "$TMP/rules")" -ge 90 ]'
is '... and each is on the screen' \
	"$(grep -o '\[[a-z0-9-]*-[a-z0-9-]*\]' "$TMP/lines" | tr -d '[]' | sort -u | comm -13 - "$TMP/rules" | xargs)" ''

# --- nothing else is recorded ---
insmod tests/guest/modules/standin_pmu.ko counters=1
before=$(counter recorded)
perfattr run -- sh -c 'echo > "$0/begun"; until [ -e "$0/end" ]; do sleep 0.1; done; lifecycle > "$0/life"' "$TMP" 2> "$TMP/err" &
eventually test -e "$TMP/begun"
screen_cases > "$TMP/out"
is 'calls of other processes on their events are not recorded during a run' \
	"$(json_calls | tail -n $(($(counter recorded) - before)) | jq -r .call | sort -u)" open
: > "$TMP/end"
perfattr run -- true 2> "$TMP/out"
wait
is 'another run that ends meanwhile takes nothing from it' "$(grep -c ' lifecycle\[.* EINVAL' "$TMP/err")" 1
rmmod standin_pmu
ok 'after it no function of ops is probed' eval '! grep -q "^probe.perf_read" $DBG/stats'
unload
finish
