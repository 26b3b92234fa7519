#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: fuzz_records.py [--seconds N] [--seed N] [--runs N] PERFATTR

Hostile files of records for every command of perfattr that reads one, and for events, which is built with ASan and UBSan. Each run is of a
file of its own: saved records, of which values, keys and lines are replaced by others of a kind
that has a meaning (names of PMUs, numbers at the end of their range, text with commands for a terminal), among them
a name or a list that is very long. Run N has the seed SEED + N: to see one again, --seed N --runs 1.

Whatever the file says, perfattr must end with status 0 or 1 without a report of a sanitizer, print what is
to be seen and nothing else, take no more time and output than a multiple of the file, write JSON and XML that
others read, and C in which the word "evil" stands in literals and comments only. What is beside the hostile
records and was not touched must be shown as it is.
"""
import argparse
import copy
import glob
import gzip
import json
import os
import random
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile

from hostile import bare

HERE = os.path.dirname(os.path.abspath(__file__))
# Processor time of a run, under sanitizers, and output: both of a file of no size, and for each of its bytes.
CPU_S, CPU_S_MB = 4, 3
OUT, OUT_TIMES = 300000, 5
# When it hangs: seconds of the clock.
HANGS_S = 600
RECORDS = 40
# Where names are long or lists are: bytes, and names.
LONG, LONG_LIST = 150000, 20000
# What a program cannot tell a terminal: everything else is a finding.
SEEN = re.compile(rb"[^\n\x20-\x7e]")
# The name is as hostile as what is in it.
FILE = "/x\x1b]0;evil\x07\n\x9bevil"
LOCALES = ["C", "C.UTF-8"]
SYMBOLS = "→×…"

TEXTS = ["\x1b]0;evil\x07", "\x1b[2J\x1b[31mevil", "\x7f", "\x7fevil\x7f", "\x9b31mevil", "\u202eevil", "a\nevil();", "\r\b\b\bevil",
         "", ".", "..", "../../evil", "/", "%s%n", "\\", '"', "*/ evil(); /*", "/*", "<evil>&amp;", "]]>", '"); evil("',
         "0) < (evil", "PERF_TYPE_EVIL", "PERF_X), evil", "PERF_TYPE_RAW", "(evil)(argc)", "fd", "é", "\U0001f600", "\ufeff",
         "01234567", "0x10", "99999999999999999999", "-99999999999999999999", "-1", "18446744073709551615"]
NUMBERS = [0, 1, -1, 7, 63, 64, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 53) + 1, (1 << 62) + 1, -(1 << 62), (1 << 63) - 1, -(1 << 63)]
OTHERS = [None, True, False, 1.5, 1e300, [], {}, [None], [[]], {"evil": {"evil": []}}]
COMMANDS = ["list", "diff", "list -j", "list -v -a -c", "list --count", "show", "list --sysfs", "c", "list -c -t --width 40",
            "show -j", "list -e *:* -C * -x", "list -n 5 --width 20", "list -E EINVAL", "show -a -t", "list -v --sysfs",
            "list --count -x", "c -a", "list --sysfs --width 1000", "events", "events -j", "list -p 77777 -C control -t"]


def pmu_names():
    """Of lengths at which a text that grows has to move, and of others; no folder has the last ones."""
    return ["x" * n for n in range(1, 36)] + ["msr", "power", "intel_bts", "cstate_core", "uncore_imc_free_running_0"]


def make_sysfs(folder):
    for number, name in enumerate(pmu_names()):
        pmu = "%s/bus/event_source/devices/%s" % (folder, name)
        os.makedirs(pmu + "/format")
        os.makedirs(pmu + "/events")
        for file, text in (("type", str(1000 + number)), ("format/event", "config:0-63"), ("events/tsc", "event=0x05")):
            with open(pmu + "/" + file, "w", encoding="ascii") as f:
                f.write(text + "\n")


def make_debugfs(folder, file):
    """Of what is open now there is no saved file: the module says it, here the same as the hostile file."""
    os.makedirs(folder)
    for view in "events", "events_raw":
        os.symlink(file, folder + "/" + view)


def saved():
    lines = []
    for name in sorted(glob.glob(HERE + "/corpus/*.json")):
        with open(name, encoding="utf-8") as f:
            lines += [json.loads(line) for line in f]
    with gzip.open(HERE + "/corpus/cpus32.json.gz", "rt", encoding="utf-8") as f:
        lines += [json.loads(line) for line in list(f)[:20]]
    heads = [line for line in lines if "seq" not in line]
    return [line for line in lines if "call" in line], heads


def places(value, path=()):
    """The path of each value in a record."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield path + (key,)
        if isinstance(value[key], (dict, list)):
            yield from places(value[key], path + (key,))


