#include "games/engine/alpha_beta.h"

#include "db/tables/tablebase.h"
#include "games/engine/move_order.h"
#include "games/engine/probcut.h"

#include <string.h>

enum {
    POLL_NODES = 512,
    PROBE_NODES = 16,      // a look-up in the tables takes about the time of so many positions
    QUIESCENCE_PLIES = 8,  // greatest length of a line of captures beyond the depth
    REDUCTION_DEPTH = 3,   // least depth of late-move reductions
    REDUCTION_FROM = 2,    // number of the first move that is reduced
    FUTILITY_DEPTH = 3,    // greatest depth of reverse futility pruning
    FUTILITY_MARGIN = 150, // units for each ply of depth
    UNKNOWN_DEPTH = 4,     // least depth of internal iterative reductions
    PROVER_DEPTH = 5,      // least depth at which the prover is asked what it knows
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

// The most that a position with so many seeds is worth in this search, in units. It can be reached:
// where a line wins all seeds, the windows of the other moves are then empty, and a decided ending
// is searched to any depth in a few thousand positions.
static int most_of(const struct kauri_engine *engine, unsigned seeds)
{
    return kauri_estimate_most(seeds) - (ignores_cowries(engine) ? KAURI_ESTIMATE_UNIT : 0);
}

static int evaluate(const struct kauri_engine *engine, const struct kauri_packed *board,
                    unsigned seeds)
{
    const int maximum = most_of(engine, seeds);
    const int value = kauri_estimate(engine->net, board, engine->shape.holes, seeds);
    return greater(-maximum, lesser(maximum, value));
}

// Answers what needs no search and does not depend on the path: windows that no value lies in, the
// end of the game, and positions in the tables.
static bool answer(struct kauri_engine *engine, unsigned ply, unsigned seeds, int alpha, int beta,
                   int *value)
{
    const struct kauri_packed *board = &engine->plies[ply].board;
    const int maximum = most_of(engine, seeds);
    engine->rests_on = KAURI_RESTS_ON_NOTHING;
    if (alpha >= maximum || beta <= -maximum) { // no player captures more seeds than there are
        *value = alpha >= maximum ? maximum : -maximum;
        return true;
    }
    if (seeds == 0 && ignores_cowries(engine)) {
        *value = 0;
        return true;
    }
    if (seeds == 0 && kauri_packed_moves(board) == 0) { // no cowries: lost (R9)
        *value = -KAURI_ESTIMATE_UNIT;
        return true;
    }
    if (engine->covered[seeds]) {
        *value = probe(engine, board);
        return true;
    }
    return false;
}

// The last ply of the path with the same position as this one, KAURI_RESTS_ON_GAME if the game had
// it since its last capture, or KAURI_RESTS_ON_NOTHING.
static int repeated_ply(const struct kauri_engine *engine, unsigned ply)
{
    const struct kauri_engine_ply *now = &engine->plies[ply];
    for (unsigned back = 2; back <= now->quiet; back += 2) {
        if (kauri_packed_equal(&engine->plies[ply - back].board, &now->board)) {
            return (int)(ply - back);
        }
    }
    if (now->quiet == ply) {
        for (size_t i = ply % 2 == 0 ? 1 : 0; i < engine->earlier_count; i += 2) {
            if (kauri_packed_equal(&engine->earlier[i], &now->board)) {
                return KAURI_RESTS_ON_GAME;
            }
        }
    }
    return KAURI_RESTS_ON_NOTHING;
}

static void enter(struct kauri_engine *engine, unsigned ply,
                  const struct kauri_engine_branch *branch)
{
    struct kauri_engine_ply *next = &engine->plies[ply + 1];
    next->board = branch->board;
    next->quiet = branch->quiet ? engine->plies[ply].quiet + 1 : 0;
}

// Makes the principal variation of the ply from a move and the variation after it.
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

// Quiescence search: follows captures alone, and a player may decline them (stand pat).
static int search_captures(struct kauri_engine *engine, unsigned ply, unsigned seeds, int plies,
                           int alpha, int beta)
{
    struct kauri_engine_ply *now = &engine->plies[ply];
    int value = 0;
    now->line_count = 0;
    engine->nodes++;
    if (answer(engine, ply, seeds, alpha, beta, &value)) {
        return value;
    }
    int best = evaluate(engine, &now->board, seeds);
    engine->rests_on = KAURI_RESTS_ON_ESTIMATES;
    if (best >= beta || plies == 0 || ply >= KAURI_ENGINE_PLIES) {
        return best;
    }
    struct kauri_engine_branch branches[KAURI_HOLES_MAX];
    const unsigned count = kauri_engine_list_captures(engine, ply, seeds, branches);
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_engine_branch *branch = &branches[i];
        enter(engine, ply, branch);
        const int floor = greater(alpha, best);
        value = branch->gain - search_captures(engine, ply + 1, branch->seeds, plies - 1,
                                               branch->gain - beta, branch->gain - floor);
        if (value > best) {
            best = value;
            extend_line(engine, ply, branch->hole);
        }
        if (best >= beta) { // a lower bound rests on this capture alone
            return best;
        }
    }
    engine->rests_on = KAURI_RESTS_ON_ESTIMATES;
    return best;
}

