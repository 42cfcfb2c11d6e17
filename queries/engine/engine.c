#include "queries/engine/engine.h"

#include "queries/engine/engine_state.h"
#include "queries/lookup/bounds.h"
#include "queries/search/search_known.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>
#include <string.h>

enum {
    PROVER_MEMORY_SHARE = 4,
    PROVER_SHARE = 8,    // of the limits, in all
    PROVER_PACE = 4,     // of what the search has taken so far
    PROVER_NODES = 1000, // at the end, at least, if only the depth is limited
};

static const double PROVER_SECONDS = 0.001; // least share: the prover seldom looks at the clock

// The estimate moved into the proven bounds of the move.
static int clamp(const struct kauri_root_move *move, int estimate)
{
    const int low = KAURI_ESTIMATE_UNIT * move->line.r.low;
    const int high = KAURI_ESTIMATE_UNIT * move->line.r.high;
    return estimate < low ? low : estimate > high ? high : estimate;
}

// Moves the one at `from` up to `to`; those between go down.
static void raise_move(struct kauri_root_moves *root, unsigned from, unsigned to)
{
    const struct kauri_root_move move = root->moves[from];
    for (unsigned i = from; i > to; i--) {
        root->moves[i] = root->moves[i - 1];
    }
    root->moves[to] = move;
}

void kauri_root_moves_rank(struct kauri_root_moves *root, const struct kauri_position *position,
                           enum kauri_ruleset rules)
{
    enum kauri_result sure = KAURI_LOSS; // the best result that some move is sure of
    for (unsigned i = 0; i < root->count; i++) {
        const enum kauri_result low =
            kauri_result_under(rules, position, root->moves[i].line.r.low);
        sure = low > sure ? low : sure;
    }
    for (unsigned i = 0; i < root->count; i++) {
        struct kauri_root_move *move = &root->moves[i];
        const enum kauri_result low = kauri_result_under(rules, position, move->line.r.low);
        const enum kauri_result high = kauri_result_under(rules, position, move->line.r.high);
        move->rank = low == KAURI_WIN                    ? KAURI_ROOT_WON
                     : high < sure || high == KAURI_LOSS ? KAURI_ROOT_WORSE
                     : low < sure && high == sure        ? KAURI_ROOT_RISKY
                                                         : KAURI_ROOT_OPEN;
        move->line.estimate = clamp(move, move->line.estimate);
    }
    for (unsigned i = 1; i < root->count; i++) {
        unsigned at = i;
        while (at > 0 && root->moves[i].rank > root->moves[at - 1].rank) {
            at--;
        }
        raise_move(root, i, at);
    }
}

// Whether a belongs before b. Of exact values, the sooner win and the later loss is better.
static bool is_before(const struct kauri_root_move *a, const struct kauri_root_move *b)
{
    if (a->rank != b->rank) {
        return a->rank > b->rank;
    }
    if (a->line.estimate != b->line.estimate) {
        return a->line.estimate > b->line.estimate;
    }
    if (a->dtc_known && b->dtc_known && a->line.estimate != 0) {
        return a->line.estimate > 0 ? a->dtc < b->dtc : a->dtc > b->dtc;
    }
    return false;
}

// Sorts the first `count` moves by rank, estimate and distance. Stable.
static void sort_moves(struct kauri_root_moves *root, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        unsigned at = i;
        while (at > 0 && is_before(&root->moves[i], &root->moves[at - 1])) {
            at--;
        }
        raise_move(root, i, at);
    }
}

// The end of the moves with the rank of the one at `place`.
static unsigned end_of_rank(const struct kauri_root_moves *root, unsigned place)
{
    unsigned end = place;
    while (end < root->count && root->moves[end].rank == root->moves[place].rank) {
        end++;
    }
    return end;
}

// Whether no search is needed: the first `lines` moves, and all others of their ranks, have exact
// values.
static bool is_decided(const struct kauri_root_moves *root, unsigned lines)
{
    for (unsigned i = 0; lines > 0 && i < end_of_rank(root, lines - 1); i++) {
        if (!kauri_bounds_exact(root->moves[i].line.r)) {
            return false;
        }
    }
    return true;
}

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
    made->no_openings = parts->no_openings;
    // Enough for the full board, too, which may come after a smaller one.
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
    KAURI_TRY(kauri_position_table_new(parts->memory - made->prover_memory, &made->table, error));
    *engine = made;
    made = NULL;
cleanup:
    kauri_engine_free(made);
    return status;
}

void kauri_engine_free(struct kauri_engine *engine)
{
    if (engine != NULL) {
        kauri_position_table_free(&engine->table);
        kauri_prover_free(engine->own_prover);
        free(engine->earlier);
        free(engine);
    }
}

