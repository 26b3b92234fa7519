#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 900
# long: tables of calls, traced
# not on debug kernels: it tests programs, not the module
"""perfattr run without the module, beside it: of the same calls it must see the same, and give the same reasons."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import time

sys.path.insert(0, "tests/guest")
import schema
from beside import *
from filtered import *
from records import *

def screen(*words, user=()):
    """What a run that is traced prints, with each diagnostic behind what its " --> " says; and its status."""
    run = subprocess.run([*user, "perfattr", "run", *words], capture_output=True, text=True)
    said = re.sub(r"(?m)^([A-Z0-9]+[\[:].*)\n --> (.*)$", r"\2: \1", run.stderr)
    return said, run.stdout, run.returncode


AS_NOBODY = ["setpriv", "--reuid", "65534", "--clear-groups"]
READS = ["dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=100000"]
LIST_FDS = ["sh", "-c", "ls /proc/self/fd | wc -l"]

# Calls that are valid but for a few random bytes and arguments.
RANDOM = """
import ctypes, os, random
number = {"x86_64": 298, "aarch64": 241}[os.uname().machine]
call = ctypes.CDLL(None).syscall
some = random.Random(1)
leader = -1
for _ in range(2000):
    attr = bytearray(4096)
    attr[0], attr[4], attr[8], attr[40] = some.choice((0, 1, 1, 1, 2, 3, 5, 9)), 128, some.choice((0, 1, 9)), 0x61
    for _ in range(some.randrange(4)):
        # No address of the kernel, which no view shows.
        attr[some.choice([at for at in range(136) if at % 8 < 6])] = some.choice((0, 1, 4, 8, 64, 255, some.randrange(256)))
    if not some.randrange(4):
        attr[4:8] = some.choice((0, 1, 63, 64, 72, 100, 112, 136, 200, 4096, 5000)).to_bytes(4, "little")
    fd = call(number, ctypes.create_string_buffer(bytes(attr), 4096), some.choice((0, 0, 0, 0, -1, 1, 999999)), some.choice((-1, -1, 0, 99)),
              some.choice((-1, -1, -1, leader, 40)), ctypes.c_ulong(some.choice((0, 0, 0, 0, 1, 2, 4, 8, 16, 99))))
    if fd >= 0 and leader < 0:
        leader = fd
    elif fd >= 0:
        os.close(fd)
"""

judge_line = schema.judge("tests/guest/record.schema.json")


def published(recorded):
    """What is wrong with the lines of a recording; those of what was "now" are no view's."""
    lines = [line for line in map(json.loads, recorded) if "now" not in line]
    return [fault for fault in map(judge_line, lines) if fault]


plan(38)
subprocess.run(["insmod", "./perfattr_dump.ko", "records=65536"], check=True)
os.mkdir(DIR)
# Not sticky: who is not root writes there, too.
os.chmod(DIR, 0o777)
got = compare("why_table")
with open(OUT, encoding="utf-8") as recorded:
    wrong = published(recorded)
ok(not wrong, "why_table: what is recorded is as published", *wrong[:5])
ok(got["reasons"] > 100, "... its refusals are compared", got)
ok(not got["another"], "... none has another reason than by the module")
ok(not got["missed"], "... where several are listed the right one is among them")
ok(same_enough(got), "... nearly all have the same", got)
ok(not got["only module"] and not got["only tracer"] and got["before the clear"] == 1, "... both have seen the same, bit by bit", got)
ok(got["still certain"] >= 0.6 * got["certain"] and not got["late"], "... of what is certain most stays so", got)
got = compare("why_table", user=PASSED)
ok(got["still certain"] >= 0.6 * got["certain"] and not got["another"], "... also under a filter that lets it pass", got)
got = compare("why_drivers")
ok(got["reasons"] > 8, "why_drivers: its refusals are compared", got)
ok(not got["another"] and not got["missed"], "... none has another reason, or a list without it")
ok(same_enough(got), "... nearly all have the same", got)
ok(not got["only module"] and not got["only tracer"], "... both have seen the same, bit by bit", got)

got = compare(sys.executable, "-c", RANDOM)
ok(got["reasons"] > 800 and not got["only module"] and not got["only tracer"],
   "2,000 random calls: both have seen the same, bit by bit", got)
# Whether there is a tracepoint with a random id is not looked up: at a few of these another reason is more likely.
ok(not got["missed"] and not got["certain and wrong"] and got["another"] < 0.01 * got["reasons"],
   "... none has a certain reason that is wrong, or a list without the right one", got)
ok(got["still certain"] >= 0.6 * got["certain"], "... of what is certain most stays so", got)

subprocess.run(["rmmod", "perfattr_dump"], check=True)
subprocess.run(["insmod", "./perfattr_dump.ko", "calls=1", "records=65536"], check=True)
got = compare_ops(["why_after"])
with open(OUT, encoding="utf-8") as recorded:
    wrong = published(recorded)
ok(not wrong, "why_after: what is recorded is as published", *wrong[:5])
# mmap() itself refuses before it asks perf.
ok(got["reasons"] > 100 and got["not paired"] <= 2, "... its refused calls on descriptors are compared", got)
ok(not got["another"] and not got["missed"], "... none has another reason, or a list without it", got)
ok(got["same"] >= 0.8 * got["reasons"], "... most have the same", got)
said, out, status = screen("--source", "tracer", "--", *LIST_FDS)
ok(out == subprocess.run(LIST_FDS, capture_output=True, text=True).stdout,
   "the program has no descriptor that it has not without", out)
