#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# In a separate guest, where no other test has enabled the perf_event controller of cgroups.
# vm options: --smp 2
# time limit: 600
"""The kernel's own view of real calls, each part of it against a source that is not the module's.

perf makes the calls and tells of them (-vv); bpftrace watches the same functions and reads the
kernel's objects; sysfs has the PMUs' types, tracefs the tracepoints' ids, /proc the cgroups and
threads, kallsyms what lies where.
"""

import collections
import ctypes
import json
import os
import re
import subprocess
import sys
import threading

sys.path.insert(0, "tests/guest")
import witness
from records import *

DATA = "/tmp/view.data"
CGROUPS = "/sys/fs/cgroup"
# What each level of stages follows: kmod/hook/stages.c says why; find_get_context is told of calls
# that came past it.
LEVEL1 = ("perf_copy_attr", "perf_event_alloc", "perf_try_init_event", "perf_event_set_output")
LEVEL2 = LEVEL1 + ("find_get_context", "security_perf_event_open")

os.environ.update(HOME="/tmp", PERF_CONFIG="/dev/null", LC_ALL="C")
symbols = witness.Symbols()
runs = []


def new_records(after):
    recs = [json_record(line) for line in explained("-n", str(counter("recorded") - after))]
    return [rec for rec in recs if rec["seq"] > after]


def program(what, *words, stages=1):
    """Runs it; returns what it printed and its records, which are looked at again at the end."""
    before = counter("recorded")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as proc:
        out = proc.communicate(timeout=120)[0]
    recs = [rec for rec in new_records(before) if rec["pid"] == proc.pid]
    runs.append((what, proc.pid, recs, stages))
    return out, recs


def perf(what, command, *words, stages=1):
    """Runs perf -vv; returns what it printed and the records of the calls that it tells of."""
    out, recs = program(what, "perf", command, "-vv", *words, stages=stages)
    told = witness.told(out)
    missing, recs = witness.missing(told, recs)
    ok(told and not missing, f"{what}: the records are what perf -vv tells", missing or out)
    return out, recs


def shown(rec):
    """The record's kernel section in the text view, each line's label with the rest."""
    text = record_of(rec["seq"])
    lines = [re.fullmatch(r"    (\S+)\s+(\S.*)", line) for line in text.kernel]
    return text, collections.defaultdict(str, ((line[1], line[2]) for line in lines if line))


def event_is(what, rec, pmu, event):
    """PMU, its type and the event's name, in both views."""
    pmu_type = witness.pmu_type(pmu)
    kernel = rec["kernel"]
    _, text = shown(rec)
    # bpftrace has seen the clocks' types at the end of the test; they have no device.
    want_type = kernel["pmu_type"] if pmu_type is None else pmu_type
    same((kernel["pmu"], kernel["pmu_type"], kernel["event"], text["pmu"], text["event"]),
         (pmu, want_type, event, f"{pmu}, type {want_type}", f"{event}, id {kernel['id']}"),
         f"{what}: PMU {pmu}, its type and the event's name")


def evlist():
    out = subprocess.run(["perf", "evlist", "-i", DATA], capture_output=True, text=True, check=True)
    return [line for line in out.stdout.splitlines() if line and not line.startswith("#")]


# --- software events ---

def software():
    names = ("task-clock", "context-switches", "page-faults")
    _, recs = perf("perf stat", "stat", "-e", ",".join(names), "true")
    for name, rec in zip(names, recs):
        event_is(name, rec, "task_clock" if name == "task-clock" else "software", name)
    text, kernel = shown(recs[0])
    same((recs[0]["kernel"]["sample_period"], kernel["sampling"]), (0, "no, it counts"),
         "an event that counts has no period")
    out, recs = perf("perf record -e cpu-clock", "record", "-o", DATA, "-e", "cpu-clock", "true")
    event_is("cpu-clock", recs[0], "cpu_clock", "cpu-clock")
    script = subprocess.run(["perf", "script", "-i", DATA, "-F", "period"], capture_output=True,
                            text=True, check=True)
    periods = {int(word) for word in script.stdout.split()}
    text, kernel = shown(recs[0])
    same(({recs[0]["kernel"]["sample_period"]}, kernel["sampling"]),
         (periods, "period 250000, every 250000 ns"),
         "cpu-clock: the period in force is that of perf's samples")
    same(recs[0]["kernel"]["attr"]["freq"], 0, "... which the kernel has made of a frequency")
    same(text.comments["sample_freq"], "/* Hz */ /* kernel: sample_period 250000 */",
         "... as the comment says")


