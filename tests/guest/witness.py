# SPDX-License-Identifier: GPL-2.0
"""Others who saw a call: perf itself (-vv), bpftrace, sysfs, tracefs, /proc/kallsyms.

None of it comes from the module.
"""

import glob
import os
import re
import signal
import subprocess
import tempfile
import time

TRACEFS = "/sys/kernel/tracing"


def text_of(path):
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def set_text(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def pmu_type(name):
    """The type of a PMU that has a device, None when there is none."""
    path = f"/sys/bus/event_source/devices/{name}/type"
    return int(text_of(path)) if os.path.exists(path) else None


def tracepoint_id(name):
    return int(text_of(f"{TRACEFS}/events/{name.replace(':', '/')}/id"))


class Symbols:
    """/proc/kallsyms: which name stands at an address, and where a name stands."""

    def __init__(self):
        self.names = {}
        self.at = {}
        with open("/proc/kallsyms", encoding="ascii") as lines:
            for line in lines:
                address, kind, name = line.split()[:3]
                self.names.setdefault(int(address, 16), name)
                self.at[name] = (int(address, 16), kind)

    def of(self, address):
        """The name at an address in hexadecimal; of several the first."""
        return self.names.get(int(address, 16), "?")


# --- perf -vv ---

# Two members of a union that perf prints under both names.
BOTH = re.compile(r"\{ (\w+), (\w+) \}")
# Where an address may stand.
ADDRESSES = ("bp_addr", "bp_len", "kprobe_func", "uprobe_path", "kprobe_addr", "probe_offset")
# What the names stand for that perf prints for bits.
PREFIX = {"sample_type": "PERF_SAMPLE_", "read_format": "PERF_FORMAT_",
          "branch_sample_type": "PERF_SAMPLE_BRANCH_"}


def _attr(lines):
    """The lines of a dump of an attr, without the zeros that perf leaves out."""
    attr = {}
    for line in lines:
        name, value = re.fullmatch(r"  (\{.*\}|\w+)\s+(\S+)\s*", line).groups()
        if name in PREFIX:
            attr[name] = sorted(PREFIX[name] + bit for bit in value.split("|"))
        else:
            attr[name] = int(value, 0)
    return attr


def told(out):
    """The calls that perf -vv tells of, as dicts: attr, args, ret."""
    calls, attr, block = [], None, None
    for line in out.splitlines():
        opened = re.fullmatch(r"sys_perf_event_open: pid (-?\d+)  cpu (-?\d+)  group_fd (-?\d+)  "
                              r"flags (0x[0-9a-f]+|0)(?: = (\d+))?", line)
        failed = re.fullmatch(r"sys_perf_event_open failed, error (-\d+)", line)
        if line == "perf_event_attr:":
            block = []
        elif block is not None and line.startswith("  "):
            block.append(line)
        elif block is not None and line.startswith("---"):
            attr, block = _attr(block), None
        elif opened:
            args = dict(zip(("pid", "cpu", "group_fd"), map(int, opened.groups()[:3])))
            args["flags"] = int(opened[4], 0)
            calls.append({"attr": attr, "args": args, "ret": opened[5] and int(opened[5])})
        elif failed:
            calls[-1]["ret"] = int(failed[1])
    return calls


def as_perf_tells(rec):
    """A record of the json view in the words of told()."""
    attr = {}
    for name, value in (rec["attr"] or {}).items():
        value = int(value or 0)
        if not value:
            continue
        attr[name] = sorted(rec["symbols"][name]) if name in PREFIX else value
    return {"attr": attr, "args": rec["args"], "ret": rec["ret"]}


def _one_name(call, attr):
    """The call with its unions under the names that the record has for their members."""
    named = {}
    for name, value in call["attr"].items():
        both = BOTH.fullmatch(name)
        if both:
            name = both[1] if both[1] in attr else both[2]
        # No view shows a kernel's address.
        if name not in ADDRESSES or not value >> 63:
            named[name] = value
    return {**call, "attr": named}


def missing(calls, recs):
    """Which of the calls that perf tells of has no record; and the records of those that have.

    perf tells in order, and does not tell of calls that only probe what the kernel can.
    """
    found, at = [], 0
    for call in calls:
        for i in range(at, len(recs)):
            if _one_name(call, recs[i]["attr"]) == as_perf_tells(recs[i]):
                break
        else:
            near = [as_perf_tells(rec) for rec in recs[at:] if rec["ret"] == call["ret"]]
            return f"perf tells: {call}\nrecords:    {near[:3]}", found
        found.append(recs[i])
        at = i + 1
    return None, found


# --- bpftrace ---

# Lines "TIME PID TID WHAT ...", for the programs that the tests run. What the event is, and who
# leads it, is read from the kernel's own objects by the kernel's own description of them (BTF).
PROGRAM = """
BEGIN { printf("ready\\n"); }
tracepoint:syscalls:sys_enter_perf_event_open /WHO/ { printf("%lu %d %d call\\n", NOW); }
tracepoint:syscalls:sys_exit_perf_event_open /WHO/ { printf("%lu %d %d ret %d\\n", NOW, args->ret); }
kprobe:perf_try_init_event /WHO/ {
	$pmu = (struct pmu *)arg0;
	printf("%lu %d %d > perf_try_init_event %lx %d %s\\n", NOW, (uint64)$pmu->event_init,
	       $pmu->type, str($pmu->name));
}
kretprobe:perf_event_alloc /WHO && (int64)retval < -4095/ {
	$e = (struct perf_event *)retval;
	printf("%lu %d %d event %lu %lu %d %lu ", NOW, $e->id, $e->group_leader->id, $e->cpu,
	       $e->hw.sample_period);
	printf("%d %lx\\n", $e->attr.sample_max_stack, (uint64)$e->overflow_handler);
	@event[tid] = retval;
}
kprobe:find_get_context /WHO && @event[tid]/ {
	printf("%lu %d %d clock %lx\\n", NOW, (uint64)((struct perf_event *)@event[tid])->clock);
	delete(@event[tid]);
}
"""
ENTRIES = """
kprobe:FN /WHO/ { printf("%lu %d %d > FN\\n", NOW); }
"""
RETURNS = """
kretprobe:FN /WHO/ { printf("%lu %d %d < FN %ld\\n", NOW, RET); }
"""
READY_LIMIT = 300
# Seconds that it may take to write what it saw.
END_LIMIT = 300
INTS = ("perf_copy_attr", "perf_try_init_event", "perf_event_set_output",
        "security_perf_event_open")
POINTERS = ("perf_event_alloc", "find_get_context")


def _program(who):
    text = PROGRAM
    for name in INTS + POINTERS:
        ret = "(int64)(int32)retval" if name in INTS else "retval"
        if name != "perf_try_init_event":
            text += ENTRIES.replace("FN", name)
        text += RETURNS.replace("FN", name).replace("RET", ret)
    who = "(" + " || ".join(f'comm == "{comm}"' for comm in who) + ")"
    return text.replace("NOW", "nsecs, pid, tid").replace("WHO", who)


class Bpftrace:
    """Watches the calls of the programs that have one of the names, until calls() is asked."""

    def __init__(self, *who):
        self.out = tempfile.NamedTemporaryFile("r+", encoding="utf-8", errors="replace")
        self.proc = subprocess.Popen(["bpftrace", "-B", "line", "-e", _program(who)],
                                     stdout=self.out, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + READY_LIMIT
        while self.proc.poll() is None and time.monotonic() < deadline:
            if "ready\n" in self._text():
                self.blind = None
                return
            time.sleep(0.1)
        # It needs the kernel's types (BTF), and does not understand those of every kernel.
        error = re.search("ERROR: .*", self._text())
        self.blind = error[0] if error else f"it is not ready after {READY_LIMIT} s"
        self.proc.kill()
        self.proc.wait()

    def _text(self):
        self.out.seek(0)
        return self.out.read()

    def _settle(self):
        """Waits until it writes no more of what it has seen."""
        size = -1
        while size != os.fstat(self.out.fileno()).st_size:
            size = os.fstat(self.out.fileno()).st_size
            time.sleep(1)

    def _interrupt(self):
        """Ends it; a signal that comes while it does not wait for events is lost: then another."""
        deadline = time.monotonic() + END_LIMIT
        self.proc.send_signal(signal.SIGINT)
        while True:
            try:
                self.proc.wait(1)
                return
            except subprocess.TimeoutExpired:
                if time.monotonic() > deadline:
                    raise
            if re.search("ep_?poll", text_of(f"/proc/{self.proc.pid}/wchan")):
                self.proc.send_signal(signal.SIGINT)

    def calls(self, symbols):
        """Per process the calls in order: ret, steps [fn, pmu, ret], event. None: it did not run."""
        if self.blind:
            return None
        self._settle()
        self._interrupt()
        text = self._text()
        lines = [line.split() for line in text.splitlines() if re.match(r"\d+ \d+ \d+ ", line)]
        lines.sort(key=lambda words: int(words[0]))
        calls, within = {}, {}
        for _, pid, tid, *what in lines:
            if what[0] == "call":
                within[tid] = {"steps": [], "event": None, "clock": None, "open": []}
                calls.setdefault(int(pid), []).append(within[tid])
            elif what[0] == "ret":
                within.pop(tid)["ret"] = int(what[1])
            elif tid in within:
                _inner(within[tid], what, symbols)
        return calls


def _inner(call, what, symbols):
    """A line from within a call: a function is entered, returns, or an event was made."""
    if what[0] == "event":
        numbers = list(map(int, what[1:6]))
        call["event"] = dict(zip(("id", "leader", "cpu", "period", "max_stack"), numbers),
                             handler=symbols.of(what[6]))
    elif what[0] == "clock":
        call["clock"] = symbols.of(what[1])
    elif what[0] == ">":
        step = {"fn": what[1]}
        if len(what) > 2:
            # Up to 6.1 the clocks have no name: cpu_clock_event_init() is the first one's.
            step["type"] = int(what[3])
            step["pmu"] = what[4] if len(what) > 4 else symbols.of(what[2])[:-len("_event_init")]
        call["steps"].append(step)
        call["open"].append(step)
    else:
        ret = int(what[2])
        call["open"].pop()["ret"] = ret if -4096 < ret < 0 else 0