class Maker:
    """A file of hostile records, as a seed has it."""

    def __init__(self, seed, command, records, heads):
        self.rng = random.Random(seed)
        self.records, self.heads = records, heads
        self.kind = self.rng.choice(["plain", "lists" if command.startswith("diff") else "long"])
        self.pmu = self.rng.choice(pmu_names())
        self.pmus = []

    def pass_type(self, record, number, config, name):
        """The attr of an open has this type, and a line tells which PMU that is."""
        record.setdefault("load", "c0c0c0c0")
        record["attr"] = {"type": number, "config": config}
        record["attr_raw"] = struct.pack("<IIQ", number, 64, config).hex() + bytes(48).hex()
        self.pmus.append({"v": 1, "pmu": {"load": record["load"], "id": 100 + len(self.pmus), "name": name, "type": number, "task_ctx_nr": 0,
                                          "caps": [], "event_init": None, "module": None, "gone": False}})
        return record

    def text(self):
        rng = self.rng
        text = "".join(rng.choice(TEXTS) for _ in range(rng.choice([1, 1, 1, 2, 5])))
        # Alone it is a name like others: of a field that only a newer kernel has.
        return rng.choice([text, text, "evil" + (text or ";"), rng.choice(pmu_names()), "x" * rng.randrange(1, 300)])

    def value(self):
        rng = self.rng
        return rng.choice([self.text, self.text, lambda: rng.choice(NUMBERS), lambda: str(rng.choice(NUMBERS)),
                           lambda: copy.deepcopy(rng.choice(OTHERS)), lambda: [self.text() for _ in range(rng.randrange(4))],
                           lambda: {self.text(): self.text()}])()

    def mutate(self, record):
        """Replaces, renames, adds or removes a value anywhere in it."""
        rng = self.rng
        path = rng.choice(list(places(record)))
        owner = record
        for key in path[:-1]:
            owner = owner[key]
        how = rng.randrange(6)
        if how < 3:
            owner[path[-1]] = self.value()
        elif isinstance(owner, list):
            owner.insert(path[-1], self.value())
        elif how == 3:
            owner[self.text()] = owner.pop(path[-1])
        elif how == 4:
            owner[self.text()] = self.value()
        else:
            del owner[path[-1]]

    def dynamic(self, record):
        """The PMU of an open is one with a type of its own, by one of the names of which it is told."""
        if not isinstance(record.get("attr"), dict):
            return
        self.pass_type(record, self.rng.randrange(1000, 1080), self.rng.choice([5, 1 << 40]), self.rng.choice(pmu_names() + [self.text()]))

    def record(self, seq):
        rng = self.rng
        record = json.loads(json.dumps(rng.choice(self.records)))
        if rng.randrange(3) == 0:
            self.dynamic(record)
        record["seq"] = seq
        for _ in range(rng.choice([0, 1, 1, 2, 4])):
            self.mutate(record)
        return record

    def lengthen(self, record, number):
        """A name, or a list of names, that is longer than any that the kernel writes."""
        if self.kind == "long":
            where = self.rng.choice(["comm", "symbols", "errno", "call"])
            name = self.rng.choice("ae*%") * LONG
            if where == "symbols":
                record["symbols"] = {**(record.get("symbols") or {}), "type": name}
                self.pass_type(record, 1000, 5, name)
            else:
                record[where] = name
                record["ret"] = -22 if where == "errno" else record.get("ret", 0)
        else:
            self.pass_type(record, 1, 0, "software")
            record["symbols"] = {"sample_type": ["NAME_%d_%d" % (number, i) for i in range(LONG_LIST)]}

    def odd_line(self, line):
        """What is no JSON, or no UTF-8."""
        rng = self.rng
        at = rng.randrange(len(line))
        odd = rng.choice([b"\xff", b"\x9b", b"\x00", b"\x1b]0;evil\x07", b"\x7f", b"[" * 3000, b'{"\x1b[2J', b"", "\u202e".encode(), b"\xc2\x9bevil"])
        return rng.choice([line[:at], line[:at] + odd + line[at:], odd + line, odd])

    def control(self, seq):
        """An open that nothing was done to, of a PMU of this sysfs."""
        record = {"v": 1, "call": "open", "seq": seq, "time_ns": 1, "duration_ns": 1, "pid": 77777, "tid": 7, "uid": 0, "ret": 3, "errno": None,
                  "comm": "control", "attr_state": "entry"}
        return self.pass_type(record, 1000 + pmu_names().index(self.pmu), 5, self.pmu)

    def painted(self, seq):
        """An open that is well but for its texts: what they say is surely printed."""
        record = self.control(seq)
        record.update({"comm": self.rng.choice(TEXTS[:9]), "pid": seq})
        return self.pass_type(record, 2000 + seq, seq, self.text())

    def lines(self):
        rng = self.rng
        records = [self.record(seq) for seq in range(1, RECORDS)]
        # Of two that are to be compared, one is the other with a change.
        for at in range(0, len(records) - 1, 4):
            seq = records[at + 1].get("seq")
            records[at + 1] = json.loads(json.dumps({**records[at], "seq": seq}))
            self.mutate(records[at + 1])
            for where in ("attr", "args"):
                if isinstance(records[at].get(where), dict) and rng.randrange(2):
                    records[at][where][self.text()] = rng.choice([1, "1", 77])
        records[2:4] = [self.painted(3), self.painted(4)]
        if self.kind != "plain":
            for number in range(2 if self.kind == "lists" else 1):
                records[number] = json.loads(json.dumps(self.control(number + 1)))
                self.lengthen(records[number], number + 1)
        lines = [json.dumps(line) for line in rng.sample(self.heads, 3) + self.pmus]
        lines += [json.dumps(line, ensure_ascii=rng.randrange(2)) for line in records]
        lines = [line.encode() for line in lines]
        lines = [self.odd_line(line) if len(line) < 20000 and not rng.randrange(12) else line for line in lines]
        control = self.control(RECORDS)
        return lines + [json.dumps(line).encode() for line in (self.pmus[-1], control)]


