#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 400
"""Completeness: what strace sees of a command, the log holds; call by call, field by field.

Both watch the same run. strace prints raw numbers (-X raw), so nothing is decoded twice by the
same tables.
"""

import re
import subprocess
import sys
import time

sys.path.insert(0, "tests/guest")
from records import *

COMMANDS = (
    ["perf", "stat", "true"],
    ["perf", "stat", "-a", "-e", "task-clock,{cpu-clock,page-faults},context-switches", "true"],
    ["perf", "stat", "-d", "-e", "cycles,L1-dcache-load-misses,r1a8,dummy,sched:sched_switch", "true"],
    ["perf", "record", "-o", "/dev/null", "-e", "cpu-clock", "-F", "4000", "-a", "true"],
    ["perf", "record", "-o", "/dev/null", "-g", "-c", "10000", "-e", "mem:0x1000/8:rw,task-clock:u",
     "true"],
    [f"call.{ABI32}", "times=3", "bits=0x600", "sample_period=99", "pid=-1", "cpu=0"],
    ["storm", "200", "3"],
)


def strace(command):
    """Runs it; returns per thread the calls in the order in which they returned."""
    subprocess.run(["strace", "-f", "-v", "-X", "raw", "-e", "trace=perf_event_open",
                    "-o", "/tmp/strace.out", *command], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    calls, open_calls = {}, {}
    with open("/tmp/strace.out", encoding="ascii", errors="replace") as trace:
        for line in trace:
            tid, _, text = line.strip().partition(" ")
            text = text.strip()
            if text.endswith("<unfinished ...>"):
                open_calls[tid] = text[:-len("<unfinished ...>")]
                continue
            if text.startswith("<... perf_event_open resumed>"):
                text = open_calls.pop(tid) + text[len("<... perf_event_open resumed>"):]
            if text.startswith("perf_event_open("):
                calls.setdefault(int(tid), []).append(text)
    return calls


def parse(text):
    """A line of strace as (fields or None, the four other arguments, result, errno)."""
    match = re.fullmatch(r"perf_event_open\(\s*(\{.*\}|\w+), (\S+), (\S+), (\S+), (\S+)\) += "
                         r"(-?\d+)(?: (\w+) .*)?", text)
    if not match:
        raise ValueError(f"strace wrote: {text}")
    arguments = tuple(int(word, 0) for word in match.group(2, 3, 4, 5))
    fields = None
    if match[1].startswith("{"):
        body = re.sub(r" /\*.*?\*/", "", match[1][1:-1])
        fields = {}
        for pair in body.split(", "):
            name, _, number = pair.partition("=")
            if name != "...":
                fields[name] = value(number.split(" => ")[0])
    return fields, arguments, int(match[6]), match[7]


def differences(line, rec):
    """What strace says and the record does not."""
    fields, arguments, ret, errno = parse(line)
    if arguments != (rec.pid_arg, rec.cpu, rec.group_fd, rec.flags):
        yield f"arguments {arguments}"
    if (ret, errno) != (rec.fd, rec.errno):
        yield f"result {ret} {errno}"
    if fields is None:
        if rec.unreadable is None:
            yield "an attr that could not be read"
        return
    for name, number in fields.items():
        if rec.attr.get(name) != number:
            yield f"{name} {number}, not {rec.attr.get(name)}"


plan(4 * len(COMMANDS) + 1)
load()
total = 0
compared = set()
for command in COMMANDS:
    write("clear", "1")
    before = counter("recorded")
    seen = strace(command)
    recorded = {}
    for rec in records():
        recorded.setdefault(rec.tid, []).append(rec)
    name = " ".join(command)[:60]
    number = sum(map(len, seen.values()))
    total += number
    ok(number > 0, f"strace sees calls of: {name}", seen)
    same((counter("recorded") - before, counter("missed")), (number, 0),
         "... and as many are recorded")
    same({tid: len(calls) for tid, calls in recorded.items()},
         {tid: len(calls) for tid, calls in seen.items()}, "... of the same threads")
    wrong = []
    for tid, calls in seen.items():
        for line, rec in zip(calls, recorded.get(tid, [])):
            compared.update(parse(line)[0] or {})
            found = list(differences(line, rec))
            if found:
                wrong.append("; ".join(found) + "\n" + line + "\n" + rec.text)
    ok(not wrong and seen, "... with the same arguments, results and fields", f"{len(wrong)} differ",
       *wrong[:2])
ok(total >= 30 and len(compared) >= 45, "30 calls and 45 fields of the attr were compared",
   f"{total} calls, {len(compared)} fields", sorted(compared))
finish()
