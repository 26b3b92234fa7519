#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: to_v2.py < RECORDS | to_v3.py - convert records of version 2 to version 3.

For the tests: saved records of all versions must be read alike. Lines about the machine, which is
made up, come first. What such records do not have of the facts is null, as where it is not known.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
with open(HERE + "/../../docs/record.schema.json", encoding="utf-8") as schema:
    DEFINITIONS = json.load(schema)["definitions"]
with open(HERE + "/../../VERSION", encoding="utf-8") as file:
    VERSION = file.read().strip()
LOAD = "0c1e52d0"
# Of Linux 6.1 on x86-64.
ENV = {
    "load": LOAD, "source": "module", "module": VERSION, "release": "6.1.0",
    "followed": ["perf_copy_attr", "perf_event_alloc", "perf_try_init_event", "find_get_context"],
    "arch": "x86_64", "attr_size": 128, "known_flags": "274877906943", "known_sample": "33554431",
    "known_format": "31", "known_branch": "524287", "known_aux": 0, "hw_max": 10, "sw_max": 12,
    "page_size": 4096, "ksym_len": 512, "has": ["allow_callchain", "cgroup_perf"], "paranoid_max": None,
    "tp_counting": 0, "task_size": "140737488351232", "regs_extended": ["32-63"],
}
# By name; what the clocks of such kernels have of a type is not theirs.
PMUS = {"task_clock": 1, "cpu_clock": 1, "software": 1, "tracepoint": 2, "breakpoint": 5, "kprobe": 6,
        "uprobe": 7, "msr": 8, "cpu": 4}


def pmu_id(name):
    return list(PMUS).index(name) + 1 if name in PMUS else None


def pmu_line(name):
    return {"v": 3, "pmu": {"load": LOAD, "id": pmu_id(name), "name": name, "type": PMUS[name],
                            "task_ctx_nr": None, "caps": None, "event_init": None, "module": None,
                            "gone": False}}


def of_kernel(kernel):
    if kernel.get("leader"):
        kernel["leader"]["pmu_id"] = None
    for step in kernel["path"] or []:
        if step["fn"] == "perf_try_init_event":
            step["id"] = pmu_id(step["pmu"])
    return in_order({**kernel, "pmu_id": pmu_id(kernel["pmu"])}, "kernel")


def in_order(value, name):
    """The keys of an object in the order of the schema."""
    keys = DEFINITIONS[name]["properties"]
    return {key: value[key] for key in keys if key in value}


def of_open(rec):
    rec["attr_state"] = "unreadable" if rec["attr"] is None else "entry"
    rec["type_pmu"] = None
    if rec["kernel"]:
        rec["kernel"] = of_kernel(rec["kernel"])
    return in_order(rec, "record")


def of_call(rec):
    if rec["event"]:
        rec["event"]["pmu_id"] = None
    if "attr" in rec:
        rec["attr_state"] = "entry"
    # What it says is never less than what a reason may rest on.
    rec["health"] = None
    return in_order(rec, "call")


def converted(rec):
    rec.pop("why", None)
    rec = {**rec, "v": 3, "load": LOAD, "facts": None, "wall_ns": rec.get("wall_ns", "1795248000000000000")}
    return of_open(rec) if rec["call"] == "open" else of_call(rec)


def main():
    lines = [{"v": 3, "env": ENV}] + [pmu_line(name) for name in PMUS]
    for rec in map(json.loads, sys.stdin):
        lines.append(converted(rec) if "v" in rec else rec)
    for rec in lines:
        print(json.dumps(rec, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
