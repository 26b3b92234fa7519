#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
# time limit: 900
"""BPF programs that refuse events, and programs that events refuse.

While one is on the hook of perf_event_open(2), a refusal that may be its own is not certain; before and
after, it is. A program is attached to an event by an ioctl or by a link: both are told alike.
"""

import ctypes
import errno
import json
import os
import resource
import struct
import sys
import threading

sys.path.insert(0, "tests/guest")
from records import *

HOOK = b"bpf_lsm_perf_event_open"
SYS_BPF, SYS_OPEN = (280, 241) if ARM or RISCV else (321, 298)
PROG_LOAD, RAW_TRACEPOINT_OPEN, LINK_CREATE, LINK_UPDATE = 5, 17, 28, 29
SOCKET_FILTER, KPROBE, TRACEPOINT, PERF_EVENT = 1, 2, 5, 7
ATTACH_PERF_EVENT, ATTACH_KPROBE_MULTI = 41, 42
SET_BPF, IOC_ID = (0x80042408, 0x40082407) if POWER else (0x40042408, 0x80082407)
PROG_TYPE_LSM, ATTACH_LSM_MAC = 29, 27
NOBODY = 65534
libc = ctypes.CDLL(None, use_errno=True)

# struct btf_type's kinds and what follows each: bytes, or bytes a member.
BTF_AFTER = {1: 4, 3: 12, 14: 4, 17: 4}
BTF_EACH = {4: 12, 5: 12, 6: 8, 13: 8, 15: 12, 19: 12}
BTF_FUNC = 12


def btf_id(name):
    """The number that the kernel's own type information has for a function; None without it."""
    try:
        with open("/sys/kernel/btf/vmlinux", "rb") as file:
            btf = file.read()
    except FileNotFoundError:
        return None
    head, types, types_len, strings, _ = struct.unpack_from("<IIIII", btf, 4)
    at, end, number = head + types, head + types + types_len, 0
    while at < end:
        number += 1
        offset, info = struct.unpack_from("<II", btf, at)
        kind, members = info >> 24 & 0x1f, info & 0xffff
        start = head + strings + offset
        if kind == BTF_FUNC and btf[start:btf.index(b"\0", start)] == name:
            return number
        at += 12 + BTF_AFTER.get(kind, 0) + BTF_EACH.get(kind, 0) * members
    return None


def bpf(command, attr):
    buf = ctypes.create_string_buffer(attr, len(attr))
    fd = libc.syscall(SYS_BPF, command, buf, len(attr))
    return fd if fd >= 0 else -ctypes.get_errno()


def refusing_program(hook):
    """A program that answers -EACCES to everybody; its descriptor, or a negative errno."""
    insns = struct.pack("<BBhi", 0xb7, 0, 0, -errno.EACCES) + struct.pack("<BBhi", 0x95, 0, 0, 0)
    code, gpl = ctypes.create_string_buffer(insns, len(insns)), ctypes.create_string_buffer(b"GPL")
    attr = struct.pack("<IIQQIIQII16sIIIIQII", PROG_TYPE_LSM, len(insns) // 8,
                       ctypes.addressof(code), ctypes.addressof(gpl), 0, 0, 0, 0, 0, b"refuse",
                       0, ATTACH_LSM_MAC, 0, 0, 0, 0, 0)
    attr += struct.pack("<QII", 0, 0, hook)
    return bpf(PROG_LOAD, attr)


def opened(uid):
    """Opens a software event that counts the kernel too, as uid; returns the errno and why."""
    attr = ctypes.create_string_buffer(struct.pack("<IIQ", 1, 64, 9) + bytes(48), 64)
    os.setresuid(uid, uid, 0)
    fd = libc.syscall(SYS_OPEN, attr, 0, -1, -1, 0)
    err = ctypes.get_errno() if fd < 0 else 0
    os.setresuid(0, 0, 0)
    if fd >= 0:
        os.close(fd)
    return err, json.loads(explained("-n", "1")[-1])["why"]


def verdict(why):
    return (why["rule"], why["certain"]) if why else None


def active_lsms():
    try:
        with open("/sys/kernel/security/lsm", encoding="ascii") as file:
            return file.read().strip().split(",")
    except FileNotFoundError:
        return []


