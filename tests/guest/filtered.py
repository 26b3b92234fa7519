# SPDX-License-Identifier: GPL-2.0
"""Programs under a seccomp filter that refuses perf_event_open(), for the tests in Python."""
import sys

FILTER = """
import ctypes, os, struct, sys
number = {"x86_64": 298, "aarch64": 241}[os.uname().machine]
code = struct.pack("HBBI" * 4, 0x20, 0, 0, 0, 0x15, 0, 1, number, 6, 0, 0, 0x50001, 6, 0, 0, 0x7fff0000)
code = ctypes.create_string_buffer(code, len(code))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 4, ctypes.addressof(code)), 16)
prctl = ctypes.CDLL(None).prctl
prctl(38, 1, 0, 0, 0)
assert not prctl(22, 2, program, 0, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
# As a container does: perf_event_open() is refused with EPERM.
FILTERED = [sys.executable, "-c", FILTER]
KILLED = [sys.executable, "-c", FILTER.replace("0x50001", "0x80000000")]
# A filter that is about another call, as most services have one.
PASSED = [sys.executable, "-c", FILTER.replace("1, number,", "1, 999,")]
# As a sandbox does: ptrace() is refused, or ends who calls it.
NO_PTRACE = [sys.executable, "-c", FILTER.replace("298", "101").replace("241", "117")]
KILLS_PTRACE = [*NO_PTRACE[:2], NO_PTRACE[2].replace("0x50001", "0x80000000")]
