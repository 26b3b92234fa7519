#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 900
#
# A record has the right event: descriptors that are closed at once, attrs that change during the
# call, events that a fork creates.
# shellcheck source=tests/storm/storm.sh
. tests/guest/storm.sh
plan 9

total=$(many 20000 4000)
load records="$((total + 100))"
ok "$total calls race for the same descriptor numbers" eval 'fdrace $total 6 0 > "$TMP/ids"'
ok 'each record has the id that the kernel told of its descriptor' \
	python3 tests/guest/fdrace.py "$TMP/ids" <(json_calls)
tally 'fdrace' "$total"
reload records="$((total + 100))"
ok "$total calls whose descriptors others close under their hands" eval 'fdrace $total 4 3 > "$TMP/ids"'
ok 'each record describes the event that its own call asked for' \
	python3 tests/guest/fdrace.py "$TMP/ids" <(json_calls)
is 'each call is counted' "$(accounted)" "$total"

total=$(many 10000 2000)
reload records="$((total + 100))"
ok "$total calls whose attr is rewritten while the kernel reads it" eval 'racer $total 2 > "$TMP/used"'
ok "the record's kernel copy is what the kernel used, and it did differ from what was passed" \
	python3 tests/guest/racer.py "$TMP/used" <(json_calls)

total=$(many 10000 1000)
reload
ok "a task with 100 inherited events forks $total times" eval 'forks 100 $total > "$TMP/ns"'
tally 'forks' 100
echo "# forks: $(cat "$TMP/ns") ns each"
is '... and nothing but its own 100 calls is recorded, nothing is missed' \
	"$(counter recorded) $(accounted)" '100 100'

finish
