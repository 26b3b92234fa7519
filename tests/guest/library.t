#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 600
# long: the library in programs, and beside perf
# not on debug kernels: it tests programs, not the module
"""libperfattr in a program, and beside perf: what it says of a refused call must be what the module saw.

The module says which check has refused. What the caller itself can know is less: a reason may be only
probable, or one of several, but a certain one is that of the module.
"""

import collections
import ctypes
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from records import *

BIN = os.path.join(HERE, "bin")
# The library of this folder, by the name with which why.py asks for it; and its structures.
if not os.path.exists(f"{BIN}/libperfattr.so.1"):
    plan(1)
    skip("libperfattr", "it is not built for this machine")
    finish()
ctypes.CDLL(f"{BIN}/libperfattr.so.1")
names = {}
with open(f"{HERE}/why.py", encoding="utf-8") as example:
    exec(example.read().split("\n# A software clock")[0], names)  # pylint: disable=exec-used
Call, Why, perfattr, perf_event_open = (names[n] for n in ("Call", "Why", "perfattr", "perf_event_open"))
CERTAIN = 3
FLAGS = {"disabled": 0, "inherit": 1, "exclusive": 3, "exclude_user": 4, "exclude_kernel": 5, "exclude_hv": 6,
         "freq": 10, "precise": 15, "exclude_guest": 20, "use_clockid": 25, "write_backward": 27, "sigtrap": 37}


def types():
    devices = "/sys/bus/event_source/devices"
    for name in sorted(os.listdir(devices)):
        with open(f"{devices}/{name}/type", encoding="ascii") as number:
            yield int(number.read())


TYPES = [0, 1, 1, 1, 2, 3, 4, 5, 9999, *types()]


def attr_of(rnd):
    attr = bytearray(136)

    def put(at, size, value):
        attr[at:at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, sys.byteorder)
    # Disabled: what opens must not sample, which a slow guest would do all the time.
    flags = 1
    flags |= 1 << FLAGS["exclude_kernel"] | 1 << FLAGS["exclude_hv"] if rnd.random() < .7 else 0
    put(0, 4, rnd.choice(TYPES))
    put(4, 4, rnd.choice((128, 128, 128, 120, 112, 64, 0, 8, 63, 136)))
    put(8, 8, rnd.choice((0, 1, 3, 9, 10, 77, 1 << 40)))
    for _ in range(rnd.randrange(3)):
        change = rnd.randrange(7)
        if change == 0:
            flags |= 1 << rnd.choice((*FLAGS.values(), 41, 60))
        elif change == 1:
            put(16, 8, rnd.choice((1, 4000, 1000000000, 1 << 63)))
        elif change == 2:
            put(24, 8, rnd.choice((0x1, 0x800, 0x3000, 0x80000, 0x1004000, 1 << 25, 1 << 40)))
        elif change == 3:
            put(32, 8, rnd.choice((8, 12, 16, 1 << 20)))
        elif change == 4:
            put(72, 8, rnd.choice((1, 8, 1 << 30)))
        elif change == 5:
            put(88, 4, rnd.choice((8, 65528, 3)))
        else:
            put(rnd.choice((92, 108, 116, 120)), 2, rnd.choice((1, 200, 4)))
    put(40, 8, flags)
    return attr


def calls(user, number, seed, answers):
    """Makes random calls as this user; for each refused one a line: what the library says of it."""
    rnd = random.Random(seed)
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    answer, plan_of = Why(), Call()
    room = ctypes.create_string_buffer(256)
    # For user space alone: it opens for everybody.
    leader = bytearray(128)
    for at, value in ((0, 1), (4, 128), (8, 9), (40, 0x60)):
        leader[at:at + 4] = value.to_bytes(4, sys.byteorder)
    leader = ctypes.create_string_buffer(bytes(leader))
    leader = perf_event_open(Call(attr=ctypes.addressof(leader), cpu=-1, group_fd=-1))
    for number_made in range(number):
        attr = ctypes.create_string_buffer(bytes(attr_of(rnd)))
        size = int.from_bytes(attr.raw[4:8], sys.byteorder)
        call = Call(attr=ctypes.addressof(attr), pid=rnd.choice((0, 0, 0, -1, 1, 99999)),
                    cpu=rnd.choice((-1, -1, -1, 0, 0, 77)), attr_size=size,
                    group_fd=rnd.choice((-1, -1, -1, -1, 0, leader, 999)), flags=rnd.choice((0, 0, 0, 8, 1, 2, 1 << 8)))
        fd = perf_event_open(call)
        if fd >= 0:
            os.close(fd)
            continue
        # That asks the kernel for its limits, by as many calls as are made here.
        option = rnd.choice((0, 0, 1)) if number_made % 100 else 4
        n = perfattr.perfattr_explain(None, ctypes.byref(call), option, ctypes.byref(answer))
        told = {"n": n, "errno": call.error, "certain": n == 1 and answer.certainty == CERTAIN,
                "rules": f"{answer.rule.decode()} {answer.others.decode()}".split(), "text": answer.text.decode()}
        found = perfattr.perfattr_plan(None, ctypes.byref(call), option, ctypes.byref(plan_of), room, ctypes.sizeof(room))
        told["plan"] = found > 0
        if told["plan"]:
            fd = perf_event_open(plan_of)
            told["opened"] = fd >= 0
            if fd >= 0:
                os.close(fd)
        answers.append(told)


