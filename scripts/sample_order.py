# SPDX-License-Identifier: GPL-2.0
"""For rule_order.py: the order of fields in samples.

The tables of userspace/samples/fields.c against the functions of each kernel that write a sample, struct
sample_id and a read, and against the types of records in its header.
"""
import re

from rule_order import Kernel, TOP, number

# Bits of the kernel's code that are several rows of the table.
SHARED = {"WEIGHT_TYPE": ["WEIGHT", "WEIGHT_STRUCT"]}


class Tables:
    """The tables, by their source."""

    def __init__(self):
        with open(TOP + "/userspace/samples/fields.c", encoding="ascii") as file:
            text = file.read()
        rows = re.findall(r"\t(?:FIXED|VARIES)\((\d+), (\w+),(?:[^()\"]|\"[^\"]*\")*\"([\d.]+)\"\)", text)
        self.fields = [name for _, name, _ in rows]
        self.since = {name: since for _, name, since in rows}
        flag = {int(bit): name for bit, name, _ in rows}
        bits = re.search(r"pa_sample_id_bits\[\d+\] = \{ ([\d, ]+) \}", text)[1]
        self.sample_id = [flag[int(bit)] for bit in bits.split(",")]
        reads = text[text.index("pa_read_members[PA_READ_MEMBERS]"):text.index("pa_record_types[")]
        self.read = re.findall(r"PA_FORMAT_(\w+)", reads)
        self.records = {name: int(nr) for nr, name in re.findall(r'\t\[(\d+)\] = \{ "(\w+)"', text)}


def written(kernel, function, pattern):
    """The bits that a function asks for, in its order."""
    names = re.findall(pattern, kernel.body(function) or "")
    # A group repeats what there is of each event.
    return list(dict.fromkeys(one for name in names for one in SHARED.get(name, [name])))


def order_faults(what, mine, theirs):
    """What the kernel writes must be in the table, in its order."""
    for name in theirs:
        if name not in mine:
            yield "%s: the table lacks %s, which is written after %s" % (
                what, name, theirs[theirs.index(name) - 1] if name != theirs[0] else "nothing")
    known = [name for name in theirs if name in mine]
    if known != [name for name in mine if name in theirs]:
        yield "%s: the kernel writes %s" % (what, " ".join(known))
    if not theirs:
        yield "%s: its function was not found" % what


def faults_of(kernel, tables):
    sample = written(kernel, "perf_output_sample", r"sample_type & PERF_SAMPLE_(\w+)")
    yield from order_faults("a sample", tables.fields, sample)
    # A stable kernel may have a bit before its release.
    for name in tables.fields:
        if number(kernel.version) >= number(tables.since[name]) and name not in sample:
            yield "a sample: %s is said to be there since %s" % (name, tables.since[name])
    yield from order_faults("sample_id", tables.sample_id, written(
        kernel, "__perf_event__output_id_sample", r"sample_type & PERF_SAMPLE_(\w+)"))
    for function in ("perf_output_read_one", "perf_output_read_group"):
        yield from order_faults(function + "()", tables.read, written(
            kernel, function, r"read_format & PERF_FORMAT_(\w+)"))
    header = kernel.header[kernel.header.index("enum perf_event_type {"):]
    types = dict(re.findall(r"^\tPERF_RECORD_(\w+)\s*= (\d+),",
                            header[:header.index("\n};")], re.M))
    for name, nr in types.items():
        if tables.records.get(name) != int(nr):
            yield "records: PERF_RECORD_%s is %s" % (name, nr)
    if not types:
        yield "records: the header has none"


def check(folder, names):
    """Prints what differs; returns how many kernels have passed and failed."""
    tables, passed, failed = Tables(), 0, 0
    for name in names:
        kernel = Kernel("%s/%s" % (folder, name))
        with open("%s/%s/include/uapi/linux/perf_event.h" % (folder, name), encoding="utf-8") as file:
            kernel.header = file.read()
        faults = list(faults_of(kernel, tables))
        for fault in faults:
            print("not ok - fields.c: in %s %s" % (kernel.version, fault))
        passed += not faults
        failed += bool(faults)
    print("# %d fields of a sample, %d types of records" % (len(tables.fields), len(tables.records)))
    return passed, failed
