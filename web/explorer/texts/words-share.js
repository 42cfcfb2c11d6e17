/** The texts of sharing (texts.js). */
export const words = {
    "share.link": ["Link to this game", "Link zu dieser Partie"],
    "share.local": ["This link works on this computer only. Send the game as text or as a drawing instead.",
        "Dieser Link geht nur auf diesem Computer. Verschicke stattdessen die Partie als Text oder eine Zeichnung."],
    "share.recordText": ["The game as text", "Die Partie als Text"],
    "share.files": ["Download", "Herunterladen"],
    "share.svg": ["Drawing (SVG)", "Zeichnung (SVG)"],
    "share.png": ["Picture (PNG)", "Bild (PNG)"],
    "share.position": ["Position (text)", "Stellung (Text)"],
    "share.record": ["Game record (text)", "Partie (Text)"],
    "share.json": ["Everything (JSON)", "Alles (JSON)"],
    "share.private": ["The link holds the whole game. Your browser does not send that part of it to the server.",
        "Der Link enthält die ganze Partie. Diesen Teil schickt dein Browser nicht an den Server."],
};
