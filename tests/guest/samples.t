#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# time limit: 300
#
# Samples that a real kernel writes are laid out as userspace/samples has it, and decoded to values that
# are known. TRIALS=10000 tries more.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 2

TRIALS=${TRIALS:-1000}
TRACING=/sys/kernel/tracing
mountpoint -q $TRACING || mount -t tracefs none $TRACING
mountpoint -q /sys/fs/cgroup || mount -t cgroup2 none /sys/fs/cgroup
# A new cgroup has the perf_event controller once its parent's controllers were set.
echo +pids > /sys/fs/cgroup/cgroup.subtree_control
mkdir -p /sys/fs/cgroup/sampled
echo $$ > /sys/fs/cgroup/sampled/cgroup.procs
CGROUP=$(stat -c %i /sys/fs/cgroup/sampled)
format=$TRACING/events/raw_syscalls/sys_enter
kinds=1
# s390x has none, and QEMU's processors of other architectures have none that opens.
case $(uname -m) in
x86_64 | aarch64)
	export BREAKPOINTS=1
	kinds=2
	;;
esac
if [ -e $format ]; then
	kinds=$((kinds + 1))
	SYS_ENTER=$(cat $format/id)
	# RAW begins with the fields that all tracepoints have.
	SYS_ENTER_ID=$(sed -n 's/.*long id;.*offset:\([0-9]*\);.*/\1/p' $format/format)
	export SYS_ENTER SYS_ENTER_ID
fi
export CGROUP

said samples "$TRIALS"
is 'each field of each sample has the value that is known' "$said_last" \
	"$TRIALS events, $kinds kinds, 0 bits missing, 0 differences"
is '... and the program says so by its status' "$said_status" 0
echo $$ > /sys/fs/cgroup/cgroup.procs
rmdir /sys/fs/cgroup/sampled
finish