def handlers():
    out, recs = perf("perf record --overwrite", "record", "-o", DATA, "--overwrite", "-e",
                     "cpu-clock", "true")
    kernel = recs[0]["kernel"]
    name = "perf_event_output_backward"
    same((kernel["overflow_handler"], shown(recs[0])[1]["overflow"], symbols.at[name][1].lower()),
         (name, name, "t"), "a ring that is written backward has a handler of its own")
    out, recs = perf("perf record -k", "record", "-o", DATA, "-k", "CLOCK_MONOTONIC_RAW", "-e",
                     "cpu-clock", "true")
    kernel = recs[0]["kernel"]
    same((kernel["clock"] in symbols.at, kernel["clock"], shown(recs[0])[1]["clock"]),
         (True, "ktime_get_raw_fast_ns", "ktime_get_raw_fast_ns"),
         "so has an event with a clock of its own")


# --- tracepoints and probes ---

def tracepoint(what, rec, name):
    event_is(what, rec, "tracepoint", name)
    text = shown(rec)[0]
    same((rec["attr"]["config"], text.comments["config"]),
         (witness.tracepoint_id(name), f"/* {name} */"),
         "... config is the id that tracefs has, with the name")


def tracepoints():
    name = "sched:sched_switch"
    out, recs = perf("perf record -e sched:sched_switch -a", "record", "-o", DATA, "-e", name, "-a",
                     "true")
    same((evlist()[0], [rec["kernel"]["event"] for rec in recs if rec["attr"]["type"] == 2]),
         (name, [name] * os.cpu_count()), "a tracepoint is opened on each cpu")
    tracepoint(name, recs[0], name)


def dynamic(what, pmu, rec, field, string, offset):
    """A kprobe or uprobe that perf_event_open() makes itself."""
    text = shown(rec)[0]
    same((rec["kernel"]["pmu"], rec["kernel"]["pmu_type"], rec["attr"]["type"], rec["ret"] >= 0),
         (pmu, witness.pmu_type(pmu), witness.pmu_type(pmu), True), f"{what}: PMU {pmu} of its type")
    same((rec["strings"].get(field), rec["attr"]["probe_offset"]), (string, offset),
         f"... {field} {string} and the offset")
    ok(f".type = {witness.pmu_type(pmu)} /* {pmu} */," in text.text and
       f'/* "{string}" */' in text.text, "... by name in the attr too", text.text)


def kprobes():
    func = "do_sys_openat2"
    subprocess.run(["perf", "probe", "-q", "--add", func], check=True)
    name = f"probe:{func}"
    out, recs = perf("a kprobe of perf probe", "record", "-o", DATA, "-e", name, "-a", "true")
    tracepoint("perf probe's kprobe", recs[0], name)
    subprocess.run(["perf", "probe", "-q", "--del", name], check=True)
    out, recs = program("the PMU kprobe", "call", f"type={witness.pmu_type('kprobe')}", "size=128",
                        f"config1=@{func}", "config2=0")
    dynamic("a function", "kprobe", recs[-1], "kprobe_func", func, 0)
    ok(recs[-1]["kernel"]["event"].endswith(func) and symbols.at[func][1].lower() == "t",
       "... the event is named after it, and it is one of the kernel's", recs[-1]["kernel"])


