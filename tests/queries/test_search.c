// Search above the tables against the oracle: every position of small boards, many of them with
// play that never ends, with and without tables, under every kind of limit.
#include "tests/cmocka_all.h"

#include "indexer/layer.h"
#include "queries/prover/proof_table.h"
#include "queries/search/search.h"
#include "rules/notation.h"
#include "tests/queries/solved_tables.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/solver/oracle.h"

#include <stdlib.h>
#include <string.h>

static const struct kauri_search_limits plenty = {.memory = 4 << 20, .seconds = 1000};

static struct kauri_search *search(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, enum kauri_goal goal,
                                   const struct kauri_search_limits *limits)
{
    struct kauri_search *found = NULL;
    struct kauri_error error;
    if (kauri_search_run(tables, position, goal, limits, &found, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return found;
}

// With an exact value the line is the whole game: every move keeps r, the end is one by the rules,
// and play that never ends has its value.
static void check_whole(const struct oracle *oracle, const struct kauri_search *found)
{
    const struct kauri_best_line *line = &found->line;
    const int r = oracle_get(oracle, &line->last).r;
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        const struct kauri_position *after =
            i + 1 < line->count ? &line->steps[i + 1].position : &line->last;
        const int gain = 3 * (step->captured.own - step->captured.opponent);
        assert_int_equal(oracle_get(oracle, &step->position).r, gain - oracle_get(oracle, after).r);
        // A player who is ahead leaves the layer or ends the game: no position occurs again.
        if (oracle_get(oracle, after).r != 0) {
            for (size_t k = 0; k <= i; k++) {
                assert_false(kauri_position_equal(after, &line->steps[k].position));
            }
        }
    }
    switch (line->end) {
    case KAURI_LINE_SEEDS:
        assert_int_equal(kauri_seeds(&line->last), 0);
        assert_int_not_equal(kauri_lead(&line->last), 0);
        break;
    case KAURI_LINE_STUCK:
        assert_int_equal(kauri_seeds(&line->last) + kauri_legal_moves(&line->last).count, 0);
        assert_int_equal(kauri_lead(&line->last), 0);
        break;
    case KAURI_LINE_UNLIMITED:
        assert_int_equal(r, 0);
        assert_true(kauri_position_equal(&line->last, &line->steps[line->repeats_from].position));
        break;
    case KAURI_LINE_OPEN:
        fail_msg("the line is not whole");
    }
}

// The moves of the search keep the proven result, then those of the tables the value.
static void check_line(const struct oracle *oracle, const struct kauri_search *found)
{
    const struct kauri_best_line *line = &found->line;
    struct kauri_position at = found->position;
    assert_true(line->table_from <= line->count);
    assert_true(found->status == KAURI_SEARCH_EXACT || line->count == 0);
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        assert_true(kauri_position_equal(&at, &step->position));
        const bool stored =
            found->tables != NULL && kauri_tablebase_has(found->tables, kauri_seeds(&at));
        assert_int_equal(stored, i >= line->table_from);
        const struct kauri_capture captured = kauri_play(&at, step->hole);
        assert_memory_equal(&captured, &step->captured, sizeof captured);
    }
    assert_true(kauri_position_equal(&at, &line->last));
    if (found->r.low == found->r.high && line->count > 0) {
        check_whole(oracle, found);
    } else if (line->count > 0 && line->end != KAURI_LINE_OPEN) {
        // The final captures of both players, and the cowrie phase.
        const bool turned = at.side != found->position.side;
        const int lead = kauri_lead(&at) - (turned ? -1 : 1) * kauri_lead(&found->position);
        const int t = kauri_seeds(&at) == 0 ? oracle_get(oracle, &at).r : 0;
        const int got = (turned ? -1 : 1) * (3 * lead + t);
        assert_in_range(got + 1000, found->r.low + 1000, found->r.high + 1000);
    }
}

