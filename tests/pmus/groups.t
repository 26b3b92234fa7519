#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A group that the cpu's PMU cannot count at once: the reason says with what the event conflicts, as
# far as the record shows it. And an event that it counts, but does not sample precisely.
# scripts/check-pmus passes MACHINE_SAYS.
# time limit: 200

. tests/guest/lib.sh

DEVICES=/sys/bus/event_source/devices
: "${MACHINE_SAYS:?scripts/check-pmus runs this}"
core=cpu
[ ! -e $DEVICES/cpu_core ] || core=cpu_core

# The reason of the first event of a group that is refused.
refusal() # EVENT...
{
	local IFS=,

	echo 1 > $DBG/clear
	perf stat -C 0 -e "{$*}" true > /dev/null 2>&1
	jq -r 'select(.errno == "EINVAL" and .args.group_fd != -1) |
		"\(.why.rule) \(.why.certain): \(.why.text)"' <(explained) | head -n 1
}

needs perfattr
plan 7
load
events=()
for _ in {1..24}; do
	events+=("$core/event=0xc4,umask=0x1/")
done
text=$(refusal "${events[@]}")
echo "# $text"
ok "too many events: how many they are, and their leader" has "$text" \
	"^group-not-countable false: .* at once: [0-9]+ events, led by $core config 0x1c4; too few counters"
case $MACHINE_SAYS in
SandyBridge* | Haswell*)
	# L1D_PEND_MISS.PENDING: only counter 2 has it.
	text=$(refusal "$core/event=0x48,umask=0x1/" "$core/event=0x48,umask=0x1/")
	echo "# $text"
	ok "an event that one counter has, twice" has "$text" \
		'^group-not-countable false: .* the leader is the same event, which needs the same counter$'
	# config1 is a threshold of 3, which any such event takes.
	text=$(refusal mem-loads mem-loads)
	echo "# $text"
	ok "mem-loads, twice" has "$text" \
		'^group-not-countable false: .* the leader is the same event, which needs the same counter$'
	;;
*)
	skip "an event that one counter has, twice" "this machine's events are other ones"
	skip "mem-loads, twice" "this machine's events are other ones"
	;;
esac
case $MACHINE_SAYS in
Core2* | Nehalem*)
	echo 1 > $DBG/clear
	perf record -o "$TMP/data" -e cache-misses:p true > /dev/null 2>&1
	text=$(jq -r 'select(.errno == "EINVAL") | "\(.why.rule) \(.why.certain) \(.why.fix)"' <(explained) |
		sort -u)
	is "cache-misses:p, which PEBS does not have" "$text" \
		'precise-event-not-supported false {"precise_ip":0}'
	;;
*)
	skip "cache-misses:p, which PEBS does not have" "PEBS of this machine has it"
	;;
esac
# caps/max_precise is 3, which the counters of loads do not have; shares of slots do not sample.
case $MACHINE_SAYS in
Sapphire*)
	is "mem-loads/P is as precise as it can be" \
		"$(perfattr write --no-try -e cpu/mem-loads/P -a | grep -o '\.precise_ip = .')" '.precise_ip = 2'
	is "a share of slots is not precise" \
		"$(perfattr write --no-try -e cpu/topdown-retiring/P -a | grep -c precise_ip)" 0
	;;
*)
	skip "mem-loads/P is as precise as it can be" "this machine's events are other ones"
	skip "a share of slots is not precise" "this machine's events are other ones"
	;;
esac
ok "the module goes" unload
finish
