#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""check_interface.py TEST_COUNTERS: does docs/INTERFACE.md name what the code has, and nothing else? Each name
that a script may rely on is there in a table, or in a sentence that this test knows; the code's are taken from
its lists. What one side has alone is told. TEST_COUNTERS prints the metrics. The keys of JSON are those of
record.schema.json, which other tests hold against records. TAP.
"""
import glob
import json
import os
import re
import subprocess
import sys

PROGRAM = os.path.abspath(sys.argv[1])
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
    code += [f"{name} 0400" for name in re.findall(r'\{ "(\w+)",', table(read("kmod/file/stats.c"), "stats_kinds"))]
    code += [f"{name} 0600" for name in re.findall(r'\{ "(\w+)", [^}]*\}, \.file = true', read("kmod/file/settings.c"))]
    same("files of the module, with their modes",
         [f"{name} {row[1]}" for row in page.rows("Files in /sys/kernel/debug/perfattr/", "file")
          for name in names(row[0])], code)


def check_parameters(page):
    text = re.sub(r"^#ifdef PA_TEST_.*?^#endif", "", sources("kmod/*.c", "kmod/*/*.c"), flags=re.M | re.S)
    same("parameters of the module", page.row("Names that stand in no other table", "parameters of the module"),
         re.findall(r"^(?:module_param(?:_cb|_named)?|PA_READ_ONLY_PARAM)\((\w+),", text, re.M))
    # Those that are no files have a row of their own.
    files = page.column("Files in /sys/kernel/debug/perfattr/", "file")
    same("... each is a file that is described, or has a row",
         page.column("Module parameters", "parameter"),
         set(page.row("Names that stand in no other table", "parameters of the module")) - set(files))


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
    counted = re.findall(r"\b(COUNTER|GAUGE)\((\w+), ", macro(lists, "PA_LIST_COUNTERS"))
    states = re.findall(r"X\(\w+, (\w+)\)", macro(lists, "PA_LIST_PROBE_STATES"))
    metrics = subprocess.run([PROGRAM, "--metrics"], check=True, capture_output=True, text=True, timeout=60).stdout
    calls = re.findall(r'^perfattr_calls_total\{call="(\w+)"\}', metrics, re.M)
    stats = page.column("stats", "name")
    same("stats that are always there", [name for name in stats if not name.startswith(("refused_", "probe."))],
         [name for _, name in counted] + [f"calls_{kind}" for kind in calls])
    same("states of a probe", [name for row in page.rows("stats", "name") if "STATE" in row[0]
                               for name in names(row[1])], states)
    # Each has the name of a stat, or is named below the heading.
    same("metrics", {f"perfattr_{name}" for name in stats if not name.startswith(("calls_", "refused_", "probe."))} |
         {re.sub("_total$", "", name) for name in re.findall(r"perfattr_\w+", page.section("metrics"))},
         re.findall(r"^# TYPE (\w+) ", metrics, re.M))


def check_filter(page):
    same("terms of the filter", [re.sub("=.*", "", name) for name in page.column("Filter", "term")],
         re.findall(r"\bX\((\w+), \w+, [01],", macro(read("kmod/core/filter.h"), "PA_LIST_FILTER_WORDS")))


def check_trace(page):
    text = read("kmod/record/trace.h")
    events = dict(re.findall(r"TRACE_EVENT\((\w+),.*?TP_STRUCT__entry\((.*?)\n\t\),", text, re.S))
    field = re.compile(r"__(?:field|array)\([^,]+, (\w+)[,)]")
    said = re.search(r"`perfattr:perf_event_open`, for an open: (.*?)\. ", page.section("Trace events"), re.S)[1]
    same("trace events", re.findall(r"^`perfattr:(\w+)`", page.section("Trace events"), re.M), events)
    same("fields of perf_event_open", names(said), field.findall(events["perf_event_open"]))
    same("fields of perf_event_op", page.column("Trace events", "field") + ["seq"], field.findall(events["perf_event_op"]))


# Which definition of the schema an object of the page is; further ones: the same object in records without the module.
RECORDS = {
    "open": ("record", "pasted"), "op": ("call", "pasted_call"),
    "limits": ("limits/properties/limits",), "pmu": ("pmu/properties/pmu",),
    "lost": ("lost",), "firing": ("firing",),
    "args of an open": ("args", "pasted_args"), "args of an op": ("call/properties/args",),
    "strings": ("record/properties/strings",),
    "kernel": ("kernel",), "kernel.path": ("step",), "kernel.leader": ("leader",), "kernel.target": ("target",),
    "hidden": ("hidden/additionalProperties",), "hidden_args": ("call/properties/hidden_args",),
    "event": ("call/properties/event/anyOf/0", "pasted_call/properties/event/anyOf/0"),
    "query_bpf": ("call/properties/query_bpf/anyOf/0", "pasted_call/properties/query_bpf/anyOf/0"),
    "values": ("call/properties/values/items",),
    "health": ("health",), "health.never_ran": ("health/properties/never_ran",),
    "health.buffer": ("health/properties/buffer",),
    "why": ("why",), "why.plan": ("why/properties/plan",), "why.holders_now": ("why/properties/holders_now/items",),
    "notes": ("notes/items",),
    "how": ("pasted/properties/how/items",), "retry": ("pasted/properties/retry",),
    "place": ("pasted/properties/place",),
    "tried": ("tried",), "tried.call": ("tried_call",), "tried.call.next": ("tried_call/properties/next",),
    "tried.found": ("tried/properties/found",),
}
# Its definitions that others hold against the code: test_schema_docs makes the fields of an attr, test_facts_docs the facts.
MADE = {"attr", "symbols", "kernel_facts", "open_facts", "leader_facts", "op_facts", "map_facts", "output_facts",
        "trace_facts", "change_facts"}
# These have a key, and nothing of their own.
AROUND = {"env", "limits", "pmu"}
CONDITION = re.compile(r"/(if|then|else)$")


def definitions(value, path=""):
    """Everything in the schema that has properties: its path, and the names of these."""
    if isinstance(value, dict):
        if "properties" in value and not CONDITION.search(path):
            yield path, list(value["properties"])
        for key, member in value.items():
            yield from definitions(member, f"{path}/{key}" if path else key)
    elif isinstance(value, list):
        for i, member in enumerate(value):
            yield from definitions(member, f"{path}/{i}")


def check_records(page):
    schema = json.loads(read("docs/record.schema.json"))
    have = dict(definitions(schema["definitions"]))
    known = {path for paths in RECORDS.values() for path in paths}
    same("objects of JSON", page.column("Keys of JSON", "object"), [*RECORDS, *WRITTEN])
    same("... of the schema each is one of them", known, set(have) - MADE - AROUND)
    for key, paths in RECORDS.items():
        same(f"keys of {key}", page.row("Keys of JSON", key), {name for path in paths for name in have.get(path, ())})
    same("the version of the format", re.findall(r"`v` \| version of the format: (\d+)", page.text),
         re.findall(r"#define PA_JSON_VERSION\s+(\d+)", sources("kmod/core/*.h", "kmod/core/json/*.h")))


# Objects that no schema describes, and what writes them.
WRITTEN = {
    "now": "now", "now.pmu": "now", "now.kprobe": "now", "now.uprobe": "now", "now.formats": "now",
    "now.holders": "now",
    "sampling": "events", "target": "events", "group": "events", "count": "events", "buffer": "events",
    "opened": "events", "holders": "events",
    "finding": "here", "finding.call": "here", "pmu_here": "here", "pmu_here.serves": "here",
}
PUT = r'json_(?:put_\w+|key|object|object_if)\(&?\w+, "(\w+)"'
SET = r'json_object_set_new\((?:o|pmu), "(\w+)"'


def check_lines(page):
    event = sources("kmod/core/event_now.h")
    here = sources("userspace/act/doctor_*.c", "userspace/act/pmus_cmd.c")
    fields = ["v"] + re.findall(r"\bX\((\w+), ", macro(event, "PA_LIST_EVENT_FIELDS"))
    same("keys of events_json", page.column("events", "key"), fields)
    code = {
        "now": set(re.findall(PUT, read("userspace/env/json.c"))) - {"v"},
        "events": set(re.findall(PUT, read("kmod/core/json/event.c"))) - {"v"},
        "here": set(re.findall(SET, here)) - {"aux"} | set(re.findall(r'\bs:o\}", "(\w+)", \w+, "(\w+)"', here)[0]),
    }
    for what, keys in code.items():
        same(f"keys of {what}", {name for key, of in WRITTEN.items() if of == what for name in page.row("Keys of JSON", key)}, keys)
    same("lines of doctor and pmus", re.findall(r'^\| `\{"v":3,"(\w+)"', page.section("perfattr"), re.M),
         set(re.findall(r'json_put_line\("(\w+)"', here)))
    row = [names(row[1]) for row in page.rows("perfattr", "line, key") if row[0] == "`name`"]
    same("findings of doctor", row[0] if row else [],
         re.findall(r'\{ "([a-z-]+)", find_', read("userspace/doctor/find.c")))
    same("fields of the journal", page.column("perfattr", "field"),
         re.findall(r'"(PERFATTR_\w+)"', read("userspace/act/journal.c")) + ["MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER"])


def long_options(text):
    return re.findall(r'\{ "([a-z-]+)", (?:no|required|optional)_argument,', text)


def ends_of(text):
    """The statuses that programs end with: numbers, and names that are defined as one. In these rooms no function returns
    another number of more than 1."""
    numbers = dict(re.findall(r"#define\s+(\w+)\s+(\d+)$", text, re.M))
    ends = re.findall(r"\b_?exit\(([^;]*)\);", text) + re.findall(r"\breturn ([2-9]\d*);", text)
    ends += re.findall(r"\breturn (?:\w+ \? )?((?:RUN|DOCTOR)_\w+)\b", text)
    for end in ends:
        yield from re.findall(r"\b\d+\b", end)
        yield from (numbers[name] for name in re.findall(r"\b[A-Z_]{4,}\b", end) if name in numbers)


def installed():
    """What make install installs beside the module, below PREFIX."""
    said = subprocess.run(["env", "-u", "MAKEFLAGS", "make", "-n", "-s", "-C", "userspace", "install", "PREFIX=/PREFIX",
                           "BPF=yes"],
                          check=True, capture_output=True, text=True, timeout=60).stdout
    lines = [line for line in said.replace("\\\n", " ").splitlines() if re.match(r"\s*(install (?!-d )|ln |sed )", line)]
    return {re.sub(r"\.0$", "", name) for line in lines for name in re.findall(r"\s/PREFIX/(\S+)$", line)}


def check_programs(page):
    also = "Names that stand in no other table"
    options = read("userspace/perfattr/options.c")
    same("commands of perfattr", page.row(also, "commands of perfattr"),
         re.findall(r'\{ "(\w+)", cmd_', table(read("userspace/perfattr/main.c"), "commands")))
    letters = [re.sub("[:+]", "", word) for word in re.findall(r'\.shorts = "(.*?)"', options)]
    copies = read("userspace/perfattr-cat.c")
    same("options of perfattr", page.row(also, "options of perfattr"), long_options(table(options, "longs")))
    same("... and their letters", page.row(also, "letters of these"), letters[0])
    same("options of perfattr-c", page.row(also, "options of perfattr-c"),
         [*long_options(table(options, "longs_of_c")), *letters[1]])
    same("options of perfattr-cat", page.row(also, "options of perfattr-cat"),
         [*long_options(copies), *re.search(r'getopt_long\(argc, argv, "(.*?)"', copies)[1].replace(":", "")])
    watches = read("userspace/bpf/main.c")
    same("options of perfattr-bpf", page.row(also, "options of perfattr-bpf"),
         [*long_options(watches), *re.search(r'getopt_long\(argc, argv, "(.*?)"', watches)[1].replace(":", "")])
    same("exit statuses", filter(str.isdigit, page.row(also, "exit statuses")),
         set(ends_of(sources("userspace/*.[ch]", *(f"userspace/{room}/*.[ch]" for room in ("input", "show", "act", "perfattr"))))))
    same("installed files", page.row(also, "installed files, below PREFIX"), installed())


def check_library(page):
    also = "Names that stand in no other table"
    header = read("userspace/libperfattr/perfattr.h")
    exported = re.search(r"global:(.*?)local:", read("userspace/libperfattr/libperfattr.map"), re.S)[1]
    functions = page.row(also, "functions of libperfattr")
    same("functions of libperfattr", functions, re.findall(r"(\w+);", exported))
    same("... are those of the header", functions, re.findall(r"^(?:int|const char) \**(perfattr_\w+)\(", header, re.M))
    # A tarball has no debian/.
    if os.path.exists("debian"):
        same("... and of the Debian package", functions,
             re.findall(r"^ (perfattr_\w+)@PERFATTR_1\.0 ", read("debian/libperfattr1.symbols"), re.M))
    code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    same("constants of libperfattr", page.row(also, "constants of libperfattr"),
         re.findall(r"#define (PERFATTR_\w+)\s+\w", code) + re.findall(r"^\t(PERFATTR_\w+),", code, re.M))
    for struct, body in re.findall(r"^struct (perfattr_\w+) \{\n(.*?)^\};", code, re.M | re.S):
        same(f"members of struct {struct}", page.row(also, f"struct {struct}"), re.findall(r"(\w+)(?:\[\w+\])?;", body))


def check_version():
    """The number is in VERSION alone: what is not released yet has none."""
    head = re.search(r"^## (.+?)(?: \(\d{4}-\d\d-\d\d\))?$", read("CHANGELOG.md"), re.M)[1]
    same("CHANGELOG.md begins with this version, or with what is not released",
         [head], ["Unreleased" if head == "Unreleased" else read("VERSION").strip()])
    number = re.compile(rb"(?<![\w.])%s(?!\.?\w)" % re.escape(read("VERSION").strip()).encode())
    # What has been, what is built, and what tests make up.
    past = ("./CHANGELOG.md", "./debian/changelog", "./debian/NEWS", "./debian/libperfattr1.symbols")
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
