# SPDX-License-Identifier: GPL-2.0
"""Programs of BPF beside the module: of the same calls both must say the same, key by key."""

import collections
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from records import *

OUT, WORDS = "/tmp/bpf.json", "/tmp/bpf.words"
# What differs between two who look at the same call.
OWN = ("seq", "load", "time_ns", "wall_ns", "duration_ns")
# What perfattr makes of the rest.
NOW = ("why", "lacks")
CGROUPS = "/sys/fs/cgroup"


def need_bpf():
    """Without perfattr-bpf all is skipped."""
    if not shutil.which("perfattr-bpf"):
        plan(0)
        print("# perfattr-bpf was not made: clang, bpftool or libbpf is missing")
        sys.exit(0)


def make_cgroup():
    """A cgroup has the perf_event controller once controllers of those above it were set."""
    for folder in CGROUPS, f"{CGROUPS}/held":
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/cgroup.subtree_control", "w", encoding="ascii") as setting:
            setting.write("+pids")
    os.makedirs(f"{CGROUPS}/held/deep", exist_ok=True)


class Watch:
    """perfattr-bpf, while it runs."""

    def __init__(self, *arguments):
        self.out, self.words = open(OUT, "w", encoding="utf-8"), open(WORDS, "w", encoding="utf-8")
        self.process = subprocess.Popen(["perfattr-bpf", *arguments], stdout=self.out, stderr=self.words)
        end = time.monotonic() + 240
        while time.monotonic() < end and self.process.poll() is None:
            with open(OUT, encoding="utf-8") as lines:
                if '"env":' in lines.read():
                    break
            time.sleep(0.2)

    def end(self):
        """Ends it; returns its lines."""
        self.process.send_signal(signal.SIGTERM)
        self.status = self.process.wait(60)
        with open(OUT, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]


def said():
    with open(WORDS, encoding="utf-8") as words:
        return words.read().strip()


def wait_for(true):
    """Waits until it is; returns whether it has become."""
    for _ in range(600):
        if true():
            return True
        time.sleep(0.1)
    return False


def pmus(lines):
    """The names that ids of PMUs stand for."""
    return {line["pmu"]["id"]: line["pmu"]["name"] for line in lines if "pmu" in line}


def plain(value, names, key=None):
    """A record without what is each one's own, and with names of PMUs in the place of ids."""
    if isinstance(value, dict):
        return {k: plain(v, names, (key, k)) for k, v in value.items()
                if not (key is None and k in OWN)}
    if isinstance(value, list):
        return [plain(v, names, key) for v in value]
    if isinstance(value, int) and not isinstance(value, bool) and key:
        inner, outer = key[1], key[0]
        step = inner == "id" and isinstance(outer, tuple) and outer[1] == "path"
        leader = inner == "pmu" and isinstance(outer, tuple) and outer[1] == "leader"
        if inner in ("pmu_id", "type_pmu") or step or leader:
            return names.get(value, value)
    return value


def differences(one, other, at=""):
    """Where two records differ: (key, value of the module, value of the programs)."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            yield from differences(one.get(key, "(absent)"), other.get(key, "(absent)"), f"{at}.{key}")
    elif one != other:
        yield at, one, other


def by_thread(lines):
    """The opens, by thread, in the order of their return."""
    found = collections.defaultdict(list)
    for line in lines:
        if line.get("call") == "open":
            found[line["tid"]].append(line)
    return found


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


def explained_lines(lines):
    """The same with reasons, which perfattr makes of the lines alone."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(["perfattr", "-i", "-", "-j"], input=text, capture_output=True, text=True, check=False)
    return lines_of(done.stdout)


def module_lines():
    return lines_of(subprocess.run(["perfattr-cat", "-j"], capture_output=True, text=True, check=True).stdout)


def reason(record):
    why = record.get("why") or {}
    return tuple(json.dumps(why.get(key)) for key in ("rule", "certain", "text", "fix", "plan"))


def pairs(known, seen, counted):
    """The records of the same calls; of a call that one of both has not seen there is none."""
    def same_call(one, other):
        return all(one[key] == other[key] for key in ("args", "attr", "ret"))
    at = 0
    for other in seen:
        ahead = next((i for i in range(at, min(at + 8, len(known))) if same_call(known[i], other)), None)
        if ahead is None and not at:
            # why_table clears the ring when it begins.
            continue
        if ahead is None:
            counted["only BPF"] += 1
            print("# only BPF:", json.dumps(other)[:800])
            continue
        for one in known[at:ahead]:
            print("# only the module:", json.dumps(one)[:800])
        counted["only the module"] += ahead - at
        at = ahead + 1
        yield known[ahead], other
    counted["only the module"] += len(known) - at


def compare(command):
    """Runs a command with both. Returns their lines, pairs of the records, and whom only one has seen."""
    write("clear", "1")
    watch = Watch()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    theirs, ours = watch.end(), module_lines()
    known, seen = by_thread(explained_lines(ours)), by_thread(explained_lines(theirs))
    counted, paired = collections.Counter(), []
    for tid, records in seen.items():
        paired += pairs(known[tid], records, counted)
    # Calls of perfattr-bpf itself are told by the module only.
    counted["only the module"] += sum(len(records) for tid, records in known.items() if tid not in seen
                                      and records[0]["comm"] != "perfattr-bpf")
    return ours, theirs, paired, +counted


def differing(ours, theirs, paired):
    """The keys that differ, counted, and examples of them."""
    names, own_names = pmus(theirs), pmus(ours)
    counted, shown = collections.Counter(), []
    for one, other in paired:
        a = plain({k: v for k, v in one.items() if k not in NOW}, own_names)
        b = plain({k: v for k, v in other.items() if k not in NOW}, names)
        for key, mine, its in differences(a, b):
            counted[key] += 1
            if counted[key] <= 2:
                shown.append(f"{key}: {str(mine)[:300]}; by BPF {str(its)[:300]}")
    return counted, shown


def machine(lines):
    """What a stream says of its machine: the last line env, and a dict of the PMUs."""
    env = [line["env"] for line in lines if "env" in line][-1]
    return ({key: value for key, value in env.items() if key not in ("load", "source", "module")},
            {line["pmu"]["name"]: {k: v for k, v in line["pmu"].items() if k not in ("id", "load")}
             for line in lines if "pmu" in line})


def compared(command, least):
    """Four tests of the calls that a command makes."""
    ours, theirs, paired, alone = compare(command)
    refused = [(one, other) for one, other in paired if one["ret"] < 0]
    others = [(one, other) for one, other in refused if reason(one) != reason(other)]
    counted, shown = differing(ours, theirs, paired)
    print(f"# {' '.join(command)[:60]}: {len(paired)} calls, {len(refused)} refused", flush=True)
    ok(len(paired) >= least, f"calls of {command[0]} are seen by both", len(paired), said())
    same(dict(alone), {}, "... and none by one of them only")
    ok(not counted, "... key by key the same", dict(counted), *shown)
    ok(not others, "... for the same reasons, as certain, with the same fix",
       *(f"{one['errno']} {reason(one)[:3]}; by BPF {reason(other)[:3]}" for one, other in others[:10]))
    return machine(ours), machine(theirs), paired
