#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# usage: bindings.sh
# The crate, as it is published, with the one source beside it and without a network; and the module for Python.
# TAP on standard output.
set -u
cd "$(dirname "$0")" || exit 1
# shellcheck source-path=SCRIPTDIR source=../guest/tap.sh
. ../guest/tap.sh
trap 'rm -rf "$TMP"' EXIT
B=$PWD/../../build/userspace
TOP=$PWD/../..
mkdir -p "$B"
flock "$B" env -u MAKEFLAGS make -s shared >&2 || exit 1
plan 5

crate()
{
	cp -r "$TOP/bindings/rust" "$TMP/crate" &&
		env -u MAKEFLAGS make -s -C "$TOP/userspace" O="$TMP" amalgamation &&
		cp "$TMP"/amalgamation/perfattr.[ch] "$TMP/crate" &&
		(cd "$TMP/crate" && CARGO_TARGET_DIR=$TMP/target CARGO_HOME=$TMP/home env -u MAKEFLAGS -u MFLAGS -u CARGO_MAKEFLAGS timeout -k 5 900 cargo test --offline) > "$TMP/said" 2>&1
	local failed=$?
	cat "$TMP/said"
	[ "$failed" -eq 0 ] && [ "$(grep -c '^test .* ok$' "$TMP/said")" -eq 5 ] && ! grep -q '^warning' "$TMP/said"
}
if [ -z "$(type -P cargo)" ]; then
	skip 'the crate builds, and passes its tests' 'there is no cargo: apt-get install cargo'
else
	ok 'the crate builds, and passes its tests' crate
fi

python() { LD_LIBRARY_PATH=$B/shared PYTHONPATH=$TOP/bindings/python python3 -B - ; }
is 'the module says why' "$(python <<'END'
import struct, perfattr
attr = struct.pack("=IIQQ", 1, 128, 1, 0) + bytes(104)
why = perfattr.explain(attr, 0, -1, -1, 1 << 10, 22)
print(why.rule, why.changes, why.certainty == perfattr.CERTAIN, str(why).splitlines()[0])
END
)" "flags-not-known {'flags': 0} True EINVAL: flags 0x400 has bits that no kernel knows: the last one is PERF_FLAG_FD_CLOEXEC"
is '... and what would open' "$(python <<'END'
import struct, perfattr
attr = struct.pack("=IIQQQ", 1, 128, 1, 0, 1 << 60) + bytes(96)
outcome, why = perfattr.check(attr, 0, -1, -1, 0)
print(outcome == perfattr.REFUSED, why.rule)
END
)" 'True sample-type-not-known'
is '... and prints a call, without a head that only records have' "$(python <<'END' | grep -c -x -e 'call:' -e '        .type = PERF_TYPE_SOFTWARE,' -e '    int fd = -1 /\* EACCES \*/;'
import struct, perfattr
print(perfattr.text(struct.pack("=IIQQ", 1, 128, 1, 0) + bytes(104), 0, -1, -1, 0, -13))
END
)" 2
is 'its structures are those of the header' "$(python <<'END'
import ctypes, perfattr
print(ctypes.sizeof(perfattr.Call), ctypes.sizeof(perfattr._Why), perfattr.version())
END
)" "64 4096 $(cat "$TOP/VERSION")"
[ "$tests_failed" -eq 0 ]
