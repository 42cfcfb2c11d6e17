#include "games/engine/move_order.h"

enum {
    HISTORY_MAX = 1 << 20,
    GAIN_MAX = 60, // in seeds
};

// Returns the place of a move in the order, greatest first. A history is at most HISTORY_MAX;
// killer moves come just above it, captures that gain seeds above these, and captures that lose
// seeds below 0.
static int order_of(const struct kauri_engine *engine, const struct kauri_engine_ply *now,
                    int8_t hole, int gain)
{
    if (gain > 0) {
        return 2 * HISTORY_MAX + 4 * HISTORY_MAX * gain / GAIN_MAX;
    }
    if (gain < 0) {
        return 4 * HISTORY_MAX * gain / GAIN_MAX;
    }
    return now->killers[0] == hole   ? HISTORY_MAX + 2
           : now->killers[1] == hole ? HISTORY_MAX + 1
                                     : (int)engine->history[hole][now->board.seeds[hole]];
}

// Puts a branch where it belongs among the first `count`, which are sorted; equal ones stay before
// it.
static void insert(struct kauri_engine_branch branches[KAURI_HOLES_MAX], unsigned count,
                   const struct kauri_engine_branch *branch)
{
    unsigned at = count;
    for (; at > 0 && branches[at - 1].order < branch->order; at--) {
        branches[at] = branches[at - 1];
    }
    branches[at] = *branch;
}

unsigned kauri_engine_list_moves(struct kauri_engine *engine, unsigned ply, unsigned seeds,
                                 int8_t best, bool looked_up,
                                 struct kauri_engine_branch branches[KAURI_HOLES_MAX])
{
    const struct kauri_engine_ply *now = &engine->plies[ply];
    unsigned count = 0;
    for (uint64_t moves = kauri_packed_moves(&now->board); moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        struct kauri_engine_branch branch = {.hole = (int8_t)kauri_packed_first(moves)};
        kauri_packed_play(&engine->sowing, &now->board, (unsigned)branch.hole, &move);
        const int gain = (int)move.gained - (int)move.lost;
        branch.board = move.board;
        branch.gain = 3 * KAURI_ESTIMATE_UNIT * gain;
        branch.seeds = (uint8_t)(seeds - move.gained - move.lost);
        branch.quiet = branch.seeds == seeds;
        if (looked_up) {
            branch.key = kauri_position_key(&branch.board);
            kauri_transposition_table_prefetch(&engine->table, branch.key);
        }
        branch.order = branch.hole == best ? INT32_MAX : order_of(engine, now, branch.hole, gain);
        insert(branches, count++, &branch);
    }
    if (count == 0) { // a pass (R7)
        branches[count++] = (struct kauri_engine_branch){
            .board = kauri_packed_pass(&now->board),
            .seeds = (uint8_t)seeds,
            .hole = KAURI_MOVE_PASS,
            .quiet = true,
        };
        branches[0].key = kauri_position_key(&branches[0].board);
    }
    return count;
}

unsigned kauri_engine_list_captures(const struct kauri_engine *engine, unsigned ply, unsigned seeds,
                                    struct kauri_engine_branch branches[KAURI_HOLES_MAX])
{
    const struct kauri_engine_ply *now = &engine->plies[ply];
    unsigned count = 0;
    for (uint64_t moves = kauri_packed_moves(&now->board); moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        const unsigned hole = kauri_packed_first(moves);
        kauri_packed_play(&engine->sowing, &now->board, hole, &move);
        if (move.gained > move.lost) {
            const int gain = (int)move.gained - (int)move.lost;
            const struct kauri_engine_branch branch = {
                .board = move.board,
                .order = gain,
                .gain = 3 * KAURI_ESTIMATE_UNIT * gain,
                .seeds = (uint8_t)(seeds - move.gained - move.lost),
                .hole = (int8_t)hole,
            };
            insert(branches, count++, &branch);
        }
    }
    return count;
}

void kauri_engine_reward(struct kauri_engine *engine, unsigned ply,
                         const struct kauri_engine_branch *branch, int depth)
{
    struct kauri_engine_ply *now = &engine->plies[ply];
    uint32_t *entry = &engine->history[branch->hole][now->board.seeds[branch->hole]];
    *entry += (uint32_t)(depth * depth);
    if (*entry >= HISTORY_MAX) {
        for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
            for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
                engine->history[hole][seeds] /= 2;
            }
        }
    }
    if (now->killers[0] != branch->hole) {
        now->killers[1] = now->killers[0];
        now->killers[0] = branch->hole;
    }
}
