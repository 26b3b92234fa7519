#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 900
# long: doctor as each kind of caller
# not on debug kernels: it tests programs, not the module
"""perfattr doctor: each finding is compared with what a call, or a file, then does.

As root, as a user, as root of a user namespace, with single capabilities, under seccomp filters; at
each level of perf_event_paranoid; with the module and without it.
"""

import errno
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from filtered import *
from records import *

PARANOID = "/proc/sys/kernel/perf_event_paranoid"
USER_ONLY = 1 | 1 << 5 | 1 << 6         # disabled, exclude_kernel, exclude_hv
# What the calls of these findings are, as the program call takes them.
CALLS = {
    "own-programs": (f"bits={USER_ONLY}",),
    "in-kernel": ("bits=1",),
    "cpu-wide": (f"bits={USER_ONLY}", "pid=-1", "cpu=0"),
    "hardware": ("type=0", "config=0", f"bits={USER_ONLY}"),
}
WHO = {
    "root": [],
    "a user": ["setpriv", "--reuid", "1000", "--clear-groups"],
    "root of a user namespace": ["setpriv", "--reuid", "1000", "--clear-groups", "unshare", "-Ur"],
    "a user with CAP_PERFMON": ["setpriv", "--reuid", "1000", "--clear-groups", "--inh-caps", "+perfmon",
                                "--ambient-caps", "+perfmon"],
    "a user under a filter": ["setpriv", "--reuid", "1000", "--clear-groups", *FILTERED],
    "root under a filter": FILTERED,
    "root under the filter of Docker": DOCKER,
    "root under a filter of other calls": PASSED,
}


def write(path, text):
    with open(path, "w", encoding="ascii") as to:
        to.write(text)


