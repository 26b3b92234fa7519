#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2034 # ok evaluates conditions late
#
# A recording says elsewhere what was said on its machine: one by perfattr all of it, with what was
# so when the record was shown; a plain copy of json less, and says what it lacks.
# not on debug kernels: it tests programs, not the module
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 19

nobody()
{
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all -- "$@"
}

# Rule and certainty of each refused call.
rules() # FILE
{
	json_calls "$1" | jq -c '[.seq, .errno, .why.rule, .why.certain]'
}

# The power PMU, where the processor has one, does not sample, and counts on some cpus only; another
# one is exclusive, and taken.
modprobe -q rapl || true
pmu=power
asked='config=2 sample_period=1000 pid=-1 cpu=0'
mkfifo "$TMP/end" "$TMP/one.end"
if [ ! -e /sys/bus/event_source/devices/power/type ]; then
	pmu=alone0
	asked='pid=-1 cpu=0'
	insmod tests/guest/modules/standin_pmu.ko name=alone0 exclusive=1
fi
type=$(cat /sys/bus/event_source/devices/$pmu/type)
if [ $pmu = alone0 ]; then
	hold_event "$type" < "$TMP/one.end" > "$TMP/one" &
	one_holder=$!
	exec {one}> "$TMP/one.end"
	eventually grep -q '^open$' "$TMP/one"
fi
echo "# the PMU is $pmu"

echo 2 > /proc/sys/kernel/perf_event_paranoid
hold_events breakpoints < "$TMP/end" > "$TMP/truth" &
holder=$!
exec {end}> "$TMP/end"
ok 'a process holds all breakpoint registers of a cpu' eventually grep -q '^ready$' "$TMP/truth"
load
ok 'a breakpoint is refused' eval 'call type=5 bp_type=2 bp_addr=0x1000 bp_len=4 bits=0x21 | grep -q "^ret=-28 "'
ok "an event of $pmu is refused" eval 'call type=$type $asked | grep -q "^ret=-"'
ok '... and for a task, too' eval 'call type=$type config=2 pid=${one_holder-0} | grep -q "^ret=-"'
ok 'a user who asks for the kernel is refused' eval 'nobody call type=1 config=0 | grep -q "^ret=-13 "'

perfattr -j --no-pager > "$TMP/recording"
perfattr -v --no-pager > "$TMP/there"
perfattr --no-pager > "$TMP/lines"
json > "$TMP/plain"
exec {end}>&-
[ $pmu = power ] || exec {one}>&-
wait
rules "$TMP/recording" > "$TMP/rules"
ok 'each of them has a reason' eval '! grep null "$TMP/rules"'
is '... the breakpoint with its holder' \
	"$(jq -r 'select(.errno == "ENOSPC") | .why.holders_now[0].pid' "$TMP/recording")" "$holder"
is '... and nothing is missing' "$(grep -c '"lacks"' "$TMP/recording")" 0
unload
[ $pmu = power ] || rmmod standin_pmu

# What is now on this machine is another thing: there is no module, and nobody holds anything.
ok 'the recording says so, too: the list' eval 'perfattr --no-pager -i "$TMP/recording" | sed "s,-i $TMP/recording ,,g" | diff "$TMP/lines" - > "$TMP/diff" ||
	{ cat "$TMP/diff"; false; }'
ok '... each record' eval 'perfattr -v --no-pager -i "$TMP/recording" | diff "$TMP/there" - > "$TMP/diff" ||
	{ cat "$TMP/diff"; false; }'
ok '... as JSON' eval 'perfattr -j -i "$TMP/recording" | cmp "$TMP/recording" -'
ok '... also when it was copied once more' \
	eval 'perfattr -j -i "$TMP/recording" | perfattr -j -i - | cmp "$TMP/recording" -'
perfattr -j -i "$TMP/plain" > "$TMP/less"
is 'a plain copy has the same rules' "$(rules "$TMP/less" | jq -c '.[:3]')" "$(jq -c '.[:3]' "$TMP/rules")"
is '... nobody who holds the breakpoints' \
	"$(jq -c 'select(.errno == "ENOSPC") | .why.holders_now' "$TMP/less")" null
is '... and says that it lacks what was so then' "$(jq -r 'select(.errno == "ENOSPC") | .lacks' "$TMP/less")" now
ok '... also on the screen' eval 'perfattr show 1 -i "$TMP/plain" | grep -q "; the reason is less certain, as the record lacks now \*/$"'
is '... but not of a reason that needs nothing of it' \
	"$(jq -c 'select(.errno == "EACCES") | .lacks' "$TMP/less")" null
json_calls "$TMP/plain" | perfattr -j -i - > "$TMP/alone"
ok 'without the lines about its machine nothing is certain that rests on them' \
	eval '! jq -e "select(.why.rule == \"pmu-for-cpus\" and .why.certain)" "$TMP/alone"'
is '... and each record says so' "$(jq -r 'select(.call == "open") | .lacks | split(", ")[0]' "$TMP/alone" | sort -u)" env
finish
