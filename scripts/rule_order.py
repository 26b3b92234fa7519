#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: rule_order.py SOURCES KERNEL... - the work of scripts/check-order"""
import glob
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CITED = re.compile(r'^\t/\* (\w+\(\)(?: or \w+\(\))*)(?: (since|until) ([\d.]+))?: (`.*`) \*/\n'
                   r'\tRULE\("([^"]+)"(?:.|\n)*?\n\n', re.M)
SINCE = re.compile(r'\.since = "([\d.]+)"')


def number(version):
    return [int(n) for n in version.split(".")]


def rules():
    """Of each file the rules with their checks, in order."""
    for path in sorted(glob.glob(TOP + "/userspace/rules/*rules_*.h")):
        with open(path, encoding="ascii") as file:
            text = file.read() + "\n"
        found = []
        for m in CITED.finditer(text):
            since = SINCE.search(m[0])
            found.append({"rule": m[5], "functions": re.findall(r"\w+(?=\(\))", m[1]),
                          "texts": m[4].strip("`").split("` or `"), "bound": m[2], "version": m[3],
                          "since": since and since[1]})
        yield os.path.basename(path), found


class Kernel:
    """The source of a kernel."""

    def __init__(self, folder):
        with open(folder + "/version", encoding="ascii") as file:
            self.version = file.read().split()[0]
        self.text = ""
        for path in sorted(glob.glob(folder + "/**/*.c", recursive=True)):
            with open(path, encoding="utf-8", errors="replace") as file:
                self.text += re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S) + "\n"
        self.bodies = {}

    def body(self, function):
        """A function without its comments, in one line; those of all architectures; None if there is none."""
        if function not in self.bodies:
            found = (re.findall(r"^(?:[A-Za-z_][\w \t*]*[ \t*\n])?%s\([^;{}]*\)\s*\n\{.*?\n\}" % function,
                                self.text, re.M | re.S) or
                     re.findall(r"^SYSCALL_DEFINE\d\(%s,.*?\n\}" % function, self.text, re.M | re.S))
            self.bodies[function] = re.sub(r"\s+", " ", " ".join(found)) or None
        return self.bodies[function]

    def has(self, rule):
        """Should this kernel have the check, and at this place?"""
        mine = number(self.version)
        if rule["since"] and mine < number(rule["since"]):
            return False
        return not rule["bound"] or (mine < number(rule["version"])) == (rule["bound"] == "until")

    def find(self, rule):
        """The function with the check, and where it is there."""
        for function in rule["functions"]:
            body = self.body(function)
            at = [body.find(text) for text in rule["texts"] if text in body] if body else []
            if at:
                return function, min(at)
        return None


def faults_of(kernel, name, found):
    last = {}
    for rule in found:
        if not kernel.has(rule):
            continue
        at = kernel.find(rule)
        if not at:
            # Checks come and go: it must be in some kernel.
            print("# %s has no check of %s" % (kernel.version, rule["rule"]))
            continue
        rule["seen"] = True
        function, place = at
        before, where = last.get(function, (None, -1))
        if place < where:
            yield "%s: %s is after %s, but its check is before, in %s() of %s" % (
                name, rule["rule"], before, function, kernel.version)
        last[function] = (rule["rule"], place)


def main(folder, *names):
    passed, failed = sample_order.check(folder, names)
    files = list(rules())
    for kernel in (Kernel("%s/%s" % (folder, name)) for name in names):
        for name, found in files:
            faults = list(faults_of(kernel, name, found))
            for fault in faults:
                print("not ok - " + fault)
            passed += not faults
            failed += bool(faults)
    # A text that is in no kernel holds nothing.
    for name, found in files:
        lost = [rule["rule"] for rule in found if not rule.get("seen")]
        for rule in lost:
            print("not ok - %s: the check of %s is in none of these kernels" % (name, rule))
        failed += len(lost)
    print("# %d rules with their checks, in %s" % (sum(len(found) for _, found in files),
                                                  " ".join(names)))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0 or not passed


if __name__ == "__main__":
    import sample_order
    sys.exit(main(*sys.argv[1:]))
