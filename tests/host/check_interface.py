#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""check_interface.py: docs/INTERFACE.md names what the code has, and nothing else. Each name
that a script may use is there in a table, or in a sentence that this test knows; the code's names are taken from
its lists. Names that one side alone has are printed. The keys of records are those of record.schema.json, which other tests compare with records. TAP.
"""
import glob
import json
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
PAGE = "docs/INTERFACE.md"
run = failed = 0


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def sources(*globs):
    return "\n".join(read(path) for pattern in globs for path in sorted(glob.glob(pattern)))


def same(what, page, code):
    """One test: both have the same names."""
    global run, failed
    run += 1
    page, code = list(page), list(code)
    faults = [f"only in {PAGE}: {name}" for name in sorted(set(page) - set(code))]
    faults += [f"only in the code: {name}" for name in sorted(set(code) - set(page))]
    faults += [f"{PAGE} has it twice: {name}" for name in sorted(set(page)) if page.count(name) > 1]
    faults += [] if code else ["nothing was found in the code"]
    failed += bool(faults)
    print(f"{'not ' if faults else ''}ok {run} - {what}: {len(set(code))} names")
    print("".join(f"# {fault}\n" for fault in faults[:20]), end="")


def names(text):
    return re.findall(r"`([^`]+)`", text)


class Page:
    """The document, by its headings."""

    def __init__(self):
        self.text = read(PAGE)

    def section(self, heading):
        """What stands below a heading, up to the next one, of any level."""
        found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", self.text, re.M | re.S)
        return found[1] if found else ""

    def rows(self, heading, first=""):
        """The rows of the tables below a heading, as lists of cells; @first: of the table whose title begins so."""
        rows, title, inside = [], "", False
        for line in self.section(heading).splitlines():
            if not line.startswith("|"):
                inside = False
                continue
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not inside:
                title, inside = cells[0], True
            elif title.startswith(first) and not set(cells[0]) <= set("- "):
                rows.append(cells)
        return rows

    def column(self, heading, first=""):
        return [name for row in self.rows(heading, first) for name in names(row[0])]

    def row(self, heading, title):
        """The names in the second cell of the row with this title."""
        return [name for row in self.rows(heading) if row[0].replace("`", "") == title for name in names(row[1])]


def macro(text, name):
    """The lines of a list that is a macro: from its #define to the last line that goes on."""
    return re.search(rf"#define {name}\b.*?[^\\]$", text, re.M | re.S)[0]


def table(text, name):
    """The body of an array."""
    return re.search(rf"\b{name}\[[^]]*\] = \{{(.*?)^\}}?;", text, re.M | re.S)[1]


def check_files(page):
    code = [" ".join(made) for made in re.findall(r'"(\w+)", (0[0-7]{3}), dir', sources("kmod/file/*.c"))]
    code += [f"{name} 0400" for name in re.findall(r'\{ "(\w+)",', table(read("kmod/file/views.c"), "views"))]
    same("files of the module, with their modes",
         [f"{name} {row[1]}" for row in page.rows("Files in /sys/kernel/debug/perfattr/", "file")
          for name in names(row[0])], code)


def check_parameters(page):
    text = sources("kmod/*.c", "kmod/*/*.c").replace(read("kmod/kernel/testing.c"), "")
    same("parameters of the module", page.column("Settings", "parameter"),
         re.findall(r"^(?:module_param(?:_cb|_named)?|PA_READ_ONLY_PARAM)\((\w+),", text, re.M))


def check_example(page):
    """docs/perfattr.conf has each setting once, as it is without that file."""
    text = sources("kmod/*.c", "kmod/*/*.c")
    settable = re.findall(r"^module_param_cb\((\w+), [^;]*, 0[46]00\);", text, re.M)
    default = dict(re.findall(r'^MODULE_PARM_DESC\((\w+), "[^;]*\(default (\w+)\)"\);', text, re.M))
    same("settings of docs/perfattr.conf, and their defaults",
         re.findall(r"^#options perfattr_dump (\w+=(?:\w+$|(?=\")))", read("docs/perfattr.conf"), re.M),
         [f"{name}={'' if name == 'filter' else default[name]}" for name in settable])


def check_counters(page):
    lists = read("kmod/core/counters.h")
    states = re.findall(r"X\(\w+, (\w+)\)", macro(lists, "PA_LIST_PROBE_STATES"))
    stats = page.column("stats", "name")
    same("stats that are always there", [name for name in stats if not name.startswith("probe.")],
         re.findall(r"\bX\((\w+)\)", macro(lists, "PA_LIST_COUNTERS")))
    same("states of a probe", [name for row in page.rows("stats", "name") if "STATE" in row[0]
                               for name in names(row[1])], states)


def check_filter(page):
    same("terms of the filter", [re.sub("=.*", "", name) for name in page.column("Filter", "term")],
         re.findall(r"\bX\((\w+), \w+, [01],", macro(read("kmod/core/filter.h"), "PA_LIST_FILTER_WORDS")))


def check_trace(page):
    text = read("kmod/record/trace.h")
    events = dict(re.findall(r"TRACE_EVENT\((\w+),.*?TP_STRUCT__entry\((.*?)\n\t\),", text, re.S))
    said = re.search(r"`perfattr:perf_event_open` .*? Its fields: (.*)\. ", page.section("Trace event"), re.S)[1]
    same("fields of the trace event", [name for name in names(said)],
         re.findall(r"__(?:field|array)\([^,]+, (\w+)[,)]", events["perf_event_open"]))


