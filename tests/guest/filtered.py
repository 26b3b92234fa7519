# SPDX-License-Identifier: GPL-2.0
"""Programs under a seccomp filter that refuses system calls, for the tests in Python."""
import glob
import re
import struct
import sys

RUN = """
import ctypes, os, struct, sys
code = bytes.fromhex("{}")
kept = ctypes.create_string_buffer(code, len(code))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(kept)), 16)
prctl = ctypes.CDLL(None).prctl
prctl(38, 1, 0, 0, 0)
assert not prctl(22, 2, program, 0, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
REFUSE = 0x50001                        # SECCOMP_RET_ERRNO with EPERM
KILL = 0x80000000
ALLOW = 0x7fff0000
# What Docker says of its default profile: it refuses these with EPERM.
OF_DOCKER = """acct add_key bpf clock_adjtime clock_settime delete_module finit_module get_mempolicy init_module ioperm
iopl kcmp kexec_file_load kexec_load keyctl lookup_dcookie mbind mount move_pages name_to_handle_at nfsservctl
open_by_handle_at perf_event_open personality pivot_root process_vm_readv process_vm_writev quotactl reboot request_key
set_mempolicy setns settimeofday swapoff swapon umount2 unshare userfaultfd vmsplice""".split()


def numbers():
    """Of system calls, by the headers of this machine."""
    for path in *glob.glob("/usr/include/*-linux-gnu/asm/unistd_64.h"), "/usr/include/asm-generic/unistd.h":
        with open(path, encoding="ascii") as header:
            known = re.findall(r"^#define __NR(?:3264)?_(\w+) (\d+)$", header.read(), re.M)
        if known:
            return {name: int(number) for name, number in known}
    raise FileNotFoundError("no header has the numbers of system calls")


def under(names, action=REFUSE, known=numbers()):
    """The beginning of a command that is run under a filter of these calls; not every machine has all of them."""
    of = [known[name] for name in names if name in known]
    code = struct.pack("HBBI", 0x20, 0, 0, 0)
    for left, number in zip(range(len(of), 0, -1), of):
        code += struct.pack("HBBI", 0x15, left, 0, number)
    code += struct.pack("HBBI" * 2, 6, 0, 0, ALLOW, 6, 0, 0, action)
    return [sys.executable, "-c", RUN.format(code.hex())]


# As a container does.
FILTERED = under(["perf_event_open"])
DOCKER = under(OF_DOCKER)
KILLED = under(["perf_event_open"], KILL)
# A filter that is about another call, as most services have one.
PASSED = under(["acct"])
# As a sandbox does: ptrace() is refused, or ends who calls it.
NO_PTRACE = under(["ptrace"])
KILLS_PTRACE = under(["ptrace"], KILL)
