#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 1200
# long: every command of three pages
# not on debug kernels: it tests programs, not the module
"""The recipes of README.md, docs/recipes.md and docs/fleet.md do what these pages say, but for those that need
perfattr.service, which tests/dkms/service.t runs."""

import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from records import *
import recipes

PAGES = [f"{HERE}/README.md", f"{HERE}/recipes.md", f"{HERE}/fleet.md"]
# A call of every sort of the recipes: perf's own, one that opens, one that is refused for a reason.
MYPROF = """#!/bin/sh
call type=1 sample_type=1 bits=1024 sample_period=4000000
call type=1 config=9
"""
# Makes a call again and again, each with a field that is zero and one that is not.
FIREFOX = """
import ctypes, struct, time
libc = ctypes.CDLL(None)
attr = ctypes.create_string_buffer(struct.pack("<IIQ", 1, 64, 9) + bytes(48), 64)
while True:
    fd = libc.syscall(%d, attr, 0, -1, -1, 0)
    if fd >= 0:
        libc.close(fd)
    time.sleep(0.5)
"""
SYSCALL = 298 if X86 else 319 if POWER else 331 if S390 else 364 if ARM32 else 241


def prepare():
    """What the pages take for granted: programs, files and folders of these names."""
    os.environ["PATH"] = f"{os.getcwd()}:{os.environ['PATH']}"
    os.makedirs("/tmp/recipes", exist_ok=True)
    os.makedirs("/var/log", exist_ok=True)
    os.chdir("/tmp/recipes")
    with open("myprof", "w", encoding="ascii") as program:
        program.write(MYPROF)
    os.chmod("myprof", 0o755)
    shutil.copy(os.path.realpath(sys.executable), "firefox")
    with open("/etc/passwd", "a", encoding="ascii") as users:
        users.write("alice:x:1000:1000::/tmp:/bin/sh\n")
    # Number 47 is among these.
    call("times=60", "type=1", "config=9")
    call("type=1", "sample_type=1", "bits=1024", "sample_period=4000000")
    with open("/var/log/perfattr.jsonl", "w", encoding="ascii") as log:
        for line in read("raw").splitlines():
            log.write(json.dumps({"host": "web1", "call": json.loads(line)}) + "\n")


def before(commands):
    for name, value in (("brief", "0"), ("calls", "0"), ("filter", "\n")):
        write(name, value)
    call("type=1", "sample_type=1", "bits=1024", "sample_period=4000000")


def main():
    home = os.getcwd()
    prepare()
    number = 0
    with subprocess.Popen(["./firefox", "-c", FIREFOX % SYSCALL]) as firefox, \
            subprocess.Popen(["sh", "-c", "while sleep 1; do ./myprof; done"],
                             stdout=subprocess.DEVNULL) as caller:
        for commands, wrong, out in recipes.run("guest", PAGES, before):
            number += 1
            ok(not wrong, " ".join("; ".join(commands).split()).replace("#", "-"), *wrong, out)
        firefox.kill()
        caller.kill()
    os.chdir(home)
    plan(number)


load()
main()
finish()
