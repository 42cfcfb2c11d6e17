"""Proofs of positions of a small board, with the moves that the values of plain_solver.py suggest, and what can be
wrong with them. A forged proof gets the right digest and the name of it, and what cites it cites the forged
one.
"""
import os
import re

import plain_solver
from forged_files import files_forgeries
from matrix import Forgery, write
from proof_file import Proof, digest_of, options_of, rows_of, sealed

HOLES, COWRIES, LAST = 3, 3, 3


class Proofs:
    """A folder with a proof, or with one that cites another; one of them is forged. It is also the source of
    forged files in general (forged_files.py)."""

    def __init__(self, name, values, roots, forged):
        self.name, self.values, self.roots, self.forged = name, values, roots, forged
        self.anywhere, self.folder = False, None

    def write(self, folder):
        """Writes the proofs; `checked` is then a list of proofs that were checked before they are forged."""
        self.folder = os.path.join(folder, "proofs")
        os.mkdir(self.folder)
        self.top = self.cited = None
        cited, top = self.roots[0], self.roots[-1]
        most = 3 * sum(top[0]) + 1
        if cited != top:
            self.put_cited(Proof.of(cited, (-most, self.values[cited][0]), self.values))
        self.put_top(Proof.of(top, (self.values[top][0], most), self.values, citations=self.citations()))

    def citations(self):
        if len(self.roots) < 2:
            return []
        cited = self.roots[0]
        return [("opp", cited, -self.values[cited][0], digest_of(self.cited))]

    def put(self, path, proof):
        """Writes a proof in the place of the one at `path`, and returns its path."""
        if path:
            os.remove(path)
        name, data = sealed(proof.body())
        path = os.path.join(self.folder, name)
        write(path, data)
        return path

    def put_cited(self, proof):
        self.cited = self.put(self.cited, proof)
        self.cited_proof = proof

    def put_top(self, proof):
        self.top = self.put(self.top, proof)
        self.top_proof = proof

    def proof(self):
        return self.top_proof if self.forged == "top" else self.cited_proof

    def path(self):
        """The file that is forged."""
        return self.top if self.forged == "top" else self.cited

    def reseal(self, proof):
        """Replaces the forged proof, and lets the one that cites it cite the new one."""
        if self.forged == "top":
            self.put_top(proof)
        else:
            old = digest_of(self.cited)
            self.put_cited(proof)
            new = digest_of(self.cited)
            self.put_top(self.top_proof.changed(b"%016x" % old, b"%016x" % new))
        return [os.path.basename(self.top), os.path.basename(self.path())]


# ------------------------------------------------------------------------------------ the forgeries

def forge_head(old, new):
    """A line of the head says something else; `new` may be a function of the match and a generator."""
    def forge(source, rng):
        return source.reseal(source.proof().changed(
            old, new if isinstance(new, bytes) else lambda found: new(found, rng)))
    return forge


def forge_root(source, rng):
    """Another position, with another value."""
    root = source.roots[-1 if source.forged == "top" else 0]
    other = rng.choice([position for position, (r, _) in source.values.items()
                        if sum(position[0]) == sum(root[0]) and r != source.values[root][0]])
    return forge_head(rb"root \S+", b"root " + rows_of(other).encode())(source, rng)


def forge_moves(change):
    def forge(source, rng):
        proof = source.proof()
        return source.reseal(Proof(proof.head, change(list(proof.moves), rng)))
    return forge


def other_move(moves, rng):
    at = rng.randrange(len(moves))
    moves[at] = rng.choice([move for move in range(8) if move != moves[at]])
    return moves


def without_move(moves, rng):
    del moves[rng.randrange(len(moves))]
    return moves


def one_more(moves, rng):
    return [*moves, rng.randrange(HOLES)]


def add(least, most):
    return lambda found, rng: found[1] + b"%d" % (int(found[2]) + rng.randint(least, most)) + found[3]


def forge_body(change):
    """Other bytes, with the right digest."""
    def forge(source, rng):
        proof = Proof(source.proof().head, source.proof().moves)
        body = change(proof.body(), rng)
        proof.body = lambda: body
        return source.reseal(proof)
    return forge