def uprobes():
    shell, func = os.path.realpath("/bin/bash"), "execute_command"
    subprocess.run(["perf", "probe", "-q", "-x", shell, "--add", func], check=True)
    made = witness.text_of(f"{witness.TRACEFS}/uprobe_events")
    offset = int(re.search(rf"{shell}:(0x[0-9a-f]+)", made)[1], 16)
    name = f"probe_bash:{func}"
    out, recs = perf("a uprobe of perf probe", "record", "-o", DATA, "-e", name, shell, "-c", "true")
    tracepoint("perf probe's uprobe", recs[0], name)
    subprocess.run(["perf", "probe", "-q", "--del", name], check=True)
    out, recs = program("the PMU uprobe", "call", f"type={witness.pmu_type('uprobe')}", "size=128",
                        f"config1=@{shell}", f"config2={offset}")
    dynamic("a function of bash", "uprobe", recs[-1], "uprobe_path", shell, offset)


# --- breakpoints ---

def breakpoint_user():
    word = ctypes.c_uint32(1)
    where = f"{ctypes.addressof(word):#x}"
    out, recs = perf("perf record -e mem:", "record", "-o", DATA, "-e", f"mem:{where}/4:rw", "-p",
                     str(os.getpid()), "--", "true")
    event_is("a word of a process", recs[0], "breakpoint", f"mem:{where}/4:rw")
    text = shown(recs[0])[0]
    same((int(recs[0]["attr"]["bp_addr"]), recs[0]["symbols"]["bp_len"],
          recs[0]["symbols"]["bp_type"], text.attr["bp_addr"]),
         (ctypes.addressof(word), "HW_BREAKPOINT_LEN_4", "HW_BREAKPOINT_RW",
          ctypes.addressof(word)), "... address, length and type as passed")


def breakpoint_kernel():
    variable = "panic_timeout"
    if variable not in symbols.at:
        skip(f"a variable of the kernel: {variable}", "CONFIG_KALLSYMS_ALL is off")
        skip("... hits", "CONFIG_KALLSYMS_ALL is off")
        skip("... no view shows its address", "CONFIG_KALLSYMS_ALL is off")
        skip("... its symbol is in JSON, and its place in a page", "CONFIG_KALLSYMS_ALL is off")
        return
    address = symbols.at[variable][0]
    before = counter("recorded")
    stat = subprocess.run(["perf", "stat", "-x,", "-e", f"mem:{address:#x}/4:rw", "-a", "cat",
                           "/proc/sys/kernel/panic"], capture_output=True, text=True, check=True)
    rec = next(rec for rec in new_records(before) if rec["attr"]["type"] == 5)
    event_is("a variable of the kernel", rec, "breakpoint", f"mem:{variable}+0x0/4:rw")
    ok(int(stat.stderr.split(",")[0]) > 0, "... and it is that variable: reading it hits", stat)
    text = shown(rec)[0].text + json.dumps(rec)
    ok(not any(form in text for form in (f"{address:x}", str(address), str(address - (1 << 64)),
                                         address.to_bytes(8, "little").hex())),
       "... no view shows its address", text)
    same((rec["symbols"]["bp_addr"], rec["hidden"]["bp_addr"]["low"]), (f"{variable}+0x0", address & 0xfff),
         "... its symbol is in JSON, and its place in a page")


# --- other PMUs ---

def msr():
    subprocess.run(["modprobe", "-q", "msr"], check=False)
    code = witness.text_of("/sys/bus/event_source/devices/msr/events/tsc")
    config = int(code.split("=")[1], 0)
    out, recs = perf("perf stat -e msr/tsc/", "stat", "-e", "msr/tsc/", "true")
    event_is("msr/tsc/", recs[-1], "msr", f"msr/config={config:#x}/")
    same((recs[-1]["attr"]["type"], recs[-1]["attr"]["config"]), (witness.pmu_type("msr"), config),
         "... type and config are those of sysfs")
    refused = [rec for rec in recs if rec["ret"] < 0]
    same([(rec["kernel"]["pmu"], rec["errno"], rec["kernel"]["path"][-1]["pmu"],
           rec["kernel"]["path"][-1]["ret"]) for rec in refused],
         [("msr", "EINVAL", "msr", -22)] * 2,
         "... and it is msr that refuses exclude_guest, twice: perf tries")


# --- groups, targets, cgroups ---

