#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The fuzzers' corpus: corpus/TARGET.hex holds one input a line, in hex, sorted.

usage: corpus.py pack FOLDER > FILE.hex     every file of FOLDER is an input
       corpus.py unpack FOLDER < FILE.hex   one file an input, named as libFuzzer names them
"""
import hashlib
import pathlib
import sys


def pack(folder):
    inputs = {path.read_bytes() for path in folder.iterdir()}
    for data in sorted(inputs, key=lambda data: (len(data), data)):
        print(data.hex())


def unpack(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for line in sys.stdin:
        data = bytes.fromhex(line)
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


if len(sys.argv) != 3 or sys.argv[1] not in ("pack", "unpack"):
    raise SystemExit(__doc__)
{"pack": pack, "unpack": unpack}[sys.argv[1]](pathlib.Path(sys.argv[2]))
