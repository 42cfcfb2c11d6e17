#!/usr/bin/env python3
"""Writes what docs/reference/JSON.md, docs/reference/HTTP.md and openapi.json say about members of JSON objects:

    scripts/documents/json_documents.py            write the documents
    scripts/documents/json_documents.py --check    compare them; the exit status is 1 if one has to be written

The sources describe each object where they write it, in one of two ways. A comment lists the
members that the code below it adds:

    // The object Outcome:
    //     result: "win" | "draw" | "loss" | null - for the player to move
    //     net, r: int - as in *Value*
    //     ...: Value
    //     seed: int - only with `--seed`: its value

An array of `struct kauri_field`, from which the object is written, has the meaning above each entry;
the type is that of the field. Entries that add several members list them as above.

    // The object PackedLayer.
    static const struct kauri_field fields[] = {
        // size of the packed table; null if it is not known
        {"bytes", "after", 12, KAURI_SIZE(struct packed_layer, file_bytes)},

A type is one of TYPES (`int 1..9` and `int >= 0` have limits), a word in quotation marks, an object,
or an array (`Value[]`, `(Value | Outcome)[]`); `|` stands between alternatives. "...: Value" stands for
the members of another object. A member whose meaning begins with "only" may be missing, as may the
members below a line such as "the rest: only if there is a move". A field whose meaning has the word
null may be null.

A member that means the same in many objects has no meaning here ("seeds: int", or an entry without
a comment). It is described once, in a table of JSON.md that has the columns name and meaning.

The table of addresses, `endpoints`, has above each entry "object, statuses: what it answers", and the
comment "The parameters:" lists them in the form of members.

In a document, the name of an object in bold letters is the heading of the first column of its table.
"""
import json
import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = "file"  # what the document of an endpoint names as its answer if that is no JSON
OUTSIDE = {"build", "docs", "tests"}  # folders without descriptions
DOCUMENTS = ["JSON.md", "HTTP.md"]

TYPES = {
    "position": {"$ref": "#/components/schemas/Position"},
    "move": {"$ref": "#/components/schemas/Move"},
    "result": {"$ref": "#/components/schemas/Result"},
    "pair": {"$ref": "#/components/schemas/Pair"},
    "score": {"type": "string", "pattern": "^[0-9]+:[0-9]+$"},
    "digest": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "int": {"type": "integer"},
    "number": {"type": "number"},
    "text": {"type": "string"},
    "bool": {"type": "boolean"},
    "object": {"type": "object"},
    "null": {"type": "null"},
}
KINDS = {"UNSIGNED": "int", "COUNT": "int", "SIZE": "int", "SECONDS": "number", "RATIO": "number",
         "DIGEST": "digest", "BOOL": "bool", "ANSWER": "bool", "BOUNDS": "pair", "TEXT": "text",
         "FOREIGN": "text"}
BASIC = {
    "Position": {"type": "string",
                 "description": "SOUTH/NORTH SIDE SCORE, as docs/guide/RULES.md describes it.",
                 "pattern": "^[0-9+,]+/[0-9+,]+ [SN] [0-9]+:[0-9]+$"},
    "Move": {"type": "string", "description": "The letter of the hole, - for a pass.",
             "pattern": "^[a-fA-F-]$"},
    "Result": {"type": "string", "enum": ["win", "draw", "loss"]},
    "Pair": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
}

MEMBER = re.compile(r"(\w+(?:, \w+)*): (.+?)(?: - (.+))?")
REST = "the rest: only "
TABLE = r"^\|\*\*(\w+)\*\*\|.*\n(?:\|.*(?:\n|$))*"
FIELD = re.compile(r'\{\s*(?:"(\w+)"|NULL),[^{}]*?KAURI_([A-Z]+)\(')
ENDPOINT = re.compile(r'\{"([\w.-]+)", "([^"]*)", (true|false), (true|false),')


class Fault(Exception):
    pass


