#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: amalgamation.sh
# libperfattr as one source: each compiler that is here takes it without a word, and a program with it gets the
# answers of the shared library. The small one says the same of random calls, or less, and nothing else for certain. TAP on standard output.
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=../guest/tap.sh
. ../guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
B=$PWD/../../build/userspace
mkdir -p "$B"
flock "$B" env -u MAKEFLAGS make -s shared >&2 || exit 1
env -u MAKEFLAGS make -s -C ../../userspace O="$TMP" amalgamation mini >&2 || exit 1
ONE=$TMP/amalgamation
within() { timeout -k 5 300 "$@"; }
plan 19

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

WHOLE=$ONE ONE=$TMP/mini
compiler 'clang takes the small one' clang
ok 'gcc takes it' quiet gcc -fno-pic -fno-pie -fno-asynchronous-unwind-tables
size=$(size "$TMP/one.o" | awk 'NR == 2 { print $1 + $2 + $3 }')
echo "# $size bytes"
ok 'it has at most 140 KiB' [ "$size" -le 143360 ]
is 'its header has the functions that it has' "$(nm -g --defined-only "$TMP/one.o" | sed 's/^[0-9a-f]* . //' | sort)" \
	"$(sed -n 's/^[a-z].*\<\(perfattr_[a-z_]*\)(.*/\1/p' "$ONE/perfattr.h" | sort)"

# calls FOLDER: what the library there says of random calls.
calls()
{
	gcc -O0 -w -I"$1" "$1/perfattr.c" mini.c -o "$TMP/mini-calls" -pthread && within "$TMP/mini-calls" 1000
}
calls "$WHOLE" > "$TMP/whole"
calls "$ONE" > "$TMP/small"
# Type, errno, certainty and rule by the whole, then by the small one; 3 is certain.
compared=$(paste -d ' ' "$TMP/whole" "$TMP/small" | awk '
	$4 == $8 { same++ }
	$4 != $8 && $8 == "none" { none++ }
	$7 == 3 && $4 != $8 { wrong++ }
	END { print NR, same + 0, none + 0, wrong + 0 }')
read -r all same none wrong <<<"$compared"
echo "# of $all refused calls the small one names the same reason for $same, none for $none"
ok 'it names the same reason for most refused calls' [ $((4 * same)) -gt $((3 * all)) ]
is '... and another one for certain for none' "$wrong" 0
[ "$tests_failed" -eq 0 ]
