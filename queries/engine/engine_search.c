#include "queries/engine/engine_state.h"

#include "tablebase/tablebase.h"

#include <string.h>

enum {
    POLL_NODES = 512,
    PROBE_NODES = 16,   // a look-up takes the time of so many positions, about
    CAPTURE_PLIES = 8,  // of captures beyond the depth
    REDUCE_DEPTH = 3,   // least depth at which late moves are searched less deeply
    REDUCE_FROM = 2,    // the first of these late moves
    STILL_DEPTH = 3,    // greatest depth at which a good estimate suffices
    STILL_MARGIN = 150, // what it must exceed the window by, for each ply of depth, in units
    UNKNOWN_DEPTH = 4,  // least depth at which a position without a known move loses a ply
    HISTORY_MAX = 1 << 20,
};

// A move of the position, played.
struct engine_branch {
    struct kauri_packed board;
    uint64_t key;
    int order; // greatest first
    int gain;  // in units
    uint8_t seeds;
    int8_t hole;
    bool quiet;
};

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

void kauri_engine_poll(struct kauri_engine *engine)
{
    const struct kauri_engine_limits *limits = engine->limits;
    if (limits->nodes != 0 && engine->nodes >= limits->nodes) {
        engine->over = true;
    }
    engine->patience--;
    if (engine->patience > 0) {
        return;
    }
    engine->patience = POLL_NODES;
    if (limits->seconds > 0 && kauri_clock_seconds() - engine->started >= limits->seconds) {
        engine->over = true;
    }
    if (kauri_progress_cancelled(limits->progress)) {
        engine->over = true;
        engine->stopped = true;
    }
}

// The value of a position that tables hold. A failure ends the search.
static int probe(struct kauri_engine *engine, const struct kauri_packed *board)
{
    const struct kauri_position position = kauri_unpack(board, engine->shape.holes);
    int32_t r = 0;
    engine->patience -= PROBE_NODES;
    const enum kauri_status status = kauri_probe_r(engine->tables, &position, &r, &engine->error);
    if (status != KAURI_OK) {
        engine->status = status;
        engine->over = true;
        return 0;
    }
    return KAURI_ESTIMATE_UNIT * r;
}

// The cowrie phase after the last capture is a search of its own, unless tables answer it.
static bool ignores_cowries(const struct kauri_engine *engine)
{
    return engine->root_seeds > 0 && !engine->covered[0];
}

// The most that a position with so many seeds is worth in this search, in units. A bound that can
// be reached: where a line wins all seeds, the windows of the other moves are then empty, and a
// decided ending is searched to any depth in a few thousand positions.
static int most_of(const struct kauri_engine *engine, unsigned seeds)
{
    return kauri_estimate_most(seeds) - (ignores_cowries(engine) ? KAURI_ESTIMATE_UNIT : 0);
}

static int estimate(const struct kauri_engine *engine, const struct kauri_packed *board,
                    unsigned seeds)
{
    const int most = most_of(engine, seeds);
    const int value = kauri_estimate(engine->net, board, engine->shape.holes, seeds);
    return greater(-most, lesser(most, value));
}

// Answers what needs no search: the end of the game, and positions in tables.
static bool answer(struct kauri_engine *engine, unsigned ply, unsigned seeds, uint64_t moves,
                   int *value)
{
    if (seeds == 0 && ignores_cowries(engine)) {
        *value = 0;
        return true;
    }
    if (seeds == 0 && moves == 0) { // R9
        *value = -KAURI_ESTIMATE_UNIT;
        return true;
    }
    if (engine->covered[seeds] && ply > 0) {
        *value = probe(engine, &engine->plies[ply].board);
        return true;
    }
    return false;
}

// Whether the position has occurred on the path or in the game since the last capture.
static bool repeats(const struct kauri_engine *engine, unsigned ply)
{
    const struct kauri_engine_ply *now = &engine->plies[ply];
    for (unsigned back = 2; back <= now->quiet; back += 2) {
        if (kauri_packed_equal(&engine->plies[ply - back].board, &now->board)) {
            return true;
        }
    }
    if (now->quiet == ply) {
        for (size_t i = ply % 2 == 0 ? 1 : 0; i < engine->earlier_count; i += 2) {
            if (kauri_packed_equal(&engine->earlier[i], &now->board)) {
                return true;
            }
        }
    }
    return false;
}

