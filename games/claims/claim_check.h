// A claim while it is checked: what its check may use, and where it reports.
#ifndef KAURI_GAMES_CLAIMS_CLAIM_CHECK_H
#define KAURI_GAMES_CLAIMS_CLAIM_CHECK_H

#include "games/claims/claims.h"
#include "games/records/replay.h"

enum {
    KAURI_CLAIM_GAMES = 4,     // games of the article, numbered from 1
    KAURI_CLAIM_LINE_MAX = 64, // plies; the article's lines have at most 32 moves of one player
};

struct kauri_check {
    const struct kauri_inquiry *inquiry;
    unsigned layers; // number of layers of the tables; 0 without tables
    struct kauri_replay
        games[KAURI_CLAIM_GAMES];  // the games of the article, with the missing move restored
    struct kauri_evaluation value; // value of the position that was evaluated last
    const struct kauri_claim *claim;
    const struct kauri_replayed_ply *ply; // the move at the claim's place
    enum kauri_claim_verdict verdict;     // undecided at first
    char *scope;                          // of the finding
    struct kauri_facts *evidence, *table;
};

// Evaluates a position into check->value, unless it is there already, in half of the time that is
// left: later positions need the rest.
enum kauri_status kauri_check_evaluate(struct kauri_check *check,
                                       const struct kauri_position *position,
                                       struct kauri_error *error);

enum { KAURI_CLAIM_PLY_BYTES = 32 };

// Writes the number and the letter of a move, such as "8... D", and returns the text.
const char *kauri_check_ply_text(const struct kauri_replayed_ply *ply,
                                 char text[KAURI_CLAIM_PLY_BYTES]);

// Sets the scope of the finding (struct kauri_finding).
void kauri_check_set_scope(struct kauri_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
