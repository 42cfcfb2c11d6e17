"""Puts a script and the scripts that it imports into one, which needs no further requests.

It knows the imports and exports that the explorer's scripts have, shortened by cmake/Shorten.cmake,
and refuses others. No exported name may be assigned to later.
"""
import re

IMPORT = re.compile(
    r'import(?:(\*as (\w+) |\{([^}]*)\})from)?"\./([a-z0-9_-]+)\.js";?\n?')
LATER = re.compile(r'import\("\./([a-z0-9_-]+)\.js"\)')
EXPORT = re.compile(r"\bexport (async function|function|class|const) (\w+)")
EXPORTS = re.compile(r"\bexport\{([\w,]+)\};?")
RESERVED = re.compile(r"^\s*(import|export)\b|[;}]\s*(import\s*[\w{*\"]|export\b)", re.MULTILINE)


class Refused(Exception):
    pass


def variable(name):
    return "$" + name.replace("-", "_")


def bundle(entry, sources):
    """sources: name -> text, with names such as "app". Returns the text of one module."""
    done, under_way, out = set(), [], []

    def add(name):
        if name in under_way:
            raise Refused(f"{' -> '.join(under_way)} -> {name}: a circle of imports")
        if name in done:
            return
        under_way.append(name)
        body, exported = sources[name], []
        for match in [*IMPORT.finditer(body), *LATER.finditer(body)]:
            add(match[match.lastindex])

        def imported(match):
            if not match[1]:
                return ""  # for what it does, which is done before
            names = match[2] or "{" + match[3].replace(" as ", ":") + "}"
            return f"const {names}={variable(match[4])};"

        def kept(match):
            exported.append(match[2])
            return f"{match[1]} {match[2]}"

        body = IMPORT.sub(imported, body)
        body = LATER.sub(lambda match: f"Promise.resolve({variable(match[1])})", body)
        body = EXPORTS.sub(lambda match: exported.extend(match[1].split(",")) or "", body)
        body = EXPORT.sub(kept, body)
        if RESERVED.search(body):
            raise Refused(f"{name}: an import or export of another kind")
        out.append(f"const {variable(name)}=(()=>{{{body}\nreturn{{{','.join(exported)}}}}})();\n")
        under_way.pop()
        done.add(name)

    add(entry)
    return "".join(out)
