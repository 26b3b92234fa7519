#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Do the commands of our pages do what the pages say? recipes.t runs those that a guest can, and

  recipes.py service PAGE...

those that need perfattr.service and its journal, which run. The commands are read from the pages, so
that they are what is tested, and one that this file does not know is a failure. Those of a block of
code share a shell; where the last one goes on for ever, it is interrupted.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

# Where a command is run, or why it is not, how it begins, what it must print and what it must not.
REASON = r"sample_freq 4000000 is above"
COMMANDS = (
    ("guest", r"perfattr run -- perf (mem )?record", r"", None),
    ("guest", r"perfattr run (--source tracer )?-x -- \./myprof", REASON, None),
    ("guest", r"strace .* \| perfattr explain", REASON, None),
    ("guest", r"perfattr explain EACCES cycles:u", r"(?m)^EACCES: most likely cause 1, less likely the others; ", None),
    ("guest", r"strace .* -o calls\.txt", r"", None),
    ("guest", r"perfattr explain -x calls\.txt", REASON, None),
    ("guest", r"perfattr explain -j calls\.txt \| jq", r"(?m)^\d+\tEINVAL\tsample-freq-above-max$", None),
    ("guest", r"perfattr run (-x )?-u (alice|1000:1000) ", r"E(ACCES|INVAL|NOENT)", None),
    ("guest", r"perfattr run -- perf probe", r"the program did not call perf_event_open\(\)", None),
    ("guest", r"perfattr run -- perf stat -e probe:", r"do_sys_openat2|tracepoint/", None),
    ("guest", r"perf probe -q --del", r"", None),
    ("guest", r"perfattr doctor$", r"(?m)^You can measure: ", None),
    ("guest", r"perfattr run --fail-on-refused", r"(?m)^E[A-Z0-9]+\[[a-z0-9-]+\]: .*\n --> call\[\d+\], #\d+: ", None),
    ("guest", r"grep Seccomp:", r"Seccomp:\s+\d", None),
    ("guest", r"perfattr run -- perf stat -e cycles:pp", r"", None),
    ("guest", r"perfattr diff 47 48", r"#47 call", None),
    ("guest", r"perfattr -f -n 0 -x", REASON, None),
    ("guest", r"perf record -g -e perfattr:perf_event_open", r"perfattr:perf_event_open:", None),
    ("guest", r"echo 1 > /sys/module/perfattr_dump/parameters/(brief|calls)", r"", None),
    ("guest", r"echo (pid|comm)=\S+ > /sys/module/perfattr_dump/parameters/filter", r"", None),
    ("guest", r"echo pid=.*pidof -s firefox", r"", None),
    ("guest", r"perfattr-cat -f -n 0", r"firefox\[\d+\] tid", r"disabled = 0"),
    ("guest", r"perf record -F 99 -ag", r"", None),
    ("guest", r"perfattr -C perf -c", r"(?m)^ *\d+  .* perf\[\d+\] +mmap \d+ pages", None),
    ("guest", r"perfattr-cat -j \| jq -r 'select\(\.call\) \| \[\.comm", r"(?m)^ +\d+ call\t.*\tEINVAL$",
     r"(?m)^ +\d+ \t"),
    ("guest", r"perfattr -j -x \| jq", r"(?m)^ +\d+ call\tsample-freq-above-max$", r"(?m)^ +\d+ \t"),
    ("guest", r"perfattr -j > calls\.json", r"", None),
    ("guest", r"perfattr -i calls\.json -x", REASON, None),
    ("guest", r"perf trace -a -e perfattr:perf_event_open", r"perfattr:perf_event_open\(", None),
    ("guest", r"bpftrace -e", r"@\[call, EINVAL\]: \d", None),
    ("guest", r"jq -c 'select\(\.call\.comm\) \| \[\.host", r'(?m)^\["web1",\d+,"call",-22\]$', None),
    ("service", r"systemctl show -p User", r"User=perfattr\n(.*\n)*CapEff:\s0{15}4\n", None),
    ("service", r"journalctl --namespace=perfattr -t perfattr -o cat \| perfattr -i", r"EINVAL\[flags-not-known\]", None),
    ("service", r"journalctl --namespace=perfattr -o cat \| jq .*select\(\.comm\)",
     r'(?m)^\["perf","PERF_COUNT_SW_TASK_CLOCK",\d+', r"(?m)^\[null"),
    ("service", r"journalctl --namespace=perfattr -o cat \| jq .*EINVAL", r'(?m)^\[\d+,"refused",0\]$', None),
    ("check-dkms does this", r"make (un)?install|modprobe|sleep 5; systemctl is-active|systemctl is-active|"
     r"systemctl enable --now perfattr", None, None),
    ("write.t does it", r"perfattr write -e page-faults|cc -O2 sampler", None, None),
    ("it is of the checkout", r"make|scripts/|userspace/", None, None),
    ("it changes the machine", r"apt-get|mokutil|modinfo|reboot|echo options|systemctl edit", None, None),
    ("it needs an engine", r"podman", None, None),
    ("it needs two machines", r"journalctl -D /var/log/journal/remote", None, None),
)


