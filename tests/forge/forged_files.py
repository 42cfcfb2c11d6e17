"""What can be wrong with a file of any kind: of a source that has the `path()` of one of its files."""
import os

from matrix import Forgery, read, write


def named(path):
    return [os.path.basename(path)]


def forge_link(target):
    """A symbolic link in the place of the file; `target` gives what it leads to, of the path of the file and
    the one that it is moved to."""
    def forge(source, rng):
        path, moved = source.path(), os.path.join(source.aside, "moved")
        os.rename(path, moved)
        os.symlink(target(path, moved), path)
        return named(path)
    return forge


def forge_kind(make):
    """Something else than a file."""
    def forge(source, rng):
        path = source.path()
        os.remove(path)
        make(path)
        return named(path)
    return forge


def forge_bytes(change):
    """Other bytes, under the checksums that were there."""
    def forge(source, rng):
        path = source.path()
        write(path, change(read(path), rng))
        return named(path)
    return forge


def flip(data, rng):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]


def files_forgeries(flip=flip):
    yield Forgery("truncated", forge_bytes(lambda data, rng: data[:rng.randrange(len(data))]), varies=True)
    yield Forgery("too long", forge_bytes(lambda data, rng: data + b"\0"))
    yield Forgery("a changed bit", forge_bytes(flip), varies=True)
    yield Forgery("a link to the file", forge_link(lambda path, moved: moved), holds=True)
    yield Forgery("a link to nothing", forge_link(lambda path, moved: "/nowhere/file"))
    yield Forgery("a link to itself", forge_link(lambda path, moved: path))
    yield Forgery("a link to a device", forge_link(lambda path, moved: "/dev/zero"))
    yield Forgery("a pipe", forge_kind(os.mkfifo))
    yield Forgery("a folder", forge_kind(os.mkdir))
