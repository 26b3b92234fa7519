#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""What the views of raw records say of PMUs, as JSON: a line for each, before the first record that names it; one more
when it goes, and when it comes back."""

import errno
import os
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from records import *

MODULES = "tests/guest/modules"
DEVICES = "/sys/bus/event_source/devices"


def stream(name="raw_pipe"):
    return view(name)


def drain(fd, size=65536):
    return [json.loads(line) for line in new_json(fd, size)]


def sort_of(line):
    return next(sort for sort in ("env", "pmu", "lost", "firing", "seq") if sort in line)


def sorts(lines):
    return [sort_of(line) for line in lines]


def pmus(lines):
    return [line["pmu"] for line in lines if "pmu" in line]


def brief(lines):
    """Of each line, what tells them apart."""
    return [(line["pmu"]["name"], line["pmu"]["gone"]) if "pmu" in line else sort_of(line)
            for line in lines]


def insmod(name, *params):
    subprocess.run(["insmod", f"{MODULES}/{name}.ko", *params], check=True)


def rmmod(name):
    subprocess.run(["rmmod", name], check=True)


def type_of(pmu):
    with open(f"{DEVICES}/{pmu}/type", encoding="ascii") as text:
        return int(text.read())


def parameter(name):
    with open(f"/sys/module/perfattr_dump/parameters/{name}", encoding="ascii") as text:
        return text.read().strip()


def beginning():
    fd = stream()
    lines = drain(fd)
    known = pmus(lines)
    same(sorts(lines), ["env"] + ["pmu"] * len(known), "a stream begins with the kernel and PMUs")
    env = lines[0]["env"]
    same((env["release"], env["page_size"], env["load"], env["source"]),
         (os.uname().release, os.sysconf("SC_PAGE_SIZE"), parameter("load"), "module"),
         "... the kernel is this one, the load that of the parameter")
    same({pmu["load"] for pmu in known}, {env["load"]}, "... of which each PMU is")
    same([pmu["id"] for pmu in known], list(range(1, len(known) + 1)), "... with ids without gaps")
    types = {pmu["name"]: pmu["type"] for pmu in known}
    here = {name: type_of(name) for name in os.listdir(DEVICES)}
    same({name: types.get(name) for name in here}, here, "... those of sysfs, with their types")
    with open("/proc/kallsyms", encoding="ascii") as symbols:
        names = {line.split()[2] for line in symbols}
    ok(known and all(pmu["event_init"] is None or pmu["event_init"] in names for pmu in known) and
       any(pmu["event_init"] for pmu in known), "... and the symbols of their drivers", known)
    return fd


def one_comes_and_goes(fd):
    snapshot = stream("raw")
    before = drain(snapshot)
    insmod("standin_pmu")
    number = type_of("alpha0")
    call(f"type={number}", "size=64", "bits=1")
    lines = drain(fd)
    same(brief(lines), [("alpha0", False), "seq"], "a new PMU has its line before its first record")
    pmu = lines[0]["pmu"]
    same((pmu["type"], pmu["task_ctx_nr"], pmu["caps"], pmu["event_init"], pmu["module"]),
         (number, 1, [], "take", "standin_pmu"), "... with type, context, driver and module")
    record = lines[1]
    same((record["type_pmu"], record["kernel"]["pmu_id"]), (pmu["id"],) * 2,
         "... by whose id the record names it")
    call(f"type={number}", "size=64", "bits=1")
    same(brief(drain(fd)), ["seq"], "... and none before the second")
    os.lseek(snapshot, 0, os.SEEK_SET)
    same(drain(snapshot), before, "a snapshot that was opened before does not know it")
    os.close(snapshot)
    snapshot = stream("raw")
    before = drain(snapshot)
    rmmod("standin_pmu")
    call("size=64")
    same(brief(drain(fd)), [("alpha0", True), "seq"], "a PMU that goes has one more line")
    os.lseek(snapshot, 0, os.SEEK_SET)
    same(drain(snapshot), before, "... but not in a snapshot that was opened before")
    os.close(snapshot)
    gone = stream("raw")
    same([pmu["name"] for pmu in pmus(drain(gone)) if pmu["gone"]], ["alpha0"], "... only in a new one")
    os.close(gone)
    return pmu["id"]


def it_comes_back(fd, number):
    insmod("standin_pmu")
    call("size=64")
    lines = drain(fd)
    same([(pmu["name"], pmu["id"], pmu["gone"]) for pmu in pmus(lines)], [("alpha0", number, False)],
         "one that comes back has its id again, and a line that it is there")
    rmmod("standin_pmu")
    insmod("standin_pmu", "name=beta0")
    call("size=64")
    lines = drain(fd)
    same(sorted(map(str, brief(lines)[:-1])), sorted(map(str, [("alpha0", True), ("beta0", False)])),
         "if another takes its place, both are told")
    ok(all(pmu["id"] != number for pmu in pmus(lines) if pmu["name"] == "beta0"),
       "... which has an id of its own", lines)
    rmmod("standin_pmu")
    insmod("standin_pmu", "name=gamma0")
    rmmod("standin_pmu")
    call("size=64")
    lines = brief(drain(fd))
    same((("gamma0", False) in lines or ("gamma0", True) in lines, lines[-1]), (True, "seq"),
         "one that was there in between is told, too")


def many(fd):
    insmod("many_pmus", "count=50")
    call("type=9999", "size=64", "bits=1")
    lines = drain(fd, 700)
    names = [pmu["name"] for pmu in pmus(lines)]
    same(names, [f"declines{i}" for i in range(50)], "50 new PMUs are told in their order")
    same(sorts(lines), ["pmu"] * 50 + ["seq"], "... and then the record of the call that asked them")
    asked = {step["id"] for step in lines[-1]["kernel"]["path"] if step["fn"] == "perf_try_init_event"}
    ok(asked and asked <= {pmu["id"] for pmu in told(fd)}, "... each of which its path names by id", asked)
    rmmod("many_pmus")
    call("size=64")
    lines = drain(fd)
    same((len([pmu for pmu in pmus(lines) if pmu["gone"]]), sorts(lines)[-1]), (50, "seq"),
         "all of them are told when they are gone")


def told(fd):
    """All PMUs that the stream knows: after a seek it says so again."""
    position = os.lseek(fd, counter("recorded") + 1, os.SEEK_SET)
    lines = drain(fd)
    assert position and sorts(lines)[0] == "env"
    return pmus(lines)


def others(fd):
    known = told(fd)
    same(len({pmu["id"] for pmu in known}), len(known), "after a seek each PMU is told once")
    run = stream("raw_run")
    lines = drain(run)
    same((sorts(lines)[0], pmus(lines)), ("env", known), "a run begins as a stream does")
    os.close(run)
    os.close(fd)
    load_before = parameter("load")
    unload()
    load()
    ok(parameter("load") != load_before, "another load has another number", load_before)
    try:
        with open("/sys/module/perfattr_dump/parameters/load", "w", encoding="ascii"):
            said = 0
    except OSError as problem:
        said = problem.errno
    same(said, errno.EACCES, "... which nobody can set")


plan(26)
load()
fd = beginning()
number = one_comes_and_goes(fd)
it_comes_back(fd, number)
many(fd)
others(fd)
finish()
