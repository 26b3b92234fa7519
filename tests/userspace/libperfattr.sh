#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: libperfattr.sh
# libperfattr as it is installed: its names, what it needs, what it costs, and programs that link it. What it
# answers is tested by tests/host/test_libperfattr.c. TAP on standard output.
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=../guest/tap.sh
. ../guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
B=$PWD/../../build/userspace
TOP=$PWD/../..
mkdir -p "$B"
flock "$B" env -u MAKEFLAGS make -s shared threads >&2 || exit 1
LIB=$B/shared/libperfattr.so
export LD_LIBRARY_PATH=$B/shared
within() { timeout -k 5 300 "$@"; }
plan 19

# The names that each of these has.
header() { sed -n 's/^\(int\|void\|const char\|struct perfattr\) \**\(perfattr_[a-z_]*\)(.*/\2/p' "$TOP/userspace/libperfattr/perfattr.h" | sort; }
exported() { nm -D --defined-only "$LIB" | sed -n 's/.* T \([^@]*\)@@PERFATTR_1.0$/\1/p' | sort; }
all_exported() { nm -D --defined-only "$LIB" | grep -cv ' A PERFATTR_1.0$'; }
in_archive() { nm -g --defined-only "$B/shared/libperfattr.a" | sed -n 's/^[0-9a-f]* . //p' | sort; }
page() { sed -n 's/^\.Fn \(perfattr_[a-z_]*\).*/\1/p; s/^\.Fo //p' "$TOP/userspace/libperfattr/libperfattr.3" | sort -u; }

is 'each function of the header is exported, with its version, and no other name' "$(exported)" "$(header)"
is '... none without a version' "$(all_exported)" "$(header | wc -l)"
is 'the static library has no other name either, so none meets one of the program' "$(in_archive)" "$(header)"
is 'the manual page has all of them' "$(page)" "$(header)"
# crtbegin.o of the compiler has these.
is 'nothing is kept: there is no variable that can be written to' \
	"$(nm "$LIB" | awk '$2 ~ /[bBdDsS]/ { print $1, $2, $3 }' | while read -r at _ name; do
		objdump -t "$LIB" | awk -v n="$name" -v a="$at" '$1 == a && $NF == n && $0 ~ / \.(data|bss)\t/ { print n }'
	done | grep -v -x -e completed.0 -e __dso_handle -e __TMC_END__)" ''
is 'it needs the C library alone' "$(objdump -p "$LIB" | awk '$1 == "NEEDED" { print $2 }')" libc.so.6
is 'who links it asks for version 1' "$(objdump -p "$B/shared/links" | awk '$1 == "NEEDED" && /perfattr/ { print $2 }')" libperfattr.so.1

read -r longest median <<<"$(within "$B/shared/links" time)"
stack=$(within "$B/shared/links" stack)
# How long an answer takes is said and not judged: that depends on the machine.
echo "# at most $longest us, half of them at most $median us; $stack bytes of stack;" \
	"$(size "$LIB" | awk 'NR == 2 { print $1 + $2 }') bytes"
ok 'it takes at most 8 KiB of stack' [ "$stack" -le 8192 ]
read -r first thousandth <<<"$(within "$B/shared/links" calls)"
echo "# the first explanation of a handle: $first system calls; later ones: $thousandth"
ok 'a handle makes at most 20 system calls for each, once it has read what it keeps for a second' [ "${thousandth:-99}" -le 20 ]
is 'a filter that ends who makes an unusual system call does not end it; nothing is certain there' \
	"$(within "$B/shared/links" filter)" '9 calls, 0 certain'
is '64 threads with one handle get what one gets' "$(THREADS_N=3 within "$B/shared/links" threads)" '0 of 1728 differ'
is '... and ThreadSanitizer sees nothing' "$(THREADS_N=1 within "$B/threads/links" threads 2>&1)" '0 of 576 differ'

env -u MAKEFLAGS make -s -C ../../userspace O=../build/userspace/shared LDFLAGS= PREFIX=/usr DESTDIR="$TMP/root" install-libperfattr
export PKG_CONFIG_PATH=$TMP/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$TMP/root
EXAMPLES=$TOP/docs/examples
# compiles SOURCE PROGRAM OPTION...: as the example's comment says.
compiles()
{
	local from=$1 to=$2
	shift 2

	# shellcheck disable=SC2046 # options
	gcc -Wall -Wextra -Werror "$@" "$from" $(pkg-config --cflags --libs libperfattr) -o "$to"
}
ok 'the example in C compiles by what pkg-config says' compiles "$EXAMPLES/why.c" "$TMP/why"
ok '... statically, too' compiles "$EXAMPLES/why.c" "$TMP/why-static" -static
ok 'a program that links it compiles' compiles linked.c "$TMP/linked"
is '... it is of this version, and so says pkg-config' "$("$TMP/linked" | head -n 1) $(pkg-config --modversion libperfattr)" \
	"$(cat "$TOP/VERSION") $(cat "$TOP/VERSION")"
ok 'the header is good for C++' g++ -x c++ -fsyntax-only -Wall -Wextra -Werror "$TMP/root/usr/include/perfattr.h"
ok 'the example for LD_PRELOAD compiles' compiles "$EXAMPLES/why-preload.c" "$TMP/why-preload.so" -shared -fPIC
# The sizes are all that a wrong declaration there must change.
sizes_c()
{
	printf '#include <perfattr.h>\n#include <stdio.h>\nint main(void)\n{\n%s}\n' \
		'	printf("%zu %zu\n", sizeof(struct perfattr_call), sizeof(struct perfattr_why));' \
		> "$TMP/sizes.c"
	gcc -I "$TMP/root/usr/include" "$TMP/sizes.c" -o "$TMP/sizes" && "$TMP/sizes"
}
sizes_python()
{
	{ sed -n '1,/^libc = /{ /^libc = /!p }' "$EXAMPLES/why.py"
	  echo 'print(*(ctypes.sizeof(s) for s in (Call, Why)))'; } | python3 -
}
is "the example in Python has the header's structures" "$(sizes_python)" "$(sizes_c)"
[ "$tests_failed" -eq 0 ]
