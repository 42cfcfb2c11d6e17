// The engine on small boards against the oracle and against tables: what it calls proven is true,
// what it estimates lies within, and equal limits give equal answers.
#include "tests/test.h"

#include "games/engine/engine.h"
#include "games/engine/engine_state.h"
#include "games/engine/opponents.h"
#include "games/engine/probcut.h"
#include "games/engine/root_moves.h"
#include "tests/indexer/layers.h"
#include "tests/queries/solved_tables.h"
#include "tests/rules/positions.h"
#include "tests/solver/oracle.h"

enum { MEMORY = 1 << 20 };

static struct kauri_engine *engine_of(struct kauri_shape shape, struct kauri_tablebase *tables,
                                      struct kauri_prover *prover)
{
    const struct kauri_engine_parts options = {
        .shape = shape, .memory = MEMORY, .tables = tables, .prover = prover};
    struct kauri_engine *engine = NULL;
    struct kauri_error error;
    assert_int_equal(kauri_engine_make(&options, &engine, &error), KAURI_OK);
    return engine;
}

static struct kauri_engine_report think(struct kauri_engine *engine,
                                        const struct kauri_position *position,
                                        const struct kauri_engine_limits *limits)
{
    struct kauri_engine_report report;
    struct kauri_error error;
    assert_ok(kauri_engine_think(engine, position, limits, &report, &error), &error);
    return report;
}

// The line can be played, and the estimate is within the bounds, as is `r` if it is given.
static void check_line(const struct kauri_position *position, const struct kauri_engine_line *line)
{
    struct kauri_position after = *position;
    assert_in_range(line->count, 1, KAURI_ENGINE_LINE_MAX);
    assert_int_equal(line->holes[0], line->hole);
    for (unsigned i = 0; i < line->count; i++) {
        const struct kauri_moves moves = kauri_legal_moves(&after);
        bool legal =
            moves.count == 0 && kauri_seeds(&after) > 0 && line->holes[i] == KAURI_MOVE_PASS;
        for (unsigned m = 0; m < moves.count; m++) {
            legal |= moves.hole[m] == line->holes[i];
        }
        assert_true(legal);
        const struct kauri_capture captured = kauri_play(&after, line->holes[i]);
        if (i == 0) {
            assert_int_equal(captured.own, line->captured.own);
            assert_int_equal(captured.opponent, line->captured.opponent);
        }
    }
    assert_true(line->estimate >= KAURI_ESTIMATE_UNIT * line->r.low);
    assert_true(line->estimate <= KAURI_ESTIMATE_UNIT * line->r.high);
}

// What a move is worth to the player who makes it.
static int value_of_move(const struct oracle *oracle, struct kauri_position position, int hole)
{
    const struct kauri_capture captured = kauri_play(&position, hole);
    return 3 * ((int)captured.own - (int)captured.opponent) - oracle_get(oracle, &position).r;
}

static void check_truth(const struct oracle *oracle, const struct kauri_engine_report *report)
{
    const struct kauri_position *position = &report->position;
    const int r = oracle_get(oracle, position).r;
    assert_true(report->r.low <= r && r <= report->r.high);
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct kauri_engine_line *line = &report->lines[i];
        const int value = value_of_move(oracle, *position, line->hole);
        check_line(position, line);
        assert_true(line->r.low <= value && value <= line->r.high);
    }
    if (report->line_count > 0) { // the engine does not give away what is proven
        const int value = value_of_move(oracle, *position, report->lines[0].hole);
        assert_true(kauri_result_under(KAURI_STANDARD, position, value) >=
                    kauri_result_under(KAURI_STANDARD, position, report->r.low));
    }
}

struct engine_board {
    uint8_t holes, cowries;
    unsigned seeds;
    bool endless; // has positions whose play never ends
};

static const struct engine_board boards[] = {
    {1, 2, 5, true},  {1, 3, 4, true},  {2, 0, 3, true},  {2, 2, 4, false},
    {2, 3, 3, false}, {3, 2, 3, false}, {3, 4, 2, false},
};

