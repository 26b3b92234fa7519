#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# perfattr write: each program compiles, without a warning, for each architecture that has a compiler here; where events of
# software open, it decodes what another way of counting has.
# usage: write.sh [CASE...]: TAP on standard output.
# shellcheck disable=SC2317 # the cases are called by name
set -u
cd "$(dirname "$0")" || exit 1

# shellcheck source-path=SCRIPTDIR source=lib.sh
. ./lib.sh
# shellcheck disable=SC2034 # for run_cases
PROGRAM='perfattr write'
export LC_ALL=C.UTF-8 TZ=UTC
WRITE=$TMP/perfattr
cp "$BUILD/plain/perfattr" "$WRITE"

COMPILERS=()
for cc in gcc clang i686-linux-gnu-gcc aarch64-linux-gnu-gcc s390x-linux-gnu-gcc arm-linux-gnueabihf-gcc; do
	! command -v $cc > /dev/null || COMPILERS+=("$cc")
done

# The program $TMP/NAME.c compiles everywhere.
compiles() # NAME
{
	for cc in "${COMPILERS[@]}"; do
		"$cc" -fsyntax-only -Wall -Wextra -Werror "$TMP/$1.c" || { echo "# $cc: $1"; return 1; }
	done
}

# Writes $TMP/NAME.c, and makes of it $TMP/NAME.
made() # NAME OPTION...
{
	"$WRITE" write --no-try "${@:2}" > "$TMP/$1.c" && gcc -O2 -Wall -Wextra -Werror -o "$TMP/$1" "$TMP/$1.c"
}

# A recording $TMP/NAME.json of an open: its type and config, sample_type, further fields, pid, cpu.
call_of() # NAME CONFIG SAMPLE_TYPE FIELDS PID CPU
{
	echo "perf_event_open({type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER7, config=PERF_COUNT_SW_$2, sample_period=1," \
		"sample_type=$3, read_format=0, disabled=1, mmap=1$4}, $5, $6, -1, PERF_FLAG_FD_CLOEXEC) = 5" > "$TMP/line"
	"$WRITE" explain -j "$TMP/line" 2> /dev/null > "$TMP/$1.json"
}

FAULT='PERF_SAMPLE_IP|PERF_SAMPLE_TID|PERF_SAMPLE_TIME|PERF_SAMPLE_ADDR|PERF_SAMPLE_CPU'

# Runs a sampler until it has said of a second how many samples there were.
seconds_of() # PROGRAM
{
	"$1" -v 2> "$TMP/said" &
	eventually grep -q ' samples, ' "$TMP/said" || return
	kill -INT $!
	wait $!
}

# Whether events of software open for all processes.
may()
{
	call_of may PAGE_FAULTS $FAULT "" -1 0
	"$WRITE" -i "$TMP/may.json" write 1 > /dev/null 2> "$TMP/may" && return
	tail -n 1 "$TMP/may"
	return 1
}

