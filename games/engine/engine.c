#include "games/engine/engine.h"

#include "db/tables/tablebase.h"
#include "games/engine/alpha_beta.h"
#include "games/engine/engine_state.h"
#include "games/engine/root_moves.h"
#include "games/engine/winning_strategy.h"
#include "queries/known/known.h"
#include "queries/lookup/bounds.h"

#include <stdlib.h>
#include <string.h>

enum {
    PROVER_MEMORY_SHARE = 4,
    PROVER_SHARE = 8,    // the prover gets at most an eighth of the limits
    PROVER_PACE = 4,     // until the end, the prover gets a quarter of what the search has used
    PROVER_NODES = 1000, // least number of nodes at the end, if only the depth is limited
};

// Least time of a call, because the prover seldom looks at the clock.
static const double PROVER_SECONDS = 0.001;

enum kauri_status kauri_engine_make(const struct kauri_engine_parts *parts,
                                    struct kauri_engine **engine, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *engine = NULL;
    struct kauri_engine *made = aligned_alloc(16, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the engine");
    }
    memset(made, 0, sizeof *made);
    made->shape = parts->shape;
    made->net = parts->net != NULL ? parts->net : kauri_estimate_fitted();
    made->tables = parts->tables;
    made->prover = parts->prover;
    made->book = parts->book;
    made->plain = parts->plain;
    // Enough for the full board as well, which may follow a smaller one.
    const uint64_t quarter = parts->memory / PROVER_MEMORY_SHARE;
    const uint64_t full = kauri_prover_least(
        (struct kauri_shape){KAURI_HOLES_MAX, KAURI_COWRIES_MAX}, KAURI_SEEDS_MAX);
    const uint64_t least =
        full <= parts->memory / 2 ? full : kauri_prover_least(parts->shape, KAURI_SEEDS_MAX);
    const uint64_t share = quarter > least ? quarter : least;
    if (parts->proving && share <= parts->memory / 2) {
        made->prover_memory = share;
    }
    kauri_sowing_init(&made->sowing, parts->shape.holes);
    for (unsigned n = 0; parts->tables != NULL && n < kauri_tablebase_layer_count(parts->tables);
         n++) {
        made->covered[n] = true;
    }
    KAURI_TRY(
        kauri_transposition_table_new(parts->memory - made->prover_memory, &made->table, error));
    *engine = made;
    made = NULL;
cleanup:
    kauri_engine_free(made);
    return status;
}

void kauri_engine_free(struct kauri_engine *engine)
{
    if (engine != NULL) {
        kauri_transposition_table_free(&engine->table);
        kauri_prover_free(engine->own_prover);
        kauri_strategy_free(engine->strategy);
        free(engine->earlier);
        free(engine);
    }
}

void kauri_engine_clear(struct kauri_engine *engine)
{
    kauri_transposition_table_clear(&engine->table);
    memset(engine->history, 0, sizeof engine->history);
}

// ------------------------------------------------------------------------------ before searching

// Forgets what belongs to a board of another shape, and makes the engine's own prover.
static enum kauri_status take_board(struct kauri_engine *engine,
                                    const struct kauri_position *position,
                                    struct kauri_error *error)
{
    const struct kauri_shape shape = kauri_shape_of(position);
    if (engine->tables != NULL) {
        KAURI_PASS(kauri_tablebase_fits(engine->tables, position, error));
    }
    if (!kauri_shape_equal(shape, engine->shape)) {
        kauri_engine_clear(engine);
        kauri_prover_free(engine->own_prover);
        engine->own_prover = NULL;
        engine->prover = NULL;
        engine->shape = shape;
        kauri_sowing_init(&engine->sowing, shape.holes);
    }
    if (engine->prover == NULL &&
        engine->prover_memory >= kauri_prover_least(shape, KAURI_SEEDS_MAX)) {
        const struct kauri_prover_options options = {.shape = shape,
                                                     .seeds = KAURI_SEEDS_MAX,
                                                     .memory = engine->prover_memory,
                                                     .threads = 1,
                                                     .tables = engine->tables};
        KAURI_PASS(kauri_prover_new(&options, &engine->own_prover, error));
        engine->prover = engine->own_prover;
    }
    if (engine->prover != NULL) {
        kauri_known_teach(engine->prover, engine->book, position);
    }
    return KAURI_OK;
}