static void check_board(const struct engine_board *board, bool proving)
{
    const struct kauri_shape shape = {board->holes, board->cowries};
    struct oracle *oracle = oracle_new(board->holes, board->cowries, board->seeds);
    struct kauri_prover *prover = NULL;
    struct kauri_error error;
    const struct kauri_prover_options options = {
        .shape = shape, .seeds = board->seeds, .memory = 1 << 18, .threads = 1};
    if (proving) {
        assert_int_equal(kauri_prover_new(&options, &prover, &error), KAURI_OK);
    }
    struct kauri_engine *engine = engine_of(shape, NULL, prover);
    const struct kauri_engine_limits limits = {.nodes = 300, .lines = KAURI_HOLES_MAX};
    for (unsigned seeds = 0; seeds <= board->seeds; seeds++) {
        const struct kauri_layer layer = layer_of(shape, seeds);
        for (uint64_t index = 0; index < layer.positions; index++) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const struct kauri_engine_report report = think(engine, &position, &limits);
            const unsigned moves = kauri_legal_moves(&position).count;
            assert_int_equal(report.line_count, moves > 0 ? moves : seeds > 0 ? 1 : 0);
            check_truth(oracle, &report);
        }
    }
    kauri_engine_free(engine);
    kauri_prover_free(prover);
    oracle_free(oracle);
}

TEST(every_position_of_small_boards_gets_legal_lines_and_true_bounds)
{
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        check_board(&boards[i], false);
        check_board(&boards[i], true);
    }
}

// A search that looks far enough finds the captures that follow.
TEST(a_deep_search_finds_the_value)
{
    unsigned right = 0;
    unsigned all = 0;
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct engine_board *board = &boards[i];
        if (board->endless) {
            continue;
        }
        struct oracle *oracle = oracle_new(board->holes, board->cowries, board->seeds);
        struct kauri_engine *engine =
            engine_of((struct kauri_shape){board->holes, board->cowries}, NULL, NULL);
        const struct kauri_engine_limits limits = {.depth = 40, .nodes = 100000};
        const struct kauri_layer layer = board_layer(board->holes, board->cowries, board->seeds);
        for (unsigned n = 0; n < 100; n++) {
            const struct kauri_position position =
                kauri_layer_position(&layer, n * (layer.positions / 100));
            const struct kauri_engine_report report = think(engine, &position, &limits);
            const int estimate = report.lines[0].estimate;
            const int half = 3 * KAURI_ESTIMATE_UNIT / 2;
            const int net = (estimate + (estimate < 0 ? -half : half)) / (2 * half);
            right += net == kauri_value_net(oracle_get(oracle, &position).r) ? 1 : 0;
            all++;
        }
        kauri_engine_free(engine);
        oracle_free(oracle);
    }
    assert_int_equal(right, all);
}

// A search ends where a deeper one would find the same, and what it found is true then: on small
// boards, the captures that best play leads to.
TEST(a_search_that_ends_early_has_found_the_truth)
{
    unsigned ended = 0;
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct engine_board *board = &boards[i];
        const struct kauri_shape shape = {board->holes, board->cowries};
        const struct kauri_engine_limits limits = {.nodes = 20000, .lines = KAURI_HOLES_MAX};
        struct oracle *oracle = oracle_new(board->holes, board->cowries, board->seeds);
        struct kauri_engine *engine = engine_of(shape, NULL, NULL);
        const struct kauri_layer layer = layer_of(shape, board->seeds);
        for (uint64_t index = 0; index < layer.positions; index += 1 + layer.positions / 400) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const struct kauri_engine_report report = think(engine, &position, &limits);
            if (report.nodes >= limits.nodes || report.depth == KAURI_ENGINE_DEPTH_MAX) {
                continue;
            }
            ended++;
            for (unsigned line = 0; line < report.line_count; line++) {
                const int r = value_of_move(oracle, position, report.lines[line].hole);
                // The search leaves the cowrie phase out.
                assert_in_range(report.lines[line].estimate - KAURI_ESTIMATE_UNIT * r +
                                    KAURI_ESTIMATE_UNIT,
                                0, 2 * KAURI_ESTIMATE_UNIT);
            }
        }
        kauri_engine_free(engine);
        oracle_free(oracle);
    }
    assert_true(ended > 1000);
}

