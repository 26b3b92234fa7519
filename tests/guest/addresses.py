# SPDX-License-Identifier: GPL-2.0
"""usage: addresses.py FILE... - prints every kernel address that the files show, in any form

An address of the kernel's half, as a hexadecimal number, as a decimal one, as a word of bytes in
a row of hexadecimal digits (attr_raw), as a word of raw records, as text in such a row (filter_raw), or its lower half alone when that is the address of a
symbol. Numbers of all ones and small negative ones are none.
"""
import re
import sys

LOWEST = 0xffff800000000000
# Below are errors and masks.
HIGHEST = 0xffffffffffff0000


def words(digits):
    raw = bytes.fromhex(digits)
    for i in range(0, len(raw) - 7, 8):
        yield int.from_bytes(raw[i:i + 8], "little")


def numbers(text):
    for digits in re.findall(r'"attr_raw":"([0-9a-f]+)"', text):
        yield from words(digits)
    # Digits that replace those of an address are all the same.
    for digits in re.findall(r'"filter_raw":"([0-9a-f]+)"', text):
        text += re.sub("-1+(?![0-9a-f])", "", bytes.fromhex(digits).decode("latin-1"))
    text = re.sub(r'"(attr|filter)_raw":"[0-9a-f]+"', "", text)
    for digits in re.findall(r"(?<![0-9a-fA-F])(?:0x)?([0-9a-fA-F]{16})(?![0-9a-fA-F])", text):
        yield int(digits, 16)
    for digits in re.findall(r"(?<![0-9a-zA-Z])(1[0-9]{19})(?![0-9a-zA-Z])", text):
        yield int(digits)
    for digits in re.findall(r"(?<![0-9a-zA-Z.])-([0-9]{9,19})(?![0-9a-zA-Z])", text):
        yield (1 << 64) - int(digits)


def raw_words(raw):
    """Words of raw records. Two numbers of 32 bits, the second of them -1 or an error, are none."""
    for i in range(0, len(raw) - 7, 8):
        word = int.from_bytes(raw[i:i + 8], sys.byteorder)
        high, low = word >> 32, word & 0xffffffff
        if LOWEST <= word < HIGHEST and (high <= 0xfffff000 or (high == 0xffffffff and low >= 1 << 31)):
            yield word


def main():
    found = 0
    for name in sys.argv[1:]:
        with open(name, "rb") as f:
            raw = f.read()
        if raw.startswith(b"\x89perfraw"):
            for word in raw_words(raw):
                print("%s: %#x" % (name, word))
                found += 1
            continue
        with open(name, encoding="utf-8", errors="replace") as f:
            for line in f:
                for number in numbers(line):
                    if LOWEST <= number < HIGHEST:
                        print("%s: %#x in %s" % (name, number, line.strip()[:300]))
                        found += 1
    return 1 if found else 0


sys.exit(main())
