#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# cost.sh PROGRAM: instructions that a record takes to render, counted by valgrind on the host.
# The difference of two runs leaves out everything but the records.
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