# ------------------------------------------------------------------------------------- reading

def listed(lines, where):
    """The members that the lines of a comment list: (names, type, meaning). For those of another
    object, names is None and type the object; for "the rest", names is empty."""
    members = []
    for line in re.sub(r"\n {4,}", " ", "\n".join(lines)).split("\n"):
        if line.startswith("...: "):
            members.append((None, line[5:], ""))
        elif line.startswith(REST):
            members.append(([], "", line.removeprefix("the rest: ")))
        elif line:
            match = MEMBER.fullmatch(line)
            if not match:
                raise Fault(f"{where}: not \"name: type - meaning\": {line}")
            members.append((match[1].split(", "), match[2], match[3] or ""))
    return members


def read_fields(text, where):
    """The members of an array of fields, which begins the text."""
    members = []
    body = text[:text.index("\n};") if "\n};" in text else len(text)]
    body = re.split(r"\n *\};", body)[0]
    for part in re.finditer(r"((?:^ *//.*\n)*)^ *(\{(?:[^{}]|\{[^{}]*\})*\}),", body, re.M):
        comment = [line.strip()[2:].removeprefix(" ") for line in part[1].splitlines()]
        field = FIELD.match(part[2])
        if comment and comment[0].startswith(REST):
            members += listed([comment.pop(0)], where)
        if field and field[1]:
            meaning = " ".join(line.strip() for line in comment)
            kind = KINDS[field[2]] if field[2] in KINDS else None
            if kind is None:
                members += listed(comment, where)
            else:
                nothing = " | null" if re.search(r"\bnull\b", meaning) else ""
                members.append(([field[1]], kind + nothing, meaning))
        elif field and field[2] == "MEMBERS":
            members += listed(comment, where)
    return members


def read_objects(text, where, objects):
    for match in re.finditer(r"((?:^ *//.*\n)+)( *.*\n)", text, re.M):
        if "The object " not in match[1] and "The parameters:" not in match[1]:
            continue
        lines = [line.strip()[2:].removeprefix(" ") for line in match[1].splitlines()]
        array = re.search(r"struct kauri_field \w+\[\] = \{", match[2])
        name = None
        found = {}
        for line in lines:
            head = re.match(r"The (?:object )?(\w+)(.*)", line)
            if head and (head[2] == ":" or array):
                name = head[1]
                found[name] = []
            elif name and line.startswith("    "):
                found[name].append(line[4:])
        for name, members in found.items():
            if name in objects:
                raise Fault(f"{where}: the object {name} is described twice")
            if array:
                objects[name] = read_fields(text[match.end():], f"{where}, {name}")
            else:
                objects[name] = listed(members, f"{where}, {name}")


def read_endpoints(text):
    """Name, parameters, whether it is posted, whether a position may follow, and the comment."""
    table = text[text.index("endpoints[] = {"):]
    found = []
    for comment, entry in re.findall(r"((?:^ *//.*\n)*)^ *(\{.*\n)", table[:table.index("\n};") + 1],
                                     re.M):
        match = ENDPOINT.match(entry)
        words = " ".join(line.strip()[2:].strip() for line in comment.splitlines())
        if words:
            answer, meaning = words.split(": ", 1)
            found.append((match[1], match[2].split(), match[3] == "true", match[4] == "true",
                          answer.split(", ")[0], answer.split(", ")[1:], meaning))
    return found


def sources(root, pattern):
    return sorted(path for room in root.iterdir()
                  if room.is_dir() and room.name[0] != "." and room.name not in OUTSIDE
                  for path in room.rglob(pattern))


def read_sources(root=ROOT):
    """The objects, and the endpoints of the API."""
    objects, endpoints = {}, []
    for path in sources(root, "*.c"):
        text = path.read_text(encoding="utf-8")
        read_objects(text, path.relative_to(root), objects)
        if "endpoints[] = {" in text:
            endpoints += read_endpoints(text)
    return objects, endpoints


