#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 900
# vm options: --icount
# long: tables of calls, traced
# not on debug kernels: it tests programs, not the module
"""perfattr run without the module, beside it, of programs without privilege: the same reasons.

At each perf_event_paranoid, by a user and by root of a user namespace, whose capabilities do not
count: calls that need privilege of all kinds, and those that root is refused.
"""

import json
import os
import subprocess
import sys
import threading
import time

sys.path.insert(0, "tests/guest")
from beside import *
from records import *

PARANOID = "/proc/sys/kernel/perf_event_paranoid"
LEVELS = "-1", "0", "1", "2", "3"


def paranoid_is():
    with open(PARANOID, encoding="ascii") as level:
        return level.read()


def paranoid(level):
    with open(PARANOID, "w", encoding="ascii") as to:
        to.write(level)


CALL = """
import ctypes, itertools, json, os, sys
number = {"x86_64": 298, "aarch64": 241}[os.uname().machine]
call = ctypes.CDLL(None).syscall
def opened(attr, pid, cpu, group_fd, flags):
    fd = call(number, attr, pid, cpu, group_fd, ctypes.c_ulong(flags))
    if fd >= 0:
        os.close(fd)
"""

# Calls at each level, which the program asks the test to set: of all kinds of targets, with and without the kernel.
KINDS = CALL + """
def opens(type=1, config=9, flags=0x61, sample=0, period=0, pid=0, cpu=-1):
    attr = bytearray(128)
    for at, value in ((0, type), (4, 128), (8, config), (16, period), (24, sample), (40, flags)):
        attr[at:at + 4] = value.to_bytes(4, "little")
    opened(ctypes.create_string_buffer(bytes(attr), 128), pid, cpu, -1, 0)
for level in sys.argv[1:]:
    with open("/tmp/traced/ask", "w") as ask:
        ask.write(level)
    with open("/tmp/traced/answer") as answer:
        answer.read()
    for (type, config), flags, (pid, cpu) in itertools.product(
            ((1, 9), (0, 0), (2, 1), (9999, 0)), (1, 0x61), ((0, -1), (-1, 0), (1, -1))):
        opens(type, config, flags, pid=pid, cpu=cpu)
    opens(sample=0x80000)
    opens(sample=0x80000000)
    opens(flags=0x61 | 1 << 30)
    opens(flags=0x61 | 1 << 10, period=100000000)
    opens(sample=0x800)
    opens(pid=999999)
    opens(pid=-1)
"""
ASK, ANSWER = DIR + "/ask", DIR + "/answer"

# Makes calls of which a file has the attrs and arguments.
AGAIN = CALL + """
with open("/tmp/traced/calls") as calls:
    for raw, args in json.load(calls):
        attr = bytes.fromhex(raw)
        opened(ctypes.create_string_buffer(attr, max(len(attr), 128)), *args)
"""
CALLS = DIR + "/calls"

# As perf record -a does of five events on 32 cpus: here all of them are cpu 0.
MANY = """
import ctypes, fcntl, mmap, os
number = {"x86_64": 298, "aarch64": 241}[os.uname().machine]
fds = []
for config in 0, 1, 2, 3, 9:
    attr = bytearray(128)
    attr[0], attr[4], attr[8], attr[40], attr[16:20] = 1, 128, config, 1, (100000000).to_bytes(4, "little")
    for _ in range(32):
        fds.append(ctypes.CDLL(None).syscall(number, ctypes.create_string_buffer(bytes(attr), 128), -1, 0, -1, 8))
assert min(fds) >= 0
rings = [mmap.mmap(fd, 3 * 4096) for fd in fds[:32]]
for i in range(32, 160):
    fcntl.ioctl(fds[i], 0x2405, fds[i % 32])
for request in 0x2400, 0x2401:
    for fd in fds:
        fcntl.ioctl(fd, request, 0)
"""


def set_levels():
    """Sets perf_event_paranoid as the program asks for it."""
    for _ in LEVELS:
        with open(ASK, encoding="ascii") as ask:
            paranoid(ask.read())
        with open(ANSWER, "w", encoding="ascii"):
            pass


