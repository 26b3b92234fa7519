#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# not on debug kernels: it tests programs, not the module
# long: 57 programs are written, compiled and run
# time limit: 1500
#
# perfattr write: programs for events of software, breakpoints, tracepoints and cgroups open here, and decode their samples.
# Most are for other architectures, too: KERNEL=arm64-6.1.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

command -v tcc > /dev/null || { echo '1..0 # SKIP there is no compiler'; exit 0; }

plan 57

# Something that faults, forks, switches and reads all the time.
cat > "$TMP/busy.c" <<- 'END'
	#include <stdlib.h>
	#include <string.h>
	#include <unistd.h>
	#include <sys/wait.h>
	int main(int argc, char **argv)
	{
		int rounds = argc > 1 ? atoi(argv[1]) : -1;

		while (rounds--) {
			char *p = malloc(1 << 20);
			memset(p, 1, 1 << 20);
			free(p);
			if (!fork())
				_exit(0);
			wait(NULL);
		}
		return 0;
	}
END
tcc -o "$TMP/busy" "$TMP/busy.c" && cp "$TMP/busy" "$TMP/other" || exit
"$TMP/busy" &
BUSY=$!
CPUS=$(getconf _NPROCESSORS_CONF)
GROUP=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
if [ -z "$GROUP" ]; then
	GROUP=$TMP/cgroups
	mkdir "$GROUP" && mount -t cgroup2 none "$GROUP" || exit
fi
echo +pids > "$GROUP/cgroup.subtree_control"
GROUP+=/wishes
mkdir "$GROUP" || exit
"$TMP/other" &
OTHER=$!
echo "$OTHER" > "$GROUP/cgroup.procs"

# Each sample has values that can be; the tid of a thread that is ending is -1.
decoded() # SAMPLES
{
	awk -v cpus="$CPUS" '
		{
			sub(/ ?comm=.*/, "")
			delete f
			for (i = 1; i <= NF; i++) {
				at = index($i, "=")
				if (at)
					f[substr($i, 1, at - 1)] = substr($i, at + 1) + 0
			}
			if (("cpu" in f && f["cpu"] >= cpus) || ("tid" in f && f["tid"] > 4194304 && f["tid"] != 4294967295) ||
			    ("identifier" in f && "id" in f && f["identifier"] != f["id"]) ||
			    ("period" in f && f["period"] < 1) || ("time" in f && f["time"] < 1)) {
				if (!wrong++)
					print "wrong: " $0
			}
		}
		END { print NR " samples, " wrong + 0 " wrong"; exit wrong > 0 }' "$1"
}

# It has samples, or has ended, and its end says why.
sampled() # PID
{
	[ -s "$TMP/samples" ] || ! kill -0 "$1" 2> /dev/null
}

# The program for a wish: it opens; with "samples" it prints some, too.
wish() # samples|opens [TARGET] -- OPTION...
{
	local want=$1 target=() sampler

	for (( ; $# > 1; )); do
		shift
		[ "$1" != -- ] || break
		target+=("$1")
	done
	shift
	perfattr write --no-try "$@" > "$TMP/wish.c" && tcc -D'__atomic_thread_fence(x)=' -o "$TMP/wish" "$TMP/wish.c" || return
	: > "$TMP/said"
	"$TMP/wish" -v "${target[@]}" > "$TMP/samples" 2> "$TMP/said" &
	sampler=$!
	eventually [ -s "$TMP/said" ] || return
	[ "$want" = opens ] || eventually sampled "$sampler"
	# One that started a program may have ended with it.
	kill -INT "$sampler" 2> /dev/null
	wait "$sampler" || { cat "$TMP/said"; return 1; }
	tail -n 1 "$TMP/said"
	[ "$want" = opens ] || { [ -s "$TMP/samples" ] && decoded "$TMP/samples"; }
}

ALL=identifier,ip,tid,time,addr,id,stream_id,cpu,period,read,callchain,regs_user,stack_user,weight,data_src,transaction,regs_intr
ALL=$ALL,phys_addr,cgroup,code_page_size
# Before Linux 6.12 an event that is inherited has no counts in its samples.
TASKS=${ALL/,read/}

wishes()
{
	local want words target

	while read -r want words; do
		target=()
		[[ $words != *'-p '* ]] || target=("$BUSY")
		[[ $words != *'-G '* ]] || target=("$GROUP")
		[[ $words != *'-- '* ]] || target=("$TMP/other" 300)
		# shellcheck disable=SC2086 # words
		ok "write $words" wish "$want" "${target[@]}" -- $words
	done
}

wishes <<- END
	samples -e page-faults -a
	opens -e page-faults -a --count
	samples -e page-faults -p $BUSY
	opens -e page-faults -p $BUSY --count
	samples -e page-faults -- true
	opens -e page-faults --count -- true
	samples -e page-faults --cpu 0
	samples -e page-faults --cpu 0-1
	samples -e page-faults -G $GROUP
	opens -e page-faults -G $GROUP --count
	samples -e page-faults -a --sample comm
	samples -e page-faults -a --sample addr
	samples -e page-faults:u -a
	samples -e page-faults:u -p $BUSY --sample ip,time,addr
	samples -e minor-faults -a --sample tid,addr,phys_addr
	opens -e major-faults -a
	opens -e alignment-faults -a
	opens -e emulation-faults -a
	samples -e context-switches -a
	samples -e context-switches -p $BUSY
	samples -e context-switches -- true
	opens -e cpu-migrations -a
	opens -e cpu-migrations -- true
	opens -e bpf-output -a --sample raw,time
	samples -e cpu-clock -a
	samples -e cpu-clock -a --sample $ALL
	samples -e cpu-clock -p $BUSY --sample $TASKS
	samples -e cpu-clock --sample $TASKS -- true
	samples -e cpu-clock -a --sample callchain
	samples -e cpu-clock -a --sample ip,tid,callchain,cpu
	samples -e cpu-clock -a --sample raw
	samples -e cpu-clock -a --sample read,time
	samples -e cpu-clock -a --sample regs_user,time
	samples -e cpu-clock -a --sample regs_intr,cpu
	samples -e cpu-clock -a --sample stack_user,weight
	samples -e cpu-clock -a --sample identifier,id,stream_id
	samples -e cpu-clock -a --sample weight_struct,data_src,cpu
	samples -e cpu-clock -a --sample callchain,weight_struct,data_src
	samples -e cpu-clock -a --sample cgroup,cpu
	samples -e cpu-clock -a --sample code_page_size,data_page_size,ip
	samples -e cpu-clock -a --sample comm,cpu
	samples -e cpu-clock -G $GROUP --sample ip,cpu,period
	samples -e cpu-clock:u -p $BUSY
	samples -e cpu-clock:k -a
	samples -e task-clock -p $BUSY
	samples -e task-clock:u --sample tid,period -- true
	opens -e task-clock -p $BUSY --count
	opens -e mem:0x1000:w -p $BUSY
	opens -e mem:0x1000/8:rw -p $BUSY
	opens -e mem:0x1000:x -p $BUSY
	opens -e mem:0x1000:rw -- true
	samples -e sched:sched_switch -a
	samples -e sched:sched_switch -p $BUSY
	samples -e sched:sched_switch -- true
	opens -e sched:sched_switch -a --count
	samples -e sched:sched_switch --cpu 0 --sample cpu,raw,time
	samples -e sched:sched_process_fork -a --sample tid,time,raw
END
kill "$BUSY" "$OTHER"
finish