def group(first, second):
    out, recs = perf(f"a group of {first} and {second}", "record", "-o", DATA, "-e",
                     f"{{{first},{second}}}", "true")
    leaders = {rec["ret"]: rec for rec in recs if rec["args"]["group_fd"] == -1}
    members = [rec for rec in recs if rec["args"]["group_fd"] != -1]
    header = subprocess.run(["perf", "report", "-i", DATA, "--header-only"], capture_output=True,
                            text=True, check=True).stdout
    ids = [set(map(int, listed.split(","))) for listed in re.findall(r"id = \{ ([\d, ]+) \}", header)]
    got = {(rec["kernel"]["leader"]["fd"], int(rec["kernel"]["leader"]["id"]),
            rec["kernel"]["leader"]["event"]) for rec in members}
    want = {(fd, int(leaders[fd]["kernel"]["id"]), first)
            for fd in (rec["args"]["group_fd"] for rec in members)}
    same((len(members), got), (os.cpu_count(), want), "each member names its leader: fd, id, event")
    same([{int(rec["kernel"]["leader"]["id"]) for rec in members},
          {int(rec["kernel"]["id"]) for rec in members}], ids[:2],
         "... by the ids that perf read from the descriptors")
    same(shown(members[0])[1]["leader"], "%s, id %s, fd %s" % (
        first, members[0]["kernel"]["leader"]["id"], members[0]["args"]["group_fd"]),
         "... also in the text")


def target():
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    task = f"/proc/self/task/{thread.native_id}"
    witness.set_text(f"{task}/comm", "a */ thread")
    out, recs = perf("perf stat -t", "stat", "-e", "task-clock", "-t", str(thread.native_id), "true")
    same(recs[0]["kernel"]["target"], {"pid": os.getpid(), "tid": thread.native_id,
                                       "comm": witness.text_of(f"{task}/comm")},
         "the target is the thread that /proc shows")
    same(shown(recs[0])[1]["target"], f"a *\\/ thread[{os.getpid()}] tid {thread.native_id}",
         "... also in the text, where its name ends no comment")
    done.set()
    thread.join()


def cgroups():
    name = "somegroup/in a group"
    os.makedirs(f"{CGROUPS}/{name}")
    try:
        out, recs = perf("perf stat -G without the controller", "stat", "-e", "context-switches",
                         "-G", name, "-a", "true")
        same((recs[0]["errno"], recs[0]["why"] and recs[0]["why"]["rule"]), ("ENOENT", "cgroup-no-controller"),
             "a cgroup without perf_event: the reason says so")
        if "pids" not in witness.text_of(f"{CGROUPS}/cgroup.controllers").split():
            for what in ("perf stat -G", "a cgroup by the path that /proc has for its tasks"):
                skip(what, "nothing enables perf_event in a cgroup here")
            return
        for folder in (CGROUPS, f"{CGROUPS}/somegroup"):
            witness.set_text(f"{folder}/cgroup.subtree_control", "+pids")
        with subprocess.Popen(["sleep", "100"]) as sleep:
            witness.set_text(f"{CGROUPS}/{name}/cgroup.procs", str(sleep.pid))
            path = witness.text_of(f"/proc/{sleep.pid}/cgroup").split(":", 2)[2]
            sleep.kill()
        out, recs = perf("perf stat -G", "stat", "-e", "context-switches", "-G", name, "-a", "true")
        same([(rec["args"]["flags"] & 4, rec["kernel"]["cgroup"], shown(rec)[1]["cgroup"],
               rec["kernel"]["target"]) for rec in recs], [(4, path, path, None)] * os.cpu_count(),
             f"a cgroup by the path that /proc has for its tasks: {path}")
    finally:
        os.rmdir(f"{CGROUPS}/{name}")
        os.rmdir(f"{CGROUPS}/somegroup")


# --- the kernel's copy ---