// The moves and the line of a result are right, whatever its status.
static void check_moves(const struct oracle *oracle, const struct kauri_search *found)
{
    const int r = oracle_get(oracle, &found->position).r;
    bool has_best = false;
    for (unsigned i = 0; i < found->move_count; i++) {
        const struct kauri_valued_move *move = &found->moves[i];
        struct kauri_position after = found->position;
        const struct kauri_capture captured = kauri_play(&after, move->hole);
        assert_memory_equal(&captured, &move->captured, sizeof captured);
        assert_true(kauri_position_equal(&after, &move->successor));
        const int value = 3 * (captured.own - captured.opponent) - oracle_get(oracle, &after).r;
        assert_in_range(value + 1000, move->r.low + 1000, move->r.high + 1000);
        if (move->best && found->goal == KAURI_GOAL_VALUE) {
            assert_int_equal(value, r);
        }
        has_best = has_best || move->best;
    }
    if (found->status == KAURI_SEARCH_EXACT && found->goal == KAURI_GOAL_VALUE) {
        const bool over = kauri_seeds(&found->position) == 0 && kauri_lead(&found->position) != 0;
        assert_true(has_best || found->move_count == 0);
        assert_true(found->line.count > 0 || found->move_count == 0 || over);
        assert_true(found->line.end != KAURI_LINE_OPEN);
    }
    check_line(oracle, found);
}

// Both rules, for a score at which the result is close.
static void check_results(struct kauri_tablebase *tables, const struct oracle *oracle,
                          const struct kauri_position *position)
{
    const int r = oracle_get(oracle, position).r;
    for (int shift = -1; shift <= 1; shift++) {
        struct kauri_position close = *position;
        const int lead = shift - kauri_value_net(r); // of the mover, South
        close.score[KAURI_SOUTH] = (uint8_t)(20 + (lead > 0 ? lead : 0));
        close.score[KAURI_NORTH] = (uint8_t)(20 - (lead < 0 ? lead : 0));
        for (int goal = KAURI_GOAL_STANDARD; goal <= KAURI_GOAL_TIEBREAKER; goal++) {
            enum kauri_result result = KAURI_DRAW;
            struct kauri_search *found = search(tables, &close, (enum kauri_goal)goal, &plenty);
            assert_int_equal(found->status, KAURI_SEARCH_EXACT);
            assert_true(kauri_bounds_decide(&close, found->r, found->goal, &result));
            assert_int_equal(result, goal == KAURI_GOAL_STANDARD
                                         ? kauri_standard_result(&close, r)
                                         : kauri_tiebreak_result(&close, r));
            check_moves(oracle, found);
            kauri_search_free(found);
        }
    }
}

// Searches every position of layers first..last, or every `stride`-th.
static void check_layers(struct kauri_tablebase *tables, const struct oracle *oracle,
                         struct kauri_shape shape, unsigned first, unsigned last, unsigned stride,
                         unsigned *endless)
{
    for (unsigned seeds = first; seeds <= last; seeds++) {
        struct kauri_layer layer;
        assert_int_equal(kauri_layer_init(&layer, shape, seeds, NULL), KAURI_OK);
        for (uint64_t index = 0; index < layer.positions; index += stride) {
            struct kauri_view view;
            kauri_unindex(&layer, index, &view);
            const struct kauri_position position = kauri_view_position(&view, shape.holes);
            const int r = oracle_get(oracle, &position).r;
            struct kauri_search *found = search(tables, &position, KAURI_GOAL_VALUE, &plenty);
            if (found->status != KAURI_SEARCH_EXACT || found->r.low != r || found->r.high != r) {
                char text[KAURI_POSITION_TEXT_BYTES];
                fail_msg("%s: r is %d, the search says %d to %d",
                         kauri_position_format(&position, text), r, found->r.low, found->r.high);
            }
            check_moves(oracle, found);
            kauri_search_free(found);
            *endless += r % 3 == 0;
            if (index % 7 == 0) {
                check_results(tables, oracle, &position);
            }
        }
    }
}

