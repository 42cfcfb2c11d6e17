/**
 * The texts of what was pasted, as in words.js. The reasons for which the reader skips a part of a text
 * (games/records) are their own keys.
 */
export const pastedTexts = {
    "pasted.reading": ["Reading …", "Wird gelesen …"],
    "pasted.waiting": ["The server does not answer. The text is read as soon as it does.",
        "Der Server antwortet nicht. Der Text wird gelesen, sobald er es tut."],
    "account.all": ["All of the text was read.", "Der ganze Text ist gelesen."],
    "account.parts": ["Not read: {n|one part|{n} parts} of the text",
        "Nicht gelesen: {n|ein Teil|{n} Teile} des Textes"],
    "account.part": ["Line {line}: “{part}” ({why})", "Zeile {line}: „{part}“ ({why})"],
    "not checked": ["a result that is not checked", "ein Ergebnis, das nicht geprüft ist"],
    "no part of a game": ["no part of a game", "gehört zu keiner Partie"],
    "no moves follow": ["no moves follow", "es folgen keine Züge"],
    "after a word that cannot be read": ["after a word that cannot be read", "nach einem Wort, das nicht lesbar ist"],
    "told before": ["told before", "schon gesagt"],
    "in other columns": ["in other columns", "in anderen Spalten"],
    "in quotes": ["in quotes", "in Anführungszeichen"],
    "struck out": ["struck out", "durchgestrichen"],
    "not shown by browsers": ["not shown by browsers", "von Browsern nicht gezeigt"],
};
