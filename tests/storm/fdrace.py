# SPDX-License-Identifier: GPL-2.0
"""usage: fdrace.py IDS JSON - does each record describe the call that it is of?

IDS are the lines of fdrace.c: number of a call and id of its event, 0 where it is not known. What
the kernel made of a call must be of the kind that follows from the number in the call.
"""
import json
import sys

# fdrace.c, kind_of(): the event's PMU.
PMUS = ["software", "cpu_clock", "task_clock", "breakpoint"]


def wrong(rec, ids):
    number = int(rec["attr"]["sig_data"])
    kernel = rec["kernel"]
    if kernel is None or kernel["id"] is None:
        return "no event"
    if kernel["pmu"] != PMUS[number % 4]:
        return "PMU %s" % kernel["pmu"]
    # Fields that differ are the only ones here: another call's would have another number. From
    # 6.6 on the clocks have types of their own, which the kernel puts into their attr.
    differs = set(kernel["attr"] or {}) - ({"type"} if number % 4 in (1, 2) else set())
    if differs & {"sig_data", "type"}:
        return "attr %s" % kernel["attr"]
    if ids[number] and int(kernel["id"]) != ids[number]:
        return "id %s, and it was %d" % (kernel["id"], ids[number])
    return None


def main():
    with open(sys.argv[1], encoding="ascii") as f:
        ids = dict(map(int, line.split()) for line in f)
    seen, known, bad = set(), 0, 0
    with open(sys.argv[2], encoding="utf-8") as f:
        for line in f:
            rec = json.loads(line)
            if rec["ret"] < 0:
                continue
            number = int(rec["attr"]["sig_data"])
            why = wrong(rec, ids)
            if why or number in seen:
                print("call %d: %s" % (number, why or "recorded twice"))
                bad += 1
            seen.add(number)
            known += bool(ids[number])
    print("%d records, %d with a known id, %d wrong" % (len(seen), known, bad))
    return 1 if bad or not seen else 0


sys.exit(main())
