# SPDX-License-Identifier: GPL-2.0
"""What the tests of JSON share, in guests and on the host: the keys of an open in their order, a
parser that takes nothing but JSON, and the fields of a record with their types."""
import json

KEYS = ["v", "call", "seq", "load", "time_ns", "wall_ns", "duration_ns", "pid", "tid", "uid", "comm",
        "abi", "attr", "attr_raw", "attr_state", "attr_size", "attr_more", "attr_ptr", "hidden", "attr_ends",
        "symbols", "strings", "args", "type_pmu", "ret", "errno", "kernel", "facts", "why"]
# Only where there is something to say: of an attr that was not there as a whole, or that has an address
# of the kernel; the reason is added by perfattr.
SELDOM = ("attr_size", "attr_more", "attr_ptr", "hidden", "attr_ends", "why")


def keys_of(rec):
    """The keys that this open has to have, in their order."""
    return [key for key in KEYS if key in rec or key not in SELDOM]


def unique(pairs):
    """An object, if no key stands twice in it: most readers would take one of them in silence."""
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key twice in one object: %s" % [key for key, _ in pairs])
    return dict(pairs)


def no_constant(word):
    raise ValueError(word + " is no JSON")


def parse(line):
    return json.loads(line, object_pairs_hook=unique, parse_constant=no_constant)


def type_name(value):
    return type(value).__name__


def typed(value, name="", kind=type_name):
    """The fields of a record, of objects in it too, and their types; the elements of a list have
    one name. Null has no type. @kind names the type of a value."""
    if isinstance(value, dict):
        for key, v in value.items():
            yield from typed(v, name + "." + key, kind)
    elif isinstance(value, list):
        for v in value:
            yield from typed(v, name + "[]", kind)
    if value is not None:
        yield name, kind(value)


def other_types(types, rec):
    """Fields that had another type in a record before; @types has the type of each field so far."""
    for name, kind in typed(rec):
        if types.setdefault(name, kind) != kind:
            yield "%s was %s, and is %s" % (name, types[name], kind)
