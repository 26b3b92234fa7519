# SPDX-License-Identifier: GPL-2.0
"""The published schema of the json views, and what is wrong with a line by it."""
import json

# How the schema names the sorts of lines: of opens, of other calls, of both that the module has not
# recorded, and what else a line may be about, by its one key, or the one beside "v".
SORTS = ("record", "call", "pasted", "pasted_call", "lost", "firing", "env", "pmu", "limits")


def sort_of(rec):
    for sort in SORTS[4:]:
        if sort in rec and "call" not in rec:
            return sort
    if rec.get("call") != "open":
        return "pasted_call" if "source" in rec else "call"
    return "pasted" if "source" in rec else "record"


def compiled(schema):
    """The schema as a whole says only that no sort of line fits; each sort alone says where."""
    import fastjsonschema
    with open(schema, encoding="utf-8") as f:
        schema = json.load(f)
    definitions = schema["definitions"]
    sorts = {sort: fastjsonschema.compile({"$ref": "#/definitions/" + sort, "definitions": definitions})
             for sort in SORTS if sort in definitions}
    return fastjsonschema.compile(schema), sorts, fastjsonschema.JsonSchemaException


def judge(schema):
    """A function: what is wrong with a record of a line, nothing if it is as published."""
    whole, sorts, wrong = compiled(schema)

    def of(rec):
        try:
            sorts[sort_of(rec)](rec)
            whole(rec)
        except wrong as error:
            return error.message
        return None
    return of
