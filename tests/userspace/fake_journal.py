#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: fake_journal.py OUT - for test.sh: receives what programs send to systemd's journal.

Listens on the journal's socket in a mount namespace with a /run of its own, and appends each entry
to OUT as a JSON object of its fields; OUT.ready says that it listens. The format:
https://systemd.io/JOURNAL_NATIVE_PROTOCOL/
"""
import array
import fcntl
import json
import os
import socket
import struct
import sys

SOCKET = "/run/systemd/journal/socket"
ROOM = 1 << 24
# What journald wants of a memfd: nobody can change it any more.
SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


def fields(data):
    """An entry: lines NAME=VALUE, or NAME, the length in 8 bytes, the value and a newline."""
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        name, equals, value = data[at:end].partition(b"=")
        if not equals:
            (size,) = struct.unpack_from("<Q", data, end + 1)
            value = data[end + 9:end + 9 + size]
            end += 9 + size
            if data[end:end + 1] != b"\n":
                raise ValueError("no newline after the value of %r" % name)
        yield name.decode("ascii"), value.decode("utf-8", "surrogateescape")
        at = end + 1


def whole(fd):
    """An entry that is too large for a datagram comes as a file."""
    if fcntl.fcntl(fd, fcntl.F_GET_SEALS) & SEALS != SEALS:
        raise ValueError("the file of an entry is not sealed")
    with open(fd, "rb") as file:
        file.seek(0)
        return file.read()


def entries(sock):
    while True:
        data, control, _, _ = sock.recvmsg(ROOM, socket.CMSG_LEN(4))
        fds = array.array("i", b"".join(part for _, _, part in control))
        if fds:
            yield whole(fds[0]), "memfd"
        else:
            yield data, "datagram"


def main(out):
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    sock.bind(SOCKET)
    os.chmod(SOCKET, 0o666)
    with open(out, "a", encoding="ascii") as to, open(out + ".ready", "w", encoding="ascii"):
        for data, way in entries(sock):
            entry = dict(fields(data))
            entry["way"] = way
            to.write(json.dumps(entry) + "\n")
            to.flush()


main(*sys.argv[1:])
