// A line of a text as the items of a game, and whether a game begins with it or goes on in it
// (docs/guide/RECORDS.md, "Lines"). Private to games/records/.
#ifndef KAURI_GAMES_RECORDS_MOVES_LINE_H
#define KAURI_GAMES_RECORDS_MOVES_LINE_H

#include "games/records/item.h"
#include "games/records/record.h"

// The signs and words that may precede the moves of a line.
enum kauri_prefix {
    KAURI_PREFIX_NONE,    // or the bullet of a list, "- 1. e E", other signs, or "Move 1: e E"
    KAURI_PREFIX_SPEAKER, // as in a chat, "[21:03] Anna: 1. e E"
    KAURI_PREFIX_WORDS,   // words before the first two moves, "Anna - Bob 1. e E 2. e F"
};

struct kauri_line {
    size_t from;  // its first token
    size_t moves; // the token after the prefix
    size_t to;    // the token that ends it
    enum kauri_prefix prefix;
    enum kauri_item_kind first; // its first item that is no separator
    struct kauri_token number;  // the first item, if it is a number
    unsigned plies;             // moves before the first words
    bool numbered;              // there is a number
    bool both;                  // there are moves of both players
    bool again;                 // two moves of one player follow one another without a hyphen
    uint8_t side, last_side;    // of the first move, and of the last one
    size_t words;               // the first token of a result, or of words; the end without any
    bool prose;                 // no number precedes them, and they are no result
    bool cut;                   // words follow the moves of one player at once, as in "a cowrie"
    size_t hidden;              // the first number behind words; the end of the line without one
};

// The line that begins at a token, whoever the players are, whom results may name.
struct kauri_line kauri_line_at(struct kauri_text *text, size_t from);

// Returns true if the moves of a game begin with the line. With `expected`, names or a start
// position precede it, and less is asked for.
bool kauri_line_begins(struct kauri_text *text, const struct kauri_line *line, bool expected);

#endif
