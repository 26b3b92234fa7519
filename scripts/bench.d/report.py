# SPDX-License-Identifier: GPL-2.0
"""Makes of the numbers of tests/guest/bench ("cell ROW COLUMN NUMBER" lines on standard input)
the table, docs/cost.json, docs/cost.md and docs/cost.svg. Exit status 1: a bar is missed."""

import argparse
import json
import os
import statistics
import sys

from picture import picture

ROWS = [
    ("nothing", "nothing loaded"),
    ("disabled", "loaded, enable=0"),
    ("stages0", "stages=0"),
    ("default", "default"),
    ("sites0", "sites=0"),
    ("filtered0", "stages=0, filter=pid=1"),
    ("filtered", "default, filter=pid=1"),
    ("follower", "default, a reader follows"),
    ("bpf", "perfattr-bpf follows, no module"),
    ("kretprobe", "an empty kretprobe"),
    ("ftrace", "ftrace syscall events"),
    ("bpftrace", "bpftrace, 9 fields"),
    ("perf_trace", "perf trace"),
    ("strace", "strace -v"),
]
ADDED = ["open", "refused", "close", "getppid", "epoll", "fork", "fork10"]
TABLE = ADDED + ["bill"]
HEADS = {
    "open": "open", "refused": "refused", "close": "close", "getppid": "getppid",
    "epoll": "epoll", "fork": "fork", "fork10": "fork, 10 ev.", "bill": "whole bill",
}
READER = ["text", "raw", "text_refused", "raw_refused"]
# Modes in which a fork passes no probe; with sites=0 it passes two for each inherited event.
OURS = ["disabled", "stages0", "default", "filtered0", "filtered", "follower"]
# fork() allocates: what the allocators have in stock shows in its last digits, a refill of a
# slab cache is 159 more. An empty kretprobe adds 401: no hit of a probe hides in this. With ten
# inherited events ten hits of the cheapest probe, an optimised kprobe, would be 1,020.
FORK_NOISE = {"fork": 250, "fork10": 900}
# What is compared between runs to the instruction.
EXACT = set(ADDED + READER + [r + "_bytes" for r in READER] +
            ["asked", "kib", "record_bytes", "call", "calls"])


def read_cells(lines):
    cells = {}
    for line in lines:
        words = line.split()
        if len(words) == 4 and words[0] == "cell":
            cells.setdefault(words[1], {})[words[2]] = int(words[3])
    return cells


def added(cells, row, column):
    return cells[row][column] - cells["nothing"][column]


def settled(column, number):
    """A difference of two numbers, without what fork's own noise makes of it."""
    return 0 if abs(number) <= FORK_NOISE.get(column, 0) else number


# --- bars ---

def bars(cells):
    """(text, measured, limit): met when measured <= limit."""
    def most(rows, columns):
        return max(abs(settled(c, added(cells, r, c))) for r in rows for c in columns)

    def a(row, column):
        return added(cells, row, column)

    read = cells["default"]
    yield "getppid, epoll_create1, fork, close, module loaded in any mode", \
        most(OURS + ["sites0"], ["getppid", "epoll", "fork", "close"]), 0
    yield "everything, enable=0", most(["disabled"], ADDED), 0
    yield "fork with 10 inherited events, module loaded in any mode with sites", \
        most(OURS, ["fork10"]), 0
    yield "perf_event_open, stages=0", a("stages0", "open"), 890
    yield "perf_event_open, default", a("default", "open"), 2420
    yield "... below bpftrace", a("default", "open"), a("bpftrace", "open") - 1
    yield "... below perf trace", a("default", "open"), a("perf_trace", "open") - 1
    yield "refused in perf_copy_attr, default", a("default", "refused"), 1620
    yield "excluded by the filter, stages=0", a("filtered0", "open"), 700
    yield "excluded by the filter, default", a("filtered", "open"), 1600
    yield "perf_event_open, perfattr-bpf follows", a("bpf", "open"), 25000
    yield "refused, perfattr-bpf follows", a("bpf", "refused"), 25000
    yield "getppid, epoll_create1, fork, close, perfattr-bpf follows", \
        most(["bpf"], ["getppid", "epoll", "fork", "close"]), 0
    yield "perf_event_open, 64 readers follow, against one", \
        cells["readers.64"]["open"] - cells["readers.1"]["open"], 250
    yield "perf_event_open, a ring of a million records, against one of 64", \
        cells["ring.1048576"]["open"] - cells["ring.64"]["open"], 0
    yield "perf_event_open, 64 CPUs at once, against one", \
        with_and_without(cells, "scale", 64, "call")[0] - \
        with_and_without(cells, "scale", 1, "call")[0], FORK_NOISE["fork"]
    yield "calls on 1 to 64 CPUs that no record shows", \
        cells["scale.stats"]["missed"] + cells["scale.stats"]["dropped"], 0
    yield "a text record", read["text"], 11000
    yield "a text record of a refused call", read["text_refused"], 11000
    yield "a raw record", read["raw"], 3000
    yield "a raw record of a refused call, with its facts", read["raw_refused"], 3000
    yield "a call that perfattr -f -v shows, the kernel's part included", \
        cells["beside.perfattr-v"]["cpu"], 100000
    yield "a call that perfattr -f -j shows, the kernel's part included", \
        cells["beside.perfattr-j"]["cpu"], 120000
    yield "memory of perfattr as it follows, KiB", \
        max(cells[f"beside.{row}"]["kib"] for row, _ in BESIDE), 65536
    yield "records that a follower of 1,000 calls a second loses", \
        sum(c["made"] - c["shown"] for c in (cells[f"beside.{row}"] for row, _ in BESIDE)), 0
    yield "whole bill with a follower", a("follower", "bill"), 15300
    yield "whole bill with a follower, below ftrace's", \
        a("follower", "bill"), a("ftrace", "bill") - 1
    yield "whole bill with a follower, below bpftrace's", \
        a("follower", "bill"), a("bpftrace", "bill") - 1