// What the transposition table calls certain is true, though ProbCut has decided many positions by
// the estimates of less deep searches.
TEST(certain_entries_are_true)
{
    unsigned certain = 0;
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct engine_board *board = &boards[i];
        const struct kauri_shape shape = {board->holes, board->cowries};
        const struct kauri_engine_limits limits = {.nodes = 2000};
        struct oracle *oracle = oracle_new(board->holes, board->cowries, board->seeds);
        struct kauri_engine *engine = engine_of(shape, NULL, NULL);
        const struct kauri_layer layer = layer_of(shape, board->seeds);
        const uint64_t step = 1 + layer.positions / 400;
        for (uint64_t index = 0; index < layer.positions; index += step) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            (void)think(engine, &position, &limits);
        }
        for (uint64_t index = 0; index < layer.positions; index++) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const struct kauri_packed packed = kauri_pack(&position);
            const struct kauri_transposition *entry =
                kauri_transposition_table_find(&engine->table, kauri_position_key(&packed));
            if (entry == NULL || entry->basis != KAURI_BASIS_RULES) {
                continue;
            }
            certain++;
            // The search leaves the cowrie phase out.
            const int value = KAURI_ESTIMATE_UNIT * oracle_get(oracle, &position).r;
            assert_true(entry->bound == KAURI_BOUND_UPPER ||
                        entry->value <= value + KAURI_ESTIMATE_UNIT);
            assert_true(entry->bound == KAURI_BOUND_LOWER ||
                        entry->value >= value - KAURI_ESTIMATE_UNIT);
        }
        kauri_engine_free(engine);
        oracle_free(oracle);
    }
    assert_true(certain > 1000);
}

// So what a less deep search is certain of beyond the window of ProbCut is certain of the answer.
TEST(probcut_asks_for_more_than_the_window)
{
    for (int depth = KAURI_PROBCUT_DEPTH; depth <= KAURI_PROBCUT_DEEPEST + 1; depth++) {
        for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
            const int maximum = kauri_estimate_most(seeds);
            for (int value = -maximum; value <= maximum; value++) {
                assert_true(kauri_probcut_high(depth, seeds, value) > value);
                assert_true(kauri_probcut_low(depth, seeds, value) < value);
            }
        }
    }
}

// Where one player captures all seeds, and no table has the cowrie phase after them, the greatest
// depth takes a few thousand positions: no move is searched that cannot be better.
TEST(decided_endings_are_searched_quickly)
{
    enum { SEED = 3 * KAURI_ESTIMATE_UNIT };
    static const struct {
        const char *position;
        int estimate;
    } endings[] = {
        {"0,0,2,0,2,0/0+1,0,0,0,0+3,1+8 S", -5 * SEED},
        {"0,0,2,0,2,0/0+1,0+3,0+1,0+1,0,1+6 N", 5 * SEED},
        {"0+1,1,1,1,1,0/0+2,0+2,0+2,0,0,1+5 S", -5 * SEED},
        {"1,0+1,0,0,0,0/0+1,0+1,0,0,0,1+9 N", 2 * SEED},
        {"1,0+1,0+1,0,0+2,0+1/0+1,0+1,0+1,0,0+4,0 N", SEED},
    };
    const struct kauri_engine_limits limits = {.nodes = 200000};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const struct kauri_position position = position_of(endings[i].position);
        struct kauri_engine *engine = engine_of((struct kauri_shape){6, 12}, NULL, NULL);
        const struct kauri_engine_report report = think(engine, &position, &limits);
        assert_int_equal(report.lines[0].estimate, endings[i].estimate);
        assert_in_range(report.nodes, 1, 20000);
        kauri_engine_free(engine);
    }
}