def keep_refused():
    """Keeps the calls of the tables that were refused, each once; returns how many."""
    calls, lines = {}, []
    # Each begins with an empty log.
    for program in "why_table", "why_drivers":
        subprocess.run([program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines += subprocess.run(["perfattr", "-j"], capture_output=True, text=True).stdout.splitlines()
    for record in map(json.loads, lines):
        if record.get("call") == "open" and record["ret"] < 0 and record["attr_raw"]:
            args = [int(record["args"][key]) for key in ("pid", "cpu", "group_fd", "flags")]
            calls[record["attr_raw"], *args] = record["attr_raw"], args
    with open(CALLS, "w", encoding="ascii") as to:
        json.dump(list(calls.values()), to)
    os.chmod(CALLS, 0o644)
    print(f"# {len(calls)} calls were refused")
    return len(calls)


READS = ["dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=100000"]

AS_USER = ["setpriv", "--reuid", "1000", "--clear-groups"]
# Whose capabilities do not count.
IN_NAMESPACE = ["unshare", "-Ur"]


def none_wrong(got):
    ok(not got["another"] and not got["missed"] and not got["none"] and not got["certain and wrong"],
       "... none has another reason, or none", got)
    ok(same_enough(got), "... nearly all have the same", got)


plan(25)
subprocess.run(["insmod", "./perfattr_dump.ko", "records=65536"], check=True)
os.mkdir(DIR)
# Not sticky: who is not root writes there, too.
os.chmod(DIR, 0o777)
before = paranoid_is()
number = keep_refused()
for path in ASK, ANSWER:
    os.mkfifo(path)
    os.chmod(path, 0o666)
for what, user, program in ("a user", AS_USER, []), ("root of a user namespace", [], IN_NAMESPACE):
    levels = threading.Thread(target=set_levels, daemon=True)
    levels.start()
    got = compare(*program, sys.executable, "-c", KINDS, *LEVELS, user=user)
    levels.join(10)
    ok(got["reasons"] > 100, f"{what}, perf_event_paranoid -1 to 3: refusals are compared", got)
    none_wrong(got)
for level in LEVELS:
    paranoid(level)
    got = compare(sys.executable, "-c", AGAIN, user=AS_USER)
    ok(got["reasons"] > 0.7 * number, f"calls that root is refused, by a user at {level}: compared", got, number)
    none_wrong(got)
def seconds(*command):
    """The clock of this machine is that of its instructions."""
    begin = time.monotonic()
    status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    return status, time.monotonic() - begin


alone = seconds(sys.executable, "-c", MANY)
watched = seconds("perfattr", "run", "--source", "tracer", "--", sys.executable, "-c", MANY)
print(f"# {alone[1]:.2f} s, traced {watched[1]:.2f} s")
ok(not alone[0] and not watched[0] and watched[1] - alone[1] < 1, "five events on 32 cpus are opened, and take 1 s longer at most",
   alone, watched)
alone, watched = seconds(*READS), seconds("perfattr", "run", "--source", "tracer", "--", *READS)
start = seconds("perfattr", "run", "--source", "tracer", "--", "true")
print(f"# reads: {alone[1]:.2f} s, traced {watched[1]:.2f} s; the start alone {start[1]:.2f} s")
ok(watched[1] - start[1] < 2 * alone[1], "100,000 reads take no longer than twice as long", alone, watched, start)

# Root may know that no policy refuses it, and then it is certain.
subprocess.run(["perfattr", "run", "--source", "tracer", "-u", "1000:1000", "-j", "-o", OUT, "--",
                "call", "comm=theirs"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
with open(OUT, encoding="utf-8") as lines:
    recorded = [json.loads(line) for line in lines]
limits = [line["limits"]["paranoid_refuses"] for line in recorded if "limits" in line]
why = [line.get("why") or {} for line in recorded if "call" in line]
ok(limits == [3] and [reason.get("rule") for reason in why] == ["paranoid-refuses-all"] and why[0]["certain"],
   "a try has shown that this kernel refuses all calls of a user at 3: certain to root", limits, why)
ok("kernel.perf_event_paranoid <= 2 (it is 3)" in (why or [{}])[0].get("text", ""), "... it is said what would not be refused", why)
paranoid(before)
subprocess.run(["rmmod", "perfattr_dump"], check=True)
finish()
