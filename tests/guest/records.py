# SPDX-License-Identifier: GPL-2.0
"""What the tests in Python share: TAP, the module, and a reader of the text view.

The reader is written from the documented format and the UAPI header, not from the renderer.
"""

import json
import os
import re
import subprocess
import sys

DBG = "/sys/kernel/debug/perfattr"
PARAMETERS = "/sys/module/perfattr_dump/parameters"
HERE = os.path.dirname(os.path.abspath(__file__))
BANNER = "================perf_event_open() DUMP===================\n"

# The ABIs of this machine's 64-bit and 32-bit programs, how the latter are named after those
# they are built from, and what their register names begin with.
# ABI32 is None if the kernel runs no 32-bit programs, or if Debian has no C library for them.
MACHINE = os.uname().machine
ARM, X86, POWER = MACHINE == "aarch64", MACHINE == "x86_64", MACHINE == "ppc64le"
RISCV, S390, ARM32 = MACHINE == "riscv64", MACHINE == "s390x", MACHINE == "armv7l"
ABI, ABI32, REG32 = {"x86_64": ("x86_64", "i386", "X86_DI"), "aarch64": ("arm64", "arm", "ARM_R0"),
                     "ppc64le": ("ppc64", None, None), "riscv64": ("riscv64", None, None),
                     "s390x": ("s390x", None, None), "armv7l": ("arm", None, None)}[MACHINE]

planned = run = failed = 0


def view(name, flags=os.O_NONBLOCK):
    """Opens a file of the module."""
    return os.open(f"{DBG}/{name}", os.O_RDONLY | flags)


def what_is_there(fd, size=65536):
    """The bytes of a view that are there now, read in pieces of this size."""
    parts = []
    while True:
        try:
            part = os.read(fd, size)
        except BlockingIOError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


def json_of(raw):
    """Raw records as JSON Lines."""
    return subprocess.run(["raw_json"], input=raw, stdout=subprocess.PIPE, check=True).stdout.decode()


_raw = {}


def new_json(fd, size=65536):
    """What has come of an open view of raw records since the last time, as JSON Lines."""
    new = what_is_there(fd, size)
    before, known = _raw.get(fd, (b"", 0))
    # After a seek, and of another file, it begins again.
    if new.startswith(b"\x89perfraw"):
        before, known = b"", 0
    lines = json_of(before + new).splitlines() if before + new else []
    _raw[fd] = before + new, len(lines)
    return lines[known:]


def plan(number):
    global planned
    planned = number
    print(f"1..{number}", flush=True)


def ok(good, what, *diag):
    """One test. diag is shown when it fails."""
    global run, failed
    run += 1
    print(f"{'' if good else 'not '}ok {run} - {what}")
    if not good:
        failed += 1
        for line in "\n".join(str(d) for d in diag).splitlines()[:40]:
            print("#", line)
    sys.stdout.flush()
    return good


def same(got, want, what):
    return ok(got == want, what, f"got:  {got!r}", f"want: {want!r}")


def skip(what, reason):
    """A test that this machine cannot have."""
    global run
    run += 1
    print(f"ok {run} - {what} # SKIP {reason}", flush=True)


def finish():
    if os.path.isdir("/sys/module/perfattr_dump"):
        unload()
    sys.exit(0 if run == planned and not failed else 1)


def load(*params):
    subprocess.run(["insmod", "./perfattr_dump.ko", *params], check=True)


def unload():
    subprocess.run(["tests/guest/keep-json"], check=True)
    subprocess.run(["rmmod", "perfattr_dump"], check=True)


def read(name):
    if "raw" in name:
        with open(f"{DBG}/{name}", "rb") as view:
            return json_of(view.read())
    with open(f"{DBG}/{name}", encoding="ascii", newline="") as view:
        return view.read()


def calls_in(text):
    """The lines of calls in JSON: without those about the machine and its PMUs, which stand before them."""
    return [line for line in text.splitlines() if not re.match(r'\{"v":\d+,"(env|pmu|now)":', line)]


def explained(*options):
    """The lines of perfattr -j, which has the reasons, too: why a call was refused, why an event never ran,
    and what the event is in the terms of its PMU."""
    answer = subprocess.run(["perfattr", "-j", "--no-pager", *options], stdout=subprocess.PIPE, check=True,
                            text=True)
    return calls_in(answer.stdout)


def write(name, value):
    """Write a setting, or "clear"."""
    with open(f"{DBG if name == 'clear' else PARAMETERS}/{name}", "w", encoding="ascii") as setting:
        setting.write(value)


def stats():
    return dict(line.split(" ", 1) for line in read("stats").splitlines())


def counter(name):
    return int(stats()[name])


def call(*words, program="call", **kwargs):
    """Runs the program call; returns a dict for each call that it made."""
    answer = subprocess.run([program, *words], stdout=subprocess.PIPE, text=True, check=True,
                            **kwargs)
    return [{key: int(value) for key, value in (pair.split("=") for pair in line.split())}
            for line in answer.stdout.splitlines()]


def _numbers(value):
    """Strings of digits as numbers, in what holds nothing else that is made of digits."""
    if isinstance(value, dict):
        return {key: _numbers(v) for key, v in value.items()}
    return int(value) if isinstance(value, str) and value.isdigit() else value