// Searches one move: the first in the full window, the others in a null window, and again in the
// full one if they turn out better.
static int search_branch(struct kauri_engine *engine, unsigned ply,
                         const struct kauri_engine_branch *branch, unsigned place, int depth,
                         int alpha, int beta)
{
    const int gain = branch->gain;
    int value = 0;
    if (place > 0) {
        // Step 10. Late-move reduction: late quiet moves are searched one ply less deeply, and
        // again if they are good.
        const bool late = place >= REDUCTION_FROM && depth >= REDUCTION_DEPTH && branch->quiet;
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

// Returns whether an entry of the transposition table answers a null-window search. A value that
// rests on nothing is true at every depth.
static bool is_answered(const struct kauri_transposition *entry, int depth, int alpha, int beta)
{
    return (entry->depth >= depth || entry->basis == KAURI_BASIS_RULES) &&
           (entry->bound == KAURI_BOUND_EXACT ||
            (entry->bound == KAURI_BOUND_LOWER && entry->value >= beta) ||
            (entry->bound == KAURI_BOUND_UPPER && entry->value <= alpha));
}

// Returns whether the bounds that the prover has for the position answer a search.
static bool is_proven(const struct kauri_engine *engine, const struct kauri_packed *board,
                      unsigned seeds, int alpha, int beta, int *value)
{
    struct kauri_prover_known known;
    const struct kauri_position position = kauri_unpack(board, engine->shape.holes);
    kauri_prover_known(engine->prover, &position, &known);
    const int maximum = most_of(engine, seeds);
    const int low = greater(-maximum, KAURI_ESTIMATE_UNIT * known.r.low);
    const int high = lesser(maximum, KAURI_ESTIMATE_UNIT * known.r.high);
    *value = low >= beta ? low : high;
    return low >= beta || high <= alpha;
}

// Returns whether a less deep search predicts the answer of a null-window search. engine->rests_on
// is what the value of that search rests on: it is beyond the window, so what is certain of it is
// certain of the answer.
static bool is_predicted(struct kauri_engine *engine, unsigned ply, unsigned seeds, int depth,
                         int alpha, int beta, int *value)
{
    const bool high = evaluate(engine, &engine->plies[ply].board, seeds) >= beta;
    const int target =
        high ? kauri_probcut_high(depth, seeds, beta) : kauri_probcut_low(depth, seeds, alpha);
    const int maximum = most_of(engine, seeds);
    if (target >= maximum || target <= -maximum) {
        return false;
    }
    const int floor = high ? target - 1 : target;
    *value = kauri_engine_search(engine, ply, seeds, depth - KAURI_PROBCUT_LESS, floor, floor + 1);
    return !engine->over && (*value > floor) == high;
}

static enum kauri_basis basis_of(int rests_on)
{
    return rests_on == KAURI_RESTS_ON_NOTHING     ? KAURI_BASIS_RULES
           : rests_on == KAURI_RESTS_ON_ESTIMATES ? KAURI_BASIS_ESTIMATES
                                                  : KAURI_BASIS_PATH;
}

static int rests_on_of(const struct kauri_transposition *entry)
{
    return entry->basis == KAURI_BASIS_RULES  ? KAURI_RESTS_ON_NOTHING
           : entry->basis == KAURI_BASIS_PATH ? KAURI_RESTS_ON_GAME
                                              : KAURI_RESTS_ON_ESTIMATES;
}

int kauri_engine_search(struct kauri_engine *engine, unsigned ply, unsigned seeds, int depth,
                        int alpha, int beta)
{
    struct kauri_engine_ply *now = &engine->plies[ply];
    const bool narrow = beta - alpha == 1; // a null window
    int value = 0;

    // Step 1. At the end of the line, quiescence search.
    if (depth <= 0 || ply >= KAURI_ENGINE_PLIES) {
        return search_captures(engine, ply, seeds, QUIESCENCE_PLIES, alpha, beta);
    }
    now->line_count = 0;
    engine->nodes++;
    kauri_engine_poll(engine);
    if (engine->over) {
        return 0;
    }

    // Step 2. The rules and the tables.
    if (answer(engine, ply, seeds, alpha, beta, &value)) {
        return value;
    }

    // Step 3. A repetition is endless play, worth nothing more (R10).
    const int repeated = repeated_ply(engine, ply);
    if (repeated != KAURI_RESTS_ON_NOTHING) {
        engine->rests_on = repeated;
        return 0;
    }

    // Step 4. Transposition table. Full windows are searched, for their principal variations. The
    // estimate that step 6 needs is made first, while the entry is on its way from memory.
    const bool shallow = narrow && depth <= FUTILITY_DEPTH;
    const int estimate = shallow ? evaluate(engine, &now->board, seeds) : 0;
    const uint64_t key = kauri_position_key(&now->board);
    const struct kauri_transposition *entry = kauri_transposition_table_find(&engine->table, key);
    int8_t first = entry != NULL ? entry->hole : KAURI_MOVE_PASS;
    if (entry != NULL && narrow && is_answered(entry, depth, alpha, beta)) {
        engine->rests_on = rests_on_of(entry);
        return entry->value;
    }

    // Step 5. What the prover has proven about the position.
    if (engine->prover != NULL && narrow && depth >= PROVER_DEPTH &&
        is_proven(engine, &now->board, seeds, alpha, beta, &value)) {
        engine->rests_on = KAURI_RESTS_ON_NOTHING;
        return value;
    }

    // Step 6. Reverse futility pruning: near the end of the line, an estimate that exceeds the
    // window by far suffices.
    if (shallow && estimate - FUTILITY_MARGIN * depth >= beta) {
        engine->rests_on = KAURI_RESTS_ON_ESTIMATES;
        return estimate;
    }

    // Step 7. ProbCut: a search at a lower depth whose value exceeds the window by far suffices. If
    // it does not, it has found a move.
    if (narrow && depth >= KAURI_PROBCUT_DEPTH && !engine->plain) {
        if (is_predicted(engine, ply, seeds, depth, alpha, beta, &value)) {
            return value;
        }
        if (engine->over) {
            return 0;
        }
        entry = kauri_transposition_table_find(&engine->table, key);
        first = entry != NULL ? entry->hole : first;
        now->line_count = 0;
    }

    // Step 8. Internal iterative reduction: without a move from the transposition table, a
    // shallower search finds one.
    depth -= first == KAURI_MOVE_PASS && depth >= UNKNOWN_DEPTH ? 1 : 0;

    // Step 9. Principal variation search of the moves. A forced move costs no depth.
    struct kauri_engine_branch branches[KAURI_HOLES_MAX];
    const unsigned count = kauri_engine_list_moves(engine, ply, seeds, first, depth > 1, branches);
    const bool forced = count == 1 && ply < engine->depth_limit;
    int best = -KAURI_ENGINE_INFINITE;
    int rests_on = KAURI_RESTS_ON_NOTHING;
    int8_t hole = KAURI_MOVE_PASS;
    const int floor = alpha;
    for (unsigned i = 0; i < count; i++) {
        enter(engine, ply, &branches[i]);
        value =
            search_branch(engine, ply, &branches[i], i, forced ? depth : depth - 1, alpha, beta);
        if (engine->over) {
            return 0;
        }
        rests_on = lesser(rests_on, engine->rests_on);
        if (value > best) {
            best = value;
            hole = branches[i].hole;
            if (value > alpha) {
                alpha = value;
                extend_line(engine, ply, hole);
            }
        }

        // Step 11. Cutoff: a lower bound rests on this move alone.
        if (best >= beta) {
            rests_on = engine->rests_on;
            if (branches[i].quiet && hole != KAURI_MOVE_PASS) {
                kauri_engine_reward(engine, ply, &branches[i], depth);
            }
            break;
        }
    }

    // Step 12. Keep the result. Repetitions of this position itself and of later ones lie within
    // the line of play, whatever path leads to it.
    rests_on = rests_on >= (int)ply ? KAURI_RESTS_ON_NOTHING : rests_on;
    engine->rests_on = rests_on;
    kauri_transposition_table_keep(
        &engine->table, (struct kauri_transposition){.key = key,
                                                     .value = (int16_t)best,
                                                     .depth = (int8_t)depth,
                                                     .hole = best > floor ? hole : KAURI_MOVE_PASS,
                                                     .bound = best >= beta   ? KAURI_BOUND_LOWER
                                                              : best > floor ? KAURI_BOUND_EXACT
                                                                             : KAURI_BOUND_UPPER,
                                                     .basis = (uint8_t)basis_of(rests_on)});
    return best;
}