void kauri_engine_clear(struct kauri_engine *engine)
{
    kauri_position_table_clear(&engine->table);
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

// A move that tables know is also sorted by its distance.
static enum kauri_status set_distance(struct kauri_engine *engine, struct kauri_valued_move *known,
                                      struct kauri_root_move *move, struct kauri_error *error)
{
    struct kauri_value value;
    const enum kauri_status status =
        kauri_probe_value(engine->tables, &known->successor, &value, error);
    if (status == KAURI_OK) {
        kauri_move_set_value(known, value);
        move->dtc_known = known->dtc_known;
        move->dtc = known->dtc;
    }
    return status;
}

static struct kauri_search_known known_of(const struct kauri_engine *engine)
{
    return (struct kauri_search_known){
        .tables = engine->tables, .prover = engine->prover, .openings = !engine->no_openings};
}

// Lists the moves with the bounds that tables and prover have.
static enum kauri_status list_moves(struct kauri_engine *engine,
                                    const struct kauri_position *position,
                                    struct kauri_root_moves *root, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_search_known known = known_of(engine);
    struct kauri_search_node node;
    KAURI_TRY(kauri_search_open_node(&known, position, &node, error));
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
            KAURI_TRY(set_distance(engine, listed, move, error));
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
    sort_moves(root, root->count);
cleanup:
    return status;
}

// -------------------------------------------------------------------------------------- proving

// What the prover may take now. `last`: nothing else needs the rest of its share.
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
    const int most = 3 * (int)kauri_seeds(position) + 1;
    const struct kauri_prover_limits half = {
        .seconds = share->seconds / 2,
        .nodes = share->nodes > 0 ? share->nodes / 2 + 1 : 0,
        .progress = share->progress,
    };
    for (int result = KAURI_WIN; result >= KAURI_DRAW; result--) {
        struct kauri_prover_report report;
        int x = -most;
        while (x <= most && (int)kauri_result_under(engine->limits->rules, position, x) < result) {
            x++;
        }
        if (x <= -most || x > most) {
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
    const struct kauri_search_known known = known_of(engine);
    struct kauri_search_node node;
    const enum kauri_status status = kauri_search_open_node(&known, position, &node, error);
    if (status != KAURI_OK) {
        return status;
    }
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

// Lets the prover go on with what it was asked, so that its share of the time or of the nodes keeps
// pace with the search.
static enum kauri_status prove(struct kauri_engine *engine, const struct kauri_position *position,
                               bool last, struct kauri_root_moves *root, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_prover_limits share;
    const double began = kauri_clock_seconds();
    if (engine->prover == NULL || engine->covered[engine->root_seeds] || engine->over ||
        !find_share(engine, last, &share)) {
        return KAURI_OK;
    }
    KAURI_TRY(ask_prover(engine, position, &share, error));
    engine->prover_seconds += kauri_clock_seconds() - began;
    engine->over = engine->stopped;
    engine->patience = 0;
    kauri_engine_poll(engine);
    KAURI_TRY(narrow_bounds(engine, position, root, error));
cleanup:
    return status;
}

// ------------------------------------------------------------------------------------- searching

// Searches one move, the first one (`best` is infinite) in the whole window.
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

// Finds the best of the moves from `place` on, and puts it there.
static void search_line(struct kauri_engine *engine, struct kauri_root_moves *root, unsigned place,
                        unsigned depth)
{
    const unsigned end = end_of_rank(root, place);
    int best = -KAURI_ENGINE_INFINITE;
    for (unsigned i = place; i < end; i++) {
        struct kauri_root_move *move = &root->moves[i];
        const bool exact = kauri_bounds_exact(move->line.r);
        engine->plies[1].line_count = 0;
        const int searched =
            exact ? move->line.estimate : search_move(engine, move, (int)depth - 1, best);
        if (engine->over) {
            return;
        }
        const int value = clamp(move, searched);
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
            raise_move(root, i, place);
        }
    }
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
    enum kauri_status status = KAURI_OK;
    const struct kauri_engine_limits *limits = engine->limits;
    const unsigned most = limits->depth > 0 && limits->depth < KAURI_ENGINE_DEPTH_MAX
                              ? limits->depth
                              : KAURI_ENGINE_DEPTH_MAX;
    bool complete = false; // every line of play ends before the depth does
    for (unsigned depth = 1; !engine->over && !is_decided(root, lines); depth++) {
        if (depth > most || complete) {
            KAURI_TRY(prove(engine, &report->position, true, root, error));
            break;
        }
        engine->depth_limit = 2 * depth;
        engine->estimated = false;
        for (unsigned place = 0; place < lines && !engine->over; place++) {
            search_line(engine, root, place, depth);
            if (limits->tell != NULL && !engine->over) {
                send_report(engine, root, lines, report);
                report->place = place;
                limits->tell(limits->context, report);
            }
        }
        sort_moves(root, lines);
        complete = !engine->estimated && !limits->to_limit;
        if (depth < most && !complete) {
            KAURI_TRY(prove(engine, &report->position, false, root, error));
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_engine_think(struct kauri_engine *engine,
                                     const struct kauri_position *position,
                                     const struct kauri_engine_limits *limits,
                                     struct kauri_engine_report *report, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_root_moves root = {.count = 0};
    if (kauri_opponent_is_weak(limits->strength)) {
        return kauri_opponent_think(position, limits, report, error);
    }
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
    KAURI_TRY(set_earlier(engine, position, error));
    KAURI_TRY(list_moves(engine, position, &root, error));
    const unsigned wanted = limits->lines > 0 ? limits->lines : 1;
    const unsigned lines = wanted < root.count ? wanted : root.count;
    if (!is_decided(&root, lines)) {
        kauri_engine_poll(engine);
        KAURI_TRY(deepen(engine, &root, lines, report, error));
    }
    if (engine->status != KAURI_OK) {
        status = kauri_fail(error, engine->status, "%s", engine->error.message);
        goto cleanup;
    }
    sort_moves(&root, lines);
    send_report(engine, &root, lines, report);
    report->place = 0;
cleanup:
    return status;
}
