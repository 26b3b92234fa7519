#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Runs a command under a seccomp filter that answers perf_event_open(): a kernel that is the same everywhere.

usage: filter.py refuse|cpu|kill|ask COMMAND...

refuse: EINVAL. cpu: 0, a descriptor, if a cpu is named, else EINVAL. kill: it kills the process.
ask: it waits for a supervisor, who never answers.
"""
import ctypes
import os
import platform
import struct
import sys

NUMBERS = {"x86_64": 298, "aarch64": 241, "riscv64": 241, "ppc64le": 319, "s390x": 331}
ALLOW, KILL, ERRNO, NOTIFY = 0x7fff0000, 0x80000000, 0x00050000, 0x7fc00000
EINVAL = 22
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
# struct seccomp_data: the number, then from 16 on the arguments; the lower half of the third, cpu.
CPU = 16 + 8 * 2 + (4 if sys.byteorder == "big" else 0)


def filter_of(kernel):
    answer = {"refuse": ERRNO | EINVAL, "kill": KILL, "ask": NOTIFY}.get(kernel)
    number = NUMBERS[platform.machine()]
    if answer is not None:
        return [(LOAD, 0, 0, 0), (EQUAL, 0, 1, number), (RETURN, 0, 0, answer), (RETURN, 0, 0, ALLOW)]
    return [(LOAD, 0, 0, 0), (EQUAL, 0, 4, number), (LOAD, 0, 0, CPU), (EQUAL, 0, 1, 0xffffffff),
            (RETURN, 0, 0, ERRNO | EINVAL), (RETURN, 0, 0, ERRNO), (RETURN, 0, 0, ALLOW)]


class Program(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def main():
    code = b"".join(struct.pack("=HBBI", *line) for line in filter_of(sys.argv[1]))
    program = Program(len(code) // 8, code)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0):
        sys.exit("no_new_privs: %s" % os.strerror(ctypes.get_errno()))
    # A listener is wanted only where there is to be one, and stays open: a call waits for it.
    flags = 1 << 3 if sys.argv[1] == "ask" else 0
    seccomp = {"x86_64": 317, "ppc64le": 358, "s390x": 348}.get(platform.machine(), 277)
    listener = libc.syscall(seccomp, 1, flags, ctypes.byref(program))
    if listener < 0:
        sys.exit("seccomp: %s" % os.strerror(ctypes.get_errno()))
    if flags:
        os.set_inheritable(listener, True)
    os.execvp(sys.argv[2], sys.argv[2:])


main()