# ------------------------------------------------------------------------------------- schemas

def one_schema(text, objects):
    array = text.endswith("[]")
    name = text.removesuffix("[]")
    number = re.fullmatch(r"(int|number) (?:(\d+)\.\.(\d+)|(>=?) (\d+))", name)
    if number:
        schema = dict(TYPES[number[1]])
        if number[4] == ">":
            schema["exclusiveMinimum"] = int(number[5])
        else:
            schema["minimum"] = int(number[2] or number[5])
        if number[3]:
            schema["maximum"] = int(number[3])
    elif name in TYPES:
        schema = TYPES[name]
    elif name in objects:
        schema = {"$ref": f"#/components/schemas/{name}"}
    else:
        raise Fault(f"there is no type {name}")
    return {"type": "array", "items": schema} if array else schema


def schema_of(text, objects):
    if text.startswith("("):
        return {"type": "array", "items": {"oneOf": [one_schema(part, objects)
                                                     for part in text[1:-3].split(" | ")]}}
    words, others = [], []
    for part in text.split(" | "):
        (words if part.startswith('"') else others).append(part)
    if words:
        nothing = "null" in others
        return {"type": ["string", "null"] if nothing else "string",
                "enum": [word.strip('"') for word in words] + [None] * nothing}
    schemas = [one_schema(part, objects) for part in others]
    if len(schemas) == 1:
        return schemas[0]
    if "type" in schemas[0]:
        return {**schemas[0], "type": [schemas[0]["type"], "null"]}
    return {"oneOf": schemas}


def flat(name, objects):
    """The members of an object, each with its type and meaning, those of included objects too."""
    members = {}
    rest = ""
    for names, kind, meaning in objects[name]:
        if names is None:
            if kind not in objects:
                raise Fault(f"{name} includes {kind}, which nothing describes")
            found = flat(kind, objects)
        else:
            found = {member: (kind, meaning) for member in names}
            rest = rest if names else meaning
        members.update({member: (kind, rest or meaning) for member, (kind, meaning) in found.items()})
    return members


def object_schema(name, objects):
    members = flat(name, objects)
    return {"type": "object",
            "required": [member for member, (_, meaning) in members.items()
                         if not meaning.startswith("only")],
            "properties": {member: schema_of(kind, objects) for member, (kind, _) in members.items()}}


def schemas_from(names, objects):
    """The schemas of the objects and of those that they mention; an answer that is a file has none."""
    schemas = dict(BASIC)
    todo = [name for name in names if name != FILE]
    while todo:
        name = todo.pop(0)
        if name not in schemas and name not in TYPES:
            schemas[name] = object_schema(name, objects)
            todo += re.findall(r"#/components/schemas/(\w+)", json.dumps(schemas[name]))
    return schemas


# ------------------------------------------------------------------------------------- OpenAPI

PLACE = [("south", "text", "South's row from South's left, such as 7,0,0,0,0,0+1."),
         ("north", "text", "North's row from North's left."),
         ("side", '"S" | "N"', "The player to move."),
         ("score", "score", "Captured seeds, South:North.")]
STATUSES = {
    "400": ("BadRequest", "A parameter, position or record is missing, unknown, repeated or wrong."),
    "404": ("NotCovered", "The position or layer has more seeds than the tables, or a proof is not there."),
    "413": ("TooLarge", "The body is too large."),
    "429": ("Busy", "Too many answers are under way."),
    "503": ("TableFault",
            "A table is missing or damaged, memory has run out, or the server is stopping."),
    "default": ("Fault", "A defect of the server."),
}
LONG = {"proof", "search-proof", "solution"}  # endpoints without events that take long
PROGRESS = {"search": "bounds, ", "analyse": "depth, "}  # events before the last
BODIES = {
    "probe": {"application/json": {"schema": {"type": "array", "maxItems": 1000,
                                              "items": TYPES["position"]}}},
    None: {"text/plain": {"schema": {"type": "string", "maxLength": 65536}}},
}


