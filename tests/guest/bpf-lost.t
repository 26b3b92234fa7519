#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 900
# not on debug kernels: it tests programs, not the module
"""Programs of BPF beside the module: what becomes of calls that are not read in time."""

import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, "tests/guest")
from beside_bpf import *

# Calls in a loop.
CALLS = 12000


def number_of(line):
    """The number that storm has given to a call."""
    return int(line["attr"]["sample_period"])


def gaps(lines):
    """Between two records of storm's numbered calls: (calls that are missing, calls told to be lost)."""
    at, lost, found = 0, 0, []
    for line in lines:
        lost += line.get("lost", 0)
        if line.get("call") == "open" and line["comm"] == "storm":
            found.append((number_of(line) - at - 1, lost))
            at, lost = number_of(line), 0
    return found + [(CALLS - at, lost)]


def told(lines):
    """Two tests of what was told of CALLS calls in a loop. Returns the lost calls of each gap."""
    seen = gaps(lines)
    lost = [missing for missing, _ in seen if missing]
    numbers = [line["seq"] for line in lines if line.get("call") == "open"]
    print(f"# {CALLS} calls, {len(seen) - 1} told, lost in gaps: {lost}", flush=True)
    same([gap for gap in seen if gap[0] != gap[1]], [], "each gap is told, where it is, with its number of calls")
    same(numbers, sorted(set(numbers)), "... and the numbers of records go on behind it")
    return lost


def stand_still(watch, storm, calls):
    """Stops a reader until so many calls were made, as the module counts them, or all; then it goes on alone."""
    made = counter("recorded")
    watch.process.send_signal(signal.SIGSTOP)
    storm.send_signal(signal.SIGCONT)
    wait_for(lambda: counter("recorded") >= made + calls or storm.poll() is not None)
    storm.send_signal(signal.SIGSTOP)
    prints(watch)


def prints(watch):
    """Lets a reader print some records more."""
    before = os.path.getsize(OUT)
    watch.process.send_signal(signal.SIGCONT)
    wait_for(lambda: os.path.getsize(OUT) > before + 100000)


def printed():
    """The last of what a reader has printed."""
    with open(OUT, "rb") as lines:
        lines.seek(max(0, os.path.getsize(OUT) - 65536))
        return lines.read()


def losses():
    """A reader that prints, and stands still twice, so that there is no room for some calls."""
    watch = Watch()
    with subprocess.Popen(["storm", str(CALLS), "1"], stdout=subprocess.DEVNULL) as storm:
        prints(watch)
        # Of which the ring has room for some two thousand.
        stand_still(watch, storm, 5000)
        stand_still(watch, storm, CALLS)
    lost = told(watch.end())
    # On a busy machine the program makes all calls before the second stop.
    ok(lost, "... of which there is one at least", lost)
    watch = Watch()
    watch.process.send_signal(signal.SIGSTOP)
    made = int(subprocess.run(["storm", "4000", "2"], capture_output=True, text=True, check=True).stdout.split()[-1])
    # Now there is room again.
    prints(watch)
    subprocess.run(["call", "pid=0", "cpu=-1"], stdout=subprocess.DEVNULL, check=False)
    wait_for(lambda: b'"comm":"call"' in printed())
    lines = watch.end()
    shown = sum(line.get("call") == "open" and line["comm"] in ("storm", "call") for line in lines)
    lost = sum(line.get("lost", 0) for line in lines)
    print(f"# {made} calls of two at once, {shown} told, {lost} lost", flush=True)
    # Of a call whose entry and whose return a program has missed it is counted twice.
    ok(made + 1 <= shown + lost <= made + 1 + made // 50, "a call is told, or counted as lost", shown + lost, made + 1)


def main():
    need_bpf()
    probe = Watch()
    if probe.process.poll() is not None:
        plan(0)
        print("#", said())
        sys.exit(0)
    probe.end()
    plan(4)
    load("records=20000")
    losses()
    finish()


main()
