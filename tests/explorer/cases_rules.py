"""The rules in the page, a second implementation, against the program's."""
from explorer import expect

# The body of a function of the page: plays games at random, and single moves of positions made at
# random, and asks the server for the moves of each position: which there are, what they capture,
# and where they lead. Returns how much was compared and the first differences.
COMPARE = """
const [{legalMoves, play}, notation] =
    await Promise.all([load("rules.js"), load("notation.js")]);
const {formatPosition, letterOf, parsePosition, startPosition} = notation;
const [games, singles, firstSeed] = arguments;
let seed = firstSeed;
const below = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % n;
};
const positions = new Map();
const keep = (p) => positions.set(formatPosition(p), p);
for (let game = 0; game < games; game++) {
    let p = startPosition();
    for (let ply = 0; ply < 120; ply++) {
        const moves = legalMoves(p);
        keep(p);
        if (moves.length === 0) {
            break;
        }
        p = play(p, moves[below(moves.length)]).position;
    }
}
for (let i = 0; i < singles; i++) {
    const rows = () => ({S: Array(6).fill(0), N: Array(6).fill(0)});
    const score = {S: below(6), N: below(3)};
    const p = {seeds: rows(), cowries: rows(), side: "SN"[below(2)], score};
    const spread = (kind, n) => {
        for (; n > 0; n--) {
            p[kind]["SN"[below(2)]][below(6)] += 1;
        }
    };
    spread("seeds", below(i % 3 > 0 ? 8 : 50));
    spread("cowries", 12);
    keep(p);
}
const wrong = [];
let moves = 0;
const check = (text, p, answer) => {
    const say = (what) => wrong.push(`${text}: ${what}`);
    const legal = legalMoves(p);
    const theirs = answer.moves.map((move) => move.move).sort();
    if (legal.slice().sort().join() !== theirs.join()) {
        say(`moves ${legal}, not ${theirs}`);
        return;
    }
    for (const {move, captured, position} of answer.moves) {
        const ours = play(p, move);
        moves += 1;
        if (formatPosition(ours.position) !== position) {
            say(`${move} leads to ${formatPosition(ours.position)}, not ${position}`);
        }
        if (ours.captured.own !== captured[0] || ours.captured.other !== captured[1]) {
            say(`${move} captures ${JSON.stringify(ours.captured)}, not ${captured}`);
        }
        // Dropping the counters one by one ends in the same position.
        const board = parsePosition(text);
        const at = (letter) => [letter >= "a" ? "S" : "N", (letter.charCodeAt(0) - 65) % 32];
        if (move !== "-") {
            const [side, index] = at(move);
            board.seeds[side][index] = board.cowries[side][index] = 0;
        }
        for (const {hole, kind, captures} of ours.drops) {
            const [side, index] = at(hole);
            board[kind === "seed" ? "seeds" : "cowries"][side][index] += 1;
            if (captures) {
                board.score[captures.by] += captures.count;
                board.seeds[side][index] -= captures.count;
            }
        }
        board.side = p.side === "S" ? "N" : "S";
        if (formatPosition(board) !== position) {
            say(`${move} drops its counters to ${formatPosition(board)}`);
        }
    }
};
const all = [...positions];
const worker = async () => {
    for (let next = all.pop(); next && wrong.length < 10; next = all.pop()) {
        const [text, p] = next;
        const answer = await fetch(`/api/v1/moves?position=${encodeURIComponent(text)}`);
        if (answer.ok) {
            check(text, p, await answer.json());
        } else {
            wrong.push(`${text}: status ${answer.status}: ${await answer.text()}`);
        }
    }
};
await Promise.all(Array.from({length: 6}, worker));
return {positions: positions.size, moves, wrong};
"""


def rules_of_positions(page):
    """Thousands of moves of games and positions made at random."""
    with page.without_tables():
        page.open()
    moves = 0
    for seed in range(3):
        found = page.execute(f"return (async function () {{{COMPARE}}}).apply(null, arguments);",
                             3, 150, 2006 + seed)
        expect(not found["wrong"], "\n".join(found["wrong"]))
        moves += found["moves"]
    expect(moves > 2500, f"only {moves} moves were compared")


CASES = [rules_of_positions]