def content(schema):
    return {"application/json": {"schema": schema}}


def answer_to(endpoint):
    name, parameters, posted, _, answer, _, _ = endpoint
    if answer == FILE:
        return {"description": "The file.", "content": {"application/octet-stream": {}}}
    schema = TYPES.get(answer, {"$ref": f"#/components/schemas/{answer}"})
    if posted and name == "probe":
        fault = {"$ref": "#/components/schemas/ProbeFault"}
        schema = {"type": "array", "maxItems": 1000, "items": {"oneOf": [schema, fault]}}
    found = {"description": "The answer.", "content": content(schema)}
    if "events" in parameters:
        found["content"]["text/event-stream"] = {"schema": {
            "type": "string", "description": f"Events {PROGRESS.get(name, '')}result or error."}}
    return found


def operation(endpoint, at):
    """`at`: the parameters of the path, instead of the position."""
    name, parameters, posted, _, _, statuses, meaning = endpoint
    identity = name + ("Many" if posted and name == "probe" else "")
    identity += ("At" if at else "") + ("Score" if "score" in at else "")
    names = at + [word for word in parameters if not at or word != "position"]
    found = {"operationId": identity, "summary": meaning,
             "parameters": [{"$ref": f"#/components/parameters/{word}"} for word in names]}
    if posted:
        found["requestBody"] = {"required": True, "content": BODIES.get(name, BODIES[None])}
    extra = ["413"] * posted + ["429"] * ("events" in parameters or name in LONG)
    found["responses"] = {"200": answer_to(endpoint)} | {
        status: {"$ref": f"#/components/responses/{STATUSES[status][0]}"}
        for status in [*sorted({"400", *statuses, *extra}), "default"]}
    return {"post" if posted else "get": found}


def parameter(name, kind, meaning, objects, place):
    schema = dict(schema_of(kind, objects))
    for word, value in re.findall(r"; (default|at most) (\d+)(?: characters)?$", meaning):
        schema["default" if word == "default" else "maxLength"] = int(value)
    required = place or meaning.startswith("required")
    return {"name": name, "in": "path" if place else "query"} | (
        {"required": True} if required else {}) | {"description": meaning, "schema": schema}


def open_api(objects, endpoints):
    paths = {}
    for endpoint in endpoints:
        places = [[]] + ([["south", "north", "side"], ["south", "north", "side", "score"]]
                         if endpoint[3] else [])
        for at in places:
            path = "/".join(["", endpoint[0], *(f"{{{word}}}" for word in at)])
            paths.setdefault(path, {}).update(operation(endpoint, at))
    parameters = {}
    for name, kind, meaning in PLACE:
        parameters[name] = parameter(name, kind, meaning, objects, True)
    for (name,), kind, meaning in objects["parameters"]:
        parameters[name] = parameter(name, kind, meaning, objects, False)
    responses = {}
    for status, (name, meaning) in STATUSES.items():
        responses[name] = {"description": meaning,
                           "content": content({"$ref": "#/components/schemas/Error"})}
        if status == "429":
            responses[name]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    names = [endpoint[4] for endpoint in endpoints] + ["ProbeFault", "Error"]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kauri",
            "summary": "Exact endgames of the mancala Kauri over HTTP.",
            "description": "docs/reference/HTTP.md describes this API, docs/reference/JSON.md its objects. New names may "
                           "be added to objects, so readers should ignore names that they do not "
                           "know.",
            "version": "1",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": schemas_from(names, objects), "parameters": parameters,
                       "responses": responses},
    }


