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


def in_terminal(command):
    pid, terminal = pty.fork()
    if not pid:
        os.execvp(command[0], command)
    seen = b""
    while True:
        try:
            some = os.read(terminal, 4096)
        except OSError:
            break
        if b"ready" in seen + some and b"ready" not in seen:
            os.write(terminal, b"\x03")
        seen += some
    sys.stdout.write(seen.decode().replace("\r", ""))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


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


signal.alarm(300)
sys.exit(type_there() if sys.argv[1:] == ["--type"] else in_terminal(sys.argv[1:]))