// holes, cowries, seeds, every so many positions
static const unsigned boards[][4] = {
    {1, 2, 7, 1}, {1, 3, 6, 1}, {1, 1, 6, 1}, {2, 0, 3, 1}, {2, 1, 4, 1},
    {2, 2, 5, 1}, {2, 3, 4, 3}, {2, 4, 3, 3}, {3, 2, 3, 3},
};

static void without_tables(void **state)
{
    (void)state;
    unsigned endless = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct kauri_shape shape = {(uint8_t)boards[i][0], (uint8_t)boards[i][1]};
        struct oracle *oracle = oracle_new(shape.holes, shape.cowries, boards[i][2]);
        check_layers(NULL, oracle, shape, 0, boards[i][2], fewer(5, 1) * boards[i][3], &endless);
        oracle_free(oracle);
    }
    print_message("%u positions with r divisible by 3\n", endless);
    assert_true(endless > fewer(60, 300)); // or the boards test nothing about R10
}

static void above_tables(void **state)
{
    (void)state;
    unsigned endless = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct kauri_shape shape = {(uint8_t)boards[i][0], (uint8_t)boards[i][1]};
        struct oracle *oracle = oracle_new(shape.holes, shape.cowries, boards[i][2]);
        for (unsigned top = 0; top + 1 <= boards[i][2]; top += 2) {
            const unsigned last = top + 2 <= boards[i][2] ? top + 2 : top + 1;
            struct solved solved;
            solved_make(&solved, shape.holes, shape.cowries, top);
            // From layer 0, for positions that the tables hold are answered too.
            check_layers(solved.tables, oracle, shape, 0, last, fewer(5, 1) * boards[i][3],
                         &endless);
            solved_remove(&solved);
        }
        oracle_free(oracle);
    }
    assert_true(endless > fewer(60, 300));
}

// However early a limit ends the search, its bounds hold.
static void limits_leave_sound_bounds(void **state)
{
    (void)state;
    const struct kauri_shape shape = {2, 2};
    const uint64_t least = kauri_search_least(shape, 5, 1);
    const struct kauri_search_limits limits[] = {
        {.memory = 0, .seconds = 1000},
        {.memory = 1, .seconds = 1000},
        {.memory = least - 1, .seconds = 1000},
        {.memory = least + KAURI_TABLE_BUCKET_BYTES * 3, .seconds = 1000}, // of 16 entries
        {.memory = least + KAURI_TABLE_BUCKET_BYTES * 30, .seconds = 1000},
        {.memory = 4 << 20, .seconds = 0},
        {.memory = 4 << 20, .seconds = -1},
        {.memory = 4 << 20, .seconds = 1e-5},
        {.memory = 4 << 20, .seconds = 1000, .nodes = 1},
        {.memory = 4 << 20, .seconds = 1000, .nodes = 2},
        {.memory = 4 << 20, .seconds = 1000, .nodes = 5},
        {.memory = 4 << 20, .seconds = 1000, .nodes = 20},
        {.memory = 4 << 20, .seconds = 1000, .nodes = 100},
    };
    struct oracle *oracle = oracle_new(shape.holes, shape.cowries, 5);
    struct kauri_layer layer;
    unsigned open = 0;
    unsigned exact = 0;
    assert_int_equal(kauri_layer_init(&layer, shape, 5, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index += fewer(5, 1)) {
        struct kauri_view view;
        kauri_unindex(&layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, shape.holes);
        const int r = oracle_get(oracle, &position).r;
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
            struct kauri_search *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits[i]);
            assert_true(found->r.low <= r && r <= found->r.high);
            assert_true(found->asked.memory <= limits[i].memory);
            assert_true(limits[i].nodes == 0 || found->nodes <= limits[i].nodes);
            assert_int_equal(found->status == KAURI_SEARCH_EXACT, found->r.low == found->r.high);
            if (found->status == KAURI_SEARCH_EXACT) {
                assert_int_equal(found->stop, KAURI_SEARCH_STOP_NONE);
            } else {
                assert_int_equal(found->stop, limits[i].nodes > 0      ? KAURI_SEARCH_STOP_NODES
                                              : limits[i].seconds < 10 ? KAURI_SEARCH_STOP_TIME
                                                                       : KAURI_SEARCH_STOP_MEMORY);
                assert_true(found->stop != KAURI_SEARCH_STOP_MEMORY || limits[i].memory < least);
            }
            check_moves(oracle, found);
            open += found->status == KAURI_SEARCH_BOUNDS;
            exact += found->status == KAURI_SEARCH_EXACT;
            kauri_search_free(found);
        }
    }
    assert_true(open > 100 && exact > 100);
    oracle_free(oracle);
}

