#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""hostile.py PERFATTR_C FOLDER...: hostile values for each key of recorded sessions.

Of every kind of record in FOLDER/*.jsonl, and in each version, each value is replaced, and each key is renamed. What
perfattr-c makes of it must be a refusal that names a line (status 1, one line, no output), or a
program in which the word "evil" stands in literals and comments only.
"""
import glob
import json
import os
import re
import socket
import subprocess
import sys
import tempfile

HOSTILE = ['(evil)(argc)', 'PERF_X), evil', '"); evil("', '*/ evil /*' + '?' * 2 + '/\n', ["evil()"],
           {"evil();": 1}, None, 1 << 62]
# One of each kind: the attr alone has sixty fields.
FIELDS = ("type", "config", "sample_type", "sample_period", "bp_addr", "config3")
# Keys of every record.
COMMON = ("v", "seq", "load", "time_ns", "wall_ns", "duration_ns", "pid", "tid", "uid", "comm", "abi", "event",
          "fd", "fd_from", "at_exit", "ret", "errno")


def bare(program):
    program = re.sub(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', " ", program, flags=re.S)
    return re.search(r"\bevil\b", program)


def places(value, path=()):
    """Every key in an object and in the objects in it."""
    for key in value:
        if path[-1:] == ("attr",) and key not in FIELDS:
            continue
        yield path + (key,)
        if isinstance(value[key], dict):
            yield from places(value[key], path + (key,))


def mutants(record, seen):
    """Each place with each value, but for those of kinds of records that are seen."""
    for path in places(record):
        for hostile in HOSTILE + ["rename"]:
            # What all records have is looked at once.
            place = (path[0] in COMMON or record.get("call", "open"), path, str(hostile))
            if place in seen:
                continue
            seen.add(place)
            copy = json.loads(json.dumps(record))
            owner = copy
            for key in path[:-1]:
                owner = owner[key]
            if hostile == "rename":
                owner['evil();"*/'] = owner.pop(path[-1])
            else:
                owner[path[-1]] = hostile
            yield path, hostile, copy


def kinds(folders):
    """The first record of each kind, with the open that it is about and a read to end with."""
    seen = set()
    for name in sorted(name for folder in folders for name in glob.glob(folder + "/*.jsonl")):
        records = [r for r in map(json.loads, open(name)) if "seq" in r]
        opens = {r["seq"]: r for r in records if r.get("call", "open") == "open"}
        for r in records:
            kind = (r["v"], r.get("call", "open"), r.get("cmd"), (r.get("symbols") or {}).get("type"))
            if kind in seen:
                continue
            seen.add(kind)
            before = opens.get((r.get("event") or {}).get("open"))
            yield ([before] if before else []), r


def run(perfattr_c, text):
    """The program over these records: by what waits at PERFATTR_ASK, see server.c, where there is something."""
    path = os.environ.get("PERFATTR_ASK")
    if not path:
        return subprocess.run([perfattr_c], input=text, capture_output=True, text=True)
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as out, \
            tempfile.TemporaryFile("w+") as err, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        given.write(text)
        given.seek(0)
        server.connect(path)
        socket.send_fds(server, ["\0".join(("022", "/", "1", perfattr_c, "LC_ALL=C.UTF-8", "")).encode()],
                        [given.fileno(), out.fileno(), err.fileno()])
        status = int.from_bytes(server.recv(4), sys.byteorder)
        code = -(status & 0x7f) or status >> 8
        return subprocess.CompletedProcess([], code, *(f.seek(0) or f.read() for f in (out, err)))


def main(perfattr_c, *folders):
    runs = 0
    seen = set()
    for before, record in kinds(folders):
        for path, hostile, mutant in mutants(record, seen):
            runs += 1
            text = "".join(json.dumps(r) + "\n" for r in before + [mutant])
            done = run(perfattr_c, text)
            refused = (done.returncode == 1 and not done.stdout and done.stderr.count("\n") == 1 and
                       re.match(r"perfattr-c: standard input(: line \d+: | has no records)", done.stderr))
            accepted = done.returncode == 0 and not done.stderr and not bare(done.stdout)
            # A line {"lost":N} is said, and is no record.
            if not refused and not accepted:
                print("# %s = %r: status %d\n# %s" % (".".join(path), hostile, done.returncode,
                                                    done.stderr[:300].replace("\n", "\n# ")))
                return 1
    print("# %d hostile records" % runs)
    return runs < 500


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
