#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A strict reader of metrics, written from the specification of OpenMetrics 1.0, not from the
module: counters and gauges, without timestamps and exemplars.

  metrics_check.py METRICS           is it valid? prints the samples as "name{labels} value"
  metrics_check.py METRICS STATS     ... and does stats say the same? prints the differences

Exit status 1 and a sentence if not.
"""
import re
import sys

META = re.compile(r"# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)")
SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^{}]*)\})? (\S+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"')
# Which samples a family of a type has: the name's ending.
SUFFIX = {"counter": "_total", "gauge": ""}


class Family:
    def __init__(self, name):
        self.name = name
        self.meta = {}
        self.samples = 0


def labels_of(text):
    """The labels of a sample, in order; each name once."""
    labels = {}
    at = 0
    while at < len(text or ""):
        match = LABEL.match(text, at)
        if not match or match[1] in labels:
            raise ValueError(f"these are no labels: {text}")
        labels[match[1]] = match[2]
        at = match.end()
        if at < len(text) and (text[at] != "," or at + 1 == len(text)):
            raise ValueError(f"these are no labels: {text}")
        at += 1
    return tuple(labels.items())


class Reader:
    """Takes line by line; a family is whole when another one begins."""

    def __init__(self):
        self.families = {}
        self.family = None
        self.values = {}

    def meta(self, match):
        what, name, text = match.groups()
        if not self.family or self.family.name != name:
            if name in self.families:
                raise ValueError(f"family {name} is in two places")
            self.family = self.families[name] = Family(name)
        if what in self.family.meta or self.family.samples:
            raise ValueError(f"{what} of {name} is there twice, or after a sample")
        if what == "TYPE" and text not in SUFFIX:
            raise ValueError(f"{name} has the type {text}")
        if what == "UNIT" and not name.endswith("_" + text):
            raise ValueError(f"the unit of {name} is {text}")
        if what == "HELP" and re.search(r'\\(?![\\n"])', text):
            raise ValueError(f"the help of {name} has a stray backslash")
        self.family.meta[what] = text

    def sample(self, match):
        name, labels, number = match[1], labels_of(match[2]), match[3]
        family = self.family
        if not family or "TYPE" not in family.meta or "HELP" not in family.meta:
            raise ValueError(f"{name} has no TYPE or no HELP")
        if name != family.name + SUFFIX[family.meta["TYPE"]]:
            raise ValueError(f"{name} is no sample of the {family.meta['TYPE']} {family.name}")
        if not re.fullmatch(r"0|[1-9][0-9]*", number):
            raise ValueError(f"{name} is {number}, which is no count")
        if (name, labels) in self.values:
            raise ValueError(f"{name}{dict(labels)} is there twice")
        family.samples += 1
        self.values[name, labels] = int(number)

    def line(self, line):
        if match := META.fullmatch(line):
            self.meta(match)
        elif match := SAMPLE.fullmatch(line):
            self.sample(match)
        else:
            raise ValueError(f"no line of metrics: {line!r}")


def parse(text):
    """The samples of a valid text: {(name, ((label, value), ...)): number}; else ValueError."""
    if not text.endswith("# EOF\n") or not text.isascii():
        raise ValueError("it does not end with # EOF, or is not ASCII")
    reader = Reader()
    for number, line in enumerate(text.split("\n")[:-2], 1):
        try:
            reader.line(line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if not reader.values:
        raise ValueError("it is empty")
    return reader.values


def stats_name(name, labels):
    """The line of stats that has the same value as a sample."""
    name = re.sub("^perfattr_", "", re.sub("_total$", "", name))
    values = [value for _, value in labels]
    return ".".join([name, *values]) if name == "probe" else "_".join([name, *values])


def in_stats(name, labels, value):
    """stats has neither the version nor the states that a probe is not in."""
    return name != "perfattr_info" and (value or dict(labels).get("state") in (None, "proved"))


def stats(text):
    return {name: int(value) for name, value in (line.split(" ") for line in text.splitlines())}


def main():
    with open(sys.argv[1], encoding="ascii", newline="") as file:
        values = parse(file.read())
    if len(sys.argv) < 3:
        for (name, labels), value in values.items():
            print(name + "{" + ",".join(f'{n}="{v}"' for n, v in labels) + "}", value)
        return 0
    with open(sys.argv[2], encoding="ascii") as file:
        want = stats(file.read())
    got = {stats_name(*key): value for key, value in values.items() if in_stats(*key, value)}
    for name in sorted({*got, *want}):
        if got.get(name) != want.get(name):
            print(f"{name}: metrics {got.get(name)}, stats {want.get(name)}")
    return got != want


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as error:
        sys.exit(f"{sys.argv[1]}: {error}")