class Run:
    """A command line over a file."""

    def __init__(self, perfattr, folder, seed, command, maker):
        self.perfattr, self.folder, self.seed, self.maker = perfattr, folder, seed, maker
        self.lines = maker.lines()
        self.file = folder + FILE
        self.locale = maker.rng.choice(LOCALES)
        where = ["--debugfs", folder + "/debug"] if command.startswith("events") else ["-i", self.file]
        self.argv = [perfattr] + where + self.words(command)
        self.command = command

    def words(self, command):
        words, rng = command.split(), self.maker.rng
        if "--sysfs" in words:
            words.insert(words.index("--sysfs") + 1, self.folder + "/sys")
        if words[0] == "diff":
            first = 1 if self.maker.kind != "plain" else rng.choice([3, 1 + 4 * rng.randrange((RECORDS - 2) // 4)])
            words += [str(first), rng.choice([str(first + 1), "%s:%d" % (self.file, first + 1)])]
        elif words[0] == "show":
            words.append("1-%d" % RECORDS)
        elif words[0] == "c":
            words.append(str(rng.randrange(1, RECORDS + 1)))
        return words

    def limits(self):
        size = sum(map(len, self.lines))
        self.cpu_s = CPU_S + CPU_S_MB * size // 1000000
        self.most = OUT + OUT_TIMES * size
        return self.cpu_s, self.most

    def start(self):
        with open(self.file, "wb") as f:
            f.write(b"\n".join(self.lines) + b"\n")
        cpu_s, most = self.limits()

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            # Ends what hangs. A limit of subprocess.run() would look every 50 ms whether it has ended.
            signal.alarm(HANGS_S)

        env = {"LC_ALL": self.locale, "PATH": os.environ["PATH"], "TZ": "UTC", "ASAN_OPTIONS": "exitcode=99:detect_leaks=1",
               "UBSAN_OPTIONS": "exitcode=99:print_stacktrace=1"}
        with open(self.folder + "/out", "w+b") as out, open(self.folder + "/err", "w+b") as err:
            self.status = subprocess.run(self.argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env, preexec_fn=limit,
                                         check=False).returncode
            out.seek(0)
            err.seek(0)
            self.out, self.err = out.read(), err.read()

    def unseen(self, text):
        """The first byte of a text that is no character to be seen."""
        if self.locale != "C":
            for symbol in SYMBOLS:
                text = text.replace(symbol.encode(), b"")
        # C is indented by tabs.
        found = SEEN.search(text.replace(b"\t", b"") if self.command.startswith("c ") or self.command == "c" else text)
        return found and "%r in %r" % (found.group(), text[max(0, found.start() - 30):found.end() + 10])

    def shape(self):
        """What others read must be what they read. C has a word of ours in its comments only."""
        word = self.command.split()[0]
        if self.status or not self.out:
            return None
        try:
            if word == "list" and "-j" in self.argv:
                for line in self.out.splitlines():
                    json.loads(line)
        except ValueError as e:
            return "what it writes cannot be read: %s" % e
        if word == "c" and bare(self.out.decode()):
            return "evil stands in the C"
        return None

    def misses_control(self):
        """The open that nothing was done to is the last line; its terms are those of sysfs, if that is known."""
        if not self.argv[3:] or self.command not in ("list", "list --sysfs"):
            return None
        name = "%s/%s/" % (self.maker.pmu, "tsc" if "--sysfs" in self.argv else "config=5")
        rows = [row.split() for row in self.out.decode().splitlines() if "control[77777]" in row]
        if any(name in row for row in rows):
            return None
        return "%s is not what it shows of %s" % (name, rows[-1:])

    def faults(self):
        """Pairs: the kind of a fault, and what is to be said of it."""
        if self.status == -signal.SIGXCPU:
            return [("time", "more than %d s" % self.cpu_s)]
        if self.status == -signal.SIGALRM:
            return [("time", "has not ended in %d s" % HANGS_S)]
        if self.status == -signal.SIGXFSZ or len(self.out) >= self.most:
            return [("output", "more than %d bytes of %d" % (self.most, sum(map(len, self.lines))))]
        said = re.search(rb"(ERROR|runtime error): .{0,150}", self.err)
        if said or self.status not in (0, 1):
            where = re.search(rb"#\d+ \S+ in (?!__)\S+ \S*perfattr\S*", self.err)
            where = where and where.group()
            return [("report of %r" % (where and where.split()[-1]), "status %d: %r %r" % (self.status, said and said.group(), where))]
        looked = [("standard output of " + self.argv[3], self.unseen(self.out)), ("standard error", self.unseen(self.err)),
                  ("shape", self.shape()), ("control", self.misses_control())]
        return [fault for fault in looked if fault[1]]


def spent():
    """Seconds of a cpu, also of the commands that were run: it may run beside what is more urgent."""
    return sum(os.times()[:4])


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n", maxsplit=1)[0][7:])
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--runs", type=int, default=1 << 62)
    parser.add_argument("perfattr")
    args = parser.parse_args()
    records, heads = saved()
    begin, runs, kinds = spent(), 0, set()
    print("# seed %d" % args.seed, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        make_sysfs(folder + "/sys")
        make_debugfs(folder + "/debug/perfattr", folder + FILE)
        while runs < args.runs and spent() - begin < args.seconds:
            seed = args.seed + runs
            command = COMMANDS[seed % len(COMMANDS)]
            run = Run(args.perfattr, folder, seed, command, Maker(seed, command, records, heads))
            run.start()
            runs += 1
            for kind, fault in run.faults():
                if kind not in kinds:
                    print("# seed %d, %r: %s: %s" % (seed, " ".join(run.argv[3:]), kind, fault), flush=True)
                kinds.add(kind)
    print("# %d runs in %d s of a cpu, %d kinds of faults" % (runs, spent() - begin, len(kinds)))
    return bool(kinds) or not runs


if __name__ == "__main__":
    sys.exit(main())
