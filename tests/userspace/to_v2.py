#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: to_v2.py < RECORDS - convert records of version 1 to version 2.

Which fields are strings is read from the schema. For the tests: saved records of both versions
must be read alike.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
with open(HERE + "/../../docs/record.schema.json", encoding="utf-8") as schema:
    DEFINITIONS = json.load(schema)["definitions"]
# Names and types of the fields in a fix and in the kernel's copy.
ANY = {"properties": {**DEFINITIONS["attr"]["properties"], **DEFINITIONS["args"]["properties"]}}


def alternatives(schema):
    """The schemas that a value may match, with references and anyOf resolved."""
    if "$ref" in schema:
        schema = DEFINITIONS[schema["$ref"].rsplit("/", 1)[1]]
    if "anyOf" not in schema:
        return [schema]
    return [one for each in schema["anyOf"] for one in alternatives(each)]


def converted(value, schema, name=""):
    if isinstance(value, dict):
        part = ANY if name in ("fix", "kernel.attr") else next(
            (one for one in alternatives(schema) if "properties" in one), {"properties": {}})
        return {key: converted(v, part["properties"].get(key, {}),
                               "kernel.attr" if (name, key) == ("kernel", "attr") else key)
                for key, v in value.items()}
    if isinstance(value, list):
        return [converted(v, alternatives(schema)[0].get("items", {})) for v in value]
    wide = any(one is DEFINITIONS["u64"] for one in alternatives(schema))
    return str(value) if wide and type(value) is int else value


for line in sys.stdin:
    rec = json.loads(line)
    if "v" in rec:
        rec = {"v": 2, "call": rec.get("call", "open"), **{k: v for k, v in rec.items() if k not in ("v", "call")}}
        rec = converted(rec, DEFINITIONS["record" if rec["call"] == "open" else "call"])
    elif "time_ns" in rec:
        rec["time_ns"] = str(rec["time_ns"])
    print(json.dumps(rec, separators=(",", ":"), ensure_ascii=False))
