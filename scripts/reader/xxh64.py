"""XXH64 with seed 0, for the second reader (scripts/reader/read-table). Shares nothing with the C sources."""
import struct

M64 = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                      0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)


def rotate(x, bits):
    return (x << bits | x >> (64 - bits)) & M64


def xxh64(data):
    at = 0
    if len(data) >= 32:
        a, b, c, d = (P1 + P2) & M64, P2, 0, -P1 & M64
        stripes = len(data) // 32
        for w0, w1, w2, w3 in struct.iter_unpack("<4Q", memoryview(data)[:32 * stripes]):
            a = (a + w0 * P2) & M64
            a = (a << 31 | a >> 33) * P1 & M64
            b = (b + w1 * P2) & M64
            b = (b << 31 | b >> 33) * P1 & M64
            c = (c + w2 * P2) & M64
            c = (c << 31 | c >> 33) * P1 & M64
            d = (d + w3 * P2) & M64
            d = (d << 31 | d >> 33) * P1 & M64
        at = 32 * stripes
        h = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) & M64
        for lane in (a, b, c, d):
            h = ((h ^ rotate(lane * P2 & M64, 31) * P1 & M64) * P1 + P4) & M64
    else:
        h = P5
    h = (h + len(data)) & M64
    while at + 8 <= len(data):
        word = struct.unpack_from("<Q", data, at)[0] * P2 & M64
        h = (rotate(h ^ rotate(word, 31) * P1 & M64, 27) * P1 + P4) & M64
        at += 8
    if at + 4 <= len(data):
        h = (rotate(h ^ (struct.unpack_from("<I", data, at)[0] * P1 & M64), 23) * P2 + P3) & M64
        at += 4
    for byte in data[at:]:
        h = rotate(h ^ (byte * P5 & M64), 11) * P1 & M64
    h = (h ^ h >> 33) * P2 & M64
    h = (h ^ h >> 29) * P3 & M64
    return h ^ h >> 32
