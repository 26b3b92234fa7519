#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# vm options: --icount --cpu max,-erms --timeout 1800
# time limit: 1700
#
# The limits of scripts/bench, plus 10 % if a limit is not 0. They are for Debian's 6.1
# on amd64; other kernels have other costs.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

if ! [[ $(uname -r) =~ ^6\.1\.[0-9-]*-amd64$ ]]; then
	echo '1..0 # SKIP the bars are for the 6.1 kernel of Debian'
	exit 0
fi
plan 14

cell() # ROW COLUMN
{
	awk -v row="$1" -v column="$2" '$2 == row && $3 == column { print $4 }' "$TMP/cells"
}

added() # ROW COLUMN
{
	echo $(($(cell "$1" "$2") - $(cell nothing "$2")))
}

at_most() # MEASURED LIMIT
{
	echo "measured $1, limit $2"
	[ -n "$1" ] && [ -n "$2" ] && [ "$1" -le "$2" ]
}

bar() # DESCRIPTION MEASURED LIMIT
{
	ok "$1" at_most "$2" $(($3 * 110 / 100))
}

# Nothing is added. fork() allocates: what it takes moves by a refill of a slab cache, 159. An
# empty kretprobe adds 401, so no hit of a probe hides in 250. With ten inherited events it moves by
# up to 710; ten hits of the cheapest probe, 102 each, do not hide in 900.
free() # ROW COLUMN...
{
	local row=$1 column more
	shift

	for column; do
		more=$(added "$row" "$column")
		[[ $column != fork || ${more#-} -gt 250 ]] || more=0
		[[ $column != fork10 || ${more#-} -gt 900 ]] || more=0
		echo "$row $column: $more"
		[ "$more" = 0 ] || return
	done
}

elsewhere='close getppid epoll fork'

tests/guest/bench nothing disabled stages0 default follower \
	> "$TMP/cells" 2> "$TMP/errors"
is 'everything could be measured' "$? $(cat "$TMP/errors")" '0 '

# shellcheck disable=SC2086 # names are words
{
	ok 'disabled, nothing costs more than before' free disabled open refused $elsewhere fork10
	ok 'stages=0 costs nobody else anything, nor the inner functions' free stages0 $elsewhere fork10
	ok 'by default, nobody else pays' free default $elsewhere fork10
	ok 'with a reader that follows, nobody else pays' free follower $elsewhere fork10
}
bar 'a call with stages=0: 890 instructions' "$(added stages0 open)" 890
bar 'a call: 2,420 instructions' "$(added default open)" 2420
bar 'a call that perf_copy_attr() refuses: 1,620 instructions' "$(added default refused)" 1620
bar 'a text record: 11,000 instructions' "$(cell default text)" 11000
bar 'a text record of a refused call: 11,000 instructions' "$(cell default text_refused)" 11000
bar 'a raw record: 2,750 instructions' "$(cell default raw)" 2750
bar '... of a refused call, with its facts: 3,000 instructions' "$(cell default raw_refused)" 3000
bar 'in all, with a follower who shows it as text: 15,300 instructions' "$(added follower bill)" 15300
is 'the follower shows every call' "$(cell follower shown)" 100

finish
