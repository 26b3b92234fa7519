#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 300
# not on debug kernels: it tests programs, not the module
"""perfattr run without the module, by the kinds of people who have none: in a container, without privilege.

Each gets the answer, or the sentence why it cannot be had.
"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from records import *

PARANOID = "/proc/sys/kernel/perf_event_paranoid"
DIR = "/tmp/kinds"

# What the default profile of Docker refuses a container without further capabilities, of the calls of this machine.
REFUSED = """_sysctl acct add_key bpf clock_settime delete_module fanotify_init finit_module fsconfig fsmount fsopen fspick
get_mempolicy init_module io_uring_enter io_uring_register io_uring_setup ioperm iopl kcmp kexec_file_load kexec_load keyctl
lookup_dcookie mbind migrate_pages mount mount_setattr move_mount move_pages nfsservctl open_by_handle_at open_tree
perf_event_open pidfd_getfd pivot_root process_madvise quotactl quotactl_fd reboot request_key set_mempolicy
set_mempolicy_home_node setdomainname sethostname setns settimeofday swapoff swapon sysfs syslog umount2 unshare uselib
userfaultfd ustat vhangup""".split()
CAPS = """chown dac_override fowner fsetid kill setgid setuid setpcap net_bind_service net_raw sys_chroot mknod
audit_write setfcap""".split()

# The filter as Docker has it made, by libseccomp; then the capabilities of a container.
CONTAINER = """
import ctypes, os, struct, sys
ALLOW, EPERM, ENOSYS = 0x7fff0000, 0x50001, 0x50026
lib = ctypes.CDLL("libseccomp.so.2")
lib.seccomp_init.restype = ctypes.c_void_p
lib.seccomp_syscall_resolve_num_arch.restype = ctypes.c_void_p
filter = ctypes.c_void_p(lib.seccomp_init(EPERM))
# Without no_new_privs.
assert not lib.seccomp_attr_set(filter, 3, 0)
for number in range(600):
    name = lib.seccomp_syscall_resolve_num_arch(lib.seccomp_arch_native(), number)
    name = ctypes.string_at(name).decode() if name else sys.argv[1]
    # None that makes a namespace: SCMP_CMP_MASKED_EQ.
    args = struct.pack("IIQQ", 0, 7, 0x7e020000, 0) if name == "clone" else None
    if name not in sys.argv[1].split(","):
        assert not lib.seccomp_rule_add_array(filter, ENOSYS if name == "clone3" else ALLOW, number, bool(args), args)
assert not lib.seccomp_load(filter)
os.execvp(sys.argv[2], sys.argv[2:])
"""


def container(*more):
    """The beginning of a command that is run in one, with --cap-add PERFMON or without."""
    refused = [name for name in REFUSED if "perfmon" not in more or name != "perf_event_open"]
    caps = ",".join(["-all", *("+" + cap for cap in (*CAPS, *more))])
    return [sys.executable, "-c", CONTAINER, ",".join(refused), "setpriv", "--bounding-set", caps, "--inh-caps=-all"]


# Calls on the descriptors of an event, one of them of dup().
OPS = """
import ctypes, fcntl, os
number = {"x86_64": 298, "aarch64": 241}[os.uname().machine]
attr = bytearray(128)
attr[0], attr[4], attr[8], attr[40] = 1, 128, 9, 1
fd = ctypes.CDLL(None).syscall(number, ctypes.create_string_buffer(bytes(attr), 128), 0, -1, -1, ctypes.c_ulong(0))
assert fd >= 0
for fd in fd, os.dup(fd):
    try:
        fcntl.ioctl(fd, 0x40082404, bytes(8))
    except OSError:
        pass
