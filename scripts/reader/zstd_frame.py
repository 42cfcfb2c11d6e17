"""zstd frames for the second reader (scripts/reader/read-table): they are checked here as section 3 of
docs/reference/FORMAT.md requires, and their content is decoded by zstd.
"""
import shutil
import struct
import subprocess
import tempfile

from table_faults import Missing, must


def checked_frame(data, expected, check, dictionary):
    """The frame, ending with `check`, the low half of the XXH64 of its content: zstd compares it."""
    must(len(data) >= 6 and data[:4] == b"\x28\xb5\x2f\xfd", "not a zstd frame")
    descriptor = data[4]
    single = descriptor >> 5 & 1
    id_bytes = (0, 1, 2, 4)[descriptor & 3]
    size_bytes = {0: single, 1: 2, 2: 4, 3: 8}[descriptor >> 6]
    must(id_bytes == 0 or dictionary, "the zstd frame asks for a dictionary")
    must(size_bytes > 0, "the zstd frame does not state its size")
    at = 5 + (1 - single) + id_bytes
    must(at + size_bytes <= len(data), "the zstd frame is cut off")
    stated = data[at - id_bytes:at]
    must(id_bytes == 0 or int.from_bytes(stated, "little") in
         (0, int.from_bytes(dictionary[4:8], "little")),
         "the zstd frame asks for another dictionary")
    content = int.from_bytes(data[at:at + size_bytes], "little") + (256 if size_bytes == 2 else 0)
    must(content == expected, "the zstd frame states another size than the page has")
    at += size_bytes
    last = 0
    while not last:
        must(at + 3 <= len(data), "the zstd frame is cut off")
        block = int.from_bytes(data[at:at + 3], "little")
        last, kind, size = block & 1, block >> 1 & 3, block >> 3
        must(kind != 3, "the zstd frame has a block of an unknown kind")
        at += 3 + (1 if kind == 1 else size)
    own = data[at:at + 4] if descriptor & 4 else b""
    must(at + 4 * (descriptor >> 2 & 1) == len(data), "the zstd frame does not end with the page")
    seal = struct.pack("<I", check)
    must(own in (b"", seal), "the checksum of its decoded bytes is wrong")
    return data[:4] + bytes([descriptor | 4]) + data[5:at] + seal


def decompress(frames, sizes, dictionary):
    """The contents of frames with checksums, one after the other."""
    expected = sum(sizes)
    try:
        from compression import zstd  # Python 3.14
    except ImportError:
        content, complaint = decompress_by_program(b"".join(frames), expected, dictionary)
    else:
        content, complaint = [], ""
        try:
            with_dictionary = zstd.ZstdDict(dictionary) if dictionary else None
            for frame, size in zip(frames, sizes):
                decompressor = zstd.ZstdDecompressor(with_dictionary)
                content.append(decompressor.decompress(frame, size + 1))
                must(decompressor.eof, "it decodes to another size")
        except (zstd.ZstdError, ValueError) as error:
            complaint = str(error)
        content = b"".join(content)
    must("checksum" not in complaint, "the checksum of its decoded bytes is wrong")
    must(not complaint, "zstd: %s" % complaint)
    must(len(content) == expected, "it decodes to another size")
    return content


def decompress_by_program(data, expected, dictionary):
    if shutil.which("zstd") is None:
        raise Missing("the program zstd is needed to read pages")
    with tempfile.TemporaryFile() as compressed, tempfile.NamedTemporaryFile() as prepared:
        compressed.write(data)
        compressed.seek(0)
        prepared.write(dictionary)
        prepared.flush()
        process = subprocess.Popen(
            ["zstd", "-d", "-c", "-q"] + (["-D", prepared.name] if dictionary else []),
            stdin=compressed, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        content = process.stdout.read(expected + 1)
        process.stdout.close()
        complaint = process.stderr.read().decode(errors="replace").strip()
        process.stderr.close()
        if process.wait() == 0:
            complaint = ""
        else:
            complaint = (complaint.splitlines() or ["it failed"])[0]
    return content, complaint
