#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Where an attr lies, how large it says it is, and what the record makes of it."""

import re
import subprocess
import sys

sys.path.insert(0, "tests/guest")
from records import *

NEWEST = VERSIONS[-1]

plan(55 + 2 * len(VERSIONS))
load()
# name: first byte, as the compiler has it
fields = {name: int(offset) for name, offset, _ in
          (line.split() for line in subprocess.check_output(["call", "fields"],
                                                            text=True).splitlines())}


def one(*words, **kwargs):
    seen = call(*words, **kwargs)[-1]
    return seen, last_record()


# --- every size ---
for number, size in enumerate(VERSIONS):
    seen, rec = one(f"size={size}", "at=end")
    beyond = [name for name in rec.attr if fields.get(name, 0) >= size]
    same((rec.attr.get("size"), rec.fd, beyond, len(rec.fields) > 40),
         (size, seen["ret"], [], True), f"size {size}: as passed, with no field beyond it")
    # The headers of Debian 12 end with 128 bytes.
    name = f"PERF_ATTR_SIZE_VER{number}"
    ok(f".size = {name}," in rec.text if size <= 128 else f".size = {size} /* {name} */," in rec.text,
       "... by its name", rec.text)

seen, rec = one("size=0", "at=end", "len=64", "config1=0x1234", "config2=0x5678")
same((seen["ret"] >= 0, rec.attr.get("size"), rec.attr["config1"], "config2" in rec.attr),
     (True, 0, 0x1234, False), "size 0: the kernel takes the first 64 bytes, and so does the record")
for size in (1, 8, 63):
    seen, rec = one(f"size={size}", "at=end", "len=64")
    same((seen["ret"], rec.errno, rec.attr.get("size"), seen["size"] >= 112),
         (-7, "E2BIG", size, True), f"size {size}: E2BIG, and the size is the one that was passed")
for size in (65, 100, 1000, 4096):
    seen, rec = one(f"size={size}", "at=end", f"len={size}")
    same((seen["ret"], rec.fd, rec.attr.get("size")), (rec.fd, seen["ret"], size),
         f"size {size}: as passed, and accepted as its further bytes are zero")
for size in (4097, 0x7fffffff, 0xffffffff):
    seen, rec = one(f"size={size}", "at=end", "len=4096")
    same((seen["ret"], rec.errno, rec.attr.get("size"), seen["size"] >= 112),
         (-7, "E2BIG", size, True), f"size {size:#x}: E2BIG, and the size is the one that was passed")
    seen, rec = one(f"size={size}", "at=end", "len=64", "config1=0xabc")
    same((rec.attr.get("size"), rec.attr.get("config1")), (size, 0xabc),
         "... also when no more than 64 bytes are there")
ok(f"/* {0xffffffff - 64} further bytes not kept */" in rec.text,
   "... and the record says how many it did not keep", rec.comments)

data = bytearray(200)
data[0:8] = (1).to_bytes(4, sys.byteorder) + (200).to_bytes(4, sys.byteorder)
data[8:16] = (9).to_bytes(8, sys.byteorder)
data[NEWEST + 6] = 0x77
seen, rec = one("hex=" + data.hex(), "at=end", "len=200")
same((seen["ret"], rec.errno, rec.attr.get("size"), seen["size"] >= 112), (-7, "E2BIG", 200, True),
     "bytes behind the newest field that are not zero: E2BIG, size as passed")
ok(f"/* bytes {NEWEST}..199: {data[NEWEST:].hex()} */" in rec.text, "... and they are shown", rec.comments)

# --- where it lies ---
for where in ("untouched", "file", "straddle"):
    for program in ("call", f"call.{ABI32}"):
        if program.endswith("None"):
            skip(f"an attr that is not resident at entry ({where}, 32-bit)", f"there are no such programs for {ABI}")
            continue
        seen, rec = one(f"at={where}", "config1=0x57a71c", program=program)
        same((rec.unreadable, rec.fd, rec.attr.get("config1")), (None, seen["ret"], 0x57a71c),
             f"an attr that is not resident at entry ({where}, {program}) is in the record")
seen, rec = one("at=end", "size=64", "len=64", "config1=0x99")
same((seen["ret"] >= 0, rec.attr.get("config1")), (True, 0x99),
     "a 64-byte attr that ends with its mapping is read")
seen, rec = one("at=end", "size=112", "len=64")
same((seen["ret"], rec.errno, rec.fd), (-14, "EFAULT", -1),
     "an attr that announces more than is mapped: EFAULT")

# Byte 40 is the first of its flags; up to there it is there, and the rest never will be.
for there in (4, 8, 16, 40, 64):
    seen, rec = one("at=end", "size=112", f"len={there}", "config=9")
    rec_json = json_record(explained("-n", "1")[-1])
    want = {"type": 1, "size": 112 if there >= 8 else None, "config": 9 if there >= 16 else None}
    same((seen["ret"], {key: rec.attr.get(key) for key in want}), (-14, want),
         f"an attr that ends after {there} bytes shows these")
    ok(f"/* not readable from byte {there} on */" in rec.text, "... and says where they end", rec.text)
    same(({key: rec_json["attr"] and rec_json["attr"][key] for key in want}, rec_json.get("attr_ends"),
          len(rec_json["attr_raw"] or "")), (want, there, 2 * there), "... as JSON does")
    same(rec_json["why"] and (rec_json["why"]["rule"], rec_json["why"]["certain"]),
         ("attr-not-readable", True), "... with the reason")
for where, pointer in (("0", "0x0"), ("0x10", "0x10"), ("noaccess", "0x[0-9a-f]+"),
                       ("0xffffffffffffff00", "0xffffff00" if ARM32 else "0xffffffffffffff00")):
    seen, rec = one(f"at={where}", "cpu=3")
    ok(re.fullmatch(rf"struct perf_event_attr \*attr = ({pointer}) /\* not readable: EFAULT \*/;",
                    rec.unreadable or ""), f"an attr at {where} is not readable", rec.text)
    same((rec.cpu, rec.errno), (3, "EFAULT"), "... and the rest of the record is there")
seen, rec = one("at=0x10", "flags=0x100")
same((seen["ret"], rec.errno), (-22, "EINVAL"),
     "unknown flags are refused before the attr is read")
ok("EFAULT" not in rec.unreadable, "... and the record does not say EFAULT then", rec.unreadable)
finish()
