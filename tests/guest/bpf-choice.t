#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 900
# long: programs of BPF are loaded eight times
# not on debug kernels: it tests programs, not the module
"""Without the module: perfattr takes programs of BPF by itself for what is to be followed, if the user may, and says
so in a line; where something is missing it says what in one sentence, and goes on as without them.

perfattr-bpf is made only where clang, bpftool and libbpf are: without it all is skipped.
"""

import ctypes
import errno
import json
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, "tests/guest")
from records import *

CHOSEN = "perfattr-bpf: the module is not loaded, so BPF programs record the calls. Not seen: "
NO_MODULE = "perfattr: the module is not loaded: modprobe perfattr_dump loads it; "
FOLLOW = ["perfattr", "-f", "-j"]
SYS_BPF = 321
PROG_LOAD, RAW_TRACEPOINT_OPEN, LINK_CREATE = 5, 17, 28
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, MODE_FILTER = 38, 22, 2
libc = ctypes.CDLL(None, use_errno=True)


class Follower:
    """A command that follows calls, while it runs."""

    def __init__(self, command):
        self.words = tempfile.TemporaryFile("w+", encoding="utf-8")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.words)
        self.text = b""

    def read(self, seconds):
        """What has come for so long at most. Returns false at the end."""
        if select.select([self.process.stdout], [], [], seconds)[0]:
            more = os.read(self.process.stdout.fileno(), 65536)
            self.text += more
            return bool(more)
        return True

    def until(self, word, again=None, seconds=180):
        """Reads until a line has such a word, and runs a command meanwhile, again and again."""
        end = time.monotonic() + seconds
        while not self.has(word) and time.monotonic() < end and self.read(0.5):
            if again:
                subprocess.run(again, stdout=subprocess.DEVNULL, check=False)
        seen = self.has(word)
        if not seen:
            print(f"# waited in vain for {word}: at the end there are", self.text[-300:], *self.said(), flush=True)
        return seen

    def has(self, word):
        """Is it in a line that has come whole?"""
        return word.encode() in self.text[:self.text.rfind(b"\n") + 1]

    def end(self, number=signal.SIGTERM):
        """Returns its status."""
        self.process.send_signal(number)
        while self.read(20):
            if self.process.poll() is not None and not select.select([self.process.stdout], [], [], 0)[0]:
                break
        return self.process.wait(60)

    def lines(self):
        return [json.loads(line) for line in self.text.decode().split("\n")[:-1]]

    def said(self):
        self.words.seek(0)
        return self.words.read().splitlines()


def watching():
    """The processes of perfattr-bpf."""
    return subprocess.run(["pgrep", "-x", "perfattr-bpf"], capture_output=True, text=True, check=False).stdout.split()


def gone():
    """Waits for the end of perfattr-bpf."""
    for _ in range(1200):
        if not watching():
            return True
        time.sleep(0.1)
    return False


def refused_bpf(commands, err):
    """For a child: bpf(2) fails, of these commands, or always if there are none."""
    load, equal, give = 0x20, 0x15, 0x06
    # seccomp_data: nr at 0, the first argument at 16.
    code = [(load, 0, 0, 0), (equal, 0, len(commands) + 1 if commands else 2, SYS_BPF), (load, 0, 0, 16)]
    code += [(equal, len(commands) - i, 0, number) for i, number in enumerate(commands)]
    if commands:
        code.append((give, 0, 0, 0x7fff0000))
    code += [(give, 0, 0, 0x50000 | err), (give, 0, 0, 0x7fff0000)]
    text = b"".join(struct.pack("<HBBI", *line) for line in code)

    def install():
        program = ctypes.create_string_buffer(text, len(text))
        known = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", len(code), ctypes.addressof(program)), 16)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if libc.prctl(PR_SET_SECCOMP, MODE_FILTER, known):
            os._exit(99)
    return install