def json_record(line):
    """A record as JSON, in which fields of 64 bits are strings, with numbers for them."""
    rec = json.loads(line)
    for key in ("attr", "args"):
        rec[key] = _numbers(rec.get(key))
    kernel = rec.get("kernel")
    for key in ("id", "sample_period", "hw_config", "attr") if kernel else ():
        kernel[key] = _numbers(kernel[key])
    if kernel and kernel["leader"]:
        kernel["leader"].update({key: _numbers(kernel["leader"][key]) for key in ("id", "config")})
    return rec


class Record:
    """One record of the text view."""

    def __init__(self, text):
        self.text = text
        self.sections = {}
        name = None
        for line in text.splitlines()[1:]:
            if line.startswith(" "):
                self.sections[name].append(line)
            elif not line.startswith("/*"):
                name = line.rstrip(":")
                self.sections[name] = []
        self._call(self.sections["call"][0])
        self.attr = {}
        self.comments = {}
        self.fields = []
        self.unreadable = None
        self._attr(self.sections["arg[0]"])
        self.pid_arg = self._argument("arg[1]", "pid_t pid")
        self.cpu = self._argument("arg[2]", "int cpu")
        self.group_fd = self._argument("arg[3]", "int group_fd")
        self.flags = self._argument("arg[4]", "unsigned long flags")
        self._return(self.sections["return"][0])
        self.kernel = self.sections.get("kernel", [])

    def _call(self, line):
        match = re.fullmatch(r"    #(\d+) at (\d+)\.(\d{9}) s, (.*)\[(\d+)\] tid (\d+) uid (\d+), "
                             r"(\S+), took (\d+)\.(\d{3}) us", line)
        self.seq = int(match[1])
        self.time_ns = int(match[2] + match[3])
        self.comm = match[4]
        self.pid, self.tid, self.uid = int(match[5]), int(match[6]), int(match[7])
        self.abi = match[8]
        self.duration_ns = int(match[9] + match[10])

    def _attr(self, lines):
        if not lines[0].endswith("{"):
            self.unreadable = lines[0].strip()
            return
        for line in lines[1:-1]:
            match = re.fullmatch(r"        \.(\w+) = (.*?)((?: /\*.*?\*/)*),", line)
            if match:
                self.fields.append(match[1])
                self.attr[match[1]] = value(match[2])
                self.comments[match[1]] = match[3].strip()
            else:
                assert re.fullmatch(r"        /\*.*\*/", line), line
                self.comments[""] = self.comments.get("", "") + line.strip()

    def _argument(self, section, label):
        match = re.fullmatch(rf"    {label} = (.*?)( /\*.*\*/)?;", self.sections[section][0])
        return value(match[1])

    def _return(self, line):
        match = re.fullmatch(r"    int fd = (-?\d+)(?: /\* (\w+)(?:: (.*))? \*/)?;", line)
        self.fd = int(match[1])
        self.errno = match[2]
        self.why = match[3]


def records(text=None):
    text = read("log") if text is None else text
    return [Record(BANNER + part) for part in text.split(BANNER)[1:]]


def record_of(seq):
    """One record of the text view; the others are not taken apart."""
    return next(Record(BANNER + part) for part in read("log").split(BANNER)[1:] if f"#{seq} at " in part)


def last_record():
    return records()[-1]


_symbols = {}


def _load_symbols():
    """Enumerators and plain defines of the UAPI header, and the clocks."""
    with open(f"{HERE}/uapi.h", encoding="ascii") as header:
        text = re.sub(r"/\*.*?\*/", "", header.read(), flags=re.S)
    for match in re.finditer(r"#define\s+(\w+)[ \t]+(\S.*)", text):
        _symbols[match[1]] = value(match[2])
    for body in re.findall(r"enum\s*\w*\s*\{(.*?)\}", text, flags=re.S):
        number = -1
        for item in filter(None, (part.strip() for part in body.split(","))):
            name, _, expression = (part.strip() for part in item.partition("="))
            number = value(expression) if expression else number + 1
            _symbols[name] = number
    for number, name in enumerate("REALTIME MONOTONIC PROCESS_CPUTIME_ID THREAD_CPUTIME_ID "
                                  "MONOTONIC_RAW REALTIME_COARSE MONOTONIC_COARSE BOOTTIME "
                                  "REALTIME_ALARM BOOTTIME_ALARM".split()):
        _symbols["CLOCK_" + name] = number
    _symbols["CLOCK_TAI"] = 11


def value(expression):
    """The value of a C expression of the text view; its operators mean the same in Python."""
    if not _symbols:
        _symbols[""] = 0
        _load_symbols()
    plain = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)[uUlL]*\b", r"\1", expression)
    return eval(plain, {"__builtins__": {}}, _symbols)  # the names are the UAPI's


value("0")
# The sizes that struct perf_event_attr has had.
VERSIONS = tuple(sorted(size for name, size in _symbols.items()
                        if name.startswith("PERF_ATTR_SIZE_VER")))

if os.path.isdir("/sys/module/perfattr_dump"):
    unload()
