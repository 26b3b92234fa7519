#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Holds the lines of the json view against what others say of the same calls:

  json_check.py schema SCHEMA JSON    the published schema
  json_check.py refuses SCHEMA JSON   the schema takes the first line, and none of the others
  json_check.py seq JSON FIRST LAST   numbers without a gap
  json_check.py text JSON LOG DIR     the text view, its C compiled (a work folder DIR)
  json_check.py strace JSON PREFIX    strace -ff -o PREFIX -v -X raw
  json_check.py kept SCHEMA FILE...   records of all sorts: the schema, and one type a field

Prints the first differences, and exits with 1 when there is one.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from schema import compiled, judge, sort_of
from strict_json import keys_of, other_types, parse

BANNER = "================perf_event_open() DUMP===================\n"
faults = 0


def fault(*words):
    global faults
    faults += 1
    if faults <= 10:
        print(*words)


def same(what, got, want):
    if got != want:
        fault("%s: json has %r, the other %r" % (what, got, want))


def lines_of(path):
    with open(path, encoding="utf-8") as lines:
        return [parse(line) for line in lines]


def records(path):
    """Without the lines about the machine and its PMUs."""
    return [rec for rec in lines_of(path) if sort_of(rec) not in ("env", "pmu")]


def number(value):
    """Numbers of 64 bits are strings; null stays."""
    return int(value) if isinstance(value, str) else value


def against_schema(schema, path):
    wrong_with = judge(schema)
    seen = 0
    types = {}
    for rec in lines_of(path):
        seen += 1
        for what in other_types(types, rec):
            fault("line %d: %s" % (seen, what))
        message = wrong_with(rec)
        if message:
            fault("line %d: %s" % (seen, message))
        elif sort_of(rec) == "record" and list(rec) != keys_of(rec):
            fault("line %d: keys in another order: %s" % (seen, list(rec)))
    print("%d lines" % seen)
    return seen


def schema_refuses(schema, path):
    """A schema that takes everything proves nothing."""
    wrong_with = judge(schema)
    good, *others = lines_of(path)
    if wrong_with(good):
        fault("the first line: %s" % wrong_with(good))
    for n, rec in enumerate(others, 1):
        if not wrong_with(rec):
            fault("it takes change %d: %s" % (n, rec))
    return others


def against_kept(schema, *paths):
    _, sorts, wrong = compiled(schema)
    seen = 0
    types = {}
    for path in paths:
        for rec in lines_of(path):
            seen += 1
            for what in other_types(types, rec):
                fault("%s: %s" % (path, what))
            try:
                sorts[sort_of(rec)](rec)
            except wrong as error:
                fault("%s: %s: %s" % (path, rec, error.message))
    print("%d records of %d tests" % (seen, len(paths)))
    # Tests that have none prove nothing here, and need not.
    return True


def numbers(path, first, last):
    want = int(first)
    for rec in records(path):
        if "lost" in rec:
            want += rec["lost"]
            continue
        same("seq", rec["seq"], want)
        want = rec["seq"] + 1
    same("the last", want - 1, int(last))
    return want


# --- the text view ---

def unescaped(text):
    """Bytes behind the C escapes of the text view, as the json view repairs them."""
    plain = {"n": "\n", "t": "\t", "r": "\r"}

    def one(match):
        word = match.group(1)
        return chr(int(word, 8)) if len(word) == 3 else plain.get(word, word)

    return re.sub(r"\\([0-3][0-7]{2}|.)", one, text).encode("latin-1").decode("utf-8", "replace")


def errno_of(name):
    import errno
    return -getattr(errno, name)


def text_blocks(path):
    with open(path, encoding="ascii") as f:
        parts = f.read().split(BANNER)
    # Before the block of a record perfattr prints its diagnostic, behind the empty line that ends the last block.
    diagnostics = [part.rpartition("\n\n")[2] for part in parts[:-1]]
    return [part.rpartition("\n\n")[0] or part for part in parts[1:]], diagnostics


def c_program(blocks, names):
    """A function a record: its blocks as they stand, and a print of what they declare."""
    out = ['#include <stdio.h>\n#include <sys/types.h>\n#include "uapi.h"\n'
           "static void show(const struct perf_event_attr *a)\n{\n"]
    for name in names:
        out.append('\tprintf("%%lld ", (long long)a->%s);\n' % name)
    out.append("}\n")
    for n, block in enumerate(blocks):
        c = re.sub(r"^arg\[\d\]:$|^return:$", "", block[block.index("arg[0]:"):], flags=re.M)
        pointer = "perf_event_attr *attr" in c
        # tcc leaves the bits of an automatic struct that no initialiser names as they are.
        c = c.replace("    struct perf_event_attr attr =", "    static struct perf_event_attr attr =")
        out.append("static void f%d(void)\n{\n%s\n" % (n, c.split("\nkernel:\n")[0]))
        out.append('\tprintf("%d %d %d %lu %d ", pid, cpu, group_fd, flags, fd);\n')
        out.append("\tputs(\"-\");\n}\n" if pointer else "\tshow(&attr);\n\tputs(\"\");\n}\n")
    out.append("int main(void)\n{\n")
    out += ["\tf%d();\n" % n for n in range(len(blocks))]
    return "".join(out + ["\treturn 0;\n}\n"])


