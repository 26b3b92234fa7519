#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2016,SC2317 # ok calls functions by name and evaluates conditions late
# time limit: 300
# long: how late a follower is, by the clock
#
# Who follows is not behind: a process of 1,000 threads is refused 100 breakpoints a second, of each of which is
# asked who holds the registers.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh
needs perfattr
plan 6

# A call takes thirty times as long there, and so does the search for holders.
rate=100
[[ $(uname -r) != *debug* ]] || rate=10

# What late.py has printed: so many records at least, none later than a second after its call, none lost.
in_time() # RECORDS
{
	local records late lost

	read -r records late lost < <(sed 's/[a-z,]//g' "$TMP/late" | xargs)
	cat "$TMP/late"
	[ "$records" -ge "$1" ] && [ "$late" -lt 1000 ] && [ "$lost" = 0 ]
}

# A third of what is asked for, at least: a busy machine makes fewer calls. And it may be late itself,
# but not each time.
late() # SECONDS COMMAND...
{
	local i

	for ((i = 0; i < 3; i++)); do
		tests/guest/late.py "$@" > "$TMP/late"
		! in_time $(($1 * rate / 3)) || return 0
	done
	return 1
}

load
ok 'a process of 1,000 threads has all breakpoint registers and is refused more' \
	begin_holding tables refused 1000 "$rate"
ok 'perfattr -f shows each within a second' late 8 perfattr -f -j -n 0
echo "# $(cat "$TMP/late")"
perfattr -f -j -n 0 > "$TMP/followed" &
follower=$!
ok '... who asks who holds the registers' eval 'eventually grep -q "\"holders_now\":\[{" "$TMP/followed"'
kill "$follower"
wait "$follower" 2> "$TMP/ignored"
ok 'a plain copy of the stream has each within a second' late 4 perfattr-cat -f -j -n 0
echo "# $(cat "$TMP/late")"
end_holding
ok 'they were refused meanwhile' grep '^[0-9]* refused$' "$TMP/held"
ok 'the module can be unloaded' eventually unload
finish
