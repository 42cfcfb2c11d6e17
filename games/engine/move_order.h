// The moves of a position of the engine's search, in the order in which they are searched: the best
// move of the transposition table, captures that gain seeds, killer moves, the other moves by the
// history heuristic, and captures that lose seeds.
#ifndef KAURI_GAMES_ENGINE_MOVE_ORDER_H
#define KAURI_GAMES_ENGINE_MOVE_ORDER_H

#include "games/engine/engine_state.h"

// A move of the position, played.
struct kauri_engine_branch {
    struct kauri_packed board;
    uint64_t key;
    int order; // the branch with the greatest order is searched first
    int gain;  // net captures of the move, in units of the estimate
    uint8_t seeds;
    int8_t hole;
    bool quiet; // nothing was captured
};

// Lists all moves of the position of the ply, or its pass, and returns their number. `best` is the
// move of the transposition table, or KAURI_MOVE_PASS. If `looked_up`, the positions after the
// moves get their keys and are fetched from the transposition table.
unsigned kauri_engine_list_moves(struct kauri_engine *engine, unsigned ply, unsigned seeds,
                                 int8_t best, bool looked_up,
                                 struct kauri_engine_branch branches[KAURI_HOLES_MAX]);

// Lists the captures that gain seeds, greatest first.
unsigned kauri_engine_list_captures(const struct kauri_engine *engine, unsigned ply, unsigned seeds,
                                    struct kauri_engine_branch branches[KAURI_HOLES_MAX]);

// Notes in killer moves and history that a quiet move was good enough to end the search of its
// position, `depth` plies deep.
void kauri_engine_reward(struct kauri_engine *engine, unsigned ply,
                         const struct kauri_engine_branch *branch, int depth);

#endif
