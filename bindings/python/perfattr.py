# SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
"""Why the kernel has refused a call of perf_event_open(2), by libperfattr.so.1 and ctypes alone.

    why = perfattr.explain(attr, 0, -1, -1, 0, errno)
    print(why)

attr is the struct perf_event_attr that was passed: bytes, or a ctypes structure or buffer.
"""
from __future__ import annotations

import ctypes
from ctypes import c_char, c_char_p, c_int, c_int32, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass

# How sure a reason is.
NOT_KNOWN, MAY_BE, PROBABLE, CERTAIN = range(4)
# The loss of the plan.
NO_PLAN, SAME, LESS, OTHER, VOID = range(5)
# Outcomes of a call that was not made.
UNDECIDED, OPENS, REFUSED, NEVER_COUNTS = range(4)


class Call(ctypes.Structure):
    """struct perfattr_call"""

    _fields_ = [("attr", c_void_p), ("flags", c_uint64), ("pid", c_int32), ("cpu", c_int32),
                ("group_fd", c_int32), ("error", c_int32), ("attr_size", c_uint32),
                ("reserved", c_uint32 * 7)]


class _Change(ctypes.Structure):
    _fields_ = [("name", c_char * 32), ("value", c_uint64)]


class _Why(ctypes.Structure):
    _fields_ = [("n", c_uint32), ("more", c_uint32), ("certainty", c_uint32), ("loss", c_uint32),
                ("n_change", c_uint32), ("reserved", c_uint32 * 11), ("change", _Change * 12),
                ("rule", c_char * 48), ("function", c_char * 48), ("field", c_char * 32),
                ("others", c_char * 144), ("reason", c_char * 768), ("lost", c_char * 128),
                ("needs", c_char * 144), ("fix", c_char * 768), ("text", c_char * 1472)]


_library = ctypes.CDLL("libperfattr.so.1")
_library.perfattr_explain.argtypes = [c_void_p, ctypes.POINTER(Call), c_uint, ctypes.POINTER(_Why)]
_library.perfattr_check.argtypes = [c_void_p, ctypes.POINTER(Call), ctypes.POINTER(_Why)]
_library.perfattr_format.argtypes = [ctypes.POINTER(Call), c_int, c_char_p, c_size_t]
_library.perfattr_version.restype = c_char_p


@dataclass(frozen=True)
class Why:
    """What is known of a refused call; str() is all of it. The fields are of the likeliest reason."""

    reasons: int
    certainty: int
    rule: str
    function: str
    field: str
    reason: str
    loss: int
    lost: str
    changes: dict[str, int]
    needs: str
    fix: str
    text: str

    def __str__(self) -> str:
        return self.text.rstrip("\n")


def _call(attr, pid: int, cpu: int, group_fd: int, flags: int, error: int) -> tuple[Call, object]:
    """The call, and the attr that must live as long."""
    # The library reads as many bytes as attr.size says, and the attr may have fewer.
    copy = ctypes.create_string_buffer(bytes(attr)[:4096], 4096)
    return Call(attr=ctypes.addressof(copy), pid=pid, cpu=cpu, group_fd=group_fd, flags=flags, error=error), copy


def _told(why: _Why) -> Why:
    text = {name: getattr(why, name).decode() for name in ("rule", "function", "field", "reason", "lost", "needs", "fix", "text")}
    return Why(reasons=why.n, certainty=why.certainty, loss=why.loss,
               changes={c.name.decode(): c.value for c in why.change[:why.n_change]}, **text)


def explain(attr, pid: int, cpu: int, group_fd: int, flags: int, errno: int) -> Why:
    """Why was this call refused? To be asked at once, by the thread that has made it."""
    call, _copy = _call(attr, pid, cpu, group_fd, flags, errno)
    why = _Why()
    _library.perfattr_explain(None, ctypes.byref(call), 0, ctypes.byref(why))
    return _told(why)


def check(attr, pid: int, cpu: int, group_fd: int, flags: int) -> tuple[int, Why]:
    """Would this call open here? OPENS, REFUSED, NEVER_COUNTS or UNDECIDED, and why."""
    call, _copy = _call(attr, pid, cpu, group_fd, flags, 0)
    why = _Why()
    return _library.perfattr_check(None, ctypes.byref(call), ctypes.byref(why)), _told(why)


def text(attr, pid: int, cpu: int, group_fd: int, flags: int, result: int) -> str:
    """The call by the names of its fields. result is a descriptor or a negative errno."""
    call, _copy = _call(attr, pid, cpu, group_fd, flags, 0)
    size = _library.perfattr_format(ctypes.byref(call), result, None, 0) + 1
    to = ctypes.create_string_buffer(size)
    _library.perfattr_format(ctypes.byref(call), result, to, size)
    return to.value.decode()


def version() -> str:
    """The version of the library."""
    return _library.perfattr_version().decode()
