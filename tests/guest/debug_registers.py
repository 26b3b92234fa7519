# SPDX-License-Identifier: GPL-2.0
"""
debug_registers.py COUNT

Sets debug registers of processes that it traces, for each of which the kernel creates an event.

Holds two, and prints their pids. After a line of input it lets the first one call execve(), which
releases its event; after another one it sets and releases those of COUNT processes, one by one.
"""
import ctypes
import os
import signal
import sys

TRACEME, POKEUSER, CONT = 0, 6, 7
DEBUGREG = 848  # offsetof(struct user, u_debugreg)

ptrace = ctypes.CDLL(None, use_errno=True).ptrace
ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
ptrace.restype = ctypes.c_long


def check(ret):
    if ret:
        raise OSError(ctypes.get_errno(), 'ptrace')


def traced():
    pid = os.fork()
    if not pid:
        ptrace(TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGSTOP)
        os.execvp('sleep', ['sleep', '1000'])
    os.waitpid(pid, os.WUNTRACED)
    check(ptrace(POKEUSER, pid, DEBUGREG, 0x12340))
    return pid


def end(pid):
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def said(*words):
    print(*words, flush=True)
    sys.stdin.readline()


first, second = traced(), traced()
said('held', first, second)
check(ptrace(CONT, first, None, None))
os.waitpid(first, 0)
said('executed')
for _ in range(int(sys.argv[1])):
    end(traced())
said('released')
end(first)
end(second)
