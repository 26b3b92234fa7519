#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Reads the pairs of lines of gen_json on stdin: are the records JSON, and do they say what the
compiler reads from the same bytes? TAP on stdout."""
import sys

sys.path.insert(0, "../guest")
from strict_json import keys_of, other_types, parse  # noqa: E402

# Ops, by their number.
CALLS = [None, "ioctl", "mmap", "munmap", "read", "poll", "close", "prctl", "bpf", None]
EXACT = 2 ** 53


def ends_of(rec):
    """What stands around the members that are particular to each op."""
    keys = keys_of(rec)
    behind = [key for key in ("facts", "why") if key in keys] + ["health"]
    return keys[:keys.index("abi") + 1] + ["event", "fd", "fd_from"], ["at_exit", "ret", "errno"] + behind


def walk(value):
    yield value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for v in value:
            yield from walk(v)


def repaired(raw):
    """UTF-8 with one U+FFFD a byte that belongs to no character."""
    out = ""
    while raw:
        for n in (1, 2, 3, 4):
            try:
                out += raw[:n].decode("utf-8")
            except UnicodeDecodeError:
                continue
            break
        else:
            n = 1
            out += "\ufffd"
        raw = raw[n:]
    return out


def fields_right(got, want):
    other = [[name for name in a["attr"] if name not in b["attr"]] for a, b in ((got, want), (want, got))]
    if any(other):
        raise ValueError("pa_attr_look() in kmod/core/attr.c takes %s, in_force() in tests/host/gen_json.c %s" %
                         tuple(" ".join(names) or "none" for names in other))
    if list(got["attr"]) != list(want["attr"]):
        raise ValueError("other fields, or another order: %s" % list(got["attr"]))
    for name, value in want["attr"].items():
        if value is None:
            if got["attr"][name] is not None:
                raise ValueError(name + " was not passed")
        elif int(got["attr"][name]) != int(value):
            raise ValueError("%s: %s, not %s" % (name, got["attr"][name], value))


def main():
    faults = {"json": [], "lines": [], "keys": [], "fields": [], "rest": [], "numbers": [],
              "calls": [], "types": []}
    types = {}
    lines = sys.stdin.buffer.read().split(b"\n")[:-1]
    seen = 0
    checked = 0
    calls = 0
    for raw, expected in zip(lines[0::2], lines[1::2]):
        seen += 1
        want = parse(expected)
        try:
            text = raw.decode("utf-8")
            got = parse(text)
        except ValueError as why:
            faults["json"].append(str(why))
            continue
        if len(text.splitlines()) != 1:
            faults["lines"].append(text)
        if "kind" in want:
            calls += 1
            head, tail = ends_of(got)
            if (list(got)[:len(head)] != head or list(got)[-len(tail):] != tail or
                    got["call"] != CALLS[want["kind"]]):
                faults["calls"].append(str(got))
        elif list(got) != keys_of(got):
            faults["keys"].append(str(list(got)))
        faults["types"] += other_types(types, got)
        if any(type(v) in (int, float) and abs(v) > EXACT for v in walk(got)):
            faults["numbers"].append(text)
        if "attr" not in want:
            continue
        checked += 1
        try:
            fields_right(got, want)
        except ValueError as why:
            faults["fields"].append(str(why))
        ret = want["ret"]
        if (got["attr_raw"], got["ret"], int(got["args"]["flags"]), got["comm"]) != \
           (want["raw"], ret, int(want["flags"]), repaired(bytes.fromhex(want["comm"]))) or \
           (got["errno"] is not None and ret >= 0):
            faults["rest"].append(str(got))

    names = {"json": "%d lines are strict JSON" % seen,
             "lines": "each is one line to every reader",
             "keys": "keys stand in the promised order",
             "calls": "%d ops say which they are" % calls,
             "types": "each of %d fields has one type, whatever its value" % len(types),
             "numbers": "no number is above 2^53",
             "fields": "all fields of %d attrs are what the compiler reads" % checked,
             "rest": "raw bytes, flags, comm, result and errno are right"}
    for what, least, count in (("json", 6000, seen), ("calls", 2000, calls),
                               ("fields", 2000, checked)):
        if count < least:
            faults[what].append("only %d of at least %d were checked" % (count, least))
    for n, (what, name) in enumerate(names.items(), 1):
        print("%s %d - %s" % ("not ok" if faults[what] else "ok", n, name))
        if faults[what]:
            print("# %d faults, the first: %s" % (len(faults[what]), faults[what][0][:2000]))
    print("1..%d" % len(names))
    return any(faults.values())


sys.exit(main())