// What is certain at any depth is not searched again at the next one: this ending takes 64,530
// positions without ProbCut, and 591,359 when entries of the transposition table are only used at
// their own depth.
TEST(certain_results_are_kept_from_depth_to_depth)
{
    const struct kauri_position position =
        position_of("1,0+1,0+1,0,0+2,0+1/0+1,1,0+1,1,0+4,0 N 30:27");
    const struct kauri_engine_limits limits = {.nodes = 400000};
    struct kauri_engine *engine = engine_of((struct kauri_shape){6, 12}, NULL, NULL);
    engine->plain = true;
    const struct kauri_engine_report report = think(engine, &position, &limits);
    assert_int_equal(report.lines[0].estimate, -3 * KAURI_ESTIMATE_UNIT);
    assert_in_range(report.nodes, 1, 200000);
    kauri_engine_free(engine);
}

// -------------------------------------------------------------------------------------- tables

static void check_with_tables(struct solved *solved, const struct kauri_position *position)
{
    const struct kauri_probe_result probe = solved_probe(solved, position);
    struct kauri_engine *engine = engine_of(solved->shape, solved->tables, NULL);
    const struct kauri_engine_limits limits = {.nodes = 1000};
    const struct kauri_engine_report report = think(engine, position, &limits);
    assert_int_equal(report.line_count, probe.move_count > 0 ? 1 : 0);
    if (report.line_count > 0) {
        bool best = false;
        assert_int_equal(report.r.low, probe.value.r);
        assert_int_equal(report.r.high, probe.value.r);
        for (unsigned i = 0; i < probe.move_count; i++) {
            best |= probe.moves[i].hole == report.lines[0].hole && probe.moves[i].best;
        }
        assert_true(best); // the fastest of the winning moves, too
    }
    kauri_engine_free(engine);
}

TEST(the_move_of_the_tables_is_played)
{
    struct solved solved;
    solved_make(&solved, 2, 3, 2);
    solved_for_all(&solved, check_with_tables);
    solved_remove(&solved);
}

// -------------------------------------------------------------------------------------- limits

TEST(equal_limits_give_equal_answers)
{
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    const struct kauri_engine_limits limits = {.nodes = 20000, .lines = 3};
    struct kauri_engine_report reports[3];
    struct kauri_engine *engine = engine_of((struct kauri_shape){6, 12}, NULL, NULL);
    for (unsigned i = 0; i < 3; i++) {
        if (i == 1) {
            kauri_engine_free(engine);
            engine = engine_of((struct kauri_shape){6, 12}, NULL, NULL);
        } else {
            kauri_engine_clear(engine);
        }
        reports[i] = think(engine, &start, &limits);
        reports[i].seconds = 0;
        assert_int_equal(reports[i].line_count, 3);
        assert_memory_equal(&reports[i], &reports[0], sizeof reports[0]);
    }
    kauri_engine_free(engine);
}

static bool ask_to_stop(void *context)
{
    unsigned *asked = context;
    return ++*asked >= 3;
}

TEST(limits_are_kept)
{
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_engine *engine = engine_of((struct kauri_shape){6, 12}, NULL, NULL);
    struct kauri_engine_limits limits = {.depth = 5};
    struct kauri_engine_report report = think(engine, &start, &limits);
    assert_int_equal(report.depth, 5);
    limits = (struct kauri_engine_limits){.nodes = 5000};
    report = think(engine, &start, &limits);
    assert_in_range(report.nodes, 4000, 6000);
    limits = (struct kauri_engine_limits){.nodes = 1};
    report = think(engine, &start, &limits);
    assert_int_equal(report.line_count, 1);
    check_line(&start, &report.lines[0]);
    unsigned asked = 0;
    const struct kauri_progress progress = {.cancelled = ask_to_stop, .context = &asked};
    limits = (struct kauri_engine_limits){.progress = &progress};
    report = think(engine, &start, &limits);
    assert_true(report.stopped);
    assert_int_equal(report.line_count, 1);
    kauri_engine_free(engine);
}

