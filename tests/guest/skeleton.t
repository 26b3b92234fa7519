#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The example of the document whose format this is: the same call gives the same skeleton.

seed_000.txt is the dump that the document prints. Every line of it must come back, in its order,
and nothing may stand between but what the contract adds to it.
"""

import re
import sys

sys.path.insert(0, "tests/guest")
from records import *

# Bits that have got names since, the section about the caller, and the kernel's view.
ADDED = ("ksymbol bpf_event aux_output cgroup text_poke build_id inherit_thread remove_on_exec "
         "sigtrap defer_callchain defer_output").split()


def skeleton(text):
    """Lines without comments and with single blanks around =."""
    lines = []
    for line in text.splitlines():
        line = re.sub(r" */\*.*?\*/", "", line)
        if not line.startswith("="):
            line = re.sub(r" *= *", " = ", line.rstrip())
        lines.append(line)
    return lines


plan(6)
load()
call("type=4", "size=112", "config=0x82d0", "sample_period=4000", "sample_type=0x8c1cf",
     "read_format=4", f"bits={1 | 1 << 1 | 1 << 10 | 3 << 15 | 1 << 18}", "pid=-1", "cpu=3",
     "group=-1", "flags=8")
record = read("log")
with open("tests/guest/seed_000.txt", encoding="utf-8") as seed:
    want = skeleton(seed.read())
# The advice under the result is a comment: a line that it leaves empty is none of the block.
got = [line for line in skeleton(record) if line.strip()]
same(got[0], want[0], "the banner is the same")

want_comments = re.findall(r"/\*.*?\*/", open("tests/guest/seed_000.txt", encoding="utf-8").read())
same([c for c in want_comments if c not in record], [], "its comments are there")

# The event does not exist in a guest: the value of the descriptor is all that may differ.
want = [re.sub(r"int fd = .*", "int fd = -1;", line) for line in want if line]
extra = []
rest = list(want)
for line in got:
    if rest and line == rest[0]:
        rest.pop(0)
    else:
        extra.append(line)
same(rest, [], "every line of it comes back, in its order")
section = None
unexplained = []
for line in extra:
    if not line.startswith(" "):
        section = line
    elif section in ("call:", "kernel:"):
        continue
    elif not re.fullmatch(rf"        \.({'|'.join(ADDED)}) = 0,", line):
        unexplained.append(line)
same(sorted({line for line in extra if not line.startswith(" ")} - {"call:", "kernel:"}), [],
     "the only sections that are added are call and kernel")
same(unexplained, [], "the only fields that are added are those that got a name since")
same([line for line in got if not line.startswith(" ")],
     [got[0], "call:", *(f"arg[{number}]:" for number in range(5)), "return:", "kernel:"],
     "sections are in order")
finish()
