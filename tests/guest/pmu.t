#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# vm options: --icount=3,sleep=on
# time limit: 300
"""Events of a CPU's PMU: the types HARDWARE, HW_CACHE and RAW resolve to it.

On arm64 QEMU has a real PMU, which counts instructions when each takes a fixed time
(--icount). On x86 it has none, so a test module stands in.
"""

import errno
import glob
import re
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from records import *

PMU = "armv8_pmuv3" if ARM else "cpu"
LL_READ_MISS = 0x10002
ITLB_WRITE = 0x104


def recorded(*words):
    """Makes a call; returns what the caller saw, and the log's and the json's record of it."""
    seen = call(*words)[-1]
    return seen, last_record(), json_record(read("json").splitlines()[-1])


def resolves(what, shown, *words, code=None):
    """The event opens; code is what the PMU must have made of it, where that is known."""
    seen, text, rec = recorded(*words)
    ok(seen["ret"] >= 0, f"{what} opens", seen, text.text)
    ok(rec["kernel"]["pmu"].startswith(PMU), f"... on the PMU {PMU}", rec["kernel"])
    ok(shown in text.text, f"... and is shown as {shown}", text.text)
    if code is not None:
        # arm_pmu adds the levels of privilege that are counted; evtCount are the lower 16 bits.
        got = int(rec["kernel"]["hw_config"]) & (0xffff if ARM else -1)
        label = "hw.config_base" if ARM else "hw.config     "
        same((got, f"    {label} {int(rec['kernel']['hw_config']):#x}" in text.text), (code, True),
             f"... which the PMU's code is shown of, {code:#x}")


def refused(what, number, *words):
    """The PMU itself refuses the event; returns the record."""
    seen, text, rec = recorded(*words)
    same((seen["ret"], rec["errno"]), (-number, errno.errorcode[number]), f"{what} is refused")
    steps = [step for step in rec["kernel"]["path"] if (step.get("pmu") or "").startswith(PMU)]
    ok(any(step["ret"] == -number for step in steps), f"... by {PMU}, which the path shows",
       text.text)
    return rec


def perf(*words):
    done = subprocess.run(["perf", *words], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def code_of(arm_event, standin_code):
    """The code of an event: as sysfs has it for Arm's PMU, as the stand-in was written."""
    if not ARM:
        return standin_code
    file, = glob.glob(f"/sys/bus/event_source/devices/{PMU}*/events/{arm_event}")
    with open(file, encoding="ascii") as event:
        return int(event.read().strip().removeprefix("event="), 16)


def both():
    resolves("cycles", "PERF_COUNT_HW_CPU_CYCLES", "type=0", "config=0",
             code=code_of("cpu_cycles", 0x3c))
    resolves("instructions", "PERF_COUNT_HW_INSTRUCTIONS", "type=0", "config=1",
             code=code_of("inst_retired", 0xc0))
    resolves("a raw event", ".type = PERF_TYPE_RAW", "type=4", "config=0x11", code=0x11)
    refused("a cache event that the PMU has none of", errno.ENOENT, "type=3", f"config={ITLB_WRITE}")
    rec = refused("a hardware event of no name", errno.EINVAL, "type=0", "config=100")
    same(rec["why"] and rec["why"]["rule"], "hw-event-not-known", "... with the reason")


def standin():
    resolves("a cache event", "PERF_COUNT_HW_CACHE_LL", "type=3", f"config={LL_READ_MISS}",
             code=0x412e)
    seen, text, rec = recorded("type=0", "config=0", "sample_period=1000000")
    same((seen["ret"], rec["errno"]), (-errno.EOPNOTSUPP, "EOPNOTSUPP"),
         "sampling on a PMU that cannot interrupt is refused")
    ok(rec["why"] and "interrupt" in rec["why"]["text"], "... with the reason", rec["why"])


def real():
    count = {}
    out = perf("stat", "-x,", "-e", "cycles,instructions", "true")
    for line in out.splitlines():
        fields = line.split(",")
        if len(fields) > 2 and fields[0].isdigit():
            count[fields[2]] = int(fields[0])
    ok(count.get("cycles", 0) > 0, "perf stat counts cycles", out)
    ok(count.get("instructions", 0) > 100000, "perf stat counts instructions", out)
    ok("PERF_COUNT_HW_CPU_CYCLES" in read("log"), "... and the log has its calls", read("log"))
    before = counter("recorded")
    out = perf("record", "-o", "/tmp/perf.data", "-e", "cycles", "true")
    samples = re.search(r"\((\d+) samples\)", out)
    ok(samples and int(samples[1]) > 0, "perf record gets samples from the PMU's interrupt", out)
    new = [json_record(line) for line in read("json").splitlines()][before:]
    ok(any(rec["kernel"]["pmu"].startswith(PMU) and (rec["kernel"]["sample_period"] or 0) > 0
           for rec in new), "... and its event is recorded as one that samples", new)


plan(22 if ARM else 23)
if not ARM:
    subprocess.run(["insmod", "tests/guest/modules/standin_cpu_pmu.ko"], check=True)
load()
both()
if ARM:
    real()
else:
    standin()
    unload()
    subprocess.run(["rmmod", "standin_cpu_pmu"], check=True)
finish()
