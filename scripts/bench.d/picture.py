# SPDX-License-Identifier: GPL-2.0
"""The picture of docs/cost.md: a bar a tool; dark, what the caller pays, light, what readers do."""

SHOWN = ["default", "follower", "bpf", "ftrace", "bpftrace", "perf_trace", "strace"]
OURS = ["default", "follower", "bpf"]
GETS = {
    "default": "every field, and why it failed",
    "follower": "the same, as it happens",
    "bpf": "the same, without a module",
    "ftrace": "a pointer",
    "bpftrace": "nine fields",
    "perf_trace": "no attr",
    "strace": "all fields, of one process",
}
WIDTH, LEFT, RIGHT, ROW, TOP = 860, 250, 110, 46, 74
STYLE = """
text { font: 14px system-ui, sans-serif; fill: #24292f }
.title { font-size: 17px; font-weight: 600 }
.small { font-size: 12px; fill: #57606a }
.paper { fill: #ffffff }
.call { fill: #24408e }
.rest { fill: #9db4e8 }
.other .call { fill: #57606a }
.other .rest { fill: #c9d1d9 }
.cut { fill: #ffffff }
"""


def text(x, y, words, css="", anchor="start"):
    return f'<text x="{x}" y="{y}" class="{css}" text-anchor="{anchor}">{words}</text>'


def box(x, y, width, height, css):
    return f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{height}" class="{css}"/>'


def bar(row, name, y, call, bill, scale, limit):
    """One tool; a bar that is longer than the picture is cut, and its number says so."""
    end = min(bill, limit)
    parts = [text(LEFT - 10, y + 15, name, "", "end"),
             text(LEFT - 10, y + 31, GETS[row], "small", "end"),
             box(LEFT, y, end * scale, 28, "rest"),
             box(LEFT, y, min(call, end) * scale, 28, "call"),
             text(LEFT + end * scale + 8, y + 19, f"{bill:,}")]
    if bill > limit:
        middle = LEFT + end * scale * 0.8
        parts.append(f'<path class="cut" d="M{middle:.0f} {y + 30} l8 -32 h8 l-8 32 z"/>')
    kind = "ours" if row in OURS else "other"
    return f'<g class="{kind}">' + "".join(parts) + "</g>"


def picture(cells, names, added):
    bills = {row: added(cells, row, "bill") for row in SHOWN}
    limit = max(b for row, b in bills.items() if row != "strace") * 1.15
    scale = (WIDTH - LEFT - RIGHT) / limit
    height = TOP + ROW * len(SHOWN) + 30
    names = dict(names, default="perfattr_dump, not yet read", follower="perfattr_dump, followed",
                 bpf="perfattr-bpf")
    parts = [box(0, 0, WIDTH, height, "paper"),
             text(16, 28, "What it takes to watch one perf_event_open(2)", "title"),
             text(16, 50, "instructions beyond the call itself; dark: in the call; light: what "
                  "the tool does to show it", "small")]
    for i, row in enumerate(SHOWN):
        parts.append(bar(row, names[row], TOP + ROW * i, added(cells, row, "open"), bills[row],
                         scale, limit))
    parts.append(text(16, height - 14, "every other system call: perfattr_dump +0, " +
                      ", ".join(f"{names[r].split(',')[0].split(' s')[0]} "
                                f"+{added(cells, r, 'getppid'):,}" for r in SHOWN if r not in OURS),
                      "small"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" role="img">\n'
            f'<title>Instructions that watching one perf_event_open call takes</title>\n'
            f'<style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n")
