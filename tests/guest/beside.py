# SPDX-License-Identifier: GPL-2.0
"""Programs by strace, beside the module: of the same calls both must give the same reasons.

The module says which check has refused. What strace's lines and /proc tell is less: a reason may be
missing, or only probable, but another one is wrong.
"""

import collections
import json
import os
import subprocess

DIR = "/tmp/strace-run"
OUT = DIR + "/records"


def opens(lines):
    """The opens among lines of JSON, by thread, in the order of their return."""
    found = collections.defaultdict(list)
    for line in lines:
        record = json.loads(line)
        if record.get("call") == "open" and "ret" in record:
            found[record["tid"]].append(record)
    return found


def refused_ops(lines):
    """The calls on descriptors that were refused, by thread; those of one kind in their order."""
    found = collections.defaultdict(list)
    for line in lines:
        record = json.loads(line)
        if record.get("call", "open") != "open" and record.get("ret", 0) < 0:
            args = record["args"]
            found[record["tid"], record["call"], record["errno"], args.get("cmd"), args.get("length"),
                  args.get("count")].append(record)
    return found


def compare_ops(command):
    """The same as compare() of the calls on descriptors that were refused."""
    subprocess.run(["perfattr", "run", "--source", "strace", "-c", "-j", "-o", OUT, "--", *command],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    by_module = refused_ops(subprocess.run(["perfattr", "-c", "-j"], capture_output=True, text=True).stdout.splitlines())
    with open(OUT, encoding="utf-8") as lines:
        by_strace = refused_ops(lines)
    counted = collections.Counter()
    for key, seen in by_strace.items():
        if len(by_module[key]) != len(seen):
            counted["not paired"] += len(seen)
            continue
        for one, other in zip(by_module[key], seen):
            if rule(one):
                judge(one, other, counted)
    print(f"# {command[0]}, ops: {dict(counted)}")
    return counted


def rule(record):
    return (record.get("why") or {}).get("rule")


def alike(one, other):
    """Are these records of one call? What strace does not tell is null."""
    def same(key):
        return other["args"][key] is None or other["args"][key] == one["args"][key]
    attr, known = other["attr"] or {}, one["attr"] or {}
    return (one["ret"] == other["ret"] and all(same(key) for key in ("pid", "cpu", "group_fd", "flags"))
            and all(known.get(key) == value for key, value in attr.items() if value is not None and key in known))


def pairs(known, seen, counted):
    """The records of the same calls; of a call that one of both has not seen there is none."""
    at = 0
    for other in seen:
        ahead = next((i for i in range(at, min(at + 8, len(known))) if alike(known[i], other)), None)
        if ahead is None:
            counted["only strace"] += 1
            continue
        counted["only module"] += ahead - at
        at = ahead + 1
        yield known[ahead], other


# A guest is slow, and the more so the busier its host is: calls are held for longer than 2 ms.
HOLD = "50"
CLEAR = "/sys/kernel/debug/perfattr/clear"


def compare(*command, user=(), hold=HOLD):
    """Runs it by strace, with the module beside; counts what became of each reason."""
    with open(CLEAR, "w", encoding="ascii") as clear:
        clear.write("1")
    if os.path.exists(OUT):
        os.remove(OUT)
    subprocess.run([*user, "perfattr", "run", "--source", "strace", "--hold", hold, "-j", "-o", OUT, "--", *command],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    by_module = opens(subprocess.run(["perfattr", "-j"], capture_output=True, text=True).stdout.splitlines())
    with open(OUT, encoding="utf-8") as lines:
        by_strace = opens(lines)
    counted = collections.Counter()
    for tid, seen in by_strace.items():
        for one, other in pairs(by_module.get(tid, []), seen, counted):
            if one["ret"] < 0 and rule(one):
                judge(one, other, counted)
    print(f"# {(*user, *command)[0]}: {dict(counted)}")
    return counted


def same_enough(got):
    """Nearly all have the same reason, of those whose caller was held as long as it was looked at.

    On a machine with nothing else to do so it is of all; a busy one looks at more of them too late.
    """
    return (got["in time and same"] >= 0.97 * (got["reasons"] - got["late"])
            and got["same"] >= 0.9 * got["reasons"])


# The module tells the name of a probe's function or file, by which its place is looked up; strace an address.
GENERAL = {
    "kprobe-func-or-offset": ("kprobe-func-missing", "kprobe-offset-outside"),
    "kprobe-refused": ("kprobe-", "kretprobe-"),
    "uprobe-file-or-offset": ("uprobe-not-a-file",),
}


def is_same(by_module, by_strace):
    """The same rule, or the one for both of two causes that only their place tells apart."""
    return by_module == by_strace or (by_module or "").startswith(GENERAL.get(by_strace, ("?",)))


def judge(one, other, counted):
    """The reason of the module, and that of strace."""
    counted["general"] += rule(one) != rule(other) and is_same(rule(one), rule(other))
    may = [reason["rule"] for reason in other.get("may_be", [])]
    verdict = ("same" if is_same(rule(one), rule(other)) else "another" if rule(other) else
               "listed" if rule(one) in may or "pmu-refused" in may else "missed" if may else "none")
    counted[verdict] += 1
    counted["reasons"] += 1
    counted["late"] += not other.get("held")
    counted["in time and same"] += verdict == "same" and bool(other.get("held"))
    counted["certain"] += one["why"]["certain"] and bool(other.get("held"))
    certain = bool(rule(other)) and other["why"]["certain"]
    counted["still certain"] += certain and one["why"]["certain"]
    if certain and verdict == "another":
        counted["certain and wrong"] += 1
    if verdict != "same":
        print(f"# {verdict}: {one['errno']} {rule(one)}, by strace {rule(other)} {may}"
              f"{'' if other.get('held') else ', late'}")
