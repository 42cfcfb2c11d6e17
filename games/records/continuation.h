// Decides whether a game goes on after the end of a line (docs/guide/RECORDS.md, "Lines"). Private
// to games/records/.
#ifndef KAURI_GAMES_RECORDS_CONTINUATION_H
#define KAURI_GAMES_RECORDS_CONTINUATION_H

#include "games/records/lookahead.h"
#include "games/records/record.h"

// The part of a game that has been read.
struct kauri_game_so_far {
    struct kauri_record *record;
    uint32_t number;          // number of the last move; 0 before the first
    bool counted;             // some number was not 1
    enum kauri_prefix prefix; // prefix of the first line
};

// Returns true if the rest of the line is known to be a result: "1-0", "34:4", "South wins." ...
bool kauri_line_is_result(const struct kauri_game_so_far *game, struct kauri_plain text);

// Returns true for a score that is the result of the game; false for a time and for a score in
// between, after which the game goes on on a later line.
bool kauri_score_is_final(const struct kauri_game_so_far *game, const struct kauri_token *token);

// Returns true for a word that is not part of a game.
bool kauri_token_is_prose(const struct kauri_token *token);

// Finds where the game goes on after the end of a line: on the next line, or after comments on the
// line that has the next number. False if the game has ended. If a move number of the game stands
// in a line that is skipped, a remark says so.
bool kauri_game_goes_on(const struct kauri_game_so_far *game, const struct kauri_token *ends,
                        struct kauri_plain *where);

#endif