def forge_name(source, rng):
    """The digest is that of another file."""
    path = os.path.join(source.folder, "%016x.proof" % rng.getrandbits(64))
    os.rename(source.path(), path)
    named = [os.path.basename(source.path()), os.path.basename(path)]
    if source.forged == "top":
        source.top = path
    return named


def forge_missing(source, rng):
    os.remove(source.cited)
    return [os.path.basename(source.top), os.path.basename(source.cited)]


def forge_other(source, rng):
    """The cited file proves something about another position."""
    position = rng.choice([position for position in source.values if position != source.roots[0]])
    r = source.values[position][0]
    name, data = sealed(Proof.of(position, (r, r), source.values).body())
    write(os.path.join(source.folder, name), data)
    old, new = digest_of(source.cited), name[:16].encode()
    return source.reseal(source.top_proof.changed(b"%016x" % old, new))


def forge_table(layer):
    """The proof lists a table that is nowhere."""
    forge = forge_head(rb"(?=cite |\Z)", b"table %d 0123456789abcdef\n" % layer)
    return lambda source, rng: [*forge(source, rng), source.folder]


def forgeries(source):
    bounds, top = rb"(bounds )(-?\d+)( )", source.forged == "top"
    yield Forgery("nothing", lambda source, rng: [source.folder], holds=True)
    yield Forgery("the lower bound", forge_head(bounds, add(1, 3)))
    yield Forgery("the upper bound", forge_head(rb"(bounds -?\d+ )(-?\d+)(\n)", add(-3, -1)))
    yield Forgery("a move", forge_moves(other_move), holds=True)
    yield Forgery("a move is missing", forge_moves(without_move), holds=True)
    yield Forgery("one move more", forge_moves(one_more))
    yield Forgery("the number of moves", forge_body(
        lambda body, rng: re.sub(rb"moves (\d+)", lambda found: b"moves %d" % (int(found[1]) + 100), body)))
    yield Forgery("the root", forge_root)
    yield Forgery("the board", forge_head(rb"board \d+ \d+", b"board 4 3"))
    yield Forgery("the rules", forge_head(b"unlimited=0", b"unlimited=1"))
    yield Forgery("the version", forge_head(b"kauri-proof 3", b"kauri-proof 4"))
    yield Forgery("the score", forge_head(b"0:0", b"0:99"))
    yield Forgery("a table that is nowhere", forge_table(0))
    if len(source.roots) > 1 and top:
        cite = rb"(cite \S+ \S+ )(-?\d+)( )"
        yield Forgery("the value of a citation", forge_head(cite, add(1, 3)))
        yield Forgery("the kind of a citation", forge_head(b"cite opp", b"cite own"))
        yield Forgery("the cited file is another", forge_other)
        yield Forgery("the cited file is missing", forge_missing)
        yield Forgery("a citation twice", forge_head(rb"(cite [^\n]*\n)", rb"\1\1"))
    yield Forgery("cut, and sealed", forge_body(lambda body, rng: body[:rng.randrange(40, len(body))]), varies=True)
    yield Forgery("longer, and sealed", forge_body(lambda body, rng: body + b"\0"))
    yield Forgery("the name", forge_name)
    yield from files_forgeries()


def proof_sources(kind, given):
    """Sources of a kind of Proofs: a proof, one that cites, and one that is cited."""
    values = {position: value for layer in plain_solver.solve(HOLES, COWRIES, LAST)
              for position, value in layer.items()}
    won = {position for position, (r, dtc) in values.items()
           if sum(position[0]) == LAST and 1 < r <= 3 * LAST - 2 and dtc > 5}
    alone = given.choose(sorted(won))
    # The cited position is the one after a move that makes progress, and has several moves.
    cited, citing = given.choose(sorted(
        (after, position) for position in won for _, captures, after in options_of(position).values()
        if not captures and values[after] == (-values[position][0], values[position][1] - 1) and
        len(options_of(after)) > 1))
    return [kind("a proof", values, [alone], "top"),
            kind("a proof that cites", values, [cited, citing], "top"),
            kind("a cited proof", values, [cited, citing], "cited")]
