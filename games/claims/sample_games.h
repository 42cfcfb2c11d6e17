// Games from which the article's figures are counted: how many moves the players have, and how long
// a game takes until it is decided.
//
// The article writes "d-a-f" for three moves in a row while the opponent must pass, and counts them
// as one ply. So everything is counted in two units: a move is one sowing; a turn is all moves of a
// player until the opponent can move or no seeds are left.
#ifndef KAURI_GAMES_CLAIMS_SAMPLE_GAMES_H
#define KAURI_GAMES_CLAIMS_SAMPLE_GAMES_H

#include "common/progress.h"
#include "games/records/replay.h"

enum kauri_ply_unit { KAURI_UNIT_MOVE, KAURI_UNIT_TURN, KAURI_UNITS };

enum {
    KAURI_OPTIONS_MOST = 100000, // sequences of moves in one turn; more are not counted
    KAURI_SAMPLE_RECORDED = 0,   // the article's games
    KAURI_SAMPLE_ENGINE,         // games of the engine against itself
    KAURI_SAMPLES,
    KAURI_SAMPLE_GAMES_MAX = KAURI_HOLES_MAX * KAURI_HOLES_MAX, // one for each pair of first moves
};

// A turn with the most options that were found.
struct kauri_widest_turn {
    struct kauri_position position; // before it
    uint64_t options;               // sequences of moves, at most KAURI_OPTIONS_MOST
    unsigned game, ply;             // numbers of the game and of the move, from 1
};

// The figures of one game; the arrays are by unit.
struct kauri_game_figures {
    unsigned plies[KAURI_UNITS];
    double options[KAURI_UNITS]; // mean number of options
    // Plies until a player has captured more than half of the seeds; 0 if no player ever does.
    unsigned decided[KAURI_UNITS];
    bool ended; // no seeds are left
};

struct kauri_sample {
    size_t count;
    struct kauri_game_figures games[KAURI_SAMPLE_GAMES_MAX];
    uint64_t moves_by_options[KAURI_HOLES_MAX + 1]; // moves made with so many to choose from
    struct kauri_widest_turn widest;
};

// Whether a player has captured more than half of the seeds, after which no play changes the
// winner.
bool kauri_has_majority(const struct kauri_position *position);

// Counts the sequences of moves that the player to move has in this turn, but no more than `most`.
uint64_t kauri_turn_options(const struct kauri_position *position, uint64_t most);

// Adds a game of `count` plies, each with the position before it and its hole, to the sample.
void kauri_sample_add(struct kauri_sample *sample, const struct kauri_replayed_ply *plies,
                      size_t count);

// Adds the engine's games against itself: one for each pair of first moves, with `nodes` positions
// for each further move, without tables and known results, under the standard rules until no seeds
// are left. They are always the same. The sample may be left incomplete after KAURI_INTERRUPTED and
// KAURI_RESOURCE.
enum kauri_status kauri_sample_play(struct kauri_sample *sample, uint64_t nodes,
                                    const struct kauri_progress *progress,
                                    struct kauri_error *error);

#endif
