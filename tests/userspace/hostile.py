#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""hostile.py PERFATTR FOLDER...: hostile values for each key of recorded opens.

Of every kind of open in FOLDER/*.json*, and in each version, each value is replaced, and each key is renamed. What
"perfattr write --attr N" prints of it must be a refusal (status 1, no output), or C in which the word "evil" stands in literals
and comments only.
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
COMMON = ("v", "seq", "load", "time_ns", "wall_ns", "duration_ns", "pid", "tid", "uid", "comm", "abi", "ret", "errno")


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
            place = (path[0] in COMMON or (record.get("symbols") or {}).get("type"), path, str(hostile))
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
    """The first open of each kind."""
    seen = set()
    for name in sorted(name for folder in folders for name in glob.glob(folder + "/*.json*") if not name.endswith(".gz")):
        for r in map(json.loads, open(name, encoding="utf-8")):
            kind = (r.get("v"), (r.get("symbols") or {}).get("type"))
            if r.get("attr") and r.get("call", "open") == "open" and kind not in seen:
                seen.add(kind)
                yield r


def run(perfattr, seq, text):
    """The attr of record @seq of these as C: by what waits at PERFATTR_ASK, see server.c, where there is something."""
    path = os.environ.get("PERFATTR_ASK")
    if not path:
        return subprocess.run([perfattr, "-i", "-", "write", "--attr", seq], input=text, capture_output=True, text=True)
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as out, \
            tempfile.TemporaryFile("w+") as err, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        given.write(text)
        given.seek(0)
        server.connect(path)
        socket.send_fds(server, ["\0".join(("022", "/", "6", perfattr, "-i", "-", "write", "--attr", seq, "LC_ALL=C.UTF-8", "")).encode()],
                        [given.fileno(), out.fileno(), err.fileno()])
        status = int.from_bytes(server.recv(4), sys.byteorder)
        code = -(status & 0x7f) or status >> 8
        return subprocess.CompletedProcess([], code, *(f.seek(0) or f.read() for f in (out, err)))


def main(perfattr, *folders):
    runs = 0
    seen = set()
    for record in kinds(folders):
        for path, hostile, mutant in mutants(record, seen):
            runs += 1
            done = run(perfattr, str(record["seq"]), json.dumps(mutant) + "\n")
            refused = done.returncode == 1 and not done.stdout and done.stderr.startswith("perfattr: ")
            accepted = done.returncode == 0 and not done.stderr and done.stdout and not bare(done.stdout)
            if not refused and not accepted:
                print("# %s = %r: status %d\n# %s" % (".".join(path), hostile, done.returncode,
                                                    done.stderr[:300].replace("\n", "\n# ")))
                return 1
    print("# %d hostile records" % runs)
    return runs < 500


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
