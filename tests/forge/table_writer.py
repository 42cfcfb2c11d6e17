"""Writes tables by docs/reference/FORMAT.md: with every digest, checksum and count right, or with one of them wrong.
Shares nothing with `kauri`; the index and the checksums are those of the second reader.
"""
import collections
import itertools
import struct

from layer_index import RULES, Layer, file_name, moves, ways
from table_file import MAGIC, digest_of, runs
from xxh64 import xxh64


def raw_frame(content):
    """A zstd frame that holds the bytes as they are (RFC 8878, 3.1.1)."""
    blocks = [content[i:i + 0x10000] for i in range(0, len(content), 0x10000)] or [b""]
    frame = bytes.fromhex("28b52ffda0") + struct.pack("<I", len(content))
    for i, block in enumerate(blocks):
        last = i == len(blocks) - 1
        frame += struct.pack("<I", len(block) << 3 | last)[:3] + block
    return frame


def sealed(data):
    return data + struct.pack("<Q", xxh64(data))


class Form:
    """What a writer may choose: the entries of a page, the pages of a group, the dictionary of each
    column, and whether numbers take two bytes where one would do."""

    def __init__(self, page_entries=1 << 16, group_pages=16, dictionary=b"", wide=False):
        self.page_entries, self.group_pages = page_entries, group_pages
        self.dictionary, self.wide = dictionary, wide


