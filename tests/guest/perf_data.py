#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Samples of perf.data files: as perf script -D prints them, and as userspace/samples decodes them.

    perf_data.py random FILES [SEED]   files made here, with fields that no machine of ours fills
    perf_data.py file FILE...          files of perf record

The program perf_data, which must be in PATH, says where each field is. The last line is
"N samples, N fields by perf, N differences".
"""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

# Bits of sample_type, in the order in which the kernel writes their fields.
ORDER = ("IDENTIFIER:16 IP:0 TID:1 TIME:2 ADDR:3 ID:6 STREAM_ID:9 CPU:7 PERIOD:8 READ:4 CALLCHAIN:5 RAW:10 "
         "BRANCH_STACK:11 REGS_USER:12 STACK_USER:13 WEIGHT:14 WEIGHT_STRUCT:24 DATA_SRC:15 TRANSACTION:17 "
         "REGS_INTR:18 PHYS_ADDR:19 CGROUP:21 DATA_PAGE_SIZE:22 CODE_PAGE_SIZE:23 AUX:20")
FIELDS = [(name, int(bit)) for name, bit in (word.split(":") for word in ORDER.split())]
BIT = dict(FIELDS)
ENABLED, RUNNING, ID, GROUP, LOST = 1, 2, 4, 8, 16
HW_INDEX = 1 << 17
REGS = 0xff0fff
SAMPLE, AUXTRACE_INFO, INTEL_PT = 9, 70, 1
BRANCH_TYPES = ("", "COND", "UNCOND", "IND", "CALL", "IND_CALL", "RET", "SYSCALL", "SYSRET", "COND_CALL", "COND_RET")
PAGE_SIZES = {0: "N/A", 4096: "4K", 2 << 20: "2M", 1 << 30: "1024M"}

samples = fields = differences = 0
seen = set()


def differs(what, at, got, want):
    global differences
    if got == want:
        return
    differences += 1
    if differences < 20:
        print("# %s at %#x: %s is %r, not %r" % (what[0], at, what[1], got, want))


def words(data):
    return list(struct.unpack("=%dQ" % (len(data) // 8), data))


class Attr:
    """What decides the layout of a sample."""

    def __init__(self, sample_type, read_format=0, branch=0, regs_user=0, regs_intr=0):
        self.sample_type, self.read_format, self.branch = sample_type, read_format, branch
        self.regs_user, self.regs_intr = regs_user, regs_intr

    def has(self, name):
        return self.sample_type >> BIT[name] & 1

    def packed(self):
        """struct perf_event_attr of 128 bytes."""
        flags = 1 << 18     # sample_id_all
        return struct.pack("=IIQQQQQIIQQQQIiQIHHIIQ", 0, 128, 0, 1000, self.sample_type, self.read_format, flags, 0, 0, 0, 0,
                           self.branch, self.regs_user, 64, 0, self.regs_intr, 0, 16, 0, 64, 0, 0)

    @classmethod
    def unpacked(cls, data):
        data = data.ljust(128, b"\0")
        values = struct.unpack("=IIQQQQQIIQQQQIiQIHHIIQ", data[:128])
        return cls(values[4], values[5], values[11], values[12], values[15])


class Writer:
    """Random samples, written as the kernel writes them."""

    def __init__(self, rnd):
        self.rnd = rnd
        self.abi = 0

    def attr(self):
        sample_type = self.rnd.getrandbits(25)
        if self.rnd.random() < 0.5:
            sample_type &= self.rnd.getrandbits(25)
        # The fields that this test is for.
        sample_type |= 1 << BIT[self.rnd.choice(("BRANCH_STACK", "WEIGHT_STRUCT", "AUX"))]
        if sample_type >> BIT["WEIGHT_STRUCT"] & 1:
            sample_type &= ~(1 << BIT["WEIGHT"])
        # perf script wants to know of each sample whose it is, and of each read the id.
        return Attr(sample_type | 1 << BIT["IP"] | 1 << BIT["TID"], self.rnd.getrandbits(5) | ID,
                    8 | (HW_INDEX if self.rnd.random() < 0.5 else 0),
                    self.rnd.getrandbits(24) & REGS | 1, self.rnd.getrandbits(24) & REGS | 1)

    def u64(self):
        return self.rnd.getrandbits(64)

    def many(self, n):
        return [self.u64() for _ in range(n)]

    def read(self, attr):
        form, n = attr.read_format, 1 + self.rnd.randrange(4) if attr.read_format & GROUP else 1
        times = self.many(bool(form & ENABLED) + bool(form & RUNNING))
        each = [self.many(1 + bool(form & ID) + bool(form & LOST)) for _ in range(n)]
        if form & GROUP:
            return [n] + times + sum(each, [])
        return each[0][:1] + times + each[0][1:]

    def branches(self, attr):
        entries = []
        for _ in range(self.rnd.randrange(33)):
            flags = self.rnd.getrandbits(20) | self.rnd.randrange(len(BRANCH_TYPES)) << 20
            entries += [self.u64(), self.u64(), flags | self.rnd.getrandbits(31) << 33]
        return [len(entries) // 3] + ([self.u64()] if attr.branch & HW_INDEX else []) + entries

    def regs(self, mask):
        self.abi = abi = self.rnd.randrange(3)
        return [abi] + (self.many(bin(mask).count("1")) if abi else [])

    def stack(self):
        # Without a stack a task has no registers, else the kernel's record is longer than its size says.
        n = self.rnd.randrange(9) if self.abi == 0 else 1 + self.rnd.randrange(8)
        return [8 * n] + (self.many(n) + [self.rnd.randrange(8 * n + 1)] if n else [])

    def field(self, attr, name):
        """The words of a field."""
        if name == "READ":
            return self.read(attr)
        if name == "CALLCHAIN":
            n = self.rnd.randrange(20)
            return [n] + self.many(n)
        if name == "RAW":
            n = self.rnd.randrange(6)
            return words(struct.pack("=I", 8 * n + 4) + self.rnd.randbytes(8 * n + 4))
        if name == "BRANCH_STACK":
            return self.branches(attr)
        if name in ("REGS_USER", "REGS_INTR"):
            return self.regs(attr.regs_user if name == "REGS_USER" else attr.regs_intr)
        if name == "STACK_USER":
            return self.stack()
        if name == "AUX":
            n = self.rnd.randrange(9)
            return [8 * n] + self.many(n)
        if name in ("DATA_PAGE_SIZE", "CODE_PAGE_SIZE"):
            return [self.rnd.choice(list(PAGE_SIZES))]
        if name == "TID":
            return [self.rnd.getrandbits(15) << 32 | self.rnd.getrandbits(15)]
        if name == "CPU":
            return [self.rnd.randrange(4)]
        return [self.u64() >> self.rnd.randrange(64)]

    def file(self, path, attr, count):
        """Writes a perf.data file; returns its samples: by their place the bytes of each field."""
        start = 104 + 144
        data, made = b"", {}
        # Without it perf does not look into AUX. The PMU of the trace is that of no event.
        info = struct.pack("=II10Q", INTEL_PT, 0, 99, *[0] * 9)
        data += struct.pack("=IHH", AUXTRACE_INFO, 0, 8 + len(info)) + info
        for _ in range(count):
            self.abi = 0
            written = {bit: struct.pack("=%dQ" % len(field), *field) for bit, field in (
                (bit, self.field(attr, name)) for name, bit in FIELDS if attr.has(name))}
            body = b"".join(written.values())
            made[start + len(data)] = written
            data += struct.pack("=IHH", SAMPLE, 2, 8 + len(body)) + body
        with open(path, "wb") as file:
            file.write(b"PERFILE2" + struct.pack("=QQQQQQQQ32x", 104, 144, 104, 144, start, len(data), 0, 0))
            file.write(attr.packed() + struct.pack("=QQ", start, 0) + data)
        return made


def attrs_of(data):
    """The attrs of a file, and those that belong to an id."""
    size, at, length = struct.unpack_from("=QQQ", data, 16)
    found, by_id = [], {}
    for place in range(at, at + length, size):
        found.append(Attr.unpacked(data[place:place + size - 16]))
        ids, n = struct.unpack_from("=QQ", data, place + size - 16)
        by_id.update({one: found[-1] for one in words(data[ids:ids + n])})
    return found, by_id


def decoded(path):
    """By their place: how our samples ended, whether they have hw_idx, and by bit their fields' bytes."""
    with open(path, "rb") as file:
        data = file.read()
    said = subprocess.run(["perf_data", path], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    attrs, by_id = attrs_of(data)
    found = {}
    for line in said[:-1]:
        at, how, hw_idx, _, *places = line.split()
        at = int(at)
        place = {int(bit): (int(start), int(length)) for bit, start, length in (p.split(":") for p in places)}
        attr = attrs[0] if len(attrs) == 1 else by_id.get(words(data[at + 8:at + 16])[0], attrs[0])
        found[at] = (attr, how, hw_idx == "hw_idx", data[at + 4] | data[at + 5] << 8,
                     {bit: data[at + start:at + start + length] for bit, (start, length) in place.items()},
                     {bit: start for bit, (start, _) in place.items()})
    return found, said[-1]


class OurText:
    """A sample of ours in the words of perf script -D."""

    def __init__(self, attr, hw_idx, misc, field, start):
        self.attr, self.hw_idx, self.field, self.start = attr, hw_idx, field, start
        self.said = {"misc": misc}
        for name, bit in FIELDS:
            if bit in field and hasattr(self, name.lower()):
                getattr(self, name.lower())(field[bit], words(field[bit]))

    def ip(self, _, value):
        self.said["ip"] = value[0]

    def tid(self, data, _):
        self.said["pid"], self.said["tid"] = struct.unpack("=ii", data)

    def time(self, _, value):
        self.said["time"] = value[0]

    def addr(self, _, value):
        self.said["addr"] = value[0]

    def cpu(self, data, _):
        self.said["cpu"] = struct.unpack("=II", data)[0]

    def period(self, _, value):
        self.said["period"] = value[0]

    def read(self, _, value):
        form = self.attr.read_format
        if form & GROUP:
            self.said["group nr"] = value.pop(0)
            first = []
        else:
            first = [value.pop(0)]
        for bit, name in ((ENABLED, "time enabled"), (RUNNING, "time running")):
            if form & bit:
                self.said[name] = value.pop(0)
        value = first + value
        each = 1 + bool(form & ID) + bool(form & LOST)
        self.said["values"] = [tuple(value[i:i + each]) for i in range(0, len(value), each)]

    def callchain(self, _, value):
        self.said["FP chain"] = value

    def branch_stack(self, _, value):
        entries = value[2 if self.hw_idx else 1:]
        self.said["branch stack"] = [value[0]] + [
            (start, end, flags >> 4 & 0xffff, "".join(letter if flags >> bit & 1 else " " for letter, bit in (
                ("M", 0), ("P", 1), ("A", 3), ("T", 2))), flags >> 33, BRANCH_TYPES[flags >> 20 & 15])
            for start, end, flags in zip(*[iter(entries)] * 3)]

    def regs(self, whose, mask, value):
        if value[0]:
            self.said[whose + " regs"] = [mask, ("none", "32-bit", "64-bit")[value[0]]] + value[1:]

    def regs_user(self, _, value):
        self.regs("user", self.attr.regs_user, value)

    def regs_intr(self, _, value):
        self.regs("intr", self.attr.regs_intr, value)

    def stack_user(self, _, value):
        self.said["ustack"] = (value[-1], self.start[BIT["STACK_USER"]])

    def weight(self, _, value):
        self.said["weight"] = value

    def weight_struct(self, data, _):
        # perf of x86 has no name for the third part, and prints 0.
        self.said["weight"] = list(struct.unpack("=IHH", data))[:2]

    def data_src(self, _, value):
        self.said["data_src"] = value[0]

    def transaction(self, _, value):
        self.said["transaction"] = value[0]

    def phys_addr(self, _, value):
        self.said["phys_addr"] = value[0]

    def data_page_size(self, _, value):
        self.said["data page size"] = PAGE_SIZES[value[0]]

    def code_page_size(self, _, value):
        self.said["code page size"] = PAGE_SIZES[value[0]]

    def aux(self, data, _):
        self.said["AUX"] = data[8:]


HEAD = re.compile(r"^(?P<before>(?:\d+ )*)(?P<at>0x[0-9a-f]+) \[0x[0-9a-f]+\]: PERF_RECORD_(?:SAMPLE\(IP, (?P<misc>\w+)\): "
                  r"(?P<pid>-?\d+)/(?P<tid>-?\d+): (?P<ip>\w+) period: (?P<period>\d+) addr: (?P<addr>\w+)$|)")
NUMBER = r"([0-9a-fx]+)"
BRANCH = re.compile(r"^\.{5} +\d+: (\w{16}) -> (\w{16}) (\d+) cycles (.)(.)(.)(.) (\w+) (\w*)$")
ONE = [(re.compile(p % NUMBER), name, base) for p, name, base in (
    (r"^ \. data_src: %s$", "data_src", 16), (r"^ \.\. phys_addr: %s$", "phys_addr", 16),
    (r"^\.\.\. transaction: %s$", "transaction", 16), (r"^\.{6} time enabled %s$", "time enabled", 16),
    (r"^\.{6} time running %s$", "time running", 16), (r"^\.{4} group nr %s$", "group nr", 10))]
LIST = re.compile(r"^\.\.\. (FP chain|branch stack): nr:(\d+)$")
ENTRY = re.compile(r"^\.{5} +\d+: (\w{16})$")
REGS_OF = re.compile(r"^\.\.\. (user|intr) regs: mask 0x(\w+) ABI (\S+)$")
REG = re.compile(r"^\.{4} \S+ +0x(\w{16})$")
STACK = re.compile(r"^\.\.\. ustack: size (\d+), offset 0x(\w+)$")
WEIGHT = re.compile(r"^\.\.\. weight: (\d+)(?:,0x(\w+),0x(\w+))?$")
PAGE = re.compile(r"^ \.\. (data|code) page size: (\S+)$")
VALUE = re.compile(r"^\.{5} id (\w{16}), value (\w{16})(?:, lost (\d+))?$")
TRACE = re.compile(r"^\. Intel Processor Trace data: size (\d+) bytes$|^\.\s+[0-9a-f]{8}: ((?: [0-9a-f]{2})+) ")


class PerfText:
    """A sample as perf script -D prints it, line by line."""

    def __init__(self, head):
        self.said = {"misc": int(head["misc"], 16), "pid": int(head["pid"]), "tid": int(head["tid"]),
                     "ip": int(head["ip"], 16), "period": int(head["period"]), "addr": int(head["addr"], 16)}
        self.before = [int(word) for word in head["before"].split()]
        self.list = None

    def line(self, line):
        for pattern, name, base in ONE:
            if m := pattern.match(line):
                self.said[name] = int(m[1], base)
        if m := LIST.match(line):
            self.list = self.said[m[1]] = [int(m[2])]
        elif m := BRANCH.match(line):
            self.list.append((int(m[1], 16), int(m[2], 16), int(m[3]), "".join(m.group(4, 5, 6, 7)), int(m[8], 16), m[9]))
        elif m := REGS_OF.match(line):
            self.list = self.said[m[1] + " regs"] = [int(m[2], 16), m[3]]
        elif m := ENTRY.match(line) or REG.match(line):
            self.list.append(int(m[1], 16))
        elif m := STACK.match(line):
            self.said["ustack"] = (int(m[1]), int(m[2], 16))
        elif m := WEIGHT.match(line):
            self.said["weight"] = [int(m[1])] + ([int(m[2], 16)] if m[2] else [])
        elif m := PAGE.match(line):
            self.said[m[1] + " page size"] = m[2]
        elif m := VALUE.match(line):
            self.said.setdefault("values", []).append(
                (int(m[2], 16), int(m[1], 16)) + ((int(m[3]),) if m[3] else ()))
        elif m := TRACE.match(line):
            self.said["AUX"] = self.said.get("AUX", b"") + bytes.fromhex(m[2] or "")


def perf_says(path):
    """By their place: the samples of a file as perf prints them. With -G it unwinds no stack."""
    said = subprocess.run(["perf", "script", "-D", "-G", "-i", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace", check=False, env=dict(os.environ, HOME="/nonexistent"))
    found, sample = {}, None
    for line in said.stdout.splitlines():
        if m := HEAD.match(line):
            sample = PerfText(m) if m["misc"] else None
            if sample:
                found[int(m["at"], 16)] = sample
        elif sample:
            sample.line(line)
    if said.returncode or not found:
        print("# perf script ends with %d: " % said.returncode + said.stderr.strip().replace("\n", " ")[:300])
    return found


def compare(path, made=None):
    """Compares a file; @made has what was written into it."""
    global samples, fields
    ours, rest = decoded(path)
    theirs = perf_says(path)
    differs((path, "places of samples"), 0, sorted(theirs), sorted(ours))
    for at, (attr, how, hw_idx, misc, field, start) in ours.items():
        samples += 1
        differs((path, "decoding"), at, how, "exact")
        if made:
            differs((path, "fields"), at, field, made.get(at))
        if at not in theirs:
            continue
        mine = OurText(attr, hw_idx, misc, field, start).said
        perf = theirs[at].said
        # Before the place stand cpu and time, if there are any; perf prints no line for an empty trace.
        for name, value in zip([name for name in ("cpu", "time") if attr.has(name.upper())], theirs[at].before):
            perf[name] = value
        for name, value in mine.items():
            differs((path, name), at, perf.get(name, type(value)()), value)
            fields += 1
            seen.add(name)
        for name in perf.keys() - mine.keys() - {"pid", "tid", "ip", "period", "addr"}:
            differs((path, name), at, perf[name], None)
    return rest


def main(mode, *args):
    if mode == "file":
        for path in args:
            print("# %s: %s" % (path, compare(path)))
    else:
        writer = Writer(random.Random(int(args[1]) if len(args) > 1 else 1))
        with tempfile.TemporaryDirectory() as folder:
            for i in range(int(args[0])):
                path = "%s/%d" % (folder, i)
                compare(path, writer.file(path, writer.attr(), 40))
    print("# compared: " + ", ".join(sorted(seen)))
    print("%d samples, %d fields by perf, %d differences" % (samples, fields, differences))
    return differences != 0 or not fields


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
