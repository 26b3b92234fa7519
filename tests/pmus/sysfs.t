#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What the reader of a record looks up about a PMU in sysfs: it makes a reason certain and a fix
# concrete; without sysfs, and when the PMU is gone, both are weaker, and nothing is read.

. tests/guest/lib.sh

DEVICES=/sys/bus/event_source/devices

# A field of the last record that was refused by this PMU.
last() # PMU FILTER
{
	jq -r "select(.kernel.pmu == \"$1\" and .errno != null) | $2" <(explained) | tail -n 1
}

reason() # PMU: rule, certain and the cpu of the plan
{
	last "$1" '"\(.why.rule) \(.why.certain) cpu \(.why.fix.cpu)"'
}

# As reason(), by a reader who has something else there than sysfs.
reason_without_sysfs()
{
	unshare -m bash -c "$(declare -f json_calls explained last reason)
		mount -t tmpfs none /sys/bus; reason $1"
}

power=$DEVICES/power
if [ ! -e $power/events/energy-pkg ] || ! modprobe -n -r rapl 2> /dev/null; then
	plan 1
	skip "RAPL comes and goes" "this machine has none, or it is built in"
	finish
fi
# An event that this machine does not have.
absent='' rule=pmu-event-absent weak=false
for id in 1=cores 3=ram 4=gpu 5=psys; do
	[ -e "$power/events/energy-${id#*=}" ] || absent=${id%=*}
done

needs perfattr
plan 8
load
call "type=$(cat $power/type)" config=2 pid=0 cpu=-1 > /dev/null
is "a task: the plan names a cpu of the cpumask" "$(reason power)" "pmu-for-cpus true cpu 0"
is "without sysfs it is the caller's" "$(reason_without_sysfs power | sed 's/[01]$/N/')" \
	"pmu-for-cpus true cpu N"
if [ -z "$absent" ]; then
	absent=6 rule=pmu-event-not-known weak=true
	echo "# this machine has all events of RAPL: what no machine has is known without sysfs"
fi
call "type=$(cat $power/type)" "config=$absent" pid=-1 cpu=0 > /dev/null
is "an event that sysfs lacks is certainly absent" "$(reason power)" \
	"$rule true cpu null"
is "without sysfs probably" "$(reason_without_sysfs power)" "$rule $weak cpu null"
ok "the driver goes" modprobe -r rapl
is "the reason stays, but its PMU cannot be asked" "$(reason power)" \
	"$rule $weak cpu null"
ok "and comes" modprobe rapl
call "type=$(cat $power/type)" "config=$absent" pid=-1 cpu=0 > /dev/null
is "its new PMU can be" "$(reason power)" "$rule true cpu null"
unload
finish