// Searches that share their memory, in any order, with little room and with much, with limits and
// without: bounds found by earlier searches are as true as their own.
static void searches_share_memory(void **state)
{
    (void)state;
    const struct kauri_shape shape = {2, 2};
    const uint64_t least = kauri_search_least(shape, 5, 1);
    const uint64_t memories[] = {1, least + (1 << 10), least + (16 << 10), 4 << 20};
    struct oracle *oracle = oracle_new(shape.holes, shape.cowries, 5);
    for (size_t m = 0; m < sizeof memories / sizeof memories[0]; m++) {
        for (int top = -1; top <= 1; top += 2) {
            struct solved solved = {.tables = NULL};
            struct kauri_search_memory *memory = NULL;
            struct kauri_layer layers[6];
            uint64_t random = 3;
            uint64_t own_nodes = 0;
            uint64_t shared_nodes = 0;
            if (top >= 0) {
                solved_make(&solved, shape.holes, shape.cowries, (unsigned)top);
            }
            for (unsigned seeds = 0; seeds <= 5; seeds++) {
                assert_int_equal(kauri_layer_init(&layers[seeds], shape, seeds, NULL), KAURI_OK);
            }
            for (unsigned i = 0; i < fewer(300, 600); i++) {
                struct kauri_view view;
                const struct kauri_layer *layer = &layers[i == 0 ? 5 : random_next(&random) % 6];
                kauri_unindex(layer, random_next(&random) % layer->positions, &view);
                const struct kauri_position position = kauri_view_position(&view, shape.holes);
                if (i == 0) {
                    assert_int_equal(kauri_search_memory_new(solved.tables, &position, memories[m],
                                                             1, &memory, NULL),
                                     KAURI_OK);
                }
                struct kauri_search_limits limits = {
                    .seconds = 1000, .nodes = i % 3 == 0 ? 3 : 0, .shared = memory};
                const int r = oracle_get(oracle, &position).r;
                struct kauri_search *found =
                    search(solved.tables, &position, KAURI_GOAL_VALUE, &limits);
                assert_true(found->r.low <= r && r <= found->r.high);
                assert_true(limits.nodes == 0 || found->nodes <= limits.nodes);
                check_moves(oracle, found);
                shared_nodes += found->nodes;
                if (memories[m] == 4 << 20 && limits.nodes == 0) {
                    assert_int_equal(found->status, KAURI_SEARCH_EXACT);
                }
                kauri_search_free(found);
                limits.shared = NULL;
                limits.memory = memories[m];
                found = search(solved.tables, &position, KAURI_GOAL_VALUE, &limits);
                own_nodes += found->nodes;
                kauri_search_free(found);
            }
            assert_true(memories[m] < 4 << 20 || shared_nodes < own_nodes / fewer(2, 3));
            kauri_search_memory_free(memory);
            if (top >= 0) {
                solved_remove(&solved);
            }
        }
    }
    oracle_free(oracle);
}

