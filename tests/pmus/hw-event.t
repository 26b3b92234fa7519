#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What the driver made of an event is shown in the PMU's terms. perf, which reads the format by
# itself, makes the same hw.config of these terms; and where the driver counts something else than
# was asked for, the record says so. scripts/check-pmus passes MACHINE_SAYS.
# time limit: 400

. tests/guest/lib.sh

DEVICES=/sys/bus/event_source/devices
: "${MACHINE_SAYS:?scripts/check-pmus runs this}"
core=cpu
[ ! -e $DEVICES/cpu_core ] || core=cpu_core

# A field of the last record of a call that has opened an event.
last() # FILTER
{
	jq -r "select(.ret >= 0 and .kernel.hw_config != null) | $1" <(explained) | tail -n 1
}

made() # KEY=VALUE...: what was made of an event that counts, or the error
{
	echo 1 > $DBG/clear
	call cpu=0 pid=-1 "$@" > /dev/null
	last .kernel.hw_event
}

# What it is counted by, of an event that samples with this precise_ip.
by() # PRECISE KEY=VALUE...
{
	local bits=$(($1 << 15 | 1))
	shift

	echo 1 > $DBG/clear
	call cpu=0 pid=-1 sample_period=1000000 bits=$bits "$@" > /dev/null
	last '"\(.kernel.pmu) \(.kernel.counted_by)"'
}

# The same as text, for who reads the output of this test.
as_text()
{
	perfattr -v --no-pager | grep -E '^    (pmu|event|hw.config|counted by) ' | sed 's/^/#/'
}

# Each generic event: the terms that we show are an event to perf, of the same code.
round_trip()
{
	local type=0 config event code again done=0

	[ $core = cpu ] || type=$(cat $DEVICES/$core/type)
	for config in 0 1 2 3 4 5 6 7 8 9; do
		[ $core = cpu ] || config=$((type << 32 | config))
		event=$(made type=0 config=$config)
		[ -n "$event" ] || continue
		code=$(last .kernel.hw_config)
		echo 1 > $DBG/clear
		perf stat -a -C 0 -e "$event" true > "$TMP/perf" 2>&1 || cat "$TMP/perf"
		# perf opens it with exclude_guest.
		again=$(last .kernel.hw_config)
		echo "# made: config $config: $code $event" >&2
		if [ $((code & ~(3 << 40))) != $((again & ~(3 << 40))) ]; then
			echo "config $config: $event is $code, perf makes $again of it"
			return 1
		fi
		done=$((done + 1))
	done
	[ "$done" -ge 5 ] || echo "only $done events"
	[ "$done" -ge 5 ]
}

# The words of counted_by on this machine, for cycles with precise_ip 1, 2, 3.
case $MACHINE_SAYS in
Core2* | Nehalem*) alias='INST_RETIRED.ANY_P INST_RETIRED.ANY_P INST_RETIRED.ANY_P' ;;
SandyBridge*) alias='UOPS_RETIRED.ALL UOPS_RETIRED.ALL UOPS_RETIRED.ALL' ;;
Haswell*) alias='UOPS_RETIRED.ALL UOPS_RETIRED.ALL INST_RETIRED.PREC_DIST' ;;
Skylake*) alias='INST_RETIRED.ANY_P INST_RETIRED.ANY_P INST_RETIRED.PREC_DIST' ;;
Icelake* | Sapphire* | Alderlake* | Tremont*) alias='null null null' ;;
*) alias='ibs ibs -' ;;
esac

needs perfattr
plan 8
load
{ round_trip 2>&3; } 3>"$TMP/made" > "$TMP/trip" 2>&1
ok "perf makes the same of the terms, for each generic event" test ! -s "$TMP/trip"
head -n 5 "$TMP/trip" | sed 's/^/# /'
cat "$TMP/made"
config=0
[ $core = cpu ] || config=$(($(cat $DEVICES/$core/type) << 32))
# AMD's cpus say 0, and IBS is precise.
most=3
[ "${alias%% *}" = ibs ] || most=$(cat $DEVICES/$core/caps/max_precise)
n=0
for word in $alias; do
	n=$((n + 1))
	[ "$n" -le "$most" ] || word=-
	got=$(by $n type=0 config=$config)
	echo "# cycles with precise_ip $n:"
	as_text
	case $word in
	null) is "cycles with precise_ip $n are cycles" "$got" "$core null" ;;
	ibs) ok "cycles with precise_ip $n: IBS samples" \
		has "$got" '^ibs_op ibs_op in place of .* samples an op every n cycles$' ;;
	-) is "there is no precise_ip $n" "$got" "" ;;
	*) ok "cycles with precise_ip $n: $word stands in" has "$got" "^$core $word in place of cycles" ;;
	esac
done
made type=0 config=$((config | 1)) > /dev/null
echo "# instructions:"
as_text
counts=$(made type=0 config=$config > /dev/null; last .kernel.counted_by)
echo "# cycles:"
as_text
if [ "${alias%% *}" = ibs ]; then
	is "AMD's cycles have no counter of their own" "$counts" null
else
	ok "cycles: a fixed counter" has "$counts" '^fixed counter 1 '
fi
if [ -e $DEVICES/power ] && modprobe -n -r rapl 2> /dev/null && [ -e $DEVICES/power/events/energy-pkg ]; then
	event=$(made "type=$(cat $DEVICES/power/type)" config=2)
	is "of another PMU, with another format" "$event" 'power/event=0x2/'
	modprobe -r rapl
	is "its terms are not known when it is gone" "$(last .kernel.hw_event)" null
	modprobe rapl
else
	skip "of another PMU, with another format" "this machine has no RAPL that comes and goes"
	skip "its terms are not known when it is gone" "this machine has no RAPL that comes and goes"
fi
unload
ok "the kernel met nothing that it did not expect" \
	has_not "$(dmesg)" 'WARNING: CPU|BUG:|Oops:|unchecked MSR access'
finish