def doctor(who, *options):
    """The findings by their names, and the status."""
    run = subprocess.run([*who, "perfattr", "doctor", "-j", *options], capture_output=True, text=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return {line["finding"]["name"]: line["finding"] for line in lines if "finding" in line}, run, lines


def opens(who, words):
    """What such a call does: a descriptor, or a negative errno."""
    said = subprocess.run([*who, "call", *words], capture_output=True, text=True).stdout
    return int(re.search(r"ret=(-?\d+)", said)[1])


def judge(finding, ret, tried):
    """What is wrong with a finding, by what the call does; None: nothing."""
    name = "opens" if ret >= 0 else errno.errorcode[-ret]
    call = finding["call"]
    if tried and call["tried"] != name:
        return f"was tried: {call['tried']}, is {name}"
    if not tried and call["tried"] is not None:
        return "was tried, and must not be"
    if tried and call["differs"] and "filter" not in finding["text"]:
        return f"the rules say {call['rules']}, the kernel {name}"
    if finding["state"] == "fine" and ret < 0 or finding["state"] in ("limited", "broken") and ret >= 0:
        return f"is {finding['state']}, and the call: {name}"
    if tried and finding["state"] == "unknown":
        return "is not known, though it was tried"
    if ret < 0 and tried and finding["name"] != "hardware" and not finding["mend"]:
        return "says nothing that mends it"
    return None


def compare(who, filtered):
    """All findings that rest on a call, at each level; what is wrong with them."""
    wrong, n = [], 0
    for level in "-1", "0", "1", "2", "3", "4":
        write(PARANOID, level)
        for options in ([], ["--force"]) if filtered else ([],):
            found, run, _ = doctor(who, *options)
            if run.stderr:
                wrong.append(f"paranoid {level}: {run.stderr}")
            for name, words in CALLS.items():
                ret = opens(who, words)
                fault = judge(found[name], ret, not filtered or bool(options))
                n += 1
                if fault:
                    wrong.append(f"paranoid {level}, {name} {options}: {fault}: {found[name]}")
            if (run.returncode == 3) != any(f["state"] == "broken" for f in found.values()):
                wrong.append(f"paranoid {level}: status {run.returncode}")
    return wrong, n


def mends(who):
    """The commands of a user's findings: with them what was refused opens."""
    wrong = []
    for level in "3", "2", "1":
        write(PARANOID, level)
        found = doctor(who)[0]
        for name in "own-programs", "in-kernel", "cpu-wide":
            mend = found[name]["mend"]
            if not mend or not mend.startswith("sysctl "):
                continue
            subprocess.run(["sysctl", "-q", mend.split()[1]], check=True)
            if opens(who, CALLS[name]) < 0:
                wrong.append(f"paranoid {level}, {name}: {mend} does not mend it")
            write(PARANOID, level)
    return wrong


def others(before):
    """Findings that rest on files and settings: (what, whether it is right, what was found)."""
    root, user = [], WHO["a user"]
    write(PARANOID, "2")
    yield "tracefs: root reads it", doctor(root)[0]["tracefs"], "fine"
    yield "tracefs: a user does not", doctor(user)[0]["tracefs"], "limited"
    subprocess.run(["mount", "-o", "remount,mode=755", "/sys/kernel/tracing"], check=True)
    listed = subprocess.run([*user, "ls", "/sys/kernel/tracing/events"], capture_output=True).returncode == 0
    yield "... but with its command", doctor(user)[0]["tracefs"], "fine" if listed else "limited"
    subprocess.run(["mount", "-o", "remount,mode=700", "/sys/kernel/tracing"], check=True)
    for who, name in ((root, "root"), (user, "a user")):
        for kptr in "0", "1", "2":
            write("/proc/sys/kernel/kptr_restrict", kptr)
            seen = subprocess.run([*who, "grep", "-c", "^0*[1-9a-f].* _stext$", "/proc/kallsyms"],
                                  capture_output=True, text=True).stdout.strip()
            yield f"addresses, {name}, kptr_restrict {kptr}", doctor(who)[0]["addresses"], \
                "fine" if seen == "1" else "limited"
    write("/proc/sys/kernel/kptr_restrict", before)
    write("/sys/devices/system/cpu/cpu1/online", "0")
    gone = opens(root, ("pid=-1", "cpu=1"))
    yield "a cpu that is offline", doctor(root)[0]["cpus"], "limited" if gone < 0 else "fine"
    write("/sys/devices/system/cpu/cpu1/online", "1")
    yield "... and online again", doctor(root)[0]["cpus"], "fine"
    write("/proc/sys/kernel/perf_event_max_sample_rate", "5000")
    low = opens(root, ("bits=1025", "sample_period=5001"))
    yield "a low sample rate", doctor(root)[0]["sample-rate"], "limited" if low < 0 else "fine"
    write("/proc/sys/kernel/perf_event_max_sample_rate", "100000")
    yield "... and the usual one", doctor(root)[0]["sample-rate"], "fine"
    for who, name in ((root, "root"), (WHO["root of a user namespace"], "a namespace")):
        setting = subprocess.run([*who, "sysctl", "-q", "-w", "kernel.perf_event_paranoid=2"], capture_output=True)
        yield f"/proc/sys, {name}", doctor(who)[0]["proc-sys"], "limited" if setting.returncode else "fine"
    yield "no filter", doctor(root)[0]["seccomp"], "fine"
    yield "a filter that refuses", doctor(FILTERED, "--force")[0]["seccomp"], "broken"
    yield "a filter of other calls", doctor(PASSED, "--force")[0]["seccomp"], "fine"
    yield "a filter that is not tried", doctor(FILTERED)[0]["seccomp"], "limited"


def cleanly():
    log = subprocess.run(["dmesg"], capture_output=True, text=True).stdout
    return not re.search(r"WARNING: CPU|BUG:|Oops:", log)


plan(2 * (len(WHO) + 2) + 30)
with open(PARANOID, encoding="ascii") as at:
    first = at.read()
with open("/proc/sys/kernel/kptr_restrict", encoding="ascii") as at:
    kptr_first = at.read()
for module in False, True:
    if module:
        subprocess.run(["insmod", "./perfattr_dump.ko"], check=True)
    with_it = "with the module" if module else "without the module"
    for name, who in WHO.items():
        faults, compared = compare(who, "filter" in name)
        ok(not faults and compared >= 24, f"{with_it}, {name}: {compared} findings are what a call does", *faults)
    ok(not (faults := mends(WHO["a user"])), f"{with_it}: the command that is told mends it", *faults)
    write(PARANOID, first)
    found, run, lines = doctor([])
    state = found["module"]["state"], "version" in found
    ok(state == (("fine", True) if module else ("limited", False)), f"{with_it}: which is said", found["module"])
for what, finding, want in others(kptr_first):
    ok(finding["state"] == want, f"{what}: {want}", finding)
write(PARANOID, first)
ok(any("instead" in line for line in lines) == (found["hardware"]["state"] == "limited"),
   "where there are no cycles it is said what to use", *lines)
run = subprocess.run(["perf", "stat", "-e", "cpu-clock", "-o", "/dev/null", "true"], capture_output=True)
ok(run.returncode == 0, "... and that works")
ok(subprocess.run([*KILLED, "perfattr", "doctor"], stdout=subprocess.DEVNULL).returncode == 0,
   "a filter that kills has nothing to kill")
run = subprocess.run(["setpriv", "--reuid", "1001", "--clear-groups", "bash", "-c", "ulimit -u 1; exec perfattr doctor -j"],
                     capture_output=True, text=True)
ok("not tried: no child can be forked" in run.stdout, "who may not fork is told that nothing was tried", run)
report = subprocess.run(["perfattr", "doctor", "--report"], capture_output=True, text=True)
ok(report.returncode == 0 and " 0 otherwise" in report.stdout, "the report: the rules were right of all that was tried", report.stdout)
ok("use_clockid=1 clockid=100" in report.stdout, "... of the self-test, too")
by_user = subprocess.run([*WHO["a user"], "perfattr", "doctor", "--report"], capture_output=True, text=True)
ok(" 0 otherwise" in by_user.stdout and "no (EACCES)" in by_user.stdout, "... and of what a user may", by_user.stdout)
ok(os.uname().nodename not in report.stdout.replace("perfattr", ""), "... which does not name the machine")
pmu = "msr" if os.path.isdir("/sys/bus/event_source/devices/msr") else "software"
ok(re.search(rf"^PMU {pmu}, type (?:.*\n  )*counts +yes +yes$", report.stdout, re.M) and "<- not as the rules say" not in report.stdout,
   f"{pmu} takes what the rules say", report.stdout)
subprocess.run(["rmmod", "perfattr_dump"], check=True)
ok(cleanly(), "the kernel met nothing that it did not expect")
ok(not os.path.isdir("/sys/module/perfattr_dump"), "the module goes")
finish()
