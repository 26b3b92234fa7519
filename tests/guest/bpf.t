#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 600
"""Programs of BPF beside the module: of the same calls both must say the same, key by key.

perfattr-bpf is made only where clang, bpftool and libbpf are: without it all is skipped.
"""

import collections
import json
import select
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, "tests/guest")
from records import *

OUT, WORDS = "/tmp/bpf.json", "/tmp/bpf.words"
# What differs between two who look at the same call.
OWN = ("seq", "load", "time_ns", "wall_ns", "duration_ns")
# What perfattr makes of the rest.
NOW = ("why", "lacks")
COMMANDS = ((["why_table"], 500), (["perf", "stat", "-d", "-a", "true"], 10),
            (["perf", "record", "-o", "/dev/null", "-e", "cpu-clock", "-g", "-a", "true"], 2),
            ([f"call.{ABI32}", "times=3", "bits=0x600", "sample_period=99", "pid=-1", "cpu=0"], 3))


class Watch:
    """perfattr-bpf, while it runs."""

    def __init__(self, *arguments):
        self.out, self.words = open(OUT, "w", encoding="utf-8"), open(WORDS, "w", encoding="utf-8")
        self.process = subprocess.Popen(["perfattr-bpf", *arguments], stdout=self.out, stderr=self.words)
        end = time.monotonic() + 60
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
    with open("/sys/kernel/debug/perfattr/json", encoding="utf-8") as view:
        return [json.loads(line) for line in view]


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
    return machine(ours), machine(theirs)


def the_machine(ours, theirs):
    """Two tests of the lines about the machine."""
    (env, known), (own, seen) = ours, theirs
    # How the kernel answers at a level of perf_event_paranoid that there was not is not known.
    for lines in (env, own):
        lines["has"] = [check for check in lines["has"] if check != "paranoid_any"]
        lines.pop("paranoid_max")
    same(own, env, "the kernel is told of as by the module")
    same(seen, known, "... and its PMUs")


def losses():
    """A reader that is stopped while more calls are made than the ring has room for."""
    watch = Watch()
    watch.process.send_signal(signal.SIGSTOP)
    made = int(subprocess.run(["storm", "6000", "2"], capture_output=True, text=True, check=True).stdout.split()[-1])
    watch.process.send_signal(signal.SIGCONT)
    subprocess.run(["call", "pid=0", "cpu=-1"], stdout=subprocess.DEVNULL, check=False)
    time.sleep(1)
    lines = watch.end()
    told = sum(line.get("call") == "open" and line["comm"] in ("storm", "call") for line in lines)
    lost = sum(line.get("lost", 0) for line in lines)
    at = [i for i, line in enumerate(lines) if "lost" in line]
    print(f"# {made} calls, {told} told, {lost} lost", flush=True)
    # Of a call whose entry and whose return a program has missed it is counted twice.
    ok(made + 1 <= told + lost <= made + 1 + made // 50, "a call is told, or counted as lost", told + lost, made + 1)
    ok(at and lines[at[0] + 1:], "... where it happened, before what came later", at)
    seqs = [line["seq"] for line in lines if line.get("call") == "open"]
    same(seqs[-1], len(seqs) + lost, "... and its number is missing")


def watching():
    """The processes of perfattr-bpf."""
    return subprocess.run(["pgrep", "-x", "perfattr-bpf"], capture_output=True, text=True, check=False).stdout.split()


def followed():
    """perfattr with --source bpf: a run, its status, what is said; -f."""
    run = subprocess.run(["perfattr", "run", "--source", "bpf", "--", "sh", "-c", "perf stat true; exit 7"],
                         capture_output=True, text=True, check=False)
    same(run.returncode, 7, "a run by BPF ends as its program")
    ok("programs of BPF" in run.stderr and "hw-pmu-missing" in run.stderr,
       "... shows the refused calls with their reasons", run.stderr)
    run = subprocess.run(["sh", "-c", "(for i in 1 2 3 4 5 6 7 8 9; do call type=77; done) & "
                          "perfattr run --source bpf -j -o /tmp/bpf.run -- sh -c 'sleep 1; call pid=0 cpu=-1'; wait"],
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open("/tmp/bpf.run", encoding="utf-8") as lines:
        calls = [json.loads(line) for line in calls_in(lines.read())]
    same([line["attr"]["type"] == 77 for line in calls], [False], "... and no calls of others")
    follow = subprocess.Popen(["perfattr", "-f", "--source", "bpf", "-j"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    first = ""
    for _ in range(60):
        subprocess.run(["call", "type=77"], stdout=subprocess.DEVNULL, check=False)
        ready, _, _ = select.select([follow.stdout], [], [], 1)
        if ready:
            first = follow.stdout.readline()
            break
    follow.kill()
    for _ in range(100):
        if not watching():
            break
        time.sleep(0.1)
    ok(not watching(), "... perfattr-bpf ends when perfattr is killed")
    ok(first.startswith('{"v":3,"env":') and '"source":"bpf"' in first, "perfattr -f --source bpf follows all calls",
       first[:300])


def open_now(lines):
    """What is open, by id: what both must know. Events of the kernel itself have no descriptor."""
    keys = ("event", "pmu", "bp_type", "sampling", "target", "cgroup", "group", "state", "bpf", "held", "holders")
    return {line["id"]: {key: line[key] for key in keys} for line in map(json.loads, lines)
            if line.get("held")}


def events():
    """What is open, beside the module: every event that hold_events has, and no other."""
    with subprocess.Popen(["hold_events"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        for line in holder.stdout:
            if line == "ready\n":
                break
        run = subprocess.run(["perfattr", "events", "--source", "bpf", "-j"], capture_output=True, text=True, check=False)
        with open("/sys/kernel/debug/perfattr/events_json", encoding="utf-8") as view:
            ours, theirs = open_now(view), open_now(run.stdout.splitlines())
        holder.stdin.close()
    print(f"# {len(ours)} events are open", flush=True)
    ok(len(theirs) > 20, "open events are found", run.stderr)
    same(sorted(theirs), sorted(ours), "... those that the module finds")
    counted = collections.Counter()
    shown = [(key, mine, its) for number in ours if number in theirs
             for key, mine, its in differences(ours[number], theirs[number])]
    counted.update(key for key, _, _ in shown)
    ok(not shown, "... and of each the same", dict(counted), *shown[:10])


def main():
    if not shutil.which("perfattr-bpf"):
        plan(0)
        print("# perfattr-bpf was not made: clang, bpftool or libbpf is missing")
        sys.exit(0)
    probe = Watch()
    if probe.process.poll() is not None:
        plan(1)
        ok(probe.process.returncode == 1 and said().startswith("perfattr-bpf: ") and "\n" not in said(),
           "where the kernel takes no programs it is said in a sentence", said())
        print("#", said())
        finish()
    probe.end()
    print("#", said())
    plan(4 * len(COMMANDS) + 13)
    load("records=20000")
    for command, least in COMMANDS:
        ours, theirs = compared(command, least)
    the_machine(ours, theirs)
    losses()
    followed()
    events()
    finish()


main()
