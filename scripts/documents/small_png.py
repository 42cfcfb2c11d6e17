"""Makes the pictures of a browser small: at most 256 colours, which suffices for the explorer."""
import collections
import struct
import zlib

COLOURS = 256
BYTES = {2: 3, 6: 4}  # of a pixel, by colour type


def unfilter(kind, line, above, size):
    """Undoes a filter of PNG for the bytes of one row, in place."""
    for i, byte in enumerate(line):
        left = line[i - size] if i >= size else 0
        corner = above[i - size] if i >= size else 0
        if kind == 1:
            byte += left
        elif kind == 2:
            byte += above[i]
        elif kind == 3:
            byte += (left + above[i]) // 2
        elif kind == 4:
            guess = left + above[i] - corner
            byte += min((left, above[i], corner), key=lambda near: abs(guess - near))
        line[i] = byte & 255


def read(data):
    """Width, and the rows as lists of colours (red, green, blue)."""
    place, packed, width, size = 8, b"", 0, 0
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        chunk = data[place + 8:place + 8 + length]
        place += 12 + length
        if kind == b"IHDR":
            width, _, depth, colour = struct.unpack(">IIBB", chunk[:10])
            if depth != 8 or colour not in BYTES or chunk[12] != 0:
                raise ValueError("not the kind of PNG that Chromium writes")
            size = BYTES[colour]
        elif kind == b"IDAT":
            packed += chunk
    raw = zlib.decompress(packed)
    above, rows = bytearray(width * size), []
    for start in range(0, len(raw), width * size + 1):
        line = bytearray(raw[start + 1:start + 1 + width * size])
        unfilter(raw[start], line, above, size)
        rows.append([tuple(line[i:i + 3]) for i in range(0, len(line), size)])
        above = line
    return width, rows


def choose(counts):
    """Of the kinds of colours that are most frequent, the most frequent one each, so that a small blue
    word beside much brown wood stays blue."""
    kinds, names = collections.Counter(), {}
    for colour, count in counts.most_common():
        kind = tuple(part // 14 for part in colour)
        kinds[kind] += count
        names.setdefault(kind, colour)
    chosen = [names[kind] for kind, _ in kinds.most_common(COLOURS)]
    others = [colour for colour, _ in counts.most_common(2 * COLOURS) if colour not in set(chosen)]
    return (chosen + others)[:COLOURS]


def shrink(path):
    """Rewrites a PNG with 256 of its colours; the others become the nearest of these."""
    with open(path, "rb") as file:
        width, rows = read(file.read())
    counts = collections.Counter(colour for row in rows for colour in row)
    palette = choose(counts)
    numbers = {colour: number for number, colour in enumerate(palette)}
    for colour in counts:
        if colour not in numbers:
            nearest = min(palette, key=lambda other: sum((a - b) ** 2 for a, b in zip(other, colour)))
            numbers[colour] = numbers[nearest]
    lines = b"".join(b"\0" + bytes(numbers[colour] for colour in row) for row in rows)
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0)),
              (b"PLTE", b"".join(bytes(colour) for colour in palette)),
              (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, chunk in chunks:
            file.write(struct.pack(">I", len(chunk)) + kind + chunk +
                       struct.pack(">I", zlib.crc32(kind + chunk)))
