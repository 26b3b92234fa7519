#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Does debian/copyright name for each file the licence that its first lines name? And is the text of each licence
that it names there, or in LICENSES? TAP; nothing to do in a tarball, which has no debian/."""
import filecmp
import fnmatch
import os
import re
import subprocess
import sys

from tap import end, ok

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
COPYRIGHT = "debian/copyright"
# The words of debian/copyright for those of SPDX.
WORDS = {
    "GPL-2.0": "GPL-2", "GPL-2.0-only": "GPL-2", "GPL-2.0-or-later": "GPL-2+",
    "(GPL-2.0-only OR BSD-2-Clause)": "GPL-2 or BSD-2-Clause",
    "GPL-2.0 WITH Linux-syscall-note": "GPL-2 with Linux-syscall-note exception",
}


def stanzas():
    """The paragraphs: lists of (field, value)."""
    with open(COPYRIGHT, encoding="utf-8") as file:
        for text in re.split(r"\n\s*\n", file.read()):
            yield dict(re.findall(r"^(\S+): *(.*(?:\n[ \t].*)*)", text, re.M))


def files():
    """What git tracks, or what is here."""
    listed = subprocess.run(["git", "ls-files"], check=False, capture_output=True, text=True).stdout.split("\n")[:-1]
    return listed or [os.path.join(folder, name)[2:] for folder, _, found in os.walk(".") for name in found]


def says(path):
    """The licence by the first lines of a file, or None: it names none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            head = "".join(file.readlines(400)[:3])
    except (OSError, ValueError):
        return None
    found = re.search(r"SPDX-License-Identifier:\s*(.*?)\s*(?:\*/|$)", head, re.M)
    return found[1] if found else None


def same_text(one, other):
    return os.path.exists(one) and filecmp.cmp(one, other, shallow=False)


def main():
    if not os.path.exists(COPYRIGHT):
        print(f"1..1\nok 1 - {COPYRIGHT} # SKIP it is not here")
        return 0
    parts = list(stanzas())
    wrong, unused, count = [], {glob for part in parts for glob in part.get("Files", "").split()}, 0
    for path in files():
        # fnmatch's * takes slashes, too, as that of debian/copyright does. The last part that matches counts.
        fits = [part for part in parts if any(fnmatch.fnmatchcase(path, glob) for glob in part.get("Files", "").split())]
        unused -= {glob for glob in unused if fnmatch.fnmatchcase(path, glob)}
        spdx = says(path)
        if spdx is None:
            continue
        count += 1
        named = fits[-1]["License"].split("\n")[0] if fits else "nothing"
        if WORDS.get(spdx, spdx) != named:
            wrong.append(f"{path}: {spdx}, and {COPYRIGHT} says {named}")
    ok(wrong, f"{COPYRIGHT} says of {count} files what their first lines do")
    ok(sorted(unused), "... and each pattern there matches a file")
    texts = {part["License"].split("\n")[0] for part in parts if "\n" in part.get("License", "")}
    named = {name for part in parts if "Files" in part for name in re.split(r" or ", part["License"].split("\n")[0])}
    ok(sorted(named - texts), "... the text of each licence is there")
    ok(sorted(spdx for spdx in ("GPL-2.0-only", "BSD-2-Clause") if not os.path.exists(f"LICENSES/{spdx}.txt")),
       "... and in LICENSES")
    ok([] if same_text("LICENSE", "LICENSES/GPL-2.0-only.txt") else ["LICENSE is another text than LICENSES/GPL-2.0-only.txt"],
       "LICENSE is the text of GPL-2.0-only")
    return end()


sys.exit(main())
