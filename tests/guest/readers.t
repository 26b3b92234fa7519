#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Readers of the streams: waiting, polling, not waiting, being slow, being several, being killed."""

import errno
import os
import re
import select
import signal
import subprocess
import sys
import time

sys.path.insert(0, "tests/guest")
from records import *


def stream(name="log_pipe", flags=os.O_NONBLOCK):
    return view(name, flags)


def drain(fd, size=65536):
    return what_is_there(fd, size).decode("ascii")


def numbers(text):
    return [int(number) for number in re.findall(r"^    #(\d+) at ", text, flags=re.M)]


def lost(text):
    return [int(number) for number in re.findall(r"^/\* (\d+) records? lost \*/$", text, flags=re.M)]


def in_json(text):
    """How many calls there are, whole, in what came of a stream of JSON so far."""
    return len(calls_in(text[:text.rfind("\n") + 1]))


def error_of(action):
    try:
        action()
    except OSError as problem:
        return problem.errno
    return 0


def poll(fd, timeout_ms):
    poller = select.poll()
    poller.register(fd, select.POLLIN)
    return [events for _, events in poller.poll(timeout_ms)]


class Waiting:
    """A process that has begun to read a stream and waits there."""

    def __init__(self, name="log_pipe"):
        program = ["cat"] if name.startswith("log") else ["raw_json"]
        self.process = subprocess.Popen([*program, f"{DBG}/{name}"], stdout=subprocess.PIPE)
        os.set_blocking(self.process.stdout.fileno(), False)

    def wait_until(self, good):
        """What it has written, once that is good, or after 10 s."""
        text = ""
        for _ in range(100):
            text += (self.process.stdout.read() or b"").decode("ascii")
            if good(text):
                break
            time.sleep(0.1)
        return text

    def asleep(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] == "S"


plan(34)
load("records=64")

# --- not waiting ---
fd = stream()
same(error_of(lambda: os.read(fd, 100)), errno.EAGAIN, "O_NONBLOCK: nothing there is EAGAIN")
same(poll(fd, 100), [], "poll: nothing there is no event")
call("times=3")
same(poll(fd, 0), [select.POLLIN], "poll: a record is POLLIN")
same(select.select([fd], [], [], 0)[0], [fd], "... and readable to select")
epoll = select.epoll()
epoll.register(fd, select.EPOLLIN)
same([events for _, events in epoll.poll(0)], [select.EPOLLIN], "... and to epoll")
same(numbers(drain(fd)), [1, 2, 3], "a stream begins at the oldest record")
same(error_of(lambda: os.read(fd, 100)), errno.EAGAIN, "... and is at its end again")
call()
same(numbers(drain(fd, 7)), [4], "a record can be read in pieces of any size")
same(error_of(lambda: os.lseek(fd, 0, os.SEEK_SET)), errno.EINVAL, "there is no record 0 to seek")
same(error_of(lambda: os.write(fd, b"x")), errno.EBADF, "... nor written")
os.close(fd)

# --- snapshots ---
fd = stream("log", 0)
call()
same(numbers(drain(fd)), [1, 2, 3, 4], "a snapshot ends at what was there when it was opened")
same(os.read(fd, 100), b"", "... with EOF, also when more has come")
same(poll(fd, 0), [select.POLLIN], "... and never makes poll wait")
os.close(fd)
same((numbers(read("log")), numbers(read("log"))), ([1, 2, 3, 4, 5],) * 2, "reading consumes nothing")

# --- waiting ---
reader = Waiting()
text = reader.wait_until(lambda text: len(numbers(text)) == 5)
same((numbers(text), reader.asleep()), ([1, 2, 3, 4, 5], True), "a reader of a stream waits")
call()
same(numbers(reader.wait_until(numbers)), [6], "... and is woken by the next call")
two = Waiting("raw_pipe")
text = two.wait_until(lambda text: in_json(text) == 6)
same(in_json(text), 6, "a second reader has a cursor of its own")
call()
same((numbers(reader.wait_until(numbers)), in_json(two.wait_until(in_json))), ([7], 1),
     "... and both get the next call")
os.kill(reader.process.pid, signal.SIGKILL)
same(reader.process.wait(120), -signal.SIGKILL, "a waiting reader can be killed")
two.process.send_signal(signal.SIGSTOP)
call()
two.process.send_signal(signal.SIGCONT)
same(in_json(two.wait_until(in_json)), 1, "a reader that was stopped goes on where it was")
two.process.kill()
two.process.wait()


class Interrupted(Exception):
    pass


def interrupt(*_):
    raise Interrupted


fd = stream(flags=0)
while len(numbers(os.read(fd, 1 << 20).decode())) == 0:
    pass
while poll(fd, 0):
    os.read(fd, 1 << 20)
signal.signal(signal.SIGALRM, interrupt)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    os.read(fd, 100)
    came = "data"
except Interrupted:
    came = "the signal"
same(came, "the signal", "a signal ends the wait")
os.close(fd)

# --- being slow ---
fd, other = stream(), stream()
oldest = numbers(read("log"))[0]
first = os.read(fd, 100).decode()
call("times=1000")
total = counter("recorded")
text = first + drain(fd)
same(numbers(text)[0], oldest, "a slow reader gets the record that it had begun, whole")
begun_record = text[:re.search(r"^/\* \d+ records lost", text, flags=re.M).start()]
same(list(Record(begun_record).sections)[-2:], ["return", "kernel"], "... to its last section")
same(lost(text), [total - 64 - oldest], "... then one line with the exact number that it lost")
same(numbers(text)[1:], list(range(total - 63, total + 1)), "... then all that are held")
text = drain(other)
same((lost(text), numbers(text)), ([total - 63 - oldest], list(range(total - 63, total + 1))),
     "another slow reader is told its own number")
call("times=100")
same((lost(drain(fd)), lost(drain(other))), ([36], [36]), "both lose again, and are told again")
os.close(fd)
os.close(other)
same((counter("held"), counter("overwritten")), (64, total + 100 - 64), "the ring counts the same")
raw = stream("raw_pipe")
call("times=65")
lines = calls_in(json_of(what_is_there(raw)))
same((lines[0], len(lines)), ('{"lost":65}', 65), "in JSON the line is an object of its own")
os.close(raw)

# --- many ---
fds = [stream() for _ in range(50)]
call("times=3")
first = drain(fds[0])
same([drain(fd) for fd in fds[1:]], [first] * 49, "50 readers read the same")
for fd in fds:
    os.close(fd)
readers = [Waiting() for _ in range(8)]
for reader in readers:
    reader.wait_until(lambda text: len(numbers(text)) == 64)
call()
woken = [numbers(reader.wait_until(numbers)) for reader in readers]
same(woken, [[counter("recorded")]] * 8, "8 waiting readers are all woken by one call")
for reader in readers:
    reader.process.kill()
    reader.process.wait()

# --- one open file, two processes ---
fd = stream()
drain(fd)
call("times=40")
children = [subprocess.Popen(["dd", "bs=64k", "status=none"], stdin=fd, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL) for _ in range(2)]
parts = [child.communicate()[0].decode() for child in children]
same(sorted(number for part in parts for number in numbers(part)),
     list(range(counter("recorded") - 39, counter("recorded") + 1)),
     "two processes with one open file share its cursor, and get each record once")
same([(part[:4], part[-1:]) for part in parts if part], [("====", "\n")] * sum(map(bool, parts)),
     "... in whole lines, also where what one reads ends")
os.close(fd)
write("enable", "0")
fd = stream()
drain(fd)
same(poll(fd, 200), [], "while disabled nothing comes")
os.close(fd)
finish()