def blocks(page):
    """The commands of each block of code; in one with their output they stand behind a "# "."""
    with open(page, encoding="utf-8") as file:
        for kind, text in re.findall(r"^```(sh)?\n(.*?)^```$", file.read(), flags=re.M | re.S):
            if not kind:
                text = "\n".join(re.findall(r"^# ([a-z/].*)$", text, flags=re.M))
            # The body of a loop is indented.
            yield [command for command in re.split(r"\n(?!\t|done)", text) if command.strip()]


def known(command):
    """The first row of COMMANDS that this is one of."""
    for row in COMMANDS:
        if re.match(row[1], command):
            return row
    return None


def output_of(commands, seconds, enough=None):
    """What a shell prints that is given the commands, which ends by itself, or is interrupted: after so many
    seconds, or one second after it has printed what is enough."""
    script = "\n".join(commands).replace("while sleep 15", "while sleep 2")
    # Into a pipe perf record would write its data.
    with tempfile.TemporaryFile() as out:
        with subprocess.Popen(["bash", "-c", script], stdin=subprocess.DEVNULL, stdout=out,
                              stderr=subprocess.STDOUT, start_new_session=True) as shell:
            if not ends(shell, out.fileno(), seconds, enough):
                os.killpg(shell.pid, signal.SIGINT)
                if not ends(shell, out.fileno(), seconds):
                    os.killpg(shell.pid, signal.SIGKILL)
        out.seek(0)
        return out.read().decode("utf-8", "replace")


def ends(shell, out, seconds, enough=None):
    """Waits for the shell. False if it goes on after so many seconds, or has printed what is enough."""
    late = time.monotonic() + seconds
    while time.monotonic() < late:
        try:
            shell.wait(timeout=1)
            return True
        except subprocess.TimeoutExpired:
            printed = os.pread(out, 1 << 20, 0).decode("utf-8", "replace")
            if enough and re.search(enough, printed):
                late = min(late, time.monotonic() + 1)
    return False


def follows(command):
    """Of a command that goes on for ever: after how many seconds it is interrupted, and what it has printed if it
    need not go on so long; 0 of others. In a slow guest bpftrace takes half a minute to begin, and ./myprof makes a
    call in about a second."""
    if re.match(r"perfattr(-cat)? -f", command):
        return 30, known(command)[2]
    if command.startswith("while"):
        return 6, None
    seconds = 30 if command.startswith("perf trace") else 90 if command.startswith("bpftrace") else 0
    return seconds, None


def run(place, pages, before=lambda commands: None):
    """Each block that is run in this place: its commands, what is wrong, and what they have printed."""
    for page in pages:
        for commands in blocks(page):
            rows = {command: known(command) for command in commands}
            wrong = ["this test does not know it" for row in rows.values() if not row]
            here = [command for command in commands if rows[command] and rows[command][0] == place]
            if not here and not wrong:
                continue
            before(here)
            # A follower is interrupted, and what comes behind it is a block of its own.
            out, part = "", []
            for command in here:
                part.append(command)
                seconds, enough = follows(command)
                if seconds or command == here[-1]:
                    out += output_of(part, seconds or 300, enough)
                    part = []
            for command in here:
                _, _, want, never = rows[command]
                if not re.search(want, out):
                    wrong.append("no %s" % want)
                if never and re.search(never, out):
                    wrong.append("there is %s" % never)
            yield here or commands, wrong, out


def main():
    failed = 0
    for commands, wrong, out in run(sys.argv[1], sys.argv[2:]):
        failed += bool(wrong)
        print("%s: %s" % ("FAILED" if wrong else "ok", "; ".join(commands)))
        if wrong:
            print("\n".join(wrong + [out[-2000:]]))
    return failed


if __name__ == "__main__":
    sys.exit(main())
