"""Table files by sections 1 to 6 of docs/reference/FORMAT.md: the part of scripts/reader/read-table that knows nothing
about the game. Shares nothing with the C sources.
"""
import collections
import itertools
import struct

from table_faults import Missing, Refused, must
from xxh64 import xxh64
from zstd_frame import checked_frame, decompress

MAGIC = b"\x89KAURI\x1a\n"
BATCH = 1 << 25  # decoded bytes of the pages that zstd decodes together


def digest_of(digests):
    return xxh64(b"".join(struct.pack("<Q", digest) for digest in digests))


def text(field, what):
    end = field.find(0)
    must(end >= 1, "%s is not a text" % what)
    must(all(0x20 <= c <= 0x7E for c in field[:end]), "%s is not a text" % what)
    must(not any(field[end:]), "%s has bytes after its end" % what)
    return field[:end].decode("ascii")


def runs(n, k):
    return (n - 1) // k + 1


def bound(size):
    return size + size // 256 + 64


class Column:
    """The pages of a column, from its 48 bytes of the header."""

    def __init__(self, table, field):
        (name, self.width, self.codec, reserved, self.bias, self.page_entries, self.group_pages,
         self.dictionary_bytes, reserved_later, self.dictionary_offset,
         self.directory_offset) = struct.unpack("<8sBB2siIII4sQQ", field)
        self.name = text(name, "the name of a column")
        must(self.width in (1, 2), "a column's width is neither 1 nor 2")
        must(self.codec in (1, 2), "a column's codec is unknown")
        must(not any(reserved + reserved_later), "reserved bytes of a column are in use")
        must(-65536 <= self.bias <= 65536, "a column's bias is out of range")
        must(1 <= self.page_entries <= 1 << 20, "the page size is out of range")
        must(1 <= self.group_pages <= 1 << 10, "the number of pages in a group is out of range")
        must(8 <= self.dictionary_bytes <= 1 << 20 if self.codec == 2 else
             self.dictionary_bytes == 0, "the size of a dictionary is out of range")
        self.top = self.bias + (0xFF if self.width == 1 else 0xFFFF)
        self.page_count = runs(table.entries, self.page_entries)
        self.group_count = runs(self.page_count, self.group_pages)
        self.table, self.dictionary, self.trailers = table, b"", {}

    def entries_of(self, page):
        return min(self.page_entries, self.table.entries - page * self.page_entries)

    def bytes_of(self, page):
        return self.entries_of(page) * self.width

    def pages_of(self, group):
        begin = group * self.group_pages
        return range(begin, min(begin + self.group_pages, self.page_count))

    def frame(self, page):
        """The compressed page and the low half of its decoded bytes' digest."""
        group, i = divmod(page, self.group_pages)
        trailer = self.trailer(group)
        begin = struct.unpack_from("<I", trailer, 8 * i - 8)[0] if i else 0
        end, check = struct.unpack_from("<II", trailer, 8 * i)
        return self.table.read(self.directory[group][0] + begin, end - begin), check

    def trailer(self, group):
        if group not in self.trailers:
            offset, size, digest = self.directory[group]
            pages = self.pages_of(group)
            trailer = self.table.read(offset + size, 8 * len(pages) + 8)
            must(xxh64(trailer) == digest, "the checksum of the trailer is wrong")
            end = 0
            for page, (next_end, _) in zip(pages, struct.iter_unpack("<II", trailer[:-8])):
                must(1 <= next_end - end <= bound(self.bytes_of(page)),
                     "the trailer has a page whose size is out of range")
                end = next_end
            must(end == size, "the pages of the group do not end where the trailer begins")
            self.trailers[group] = trailer
        return self.trailers[group]

    def check_group(self, group):
        pages = self.pages_of(group)
        try:
            digest = struct.unpack("<Q", self.trailer(group)[-8:])[0]
        except Refused as fault:
            raise self.damaged(pages, fault)
        if xxh64(self.table.read(*self.directory[group][:2])) != digest:
            for _ in self.decoded(pages):  # is it a page whose values change?
                pass
            raise self.damaged(pages, "the checksum of the pages of its group is wrong")

    def damaged(self, pages, fault):
        return Refused("page %d of %s is damaged: %s" % (pages[0], self.name, fault))

    def decode(self, pages):
        frames, sizes = [], [self.bytes_of(page) for page in pages]
        for page, size in zip(pages, sizes):
            try:
                data, check = self.frame(page)
                frames.append(checked_frame(data, size, check, self.dictionary))
            except Refused as fault:
                raise self.damaged([page], fault)
        try:
            content = decompress(frames, sizes, self.dictionary)
        except Refused as fault:
            if len(pages) == 1:
                raise self.damaged(pages, fault)
            for page in pages:  # which one is it?
                list(self.decode([page]))
            raise self.damaged(pages, fault)
        ends = list(itertools.accumulate(sizes))
        for page, end, size in zip(pages, ends, sizes):
            yield page, content[end - size:end]

    def decoded(self, pages):
        """Pairs (page, stored numbers as bytes) for the pages."""
        batch, size = [], 0
        for page in pages:
            if batch and size + self.bytes_of(page) > BATCH:
                yield from self.decode(batch)
                batch, size = [], 0
            batch.append(page)
            size += self.bytes_of(page)
        if batch:
            yield from self.decode(batch)


