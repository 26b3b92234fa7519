#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""check_security.py: each test that SECURITY.md names is in this checkout, and each numbered promise names one. A name
that is replaced by a wrong one must be found. TAP.
"""
import os
import re
import sys

from tap import end, ok

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
PAGE = "SECURITY.md"
# Where a test may be that is named without its folder.
FOLDERS = ("tests/guest", "tests/storm", "tests/host")


def named(text):
    """The tests that a text names: `x.t`, `tests/host/test_x.c`, `tests/userspace/x.sh`."""
    return [name for name in re.findall(r"`([^`\s]+)`", text)
            if name.endswith(".t") or name.startswith("tests/") or re.search(r"\btest_\w+\.c$", name)]


def there(name):
    paths = [name] if "/" in name else [f"{folder}/{name}" for folder in FOLDERS]
    return any(os.path.isfile(path) for path in paths)


def missing(text):
    return [f"there is no test {name}" for name in named(text) if not there(name)]


def promises(text):
    """The numbered paragraphs below "What it promises": (number, text)."""
    section = re.search(r"^## What it promises\n(.*?)^## ", text, re.M | re.S)[1]
    parts = re.split(r"^(\d+)\. ", section, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def main():
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    names = sorted(set(named(text)))
    ok(missing(text), f"each of {len(names)} tests that {PAGE} names is there")
    ok([name for name in names if not missing(text.replace(f"`{name}`", f"`{name[:-2]}x{name[-2:]}`"))] if names else ["none"],
       "... and a wrong name would be found")
    found = promises(text)
    ok([] if [number for number, _ in found] == [str(i + 1) for i in range(len(found))] and found else [str(found)[:200]],
       f"{len(found)} promises are numbered")
    ok([f"promise {number} names no test" for number, part in found if not named(part)], "... each names a test")
    return end()


sys.exit(main())
