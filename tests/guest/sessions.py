#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Sessions in JSON Lines, for sessions.t:

  sessions.py pick COMM < RECORDS    the records of the process of that name that has the most
  sessions.py same A B               is it the same sequence? the differences, if not

What is compared: every open (the attr, whose task, cpu, group, flags, result), ioctl (with its
argument), mmap, munmap, read, prctl and close, in order. Descriptors are compared by the open
that gave them; pids by what they are to the session. Left out are polls, which tell how long
was waited, and what the end of the process closes.
"""
import json
import sys
from collections import Counter


def load(lines):
    return [json.loads(line) for line in lines if line.startswith('{"v"')]


def pick(comm):
    lines = [line for line in sys.stdin if line.startswith('{"v"')]
    records = [(json.loads(line), line) for line in lines]
    pids = Counter(r["pid"] for r, _ in records if r["comm"].startswith(comm))
    # Other threads of the process may have names of their own.
    for r, line in records:
        if pids and r["pid"] == pids.most_common(1)[0][0]:
            sys.stdout.write(line)


class Session:
    def __init__(self, records):
        self.index = {}     # number of an open's record: its place among the opens
        self.fds = {}       # descriptor: the same
        self.pids = {}
        self.calls = []
        for r in records:
            if r["call"] == "poll" or r.get("at_exit"):
                continue
            self.calls.append(self.normal(r))

    def whom(self, r):
        pid = r["args"]["pid"]
        if int(r["args"]["flags"]) & 4:
            return "cgroup " + str((r["kernel"] or {}).get("cgroup"))
        if pid <= 0 or pid == r["pid"]:
            return "self" if pid >= 0 else "every process"
        return "process %d" % self.pids.setdefault(pid, len(self.pids))

    def opened(self, r):
        group = self.fds.get(r["args"]["group_fd"], "none")
        strings = dict(r["strings"])
        attr = dict(r["attr"] or {})
        # Addresses of the process itself: what they point at is compared.
        for pointer in ("kprobe_func", "uprobe_path"):
            if strings.get(pointer):
                attr.pop(pointer, None)
        call = ("open", json.dumps(attr), json.dumps(strings), self.whom(r), r["args"]["cpu"],
                "group %s" % group, r["args"]["flags"], r["errno"])
        if r["ret"] >= 0:
            self.index[r["seq"]] = self.fds[r["ret"]] = len(self.index)
        return call

    def normal(self, r):
        call = r["call"]
        if call == "open":
            return self.opened(r)
        if call == "prctl":
            return (call, r["option"], r["errno"])
        event = self.index.get(r["event"]["open"], "unknown")
        if call == "ioctl":
            what = [r["cmd"], r.get("flags"), r.get("period"), r.get("filter"), r.get("pause"),
                    r.get("attr_raw"), self.fds.get(r.get("output_fd"), "none")]
        elif call in ("mmap", "munmap"):
            what = [r["area"], r["args"]]
        elif call == "read":
            what = [r["args"]["count"], r["read_format"]]
        else:
            what = []
        return (call, "event %s" % event, json.dumps(what), r["errno"])


def same(a, b):
    with open(a, encoding="utf-8") as f:
        one = Session(load(f)).calls
    with open(b, encoding="utf-8") as f:
        two = Session(load(f)).calls
    for n in range(max(len(one), len(two))):
        x = one[n] if n < len(one) else "nothing"
        y = two[n] if n < len(two) else "nothing"
        if x != y:
            print("call %d of %d and %d:\n  was %s\n  is  %s" % (n + 1, len(one), len(two), x, y))
            return False
    kinds = Counter(c[0] for c in one)
    print("%d: %s" % (len(one), ", ".join("%s %d" % kind for kind in sorted(kinds.items()))))
    return bool(one)


if sys.argv[1] == "pick":
    pick(sys.argv[2])
elif not same(sys.argv[2], sys.argv[3]):
    sys.exit(1)
