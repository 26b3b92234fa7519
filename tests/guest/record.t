#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""One call, one record: who called, when, with what, and what came back."""

import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from records import *

plan(37)
load()


def one(*words, **kwargs):
    """Makes a call; returns what the caller saw and its record, the only new one."""
    before = counter("recorded")
    seen = call(*words, **kwargs)[-1]
    if counter("recorded") != before + 1:
        return seen, None
    return seen, last_record()


# --- the caller ---
seen, rec = one()
same(rec.seq, 1, "the first call is number 1")
same((rec.pid, rec.tid, rec.uid), (seen["pid"], seen["pid"], 0), "pid, tid and uid are the caller's")
same(rec.comm, "call", "so is the name")
same(rec.abi, ABI, "and the ABI")
ok(seen["before"] <= rec.time_ns and rec.time_ns + rec.duration_ns <= seen["after"],
   "time and duration lie within the call, on the boot clock",
   seen, rec.time_ns, rec.duration_ns)
same((rec.fd, rec.errno), (seen["ret"], None), "the result is the caller's descriptor")
same((rec.pid_arg, rec.cpu, rec.group_fd, rec.flags), (0, -1, -1, 8), "so are the arguments")

with open("/proc/sys/kernel/perf_event_paranoid", "w", encoding="ascii") as f:
    f.write("3")
seen, rec = one(preexec_fn=lambda: os.setuid(1234))
same((seen["ret"], rec.uid, rec.fd, rec.errno), (-13, 1234, -1, "EACCES"),
     "a user's refused call has the user's id, fd -1 and the errno")
FLAGS = 0x8234567f if ARM32 else 0x123456780000000f
seen, rec = one("pid=-1", "cpu=1", "group=1000000", f"flags={FLAGS:#x}")
same((rec.pid_arg, rec.cpu, rec.group_fd, rec.flags, rec.errno),
     (-1, 1, 1000000, FLAGS, "EINVAL"), "arguments keep every bit, also unknown flags")
seen, rec = one("pid=-2147483648", "cpu=2147483647", "group=-7")
same((rec.pid_arg, rec.cpu, rec.group_fd), (-2147483648, 2147483647, -7),
     "arguments keep their sign")

# --- ABIs ---


def programs32():
    seen, rec = one(program=f"call.{ABI32}")
    same((rec.abi, rec.fd, rec.pid_arg, rec.cpu), (ABI32, seen["ret"], 0, -1), f"an {ABI32} program's call")
    same((rec.attr["type"], rec.attr["size"], rec.attr["config"], rec.attr["disabled"]), (1, 112, 9, 1),
         "... and its attr")
    seen, rec = one("sample_regs_user=0xff", "sample_type=0x1000", program=f"call.{ABI32}")
    ok(f"PERF_REG_{REG32}" in rec.text, "... and its register names", rec.text)
    seen, rec = one("flags=0xffffffff", program=f"call.{ABI32}")
    same(rec.flags, 0xffffffff, "... and its 32-bit flags")


if ABI32:
    programs32()
else:
    for _ in range(4):
        skip("a 32-bit program's call", f"there are none for {ABI}")
seen, rec = one("x32=1") if X86 else (None, None)
if not X86:
    skip("a call by the x32 number", f"{ABI} has no such ABI")
elif seen["ret"] == -38:
    same(rec, None, "x32 is switched off here: the call does not come as far as the kernel's entry")
else:
    same((rec.abi, rec.fd), ("x32", seen["ret"]), "a call by the x32 number is told from x86_64")
if X86 and ABI32:
    seen, rec = one("int80=1")
    same((rec.abi, rec.fd, rec.attr and rec.attr["config"], rec.flags), ("i386", seen["ret"], 9, 8),
         "a 64-bit program that enters as a 32-bit one: what its registers have above is not used")
else:
    skip("a 64-bit program that enters as a 32-bit one", f"{ABI} has no such entry, or this kernel")

# --- names that want to be more than names ---
SECTIONS = ["call", "arg[0]", "arg[1]", "arg[2]", "arg[3]", "arg[4]", "return", "kernel"]
for raw in (b"a\nreturn:", b"x */ y /*", b"\x1b[31mred", b'q"\\', b"\xff\xfe", b"a] tid 1 uid", b""):
    seen, rec = one(b"comm=" + raw)
    ok(re.fullmatch(r"[ -~\n]*", rec.text) and list(rec.sections) == SECTIONS and
       rec.fd == seen["ret"] and rec.tid == seen["pid"] and not re.search(r"/\*|\*/", rec.comm),
       f"a process named {raw!r} cannot forge a line", rec.text)
    plain = re.sub(r"\\([*/])", r"\1", rec.comm)
    same(plain.encode().decode("unicode_escape").encode("latin-1"), raw,
         "... and the name can be read back")

# --- results ---
for words, errno in ((("config=99",), "ENOENT"), (("size=20",), "E2BIG"), (("at=0",), "EFAULT"),
                     (("pid=4000000",), "ESRCH"), (("group=99",), "EBADF"),
                     (("read_format=0x8000",), "EINVAL")):
    seen, rec = one(*words)
    same((rec.fd, rec.errno, os.strerror(-seen["ret"])),
         (-1, errno, os.strerror(getattr(__import__("errno"), errno))), f"{errno} by its name")

# --- the order ---
numbers = [rec.seq for rec in records()]
same(numbers, list(range(1, len(numbers) + 1)), "records are numbered in order, without gaps")
finish()
