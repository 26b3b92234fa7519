#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 900
# not on debug kernels: it tests programs, not the module
"""Programs of BPF beside the module: of the same calls both must say the same, key by key.

perfattr-bpf is made only where clang, bpftool and libbpf are: without it all is skipped.
"""

import json
import select
import subprocess
import sys
import time

sys.path.insert(0, "tests/guest")
from beside_bpf import *

# The one with a cgroup is first: why_table moves the perf_event controller to a hierarchy of its own.
COMMANDS = ((["sh", "-c", "exec call times=3 type=1 pid=9 cpu=0 flags=4 9<$0", f"{CGROUPS}/held/deep"], 3),
            (["why_table"], 500), (["why_drivers", "60"], 20),
            (["sh", "-c", "perf stat -d -a true; perf stat -e '{cpu-clock,task-clock,faults}' -a true; "
              "perf record -o /dev/null -e cpu-clock -g -a true; "
              f"call.{ABI32} times=3 bits=0x600 sample_period=99 pid=-1 cpu=0"], 18))
# What must have been told of some call for the comparison to say anything of it.
TOLD = {"facts": ("cap_effective", "init_userns", "own_pidns", "perf_event_paranoid", "perf_event_max_sample_rate",
                  "perf_event_max_stack", "lockdown", "lsm", "this_cpu", "nr_cpu_ids", "cpu_online", "nofile",
                  "fd_free", "target_exists", "target_same_creds", "cgroup_file", "group_file", "leader_fd", "leader"),
        "kernel": ("id", "attr", "pmu", "sample_period", "overflow_handler", "path", "target", "leader", "cgroup",
                   "event")}


def the_machine(ours, theirs):
    """Two tests of the lines about the machine."""
    (env, known), (own, seen) = ours, theirs
    # How the kernel answers at a level of perf_event_paranoid that there was not is not known.
    for lines in (env, own):
        lines["has"] = [check for check in lines["has"] if check != "paranoid_any"]
        lines.pop("paranoid_max")
    same(own, env, "the kernel is told of as by the module")
    same(seen, known, "... and its PMUs")


def watching():
    """The processes of perfattr-bpf."""
    return subprocess.run(["pgrep", "-x", "perfattr-bpf"], capture_output=True, text=True, check=False).stdout.split()


def followed():
    """perfattr -f --source bpf."""
    run = subprocess.run(["perfattr", "run", "--source", "bpf", "--", "true"], capture_output=True, text=True, check=False)
    ok(run.returncode == 1 and "--source bpf is for -f: perfattr -f -x" in run.stderr, "run does not use BPF programs", run.stderr)
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
    wait_for(lambda: not watching())
    ok(not watching(), "... perfattr-bpf ends when perfattr is killed")
    ok(first.startswith('{"v":1,"env":') and '"source":"bpf"' in first, "perfattr -f --source bpf follows all calls",
       first[:300])


def coverage(paired):
    """What was compared was told."""
    lacking = [f"{part}.{key}" for part, keys in TOLD.items() for key in keys
               if not any((other.get(part) or {}).get(key) is not None for _, other in paired)]
    same(lacking, [], "all that there is to tell of a call was told of some")


def main():
    need_bpf()
    probe = Watch()
    if probe.process.poll() is not None:
        plan(1)
        ok(probe.process.returncode == 1 and said().startswith("perfattr-bpf: ") and "\n" not in said(),
           "where the kernel takes no programs it is said in a sentence", said())
        print("#", said())
        finish()
    probe.end()
    print("#", said())
    plan(4 * len(COMMANDS) + 6)
    load("records=20000")
    make_cgroup()
    paired = []
    for command, least in COMMANDS:
        ours, theirs, calls = compared(command, least)
        paired += calls
    coverage(paired)
    the_machine(ours, theirs)
    followed()
    finish()


main()