def run_c(source, folder):
    path = folder + "/records.c"
    with open(path, "w", encoding="ascii") as f:
        f.write(source)
    # There is no tcc for ppc64el. For gcc 14 the address of an attr that is not readable is an
    # error: an int that becomes a pointer.
    compiler = [shutil.which("tcc")] if shutil.which("tcc") else ["gcc", "-Wno-int-conversion"]
    program = folder + "/records"
    subprocess.run(compiler + ["-w", "-I/perfattr/tests/guest", "-o", program, path], check=True)
    out = subprocess.run([program], check=True, stdout=subprocess.PIPE)
    return out.stdout.decode("ascii").splitlines()


def same_args(rec, words):
    args = rec["args"]
    same("#%d args" % rec["seq"],
         [args["pid"], args["cpu"], args["group_fd"], number(args["flags"]), max(rec["ret"], -1)],
         [int(w) for w in words[:3]] + [int(words[3]) & 2 ** 64 - 1, int(words[4])])


def same_attr(rec, names, words):
    what = "#%d attr" % rec["seq"]
    if words == ["-"]:
        same(what, rec["attr"], None)
        return
    values = dict(zip(names, map(int, words)))
    for name, got in rec["attr"].items():
        value = values[name]
        if name != "clockid":
            value &= 2 ** 64 - 1
        same("%s.%s" % (what, name), number(got) if got is not None else 0, value)


HEAD = re.compile(r"call:\n    #(\d+) at (\d+)\.(\d{9}) s, (.*)\[(\d+)\] tid (\d+) uid (\d+), "
                  r"(\w+), took (\d+)\.(\d{3}) us\n")
STEP = re.compile(r"^ +(?:path +)?(\w+)(?:\((.*)\))?(?: = (.*))?$")


def same_head(rec, block):
    m = HEAD.match(block).groups()
    same("#%d head" % rec["seq"],
         [rec[k] for k in ("seq", "time_ns", "comm", "pid", "tid", "uid", "abi", "duration_ns")],
         [int(m[0]), str(int(m[1] + m[2])), unescaped(m[3]), int(m[4]), int(m[5]), int(m[6]), m[7],
          int(m[8] + m[9])])


def same_why(rec, block, diagnostic):
    m = re.search(r"\n    int fd = -1 /\* (\w+)(?:: (.*))? \*/;\n", block)
    if not m:
        same("#%d errno, why" % rec["seq"], [rec["errno"], rec.get("why")], [None, None])
        return
    same("#%d errno" % rec["seq"], rec["errno"], m[1])
    # Who has no reason in JSON has none in the text.
    if "why" in rec:
        why = rec["why"] or {"certain": True, "text": None}
        said = why["text"] if why["certain"] else "probably " + why["text"]
        told = re.match(r"\w+\[[-\w]+\]: (.*)", diagnostic)
        same("#%d why" % rec["seq"], said, unescaped(told[1]) if told else None)
    same("#%d ret" % rec["seq"], rec["ret"], errno_of(m[1]))


def text_path(kernel):
    steps = []
    for line in kernel[kernel.find("    path  "):].splitlines() if "    path  " in kernel else []:
        # Between two records perfattr has comments and an empty line.
        if not line or line.lstrip().startswith("/*"):
            continue
        fn, pmu, ret = STEP.match(line).groups()
        step = {"fn": fn}
        if pmu:
            step["pmu"] = None if pmu == "?" else pmu
        step["ret"] = None if ret == "?" else errno_of(ret[1:]) if ret and ret != "0" else 0
        steps.append(step)
    return steps


def same_kernel(rec, block):
    _, there, kernel = block.partition("\nkernel:\n")
    what = "#%d kernel" % rec["seq"]
    if not there:
        same(what, rec["kernel"], None)
        return
    got = rec["kernel"]
    lines = dict(re.findall(r"^    (\S+) {2,}(.*)$", kernel, flags=re.M))
    pmu = re.match(r"(.*), type (\d+)$", lines.get("pmu", ""))
    same(what + " pmu", [got["pmu"], got["pmu_type"]],
         [pmu[1], int(pmu[2])] if pmu else [None, None])
    event = re.match(r"(.*?)(?:, id (\d+)(?:, moved to cpu (-?\d+))?)?$", lines.get("event", ""))
    name = unescaped(event[1])
    same(what + " event", [got["event"], number(got["id"])],
         [name if name not in ("", "no name") else None, int(event[2]) if event[2] else None])
    period = re.match(r"period (\d+)", lines.get("sampling", ""))
    if period:
        same(what + " period", number(got["sample_period"]), int(period[1]))
    if event[2]:
        same(what + " overflow", got["overflow_handler"], lines.get("overflow"))
    # The ids and contexts of its PMUs are in JSON only.
    steps = [{key: step[key] for key in ("fn", "pmu", "ret") if key in step}
             for step in got["path"] or ()]
    same(what + " path", steps, text_path(kernel))