def pretty(value, indent=0, before=0):
    """JSON in which what fits into a line of 100 columns stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or indent + before + len(line) < 100:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {pretty(item, indent + 2, len(name) + 4)}"
                 for name, item in value.items()]
    else:
        parts = [pretty(item, indent + 2) for item in value]
        if all(isinstance(item, str) for item in value):
            parts = textwrap.wrap(", ".join(parts), 98 - indent)
            return "[\n" + "\n".join(inner + part for part in parts) + "\n" + " " * indent + "]"
    ends = "{}" if isinstance(value, dict) else "[]"
    return ends[0] + "\n" + ",\n".join(inner + part for part in parts) + "\n" + " " * indent + ends[1]


# ----------------------------------------------------------------------------------- documents

def words_of_type(kind):
    """A type as the documents print it, in a cell of a table."""
    if '"' in kind:
        nothing = ", null" if kind.endswith("| null") else ""
        return ", ".join(f"`{word}`" for word in re.findall(r'"([^"]*)"', kind) if word) + nothing
    return re.sub(r"^([\w\[\]]+) \| null$", r"\1?", kind).replace(" | ", ", ")


def common_members(text):
    """The names of the members that the document describes once, for all objects."""
    tables = re.findall(r"^\|name\|meaning\|\n\|.*\n((?:\|.*\n)+)", text, re.M)
    return set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\|([^|]*)\|", "".join(tables), re.M))))


def table_of(name, objects, common):
    rows = [f"|**{name}**|type|meaning|", "|---|---|---|"]
    members = []
    for names, kind, meaning in objects[name]:
        if names and not meaning and not set(names) <= common:
            raise Fault(f"{name}: {', '.join(names)} has no meaning, and is in no table of members "
                        "that many objects have")
        if members and names and members[-1][0] and members[-1][1:] == (kind, meaning):
            names = members.pop()[0] + names
        members.append((names, kind, meaning))
    for names, kind, meaning in members:
        if names is None:
            rows.append(f"|...|*{kind}*||")
        elif not names:
            rows.append(f"|the rest||{meaning}|")
        else:
            meaning = meaning.replace("|", "\\|")
            rows.append(f"|{', '.join(f'`{word}`' for word in names)}|{words_of_type(kind)}|{meaning}|")
    return rows


def table_of_parameters(objects, endpoints):
    rows = ["|**parameters**|type|at|meaning|", "|---|---|---|---|"]
    for (name,), kind, meaning in objects["parameters"]:
        at = ", ".join(dict.fromkeys(end[0] for end in endpoints if name in end[1]))
        rows.append(f"|`{name}`|{words_of_type(kind)}|{at}|{meaning}|")
    return rows


def document(text, objects, endpoints, common):
    """The text with its tables made again."""
    def table(match):
        if match[1] not in objects:
            raise Fault(f"nothing describes the object {match[1]}")
        rows = (table_of_parameters(objects, endpoints) if match[1] == "parameters"
                else table_of(match[1], objects, common))
        return "\n".join(rows) + "\n"

    return re.sub(TABLE, table, text, flags=re.M)


def documents(root=ROOT):
    """The documents with their text as it should be."""
    objects, endpoints = read_sources(root)
    texts = {path: path.read_text(encoding="utf-8")
             for name in DOCUMENTS for path in (root / "docs").rglob(name)}
    common = common_members("\n".join(texts.values()))
    found = {path: document(text, objects, endpoints, common) for path, text in texts.items()}
    shown = re.findall(TABLE, "\n".join(found.values()), re.M)
    for name in objects:
        if shown.count(name) != 1:
            raise Fault(f"the object {name} stands {shown.count(name)} times in {DOCUMENTS}")
    for path in sources(root, "openapi.json"):
        found[path] = pretty(open_api(objects, endpoints)) + "\n"
    return found


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: scripts/documents/json_documents.py [--check]")
    stale = []
    try:
        for path, text in documents().items():
            if path.read_text(encoding="utf-8") != text:
                stale.append(str(path.relative_to(ROOT)))
                if not check:
                    path.write_text(text, encoding="utf-8")
    except Fault as fault:
        sys.exit(f"json_documents.py: {fault}")
    for name in stale:
        print(f"{name}: {'is stale; scripts/documents/json_documents.py writes it' if check else 'written'}")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