def bar_lines(cells):
    missed = 0
    lines = []
    for text, measured, limit in bars(cells):
        ok = measured <= limit
        missed += not ok
        lines.append([text, f"{measured:,}", f"{limit:,}", "ok" if ok else "over the bar"])
    return lines, missed


# --- tables ---

def main_table(cells):
    table = [["added to a call, instructions"] + [HEADS[c] for c in TABLE] + ["shown"]]
    for row, name in ROWS:
        line = [name]
        for column in TABLE:
            number = cells[row][column]
            if row != "nothing":
                number = settled(column, added(cells, row, column))
            line.append(f"{number:,}" if row == "nothing" else f"{number:+,}")
        shown = cells[row].get("shown")
        table.append(line + ["" if shown is None else f"{shown} %"])
    return table


def reader_table(cells):
    names = {"text": "text", "raw": "raw", "text_refused": "text, refused call",
             "raw_refused": "raw, refused call"}
    table = [["reading one record", "instructions", "bytes"]]
    for what in READER:
        table.append([names[what], f"{cells['default'][what]:,}",
                      f"{cells['default'][what + '_bytes']:,}"])
    return table


def numbered(cells, prefix):
    """Rows PREFIX.N or PREFIX.N.WITH, in order of N."""
    keys = [k.split(".") for k in cells if k.startswith(prefix + ".")]
    return sorted({int(k[1]) for k in keys if k[1].isdigit()})


def with_and_without(cells, prefix, n, column):
    return (cells[f"{prefix}.{n}.1"][column] - cells[f"{prefix}.{n}.0"][column],
            cells[f"{prefix}.{n}.0"][column])


def pmu_table(cells):
    table = [["PMUs more", "asked all: without", "with, added", "usual event, added"]]
    for n in numbered(cells, "pmus"):
        more, bare = with_and_without(cells, "pmus", n, "asked")
        usual, _ = with_and_without(cells, "pmus", n, "open")
        table.append([f"{n}", f"{bare:,}", f"{more:+,}", f"{usual:+,}"])
    return table


def size_table(cells):
    table = [["attr.size", "without", "with, added"]]
    for n in numbered(cells, "size"):
        more, bare = with_and_without(cells, "size", n, "open")
        table.append([f"{n}", f"{bare:,}", f"{more:+,}"])
    return table


def ring_table(cells):
    table = [["records", "instructions to load", "memory, MiB", "bytes a record", "a call, added"]]
    bare = cells["pmus.0.0"]["open"]
    for n in numbered(cells, "ring"):
        c = cells[f"ring.{n}"]
        table.append([f"{n:,}", f"{c['load']:,}", f"{c['kib'] / 1024:.1f}",
                      f"{c['record_bytes']:,}", f"{c['open'] - bare:+,}"])
    return table


