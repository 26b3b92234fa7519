#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: amalgamation.sh
# libperfattr as one source: each compiler that is here takes it without a word, and a program with it gets the
# answers of the shared library. TAP on standard output.
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=../guest/tap.sh
. ../guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
B=$PWD/../../build/userspace
mkdir -p "$B"
flock "$B" env -u MAKEFLAGS make -s shared >&2 || exit 1
env -u MAKEFLAGS make -s -C ../../userspace O="$TMP" amalgamation >&2 || exit 1
ONE=$TMP/amalgamation
within() { timeout -k 5 300 "$@"; }
plan 13

# quiet COMPILER OPTION...: it says nothing about the source.
quiet()
{
	"$@" -std=gnu11 -Os -Wall -Wextra -c "$ONE/perfattr.c" -o "$TMP/one.o" > "$TMP/said" 2>&1
	local failed=$?
	cat "$TMP/said"
	[ "$failed" -eq 0 ] && [ ! -s "$TMP/said" ]
}
# compiler WORDS COMMAND...: the test of one that may be missing.
compiler()
{
	local words=$1
	shift
	if [ -z "$(type -P "$1")" ]; then
		skip "$words" "there is no $1"
	else
		ok "$words" quiet "$@"
	fi
}
compiler 'gcc takes it' gcc
compiler '... for 32 bit' i686-linux-gnu-gcc
compiler '... for arm' arm-linux-gnueabihf-gcc
compiler '... with musl' musl-gcc -idirafter /usr/include -idirafter "/usr/include/$(gcc -print-multiarch)"
compiler 'clang takes it' clang
compiler '... for 32 bit' clang -m32 -target i686-linux-gnu
# Here the object of gcc is the last one again.
ok 'as it is measured' quiet gcc -fno-pic -fno-pie -fno-asynchronous-unwind-tables
size=$(size "$TMP/one.o" | awk 'NR == 2 { print $1 + $2 + $3 }')
echo "# $size bytes"
# Other versions of gcc make other code; half of what is left up to here may come.
ok 'it has at most 230 KiB' [ "$size" -le 235520 ]
is 'it has no other names than those of the header' "$(nm -g --defined-only "$TMP/one.o" | sed 's/^[0-9a-f]* . //' | sort)" \
	"$(nm -D --defined-only "$B/shared/libperfattr.so" | sed -n 's/.* T \([^@]*\)@@.*/\1/p' | sort)"
ok 'C++17 takes the header' g++ -std=c++17 -x c++ -fsyntax-only -Wall -Wextra -Werror "$ONE/perfattr.h"

# program COMPILER OPTION...: the library's own test, with the one source.
program() { "$@" -O1 -D_GNU_SOURCE -I../../userspace "$ONE/perfattr.c" libperfattr.c -o "$TMP/links" -pthread; }
ok "the library's test is made with it" program gcc
export LD_LIBRARY_PATH=$B/shared
is '... and gets the answers of the shared library' "$(within "$TMP/links" answers)" "$(within "$B/shared/links" answers)"
is '... for 64 threads, too' "$(THREADS_N=1 within "$TMP/links" threads)" '0 of 576 differ'
[ "$tests_failed" -eq 0 ]
