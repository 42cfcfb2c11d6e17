// Which move to play: by what is proven as far as that goes, then by a guess.
#ifndef KAURI_QUERIES_ANALYSIS_ADVICE_H
#define KAURI_QUERIES_ANALYSIS_ADVICE_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/analysis/evaluate.h"
#include "records/game.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stdint.h>

// What one advice may use.
struct kauri_advice_limits {
    uint64_t memory;                       // bytes a search may hold
    double seconds;                        // of searching; 0: tables only
    const struct kauri_progress *progress; // NULL, or asked whether to stop
};

// How sure it is that moves[0] is as good as any other.
enum kauri_advice_proof {
    KAURI_ADVICE_GUESS,  // not at all
    KAURI_ADVICE_RESULT, // it is sure to get the best result under the game's rules
    KAURI_ADVICE_VALUE,  // its r is the best, which is right under both rules (DESIGN section 2)
};

// For the player who moves, the captures of the move included: r lies in [low, high].
struct kauri_advice_move {
    int hole; // own hole number, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    int32_t low, high;
    bool dtc_known;
    uint32_t dtc;
    bool proven_line; // a search proved best play that begins so
    int guess;        // as kauri_guess, where low and high differ
    bool repeats;     // the position after it was there before in this game
    struct kauri_position successor;
};

struct kauri_advice {
    struct kauri_position position;
    enum kauri_advice_proof proof;
    enum kauri_evaluation_source source;             // where the bounds come from
    int32_t low, high;                               // bounds of the position's r
    unsigned move_count;                             // 0 where nobody can move
    struct kauri_advice_move moves[KAURI_HOLES_MAX]; // best first
};

// Advises the player to move in a game that is not over. Sure results come first, then sure
// values, then the guess within what is proven; equal moves stay in the order of the holes, and the
// side that is better off does not repeat a position when it has a choice. The same bounds give the
// same order; a search that time ends may give others. `tables` may be NULL.
// KAURI_BAD_INPUT for a position of another shape than the tables, KAURI_CORRUPT and KAURI_RESOURCE
// from reading them, KAURI_INTERRUPTED when the progress said so.
enum kauri_status kauri_advise(const struct kauri_game *game, struct kauri_tables *tables,
                               const struct kauri_advice_limits *limits,
                               struct kauri_advice *advice, struct kauri_error *error);

#endif
