// The words of game records: moves, numbers, dashes, other words and single signs, in a text
// without its markup (games/records/text.h). A token remembers what the reader made of it.
#ifndef KAURI_GAMES_RECORDS_TOKEN_H
#define KAURI_GAMES_RECORDS_TOKEN_H

#include "common/status.h"
#include "games/records/text.h"
#include "games/records/words.h"

// Signs beyond ASCII that mean something in records.
enum { KAURI_SIGN_HALF = 0xbd, KAURI_SIGN_ELLIPSIS = 0x2026 };

enum kauri_token_kind {
    KAURI_TOKEN_END,    // end of the text
    KAURI_TOKEN_LINE,   // one end of a line or several
    KAURI_TOKEN_MOVE,   // a letter a..f or A..F that is not part of a word; or one of a pair "eE"
    KAURI_TOKEN_NUMBER, // digits, with the full stops, bracket or colon that make it a move number
    KAURI_TOKEN_DASH,   // one dash, or several without blanks between them
    KAURI_TOKEN_WORD,   // letters, digits and apostrophes
    KAURI_TOKEN_SIGN,   // any other sign
};

struct kauri_token {
    size_t from, to; // numbers of its first sign, and of the sign after its last
    enum kauri_token_kind kind;
    uint32_t sign;   // its first sign
    uint32_t number; // only for NUMBER: its value; UINT32_MAX beyond nine digits
    uint32_t roles;  // only for WORD: kauri_word_roles
    bool first;      // first token of its line
    bool spaced;     // blanks or a line end precede it
    bool cell;       // it begins a cell of a table
    bool empty;      // only for LINE: an empty line is among them
    bool stop;       // only for NUMBER: "1." or "1)" or "1:"
    bool dots;       // only for NUMBER: "1..." or "1. ..."
    bool padded;     // only for NUMBER: "05"
    uint8_t side;    // only for MOVE: enum kauri_side
    int8_t hole;     // only for MOVE: number of the hole
    char word[16]; // WORD: its beginning in small letters, '?' for letters beyond ASCII; MOVE: the
                   // letter
    uint8_t piece; // what became of it: enum kauri_piece_kind
    const char *why; // the reason, for pieces that were skipped
    size_t ply;      // the move that it belongs to, from 1; 0: none
};

// Token number `i` of the text, which is decoded as far as needed. Beyond the end of the text, the
// token that ends it.
struct kauri_token kauri_token_at(struct kauri_text *text, size_t i);

bool kauri_token_is_sign(const struct kauri_token *token, uint32_t sign);

// What stands at a token: its kind, a certain sign, a separator, ';' or ',', a quotation mark, a
// word with one of these roles, or the end of a line.
enum kauri_token_kind kauri_kind_at(struct kauri_text *text, size_t i);
bool kauri_sign_at(struct kauri_text *text, size_t i, uint32_t sign);
bool kauri_separator_at(struct kauri_text *text, size_t i);
bool kauri_quote_at(struct kauri_text *text, size_t i);
bool kauri_role_at(struct kauri_text *text, size_t i, uint32_t roles);
bool kauri_end_at(struct kauri_text *text, size_t i);

// The first sign of a token, which has its place in the source.
struct kauri_text_sign kauri_first_sign_at(struct kauri_text *text, size_t i);

// Returns true for the end of a line or of the text.
bool kauri_ends_line(const struct kauri_token *token);

// The number of the next token that ends a line.
size_t kauri_line_end(struct kauri_text *text, size_t i);

// Returns true for a letter or digit, also beyond ASCII.
bool kauri_is_word_sign(uint32_t sign);

bool kauri_is_quote(uint32_t sign);

// Copies tokens as they are written: without blanks at both ends, cut to fit between characters,
// valid UTF-8 without control characters. Line ends become spaces.
void kauri_tokens_copy(struct kauri_text *text, size_t from, size_t to, char *copy,
                       size_t capacity);

// Fails with KAURI_BAD_INPUT and the word at a token: "line 3, column 7<where>: \"zz\"<what>".
enum kauri_status kauri_token_fail(struct kauri_text *text, size_t i, const char *where,
                                   const char *what, struct kauri_error *error);

#endif