// What the prover has expanded when lines are told.
struct told {
    struct kauri_prover *prover;
    uint64_t first; // when the first line was told
    unsigned lines;
    unsigned steps; // between lines, in which the prover went on
    uint64_t last;
};

static void note_prover(void *context, const struct kauri_engine_report *report)
{
    struct told *told = context;
    const uint64_t nodes = kauri_prover_history(told->prover).nodes;
    assert_true(report->nodes >= nodes);
    told->first = told->lines == 0 ? nodes : told->first;
    told->steps += nodes > told->last ? 1 : 0;
    told->last = nodes;
    told->lines++;
}

// The prover goes on after each depth; nothing waits for it before the first line.
TEST(the_prover_shares_the_limits)
{
    enum { NODES = 40000 };
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    const struct kauri_prover_options options = {
        .shape = {6, 12}, .seeds = 60, .memory = 64 << 20, .threads = 1};
    struct kauri_engine_limits limits[] = {{.nodes = NODES}, {.depth = 16}};
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct told told = {.lines = 0};
        assert_int_equal(kauri_prover_new(&options, &told.prover, NULL), KAURI_OK);
        struct kauri_engine *engine = engine_of(options.shape, NULL, told.prover);
        limits[i].lines = KAURI_HOLES_MAX;
        limits[i].tell = note_prover;
        limits[i].context = &told;
        const struct kauri_engine_report report = think(engine, &start, &limits[i]);
        const uint64_t nodes = kauri_prover_history(told.prover).nodes;
        assert_int_equal(report.line_count, KAURI_HOLES_MAX);
        assert_int_equal(told.first, 0);
        assert_true(told.steps > 2);
        assert_in_range(nodes, report.nodes / 32, report.nodes / 4);
        if (limits[i].nodes > 0) {
            assert_in_range(nodes, NODES / 32, NODES / 8 + 64);
        }
        kauri_engine_free(engine);
        kauri_prover_free(told.prover);
    }
}

// After a position of another shape, the engine and its prover are like new ones.
TEST(boards_may_change)
{
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    const struct kauri_position small = position_of("2+1,1+1/1+1,2 S");
    const struct kauri_engine_limits limits = {.nodes = 20000};
    struct kauri_engine_report reports[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct kauri_engine_parts parts = {
            .shape = {6, 12}, .memory = 256 << 20, .proving = true};
        struct kauri_engine *engine = NULL;
        assert_int_equal(kauri_engine_make(&parts, &engine, NULL), KAURI_OK);
        for (unsigned k = 0; k < i; k++) {
            (void)think(engine, &start, &limits);
            (void)think(engine, &small, &limits);
        }
        reports[i] = think(engine, &start, &limits);
        reports[i].seconds = 0;
        assert_true(reports[i].nodes > 0 && engine->prover_nodes > 0);
        kauri_engine_free(engine);
    }
    assert_memory_equal(&reports[1], &reports[0], sizeof reports[0]);
}

TEST(wrong_boards_and_too_little_memory_are_refused)
{
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct solved solved;
    solved_make(&solved, 2, 3, 0);
    struct kauri_engine *engine = engine_of(solved.shape, solved.tables, NULL);
    const struct kauri_engine_limits limits = {.nodes = 1};
    struct kauri_engine_report report;
    struct kauri_error error;
    assert_int_equal(kauri_engine_think(engine, &start, &limits, &report, &error), KAURI_BAD_INPUT);
    kauri_engine_free(engine);
    solved_remove(&solved);
    const struct kauri_engine_parts options = {.shape = {6, 12}, .memory = (64 << 10) - 1};
    assert_int_equal(kauri_engine_make(&options, &engine, &error), KAURI_RESOURCE);
    assert_null(engine);
    kauri_engine_free(NULL);
}