def refusing_link():
    """Attaches a program; returns both descriptors, and a sentence if that cannot be."""
    hook = btf_id(HOOK)
    if hook is None:
        return -1, -1, "this kernel has no BTF of the hook, by which a program names it"
    if "bpf" not in active_lsms():
        return -1, -1, "this kernel's security modules do not include bpf"
    program = refusing_program(hook)
    if program < 0:
        return -1, -1, f"this kernel takes no program of BPF LSM: {os.strerror(-program)}"
    link = bpf(RAW_TRACEPOINT_OPEN, struct.pack("<QI4x", 0, program))
    return program, link, f"this kernel attaches no program of BPF LSM: {os.strerror(abs(link))}"


def main():
    with open("/proc/sys/kernel/perf_event_paranoid", "w", encoding="ascii") as level:
        level.write("2")
    load()
    selinux = "selinux" in active_lsms()
    same(verdict(opened(NOBODY)[1]), ("kernel-not-excluded", not selinux),
         "without a program the reason is certain, if SELinux cannot refuse either")
    program, link, why_not = refusing_link()
    if link < 0:
        for what in ("refuses root", "makes a reason probable", "no more when it is gone"):
            skip(f"a program {what}", why_not)
        return
    err, why = opened(0)
    same((err, verdict(why)), (errno.EACCES, ("security-module", False)),
         "a program refuses root")
    if selinux:
        for what in ("makes a reason probable", "no more when it is gone"):
            skip(f"a program {what}", "SELinux makes it probable by itself")
        return
    same(verdict(opened(NOBODY)[1]), ("kernel-not-excluded", False),
         "a program makes a reason probable")
    os.close(link)
    os.close(program)
    same(eventually_certain(), ("kernel-not-excluded", True),
         "no more when it is gone")


def eventually_certain():
    """The trampoline is taken out after the last reference is gone."""
    for _ in range(100):
        last = verdict(opened(NOBODY)[1])
        if last and last[1]:
            break
    return last



# --- events and programs ---

LDX_FAR = struct.pack("<BBhi", 0x79, 0x10, 1024, 0)
RETURN_0 = struct.pack("<BBhi", 0xb7, 0, 0, 0) + struct.pack("<BBhi", 0x95, 0, 0, 0)


def program(kind, before=b"", attach=0):
    """A program that does nothing, or first what is before; its descriptor."""
    insns = before + RETURN_0
    code, gpl = ctypes.create_string_buffer(insns, len(insns)), ctypes.create_string_buffer(b"GPL")
    fd = bpf(PROG_LOAD, struct.pack("<IIQQIIQII16sII", kind, len(insns) // 8, ctypes.addressof(code),
                                    ctypes.addressof(gpl), 0, 0, 0, 0, 0, b"nothing", 0, attach))
    assert fd >= 0, os.strerror(-fd)
    return fd


def event(kind, config, period=0):
    attr = ctypes.create_string_buffer(struct.pack("<IIQQ", kind, 64, config, period) + bytes(40), 64)
    fd = libc.syscall(SYS_OPEN, attr, 0, -1, -1, 0)
    assert fd >= 0, os.strerror(ctypes.get_errno())
    return fd


def tracepoint(name):
    with open(f"/sys/kernel/tracing/events/{name}/id", encoding="ascii") as number:
        return event(2, int(number.read()))


def id_of(fd):
    number = ctypes.c_uint64()
    libc.ioctl(fd, ctypes.c_ulong(IOC_ID), ctypes.byref(number))
    return str(number.value)


def by_ioctl(target, prog):
    return 0 if libc.ioctl(target, ctypes.c_ulong(SET_BPF), ctypes.c_ulong(prog & 0xffffffff)) == 0 else \
        -ctypes.get_errno()


def by_link(target, prog, flags=0, cookie=0, attach=ATTACH_PERF_EVENT):
    return bpf(LINK_CREATE, struct.pack("=IIIIQ24x", prog & 0xffffffff, target, attach, flags, cookie))


def attached(call):
    """What is recorded of programs that are attached by this call, with the reasons."""
    return [rec for rec in map(json.loads, explained()) if rec["call"] == call and
            (call == "bpf" or rec["cmd"] == "PERF_EVENT_IOC_SET_BPF")]


def event_now(fd):
    """What events_raw has of an event."""
    return next(e for e in map(json.loads, read("events_raw").splitlines()) if e.get("id") == id_of(fd))