def missing(what, sentence, command=(), **options):
    """Something is missing: it is said in one sentence, and then what is said without perfattr-bpf."""
    run = subprocess.run([*command, *FOLLOW], capture_output=True, text=True, timeout=120, check=False, **options)
    lines = run.stderr.splitlines()
    ok(run.returncode == 1 and len(lines) == 2 and lines[0].startswith(f"perfattr-bpf: {sentence}") and
       lines[1].startswith(NO_MODULE) and not run.stdout, f"{what}: what is missing is said", run.returncode, run.stderr)


def bad_input():
    rights = "BPF programs need root, or CAP_BPF, CAP_PERFMON and CAP_SYSLOG"
    missing("a user", rights, ["setpriv", "--reuid", "65534", "--clear-groups"])
    missing("root without capabilities", rights, ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all"])
    missing("root of a user namespace", "root of a user namespace (a rootless container) may not load BPF programs",
            ["unshare", "-Ur"])
    missing("no type information", "this kernel has no type information (BTF), /sys/kernel/btf/vmlinux",
            ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /sys/kernel/btf && exec "$@"', "sh"])
    missing("no BPF", "there is no bpf(2): this kernel has no CONFIG_BPF_SYSCALL, or a seccomp filter returns ENOSYS",
            preexec_fn=refused_bpf([], errno.ENOSYS))
    missing("a verifier that refuses", "this kernel refuses our BPF programs (Invalid argument): libbpf: ",
            preexec_fn=refused_bpf([PROG_LOAD], errno.EINVAL))
    missing("functions that somebody else holds",
            "cannot attach our BPF programs to functions of this kernel, which another tool may hold (Device or resource busy)",
            preexec_fn=refused_bpf([RAW_TRACEPOINT_OPEN, LINK_CREATE], errno.EBUSY))


def no_program():
    """perfattr alone, as without the package perfattr-bpf."""
    os.makedirs("/tmp/alone", exist_ok=True)
    shutil.copy(shutil.which("perfattr"), "/tmp/alone/perfattr")
    run = subprocess.run(["/tmp/alone/perfattr", "-f"], capture_output=True, text=True, check=False)
    ok(run.returncode == 1 and run.stderr.startswith(NO_MODULE) and run.stderr.count("\n") == 1,
       "without perfattr-bpf it is said as it was", run.stderr)
    run = subprocess.run(["/tmp/alone/perfattr", "-f", "--source", "bpf"], capture_output=True, text=True, check=False)
    ok(run.returncode == 1 and "perfattr-bpf not found next to perfattr" in run.stderr,
       "... but for who asks for it", run.stderr)
    run = subprocess.run(["perfattr", "-f", "--source", "module"], capture_output=True, text=True, check=False)
    ok(run.returncode == 1 and run.stderr.startswith(NO_MODULE) and run.stderr.count("\n") == 1,
       "nor are they taken with --source module", run.stderr)


def chosen():
    """-f, with a refused call, one of a 32-bit program, and a second one that watches the same functions."""
    follow, second = Follower(FOLLOW), Follower(["perfattr-bpf"])
    follow.until('"env":')
    second.until('"env":')
    found = follow.until('"type":77,', ["call", "comm=mine", "type=77"]) and second.until('"type":77,')
    follow.until('"i386"', [f"call.{ABI32}", "comm=small", "pid=0", "cpu=-1"])
    calls = [line for line in follow.lines() if line.get("call") == "open"]
    lines = follow.said()
    ok(len(lines) == 1 and lines[0].startswith(CHOSEN), "perfattr -f is by programs of BPF, and says so in a line",
       *lines)
    reasons = {(line["why"]["rule"], line["why"]["certain"]) for line in calls if line["attr"]["type"] == 77}
    same(reasons, {("pmu-type-missing", True)}, "... a refused call has its reason, for sure")
    ok(any(line["abi"] == "i386" and line["comm"] == "small" for line in calls), "... a call of a 32-bit program is seen")
    ok(found, "... beside another one that watches the same functions")
    follow.end(signal.SIGKILL)
    second.end()
    ok(gone(), "... and it ends with perfattr")


def others():
    """What does not take them by itself."""
    run = subprocess.run(["perfattr", "run", "--", "call", "type=77"], capture_output=True, text=True, check=False)
    ok("Traced (the module is not loaded)" in run.stderr, "perfattr run does without them", run.stderr)


def capabilities(pids):
    """What processes may, as /proc says."""
    found = []
    for pid in pids:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            found += [int(line.split()[1], 16) for line in status if line.startswith("CapEff:")]
    return found


def explained(follow):
    """The opens of what perfattr-bpf has written, with the reasons that perfattr -i makes of the lines."""
    run = subprocess.run(["perfattr", "-i", "-", "-j"], input=follow.text, stdout=subprocess.PIPE, check=True)
    return [line for line in map(json.loads, run.stdout.splitlines()) if line.get("call") == "open"]


def by_capabilities(caps):
    """perfattr-bpf as nobody with these capabilities; returns whether a reason is certain, and what is kept of them."""
    words = ",".join(f"+{cap}" for cap in caps)
    follow = Follower(["setpriv", "--reuid", "65534", "--clear-groups", "--inh-caps", words, "--ambient-caps", words,
                       "--bounding-set", f"-all,{words}", "perfattr-bpf"])
    follow.until('"type":77,', ["call", "type=77"])
    print("#", *follow.said(), flush=True)
    kept = capabilities(watching())
    follow.end()
    gone()
    calls = explained(follow)
    return bool(calls) and calls[-1]["why"]["certain"], kept


def no_root():
    rights = ["bpf", "perfmon", "syslog"]
    same(by_capabilities([*rights, "sys_admin"]), (True, [1 << 39]),
         "who is not root needs some capabilities, and keeps CAP_BPF alone")
    with open("/proc/sys/kernel/perf_event_paranoid", "r+", encoding="ascii") as level:
        level.write("2")
    same(by_capabilities(rights)[0], True, "... which need not be CAP_SYS_ADMIN where perf_event_paranoid is 2")


def as_service():
    """As the unit runs it, with a pipe in the place of the journal; and what is left of perfattr without it."""
    follow = Follower(["perfattr-bpf"])
    follow.until('"type":77,', ["call", "type=77"])
    # Stopped right after these calls: they are written, too.
    made = subprocess.run(["call", "type=78", "times=50"], stdout=subprocess.PIPE, text=True, check=True).stdout
    status = follow.end()
    calls = [line for line in explained(follow) if line["attr"]["type"] == 78]
    same((status, len(calls)), (0, made.count("\n")), "what perfattr-bpf has seen it writes before it ends")
    ok(calls and all(line["why"]["rule"] == "pmu-type-missing" for line in calls), "... and the lines are enough for the reasons")
    follow = Follower([*FOLLOW, "--source", "bpf"])
    follow.until('"type":77,', ["call", "type=77"])
    subprocess.run(["kill", *watching()], check=False)
    while follow.read(20):
        pass
    ok(follow.process.wait(60) == 1 and
       follow.said()[-1] == "perfattr: perfattr-bpf has ended, there is nothing left to follow",
       "if perfattr-bpf is killed, perfattr fails", *follow.said())


def main():
    if not shutil.which("perfattr-bpf"):
        plan(0)
        print("# perfattr-bpf was not made: clang, bpftool or libbpf is missing")
        sys.exit(0)
    if tuple(map(int, os.uname().release.split(".")[:2])) < (5, 17):
        plan(1)
        missing("an older kernel", "this kernel is older than 5.17, which perfattr-bpf needs")
        finish()
    plan(21)
    bad_input()
    no_program()
    chosen()
    others()
    no_root()
    as_service()
    finish()


main()
