// Estimates of the engine for a played game, where the values of its positions and moves are not
// proven.
//
// Each position is searched with the same effort, from the end of the game to its beginning, and
// the estimate of a move is that of the position after it. So the estimates of a game agree with
// each other: a position is worth at least as much as the move that was played. They never leave
// the proven bounds, and where a value is proven it is the estimate.
#ifndef KAURI_GAMES_ANALYSIS_GAME_ESTIMATES_H
#define KAURI_GAMES_ANALYSIS_GAME_ESTIMATES_H

#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "games/analysis/annotate.h"
#include "queries/estimate/net.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_ESTIMATE_SEED = 3 * KAURI_ESTIMATE_UNIT, // a seed, in units of the estimate
    KAURI_MISTAKE_SEEDS = 4 * KAURI_ESTIMATE_SEED, // least loss of a likely mistake
    KAURI_EXPECTED_LEAD = 3 * KAURI_ESTIMATE_SEED, // least lead of an expected winner
    KAURI_ESTIMATES_LEAST_MEMORY = 128 << 10,      // bytes
};

// Limits of all searches together.
struct kauri_estimates_limits {
    uint64_t memory; // at least KAURI_ESTIMATES_LEAST_MEMORY bytes
    uint64_t nodes;  // positions for each estimate; 0: no estimates
    double seconds;  // time left for all estimates, which falls as they are made; 0: no estimates
    const struct kauri_progress *progress; // NULL, or called now and then
    bool interrupted; // set when the progress ended a search; no other search begins after that
};

enum kauri_likely_mistake {
    KAURI_MISTAKE_NONE,   // no likely mistake, or the loss is proven
    KAURI_MISTAKE_VALUE,  // the move probably gives KAURI_MISTAKE_SEEDS or more away
    KAURI_MISTAKE_RESULT, // the move probably gives away the standard result, too
};

// A position of the game and the move that was played there. Values are in units of the estimate
// of r, for the player who moves.
struct kauri_ply_estimate {
    bool known;     // `value` is estimated or proven; if false, nothing else is defined
    bool proven;    // the margin is exact: nothing was estimated
    unsigned depth; // plies that the search looked ahead; 0 if nothing was estimated
    int value;      // value of the position
    // The members below describe the move. After the last position there is none.
    bool move_known; // `value` of the next position is known, too
    bool move_open;  // the loss is not proven
    int played;      // value of the move that was played
    int loss;        // expected loss by the move, 0 or more; within the proven bounds
    unsigned best;   // place of the move that is expected to be best, among before.moves
    enum kauri_likely_mistake mistake;
};

// A position where an estimate makes another player than before the expected winner. Results are
// those for South; a draw means an even game.
struct kauri_expected_turn {
    size_t position; // number of plies played before it, the last of which is its cause
    enum kauri_result from, to;
    int margin; // margin expected for South at the end of the game, in units
    bool lost;  // the move just before is a likely mistake
};

struct kauri_game_estimates {
    size_t count; // plies of the game
    // One for each position, count + 1 in all: the last one is the end of the game.
    struct kauri_ply_estimate *plies;
    size_t estimated; // positions with estimates that are not proven
    size_t turn_count;
    struct kauri_expected_turn *turns;
};

// Estimates an annotated game. `tables` are NULL or those of the annotation. With a limit on nodes
// alone, the same game with the same proven bounds gets the same estimates each time. Positions for
// which there is no time left stay unknown: those at the beginning of the game.
// KAURI_RESOURCE, and the errors of the tables. The caller clears *estimates in every case.
enum kauri_status kauri_estimate_game(struct kauri_tablebase *tables,
                                      const struct kauri_annotated_game *game,
                                      struct kauri_estimates_limits *limits,
                                      struct kauri_game_estimates *estimates,
                                      struct kauri_error *error);

// Accepts zeroed estimates.
void kauri_game_estimates_clear(struct kauri_game_estimates *estimates);

// The final margin for South, in units, if the value of the position for its mover is `value`.
int kauri_expected_margin(const struct kauri_position *position, int value);

// Units in whole seeds, rounded half away from zero.
int kauri_expected_seeds(int units);

#endif