def check_records(page):
    schema = json.loads(read("docs/record.schema.json"))
    lines = {name for line in schema["definitions"].values() for name in line.get("required", ())
             if "v" in line.get("required", ()) or name in ("lost", "firing")}
    same("kinds of lines", page.column("JSON", "line"), lines & {"env", "pmu", "call", "lost", "firing", "limits"})
    same("the version of the format", re.findall(r"`v` \| version of the format: (\d+)", page.text),
         re.findall(r"#define PA_JSON_VERSION\s+(\d+)", sources("userspace/json/*.h")))
    of_records = {re.split(r"\.", name)[0] for name in page.column("JSON", "key")}
    known = set(schema["definitions"]["record"]["properties"]) | set(schema["definitions"]["call"]["properties"])
    same("keys of records that are described", of_records, of_records & known)


PUT = r'json_(?:put_\w+|key|object|object_if)\(&?\w+, "(\w+)"'


def written(page, heading, code):
    """A section names each key that the code writes, and its tables no other in their first column."""
    said = set(names(page.section(heading)))
    same(f"keys of {heading}", (said & code) | set(page.column(heading, "key")), code)


def check_lines(page):
    here = sources("userspace/commands/doctor_*.c")
    written(page, "events_raw", set(re.findall(PUT, read("userspace/json/event.c"))))
    written(page, "What perfattr asks this machine", set(re.findall(PUT, read("userspace/host/json.c"))) - {"v"})
    written(page, "Findings", set(re.findall(PUT, here)) - {"v"})


def ends_of(text):
    """The statuses that programs end with: numbers, and names that are defined as one. In these rooms no function returns
    another number of more than 1."""
    numbers = dict(re.findall(r"#define\s+(\w+)\s+(\d+)$", text, re.M))
    ends = re.findall(r"\b_?exit\(([^;]*)\);", text) + re.findall(r"\breturn ([2-9]\d*);", text)
    ends += re.findall(r"\breturn (?:\w+ \? )?((?:RUN|DOCTOR)_\w+)\b", text)
    for end in ends:
        yield from re.findall(r"\b\d+\b", end)
        yield from (numbers[name] for name in re.findall(r"\b[A-Z_]{4,}\b", end) if name in numbers)


def check_programs(page):
    said = [name for name in names(page.section("Exit status")) if name.isdigit()]
    same("exit statuses", said,
         set(ends_of(sources(*(f"userspace/{room}/*.[ch]" for room in ("common", "capture", "ui", "commands", "perfattr"))))))


def check_library(page):
    header = read("userspace/libperfattr/perfattr.h")
    exported = re.search(r"global:(.*?)local:", read("userspace/libperfattr/libperfattr.map"), re.S)[1]
    functions = page.row("libperfattr", "functions of libperfattr")
    same("functions of libperfattr", functions, re.findall(r"(\w+);", exported))
    same("... are those of the header", functions, re.findall(r"^(?:int|void|const char|struct perfattr) \**(perfattr_\w+)\(", header, re.M))
    # A tarball has no debian/.
    if os.path.exists("debian"):
        same("... and of the Debian package", functions,
             re.findall(r"^ (perfattr_\w+)@PERFATTR_1\.0 ", read("debian/libperfattr1.symbols"), re.M))
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    same("constants of libperfattr", page.row("libperfattr", "constants of libperfattr"),
         re.findall(r"#define (PERFATTR_\w+)\s+\w", code) + re.findall(r"^\t(PERFATTR_\w+),", code, re.M))
    for struct, body in re.findall(r"^struct (perfattr_\w+) \{\n(.*?)^\};", code, re.M | re.S):
        same(f"members of struct {struct}", page.row("libperfattr", f"struct {struct}"), re.findall(r"(\w+)(?:\[\w+\])?;", body))


def check_version():
    """The number is in VERSION alone: what is not released yet has none."""
    head = re.search(r"^## (.+?)(?: \(\d{4}-\d\d-\d\d\))?$", read("CHANGELOG.md"), re.M)[1]
    same("CHANGELOG.md begins with this version, or with what is not released",
         [head], ["Unreleased" if head == "Unreleased" else read("VERSION").strip()])
    number = re.compile(rb"(?<![\w.])%s(?!\.?\w)" % re.escape(read("VERSION").strip()).encode())
    # What has been, what is built, and what tests make up.
    past = ("./CHANGELOG.md", "./debian/changelog", "./debian/libperfattr1.symbols")
    found = []
    for folder, folders, names in os.walk("."):
        folders[:] = [name for name in folders if name[0] != "." and name not in ("build", "tests")]
        for path in (os.path.join(folder, name) for name in names if name[0] != "."):
            with open(path, "rb") as file:
                data = file.read()
            if path not in past and b"\0" not in data and number.search(data):
                found.append(path)
    same("only VERSION has the number", ["./VERSION"], found)


def main():
    page = Page()
    check_files(page)
    check_parameters(page)
    check_example(page)
    check_counters(page)
    check_filter(page)
    check_trace(page)
    check_records(page)
    check_lines(page)
    check_programs(page)
    check_library(page)
    check_version()
    print(f"1..{run}")
    return failed > 0


sys.exit(main())
