#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2086 # names are words
# vm options: --icount --cpu max,-erms
# time limit: 600
#
# What calls=1 costs, and that calls=0 costs nothing: instructions, as in cost.t.
# shellcheck source=tests/guest/lib.sh
. tests/guest/lib.sh

if ! [[ $(uname -r) =~ ^6\.1\.[0-9-]*-amd64$ ]]; then
	echo '1..0 # SKIP the bars are for the 6.1 kernel of Debian'
	exit 0
fi

perf_calls='read ioctl poll mmap munmap close'
others='other_read other_ioctl other_poll other_mmap other_munmap other_close getppid epoll'
plan 22

# Measures everything; lines "WHAT NUMBER" go to a file of that name.
measure() # NAME
{
	chrt -f 10 cost -n 500 -u 1000 $perf_calls $others open > "$TMP/$1"
}

added() # WHAT NAME BASE
{
	awk -v what="$1" 'FNR == 1 { file++ } $1 == what { n[file] = $2 } END { print n[1] - n[2] }' \
		"$TMP/$2" "$TMP/$3"
}

free() # NAME BASE WHAT...
{
	local name=$1 base=$2 what more all=0
	shift 2

	for what; do
		more=$(added "$what" "$name" "$base")
		echo "$what: $more"
		[ "$more" = 0 ] || all=1
	done
	return "$all"
}

at_most() # MEASURED LIMIT
{
	echo "measured $1, limit $2"
	[ -n "$1" ] && [ "$1" -gt 0 ] && [ "$1" -le "$2" ]
}

measure nothing
load
measure off
echo 1 > "$PARAMS/calls"
measure on
echo 0 > "$PARAMS/calls"
measure off_again
perfattr run -- sh -c ': > "$0"; exec sleep 1000' "$TMP/begun" 2> "$TMP/err" &
eventually test -e "$TMP/begun"
measure run
pkill -x sleep
wait
measure off_last
unload

for name in nothing off on off_again run off_last; do
	echo "# $name: $(xargs < "$TMP/$name")"
done
ok 'calls=0: no call on an event costs more than without the module' free off nothing $perf_calls
ok '... nor one on another file' free off nothing $others
ok 'calls=1: no call on another file costs more' free on nothing $others
ok 'calls=0 again: no call on an event costs more' free off_again nothing $perf_calls
ok '... nor one on another file' free off_again nothing $others
for what in $perf_calls; do
	ok "calls=1: $what on an event: 1,500 instructions" at_most "$(added $what on nothing)" 1500
done
ok 'during a run no call on another file costs more' free run nothing $others
for what in $perf_calls; do
	ok "during a run $what on an event of another process: 1,000 instructions" \
		at_most "$(added $what run nothing)" 1000
done
ok 'after it no call on an event costs more' free off_last nothing $perf_calls
# 60 of these read the wall clock.
ok 'calls=0: an open: 3,600 instructions' at_most "$(added open off nothing)" 3600
is '... and as many after calls=1' "$(added open off_again off)" 0
ok 'calls=1: an open is remembered for 1,000 instructions' at_most "$(added open on off)" 1000

finish
