// Chooses a move by proven bounds as far as they go, and by an estimate beyond them.
#ifndef KAURI_GAMES_ANALYSIS_ADVICE_H
#define KAURI_GAMES_ANALYSIS_ADVICE_H

#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "games/engine/engine.h"
#include "games/records/game.h"
#include "queries/lookup/bounds.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

// Nodes of the engine if no time is given; takes some milliseconds.
enum { KAURI_ADVICE_NODES = 20000 };

// Limits for advising one move.
struct kauri_advice_limits {
    uint64_t memory;                       // bytes that a search may hold
    unsigned threads;                      // most threads of a search; 0: one
    double seconds;                        // time for searching, half of it for the engine
    uint64_t nodes;                        // nodes of the engine if `seconds` is 0; at least 1
    const struct kauri_progress *progress; // NULL, or asked whether to stop
    struct kauri_engine *engine;           // an engine for the board of the game, with the book
    const struct kauri_book *book;         // NULL, or a solution book
    bool choose;       // only the first move matters: a move that is proven to win ends the search
    unsigned strength; // KAURI_STRENGTH_LEAST..MOST; 0: MOST
    uint64_t seed;     // seed of random choices at lower strengths
};

// The degree of certainty that moves[0] is as good as any other move.
enum kauri_advice_proof {
    KAURI_ADVICE_GUESS,  // not proven
    KAURI_ADVICE_RESULT, // the move certainly gets the best result under the rules of the game
    KAURI_ADVICE_VALUE,  // the move has the best r, so it is best under both rules
};

struct kauri_advice_move {
    struct kauri_valued_move known; // its `source` may differ from that of the advice
    bool proven_line;               // a search proved a line of best play that begins with the move
    int estimate; // the engine's estimate of r in units of KAURI_ESTIMATE_UNIT; only where r is not
                  // exact
    bool repeats; // the position after it has occurred in this game before
};

struct kauri_advice {
    struct kauri_position position;
    bool weak; // a weaker opponent has chosen: besides these two, only moves[0].known.hole is set
    enum kauri_advice_proof proof;
    struct kauri_bounds r; // bounds of the position, for the player to move
    enum kauri_bounds_source source;
    uint32_t plies;      // of a move of the book: plies to the next capture at most; otherwise 0
    unsigned move_count; // 0 if there is no move
    struct kauri_advice_move moves[KAURI_HOLES_MAX]; // best first
};

// Advises the player to move in a game that is not over; below the greatest strength, chooses a
// move for it as that opponent does, with none of the limits but the progress. Certain results come
// first, then certain values, then the estimate within the proven bounds. Equal moves stay in the
// order of the holes, and the side that is better off does not repeat a position if it has a
// choice. The same bounds always give the same order, but a search that a time limit ends may find
// other bounds the next time. `tables` may be NULL. KAURI_BAD_INPUT for a position of another shape
// than the tables; KAURI_CORRUPT and KAURI_RESOURCE from reading them; KAURI_INTERRUPTED when the
// progress asked to stop.
enum kauri_status kauri_advise(const struct kauri_game *game, struct kauri_tablebase *tables,
                               const struct kauri_advice_limits *limits,
                               struct kauri_advice *advice, struct kauri_error *error);

#endif