"""

USER = ["setpriv", "--reuid", "65534", "--clear-groups"]


def paranoid(level):
    with open(PARANOID, "w", encoding="ascii") as to:
        to.write(level)


def screen(user, *words):
    """What a run prints, with each diagnostic behind what its " --> " says."""
    run = subprocess.run([*user, "perfattr", "run", "--width", "300", *words], capture_output=True, text=True)
    return re.sub(r"(?m)^([A-Z0-9]+[\[:].*)\n --> (.*)$", r"\2: \1", run.stderr)


def says(user, words, pattern, what):
    said = screen(user, *words)
    ok(re.search(r"(?m)^" + pattern, said), what, said)


def records_of(user, *words):
    run = subprocess.run([*user, "perfattr", "run", "-j", *words], capture_output=True, text=True)
    lines = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]
    return [line for line in lines if "call" in line]


plan(14)
os.mkdir(DIR)
os.chmod(DIR, 0o777)
CALL = "--", "call", "comm=inside"
paranoid("2")
if subprocess.run([*container(), "true"], capture_output=True).returncode:
    for _ in range(7):
        skip("in a container of Docker", "no libseccomp")
else:
    for what, user in ("root", []), ("a user", USER):
        says([*container(), *user], CALL, r"inside\[\d+\], .*: EPERM\[seccomp-refused\]: the seccomp filter of the caller refuses perf_event_open\n"
             r"(.*\n)*?    help: have --cap-add PERFMON of docker", f"{what} in a container of Docker: its filter refuses")
    why = [record["why"] for record in records_of(container(), *CALL)]
    ok([reason["certain"] for reason in why] == [True], "... which is certain", why)
    says(container("perfmon"), (*CALL, "type=0"), r"inside\[\d+\], .*: ENOENT\[hw-pmu-missing\]: ", "with --cap-add PERFMON the kernel is asked, and has no such event")
    ops = [record for record in records_of(container("perfmon"), "-c", "--", sys.executable, "-c", OPS) if record["call"] == "ioctl"]
    listed = [[may["rule"] for may in record.get("may_be", [])] for record in ops]
    ok([record.get("errno") for record in ops] == ["EINVAL"] * 2, "... calls on its events are seen", ops)
    ok(not any(record["event"] for record in ops) and all("period-not-sampling" in rules for rules in listed),
       "... of which event they are is not known, as pidfd_getfd() is refused: the reason is one of a list", ops)
    says([*container("perfmon"), *USER], CALL, r"inside\[\d+\], .*: EACCES\[kernel-not-excluded\]: ", "a user there lacks the capability")
says(["unshare", "-Ur"], CALL, r"inside\[\d+\], .*: EACCES\[kernel-not-excluded\]: ", "root of a user namespace lacks it, too")
shutil.copy(shutil.which("call"), DIR + "/call")
os.setxattr(DIR + "/call", "security.capability", struct.pack("<IIIII", 0x2000001, 0, 0, 1 << 6, 0))
said = screen(USER, "--", DIR + "/call", "comm=inside")
ok("/call gets privileges from its file (capabilities), but not while it is traced" in said
   and re.search(r"(?m)^inside\[\d+\], .*: EACCES\[kernel-not-excluded\]: ", said), "a program with CAP_PERFMON by its file loses it, which is said", said)
says(USER, CALL, r"inside\[\d+\], .*: EACCES\[kernel-not-excluded\]: .*kernel.perf_event_paranoid <= 1 \(it is 2\)", "a user at level 2 may not count in the kernel")
for level in "3", "4":
    paranoid(level)
    # Ubuntu's kernel refuses all from level 4 on, Debian's from 3.
    opens = "|1 call, not refused" if level == "3" and "ubuntu" in os.uname().release else ""
    says(USER, (*CALL, "bits=0x61"), r"inside\[\d+\], .*: EACCES\[paranoid-refuses-all\]: .*CAP_SYS_ADMIN" + opens, f"a user at level {level} may count nothing")
    says([], (*CALL, "type=0"), r"inside\[\d+\], .*: ENOENT\[hw-pmu-missing\]: ", "... and root may")
finish()