class Table:
    def __init__(self, path):
        self.path = path
        try:
            self.file = open(path, "rb")
        except OSError as error:
            raise Missing(error.strerror)
        self.read_header()
        for column in self.columns:
            self.read_dictionary(column)
        self.read_directories()
        self.read_certificate()

    def read(self, offset, size):
        self.file.seek(offset)
        data = self.file.read(size)
        must(len(data) == size, "the file is truncated")
        return data

    def sealed(self, offset, size, what):
        """A part of the file that ends with the XXH64 of what comes before it."""
        data = self.read(offset, size + 8)
        must(xxh64(data[:-8]) == struct.unpack("<Q", data[-8:])[0], "%s checksum is wrong" % what)
        return data[:-8]

    def read_header(self):
        real_bytes = self.file.seek(0, 2)
        must(real_bytes >= 512, "truncated or not a Kauri table: it has %d bytes" % real_bytes)
        data = self.read(0, 512)
        must(any(data[:8]), "it was never finished")
        must(data[:8] == MAGIC, "not a Kauri table")
        self.version, header_bytes = struct.unpack_from("<II", data, 8)
        must(self.version <= 2, "made by a newer kauri: it has format version %d, and this program "
             "reads version 2" % self.version)
        must(self.version == 2,
             "format version %d; this program reads version 2 only" % self.version)
        self.sealed(0, 504, "the header's")
        must(header_bytes == 512, "header_bytes is not 512")
        (self.holes, self.cowries, self.seeds, column_count, self.derivation, self.digest_entries,
         self.positions, self.entries, self.certificate_offset,
         self.file_bytes) = struct.unpack_from("<4HII4Q", data, 16)
        must(1 <= column_count <= 4, "the number of columns is out of range")
        must(self.derivation in (0, 1), "the derivation is unknown")
        must(1 <= self.digest_entries <= 1 << 22, "the runs of the digest are out of range")
        must(1 <= self.entries <= self.positions, "the number of entries is out of range")
        must(self.derivation == 1 or self.entries == self.positions,
             "some positions have no entry, and none is derived")
        self.rules, self.program = text(data[72:136], "rules"), text(data[136:200], "program")
        must(not any(data[64:72]) and not any(data[392:504]),
             "reserved bytes of the header are in use")
        must(not any(data[200 + 48 * column_count:392]), "a column that is not there is in use")
        self.columns = [Column(self, data[at:at + 48])
                        for at in range(200, 200 + 48 * column_count, 48)]
        must(len({c.name for c in self.columns}) == column_count, "two columns have the same name")
        self.check_places()
        must(self.file_bytes == real_bytes, "%s: %d bytes instead of %d" % (
            "truncated" if real_bytes < self.file_bytes else "too long", real_bytes,
            self.file_bytes))
        must(self.certificate_offset + 112 <= self.file_bytes,
             "the certificate does not fit into the file")

    def check_places(self):
        """Each part begins where the one before it ends."""
        end = 512
        for column in self.columns:
            must(column.dictionary_offset == (end if column.codec == 2 else 0),
                 "a dictionary is not where it should be")
            end += column.dictionary_bytes + 8 if column.codec == 2 else 0
        self.groups_offset = end
        self.directories_offset = end = self.columns[0].directory_offset
        must(end >= self.groups_offset, "the directories begin inside the header")
        for column in self.columns:
            must(column.directory_offset == end, "a directory is not where it should be")
            end += 24 * column.group_count + 8
        must(self.certificate_offset == end, "the certificate does not follow the directories")

    def read_dictionary(self, column):
        if column.codec == 2:
            dictionary = self.sealed(column.dictionary_offset, column.dictionary_bytes,
                                     "a dictionary's")
            must(dictionary[:4] == b"\x37\xa4\x30\xec", "a dictionary is none of zstd's")
            try:  # an empty frame, to see whether zstd accepts it
                empty = b"\x28\xb5\x2f\xfd\x20\x00\x01\x00\x00"
                seal = xxh64(b"") & 0xFFFFFFFF
                decompress([checked_frame(empty, 0, seal, b"")], [0], dictionary)
            except Refused as fault:
                raise Refused("a dictionary is none of zstd's: %s" % fault)
            column.dictionary = dictionary

    def read_directories(self):
        places = []
        for column in self.columns:
            data = self.sealed(column.directory_offset, 24 * column.group_count, "a directory's")
            column.directory = list(struct.iter_unpack("<QQQ", data))
            end = 0
            for group, (offset, size, _) in enumerate(column.directory):
                pages = column.pages_of(group)
                most = (len(pages) - 1) * bound(column.bytes_of(pages[0])) + bound(
                    column.bytes_of(pages[-1]))
                must(len(pages) <= size <= most, "a group has a size out of range")
                must(offset >= end, "the groups of a column are out of order")
                end = offset + size + 8 * len(pages) + 8
                places.append((offset, end))
        places.sort()
        ends = [self.groups_offset] + [end for _, end in places]
        must([offset for offset, _ in places] == ends[:-1],
             "a group does not begin where the one before it ends")
        must(ends[-1] == self.directories_offset, "the groups do not end where the directories begin")

    def read_certificate(self):
        size = self.file_bytes - self.certificate_offset - 8
        must(size <= 80 + 24 * 65536 and (size - 80) % 24 == 0,
             "the certificate's size is out of range")
        data = self.sealed(self.certificate_offset, size, "the certificate's")
        self.digest, *numbers, count_count, reserved = struct.unpack_from("<Q4Q8iII", data)
        self.column_digest, self.maximum, self.stored_maximum = (
            numbers[:4], numbers[4:8], numbers[8:])
        counts = list(struct.iter_unpack("<iIQQ", data[80:]))
        must(not any(self.column_digest[len(self.columns):]),
             "a column that is not there has a digest")
        must(count_count == len(counts), "the number of values does not match the size")
        must(self.digest == digest_of(self.column_digest[:len(self.columns)]),
             "the certificate's digest is not that of the columns")
        must(reserved == 0 and all(c[1] == 0 for c in counts),
             "reserved bytes of the certificate are in use")
        self.counts = [(value, count, stored) for value, _, count, stored in counts]
        first = self.columns[0]
        must(all(a[0] < b[0] for a, b in zip(self.counts, self.counts[1:])),
             "the certificate's values are out of order")
        must(all(first.bias <= v <= (first.top if s else first.bias + 0xFFFF) and 0 <= s <= n >= 1
                 for v, n, s in self.counts), "the certificate's counts are out of range")
        must(sum(n for _, n, _ in self.counts) == self.positions,
             "the certificate's counts do not add up to the positions")
        must(sum(s for _, _, s in self.counts) == self.entries,
             "the certificate's counts do not add up to the entries")
        for c, (maximum, stored) in enumerate(zip(self.maximum, self.stored_maximum)):
            if c >= len(self.columns):
                must(maximum == stored == 0, "a maximum is out of range")
                continue
            column = self.columns[c]
            must(column.bias <= stored <= column.top and stored <= maximum <= column.bias + 0xFFFF,
                 "a maximum is out of range")
            must(maximum == stored or self.entries < self.positions,
                 "the maxima of positions and entries differ")
        must(self.counts[-1][0] == self.maximum[0] and
             max(v for v, _, s in self.counts if s) == self.stored_maximum[0],
             "the last value is not the maximum")

    def look_up(self, wanted):
        """Values by (column, entry), for all such pairs that are wanted."""
        found = {}
        for c, column in enumerate(self.columns):
            entries = sorted(entry for number, entry in wanted if number == c)
            by_page = {page: list(group) for page, group in itertools.groupby(
                entries, lambda entry: entry // column.page_entries)}
            for page, numbers in column.decoded(by_page):
                for entry in by_page[page]:
                    at = entry % column.page_entries * column.width
                    found[c, entry] = column.bias + int.from_bytes(
                        numbers[at:at + column.width], "little")
        return found

    def check(self):
        """Counts and digests the entries again; returns whether the certificate is right."""
        counts, maximum, column_digest = collections.Counter(), [0] * 4, [0] * 4
        for c, column in enumerate(self.columns):
            maximum[c] = column.bias
            run, run_bytes, digests = b"", self.digest_entries * column.width, []
            for group in range(column.group_count):
                column.check_group(group)
            for _, numbers in column.decoded(range(column.page_count)):
                run += numbers
                if column.width == 2:
                    numbers = struct.unpack("<%dH" % (len(numbers) // 2), numbers)
                maximum[c] = max(maximum[c], column.bias + max(numbers))
                if c == 0:
                    counts.update(numbers)
                while len(run) >= run_bytes:
                    digests.append(xxh64(run[:run_bytes]))
                    run = run[run_bytes:]
            if run:
                digests.append(xxh64(run))
            column_digest[c] = digest_of(digests)
        bias = self.columns[0].bias
        return (sorted((bias + number, count) for number, count in counts.items()) ==
                [(v, s) for v, _, s in self.counts if s] and maximum == self.stored_maximum and
                column_digest == self.column_digest)
