#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Runs a command in a terminal of its own, types Ctrl-C there once it has said "ready", and prints what is seen there.

usage: terminal.py COMMAND...

With --type it is that command: it tries to type into the terminal, and waits for the signal.
"""
import fcntl
import os
import pty
import signal
import sys
import termios
import time


def in_terminal(command, prepare=lambda: None, look=lambda _terminal, _seen, _some: None):
    """Runs a command there, after prepare(), and gives look() what comes. Returns all of it, and its status."""
    pid, terminal = pty.fork()
    if not pid:
        prepare()
        os.execvp(command[0], command)
    seen = b""
    while True:
        try:
            some = os.read(terminal, 4096)
        except OSError:
            break
        if not some:
            break
        look(terminal, seen, some)
        seen += some
    return seen.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def interrupt(terminal, seen, some):
    if b"ready" in seen + some and b"ready" not in seen:
        os.write(terminal, b"\x03")


def interrupted(command):
    seen, status = in_terminal(command, look=interrupt)
    sys.stdout.write(seen.replace("\r", ""))
    return status


def end(_signal, _frame):
    print("interrupted")
    sys.exit(3)


def type_there():
    signal.signal(signal.SIGINT, end)
    try:
        fcntl.ioctl(0, termios.TIOCSTI, b"x")
        print("typed")
    except OSError:
        print("may not type")
    print("ready", flush=True)
    time.sleep(200)
    return 4


if __name__ == "__main__":
    signal.alarm(300)
    sys.exit(type_there() if sys.argv[1:] == ["--type"] else interrupted(sys.argv[1:]))
