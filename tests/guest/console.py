# SPDX-License-Identifier: GPL-2.0
"""Pages that show what commands print: scripts/transcripts writes it, tests compare it.

In a block "```console" each line "# COMMAND" is run, all in their order and in one guest, and what is below it
is its output. The commands of blocks "```console smp=N" are run in another guest, with N cpus, those of
"```console append=WORD" in one whose kernel gets that word, "```console machine=NAME" in an emulated machine. What stands in a block "```c file=PATH" is there as
that file.
"""
import re
import subprocess
import tempfile

CONSOLE = re.compile(r"^(```console(?: (smp=\d+|append=\S+|machine=\S+))?\n)(.*?)^```$", re.M | re.S)
# Not in another guest.
FILE = re.compile(r"^```c file=(\S+)\n(.*?)^```$", re.M | re.S)


def commands_of(block):
    # The title of a list is "#" and blanks.
    return [line[2:] for line in block.splitlines() if re.match(r"# \S", line)]


def by_guest(page):
    """The commands of a page, by the guest that they are run in; that without options makes the files."""
    commands = {"": [f"cat >{path} <<'END'\n{text}END" for path, text in FILE.findall(page)]}
    for _, guest, block in CONSOLE.findall(page):
        commands.setdefault(guest, []).extend(commands_of(block))
    return {guest: of_guest for guest, of_guest in commands.items() if of_guest}


def outputs(path, commands):
    """What tests/guest/transcript has written for these commands: a list of (command, output)."""
    with open(path, encoding="utf-8") as file:
        shown = file.read().split("\036\n")[1:]
    if len(shown) != len(commands):
        raise ValueError(f"{len(commands)} commands, {len(shown)} outputs")
    return [(command, "".join(line.rstrip() + "\n" for line in text.splitlines()))
            for command, text in zip(commands, shown)]


def run_here(commands):
    """The same, of commands that are run on this machine, which is a guest."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(["bash", "tests/guest/transcript", file.name, *commands], check=True, timeout=600)
        return outputs(file.name, commands)


def without_numbers(text):
    """What must be the same each time: numbers are one letter, and as they move columns and the ends of lines,
    blanks are one blank."""
    text = re.sub(r"\b0x[0-9a-f]+\b", "N", text)
    return " ".join(re.sub(r"\d+(?:[.,]\d+)*", "N", text).split())


def said(page):
    """What the page says that its commands print in the guest without options: a list of (command, output)."""
    pairs = []
    for _, guest, block in CONSOLE.findall(page):
        if guest:
            continue
        for part in re.split(r"^(?=# \S)", block, flags=re.M):
            if part:
                line, _, output = part.partition("\n")
                pairs.append((line[2:], output))
    return pairs