def mistakes():
    """What, rule, errno, the event, and the program: each is refused, by an ioctl and by a link."""
    tp, again, wake = (tracepoint(f"sched/{name}") for name in ("sched_switch", "sched_switch", "sched_wakeup"))
    clock, dummy, faults = event(1, 0, 1000000), event(1, 9), event(1, 2, 1000)
    on_tp, on_probe, on_event, on_socket = map(program, (TRACEPOINT, KPROBE, PERF_EVENT, SOCKET_FILTER))
    other, far = program(TRACEPOINT), program(TRACEPOINT, LDX_FAR)
    null, pipe = os.open("/dev/null", os.O_RDONLY), os.pipe()[0]
    for target, prog in (tp, on_tp), (clock, on_event), (wake, other):
        assert by_ioctl(target, prog) == 0
    for target, prog in (tp, 999), (faults, 999), (again, -1), (dummy, 1 << 20):
        yield "bpf-not-open", errno.EBADF, target, prog
    for target, prog in (tp, null), (tp, tp), (again, clock), (faults, pipe), (dummy, dummy):
        yield "bpf-no-program", errno.EINVAL, target, prog
    for target, prog in ((again, on_probe), (again, on_event), (again, on_socket), (dummy, on_tp),
                         (dummy, on_probe), (dummy, on_socket), (faults, on_tp), (faults, on_probe), (tp, on_probe)):
        yield "bpf-program-type", errno.EINVAL, target, prog
    for target in again, tp:
        yield "bpf-context", errno.EACCES, target, far
    for target, prog in (tp, on_tp), (tp, other), (clock, on_event), (wake, other):
        yield "bpf-exists", errno.EEXIST, target, prog
    yield "bpf-same-program", errno.EEXIST, again, on_tp


def reasons(call, attach, cases, gone=()):
    """Makes them, and says of each what has become of it, and what the module says; gone: closed before that."""
    write("clear", "1")
    results = [attach(target, prog) for _, _, target, prog in cases]
    for fd in gone:
        os.close(fd)
    told = attached(call)
    return [(-result, rec["why"]["rule"], rec["why"]["certain"], rec["why"]["text"], rec["event"]["id"])
            for result, rec in zip(results, told)] if len(told) == len(cases) else told


def closed(call, attach):
    """Programs and events that are closed before the records are read."""
    cases = list(mistakes())
    want = [(err, rule, True, id_of(target)) for rule, err, target, _ in cases]
    fds = {fd for _, _, target, prog in cases for fd in (target, prog)} - {999, -1, 1 << 20}
    same([(*got[:3], got[4]) for got in reasons(call, attach, cases, fds)], want,
         "... also of programs and events that are closed before that is read")


def linked(link, target, prog, cookie):
    """A link that was made."""
    rec = attached("bpf")[-1]
    same((rec["ret"], rec["cmd"], rec["fd"], rec["fd_from"], rec["prog_fd"], rec["prog_type"], rec["cookie"],
          rec["event"]["id"], rec["facts"]),
         (link, "BPF_LINK_CREATE", target, "call", prog, PERF_EVENT, str(cookie), id_of(target), None),
         "a link is told with its program and cookie")
    ok(any(line.startswith(f"bpf(BPF_LINK_CREATE, &(union bpf_attr){{ .link_create = {{ .attach_type = "
                           f"BPF_PERF_EVENT, .target_fd = fd_{target}, .prog_fd = bpf_fd_{prog}, "
                           f".perf_event.bpf_cookie = {cookie} }} }}, sizeof(union bpf_attr)); /* = {link}, ")
           for line in read("log").splitlines()), "... in the log as one line of C")


def of_events(target, on_event):
    """How a program was attached, as the view of open events says it."""
    another, silent = event(1, 0, 1000000), event(1, 0, 1000000)
    same([by_ioctl(another, on_event), event_now(another)["bpf"], event_now(another)["bpf_by"]], [0, True, "ioctl"],
         "events_raw tells a program that was attached by an ioctl")
    same([event_now(target)["bpf"], event_now(target)["bpf_by"]], [True, "link"], "... and one by a link")
    write("calls", "0")
    by_ioctl(silent, on_event)
    same([event_now(silent)["bpf"], event_now(silent)["bpf_by"]], [True, None], "... and not what was not recorded")
    write("calls", "1")
    for fd in another, silent:
        os.close(fd)


def updated(link, target, on_event):
    write("clear", "1")
    got = bpf(LINK_UPDATE, struct.pack("=IIII", link, on_event, 0, 0))
    rec = attached("bpf")[0]
    same((got, rec["cmd"], rec["args"]["link_fd"], rec["why"]["rule"], rec["why"]["certain"], rec["event"]["id"]),
         (-errno.EINVAL, "BPF_LINK_UPDATE", link, "link-not-changeable", True, id_of(target)),
         "the program of a link cannot be exchanged, and why")


