#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# vm options: --icount=3,sleep=on
# time limit: 300
"""Events of a CPU's PMU: the types HARDWARE, HW_CACHE and RAW resolve to it.

On arm64 QEMU has a real PMU, which counts instructions when each takes a fixed time
(--icount), on RISC-V one that also interrupts, on POWER one that does not. On x86 it has none, so a test module
stands in.
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
BPU_WRITE_MISS = 0x10105


def recorded(*words):
    """Makes a call; returns what the caller saw, and the log's and the json's record of it."""
    seen = call(*words)[-1]
    return seen, last_record(), json_record(explained("-n", "1")[-1])


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
    # Python calls it by its other name.
    name = "EOPNOTSUPP" if number == errno.EOPNOTSUPP else errno.errorcode[number]
    same((seen["ret"], rec["errno"]), (-number, name), f"{what} is refused")
    steps = [step for step in rec["kernel"]["path"] if (step.get("pmu") or "").startswith(PMU)]
    ok(any(step["ret"] == -number for step in steps), f"... by {PMU}, which the path shows",
       text.text)
    return rec


def perf(*words):
    done = subprocess.run(["perf", *words], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def code_of(arm_event, standin_code):
    """The code of an event: as sysfs has it for a real PMU, as the stand-in was written."""
    if X86:
        return standin_code
    if RISCV:
        # The firmware has codes of its own for generic events.
        return None
    file, = glob.glob(f"/sys/bus/event_source/devices/{PMU}*/events/{arm_event}")
    with open(file, encoding="ascii") as event:
        return int(event.read().strip().removeprefix("event="), 16)


def both():
    names = ("cpu-cycles", "instructions") if POWER else ("cpu_cycles", "inst_retired")
    cycles = code_of(names[0], 0x3c)
    raw = cycles if POWER else 0x11
    missing = BPU_WRITE_MISS if RISCV else ITLB_WRITE
    resolves("cycles", "PERF_COUNT_HW_CPU_CYCLES", "type=0", "config=0", code=cycles)
    resolves("instructions", "PERF_COUNT_HW_INSTRUCTIONS", "type=0", "config=1",
             code=code_of(names[1], 0xc0))
    resolves("a raw event", ".type = PERF_TYPE_RAW", "type=4", f"config={raw:#x}", code=raw)
    number = errno.EINVAL if POWER else errno.ENOENT
    refused("a cache event that the PMU has none of", number, "type=3", f"config={missing}")
    number = errno.EOPNOTSUPP if POWER else errno.EINVAL
    rec = refused("a hardware event of no name", number, "type=0", "config=100")
    same(rec["why"] and rec["why"]["rule"],
         "hw-event-not-on-power" if POWER else "hw-event-not-known", "... with the reason")


def standin():
    resolves("a cache event", "PERF_COUNT_HW_CACHE_LL", "type=3", f"config={LL_READ_MISS}",
             code=0x412e)
    seen, text, rec = recorded("type=0", "config=0", "sample_period=1000000")
    same((seen["ret"], rec["errno"]), (-errno.EOPNOTSUPP, "EOPNOTSUPP"),
         "sampling on a PMU that cannot interrupt is refused")
    ok(rec["why"] and "interrupt" in rec["why"]["text"], "... with the reason", rec["why"])


def power():
    """Only POWER has these."""
    rec = refused("a code that the PMU cannot count", errno.EINVAL, "type=4", "config=0xffffff")
    same(rec["why"] and rec["why"]["rule"], "event-code-refused", "... with the reason")
    seen, text, rec = recorded("type=5", "config=0", "bp_type=3", "config1=0x1000", "config2=8")
    same((seen["ret"], rec["why"] and rec["why"]["rule"]), (-errno.ENODEV, "breakpoint-no-register"),
         "a breakpoint is refused for want of a register, as on POWER9")
    seen, text, rec = recorded("type=1", "config=9", "sample_type=0x1000",
                               f"sample_regs_user={1 << 32:#x}")
    ok("PERF_REG_POWERPC_NIP" in text.text, "registers have their names", text.text)
    seen, text, rec = recorded("type=1", "config=9", "sample_type=0x1000",
                               f"sample_regs_user={1 << 60:#x}")
    same((seen["ret"], rec["why"] and rec["why"]["rule"]), (-errno.EINVAL, "user-regs-invalid"),
         "one that no POWER has is refused, with the reason")


def without():
    """On s390x and 32-bit Arm QEMU has no counters: no PMU takes the types."""
    for what, *words in (("cycles", "type=0", "config=0"), ("a cache event", "type=3", "config=0"),
                         ("a breakpoint", "type=5", "bp_type=1", "config1=0x1000", "config2=1")):
        if ARM32 and what == "a breakpoint":
            continue
        seen, text, rec = recorded(*words)
        same((seen["ret"], rec["errno"]), (-errno.ENOENT, "ENOENT"), f"{what} has no PMU")
        ok(rec["why"] and rec["why"]["field"] == "type", "... which is the reason", rec["why"])


def arm32():
    """What 32-bit Arm has and what its kernel refuses of breakpoints."""
    seen, text, rec = recorded("type=5", "bp_type=3", "config1=0x10000", "config2=4")
    ok(seen["ret"] >= 0, "a breakpoint opens", seen)
    same(rec["kernel"]["pmu"], "breakpoint", "... on its PMU")
    for what, number, rule, *words in (
            ("one of writes", errno.EINVAL, "breakpoint-access-not-told", "bp_type=2", "config1=0x10000"),
            ("one in the kernel", errno.EPERM, "breakpoint-kernel-not-stepped", "bp_type=3",
             "config1=0xc0100000")):
        seen, text, rec = recorded("type=5", "config2=4", *words)
        same((seen["ret"], rec["why"] and rec["why"]["rule"]), (-number, rule),
             f"{what} is refused, with the reason")
    seen, text, rec = recorded("type=1", "config=9", "sample_type=0x1000",
                               f"sample_regs_user={1 << 15:#x}")
    same((seen["ret"] >= 0, "PERF_REG_ARM_PC" in text.text), (True, True), "registers have their names")
    seen, text, rec = recorded("type=1", "config=9", "sample_type=0x1000",
                               f"sample_regs_user={1 << 16:#x}")
    same((seen["ret"], rec["why"] and rec["why"]["rule"]), (-errno.EINVAL, "user-regs-invalid"),
         "one that no such Arm has is refused, with the reason")
    seen, text, rec = recorded("type=1", "config=9", f"sample_period={5 << 32 | 7}")
    same((seen["ret"] >= 0, rec["attr"]["sample_period"]), (True, 5 << 32 | 7),
         "a number of more than 32 bits is recorded as a whole")


def riscv():
    """What RISC-V has and what its driver refuses."""
    refused("a raw code that the firmware has none of", errno.ENOENT, "type=4", f"config={1 << 55:#x}")
    rec = refused("a branch stack", errno.EOPNOTSUPP, "type=0", "config=0", "sample_period=100000",
                  "sample_type=0x800", "branch_sample_type=9")
    same(rec["why"] and rec["why"]["rule"], "branch-stack-no-hardware", "... with the reason")
    seen, text, rec = recorded("type=1", "config=9", "sample_type=0x1000", "sample_regs_user=3")
    ok("PERF_REG_RISCV_PC" in text.text, "registers have their names", text.text)
    seen, text, rec = recorded("type=1", "config=9", "sample_type=0x1000",
                               f"sample_regs_user={1 << 32:#x}")
    same((seen["ret"], rec["why"] and rec["why"]["rule"]), (-errno.EINVAL, "user-regs-invalid"),
         "one that no RISC-V has is refused, with the reason")
    seen, text, rec = recorded("type=5", "bp_type=1", "config1=0x1000", "config2=1")
    same((seen["ret"], rec["why"] and rec["why"]["rule"]), (-errno.ENOENT, "pmu-type-missing"),
         "there are no breakpoints, which is the reason")


def counts():
    count = {}
    out = perf("stat", "-x,", "-e", "cycles,instructions", "true")
    for line in out.splitlines():
        fields = line.split(",")
        if len(fields) > 2 and fields[0].isdigit():
            count[fields[2]] = int(fields[0])
    ok(count.get("cycles", 0) > 0, "perf stat counts cycles", out)
    ok(count.get("instructions", 0) > 100000, "perf stat counts instructions", out)
    ok("PERF_COUNT_HW_CPU_CYCLES" in read("log"), "... and the log has its calls", read("log"))


def samples():
    before = counter("recorded")
    out = perf("record", "-o", "/tmp/perf.data", "-e", "cycles", "true")
    number = re.search(r"\((\d+) samples\)", out)
    ok(number and int(number[1]) > 0, "perf record gets samples from the PMU's interrupt", out)
    new = [json_record(line) for line in calls_in(read("raw"))][before:]
    ok(any(rec["kernel"]["pmu"].startswith(PMU) and (rec["kernel"]["sample_period"] or 0) > 0
           for rec in new), "... and its event is recorded as one that samples", new)


plan({"aarch64": 22, "x86_64": 23, "ppc64le": 26, "riscv64": 28, "s390x": 6, "armv7l": 11}[MACHINE])
if X86:
    subprocess.run(["insmod", "tests/guest/modules/standin_cpu_pmu.ko"], check=True)
load()
if S390 or ARM32:
    without()
    if ARM32:
        arm32()
    finish()
both()
if not X86:
    counts()
if ARM or RISCV:
    samples()
if RISCV:
    riscv()
elif ARM:
    pass
elif POWER:
    power()
else:
    standin()
    unload()
    subprocess.run(["rmmod", "standin_cpu_pmu"], check=True)
finish()
