// The search for the winner, compared with all positions solved one at a time (plain.h).
#include "tests/sanitized.h"
#include "tests/stop_at_once.h"
#include "tests/test.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain.h"
#include "waurie/winner_search.h"

static uint64_t random_state = 20260711;

static unsigned random_below(unsigned bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((random_state >> 33) % bound);
}

static void random_board(unsigned pits, unsigned seeds, struct waurie_board *board)
{
    *board = (struct waurie_board){.pits = (uint8_t)pits};
    for (unsigned i = 0; i < seeds; i++) {
        const unsigned pit = random_below(2 * pits);
        (pit < pits ? board->own : board->other)[pit % pits]++;
    }
}

static struct waurie_search *new_search(const struct waurie_rules *rules, unsigned pits,
                                        uint64_t memory, unsigned threads)
{
    struct kauri_error error;
    struct waurie_search *search = NULL;
    const struct waurie_search_options options = {
        .rules = *rules, .pits = pits, .memory = memory, .threads = threads};
    if (waurie_search_new(&options, &search, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return search;
}

// Compares the search with all positions of a board, without tables; test_waurie_window.c searches
// above them.
static void compare_search(struct waurie_search *search, const struct waurie_rules *rules,
                           unsigned pits, unsigned seeds, unsigned count)
{
    struct plain *plain = plain_solve(rules, pits, seeds);
    assert_non_null(plain);
    unsigned won = 0;
    for (unsigned i = 0; i < count; i++) {
        struct waurie_board board;
        random_board(pits, 1 + random_below(seeds), &board);
        const bool wins = plain_wins_board(plain, &board);
        const enum waurie_result result = waurie_search_decide(search, &board, 0, NULL);
        assert_int_equal(result, wins ? WAURIE_WIN : WAURIE_LOSS);
        won += wins;
    }
    if (count >= 200 && pits > 1) {
        assert_in_range(won, 1, count - 1);
    }
    plain_free(plain);
}

static void compare(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                    uint64_t memory, unsigned threads, unsigned count)
{
    struct waurie_search *search = new_search(rules, pits, memory, threads);
    compare_search(search, rules, pits, seeds, count);
    waurie_search_free(search);
}

TEST(test_all_rules_and_boards)
{
    static const unsigned seeds[] = {0, 30, 24, 18, 13, 11, 10};
    for (unsigned r = 0; r < RULES_COUNT; r++) {
        for (unsigned pits = 1; pits <= WAURIE_PITS_MAX; pits++) {
            compare(&all_rules[r], pits, seeds[pits], 1 << 22, 1, fewer(60, 300));
        }
    }
}

// With this little memory, most decided positions are dropped again.
TEST(test_little_memory)
{
    for (unsigned r = 0; r < RULES_COUNT; r++) {
        compare(&all_rules[r], 3, 18, WAURIE_SEARCH_LEAST, 1, 200);
    }
}

// The first search remembers more positions than the memory has room for when it begins.
TEST(test_memory_grows)
{
    const struct waurie_board start = {.pits = 4, .own = {4, 4, 4, 4}, .other = {4, 4, 4, 4}};
    struct waurie_search *search = new_search(&all_rules[0], 4, 1 << 24, 2);
    assert_int_equal(waurie_search_decide(search, &start, 0, NULL), WAURIE_WIN);
    assert_int_equal(waurie_search_recall(search, &start), WAURIE_WIN);
    compare_search(search, &all_rules[0], 4, 13, 200);
    waurie_search_free(search);
}

TEST(test_threads)
{
    for (unsigned r = 0; r < RULES_COUNT; r++) {
        compare(&all_rules[r], 4, 13, 1 << 20, 3, 200);
    }
}

TEST(test_stops_and_goes_on)
{
    const struct waurie_board start = {.pits = 5, .own = {2, 2, 2, 2, 2}, .other = {2, 2, 2, 2, 2}};
    const struct kauri_progress progress = {.cancelled = stop_at_once};
    struct waurie_search *search = new_search(&all_rules[0], 5, 1 << 24, 1);
    assert_int_equal(waurie_search_decide(search, &start, 0, &progress), WAURIE_OPEN);
    assert_int_equal(waurie_search_recall(search, &start), WAURIE_OPEN);
    const enum waurie_result result = waurie_search_decide(search, &start, 0, NULL);
    assert_int_not_equal(result, WAURIE_OPEN);
    const uint64_t nodes = waurie_search_nodes(search);
    assert_int_equal(waurie_search_decide(search, &start, 0, &progress), result);
    assert_int_equal(waurie_search_nodes(search), nodes);
    waurie_search_free(search);
}

// A line of play that is too long leaves the position open. What is decided and remembered all the
// same is right.
TEST(test_bounded_depth)
{
    enum { PITS = 4, SEEDS = 10 };
    const unsigned count = fewer(90, 300);
    for (unsigned r = 0; r < RULES_COUNT; r++) {
        unsigned open = 0;
        struct kauri_error error;
        struct plain *plain = plain_solve(&all_rules[r], PITS, SEEDS);
        for (unsigned i = 0; i < count; i++) {
            struct waurie_search *search = NULL;
            const struct waurie_search_options options = {.rules = all_rules[r],
                                                          .pits = PITS,
                                                          .memory = 1 << 20,
                                                          .threads = 1,
                                                          .depth = 1 + i % 30};
            struct waurie_board board;
            random_board(PITS, SEEDS, &board);
            const enum waurie_result expected =
                plain_wins_board(plain, &board) ? WAURIE_WIN : WAURIE_LOSS;
            assert_int_equal(waurie_search_new(&options, &search, &error), KAURI_OK);
            const enum waurie_result result = waurie_search_decide(search, &board, 0, NULL);
            if (result == WAURIE_OPEN) {
                open++;
            } else {
                assert_int_equal(result, expected);
            }
            for (unsigned k = 0; k < 20; k++) {
                random_board(PITS, 1 + random_below(SEEDS), &board);
                const enum waurie_result recalled = waurie_search_recall(search, &board);
                if (recalled != WAURIE_OPEN) {
                    assert_int_equal(recalled == WAURIE_WIN, plain_wins_board(plain, &board));
                }
            }
            waurie_search_free(search);
        }
        assert_in_range(open, 1, count - 1);
        plain_free(plain);
    }
}

TEST(test_too_little_memory)
{
    struct kauri_error error;
    struct waurie_search *search = NULL;
    const struct waurie_search_options options = {
        .pits = 6, .memory = WAURIE_SEARCH_LEAST - 1, .threads = 1};
    assert_int_equal(waurie_search_new(&options, &search, &error), KAURI_RESOURCE);
    assert_null(search);
}
