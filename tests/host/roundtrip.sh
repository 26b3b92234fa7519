#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# roundtrip.sh PROGRAM: compiles PROGRAM from the output of the text view and runs it. Code that does
# not compile is a failed test that shows the first errors.
if ! said=$(MAKEFLAGS='' make -s "$1" 2>&1); then
	echo "not ok 1 - what the text view prints compiles as C"
	printf '%s\n' "$said" | cut -c -400 | head -n 12 | sed 's/^/# /'
	echo 1..1
	exit 1
fi
exec "$1"
