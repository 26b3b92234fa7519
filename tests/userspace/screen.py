#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Looks at what a command prints at some widths.

usage: screen.py text WIDTH WIDE < TEXT     no line is longer, and no word is cut: each is in the file WIDE, or has a mark
       screen.py run WIDTH WIDE < TEXT      the same, and WIDE is of another run: numbers differ
       screen.py red WIDTH COMMAND...       on a terminal: the words in red are errors, results, rules
       screen.py plain WIDTH COMMAND...     on a terminal: no escape sequence, and the text is that without a terminal
       screen.py bare WIDTH COMMAND...      on a terminal: no escape sequence, and no line is longer
"""
import fcntl
import os
import re
import struct
import subprocess
import sys
import termios

from terminal import in_terminal

MARK = re.compile(r"(…|\.\.\.)")
RED = re.compile(r"\x1b\[31m(.*?)\x1b\[0m", re.S)
# An error with or without its rule, what a table has of one, and the results of doctor and events.
WORD = re.compile(r"(E[A-Z0-9]+|NO|limited|note|refused|never)(\[[a-z0-9-]+\])?( ×\d+)?( +\[[a-z]+\])?$")


def columns(line):
    return len(line.encode().decode("utf-8", "replace"))


def too_long(width, got):
    return [f"{columns(line)} columns: {line}" for line in got.splitlines() if columns(line) > width]


def text(width, wide, numbers=re.compile("$.")):
    got = sys.stdin.read()
    with open(wide, encoding="utf-8") as file:
        known = {numbers.sub("0", word) for word in file.read().split()} | {"-->"}
    bad = too_long(width, got)
    bad += [f"cut: {word}" for word in got.split() if numbers.sub("0", word) not in known and not MARK.search(word)]
    if not got.strip():
        bad.append("nothing was printed")
    return bad


def as_wide(width, command):
    """What the command prints in a terminal of this width, which is set before the program looks."""
    size = struct.pack("HHHH", 50, width, 0, 0)
    seen, _ = in_terminal(command, lambda: fcntl.ioctl(0, termios.TIOCSWINSZ, size))
    return seen.replace("\r\n", "\n")


def red(width, command):
    seen = as_wide(width, command)
    found = RED.findall(seen)
    bad = [f"in red: {words}" for words in found if not WORD.match(words.strip())]
    return bad if found or os.environ.get("RED") == "none" else ["nothing is in red: " + seen[:300]]


def plain(width, command):
    seen = as_wide(width, command)
    alone = subprocess.run(command + ["--width", str(width)], stdout=subprocess.PIPE, check=False).stdout.decode()
    bad = ["an escape sequence"] if "\x1b" in seen else []
    return bad if seen == alone else bad + ["other text than without a terminal:", *seen.splitlines()]


def bare(width, command):
    seen = as_wide(width, command)
    return (["an escape sequence"] if "\x1b" in seen else []) + too_long(width, seen)


def main():
    what, width, rest = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    if what in ("text", "run"):
        bad = text(width, rest[0], *([re.compile(r"\d+")] if what == "run" else []))
    else:
        bad = {"red": red, "plain": plain, "bare": bare}[what](width, rest)
    for line in bad:
        print(line)
    return 1 if bad else 0


sys.exit(main())