// A position of the game that comes again is endless play, worth nothing more.
TEST(repetitions_of_the_game_are_seen)
{
    const struct kauri_position position = position_of("0+1,0/1+1,0 S");
    struct kauri_position after = position;
    (void)kauri_play(&after, 0); // the only move, which captures nothing
    // A game in which the position has occurred before.
    const struct kauri_position game[2] = {position, after};
    struct kauri_engine *engine = engine_of((struct kauri_shape){2, 2}, NULL, NULL);
    struct kauri_engine_limits limits = {.depth = 2};
    assert_int_not_equal(think(engine, &position, &limits).lines[0].estimate, 0);
    limits.history = game;
    limits.history_count = 2;
    kauri_engine_clear(engine);
    assert_int_equal(think(engine, &position, &limits).lines[0].estimate, 0);
    kauri_engine_free(engine);
}

// Weaker opponents make legal moves, and do not always begin with the same one. The same seed gives
// the same move, whatever the engine has seen.
TEST(weaker_opponents_err_by_chance)
{
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_engine *engine = engine_of((struct kauri_shape){6, 12}, NULL, NULL);
    for (unsigned strength = KAURI_STRENGTH_LEAST; strength < KAURI_STRENGTH_MOST; strength++) {
        unsigned seen = 0; // holes, as bits
        for (uint64_t seed = 0; seed < 40; seed++) {
            const struct kauri_opponent opponent = {.strength = strength, .seed = seed};
            const struct kauri_engine_limits limits = {.nodes = 1};
            struct kauri_engine_report first, second;
            assert_int_equal(
                kauri_opponent_think(&opponent, engine, &start, &limits, &first, NULL, NULL),
                KAURI_OK);
            assert_int_equal(
                kauri_opponent_think(&opponent, NULL, &start, &limits, &second, NULL, NULL),
                KAURI_OK);
            assert_int_equal(first.line_count, 1);
            assert_in_range(first.lines[0].hole, 0, 5);
            assert_int_equal(first.lines[0].hole, second.lines[0].hole);
            seen |= 1U << (unsigned)first.lines[0].hole;
        }
        assert_true((seen & (seen - 1)) != 0);
    }
    kauri_engine_free(engine);
}

// ------------------------------------------------------------------------------------- the parts

TEST(a_position_table_keeps_what_was_searched_deepest)
{
    struct kauri_transposition_table table;
    struct kauri_error error;
    assert_int_equal(kauri_transposition_table_new(64 << 10, &table, &error), KAURI_OK);
    for (unsigned i = 1; i <= 8; i++) { // eight positions in a bucket of four
        const struct kauri_transposition kept = {.key = (uint64_t)i << 40,
                                                 .value = (int16_t)i,
                                                 .depth = (int8_t)(i % 5),
                                                 .hole = 3,
                                                 .bound = KAURI_BOUND_LOWER};
        kauri_transposition_table_keep(&table, kept);
    }
    assert_non_null(kauri_transposition_table_find(&table, UINT64_C(4) << 40));
    assert_null(kauri_transposition_table_find(&table, UINT64_C(5) << 40));
    const struct kauri_transposition again = {
        .key = UINT64_C(4) << 40, .depth = 1, .hole = KAURI_MOVE_PASS, .bound = KAURI_BOUND_UPPER};
    kauri_transposition_table_keep(&table, again);
    const struct kauri_transposition *found =
        kauri_transposition_table_find(&table, UINT64_C(4) << 40);
    assert_non_null(found);
    assert_int_equal(found->depth, 1);
    assert_int_equal(found->hole, 3); // a move is kept until there is a better one
    kauri_transposition_table_free(&table);
}

