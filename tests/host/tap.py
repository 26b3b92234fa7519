# SPDX-License-Identifier: GPL-2.0
"""TAP for the checks of this folder that are written in Python."""

run = failed = 0


def ok(faults, what):
    """One test; it has failed if there are faults, of which the first ones are printed."""
    global run, failed
    run += 1
    failed += bool(faults)
    print(f"{'not ' if faults else ''}ok {run} - {what}")
    print("".join(f"# {fault}\n" for fault in faults[:20]), end="")


def end():
    """The plan, behind all tests. Returns the status of the program."""
    print(f"1..{run}")
    return failed > 0
