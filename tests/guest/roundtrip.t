#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The arg[0] block is C: compiled, it yields the bytes that the caller passed.

500 calls with random attrs; the blocks of their records are put into one program, which tcc
compiles against a UAPI header that knows every field, and its bytes are compared.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/guest")
from records import *

CALLS = 500
SIZE = VERSIONS[-1]
# The one exception to the rule: the field reads 0 and says so.
HIDDEN = "kernel address, not shown"


def program(blocks):
    """C source that writes what the blocks compile to, one after the other.

    Static, as tcc 0.9.27 stores some bit-fields of automatic variables wrongly.
    """
    yield '#include "uapi.h"\n#include <stdio.h>\n'
    for number, block in enumerate(blocks):
        yield f"static void block{number}(void)\n{{\n    static {block.strip()}\n"
        yield "    fwrite(&attr, sizeof(attr), 1, stdout);\n}\n"
    yield "int main(void)\n{\n"
    yield from (f"    block{number}();\n" for number in range(len(blocks)))
    yield "    return 0;\n}\n"


plan(6)
load()
seed = random.randrange(1 << 32)
print(f"# seed {seed}")
directory = tempfile.mkdtemp()
subprocess.run(["roundtrip", str(CALLS), str(seed), f"{directory}/passed"], check=True)
log = read("log")
same(counter("recorded"), CALLS, "every call is recorded")

blocks = re.findall(r"^arg\[0\]:\n(.*?\n    };)$", log, flags=re.S | re.M)
same(len(blocks), CALLS, "every record has a block")
with open(f"{directory}/blocks.c", "w", encoding="ascii") as source:
    source.writelines(program(blocks))
# There is no tcc for ppc64el.
compiler = subprocess.run([shutil.which("tcc") or "gcc", "-Itests/guest", "-o", f"{directory}/blocks",
                           f"{directory}/blocks.c"], stderr=subprocess.PIPE, text=True)
same((compiler.returncode, compiler.stderr), (0, ""), "the blocks compile, without a warning")
answer = subprocess.run([f"{directory}/blocks"], stdout=subprocess.PIPE, check=True).stdout
with open(f"{directory}/passed", "rb") as passed_file:
    passed = passed_file.read()
same(len(answer), len(passed), "... to as many bytes as were passed")

wrong = []
hidden = 0
for number, block in enumerate(blocks):
    got = answer[number * SIZE:][:SIZE]
    want = bytearray(passed[number * SIZE:][:SIZE])
    if HIDDEN in block:
        hidden += 1
        for names, offset in (("bp_addr|kprobe_func|uprobe_path", 56),
                              ("kprobe_addr|probe_offset|bp_len", 64)):
            value = int.from_bytes(want[offset:offset + 8], sys.byteorder)
            # On s390x the kernel has no half of the addresses; kprobe_addr is always one of its own.
            # On 32-bit Arm its modules come first, and the upper half of a word is cut off.
            is_kernel = value and offset == 64 if S390 else \
                (value & 0xffffffff) >= 0xbf000000 if ARM32 else value >> 63
            if is_kernel and re.search(rf"\.({names}) = .*{HIDDEN}", block):
                want[offset:offset + 8] = bytes(8)
    if got != want:
        wrong.append(f" got {got.hex()}\nwant {bytes(want).hex()}\n{block}")
ok(not wrong, f"every block yields the bytes that were passed ({hidden} with a hidden address)",
   f"{len(wrong)} wrong", *wrong[:2])
kinds = {re.search(r"\.type = ([^,/]*)", block)[1].strip() for block in blocks}
ok(len(kinds) > 20 and CALLS - hidden > 400, "the attrs were of many kinds", kinds)
finish()