def readers_table(cells):
    table = [["followers", "a call, added", "close, added"]]
    for n in numbered(cells, "readers"):
        c = cells[f"readers.{n}"]
        table.append([f"{n}", f"{c['open'] - cells['pmus.0.0']['open']:+,}",
                      f"{c['close'] - cells['readers.0']['close']:+,}"])
    return table


def scale_table(cells):
    table = [["CPUs at once", "calls", "without", "with, added", "nine of ten, added at most"]]
    for n in numbered(cells, "scale"):
        more, bare = with_and_without(cells, "scale", n, "call")
        late, _ = with_and_without(cells, "scale", n, "call_p90")
        table.append([f"{n}", f"{cells[f'scale.{n}.1']['calls']:,}", f"{bare:,}", f"{more:+,}",
                      f"{late:+,}"])
    return table


BESIDE = [("perfattr-cat", "perfattr-cat -f -j, as the service: no reasons"), ("perfattr-v", "perfattr -f -v"),
          ("perfattr-j", "perfattr -f -j")]


def beside_table(cells):
    table = [["at 1,000 calls a second", "instructions a call", "calls shown", "memory, KiB"]]
    for row, name in BESIDE:
        c = cells[f"beside.{row}"]
        table.append([name] + [f"{c[k]:,}" for k in ("cpu", "shown", "kib")])
    return table


def cpus_table(cells):
    table = [["2 threads / 1 thread", "median", "middle half"]]
    for row, name in (("nothing", "nothing loaded"), ("default", "default")):
        ratios = [c["threads2"] / max(c["threads1"], 1) for k, c in cells.items()
                  if k.startswith(f"cpus.{row}.")]
        low, median, high = statistics.quantiles(ratios, n=4)
        table.append([name, f"{median:.2f}", f"{low:.2f} to {high:.2f}"])
    return table


def plain(table):
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    return "\n".join("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                               for i, (cell, w) in enumerate(zip(line, widths))).rstrip()
                     for line in table)


def markdown(table):
    head, *body = table
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule] + body)


# --- the run before ---

def explanation(row, column):
    """Why a number may differ between two runs; empty when it must not."""
    if column.split("_")[0] in ("text", "raw"):
        return "times in a record have more or fewer digits"
    if column.startswith("fork"):
        return "what the allocators have in stock"
    if row == "strace":
        return "two processes and the scheduler between them"
    if row.startswith("pmus.") and row.endswith(".1"):
        return "PMUs are found by a hash of where they lie in memory"
    if row.startswith("readers."):
        return "the scheduler's work to wake many"
    return ""


def compare(cells, before):
    """Lines that say how this run differs from the one before."""
    same, off, unexplained = 0, [], 0
    for row, columns in cells.items():
        for column, number in columns.items():
            old = before.get(row, {}).get(column)
            if old is None or column not in EXACT:
                continue
            if number == old:
                same += 1
                continue
            why = explanation(row, column)
            unexplained += not why
            off.append(f"  {row} {column}: {old:,} then, {number:,} now"
                       f" ({why or 'NOT EXPLAINED'})")
    bills = [abs(c["bill"] - before[r]["bill"]) / c["bill"] for r, c in cells.items()
             if "bill" in c and "bill" in before.get(r, {})]
    lines = [f"against the run before: {same} numbers the same to the instruction, {len(off)} "
             f"not, {unexplained} of them without an explanation"] + off
    if bills:
        lines.append(f"bills are means over whatever ran, timer ticks and disk interrupts "
                     f"included: they differ by up to {max(bills) * 100:.2f} %")
    return lines


# --- the document ---

INTRO = """# What it costs

Made by `make bench` from its own results; the numbers are in [cost.json](cost.json).

![Instructions that watching a call takes](cost.svg)

Guest instructions on Debian's {release} under QEMU, one virtual CPU,
`-icount shift=0,sleep=off -cpu max,-erms`: the time stamp counter advances by one an
instruction, so medians are the same in every boot. The call is a disabled dummy software
event of 128 bytes; "refused" is refused by `perf_copy_attr()`. All rows are of one boot.
"""