// Shared memory refuses positions that it was not made for.
static void shared_memory_has_its_board(void **state)
{
    (void)state;
    struct kauri_search_memory *memory = NULL;
    const struct kauri_position small = solved_parse("1+1,1/1,0+1 S");
    const struct kauri_position more = solved_parse("1+1,1/2,0+1 S");
    const struct kauri_position other = solved_parse("1+1,1/0+1,0+1 S");
    assert_int_equal(kauri_search_memory_new(NULL, &small, 4 << 20, 1, &memory, NULL), KAURI_OK);
    const struct kauri_search_limits limits = {.seconds = 1000, .shared = memory};
    struct kauri_search *found = NULL;
    assert_int_equal(kauri_search_run(NULL, &more, KAURI_GOAL_VALUE, &limits, &found, NULL),
                     KAURI_BAD_INPUT);
    assert_int_equal(kauri_search_run(NULL, &other, KAURI_GOAL_VALUE, &limits, &found, NULL),
                     KAURI_BAD_INPUT);
    assert_null(found);
    kauri_search_memory_free(memory);
    kauri_search_memory_free(NULL);
}

static bool always(void *context)
{
    (void)context;
    return true;
}

static void stops_on_request(void **state)
{
    (void)state;
    const struct kauri_progress progress = {.cancelled = always};
    const struct kauri_search_limits limits = {
        .memory = 4 << 20, .seconds = 1000, .progress = &progress};
    const struct kauri_position position = kauri_start(2);
    struct kauri_search *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
    assert_int_equal(found->stop, KAURI_SEARCH_STOP_REQUEST);
    assert_int_equal(found->status, KAURI_SEARCH_BOUNDS);
    assert_int_equal(found->nodes, 0);
    assert_int_equal(found->line.count, 0);
    kauri_search_free(found);
}

// What a follower is told while a search goes on.
struct follower {
    unsigned calls;
    bool efforts; // of a move, at any time; a long question about the first one may come first
    uint64_t nodes;
    struct kauri_bounds r;
};

static void follow(void *context, const struct kauri_search *search)
{
    struct follower *follower = context;
    assert_true(search->nodes > follower->nodes);
    assert_true(search->r.low >= follower->r.low && search->r.high <= follower->r.high);
    assert_true(search->r.low < search->r.high);
    assert_true(search->fill >= 0 && search->fill <= 1);
    assert_int_equal(search->move_count, 6);
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        assert_int_equal(move->hole, i);
        assert_true(move->r.high <= search->r.high);
        assert_true(!move->efforts.known || (move->efforts.yes > 0 && move->efforts.no > 0));
        follower->efforts = follower->efforts || move->efforts.known;
    }
    follower->calls++;
    follower->nodes = search->nodes;
    follower->r = search->r;
}

static bool has_followed(void *context)
{
    const struct follower *follower = context;
    return follower->calls >= 3 && follower->efforts;
}

// The start position is too hard, so it is searched until the follower has seen enough.
static void shows_how_far_it_is(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct follower follower = {.r = kauri_bounds_trivial(60)};
        const struct kauri_progress progress = {.cancelled = has_followed, .context = &follower};
        const struct kauri_search_limits limits = {.memory = 64 << 20,
                                                   .threads = threads,
                                                   .seconds = 1000,
                                                   .progress = &progress,
                                                   .follow = follow,
                                                   .follower = &follower};
        const struct kauri_position position = kauri_start(6);
        struct kauri_search *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
        assert_true(follower.calls >= 3);
        assert_int_equal(found->stop, KAURI_SEARCH_STOP_REQUEST);
        assert_true(found->nodes >= follower.nodes);
        kauri_search_free(found);
    }
}

