# SPDX-License-Identifier: GPL-2.0
"""usage: racer.py USED JSON - is the kernel's copy in each record what the kernel used?

USED are the lines of racer.c: descriptor of a call, and how many bytes a read of it gave, which is
8 for the value and 8 for each bit of read_format. The calls of one thread stand in both in the
same order.
"""
import json
import sys


def main():
    with open(sys.argv[1], encoding="ascii") as f:
        used = [tuple(map(int, line.split())) for line in f]
    with open(sys.argv[2], encoding="utf-8") as f:
        records = [json.loads(line) for line in f]
    bad = changed = 0
    for i, ((fd, size), rec) in enumerate(zip(used, records)):
        passed = int(rec["attr"]["read_format"])
        kernel = int((rec["kernel"]["attr"] or {}).get("read_format", passed))
        changed += kernel != passed
        if rec["ret"] != fd or size != 8 + 8 * bin(kernel).count("1"):
            print("call %d: read_format %d, a read of %d bytes" % (i, kernel, size))
            bad += 1
    print("%d records, in %d the attr had changed, %d wrong" % (len(records), changed, bad))
    return 1 if bad or not changed or len(used) != len(records) else 0


sys.exit(main())