# A program with four threads that touches as many pages, and says each fault: "T thread address pages".
touches()
{
	cat > "$TMP/touch.c" <<- 'EOS'
		#define _GNU_SOURCE
		#include <pthread.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <sys/mman.h>
		#include <sys/syscall.h>
		#include <unistd.h>
		static size_t pages;
		static void *run(void *arg)
		{
			char *p = mmap(NULL, pages * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

			madvise(p, pages * 4096, MADV_NOHUGEPAGE);
			for (size_t i = 0; i < pages; i++)
				p[i * 4096] = 1;
			fprintf(stderr, "T %ld %p %zu\n", syscall(SYS_gettid), p, pages);
			return arg;
		}
		int main(int argc, char **argv)
		{
			pthread_t t[4];
			char c;

			pages = atoi(argv[1]);
			/* Wait until somebody watches. */
			if (argc > 2 && read(0, &c, 1) != 1)
				return 1;
			for (int i = 0; i < 4; i++)
				pthread_create(&t[i], NULL, run, NULL);
			for (int i = 0; i < 4; i++)
				pthread_join(t[i], NULL);
			return 0;
		}
	EOS
	gcc -O1 -pthread -o "$TMP/touch" "$TMP/touch.c"
}

# Each fault of "T" lines in FAULTS is in SAMPLES once, with its thread.
has_faults() # SAMPLES FAULTS
{
	python3 - "$1" "$2" <<- 'EOS'
		import collections, re, sys
		got = collections.Counter((m[1], int(m[2], 16)) for m in re.finditer(r"tid=(\d+) .*addr=(0x[0-9a-f]+) ", open(sys.argv[1]).read()))
		want = collections.Counter()
		for m in re.finditer(r"^T (\d+) (\S+) (\d+)", open(sys.argv[2]).read(), re.M):
		    for i in range(int(m[3])):
		        want[m[1], int(m[2], 16) + 4096 * i] += 1
		wrong = sum(abs(got[k] - want[k]) for k in want)
		print(f"# {sum(want.values())} faults, {wrong} of them not once")
		sys.exit(not want or wrong)
	EOS
}

# --- cases ---

programs_for_recorded_calls_compile_without_a_warning()
{
	local n=0 file seq

	# The attrs of newer.json are random numbers.
	for file in corpus/{events,group,record-all,record-pp,refused,stat}.json golden/*.jsonl; do
		for seq in $(jq -r 'select(.attr != null and (.call // "open") == "open") | .seq' "$file" | sort -nu); do
			"$WRITE" -i "$file" write --no-try "$seq" > "$TMP/call.c" 2> "$TMP/err" || { cat "$TMP/err"; return 1; }
			gcc -fsyntax-only -Wall -Wextra -Werror "$TMP/call.c" || { echo "# $file $seq"; return 1; }
			n=$((n + 1))
		done
	done
	echo "# $n calls"
	[ "$n" -ge 60 ]
}

each_fault_of_each_thread_of_all_processes_is_printed()
{
	may || return 77
	touches && call_of all PAGE_FAULTS $FAULT "" -1 0 && made all -i "$TMP/all.json" 1 || return
	mkfifo "$TMP/go"
	"$TMP/touch" 5000 wait < "$TMP/go" 2> "$TMP/faults" &
	"$TMP/all" -v > "$TMP/samples" 2> "$TMP/said" &
	sampler=$!
	# The events are open once it has counted a second.
	eventually grep -q 'samples, ' "$TMP/said" || return
	echo > "$TMP/go"
	wait %1
	kill -INT $sampler
	wait $sampler || return
	has "$(cat "$TMP/said")" ', 0 lost, throttled 0 times$' && has_faults "$TMP/samples" "$TMP/faults"
}

threads_and_children_are_followed()
{
	may || return 77
	touches && call_of own PAGE_FAULTS $FAULT ", inherit=1, enable_on_exec=1" 5 0 && made started -i "$TMP/own.json" 1 &&
		call_of other PAGE_FAULTS $FAULT ", inherit=1" 5 0 && made running -i "$TMP/other.json" 1 || return
	"$TMP/started" sh -c "$TMP/touch 3000; exit 3" > "$TMP/samples" 2> "$TMP/faults" || return
	has_faults "$TMP/samples" "$TMP/faults" || return
	mkfifo "$TMP/go2"
	"$TMP/touch" 3000 wait < "$TMP/go2" 2> "$TMP/faults" &
	exec 5> "$TMP/go2"
	"$TMP/running" -v $! > "$TMP/samples" 2> "$TMP/said" &
	eventually grep -q 'samples, ' "$TMP/said" || return
	echo >&5
	exec 5>&-
	# It ends with the process.
	wait && has_faults "$TMP/samples" "$TMP/faults"
}

what_is_lost_is_said()
{
	may || return 77
	touches && call_of few PAGE_FAULTS $FAULT ", inherit=1, enable_on_exec=1" 5 0 && made few -i "$TMP/few.json" 1 || return
	sed -i 's/#define PAGES\t512/#define PAGES\t1/' "$TMP/few.c"
	gcc -O1 -o "$TMP/few" "$TMP/few.c" || return
	# Nobody reads its output until the program has ended, which must not wait.
	mkfifo "$TMP/slow"
	"$TMP/few" "$TMP/touch" 20000 > "$TMP/slow" 2> "$TMP/said" &
	{ eventually grep -q '^T ' "$TMP/said"; cat > "$TMP/samples"; } < "$TMP/slow"
	wait
	has "$(cat "$TMP/said")" '^lost: the output is read too slowly, or PAGES is too small$' || return
	all=$(sed -n 's/.*: \([0-9]*\) samples, \([0-9]*\) lost,.*/\1+\2/p' "$TMP/said")
	echo "# $all"
	[ $((all)) -ge 80000 ] && [ "$(grep -c '^ip=' "$TMP/samples")" = "${all%+*}" ] && [ "${all#*+}" -gt 0 ]
}

a_group_writes_into_one_ring_and_counts_in_each_sample()
{
	may || return 77
	cat > "$TMP/strace" <<- 'EOS'
		perf_event_open({type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER7, config=PERF_COUNT_SW_CPU_CLOCK, sample_freq=1000, sample_type=PERF_SAMPLE_IP|PERF_SAMPLE_READ|PERF_SAMPLE_ID, read_format=PERF_FORMAT_ID|PERF_FORMAT_GROUP, disabled=1, mmap=1, freq=1, task=1, sample_id_all=1, mmap2=1}, -1, 0, -1, PERF_FLAG_FD_CLOEXEC) = 5
		perf_event_open({type=PERF_TYPE_SOFTWARE, size=PERF_ATTR_SIZE_VER7, config=PERF_COUNT_SW_PAGE_FAULTS, sample_type=PERF_SAMPLE_IP|PERF_SAMPLE_READ|PERF_SAMPLE_ID, read_format=PERF_FORMAT_ID|PERF_FORMAT_GROUP}, -1, 0, 5, PERF_FLAG_FD_CLOEXEC) = 6
	EOS
	"$WRITE" explain -j "$TMP/strace" > "$TMP/group.json" 2> /dev/null
	made group -i "$TMP/group.json" 2 || return
	has "$(cat "$TMP/group.c")" '^ \* Made of call #2. Left out: mmap, task, sample_id_all, mmap2 (records' || return
	seconds_of "$TMP/group" > "$TMP/samples"
	[ "$(wc -l < "$TMP/samples")" -gt 50 ] && ! grep -v '^ip=0x[0-9a-f]* id=\([0-9]*\) value=[0-9]* id=\1 value=[0-9]* id=[0-9]*$' "$TMP/samples"
}

what_does_not_open_is_written_with_the_reason()
{
	may || return 77
	echo "perf_event_open({type=PERF_TYPE_BREAKPOINT, size=PERF_ATTR_SIZE_VER7, config=0, sample_period=1, sample_type=PERF_SAMPLE_IP," \
		"bp_type=HW_BREAKPOINT_W, bp_addr=0x1001, bp_len=8, disabled=1}, -1, 0, -1, PERF_FLAG_FD_CLOEXEC) = -1 EINVAL" > "$TMP/line"
	"$WRITE" explain -j "$TMP/line" 2> /dev/null > "$TMP/odd.json"
	"$WRITE" -i "$TMP/odd.json" write 1 -o "$TMP/odd.c" 2> "$TMP/err"
	same $? 1 && compiles odd && has "$(cat "$TMP/err")" 'the program is written, but does not open its event here' &&
		has "$(cat "$TMP/err")" '^EINVAL\['
}

# A name that ends the comment, or the string, in which it stands.
names_of_a_record_never_become_code()
{
	local name

	for name in '*/ int evil; /*' '??/' '"); evil("' $'\n#error evil' '../../evil'; do
		jq -c --arg name "$name" 'if .seq then .comm = $name | .event.name = $name else . end' golden/trace.jsonl > "$TMP/evil.json"
		for seq in $(jq -r 'select(.attr != null) | .seq' "$TMP/evil.json"); do
			"$WRITE" -i "$TMP/evil.json" write --no-try "$seq" > "$TMP/evil.c" && compiles evil || return
			! gcc -fpreprocessed -dD -E -P "$TMP/evil.c" | sed 's/"[^"]*"//g' | grep evil || return
		done
	done
	[ -n "$seq" ]
}

run_cases write.sh "$@"