// Keeps the positions of the game since its last capture, newest first.
static enum kauri_status set_earlier(struct kauri_engine *engine,
                                     const struct kauri_position *position,
                                     struct kauri_error *error)
{
    const struct kauri_engine_limits *limits = engine->limits;
    const unsigned seeds = kauri_seeds(position);
    size_t count = 0;
    while (count < limits->history_count &&
           kauri_seeds(&limits->history[limits->history_count - 1 - count]) == seeds) {
        count++;
    }
    free(engine->earlier);
    engine->earlier_count = 0;
    engine->earlier = aligned_alloc(16, (count + 1) * sizeof *engine->earlier);
    if (engine->earlier == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the engine");
    }
    for (size_t i = 0; i < count; i++) {
        engine->earlier[i] = kauri_pack(&limits->history[limits->history_count - 1 - i]);
    }
    engine->earlier_count = count;
    return KAURI_OK;
}

// Sets the value and the distance of a move whose successor the tables hold, since moves of equal
// value are sorted by distance.
static enum kauri_status set_distance(struct kauri_engine *engine, struct kauri_valued_move *known,
                                      struct kauri_root_move *move, struct kauri_error *error)
{
    struct kauri_value value;
    const enum kauri_status status =
        kauri_probe_value(engine->tables, &known->successor, &value, error);
    if (status == KAURI_OK) {
        kauri_move_set_value(known, value);
        move->measured = kauri_move_is_measured(known);
        move->dtc = known->dtc;
    }
    return status;
}

static struct kauri_known known_of(const struct kauri_engine *engine)
{
    return (struct kauri_known){
        .tables = engine->tables, .prover = engine->prover, .book = engine->book};
}

