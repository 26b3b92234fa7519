#!/usr/bin/python3
# SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
"""Opens an event, says why it is refused, and opens what can be had instead, by ctypes alone."""
import ctypes
import os
import struct
import sys
from ctypes import c_char, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

SYSCALL = {"x86_64": 298, "aarch64": 241, "riscv64": 241, "ppc64le": 319, "s390x": 331}


class Call(ctypes.Structure):
    _fields_ = [("attr", c_void_p), ("flags", c_uint64), ("pid", c_int32), ("cpu", c_int32),
                ("group_fd", c_int32), ("error", c_int32), ("attr_size", c_uint32),
                ("reserved", c_uint32 * 7)]


class Change(ctypes.Structure):
    _fields_ = [("name", c_char * 32), ("value", c_uint64)]


class Why(ctypes.Structure):
    _fields_ = [("n", c_uint32), ("more", c_uint32), ("certainty", c_uint32), ("loss", c_uint32),
                ("n_change", c_uint32), ("reserved", c_uint32 * 11), ("change", Change * 12),
                ("rule", c_char * 48), ("function", c_char * 48), ("field", c_char * 32),
                ("others", c_char * 144), ("reason", c_char * 768), ("lost", c_char * 128),
                ("needs", c_char * 144), ("fix", c_char * 768), ("text", c_char * 1472)]


libc = ctypes.CDLL(None, use_errno=True)
perfattr = ctypes.CDLL("libperfattr.so.1")


def perf_event_open(call):
    libc.syscall.argtypes = [c_uint64, c_void_p, c_int32, c_int32, c_int32, c_uint64]
    fd = libc.syscall(SYSCALL[os.uname().machine], call.attr, call.pid, call.cpu, call.group_fd, call.flags)
    call.error = ctypes.get_errno() if fd < 0 else 0
    return fd


# A software clock, 1,000,000,000 samples a second: sample_freq is at 16, the flag freq at 40.
attr = ctypes.create_string_buffer(128)
struct.pack_into("=IIQQ", attr, 0, 1, 128, 1, 1000000000)
struct.pack_into("=Q", attr, 40, 1 << 10 if sys.byteorder == "little" else 1 << 53)
call = Call(attr=ctypes.addressof(attr), cpu=-1, group_fd=-1)
fd = perf_event_open(call)
if fd < 0:
    why = Why()
    perfattr.perfattr_explain(None, ctypes.byref(call), 0, ctypes.byref(why))
    sys.stderr.write(why.text.decode())
    print(why.rule.decode(), {c.name.decode(): c.value for c in why.change[:why.n_change]})
    plan = perfattr.perfattr_plan(None, ctypes.byref(call), 0, ctypes.byref(call), attr, c_size_t(len(attr)))
    if plan > 0:
        fd = perf_event_open(call)
print("open" if fd >= 0 else "not open")
