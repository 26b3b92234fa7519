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

# What is indented is part of the line above.
lines_of_screen()
{
	sed -e ':a' -e 'N' -e '$!ba' -e 's/\n    / /g' "$TMP/screen" > "$TMP/lines"
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
	grep -E "^#[0-9]+ +[0-9:.]+ +($1\[[0-9]*(\]|…)|[^ ]+\[[0-9]*(\]|…) +$1) " "$TMP/lines" > "$TMP/some"
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
counts             read +fd [0-9]+ +of #[0-9]+ +→ [1-9][0-9]+$
waits_for_exec     read .*→ 0 +never ran: it waits for an exec of its task \(enable_on_exec\)
never_enabled      read .*→ 0 +never ran: it, or its group leader, was never enabled
leader_is_off      read .*→ 0 +never ran: it, or its group leader, was never enabled
group_is_read      read .*→ [1-9][0-9]+ 0 0$
on_another_cpu     read .*→ 0 +never ran: its task ran, but never on its cpu \(cpu 1\)
a_third_unscale    read .*→ [0-9]+ +ran [1-7][0-9] %, not scaled: read_format lacks the times
a_third_scaled     read .*→ [0-9]+ +ran [1-7][0-9] %$
half_elsewhere     read .*→ [1-9][0-9]+ +ran [1-7][0-9] %$
samples_are_los    read .*→ 10[0-9][0-9] +lost [89][0-9][0-9] samples; nobody has read its buffer
nobody_reads       read .*→ [0-9]+ +nobody has read its buffer
nobody_looks       read .*→ [0-9]+ +(its process has not touched|nobody has read) its buffer
closed_unread      close .* ok +(never ran: it, or its group leader, was never enabled|as #[0-9]+)
task_sleeps        read .*→ 0 +never ran: its task has not run since it was enabled
task_is_gone       read .*→ 0 +never ran: its task has exited without running while it was enabled
trials             3 trials +closed at once: dummy:u
mmap_513           mmap 513 pages .*EPERM .*513 pages more: .* CAP_IPC_LOCK, kernel.perf_event_mlock_kb >= [0-9]+ or RLIMIT_MEMLOCK >= [0-9]+ KiB \(mmap-locked-memory\)
mmap_513           mmap 513 pages .*EPERM .*pass length=[1-9][0-9]+ \(the buffer is smaller\): above the limits of locked memory, 513 pages more
mmap_private       mmap 9 pages .*EINVAL .*pass flags=0x1: flags have no MAP_SHARED.*\(mmap-not-shared\)
mmap_odd           mmap 7 pages .*EINVAL .*pass length=36864: length 28672 is 1 \+ 6 pages: .*power of two \(mmap-data-pages\)
mmap_inherit       mmap 9 pages .*EINVAL .*open it with inherit=0, or once for each cpu \(mmap-inherited-any-cpu\)
mmap_again         mmap 5 pages .*EINVAL .*pass length=36864: the event has a buffer already, of 9 pages.*\(mmap-other-size\)
read_small         read .*ENOSPC .*pass count=24: count 8 is below the 24 bytes .*\(read-too-small\)
period_zero        ioctl PERIOD 0 .*EINVAL .*a period of 0 cannot be set \(period-zero\)
period_counts      ioctl PERIOD 1000 .*EINVAL .*this event does not sample.*\(period-not-sampling\)
refresh_counts     ioctl REFRESH .*EINVAL .*this event does not sample.*\(refresh-not-sampling\)
output_cpu         ioctl SET_OUTPUT .*EINVAL .*count on different cpus, -1 and 0:.*\(set-output-cpu-differs\)
output_half        ioctl SET_OUTPUT .*EBADF .*0xffffffff is no -1.* pass -1L \(set-output-half\)
output_plain       ioctl SET_OUTPUT .*EINVAL .*has no buffer: mmap it first \(set-output-not-mapped\)
filter_field       ioctl SET_FILTER .*EINVAL .*no_such_field.*\(filter-condition\)
filter_dummy       ioctl SET_FILTER .*EINVAL .*PMU software has no filters.*\(filter-not-supported\)
bpf_not_open       ioctl SET_BPF .*EBADF .*descriptor 999 is not open \(bpf-not-open\)
poll_no_buffer     poll .*→ POLLHUP .*no buffer to wait for: mmap it.*\(poll-no-buffer\)
poll_off           poll .*→ nothing .*adds nothing: it is disabled \(poll-event-off\)
prctl_alone        prctl ENABLE .*ok .*opened no event that is still open.*\(prctl-no-events\)
ioctl_tty          ioctl 0x5401 .*ENOTTY .*perf events have no ioctl 0x5401 \(ioctl-not-known\)
id_null            ioctl ID .*EFAULT .*no pointer to 8 writable bytes.*\(id-not-writable\)
enable_gone        ioctl ENABLE .*ok .*the task has exited: .*counts nothing any more \(enable-task-exited\)
pause_nothing      ioctl PAUSE_OUTPUT .*EINVAL .*no buffer to pause: mmap it first \(pause-no-buffer\)
modify_dummy       ioctl MODIFY_[A-Z…]+ .*EOPNOTSUPP .*only breakpoints can be modified.*\(modify-no-breakpoint\)
<</cases>>
<<rules>>
mmap               EINVAL .*length 16384 is 1 \+ 3 pages: .*power of two \(mmap-data-pages\)
mmap               EINVAL .*pass flags=0x1: flags have no MAP_SHARED: .*\(mmap-not-shared\)
mmap               EINVAL .*offset 0x9000 is that of an AUX area, which PMU software does not have.*\(mmap-offset\)
mmap               ENOMEM .*no memory for a buffer of 1048577 pages \(mmap-no-memory\)
mmap               ENOMEM .*more than any buffer can have \(mmap-too-long\)
mmap               EINVAL .*a buffer already, of 9 pages: 5 pages are another size \(mmap-other-size\)
mmap               EINVAL .*probably the event writes into the buffer of another event \(SET_OUTPUT\).*\(mmap-output-size\)
mmap               EINVAL .*inherit and cpu -1: .*\(mmap-inherited-any-cpu\)
mmap               EINVAL .*set aux_offset and aux_size there before this mmap \(mmap-aux-offset-unset\)
mmap               EINVAL .*is not aux_offset 131072 of the control page \(mmap-aux-offset-differs\)
mmap               EINVAL .*is not aux_size 32768 of the control page \(mmap-aux-size-differs\)
mmap               EINVAL .*3 pages: an AUX area must have a power of two.*\(mmap-aux-pages\)
mmap               EOPNOTSUPP .*PMU software has no AUX area \(mmap-no-aux\)
mmap               EPERM .*4097 pages more: .*or have CAP_IPC_LOCK, .*\(mmap-locked-memory\)
ioctl              ENOTTY .*perf events have no ioctl 0x5401 \(ioctl-not-known\)
ioctl              ENOTTY .*is not PERF_EVENT_IOC_PERIOD, whose number it has.*\(ioctl-size\)
ioctl REFRESH      EINVAL .*this event does not sample.*\(refresh-not-sampling\)
ioctl REFRESH      EINVAL .*REFRESH is refused on an event with inherit \(refresh-inherited\)
ioctl PERIOD       EFAULT .*pass the address of a __u64, not its value \(period-not-readable\)
ioctl PERIOD       EINVAL .*this event does not sample.*\(period-not-sampling\)
ioctl PERIOD       EINVAL .*a period of 0 cannot be set \(period-zero\)
ioctl PERIOD       EINVAL .*it must be below 2\^63 \(period-too-large\)
ioctl PERIOD       EINVAL .*pass period=[0-9]+ \(it samples less often\): the event has freq.*\(period-freq-above-max\)
ioctl ID           EFAULT .*no pointer to 8 writable bytes.*\(id-not-writable\)
ioctl SET_OUTPUT   EBADF .*pass arg=-1: 0xffffffff is no -1: .*\(set-output-half\)
ioctl SET_OUTPUT   EBADF .*descriptor 999 is not open \(set-output-not-open\)
ioctl SET_OUTPUT   EBADF .*is no perf event \(set-output-no-event\)
ioctl SET_OUTPUT   EINVAL .*is this event itself; -1L takes its output back \(set-output-itself\)
ioctl SET_OUTPUT   EINVAL .*a buffer is for one cpu \(set-output-cpu-differs\)
ioctl SET_OUTPUT   EINVAL .*only events of one task may share such a buffer \(set-output-task-differs\)
ioctl SET_OUTPUT   EINVAL .*has another clock \(use_clockid, clockid\) \(set-output-clock-differs\)
ioctl SET_OUTPUT   EINVAL .*write_backward of this event .* differ \(set-output-direction-differs\)
ioctl SET_OUTPUT   EINVAL .*has no buffer: mmap it first \(set-output-not-mapped\)
ioctl SET_OUTPUT   EINVAL .*which is mapped: munmap it first \(set-output-mapped\)
ioctl PAUSE_OUTPUT EINVAL .*only its control page, and no data to pause \(pause-no-data\)
ioctl PAUSE_OUTPUT EINVAL .*no buffer to pause: mmap it first \(pause-no-buffer\)
ioctl SET_FILTER   EINVAL .*PMU software has no filters.*\(filter-not-supported\)
ioctl SET_FILTER   EFAULT .*no pointer to a readable string \(filter-not-readable\)
ioctl SET_FILTER   EINVAL .*"\^" is no operator \(filter-condition\)
ioctl SET_FILTER   EINVAL .*probably in the filter.*strings have quotes, numbers have none \(filter-type\)
ioctl SET_FILTER   EPERM .*stands where && or \|\| is expected \(filter-syntax\)
ioctl SET_FILTER   ENOENT .*is not closed \(filter-parenthesis\)
ioctl SET_FILTER   ESRCH .*has no second quote \(filter-quote\)
ioctl SET_FILTER   EEXIST .*has a filter already, which stays until it is closed \(filter-exists\)
ioctl SET_BPF      EBADF .*descriptor 999 is not open \(bpf-not-open\)
ioctl SET_BPF      EINVAL .*is no BPF program \(bpf-no-program\)
ioctl SET_BPF      EINVAL .*takes a BPF_PROG_TYPE_TRACEPOINT only \(bpf-program-type\)
ioctl SET_BPF      EACCES .*bytes of its context, more than sched:sched_switch has \(bpf-context\)
ioctl SET_BPF      EEXIST .*close the event to detach it \(bpf-exists\)
ioctl SET_BPF      EEXIST .*already, through another event \(bpf-same-program\)
ioctl QUERY_BPF    EINVAL .*QUERY_BPF is for PERF_TYPE_TRACEPOINT only.*\(query-no-tracepoint\)
ioctl QUERY_BPF    EFAULT .*no pointer to a struct perf_event_query_bpf .*\(query-not-readable\)
ioctl QUERY_BPF    E2BIG .*ids_len is above 64.*\(query-too-many\)
ioctl QUERY_BPF    EPERM .*needs CAP_PERFMON in the initial user namespace \(query-not-allowed\)
ioctl QUERY_BPF    ENOSPC .*pass ids_len=2: ids_len is 1, and 2 programs are attached \(query-short\)
ioctl MODIFY_ATTRIBUTES EOPNOTSUPP .*only breakpoints can be modified.*\(modify-no-breakpoint\)
ioctl MODIFY_ATTRIBUTES EINVAL .*type 5 is not that of the event, 1 \(modify-type\)
ioctl MODIFY_ATTRIBUTES EINVAL .*sample_type is not what the event was opened with.*\(modify-field\)
ioctl MODIFY_ATTRIBUTES EINVAL .*bp_len 16 is no length .*\(breakpoint-length-refused\)
ioctl MODIFY_ATTRIBUTES E2BIG .*size 5000 is above a page.*\(size-above-page\)
ioctl MODIFY_ATTRIBUTES EINVAL .*has bits that this kernel does not know.*\(sample-type-not-known\)
read               ENOSPC .*pass count=8: count 0 is below the 8 bytes.*\(read-too-small\)
read               EFAULT .*not writable for 8 bytes \(read-not-writable\)
poll               → POLLHUP .*no buffer to wait for.*\(poll-no-buffer\)
poll               → nothing .*it is disabled \(poll-event-off\)
poll               → POLLHUP .*the task has exited.*\(poll-task-exited\)
ioctl ENABLE       ok .*counts nothing any more \(enable-task-exited\)
prctl ENABLE       ok .*opened no event that is still open.*\(prctl-no-events\)
read               → 0 .*never ran: it waits for an exec of its task \(enable_on_exec\)
read               → 0 .*never ran: its task ran, but never on its cpu \(cpu 1\)
read               → 0 .*never ran: its task has not run since it was enabled
read               → 1[0-9][0-9][0-9] +lost [0-9]+ samples; nobody has read its buffer
<</rules>>
<<quiet>>
waits_for_exec     task-clock.* never ran: it waits for an exec of its task \(enable_on_exec\)
never_enabled      task-clock.* never ran: it, or its group leader, was never enabled
on_another_cpu     task-clock.* never ran: its task ran, but never on its cpu \(cpu 1\)
a_third_unscale    .* ran [1-7][0-9](\.\.[1-7][0-9])? %, not scaled: read_format lacks the times
samples_are_los    .* lost [89][0-9][0-9] samples
task_is_gone       .* never ran: its task has exited without running while it was enabled
mmap_513           .*mmap 513 pages EPERM: .*513 pages more: .* CAP_IPC_LOCK, kernel.perf_event_mlock_kb >= [0-9]+ or RLIMIT_MEMLOCK >= [0-9]+ KiB \(mmap-locked-memory\)
mmap_odd           .*mmap 7 pages EINVAL: pass length=36864: length 28672 is 1 \+ 6 pages: .*power of two \(mmap-data-pages\)
read_small         .*read ENOSPC: pass count=24: count 8 is below the 24 bytes .*\(read-too-small\)
period_counts      .*ioctl PERIOD 1000 EINVAL: .*this event does not sample.*\(period-not-sampling\)
output_cpu         .*ioctl SET_OUTPUT EINVAL: .*count on different cpus, -1 and 0:.*\(set-output-cpu-differs\)
filter_field       .*ioctl SET_FILTER EINVAL: .*no_such_field.*\(filter-condition\)
bpf_not_open       .*ioctl SET_BPF EBADF: .*descriptor 999 is not open \(bpf-not-open\)
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
ok 'what went well is not shown' eval '! grep -E " (counts|a_third_scaled|half_elsewhere)\[[0-9]*\] +(read|close|ioctl)| poll " "$TMP/lines"'
ok '... nor what is no open and no failure' eval '! grep -E "^#[0-9]+ .* (munmap|prctl) " "$TMP/lines"'
ok 'a last line sums it up' has "$(tail -n 1 "$TMP/screen")" \
	'^[0-9]+ of [0-9]+ events never ran; [0-9]+ (was|were) read unscaled; [0-9]+ samples lost: perfattr show [0-9]+$'
ok '... and its number is a record that says so' has "$(perfattr show "$(sed -n '$s/.* //p' "$TMP/screen")")" 'never ran|not scaled|lost'
for tool in 'stat -e task-clock,page-faults' 'record -e cpu-clock'; do
	# shellcheck disable=SC2086 # words
	ok "perf ${tool%% *}, whose events do well, shows opens only" eval \
		'perfattr run --width 200 -- perf $tool -o "$TMP/perf" true > "$TMP/out" 2> "$TMP/err"
		! grep -E "^#[0-9]+ .* (read|close|ioctl|mmap|munmap|poll) |perfattr show [0-9]+$" "$TMP/err" && has "$(cat "$TMP/err")" " (task|cpu)-clock"'
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
	"$(grep -o '([a-z0-9-]*)' "$TMP/lines" | tr -d '()' | sort -u | comm -13 - "$TMP/rules" | xargs)" ''

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
