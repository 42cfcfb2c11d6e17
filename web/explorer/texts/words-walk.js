/** The texts of the walk through the solution (texts.js). */
export const words = {
    "walk.title": ["The solution", "Die Lösung"],
    "walk.own": ["{side} wins: its move is {move} ({by}).", "{side} gewinnt: Der Zug ist {move} ({by})."],
    "walk.by.book": ["book, at most {n|one ply|{n} plies} to the next capture",
        "Buch, höchstens {n|ein Halbzug|{n} Halbzüge} bis zum nächsten Fang"],
    "walk.by.search": ["by search", "durch Suche"],
    "walk.by.tables": ["tables, {n|one ply|{n} plies} to the next capture",
        "Tabellen, {n|ein Halbzug|{n} Halbzüge} bis zum nächsten Fang"],
    "walk.by.tables0": ["tables", "Tabellen"],
    "walk.needs": [
        "{side} needs an answer to {n|the only move|each of {n} moves} of {other}: here {needed} of {all} {all|reply|replies}.",
        "{side} braucht eine Antwort auf {n|den einzigen Zug|jeden der {n} Züge} von {other}: hier {needed} von {all} {all|möglichen|möglichen}."],
    "walk.needsSome": [
        "{side} needs an answer to {needed} of {n} moves of {other}: here {needed} of {all} {all|reply|replies}. After the others it has won.",
        "{side} braucht eine Antwort auf {needed} von {n} Zügen von {other}: hier {needed} von {all} möglichen. Nach den übrigen ist gewonnen."],
    "walk.settled": ["{side} has won, whatever {other} plays.", "{side} hat gewonnen, was {other} auch zieht."],
    "walk.unknown": ["{side} wins, but no short search finds the move here.",
        "{side} gewinnt, aber keine kurze Suche findet hier den Zug."],
    "walk.nobody": ["No book or short search knows who wins here.", "Hier kennt weder Buch noch kurze Suche den Gewinner."],
    "walk.asking": ["Looking it up …", "Wird nachgeschlagen …"],
    "walk.again": ["The game was here before: searches may go round in a circle. Games against Kauri do not.",
        "Hier war das Spiel schon: Suchen können im Kreis führen. Partien gegen Kauri tun das nicht."],
    "walk.play": ["Play {move}", "{move} ziehen"],
    "walk.close": ["Close", "Schließen"],
    "walk.keys": ["Play any move of {other}: the arrow to the right plays the answer.",
        "Ziehe einen beliebigen Zug von {other}: Der Pfeil nach rechts spielt die Antwort."],
    "walk.mode": ["Play against it", "Dagegen spielen"],
};
