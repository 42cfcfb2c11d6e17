"""Puts a script and the scripts that it imports into one, or into two: what is needed at once, and
what is imported later.

It knows the imports and exports that the explorer's scripts have, shortened by shorten.py,
and refuses others. A script is known by the name of its file, whatever its folder. No exported name
may be assigned to later.
"""
import re

MODULE = r'"\.{1,2}/(?:[.a-z]+/)*([a-z0-9_-]+)\.js"'
IMPORT = re.compile(r'import(?:(\*as (\w+) |\{([^}]*)\})from)?' + MODULE + r';?\n?')
LATER = re.compile(r'import\(' + MODULE + r'\)')
EXPORT = re.compile(r"\bexport (async function|function|class|const) (\w+)")
EXPORTS = re.compile(r"\bexport\{([\w,]+)\};?")
RESERVED = re.compile(r"^\s*(import|export)\b|[;}]\s*(import\s*[\w{*\"]|export\b)", re.MULTILINE)
FETCH = 'const $$fetch=(name)=>import("./late.js").then((late)=>late[name]);\n'


class Refused(Exception):
    pass


def variable(name):
    return "$" + name.replace("-", "_")


class Bundle:
    """Scripts in the order in which they run. sources: name -> text, with names such as "app". An
    import that comes later is of this bundle, too, if its name is in `soon`, and stays as it is if
    there is no such source: the page at hand never comes to it."""

    def __init__(self, sources, soon=()):
        self.sources = sources
        self.soon = soon
        self.names, self.later = [], []
        self.text = ""
        self._under_way = []

    def add(self, name):
        """Adds a script after those that it needs, unless it is there."""
        if name in self._under_way:
            raise Refused(f"{' -> '.join(self._under_way)} -> {name}: a circle of imports")
        if name in self.names:
            return
        self._under_way.append(name)
        body, exported = self.sources[name], []
        for match in IMPORT.finditer(body):
            self.add(match[4])
        for match in LATER.finditer(body):
            if match[1] not in self.sources:
                continue
            if match[1] in self.soon:
                self.add(match[1])
            else:
                self.later.append(match[1])

        def imported(match):
            if not match[1]:
                return ""  # for what it does, which is done before
            names = match[2] or "{" + match[3].replace(" as ", ":") + "}"
            return f"const {names}={variable(match[4])};"

        def fetched(match):
            if match[1] not in self.sources:
                return match[0]
            there = variable(match[1])
            return f"Promise.resolve({there})" if match[1] in self.soon else f'$$fetch("{there}")'

        def kept(match):
            exported.append(match[2])
            return f"{match[1]} {match[2]}"

        body = IMPORT.sub(imported, body)
        body = LATER.sub(fetched, body)
        body = EXPORTS.sub(lambda match: exported.extend(match[1].split(",")) or "", body)
        body = EXPORT.sub(kept, body)
        if RESERVED.search(body):
            raise Refused(f"{name}: an import or export of another kind")
        self.text += f"const {variable(name)}=(()=>{{{body}\nreturn{{{','.join(exported)}}}}})();\n"
        self._under_way.pop()
        self.names.append(name)


def bundle(entry, sources):
    """The text of one module that imports nothing."""
    made = Bundle(sources)
    made.add(entry)
    if made.later:
        raise Refused(f"{entry} imports {made.later[0]} later")
    return made.text


def split(entry, sources, soon):
    """The texts of two modules, ENTRY.js and late.js. The second has what the first imports later,
    but for the names in `soon`, and is fetched when any of it is needed."""
    first = Bundle(sources, soon)
    first.add(entry)
    for name in first.later:
        if name in first.names:
            raise Refused(f"{name} is imported later, and at once")
    late = Bundle(sources, soon)
    late.names = first.names.copy()
    late.later = first.later.copy()
    for name in late.later:  # which grows
        late.add(name)
    shared = ",".join(["$$fetch", *map(variable, first.names)])
    names = ",".join(map(variable, late.names[len(first.names):]))
    return (f"{FETCH}{first.text}export{{{shared}}};\n",
            f'import{{{shared}}}from"./{entry}.js";\n{late.text}export{{{names}}};\n')
