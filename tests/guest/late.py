#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""late.py SECONDS COMMAND...: how late does a line of JSON come that COMMAND prints of a record?

Of each record whose call has begun after this program has, the time from there to when its whole line has
come, so long. Prints how many there were, the longest of these times in ms, and how many of them tell of lost
records.
"""
import re
import subprocess
import sys
import time

RECORD = re.compile(rb'^\{"v":\d+,"call":"open",.*?"time_ns":"(\d+)"')


def boot_ns():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def main(seconds, *command):
    begin = boot_ns()
    end = begin + int(float(seconds) * 1e9)
    records, lost, worst, now = 0, 0, 0, begin
    with subprocess.Popen(command, stdout=subprocess.PIPE) as follower:
        while now < end:
            line = follower.stdout.readline()
            now = boot_ns()
            lost += line.startswith(b'{"lost"')
            at = RECORD.match(line)
            if at and int(at.group(1)) > begin:
                records += 1
                worst = max(worst, now - int(at.group(1)))
        follower.terminate()
    print("%d records, the latest after %d ms, %d times lost" % (records, worst // 1000000, lost))


main(*sys.argv[1:])