// Threads find the same values, and lines that are as good.
static void threads_agree(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    const struct kauri_shape shape = {2, 2};
    struct oracle *oracle = oracle_new(shape.holes, shape.cowries, 5);
    struct kauri_layer layer;
    assert_int_equal(kauri_layer_init(&layer, shape, 5, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index += 3) {
        struct kauri_view view;
        kauri_unindex(&layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, shape.holes);
        struct kauri_search_limits limits = {.memory =
                                                 kauri_search_least(shape, 5, THREADS) + (16 << 10),
                                             .threads = THREADS,
                                             .seconds = 1000,
                                             .nodes = index % 2 * 40};
        struct kauri_search *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
        const int r = oracle_get(oracle, &position).r;
        assert_true(found->r.low <= r && r <= found->r.high);
        assert_true(limits.nodes > 0 || found->status == KAURI_SEARCH_EXACT);
        assert_true(limits.nodes == 0 || found->nodes < limits.nodes + THREADS);
        check_moves(oracle, found);
        kauri_search_free(found);
    }
    oracle_free(oracle);
}

// More threads than the memory suffices for are not used.
static void memory_limits_threads(void **state)
{
    (void)state;
    const struct kauri_shape full = {6, 12};
    const uint64_t least = kauri_search_least(full, 60, 1);
    assert_true(least > 32 << 20 && least < 40 << 20);
    assert_int_equal(kauri_search_threads(full, 60, 0, 8), 1);
    assert_int_equal(kauri_search_threads(full, 60, least, 8), 1);
    assert_int_equal(kauri_search_threads(full, 60, UINT64_C(4) << 30, 8), 8);
    assert_int_equal(kauri_search_threads(full, 60, UINT64_C(4) << 30, 0), 1);
    for (uint64_t memory = least; memory < 512 << 20; memory += 5 << 20) {
        const unsigned threads = kauri_search_threads(full, 60, memory, 64);
        assert_true(threads >= 1 && kauri_search_least(full, 60, threads) <= memory);
    }
}

static void refuses_other_shapes(void **state)
{
    (void)state;
    struct solved solved;
    solved_make(&solved, 2, 2, 1);
    const struct kauri_position position = solved_parse("1+1,1,0/1,0,1+1 S");
    struct kauri_search *found = NULL;
    struct kauri_error error;
    assert_int_equal(
        kauri_search_run(solved.tables, &position, KAURI_GOAL_VALUE, &plenty, &found, &error),
        KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "3 holes in a row"));
    assert_null(found);
    solved_remove(&solved);
}

// Sampled positions of the real board, layer 1 above the table of layer 0.
static void full_board(void **state)
{
    (void)state;
    struct solved solved;
    solved_make(&solved, 6, 12, 0);
    struct kauri_layer layer;
    assert_int_equal(kauri_layer_init(&layer, solved.shape, 1, NULL), KAURI_OK);
    uint64_t random = 7;
    unsigned exact = 0;
    for (unsigned i = 0; i < 20; i++) {
        struct kauri_view view;
        kauri_unindex(&layer, random_next(&random) % layer.positions, &view);
        const struct kauri_position position = kauri_view_position(&view, 6);
        const struct kauri_search_limits limits = {
            .memory = 16 << 20, .seconds = 1000, .nodes = 30000};
        struct kauri_search *found = search(solved.tables, &position, KAURI_GOAL_VALUE, &limits);
        if (found->status == KAURI_SEARCH_EXACT) {
            exact++;
            assert_true(abs(found->r.low) == 2 || abs(found->r.low) == 4); // all that layer 1 has
        }
        kauri_search_free(found);
    }
    assert_true(exact >= 5);
    solved_remove(&solved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_tables),
        cmocka_unit_test(above_tables),
        cmocka_unit_test(limits_leave_sound_bounds),
        cmocka_unit_test(searches_share_memory),
        cmocka_unit_test(shared_memory_has_its_board),
        cmocka_unit_test(stops_on_request),
        cmocka_unit_test(shows_how_far_it_is),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(memory_limits_threads),
        cmocka_unit_test(refuses_other_shapes),
        cmocka_unit_test(full_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
