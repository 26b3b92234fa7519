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

# The program $TMP/NAME.c compiles everywhere, and has no comment without a text.
compiles() # NAME
{
	! grep -F '(null)' "$TMP/$1.c" || return
	for cc in "${COMPILERS[@]}"; do
		"$cc" -fsyntax-only -Wall -Wextra -Werror "$TMP/$1.c" || { echo "# $cc: $1"; return 1; }
	done
}

# Writes $TMP/NAME.c, and makes of it $TMP/NAME.
made() # NAME OPTION...
{
	"$WRITE" write --no-try "${@:2}" > "$TMP/$1.c" && gcc -O2 -Wall -Wextra -Werror -o "$TMP/$1" "$TMP/$1.c"
}

# Runs a sampler until it has said of a second how many samples there were.
seconds_of() # PROGRAM
{
	"$1" -v 2> "$TMP/said" &
	eventually grep -q ' samples' "$TMP/said" || return
	kill -INT $!
	wait $!
}

# Whether events of software open for all processes.
may()
{
	"$WRITE" write -e page-faults -a > /dev/null 2> "$TMP/may" && return
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

programs_for_wishes_compile_without_a_warning()
{
	local n=0 wish all

	all=identifier,ip,tid,time,addr,id,stream_id,cpu,period,read,callchain,regs_user,stack_user,weight,data_src,transaction,regs_intr
	all=$all,phys_addr,cgroup,data_page_size,code_page_size
	while read -r wish; do
		n=$((n + 1))
		# shellcheck disable=SC2086 # words
		if ! "$WRITE" write --no-try $wish > "$TMP/wish.c" || ! compiles wish; then
			echo "# $wish"
			return 1
		fi
	done <<- EOS
		-e page-faults -a
		-e page-faults -a --count
		-e page-faults:u -p 1
		-e page-faults:u -p 1 --count
		-e page-faults -- true
		-e faults:k --cpu 0-2,5
		-e minor-faults --cpu 0 --sample addr
		-e page-faults -G system.slice
		-e page-faults -G system.slice --count
		-e page-faults -a --sample comm
		-e cpu-clock -p 1 --sample addr,comm,callchain
		-e cpu-clock -a --sample $all
		-e cpu-clock --sample $all -- true
		-e cpu-clock -p 1 --sample $all --count
		-e cpu-clock -a --sample ip,weight_struct,data_src
		-e cpu-clock -a --sample ip,callchain,weight_struct,data_src
		-e cpu-clock -a --sample callchain
		-e cpu-clock -a --sample raw
		-e cpu-clock -a --sample read
		-e cpu-clock -a --sample branch_stack
		-e cpu-clock -a --sample regs_user
		-e cpu-clock -a --sample stack_user
		-e cpu-clock -a --sample identifier
		-e cpu-clock -a --sample phys_addr,callchain
		-e task-clock:u --sample tid,read -- true
		-e context-switches -a
		-e cs -p 1
		-e cpu-migrations -- true
		-e alignment-faults -a
		-e bpf-output -a --sample raw,time
		-e mem:0x1000:rw -- true
		-e mem:0x1000/8:w -p 1
		-e mem:0x1000:x -a
		-e cycles -a
		-e cycles:pp -- true
		-e cycles:P -p 1 --sample ip,branch_stack
		-e instructions:u --cpu 0
		-e cache-misses:k -a --sample ip,addr
		-e L1-dcache-load-misses -a
		-e dTLB-store-misses:u -- true
		-e branches:u --sample ip,branch_stack,callchain -- true
		-e r1a8 -a --sample ip,addr,weight,data_src
	EOS
	echo "# $n wishes"
	[ "$n" -ge 42 ]
}

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

usual_programs_are_short()
{
	local wish
	local -a wishes=("160 -e page-faults -a" "160 -e page-faults -a --count" "160 -e page-faults -G system.slice" "160 -e page-faults -- true"
		"160 -e page-faults --cpu 0-3" "160 -e cycles -a" "160 -e cpu-clock -a --sample ip,tid,callchain" "160 -i $TMP/mem.json 1"
		"165 -e page-faults -a --sample comm" "175 -e page-faults -p 1")

	"$WRITE" explain -j - > "$TMP/mem.json" 2> /dev/null <<- 'EOS'
		perf_event_open({type=PERF_TYPE_RAW, size=PERF_ATTR_SIZE_VER7, config=0x1cd, sample_period=1, sample_type=PERF_SAMPLE_IP|PERF_SAMPLE_TID|PERF_SAMPLE_TIME|PERF_SAMPLE_ADDR|PERF_SAMPLE_CPU|PERF_SAMPLE_WEIGHT_STRUCT|PERF_SAMPLE_DATA_SRC, read_format=PERF_FORMAT_ID, disabled=1, mmap=1, comm=1, precise_ip=3, task=1, sample_id_all=1, mmap2=1}, -1, 0, -1, PERF_FLAG_FD_CLOEXEC) = 5
	EOS
	for wish in "${wishes[@]}"; do
		# shellcheck disable=SC2086 # words
		"$WRITE" write --no-try ${wish#* } > "$TMP/usual.c" && compiles usual || return
		echo "# $(wc -l < "$TMP/usual.c") lines: $wish"
		[ "$(wc -l < "$TMP/usual.c")" -le "${wish%% *}" ] || return
	done
}

# Before Linux 6.0 programs count records of lost samples.
the_program_of_the_page_is_what_is_written()
{
	[ "$(uname -r | cut -d. -f1)" -ge 6 ] || return 77
	"$WRITE" write --no-try -e page-faults -a | diff - "$TOP/docs/examples/sampler.c"
}

each_fault_of_each_thread_of_all_processes_is_printed()
{
	may || return 77
	touches && made all -e page-faults -a || return
	mkfifo "$TMP/go"
	"$TMP/touch" 5000 wait < "$TMP/go" 2> "$TMP/faults" &
	"$TMP/all" -v > "$TMP/samples" 2> "$TMP/said" &
	sampler=$!
	# The events are open once it has counted a second.
	eventually grep -q ' samples' "$TMP/said" || return
	echo > "$TMP/go"
	wait %1
	kill -INT $sampler
	wait $sampler || return
	has "$(cat "$TMP/said")" ', 0 lost, throttled 0 times$' && has_faults "$TMP/samples" "$TMP/faults"
}

threads_and_children_are_followed()
{
	may || return 77
	touches && made started -e page-faults -- true && made running -e page-faults -p 1 || return
	"$TMP/started" sh -c "$TMP/touch 3000; exit 3" > "$TMP/samples" 2> "$TMP/faults" || return
	has_faults "$TMP/samples" "$TMP/faults" || return
	mkfifo "$TMP/go2"
	"$TMP/touch" 3000 wait < "$TMP/go2" 2> "$TMP/faults" &
	exec 5> "$TMP/go2"
	"$TMP/running" -v $! > "$TMP/samples" 2> "$TMP/said" &
	eventually grep -q ' samples' "$TMP/said" || return
	echo >&5
	exec 5>&-
	# It ends with the process.
	wait && has_faults "$TMP/samples" "$TMP/faults"
}

threads_have_names()
{
	may || return 77
	# On one cpu: records of several rings are in no order.
	touches && made named -e page-faults --sample comm -- true &&
		taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')" "$TMP/named" "$TMP/touch" 10 > "$TMP/samples" 2> "$TMP/faults" &&
		has_faults "$TMP/samples" "$TMP/faults" && ! grep "addr=$(sed -n 's/^T [0-9]* \(\S*\) .*/\1/p;T;q' "$TMP/faults") " "$TMP/samples" | grep -v 'comm=touch$'
}

what_is_lost_is_said()
{
	may || return 77
	touches && made few -e page-faults -- true || return
	sed -i 's/#define PAGES\t128/#define PAGES\t1/' "$TMP/few.c"
	gcc -O1 -o "$TMP/few" "$TMP/few.c" || return
	# Nobody reads its output until the program has ended, which must not wait.
	mkfifo "$TMP/slow"
	"$TMP/few" "$TMP/touch" 20000 > "$TMP/slow" 2> "$TMP/said" &
	{ eventually grep -q '^T ' "$TMP/said"; cat > "$TMP/samples"; } < "$TMP/slow"
	wait
	all=$(sed -n 's/\([0-9]*\) samples from .* cpus, \([0-9]*\) lost,.*/\1+\2/p' "$TMP/said")
	echo "# $all"
	[ $((all)) -ge 80000 ] && [ "$(grep -c '^ip=' "$TMP/samples")" = "${all%+*}" ] && [ "${all#*+}" -gt 0 ]
}

fields_of_a_sample_agree_with_each_other()
{
	may || return 77
	made fields -e cpu-clock -a --sample \
		identifier,ip,tid,time,id,cpu,period,read,callchain,regs_intr,stack_user,weight,cgroup,code_page_size || return
	seconds_of "$TMP/fields" > "$TMP/samples"
	python3 - "$TMP/samples" <<- 'EOS'
		import re, sys
		n = 0
		for line in open(sys.argv[1]):
		    f = dict(w.split("=", 1) for w in line.split())
		    assert f["identifier"] == f["id"], line
		    assert int(f["enabled"]) >= int(f["running"]) > 0 and int(f["value"]) > 0, line
		    assert f["weight"] == "0" and f["code_page_size"] in ("0", "4096", "2097152", "1073741824"), line
		    regs = f["regs_intr"].rstrip(";").split(";")
		    assert regs[-1] == f["ip"] or len(regs) < 2, line
		    chain = f["callchain"].rstrip(";").split(";")
		    assert f["ip"] in chain or f["callchain"] == "", line
		    n += 1
		print(f"# {n} samples")
		sys.exit(n < 100)
	EOS
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
	has "$(cat "$TMP/group.c")" '^ \* Made of call #2, without mmap, task, sample_id_all, mmap2: only samples\.$' || return
	seconds_of "$TMP/group" > "$TMP/samples"
	[ "$(wc -l < "$TMP/samples")" -gt 50 ] && ! grep -v '^ip=0x[0-9a-f]* id=\([0-9]*\) value=[0-9]* id=\1 value=[0-9]* id=[0-9]*$' "$TMP/samples"
}

# A slow machine has not opened anything within the time that is enough on others. The profiler is a program that was written.
what_a_profiler_opens_is_waited_for()
{
	may || return 77
	made all -e page-faults -a || return
	# shellcheck disable=SC2016 # for sh
	"$WRITE" write --no-try -- sh -c 'sleep 5; exec "$0"' "$TMP/all" > "$TMP/again.c" 2> "$TMP/err" || { cat "$TMP/err"; return 1; }
	compiles again && has "$(cat "$TMP/again.c")" 'config = PERF_COUNT_SW_PAGE_FAULTS,'
}

other_events_of_a_profiler_are_named()
{
	may || return 77
	cat > "$TMP/two.c" <<- 'EOS'
		#include <linux/perf_event.h>
		#include <sys/mman.h>
		#include <sys/syscall.h>
		#include <unistd.h>
		int main(void)
		{
			int config[] = { PERF_COUNT_SW_DUMMY, PERF_COUNT_SW_PAGE_FAULTS, PERF_COUNT_SW_CONTEXT_SWITCHES }, fd[3], i;
			struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .sample_period = 1, .sample_type = PERF_SAMPLE_IP };

			for (i = 0; i < 3; i++) {
				attr.config = config[i];
				fd[i] = syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
			}
			for (i = 0; i < 3; i++)
				mmap(NULL, 2 * sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED, fd[i], 0);
			return 0;
		}
	EOS
	gcc -o "$TMP/two" "$TMP/two.c" && "$WRITE" write --no-try -- "$TMP/two" > "$TMP/first.c" 2> "$TMP/err" && compiles first || return
	has "$(cat "$TMP/first.c")" 'config = PERF_COUNT_SW_PAGE_FAULTS,' && has "$(cat "$TMP/err")" '^perfattr: the program also opens context-switches: '
}

# The types of a hybrid machine: RAW is that of its cores, cpu_atom has another one.
only_the_cpus_of_the_pmu_are_opened()
{
	local devices=$TMP/sysfs/bus/event_source/devices core atom type config pmu n=0

	core=$devices/cpu_core atom=$devices/cpu_atom
	mkdir -p "$core" "$atom" && echo 4 > "$core/type" && echo 10 > "$atom/type" && echo 0-7 > "$core/cpus" && echo 8-15 > "$atom/cpus"
	while read -r type config pmu; do
		n=$((n + 1))
		"$WRITE" explain -j - 2> /dev/null > "$TMP/hybrid.json" <<- EOS
			perf_event_open({type=$type, size=PERF_ATTR_SIZE_VER7, config=$config, sample_freq=4000, freq=1, sample_type=PERF_SAMPLE_IP}, -1, 0, -1, PERF_FLAG_FD_CLOEXEC) = 5
		EOS
		"$WRITE" -i "$TMP/hybrid.json" --sysfs "$TMP/sysfs" write --no-try 1 > "$TMP/hybrid.c" && compiles hybrid || return
		same "$(sed -n 's/.*FILE \*in = fopen("\(.*\)", .*/\1/p' "$TMP/hybrid.c")" "${pmu:+/sys/bus/event_source/devices/$pmu/cpus}" || return
	done <<- 'EOS'
		PERF_TYPE_RAW 0x8203 cpu_core
		PERF_TYPE_HARDWARE 0 cpu_core
		PERF_TYPE_HARDWARE 0xa00000000 cpu_atom
		PERF_TYPE_HW_CACHE 0x400010002 cpu_core
		0xa 0x5d0 cpu_atom
		PERF_TYPE_SOFTWARE 0
	EOS
	[ $n = 6 ]
}

what_does_not_open_is_written_with_the_reason()
{
	may || return 77
	"$WRITE" write -e mem:0x1001/8:w -a -o "$TMP/odd.c" 2> "$TMP/err"
	same $? 1 && compiles odd && has "$(cat "$TMP/err")" 'the program is written, but does not open its event here' &&
		has "$(cat "$TMP/err")" '^EINVAL\[breakpoint-unaligned\]'
}

wishes_that_are_none_are_refused()
{
	refuses 'there is no event nosuch here' "$WRITE" write -e nosuch -a && refuses 'there is no PMU nosuch here' "$WRITE" write -e nosuch/x/ -a &&
		refuses 'software has no event or term nosuch' "$WRITE" write -e software/nosuch/ -a &&
		refuses 'there is no tracepoint nosuch:nosuch' "$WRITE" write -e nosuch:nosuch -a &&
		refuses 'takes one of -a, --cpu LIST, -p PID, -G CGROUP and -- PROGRAM' "$WRITE" write -e cs && refuses 'takes one of' "$WRITE" write -e cs -a -p 1 &&
		refuses '^perfattr: --sample takes COMM,IDENTIFIER,IP,.*, not "nosuch"' "$WRITE" write -e cs -a --sample ip,nosuch &&
		refuses 'weight or weight_struct' "$WRITE" write -e cs -a --sample weight,weight_struct &&
		refuses 'takes cpus as 0-3,8, not "1-"' "$WRITE" write -e cs --cpu 1- && refuses 'write takes a call, an event or a profiler' "$WRITE" write
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

# A record of this number behind it would be of another load.
a_call_alone_is_read_no_further_than_itself()
{
	local seq

	seq=$(jq -r 'select(.attr != null) | .seq' corpus/record-all.json | head -n 1)
	timeout 60 "$WRITE" -i - write --attr "$seq" < <(cat corpus/record-all.json; exec sleep 120) > "$TMP/alone.c" &&
		compiles alone && same "$("$WRITE" -i corpus/record-all.json write --attr "$seq")" "$(cat "$TMP/alone.c")"
}

run_cases write.sh "$@"
