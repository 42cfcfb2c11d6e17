// The solver against the oracle: every position of every layer of small boards.
#include "tests/test.h"

#include "tests/db/tables/oracle_tables.h"
#include "tests/queries/solved_tables.h"
#include "verify/verify.h"

// Returns the number of positions that unlimited play decides.
static uint64_t compare(unsigned holes, unsigned cowries, unsigned seeds)
{
    const struct kauri_verify_options options = {.threads = 2};
    struct oracle *oracle = oracle_new(holes, cowries, seeds);
    struct solved solved;
    uint64_t positions = 0;
    uint64_t unlimited = 0;
    solved_make(&solved, holes, cowries, seeds);
    for (unsigned n = 0; n <= seeds; n++) {
        const struct kauri_certificate *certificate =
            kauri_reader_certificate(solved_reader(&solved, n));
        struct kauri_verify_result result;
        oracle_compare(oracle, solved.tables, n);
        assert_int_equal(kauri_verify_layer(solved.tables, n, &options, &result, NULL), KAURI_OK);
        positions += result.checked;
        for (uint32_t i = 0; i < certificate->count_count; i++) {
            unlimited += certificate->counts[i].value == 0 ? certificate->counts[i].count : 0;
        }
    }
    assert_int_equal(oracle_count(oracle), positions);
    oracle_free(oracle);
    solved_remove(&solved);
    return unlimited;
}

TEST(boards_of_one_hole_agree)
{
    uint64_t unlimited = 0;
    for (unsigned cowries = 0; cowries <= 5; cowries++) {
        unlimited += compare(1, cowries, 8);
    }
    // Cycles must have been met, or this test would not test them.
    assert_true(unlimited > 0);
}

TEST(boards_of_two_holes_agree)
{
    uint64_t unlimited = 0;
    for (unsigned cowries = 1; cowries <= 5; cowries++) {
        unlimited += compare(2, cowries, 5);
    }
    assert_true(unlimited > 0);
}

TEST(larger_boards_agree)
{
    (void)compare(3, 2, 4);
    (void)compare(3, 5, 2);
    (void)compare(6, 3, 2);
}

// Many cowries: whole laps and more on a small board.
TEST(laps_agree)
{
    (void)compare(1, 12, 13);
    (void)compare(2, 12, 1);
}
