#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""usage: gen_varied | check_readers.py - do the programs that people read records with take them?

To the lines of standard input come the records that were saved in guests. A strict
parser refuses duplicate keys, the schema what it does not describe; jq, pandas and SQLite must load
each line as it is, and have one type (and null) for each field over all lines. Then lines are
damaged, and each of the readers must notice what it can. TAP.

The interpreter is Debian's, for its packages: python3-pandas, python3-fastjsonschema.
"""
import collections
import copy
import glob
import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys

import pandas

sys.path.insert(0, "../guest")
from schema import judge  # noqa: E402
from strict_json import parse, type_name, typed  # noqa: E402

USERSPACE = "../userspace/"
SAVED = ("corpus/*.json", "corpus/*.json.gz", "golden/*.jsonl")
LEAST = 2000
# More than one word: a jq of another release, with its own loader.
JQ = os.environ.get("JQ", "jq").split()
JUDGE = judge("../../docs/record.schema.json")


def saved():
    """Records that were saved in guests."""
    for pattern in SAVED:
        for name in sorted(glob.glob(USERSPACE + pattern)):
            with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="utf-8") as file:
                yield from file.read().splitlines()


def report_types(seen):
    """seen: pairs of the place of a value and its type."""
    types = collections.defaultdict(set)
    for place, kind in seen:
        if kind != "null":
            types[place].add(kind)
    return ["%s is %s" % (place, " and ".join(sorted(kinds)))
            for place, kinds in types.items() if len(kinds) > 1]


def by_parser(lines):
    faults = []
    for line in lines:
        try:
            parse(line)
        except ValueError as error:
            faults.append(str(error))
    return faults


def by_schema(lines):
    return [fault for fault in map(JUDGE, map(json.loads, lines)) if fault]


# A record as it is to whoever computes with its numbers; jq 1.7 keeps the digits of others.
LOAD = """def load: if type == "object" or type == "array" then map_values(load)
    elif type == "number" then . + 0 else . end;"""
# A record with the type of each value in place of the value.
SHAPE = """def shape: if type == "object" or type == "array" then map_values(shape)
    else type end;"""


def jq(program, lines):
    # Not splitlines(): U+0085 and others in a name end no line of JSON.
    return subprocess.run(JQ + ["-c", program], input="\n".join(lines).encode("utf-8"),
                          stdout=subprocess.PIPE, check=True).stdout.decode("utf-8").split("\n")[:-1]


def named(kind):
    """The type of a value in a shape."""
    return kind if isinstance(kind, str) else type_name(kind)


def by_jq(lines):
    got = [json.loads(line) for line in jq(LOAD + SHAPE + "load, shape", lines)]
    faults = ["%s became %s" % (line, loaded) for line, loaded in zip(lines, got[::2])
              if loaded != json.loads(line)]
    shapes = got[1::2]
    return faults + report_types(part for shape in shapes for part in typed(shape, kind=named))


def by_pandas(lines):
    """Flattened, a column each for every field, as for a table."""
    faults = []
    seen = []
    records = [json.loads(line) for line in lines]
    frame = pandas.json_normalize(records)
    top = pandas.read_json("\n".join(lines), lines=True, dtype=False)
    for table in (frame, top):
        for name, column in table.items():
            there = column.dropna()
            # Whole numbers with gaps between them are floats, exact below 2^53.
            if there.dtype.kind == "f" and not (there % 1).any():
                there = there.astype(int)
            seen += ((name, kind.__name__) for kind in set(map(type, there.tolist())))
    for name, column in top.items():
        for value, rec in zip(column, records):
            wanted = rec.get(name)
            if not (value == wanted or (wanted is None and pandas.isna(value))):
                faults.append("%s: %r became %r" % (name, wanted, value))
    faults += ("%s is no whole number" % name for name, kind in seen if kind == "float")
    return faults + report_types(seen)


SQL = """SELECT DISTINCT no_numbers(fullkey),
                CASE type WHEN 'true' THEN 'boolean' WHEN 'false' THEN 'boolean'
                          WHEN 'integer' THEN typeof(atom) ELSE type END
         FROM records, json_tree(records.line)"""


def by_sqlite(lines):
    db = sqlite3.connect(":memory:")
    db.create_function("no_numbers", 1, lambda key: re.sub(r"\[\d+\]", "[]", key))
    db.execute("CREATE TABLE records (line TEXT)")
    db.executemany("INSERT INTO records VALUES (?)", ((line,) for line in lines))
    rows = list(db.execute(SQL))
    # REAL is a fraction, or a number that was too large for it.
    return ["%s is real" % place for place, kind in rows if kind == "real"] + report_types(rows)


READERS = {"parser": by_parser, "schema": by_schema, "jq": by_jq, "pandas": by_pandas,
           "SQLite": by_sqlite}
TYPES = ("schema", "jq", "pandas", "SQLite")


def place(*path):
    """Replaces the value at @path by the last argument."""
    *way, last, value = path

    def change(rec):
        for key in way:
            rec = rec[key]
        rec[last] = value
    return change


# What is wrong, who must notice, and what makes it of a good record.
DAMAGES = (
    ("a count as a string", TYPES, place("seq", "1")),
    ("64 bits as a number", TYPES, place("attr", "config", 1)),
    ("a clock as a number", TYPES, place("time_ns", 1)),
    ("an errno as a number", TYPES, place("errno", 22)),
    ("a bit as a boolean", TYPES, place("attr", "disabled", True)),
    ("a boolean as a bit", TYPES, place("why", "certain", 1)),
    ("a name as a list", TYPES, place("comm", ["perf"])),
    ("bits as one string", TYPES, place("symbols", "flags", "PERF_FLAG_FD_CLOEXEC")),
    ("an object as a list", TYPES, place("args", [0, -1, -1, 8])),
    # pandas keeps a list as it is.
    ("a string in a list of objects", ("schema", "jq", "SQLite"),
     place("kernel", "path", 0, "perf_copy_attr")),
    ("a result of a step as a string", ("schema", "jq", "SQLite"),
     place("kernel", "path", 0, "ret", "0")),
    ("a number above 2^53", ("schema", "jq"), place("seq", 2 ** 53 + 1)),
    ("a number above 2^63", ("schema", "jq", "SQLite"), place("seq", 2 ** 64 - 1)),
    ("a fraction", ("schema", "pandas", "SQLite"), place("pid", 1.5)),
    ("a key that is not described", ("schema",), place("surprise", 1)),
    ("no uid", ("schema",), lambda rec: rec.pop("uid")),
    ("an op that says it is an open", ("schema",), place("call", "close")),
    ("a load as a number", TYPES, place("load", 1)),
    ("a level as a string", TYPES, place("facts", "perf_event_paranoid", "2")),
    ("capabilities as a number", TYPES, place("facts", "cap_effective", 0)),
    ("a fact that is a bit", TYPES, place("facts", "init_userns", 1)),
    ("an id that no PMU can have", ("schema",), place("type_pmu", 65535)),
    ("a fact that is not described", ("schema",), place("facts", "surprise", True)),
    ("a fact that is missing", ("schema",), lambda rec: rec["facts"].pop("lsm")),
    ("no facts", ("schema",), lambda rec: rec.pop("facts")),
)

# The same of an op with the health of its event.
DAMAGES_OF_OP = (
    ("a time of the health as a number", TYPES, place("health", "enabled_ns", 1)),
    ("lost samples as a number", TYPES, place("health", "lost", 1)),
    ("a share as a string", TYPES, place("health", "percent", "27")),
    ("a bit of the health as 0", TYPES, place("health", "throttled", 0)),
    ("a share above 100", ("schema",), place("health", "percent", 101)),
    ("no health", ("schema",), lambda rec: rec.pop("health")),
    ("no facts of an op", ("schema",), lambda rec: rec.pop("facts")),
)

# The same of the line about the kernel, and of one about a PMU.
DAMAGES_OF_ENV = (
    ("a mask as a number", TYPES, place("env", "known_flags", 1)),
    ("a size as a string", TYPES, place("env", "page_size", "4096")),
    ("bits as a mask", TYPES, place("env", "regs_extended", "0xffff")),
    ("a limit that is missing", ("schema",), lambda rec: rec["env"].pop("hw_max")),
    ("an environment of another version", ("schema",), place("v", 2)),
)
DAMAGES_OF_PMU = (
    ("an id as a string", TYPES, place("pmu", "id", "1")),
    ("capabilities of a PMU as a mask", TYPES, place("pmu", "caps", 64)),
    ("an id of 0", ("schema",), place("pmu", "id", 0)),
    ("a line that is both", ("schema",), place("env", {})),
)


def unnoticed(good, what, readers, change):
    bad = copy.deepcopy(good)
    change(bad)
    lines = [json.dumps(good), json.dumps(bad)]
    for name in readers:
        try:
            noticed = READERS[name](lines)
        except Exception as error:  # it does not load at all
            noticed = [str(error)]
        if not noticed:
            yield "%s is not noticed by %s" % (what, name)


def damages(good, fared, env, pmu):
    for rec, kinds in ((good, DAMAGES), (fared, DAMAGES_OF_OP), (env, DAMAGES_OF_ENV),
                       (pmu, DAMAGES_OF_PMU)):
        for what, readers, change in kinds:
            yield from unnoticed(rec, what, readers, change)
    line = json.dumps(good)
    for bad in (line[:-1] + ', "seq": 1}', line[:-1], line.replace('"seq": ', '"seq": NaN, "x": '),
                line.replace('"disabled": ', '"disabled": 1, "disabled": ')):
        if not by_parser([bad]):
            yield "the parser takes " + bad


def test(number, what, faults):
    print("%s %d - %s" % ("not ok" if faults else "ok", number, what))
    for fault in faults[:3]:
        print("# %d faults: %s" % (len(faults), fault[:1000]))
    return bool(faults)


# What a reader must do with the records.
PROMISES = collections.defaultdict(lambda: "each is loaded as it is, one type a field",
                                   parser="no key twice", schema="each is as described")


def too_few(made, kept, rules, calls):
    if made < LEAST or kept < 100 or len(rules) < 40 or len(calls) < 9:
        yield "%d made, %d saved, %d reasons, %s" % (made, kept, len(rules), dict(calls))


def too_few_ops(records):
    """Of ops: how many reasons, arguments in fixes, and healths?"""
    ops = [rec for rec in records if rec.get("call", "open") != "open"]
    why = [rec["why"] for rec in ops if rec.get("why")]
    rules = {one["rule"] for one in why}
    fixes = {name for one in why for name in one["fix"] or ()}
    fared = sum(1 for rec in ops if rec["health"])
    if len(rules) < 30 or len(fixes) < 2 or fared < 50:
        yield "%d reasons of ops, fixes of %s, %d healths" % (len(rules), sorted(fixes), fared)


def main():
    lines = sys.stdin.buffer.read().decode("utf-8").split("\n")[:-1]
    made = len(lines)
    lines += saved()
    records = [json.loads(line) for line in lines]
    rules = {rec["why"]["rule"] for rec in records if rec.get("why")}
    calls = collections.Counter(rec.get("call", "no call") for rec in records if not rec.keys() & {"env", "pmu"})
    failed = test(1, "%d records, %d of them saved in guests, with %d reasons; %s" % (
        len(lines), len(lines) - made, len(rules),
        ", ".join("%d %s" % (n, call) for call, n in calls.most_common())),
                  list(too_few(made, len(lines) - made, rules, calls)) +
                  list(too_few_ops(records)))
    for number, (name, reader) in enumerate(READERS.items(), 2):
        failed |= test(number, "%s: %s" % (name, PROMISES[name]), reader(lines))
    # Saved ones have a path and a reason, made ones facts.
    good = next(rec for rec in records if rec.get("why") and (rec.get("kernel") or {}).get("path"))
    good["facts"] = next(rec["facts"] for rec in records
                         if rec.get("call") == "open" and rec["facts"])
    env = next(rec for rec in records if "env" in rec)
    pmu = next(rec for rec in records if "pmu" in rec and rec["pmu"]["caps"])
    fared = next(rec for rec in records
                 if None not in map((rec.get("health") or {}).get, ("lost", "percent")))
    failed |= test(7, "damage is noticed by each reader that can", list(damages(good, fared, env, pmu)))
    print("1..7")
    return failed


if __name__ == "__main__":
    sys.exit(main())