ROWS_NOTE = """The first line is what things take with nothing loaded; the others are what
they take more. "Whole bill" is everything that the machine does for a call, the tool that reads
included, as the difference of runs of 2,500 and of 500 calls; it is a mean, so ticks of the
timer are in it and its last digits move from run to run. "Shown" is how many of those calls the
tool showed. What a call takes in rows with a reader includes waking the reader; ours is woken once
a tick in a burst, so most calls pay nothing for it. Fork time is multimodal (it depends on the
state of the allocators); the lowest common mode is reported. A difference of up to {fork}, or {fork10} with ten inherited events, is
allocator noise (a refill of a slab cache is 159) and counts as 0: an empty kretprobe adds 401, ten
hits of the cheapest probe 1,020.

ftrace, bpftrace and perf trace slow down every system call of every process while they run,
strace those of the process that it traces; the module and perfattr-bpf slow down none. A fork of a
process with inherited events runs `perf_event_alloc()` for each of them, but not the instructions
(sites) that the module probes there. With `sites=0`, and where a kernel's code is not as expected,
`stats` has `fork_probes 2`, and each of these events pays {each_function:,}. The programs of perfattr-bpf are
at the functions themselves: each of these events pays {each_bpf:,} while it runs.
"""

READER_NOTE = """From read(2) on the open stream to its return: the ring, symbols, rendering, the
copy to the reader. An unread record is never rendered."""


def document(cells, release, lines):
    parts = [
        INTRO.format(release=release),
        "## Side by side\n", markdown(main_table(cells)) + "\n",
        ROWS_NOTE.format(**FORK_NOISE, each_function=added(cells, "sites0", "fork10") // 10,
                         each_bpf=added(cells, "bpf", "fork10") // 10),
        "## Reading\n", markdown(reader_table(cells)) + "\n", READER_NOTE + "\n",
        "## Bars\n", markdown([["added to, or taken by", "measured", "bar", ""]] + lines) + "\n",
        "## Growth\n",
        "With more PMUs on the machine: for an event whose type no PMU has, so that each is asked, and "
        "for the usual event:\n", markdown(pmu_table(cells)) + "\n",
        "Sizes of the caller's attr:\n", markdown(size_table(cells)) + "\n",
        "Sizes of the ring:\n", markdown(ring_table(cells)) + "\n",
        "Readers that follow, and calls that are so far apart that each wakes them: one reader, or a "
        "worker that wakes several:\n",
        markdown(readers_table(cells)) + "\n",
        "A reader that follows 10,000 calls, 1,000 a second, half of them refused and explained. The "
        "first column is the cost of the reader itself, the kernel's rendering for it included; a "
        "thousand times that is the cost of each second. Memory is its peak:\n",
        markdown(beside_table(cells)) + "\n",
        "CPUs that open and close events at the same time, as fast as they can. QEMU runs them in "
        "turns, and a plugin of it counts the instructions of each CPU from before the system "
        "call to behind it; they differ by a refill of a slab cache. The time that a CPU waits for a "
        "cache line of another one is not counted; kmod/record/ring.c says which lines they share:\n",
        markdown(scale_table(cells)) + "\n",
        "Two CPUs, two threads that open and close events as fast as they can, against one thread. "
        "This is the only table that measures time (QEMU with one host thread per CPU). Only the "
        "ratio within a run is meaningful, and only if the host is idle; 25 runs each, in turns:\n",
        markdown(cpus_table(cells)) + "\n",
    ]
    return "\n".join(parts)


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def main():
    args = argparse.ArgumentParser()
    for option in ("--release", "--before", "--docs", "--json"):
        args.add_argument(option, required=True)
    args = args.parse_args()
    cells = read_cells(sys.stdin)
    lines, missed = bar_lines(cells)
    tables = [main_table, reader_table, pmu_table, size_table, ring_table, readers_table,
              scale_table, cpus_table]
    for table in tables:
        print(plain(table(cells)) + "\n")
    print(plain([["bar: added to, or taken by", "measured", "limit", ""]] + lines))
    if os.path.exists(args.before):
        with open(args.before, encoding="utf-8") as f:
            print("\n" + "\n".join(compare(cells, json.load(f)["cells"])))
    result = json.dumps({"kernel": args.release, "unit": "guest instructions", "bars": lines,
                         "cells": cells}, indent=1) + "\n"
    write(args.json, result)
    write(os.path.join(args.docs, "cost.json"), result)
    write(os.path.join(args.docs, "cost.md"), document(cells, args.release, lines))
    write(os.path.join(args.docs, "cost.svg"), picture(cells, dict(ROWS), added))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
