// Searches under every kind of limit: time, positions, memory, which several may share, threads,
// and requests to stop. Their bounds are compared with the oracle.
#include "tests/test.h"

#include "queries/prover/proof_table.h"
#include "tests/indexer/layers.h"
#include "tests/queries/search_checks.h"
#include "tests/queries/solved_tables.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/stop_at_once.h"

// However early a limit ends the search, its bounds hold.
TEST(limits_leave_sound_bounds)
{
    const struct kauri_shape shape = {2, 2};
    const uint64_t least = kauri_search_least(shape, 5, 1);
    const struct kauri_search_limits limits[] = {
        {.memory = 0, .seconds = 1000},
        {.memory = 1, .seconds = 1000},
        {.memory = least - 1, .seconds = 1000},
        {.memory = least + KAURI_TABLE_BUCKET_BYTES * 3, .seconds = 1000}, // a table of 16 entries
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
    unsigned open = 0;
    unsigned exact = 0;
    const struct kauri_layer layer = layer_of(shape, 5);
    for (uint64_t index = 0; index < layer.positions; index += fewer(15, 1)) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        const int r = oracle_get(oracle, &position).r;
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
            struct kauri_search_answer *found =
                search(NULL, &position, KAURI_GOAL_VALUE, &limits[i]);
            assert_true(found->r.low <= r && r <= found->r.high);
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
            check_moves(oracle, found, true);
            open += found->status == KAURI_SEARCH_BOUNDS;
            exact += found->status == KAURI_SEARCH_EXACT;
            kauri_search_answer_free(found);
        }
    }
    assert_true(open > 100 && exact > 100);
    oracle_free(oracle);
}

// Searches that share their memory, in any order, with little room and with much, with limits and
// without: bounds found by earlier searches are as true as their own.
TEST(searches_share_memory)
{
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
                const struct kauri_layer *layer = &layers[i == 0 ? 5 : random_next(&random) % 6];
                const struct kauri_position position =
                    kauri_layer_position(layer, random_next(&random) % layer->positions);
                if (i == 0) {
                    assert_int_equal(kauri_search_memory_new(solved.tables, &position, memories[m],
                                                             1, &memory, NULL),
                                     KAURI_OK);
                }
                struct kauri_search_limits limits = {
                    .seconds = 1000, .nodes = i % 3 == 0 ? 3 : 0, .shared = memory};
                const int r = oracle_get(oracle, &position).r;
                struct kauri_search_answer *found =
                    search(solved.tables, &position, KAURI_GOAL_VALUE, &limits);
                assert_true(found->r.low <= r && r <= found->r.high);
                assert_true(limits.nodes == 0 || found->nodes <= limits.nodes);
                check_moves(oracle, found, limits.nodes > 0);
                shared_nodes += found->nodes;
                if (memories[m] == 4 << 20 && limits.nodes == 0) {
                    assert_int_equal(found->status, KAURI_SEARCH_EXACT);
                }
                kauri_search_answer_free(found);
                limits.shared = NULL;
                limits.memory = memories[m];
                found = search(solved.tables, &position, KAURI_GOAL_VALUE, &limits);
                own_nodes += found->nodes;
                kauri_search_answer_free(found);
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
TEST(shared_memory_has_its_board)
{
    struct kauri_search_memory *memory = NULL;
    const struct kauri_position small = position_of("1+1,1/1,0+1 S");
    const struct kauri_position more = position_of("1+1,1/2,0+1 S");
    const struct kauri_position other = position_of("1+1,1/0+1,0+1 S");
    assert_int_equal(kauri_search_memory_new(NULL, &small, 4 << 20, 1, &memory, NULL), KAURI_OK);
    const struct kauri_search_limits limits = {.seconds = 1000, .shared = memory};
    struct kauri_search_answer *found = NULL;
    assert_int_equal(kauri_search_answer_find(NULL, &more, KAURI_GOAL_VALUE, &limits, &found, NULL),
                     KAURI_BAD_INPUT);
    assert_int_equal(
        kauri_search_answer_find(NULL, &other, KAURI_GOAL_VALUE, &limits, &found, NULL),
        KAURI_BAD_INPUT);
    assert_null(found);
    kauri_search_memory_free(memory);
    kauri_search_memory_free(NULL);
}

TEST(stops_on_request)
{
    const struct kauri_progress progress = {.cancelled = stop_at_once};
    const struct kauri_search_limits limits = {
        .memory = 4 << 20, .seconds = 1000, .progress = &progress};
    const struct kauri_position position = kauri_start(2);
    struct kauri_search_answer *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
    assert_int_equal(found->stop, KAURI_SEARCH_STOP_REQUEST);
    assert_int_equal(found->status, KAURI_SEARCH_BOUNDS);
    assert_int_equal(found->nodes, 0);
    assert_int_equal(found->line.count, 0);
    kauri_search_answer_free(found);
}

// What a follower is told while a search goes on.
struct follower {
    unsigned calls;
    bool efforts; // some report had the efforts of a move; there may be none before a long question
                  // about the first move ends
    uint64_t nodes;
    struct kauri_bounds r;
};

static void follow(void *context, const struct kauri_search_answer *search)
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
TEST(shows_how_far_it_is)
{
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
        struct kauri_search_answer *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
        assert_true(follower.calls >= 3);
        assert_int_equal(found->stop, KAURI_SEARCH_STOP_REQUEST);
        assert_true(found->nodes >= follower.nodes);
        kauri_search_answer_free(found);
    }
}

// Threads find the same values, and lines that are as good.
TEST(threads_agree)
{
    enum { THREADS = 4 };
    const struct kauri_shape shape = {2, 2};
    struct oracle *oracle = oracle_new(shape.holes, shape.cowries, 5);
    const struct kauri_layer layer = layer_of(shape, 5);
    for (uint64_t index = 0; index < layer.positions; index += 3) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        struct kauri_search_limits limits = {.memory =
                                                 kauri_search_least(shape, 5, THREADS) + (16 << 10),
                                             .threads = THREADS,
                                             .seconds = 1000,
                                             .nodes = index % 2 * 40};
        struct kauri_search_answer *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
        const int r = oracle_get(oracle, &position).r;
        assert_true(found->r.low <= r && r <= found->r.high);
        assert_true(limits.nodes > 0 || found->status == KAURI_SEARCH_EXACT);
        assert_true(limits.nodes == 0 || found->nodes < limits.nodes + THREADS);
        check_moves(oracle, found, false);
        kauri_search_answer_free(found);
    }
    oracle_free(oracle);
}

// More threads than the memory suffices for are not used.
TEST(memory_limits_threads)
{
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