// Not only a power of two: every bucket of 96 KiB is used, and no other.
TEST(a_position_table_uses_all_of_its_memory)
{
    enum { BUCKETS = 1536 };
    struct kauri_transposition_table table;
    uint64_t random = 1;
    unsigned used = 0;
    assert_int_equal(kauri_transposition_table_new(96 << 10, &table, NULL), KAURI_OK);
    for (unsigned i = 0; i < 16 * BUCKETS; i++) {
        const struct kauri_transposition kept = {.key = random_next(&random),
                                                 .bound = KAURI_BOUND_LOWER};
        kauri_transposition_table_keep(&table, kept);
        assert_non_null(kauri_transposition_table_find(&table, kept.key));
    }
    for (unsigned i = 0; i < 4 * BUCKETS; i++) {
        used += table.entries[i].bound != KAURI_BOUND_NONE ? 1 : 0;
    }
    assert_in_range(used, 4 * BUCKETS - 16, 4 * BUCKETS);
    kauri_transposition_table_free(&table);
}

TEST(proven_results_come_before_estimates)
{
    const struct kauri_position position = position_of("1+1,1+1/1+1,1+1 S 2:1");
    struct kauri_root_moves root = {.count = 3};
    root.moves[0].line = (struct kauri_engine_line){.hole = 0, .r = {-13, 13}, .estimate = 200};
    root.moves[1].line = (struct kauri_engine_line){.hole = 1, .r = {1, 13}, .estimate = 20};
    root.moves[2].line = (struct kauri_engine_line){.hole = 2, .r = {-13, -5}, .estimate = 190};
    kauri_root_moves_rank(&root, &position, KAURI_STANDARD);
    assert_int_equal(root.moves[0].line.hole, 1); // a lead of one seed is enough
    assert_int_equal(root.moves[1].line.hole, 0);
    assert_int_equal(root.moves[2].line.hole, 2);
    assert_int_equal(root.moves[2].line.estimate, -5 * KAURI_ESTIMATE_UNIT);
    assert_int_equal(root.moves[0].rank, KAURI_ROOT_WON);
    assert_int_equal(root.moves[1].rank, KAURI_ROOT_RISKY);
}

TEST(a_certain_draw_comes_before_a_draw_or_loss)
{
    const struct kauri_position position = position_of("1+1,1+1/1+1,1+1 S 2:2");
    struct kauri_root_moves root = {.count = 3};
    root.moves[0].line = (struct kauri_engine_line){.hole = 0, .r = {-13, 1}, .estimate = 10};
    root.moves[1].line = (struct kauri_engine_line){.hole = 1, .r = {-1, 1}, .estimate = -10};
    root.moves[2].line = (struct kauri_engine_line){.hole = 2, .r = {-13, 13}, .estimate = -90};
    kauri_root_moves_rank(&root, &position, KAURI_STANDARD);
    assert_int_equal(root.moves[0].line.hole, 1);
    assert_int_equal(root.moves[1].line.hole, 2); // may be better than a draw
    assert_int_equal(root.moves[2].line.hole, 0);
    assert_int_equal(root.moves[2].rank, KAURI_ROOT_RISKY);
}

// With tables of r alone, the engine plays a move that keeps r, and captures at once if that wins.
TEST(tables_without_distances_are_enough)
{
    const struct kauri_engine_limits limits = {.nodes = 1000, .rules = KAURI_TIEBREAKER};
    struct solved full, alone;
    solved_make(&full, 3, 3, 3);
    solved_make_r_alone(&alone, &full);
    struct kauri_engine *engine = engine_of(alone.shape, alone.tables, NULL);
    const struct kauri_layer layer = layer_of(alone.shape, alone.seeds);
    for (uint64_t i = 0; i < layer.positions; i += 7) {
        const struct kauri_position position = kauri_layer_position(&layer, i);
        const struct kauri_engine_report report = think(engine, &position, &limits);
        const struct kauri_probe_result probe = solved_probe(&alone, &position);
        unsigned m = 0;
        while (probe.moves[m].hole != report.lines[0].hole) {
            m++;
        }
        assert_true(probe.moves[m].best);
    }
    kauri_engine_free(engine);
    solved_remove(&alone);
    solved_remove(&full);
}