subprocess.run(["rmmod", "perfattr_dump"], check=True)

said, out, status = screen("--", "call", "comm=alone", "type=0")
ok("Traced (the module is not loaded), so some reasons are \"probably\"; -c adds read and poll." in said, "without the module the program is traced, which is said", said)
ok(re.search(r"(?m)^alone\[\d+\], #\d+: ref-cycles, .*: ENOENT\[(hw-pmu-missing|hw-event-not-counted)\]: ", said),
   "... a refused call has its reason", said)
screen("-o", DIR + "/alone", "--json", "--", "call", "comm=alone", "type=1", "config=99")
screen("-o", DIR + "/perf", "--json", "--", "perf", "stat", "-e", "page-faults:u", "true")
diff = subprocess.run(["perfattr", "diff", DIR + "/alone:1", DIR + "/perf:1"], capture_output=True, text=True)
ok(re.search(r"^\* config +0x63 +PERF_COUNT_SW_PAGE_FAULTS$", diff.stdout, re.M) and not diff.stderr,
   "diff of two files shows what perf passes, which is traced", diff.stdout + diff.stderr)
said, out, status = screen("--width", "300", "--", "call", "comm=theirs", "type=1", user=AS_NOBODY)
ok(re.search(r"(?m)^theirs\[\d+\], .*: EACCES\[kernel-not-excluded\]: .*kernel.perf_event_paranoid <= 1(.*\n)+?    help: .*\.exclude_kernel = 1", said)
   or re.search(r"(?m)^theirs\[\d+\], .*: EACCES\[paranoid-refuses-all\]: ", said), "... also to who is not root", said)
said, out, status = screen("--width", "300", "--", "call", "comm=inside", user=FILTERED)
ok(re.search(r"(?m)^inside\[\d+\], .*: EPERM\[seccomp-refused\]: .*seccomp filter of the caller(.*\n)+?    help: .*--cap-add PERFMON", said),
   "a filter that is in force already is the reason", said)
said, out, status = screen("-u", "65534:65534", "--width", "300", "--", "call", "comm=theirs", "type=1")
ok(re.search(r"(?m)^theirs\[\d+\], .*: EACCES\[(kernel-not-excluded|paranoid-refuses-all)\]: ", said), "... and of a program of -u", said)
for what, refuses in ("refused", NO_PTRACE), ("what a filter kills for", KILLS_PTRACE):
    said, out, status = screen("--", "touch", DIR + "/run", user=refuses)
    ok(said.count("\n") == 1 and "a sandbox or a security module refuses ptrace; perfattr explain reads" in said
       and status == 126 and not os.path.exists(DIR + "/run"), f"where ptrace is {what} one line says so, and nothing is run", said)
said, out, status = screen("--fail-on-refused", "--", *FILTERED, "call", "comm=inside")
ok(re.search(r"(?m)^inside\[\d+\], .*: EPERM\[seccomp-refused\]: the seccomp filter", said) and status == 125,
   "one that the program sets itself is, too, for sure", said, status)
ok(screen("--", "sh", "-c", "exit 7")[2] == 7, "it ends with the status of the program")
ok(screen("--", "sh", "-c", "kill -TERM $$")[2] in (143, -15), "... or by its signal")
ok(screen("--", "/nonexistent/program")[2] == 127, "a program that is not there: 127")
said, out, status = screen("--width", "600", "--", "call", "comm=inside", user=KILLED)
# Its name may be gone with it.
ok(re.search(r"(?m)^(inside)?\[\d+\], .*: SIGSYS\[seccomp-refused\]: .*the seccomp filter of the caller kills processes that call perf_event_open", said),
   "a call that a filter kills is told as that", said)
shutil.copy("/bin/true", "/tmp/rights")
os.setxattr("/tmp/rights", "security.capability", struct.pack("<IIIII", 0x2000001, 1 << 22, 0, 0, 0))
said, out, status = screen("--", "/tmp/rights", user=AS_NOBODY)
ok("/tmp/rights gets privileges from its file (capabilities), but not while it is traced" in said,
   "a program with capabilities loses them, which is said", said)
said, out, status = screen("--", "/tmp/rights")
ok("rights" not in said, "... but not if root traces it", said)
said, out, status = screen("--", "true", user=["strace", "-f", "-o", "/dev/null"])
ok(re.search(r"perfattr cannot trace the program, which process \d+ traces already; perfattr explain", said) and status == 126,
   "one that is traced already is not run", said)
with subprocess.Popen(["strace", "-f", "-o", "/dev/null", "sleep", "60"]) as traced:
    while not (child := subprocess.run(["pgrep", "-P", str(traced.pid)], capture_output=True, text=True).stdout.strip()):
        time.sleep(0.1)
    time.sleep(1)
    said, out, status = screen("--attach", child)
    ok(re.search(r"^perfattr: perfattr cannot trace process \d+, which process \d+ traces already; with the module.*\n$", said)
       and status == 1, "... nor watched as it runs", said)
    traced.terminate()


def seconds(*command):
    """The best of three: other programs make a run slower, never faster."""
    def once():
        begin = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.monotonic() - begin
    return min(once() for _ in range(3))


alone, start = seconds(*READS), seconds("perfattr", "run", "--", "true")
watched = seconds("perfattr", "run", "--", *READS)
ok(watched - start < 2 * alone + 0.5, "100,000 reads take no longer than twice as long", f"{watched:.2f} {start:.2f} {alone:.2f}")
finish()