// Lists the moves, best first by what is known of them. `looked_up`: whether the positions after
// them will be looked up in the table, which needs their keys.
static unsigned list(struct kauri_engine *engine, unsigned ply, unsigned seeds, int8_t best,
                     bool looked_up, struct engine_branch branches[KAURI_HOLES_MAX])
{
    const struct kauri_engine_ply *now = &engine->plies[ply];
    unsigned count = 0;
    for (uint64_t moves = kauri_packed_moves(&now->board); moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        struct engine_branch branch = {.hole = (int8_t)kauri_packed_first(moves)};
        kauri_packed_play(&engine->sowing, &now->board, (unsigned)branch.hole, &move);
        const int gain = (int)move.gained - (int)move.lost;
        branch.board = move.board;
        branch.gain = 3 * KAURI_ESTIMATE_UNIT * gain;
        branch.seeds = (uint8_t)(seeds - move.gained - move.lost);
        branch.quiet = branch.seeds == seeds;
        if (looked_up) {
            branch.key = kauri_position_key(&branch.board);
            kauri_position_table_prefetch(&engine->table, branch.key);
        }
        branch.order = branch.hole == best ? INT32_MAX
                       : gain != 0         ? 4 * HISTORY_MAX * greater(-60, lesser(60, gain)) / 60
                       : now->killers[0] == branch.hole ? HISTORY_MAX + 2
                       : now->killers[1] == branch.hole
                           ? HISTORY_MAX + 1
                           : (int)engine->history[branch.hole][now->board.seeds[branch.hole]];
        if (gain > 0 && branch.hole != best) {
            branch.order += 2 * HISTORY_MAX;
        }
        unsigned at = count++;
        for (; at > 0 && branches[at - 1].order < branch.order; at--) {
            branches[at] = branches[at - 1];
        }
        branches[at] = branch;
    }
    if (count == 0) { // R7
        branches[count++] = (struct engine_branch){
            .board = kauri_packed_pass(&now->board),
            .seeds = (uint8_t)seeds,
            .hole = KAURI_MOVE_PASS,
            .quiet = true,
        };
        branches[0].key = kauri_position_key(&branches[0].board);
    }
    return count;
}

// Lists the captures that gain seeds, greatest first.
static unsigned list_captures(struct kauri_engine *engine, unsigned ply, unsigned seeds,
                              struct engine_branch branches[KAURI_HOLES_MAX])
{
    const struct kauri_engine_ply *now = &engine->plies[ply];
    unsigned count = 0;
    for (uint64_t moves = kauri_packed_moves(&now->board); moves != 0; moves &= moves - 1) {
        struct kauri_packed_move move;
        const unsigned hole = kauri_packed_first(moves);
        kauri_packed_play(&engine->sowing, &now->board, hole, &move);
        if (move.gained <= move.lost) {
            continue;
        }
        const int gain = 3 * KAURI_ESTIMATE_UNIT * (int)(move.gained - move.lost);
        unsigned at = count++;
        for (; at > 0 && branches[at - 1].gain < gain; at--) {
            branches[at] = branches[at - 1];
        }
        branches[at].board = move.board;
        branches[at].gain = gain;
        branches[at].seeds = (uint8_t)(seeds - move.gained - move.lost);
        branches[at].hole = (int8_t)hole;
        branches[at].quiet = false;
    }
    return count;
}

static void enter(struct kauri_engine *engine, unsigned ply, const struct engine_branch *branch)
{
    struct kauri_engine_ply *next = &engine->plies[ply + 1];
    next->board = branch->board;
    next->quiet = branch->quiet ? engine->plies[ply].quiet + 1 : 0;
}

// Makes the principal line of the ply from a move and the line after it.
static void extend_line(struct kauri_engine *engine, unsigned ply, int8_t hole)
{
    struct kauri_engine_ply *now = &engine->plies[ply];
    const struct kauri_engine_ply *next = &engine->plies[ply + 1];
    const unsigned rest =
        next->line_count < KAURI_ENGINE_LINE_MAX ? next->line_count : KAURI_ENGINE_LINE_MAX - 1;
    now->line[0] = hole;
    memcpy(now->line + 1, next->line, rest);
    now->line_count = (uint8_t)(rest + 1);
}

// Follows captures alone; a player may decline them.
static int follow_captures(struct kauri_engine *engine, unsigned ply, unsigned seeds, int plies,
                           int alpha, int beta)
{
    struct kauri_engine_ply *now = &engine->plies[ply];
    const uint64_t moves = kauri_packed_moves(&now->board);
    int value = 0;
    now->line_count = 0;
    engine->nodes++;
    if (answer(engine, ply, seeds, moves, &value)) {
        return value;
    }
    int best = estimate(engine, &now->board, seeds);
    const int most = most_of(engine, seeds);
    // Outside these bounds every value would do.
    engine->estimated = engine->estimated || (alpha < most && beta > -most);
    if (best >= beta || plies == 0 || ply >= KAURI_ENGINE_PLIES) {
        return best;
    }
    struct engine_branch branches[KAURI_HOLES_MAX];
    const unsigned count = list_captures(engine, ply, seeds, branches);
    for (unsigned i = 0; i < count && best < beta; i++) {
        const struct engine_branch *branch = &branches[i];
        enter(engine, ply, branch);
        const int floor = greater(alpha, best);
        value = branch->gain - follow_captures(engine, ply + 1, branch->seeds, plies - 1,
                                               branch->gain - beta, branch->gain - floor);
        if (value > best) {
            best = value;
            extend_line(engine, ply, branch->hole);
        }
    }
    return best;
}

