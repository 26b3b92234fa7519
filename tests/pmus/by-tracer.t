#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 400
"""By the tracer, beside the module: of calls that the drivers of this machine refuse, and of those that any kernel does."""

import os
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from beside import *
from records import *

plan(8)
subprocess.run(["insmod", "./perfattr_dump.ko", "records=65536"], check=True)
os.mkdir(DIR)
for command, least in ("why_table", 100), ("why_drivers", 8):
    got = compare(command)
    ok(got["reasons"] > least, f"{command}: its refusals are compared", got)
    ok(same_enough(got), "... nearly all have the same reason as by the module", got)
    ok(not got["another"] and not got["certain and wrong"], "... none has another reason than by the module", got)
    ok(not got["missed"], "... where several are listed the right one is among them", got)
subprocess.run(["rmmod", "perfattr_dump"], check=True)
finish()
