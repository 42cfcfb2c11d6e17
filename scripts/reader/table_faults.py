"""What the second reader (scripts/reader/read-table) finds wrong with a table file."""


class Refused(Exception):
    """The file breaks the specification."""


class Missing(Exception):
    """The file, or a program that is needed, is not there."""


def must(condition, fault):
    if not condition:
        raise Refused(fault)
