"""Files of solution books by docs/reference/BOOK.md: read, and written with the right checksums and digest. What this has in
common with `kauri` is the program zstd, for pages that `kauri` compressed. Moves are played by
scripts/lib/board.py.
"""
import struct
import subprocess

import board
from table_writer import raw_frame
from xxh64 import xxh64

HEAD = ["rules", "board", "root", "bounds", "search"]
PAGE_ENTRIES, ENTRY_BYTES, PASS = 1 << 14, 29, 6


class Entry:
    def __init__(self, key, move, value, plies):
        self.key, self.move, self.value, self.plies = key, move, value, plies

    def copy(self, **changes):
        return Entry(**{**self.__dict__, **changes})

    @property
    def holes(self):
        return board.HOLES

    def position(self):
        rows = [tuple(self.key[6 * i:6 * i + board.HOLES]) for i in range(4)]
        return rows[0] + rows[1], rows[2] + rows[3], 0, (0, 0)

    def most(self):
        return 3 * sum(self.key[:12]) + 1


def key_of(position):
    """The key of a position with South to move or, if North is, of the turned one."""
    seeds, cowries, side, _ = position
    n = board.HOLES
    rows = [numbers[(side ^ row) * n:(side ^ row) * n + n]
            for numbers in (seeds, cowries) for row in (0, 1)]
    return b"".join(bytes(row).ljust(6, b"\0") for row in rows)


def after(position, move):
    """The position after a move of an entry, and the seeds that it captured, net and altogether."""
    then = board.play(position, None if move == PASS else move)
    mover = position[2]
    own, other = (then[3][side] - position[3][side] for side in (mover, 1 - mover))
    return then, own - other, own + other


class Book:
    def __init__(self, head, entries):
        self.head, self.entries = head, entries

    def copy(self, entries=None, **head):
        return Book({**self.head, **head}, list(self.entries if entries is None else entries))

    def forged(self, number, **changes):
        """This book with one entry changed."""
        entries = list(self.entries)
        entries[number] = entries[number].copy(**changes)
        return self.copy(entries)

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            data = file.read()
        assert xxh64(data[:-8]) == int.from_bytes(data[-8:], "little")
        lines = data.split(b"\n", 8)
        at = sum(len(line) + 1 for line in lines[:8])
        words = [line.decode().split(" ", 1) for line in lines[:8]]
        assert [word[0] for word in words] == ["kauri-book", *HEAD, "entries", "digest"]
        head = {word[0]: word[1] for word in words[1:6]}
        board.HOLES = int(head["board"].split()[0])
        count, entries, decoded = int(words[6][1]), [], b""
        while len(entries) < count:
            size, check = struct.unpack_from("<II", data, at)
            page = subprocess.run(["zstd", "-d", "-c", "-q"], input=data[at + 8:at + 8 + size],
                                  check=True, stdout=subprocess.PIPE).stdout
            assert xxh64(page) & 0xFFFFFFFF == check
            n = min(count - len(entries), PAGE_ENTRIES)
            assert len(page) == ENTRY_BYTES * n
            for i in range(n):
                row = page[i::n]
                entries.append(Entry(row[:24], row[24], *struct.unpack("<hH", row[25:])))
            at, decoded = at + 8 + size, decoded + page
        assert at == len(data) - 8 and xxh64(decoded) == int(words[7][1], 16)
        return Book(head, entries)

    def sealed(self, sort=True, digest=None, count=None):
        """The bytes of the file."""
        entries = sorted(self.entries, key=lambda entry: entry.key) if sort else self.entries
        pages, decoded = b"", b""
        for first in range(0, len(entries), PAGE_ENTRIES):
            rows = [entry.key + bytes([entry.move]) + struct.pack("<hH", entry.value, entry.plies)
                    for entry in entries[first:first + PAGE_ENTRIES]]
            page = bytes(row[k] for k in range(ENTRY_BYTES) for row in rows)
            frame = raw_frame(page)
            pages += struct.pack("<II", len(frame), xxh64(page) & 0xFFFFFFFF) + frame
            decoded += page
        digest = f"{xxh64(decoded):016x}" if digest is None else digest
        head = "kauri-book 1\n" + "".join(f"{name} {text}\n" for name, text in self.head.items())
        head += f"entries {len(entries) if count is None else count}\ndigest {digest}\n"
        body = head.encode() + pages
        return body + struct.pack("<Q", xxh64(body))
