#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 600
# not on debug kernels: it tests programs, not the module
"""The tour (docs/tour.md): each of its commands prints what the page says, but for numbers. The page was made on
Debian's 6.1 by scripts/transcripts; another kernel, or another perf, says other things."""

import os
import sys

sys.path.insert(0, "tests/guest")
from records import *
import console


def main():
    with open(f"{HERE}/tour.md", encoding="utf-8") as file:
        said = console.said(file.read())
    plan(len(said) + 1)
    ok(all(output.strip() for command, output in said
           if command.startswith("perfattr ") and "-o /tmp/records" not in command),
       "every perfattr of the page has an output there: scripts/transcripts docs/tour.md", said[:3])
    if not (X86 and os.uname().release.startswith("6.1.")):
        for command, _ in said:
            skip(command, "the page was made on Debian's 6.1 for amd64")
        return
    for (command, want), (_, got) in zip(said, console.run_here([command for command, _ in said])):
        ok(console.without_numbers(got) == console.without_numbers(want),
           f"as the page says: {command.replace('#', '-')}", f"the page has:\n{want}\nprinted was:\n{got}")


main()
finish()
