"""Checks values against the schemas of an OpenAPI 3.1 document: as much of JSON Schema as
scripts/documents/json_documents.py writes. A keyword that is not known here is an error, and so is a member of an
object that its schema does not name."""
import re

TYPES = {"null": lambda v: v is None, "boolean": lambda v: isinstance(v, bool),
         "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
         "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
         "string": lambda v: isinstance(v, str), "array": lambda v: isinstance(v, list),
         "object": lambda v: isinstance(v, dict)}
KNOWN = {"$ref", "allOf", "oneOf", "type", "enum", "pattern", "minimum", "maximum", "minItems",
         "maxItems", "items", "required", "properties", "description"}


class Checker:
    def __init__(self, document):
        self.document = document

    def resolve(self, node):
        """Follows $ref, in schemas and elsewhere."""
        while "$ref" in node:
            place = self.document
            for name in node["$ref"].removeprefix("#/").split("/"):
                place = place[name]
            node = place
        return node

    def names(self, schema):
        """The members that an object of the schema may have; None for any."""
        schema = self.resolve(schema)
        parts = [self.names(part) for part in schema.get("allOf", [])]
        own = schema.get("properties")
        if own is None and not parts:
            return None
        return set(own or {}).union(*(part for part in parts if part is not None))

    def faults(self, schema, value, where="answer"):
        """What is wrong with a value: a list of texts."""
        found = self.parts(self.resolve(schema), value, where)
        if isinstance(value, dict):
            names = self.names(schema)
            found += [f"{where}.{name} is not in the document" for name in value
                      if names is not None and name not in names]
        return found

    def parts(self, schema, value, where):
        unknown = set(schema) - KNOWN
        if unknown:
            return [f"{where}: the checker does not know {sorted(unknown)}"]
        found = []
        for part in schema.get("allOf", []):
            found += self.parts(self.resolve(part), value, where)
        if "oneOf" in schema:
            branches = [self.faults(part, value, where) for part in schema["oneOf"]]
            if sum(not branch for branch in branches) != 1:
                found += min((branch for branch in branches if branch), key=len, default=[f"{where}: two branches"])
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(TYPES[name](value) for name in types):
            return found + [f"{where} is {value!r:.60}, not of type {' or '.join(types)}"]
        if "enum" in schema and value not in schema["enum"]:
            found.append(f"{where} is {value!r:.60}, not one of {schema['enum']}")
        if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
            found.append(f"{where} is {value!r:.60}, which does not match {schema['pattern']}")
        if TYPES["number"](value) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            found.append(f"{where} is {value}, out of its range")
        if isinstance(value, list):
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                found.append(f"{where} has {len(value)} items")
            for i, item in enumerate(value):
                found += self.faults(schema.get("items", {}), item, f"{where}[{i}]")
        if isinstance(value, dict):
            found += [f"{where}.{name} is missing" for name in schema.get("required", [])
                      if name not in value]
            for name, member in schema.get("properties", {}).items():
                if name in value:
                    found += self.faults(member, value[name], f"{where}.{name}")
        return found


def check_checker():
    """The checker itself must be able to fail."""
    checker = Checker({"components": {"schemas": {"A": {
        "type": "object", "required": ["a"],
        "properties": {"a": {"type": ["integer", "null"], "minimum": 0}, "b": {"enum": ["x"]}}}}}})
    one = {"$ref": "#/components/schemas/A"}
    both = {"allOf": [one, {"type": "object", "required": ["c"], "properties": {"c": {
        "type": "array", "items": {"type": "string", "pattern": "^y$"}, "minItems": 1}}}]}
    either = {"oneOf": [one, {"type": "null"}]}
    good = [(one, {"a": 1}), (one, {"a": None, "b": "x"}), (both, {"a": 0, "c": ["y"]}),
            (either, None), (either, {"a": 2}), ({"type": "number"}, 1.5)]
    bad = [(one, {}), (one, {"a": True}), (one, {"a": -1}), (one, {"a": "1"}), (one, {"a": 1.5}),
           (one, {"a": 1, "b": "z"}), (one, {"a": 1, "d": 1}), (one, []), (both, {"a": 0}),
           (both, {"a": 0, "c": []}), (both, {"a": 0, "c": ["z"]}), (both, {"a": 0, "c": ["y"], "e": 0}),
           (both, {"c": ["y"]}), (either, {"b": "x"}), (either, 5), ({"type": "integer"}, True),
           ({"strange": 1}, 1)]
    for schema, value in good:
        assert not checker.faults(schema, value), (value, checker.faults(schema, value))
    for schema, value in bad:
        assert checker.faults(schema, value), value