class Content:
    """The values of a layer: r and dtc of each entry, and those that follow from them. It has what
    layer_index.Layer asks of a table."""

    def __init__(self, shape, lower, values):
        """`lower` has the layers below, and `values` are (r, dtc) by position."""
        self.holes, self.cowries, self.seeds = shape
        self.rules, self.derivation, self.columns = RULES, 1, ["r", "dtc"]
        each, blocks = ways(self.cowries, 2 * self.holes), ways(self.seeds, 2 * self.holes)
        self.positions, self.digest_entries = each * blocks, max(65536 // each, 1) * each
        self.lower, self.values = lower, dict(values)
        self.derivation, self.entries = 0, self.positions
        index = Layer(self)
        self.order = [index.position(i) for i in range(self.positions)]
        self.derivation = 1
        self.stored = [position for position in self.order if stored(position, self.holes)]
        self.entries = len(self.stored)

    def copy(self):
        return Content((self.holes, self.cowries, self.seeds), self.lower, self.values)

    def derive(self):
        """Gives the positions without an entry the values that follow from the entries (section 7)."""
        entries = set(self.stored)
        for position in self.order:
            if position not in entries:
                self.values[position] = self.derived(position)

    def derived(self, position):
        options = [(captures, 3 * gain - (self.lower[sum(after[0])].values if captures else self.values)[after][0],
                    None if captures else self.values[after][1])
                   for gain, captures, after in moves(*position, self.holes)]
        r = max(value for _, value, _ in options)
        quiet = [dtc for captures, value, dtc in options if value == r and not captures]
        captures = any(captures for captures, value, _ in options if value == r)
        if r == 0:
            return 0, 0
        if not quiet or (r > 0 and captures):
            return r, 1
        return r, 1 + (min(quiet) if r > 0 else max(quiet))

    def name(self):
        return file_name(self.holes, self.cowries, self.seeds)

    def certificate(self, columns, form):
        return self.counted([Column(self, c, form) for c in range(columns)])

    def digest(self, columns, form):
        return digest_of(self.certificate(columns, form)["column_digest"])

    def table(self, columns=2, form=Form(), lie=None, patch=None):
        """The bytes of a table with r, or r and dtc. `lie` changes what the certificate states: a
        function of its dictionary. `patch` has (offset, bytes) by the name of a part, which are
        replaced before the checksums of this part are computed."""
        patch = patch or {}
        columns = [Column(self, c, form) for c in range(columns)]
        certificate = self.counted(columns)
        if lie:
            lie(certificate)

        def part(name, data):
            for at, new in patch.get(name, []):
                data = data[:at] + new + data[at + len(new):]
            return data
        body, offset = b"", 512
        for column in columns:
            column.dictionary_offset = offset + len(body) if column.dictionary else 0
            body += sealed(column.dictionary) if column.dictionary else b""
        for column in columns:
            body += column.groups(offset + len(body), part)
        for column in columns:
            column.directory_offset = offset + len(body)
            body += sealed(part("directory", column.directory))
        certificate_offset = offset + len(body)
        body += sealed(part("certificate", packed(certificate)))
        header = struct.pack(
            "<8sII4HII4Q8x64s64s", MAGIC, 2, 512, self.holes, self.cowries, self.seeds, len(columns),
            self.derivation, self.digest_entries, self.positions, self.entries, certificate_offset,
            offset + len(body), RULES.encode(), b"kauri 1.2.0")
        header += b"".join(column.header() for column in columns)
        return sealed(part("header", header.ljust(504, b"\0"))) + body

    def counted(self, columns):
        counts = collections.Counter(self.values[position][0] for position in self.order)
        entries = collections.Counter(self.values[position][0] for position in self.stored)
        used = range(len(columns))
        return {
            "column_digest": [column.digest() for column in columns],
            "maximum": [max(self.values[position][c] for position in self.order) for c in used],
            "stored_maximum": [max(self.values[position][c] for position in self.stored) for c in used],
            "counts": [[value, count, entries[value]] for value, count in sorted(counts.items())],
        }


def stored(position, holes):
    """Whether the block of a position is a stored one (section 7)."""
    rows = position[0][:holes], position[0][holes:]
    a, b = ((sum(row), sum((holes - i) * seeds for i, seeds in enumerate(row))) for row in rows)
    return a >= b


def packed(certificate):
    """The bytes of a certificate, without their checksum."""
    digests = certificate["column_digest"]
    digest = certificate.get("digest", digest_of(digests))

    def four(numbers):
        return list(numbers) + [0] * (4 - len(numbers))
    counts = certificate["counts"]
    return struct.pack("<5Q8iII", digest, *four(digests), *four(certificate["maximum"]),
                       *four(certificate["stored_maximum"]), len(counts), 0) + b"".join(
                           struct.pack("<iIQQ", value, 0, count, entries) for value, count, entries in counts)


class Column:
    def __init__(self, content, number, form):
        values = [content.values[position][number] for position in content.stored]
        self.content, self.form, self.dictionary = content, form, form.dictionary
        self.name, self.bias = ("r", "dtc")[number], -(3 * content.seeds + 1) if number == 0 else 0
        most = max(value[number] for value in content.values.values()) - self.bias
        if number == 0:
            most = 6 * content.seeds + 2
        self.width = 1 if most <= 255 and not form.wide else 2
        self.numbers = struct.pack("<%d%s" % (len(values), "BH"[self.width - 1]),
                                   *(value - self.bias for value in values))

    def cut(self, entries):
        size = entries * self.width
        return [self.numbers[i:i + size] for i in range(0, len(self.numbers), size)]

    def digest(self):
        return digest_of([xxh64(run) for run in self.cut(self.content.digest_entries)])

    def groups(self, offset, part):
        """The bytes of the groups, the first of which begins at `offset`; makes the directory."""
        self.directory, body = b"", b""
        pages, k = self.cut(self.form.page_entries), self.form.group_pages
        for group in (pages[i:i + k] for i in range(0, len(pages), k)):
            frames = [part("frame", raw_frame(page)) for page in group]
            frames_bytes = b"".join(frames)
            trailer = b"".join(struct.pack("<II", end, xxh64(page) & 0xFFFFFFFF)
                               for end, page in zip(itertools.accumulate(map(len, frames)), group))
            trailer = part("trailer", trailer + struct.pack("<Q", xxh64(frames_bytes)))
            self.directory += struct.pack("<QQQ", offset + len(body), len(frames_bytes), xxh64(trailer))
            body += frames_bytes + trailer
        return body

    def header(self):
        return struct.pack("<8sBB2xiIII4xQQ", self.name.encode(), self.width, 2 if self.dictionary else 1,
                           self.bias, self.form.page_entries, self.form.group_pages, len(self.dictionary),
                           self.dictionary_offset, self.directory_offset)
