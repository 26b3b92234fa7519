#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# There are two ways to see what the inner functions of a call do: at sites, instructions that only
# the system call passes, and at the functions themselves, which forks pass, too (sites=0). Records of
# the same calls must be the same. A kernel without sites has one way only.
# time limit: 600
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 11

# What is known of each call, without what differs from run to run.
known()
{
	python3 -c '
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    if r.get("call") != "open":
        continue
    k, why = r["kernel"] or {}, r["why"] or {}
    leader = k.get("leader") or {}
    print(json.dumps([r["ret"], k.get("path"), k.get("pmu"), k.get("attr"), k.get("cgroup"),
                      bool(k.get("target")), leader.get("type"), leader.get("config"),
                      why.get("rule"), why.get("certain")]))
' < <(explained)
}

both() # NAME COMMAND...: the calls of COMMAND, seen both ways
{
	local name=$1
	shift

	reload records=16384
	"$@" > "$TMP/$name.out" 2>&1
	known > "$TMP/$name.sites"
	reload records=16384 sites=0
	"$@" > "$TMP/$name.out2" 2>&1
	known > "$TMP/$name.functions"
}

# Sites do not tell whether a PMU or perf_cgroup_connect() has returned ENOENT.
same_records() # NAME MANY
{
	python3 - "$TMP/$1.sites" "$TMP/$1.functions" "$2" <<- 'EOS'
	import json, sys
	sites, functions = ([json.loads(line) for line in open(name)] for name in sys.argv[1:3])
	wrong = 0
	for at, (one, other) in enumerate(zip(sites, functions)):
	    if one != other and one[0] == -2 and one[1][-1]["ret"] is None:
	        one[1][-1]["ret"], one[2] = other[1][-1]["ret"], other[2]
	    if one != other:
	        wrong += 1
	        if wrong < 4:
	            print(f"call {at}:\nat sites     {one}\nat functions {other}")
	print(len(sites), len(functions))
	sys.exit(wrong or len(sites) != len(functions) or len(sites) < int(sys.argv[3]))
	EOS
}

# Probes that are not on one of the first instructions of a function.
inside_functions()
{
	grep perf /sys/kernel/debug/kprobes/list | grep -v -E '\+0x1?[0-9a-f]( |$)'
}

load
case $(uname -r) in
*-amd64 | *-arm64 | *-rt-* | *-cloud-*)
	is 'this kernel has sites: a fork passes no probe' "$(counter fork_probes)" 0
	;;
*)
	if [ "$(counter fork_probes)" = 0 ]; then
		ok 'this kernel has sites: a fork passes no probe' true
	else
		skip 'this kernel has sites: a fork passes no probe' 'its code is not as expected'
	fi
	;;
esac
# shellcheck disable=SC2034 # in what is evaluated
seen=$(inside_functions)
ok '... and then instructions inside of functions are probed' eval '[ "$(counter fork_probes)" -gt 0 ] || [ -n "$seen" ]'
reload stages=0
is 'with stages=0 a fork passes none' "$(counter fork_probes)" 0
reload sites=0
is 'with sites=0 a fork passes two' "$(counter fork_probes)" 2
is '... and no instruction inside of a function is probed' "$(inside_functions)" ''
load_test sites=0 withhold=perf_try_init_event
is 'a function that is absent costs its probe, and the other one is probed' \
	"$(counter fork_probes)" 1

both mixed mixed 1212 1
ok 'calls of all kinds are the same, seen at sites and at functions' same_records mixed 1000
both why why_table
is 'all reasons are found at sites' "$(grep -c '^not ok' "$TMP/why.out")" 0
is 'all reasons are found at functions' "$(grep -c '^not ok' "$TMP/why.out2")" 0
ok '... and they are the same' same_records why 100
is 'no hit of any of them was missed' "$(counter stages_missed)" 0
finish