// Lists the moves with the bounds that tables and prover have.
static enum kauri_status list_moves(struct kauri_engine *engine,
                                    const struct kauri_position *position,
                                    struct kauri_root_moves *root, struct kauri_error *error)
{
    const struct kauri_known known = known_of(engine);
    struct kauri_known_node node;
    KAURI_PASS(kauri_known_open(&known, position, &node, error));
    root->count = node.move_count;
    root->r = node.r;
    for (unsigned i = 0; i < root->count; i++) {
        struct kauri_root_move *move = &root->moves[i];
        struct kauri_valued_move *listed = &node.moves[i];
        const int gain = (int)listed->captured.own - (int)listed->captured.opponent;
        move->board = kauri_pack(&listed->successor);
        move->seeds = kauri_seeds(&listed->successor);
        move->quiet = !kauri_move_captures(listed);
        move->gain = 3 * KAURI_ESTIMATE_UNIT * gain;
        if (engine->covered[move->seeds]) {
            KAURI_PASS(set_distance(engine, listed, move, error));
        }
        move->line = (struct kauri_engine_line){
            .hole = listed->hole,
            .captured = listed->captured,
            .r = listed->r,
            .estimate = move->gain -
                        kauri_estimate(engine->net, &move->board, engine->shape.holes, move->seeds),
            .count = 1,
            .holes = {(int8_t)listed->hole},
        };
    }
    kauri_root_moves_rank(root, position, engine->limits->rules);
    kauri_root_moves_sort(root, root->count);
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- proving

// Finds the limits of the prover for now: with `last` all of its share, which nothing else needs
// any more, and otherwise a part in proportion to what the engine has used.
static bool find_share(const struct kauri_engine *engine, bool last,
                       struct kauri_prover_limits *share)
{
    const struct kauri_engine_limits *limits = engine->limits;
    const bool timed = limits->seconds > 0 || (limits->nodes == 0 && limits->depth == 0);
    const bool counted = limits->nodes > 0 || !timed;
    double seconds = (kauri_clock_seconds() - engine->started) / PROVER_PACE;
    uint64_t nodes = engine->nodes / PROVER_PACE;
    if (limits->seconds > 0 && (last || seconds > limits->seconds / PROVER_SHARE)) {
        seconds = limits->seconds / PROVER_SHARE;
    }
    if (limits->nodes > 0 && (last || nodes > limits->nodes / PROVER_SHARE)) {
        nodes = limits->nodes / PROVER_SHARE;
    }
    if (limits->nodes == 0 && last && nodes < PROVER_NODES) {
        nodes = PROVER_NODES;
    }
    *share = (struct kauri_prover_limits){
        .seconds = timed ? seconds - engine->prover_seconds : 1e9,
        .nodes = counted && nodes > engine->prover_nodes ? nodes - engine->prover_nodes : 0,
        .progress = limits->progress,
    };
    return share->seconds >= PROVER_SECONDS && (!counted || share->nodes > 0);
}

// Asks the prover for the result under the rules: whether the position is won, and if it is not,
// whether it is drawn.
static enum kauri_status ask_prover(struct kauri_engine *engine,
                                    const struct kauri_position *position,
                                    const struct kauri_prover_limits *share,
                                    struct kauri_error *error)
{
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    const struct kauri_prover_limits half = {
        .seconds = share->seconds / 2,
        .nodes = share->nodes > 0 ? share->nodes / 2 + 1 : 0,
        .progress = share->progress,
    };
    for (int result = KAURI_WIN; result >= KAURI_DRAW; result--) {
        struct kauri_prover_report report;
        int x = -maximum;
        while (x <= maximum &&
               (int)kauri_result_under(engine->limits->rules, position, x) < result) {
            x++;
        }
        if (x <= -maximum || x > maximum) {
            continue;
        }
        const enum kauri_status status =
            kauri_prover_ask(engine->prover, position, x, &half, &report, error);
        engine->nodes += report.nodes;
        engine->prover_nodes += report.nodes;
        if (status != KAURI_OK || report.answer != KAURI_PROVER_NO || report.stopped) {
            engine->stopped = engine->stopped || report.stopped;
            return status;
        }
    }
    return KAURI_OK;
}

// Reads the bounds that the prover has now.
static enum kauri_status narrow_bounds(struct kauri_engine *engine,
                                       const struct kauri_position *position,
                                       struct kauri_root_moves *root, struct kauri_error *error)
{
    const struct kauri_known known = known_of(engine);
    struct kauri_known_node node;
    KAURI_PASS(kauri_known_open(&known, position, &node, error));
    root->r = node.r;
    for (unsigned i = 0; i < root->count; i++) {
        struct kauri_root_move *move = &root->moves[i];
        for (unsigned k = 0; k < node.move_count; k++) {
            if (node.moves[k].hole == move->line.hole) {
                move->line.r = node.moves[k].r;
            }
        }
    }
    kauri_root_moves_rank(root, position, engine->limits->rules);
    return KAURI_OK;
}

// Lets the prover continue with its question, so that its share of the time or of the nodes keeps
// pace with the search.
static enum kauri_status prove(struct kauri_engine *engine, const struct kauri_position *position,
                               bool last, struct kauri_root_moves *root, struct kauri_error *error)
{
    struct kauri_prover_limits share;
    const double began = kauri_clock_seconds();
    if (engine->prover == NULL || engine->covered[engine->root_seeds] || engine->over ||
        !find_share(engine, last, &share)) {
        return KAURI_OK;
    }
    KAURI_PASS(ask_prover(engine, position, &share, error));
    engine->prover_seconds += kauri_clock_seconds() - began;
    engine->over = engine->stopped;
    engine->patience = 0;
    kauri_engine_poll(engine);
    return narrow_bounds(engine, position, root, error);
}

// ------------------------------------------------------------------------------------- searching

// Searches one move. The first one (`best` is infinite) is searched in the full window.
static int search_move(struct kauri_engine *engine, const struct kauri_root_move *move, int depth,
                       int best)
{
    const int gain = move->gain;
    engine->plies[1].board = move->board;
    engine->plies[1].quiet = move->quiet ? 1 : 0;
    if (best > -KAURI_ENGINE_INFINITE) {
        const int value =
            gain - kauri_engine_search(engine, 1, move->seeds, depth, gain - best - 1, gain - best);
        if (value <= best || engine->over) {
            return value;
        }
    }
    return gain - kauri_engine_search(engine, 1, move->seeds, depth, gain - KAURI_ENGINE_INFINITE,
                                      gain + KAURI_ENGINE_INFINITE);
}

// Finds the best of the moves from `place` on, and puts it there. Returns whether a deeper search
// would find the same.
static bool search_line(struct kauri_engine *engine, struct kauri_root_moves *root, unsigned place,
                        unsigned depth)
{
    const unsigned end = kauri_root_moves_end_of_rank(root, place);
    int best = -KAURI_ENGINE_INFINITE;
    bool complete = true;
    for (unsigned i = place; i < end; i++) {
        struct kauri_root_move *move = &root->moves[i];
        const bool exact = kauri_bounds_exact(move->line.r);
        engine->plies[1].line_count = 0;
        engine->rests_on = KAURI_RESTS_ON_NOTHING;
        const int searched =
            exact ? move->line.estimate : search_move(engine, move, (int)depth - 1, best);
        if (engine->over) {
            return false;
        }
        complete = complete && engine->rests_on != KAURI_RESTS_ON_ESTIMATES;
        const int value = kauri_root_move_clamp(move, searched);
        if (value > best) {
            const struct kauri_engine_ply *next = &engine->plies[1];
            const unsigned rest = next->line_count < KAURI_ENGINE_LINE_MAX - 1
                                      ? next->line_count
                                      : KAURI_ENGINE_LINE_MAX - 1;
            best = value;
            move->line.estimate = value;
            move->line.depth = exact ? 0 : depth;
            move->line.count = 1 + rest;
            memcpy(move->line.holes + 1, next->line, rest);
            kauri_root_moves_raise(root, i, place);
        }
    }
    return complete;
}

static void send_report(struct kauri_engine *engine, const struct kauri_root_moves *root,
                        unsigned lines, struct kauri_engine_report *report)
{
    report->r = root->r;
    report->nodes = engine->nodes;
    report->seconds = kauri_clock_seconds() - engine->started;
    report->stopped = engine->stopped;
    report->line_count = lines;
    for (unsigned i = 0; i < lines; i++) {
        report->lines[i] = root->moves[i].line;
    }
    report->depth = lines > 0 ? report->lines[0].depth : 0;
}

static enum kauri_status deepen(struct kauri_engine *engine, struct kauri_root_moves *root,
                                unsigned lines, struct kauri_engine_report *report,
                                struct kauri_error *error)
{
    const struct kauri_engine_limits *limits = engine->limits;
    const unsigned maximum = limits->depth > 0 && limits->depth < KAURI_ENGINE_DEPTH_MAX
                                 ? limits->depth
                                 : KAURI_ENGINE_DEPTH_MAX;
    bool complete = false; // every line of play ends before the depth does
    for (unsigned depth = 1; !engine->over && !kauri_root_moves_are_decided(root, lines); depth++) {
        if (depth > maximum || complete) {
            KAURI_PASS(prove(engine, &report->position, true, root, error));
            break;
        }
        engine->depth_limit = 2 * depth;
        complete = true;
        for (unsigned place = 0; place < lines && !engine->over; place++) {
            complete = search_line(engine, root, place, depth) && complete;
            if (limits->tell != NULL && !engine->over) {
                send_report(engine, root, lines, report);
                report->place = place;
                limits->tell(limits->context, report);
            }
        }
        kauri_root_moves_sort(root, lines);
        if (depth < maximum && !complete) {
            KAURI_PASS(prove(engine, &report->position, false, root, error));
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_engine_think(struct kauri_engine *engine,
                                     const struct kauri_position *position,
                                     const struct kauri_engine_limits *limits,
                                     struct kauri_engine_report *report, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_root_moves root = {.count = 0};
    memset(report, 0, sizeof *report);
    KAURI_PASS(take_board(engine, position, error));
    report->position = *position;
    engine->limits = limits;
    engine->started = kauri_clock_seconds();
    engine->nodes = 0;
    engine->prover_nodes = 0;
    engine->prover_seconds = 0;
    engine->patience = 0;
    engine->over = false;
    engine->stopped = false;
    engine->status = KAURI_OK;
    engine->root_seeds = kauri_seeds(position);
    engine->table.age++;
    memset(engine->plies, 0, sizeof engine->plies);
    for (unsigned ply = 0; ply <= KAURI_ENGINE_PLIES; ply++) {
        memset(engine->plies[ply].killers, KAURI_MOVE_PASS, sizeof engine->plies[ply].killers);
    }
    engine->plies[0].board = kauri_pack(position);
    KAURI_PASS(set_earlier(engine, position, error));
    KAURI_PASS(list_moves(engine, position, &root, error));
    const unsigned wanted = limits->lines > 0 ? limits->lines : 1;
    const unsigned lines = wanted < root.count ? wanted : root.count;
    if (!kauri_root_moves_are_decided(&root, lines)) {
        kauri_engine_poll(engine);
        KAURI_PASS(deepen(engine, &root, lines, report, error));
    }
    if (engine->status != KAURI_OK) {
        return kauri_fail(error, engine->status, "%s", engine->error.message);
    }
    kauri_root_moves_sort(&root, lines);
    send_report(engine, &root, lines, report);
    report->place = 0;
    return status;
}
