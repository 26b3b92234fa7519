#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 300
#
# Who reads events changes nothing for others: what they close meanwhile is closed at once. And each
# descriptor is counted once.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
plan 8

ROUNDS=${ROUNDS:-20000}
[[ $(uname -r) != *debug* ]] || ROUNDS=2000

read_on()
{
	while :; do
		: < "$DBG/events" || return
		echo >> "$TMP/reads"
	done
}

load
read_on &
reader=$!
searched()
{
	wc -l < "$TMP/reads"
	[ "$(wc -l < "$TMP/reads")" -gt 500 ]
}

# On a busy machine the reader may not have had its turns yet.
for ((i = 0; i < 5; i++)); do
	reopened=$(tables reopen "$ROUNDS")
	[ "$reopened" = "$ROUNDS rounds, 0 refused" ] || break
	! searched > "$TMP/searched" || break
done
is 'breakpoints that were closed are free at once while events is opened in a loop' "$reopened" "$ROUNDS rounds, 0 refused"
ok '... which was searched often meanwhile' searched
kill "$reader"
wait "$reader" 2> "$TMP/ignored"
perfattr -f -j > "$TMP/followed" 2> "$TMP/lost" &
follower=$!
is '... and beside one who asks of each refused call who holds the registers' \
	"$(tables reopen $((ROUNDS / 10)) more)" "$((ROUNDS / 10)) rounds, 0 refused"
ok '... of which there were' eval 'eventually grep -q "\"holders_now\"" "$TMP/followed"'
kill "$follower"
wait "$follower" 2> "$TMP/ignored"

ok 'a program has an event with 40 descriptors' begin_holding tables copies 40
is '... which two threads have in tables of their own: it is held 40 times' \
	"$(jq -r "select(.holders[0].pid == $held) | \"\(.held) \(.holders | length)\"" <(json events_raw))" '40 32'
end_holding
ok 'a program has one at every 32,768th place' begin_holding tables spread 30
is '... and each is found' "$(jq -r "select(.holders[0].pid == $held) | .held" <(json events_raw))" 30
end_holding
unload
finish
