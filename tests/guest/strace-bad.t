#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 400
# not on debug kernels: it tests programs, not the module
"""perfattr run by strace, of what goes wrong: programs that are killed, whatever they do, a strace that is killed or is
another one, names that are lines of strace, programs that lose the rights of their file.

The program, or what is left of it, ends as without perfattr, whose records are whole lines, none of them made up.
"""

import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, "tests/guest")
from records import *

DIR = "/tmp/strace-bad"
OUT, PID = DIR + "/records", DIR + "/pid"

# The program makes a call that is refused, and one that opens, and does something then.
BEGIN = f"""
import ctypes, os, signal, sys, threading, time
number = {{"x86_64": 298, "aarch64": 241}}[os.uname().machine]
call = ctypes.CDLL(None).syscall
def opens(type):
    attr = bytearray(128)
    attr[0], attr[4], attr[8], attr[40] = type, 128, 9, 0x61
    return call(number, ctypes.create_string_buffer(bytes(attr), 128), 0, -1, -1, 0)
def here():
    with open("{PID}.new", "w") as to:
        to.write(str(os.getpid()))
    os.rename("{PID}.new", "{PID}")
"""
CALLS = "opens(77), opens(1)\n"
STATES = {
    "waits": BEGIN + CALLS + "here(); signal.pause()",
    "computes": BEGIN + CALLS + "here()\nwhile True: pass",
    "is stopped": BEGIN + CALLS + "here(); os.kill(os.getpid(), signal.SIGSTOP)",
    "is held in a call": BEGIN + CALLS + "here(); opens(78)",
    "has threads in calls": BEGIN + CALLS + "[threading.Thread(target=lambda: [opens(78) for _ in range(99)], daemon=True).start()"
                            " for _ in range(3)]; here(); signal.pause()",
    "has a zombie and a child that goes on": BEGIN + CALLS + "os.fork() or os._exit(0)\nif os.fork(): here(); signal.pause()\n"
                                             "else: time.sleep(1); opens(1)",
    "executes another one": BEGIN + CALLS + "here()\nwhile True: os.spawnv(os.P_WAIT, '/bin/true', ['true'])",
}


def run(*command, hold="100", env=(), **kwargs):
    """Starts perfattr; its records go to a file."""
    for path in OUT, PID:
        if os.path.exists(path):
            os.remove(path)
    return subprocess.Popen(["perfattr", "run", "--source", "strace", "--hold", hold, "-j", "-o", OUT, "--", *command],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, **dict(env)},
                            **kwargs)


def end(process, limit=300):
    """What it said, and its status; None if it had to be ended."""
    try:
        said = process.communicate(timeout=limit)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[1], None
    return said, process.returncode


def pid_of(seconds=300):
    until = time.monotonic() + seconds
    while not os.path.exists(PID) and time.monotonic() < until:
        time.sleep(0.02)
    with open(PID, encoding="ascii") as pid:
        return int(pid.read())


def calls():
    """The opens that were recorded; each line must be one object."""
    with open(OUT, encoding="utf-8") as lines:
        return [record for record in map(json.loads, lines) if record.get("call") == "open"]


def straces():
    """All straces that run."""
    found = []
    for path in glob.glob("/proc/[0-9]*/comm"):
        try:
            with open(path, encoding="ascii") as comm:
                found += [int(path.split("/")[2])] * (comm.read() == "strace\n")
        except OSError:
            pass
    return found


def gone(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] in "ZX"
    except OSError:
        return True


def begun_with(types):
    """Are these the types of the first calls?"""
    return [record["attr"]["type"] for record in calls()][:len(types)] == types


plan(2 * len(STATES) + 15)
os.mkdir(DIR)
os.chmod(DIR, 0o777)
for state, program in STATES.items():
    running = run(sys.executable, "-c", program, hold="300")
    pid = pid_of()
    time.sleep(0.2)
    os.kill(pid, signal.SIGKILL)
    said, status = end(running)
    ok(status == -signal.SIGKILL, f"a program is killed while it {state}: so ends perfattr", status, said)
    ok(begun_with([77, 1]) and gone(pid) and not straces() and "not understood" not in said, "... with what it has called, and leaves nobody",
       calls(), said, straces())
wrong = []
for i in range(6):
    running = run(sys.executable, "-c", BEGIN + "here()\nwhile True: opens(77)", hold="1")
    pid = pid_of()
    time.sleep(i * 0.03)
    os.kill(pid, signal.SIGKILL)
    said, status = end(running)
    if status != -signal.SIGKILL or any(record["errno"] != "ENOENT" for record in calls()):
        wrong.append((i, status, said, calls()))
ok(not wrong, "killed at any moment of its calls", *wrong)

program = BEGIN + CALLS + f"here()\nwhile not os.path.exists('{DIR}/go'): time.sleep(0.1)\nos._exit(7)"
running = run(sys.executable, "-c", program)
pid_of()
for pid in straces():
    os.kill(pid, signal.SIGKILL)
with open(DIR + "/go", "w", encoding="ascii"):
    pass