static void keep(struct kauri_engine *engine, uint64_t key, int depth, int value, int8_t hole,
                 enum kauri_kept_bound bound, bool complete)
{
    kauri_position_table_keep(&engine->table, (struct kauri_kept){.key = key,
                                                                  .value = (int16_t)value,
                                                                  .depth = (int8_t)depth,
                                                                  .hole = hole,
                                                                  .bound = (uint8_t)bound,
                                                                  .complete = complete});
}

// Notes that a quiet move was good enough to end the search of its position.
static void reward(struct kauri_engine *engine, unsigned ply, const struct engine_branch *branch,
                   int depth)
{
    struct kauri_engine_ply *now = &engine->plies[ply];
    uint32_t *history = engine->history[branch->hole];
    uint32_t *entry = &history[now->board.seeds[branch->hole]];
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

// Searches one move: the first in the whole window, the others only to show that they are no
// better, and again if they are.
static int search_branch(struct kauri_engine *engine, unsigned ply,
                         const struct engine_branch *branch, unsigned place, int depth, int alpha,
                         int beta)
{
    const int gain = branch->gain;
    int value = 0;
    if (place > 0) {
        const bool late = place >= REDUCE_FROM && depth >= REDUCE_DEPTH && branch->quiet;
        value = gain - kauri_engine_search(engine, ply + 1, branch->seeds, depth - (late ? 1 : 0),
                                           gain - alpha - 1, gain - alpha);
        if (late && value > alpha && !engine->over) {
            value = gain - kauri_engine_search(engine, ply + 1, branch->seeds, depth,
                                               gain - alpha - 1, gain - alpha);
        }
        if (value <= alpha || value >= beta || engine->over) {
            return value;
        }
    }
    return gain -
           kauri_engine_search(engine, ply + 1, branch->seeds, depth, gain - beta, gain - alpha);
}

int kauri_engine_search(struct kauri_engine *engine, unsigned ply, unsigned seeds, int depth,
                        int alpha, int beta)
{
    struct kauri_engine_ply *now = &engine->plies[ply];
    const int most = most_of(engine, seeds);
    const bool narrow = beta - alpha == 1;
    int value = 0;
    now->line_count = 0;
    if (depth <= 0 || ply >= KAURI_ENGINE_PLIES) {
        return follow_captures(engine, ply, seeds, CAPTURE_PLIES, alpha, beta);
    }
    engine->nodes++;
    kauri_engine_poll(engine);
    if (engine->over) {
        return 0;
    }
    if (alpha >= most || beta <= -most) { // nobody captures more seeds than there are
        return alpha >= most ? most : -most;
    }
    if (answer(engine, ply, seeds, kauri_packed_moves(&now->board), &value)) {
        return value;
    }
    if (repeats(engine, ply)) { // R10
        return 0;
    }
    const uint64_t key = kauri_position_key(&now->board);
    const struct kauri_kept *kept = kauri_position_table_find(&engine->table, key);
    int8_t first = KAURI_MOVE_PASS;
    if (kept != NULL) {
        first = kept->hole;
        if (kept->depth >= depth && narrow &&
            (kept->bound == KAURI_KEPT_EXACT ||
             (kept->bound == KAURI_KEPT_LOW && kept->value >= beta) ||
             (kept->bound == KAURI_KEPT_HIGH && kept->value <= alpha))) {
            engine->estimated = engine->estimated || !kept->complete;
            return kept->value;
        }
    }
    if (narrow && depth <= STILL_DEPTH) {
        value = estimate(engine, &now->board, seeds);
        if (value - STILL_MARGIN * depth >= beta) {
            engine->estimated = true;
            return value;
        }
    }
    depth -= first == KAURI_MOVE_PASS && depth >= UNKNOWN_DEPTH ? 1 : 0;
    struct engine_branch branches[KAURI_HOLES_MAX];
    const unsigned count = list(engine, ply, seeds, first, depth > 1, branches);
    const bool forced = count == 1 && ply < engine->depth_limit;
    const bool estimated = engine->estimated; // elsewhere
    engine->estimated = false;
    int best = -KAURI_ENGINE_INFINITE;
    int8_t hole = KAURI_MOVE_PASS;
    const int floor = alpha;
    for (unsigned i = 0; i < count; i++) {
        enter(engine, ply, &branches[i]);
        value =
            search_branch(engine, ply, &branches[i], i, forced ? depth : depth - 1, alpha, beta);
        if (engine->over) {
            return 0;
        }
        if (value > best) {
            best = value;
            hole = branches[i].hole;
            if (value > alpha) {
                alpha = value;
                extend_line(engine, ply, hole);
            }
        }
        if (best >= beta) {
            if (branches[i].quiet && hole != KAURI_MOVE_PASS) {
                reward(engine, ply, &branches[i], depth);
            }
            break;
        }
    }
    keep(engine, key, depth, best, best > floor ? hole : KAURI_MOVE_PASS,
         best >= beta   ? KAURI_KEPT_LOW
         : best > floor ? KAURI_KEPT_EXACT
                        : KAURI_KEPT_HIGH,
         !engine->estimated);
    engine->estimated = engine->estimated || estimated;
    return best;
}