def in_child(user, number, seed):
    """The answers that a child got, and what the module has recorded of it, refused calls of one errno and rule."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(reader)
        answers = []
        calls(user, number, seed, answers)
        with os.fdopen(writer, "w", encoding="utf-8") as out:
            json.dump(answers, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as got:
        answers = json.load(got)
    os.waitpid(pid, 0)
    lines = subprocess.run(["perfattr", "-j"], capture_output=True, text=True).stdout.splitlines()
    records = [r for r in map(json.loads, lines) if r.get("call") == "open" and r["pid"] == pid and r["ret"] < 0]
    # Those by which the library has asked for limits, at a type that no PMU has, or a cgroup that is not there.
    return answers, [r for r in records if (not r["attr"] or r["attr"]["type"] != 0x7ffffffe)
                     and r["args"]["pid"] != 0x7fffffff]


def judge(answers, records):
    counted = collections.Counter()
    records = iter(records)
    for told in answers:
        record = next(records, None)
        if record is None or -record["ret"] != told["errno"]:
            counted["not paired"] += 1
            break
        if told["plan"]:
            counted["plans"] += 1
            counted["plans that open"] += told["opened"]
            # What does not has a record, the next one: another check has refused it.
            after = None if told["opened"] else next(records, None)
            if after and after["why"]:
                missing = after["why"]["rule"] in ("hw-pmu-missing", "pmu-type-missing")
                counted["plans for a PMU that is missing"] += missing
                again = after["why"]["rule"] in told["rules"]
                counted["plans refused for the same"] += again
                if not missing:
                    print(f"# {'again' if again else 'next'}: {told['rules']} then {after['why']['rule']}: "
                          f"{told['text']!r} {after['why']['text']}")
        rule = (record.get("why") or {}).get("rule")
        right = rule in told["rules"]
        counted["refused"] += 1
        counted["answered"] += told["n"] > 0
        counted["right"] += right
        counted["first is right"] += right and told["rules"][0] == rule
        counted["certain"] += told["certain"]
        # The module proves by the path; what it only guesses proves nothing against the call.
        if told["certain"] and not right and record["why"] and record["why"]["certain"]:
            counted["certain and wrong"] += 1
            print(f"# wrong: {rule}, the library: {told}")
    return counted


def perf(*words, user=()):
    """perf with the example for LD_PRELOAD: the lines of that, and what perf has printed itself."""
    run = subprocess.run([*user, "env", f"LD_PRELOAD={BIN}/why-preload.so", "perf", *words],
                         capture_output=True, text=True)
    lines = run.stderr.splitlines()
    print(f"# $ LD_PRELOAD=./why-preload.so perf {' '.join(words)}")
    for line in lines:
        print(f"#   {line}")
    return [line for line in lines if line.startswith("perf_event_open: ")], run


plan(12)
with open("/proc/sys/kernel/perf_event_paranoid", "w", encoding="ascii") as to:
    to.write("2")

# --- beside perf, without the module ---
AS_NOBODY = ["setpriv", "--reuid", "65534", "--clear-groups", "--inh-caps=-all"]
plain = subprocess.run(["perf", "stat", "-x,", "-e", "task-clock", "true"], capture_output=True, text=True)
ok(plain.returncode == 0, "perf works here")
told, ran = perf("stat", "-e", "cs", "true")
ok(ran.returncode == 0 and not told, "of an event that opens perf says what it says without us", *told)
told, ran = perf("stat", "-e", "cs", "true", user=AS_NOBODY)
ok(any("exclude_kernel" in line for line in told) and ran.returncode == 0,
   "a user is told what was refused before perf has tried again, for user space alone", *told)
told, ran = perf("stat", "-a", "-e", "cs", "true", user=AS_NOBODY)
ok(told and ran.returncode, "... and why nobody may watch a cpu, at each refusal", *told)
told, ran = perf("stat", "-e", "r1", "true")
ok(os.path.exists("/sys/bus/event_source/devices/cpu") or any("PMU" in line for line in told),
   "... and which PMU is missing", *told)

# --- the same calls, as the module has seen them ---
load("records=8192")
sums = collections.Counter()
for who, rounds in ((0, 400), (65534, 400)):
    result = judge(*in_child(who, rounds, 7 + who))
    print(f"# as {who}: {dict(result)}")
    sums += result
ok(not sums["not paired"] and sums["refused"] > 200, "random calls, explained by the program that has made them")
same(sums["certain and wrong"], 0, "what is certain is what the module has proved")
ok(sums["certain"] * 5 > sums["refused"], "... as is a fifth of all reasons", dict(sums))
ok(sums["right"] * 10 > sums["refused"] * 7, "most have the module's reason", dict(sums))
# Each of these calls has several faults, of which not all can be known.
ok(sums["plans that open"] > 50, "there are plans that open", dict(sums))
same(sums["plans refused for the same"], 0, "... none is refused for the same reason again")
# The upper half of config may name a PMU: of those it is not said that there is none.
ok(sums["plans for a PMU that is missing"] * 10 < sums["plans"], "... and few for a PMU that is not there", dict(sums))
finish()
