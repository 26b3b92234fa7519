#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# cost.sh PROGRAM: the instructions to render a record, counted by valgrind on the host.
# The difference of two runs with different counts excludes everything but the records.
set -e

count() {
	valgrind --tool=lackey --basic-counts=yes --log-fd=9 "$@" 9>&1 >/dev/null |
		sed -n 's/.*guest instrs: *//p' | tr -d ,
}

for what in text json refused; do
	once=$(count "$1" $what 1)
	more=$(count "$1" $what 101)
	bytes=$("$1" $what 1 | wc -c)
	echo "$what: $(((more - once) / 100)) instructions, $bytes bytes"
done
