// Search above the tables against the oracle: every position of small boards, many of them with
// play that never ends, with and without tables.
#include "tests/test.h"

#include "rules/notation.h"
#include "tests/indexer/layers.h"
#include "tests/queries/search_checks.h"
#include "tests/queries/solved_tables.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"

static const struct kauri_search_limits plenty = {.memory = 4 << 20, .seconds = 1000};

// Both rules, for a score at which the result is close.
static void check_results(struct kauri_tablebase *tables, const struct oracle *oracle,
                          const struct kauri_position *position)
{
    const int r = oracle_get(oracle, position).r;
    for (int shift = -1; shift <= 1; shift++) {
        struct kauri_position close = *position;
        const int lead = shift - kauri_value_net(r); // lead of South, who is to move
        close.score[KAURI_SOUTH] = (uint8_t)(20 + (lead > 0 ? lead : 0));
        close.score[KAURI_NORTH] = (uint8_t)(20 - (lead < 0 ? lead : 0));
        for (int goal = KAURI_GOAL_STANDARD; goal <= KAURI_GOAL_TIEBREAKER; goal++) {
            enum kauri_result result = KAURI_DRAW;
            struct kauri_search_answer *found =
                search(tables, &close, (enum kauri_goal)goal, &plenty);
            assert_int_equal(found->status, KAURI_SEARCH_EXACT);
            assert_true(kauri_bounds_decide(&close, found->r, found->goal, &result));
            assert_int_equal(result, goal == KAURI_GOAL_STANDARD
                                         ? kauri_standard_result(&close, r)
                                         : kauri_tiebreak_result(&close, r));
            check_moves(oracle, found, false);
            kauri_search_answer_free(found);
        }
    }
}

// Searches every position of layers first..last, or every `stride`-th.
static void check_layers(struct kauri_tablebase *tables, const struct oracle *oracle,
                         struct kauri_shape shape, unsigned first, unsigned last, unsigned stride,
                         unsigned *endless)
{
    for (unsigned seeds = first; seeds <= last; seeds++) {
        const struct kauri_layer layer = layer_of(shape, seeds);
        for (uint64_t index = 0; index < layer.positions; index += stride) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const int r = oracle_get(oracle, &position).r;
            struct kauri_search_answer *found =
                search(tables, &position, KAURI_GOAL_VALUE, &plenty);
            if (found->status != KAURI_SEARCH_EXACT || found->r.low != r || found->r.high != r) {
                char text[KAURI_POSITION_TEXT_BYTES];
                fail_msg("%s: r is %d, the search says %d to %d",
                         kauri_position_format(&position, text), r, found->r.low, found->r.high);
            }
            check_moves(oracle, found, false);
            kauri_search_answer_free(found);
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

TEST(without_tables)
{
    unsigned endless = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct kauri_shape shape = {(uint8_t)boards[i][0], (uint8_t)boards[i][1]};
        struct oracle *oracle = oracle_new(shape.holes, shape.cowries, boards[i][2]);
        check_layers(NULL, oracle, shape, 0, boards[i][2], fewer(15, 1) * boards[i][3], &endless);
        oracle_free(oracle);
    }
    print_message("%u positions with r divisible by 3\n", endless);
    assert_true(endless > fewer(20, 300)); // otherwise the boards do not test R10
}

TEST(above_tables)
{
    unsigned endless = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct kauri_shape shape = {(uint8_t)boards[i][0], (uint8_t)boards[i][1]};
        struct oracle *oracle = oracle_new(shape.holes, shape.cowries, boards[i][2]);
        for (unsigned top = 0; top + 1 <= boards[i][2]; top += 2) {
            const unsigned last = top + 2 <= boards[i][2] ? top + 2 : top + 1;
            struct solved solved;
            solved_make(&solved, shape.holes, shape.cowries, top);
            // From layer 0, for positions that the tables hold are answered too.
            check_layers(solved.tables, oracle, shape, 0, last, fewer(15, 1) * boards[i][3],
                         &endless);
            solved_remove(&solved);
        }
        oracle_free(oracle);
    }
    assert_true(endless > fewer(20, 300));
}

// With every_move, the value of each move is proven too, here with far fewer positions than the
// limit.
TEST(every_move_is_proven)
{
    const struct kauri_shape shape = {.holes = 2, .cowries = 3};
    const unsigned seeds = 3;
    struct kauri_search_limits limits = plenty;
    struct oracle *oracle = oracle_new(shape.holes, shape.cowries, seeds);
    limits.every_move = true;
    const struct kauri_layer layer = layer_of(shape, seeds);
    for (uint64_t index = 0; index < layer.positions; index += fewer(5, 3)) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        struct kauri_search_answer *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
        check_moves(oracle, found, false);
        for (unsigned i = 0; i < found->move_count; i++) {
            const struct kauri_valued_move *move = &found->moves[i];
            assert_true(kauri_bounds_exact(move->r));
            assert_int_equal(move->best, move->r.low == found->r.high);
        }
        kauri_search_answer_free(found);
    }
    oracle_free(oracle);
}

// 1. f wins for North, by 44 to 47 seeds. A search that chooses its questions itself finds the
// result first, and then narrows the value from both ends.
TEST(questions_narrow_from_both_ends)
{
    struct kauri_position position = kauri_start(6);
    (void)kauri_play(&position, 5);
    const struct kauri_search_limits limits = {
        .memory = UINT64_C(256) << 20, .seconds = 1e6, .nodes = 700000, .threads = 1};
    struct kauri_search_answer *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
    assert_int_equal(found->nodes, limits.nodes);
    assert_in_range(found->r.low, 3, 131);
    assert_in_range(found->r.high, 141, 165);
    kauri_search_answer_free(found);
}
