"""Seeds of fuzz_move and fuzz_record for tests/fuzz/make-corpus."""
import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
ARTICLE = os.path.join(HERE, "../../../games/claims/article/four-games.txt")
POSITIONS = runpy.run_path(os.path.join(HERE, "../make-corpus"))["POSITIONS"]
MOVES = ["a", "F", "d-a-f", "B-B-A (+7)", "c (+1;-1)", "D (-1+3)", "f! (+25)", "E?", "b (+1) D!",
         "-E", "a-", "(+1)", "c(+1)(-1)"]

# Records as people paste them (docs/guide/RECORDS.md).
PASTES = [
    "1. e {king} E 2. e 2... F (2... A; 3. b) 3. b! C x2 1-0\n",
    "1) e E\n2) e F\nA comment.\n3) b C (+2)\n\nAnna won by 34 : 4.\n",
    "| 1 | e | E |\n|---|---|---|\n| 2 | e | F |\n",
    "<p>1.&nbsp;e E; 2. e F;<br />\n3. b C</p><p>Prose.</p>",
    "[White \"Anna\"]\n[FEN \"1,0+1/0,0+1 S 0:1\"]\n\n1. b -- 2. pass \u2013 Remis\n",
    "> 'Position': \"0,1+1/0,1+1 N\"\n> 1\u2026 B 2.\u202fb\u2011a *\n",
]


def save_seeds(_, save):
    with open(ARTICLE, encoding="utf-8") as file:
        games = file.read()
    for number, text in enumerate(MOVES + [line for line in games.split("\n") if line[:2] == "1."]):
        save("move", number, POSITIONS[0] + "\n" + text)
    for number, text in enumerate(POSITIONS):
        save("move", 50 + number, text + "\nabcdefABCDEF--<<fedcbaFEDCBA-<")
    lines = games.split("\n")
    starts = [i for i, line in enumerate(lines) if line[:1] == "("] + [len(lines)]
    save("record", 0, games)
    for number, (first, end) in enumerate(zip(starts, starts[1:]), 1):
        save("record", number, "\n".join(lines[first:end]))
    for number, text in enumerate(PASTES, len(starts)):
        save("record", number, text)
