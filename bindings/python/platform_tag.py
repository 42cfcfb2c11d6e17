"""The platform tag of a wheel, from what its library needs of the system.

A library for Linux that needs nothing but glibc gets manylinux_2_N, where 2.N is the newest version
of a symbol in it, and at least 2.17 (PEP 600); one that needs nothing but musl gets musllinux_1_2
(PEP 656), because musl does not number its symbols and make-wheels compiles with the headers of
musl 1.2. One that needs more is for Linux on its processor. A library for Windows is for x86-64. Any
other one is taken to be for systems like this.
"""
import re
import struct
import sysconfig

MACHINES = {62: "x86_64", 183: "aarch64"}
# What is part of glibc, of those libraries that the policy of manylinux allows.
GLIBC = re.compile(r"lib(c|m|dl|rt|pthread)\.so\.[0-9]+|ld-linux-(x86-64|aarch64)\.so\.[0-9]")
MUSL = re.compile(r"libc\.so|libc\.musl-\w+\.so\.1")
PT_LOAD, PT_DYNAMIC = 1, 2
DT_NEEDED, DT_STRTAB = 1, 5
DT_VERNEED, DT_VERNEEDNUM = 0x6FFFFFFE, 0x6FFFFFFF


def _dynamic(image):
    """Machine, names of the needed libraries, and versions of the needed symbols of an ELF file with
    64 bits in little-endian order; None for any other file."""
    if image[:6] != b"\x7fELF\x02\x01":
        return None
    machine = struct.unpack_from("<H", image, 18)[0]
    table, = struct.unpack_from("<Q", image, 32)
    size, count = struct.unpack_from("<2H", image, 54)
    segments = [struct.unpack_from("<2I4Q", image, table + i * size) for i in range(count)]
    entries = []
    for kind, _, offset, _, _, length in segments:
        if kind == PT_DYNAMIC:
            entries = list(struct.iter_unpack("<2Q", image[offset:offset + length]))

    def offset_of(address):
        for kind, _, offset, start, _, length in segments:
            if kind == PT_LOAD and start <= address < start + length:
                return address - start + offset
        raise ValueError("an address in no segment")

    values = dict(entries)
    strings = offset_of(values[DT_STRTAB])

    def string(at):
        return image[strings + at:image.index(b"\0", strings + at)].decode()

    needed = [string(value) for tag, value in entries if tag == DT_NEEDED]
    versions = []
    at = offset_of(values[DT_VERNEED]) if DT_VERNEED in values else 0
    for _ in range(values.get(DT_VERNEEDNUM, 0)):
        _, names, _, first, following = struct.unpack_from("<2H3I", image, at)
        name_at = at + first
        for _ in range(names):
            _, _, _, name, next_name = struct.unpack_from("<I2H2I", image, name_at)
            versions.append(string(name))
            name_at += next_name
        at += following
    return machine, needed, versions


def platform_tag(library):
    """The tag for the file of a library."""
    with open(library, "rb") as file:
        image = file.read()
    if image[:2] == b"MZ":
        return "win_amd64"
    here = re.sub(r"[-.]", "_", sysconfig.get_platform())
    try:
        found = _dynamic(image)
    except (KeyError, IndexError, ValueError, struct.error):
        raise ValueError(f"{library} is damaged") from None
    if found is None or found[0] not in MACHINES:
        return here
    machine, needed, versions = found
    numbers = [re.fullmatch(r"GLIBC_2\.(\d+)(\.\d+)?", version) for version in versions]
    if needed and all(MUSL.fullmatch(name) for name in needed):
        return f"musllinux_1_2_{MACHINES[machine]}"
    if numbers and all(numbers) and all(GLIBC.fullmatch(name) for name in needed):
        newest = max(17, *(int(number[1]) for number in numbers))
        return f"manylinux_2_{newest}_{MACHINES[machine]}"
    return f"linux_{MACHINES[machine]}"