def of_links_alone(fresh, on_event):
    """What only links can be refused for."""
    write("clear", "1")
    got = by_link(fresh, on_event, flags=1)
    lowest = os.dup(0)
    os.close(lowest)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, limits[1]))
    full = by_link(fresh, on_event)
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    recs = attached("bpf")
    same([(got, full)] + [(rec["why"]["rule"], rec["why"]["certain"], rec["why"]["fix"]) for rec in recs],
         [(-errno.EINVAL, -errno.EMFILE), ("link-flags", True, {"flags": "0"}), ("link-no-descriptor", True, None)],
         "flags, and a table without room")


def others():
    """Links to what is no event are none of ours: of a raw tracepoint, of kprobe.multi, and wrong ones."""
    write("clear", "1")
    name = ctypes.create_string_buffer(b"sched_switch")
    raw = bpf(RAW_TRACEPOINT_OPEN, struct.pack("<QI4x", ctypes.addressof(name), program(17)))
    by_link(raw, program(PERF_EVENT))
    by_link(998, program(PERF_EVENT))
    by_link(event(1, 9), program(KPROBE), attach=ATTACH_KPROBE_MULTI)
    bpf(LINK_CREATE, bytes(3))
    bpf(LINK_UPDATE, struct.pack("=IIII", raw, program(17), 0, 0))
    same((raw > 0, attached("bpf")), (True, []), "links to what is no event are not recorded")


def exchanged(on_tp):
    """Another thread gives the descriptor of the event to another one, again and again."""
    tp, clock, shared, over = tracepoint("sched/sched_switch"), event(1, 0, 1000000), os.dup(0), []
    by_ioctl(tp, on_tp)
    libc.dup2(tp, shared)

    def exchange():
        while not over:
            libc.dup2(tp, shared)
            libc.dup2(clock, shared)

    thread = threading.Thread(target=exchange)
    write("clear", "1")
    thread.start()
    results = [by_link(shared, on_tp) for _ in range(300)]
    over.append(True)
    thread.join()
    recs = attached("bpf")
    same([rec for rec in recs if rec["why"] and rec["why"]["certain"]], [],
         f"{len(recs)} links of a descriptor that another thread exchanges: none is certain")
    ok(set(results) == {-errno.EEXIST, -errno.EINVAL} and len(recs) >= 100, "... which were of both events",
       sorted(set(results)), len(recs))
    write("clear", "1")
    by_link(tp, on_tp)
    same(verdict(attached("bpf")[0]["why"]), ("bpf-exists", True), "... and once it has ended, they are")


def links():
    cases = list(mistakes())
    want = [(err, rule, True) for rule, err, _, _ in cases]
    ioctls = reasons("ioctl", by_ioctl, cases)
    same([got[:3] for got in ioctls], want, f"{len(cases)} programs that an event refuses, and why")
    closed("ioctl", by_ioctl)
    on_event, fresh = program(PERF_EVENT), event(1, 0, 1000000)
    write("clear", "1")
    link = by_link(fresh, on_event, cookie=0x1122334455667788)
    if link < 0:
        same((attached("bpf"), [line for line in read("stats").splitlines() if "bpf" in line]),
             ([], ["probe.bpf_perf_link_attach.absent 1"]),
             "a kernel without links of events has no record of them, and stats says so")
        for what in range(15):
            skip(f"links: {what}", f"this kernel has none: {os.strerror(-link)}")
        return
    linked(link, fresh, on_event, 0x1122334455667788)
    of_events(fresh, on_event)
    updated(link, fresh, on_event)
    os.close(link)
    same([event_now(fresh)["bpf"], event_now(fresh)["bpf_by"]], [False, None], "a link that is closed has detached it")
    of_links_alone(fresh, on_event)
    same(reasons("bpf", by_link, cases), ioctls, "... by a link for the same reasons, in the same words")
    closed("bpf", by_link)
    others()
    exchanged(program(TRACEPOINT))
    write("calls", "0")
    write("clear", "1")
    by_link(fresh, on_event, flags=1)
    same((attached("bpf"), [line for line in stats() if "sys_bpf" in line]), ([], []),
         "with calls=0 there is no probe, and no record")


plan(21)
main()
write("calls", "1")
links()
finish()
