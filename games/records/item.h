// The items of a line of moves, as the grammar has them (docs/guide/RECORDS.md, "Grammar"): each
// is recognised by its tokens and by what follows them, whatever the game before it is. Private to
// games/records/.
#ifndef KAURI_GAMES_RECORDS_ITEM_H
#define KAURI_GAMES_RECORDS_ITEM_H

#include "games/records/sentence.h"
#include "rules/board.h"

enum kauri_item_kind {
    KAURI_ITEM_END,    // the end of the line
    KAURI_ITEM_NUMBER, // the number of a move, and the signs between it and the move
    KAURI_ITEM_MOVE,
    KAURI_ITEM_PASS,
    KAURI_ITEM_DASH,
    KAURI_ITEM_CAPTURES,
    KAURI_ITEM_MARK,
    KAURI_ITEM_NOTE,
    KAURI_ITEM_COMMENT,
    KAURI_ITEM_SEPARATOR, // signs between moves, and the name of the side that moves
    KAURI_ITEM_SCORE,     // captures so far
    KAURI_ITEM_SKIPPED,   // what is no part of the game, for the reason `why`
    KAURI_ITEM_RESULT,    // a sentence, score or token up to the end of the line
    KAURI_ITEM_WORDS,     // what does not fit the grammar, up to the next number with a move
};

struct kauri_item {
    enum kauri_item_kind kind;
    size_t to;                     // the token after it
    struct kauri_capture captures; // only for CAPTURES
    const char *why;               // SKIPPED, WORDS: as in "is neither a move nor ..."
};

// The item that begins at a token. `players` are the names for results.
struct kauri_item kauri_item_at(struct kauri_text *text, size_t i,
                                const struct kauri_player_words *players);

// The first token up to the end of the line that numbers a move, with a full stop, by `least` or a
// greater number; without one, the end of the line.
size_t kauri_next_number(struct kauri_text *text, size_t i, uint32_t least);

// Returns true if all the rest of the line is a result: "1-0", "34:4", "South wins." ...; *result
// is what it says, even if it is not understood.
bool kauri_rest_is_result(struct kauri_text *text, size_t i,
                          const struct kauri_player_words *players,
                          struct kauri_written_result *result);

#endif
