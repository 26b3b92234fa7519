# SPDX-License-Identifier: GPL-2.0
"""Programs that are traced, beside the module: of the same calls both must give the same reasons.

The module says which check has refused. What the tracer sees is less: a reason may be missing, or
only probable, but another one is wrong. What was passed and returned is the same, bit by bit.
"""

import collections
import json
import os
import subprocess

DIR = "/tmp/traced"
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
    subprocess.run(["perfattr", "run", "--source", "tracer", "-c", "-j", "-o", OUT, "--", *command],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    by_module = refused_ops(subprocess.run(["perfattr", "-c", "-j"], capture_output=True, text=True).stdout.splitlines())
    with open(OUT, encoding="utf-8") as lines:
        by_tracer = refused_ops(lines)
    counted = collections.Counter()
    for key, seen in by_tracer.items():
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


SEEN = "ret", "attr_raw", "args", "abi", "uid", "comm"


def alike(one, other):
    """Are these records of one call, bit by bit?"""
    return all(one[key] == other[key] for key in SEEN)


def pairs(known, seen, begin, counted):
    """The records of the same calls; of a call that one of both has not seen there is none.

    The tables clear the log when they have learned the size of the attr and opened leaders: the
    module knows no call before @begin.
    """
    at = 0
    for other in seen:
        ahead = next((i for i in range(at, min(at + 8, len(known))) if alike(known[i], other)), None)
        if ahead is None and int(other["time_ns"]) < begin:
            counted["before the clear"] += 1
            continue
        if ahead is None:
            counted["only tracer"] += 1
            if counted["only tracer"] < 4 and at < len(known):
                print("# differs:", *(f"{key} {known[at][key]}, by the tracer {other[key]};" for key in SEEN if known[at][key] != other[key]))
            continue
        counted["only module"] += ahead - at
        at = ahead + 1
        yield known[ahead], other


CLEAR = "/sys/kernel/debug/perfattr/clear"


def compare(*command, user=()):
    """Runs it traced, with the module beside; counts what became of each reason."""
    with open(CLEAR, "w", encoding="ascii") as clear:
        clear.write("1")
    if os.path.exists(OUT):
        os.remove(OUT)
    subprocess.run([*user, "perfattr", "run", "--source", "tracer", "-j", "-o", OUT, "--", *command],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    by_module = opens(subprocess.run(["perfattr", "-j"], capture_output=True, text=True).stdout.splitlines())
    with open(OUT, encoding="utf-8") as lines:
        by_tracer = opens(lines)
    counted = collections.Counter()
    begin = min((int(record["time_ns"]) for records in by_module.values() for record in records), default=0)
    for tid, seen in by_tracer.items():
        for one, other in pairs(by_module.get(tid, []), seen, begin, counted):
            if one["ret"] < 0 and rule(one):
                judge(one, other, counted)
    print(f"# {(*user, *command)[0]}: {dict(counted)}")
    return counted


def same_enough(got):
    """Nearly all have the same reason, of those whose caller stood still."""
    return (got["in time and same"] >= 0.97 * (got["reasons"] - got["late"])
            and got["same"] >= 0.9 * got["reasons"])


# The module knows by which name the place of a probe was looked up.
GENERAL = {
    "kprobe-func-or-offset": ("kprobe-func-missing", "kprobe-offset-outside"),
    "kprobe-refused": ("kprobe-", "kretprobe-"),
    "uprobe-file-or-offset": ("uprobe-not-a-file",),
}


def is_same(by_module, by_tracer):
    """The same rule, or the one for both of two causes that only their place tells apart."""
    return by_module == by_tracer or (by_module or "").startswith(GENERAL.get(by_tracer, ("?",)))


def judge(one, other, counted):
    """The reason of the module, and that of the tracer."""
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
        print(f"# {verdict}: {one['errno']} {rule(one)}, by the tracer {rule(other)} {may}"
              f"{'' if other.get('held') else ', late'}")
