"""Leaves out of scripts, styles and HTML what only readers of the source need: comments, indentation
and blanks between signs. Private members of classes get short names; other names and what the code does stay.

Scripts are read token by token, so strings, templates and regular expressions stay as they are.
What cannot be told for certain is refused. One thing is taken for granted: a statement that ends
with a brace but is no block, such as "a = {};", has its semicolon. Without it, the short script has
a syntax error.
"""
import re

TOKENS = {
    '"': re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"', re.DOTALL),
    "'": re.compile(r"'[^'\\\n]*(?:\\.[^'\\\n]*)*'", re.DOTALL),
    "/": re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^]\\\n]|\\.)*])+/[a-z]*", re.DOTALL),
    "`": re.compile(r"[^`\\$]+|\\.|\$", re.DOTALL),
    "plain": re.compile(r"[^\"'`/{}]+"),
}
# Words after which a slash begins a regular expression, unlike after a name.
WORDS = re.compile(r"(?:^|[^A-Za-z0-9_$.])(?:return|typeof|case|in|of|void|delete|do|else|yield|await|throw|new|instanceof)$")
PRIVATE = re.compile(r"#[A-Za-z_]\w*")  # in code, which has no strings
# What is replaced in code, which has no strings and comments: in both languages, and in each.
LINES = (r"[ \t]*\n[ \t\n]*", "\n")
CSS = [(r"[ \n]*([{};,])[ \n]*", r"\1"), (r"([{;(][a-z-]+): ", r"\1:"), (" > ", ">"), (r"(@[a-z]+) [(]", r"\1("),
       (r"([ :(,-])0[.]([0-9])", r"\1.\2"), (";}", "}")]
JS = [(r"([;,{(])\n", r"\1"), (r"\n([)}])", r"\1"),
      (r" *(=>|[!=]==?|[<>+*-]?=|&&|[|][|]|[?][?]|[][=?:;,(){}*&|]) *", r"\1"),
      # "a - -b" is not "a--b", and "<!--" is a comment.
      (r"([^ +-]) ([+-]) ([^ +-]|$)", r"\1\2\3"), (r" ([<>]) ([A-Za-z0-9_(])", r"\1\2"),
      (r",([)}])", r"\1"), (";}", "}"), ("}\n", "}"),
      # Between a word and the string, template or regular expression that follows, or at the end.
      (r"([A-Za-z]) +\Z", r"\1")]


class Refused(Exception):
    """A text that may mean two things, or has no end."""


class Shortener:
    def __init__(self, text, rules):
        self.rest, self.rules = text, [(re.compile(old), new) for old, new in [LINES, *rules]]
        self.is_script = rules is JS
        self.text = ""  # that is done
        self.code = ""  # that follows it
        self.open = []  # braces within the values of templates, the outermost template first
        self.in_template = False
        self.private = {}  # private member -> its short name

    def shorten(self):
        while self.rest:
            if self.in_template:
                self.template()
            else:
                self.next()
        if self.in_template or self.open:
            raise Refused("a template has no end")
        self.flush()
        return self.text.lstrip(" \n")

    def take(self, count):
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def expect(self, kind):
        """Takes a token, which must be there."""
        match = TOKENS[kind].match(self.rest)
        if not match:
            raise Refused(f"this has no end, or not in its line: {self.rest[:60]}")
        return self.take(match.end())

    def flush(self):
        """Moves the code to the end of the text."""
        for old, new in self.rules:
            self.code = old.sub(new, self.code)
        if self.is_script:
            self.code = PRIVATE.sub(self.short_name, self.code)
        self.text += self.code
        self.code = ""

    def short_name(self, match):
        n = len(self.private)
        return self.private.setdefault(match[0], f"#{chr(97 + n // 26)}{chr(97 + n % 26)}")

    def next(self):
        first = self.rest[0]
        if self.rest.startswith("/*") or self.is_script and self.rest.startswith("//"):
            self.comment()
        elif first in "\"'":
            self.flush()
            self.text += self.expect(first)
        elif first in "{}":
            self.brace()
        elif first == "`" and self.is_script:
            self.flush()
            self.text += self.take(1)
            self.in_template = True
        elif first == "/" and self.is_script:
            self.slash()
        else:
            self.code += self.take(1) if first in "/`" else self.expect("plain")

    def comment(self):
        end = "*/" if self.rest[1] == "*" else "\n"
        at = self.rest.find(end, 2)
        if at < 0:
            raise Refused("a comment has no end")
        self.take(at)
        if end == "*/":
            self.take(2)
            self.code += " "

    def slash(self):
        """A slash that begins no comment: a regular expression, or the sign of division."""
        before = self.code.strip()
        if not before and self.text and not self.text.endswith("${"):
            divides = True  # a string or the like, but not the beginning of a value in a template
        else:
            divides = not WORDS.search(before) and re.search(r"[])A-Za-z0-9_$]$", before)
        # After "if (...)", a block and "++" there may be either.
        if re.search(r"(}|[+][+]|--)$", before) or before.endswith(")") and re.match(r"/[^\n]*/", self.rest):
            raise Refused(f"is this a division? {self.rest[:60]}")
        if divides:
            self.code += self.take(1)
        else:
            expression = self.expect("/")
            self.flush()
            self.text += expression

    def brace(self):
        """A brace: within a template it may be the end of a value."""
        sign = self.take(1)
        if self.open:
            self.open[-1] += 1 if sign == "{" else -1
            if self.open[-1] < 0:
                self.open.pop()
                self.flush()
                self.in_template = True
                self.text += "}"
                return
        self.code += sign

    def template(self):
        """The next token within a template."""
        if self.rest.startswith("${"):
            self.text += self.take(2)
            self.open.append(0)
            self.in_template = False
        elif self.rest[0] == "`":
            self.text += self.take(1)
            self.in_template = False
        else:
            self.text += self.expect("`")


def shorten(name, text):
    """The text of a file of this name, shortened as its suffix demands."""
    if name.endswith(".html"):
        if re.search(r"<(pre|textarea|style|script>)", text):
            raise Refused("blanks may count in an element of this page")
        return re.sub(r"\n[ \t\n]+", "\n", text)
    try:
        return Shortener(text, JS if name.endswith(".js") else CSS).shorten()
    except Refused as reason:
        raise Refused(f"{name}: {reason}") from None
