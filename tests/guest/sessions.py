#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""sessions.py STRACE RECORDS: are the records of a process the calls that strace saw?

STRACE is the output of "strace -X raw" of one thread, RECORDS the module's JSON of that thread.
Both become lines "call argument... = result", which must be equal, in order: opens with all
arguments but the attr (strace.t compares attrs), ioctls with the argument, or with what it points
to, mmap, munmap, read, and close of a descriptor whose last reference that is. Prints how many
there are of each kind, or the first line that differs; exit status 1 then.
"""
import json
import re
import sys
from collections import Counter
from itertools import zip_longest

CALL = re.compile(r"(\w+)\((.*)\) += (-1 (?P<errno>E\w+)|-?\w+)")
# The argument of these ioctls is an address: what is there is compared.
ID, FILTER = 0x2407, 0x2406


def words(text):
    """The arguments of a call, split at commas outside of quotes and brackets."""
    return [word.strip() for word in re.findall(r'(?:"(?:[^"\\]|\\.)*"|\{.*\}|\[[^]]*\]|[^,"{[])+', text)]


def number(word):
    return int(word, 0)


def of_ioctl(args):
    cmd = number(args[1])
    if cmd & 0xffff == ID:
        return cmd, number(args[2].strip("[]"))
    if cmd & 0xffff == FILTER:
        return cmd, json.loads(args[2])
    return cmd, number(args[2]) & 0xffffffff


def by_strace(lines):
    fds, maps = set(), {}
    for line in lines:
        match = CALL.match(line)
        if not match:
            continue
        call, args, ret = match[1], words(match[2]), match["errno"] or number(match[3])
        if call == "perf_event_open":
            yield ("open", *map(number, args[1:]), ret)
            if not match["errno"]:
                fds.add(ret)
        elif call == "munmap" and number(args[0]) in maps:
            yield (call, number(args[0]), number(args[1]), ret)
            del maps[number(args[0])]
        elif call == "mmap" and number(args[4]) in fds:
            yield (call, number(args[4]), *map(number, (*args[1:4], args[5])), ret)
            maps[ret] = True
        elif call in ("ioctl", "read", "close") and number(args[0]) in fds:
            fd = number(args[0])
            what = of_ioctl(args) if call == "ioctl" else (number(args[2]),) if call == "read" else ()
            yield (call, fd, *what, ret)
            if call == "close":
                fds.remove(fd)


def by_records(lines):
    for rec in map(json.loads, lines):
        call, args, ret = rec.get("call"), rec.get("args"), rec.get("errno") or rec.get("ret")
        if rec.get("pid") != rec.get("tid") or rec.get("at_exit"):
            continue
        if call == "open":
            yield (call, args["pid"], args["cpu"], args["group_fd"], int(args["flags"]), ret)
        elif call == "ioctl":
            cmd = args["cmd"]
            arg = int(rec["id"]) if cmd & 0xffff == ID else rec["filter"] if cmd & 0xffff == FILTER else \
                int(args["arg"]) & 0xffffffff
            yield (call, rec["fd"], cmd, arg, ret)
        elif call == "mmap":
            yield (call, rec["fd"], int(args["length"]), args["prot"], int(args["flags"]), int(args["offset"]),
                   rec["errno"] or int(rec["at"]))
        elif call == "munmap":
            yield (call, int(rec["at"]), int(args["length"]), ret)
        elif call == "read":
            yield (call, rec["fd"], int(args["count"]), ret)
        elif call == "close":
            yield (call, rec["fd"], ret)


def main(strace, records):
    with open(strace, encoding="utf-8", errors="replace") as file:
        seen = list(by_strace(file))
    with open(records, encoding="utf-8") as file:
        recorded = list(by_records(file))
    for at, (one, two) in enumerate(zip_longest(seen, recorded), 1):
        if one != two:
            print(f"call {at} of {len(seen)} and {len(recorded)}:\n  strace {one}\n  record {two}")
            return 1
    kinds = Counter(call[0] for call in seen)
    print(f"{len(seen)}: " + ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items())))
    return not seen


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
