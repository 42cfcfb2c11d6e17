// The words of game records: moves, numbers, dashes, other words, and single signs, in a text
// without its markup (common/plain_text.h).
//
// Pure functions on values, thread-safe.
#ifndef KAURI_GAMES_RECORDS_TOKEN_H
#define KAURI_GAMES_RECORDS_TOKEN_H

#include "common/plain_text.h"

#include <stdbool.h>
#include <stdint.h>

// Signs beyond ASCII that mean something in records.
enum { KAURI_SIGN_HALF = 0xbd, KAURI_SIGN_ELLIPSIS = 0x2026 };

enum kauri_token_kind {
    KAURI_TOKEN_END,    // end of the text
    KAURI_TOKEN_LINE,   // one end of a line or several
    KAURI_TOKEN_MOVE,   // a letter a..f or A..F that is not part of a word; or a pair such as "eE"
    KAURI_TOKEN_NUMBER, // digits, with the full stops, bracket or colon that make it a move number
    KAURI_TOKEN_DASH,   // one dash, or several without blanks between them
    KAURI_TOKEN_WORD,   // letters, digits and apostrophes
    KAURI_TOKEN_SIGN,   // any other sign
};

struct kauri_token {
    enum kauri_token_kind kind;
    struct kauri_plain from; // place of its first sign
    struct kauri_plain to;   // place after its last sign
    bool empty;              // only for LINE: an empty line is among them
    bool stop;               // only for NUMBER: "1." or "1)" or "1:"
    bool dots;               // only for NUMBER: "1..." or "1. ..."
    uint8_t side;            // only for MOVE: enum kauri_side
    int8_t hole;             // only for MOVE: number of the hole
    uint32_t number;         // only for NUMBER: its value; UINT32_MAX beyond nine digits
    char word[16]; // only for WORD: its beginning in lower case, '?' for letters beyond ASCII
};

// Reads the token at the place of the text, after blanks.
struct kauri_token kauri_token_at(struct kauri_plain text);

// The token after another one.
struct kauri_token kauri_token_after(const struct kauri_token *token);

bool kauri_token_is_sign(const struct kauri_token *token, uint32_t sign);

// Returns true if no blank stands between the token and the one that ends at `end`.
bool kauri_token_touches(const struct kauri_token *token, const struct kauri_plain *end);

// Returns true for a word that says that a player passes: "pass", "passt", "passe" ...
bool kauri_token_is_pass(const struct kauri_token *token);

// Returns true for a letter or digit, also beyond ASCII.
bool kauri_is_word_sign(uint32_t sign);

#endif