def against_text(path, log, folder):
    recs = records(path)
    blocks, diagnostics = text_blocks(log)
    same("records", len(recs), len(blocks))
    names = list(dict.fromkeys(name for rec in recs if rec["attr"] for name in rec["attr"]))
    lines = run_c(c_program(blocks, names), folder)
    for rec, block, diagnostic, line in zip(recs, blocks, diagnostics, lines):
        words = line.split()
        same_head(rec, block)
        same_args(rec, words)
        same_attr(rec, names, words[5:])
        same_why(rec, block, diagnostic)
        same_kernel(rec, block)
    print("%d records, %d fields of the attr" % (len(recs), len(names)))
    return len(lines)


# --- strace ---

CALL = re.compile(r"^perf_event_open\((?:\{(.*)\}|(0x[0-9a-f]+|NULL)), (-?\w+), (-?\w+), (-?\w+), "
                  r"(-?\w+)\) += (-?\d+)(?: (E\w+))?")


UNIONS = {"config1": ("config1", "kprobe_func", "uprobe_path"),
          "config2": ("config2", "kprobe_addr", "probe_offset")}
# Where an address may stand; one of the kernel's is not shown.
ADDRESSES = ("bp_addr", "bp_len", "kprobe_func", "uprobe_path", "kprobe_addr", "probe_offset")


def is_hidden(member, address):
    # On s390x addresses of the kernel and of programs are the same numbers.
    if os.uname().machine == "s390x":
        return member == "kprobe_addr" and address
    # On 32-bit Arm the kernel's begin with those of its modules, and the upper half is cut off.
    if os.uname().machine == "armv7l":
        return (address & 0xffffffff) >= 0xbf000000
    return address >> 63


def signed(word):
    value = int(word, 0) & 2 ** 32 - 1
    return value - 2 ** 32 if value >> 31 else value


def c_number(text):
    """A number, or numbers put together with shifts and ors: 0<<16|0<<8|0x1."""
    value = 0
    for part in text.split("|"):
        word, _, shift = part.partition("<<")
        value |= int(word, 0) << int(shift or 0)
    return value


def same_call(rec, m, what):
    args = rec["args"]
    same(what + " args", [args[k] for k in ("pid", "cpu", "group_fd")],
         [signed(w) for w in m.groups()[2:5]])
    same(what + " flags", number(args["flags"]), int(m[6], 0))
    same(what + " result", [max(rec["ret"], -1), rec["errno"]], [int(m[7]), m[8]])
    if m[2]:
        # strace does not look at an attr of less than the first size, nor at the part of one.
        if "attr_ends" not in rec and (not rec["attr"] or rec["attr"]["size"] >= 64):
            same(what + " attr", rec["attr"], None)
        return 0
    fields = re.findall(r"(\w+)=(-?[\w<|]+)", re.sub(r"/\*.*?\*/", "", m[1]))
    for name, value in fields:
        if name == "__reserved_1":
            # Bookworm's strace does not know the last two flags yet: its member has 26 bits. The
            # first of them are the lowest ones, on big endian the highest.
            newest = [rec["attr"]["defer_callchain"], rec["attr"]["defer_output"]]
            first, rest = int(value, 0) & 3, int(value, 0) >> 2
            if sys.byteorder == "big":
                newest.reverse()
                first, rest = int(value, 0) >> 24, int(value, 0) & 0xffffff
            same(what + " newest flags", newest[0] | newest[1] << 1, first)
            value = str(rest)
        # strace does not know the unions of the PMUs that get their numbers at run time.
        member = next(m for m in UNIONS.get(name, (name,)) if m in rec["attr"])
        got = rec["attr"][member]
        want = c_number(value) if name != "clockid" else signed(value)
        if got is None and member in ADDRESSES and is_hidden(member, want):
            continue
        same("%s %s" % (what, name), number(got), want)
    return len(fields)


def against_strace(path, prefix):
    by_tid = {}
    for rec in records(path):
        by_tid.setdefault(rec["tid"], []).append(rec)
    calls = fields = 0
    for name in glob.glob(prefix + ".*"):
        tid = int(name.rpartition(".")[2])
        with open(name, encoding="ascii") as f:
            seen = [line for line in f if line.startswith("perf_event_open(")]
        mine = by_tid.pop(tid, [])
        same("calls of tid %d" % tid, len(mine), len(seen))
        for n, (rec, line) in enumerate(zip(mine, seen)):
            m = CALL.match(line)
            if not m:
                fault("strace says", line)
                continue
            fields += same_call(rec, m, "tid %d call %d" % (tid, n))
            calls += 1
    same("tids that strace did not see", list(by_tid), [])
    print("%d calls, %d fields of attrs" % (calls, fields))
    return calls and fields


def main():
    modes = {"schema": against_schema, "refuses": schema_refuses, "seq": numbers, "text": against_text,
             "strace": against_strace, "kept": against_kept}
    checked = modes[sys.argv[1]](*sys.argv[2:])
    if faults:
        print("%d differences" % faults)
    return 1 if faults or not checked else 0


sys.exit(main())