def kernel_copy():
    # perf_copy_attr(): size 0 is that of the first version; branches without a level of privilege
    # are those of the levels that the event counts (perf_event_open(2)).
    program("size 0", "call", "size=0")
    text = last_record()
    same(text.comments["size"], "/* kernel: PERF_ATTR_SIZE_VER0 */", "size 0 is 64 to the kernel")
    for bits, level, kernel in ((0, "every level", 0xf), (0x20, "no kernel", 0xd)):
        out, recs = program("branches", "call", "sample_type=0x800", "branch_sample_type=8",
                            f"bits={bits}")
        same((recs[0]["attr"]["branch_sample_type"], recs[0]["kernel"]["attr"]["branch_sample_type"],
              recs[0]["errno"]), (8, kernel, "EOPNOTSUPP"),
             f"branches of an event that counts {level}: also of a call that a PMU refuses")
    limit = "/proc/sys/kernel/perf_event_max_stack"
    old = witness.text_of(limit)
    witness.set_text(limit, "99")
    program("99 entries of a stack", "call", "size=128")
    witness.set_text(limit, old)
    same(last_record().comments["sample_max_stack"], "/* kernel: 99 */",
         "sample_max_stack 0 is what kernel.perf_event_max_stack says")


# --- everything that bpftrace saw ---

def path_of(call, stages):
    """The steps that a record must have of a call that bpftrace saw."""
    follow = LEVEL2 if stages == 2 else LEVEL1
    if call["ret"] >= 0:
        follow += ("find_get_context",)
    return [(step["fn"], step.get("pmu"), step["ret"]) for step in call["steps"]
            if step["fn"] in follow]


def asked_pmu(call):
    """The PMU that took or refused the event: name and type, where it has one."""
    asked = [step for step in call["steps"] if "pmu" in step and step["ret"] != -2]
    return (asked[-1]["pmu"], asked[-1]["type"]) if asked else (None, None)


def facts_of(call, kernel):
    """What bpftrace read from the event, for those that the record has."""
    event = call["event"]
    if not event:
        return None, kernel["id"]
    leader = kernel["leader"]["id"] if kernel["leader"] else kernel["id"]
    attr = kernel["attr"]
    got = (kernel["id"], leader, kernel["cpu"], kernel["sample_period"],
           kernel["overflow_handler"], kernel["clock"], attr.get("sample_max_stack"))
    want = (event["id"], event["leader"], event["cpu"], event["period"], event["handler"],
            call["clock"], event["max_stack"] if "sample_max_stack" in attr else None)
    return tuple(map(str, want)), tuple(map(str, got))


def differences(rec, call, stages):
    kernel = rec["kernel"]
    pmu, pmu_type = asked_pmu(call)
    if pmu_type == -1:
        pmu_type = rec["attr"]["type"]
    path = [(step["fn"], step.get("pmu"), step["ret"]) for step in kernel["path"]]
    pairs = [(rec["ret"], call["ret"]), (path, path_of(call, stages)),
             ((kernel["pmu"], kernel["pmu_type"]), (pmu, pmu_type)), facts_of(call, kernel)[::-1]]
    return [f"record: {got}\nbpftrace: {want}" for got, want in pairs if got != want]


def as_bpftrace_saw(bpftrace):
    seen = bpftrace.calls(symbols)
    for what, pid, recs, stages in runs:
        what = f"{what}: result, path, PMU and event are as bpftrace saw them"
        if seen is None:
            skip(what, f"bpftrace cannot on this kernel: {bpftrace.blind}")
            continue
        calls = seen.get(pid, [])
        diff = [difference for rec, call in zip(recs, calls)
                for difference in differences(rec, call, stages)]
        ok(recs and len(recs) == len(calls) and not diff, what,
           f"{len(recs)} records, {len(calls)} calls seen", *diff)


def main():
    load("records=16384")
    bpftrace = witness.Bpftrace("perf", "call")
    software()
    handlers()
    tracepoints()
    kprobes()
    uprobes()
    breakpoint_user()
    breakpoint_kernel()
    if ARM:
        for _ in range(5):
            skip("msr", "is x86's")
    else:
        msr()
    group("cpu-clock", "page-faults")
    group("sched:sched_switch", "page-faults")
    target()
    cgroups()
    kernel_copy()
    witness.set_text("/sys/module/perfattr_dump/parameters/stages", "2")
    perf("stages=2", "record", "-o", DATA, "-e", "cpu-clock", "true", stages=2)
    program("stages=2, cycles", "call", "type=0", "config=0", stages=2)
    as_bpftrace_saw(bpftrace)


plan(84)
main()
finish()