said, status = end(running)
ok(status == 7, "strace is killed: the program goes on, and its status is kept", status, said)
ok("strace has not watched the program to its end: calls may be missing, and those that it watches fail since with ENOSYS" in said
   and begun_with([77, 1]), "... which is said, and what becomes of its calls", said, calls())
os.remove(DIR + "/go")
running = run(sys.executable, "-c", program)
pid = pid_of()
running.kill()
running.wait()
with open(DIR + "/go", "w", encoding="ascii"):
    pass
until = time.monotonic() + 300
while (not gone(pid) or straces()) and time.monotonic() < until:
    time.sleep(0.1)
ok(gone(pid) and not straces(), "perfattr is killed: the program goes on, and ends", straces())

OTHER = DIR + "/other"
os.mkdir(OTHER)
with open(OTHER + "/strace", "w", encoding="ascii") as to:
    to.write("""#!/bin/sh
while [ $# -gt 0 ]; do case $1 in -o) out=$2; shift;; --) shift; break;; esac; shift; done
eval "$DOES"
exec "$@"
""")
os.chmod(OTHER + "/strace", 0o755)
LINE = "perf_event_open({type=0x1, size=0x80, config=0x9, sample_period=0, sample_type=0, read_format=0, disabled=1, precise_ip=0}, 0"


def other(does):
    """The program, by a strace that does this first."""
    env = {"PATH": OTHER + ":" + os.environ["PATH"], "DOES": does}
    return end(run("sh", "-c", f"echo > {DIR}/ran; exit 3", env=env.items()))


said, status = other("echo \"strace: unrecognized option '--seccomp-bpf'\" >&2; exit 1")
ok(status == 1 and "strace has written nothing, and may not have run the program: it must be 5.7 or newer" in said
   and not os.path.exists(DIR + "/ran"), "a strace that is too old is the reason why nothing was run", status, said)
said, status = other(f"printf '12 {LINE}, -1, -1, 0' > $out")
ok(status == 3 and os.path.exists(DIR + "/ran") and not calls() and "calls may be missing" in said,
   "a line that is cut at its end is no call, and calls may be missing", status, said, calls())
said, status = other(f"printf '12 {LINE}, -1, -1, 0) = -1 EINV\\n12 {LINE}\\n' > $out")
ok(status == 3 and not calls() and "lines of strace are not understood: calls are missing" in said,
   "lines that are cut in the middle are told of", status, said, calls())
said, status = other("head -c 3000000 /dev/urandom > $out")
ok(status == 3 and "Sanitizer" not in said and not calls(), "bytes that are no lines are none", status, said)
said, status = other(f"printf '12 1.5 {LINE}, -1, -1, 0) = -1 EINVAL (Invalid argument) <0.1>\\n' > $out")
ok(status == 3 and [record["why"] is None or not record["why"]["certain"] for record in calls()] == [True],
   "a call of whose caller nothing is known has no certain reason", status, said, calls())

NAMED = DIR + "/a\n12 1.5 " + LINE.replace("/", "%") + ", -1, -1, 0) = -1 EINVAL (x) <0.1>\n\033[31m\"'"
shutil.copy("/bin/true", NAMED)
forged = "\n12 1.5 " + LINE + ", -1, -1, 0) = -1 EINVAL (Invalid argument) <0.1>\n"
said, status = end(run(sys.executable, "-c", BEGIN + CALLS + f"os.spawnv(os.P_WAIT, {NAMED!r}, [{NAMED!r}, {forged!r}])\n"
                       f"open({forged.replace('/', '%')!r}, 'a').close()\nctypes.CDLL(None).prctl(15, b'\\n\\033[31m\"\\\\', 0, 0, 0)\nopens(78)",
                       cwd=DIR))
ok(status == 0 and [record["attr"]["type"] for record in calls()] == [77, 1, 78], "names and words that are lines of strace are no calls",
   status, said, calls())
ok(calls()[2]["comm"] == '\n\033[31m"\\', "a name is what it is in JSON", calls()[2:])
text = subprocess.run(["perfattr", "-i", OUT], capture_output=True, text=True)
ok(not any(char < " " and char != "\n" for char in text.stdout) and "[31m" in text.stdout, "... and moves no cursor as text", text.stdout, text.stderr)

shutil.copy("/bin/true", DIR + "/setuid")
os.chown(DIR + "/setuid", 65534, 65534)
os.chmod(DIR + "/setuid", 0o4755)
said, status = end(run(DIR + "/setuid"))
ok(f"{DIR}/setuid has rights by its file (setuid), which it does not get under strace" in said, "a setuid program: it is said before", said)
said, status = end(run("sh", "-c", f"{DIR}/setuid; exit 0"))
ok(f"{DIR}/setuid (setuid) has not got the rights of its file under strace: calls may be refused for that" in said,
   "... and at the end of one that has started it", said)

narrow = shutil.which(f"call.{ABI32}")
if narrow:
    said, status = end(run(narrow, "type=77", "times=2"))
    ok([record["why"]["rule"] for record in calls()] == ["pmu-type-missing"] * 2 and "not understood" not in said,
       "a program of 32 bit: the same reasons", calls(), said)
else:
    skip("a program of 32 bit", "there is none here")
finish()
