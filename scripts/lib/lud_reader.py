"""Reads a description for Ludii: brackets, defines and an option, but no meaning of a ludeme.

`read` gives the ludeme (game ...) as nested tuples, with the defines and one item of the option put in.
What does not occur in docs/examples/ludii/Kauri.lud, such as a second option, is refused.
"""
import re


class Unknown(Exception):
    """The description contains something that this module does not know."""


class Call(tuple):
    """A ludeme in round brackets: its name, then its arguments."""


class Named(tuple):
    """An argument with a name: (name, value)."""


class Text(str):
    """A string in quotation marks; a word without them is a str."""


TOKEN = re.compile(r'"[^"]*"|[(){}]|<\w+:\w+>|[A-Za-z]\w*:(?=\S)|[^\s(){}"]+')


def tokens(text):
    return TOKEN.findall(re.sub(r"(?m)//.*$", "", text))


def node(words):
    """Takes one argument from the front of a list of words."""
    word = words.pop(0)
    if word in "({":
        end, items = {"(": ")", "{": "}"}[word], []
        while words[0] != end:
            items.append(node(words))
        words.pop(0)
        return Call(items) if word == "(" else items
    if word[0] == '"':
        return Text(word[1:-1])
    if word[-1] == ":":
        return Named((word[:-1], node(words)))
    if word in ")}":
        raise Unknown(f"unexpected {word}")
    return int(word) if re.fullmatch(r"-?\d+", word) else word


def nodes(words):
    found = []
    while words:
        found.append(node(words))
    return found


def read_option(words):
    """Takes an option from the front of a list of words: (its place in the game, {item: the words that
    are put there})."""
    name, tag = words[2][1:-1], words[3]
    if words[4:6] != ["args:", "{"] or words[7:9] != ["}", "{"]:
        raise Unknown(f"option {name} has another form")
    place, items = f"<{tag[1:-1]}:{words[6][1:-1]}>", {}
    del words[:9]
    while words[0] == "(":
        item, start, depth, end = words[2][1:-1], 4, 0, 4
        if words[1] != "item" or words[3] != "<":
            raise Unknown(f"option {name} has another form")
        while depth or words[end] != ">":
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(words[end], 0)
            end += 1
        items[f"{name}/{item}"] = words[start:end]
        del words[:end + 3]  # the description and the bracket
        if words[0] == "*":
            words.pop(0)
    del words[:2]
    return place, items


def expanded(item, defines, arguments=()):
    """An argument with its defines replaced, and #1, #2... by the arguments of the define around it."""
    if isinstance(item, Call):
        if isinstance(item[0], Text):
            if item[0] not in defines:
                raise Unknown(f'there is no define "{item[0]}"')
            inner = [expanded(part, defines, arguments) for part in item[1:]]
            return expanded(defines[item[0]], defines, inner)
        return Call(expanded(part, defines, arguments) for part in item)
    if isinstance(item, Named):
        return Named((item[0], expanded(item[1], defines, arguments)))
    if isinstance(item, list):
        return [expanded(part, defines, arguments) for part in item]
    if isinstance(item, str) and not isinstance(item, Text) and re.fullmatch(r"#\d", item):
        return arguments[int(item[1]) - 1]
    return item


def read(text, option):
    """The expanded ludeme (game ...) of a description with this item of its option."""
    try:
        return parsed(text, option)
    except (IndexError, ValueError) as error:
        raise Unknown("a bracket that is not closed, or a form of define or option that does not occur "
                      "in Kauri.lud") from error


def parsed(text, option):
    words = tokens(text)
    if words.count("option") != 1:
        raise Unknown("there must be one option")
    start = words.index("option") - 1
    rest = words[start:]
    place, items = read_option(rest)
    words[start:] = rest
    if option not in items:
        raise Unknown(f"there is no option {option}; there are: {', '.join(items)}")
    at = words.index(place)
    words[at:at + 1] = items[option]
    defines, game = {}, None
    for part in nodes(words):
        if not isinstance(part, Call) or part[0] not in ("define", "game", "metadata"):
            raise Unknown(f"{show(part)} is no define, game or option")
        if part[0] == "define":
            defines[part[1]] = part[2]
        elif part[0] == "game":
            game = part
    return expanded(game, defines)


def show(item):
    """The start of a ludeme, for messages."""
    if isinstance(item, Call):
        return f"({' '.join(show(part) for part in item)})"[:100]
    if isinstance(item, Named):
        return f"{item[0]}:{show(item[1])}"
    if isinstance(item, list):
        return f"{{{' '.join(show(part) for part in item)}}}"
    return f'"{item}"' if isinstance(item, Text) else str(item)
