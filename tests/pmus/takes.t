#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What perfattr doctor --report says of a driver by the rules is what trying finds, for each PMU of this machine, with the
# module and without it; and doctor's findings about the hardware are what perf then does.
# scripts/check-pmus passes MACHINE_SAYS.
# time limit: 300

. tests/guest/lib.sh

DEVICES=/sys/bus/event_source/devices
: "${MACHINE_SAYS:?scripts/check-pmus runs this}"
core=cpu
[ ! -e $DEVICES/cpu_core ] || core=cpu_core

# Of all PMUs, what was tried: PMU, what, by the rules, by trying, whether that differs.
takes()
{
	perfattr doctor --report | sed -n "s/^PMU \([^,]*\), .*/PMU \1/p; s/^  \([^ ]*\)  *\(yes\|?\|-\|no ([A-Z0-9]*)\)  *\(yes\|no ([A-Z0-9]*)\)\(  <- .*\)\?$/\1 \2 \3\4/p; /^an event of ourselves/q" |
		sed 's/no (\([A-Z0-9]*\))/\1/g' | awk '$1 == "PMU" { pmu = $2; next }
			{ print pmu, $1, $2, $3, $4 == "<-" ? "true" : "false" }'
}

as_told() # WITH
{
	takes > "$TMP/takes"
	awk -v with="$1" '$3 != "?" { told++ } { n++ }
		END { printf "# takes %s: %d calls were tried, the rules foresee %d of them\n", with, n, told }' "$TMP/takes"
	[ -s "$TMP/takes" ] && ! grep ' true$' "$TMP/takes" >&2
}

finding() # NAME
{
	jq -r "select(.finding.name == \"$1\") | .finding | \"\(.state) \(.text)\"" "$TMP/doctor"
}

# As many events in a group as doctor says, and not one more.
group_of() # N
{
	local events

	events=$(seq "$1" | sed "s:.*:$core/branch-instructions/:" | xargs)
	# Of two kinds of cpus each counts its own.
	taskset -c "$(cat "$DEVICES/$core/cpus" 2>/dev/null || echo 0)" perf stat -e "{${events// /,}}" true 2>&1 |
		tee "$TMP/stat" | grep -cE "^ +[0-9,]+ +$core/branch-instructions/"
}

needs perfattr
plan 7
ok "without the module: no PMU takes what the rules say that it refuses, or the other way" as_told 'without the module'
load
ok "the same with the module" as_told 'with the module'
perfattr doctor -j > "$TMP/doctor"
ok "cycles are counted" has "$(finding hardware)" '^fine cycles are counted'
said=$(finding counters)
echo "# $said"
n=$(grep -oE '[0-9]+' <<< "$said" | head -n 1)
ok "a group of as many events as doctor says opens" same "$(group_of "${n:-0}")" "$n"
ok "... and one of more does not" fails same "$(group_of $((${n:-0} + 1)))" $((${n:-0} + 1))
ok "the PMU of the cpu has its events" eval '[ "$(perfattr pmus "$core" | sed "1,/^events/d" | wc -l)" -gt 3 ]'
unload
ok "the kernel met nothing that it did not expect" \
	has_not "$(dmesg)" 'WARNING: CPU|BUG:|Oops:|unchecked MSR access'
finish
