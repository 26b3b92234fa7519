#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""A BPF program on the hook of perf_event_open(2) refuses what no rule can see.

While one is attached, a refusal that may be its own is not certain; before and after, it is.
"""

import ctypes
import errno
import json
import os
import struct
import sys

sys.path.insert(0, "tests/guest")
from records import *

HOOK = b"bpf_lsm_perf_event_open"
SYS_BPF, SYS_OPEN = (280, 241) if ARM or RISCV else (321, 298)
PROG_LOAD, RAW_TRACEPOINT_OPEN = 5, 17
PROG_TYPE_LSM, ATTACH_LSM_MAC = 29, 27
NOBODY = 65534
libc = ctypes.CDLL(None, use_errno=True)

# struct btf_type's kinds and what follows each: bytes, or bytes a member.
BTF_AFTER = {1: 4, 3: 12, 14: 4, 17: 4}
BTF_EACH = {4: 12, 5: 12, 6: 8, 13: 8, 15: 12, 19: 12}
BTF_FUNC = 12


def btf_id(name):
    """The number that the kernel's own type information has for a function; None without it."""
    try:
        with open("/sys/kernel/btf/vmlinux", "rb") as file:
            btf = file.read()
    except FileNotFoundError:
        return None
    head, types, types_len, strings, _ = struct.unpack_from("<IIIII", btf, 4)
    at, end, number = head + types, head + types + types_len, 0
    while at < end:
        number += 1
        offset, info = struct.unpack_from("<II", btf, at)
        kind, members = info >> 24 & 0x1f, info & 0xffff
        start = head + strings + offset
        if kind == BTF_FUNC and btf[start:btf.index(b"\0", start)] == name:
            return number
        at += 12 + BTF_AFTER.get(kind, 0) + BTF_EACH.get(kind, 0) * members
    return None


def bpf(command, attr):
    buf = ctypes.create_string_buffer(attr, len(attr))
    fd = libc.syscall(SYS_BPF, command, buf, len(attr))
    return fd if fd >= 0 else -ctypes.get_errno()


def refusing_program(hook):
    """A program that answers -EACCES to everybody; its descriptor, or a negative errno."""
    insns = struct.pack("<BBhi", 0xb7, 0, 0, -errno.EACCES) + struct.pack("<BBhi", 0x95, 0, 0, 0)
    code, gpl = ctypes.create_string_buffer(insns, len(insns)), ctypes.create_string_buffer(b"GPL")
    attr = struct.pack("<IIQQIIQII16sIIIIQII", PROG_TYPE_LSM, len(insns) // 8,
                       ctypes.addressof(code), ctypes.addressof(gpl), 0, 0, 0, 0, 0, b"refuse",
                       0, ATTACH_LSM_MAC, 0, 0, 0, 0, 0)
    attr += struct.pack("<QII", 0, 0, hook)
    return bpf(PROG_LOAD, attr)


def opened(uid):
    """Opens a software event that counts the kernel too, as uid; returns the errno and why."""
    attr = ctypes.create_string_buffer(struct.pack("<IIQ", 1, 64, 9) + bytes(48), 64)
    os.setresuid(uid, uid, 0)
    fd = libc.syscall(SYS_OPEN, attr, 0, -1, -1, 0)
    err = ctypes.get_errno() if fd < 0 else 0
    os.setresuid(0, 0, 0)
    if fd >= 0:
        os.close(fd)
    return err, json.loads(explained("-n", "1")[-1])["why"]


def verdict(why):
    return (why["rule"], why["certain"]) if why else None


def active_lsms():
    try:
        with open("/sys/kernel/security/lsm", encoding="ascii") as file:
            return file.read().strip().split(",")
    except FileNotFoundError:
        return []


def refusing_link():
    """Attaches a program; returns both descriptors, and a sentence if that cannot be."""
    hook = btf_id(HOOK)
    if hook is None:
        return -1, -1, "this kernel has no BTF of the hook, by which a program names it"
    if "bpf" not in active_lsms():
        return -1, -1, "this kernel's security modules do not include bpf"
    program = refusing_program(hook)
    if program < 0:
        return -1, -1, f"this kernel takes no program of BPF LSM: {os.strerror(-program)}"
    link = bpf(RAW_TRACEPOINT_OPEN, struct.pack("<QI4x", 0, program))
    return program, link, f"this kernel attaches no program of BPF LSM: {os.strerror(abs(link))}"


def main():
    with open("/proc/sys/kernel/perf_event_paranoid", "w", encoding="ascii") as level:
        level.write("2")
    load()
    selinux = "selinux" in active_lsms()
    same(verdict(opened(NOBODY)[1]), ("kernel-not-excluded", not selinux),
         "without a program the reason is certain, if SELinux cannot refuse either")
    program, link, why_not = refusing_link()
    if link < 0:
        for what in ("refuses root", "makes a reason probable", "no more when it is gone"):
            skip(f"a program {what}", why_not)
        return
    err, why = opened(0)
    same((err, verdict(why)), (errno.EACCES, ("security-module", False)),
         "a program refuses root")
    if selinux:
        for what in ("makes a reason probable", "no more when it is gone"):
            skip(f"a program {what}", "SELinux makes it probable by itself")
        return
    same(verdict(opened(NOBODY)[1]), ("kernel-not-excluded", False),
         "a program makes a reason probable")
    os.close(link)
    os.close(program)
    same(eventually_certain(), ("kernel-not-excluded", True),
         "no more when it is gone")


def eventually_certain():
    """The trampoline is taken out after the last reference is gone."""
    for _ in range(100):
        last = verdict(opened(NOBODY)[1])
        if last and last[1]:
            break
    return last


plan(4)
main()
finish()
