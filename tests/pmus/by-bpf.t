#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 400
"""By programs of BPF, beside the module: of calls that the drivers of this machine refuse, and of those that any
kernel does, both tell the same. So no more reasons are wrong, or name only the PMU that refused, than of the module,
of which drivers.t says how many there are."""

import sys

sys.path.insert(0, "tests/guest")
from beside_bpf import *

need_bpf()
plan(10)
load("records=65536")
for command, least in ((["why_table"], 500), (["why_drivers", "500"], 500)):
    ours, theirs, paired = compared(command, least)
    for name, records in ("the module", [one for one, _ in paired]), ("BPF", [other for _, other in paired]):
        rules = [(record.get("why") or {}).get("rule") for record in records if record["ret"] < 0]
        print(f"# by {name}: {len(rules)} refused, {rules.count(None)} without a reason,",
              f"{rules.count('pmu-refused')} name only the PMU", flush=True)
(_, known), (_, seen) = ours, theirs
same(seen, known, "the PMUs are told as by the module")
ok(any((other["kernel"] or {}).get("hw_config") for _, other in paired), "... and what one has of an event")
finish()
